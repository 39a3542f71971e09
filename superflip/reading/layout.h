// Layout: which facelet each of 54 written stickers is. Most programs list the faces in the order U R F D L B, each row
// by row as in facelets.h. Others list them in another order, or write the rows of a net. The stickers themselves tell
// which of these it is: of all layouts, mostly one alone shows a cube that can be solved.
//
// In an oriented text, whose colours are named after the faces or are the usual six, a centre tells which face its nine
// stickers belong to. The way the cube was held then determines where each face stood. So all 720 orders in all 24
// holdings make 24 readings, one for each holding. (The faces' rows run as the cube was held: it is not enough to sort
// the faces.) Where the colours mean nothing, all orders are possible; those in use are tried first.
//
// Sources: kociemba.org/facelet.htm for U R F D L B; the other orders and nets are those of programs that people use.
#pragma once

#include <array>
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

// "ULFRBD"; lower case is accepted, too.
std::string to_string(const FaceOrder& order);
Expected<FaceOrder> parse_order(std::string_view text);

// The holding with these faces up and in front: "FR" is F up and R in front. The usual colours name faces, too: "GR".
Expected<Symmetry> parse_holding(std::string_view text);
std::string holding_name(Symmetry held);  // "FR"

// How somebody has written facelets down, as far as it is known. Each of both determines the other for an oriented
// text.
struct Listed {
  std::optional<FaceOrder>
      order{};                     // by position: order[0] is U if the first nine stickers are those of the upper side
  std::optional<Symmetry> held{};  // carries each face to where it was

  friend bool operator==(const Listed&, const Listed&) = default;
};

struct Layout {
  std::string name;                           // "ULFRBD", "a net with the sides L F R B"
  std::array<std::uint8_t, 54> facelet_of{};  // by the number of the sticker in the text; facelets as in facelets.h
};

Layout listed_in(const FaceOrder& order);
// The order of a layout that lists face by face.
std::optional<FaceOrder> order_of(const Layout& layout);

// The orders that are in use; the usual one first. None but the usual one is a rotation of it: so an oriented text with
// the centres U R F D L B is in the usual order whatever the order that its writer may know.
const std::vector<Layout>& orders_in_use();
// Nets row by row: three rows above, three of all four sides, three below; and three by three, upright.
const std::vector<Layout>& nets();
// Those whose rows have so many stickers, as the lines of a text tell: 3 3 3 12 12 12 3 3 3.
std::vector<Layout> nets_of_rows(const std::vector<std::size_t>& rows);

}  // namespace superflip
