#include "superflip/reading/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {
namespace {

constexpr std::size_t kStickers = 54;
constexpr std::string_view kColourLetters = "WRGYOB";  // of U R F D L B on most cubes

// A face in a net, in the way it has in facelets.h or turned by half a turn.
struct Side {
  Face face;
  bool is_upside_down = false;
};
// Faces side by side: three rows, each with a row of every face.
using Strip = std::vector<Side>;

struct Net {
  std::string name;
  std::vector<Strip> strips;  // from top to bottom
};

Layout layout_of(const Net& net) {
  Layout layout{net.name};
  std::size_t i = 0;
  for (const Strip& strip : net.strips)
    for (int row = 0; row < 3; ++row)
      for (const auto [face, is_upside_down] : strip)
        for (int column = 0; column < 3; ++column) {
          const int n = 3 * row + column;
          layout.facelet_of[i++] = static_cast<std::uint8_t>(9 * face + (is_upside_down ? 8 - n : n));
        }
  return layout;
}

std::vector<std::size_t> rows_of(const Net& net) {
  std::vector<std::size_t> rows;
  for (const Strip& strip : net.strips) rows.insert(rows.end(), 3, 3 * strip.size());
  return rows;
}

// The commonest first. B below or above is written as one sees it when the cube is unfolded, or when one looks at it
// from behind.
const std::vector<Net>& all_nets() {
  static const std::vector<Net> all{
      {"a net with the sides L F R B", {{{U}}, {{L}, {F}, {R}, {B}}, {{D}}}},
      {"a net with the sides B L F R", {{{U}}, {{B}, {L}, {F}, {R}}, {{D}}}},
      {"a net with the sides F R B L", {{{U}}, {{F}, {R}, {B}, {L}}, {{D}}}},
      {"a net with the sides R B L F", {{{U}}, {{R}, {B}, {L}, {F}}, {{D}}}},
      {"an upright net with B below", {{{U}}, {{L}, {F}, {R}}, {{D}}, {{B, true}}}},
      {"an upright net with B above", {{{B, true}}, {{U}}, {{L}, {F}, {R}}, {{D}}}},
      {"an upright net with the sides beside U, and B above", {{{B, true}}, {{L}, {U}, {R}}, {{F}}, {{D}}}},
      {"an upright net with B below, seen from behind", {{{U}}, {{L}, {F}, {R}}, {{D}}, {{B}}}},
      {"an upright net with B above, seen from behind", {{{B}}, {{U}}, {{L}, {F}, {R}}, {{D}}}}};
  return all;
}

}  // namespace

std::string to_string(const FaceOrder& order) {
  std::string letters;
  for (const Face f : order) letters += kFaceLetters[f];
  return letters;
}

Expected<FaceOrder> parse_order(std::string_view text) {
  FaceOrder order{};
  std::array<bool, kFaces> is_there{};
  bool is_order = text.size() == kFaces;
  for (std::size_t i = 0; is_order && i < kFaces; ++i) {
    const std::size_t f = kFaceLetters.find(text::to_upper(text[i]));
    is_order = f < kFaces && !std::exchange(is_there[f], true);
    if (is_order) order[i] = static_cast<Face>(f);
  }
  if (!is_order)
    return fail(
        ErrorKind::bad_option,
        fmt::format("'{}' is not an order of the faces; expected the six letters URFDLB in another order, as in "
                    "ULFRBD",
                    text::escaped(text, 40)));
  return order;
}

Expected<Symmetry> parse_holding(std::string_view text) {
  if (text.size() == 2)
    for (const Symmetry s : kAllRotations) {
      const auto& at = kFaceImages[inverse(s)];
      const auto is_named = [&](Face side, char letter) {
        return kFaceLetters[at[side]] == text::to_upper(letter) || kColourLetters[at[side]] == text::to_upper(letter);
      };
      if (is_named(U, text[0]) && is_named(F, text[1])) return s;
    }
  return fail(ErrorKind::bad_option,
              fmt::format("'{}' is not a holding; expected the face that is up and the one in front, as in FR",
                          text::escaped(text, 40)));
}

std::string holding_name(Symmetry held) {
  const auto& at = kFaceImages[inverse(held)];
  return {kFaceLetters[at[U]], kFaceLetters[at[F]]};
}

Layout listed_in(const FaceOrder& order) {
  Layout layout{to_string(order)};
  for (std::size_t i = 0; i < kStickers; ++i)
    layout.facelet_of[i] = static_cast<std::uint8_t>(9 * order[i / 9] + static_cast<int>(i % 9));
  return layout;
}

std::optional<FaceOrder> order_of(const Layout& layout) {
  FaceOrder order{};
  for (std::size_t i = 0; i < kFaces; ++i) order[i] = static_cast<Face>(layout.facelet_of[9 * i] / 9);
  if (listed_in(order).facelet_of != layout.facelet_of) return std::nullopt;
  return order;
}

const std::vector<Layout>& orders_in_use() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> orders;
    for (const std::string_view letters :
         {"URFDLB", "ULFRBD", "URFLBD", "UFRBLD", "LFRBUD", "FRBLUD", "UDLRFB", "UDFBLR", "FBLRUD", "UFLRBD"})
      orders.push_back(listed_in(parse_order(letters).value()));
    return orders;
  }();
  return all;
}

const std::vector<Layout>& nets() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> layouts;
    for (const Net& net : all_nets()) layouts.push_back(layout_of(net));
    return layouts;
  }();
  return all;
}

std::vector<Layout> nets_of_rows(const std::vector<std::size_t>& rows) {
  std::vector<Layout> layouts;
  for (std::size_t i = 0; i < all_nets().size(); ++i)
    if (rows_of(all_nets()[i]) == rows) layouts.push_back(nets()[i]);
  return layouts;
}

}  // namespace superflip
