#include "superflip/reading/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {
namespace {

constexpr std::string_view kColourLetters = "WRGYOB";  // of U R F D L B on most cubes

// Faces side by side: three rows, each with a row of every face. A layout is strips, from above to below; one that
// lists face by face has one face in each.
using Strip = std::vector<Side>;
using Strips = std::vector<Strip>;

// The facelet that is written in this row and column of a face.
int facelet_at(const Side& side, int row, int column) {
  if (side.is_mirrored) column = 2 - column;
  for (int i = 0; i < side.quarters; ++i) {
    const int left = row;
    row = 2 - column;
    column = left;
  }
  return 9 * side.face + 3 * row + column;
}

std::string code_of(const Side& side) {
  std::string code{kFaceLetters[side.face]};
  if (side.quarters != 0) code += static_cast<char>('0' + side.quarters);
  if (side.is_mirrored) code += 'm';
  return code;
}

Layout layout_of(const Strips& strips) {
  Layout layout;
  const bool is_list = std::all_of(strips.begin(), strips.end(), [](const Strip& strip) { return strip.size() == 1; });
  std::size_t i = 0;
  for (const Strip& strip : strips) {
    if (!is_list && i > 0) layout.code += ',';
    for (const Side& side : strip) layout.code += code_of(side);
    for (int row = 0; row < 3; ++row)
      for (const Side& side : strip)
        for (int column = 0; column < 3; ++column)
          layout.facelet_of[i++] = static_cast<std::uint8_t>(facelet_at(side, row, column));
  }
  return layout;
}

// The strips of a code, if it is one.
std::optional<Strips> parse_strips(std::string_view code) {
  Strips strips(1);
  std::array<bool, kFaces> is_there{};
  int faces = 0;
  // Colours name faces, too; R and B are both.
  const bool are_colours = code.find_first_of("WGYOwgyo") != std::string_view::npos;
  const std::string_view letters = are_colours ? kColourLetters : kFaceLetters;
  for (const char c : code) {
    Strip& last = strips.back();
    const std::size_t face = letters.find(text::to_upper(c));
    if (face < kFaces) {
      if (std::exchange(is_there[face], true)) return std::nullopt;
      last.push_back({static_cast<Face>(face)});
      ++faces;
    } else if (c >= '1' && c <= '3' && !last.empty() && last.back().quarters == 0 && !last.back().is_mirrored) {
      last.back().quarters = c - '0';
    } else if (text::to_upper(c) == 'M' && !last.empty() && !last.back().is_mirrored) {
      last.back().is_mirrored = true;
    } else if (c == ',' && !last.empty()) {
      strips.emplace_back();
    } else if (!text::is_blank({&c, 1})) {
      return std::nullopt;
    }
  }
  if (faces != kFaces || strips.back().empty()) return std::nullopt;
  if (strips.size() > 1) return strips;
  Strips list;
  for (const Side& side : strips.front()) list.push_back({side});
  return list;
}

Strips strips_of(const Layout& layout) { return parse_strips(layout.code).value_or(Strips{}); }

// "B turned by half a turn".
std::string describe(const Side& side) {
  constexpr std::array<std::string_view, 4> kTurns{"", "turned by a quarter clockwise", "turned by half a turn",
                                                   "turned by a quarter anticlockwise"};
  std::string words{kFaceLetters[side.face]};
  if (side.quarters != 0) words += fmt::format(" {}", kTurns[static_cast<std::size_t>(side.quarters)]);
  if (side.is_mirrored) words += side.quarters == 0 ? " seen in a mirror" : " and seen in a mirror";
  return words;
}

struct Net {
  std::string_view words;
  std::string_view code;
};

// The commonest first. B below or above is written as one sees it when the cube is unfolded, or when one looks at it
// from behind.
constexpr std::array<Net, 9> kNets{{{"a net with the sides L F R B", "U,LFRB,D"},
                                    {"a net with the sides B L F R", "U,BLFR,D"},
                                    {"a net with the sides F R B L", "U,FRBL,D"},
                                    {"a net with the sides R B L F", "U,RBLF,D"},
                                    {"an upright net with B below", "U,LFR,D,B2"},
                                    {"an upright net with B above", "B2,U,LFR,D"},
                                    {"an upright net with the sides beside U, and B above", "B2,LUR,F,D"},
                                    {"an upright net with B below, seen from behind", "U,LFR,D,B"},
                                    {"an upright net with B above, seen from behind", "B,U,LFR,D"}}};

}  // namespace

