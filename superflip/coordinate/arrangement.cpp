#include "superflip/coordinate/arrangement.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace superflip {
namespace {

constexpr Index binomial(int n, int k) {
  Index b = 1;
  for (int i = 0; i < k; ++i) b = b * (n - i) / (i + 1);
  return b;
}

constexpr auto make_binomials() {
  std::array<std::array<std::uint32_t, kEdges + 1>, kEdges + 1> table{};
  for (int n = 0; n <= kEdges; ++n)
    for (int k = 0; k <= n; ++k) table[n][k] = static_cast<std::uint32_t>(binomial(n, k));
  return table;
}

constexpr auto kBinomial = make_binomials();

constexpr Index factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

constexpr Index power(int base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }

constexpr std::uint16_t all_of(PieceKind kind) { return static_cast<std::uint16_t>((1U << pieces_of(kind)) - 1); }

int count_of(const PieceSet& set) { return std::popcount(set.pieces); }

// The sum over the places i of i! times the count of greater pieces before it.
Index order_number(const std::array<std::uint8_t, kEdges>& piece, int n) {
  Index number = 0;
  for (int i = n - 1; i > 0; --i) {
    const auto greater = std::count_if(piece.begin(), piece.begin() + i, [&](std::uint8_t p) { return p > piece[i]; });
    number = (number + static_cast<Index>(greater)) * static_cast<Index>(i);
  }
  return number;
}

// The pieces in increasing order, put into the order of that number.
void order_by(Index number, std::array<std::uint8_t, kEdges>& piece, int n) {
  std::array<int, kEdges> greater{};
  for (int i = 1; i < n; ++i) {
    greater[i] = static_cast<int>(number % (i + 1));
    number /= i + 1;
  }
  for (int i = n - 1; i > 0; --i) {
    const auto from = piece.begin() + (i - greater[i]);
    std::rotate(from, from + 1, piece.begin() + i + 1);
  }
}

}  // namespace

Arrangement::Arrangement(PieceKind kind, std::vector<PieceSet> sets, Frame frame)
    : kind_(kind), sets_(std::move(sets)), frame_(frame) {
  int left = pieces_of(kind_);
  for (const PieceSet& set : sets_) {
    const int count = count_of(set);
    assert(count > 0 && count <= left);
    size_ *= kBinomial[left][count];
    if (set.ordered) size_ *= factorial(count);
    if (set.oriented) size_ *= power(orientations_of(kind_), count);
    left -= count;
  }
}

std::string Arrangement::name() const {
  std::string text;
  const auto& kind = superflip::name(kind_);
  for (const PieceSet& set : sets_) {
    if (!text.empty()) text += " * ";
    text += kind;
    if (set.pieces != all_of(kind_))
      for (int p = 0; p < pieces_of(kind_); ++p)
        if ((set.pieces >> p & 1) != 0)
          text += " " + std::string(kind_ == PieceKind::corners ? kCornerNames[p] : kEdgeNames[p]);
    text += set.ordered ? ": order" : ": place";
    if (set.oriented) text += " orientation";
    if (set.oriented && frame_ != usual_frame(kind_)) text += " " + std::string(superflip::name(frame_));
  }
  return text;
}

Arrangement::Places Arrangement::places_left(std::uint16_t left, const PieceSet& set) const {
  Places places{{}, 0};
  for (unsigned others = left & ~set.pieces; others != 0; others &= others - 1)
    places.place[places.count++] = static_cast<std::uint8_t>(std::countr_zero(others));
  for (unsigned home = left & set.pieces; home != 0; home &= home - 1)
    places.place[places.count++] = static_cast<std::uint8_t>(std::countr_zero(home));
  return places;
}

