#include "superflip/engine/detail/holding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/coordinate/orientation.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/way.h"
#include "superflip/solver/generic/pattern_goals.h"
#include "superflip/solver/pocket/coordinate.h"

namespace superflip::detail {

namespace {

// Whether the rotation maps the set of moves to itself. Then the same tables can be used, and only the numbers of the
// steps are permuted. Otherwise a conjugated set is used, in which each step keeps its number.
bool keeps_moves(const Question& question) {
  return (question.moves->symmetries() >> static_cast<int>(question.held) & 1) != 0;
}

std::uint32_t options_at(const Pattern& pattern, PieceKind kind, int place) {
  if (kind == PieceKind::centres) return pattern.centre[place];
  return kind == PieceKind::corners ? pattern.corner[place] : pattern.edge[place];
}

// Whether two pieces with their orientations, as bits of Pattern, are the same for the pattern wherever they are and
// however they are turned.
bool act_alike(const Pattern& pattern, PieceKind kind, int bit, int other) {
  const int n = orientations_of(kind);
  const auto allows = [&](int place, int piece, int orientation) {
    return (options_at(pattern, kind, place) >> (n * piece + orientation) & 1) != 0;
  };
  for (int place = 0; place < pieces_of(kind); ++place)
    for (int turn = 0; turn < n; ++turn)
      if (allows(place, bit / n, (bit + turn) % n) != allows(place, other / n, (other + turn) % n)) return false;
  return true;
}

// What is not the same for the goal whichever option of the start it is: the first such place, or centre. Precondition:
// the start has one rotation.
std::optional<std::string> what_matters(const Pattern& start, const std::vector<Pattern>& goals) {
  const auto differ = [&](std::uint32_t options, PieceKind kind) {
    const int first = std::countr_zero(options);
    for (; options != 0; options &= options - 1)
      for (const Pattern& goal : goals)
        if (!act_alike(goal, kind, first, std::countr_zero(options))) return true;
    return false;
  };
  for (const PieceKind kind : {PieceKind::corners, PieceKind::edges})
    for (int x = 0; x < pieces_of(kind); ++x)
      if (differ(options_at(start, kind, x), kind)) return fmt::format("what is at {}", piece_name(kind, x));
  const Cube& carried = kSymmetryCubes[Symmetry(std::countr_zero(start.rotations))];
  for (int f = 0; f < kFaces; ++f) {
    const int centre = carried.centre_at(f);
    if (differ(start.turns_at(f, centre) << 4 * centre, PieceKind::centres))
      return fmt::format("how the centre {} is turned", piece_name(PieceKind::centres, centre));
  }
  return std::nullopt;
}

// Whether two patterns say the same of a centre on a face, if both have rotations that carry it there. Then they are
// one pattern. Precondition: they say the same of all other pieces; those that no rotation carries there have no
// options.
bool are_one(const Pattern& a, const Pattern& b) {
  for (int f = 0; f < kFaces; ++f)
    for (int centre = 0; centre < kFaces; ++centre) {
      const unsigned turns = a.turns_at(f, centre);
      if (const unsigned others = b.turns_at(f, centre); turns != others && turns != 0 && others != 0) return false;
    }
  return true;
}

// Narrowed patterns, of which those that are one are joined. There may be a quarter of a million: 100 targets, in all
// holdings, up to a last turn and a last rotation.
class Joined {
 public:
  void add(const Pattern& pattern) {
    std::vector<std::size_t>& like = like_[{pattern.corner, pattern.edge}];
    const auto same =
        std::find_if(like.begin(), like.end(), [&](std::size_t i) { return are_one(patterns_[i], pattern); });
    if (same == like.end()) {
      like.push_back(patterns_.size());
      patterns_.push_back(pattern);
      return;
    }
    Pattern& one = patterns_[*same];
    one.rotations |= pattern.rotations;
    for (int f = 0; f < kFaces; ++f) one.centre[f] |= pattern.centre[f];
  }

  // In the order in which they were added.
  std::vector<Pattern> take() && { return std::move(patterns_); }

 private:
  using Pieces = std::pair<decltype(Pattern::corner), decltype(Pattern::edge)>;

