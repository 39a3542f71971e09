#include "superflip/solver/optimal/proof.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/commuting.h"
#include "superflip/solver/optimal/numbering.h"
#include "superflip/solver/optimal/tasks.h"

namespace superflip::optimal {
namespace {

// The length from which an iteration is divided into tasks. The table prunes nothing while more than max_bound() moves
// remain, so shorter iterations finish sooner than dividing them would take. The length must also cover the costliest
// prefix, which consists of half turns only.
int min_length_with_tasks(const Shape& shape) {
  return std::max(shape.max_bound() + 3, CanonicalPrefixes::kLength * (shape.metric == Metric::qtm ? 2 : 1));
}

}  // namespace

bool Proof::IsBefore::operator()(const Moves& a, const Moves& b) const { return is_word_before(a, b); }

Proof::Proof(std::shared_ptr<const OptimalTable> table, std::shared_ptr<Solver> two_phase, const Question& question,
             const Budget& budget, OnEvent on_event)
    : table_(std::move(table)),
      two_phase_(std::move(two_phase)),
      question_(question),
      budget_(budget),
      on_event_(std::move(on_event)),
      cube_(question.cube),
      metric_(table_->shape().metric),
      step_(metric_ == Metric::qtm ? 2 : 1),
      symmetries_(symmetries_of(question.cube)),
      has_prefixes_(counts_face_turns(metric_) && is_central(question.cube)) {
  if (!is_reachable(cube_)) {
    end(Ended::unsolvable);
    return;
  }
  length_ = step_ == 2 ? corner_parity(cube_) : 0;
  if (on_event_)
    on_bound_event_ = [this](const Event& event) {
      if (event.kind == Event::Kind::poll) report(Event::Kind::poll);
    };
  // Short words are found before a first bound would be, which may only be a word that is too long.
  constexpr int kShort = 14;
  const bool is_of_use = question_.max_length > kShort || question_.good_enough != question_.max_length;
  is_first_bound_ = two_phase_ != nullptr && is_of_use;
  if (is_first_bound_) begin_bound(0, kFirstNodes);
}

Proof::~Proof() = default;

void Proof::run() {
  const auto begin = Clock::now();
  const unsigned threads = std::max(1U, budget_.threads);
  while (stage_ != Stage::over) {
    if (stage_ == Stage::bound) {
      bound_budget_.threads = threads;
      finish_bound(two_phase_->solve(bound_question_, bound_budget_, on_bound_event_));
    } else if (stage_ == Stage::length) {
      begin_length();
    } else if (stage_ == Stage::ball) {
      if (!make_ball()) end(limit().value_or(Ended::stopped));
    } else {
      std::mutex adding;
      run_on_threads(tasks_.size() == 1 ? 1 : threads, [&](unsigned) {
        Work mine;
        try {
          const auto worker = make_worker(*iteration_);
          worker->run();
          mine = worker->work();
        } catch (...) {
          iteration_->is_over = true;  // ends the other threads
          throw;
        }
        const std::lock_guard lock(adding);
        work_ += mine;
      });
      finish_iteration();
    }
  }
  searching_ += Clock::now() - begin;
}

bool Proof::run_for(Clock::duration slice) {
  const auto begin = Clock::now();
  pause_at_ = begin + slice;
  bool is_paused = stage_ == Stage::over;
  while (!is_paused) {
    if (stage_ == Stage::bound) {
      if (!bound_search_) bound_search_ = two_phase_->begin(bound_question_, bound_budget_, on_bound_event_);
      is_paused = !bound_search_->run_for(std::max(Clock::duration::zero(), *pause_at_ - Clock::now()));
      if (!is_paused) finish_bound(*std::exchange(bound_search_, nullptr)->answer());
    } else if (stage_ == Stage::length) {
      begin_length();
    } else if (stage_ == Stage::ball) {
      is_paused = !make_ball();
      if (const auto reached = is_paused ? limit() : std::nullopt) end(*reached);
    } else {
      if (!worker_) worker_ = make_worker(*iteration_);
      is_paused = !worker_->run();
      if (!is_paused) {
        work_ = worker_->work();
        worker_.reset();
        finish_iteration();
      }
    }
    is_paused = is_paused || stage_ == Stage::over || Clock::now() >= *pause_at_;
  }
  searching_ += Clock::now() - begin;
  return stage_ == Stage::over;
}

// Asks the two-phase solver for a solution of at most that length (0: the shortest it finds) within that many nodes. A
// time limit would make the solution found, and therefore all counts, depend on the machine.
void Proof::begin_bound(int max_length, std::uint64_t nodes) {
  bound_question_ = {};
  bound_question_.cube = cube_;
  bound_question_.metric = metric_;
  bound_question_.good_enough = max_length;
  if (max_length > 0) bound_question_.max_length = max_length;  // a search for such words alone is faster
  bound_budget_ = {};
  bound_budget_.threads = 1;
  bound_budget_.nodes = std::min(nodes, budget_.nodes - std::min(nodes_so_far(), budget_.nodes));
  if (budget_.time) bound_budget_.time = std::max(Clock::duration::zero(), *budget_.time - (Clock::now() - begin_));
  bound_budget_.stop = budget_.stop;
  stage_ = Stage::bound;
}

void Proof::finish_bound(const Answer& found) {
  two_phase_nodes_ += found.counts.nodes;
  if (!found.solutions.empty()) {
    const Solution& first = found.solutions.front();
    Solution solution = solution_of(normalise(first.moves));
    if (solution.moves == first.moves) solution.origin = first.origin;
    check(solution.moves);
    improve(std::move(solution));
  }
  if (std::exchange(is_first_bound_, false)) {
    stage_ = Stage::length;
  } else if (is_known_to(length_)) {
    end(Ended::complete);
  } else {
    begin_iteration();
  }
}

void Proof::begin_length() {
  if (known_.empty()) raise_lower(length_);  // with Want::all, the shortest are then all of the last length
  if (is_known_to(length_) || length_ > question_.max_length) return end(Ended::complete);
  if (const auto reached = limit()) return end(*reached);
  if (length_ > kMaxLength) return end(Ended::time);
  // An iteration that ends early takes about four times as long as the last one, and a look-up about as long as two
  // nodes, so this costs a thirtieth of what it may save. A seventh to a half of a node per look-up measured the same.
  const std::uint64_t last = iterations_.empty() ? 0 : iterations_.back().lookups;
  if (last > kBallLookups && ball_ == nullptr) {
    stage_ = Stage::ball;
    return;
  }
  // Few of the shortest words in stm and atm are short in face turns as well.
  if (two_phase_ && counts_face_turns(metric_) && !wants_all() && last > kFewLookups)
    return begin_bound(length_, last / 4);
  begin_iteration();
}

// False when it has to be called again: at the end of a slice, or of the search.
bool Proof::make_ball() {
  ball_ = LowDistanceBall::get(metric_, [this] {
    const auto now = Clock::now();
    if (limit() || (pause_at_ && now >= *pause_at_)) return false;
    if (on_event_ && now >= next_poll_) {
      next_poll_ = now + std::chrono::milliseconds(10);
      report(Event::Kind::poll);
    }
    return true;
  });
  if (ball_ == nullptr) return false;
  stage_ = Stage::length;
  return true;
}

void Proof::make_tasks() {
  if (has_prefixes_ && !known_.empty()) {
    has_prefixes_ = false;  // longer solutions may have shorter shifts
    tasks_ = {Task{}};
  }
  if (length_ >= min_length_with_tasks(table_->shape()) && tasks_.size() == 1)
    tasks_ = has_prefixes_ ? list_central_tasks() : list_tasks(symmetries_, metric_);
  // Solutions are most likely in the tasks that took most of the last iteration's work.
  std::stable_sort(tasks_.begin(), tasks_.end(), [](const Task& a, const Task& b) { return a.nodes > b.nodes; });
}

void Proof::begin_iteration() {
  make_tasks();
  work_before_.assign(tasks_.size() + 1, 0);
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    work_before_[i + 1] = work_before_[i] + static_cast<double>(tasks_[i].nodes);
  iteration_begin_ = Clock::now();
  work_ = {};
  SharedIteration& iteration = iteration_.emplace();
  iteration.shape = &table_->shape();
  iteration.lines = table_->lines();
  iteration.low_distances = &table_->low_distances();
  iteration.ball = ball_;
  if (has_prefixes_ && tasks_.size() > 1) iteration.prefixes = &CanonicalPrefixes::get();
  iteration.cube = numbered(cube_);
  iteration.length = length_;
  iteration.tasks = tasks_;
  iteration.on_poll = [this] { return poll(); };
  // Where the moves of both ends meet, the word may normalise to a shorter one, which was found before.
  iteration.on_solution = [this](const Moves& found) {
    const Moves word = normalise(found);
    return length_of(word) == length_ && add(word);
  };
  stage_ = Stage::iteration;
}

void Proof::finish_iteration() {
  const bool is_complete = !iteration_->is_over;
  iteration_.reset();
  iterations_.push_back({length_, work_.nodes, work_.lookups, is_complete});
  if (!wants_all() && is_known_to(length_)) return end(Ended::complete);
  if (is_full() && question_.want == Want::shortest) return end(Ended::complete);
  if (!is_complete) return end(is_full() ? Ended::enough : limit().value_or(Ended::stopped));
  length_ += step_;
  stage_ = Stage::length;
}

void Proof::end(Ended ended) {
  ended_ = ended;
  stage_ = Stage::over;
}

// Whether no words of that length need to be searched.
bool Proof::is_known_to(int length) const {
  if (!wants_all()) return best_ && best_->length <= length;
  if (known_.empty()) return false;
  if (known_.begin()->first.empty()) return true;  // the solved cube: all other words pass through it
  return length > lower_ + within();
}

std::optional<Ended> Proof::limit() const {
  if (is_set(budget_.stop)) return Ended::stopped;
  if (budget_.time && Clock::now() - begin_ >= *budget_.time) return Ended::time;
  if (nodes_so_far() >= budget_.nodes) return Ended::nodes;
  return std::nullopt;
}

std::uint64_t Proof::nodes_so_far() const {
  std::uint64_t nodes = two_phase_nodes_ + (iteration_ ? iteration_->nodes.load(std::memory_order_relaxed) : 0);
  for (const Iteration& i : iterations_) nodes += i.nodes;
  return nodes;
}

// The part of the iteration's tasks that were begun, by the work that they were in the last one.
double Proof::part_done() const {
  return work_before_[std::min(iteration_->next.load(), tasks_.size())] / std::max(work_before_.back(), 1.0);
}

std::optional<LengthProgress> Proof::progress() const {
  if (stage_ == Stage::over) return std::nullopt;
  // A short length is not divided into tasks.
  return LengthProgress{length_, stage_ == Stage::iteration && tasks_.size() > 1 ? part_done() : 0};
}

// Called now and then from any thread of an iteration.
Control Proof::poll() {
  if (limit()) return Control::end;
  const auto now = Clock::now();
  const Control control = pause_at_ && now >= *pause_at_ ? Control::pause : Control::go_on;
  if (!on_event_) return control;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || is_set(budget_.stop) || now < next_poll_) return control;
  next_poll_ = now + std::chrono::milliseconds(10);
  const double part = part_done();
  if (now < next_progress_ || part <= 0) {
    report(Event::Kind::poll);
  } else {
    next_progress_ = now + std::chrono::milliseconds(100);
    const double seconds = std::chrono::duration<double>(now - iteration_begin_).count();
    report(Event::Kind::progress, {}, part, seconds / part * (1 - part));
  }
  return control;
}

