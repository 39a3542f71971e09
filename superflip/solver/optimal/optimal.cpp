#include "superflip/solver/optimal/optimal.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <set>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/engine.h"
#include "superflip/solver/optimal/windows.h"

namespace superflip {
namespace {

using optimal::is_central;
using optimal::Iteration;
using optimal::kMostPrefix;
using optimal::kPrefix;
using optimal::relatives;
using optimal::Task;
using optimal::Windows;
using optimal::Work;

// From which length on an iteration is cut into tasks. A table cuts nothing before as many moves are left as its
// entries say, so that shorter iterations take less time than making tasks.
// (And the first moves, all half turns maybe, must not be more than all.)
int shortest_with_tasks(const optimal::Shape& shape) {
  return std::max(shape.most() + 3, kMostPrefix * cost(make_move(U, 2), shape.metric));
}

// Words of fewer moves first. (Compared move by move: GCC 12 warns of what it makes of the comparison of whole
// vectors.)
bool is_before(const Moves& a, const Moves& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](Move m, Move n) { return m < n; });
}

// A word's images under the symmetries of the cube solve it as well, and one of them is enough.
bool is_least_image(const Moves& word, std::uint64_t symmetries) {
  for (Symmetry s = 1; s < kSymmetries; ++s)
    if ((symmetries >> s & 1) != 0 && is_before(conjugate(word, s), word)) return false;
  return true;
}

// All words of kPrefix moves, one of those that the cube's symmetries carry to each other.
std::vector<Task> make_tasks(std::uint64_t symmetries) {
  std::vector<Task> tasks{Task{{}, 0, 0}};
  for (int depth = 0; depth < kPrefix; ++depth) {
    std::vector<Task> longer;
    for (const Task& task : tasks)
      for (Move m = 0; m < kMoves; ++m) {
        if (depth > 0 && !may_follow(task.moves[depth - 1], m)) continue;
        Task next = task;
        next.moves[depth] = m;
        next.length = static_cast<std::uint8_t>(depth + 1);
        longer.push_back(next);
      }
    tasks = std::move(longer);
  }
  if (symmetries != 1)
    std::erase_if(tasks, [&](const Task& task) {
      return !is_least_image(normalise({task.moves.begin(), task.moves.begin() + task.length}), symmetries);
    });
  return tasks;
}

}  // namespace

std::uint64_t OptimalOutcome::nodes() const {
  std::uint64_t sum = 0;
  for (const OptimalIteration& i : iterations) sum += i.nodes;
  return sum;
}

std::uint64_t OptimalOutcome::lookups() const {
  std::uint64_t sum = 0;
  for (const OptimalIteration& i : iterations) sum += i.lookups;
  return sum;
}

struct OptimalSolver::State {
  std::shared_ptr<const OptimalTable> table;
  std::optional<TwoPhaseSolver> near_optimal;
};

namespace {

// One call.
class Call {
 public:
  Call(const OptimalTable& table, std::optional<TwoPhaseSolver>& near_optimal, const Cube& cube,
       const OptimalRequest& request, unsigned threads, const OnOptimalEvent& on_event)
      : table_(table),
        near_optimal_(near_optimal),
        cube_(cube),
        request_(request),
        threads_(threads),
        on_event_(on_event),
        metric_(table.shape().metric),
        symmetries_(symmetries_of(cube)),
        has_windows_(is_central(cube)) {}

  OptimalOutcome run() {
    outcome_.is_proven = deepen();
    if (request_.all) outcome_.solutions.assign(known_.begin(), known_.end());
    std::stable_sort(outcome_.solutions.begin(), outcome_.solutions.end(),
                     [this](const Moves& a, const Moves& b) { return length_of(a) < length_of(b); });
    if (outcome_.solutions.empty() && best_) outcome_.solutions.push_back(*best_);
    if (!outcome_.is_proven) outcome_.ended = is_full() ? Ended::enough : is_flag_set() ? Ended::stopped : Ended::time;
    return std::move(outcome_);
  }

