#include "superflip/engine/detail/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "superflip/base/memory.h"
#include "superflip/base/text.h"
#include "superflip/cube/names.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/names.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/several_goals/several_goals.h"

namespace superflip::detail {
namespace {

using optimal::find_shape;
using optimal::in_metric;
using optimal::kShapes;
using optimal::Shape;

// The default table, made when there is none. Tables that are larger or take much longer are made only on request.
constexpr std::string_view kDefault = "optimal-282";
constexpr double kDefaultWork = 4;  // in units of the work for optimal-282: more expensive tables are not made unasked.
                                    // optimal-47-qtm is below it, optimal-94-qtm above

tl::unexpected<Error> nonsense(std::string sentence) { return fail(ErrorKind::bad_option, std::move(sentence)); }

// Rejects enumeration values that are not enumerators; the types allow them.
Expected<void> check_values(const Question& q) {
  if (!kMetricNames.has(q.metric))
    return nonsense("this is not a metric: expected " + alternatives(kMetricNames.names));
  if (!kPuzzleNames.has(q.puzzle)) return nonsense("this is not a puzzle: expected the cube or the pocket cube");
  if (!kWantNames.has(q.want))
    return nonsense("this is not what can be wanted: expected " + alternatives(kWantNames.names));
  if (q.starts && !kStartsNames.has(*q.starts))
    return nonsense("this is not a choice of cubes at the start: expected " + alternatives(kStartsNames.names));
  if (q.solver && !kSolverNames.has(*q.solver))
    return nonsense(fmt::format("this is not a solver: expected one of {}", fmt::join(kSolverNames.names, ", ")));
  if (static_cast<int>(q.held) >= kSymmetries)
    return nonsense("the holding of the cube is not valid: expected a symmetry 0..47");
  const auto check = [](const Cube& cube, std::string_view which) -> Expected<void> {
    if (is_cube(cube)) return {};
    return nonsense(
        fmt::format("{} is not valid: expected each corner, edge and centre exactly once, with an "
                    "orientation in its range",
                    which));
  };
  Expected<void> checked =
      check(q.cube, "the cube of the question").and_then([&] { return check(q.goal.cube, "the cube of the goal"); });
  for (const CoordinateGoal& goal : q.goal.coordinates)
    for (const Cube& cube : goal.goals)
      if (checked) checked = check(cube, "a cube of a coordinate's goal");
  return checked;
}

Expected<void> check_limits(const Question& q) {
  if (q.solutions < 1) return nonsense("solutions is 0: expected at least 1");
  if (q.within < 0) return nonsense("within is negative: expected at least 0");
  if (q.max_length < 0) return nonsense("max_length is negative: expected at least 0");
  if (q.good_enough < 0) return nonsense("good_enough is negative: expected at least 0");
  if (q.also.size() > kMaxStarts)
    return nonsense(fmt::format("{} more cubes at the start: expected at most {}", q.also.size(), kMaxStarts));
  if (q.goal.coordinates.size() > GenericSolver::kMaxTables)
    return nonsense(
        fmt::format("{} coordinates: expected at most {}", q.goal.coordinates.size(), GenericSolver::kMaxTables));
  constexpr std::size_t kMaxParts = 16;
  for (const CoordinateGoal& goal : q.goal.coordinates) {
    if (goal.coordinate.parts.empty()) return nonsense("a goal of coordinates is empty: expected a coordinate");
    if (goal.coordinate.parts.size() > kMaxParts)
      return nonsense(
          fmt::format("{} parts of a coordinate: expected at most {}", goal.coordinate.parts.size(), kMaxParts));
    if (goal.group && generated_group(goal.group->bits()).bits() != goal.group->bits())
      return nonsense("the symmetries of a goal are not a group: expected a set that is closed under products");
  }
  return {};
}

// Whether the question needs coordinates: a pattern that many cubes fit.
bool is_about_patterns(const Question& q) {
  return q.start || !q.also.empty() || (!q.goal.patterns.empty() && !has_several_cubes_as_goals(q));
}

// Whether the table fits into that memory; one that must be made needs more (bytes_to_make()).
bool fits(const Shape& shape, bool is_made, std::uint64_t memory) {
  return (is_made ? shape.bytes() : shape.bytes_to_make()) <= memory;
}

const Shape& largest_in(Metric metric) {
  return *std::find_if(kShapes.rbegin(), kShapes.rend(), [metric](const Shape& s) { return s.metric == metric; });
}

Expected<void> check_robot(const Question& q) {
  if (!q.robot) return {};
  if (q.puzzle == Puzzle::pocket) return nonsense("a robot is asked for the 3x3x3");
  if (q.want != Want::good)
    return nonsense("a robot's words are near-optimal ones: none is proven to be the fastest, and not all are listed");
  if (q.moves || q.metric != Metric::htm)
    return nonsense("a robot says itself what may be turned, and what it costs: expected no moves and no metric");
  if (q.solver && *q.solver != SolverKind::two_phase)
    return nonsense("a robot's words are those of the two-phase solver");
  if (is_partial(q)) return nonsense("a robot solves whole cubes");
  return {};
}

bool is_there(const TableSource* source, const Shape& shape) {
  return source != nullptr && source->has(optimal::identity(shape));
}

}  // namespace

bool is_partial(const Question& question) { return !question.goal.coordinates.empty() || is_about_patterns(question); }

Expected<void> check_question(const Question& question) {
  return check_values(question).and_then([&] { return check_limits(question); }).and_then([&] {
    return check_robot(question);
  });
}

Expected<SolverKind> choose_solver(const Question& question) {
  return check_question(question).and_then([&]() -> Expected<SolverKind> {
    if (!question.solver) return first_solver(question);
    return check_solver(question, *question.solver).map([&] { return *question.solver; });
  });
}

Expected<TableChoice> choose_table(std::string_view named, std::uint64_t memory, Metric metric,
                                   const TableSource* source, const StopFlag* stop) {
  if (!optimal::has_tables(metric))
    return nonsense(fmt::format("the optimal solver has no tables in {}", name(metric)));
  const Shape* wanted = nullptr;
  if (!named.empty()) {
    wanted = find_shape(named);
    if (wanted == nullptr)
      return nonsense(fmt::format("there is no table {} of the optimal solver", text::quoted(named)));
    if (wanted->metric != Metric::htm && wanted->metric != metric)
      return nonsense(fmt::format("the table {} is for {}: expected that metric", wanted->name, name(wanted->metric)));
    const Shape* const found = in_metric(*wanted, metric);
    if (found == nullptr)
      return nonsense(fmt::format("there is no table {} in {}; the largest there is {}", wanted->name, name(metric),
                                  largest_in(metric).name));
    wanted = found;
  }
  const std::uint64_t available = available_memory();
  const std::uint64_t allowed = memory != 0 ? memory : wanted != nullptr ? available : available / 2;
  const auto is_possible = [&](const Shape& shape, bool is_made) {
    return shape.metric == metric && shape.bytes() <= allowed && fits(shape, is_made, available);
  };
  if (wanted != nullptr) {
    if (is_possible(*wanted, is_there(source, *wanted))) return TableChoice{wanted};
  } else {
    const Shape* soon_made = nullptr;
    for (const Shape& shape : kShapes)
      if (is_possible(shape, false) && shape.bytes() <= find_shape(kDefault)->bytes() &&
          optimal::entries_to_compute(shape) <= kDefaultWork * optimal::entries_to_compute(*find_shape(kDefault)))
        soon_made = &shape;
    std::string remark;
    for (auto shape = kShapes.rbegin(); shape != kShapes.rend(); ++shape) {
      if (source == nullptr || !is_possible(*shape, true)) continue;
      const auto table = source->load(optimal::identity(*shape), stop);
      if (table) return TableChoice{&*shape, std::move(remark)};
      if (table.error().kind == ErrorKind::stopped) return tl::unexpected<Error>(table.error());
      // The file exists but is wrong. The user must learn this: with a smaller table the search is slower.
      if (source->mentions(optimal::identity(*shape))) remark = table.error().message;
      // The default is made even if a smaller table exists, which would otherwise be used forever, but only if it can
      // be kept. The source itself reports that a wrong file is made again.
      if (&*shape == soon_made && source->can_keep(shape->bytes())) return TableChoice{soon_made};
    }
    if (soon_made != nullptr) return TableChoice{soon_made, std::move(remark)};
  }
  const Shape* largest = nullptr;
  for (const Shape& shape : kShapes)
    if (is_possible(shape, false)) largest = &shape;
  const Shape& missing = wanted != nullptr ? *wanted : *in_metric(kShapes.front(), metric);
  return fail(ErrorKind::out_of_memory,
              fmt::format("the table {} needs {} of memory ({} while it is made), and {} may be used; {}", missing.name,
                          human_bytes(missing.bytes()), human_bytes(missing.bytes_to_make()),
                          human_bytes(std::min(allowed, available)),
                          largest != nullptr ? fmt::format("the largest that fits is {}", largest->name)
                                             : std::string("no table fits")));
}

}  // namespace superflip::detail
