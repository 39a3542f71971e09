#include "superflip/solver/generic/whole_cube.h"

#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/coordinate/described/description.h"

namespace superflip {
namespace {

// The corners, the flips, and the places of each slice's edges are the whole cube.
constexpr std::array<std::string_view, 4> kWholeCube{"Corners", "FlipUDSliceSorted", "edges UF UB DF DB: order",
                                                     "edges UL UR DL DR: order"};
// This prunes best, but is small enough only when all symmetries can be used.
constexpr std::string_view kLargest = "DominoReduction";

}  // namespace

Expected<std::vector<SchreierPlan>> WholeCubeSolver::plans(const std::shared_ptr<const MoveSet>& moves,
                                                           const StopFlag* stop) {
  const auto alone = std::make_shared<const MoveSet>(moves->without_follow_costs());
  std::vector<std::string_view> texts(kWholeCube.begin(), kWholeCube.end());
  if (std::popcount(alone->symmetries()) == kSymmetries) texts.insert(texts.begin(), kLargest);
  if (moves->centres() != Centres::fixed)
    texts.push_back(moves->centres() == Centres::turned ? "centres: order orientation" : "centres: order");
  std::vector<SchreierPlan> plans;
  for (const std::string_view text : texts) {
    Expected<SchreierPlan> planned = plan({*parse_description(text), alone}, stop);
    if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
    plans.push_back(*std::move(planned));
  }
  return plans;
}

Expected<WholeCubeSolver> WholeCubeSolver::open(const std::shared_ptr<const MoveSet>& moves, const TableSource* source,
                                                unsigned threads, const Progress& progress, const StopFlag* stop) {
  Expected<std::vector<SchreierPlan>> planned = plans(moves, stop);
  if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
  // Distances in costs of one's own are mostly too large for four bits.
  const TablePacking packing = moves->is_priced() ? TablePacking::bytes : TablePacking::nibbles;
  std::vector<std::shared_ptr<const DistanceTable>> tables;
  for (SchreierPlan& one : *planned) {
    const auto graph = SchreierGraph::make(std::move(one), threads, stop);
    if (!graph) return tl::unexpected<Error>(graph.error());
    Expected<DistanceTable> table = DistanceTable::make(*graph, packing, threads, progress, source, stop);
    if (!table) return tl::unexpected<Error>(std::move(table.error()));
    tables.push_back(std::make_shared<const DistanceTable>(std::move(*table)));
  }
  return WholeCubeSolver(GenericSolver(std::move(tables), moves));
}

}  // namespace superflip
