// Layout: which facelet each of 54 written stickers is. Most programs list the faces in the order U R F D L B, each row
// by row as in facelets.h. Others list them in another order, or write the rows of a net. The stickers themselves tell
// which of these it is: of all layouts, mostly one alone shows a cube that can be solved.
//
// In an oriented text, whose colours are named after the faces or are the usual six, a centre tells which face its nine
// stickers belong to. The way the cube was held then determines where each face stood. So all 720 orders in all 24
// holdings make 24 readings, one for each holding. (The faces' rows run as the cube was held: it is not enough to sort
// the faces.) Where the colours mean nothing, all orders are possible; those in use are tried first.
//
// A layout has a code, which the program prints and reads: the faces in their order, ULFRBD; for a net its strips from
// above to below with commas between them, U,LFRB,D. A face that is not written as in facelets.h has the number of
// quarters by which it is turned clockwise behind it, D2, and m if it is then seen in a mirror, Bm or B1m.
//
// Sources: kociemba.org/facelet.htm for U R F D L B; the other orders and nets are those of programs that people use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

// The faces in the order in which they are listed: the stickers 9i to 9i+8 are those of order[i].
using FaceOrder = std::array<Face, kFaces>;
inline constexpr FaceOrder kUsualOrder{U, R, F, D, L, B};

// How a face is written: as in facelets.h, turned clockwise by so many quarters, and then mirrored left to right.
struct Side {
  Face face;
  int quarters = 0;  // 0..3
  bool is_mirrored = false;

  friend bool operator==(const Side&, const Side&) = default;
};

struct Layout {
  std::string code;                           // "ULFRBD", "U,LFRB,D", "URFD2LB"
  std::array<std::uint8_t, 54> facelet_of{};  // by the number of the sticker in the text; facelets as in facelets.h

  friend bool operator==(const Layout& a, const Layout& b) { return a.facelet_of == b.facelet_of; }
};

// One face after the other.
Layout listed_in(const FaceOrder& order);

// A layout by its code, in either case, or in the usual colours WRGYOB; blanks are ignored. Error: bad_option.
Expected<Layout> parse_layout(std::string_view text);

// How each face is written, by its number; and the same layout with the faces written so instead.
std::array<Side, kFaces> sides_of(const Layout& layout);
Layout with_sides(const Layout& layout, const std::array<Side, kFaces>& sides);

// What is written, symbols or colours, in the order of facelets.h.
template <class Facelets>
Facelets arranged(const Facelets& written, const Layout& layout) {
  Facelets by_facelet = written;
  for (std::size_t i = 0; i < layout.facelet_of.size(); ++i) by_facelet[layout.facelet_of[i]] = written[i];
  return by_facelet;
}

// For a person: "a net with the sides L F R B", "URFDLB with D turned by half a turn", or the code.
std::string describe(const Layout& layout);

// The holding with these faces up and in front: "FR" is F up and R in front. The usual colours name faces, too: "GR".
Expected<Symmetry> parse_holding(std::string_view text);
std::string holding_name(Symmetry held);  // "FR"

// How somebody has written facelets down, as far as it is known. Each of both determines the other for an oriented
// text.
struct Listed {
  std::optional<Layout> order{};   // by position: U is the upper side, whatever colour is there
  std::optional<Symmetry> held{};  // carries each face to where it was
  bool are_named = false;          // the order is that of the faces' names: it is certain, but a face may be turned

  // Nothing that differs from the usual order.
  bool is_usual() const { return !held && (!order || order->code == "URFDLB"); }

  friend bool operator==(const Listed&, const Listed&) = default;
};

// The orders that are in use; the usual one first. None but the usual one is a rotation of it: so an oriented text with
// the centres U R F D L B is in the usual order whatever the order that its writer may know.
const std::vector<Layout>& orders_in_use();
// Nets row by row: three rows above, three of all four sides, three below; and three by three, upright.
const std::vector<Layout>& nets();
// Faces side by side, and below them the others: what six lines of nine stickers may be, or nine of six. `order`: a
// list; `faces`: in a row, 2 or 3.
Layout side_by_side(const Layout& order, std::size_t faces);
// The same in the orders in use, if lines have so many stickers; else none.
std::vector<Layout> blocks_of_rows(const std::vector<std::size_t>& rows);
// The nets whose rows have so many stickers, as the lines of a text tell: 3 3 3 12 12 12 3 3 3.
std::vector<Layout> nets_of_rows(const std::vector<std::size_t>& rows);

}  // namespace superflip
