#include "superflip/engine/detail/first_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "superflip/cube/random.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/engine/detail/until.h"
#include "superflip/solver/detail/found.h"
#include "superflip/solver/several_goals/several_goals.h"

namespace superflip::detail {
namespace {

// Of each cube beside the first, an eighth of the usual work: the shortest of many words that are soon found is shorter
// than one that is searched for longer. On average 32 cubes with F2L need 1.5 moves less than one.
constexpr std::size_t kCubes = 32;
constexpr std::uint64_t kNodesOfOthers = kDefaultNodes / 8;
// Where moves have costs of their own: so many words to each cube, of which the cheapest is taken.
constexpr std::size_t kWordsToPrice = 32;

// The steps of a set that come to each turn of a face.
using TurnSteps = std::array<std::vector<int>, kMoves>;

// Nothing where some turn has none, or the steps move or turn centres.
std::optional<TurnSteps> steps_of_turns(const MoveSet& moves) {
  if (moves.centres() != Centres::fixed) return std::nullopt;
  TurnSteps steps;
  for (int i = 0; i < moves.size(); ++i)
    for (const Move m : kAllMoves)
      if (moves[i].cube == kMoveCubes[m]) steps[m] = {i};
  for (const Move m : kAllMoves) {
    if (turns_of(m) != 2) continue;
    const std::vector<int>& quarter = steps[make_move(face_of(m), 1)];
    if (quarter.empty()) return std::nullopt;
    const std::vector<int> twice{quarter.front(), quarter.front()};
    if (steps[m].empty() || moves.cost(twice) < moves.cost(steps[m])) steps[m] = twice;
  }
  return steps;
}

// Some cubes that fit, the solved one first if it does, each once and always the same ones. Precondition: a reachable
// cube fits each pattern, and its centres are at home.
std::vector<Cube> some_cubes(const Question& question) {
  const std::vector<Pattern>& patterns = question.goal.patterns;
  std::vector<Cube> cubes;
  if (is_at_a_pattern(question, kSolved)) cubes.push_back(kSolved);
  Random random(1);
  const std::size_t looked_at = std::min(patterns.size(), kCubes);
  for (std::size_t i = 0; i < looked_at; ++i) {
    const Completions fitting(patterns[i * patterns.size() / looked_at]);
    for (std::size_t n = 0; n < kCubes / looked_at; ++n)
      if (const Cube cube = fitting.draw(random); std::find(cubes.begin(), cubes.end(), cube) == cubes.end())
        cubes.push_back(cube);
  }
  return cubes;
}

}  // namespace

bool has_first_words(const Question& question) {
  return !question.goal.patterns.empty() && question.want != Want::all &&
         (!question.moves || steps_of_turns(*question.moves).has_value());
}

bool wants_first_words(const SolverRow& row, const Question& question) {
  const bool is_late = row.has_small(question) || (row.kind == SolverKind::optimal && question.want == Want::shortest);
  return is_late && has_first_words(question);
}

Question question_of_first_words(const Question& question) {
  Question one{.metric = question.metric, .solutions = question.solutions};
  if (question.moves) one.solutions = std::max(one.solutions, kWordsToPrice);
  return one;
}

FirstWords first_words(SharedTables& tables, const Question& question, const Opening& opening) {
  FirstWords first{.max_length = question.max_length, .solutions = question.solutions};
  const auto begun = Clock::now();
  const auto steps = question.moves ? steps_of_turns(*question.moves) : std::nullopt;
  Question one = question_of_first_words(question);
  const Expected<Loan> loan = solver_for(tables, SolverKind::two_phase, one, {opening.stop, {}, opening.on_event});
  const auto loaded = Clock::now();
  first.loading = loaded - begun;
  if (!loan) return first;
  Found found(question.cube, question.solutions,
              [&](const Solution& word) { return is_at_a_pattern(question, after(question, word)); });
  const Until until{opening.stop, opening.deadline};
  Budget budget{.nodes = kDefaultNodes, .threads = 1, .stop = opening.stop, .is_usual = true};
  for (const Cube& goal : some_cubes(question)) {
    if (until.is_over() && (is_set(opening.stop) || !found.words().empty())) break;
    one.cube = inverse(goal) * question.cube;
    for (Solution& word : (*loan)->solve(one, budget).solutions) {
      if (until.is_over() && (is_set(opening.stop) || !found.words().empty())) break;
      cut_at_goal(word, question);
      word.origin.reset();
      word.after = Clock::now() - loaded;
      if (steps) {
        for (const Move m : word.moves) word.steps.insert(word.steps.end(), (*steps)[m].begin(), (*steps)[m].end());
        word.length = question.moves->cost(word.steps);
      }
      found.keep(std::move(word));
    }
    budget.nodes = kNodesOfOthers;
  }
  first.words = found.words();
  return first;
}

Answer FirstWords::with(Answer answer) const {
  const bool is_cut = answer.ended == Ended::time || answer.ended == Ended::nodes || answer.ended == Ended::stopped;
  const bool is_bounded = answer.ended == Ended::complete && answer.solutions.empty();
  if (words.empty() || (!is_cut && !is_bounded)) return answer;
  for (const Solution& word : words) {
    const bool is_known = std::any_of(answer.solutions.begin(), answer.solutions.end(),
                                      [&](const Solution& kept) { return kept.moves == word.moves; });
    if (word.length <= max_length && !is_known) answer.solutions.push_back(word);
  }
  std::stable_sort(answer.solutions.begin(), answer.solutions.end(),
                   [](const Solution& a, const Solution& b) { return a.length < b.length; });
  if (answer.solutions.size() > solutions) answer.solutions.resize(solutions);
  if (answer.solutions.empty()) {
    if (!answer.too_long || words.front().length < answer.too_long->length) answer.too_long = words.front();
    return answer;
  }
  answer.too_long.reset();
  const int shortest = answer.solutions.front().length;
  answer.lower_bound = is_bounded ? shortest : std::min(answer.lower_bound, shortest);
  return answer;
}

OnEvent FirstWords::heard(const OnEvent& on_event) const {
  if (!on_event || upper() < 0) return on_event;
  return [first = upper(), &on_event](const Event& event) {
    if (event.kind == Event::Kind::solution && event.solution.length >= first) return;
    Event known = event;
    if (known.upper < 0 || known.upper > first) known.upper = first;
    on_event(known);
  };
}

}  // namespace superflip::detail
