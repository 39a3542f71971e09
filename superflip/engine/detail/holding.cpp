#include "superflip/engine/detail/holding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
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
    for (options &= options - 1; options != 0; options &= options - 1)
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

// The most pairs of a cube at the start, or of what is asked of others, and a pattern of the goal that are looked at.
constexpr std::size_t kMostPairs = 100'000;
// The most sets of cubes that may be goals then, unless the goal is more of them itself: each is searched apart.
constexpr std::size_t kMostSets = 512;

constexpr const char* kNoGoal = "no reachable cube fits the goal";

tl::unexpected<Error> unknown_matters(const std::string& what) {
  return fail(ErrorKind::bad_option, fmt::format("{} is not fully known, and the goal depends on it", what));
}

Expected<void> check_sets(std::size_t sets, std::size_t goals) {
  if (sets <= std::max(kMostSets, goals)) return {};
  return fail(ErrorKind::bad_option,
              fmt::format("the cubes at the start and the goal come to more than {} sets of cubes "
                          "to reach: expected fewer cubes, or a goal that says more",
                          std::max(kMostSets, goals)));
}

tl::unexpected<Error> stopped_at_starts() {
  return fail(ErrorKind::stopped, "stopped while the cubes at the start were prepared");
}

// What the moves of words make of the solved cube, if they bring every cube that fits the start to the goal; of how
// centres are turned only for `one`. Precondition: `one` fits the start, which is narrowed and has one rotation.
Pattern words_from_all(const Pattern& start, const Cube& one, const Pattern& goal) {
  Pattern words = inverse(one) * goal;
  const auto keep = [&](PieceKind kind, int place, std::uint32_t& options) {
    const int n = orientations_of(kind);
    // The pieces that may be at place bit / n of the start come to this place, turned by bit % n more.
    for (std::uint32_t left = options; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      for (std::uint32_t from = options_at(start, kind, bit / n); from != 0; from &= from - 1) {
        const int piece = std::countr_zero(from);
        const int turned = n * (piece / n) + (piece + bit) % n;
        if ((options_at(goal, kind, place) >> turned & 1) == 0) options &= ~(std::uint32_t{1} << bit);
      }
    }
  };
  for (int x = 0; x < kCorners; ++x) keep(PieceKind::corners, x, words.corner[x]);
  for (int x = 0; x < kEdges; ++x) keep(PieceKind::edges, x, words.edge[x]);
  return words;
}

// Whether some place has no option, so that nothing fits.
bool is_empty(const Pattern& pattern) {
  const auto none = [](const auto& places) { return std::find(places.begin(), places.end(), 0U) != places.end(); };
  return pattern.rotations == 0 || none(pattern.corner) || none(pattern.edge) || none(pattern.centre);
}

// What words make of the solved cube that bring every cube that fits any of the starts to one of the goals, each to its
// own. `cubes`: one of each start. Precondition: starts and goals are narrowed, and each start has one rotation.
// Errors: impossible: no word does; bad_option: what is unknown of a start matters for the goals, or there are too many
// ways; stopped.
Expected<std::vector<Pattern>> words_for_all(const std::vector<Pattern>& starts, const std::vector<Cube>& cubes,
                                             const std::vector<Pattern>& goals, Centres centres, const Until& until) {
  NarrowedPatterns known;
  std::vector<Pattern> words;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Cube& one = cubes[i];
    const std::optional<std::string> unknown = what_matters(starts[i], goals);
    // Some of the cubes could go to one goal, and some to another.
    if (unknown && (goals.size() > 1 || centres == Centres::turned)) return unknown_matters(*unknown);
    if (i == 0 && !unknown) {
      for (const Pattern& goal : goals) words.push_back(inverse(one) * goal);
      continue;
    }
    if (words.size() * goals.size() > kMostPairs)
      return fail(ErrorKind::bad_option,
                  fmt::format("the goal is {} sets of cubes, too many for so many cubes at the start", goals.size()));
    Joined both;
    const auto add = [&](const Pattern& some) {
      if (!is_empty(some)) add_narrowed(some, known, both);
    };
    for (const Pattern& goal : goals) {
      const Pattern others = words_from_all(starts[i], one, goal);
      if (i == 0) add(others);
      for (const Pattern& some : words) {
        if (until.is_over()) return stopped_at_starts();
        add(some & others);
      }
    }
    words = std::move(both).take();
    if (words.empty() && unknown) return unknown_matters(*unknown);
    if (words.empty()) return fail(ErrorKind::impossible, "no moves bring all these cubes to the goal");
    if (const auto checked = check_sets(words.size(), goals.size()); !checked)
      return tl::unexpected<Error>(checked.error());
  }
  return words;
}

