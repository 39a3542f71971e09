#include "superflip/cube/packing.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <span>

#include "superflip/base/mixed_radix.h"
#include "superflip/base/text.h"
#include "superflip/cube/axis_orientation.h"
#include "superflip/cube/piece.h"

namespace superflip {
namespace {

// All digits of a cube: the places and states of its corners and edges, in the packing's order of the pieces.
constexpr int kDigits = 40;
using Digits = std::array<std::uint64_t, kDigits>;

constexpr int corner_place(int n) { return n; }
constexpr int corner_state(int n) { return 8 + n; }
constexpr int edge_place(int n) { return 16 + n; }
constexpr int edge_state(int n) { return 28 + n; }

constexpr Digits make_radices() {
  Digits radix{};
  for (int n = 0; n < kCorners; ++n) radix[corner_place(n)] = static_cast<std::uint64_t>(kCorners - n);
  for (int n = 0; n < kCorners; ++n) radix[corner_state(n)] = 3;
  for (int n = 0; n < kEdges; ++n) radix[edge_place(n)] = static_cast<std::uint64_t>(kEdges - n);
  for (int n = 0; n < kEdges; ++n) radix[edge_state(n)] = 2;
  return radix;
}

// The rank leaves out digits that follow from the others on a reachable cube: their radix is 1.
constexpr Digits make_rank_radices() {
  Digits radix = make_radices();
  radix[corner_state(kCorners - 1)] = radix[edge_place(kEdges - 2)] = radix[edge_state(kEdges - 1)] = 1;
  return radix;
}

constexpr Digits kRadices = make_radices();
constexpr Digits kRankRadices = make_rank_radices();

// Digits, or their radices, chosen by a field.
struct Chosen {
  std::array<std::uint64_t, 16> value{};
  std::size_t count = 0;

  constexpr operator std::span<const std::uint64_t>() const { return {value.data(), count}; }
};

// Some of the digits, the least significant first.
struct Field {
  std::string_view name;
  std::string_view symbol;  // in the notes
  std::uint64_t base;       // the weight of one unit of the field above
  // The notes' symbols for its first half (places) and its second half (states); empty if the field is not split.
  std::array<std::string_view, 2> halves{};
  std::array<std::uint8_t, 16> digit{};
  std::size_t count = 0;

  // Appends the digits first..last, upwards or downwards.
  constexpr Field with(int first, int last) const {
    Field more = *this;
    const int step = first <= last ? 1 : -1;
    for (int d = first; d != last + step; d += step) more.digit[more.count++] = static_cast<std::uint8_t>(d);
    return more;
  }

