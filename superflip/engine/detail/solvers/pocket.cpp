#include "superflip/solver/pocket/pocket.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/pocket/coordinate.h"

namespace superflip::detail {
namespace {

Expected<void> accepts(const Question& q) {
  const auto refused = [](const char* sentence) { return fail(ErrorKind::bad_option, sentence); };
  if (q.puzzle != Puzzle::pocket) return refused("the pocket solver is for the 2x2x2");
  if (is_partial(q) || q.moves) return refused("the 2x2x2 is solved as a whole, by all turns of U, R and F");
  if (!counts_face_turns(q.metric)) return refused("the 2x2x2 has the metrics htm and qtm");
  return {};
}

Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  using Made = Expected<std::shared_ptr<Solver>>;
  return tables.shared(fmt::format("pocket {}", name(question.metric)))
      .get(opening.stop, opening.deadline,
           [&](const StopFlag* stop, const auto&) -> Made {
             return PocketTable::make(question.metric, stop).map([](auto table) -> std::shared_ptr<Solver> {
               return std::make_shared<PocketSolver>(table);
             });
           })
      .map([](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); });
}

Expected<void> add_plan(const SharedTables&, const Question&, Plan& plan, const StopFlag*) {
  const std::uint64_t entries = PocketCorners::size();
  const double work = kWorkOfAStep * static_cast<double>(entries * kPocketMoves.size());
  plan.tables.push_back({"2x2x2", false, entries, entries, optimal::seconds_to_compute(work, 1)});
  return {};
}

}  // namespace

const SolverRow kPocketRow{
    .kind = SolverKind::pocket, .accepts = accepts, .open = open, .add_plan = add_plan, .usual = {.most_threads = 1}};

}  // namespace superflip::detail
