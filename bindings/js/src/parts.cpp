#include "bindings/js/src/parts.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/js/src/answers.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/solver/optimal/numbering.h"
#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/optimal/parts.h"
#include "superflip/solver/optimal/search.h"

namespace superflip::js {
namespace {

using namespace optimal;  // NOLINT(google-build-using-namespace): its inner parts

// The lists of the last cubes are kept for the next jobs, as several proofs may be searched in turn. The reference is
// good until the next call.
const std::vector<Part>& parts_of(const Cube& cube) {
  constexpr std::size_t kKept = 3;
  static std::deque<std::pair<Cube, std::vector<Part>>> lists;
  const auto found = std::find_if(lists.begin(), lists.end(), [&](const auto& list) { return list.first == cube; });
  if (found != lists.end()) return found->second;
  if (lists.size() == kKept) lists.pop_front();
  return lists
      .emplace_back(cube, is_central(cube) ? list_central_parts() : list_parts(symmetries_of(cube), Metric::htm))
      .second;
}

// The table, if it is kept or in memory, or can be made.
std::shared_ptr<const OptimalTable> open_table_of(const TableSource& tables, const std::function<void()>& make_table) {
  static std::shared_ptr<const OptimalTable> opened;
  if (opened) return opened;
  const Shape& shape = *find_shape(kPartsTable);
  const auto load = [&] {
    value_of(tables.load(identity(shape)));
    value_of(tables.load(LowDistances::identity(shape)));
  };
  try {
    load();
  } catch (const Failure&) {
    if (!make_table) throw;
    make_table();
    load();
  }
  return opened = value_of(OptimalTable::open(shape, &tables, 1));
}

class PartsJob final : public Job {
 public:
  PartsJob(const Question& question, int length, std::string_view parts, std::shared_ptr<const TableSource> tables,
           std::function<void()> make_table)
      : question_(question), length_(length), tables_(std::move(tables)), make_table_(std::move(make_table)) {
    const Cube cube = superflip::detail::to_standard(question_).cube;
    const std::vector<Part>& all = parts_of(cube);
    while (!parts.empty()) {
      std::size_t part = all.size();
      const auto [end, error] = std::from_chars(parts.data(), parts.data() + parts.size(), part);
      if (error != std::errc() || part >= all.size()) refuse(ErrorKind::bad_option, "there is no such part");
      parts_.push_back(all[part]);
      parts.remove_prefix(std::min<std::size_t>(end - parts.data() + 1, parts.size()));
    }
    iteration_.cube = numbered(cube);
    iteration_.length = length_;
    iteration_.parts = parts_;
    if (is_central(cube)) iteration_.prefixes = &CanonicalPrefixes::get();
    iteration_.on_poll = [this] { return Clock::now() < pause_at_ ? Control::go_on : Control::pause; };
    iteration_.on_solution = [this](const Moves& found) {
      Moves word = normalise(found);
      if (superflip::length(word, Metric::htm) != length_) return false;
      word_ = Solution{.moves = std::move(word), .length = length_};
      return true;
    };
  }

  // The first slice reads or makes the table.
  std::optional<std::string> run(Clock::duration slice) override {
    pause_at_ = Clock::now() + slice;
    if (!worker_) {
      table_ = open_table_of(*tables_, make_table_);
      iteration_.ball = LowDistanceBall::get(Metric::htm, [this] { return Clock::now() < pause_at_; });
      if (iteration_.ball == nullptr) return std::nullopt;
      iteration_.shape = &table_->shape();
      iteration_.lines = table_->lines();
      iteration_.low_distances = &table_->low_distances();
      worker_ = make_worker(iteration_);
    }
    if (!worker_->run()) return std::nullopt;
    std::vector<std::string> nodes;
    for (const Part& part : parts_) nodes.push_back(json(part.nodes));
    Object result;
    result.raw("solution", word_ ? written() : "null").raw("nodes", array(nodes));
    return result.add("lookups", worker_->counts().lookups).text();
  }

 private:
  std::string written() {
    if (!superflip::detail::bring_back(*word_, question_))
      refuse(ErrorKind::internal, "a word does not lead to the goal");
    return to_object(*word_, to_string(word_->moves)).text();
  }

  const Question question_;
  const int length_;
  const std::shared_ptr<const TableSource> tables_;
  const std::function<void()> make_table_;
  std::shared_ptr<const OptimalTable> table_;
  std::vector<Part> parts_;
  SharedIteration iteration_{};
  std::unique_ptr<Worker> worker_;
  Clock::time_point pause_at_{};
  std::optional<Solution> word_;
};

}  // namespace

std::size_t count_parts(const Question& q, const Budget& budget) {
  const bool is_whole = q.puzzle == Puzzle::cube && q.goal.coordinates.empty() && q.goal.patterns.empty() && !q.start &&
                        q.also.empty() && !q.moves && q.metric == Metric::htm;
  const bool is_one = q.want == Want::shortest && q.solutions == 1 && budget.nodes == kNoMaxNodes;
  if (!is_whole || !is_one || q.solver.value_or(SolverKind::optimal) != SolverKind::optimal) return 0;
  return parts_of(superflip::detail::to_standard(q).cube).size();
}

std::unique_ptr<Job> make_search_of_parts(const Question& question, int length, std::string_view parts,
                                          std::shared_ptr<const TableSource> tables, std::function<void()> make_table) {
  return std::make_unique<PartsJob>(question, length, parts, std::move(tables), std::move(make_table));
}

}  // namespace superflip::js
