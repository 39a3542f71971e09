#include "superflip/reading/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {
namespace {

constexpr std::size_t kStickers = 54;

// Three rows of nets begin side by side: in each row of a strip, the rows of its faces stand one after the other.
struct Side {
  Face face;
  bool is_upside_down = false;
};
using Strip = std::vector<Side>;

Layout net_of(std::string name, const std::vector<Strip>& strips) {
  Layout layout{std::move(name)};
  std::size_t i = 0;
  for (const Strip& strip : strips)
    for (int row = 0; row < 3; ++row)
      for (const auto [face, is_upside_down] : strip)
        for (int column = 0; column < 3; ++column) {
          const int n = 3 * row + column;
          layout.facelet_of[i++] = static_cast<std::uint8_t>(9 * face + (is_upside_down ? 8 - n : n));
        }
  return layout;
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
      if (kFaceLetters[at[U]] == text::to_upper(text[0]) && kFaceLetters[at[F]] == text::to_upper(text[1])) return s;
    }
  return fail(ErrorKind::bad_option,
              fmt::format("'{}' is not a holding; expected the face that is up and the one in front, as in FR",
                          text::escaped(text, 40)));
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
  static const std::vector<Layout> all{
      net_of("a net with the sides L F R B", {{{U}}, {{L}, {F}, {R}, {B}}, {{D}}}),
      net_of("a net with the sides B L F R", {{{U}}, {{B}, {L}, {F}, {R}}, {{D}}}),
      net_of("an upright net with B below", {{{U}}, {{L}, {F}, {R}}, {{D}}, {{B, true}}}),
      net_of("an upright net with B above", {{{B, true}}, {{U}}, {{L}, {F}, {R}}, {{D}}}),
      net_of("an upright net with the sides beside U, and B above",
             {{{B, true}}, {{L, false}, {U}, {R, false}}, {{F}}, {{D}}})};
  return all;
}

}  // namespace superflip