Index Arrangement::index(const Cube& c) const {
  Index number = 0;
  Index orientations = 0;
  Index weight = 1;
  const auto base = static_cast<Index>(orientations_of(kind_));
  std::uint16_t left = all_of(kind_);
  for (const PieceSet& set : sets_) {
    const Places places = places_left(left, set);
    std::array<std::uint8_t, kEdges> found{};
    int n = 0;
    Index combination = 0;
    for (int i = 0; i < places.count; ++i) {
      const int place = places.place[i];
      const int piece = piece_at(c, place);
      if ((set.pieces >> piece & 1) == 0) {
        if (n > 0) combination += kBinomial[i][n - 1];
        continue;
      }
      found[n++] = static_cast<std::uint8_t>(piece);
      left &= static_cast<std::uint16_t>(~(1U << place));
      if (set.oriented) {
        orientations = orientations * base + orientation_at(c, kind_, frame_, place);
        weight *= base;
      }
    }
    number = number * kBinomial[places.count][n] + combination;
    if (set.ordered) number = number * factorial(n) + order_number(found, n);
  }
  return number * weight + orientations;
}

void Arrangement::assign(Cube& c, Index i) const {
  // Digits from the last to the first.
  const int base = orientations_of(kind_);
  int oriented = 0;
  for (const PieceSet& set : sets_) oriented += set.oriented ? count_of(set) : 0;
  Index orientations = i % power(base, oriented);
  i /= power(base, oriented);
  std::array<Index, kEdges> combination{};
  std::array<Index, kEdges> order{};
  int count = pieces_of(kind_);
  for (const PieceSet& set : sets_) count -= count_of(set);
  for (std::size_t s = sets_.size(); s-- > 0;) {
    const int n = count_of(sets_[s]);
    count += n;
    if (sets_[s].ordered) {
      order[s] = i % factorial(n);
      i /= factorial(n);
    }
    combination[s] = i % kBinomial[count][n];
    i /= kBinomial[count][n];
  }

  const auto put = [this, &c](int place, int piece) {
    if (kind_ == PieceKind::corners)
      c.set_corner_piece(place, piece);
    else
      c.set_edge_piece(place, piece);
  };
  std::uint16_t left = all_of(kind_);
  std::uint16_t others = all_of(kind_);
  std::array<int, kEdges> oriented_place{};
  int oriented_count = 0;
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const PieceSet& set = sets_[s];
    const Places places = places_left(left, set);
    std::array<std::uint8_t, kEdges> piece{};
    int n = 0;
    for (unsigned rest = set.pieces; rest != 0; rest &= rest - 1)
      piece[n++] = static_cast<std::uint8_t>(std::countr_zero(rest));
    if (set.ordered) order_by(order[s], piece, n);
    others &= static_cast<std::uint16_t>(~set.pieces);
    // From the last place down, as the greatest binomial that is left tells whether a place is passed over.
    for (int at = places.count - 1, k = n; k > 0; --at) {
      if (combination[s] >= kBinomial[at][k - 1] && at >= k) {
        combination[s] -= kBinomial[at][k - 1];
        continue;
      }
      const int place = places.place[at];
      put(place, piece[--k]);
      left &= static_cast<std::uint16_t>(~(1U << place));
      if (set.oriented) oriented_place[oriented_count + k] = place;
    }
    if (set.oriented) oriented_count += n;
  }
  for (; others != 0; others &= static_cast<std::uint16_t>(others - 1)) {
    put(std::countr_zero(left), std::countr_zero(others));
    left &= static_cast<std::uint16_t>(left - 1);
  }
  if (oriented == 0) return;
  int sum = 0;
  unsigned unoriented = all_of(kind_);
  for (int k = oriented - 1; k >= 0; --k) {
    const auto orientation = static_cast<int>(orientations % base);
    orientations /= base;
    sum += orientation;
    set_orientation(c, kind_, frame_, oriented_place[k], orientation);
    unoriented &= ~(1U << oriented_place[k]);
  }
  for (; unoriented != 0; unoriented &= unoriented - 1) {
    set_orientation(c, kind_, frame_, std::countr_zero(unoriented), (base * kEdges - sum) % base);
    sum = 0;
  }
}

}  // namespace superflip