// Whether the word solves the cube before its end, perhaps when what it does about one axis is done in other steps of
// the same cost: R L as L R, and in stm also as R L' and L2.
bool Proof::passes_solved(const Moves& word) const {
  const Metric metric = metric_ == Metric::qtm ? Metric::htm : metric_;  // a half turn is one step
  const auto turned = [](int axis, int first, int second) {
    Moves moves;
    if (first != 0) moves.push_back(make_move(static_cast<Face>(axis), first));
    if (second != 0) moves.push_back(make_move(static_cast<Face>(axis + kAxes), second));
    return moves;
  };
  Cube cube = cube_;
  for (std::size_t i = 0; i < word.size();) {
    if (cube == kSolved) return true;
    const int axis = axis_of(word[i]);
    std::array<int, 2> turns{};
    for (; i < word.size() && axis_of(word[i]) == axis; ++i) turns[face_of(word[i]) / kAxes] = turns_of(word[i]);
    const Moves all = turned(axis, turns[0], turns[1]);
    for (int first = 0; first < 4; ++first)
      for (int second = 0; second < 4; ++second) {
        const Moves begin = turned(axis, first, second);
        const Moves rest = turned(axis, (turns[0] - first + 4) % 4, (turns[1] - second + 4) % 4);
        if (!begin.empty() && !rest.empty() &&
            superflip::length(begin, metric) + superflip::length(rest, metric) == superflip::length(all, metric) &&
            apply(cube, begin) == kSolved)
          return true;
      }
    cube = apply(cube, all);
  }
  return false;
}

