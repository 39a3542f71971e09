#include "superflip/solver/several_goals/several_goals.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"

namespace superflip {
namespace {

// Whether some rotation carries one pattern to the other, and which.
std::optional<Symmetry> rotation_to(const Pattern& from, const Pattern& to) {
  for (const Symmetry s : kAllRotations)
    if (conjugate(from, s) == to) return s;
  return std::nullopt;
}

// Each base has tables of its own, so many unrelated patterns share theirs rather than being divided.
constexpr std::size_t kMostBases = 4;

// Parts of one pattern, of which each base is one side, if the moves are the same on all sides; else none.
PatternParts parts_by_sides(const Question& question) {
  const bool are_same = !question.moves || std::all_of(kAllRotations.begin(), kAllRotations.end(), [&](Symmetry s) {
    return (question.moves->symmetries() >> s & 1) != 0;
  });
  if (!are_same) return {};
  PatternParts divided;
  for (const Pattern& pattern : question.goal.patterns) {
    std::optional<Symmetry> s;
    std::size_t base = 0;
    for (; base < divided.bases.size(); ++base)
      if ((s = rotation_to(divided.bases[base].front(), pattern))) break;
    if (!s && base == kMostBases) return {};
    if (!s) divided.bases.push_back({pattern});
    divided.parts.push_back({base, s.value_or(Symmetry{}), s.value_or(Symmetry{})});
  }
  return divided;
}

// How many places and orientations each piece may have. A pattern and pattern * g have the same.
std::vector<int> freedom_of(const Pattern& pattern) {
  std::vector<int> freedom(kCorners + kEdges);
  for (int p = 0; p < kCorners; ++p)
    for (const std::uint32_t at : pattern.corner) freedom[p] += std::popcount(at >> 3 * p & 7);
  for (int p = 0; p < kEdges; ++p)
    for (const std::uint32_t at : pattern.edge) freedom[kCorners + p] += std::popcount(at >> 2 * p & 3);
  return freedom;
}

// Parts that are each other in other colours, if the patterns in space are the same in all colours; else none. Of the
// patterns that differ only in colours one is in the base, so that all in it bind the same pieces.
PatternParts parts_by_colours(const Question& question) {
  if (centres_of(question) == Centres::fixed) return {};
  const std::vector<Pattern>& patterns = question.goal.patterns;
  const std::set<Pattern> all(patterns.begin(), patterns.end());
  std::set<Pattern> met;
  std::vector<Pattern> base;
  for (const Pattern& pattern : patterns) {
    if (met.contains(pattern)) continue;
    Pattern least = pattern;
    for (const Symmetry s : kAllRotations) {
      const Pattern image = kSymmetryCubes[s] * pattern;
      if (!all.contains(image)) return {};
      met.insert(image);
      if (freedom_of(image) < freedom_of(least)) least = image;
    }
    base.push_back(least);
  }
  PatternParts divided{{base}, {}};
  met.clear();
  for (const Symmetry s : kAllRotations) {
    const std::size_t before = met.size();
    for (const Pattern& pattern : base) met.insert(kSymmetryCubes[inverse(s)] * pattern);
    if (met.size() > before) divided.parts.push_back({0, s, {}});
  }
  return divided;
}

// What is asked of the solvers, one question after the other, and what follows from its answers.
class Course {
 public:
  Course(const Question& question, const Budget& budget, const OnEvent& on_event)
      : question_(std::make_shared<const Question>(question)),
        budget_(budget),
        on_event_(on_event),
        longest_(longest_word(question)),
        found_(question.cube, question.solutions,
               [asked = question_](const Solution& word) { return is_at_a_pattern(*asked, after(*asked, word)); }) {
    const bool are_cubes = has_several_cubes_as_goals(question);
    if (!are_cubes) moves_ = moves_of(question);
    if (are_cubes) {
      for (const Pattern& pattern : question.goal.patterns)
        goals_.push_back({inverse(*pattern.only()) * question.cube, {}, {}, 0});
    } else {
      const PatternParts divided = parts_of(question);
      for (const auto& [base, s, t] : divided.parts)
        goals_.push_back(
            {kSymmetryCubes[s] * question.cube * kSymmetryCubes[inverse(t)], divided.bases[base], t, base});
    }
    at_least_.assign(goals_.size(), 0);
  }

