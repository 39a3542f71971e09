#include "superflip/coordinate/laws.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

using Failure = std::optional<std::string>;

struct NamedMove {
  std::string name;
  Cube cube;
};

bool has_every_piece_once(const Cube& c) {
  unsigned corners = 0;
  unsigned edges = 0;
  for (int x = 0; x < kCorners; ++x) corners |= 1U << c.corner_at(x);
  for (int x = 0; x < kEdges; ++x) edges |= 1U << c.edge_at(x);
  unsigned centres = 0;
  for (int f = 0; f < kFaces; ++f) centres |= 1U << c.centre_at(f);
  return corners == (1U << kCorners) - 1 && edges == (1U << kEdges) - 1 && centres == (1U << kFaces) - 1;
}

class Checker {
 public:
  Checker(const AnyCoordinate& coordinate, std::vector<NamedMove> moves, const std::function<Cube(Random&)>& sample,
          LawEffort effort)
      : coordinate_(coordinate), moves_(std::move(moves)), is_thorough_(effort == LawEffort::thorough) {
    // Samples can be expensive, for example when few cubes have a value. So only a few are drawn, and probe() walks on
    // from these.
    const int samples = is_thorough_ ? 256 : 16;
    if (coordinate_.size() == 0) return;
    for (int i = 0; i < samples; ++i) samples_.push_back(sample(random_));
  }

  Failure values() {
    if (coordinate_.size() == 0) return "size() is 0, and must be at least 1";
    constexpr Index kAll = Index{1} << 20;
    if (is_thorough_ && coordinate_.size() <= kAll) {
      for (Index i = 0; i < coordinate_.size(); ++i)
        if (auto failure = value(i)) return failure;
      return {};
    }
    for (const Index i : {Index{0}, coordinate_.size() - 1})
      if (auto failure = value(i)) return failure;
    for (int n = 0; n < probes(); ++n)
      if (auto failure = value(random_.below(coordinate_.size()))) return failure;
    return {};
  }

  Failure assignments() {
    for (int n = 0; n < probes(); ++n) {
      Cube cube = probe();
      const Index before = coordinate_.index(cube);
      const Index i = random_.below(coordinate_.size());
      coordinate_.assign(cube, i);
      if (!has_every_piece_once(cube))
        return fmt::format("assign(cube, {}) leaves a cube that has some piece twice, where its value was {} before", i,
                           before);
      if (!coordinate_.defined(cube) || coordinate_.index(cube) != i)
        return fmt::format(
            "after assign(cube, {}) on a cube of value {} the value is {}: assign() must write "
            "everything that the value depends on",
            i, before, value_of(cube));
    }
    return {};
  }

  Failure cosets() {
    constexpr int kWalk = 8;
    for (int n = 0; n < probes(); ++n) {
      Cube g = probe();
      const Index value = coordinate_.index(g);
      if (auto failure = too_large(value)) return failure;
      Cube r = to_cube(coordinate_, value);
      for (const NamedMove& move : moves_)
        if (auto failure = differ(value, g * move.cube, r * move.cube, move.name)) return failure;
      std::string word;
      for (int step = 0; step < kWalk && coordinate_.defined(g); ++step) {
        const NamedMove& move = any_move();
        g = g * move.cube;
        r = r * move.cube;
        word += (step == 0 ? "" : " ") + move.name;
        if (auto failure = differ(value, g, r, word)) return failure;
      }
    }
    return {};
  }

  // Whether many cubes at once have the values that they have one by one.
  Failure many_cubes() {
    std::vector<Cube> cubes(256);
    for (Cube& cube : cubes) cube = probe();
    std::vector<Index> values(cubes.size());
    if (const std::size_t n = coordinate_.count_defined(cubes); n != cubes.size())
      return fmt::format("count_defined() gives {} for {} cubes that have values", n, cubes.size());
    coordinate_.indices(cubes, values);
    for (std::size_t i = 0; i < cubes.size(); ++i)
      if (values[i] != coordinate_.index(cubes[i]))
        return fmt::format("indices() gives {} for a cube of {}", values[i], value_of(cubes[i]));
    return {};
  }

  // Whether the moves lead only to cubes that have a value.
  Failure stays_defined() const {
    for (const Cube& g : samples_)
      for (const NamedMove& move : moves_)
        if (!coordinate_.defined(g * move.cube))
          return fmt::format("{} leads to a cube for which it has no value: use moves that keep the coordinate defined",
                             move.name);
    return {};
  }

  Failure symmetries() {
    const std::uint64_t set = admitted(coordinate_);
    if (generated_group(set).bits() != set) return "the symmetries that keep the solved cube's value are not a group";
    for (const Cube& g : samples_) {
      const Index value = coordinate_.index(g);
      const Cube r = to_cube(coordinate_, value);
      for (const Symmetry s : kAllSymmetries) {
        if ((set >> s & 1) == 0) continue;
        if (auto failure = differ(value, conjugate(g, s), conjugate(r, s), fmt::format("the symmetry S{}", int{s})))
          return failure;
      }
    }
    return {};
  }

