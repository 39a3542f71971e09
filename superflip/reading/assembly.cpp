#include "superflip/reading/assembly.h"

#include <fmt/format.h>

#include <algorithm>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"

namespace superflip {
namespace {

// Reports each piece that occurs more than once and all that are missing; true if there are none. Places have the names
// of faces, pieces those of their colours: the place URF may hold the piece WRG.
template <std::size_t count, class Name>
bool count_pieces(const std::array<std::optional<Placed>, count>& places,
                  const std::array<std::string_view, count>& place_names, const char* kind, const Name& name,
                  std::vector<std::string>& faults) {
  std::vector<std::string> missing;
  for (int piece = 0; piece < static_cast<int>(count); ++piece) {
    std::vector<std::string> at;
    for (std::size_t place = 0; place < count; ++place)
      if (places[place] && places[place]->piece == piece) at.emplace_back(place_names[place]);
    if (at.empty()) missing.push_back(name(piece));
    if (at.size() > 1) {
      faults.push_back(fmt::format("the {} {} appears {}, at {}", kind, name(piece),
                                   at.size() == 2 ? "twice" : fmt::format("{} times", at.size()), text::listed(at)));
    }
  }
  if (missing.size() == count) {
    faults.push_back(fmt::format("all {} {}s are missing", count, kind));
    return false;
  }
  if (missing.size() == 1) faults.push_back(fmt::format("the {} {} is missing", kind, missing[0]));
  if (missing.size() > 1) faults.push_back(fmt::format("the {}s {} are missing", kind, text::listed(missing)));
  return missing.empty();
}

// Precondition: every place is known.
template <std::size_t count>
int orientation_sum(const std::array<std::optional<Placed>, count>& places) {
  int sum = 0;
  for (const auto& placed : places) sum += placed->orientation;
  return sum;
}

bool count_corners(const Assembly& parts, const ColourNames& colours, std::vector<std::string>& faults) {
  return count_pieces(
      parts.corner, kCornerNames, "corner", [&](int piece) { return corner_name(piece, colours); }, faults);
}

// Precondition: every corner is there.
void judge_twists(const Assembly& parts, std::vector<std::string>& faults) {
  const int twist = orientation_sum(parts.corner) % 3;
  if (twist != 0) faults.push_back(fmt::format("one corner is twisted {}", twist == 1 ? "clockwise" : "anticlockwise"));
}

}  // namespace

std::string corner_name(int piece, const ColourNames& colours) {
  std::string name;
  for (const Face f : kCornerFaces[piece]) name += colours[f];
  return name;
}

std::string edge_name(int piece, const ColourNames& colours) {
  std::string name;
  for (const Face f : kEdgeFaces[piece]) name += colours[f];
  return name;
}

Assembly take_apart(const Cube& c) {
  Assembly parts;
  for (int x = 0; x < kCorners; ++x) parts.corner[x] = {c.corner_at(x), c.twist_at(x)};
  for (int x = 0; x < kEdges; ++x) parts.edge[x] = {c.edge_at(x), c.flip_at(x)};
  return parts;
}

std::optional<Cube> assemble(const Assembly& parts) {
  Cube c;
  int corners = 0;  // bit sets
  int edges = 0;
  for (int x = 0; x < kCorners; ++x) {
    if (!parts.corner[x]) return {};
    c.set_corner(x, parts.corner[x]->piece, parts.corner[x]->orientation);
    corners |= 1 << parts.corner[x]->piece;
  }
  for (int x = 0; x < kEdges; ++x) {
    if (!parts.edge[x]) return {};
    c.set_edge(x, parts.edge[x]->piece, parts.edge[x]->orientation);
    edges |= 1 << parts.edge[x]->piece;
  }
  if (corners != (1 << kCorners) - 1 || edges != (1 << kEdges) - 1) return {};
  return c;
}

std::vector<std::string> corner_faults(const Assembly& parts, const ColourNames& colours) {
  std::vector<std::string> all;
  if (count_corners(parts, colours, all)) judge_twists(parts, all);
  return all;
}

// Orientations can be judged when every piece of their kind is there, the parity only for a complete cube. When one
// piece occurs twice and another is missing, nobody knows in which of the two places the missing one belongs, or how it
// would be turned.
std::vector<std::string> faults(const Assembly& parts, const ColourNames& colours) {
  std::vector<std::string> all;
  const bool corners = count_corners(parts, colours, all);
  const bool edges = count_pieces(
      parts.edge, kEdgeNames, "edge", [&](int piece) { return edge_name(piece, colours); }, all);
  if (corners) judge_twists(parts, all);
  if (edges && orientation_sum(parts.edge) % 2 != 0) all.emplace_back("one edge is flipped");
  if (const auto c = assemble(parts); c && imbalance(*c).parity != 0)
    all.emplace_back("two corners or two edges are exchanged (the parities of corners and edges differ)");
  return all;
}

}  // namespace superflip