  constexpr Chosen of(const Digits& all) const {
    Chosen chosen;
    for (; chosen.count < count; ++chosen.count) chosen.value[chosen.count] = all[digit[chosen.count]];
    return chosen;
  }
};

constexpr std::uint64_t bits(int n) { return std::uint64_t{1} << n; }

constexpr Field corners(std::string_view name, std::string_view symbol, std::array<std::string_view, 2> halves,
                        std::uint64_t base, int first, int last) {
  const Field field = Field{name, symbol, base, halves}.with(corner_place(first), corner_place(last));
  return field.with(corner_state(first), corner_state(last));
}
constexpr Field edges(std::string_view name, std::string_view symbol, std::uint64_t base, int first, int last) {
  return Field{name, symbol, base}.with(edge_place(first), edge_place(last));
}
constexpr Field states(std::string_view name, std::string_view symbol, std::uint64_t base, int first, int last) {
  return Field{name, symbol, base}.with(edge_state(first), edge_state(last));
}

constexpr std::array<Field, 3> kPacked69{corners("corners", "C8-8sigma3", {"C8", "8sigma3"}, bits(28), 0, 7),
                                         edges("edges", "C12", bits(29), 0, 11),
                                         states("states of the edges", "12sigma2", bits(12), 0, 11)};
constexpr std::array<Field, 6> kPacked71{corners("down corners", "C8..4-4sigma3", {"C8..4", "4sigma3"}, bits(18), 0, 3),
                                         edges("down and middle edges", "C12..4", bits(25), 0, 7),
                                         states("states of the down and middle edges", "8sigma2", bits(8), 0, 7),
                                         corners("up corners", "C4..1-4sigma3", {"C4..1", "4sigma3"}, bits(11), 4, 7),
                                         edges("up edges", "C4..1", bits(5), 8, 11),
                                         states("states of the up edges", "4sigma2", bits(4), 8, 11)};

constexpr Field rank_corners() {
  Field field = Field{"corners", "", 88'179'840}.with(corner_place(7), corner_place(4));
  field = field.with(corner_state(7), corner_state(4));
  for (int n = 3; n >= 0; --n)
    field = field.with(corner_state(n), corner_state(n)).with(corner_place(n), corner_place(n));
  return field;
}
constexpr std::array<Field, 3> kRank{rank_corners(), edges("edges", "", 239'500'800, 11, 0),
                                     states("flips", "", 2048, 11, 0)};

// The order in which a packing numbers pieces and places, and how it reads the state of a corner.
struct PackingOrder {
  std::array<Corner, kCorners> corner;
  std::array<Edge, kEdges> edge;
  bool has_axes;  // the state of a corner is an axis, not a twist
  const Digits& radix;
  std::span<const Field> fields;
};

constexpr std::array<Corner, kCorners> kNotesCorners{DLF, DFR, DBL, DRB, UFL, URF, ULB, UBR};
constexpr std::array<Edge, kEdges> kNotesEdges{DL, DF, DR, DB, FL, FR, BL, BR, UL, UF, UR, UB};
constexpr PackingOrder kOrder69{kNotesCorners, kNotesEdges, true, kRadices, kPacked69};
constexpr PackingOrder kOrder71{kNotesCorners, kNotesEdges, true, kRadices, kPacked71};
constexpr PackingOrder kOrderOfRank{{DFR, DLF, DBL, DRB, URF, UFL, ULB, UBR},
                                    {DR, DF, DL, DB, FR, FL, BL, BR, UR, UF, UL, UB},
                                    false,
                                    kRankRadices,
                                    kRank};

constexpr const PackingOrder& order_of(Packing packing) {
  return packing == Packing::packed69 ? kOrder69 : packing == Packing::packed71 ? kOrder71 : kOrderOfRank;
}

// The number of values of a field; at most its base.
constexpr std::uint64_t size(const Field& f, const Digits& radix) {
  return static_cast<std::uint64_t>(offsets(f.of(radix)));
}

constexpr bool all_fit(const PackingOrder& order) {
  for (const Field& f : order.fields) {
    const std::uint64_t values = size(f, order.radix);
    if (order.has_axes ? bits(bits_for(values)) != f.base : values != f.base) return false;
  }
  return true;
}
static_assert(all_fit(kOrder69) && all_fit(kOrder71) && all_fit(kOrderOfRank));

// The position of each piece in an order: the inverse of the order.
template <class Piece, std::size_t count>
std::array<int, count> positions(const std::array<Piece, count>& order) {
  std::array<int, count> position{};
  for (std::size_t n = 0; n < count; ++n) position[order[n]] = static_cast<int>(n);
  return position;
}

// Converts the places of the pieces (indices, each once) to digits, the first of which is digits[0].
template <std::size_t count>
void write_places(const std::array<int, count>& place, std::uint64_t* digits) {
  for (std::size_t n = 0; n < count; ++n) {
    int free_before = place[n];
    for (std::size_t earlier = 0; earlier < n; ++earlier) free_before -= place[earlier] < place[n];
    digits[n] = static_cast<std::uint64_t>(free_before);
  }
}

template <std::size_t count>
std::array<int, count> read_places(const std::uint64_t* digits) {
  std::array<int, count> place{};
  unsigned free = (1U << count) - 1;
  for (std::size_t n = 0; n < count; ++n) {
    unsigned rest = free;
    for (std::uint64_t skip = digits[n]; skip > 0; --skip) rest &= rest - 1;
    place[n] = std::countr_zero(rest);
    free &= ~(1U << place[n]);
  }
  return place;
}

Digits to_digits(const Cube& c, const PackingOrder& order) {
  Digits d{};
  const AxisCube axes = to_axes(c);
  const auto corner = positions(order.corner);
  const auto edge = positions(order.edge);
  std::array<int, kCorners> corner_places{};
  std::array<int, kEdges> edge_places{};
  for (int x = 0; x < kCorners; ++x) {
    const int n = corner[c.corner_at(x)];
    corner_places[n] = corner[x];
    d[corner_state(n)] =
        static_cast<std::uint64_t>(order.has_axes ? static_cast<int>(axes.corner_axis[x]) : c.twist_at(x));
  }
  for (int x = 0; x < kEdges; ++x) {
    const int n = edge[c.edge_at(x)];
    edge_places[n] = edge[x];
    d[edge_state(n)] = static_cast<std::uint64_t>(c.flip_at(x));
  }
  write_places(corner_places, &d[corner_place(0)]);
  write_places(edge_places, &d[edge_place(0)]);
  return d;
}

Cube to_cube(const Digits& d, const PackingOrder& order) {
  Cube c;
  const auto corner = read_places<kCorners>(&d[corner_place(0)]);
  const auto edge = read_places<kEdges>(&d[edge_place(0)]);
  for (int n = 0; n < kCorners; ++n) {
    const Corner place = order.corner[corner[n]];
    const auto state = static_cast<int>(d[corner_state(n)]);
    c.set_corner(place, order.corner[n], order.has_axes ? twist_at(place, static_cast<Axis>(state)) : state);
  }
  for (int n = 0; n < kEdges; ++n) c.set_edge(order.edge[edge[n]], order.edge[n], static_cast<int>(d[edge_state(n)]));
  return c;
}

// Fills in the three digits that the rank leaves out, all 0 so far. The place digits count inversions, so the parity of
// their sum is the parity of the permutation.
void complete(Digits& d) {
  std::uint64_t twists = 0;
  std::uint64_t flips = 0;
  std::uint64_t inversions = 0;
  for (int n = 0; n < kCorners; ++n) {
    twists += d[corner_state(n)];
    inversions += d[corner_place(n)];
  }
  for (int n = 0; n < kEdges; ++n) {
    flips += d[edge_state(n)];
    inversions += d[edge_place(n)];
  }
  d[corner_state(kCorners - 1)] = (3 - twists % 3) % 3;
  d[edge_state(kEdges - 1)] = flips % 2;
  d[edge_place(kEdges - 2)] = inversions % 2;
}

// The places and the states of a field that has both halves.
std::vector<Field> parts_of(const Field& field) {
  if (field.halves[0].empty()) return {};
  Field places{"places", field.halves[0], 0};
  Field states{"states", field.halves[1], 0};
  for (std::size_t n = 0; n < field.count; ++n) {
    Field& part = n < field.count / 2 ? places : states;
    part = part.with(field.digit[n], field.digit[n]);
  }
  return {places, states};
}

PackedField packed(const Field& f, const Digits& digits, const Digits& radix) {
  const std::uint64_t values = size(f, radix);
  const Uint128 value = to_offset(f.of(digits), f.of(radix));
  return {f.name, f.symbol, static_cast<std::uint64_t>(value), values, bits_for(values)};
}

}  // namespace

Uint128 largest(Packing packing) {
  const PackingOrder& order = order_of(packing);
  Uint128 number = 0;
  for (const Field& f : order.fields) number = number * f.base + (size(f, order.radix) - 1);
  return number;
}

std::vector<PackedField> packed_fields(const Cube& c, Packing packing) {
  assert(packing != Packing::rank || is_reachable(c));
  const PackingOrder& order = order_of(packing);
  Digits digits = to_digits(c, order);
  for (std::size_t d = 0; d < digits.size(); ++d) digits[d] %= order.radix[d];  // 0 where the rank has no digit
  std::vector<PackedField> fields;
  for (const Field& f : order.fields) {
    fields.push_back(packed(f, digits, order.radix));
    for (const Field& part : parts_of(f)) fields.back().parts.push_back(packed(part, digits, order.radix));
  }
  return fields;
}

Uint128 pack(const Cube& c, Packing packing) {
  const PackingOrder& order = order_of(packing);
  const std::vector<PackedField> fields = packed_fields(c, packing);
  Uint128 number = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) number = number * order.fields[i].base + fields[i].value;
  return number;
}

Expected<Cube> unpack(Uint128 number, Packing packing) {
  if (number > largest(packing))
    return fail(fmt::format("the number {} is too large: expected at most {}", to_decimal(number),
                            to_decimal(largest(packing))));
  const PackingOrder& order = order_of(packing);
  Digits digits{};
  for (std::size_t i = order.fields.size(); i-- > 0;) {
    const Field& f = order.fields[i];
    const auto value = static_cast<std::uint64_t>(i > 0 ? number % f.base : number);
    number /= f.base;
    if (const std::uint64_t values = size(f, order.radix); value >= values)
      return fail(fmt::format("the field '{}' is {}; expected 0..{}", f.name, value, values - 1));
    std::array<std::uint64_t, 16> of_field{};
    from_offset(value, f.of(order.radix), of_field);
    for (std::size_t n = 0; n < f.count; ++n) digits[f.digit[n]] = of_field[n];
  }
  if (packing == Packing::rank) complete(digits);
  return to_cube(digits, order);
}

}  // namespace superflip