  std::vector<Pattern> patterns_;
  std::map<Pieces, std::vector<std::size_t>> like_;  // those with the same corners and edges
};

// Adds what each place really holds in the reachable cubes that fit. Whether these are odd depends on the rotation, and
// with what is said of turns, each rotation may allow others.
void add_narrowed(const Pattern& pattern, NarrowedPatterns& at_home, Joined& patterns) {
  const auto add = [&](std::uint64_t rotations) {
    Pattern some = pattern;
    some.rotations &= rotations;
    if (some.rotations == 0) return;
    const std::optional<Pattern> home = at_home.of(with_home_centres(some));
    if (!home) return;
    const Symmetry held(std::countr_zero(some.rotations));
    Pattern narrowed = held == Symmetry{} ? *home : *home * kSymmetryCubes[held];
    narrowed.rotations = some.rotations;
    if (!pattern.leaves_turns_free())
      for (int f = 0; f < kFaces; ++f) narrowed.centre[f] &= 15U << 4 * kSymmetryCubes[held].centre_at(f);
    patterns.add(narrowed);
  };
  std::array<std::uint64_t, 2> by_parity{};
  for (const Symmetry s : kAllRotations) {
    const std::uint64_t bit = std::uint64_t{1} << s;
    if (!pattern.leaves_turns_free()) add(bit);
    by_parity[static_cast<std::size_t>(centre_parity(kSymmetryCubes[s]))] |= bit;
  }
  if (pattern.leaves_turns_free())
    for (const std::uint64_t rotations : by_parity) add(rotations);
}

// Without the rotations that no word of the moves leads to, unless that are all.
Pattern with_reached_rotations(Pattern pattern, const Cube& from, const MoveSet& moves) {
  const std::uint64_t reached = reached_rotations(from, moves);
  if ((pattern.rotations & reached) != 0) pattern.rotations &= reached;
  return pattern;
}

// Replaces patterns that few cubes fit by these cubes: the solvers of whole cubes are far faster for them than
// coordinates are.
void list_few_cubes(Question& question) {
  constexpr unsigned kFew = 100;
  auto& patterns = question.goal.patterns;
  if (patterns.empty() || question.moves || question.solver) return;
  Uint128 all = 0;
  for (const Pattern& pattern : patterns) {
    all += Completions(pattern).count();
    if (all > kFew) return;
  }
  std::vector<Pattern> cubes;
  for (const Pattern& pattern : patterns)
    for (const Cube& cube : Completions(pattern).list())
      if (const Pattern one = Pattern::of(cube); std::find(cubes.begin(), cubes.end(), one) == cubes.end())
        cubes.push_back(one);
  patterns = std::move(cubes);
}

// The answer is for the start's pattern as a goal.
bool is_backwards(const Question& question) { return question.start.has_value(); }

// Patterns of goals are for the cube as it is held, so it is solved as it is held: then all holdings share the tables.
// A robot turns the cube as it is held, too.
bool is_as_held(const Question& question) {
  return !is_backwards(question) && (!question.goal.patterns.empty() || question.robot);
}

// The word, as it is for the cube as it is held.
void turn_back(Solution& solution, const Question& question) {
  if (is_backwards(question)) {
    solution.moves = normalise(conjugate(inverse(solution.moves), solution.rotation));
    solution.rotation = inverse(solution.rotation);
    std::reverse(solution.steps.begin(), solution.steps.end());
    if (question.moves)
      for (int& step : solution.steps) step = question.moves->inverse(step);
  }
  if (question.held == Symmetry{} || is_as_held(question)) return;
  turn_moves(solution, question.held);
  solution.rotation = inverse(question.held) * solution.rotation * question.held;
  if (question.moves && keeps_moves(question))
    for (int& step : solution.steps) step = question.moves->conjugate(step, question.held);
}

// Whether the word does on the question's own cube what was asked for.
bool is_right(const Question& question, const Solution& word) {
  if (is_backwards(question)) {
    Question from_solved = question;
    from_solved.cube = kSolved;
    return question.start->holds(question.goal.cube * inverse(superflip::after(from_solved, word)));
  }
  const Cube after = superflip::after(question, word);
  if (!question.goal.patterns.empty())
    return std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                       [&](const Pattern& pattern) { return pattern.holds(after); });
  if (question.puzzle == Puzzle::pocket)
    return PocketCorners::index(inverse(question.goal.cube) * after) == PocketCorners::index(kSolved);
  if (question.goal.coordinates.empty()) return after == question.goal.cube;
  return std::all_of(question.goal.coordinates.begin(), question.goal.coordinates.end(), [&](const auto& goal) {
    return std::any_of(goal.goals.begin(), goal.goals.end(), [&](const Cube& wanted) {
      return std::all_of(goal.coordinate.parts.begin(), goal.coordinate.parts.end(), [&](const AnyCoordinate& part) {
        return is_defined(part, after) && part.index(after) == part.index(wanted);
      });
    });
  });
}

}  // namespace

std::optional<Pattern> NarrowedPatterns::of(const Pattern& home) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(home); found != known_.end()) return found->second;
  }
  std::optional<Pattern> narrowed;
  if (const Completions completions(home); completions.count() != 0) narrowed = completions.narrowed();
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMost) known_.clear();
  known_.try_emplace(home, narrowed);
  return narrowed;
}

std::size_t NarrowedPatterns::size() const {
  const std::lock_guard lock(mutex_);
  return known_.size();
}

