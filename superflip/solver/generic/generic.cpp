#include "superflip/solver/generic/generic.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "superflip/table/parallel.h"

namespace superflip {
namespace {

// Where a cube stands in every table.
struct Node {
  std::array<SchreierGraph::Place, GenericSolver::kMostTables> place;
  std::array<std::uint8_t, GenericSolver::kMostTables> distance;
};

using Tables = std::vector<std::shared_ptr<const DistanceTable>>;
using Word = std::vector<int>;

// What ends a call before all is searched; shared by its threads.
class Ending {
 public:
  explicit Ending(const GenericLimits& limits) : stop_(limits.stop) {
    if (limits.time) end_ = Clock::now() + *limits.time;
  }

  std::atomic<bool> over{false};  // there are words enough, or a thread has failed

  // Looks at the clock.
  bool is_late() {
    if (end_ && Clock::now() >= *end_) late_ = true;
    return late_;
  }
  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  bool is_early() const { return is_stopped() || late_.load(std::memory_order_relaxed); }

 private:
  const StopFlag* stop_;
  std::optional<Clock::time_point> end_;
  std::atomic<bool> late_{false};
};

class Search {
 public:
  Search(const Tables& tables, Ending& ending) : tables_(tables), ending_(ending) {}

  // The node after a step; false when it is farther from a goal than `most`.
  bool step(const Node& from, int step, int most, Node& to) {
    ++nodes;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      to.place[t] = tables_[t]->graph().after(from.place[t], step);
      const int d = tables_[t]->distance(to.place[t], from.distance[t]);
      if (d > most) return false;
      to.distance[t] = static_cast<std::uint8_t>(d);
    }
    return true;
  }

  bool at_goal(const Node& node) const {
    return std::all_of(node.distance.begin(), node.distance.begin() + static_cast<std::ptrdiff_t>(tables_.size()),
                       [](std::uint8_t d) { return d == 0; });
  }

  // Whether of two steps that commute the second alone leads to a goal.
  bool passes_goal(const Node& before, int first_step, int second_step) {
    const MoveSet& moves = tables_.front()->graph().move_set();
    Node other;
    return moves.commute(first_step, second_step) && step(before, second_step, 0, other);
  }

  // All words of exactly that cost that go on from `word`, given to found(word).
  template <class Found>
  void descend(const Node* before, const Node& node, Word& word, int to_go, const Found& found) {
    constexpr unsigned kPatience = 256;  // nodes
    if (ending_.over.load(std::memory_order_relaxed) || ending_.is_early()) return;
    if (++visits_ % kPatience == 0 && ending_.is_late()) return;
    const MoveSet& moves = tables_.front()->graph().move_set();
    for (int s = 0; s < moves.size(); ++s) {
      const int left = to_go - moves[s].cost;
      if (left < 0 || (!word.empty() && !moves.may_follow(word.back(), s))) continue;
      Node next;
      if (!step(node, s, left, next)) continue;
      if (at_goal(next) != (left == 0) || (before != nullptr && passes_goal(*before, word.back(), s))) continue;
      word.push_back(s);
      if (left == 0)
        found(word);
      else
        descend(&node, next, word, left, found);
      word.pop_back();
    }
  }

  std::uint64_t nodes = 0;

 private:
  const Tables& tables_;
  Ending& ending_;
  unsigned visits_ = 0;
};

// A beginning of words, to be gone on from by one thread.
struct Task {
  std::optional<Node> before;  // the node that the last step left
  Node node;
  Word word;
  int to_go;
};

}  // namespace

GenericSolver::GenericSolver(std::vector<std::shared_ptr<const DistanceTable>> tables) : tables_(std::move(tables)) {
  assert(!tables_.empty() && tables_.size() <= kMostTables);
}

int GenericSolver::bound(const Cube& cube) const {
  int most = 0;
  for (const auto& table : tables_)
    most = std::max(
        most, table->graph().defined(cube) ? table->distance(table->graph().place(cube)) : DistanceTable::kUnknown);
  return most;
}