 private:
  int probes() const { return is_thorough_ ? 20'000 : 64; }

  const NamedMove& any_move() { return moves_[random_.below(moves_.size())]; }

  // A random cube that has a value: a few moves away from one of the samples.
  Cube probe() {
    constexpr int kSteps = 4;
    Cube cube = samples_[random_.below(samples_.size())];
    for (int step = 0; step < kSteps; ++step) {
      const Cube next = cube * any_move().cube;
      if (coordinate_.defined(next)) cube = next;
    }
    return cube;
  }

  std::string value_of(const Cube& cube) const {
    return coordinate_.defined(cube) ? "value " + std::to_string(coordinate_.index(cube)) : std::string("no value");
  }

  Failure value(Index i) const {
    const Cube cube = to_cube(coordinate_, i);
    if (!has_every_piece_once(cube)) return fmt::format("to_cube({}) has some piece twice", i);
    if (coordinate_.defined(cube) && coordinate_.index(cube) == i) return {};
    return fmt::format("to_cube({}) is a cube of {}: index(to_cube(i)) must be i", i, value_of(cube));
  }

  Failure too_large(Index i) const {
    if (i < coordinate_.size()) return {};
    return fmt::format("index() gives {}, and size() is {}: expected 0 to {}", i, coordinate_.size(),
                       coordinate_.size() - 1);
  }

  // An error if a and b have different values. They are what two cubes of `value` became after the same moves.
  Failure differ(Index value, const Cube& a, const Cube& b, const std::string& after) const {
    const bool is_defined = coordinate_.defined(a);
    if (is_defined)
      if (auto failure = too_large(coordinate_.index(a))) return failure;
    if (is_defined == coordinate_.defined(b) && (!is_defined || coordinate_.index(a) == coordinate_.index(b)))
      return {};
    return fmt::format(
        "of two cubes of value {} one has {} after {}, and the other {}: the values must be cosets, so "
        "that cubes of equal value have equal values after every move",
        value, value_of(a), after, value_of(b));
  }

  const AnyCoordinate& coordinate_;
  std::vector<NamedMove> moves_;
  bool is_thorough_;
  Random random_{1};
  std::vector<Cube> samples_;
};

Expected<void> verdict(const AnyCoordinate& coordinate, Checker&& checker, bool with_symmetries) {
  Failure failure = checker.values();
  if (!failure) failure = checker.assignments();
  if (!failure) failure = checker.cosets();
  if (!failure) failure = checker.many_cubes();
  if (!failure && with_symmetries) failure = checker.symmetries();
  if (failure) return fail(ErrorKind::bad_option, coordinate.name() + " is not a coordinate: " + *failure);
  return {};
}

}  // namespace

Expected<void> check_laws(const AnyCoordinate& coordinate, LawEffort effort) {
  const Centres centres = centres_of(coordinate);
  const MoveSet all = *parse_move_set(centres == Centres::fixed ? "all" : "all M E S x y z", Metric::htm, centres);
  std::vector<NamedMove> moves;
  for (const Step& step : all.steps()) moves.push_back({step.name, step.cube});
  const auto sample = [&](Random& random) { return coordinate.sample(random); };
  return verdict(coordinate, Checker(coordinate, std::move(moves), sample, effort),
                 effort == LawEffort::thorough && coordinate.defined(kSolved));
}

Expected<void> check_laws(const AnyCoordinate& coordinate, const MoveSet& set, std::span<const Cube> from,
                          LawEffort effort) {
  std::vector<NamedMove> moves;
  for (const Step& step : set.steps()) moves.push_back({step.name, step.cube});
  // Whether the moves lead to all cubes among which the coordinate draws its samples.
  const bool is_anywhere =
      set.generates_everything() && set.centres() == Centres::fixed && centres_of(coordinate) == Centres::fixed;
  const auto sample = [&](Random& random) {
    if (is_anywhere) return coordinate.sample(random);
    constexpr int kLong = 100;
    Cube cube = from[random.below(from.size())];
    for (int i = 0; i < kLong; ++i) cube = cube * moves[random.below(moves.size())].cube;
    return cube;
  };
  Checker checker(coordinate, moves, sample, effort);
  if (const Failure failure = checker.stays_defined())
    return fail(ErrorKind::bad_option, coordinate.name() + " cannot be used with these moves: " + *failure);
  return verdict(coordinate, std::move(checker), false);
}

Expected<void> check_independent(std::span<const AnyCoordinate> parts) {
  constexpr int kProbes = 200;
  Random random(1);
  // Written as a product writes them (product.h), both must keep their values.
  const auto are_independent = [&random](const AnyCoordinate& one, const AnyCoordinate& other) {
    const bool is_later = one.follows_pieces() && !other.follows_pieces();
    const AnyCoordinate& first = is_later ? other : one;
    const AnyCoordinate& second = is_later ? one : other;
    for (int n = 0; n < kProbes; ++n) {
      Cube cube = kSolved;
      const Index i = random.below(first.size());
      const Index j = random.below(second.size());
      first.assign(cube, i);
      second.assign(cube, j);
      if (first.defined(cube) && second.defined(cube) && (first.index(cube) != i || second.index(cube) != j))
        return false;
    }
    return true;
  };
  for (std::size_t j = 1; j < parts.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (!are_independent(parts[i], parts[j]))
        return fail(ErrorKind::bad_option,
                    fmt::format("{} and {} are not independent: a value of one changes the value of the other. Make "
                                "one coordinate of both",
                                parts[i].name(), parts[j].name()));
  return {};
}

}  // namespace superflip
