#include "superflip/solver/robot/robot_solver.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"

namespace superflip {
namespace {

// The searches of one question, and the words that they find.
class Rounds {
 public:
  Rounds(const Question& question, const Budget& budget, const OnEvent& on_event)
      : question_(question), budget_(budget), on_event_(on_event), found_(question.cube, question.solutions) {}

  struct Round {
    Question question;
    Budget budget;
  };

  // The next search; nothing at the end. The first one is for a short word, and each later one has twice the nodes of
  // the one before and collects more words; it begins anew, so that words are known after each.
  std::optional<Round> next() {
    if (is_over_) return std::nullopt;
    Round round{question_, rest_of(budget_, Clock::now() - begun_)};
    round.question.robot = nullptr;
    round.question.good_enough = 0;
    round.budget.stop = &stop_;
    round.question.max_length = round_ == 0 ? kNoMaxLength : shortest_ + kLonger;
    round.question.solutions =
        std::max(question_.solutions, round_ == 0 ? kFirst : std::min(kMore << (round_ - 1), kMost));
    const std::uint64_t left = budget_.nodes - std::min(answer_.counts.nodes, budget_.nodes);
    const std::uint64_t nodes = kFirstNodes << std::min(round_, 40);
    const bool is_last = budget_.nodes != kNoMaxNodes && left < 2 * nodes;
    round.budget.nodes = is_last && round_ > 0 ? left : std::min(nodes, left);
    // The schedules of its words will take as long as those before, and need a part of the time that is left.
    if (round.budget.time && planned_ > 0)
      *round.budget.time -= std::min<Clock::duration>(
          *round.budget.time / 2,
          planning_ / planned_ * static_cast<std::int64_t>(std::min(round.question.solutions, kMost)));
    ++round_;
    return round;
  }

  // What happens during a search.
  void operator()(const Event& event) {
    if (is_set(budget_.stop)) stop_ = true;
    if (event.kind == Event::Kind::solution) {
      consider(event.solution);
    } else if (on_event_ && event.kind == Event::Kind::poll) {
      Event poll = event;
      poll.lower = 0;
      poll.upper = found_.upper();
      on_event_(poll);
    }
  }

  // What a search found; plan() looks at its words.
  void take(Answer found) {
    answer_.counts += found.counts;
    if (found.too_long) found.solutions.push_back(*std::move(found.too_long));
    taken_ = std::move(found);
    next_ = 0;
  }

  // Plans schedules for the words of the last search, until the deadline, if there is one. At least kAtOnce of them, so
  // that a limit leaves the shortest words. Returns whether the round is over: all are planned, or a limit ended it.
  bool plan(std::optional<Clock::time_point> deadline = {}) {
    const std::vector<Solution>& words = taken_.solutions;
    while (next_ < words.size() && !watch_.is_over()) {
      const auto begun = Clock::now();
      const std::size_t first = next_;
      const std::size_t end = std::min(words.size(), first + kAtOnce);
      while (next_ < end) consider(words[next_++]);
      const auto now = Clock::now();
      planning_ += now - begun;
      planned_ += static_cast<std::int64_t>(end - first);
      if (next_ < words.size()) watch_.look(0, [this] { poll(); });
      if (deadline && now >= *deadline) return false;
    }
    // The first search may be complete for a word of few moves, where others of two moves more are still wanted.
    const Ended ended = watch_.ended().value_or(taken_.ended);
    const bool is_complete = ended == Ended::complete && round_ > 1;
    const bool is_used_up = ended == Ended::time || answer_.counts.nodes >= budget_.nodes;
    answer_.ended = ended == Ended::complete || is_good_enough() ? Ended::enough : ended;
    is_over_ = is_good_enough() || is_complete || is_used_up || ended == Ended::unsolvable || is_set(budget_.stop);
    return true;
  }

  Answer answer() const {
    Answer answer = answer_;
    answer.solver = SolverKind::two_phase;
    for (const Solution& word : found_.words())
      if (word.length <= question_.max_length) answer.solutions.push_back(word);
    if (!found_.words().empty() && answer.solutions.empty()) answer.too_long = found_.words().front();
    return answer;
  }

