#include "superflip/solver/two_phase/two_phase.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "superflip/base/detail/helpers.h"
#include "superflip/solver/two_phase/hunt.h"
#include "superflip/solver/two_phase/tables.h"
#include "superflip/solver/two_phase/worker.h"

namespace superflip {

using namespace two_phase;

Expected<std::shared_ptr<const TwoPhaseTables>> TwoPhaseTables::open(Profile profile, Metric metric,
                                                                     const TableSource* source, unsigned threads,
                                                                     const Progress& progress, const StopFlag* stop) {
  auto tables = open_tables(profile, metric, source, threads, progress, stop);
  if (!tables) return tl::unexpected<Error>(tables.error());
  return std::make_shared<const TwoPhaseTables>(*std::move(tables));
}

std::vector<TableIdentity> TwoPhaseTables::files(Profile profile, Metric metric) {
  return profile == Profile::compact ? std::vector<TableIdentity>{} : tables_of(profile, metric);
}

std::uint64_t TwoPhaseTables::expected_bytes(Profile profile, Metric metric) { return bytes_of(profile, metric); }
Profile TwoPhaseTables::profile() const { return tables_->profile; }
Metric TwoPhaseTables::metric() const { return tables_->metric; }
std::uint64_t TwoPhaseTables::bytes() const { return tables_->bytes; }

namespace {

// The maximum number of positions that the second search, for a word of any length, expands: some milliseconds. The
// first word takes some hundreds of positions, so the limit never matters in practice.
constexpr std::uint64_t kMaxStopgapNodes = 100'000;

WordLimits limits_of(const Question& question) {
  return {std::min(question.max_length, kLongestWord), question.good_enough,
          std::max<std::size_t>(question.solutions, 1)};
}

// A question in progress: the requested search and, if a limit ends it without a solution, a second search for a word
// of any length (the stopgap). It runs to its end on several threads, or in slices on one.
class TwoPhaseSearch final : public Search {
 public:
  TwoPhaseSearch(std::shared_ptr<const Tables> tables, const Question& question, const Budget& budget, OnEvent on_event)
      : tables_(std::move(tables)), question_(question), budget_(budget), on_event_(std::move(on_event)) {
    assert(question.want == Want::good && question.metric == tables_->metric);
    assert(question.goal.cube == kSolved && question.goal.coordinates.empty() && !question.moves);
    if (is_reachable(question.cube)) return;
    is_over_ = true;
    is_unsolvable_ = true;
  }

  // Runs to the end, with the budget's threads and their memory.
  void run(std::vector<Workspace>& workspaces, Helpers& helpers) {
    const std::function<void(unsigned)> body = [&](unsigned i) {
      search(stopgap_ ? *stopgap_ : *hunt_, workspaces[i]);
    };
    const std::function<void()> call_helpers = [&] { helpers.call(budget_.threads - 1, body); };
    while (!is_over_) {
      Hunt& hunt = begin_hunt();
      if (hunt.threads() > 1) hunt.when_long(call_helpers);
      if (!hunt.has_ended()) helpers.lead([&] { body(0); });
      end_hunt();
    }
    for (const Workspace& workspace : workspaces) counts_ += workspace.counts;
    searching_ = Clock::now() - begun_;
  }

  bool run_for(Clock::duration slice) override {
    const auto deadline = Clock::now() + slice;
    while (!is_over_) {
      if (!worker_) {
        Hunt& hunt = begin_hunt();
        if (!hunt.has_ended()) worker_ = make_worker(hunt, workspace_);
      }
      if (worker_ && !worker_->run(deadline)) return false;
      worker_.reset();
      end_hunt();
      if (is_over_) {
        counts_ += workspace_.counts;
        searching_ = Clock::now() - begun_;
      }
    }
    return true;
  }

  Expected<Answer> answer() const override { return answer_so_far(); }

