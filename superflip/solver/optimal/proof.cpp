#include "superflip/solver/optimal/proof.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/commuting.h"
#include "superflip/solver/optimal/numbering.h"
#include "superflip/solver/optimal/parts.h"

namespace superflip::optimal {
namespace {

// The length from which an iteration is divided into parts. The table prunes nothing while more than max_bound() moves
// remain, so shorter iterations finish sooner than dividing them would take. The length must also cover the costliest
// prefix, which consists of half turns only.
int min_length_with_parts(const Shape& shape) {
  return std::max(shape.max_bound() + 3, CanonicalPrefixes::kLength * row_of(shape.metric).half_turn);
}

}  // namespace

Proof::Proof(std::shared_ptr<const OptimalTable> table, std::shared_ptr<Solver> two_phase, const Question& question,
             const Budget& budget, OnEvent on_event)
    : table_(std::move(table)),
      two_phase_(std::move(two_phase)),
      question_(question),
      budget_(budget),
      on_event_(std::move(on_event)),
      metric_(table_->shape().metric),
      step_(counts_quarter_turns(metric_) ? 2 : 1),
      symmetries_(symmetries_of(question.cube)),
      has_prefixes_(counts_face_turns(metric_) && is_central(question.cube)) {
  if (!is_reachable(question_.cube)) {
    end(Ended::unsolvable);
    return;
  }
  length_ = step_ == 2 ? corner_parity(question_.cube) : 0;
  if (on_event_)
    on_bound_event_ = [this](const Event& event) {
      if (event.kind == Event::Kind::poll) report({});
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
    } else if (stage_ == Stage::decide) {
      decide();
    } else if (stage_ == Stage::ball) {
      make_ball();
    } else {
      std::mutex adding;
      run_on_threads(parts_.size() == 1 ? 1 : threads, [&](unsigned) {
        Counts mine;
        try {
          const auto worker = make_worker(*iteration_);
          worker->run();
          mine = worker->counts();
        } catch (...) {
          iteration_->is_over = true;  // ends the other threads
          throw;
        }
        const std::lock_guard lock(adding);
        counts_ += mine;
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
    } else if (stage_ == Stage::decide) {
      decide();
    } else if (stage_ == Stage::ball) {
      make_ball();
    } else {
      if (!worker_) worker_ = make_worker(*iteration_);
      is_paused = !worker_->run();
      if (!is_paused) {
        counts_ = worker_->counts();
        worker_.reset();
        finish_iteration();
      }
    }
    is_paused = is_paused || stage_ == Stage::over || is_slice_over();
  }
  searching_ += Clock::now() - begin;
  return stage_ == Stage::over;
}

// Asks the two-phase solver for a solution of at most that length (0: the shortest it finds) within that many nodes. A
// time limit would make the solution found, and therefore all counts, depend on the machine.
void Proof::begin_bound(int max_length, std::uint64_t nodes) {
  bound_question_ = {};
  bound_question_.cube = question_.cube;
  bound_question_.metric = metric_;
  bound_question_.good_enough = max_length;
  if (max_length > 0) bound_question_.max_length = max_length;  // a search for such words alone is faster
  bound_budget_ = {};
  bound_budget_.threads = 1;
  bound_budget_.nodes = std::min(nodes, budget_.nodes - std::min(nodes_so_far(), budget_.nodes));
  if (budget_.time) bound_budget_.time = std::max(Clock::duration::zero(), *budget_.time - watch_.elapsed());
  bound_budget_.stop = budget_.stop;
  stage_ = Stage::bound;
}

void Proof::finish_bound(const Answer& found) {
  two_phase_nodes_ += found.counts.nodes;
  if (!found.solutions.empty()) {
    const Solution& first = found.solutions.front();
    Solution solution = solution_of(normalise(first.moves));
    if (solution.moves == first.moves) solution.origin = first.origin;
    improve(std::move(solution));
  }
  if (std::exchange(is_first_bound_, false)) {
    stage_ = Stage::decide;
  } else if (is_known_to(length_)) {
    end(Ended::complete);
  } else {
    begin_iteration();
  }
}

void Proof::decide() {
  if (known_.words().empty() && length_ > lower_) {  // with Want::all, the shortest are then all of the last length
    lower_ = length_;
    report({.kind = Event::Kind::bound});
  }
  if (is_known_to(length_) || length_ > question_.max_length) return end(Ended::complete);
  if (look()) return end(*watch_.ended());
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

// Where the ball is not made, a limit has ended the search, or the slice is over and this is called again.
void Proof::make_ball() {
  ball_ = LowDistanceBall::get(metric_, [this] { return !look() && !is_slice_over(); });
  if (ball_ != nullptr)
    stage_ = Stage::decide;
  else if (const auto ended = watch_.ended())
    end(*ended);
  else
    assert(is_slice_over());
}

void Proof::make_parts() {
  if (has_prefixes_ && !known_.words().empty()) {
    has_prefixes_ = false;  // longer solutions may have shorter shifts
    parts_ = {Part{}};
  }
  if (length_ >= min_length_with_parts(table_->shape()) && parts_.size() == 1)
    parts_ = has_prefixes_ ? list_central_parts() : list_parts(symmetries_, metric_);
  // Solutions are most likely in the parts that took most of the last iteration's work.
  std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.nodes > b.nodes; });
}

void Proof::begin_iteration() {
  make_parts();
  work_before_.assign(parts_.size() + 1, 0);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    work_before_[i + 1] = work_before_[i] + static_cast<double>(parts_[i].nodes);
  iteration_begin_ = Clock::now();
  counts_ = {};
  SharedIteration& iteration = iteration_.emplace();
  iteration.shape = &table_->shape();
  iteration.lines = table_->lines();
  iteration.low_distances = &table_->low_distances();
  iteration.ball = ball_;
  if (has_prefixes_ && parts_.size() > 1) iteration.prefixes = &CanonicalPrefixes::get();
  iteration.cube = numbered(question_.cube);
  iteration.length = length_;
  iteration.parts = parts_;
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
  iterations_.push_back({length_, counts_.nodes, counts_.lookups, is_complete});
  if (!wants_all() && is_known_to(length_)) return end(Ended::complete);
  if (is_full() && question_.want == Want::shortest) return end(Ended::complete);
  if (!is_complete) return end(is_full() ? Ended::enough : watch_.ended().value_or(Ended::stopped));
  length_ += step_;
  stage_ = Stage::decide;
}

void Proof::end(Ended ended) {
  ended_ = ended;
  stage_ = Stage::over;
}

// Whether no words of that length need to be searched.
bool Proof::is_known_to(int length) const {
  if (!wants_all()) return best_.is_full() && best_.upper() <= length;
  if (known_.words().empty()) return false;
  if (known_.upper() == 0) return true;  // the solved cube: all other words pass through it
  return length > lower_ + within();
}

std::uint64_t Proof::nodes_so_far() const {
  std::uint64_t nodes = two_phase_nodes_ + (iteration_ ? iteration_->nodes.load(std::memory_order_relaxed) : 0);
  for (const Iteration& i : iterations_) nodes += i.nodes;
  return nodes;
}

// How much of the iteration is begun, by the work that its parts were in the last one.
double Proof::fraction_done() const {
  return work_before_[std::min(iteration_->next.load(), parts_.size())] / std::max(work_before_.back(), 1.0);
}

std::optional<LengthProgress> Proof::progress() const {
  if (stage_ == Stage::over) return std::nullopt;
  // A short length is not divided into parts.
  return LengthProgress{length_, stage_ == Stage::iteration && parts_.size() > 1 ? fraction_done() : 0};
}

// Looks at the watch; true when the search is over.
bool Proof::look() {
  using std::chrono::milliseconds;
  return watch_.look(nodes_so_far(), [this] {
    const double done = iteration_ ? fraction_done() : 0;
    if (done > 0 && watch_.is_progress_due(milliseconds(500), milliseconds(100))) {
      const double seconds = std::chrono::duration<double>(Clock::now() - iteration_begin_).count();
      report({.kind = Event::Kind::progress, .done = done, .seconds_left = seconds / done * (1 - done)});
    } else {
      report({});
    }
  });
}

// Called now and then from any thread of an iteration.
Control Proof::poll() {
  if (look()) return Control::end;
  return is_slice_over() ? Control::pause : Control::go_on;
}

// Whether the word solves the cube before its end, perhaps when what it does about one axis is done in other steps of
// the same cost: R L as L R, and in stm also as R L' and L2.
bool Proof::passes_solved(const Moves& word) const {
  const Metric metric = counts_face_turns(metric_) ? Metric::htm : metric_;  // a half turn is one step
  const auto turned = [](int axis, int first, int second) {
    Moves moves;
    if (first != 0) moves.push_back(make_move(static_cast<Face>(axis), first));
    if (second != 0) moves.push_back(make_move(static_cast<Face>(axis + kAxes), second));
    return moves;
  };
  Cube cube = question_.cube;
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
  const auto lock = watch_.lock();
  improve(solution_of(word));
  if (!wants_all()) return true;
  if (known_.has(word)) return false;
  const auto add_one = [this](const Moves& any) {
    if (is_full() || !solves(any)) return;
    const std::vector<Moves> same = commuting(any, metric_);
    if (same.empty()) return;
    const Moves& moves = same.front();
    if (known_.has(moves) || std::any_of(same.begin(), same.end(), [this](const Moves& m) { return passes_solved(m); }))
      return;
    if (const Solution* const kept = known_.keep(solution_of(moves)))
      report({.kind = Event::Kind::solution, .solution = *kept});
  };
  if (has_prefixes_) {
    for (const Moves& relative : relatives(word, metric_)) add_one(relative);
  } else {
    for (const Symmetry s : kAllSymmetries)
      if ((symmetries_ >> s & 1) != 0) add_one(conjugate(word, s));
  }
  return is_full();
}

void Proof::improve(Solution solution) {
  const Solution* const best = best_.keep(std::move(solution));
  if (best != nullptr && !wants_all() && best->length <= question_.max_length)
    report({.kind = Event::Kind::solution, .solution = *best});
}

void Proof::report(Event event) {
  if (!watch_.has_listener()) return;
  event.length = length_;
  event.lower = lower_;
  event.upper = best_.upper();
  watch_.send(event);
}

Answer Proof::answer_so_far() const {
  Answer answer;
  answer.solver = SolverKind::optimal;
  answer.table = table_->shape().name;
  answer.ended = ended_;
  answer.lower_bound = lower_;
  answer.searching = searching_;
  answer.iterations = iterations_;
  for (const Iteration& i : iterations_) {
    answer.counts.nodes += i.nodes;
    answer.counts.lookups += i.lookups;
  }
  if (worker_) answer.counts += worker_->counts();
  answer.solutions = known_.words();
  std::sort(answer.solutions.begin(), answer.solutions.end(), [](const Solution& a, const Solution& b) {
    return a.length != b.length ? a.length < b.length : is_word_before(a.moves, b.moves);
  });
  if (!answer.solutions.empty() || !best_.is_full()) return answer;
  if (best_.upper() <= question_.max_length)
    answer.solutions = best_.words();
  else
    answer.too_long = best_.words().front();
  return answer;
}

}  // namespace superflip::optimal
