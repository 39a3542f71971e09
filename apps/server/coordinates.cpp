#include <fmt/format.h>

#include <utility>

#include "apps/server/routes.h"

namespace superflip::server {

Answered<std::shared_ptr<const Description>> Coordinates::description(std::string_view name) {
  const CatalogueEntry* const entry = find_in_catalogue(name);
  if (entry == nullptr)
    return tl::unexpected<Problem>(problem(
        404,
        fmt::format("no coordinate is called '{}': GET /v1/coordinates lists their names", text::escaped(name, 40))));
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = descriptions_.find(entry->name); known != descriptions_.end()) return known->second;
  }
  auto read = parse_description(entry->description);
  if (!read) return tl::unexpected<Problem>(problem_of(read.error()));
  auto kept = std::make_shared<const Description>(*std::move(read));
  const std::lock_guard lock(mutex_);
  return descriptions_.try_emplace(entry->name, std::move(kept)).first->second;
}

Answered<std::shared_ptr<Coordinates::Known>> Coordinates::find(std::string_view name,
                                                                const std::optional<SymmetryGroup>& wanted,
                                                                const StopFlag& stop) {
  const auto read = description(name);
  if (!read) return tl::unexpected<Problem>(read.error());
  const Description* const coordinate = read->get();
  const CatalogueEntry* const entry = find_in_catalogue(name);
  if (!wanted) {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(entry->name); known != known_.end()) return known->second;
  }
  std::optional<Folding> folding;
  if (auto product = coordinate->product()) {
    folding.emplace(Folding{AnyCoordinate(*std::move(product)), SymmetryGroup(1)});
    const SymmetryGroup largest(admitted(folding->coordinate));
    if (wanted && (wanted->bits() & ~largest.bits()) != 0)
      return tl::unexpected<Problem>(
          problem_of({fmt::format("symmetry: {} does not admit all of {}; it does admit {}", coordinate->name(),
                                  to_string(*wanted), to_string(largest)),
                      {},
                      ErrorKind::bad_option}));
    folding->group = wanted.value_or(largest);
    // Classes are numbered for the largest group only: other groups would each keep their own.
    if (!wanted && folding->group.order() > 1 && folding->coordinate.size() <= limits_.coordinate_values) {
      auto classes = Symmetric<AnyCoordinate>::make_lawful(folding->coordinate, folding->group);
      if (!classes) return tl::unexpected<Problem>(problem_of(classes.error()));
      folding->classes = *std::move(classes);
    }
  }
  auto known = std::make_shared<Known>(entry->name, CoordinateView(*coordinate, std::move(folding)));
  if (!wanted) {  // kept also for a request that has been stopped meanwhile: the next one will need it
    const std::lock_guard lock(mutex_);
    known = known_.try_emplace(entry->name, std::move(known)).first->second;
  }
  if (stop) return tl::unexpected<Problem>(problem_of({"the request was stopped", {}, ErrorKind::stopped}));
  return known;
}

Answered<int> Coordinates::distance(Known& known, const Cube& cube, const StopFlag& stop) const {
  const Description& coordinate = known.view.coordinate();
  if (coordinate.size() > static_cast<long double>(limits_.coordinate_values))
    return tl::unexpected<Problem>(
        problem_of({fmt::format("distance: {} has {} values, and the server has tables for at most {}",
                                coordinate.name(), to_decimal(coordinate.values()), limits_.coordinate_values),
                    {},
                    ErrorKind::bad_option}));
  const std::lock_guard lock(known.making);
  if (!known.table) {
    const Centres seen = known.view.centres();
    auto moves = parse_move_set(coordinate.within.empty() ? "all" : coordinate.within, Metric::htm,
                                std::max(seen, Centres::moved));
    if (!moves) return tl::unexpected<Problem>(problem_of(moves.error()));
    auto planned = plan({coordinate, std::make_shared<const MoveSet>(*std::move(moves))}, &stop);
    if (!planned) return tl::unexpected<Problem>(problem_of(planned.error()));
    const auto graph = SchreierGraph::make(*std::move(planned), 1, &stop);
    if (!graph) return tl::unexpected<Problem>(problem_of(graph.error()));
    auto table = DistanceTable::make(*graph, TablePacking::bytes, 1, {}, nullptr, &stop);
    if (!table) return tl::unexpected<Problem>(problem_of(table.error()));
    known.table = *std::move(table);
  }
  const SchreierGraph& graph = known.table->graph();
  return graph.defined(cube) ? known.table->distance(graph.place(cube)) : int{DistanceTable::kUnknown};
}

}  // namespace superflip::server