// The same for words that bring some cube that fits one of the starts to one of the goals. `only`: the goal, if it is
// one cube.
Expected<std::vector<Pattern>> words_for_any(const std::vector<Pattern>& starts, const std::vector<Pattern>& goals,
                                             const std::optional<Cube>& only, Centres centres, const Until& until) {
  if (only) {
    NarrowedPatterns known;
    Joined words;
    for (const Pattern& start : starts) add_narrowed(inverse(start) * *only, known, words);
    return std::move(words).take();
  }
  std::vector<Pattern> words;
  std::set<Pattern> met;
  for (const Pattern& start : starts) {
    std::vector<Cube> cubes{first_cube(start, centres)};
    if (const auto unknown = what_matters(start, goals)) {
      if (centres == Centres::turned) return unknown_matters(*unknown);
      const Completions all(with_home_centres(start));
      const std::size_t most = std::max<std::size_t>(1, kMostPairs / goals.size());
      if (all.count() > most)
        return fail(ErrorKind::bad_option,
                    fmt::format("{} cubes fit what is known: expected at most {}, if any of them may reach this goal",
                                to_decimal(all.count()), most));
      cubes = all.list();
      for (Cube& cube : cubes) cube = cube * kSymmetryCubes[Symmetry(std::countr_zero(start.rotations))];
    }
    for (const Cube& cube : cubes) {
      if (until.is_over()) return stopped_at_starts();
      for (const Pattern& goal : goals)
        if (Pattern word = inverse(cube) * goal; met.insert(word).second) words.push_back(word);
      if (const auto checked = check_sets(words.size(), goals.size()); !checked)
        return tl::unexpected<Error>(checked.error());
    }
  }
  return words;
}

// What the pattern says of centres, as far as the moves do it to them.
Pattern as_moved(Pattern pattern, Centres centres) {
  if (centres == Centres::fixed) pattern.rotations &= Pattern::kAtHome;
  if (centres != Centres::turned) pattern.centre = Pattern::kAnyTurns;
  return pattern;
}

// One cube as the goal is no pattern.
void take_one_cube(Question& question) {
  if (question.goal.patterns.size() != 1) return;
  if (const auto cube = question.goal.patterns.front().only(centres_of(question))) {
    question.goal.cube = *cube;
    question.goal.patterns.clear();
  }
}