 private:
  static constexpr std::uint64_t kFirstNodes = 100'000;
  static constexpr std::size_t kFirst = 32;  // words that are kept by the first search, by the second, and at most
  static constexpr std::size_t kMore = 300;
  static constexpr std::size_t kMost = 5000;
  static constexpr int kLonger = 2;           // turns more than the shortest word has
  static constexpr std::size_t kAtOnce = 32;  // schedules between looks at limits: a few milliseconds

  bool is_good_enough() const { return found_.is_full() && found_.words().back().length <= question_.good_enough; }

  void poll() const {
    Event event;
    event.upper = found_.upper();
    on_event_(event);
  }

  // Keeps a word if it is among the fastest.
  void consider(Solution word) {
    shortest_ = std::min(shortest_, static_cast<int>(word.moves.size()));
    if (Moves reachable = question_.robot->within_reach(word.moves); reachable != word.moves) {
      word.moves = std::move(reachable);
      word.origin.reset();
    }
    const Microseconds takes = question_.robot->duration(word.moves).value();
    word.length = whole_milliseconds(takes);
    word.after = Clock::now() - begun_;
    const Solution* const kept = found_.keep(std::move(word), takes.count());
    if (is_good_enough()) stop_ = true;
    if (!found_.is_first(kept) || !on_event_ || kept->length > question_.max_length) return;
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = *kept;
    event.length = event.upper = kept->length;
    on_event_(event);
  }

  const Question question_;
  const Budget budget_;
  const OnEvent on_event_;
  const Clock::time_point begun_ = Clock::now();
  Watch watch_{{.time = budget_.time, .stop = budget_.stop}, on_event_, begun_};  // over the planning
  StopFlag stop_{false};
  Found found_;                  // the fastest first
  int shortest_ = kLongestWord;  // turns of faces of the shortest word
  Answer answer_;
  Answer taken_;                // what the last search found
  std::size_t next_ = 0;        // of its words: not yet planned from here on
  Clock::duration planning_{};  // the time of the schedules that were planned after searches, and their number
  std::int64_t planned_ = 0;
  int round_ = 0;
  bool is_over_ = false;
};

class RobotSearch final : public Search {
 public:
  RobotSearch(std::shared_ptr<Solver> two_phase, const Question& question, const Budget& budget,
              const OnEvent& on_event)
      : two_phase_(std::move(two_phase)), rounds_(question, budget, on_event) {
    begin_next();
  }

  bool run_for(Clock::duration slice) override {
    const auto deadline = Clock::now() + slice;
    if (search_) {
      if (!search_->run_for(slice)) return false;
      rounds_.take(*std::exchange(search_, nullptr)->answer());
    }
    if (!rounds_.plan(deadline)) return false;
    begin_next();
    return !search_;
  }

  Expected<Answer> answer() const override {
    if (!search_) return rounds_.answer();
    // Schedules of all words of this round would take longer than a slice: they are planned after its search.
    return search_->answer().map([this](const Answer& so_far) {
      Answer answer = rounds_.answer();
      answer.counts += so_far.counts;
      answer.ended = so_far.ended;
      return answer;
    });
  }

 private:
  void begin_next() {
    if (const auto round = rounds_.next())
      search_ = two_phase_->begin(round->question, round->budget, [this](const Event& event) { rounds_(event); });
  }

  const std::shared_ptr<Solver> two_phase_;
  Rounds rounds_;
  std::unique_ptr<Search> search_;
};

}  // namespace

Answer RobotSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Rounds rounds(question, budget, on_event);
  while (const auto round = rounds.next()) {
    rounds.take(two_phase_->solve(round->question, round->budget, [&](const Event& event) { rounds(event); }));
    rounds.plan();
  }
  return rounds.answer();
}

std::unique_ptr<Search> RobotSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return std::make_unique<RobotSearch>(two_phase_, question, budget, on_event);
}

}  // namespace superflip