Layout listed_in(const FaceOrder& order) {
  Strips list;
  for (const Face face : order) list.push_back({{face}});
  return layout_of(list);
}

Expected<Layout> parse_layout(std::string_view text) {
  if (const auto strips = parse_strips(text)) return layout_of(*strips);
  return fail(ErrorKind::bad_option,
              fmt::format("'{}' is not an order of the faces; expected the six letters URFDLB in another order, as in "
                          "ULFRBD, the rows of a net, as in U,LFRB,D, or faces that are turned, as D2 in URFD2LB",
                          text::escaped(text, 40)));
}

std::array<Side, kFaces> sides_of(const Layout& layout) {
  std::array<Side, kFaces> sides{};
  for (const Strip& strip : strips_of(layout))
    for (const Side& side : strip) sides[side.face] = side;
  return sides;
}

Layout with_sides(const Layout& layout, const std::array<Side, kFaces>& sides) {
  Strips strips = strips_of(layout);
  for (Strip& strip : strips)
    for (Side& side : strip) side = sides[side.face];
  return layout_of(strips);
}

std::string describe(const Layout& layout) {
  for (const Net& net : kNets)
    if (net.code == layout.code) return std::string(net.words);
  const Strips strips = strips_of(layout);
  const auto is_as_wide = [&](const Strip& strip) { return strip.size() == strips.front().size() && strip.size() > 1; };
  if (std::all_of(strips.begin(), strips.end(), is_as_wide)) {
    std::vector<std::string> rows;
    for (const Strip& strip : strips) {
      std::vector<std::string> faces;
      for (const Side& side : strip) faces.push_back(code_of(side));
      rows.push_back(fmt::format("{}", fmt::join(faces, " ")));
    }
    return fmt::format("the faces {}", fmt::join(rows, " above "));
  }
  std::string order;
  std::vector<std::string> other;  // than in facelets.h
  for (const Strip& strip : strips)
    for (const Side& side : strip) {
      order += kFaceLetters[side.face];
      if (side.quarters != 0 || side.is_mirrored) other.push_back(describe(side));
    }
  const auto sides = sides_of(layout);
  if (std::all_of(sides.begin(), sides.end(), [](const Side& s) { return s.is_mirrored && s.quarters == 0; }))
    other = {"all faces seen in a mirror"};
  if (other.empty() || layout.code.find(',') != std::string::npos) return layout.code;
  return fmt::format("{} with {}", order, text::listed(other));
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

const std::vector<Layout>& orders_in_use() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> orders;
    for (const std::string_view letters :
         {"URFDLB", "ULFRBD", "URFLBD", "UFRBLD", "LFRBUD", "FRBLUD", "UDLRFB", "UDFBLR", "FBLRUD", "UFLRBD"})
      orders.push_back(parse_layout(letters).value());
    return orders;
  }();
  return all;
}

const std::vector<Layout>& nets() {
  static const std::vector<Layout> all = [] {
    std::vector<Layout> layouts;
    layouts.reserve(kNets.size());
    for (const Net& net : kNets) layouts.push_back(parse_layout(net.code).value());
    return layouts;
  }();
  return all;
}

Layout side_by_side(const Layout& order, std::size_t faces) {
  const Strips list = strips_of(order);
  Strips rows(kFaces / faces);
  for (std::size_t i = 0; i < list.size(); ++i) rows[i / faces].push_back(list[i].front());
  return layout_of(rows);
}

std::vector<Layout> blocks_of_rows(const std::vector<std::size_t>& rows) {
  std::vector<Layout> blocks;
  for (const std::size_t faces : {3, 2})
    if (rows == std::vector<std::size_t>(3 * kFaces / faces, 3 * faces))
      for (const Layout& order : orders_in_use()) blocks.push_back(side_by_side(order, faces));
  return blocks;
}

std::vector<Layout> nets_of_rows(const std::vector<std::size_t>& rows) {
  std::vector<Layout> layouts;
  for (const Layout& net : nets()) {
    std::vector<std::size_t> its;
    for (const Strip& strip : strips_of(net)) its.insert(its.end(), 3, 3 * strip.size());
    if (its == rows) layouts.push_back(net);
  }
  return layouts;
}

}  // namespace superflip
