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

// Plans the tables that are not planned yet.
Expected<void> add_plans(const MoveSet& moves, generic::TablesMaker& maker, const StopFlag* stop) {
  const auto alone = std::make_shared<const MoveSet>(moves.without_follow_costs());
  std::vector<std::string_view> texts(kWholeCube.begin(), kWholeCube.end());
  if (std::popcount(alone->symmetries()) == kSymmetries) texts.insert(texts.begin(), kLargest);
  if (moves.centres() != Centres::fixed)
    texts.push_back(moves.centres() == Centres::turned ? "centres: order orientation" : "centres: order");
  while (maker.plans().size() < texts.size()) {
    Expected<SchreierPlan> planned = plan({*parse_description(texts[maker.plans().size()]), alone}, stop);
    if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
    maker.add(*std::move(planned));
  }
  return {};
}

}  // namespace

Expected<std::vector<SchreierPlan>> WholeCubeSolver::plans(const std::shared_ptr<const MoveSet>& moves,
                                                           const StopFlag* stop) {
  generic::TablesMaker maker;
  return add_plans(*moves, maker, stop).map([&] { return maker.plans(); });
}

Expected<WholeCubeSolver> WholeCubeSolver::open(const std::shared_ptr<const MoveSet>& moves, const TableSource* source,
                                                unsigned threads, const Progress& progress, const StopFlag* stop) {
  generic::TablesMaker maker;
  return open(maker, moves, source, threads, progress, stop);
}

Expected<WholeCubeSolver> WholeCubeSolver::open(generic::TablesMaker& maker,
                                                const std::shared_ptr<const MoveSet>& moves, const TableSource* source,
                                                unsigned threads, const Progress& progress, const StopFlag* stop) {
  // Distances in costs of one's own are mostly too large for four bits.
  const TablePacking packing = moves->is_priced() ? TablePacking::bytes : TablePacking::nibbles;
  return add_plans(*moves, maker, stop)
      .and_then([&] {
        return maker.go_on([packing](const SchreierGraph&) { return packing; }, source, threads, progress, stop);
      })
      .map([&] { return WholeCubeSolver(GenericSolver(maker.tables(), moves)); });
}

}  // namespace superflip
