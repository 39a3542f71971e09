#include "superflip/engine/detail/holding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>

#include "superflip/engine/detail/choice.h"
#include "superflip/solver/pocket/coordinate.h"

namespace superflip::detail {

namespace {

// Whether the rotation maps the set of moves to itself. Then the same tables can be used, and only the numbers of the
// steps are permuted. Otherwise a conjugated set is used, in which each step keeps its number.
bool keeps_moves(const Question& question) {
  return (question.moves->symmetries() >> static_cast<int>(question.held) & 1) != 0;
}

// Whether two pieces with their orientations, as bits of Pattern, are the same for the pattern wherever they are and
// however they are turned.
bool act_alike(const Pattern& pattern, bool is_corners, int bit, int other) {
  const int n = is_corners ? 3 : 2;
  const auto allows = [&](int place, int piece, int orientation) {
    return ((is_corners ? pattern.corner[place] : pattern.edge[place]) >> (n * piece + orientation) & 1) != 0;
  };
  for (int place = 0; place < (is_corners ? kCorners : kEdges); ++place)
    for (int turn = 0; turn < n; ++turn)
      if (allows(place, bit / n, (bit + turn) % n) != allows(place, other / n, (other + turn) % n)) return false;
  return true;
}

// The first place of a start whose options are not the same for the goal.
std::optional<std::string_view> what_matters(const Pattern& start, const std::vector<Pattern>& goals) {
  const auto differ = [&](std::uint32_t options, bool is_corners) {
    const int first = std::countr_zero(options);
    for (; options != 0; options &= options - 1)
      for (const Pattern& goal : goals)
        if (!act_alike(goal, is_corners, first, std::countr_zero(options))) return true;
    return false;
  };
  for (int x = 0; x < kCorners; ++x)
    if (differ(start.corner[x], true)) return kCornerNames[static_cast<std::size_t>(x)];
  for (int x = 0; x < kEdges; ++x)
    if (differ(start.edge[x], false)) return kEdgeNames[static_cast<std::size_t>(x)];
  return std::nullopt;
}

// Adds what each place really holds in the reachable cubes that fit. Whether these are odd depends on the rotation.
void add_narrowed(const Pattern& pattern, std::vector<Pattern>& patterns) {
  for (const int parity : {0, 1}) {
    Pattern some = pattern;
    for (const Symmetry s : kAllRotations)
      if (centre_parity(kSymmetryCubes[s]) != parity) some.rotations &= ~(std::uint64_t{1} << s);
    if (some.rotations == 0) continue;
    const Completions completions(with_home_centres(some));
    if (completions.count() == 0) continue;
    const Symmetry held(std::countr_zero(some.rotations));
    Pattern narrowed = held == Symmetry{} ? completions.narrowed() : completions.narrowed() * kSymmetryCubes[held];
    narrowed.rotations = some.rotations;
    const auto same = std::find_if(patterns.begin(), patterns.end(), [&](const Pattern& other) {
      return other.corner == narrowed.corner && other.edge == narrowed.edge;
    });
    if (same == patterns.end())
      patterns.push_back(narrowed);
    else
      same->rotations |= narrowed.rotations;
  }
}

// Replaces patterns that few cubes fit by these cubes: the solvers of whole cubes are far faster for them than
// coordinates are.
void list_few_cubes(Question& question) {
  constexpr unsigned kFew = 100;
  auto& patterns = question.goal.patterns;
  if (patterns.empty() || question.moves || question.solver) return;
  Uint128 all = 0;
  for (const Pattern& pattern : patterns) all += Completions(pattern).count();
  if (all > kFew) return;
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

}  // namespace

Expected<Question> simplified(const Question& question) {
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
  if (centres == Centres::turned)
    return fail(ErrorKind::bad_option,
                "incomplete cubes, patterns and several cubes to reach do not say how centres are turned: expected "
                "moves that do not turn them");
  const auto of_moves = [centres](Pattern pattern) {
    if (centres == Centres::fixed) pattern.rotations &= Pattern::kAtHome;
    return pattern;
  };
  simple.goal.patterns.clear();
  for (const Pattern& pattern : question.goal.patterns) add_narrowed(of_moves(pattern), simple.goal.patterns);
  if (!question.goal.patterns.empty() && simple.goal.patterns.empty())
    return fail(ErrorKind::impossible, "no reachable cube fits the goal");
  if (simple.goal.patterns.size() == 1)
    if (const auto cube = simple.goal.patterns.front().only()) {
      simple.goal.cube = *cube;
      simple.goal.patterns.clear();
    }
  if (!question.start) return simple;
  std::vector<Pattern> starts;
  add_narrowed(of_moves(*question.start), starts);
  if (starts.empty()) return fail(ErrorKind::impossible, "no reachable cube fits what is known");
  if (starts.size() > 1 || std::popcount(starts.front().rotations) > 1)
    return fail(ErrorKind::bad_option, "it is not known where the centres of the cube are");
  simple.start = starts.front();
  const Completions completions(with_home_centres(*simple.start));
  if (completions.count() == 1 || !simple.goal.patterns.empty()) {
    if (!simple.goal.patterns.empty())
      if (const auto place = what_matters(*simple.start, simple.goal.patterns))
        return fail(ErrorKind::bad_option,
                    fmt::format("what is at {} is not fully known, and the goal depends on it", *place));
    simple.cube = completions.first() * kSymmetryCubes[Symmetry(std::countr_zero(simple.start->rotations))];
    simple.start.reset();
  }
  return simple;
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

void turn_back(Solution& solution, const Question& question) {
  if (is_backwards(question)) {
    solution.moves = normalise(conjugate(inverse(solution.moves), solution.rotation));
    solution.rotation = inverse(solution.rotation);
    std::reverse(solution.steps.begin(), solution.steps.end());
    if (question.moves)
      for (int& step : solution.steps) step = question.moves->inverse(step);
  }
  if (question.held == Symmetry{} || is_as_held(question)) return;
  solution.moves = conjugate(solution.moves, question.held);
  solution.rotation = inverse(question.held) * solution.rotation * question.held;
  // S carries the axis of a face to the axis of the face's image.
  if (solution.origin)
    solution.origin->axis = kFaceImages[question.held][static_cast<std::size_t>(solution.origin->axis)] % 3;
  if (question.moves && keeps_moves(question))
    for (int& step : solution.steps) step = question.moves->conjugate(step, question.held);
}

void turn_back(Answer& answer, const Question& question) {
  for (Solution& solution : answer.solutions) turn_back(solution, question);
  if (answer.too_long) turn_back(*answer.too_long, question);
}

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

}  // namespace superflip::detail
