#include "superflip/solver/pocket/table.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "superflip/table/folded_graph.h"

namespace superflip {
namespace {

constexpr std::uint32_t kPermutations = PocketPermutation::size();
constexpr std::uint32_t kTwists = PocketTwist::size();

// Indices into kPocketMoves. A half turn that counts two is left out, since two quarter turns replace it.
std::vector<int> moves_of_cost_1(Metric metric) {
  std::vector<int> moves;
  for (std::size_t m = 0; m < kPocketMoves.size(); ++m)
    if (cost(kPocketMoves[m], metric) == 1) moves.push_back(static_cast<int>(m));
  return moves;
}

// A block is a permutation; its entries are the 729 twists.
class PocketGraph final : public FoldedGraph {
 public:
  PocketGraph(const TransitionTable<PocketPermutation>& permutation, const TransitionTable<PocketTwist>& twist,
              const std::vector<int>& moves)
      : FoldedGraph(SymmetryGroup(1), std::vector<int>(moves.size(), 1), {kTwists, kTwists}) {
    constexpr unsigned kThreads = 1;
    fill_targets(kPermutations, {}, kThreads, nullptr, [&](std::uint32_t block, auto put) {
      for (std::size_t m = 0; m < moves.size(); ++m) put(m, {permutation.at(block, moves[m]), 0});
    });
    fill_rows(kThreads, nullptr, [&](std::uint32_t t, auto moved, auto seen) {
      for (std::size_t m = 0; m < moves.size(); ++m) moved(m, twist.at(t, moves[m]));
      seen(0, t);
    });
  }
};

}  // namespace

PocketTable::PocketTable(Metric metric)
    : metric_(metric), permutation_({}, kPocketMoves), twist_({}, kPocketMoves), distance_(PocketCorners::size()) {}

Expected<std::shared_ptr<const PocketTable>> PocketTable::make(Metric metric, const StopFlag* stop) {
  static_assert(kFaceTurnsAreHtmOrQtm);
  assert(counts_face_turns(metric));
  constexpr unsigned kThreads = 1;  // starting more would take longer than their work
  const std::shared_ptr<PocketTable> table(new PocketTable(metric));
  const PocketGraph graph(table->permutation_, table->twist_, moves_of_cost_1(metric));
  Expected<Distribution> distribution =
      measure_distances(graph, table->distance_, std::numeric_limits<std::uint8_t>::max() - 1, kThreads, {}, stop);
  if (!distribution) return tl::unexpected<Error>(std::move(distribution.error()));
  table->distribution_ = std::move(distribution->entries);
  return table;
}

bool PocketTable::each_solution(const Cube& c, int length, const Visit& visit) const {
  PocketWalk walk(std::shared_ptr<const PocketTable>(std::shared_ptr<const void>(), this), c);  // not owned
  walk.begin(length);
  for (;;) {
    std::uint64_t nodes = kNoMaxNodes;
    const Walk::Status status = walk.next(nodes);
    if (status == Walk::Status::end) return true;
    if (status == Walk::Status::word && !visit(walk.word().moves)) return false;
  }
}

PocketWalk::PocketWalk(std::shared_ptr<const PocketTable> table, const Cube& cube) : table_(std::move(table)) {
  const Index i = PocketCorners::index(cube);
  root_ = {i / kTwists, i % kTwists, 0, 0};
}

void PocketWalk::begin(int length) {
  root_.to_go = length;
  word_.clear();
  at_word_ = false;
  levels_.clear();
  if (table_->distance(root_.permutation, root_.twist) <= length) levels_.push_back(root_);
}

Walk::Status PocketWalk::next(std::uint64_t& nodes) {
  if (at_word_ && !word_.empty()) word_.pop_back();
  at_word_ = false;
  while (!levels_.empty()) {
    Level& top = levels_.back();
    if (top.to_go == 0 && word_.empty()) {  // the empty word, of a solved cube
      levels_.clear();
      at_word_ = true;
      return Status::word;
    }
    if (top.next == kPocketMoves.size()) {
      levels_.pop_back();
      if (!word_.empty()) word_.pop_back();
      continue;
    }
    if (nodes < kLeastNodes) return Status::paused;
    const Move m = kPocketMoves[top.next++];
    const int left = top.to_go - cost(m, table_->metric());
    if (left < 0 || (!word_.empty() && face_of(word_.back()) == face_of(m))) continue;
    --nodes;
    const Level child{table_->permuted(top.permutation, m), table_->twisted(top.twist, m), left, 0};
    if (table_->distance(child.permutation, child.twist) > left) continue;
    word_.push_back(m);
    at_word_ = left == 0;
    if (at_word_) return Status::word;
    if (table_->distance(child.permutation, child.twist) == 0) {  // its continuations pass through the goal
      word_.pop_back();
      continue;
    }
    levels_.push_back(child);
  }
  return Status::end;
}

double PocketWalk::done() const {
  double part = 1;
  double done = levels_.empty() ? 1 : 0;
  for (std::size_t i = 0; i < levels_.size() && i < 3; ++i) {
    part /= static_cast<double>(kPocketMoves.size());
    done += part * static_cast<double>(levels_[i].next - (i + 1 < levels_.size() ? 1 : 0));
  }
  return std::min(done, 1.0);
}

}  // namespace superflip
