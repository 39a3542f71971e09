#include "superflip/solver/coset/g1_numbers.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace superflip::coset {
namespace {

// U and D among the letters of G1.
constexpr std::size_t kU = 0;
constexpr std::size_t kD = 5;
static_assert(kG1Letters[kU] == make_move(U, 1) && kG1Letters[kD] == make_move(D, 1));

// What a letter of G1 makes from the solved cube.
Cube cube_of(std::size_t n) {
  const auto [first, second] = moves_of(kG1Letters[n]);
  const Cube cube = kMoveCubes[first];
  return second == kNoMove ? cube : apply(cube, second);
}

template <std::size_t N>
int parity_of(const std::array<std::uint8_t, N>& permutation) {
  int inversions = 0;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i + 1; j < N; ++j) inversions += permutation[i] > permutation[j] ? 1 : 0;
  return inversions & 1;
}

template <std::size_t N>
std::uint64_t bytes_of(const std::array<std::uint8_t, N>& pieces) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, pieces.data(), N);
  return bytes;
}

// The places from which each letter of G1 takes the pieces to places 0..7.
std::array<std::array<std::uint8_t, 8>, kG1Letters.size()> places_of(int (Cube::*piece_at)(int) const) {
  std::array<std::array<std::uint8_t, 8>, kG1Letters.size()> places{};
  for (std::size_t n = 0; n < places.size(); ++n) {
    const Cube cube = cube_of(n);
    for (int x = 0; x < 8; ++x) places[n][static_cast<std::size_t>(x)] = static_cast<std::uint8_t>((cube.*piece_at)(x));
  }
  return places;
}

}  // namespace

std::uint32_t Arrangements::lexical(const Labels& labels) const {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  for (int x = 0; x < 4; ++x) {
    low |= std::uint32_t{labels[x]} << (2 * x);
    high |= std::uint32_t{labels[4 + x]} << (2 * x);
  }
  return first_[low] + rest_[high];
}

Arrangements::Arrangements(const std::array<std::array<std::uint8_t, 8>, kG1Letters.size()>& places) {
  // The lexical number: arrangements of places 0..3 one after the other, each followed by those of the rest.
  std::uint32_t next = 0;
  std::vector<Labels> of_lexical;
  for (std::uint32_t low = 0; low < 256; ++low) {
    first_[low] = static_cast<std::uint16_t>(next);
    std::uint8_t rests = 0;
    for (std::uint32_t high = 0; high < 256; ++high) {
      std::array<int, 4> seen{};
      Labels labels{};
      for (int x = 0; x < 8; ++x) {
        labels[x] = static_cast<std::uint8_t>((x < 4 ? low : high) >> (2 * (x & 3)) & 3);
        ++seen[labels[x]];
      }
      if (seen != std::array<int, 4>{2, 2, 2, 2}) continue;
      rest_[high] = rests++;
      of_lexical.push_back(labels);
    }
    next += rests;
  }
  assert(next == kArrangements);
  for (std::uint32_t i = 0; i < kArrangements; ++i) {
    reading_[i].arrangement = kArrangements;
    for (int label = 0; label < 4; ++label)
      reading_[i].shift[label] = static_cast<std::uint8_t>(
          std::find(of_lexical[i].begin(), of_lexical[i].end(), label) - of_lexical[i].begin());
  }

  // Numbers by orbits under <U, D>. The pieces with relabelling 0 of the first arrangement of an orbit are carried
  // along by the turns, which makes delta 0.
  using Pieces = std::array<std::uint8_t, 8>;
  const auto moved = [&](const Pieces& pieces, std::size_t letter) {
    Pieces to{};
    for (int x = 0; x < 8; ++x) to[x] = pieces[places[letter][x]];
    return to;
  };
  std::uint16_t count = 0;
  for (std::uint32_t start = 0; start < kArrangements; ++start) {
    if (reading_[start].arrangement != kArrangements) continue;
    Pieces pieces{};
    std::array<int, 4> seen{};
    for (int x = 0; x < 8; ++x) {
      const std::uint8_t label = of_lexical[start][x];
      pieces[x] = static_cast<std::uint8_t>(2 * label + seen[label]++);
    }
    orbits_.push_back({count, 0});
    for (int i = 0; i < 4; ++i, pieces = moved(pieces, kU))
      for (int j = 0; j < 4; ++j, pieces = moved(pieces, kD)) {
        Labels labels{};
        for (int x = 0; x < 8; ++x) labels[x] = pieces[x] >> 1;
        Reading& reading = reading_[lexical(labels)];
        if (reading.arrangement != kArrangements) continue;
        reading.arrangement = count;
        std::uint8_t rho = 0;
        for (int label = 0; label < 4; ++label)
          rho = static_cast<std::uint8_t>(rho | (pieces[reading.shift[label]] & 1) << label);
        reading.rho = rho;
        labels_[count] = labels;
        rho_[count] = rho;
        parity_[count] = static_cast<std::uint8_t>(parity_of(pieces));
        orbit_of_[count] = static_cast<std::uint16_t>(orbits_.size() - 1);
        ++count;
        ++orbits_.back().size;
      }
  }
  assert(count == kArrangements);

  for (std::uint16_t a = 0; a < kArrangements; ++a) {
    const Pieces from = this->pieces({a, 0});
    for (std::size_t n = 0; n < kG1Letters.size(); ++n) {
      const Number to = number(bytes_of(moved(from, n)));
      steps_[a][n] = {to.arrangement, to.relabelling};
    }
  }
}