  // Which solver is asked next.
  std::size_t solver() const { return goals_[goal_].solver; }

  // The next question; nothing at the end.
  std::optional<Question> next() {
    if (is_over_) return std::nullopt;
    Question one = *question_;
    one.goal.patterns = goals_[goal_].patterns;
    one.cube = goals_[goal_].cube;
    one.max_length = longest_to_search();
    if (question_->want == Want::good) return one;
    one.good_enough = one.max_length;
    if (question_->want == Want::all) one.within = kNoMaxLength;
    return one;
  }

  // The budget of that question. Near-optimal searches that only time or a good word can end take turns, each with four
  // times as many nodes as before.
  Budget budget() const {
    constexpr std::uint64_t kFirstSlice = 20'000;
    Budget rest = rest_of(budget_, Clock::now() - begun_, counts_.nodes);
    if (question_->want != Want::good) return rest;
    rest.nodes =
        rest.nodes != kNoMaxNodes ? rest.nodes / (goals_.size() - goal_) : kFirstSlice << std::min(2 * round_, 40);
    return rest;
  }

  void take(Answer answer) {
    counts_ += answer.counts;
    if (!answer.table.empty()) table_ = std::move(answer.table);
    const bool is_good = question_->want == Want::good;
    at_least_[goal_] = std::max(at_least_[goal_], answer.lower_bound);
    all_out_of_reach_ = all_out_of_reach_ && answer.ended == Ended::unsolvable;
    all_complete_ = all_complete_ && (answer.ended == Ended::complete || answer.ended == Ended::unsolvable);
    if (answer.ended == Ended::complete || answer.ended == Ended::unsolvable) {
      if (answer.solutions.empty() && !is_good) at_least_[goal_] = std::max(at_least_[goal_], longest_to_search() + 1);
    } else if (answer.ended != Ended::enough && !(answer.ended == Ended::nodes && takes_turns())) {
      ended_ = answer.ended;
    }
    for (Solution& word : answer.solutions) add(turned(std::move(word)));
    if (answer.too_long) answer.too_long = turned(*std::move(answer.too_long));
    if (answer.too_long && (!too_long_ || answer.too_long->length < too_long_->length)) too_long_ = answer.too_long;
    const bool is_good_enough = is_good && found_.is_full() && found_.upper() <= question_->good_enough;
    const bool is_cut = (ended_ && (*ended_ == Ended::stopped || !is_good || takes_turns())) || is_good_enough;
    if (is_good_enough) ended_.reset();
    if (is_cut || ++goal_ == goals_.size()) end_round(is_cut);
  }

  Answer answer() const {
    Answer all;
    all.solutions = found_.words();
    all.lower_bound = *std::min_element(at_least_.begin(), at_least_.end());
    all.counts = counts_;
    all.table = table_;
    all.ended = ended_.value_or(found_.is_full() && question_->want == Want::all ? Ended::enough : Ended::complete);
    if (question_->want == Want::good && !ended_ && !all_complete_) all.ended = Ended::enough;
    if (all.is_shortest() && question_->want != Want::all && !ended_) all.ended = Ended::complete;
    if (all.solutions.empty()) all.too_long = too_long_;
    if (!all.solutions.empty()) all.lower_bound = std::min(all.lower_bound, all.solutions.front().length);
    return all;
  }

 private:
  bool has_follow_costs() const { return moves_ && moves_->has_follow_costs(); }
  bool has_none() const { return found_.words().empty(); }
  int longest_to_search() const { return question_->want == Want::good ? longest_ : length_; }