GenericOutcome GenericSolver::solve(const Cube& cube, const GenericLimits& limits, unsigned threads,
                                    const OnWord& on_word) const {
  GenericOutcome outcome;
  const int least = bound(cube);
  if (least == DistanceTable::kUnknown) return outcome;
  Node root;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    root.place[t] = tables_[t]->graph().place(cube);
    root.distance[t] = static_cast<std::uint8_t>(tables_[t]->distance(root.place[t]));
  }
  Ending ending(limits);
  const auto tell = [&](const Word& word, int length) {
    Cube after = cube;
    for (const int s : word) after = after * moves()[s].cube;
    for (const auto& table : tables_)
      if (!table->graph().is_goal(after))
        throw std::logic_error("a word of the generic solver does not reach its goal");
    on_word(word, length);
    if (++outcome.solutions >= limits.solutions) {
      outcome.ended = Ended::enough;
      ending.over = true;
    }
  };

  Search first(tables_, ending);
  if (first.at_goal(root)) {  // the empty word; all others pass through a goal
    tell({}, 0);
    return outcome;
  }
  for (int length = least; length <= limits.max_length && !ending.over && !ending.is_late() && !ending.is_stopped();
       ++length) {
    if (limits.on_length) limits.on_length(length);
    // Words of one or two steps are where threads part.
    std::vector<Task> tasks{{{}, root, {}, length}};
    constexpr int kLongEnough = 6;
    for (int round = 0; round < 2 && length >= kLongEnough; ++round) {
      std::vector<Task> longer;
      for (const Task& task : tasks)
        for (int s = 0; s < moves().size(); ++s) {
          if (!task.word.empty() && !moves().may_follow(task.word.back(), s)) continue;
          Task next{task.node, {}, task.word, task.to_go - moves()[s].cost};
          if (!first.step(task.node, s, next.to_go, next.node) || first.at_goal(next.node)) continue;
          if (task.before && first.passes_goal(*task.before, task.word.back(), s)) continue;
          next.word.push_back(s);
          longer.push_back(std::move(next));
        }
      tasks = std::move(longer);
    }
    // Words are told in the order of the tasks. What a task finds before its turn waits, up to a bound; then the task
    // itself waits. The first that is not done is always at work, since tasks are begun in order.
    constexpr std::size_t kMostWaiting = 10'000;
    std::mutex mutex;
    std::condition_variable turn;
    std::vector<bool> done(tasks.size());
    std::size_t first_open = 0;
    const auto tell_all = [&](std::vector<Word>& words) {
      for (const Word& word : words)
        if (outcome.solutions < limits.solutions && !ending.is_early()) tell(word, length);
      words.clear();
    };
    std::vector<std::vector<Word>> waiting(tasks.size());
    parallel_for(tasks.size(), 1, threads, [&](std::size_t at, std::size_t) {
      Search search(tables_, ending);
      Task& task = tasks[at];
      try {
        const Node* before = task.before ? &*task.before : nullptr;
        search.descend(before, task.node, task.word, task.to_go, [&](const Word& word) {
          std::unique_lock lock(mutex);
          waiting[at].push_back(word);
          if (waiting[at].size() >= kMostWaiting) turn.wait(lock, [&] { return at == first_open || ending.over; });
          if (at == first_open) tell_all(waiting[at]);
        });
      } catch (...) {
        const std::lock_guard lock(mutex);
        ending.over = true;
        turn.notify_all();
        throw;
      }
      const std::lock_guard lock(mutex);
      outcome.nodes += search.nodes;
      done[at] = true;
      for (; first_open < tasks.size() && done[first_open]; ++first_open) tell_all(waiting[first_open]);
      if (first_open < tasks.size()) tell_all(waiting[first_open]);
      turn.notify_all();
    });
  }
  outcome.nodes += first.nodes;
  if (ending.is_early() && outcome.ended == Ended::exhausted)
    outcome.ended = ending.is_stopped() ? Ended::stopped : Ended::time;
  return outcome;
}

Moves face_turns(const MoveSet& moves, const std::vector<int>& steps) {
  Moves word;
  for (const int s : steps) word.insert(word.end(), moves[s].moves.begin(), moves[s].moves.end());
  return word;
}

}  // namespace superflip
