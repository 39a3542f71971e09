#include "superflip/solver/generic/good.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"

namespace superflip {
namespace {

using generic::GenericWalk;
using generic::StagedWalk;
using generic::Word;

class GoodSearch final : public Search {
 public:
  GoodSearch(const Question& question, const Budget& budget, OnEvent on_event, const GenericSolver& whole,
             std::shared_ptr<const generic::Stages> stages)
      : question_(question),
        budget_(budget),
        on_event_(std::move(on_event)),
        moves_(whole.shared_moves()),
        watch_(budget_, on_event_),
        found_(question.cube, question.solutions,
               [cube = question.cube, centres = moves_->centres()](const Solution& word) {
                 return apply(cube, word.moves, word.rotation, centres) == kSolved;
               }),
        stages_(std::move(stages)),
        length_(whole.bound(question.cube, budget.stop)) {
    if (length_ == DistanceTable::kUnknown) {
      watch_.end(Ended::unsolvable);
      return;
    }
    lower_ = length_;
    if (question.cube == kSolved) {
      take({});
      watch_.end(Ended::complete);  // all other words go on behind the goal
      return;
    }
    const auto tree = std::make_shared<const generic::Tree>(generic::Tree{whole.tables(), moves_, question.cube});
    deepening_.emplace(tree, generic::node_of(whole.tables(), question.cube));
    staged_.emplace(stages_, question.cube);
  }

  bool run_for(Clock::duration slice) override {
    const Clock::time_point begin = Clock::now();
    while (advance())
      if (Clock::now() - begin >= slice) break;
    return watch_.is_over();
  }

  Answer run() {
    while (advance()) {
    }
    return *answer();
  }

  Expected<Answer> answer() const override {
    Answer answer;
    answer.solver = SolverKind::generic;
    answer.threads = 1;
    answer.solutions = found_.words();
    answer.too_long = answer.solutions.empty() ? too_long_ : std::nullopt;
    answer.lower_bound = lower_;
    answer.ended = watch_.ended().value_or(Ended::stopped);
    answer.counts.nodes = nodes_;
    answer.searching = watch_.elapsed();
    return answer;
  }

 private:
  // Words must be shorter than this to be of use.
  int limit() const {
    if (found_.is_full()) return found_.words().back().length;
    const bool is_any = question_.max_length == kNoMaxLength || (found_.words().empty() && !too_long_);
    return (is_any ? kLongestCost : longest_word(question_)) + 1;
  }

  // Some hundred nodes of one of the searches. Returns whether the search goes on.
  bool advance() {
    constexpr std::uint64_t kTurn = 512;
    constexpr unsigned kTurns = 4;            // of which one is for the deepening
    constexpr std::uint64_t kAlone = 20'000;  // nodes of the deepening, before the other search begins
    constexpr std::uint64_t kUsual = 5'000'000;
    const bool is_enough = budget_.is_usual && found_.is_full() && nodes_ >= kUsual;
    const std::uint64_t left = is_enough ? 0 : budget_.nodes - std::min(nodes_, budget_.nodes);
    if (watch_.look(left < Walk::kLeastNodes ? budget_.nodes : nodes_, [&] { send({}); })) return false;
    std::uint64_t nodes = std::min(left, kTurn);
    const std::uint64_t granted = nodes;
    const bool is_deepening = nodes_ < kAlone || staged_->is_over() || turn_++ % kTurns == 0;
    if (is_deepening)
      deepen(nodes);
    else
      go_on_in_stages(nodes);
    nodes_ += granted - nodes;
    return !watch_.is_over();
  }

  void deepen(std::uint64_t& nodes) {
    if (length_ >= limit()) return complete();
    if (!in_length_) {
      if (length_ > longest_word(question_)) return complete();
      if (length_ > lower_ && found_.words().empty()) {
        lower_ = length_;
        send({.kind = Event::Kind::bound});
      } else if (length_ > lower_) {
        lower_ = std::min(length_, found_.upper());
      }
      deepening_->begin(length_);
      in_length_ = true;
    }
    const Walk::Status status = deepening_->next(nodes);
    if (status == Walk::Status::word) return take(deepening_->steps());
    if (status == Walk::Status::paused) return;
    if (!deepening_->was_cut()) return complete();
    in_length_ = false;
    length_ += moves_->cost_unit();
  }

  void go_on_in_stages(std::uint64_t& nodes) {
    // The stages do not know what a step costs more after another one. With such costs a word may be cheaper than one
    // that costs less without them, but hardly than one that costs a step less.
    staged_limit_ = std::min(staged_limit_, limit());
    if (staged_->next(nodes, staged_limit_)) {
      take(generic::shortened(*moves_, staged_->word()));
      if (found_.is_full())
        staged_limit_ =
            std::min(staged_limit_, moves_->cost_of_steps(found_.words().back().steps) + moves_->max_cost());
      return;
    }
    // Others may be as short.
    if (staged_->is_over() && question_.solutions == 1 && !moves_->has_follow_costs() && !stages_->holdings())
      complete();
  }

  // No word is shorter than those that are known, and of at most max_length.
  void complete() {
    lower_ = found_.words().empty() ? std::max(lower_, longest_word(question_) + 1) : found_.words().front().length;
    watch_.end(Ended::complete);
  }

  // Words that go on behind the goal are no use.
  bool passes_goal(const Word& word) const {
    Cube cube = question_.cube;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (cube == kSolved) return true;
      cube = cube * (*moves_)[word[i]].cube;
    }
    return false;
  }

  void take(const Word& word) {
    if (passes_goal(word)) return;
    Solution solution = generic::solution_of(*moves_, word);
    solution.length = moves_->cost(word);
    solution.after = watch_.elapsed();
    if (solution.length > longest_word(question_)) {
      if (!too_long_ || solution.length < too_long_->length) too_long_ = std::move(solution);
      return;
    }
    const Solution* const kept = found_.keep(std::move(solution));
    if (kept == nullptr) return;
    if (found_.is_first(kept)) send({.kind = Event::Kind::solution, .solution = *kept});
    const int good = question_.good_enough;
    if (good > 0 && found_.is_full() && found_.words().back().length <= good) watch_.end(Ended::enough);
  }

  void send(Event event) {
    if (!watch_.has_listener()) return;
    event.length = length_;
    event.lower = lower_;
    event.upper = found_.upper();
    watch_.send(event);
  }

  const Question question_;
  const Budget budget_;
  const OnEvent on_event_;
  const std::shared_ptr<const MoveSet> moves_;
  Watch watch_;
  Found found_;
  std::optional<Solution> too_long_;
  std::optional<GenericWalk> deepening_;
  const std::shared_ptr<const generic::Stages> stages_;
  std::optional<StagedWalk> staged_;
  int staged_limit_ = kLongestCost + 1;  // words of the stages must cost less, without what follows what
  std::uint64_t nodes_ = 0;
  unsigned turn_ = 0;
  int length_;  // of the deepening
  int lower_ = 0;
  bool in_length_ = false;
};

}  // namespace

Answer GoodSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return GoodSearch(question, budget, on_event, whole_, stages_).run();
}

std::unique_ptr<Search> GoodSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return std::make_unique<GoodSearch>(question, budget, on_event, whole_, stages_);
}

}  // namespace superflip