  // A word for the cube as the goal is asked for, as one for the cube of the question.
  Solution turned(Solution word) const {
    const Symmetry turn = goals_[goal_].turn;
    if (turn == Symmetry{}) return word;
    word.moves = normalise(conjugate(word.moves, turn));
    word.rotation = inverse(turn) * word.rotation * turn;
    for (int& step : word.steps) step = moves_->conjugate(step, turn);
    // A rotation does not keep the order of steps that commute.
    for (std::size_t pass = 0; !has_follow_costs() && pass < word.steps.size(); ++pass)
      for (std::size_t i = 0; i + 1 < word.steps.size(); ++i) {
        int& a = word.steps[i];
        int& b = word.steps[i + 1];
        if (!moves_->may_follow(a, b) && moves_->may_follow(b, a) && moves_->commute(a, b)) std::swap(a, b);
      }
    return word;
  }

  // A word is no answer if it reaches a goal on the way, or would if two neighbours that commute were exchanged, as
  // Want::all says. Steps of a move set are units: what is between their turns does not count.
  bool passes_goal(const Solution& word) const {
    std::vector<Cube> steps;
    for (const int s : word.steps) steps.push_back((*moves_)[s].cube);
    if (steps.empty())
      for (const Move m : word.moves) steps.push_back(kMoveCubes[m]);
    Cube now = question_->cube;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const Cube before = now;
      now = now * steps[i];
      if (is_at_a_pattern(*question_, now)) return true;
      const bool commute = steps[i] * steps[i + 1] == steps[i + 1] * steps[i];
      if (commute && !has_follow_costs() && is_at_a_pattern(*question_, before * steps[i + 1])) return true;
    }
    return false;
  }

  void add(Solution word) {
    if (question_->want == Want::good)
      cut_at_goal(word, *question_);
    else if (passes_goal(word))
      return;
    word.after = Clock::now() - begun_;
    // Words for robots of as many milliseconds differ in microseconds.
    const std::int64_t rank = question_->robot ? question_->robot->duration(word.moves)->count() : word.length;
    const Solution* const kept = found_.keep(std::move(word), rank);
    if (!on_event_ || kept == nullptr || !(question_->want == Want::all || found_.is_first(kept))) return;
    Event event;
    event.kind = Event::Kind::solution;
    event.length = kept->length;
    event.lower = *std::min_element(at_least_.begin(), at_least_.end());
    event.upper = found_.upper();
    event.solution = *kept;
    on_event_(event);
  }

  bool takes_turns() const { return question_->want == Want::good && budget_.nodes == kNoMaxNodes; }

  void end_round(bool is_cut) {
    goal_ = 0;
    if (!is_cut && takes_turns() && !all_complete_) {
      ++round_;
      all_complete_ = true;
      return;
    }
    if (all_out_of_reach_ && !is_cut) ended_ = Ended::unsolvable;
    const bool is_last =
        all_out_of_reach_ || length_ >= longest_ || (!has_none() && length_ - found_.upper() >= question_->within) ||
        (found_.is_full() && question_->want == Want::all) || (!has_none() && question_->want == Want::shortest);
    if (is_cut || question_->want == Want::good || is_last) {
      is_over_ = true;
      return;
    }
    const int least = *std::min_element(at_least_.begin(), at_least_.end());
    if (on_event_ && has_none()) {
      Event event;
      event.kind = Event::Kind::bound;
      event.lower = least;
      on_event_(event);
    }
    // Lengths are multiples of the unit.
    const int unit = moves_ ? moves_->cost_unit() : 1;
    length_ = std::max(length_ + unit, has_none() ? least : 0);
    length_ = std::min(length_, longest_);
  }