// The same question from these cubes at the start, with one whole cube instead of them if that is possible.
// Precondition: those and the patterns of the goal are narrowed, and each start has one rotation. Errors: those of
// simplified().
Expected<Question> from_starts(Question question, const std::vector<Pattern>& starts, const Until& until,
                               std::shared_ptr<const StartCubes>* to_replay) {
  const Centres centres = centres_of(question);
  std::optional<Cube> only;
  if (question.goal.patterns.empty()) only = question.goal.cube;
  const bool is_one_to_one = only && starts.size() == 1;
  const bool is_any = question.starts.value_or(is_one_to_one ? Starts::any : Starts::all) == Starts::any;
  const bool is_whole = starts.front().only(centres).has_value();
  question.also.clear();
  question.starts.reset();
  question.start = starts.front();
  if (is_one_to_one && is_any && !is_whole) return question;
  question.cube = first_cube(starts.front(), centres);
  question.start.reset();
  if (is_one_to_one && is_whole) return question;
  if (only) question.goal.patterns = {as_moved(Pattern::of(*only, centres), centres)};
  if (is_empty(question.goal.patterns.front())) return fail(ErrorKind::impossible, kNoGoal);
  std::vector<Cube> cubes;
  for (const Pattern& start : starts) {
    if (!cubes.empty() && until.is_over()) return stopped_at_starts();
    cubes.push_back(first_cube(start, centres));
  }
  auto words = is_any ? words_for_any(starts, question.goal.patterns, only, centres, until)
                      : words_for_all(starts, cubes, question.goal.patterns, centres, until);
  if (!words && words.error().kind == ErrorKind::impossible && only)
    words.error().message += ": it is one cube, and the same moves bring different cubes to different ones";
  if (!words) return tl::unexpected<Error>(std::move(words.error()));
  if (words->empty()) return fail(ErrorKind::impossible, kNoGoal);
  const auto is_known = [&](const Pattern& start) { return start.only(centres).has_value(); };
  if (to_replay != nullptr && (!is_any || std::all_of(starts.begin(), starts.end(), is_known)))
    *to_replay = std::make_shared<const StartCubes>(
        StartCubes{std::move(cubes), std::move(question.goal.patterns), is_any ? Starts::any : Starts::all});
  for (Pattern& word : *words) word = question.cube * word;
  question.goal.patterns = *std::move(words);
  take_one_cube(question);
  return question;
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

Expected<Question> simplified(const Question& question, const Until& until, NarrowedPatterns* narrowed,
                              std::shared_ptr<const StartCubes>* starts_to_replay) {
  if (const auto checked = check_question(question); !checked) return tl::unexpected<Error>(checked.error());
  Question simple = question;
  for (CoordinateGoal& coordinate : simple.goal.coordinates)
    if (coordinate.goals.empty()) coordinate.goals = {question.goal.cube};
  if (!question.start && question.also.empty() && question.goal.patterns.empty()) return simple;
  if (!question.goal.coordinates.empty() || question.puzzle != Puzzle::cube)
    return fail(ErrorKind::bad_option,
                fmt::format("{} are for the 3x3x3, and cannot be combined with coordinates",
                            question.also.empty() ? "incomplete cubes, patterns and several cubes to reach"
                                                  : "several cubes at the start"));
  const Centres centres = centres_of(question);
  Joined goals;
  NarrowedPatterns alone;  // what is known of an incomplete cube is hardly asked again
  NarrowedPatterns& of_goals = narrowed != nullptr ? *narrowed : alone;
  bool is_first = true;
  for (Pattern pattern : question.goal.patterns) {
    if (!std::exchange(is_first, false) && until.is_over())
      return fail(ErrorKind::stopped, "stopped while the goals were prepared");
    pattern = as_moved(pattern, centres);
    if (!pattern.leaves_turns_free() && !question.start && question.also.empty() && question.held == Symmetry{})
      pattern = with_reached_rotations(pattern, question.cube, *moves_of(question));
    add_narrowed(pattern, of_goals, goals);
  }
  simple.goal.patterns = std::move(goals).take();
  if (!question.goal.patterns.empty() && simple.goal.patterns.empty()) return fail(ErrorKind::impossible, kNoGoal);
  take_one_cube(simple);
  if (!question.start && question.also.empty()) return simple;
  std::vector<Pattern> starts{question.start ? *question.start : Pattern::of(question.cube, centres)};
  starts.insert(starts.end(), question.also.begin(), question.also.end());
  for (Pattern& start : starts) {
    Joined narrowed_starts;
    add_narrowed(as_moved(start, centres), alone, narrowed_starts);
    const std::vector<Pattern> one = std::move(narrowed_starts).take();
    if (one.empty()) return fail(ErrorKind::impossible, "no reachable cube fits what is known");
    if (one.size() > 1 || std::popcount(one.front().rotations) > 1)
      return fail(ErrorKind::bad_option, "it is not known where the centres of the cube are");
    start = one.front();
  }
  return from_starts(std::move(simple), starts, until, starts_to_replay);
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

bool are_brought(const StartCubes& starts, const Solution& word, const Question& question) {
  const auto is_brought = [&](const Cube& cube) {
    const Cube after = superflip::after(Question{.cube = cube, .held = question.held, .moves = question.moves}, word);
    return std::any_of(starts.goals.begin(), starts.goals.end(),
                       [&](const Pattern& goal) { return goal.holds(after); });
  };
  return starts.starts == Starts::all ? std::all_of(starts.cubes.begin(), starts.cubes.end(), is_brought)
                                      : std::any_of(starts.cubes.begin(), starts.cubes.end(), is_brought);
}

}  // namespace superflip::detail