std::array<std::uint8_t, 8> Arrangements::pieces(Number number) const {
  std::array<std::uint8_t, 8> pieces{};
  std::array<int, 4> seen{};
  for (int x = 0; x < 8; ++x) {
    const std::uint8_t label = labels_[number.arrangement][x];
    const int first = (number.relabelling ^ rho_[number.arrangement]) >> label & 1;
    pieces[x] = static_cast<std::uint8_t>(2 * label + (first ^ seen[label]++));
  }
  return pieces;
}

G1Numbers::G1Numbers() : corners(places_of(&Cube::corner_at)), edges(places_of(&Cube::edge_at)) {
  slice_number.fill(0);
  std::array<std::uint8_t, 4> order{0, 1, 2, 3};
  std::uint8_t s = 0;
  do {
    if (order[3] != 3) continue;
    for (std::uint8_t a = 0; a < 4; ++a) {
      std::uint32_t key = 0;
      for (int x = 0; x < 4; ++x) {
        slice_pieces[4 * s + a][x] = order[x] ^ a;
        key |= std::uint32_t{slice_pieces[4 * s + a][x]} << (2 * x);
      }
      slice_number[key] = static_cast<std::uint8_t>(4 * s + a);
    }
    slice_parity[s] = static_cast<std::uint8_t>(parity_of(order));
    ++s;
  } while (std::next_permutation(order.begin(), order.end()));
  assert(s == kSliceOrders);
  for (std::size_t n = 0; n < kG1Letters.size(); ++n) {
    const Cube cube = cube_of(n);
    for (std::uint32_t from = 0; from < kSliceOrders; ++from) {
      std::uint32_t key = 0;
      for (int x = 0; x < 4; ++x) key |= std::uint32_t{slice_pieces[4 * from][cube.edge_at(8 + x) - 8]} << (2 * x);
      slice_steps[from][n] = {static_cast<std::uint16_t>(slice_number[key] >> 2),
                              static_cast<std::uint8_t>(slice_number[key] & 3)};
    }
  }
}

Place G1Numbers::place(const Cube& element) const {
  std::array<std::uint8_t, 8> corner{};
  std::array<std::uint8_t, 8> edge{};
  std::uint32_t slice = 0;
  for (int x = 0; x < 8; ++x) {
    corner[x] = static_cast<std::uint8_t>(element.corner_at(x));
    edge[x] = static_cast<std::uint8_t>(element.edge_at(x));
  }
  for (int x = 0; x < 4; ++x) slice |= static_cast<std::uint32_t>(element.edge_at(8 + x) & 3) << (8 * x);
  return place(bytes_of(corner), bytes_of(edge), slice);
}

Cube G1Numbers::element(Place place) const {
  const auto page = static_cast<std::uint16_t>(place.page);
  const auto edge = static_cast<std::uint16_t>(place.bit / kVectorBits / kSliceOrders);
  const std::uint32_t order = place.bit / kVectorBits % kSliceOrders;
  const auto kc = static_cast<std::uint8_t>(place.bit >> 3 & 15);
  auto ke = static_cast<std::uint8_t>(place.bit & 7);
  const int sign = corners.parity(page) + edges.parity(edge) + slice_parity[order] + std::popcount(unsigned{kc}) +
                   std::popcount(unsigned{ke});
  if ((sign & 1) != 0) ke |= 8;
  Cube cube;
  const auto corner_pieces = corners.pieces({page, kc});
  const auto edge_pieces = edges.pieces({edge, ke});
  for (int x = 0; x < 8; ++x) {
    cube.set_corner(x, corner_pieces[x], 0);
    cube.set_edge(x, edge_pieces[x], 0);
  }
  for (int x = 0; x < 4; ++x) cube.set_edge(8 + x, 8 + slice_pieces[4 * order + (place.bit >> 7 & 3)][x], 0);
  return cube;
}

const G1Numbers& g1_numbers() {
  static const G1Numbers made;
  return made;
}

}  // namespace superflip::coset
