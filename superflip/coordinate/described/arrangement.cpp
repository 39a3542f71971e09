#include "superflip/coordinate/described/arrangement.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "superflip/base/detail/combinatorics.h"
#include "superflip/coordinate/detail/place_kernel.h"
#include "superflip/cube/move_set.h"

namespace superflip {
namespace {

constexpr auto make_binomials() {
  std::array<std::array<std::uint32_t, kEdges + 1>, kEdges + 1> table{};
  for (int n = 0; n <= kEdges; ++n)
    for (int k = 0; k <= n; ++k) table[n][k] = static_cast<std::uint32_t>(binomial(n, k));
  return table;
}

constexpr auto kBinomial = make_binomials();

constexpr Index power(int base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }

constexpr std::uint16_t all_of(PieceKind kind) { return static_cast<std::uint16_t>((1U << pieces_of(kind)) - 1); }

int count_of(const PieceSet& set) { return std::popcount(set.pieces); }

// For each place of the kind the places to which the moves carry its piece, in any number of steps.
std::array<std::uint16_t, kEdges> orbits_of(PieceKind kind, const MoveSet& moves) {
  std::array<std::uint16_t, kEdges> orbit{};
  for (int place = 0; place < pieces_of(kind); ++place) orbit[place] = static_cast<std::uint16_t>(1U << place);
  for (const Step& step : moves.steps())
    for (int place = 0; place < pieces_of(kind); ++place) {
      const std::uint16_t joined = orbit[place] | orbit[piece_at(step.cube, kind, place)];
      for (int other = 0; other < pieces_of(kind); ++other)
        if ((joined >> other & 1) != 0) orbit[other] = joined;
    }
  return orbit;
}

// The order of pieces that stay on the places of an orbit. Unlike an Arrangement, it leaves the other places alone, so
// that several can be assigned to one cube. Precondition of assign: the orbit holds its pieces.
class OrbitArrangement {
 public:
  OrbitArrangement(PieceKind kind, std::uint16_t pieces, Frame frame, std::uint16_t orbit)
      : kind_(kind), pieces_(pieces), orbit_(orbit), arrangement_(kind, {{pieces, true, false}}, frame) {}

  std::string name() const { return arrangement_.name(); }
  Index size() const { return arrangement_.size(); }
  Index index(const Cube& c) const { return arrangement_.index(c); }
  void assign(Cube& c, Index i) const {
    Cube seen;
    arrangement_.assign(seen, i);
    unsigned others = orbit_ & ~pieces_;
    for (unsigned places = orbit_; places != 0; places &= places - 1) {
      const int place = std::countr_zero(places);
      const int piece = piece_at(seen, kind_, place);
      if ((pieces_ >> piece & 1) != 0) {
        set_piece(c, kind_, place, piece);
        continue;
      }
      set_piece(c, kind_, place, others != 0 ? std::countr_zero(others) : piece);
      others &= others - 1;
    }
  }
  bool is_described() const { return true; }
  Covered covered() const { return arrangement_.covered(); }