Expected<Question> simplified(const Question& question, const Until& until, NarrowedPatterns* narrowed) {
  if (const auto checked = check_question(question); !checked) return tl::unexpected<Error>(checked.error());
  Question simple = question;
  for (CoordinateGoal& coordinate : simple.goal.coordinates)
    if (coordinate.goals.empty()) coordinate.goals = {question.goal.cube};
  if (!question.start && question.goal.patterns.empty()) return simple;
  if (!question.goal.coordinates.empty() || question.puzzle != Puzzle::cube)
    return fail(ErrorKind::bad_option,
                "incomplete cubes, patterns and several cubes to reach are for the 3x3x3, and cannot be combined with "
                "coordinates");
  const Centres centres = centres_of(question);
  const auto of_moves = [centres](Pattern pattern) {
    if (centres == Centres::fixed) pattern.rotations &= Pattern::kAtHome;
    if (centres != Centres::turned) pattern.centre = Pattern::kAnyTurns;
    return pattern;
  };
  Joined goals;
  NarrowedPatterns alone;  // what is known of an incomplete cube is hardly asked again
  NarrowedPatterns& of_goals = narrowed != nullptr ? *narrowed : alone;
  bool is_first = true;
  for (Pattern pattern : question.goal.patterns) {
    if (!std::exchange(is_first, false) && until.is_over())
      return fail(ErrorKind::stopped, "stopped while the goals were prepared");
    pattern = of_moves(pattern);
    if (!pattern.leaves_turns_free() && !question.start && question.held == Symmetry{})
      pattern = with_reached_rotations(pattern, question.cube, *moves_of(question));
    add_narrowed(pattern, of_goals, goals);
  }
  simple.goal.patterns = std::move(goals).take();
  if (!question.goal.patterns.empty() && simple.goal.patterns.empty())
    return fail(ErrorKind::impossible, "no reachable cube fits the goal");
  if (simple.goal.patterns.size() == 1)
    if (const auto cube = simple.goal.patterns.front().only(centres)) {
      simple.goal.cube = *cube;
      simple.goal.patterns.clear();
    }
  if (!question.start) return simple;
  Joined narrowed_starts;
  add_narrowed(of_moves(*question.start), alone, narrowed_starts);
  const std::vector<Pattern> starts = std::move(narrowed_starts).take();
  if (starts.empty()) return fail(ErrorKind::impossible, "no reachable cube fits what is known");
  if (starts.size() > 1 || std::popcount(starts.front().rotations) > 1)
    return fail(ErrorKind::bad_option, "it is not known where the centres of the cube are");
  simple.start = starts.front();
  if (simple.start->only(centres) || !simple.goal.patterns.empty()) {
    if (!simple.goal.patterns.empty())
      if (const auto unknown = what_matters(*simple.start, simple.goal.patterns))
        return fail(ErrorKind::bad_option, fmt::format("{} is not fully known, and the goal depends on it", *unknown));
    simple.cube = first_cube(*simple.start, centres);
    simple.start.reset();
  }
  return simple;
}

std::uint64_t reached_rotations(const Cube& from, const MoveSet& moves) {
  const auto start = rotation_of_centres(from);
  if (!start) return ~std::uint64_t{0};
  const std::uint64_t added = generic::rotations_of(moves);
  std::uint64_t reached = 0;
  for (const Symmetry s : kAllRotations)
    if ((added >> s & 1) != 0) reached |= std::uint64_t{1} << *start * s;
  return reached;
}

Cube first_cube(const Pattern& pattern, Centres centres) {
  const Pattern home = with_home_centres(pattern);
  const Cube one = Completions(home).first();
  return (centres == Centres::turned ? with_turns(one, home) : one) *
         kSymmetryCubes[Symmetry(std::countr_zero(pattern.rotations))];
}

Question to_standard(const Question& question) {
  Question standard = question;
  if (is_backwards(question)) {
    if (question.moves) standard.moves = std::make_shared<const MoveSet>(question.moves->reversed());
    standard.cube = question.goal.cube;
    standard.goal.patterns = {*question.start};
    standard.start.reset();
  } else if (is_as_held(question)) {
    if (question.goal.patterns.empty()) standard.cube = inverse(question.goal.cube) * question.cube;
    standard.cube = conjugate(standard.cube, question.held);
    for (Pattern& pattern : standard.goal.patterns) pattern = conjugate(pattern, question.held);
  } else if (question.goal.coordinates.empty() && question.goal.patterns.empty()) {
    standard.cube = inverse(question.goal.cube) * question.cube;
  }
  list_few_cubes(standard);
  standard.goal.cube = kSolved;
  standard.held = {};
  if (question.moves && !is_as_held(question) && !keeps_moves(question))
    standard.moves = std::make_shared<const MoveSet>(conjugate(*standard.moves, inverse(question.held)));
  return standard;
}

bool bring_back(Solution& word, const Question& question) {
  turn_back(word, question);
  return is_right(question, word);
}

}  // namespace superflip::detail