  Answer answer_so_far() const {
    Answer answer;
    answer.solver = SolverKind::two_phase;
    answer.searching = is_over_ ? searching_ : Clock::now() - begun_;
    answer.counts = counts_;
    if (!is_over_) answer.counts += workspace_.counts;
    answer.ended = Ended::unsolvable;
    if (is_unsolvable_ || !hunt_) return answer;
    answer.ended = hunt_->ended();
    answer.solutions = hunt_->solutions();
    answer.lower_bound = hunt_->lower_bound(is_over_);
    if (stopgap_ && !stopgap_->solutions().empty()) {
      const Solution& found = stopgap_->solutions().front();
      if (found.length <= question_.max_length)
        answer.solutions.push_back(found);
      else
        answer.too_long = found;
    }
    return answer;
  }

 private:
  // One thread's search. An exception in one thread ends the search for all.
  static void search(Hunt& hunt, Workspace& workspace) {
    try {
      make_worker(hunt, workspace)->run({});
    } catch (...) {
      hunt.end(Ended::stopped);
      throw;
    }
  }

  bool needs_stopgap() const { return hunt_->solutions().empty() && hunt_->ended() != Ended::complete; }

  Hunt& begin_hunt() {
    if (!hunt_) {
      hunt_.emplace(*tables_, question_.cube, limits_of(question_), budget_, on_event_, begun_);
      hunt_->begin();
      return *hunt_;
    }
    stopgap_budget_.threads = 1;
    stopgap_budget_.nodes = kMaxStopgapNodes;
    if (hunt_->ended() != Ended::stopped) stopgap_budget_.stop = budget_.stop;
    stopgap_.emplace(*tables_, question_.cube, WordLimits{kLongestWord, kLongestWord, 1}, stopgap_budget_, nobody_,
                     begun_);
    stopgap_->begin();
    return *stopgap_;
  }

  void end_hunt() {
    counts_ += (stopgap_ ? *stopgap_ : *hunt_).counts();
    is_over_ = stopgap_ || !needs_stopgap();
    if (!stopgap_ || !on_event_ || stopgap_->solutions().empty()) return;
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = stopgap_->solutions().front();
    event.lower = hunt_->lower_bound(false);
    event.upper = event.length = event.solution.length;
    if (event.upper <= question_.max_length) on_event_(event);
  }

  const std::shared_ptr<const Tables> tables_;
  const Question question_;
  const Budget budget_;
  const OnEvent on_event_;
  const OnEvent nobody_;
  const Clock::time_point begun_ = Clock::now();
  Budget stopgap_budget_;
  std::optional<Hunt> hunt_;
  std::optional<Hunt> stopgap_;
  std::unique_ptr<Worker> worker_;  // between slices
  Workspace workspace_;             // its memory
  Counts counts_;                   // of hunts that are over
  Clock::duration searching_{};
  bool is_over_ = false;
  bool is_unsolvable_ = false;
};

}  // namespace

struct TwoPhaseSolver::State {
  explicit State(std::shared_ptr<const Tables> of) : tables(std::move(of)) {}

  std::shared_ptr<const Tables> tables;
  std::vector<Workspace> workspaces;
  Helpers helpers;
};

TwoPhaseSolver::TwoPhaseSolver(const std::shared_ptr<const TwoPhaseTables>& tables)
    : state_(std::make_unique<State>(tables->inside())) {}
TwoPhaseSolver::~TwoPhaseSolver() = default;
TwoPhaseSolver::TwoPhaseSolver(TwoPhaseSolver&&) noexcept = default;
TwoPhaseSolver& TwoPhaseSolver::operator=(TwoPhaseSolver&&) noexcept = default;

Answer TwoPhaseSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  std::vector<Workspace>& workspaces = state_->workspaces;
  workspaces.resize(std::max<std::size_t>(workspaces.size(), std::max(budget.threads, 1U)));
  for (Workspace& w : workspaces) w.counts = {};
  TwoPhaseSearch search(state_->tables, question, budget, on_event);
  search.run(workspaces, state_->helpers);
  return search.answer_so_far();
}

std::unique_ptr<Search> TwoPhaseSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Budget of_one_thread = budget;
  of_one_thread.threads = 1;
  return std::make_unique<TwoPhaseSearch>(state_->tables, question, of_one_thread, on_event);
}

}  // namespace superflip
