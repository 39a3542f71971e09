#include "superflip/solver/optimal/optimal.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/optimal/shapes.h"

namespace superflip::detail {
namespace {

Expected<void> accepts(const Question& q) {
  if (q.puzzle == Puzzle::pocket || is_partial(q) || q.moves)
    return fail(ErrorKind::bad_option,
                "the optimal solver answers only questions about the whole 3x3x3, without a set of moves");
  if (!optimal::has_tables(q.metric))
    return fail(ErrorKind::bad_option,
                fmt::format("the optimal solver has no tables in {}: expected another metric, or the generic solver",
                            name(q.metric)));
  return {};
}

// The two-phase solver gives it upper bounds.
Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  Pool& pool = tables.pool(SolverKind::optimal, question.metric);
  if (auto idle = pool.take()) return Loan(std::move(idle), &pool);
  const auto chosen = tables.choice(question.metric, opening);
  if (!chosen) return tl::unexpected<Error>(chosen.error());
  const auto two_phase = tables.two_phase(tables.options().profile, in_face_turns(question.metric), opening);
  if (!two_phase) return tl::unexpected<Error>(two_phase.error());
  return tables.optimal(*(*chosen)->shape, opening).map([&](const auto& table) {
    return Loan(std::make_shared<OptimalSolver>(table, *two_phase), &pool);
  });
}

Expected<void> add_plan(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop) {
  const EngineOptions& options = tables.options();
  const auto choice = choose_table(options.optimal_table, options.memory, question.metric, tables.source(), stop);
  if (!choice) return tl::unexpected<Error>(choice.error());
  plan.remark = choice->remark;
  return tables.add_plan(name(options.profile), in_face_turns(question.metric), plan).and_then([&] {
    return tables.add_plan(choice->shape->name, question.metric, plan);
  });
}

Expected<void> wait_until_fast(SharedTables& tables, const Question& question, const Opening& opening) {
  return tables.wait_until_resident(question.metric, opening);
}

}  // namespace

const SolverRow kOptimalRow{.kind = SolverKind::optimal,
                            .accepts = accepts,
                            .open = open,
                            .add_plan = add_plan,
                            .wait_until_fast = wait_until_fast};

}  // namespace superflip::detail