// Adds a solution of the iteration. Returns true when no more are wanted.
bool Proof::add(const Moves& word) {
  check(word);
  const std::lock_guard lock(mutex_);
  improve(solution_of(word));
  if (!wants_all()) return true;
  if (known_.contains(word)) return false;
  const auto add_one = [this](const Moves& any) {
    if (is_full() || !solves(any)) return;
    const std::vector<Moves> same = commuting(any, metric_);
    if (same.empty()) return;
    const Moves& moves = same.front();
    if (known_.contains(moves) ||
        std::any_of(same.begin(), same.end(), [this](const Moves& m) { return passes_solved(m); }))
      return;
    if (const auto [at, is_new] = known_.try_emplace(moves, solution_of(moves)); is_new)
      report(Event::Kind::solution, at->second);
  };
  if (has_prefixes_) {
    for (const Moves& relative : relatives(word, metric_)) add_one(relative);
  } else {
    for (const Symmetry s : kAllSymmetries)
      if ((symmetries_ >> s & 1) != 0) add_one(conjugate(word, s));
  }
  return is_full();
}

Solution Proof::solution_of(const Moves& word) const { return {word, length_of(word), Clock::now() - begin_, {}}; }

void Proof::improve(Solution solution) {
  if (best_ && solution.length >= best_->length) return;
  best_ = std::move(solution);
  if (!wants_all() && best_->length <= question_.max_length) report(Event::Kind::solution, *best_);
}