 private:
  PieceKind kind_;
  std::uint16_t pieces_;
  std::uint16_t orbit_;
  Arrangement arrangement_;
};

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
  is_permutation_ = sets_.size() == 1 && sets_[0].ordered && !sets_[0].oriented && left == 0;
}

std::vector<AnyCoordinate> Arrangement::factors(const MoveSet& moves, std::span<const Cube> from) const {
  if (std::any_of(sets_.begin(), sets_.end(), [](const PieceSet& set) { return !set.ordered || set.oriented; }))
    return {};
  const std::array<std::uint16_t, kEdges> orbit = orbits_of(kind_, moves);
  for (const Cube& cube : from)
    for (int place = 0; place < pieces_of(kind_); ++place)
      if ((orbit[place] >> piece_at(cube, kind_, place) & 1) == 0) return {};
  std::vector<AnyCoordinate> factors;
  for (const PieceSet& set : sets_)
    for (unsigned pieces = set.pieces; pieces != 0;) {
      const std::uint16_t places = orbit[std::countr_zero(pieces)];
      factors.emplace_back(OrbitArrangement(kind_, static_cast<std::uint16_t>(set.pieces & places), frame_, places));
      pieces &= ~static_cast<unsigned>(places);
    }
  return factors;
}

Covered Arrangement::covered() const {
  std::uint16_t places = 0;
  std::uint16_t turned = 0;
  for (const PieceSet& set : sets_) {
    if (set.ordered || count_of(set) == 1) places |= set.pieces;
    if (set.oriented) turned |= set.pieces;
  }
  if (kind_ == PieceKind::centres) return {.centre_places = places, .turns = turned};
  return kind_ == PieceKind::corners ? Covered{.corner_places = places, .twists = turned}
                                     : Covered{.edge_places = places, .flips = turned};
}

std::string Arrangement::name() const {
  std::string text;
  const auto& kind = superflip::name(kind_);
  for (const PieceSet& set : sets_) {
    if (!text.empty()) text += " * ";
    text += kind;
    if (set.pieces != all_of(kind_))
      for (int p = 0; p < pieces_of(kind_); ++p)
        if ((set.pieces >> p & 1) != 0) text += " " + std::string(piece_name(kind_, p));
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
  if (is_permutation_)
    return permutation_number(pieces_of(kind_), [&](int place) { return piece_at(c, kind_, place); });
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
      const int piece = piece_at(c, kind_, place);
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
    if (set.ordered) number = number * factorial(n) + permutation_number(n, [&found](int p) { return found[p]; });
  }
  return number * weight + orientations;
}

void Arrangement::indices(std::span<const Cube> cubes, std::span<Index> to) const {
  detail::PlaceSteps steps(kind_, frame_);
  for (const PieceSet& set : sets_) steps.add(set.pieces, set.ordered, set.oriented);
  detail::arrangement_indices(steps, cubes, to);
}

Arrangement::Digits Arrangement::digits_of(Index i) const {
  Digits digits{};
  int count = pieces_of(kind_);
  int oriented = 0;
  for (const PieceSet& set : sets_) {
    count -= count_of(set);
    oriented += set.oriented ? count_of(set) : 0;
  }
  digits.orientations = i % power(orientations_of(kind_), oriented);
  i /= power(orientations_of(kind_), oriented);
  digits.oriented = oriented;
  for (std::size_t s = sets_.size(); s-- > 0;) {
    const int n = count_of(sets_[s]);
    count += n;
    if (sets_[s].ordered) {
      digits.order[s] = static_cast<std::uint32_t>(i % factorial(n));
      i /= factorial(n);
    }
    digits.combination[s] = i % kBinomial[count][n];
    i /= kBinomial[count][n];
  }
  return digits;
}

std::uint16_t Arrangement::put_set(Cube& c, const PieceSet& set, Index combination, std::uint32_t order,
                                   std::uint16_t left, std::array<int, kEdges>& places_of) const {
  const Places places = places_left(left, set);
  std::array<std::uint8_t, kEdges> sorted{};
  int n = 0;
  for (unsigned rest = set.pieces; rest != 0; rest &= rest - 1)
    sorted[n++] = static_cast<std::uint8_t>(std::countr_zero(rest));
  std::array<std::uint8_t, kEdges> piece = sorted;
  if (set.ordered) put_permutation(n, order, [&](int place, int thing) { piece[place] = sorted[thing]; });
  // From the last place down: comparing with the largest remaining binomial decides whether a place is skipped.
  for (int at = places.count - 1, k = n; k > 0; --at) {
    if (combination >= kBinomial[at][k - 1] && at >= k) {
      combination -= kBinomial[at][k - 1];
      continue;
    }
    const int place = places.place[at];
    set_piece(c, kind_, place, piece[--k]);
    left &= static_cast<std::uint16_t>(~(1U << place));
    places_of[k] = place;
  }
  return left;
}

void Arrangement::orient(Cube& c, const Digits& digits, const std::array<int, kEdges>& places) const {
  const int base = orientations_of(kind_);
  Index orientations = digits.orientations;
  int sum = 0;
  unsigned others = all_of(kind_);
  for (int k = digits.oriented - 1; k >= 0; --k) {
    const auto orientation = static_cast<int>(orientations % base);
    orientations /= base;
    sum += orientation;
    set_orientation(c, kind_, frame_, places[k], orientation);
    others &= ~(1U << places[k]);
  }
  for (; others != 0; others &= others - 1) {
    const int orientation = has_fixed_sum(kind_) ? (base * kEdges - sum) % base : 0;
    set_orientation(c, kind_, frame_, std::countr_zero(others), orientation);
    sum = 0;
  }
}

void Arrangement::assign(Cube& c, Index i) const {
  const Digits digits = digits_of(i);
  std::uint16_t left = all_of(kind_);
  std::uint16_t others = all_of(kind_);
  std::array<int, kEdges> oriented{};  // the places of the pieces of oriented sets
  int count = 0;
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    std::array<int, kEdges> places{};
    left = put_set(c, sets_[s], digits.combination[s], digits.order[s], left, places);
    others &= static_cast<std::uint16_t>(~sets_[s].pieces);
    if (sets_[s].oriented)
      for (int k = 0; k < count_of(sets_[s]); ++k) oriented[count++] = places[k];
  }
  for (; others != 0; others &= static_cast<std::uint16_t>(others - 1)) {
    set_piece(c, kind_, std::countr_zero(left), std::countr_zero(others));
    left &= static_cast<std::uint16_t>(left - 1);
  }
  if (digits.oriented > 0) orient(c, digits, oriented);
}

}  // namespace superflip