  const std::shared_ptr<const Question> question_;  // copies share it: it may have thousands of patterns
  const Budget budget_;
  const OnEvent on_event_;
  const int longest_;  // of the words that are searched
  Found found_;
  const Clock::time_point begun_ = Clock::now();
  std::shared_ptr<const MoveSet> moves_;  // of words for patterns
  struct Aim {
    Cube cube;                      // which is to be solved
    std::vector<Pattern> patterns;  // to these; else to the solved cube
    Symmetry turn;                  // words are turned back by it
    std::size_t solver;
  };
  std::vector<Aim> goals_;
  std::vector<int> at_least_;  // proven for each goal
  std::size_t goal_ = 0;       // the next one
  int round_ = 0;              // of near-optimal searches
  int length_ = 0;             // of the words that are searched
  bool is_over_ = false;
  bool all_complete_ = true;
  bool all_out_of_reach_ = true;
  std::optional<Ended> ended_;  // before all was searched
  std::optional<Solution> too_long_;
  Counts counts_;
  std::string table_;  // Answer::table
};

class SeveralGoalsSearch final : public Search {
 public:
  SeveralGoalsSearch(const std::vector<std::shared_ptr<Solver>>& solvers, const Question& question,
                     const Budget& budget, const OnEvent& on_event)
      : solvers_(solvers), course_(question, budget, on_event) {}

  bool run_for(Clock::duration slice) override {
    if (!search_) {
      const auto question = course_.next();
      if (!question) return true;
      search_ = solvers_[course_.solver()]->begin(*question, course_.budget());
    }
    if (!search_->run_for(slice)) return false;
    auto answer = search_->answer();
    search_.reset();
    if (!answer) {
      error_ = std::move(answer.error());
      return true;
    }
    course_.take(*std::move(answer));
    return !course_.next().has_value();
  }
  Expected<Answer> answer() const override {
    if (error_) return tl::unexpected<Error>(*error_);
    Course course = course_;
    if (search_)
      if (auto so_far = search_->answer()) course.take(*std::move(so_far));
    return course.answer();
  }

 private:
  const std::vector<std::shared_ptr<Solver>>& solvers_;
  Course course_;
  std::unique_ptr<Search> search_;
  std::optional<Error> error_;
};

}  // namespace

bool has_several_cubes_as_goals(const Question& question) {
  const auto& patterns = question.goal.patterns;
  return patterns.size() > 1 && !question.start && !question.moves &&
         std::all_of(patterns.begin(), patterns.end(), [](const Pattern& p) { return p.only().has_value(); });
}

bool is_at_a_pattern(const Question& question, const Cube& cube) {
  return std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                     [&](const Pattern& pattern) { return pattern.holds(cube); });
}

void cut_at_goal(Solution& word, const Question& question) {
  if (!word.steps.empty()) return;  // a shortest one
  Cube now = question.cube;
  for (std::size_t i = 0; i + 1 < word.moves.size(); ++i) {
    now = now * kMoveCubes[word.moves[i]];
    if (!is_at_a_pattern(question, now)) continue;
    word.moves.resize(i + 1);
    word.length = question.robot ? whole_milliseconds(*question.robot->duration(word.moves))
                                 : length(word.moves, question.metric);
    word.origin.reset();
    return;
  }
}

PatternParts parts_of(const Question& question) {
  if (PatternParts divided = parts_by_colours(question); divided.parts.size() > 1) return divided;
  if (PatternParts divided = parts_by_sides(question); divided.bases.size() < divided.parts.size()) return divided;
  return {{question.goal.patterns}, {{0, {}, {}}}};
}

Answer SeveralGoalsSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Course course(question, budget, on_event);
  while (const auto next = course.next()) course.take(solvers_[course.solver()]->solve(*next, course.budget()));
  return course.answer();
}

std::unique_ptr<Search> SeveralGoalsSolver::begin(const Question& question, const Budget& budget,
                                                  const OnEvent& on_event) {
  return std::make_unique<SeveralGoalsSearch>(solvers_, question, budget, on_event);
}

}  // namespace superflip