void Proof::raise_lower(int lower) {
  if (lower <= lower_) return;
  lower_ = lower;
  report(Event::Kind::bound);
}

void Proof::report(Event::Kind kind, const Solution& solution, double done, double seconds_left) {
  if (!on_event_) return;
  Event event;
  event.kind = kind;
  event.done = done;
  event.seconds_left = seconds_left;
  event.solution = solution;
  event.length = length_;
  event.lower = lower_;
  event.upper = best_ ? best_->length : -1;
  on_event_(event);
}

Answer Proof::answer_so_far() const {
  Answer answer;
  answer.solver = SolverKind::optimal;
  answer.ended = ended_;
  answer.lower_bound = lower_;
  answer.searching = searching_;
  answer.iterations = iterations_;
  for (const Iteration& i : iterations_) {
    answer.counts.nodes += i.nodes;
    answer.counts.lookups += i.lookups;
  }
  if (worker_) {
    answer.counts.nodes += worker_->work().nodes;
    answer.counts.lookups += worker_->work().lookups;
  }
  for (const auto& [moves, solution] : known_) answer.solutions.push_back(solution);
  std::stable_sort(answer.solutions.begin(), answer.solutions.end(),
                   [](const Solution& a, const Solution& b) { return a.length < b.length; });
  if (answer.solutions.empty() && best_) {
    if (best_->length <= question_.max_length)
      answer.solutions.push_back(*best_);
    else
      answer.too_long = best_;
  }
  return answer;
}

}  // namespace superflip::optimal
