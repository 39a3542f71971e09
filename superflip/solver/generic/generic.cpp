#include "superflip/solver/generic/generic.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "superflip/base/parallel.h"

namespace superflip {
namespace {

using generic::GenericWalk;
using generic::Node;

// Collects the words of parts of a search that run at the same time and reports them in the order of the parts.
//
// Words that a part finds before its turn are buffered, up to a bound; then the part itself waits. Parts are begun in
// order, so the first unfinished part is always running.
class InOrder {
 public:
  InOrder(std::size_t parts, int length, Record& record)
      : length_(length), record_(record), done_(parts), waiting_(parts) {}

  void found(std::size_t part, Solution word) {
    constexpr std::size_t kMaxWaiting = 10'000;
    std::unique_lock lock(mutex_);
    waiting_[part].push_back(std::move(word));
    if (waiting_[part].size() >= kMaxWaiting)
      turn_.wait(lock, [&] { return part == first_open_ || record_.is_over(); });
    if (part == first_open_) tell(part);
  }

  void finish(std::size_t part) {
    const std::lock_guard lock(mutex_);
    done_[part] = true;
    for (; first_open_ < done_.size() && done_[first_open_]; ++first_open_) tell(first_open_);
    if (first_open_ < done_.size()) tell(first_open_);
    record_.set_done(static_cast<double>(first_open_) / static_cast<double>(done_.size()));
    turn_.notify_all();
  }

  // A part failed: nothing more is reported, and no part waits.
  void give_up() {
    const std::lock_guard lock(mutex_);
    record_.end(Ended::stopped);
    turn_.notify_all();
  }

 private:
  // What throws here ends the search before the lock is free: another part would tell the same words, which are gone.
  void tell(std::size_t part) {
    try {
      for (Solution& word : waiting_[part]) record_.tell(std::move(word), length_);
    } catch (...) {
      record_.end(Ended::stopped);
      throw;
    }
    waiting_[part].clear();
  }

  const int length_;
  Record& record_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::size_t first_open_ = 0;
  std::vector<bool> done_;
  std::vector<std::vector<Solution>> waiting_;
};

}  // namespace

GenericSolver::GenericSolver(std::vector<std::shared_ptr<const DistanceTable>> tables,
                             std::shared_ptr<const MoveSet> moves)
    : tables_(std::move(tables)), moves_(std::move(moves)) {
  assert(!tables_.empty() && tables_.size() <= kMaxTables);
  if (!moves_) moves_ = tables_.front()->graph().plan().moves;
  solvable_ = std::make_shared<const generic::Solvable>(tables_);
}

int GenericSolver::bound(const Cube& cube, const StopFlag* stop) const {
  if (!(*solvable_)(cube, stop)) return DistanceTable::kUnknown;
  int bound = 0;
  for (const auto& table : tables_)
    bound = std::max(
        bound, table->graph().defined(cube) ? table->distance(table->graph().place(cube)) : DistanceTable::kUnknown);
  return bound;
}

GenericSolver::Begun GenericSolver::ask(const Question& question, const Budget& budget, OnEvent on_event) const {
  const auto is_goal = [tables = tables_, patterns = question.goal.patterns](const Cube& cube) {
    if (!patterns.empty())
      return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& p) { return p.holds(cube); });
    return std::all_of(tables.begin(), tables.end(), [&](const auto& table) { return table->graph().is_goal(cube); });
  };
  Begun asked{
      std::make_unique<Record>(question, budget, std::move(on_event), is_goal, SolverKind::generic, moves().centres()),
      nullptr, bound(question.cube, budget.stop)};
  if (asked.least == DistanceTable::kUnknown) {
    asked.record->end(Ended::unsolvable);
    return asked;
  }
  const Node root = generic::node_of(tables_, question.cube);
  const auto tree =
      std::make_shared<const generic::Tree>(generic::Tree{tables_, moves_, question.cube, question.goal.patterns});
  if (tree->at_goal(root, {}, 0, -1)) {
    asked.record->tell({}, 0);
    asked.record->end(Ended::complete);  // all other words pass through a goal
    return asked;
  }
  asked.walk = std::make_unique<GenericWalk>(tree, root);
  return asked;
}

std::unique_ptr<Search> GenericSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Begun asked = ask(question, budget, on_event);
  return std::make_unique<Deepening>(std::move(asked.record), std::move(asked.walk), asked.least, moves().cost_unit());
}

Answer GenericSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Begun asked = ask(question, budget, on_event);
  const int unit = moves().cost_unit();
  if (budget.threads <= 1) return Deepening(std::move(asked.record), std::move(asked.walk), asked.least, unit).run();
  Record& record = *asked.record;
  for (int length = asked.least; record.begin_length(length); length += unit)
    record.end_length(search_length(*asked.walk, length, budget.threads, record));
  return record.answer();
}

// The work is divided among threads by the first one or two steps of the words.
bool GenericSolver::search_length(const GenericWalk& asked, int length, unsigned threads, Record& record) const {
  std::uint64_t nodes = 0;
  bool in_beginnings = false;
  const std::vector<generic::Beginning> parts =
      generic::split(*asked.tree(), asked.root(), length, nodes, in_beginnings);
  record.spend(nodes);
  std::atomic<bool> was_cut{in_beginnings};
  InOrder in_order(parts.size(), length, record);
  parallel_for(parts.size(), 1, threads, [&](std::size_t part, std::size_t) {
    try {
      GenericWalk walk(asked.tree(), asked.root());
      walk.begin(parts[part]);
      while (walk_on(walk, record, [&] { in_order.found(part, walk.word()); })) {
      }
      if (walk.was_cut()) was_cut = true;
      in_order.finish(part);
    } catch (...) {
      in_order.give_up();
      throw;
    }
  });
  return was_cut;
}

}  // namespace superflip
