#include "superflip/cube/packing.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <span>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"

namespace superflip {
namespace {

// All digits of a cube, in one row for all packings: 0..7 the down corners, 8..11 the twists of the up corners and
// 12..15 their places, 16..27 the places of the edges, 28..39 the flips.
constexpr int kDigits = 40;
using Digits = std::array<std::uint8_t, kDigits>;

constexpr int corner_digit(int n) { return n < 4 ? 2 * n : 8 + n; }
constexpr int twist_digit(int n) { return n < 4 ? 2 * n + 1 : 4 + n; }
constexpr int edge_digit(int n) { return 16 + n; }
constexpr int flip_digit(int n) { return 28 + n; }

// The n-th piece or place, and which one it is: piece.h begins with the four of the up layer.
constexpr int nth(int n, int count) { return (n + 4) % count; }
constexpr int index(int piece, int count) { return (piece + count - 4) % count; }

constexpr Digits make_radices() {
  Digits radix{};
  for (int n = 0; n < kCorners; ++n) radix[corner_digit(n)] = static_cast<std::uint8_t>(kCorners - n);
  for (int n = 0; n < kCorners; ++n) radix[twist_digit(n)] = 3;
  for (int n = 0; n < kEdges; ++n) radix[edge_digit(n)] = static_cast<std::uint8_t>(kEdges - n);
  for (int n = 0; n < kEdges; ++n) radix[flip_digit(n)] = 2;
  return radix;
}

// A digit that the other digits of a reachable cube determine is not part of the rank: its radix is 1 there.
constexpr Digits make_rank_radices() {
  Digits radix = make_radices();
  radix[twist_digit(kCorners - 1)] = radix[edge_digit(kEdges - 2)] = radix[flip_digit(kEdges - 1)] = 1;
  return radix;
}

constexpr Digits kRadices = make_radices();
constexpr Digits kRankRadices = make_rank_radices();

constexpr const Digits& radices(Packing packing) { return packing == Packing::rank ? kRankRadices : kRadices; }

// The digits first..last-1.
struct Field {
  std::string_view name;
  std::uint64_t base;  // the weight of one unit of the field above
  int first, last;
};

constexpr std::uint64_t bits(int n) { return std::uint64_t{1} << n; }

constexpr std::array<Field, 3> kPacked69{
    {{"corners", bits(28), 0, 16}, {"edges", bits(29), 16, 28}, {"flips", bits(12), 28, 40}}};
constexpr std::array<Field, 6> kPacked71{{{"down corners", bits(18), 0, 8},
                                          {"down and middle edges", bits(25), 16, 24},
                                          {"flips of the down and middle edges", bits(8), 28, 36},
                                          {"up corners", bits(11), 8, 16},
                                          {"up edges", bits(5), 24, 28},
                                          {"flips of the up edges", bits(4), 36, 40}}};
constexpr std::array<Field, 3> kRank{
    {{"corners", 88'179'840, 0, 16}, {"edges", 239'500'800, 16, 28}, {"flips", 2048, 28, 40}}};

constexpr std::span<const Field> fields(Packing packing) {
  if (packing == Packing::packed69) return kPacked69;
  if (packing == Packing::packed71) return kPacked71;
  return kRank;
}

// The number of values of a field; at most its base.
constexpr std::uint64_t size(const Field& f, const Digits& radix) {
  std::uint64_t values = 1;
  for (int i = f.first; i < f.last; ++i) values *= radix[i];
  return values;
}

constexpr bool all_fit(Packing packing) {
  for (const Field& f : fields(packing)) {
    const std::uint64_t values = size(f, radices(packing));
    if (packing == Packing::rank ? values != f.base : std::bit_ceil(values) != f.base) return false;
  }
  return true;
}
static_assert(all_fit(Packing::packed69) && all_fit(Packing::packed71) && all_fit(Packing::rank));

// Where the digit of the n-th piece is: corner_digit or edge_digit.
using DigitOf = int (*)(int n);

// Converts the places of the pieces (indices, each once) to digits.
template <std::size_t count>
void write_places(const std::array<int, count>& place, DigitOf digit, Digits& d) {
  for (std::size_t n = 0; n < count; ++n) {
    int free_before = place[n];
    for (std::size_t earlier = 0; earlier < n; ++earlier) free_before -= place[earlier] < place[n];
    d[digit(static_cast<int>(n))] = static_cast<std::uint8_t>(free_before);
  }
}

template <std::size_t count>
std::array<int, count> read_places(DigitOf digit, const Digits& d) {
  std::array<int, count> place{};
  unsigned free = (1U << count) - 1;
  for (std::size_t n = 0; n < count; ++n) {
    unsigned rest = free;
    for (int skip = d[digit(static_cast<int>(n))]; skip > 0; --skip) rest &= rest - 1;
    place[n] = std::countr_zero(rest);
    free &= ~(1U << place[n]);
  }
  return place;
}

Digits to_digits(const Cube& c) {
  Digits d{};
  std::array<int, kCorners> corner{};
  std::array<int, kEdges> edge{};
  for (int x = 0; x < kCorners; ++x) {
    const int n = index(c.corner_at(x), kCorners);
    corner[n] = index(x, kCorners);
    d[twist_digit(n)] = static_cast<std::uint8_t>(c.twist_at(x));
  }
  for (int x = 0; x < kEdges; ++x) {
    const int n = index(c.edge_at(x), kEdges);
    edge[n] = index(x, kEdges);
    d[flip_digit(n)] = static_cast<std::uint8_t>(c.flip_at(x));
  }
  write_places(corner, corner_digit, d);
  write_places(edge, edge_digit, d);
  return d;
}

Cube to_cube(const Digits& d) {
  Cube c;
  const auto corner = read_places<kCorners>(corner_digit, d);
  const auto edge = read_places<kEdges>(edge_digit, d);
  for (int n = 0; n < kCorners; ++n) c.set_corner(nth(corner[n], kCorners), nth(n, kCorners), d[twist_digit(n)]);
  for (int n = 0; n < kEdges; ++n) c.set_edge(nth(edge[n], kEdges), nth(n, kEdges), d[flip_digit(n)]);
  return c;
}

// Fills in the three digits that the rank leaves out, all 0 so far. The place digits count inversions, so the parity of
// their sum is the parity of the permutation.
void complete(Digits& d) {
  int twists = 0;
  int flips = 0;
  int inversions = 0;
  for (int n = 0; n < kCorners; ++n) {
    twists += d[twist_digit(n)];
    inversions += d[corner_digit(n)];
  }
  for (int n = 0; n < kEdges; ++n) {
    flips += d[flip_digit(n)];
    inversions += d[edge_digit(n)];
  }
  d[twist_digit(kCorners - 1)] = static_cast<std::uint8_t>((3 - twists % 3) % 3);
  d[flip_digit(kEdges - 1)] = static_cast<std::uint8_t>(flips % 2);
  d[edge_digit(kEdges - 2)] = static_cast<std::uint8_t>(inversions % 2);
}

}  // namespace

Uint128 largest(Packing packing) {
  Uint128 number = 0;
  for (const Field& f : fields(packing)) number = number * f.base + (size(f, radices(packing)) - 1);
  return number;
}

Uint128 pack(const Cube& c, Packing packing) {
  assert(packing != Packing::rank || is_reachable(c));
  const Digits d = to_digits(c);
  const Digits& radix = radices(packing);
  Uint128 number = 0;
  for (const Field& f : fields(packing)) {
    std::uint64_t value = 0;
    for (int i = f.first; i < f.last; ++i) value = value * radix[i] + d[i] % radix[i];  // 0 where the rank has no digit
    number = number * f.base + value;
  }
  return number;
}

Expected<Cube> unpack(Uint128 number, Packing packing) {
  const Digits& radix = radices(packing);
  const auto all = fields(packing);
  std::array<Uint128, kPacked71.size()> values{};
  for (std::size_t i = all.size() - 1; i > 0; --i) {
    values[i] = number % all[i].base;
    number /= all[i].base;
  }
  values[0] = number;  // everything left over, even if too large
  Digits d{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Field& f = all[i];
    const std::uint64_t count = size(f, radix);
    if (values[i] >= count) {
      return fail(fmt::format("the field '{}' is {}; expected 0..{}, and a whole number of at most {}", f.name,
                              values[i], count - 1, largest(packing)));
    }
    auto rest = static_cast<std::uint64_t>(values[i]);
    for (int digit = f.last - 1; digit >= f.first; --digit) {
      d[digit] = static_cast<std::uint8_t>(rest % radix[digit]);
      rest /= radix[digit];
    }
  }
  if (packing == Packing::rank) complete(d);
  return to_cube(d);
}

}  // namespace superflip