 private:
  // Iterations of growing length, until all that was asked for is known; false when something ended them before.
  bool deepen() {
    ask_two_phase(0, kFirstNodes);
    std::vector<Task> tasks{Task{{}, 0, 0}};
    std::uint64_t last = 0;  // the look-ups of the last iteration
    // In quarter turns all solutions are even, or all odd.
    const int step = metric_ == Metric::qtm ? 2 : 1;
    for (int length = step == 2 ? corner_parity(cube_) : 0;; length += step) {
      length_ = length;
      if (known_.empty()) raise_lower(length);  // with `all`, the shortest are all of the last length then
      if (is_known_to(length)) return true;
      if (length > kMostLength || is_stopped()) return false;
      // An iteration that ends early takes some four times as long as the last one, and a look-up about as long as two
      // nodes: a thirtieth of what may be saved. (A seventh to a half of a node a look-up take as long.)
      if (!request_.all && last > kFewLookups) {
        ask_two_phase(length, last / 4);
        if (is_known_to(length)) return true;
      }
      if (has_windows_ && !known_.empty()) {
        has_windows_ = false;  // longer solutions may have shorter shifts
        tasks = {Task{{}, 0, 0}};
      }
      if (length >= shortest_with_tasks(table_.shape()) && tasks.size() == 1)
        tasks = has_windows_ ? Windows::get().tasks() : make_tasks(symmetries_);
      // Where most of the last iteration's work was, solutions are the most likely.
      std::stable_sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.nodes > b.nodes; });
      const bool is_complete = iterate(length, tasks);
      if (!request_.all && is_known_to(length)) return true;
      if (!is_complete) return false;
      last = outcome_.iterations.back().lookups;
      if (last > kBallLookups) ball_ = &optimal::Ball::get(metric_);
    }
  }

  // No words of that length need to be searched.
  bool is_known_to(int length) const {
    if (!request_.all) return best_ && length_of(*best_) <= length;
    return !known_.empty() && length > outcome_.lower + request_.within;
  }

  int length_of(const Moves& word) const { return superflip::length(word, metric_); }

  bool is_full() const { return request_.all && known_.size() >= request_.most; }

  bool is_flag_set() const { return request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed); }

  bool is_stopped() const { return is_flag_set() || (request_.time && Clock::now() - begin_ >= *request_.time); }

  void tell(OptimalEvent::Kind kind, const Moves& moves = {}, double done = 0, double seconds = 0) const {
    if (on_event_) on_event_({kind, moves, length_, outcome_.lower, best_ ? length_of(*best_) : 0, done, seconds});
  }

  void raise_lower(int lower) {
    if (lower <= outcome_.lower) return;
    outcome_.lower = lower;
    tell(OptimalEvent::Kind::bound);
  }

  void improve(const Moves& word) {
    if (best_ && length_of(word) >= length_of(*best_)) return;
    best_ = word;
    if (!request_.all) tell(OptimalEvent::Kind::solution, word);
  }

  // A solution of the iteration. True when no more are wanted.
  bool add(const Moves& word) {
    const std::lock_guard lock(mutex_);
    improve(word);
    if (!request_.all) return true;
    if (known_.contains(word)) return false;
    const auto add_one = [this](const Moves& solution) {
      if (is_full()) return;
      if (const auto [at, is_new] = known_.insert(solution); is_new) tell(OptimalEvent::Kind::solution, *at);
    };
    if (has_windows_) {
      for (const Moves& relative : relatives(word, metric_)) add_one(relative);
    } else {
      for (Symmetry s = 0; s < kSymmetries; ++s)
        if ((symmetries_ >> s & 1) != 0) add_one(conjugate(word, s));
    }
    return is_full();
  }

  // A solution of at most that length (0: the shortest that is found), if so many nodes find it. (Not so much time:
  // what is found, and so all counts, would be the machine's.)
  void ask_two_phase(int length, std::uint64_t nodes) {
    if (!near_optimal_) return;
    Limits limits;
    limits.max_length = length;
    limits.nodes = nodes;
    if (request_.time) limits.time = std::max(Clock::duration::zero(), *request_.time - (Clock::now() - begin_));
    limits.stop = request_.stop;
    const Outcome found = near_optimal_->solve(cube_, limits, threads_);
    if (!found.solutions.empty()) improve(normalise(found.solutions.front().moves));
  }

  // All words of one length; false when it was ended before.
  bool iterate(int length, std::vector<Task>& tasks) {
    // How much of the work is done when a task is taken, if it grows everywhere alike.
    std::vector<double> done(tasks.size() + 1);
    for (std::size_t i = 0; i < tasks.size(); ++i) done[i + 1] = done[i] + static_cast<double>(tasks[i].nodes);
    const double all = std::max(done.back(), 1.0);

    Iteration iteration;
    iteration.shape = &table_.shape();
    iteration.lines = &table_.lines();
    iteration.near = &table_.near();
    iteration.ball = ball_;
    if (has_windows_ && tasks.size() > 1) iteration.windows = &Windows::get();
    iteration.cube = optimal::to_frame(cube_);
    iteration.length = length;
    iteration.tasks = tasks;
    const auto begin = Clock::now();
    iteration.is_stopped = [&] {
      if (is_stopped()) return true;
      if (!on_event_) return false;
      const std::unique_lock lock(mutex_, std::try_to_lock);
      const auto now = Clock::now();
      if (!lock || now < next_report_) return false;
      next_report_ = now + std::chrono::milliseconds(100);
      const double part = done[std::min(iteration.next.load(), tasks.size())] / all;
      if (part > 0)
        tell(OptimalEvent::Kind::progress, {}, part,
             std::chrono::duration<double>(now - begin).count() / part * (1 - part));
      return false;
    };
    // Where the two ends meet a word may be a shorter one in disguise, which was found before.
    iteration.on_solution = [&](const Moves& found) {
      const Moves word = normalise(found);
      return length_of(word) == length && add(word);
    };
    std::mutex adding;
    Work work;
    run_on_threads(tasks.size() == 1 ? 1 : threads_, [&](unsigned) {
      Work mine;
      try {
        mine = search(iteration);
      } catch (...) {
        iteration.is_over = true;  // for the others
        throw;
      }
      const std::lock_guard lock(adding);
      work += mine;
    });
    const bool is_complete = !iteration.is_over;
    outcome_.iterations.push_back({length, work.nodes, work.lookups, is_complete});
    return is_complete;
  }

  static constexpr int kMostLength = optimal::kLongestWord - kMostPrefix;
  static constexpr std::uint64_t kFirstNodes = 40'000;   // two milliseconds
  static constexpr std::uint64_t kFewLookups = 200'000;  // twenty
  static constexpr std::uint64_t kBallLookups = 50'000;  // a tenth of what making the ball takes

  const OptimalTable& table_;
  std::optional<TwoPhaseSolver>& near_optimal_;
  const Cube cube_;
  const OptimalRequest& request_;
  const unsigned threads_;
  const OnOptimalEvent& on_event_;
  const Metric metric_;
  const std::uint64_t symmetries_;
  const optimal::Ball* ball_ = nullptr;  // not worth making for short iterations
  bool has_windows_;  // they say which words are searched: of a central cube, up to the shortest solutions
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;  // during an iteration, guards what follows and the calls of on_event_
  OptimalOutcome outcome_;
  int length_ = 0;  // of the iteration
  std::optional<Moves> best_;
  std::set<Moves, decltype(&is_before)> known_{is_before};  // with request.all
  Clock::time_point next_report_ = begin_ + std::chrono::milliseconds(500);
};

}  // namespace

OptimalSolver::OptimalSolver(std::shared_ptr<const OptimalTable> table, std::shared_ptr<const TwoPhaseTables> two_phase)
    : state_(std::make_unique<State>()) {
  assert(table);
  assert(!two_phase || two_phase->metric() == table->shape().metric);
  state_->table = std::move(table);
  if (two_phase) state_->near_optimal.emplace(std::move(two_phase));
}

OptimalSolver::~OptimalSolver() = default;
OptimalSolver::OptimalSolver(OptimalSolver&&) noexcept = default;
OptimalSolver& OptimalSolver::operator=(OptimalSolver&&) noexcept = default;

OptimalOutcome OptimalSolver::solve(const Cube& cube, const OptimalRequest& request, unsigned threads,
                                    const OnOptimalEvent& on_event) {
  assert(is_reachable(cube));
  return Call(*state_->table, state_->near_optimal, cube, request, threads, on_event).run();
}

}  // namespace superflip
