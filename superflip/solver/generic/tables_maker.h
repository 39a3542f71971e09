// TablesMaker: the making of several distance tables, one after the other, which goes on where a stop flag ended it.
//
// Each plan, each finished table, and the graph of the next one stay. So short limits come to an end, too, if each is
// long enough for a graph, or for the distances in it.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/solver/generic/walk.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/schreier_graph.h"
#include "superflip/table/source.h"

namespace superflip::generic {

// For one thread at a time.
class TablesMaker {
 public:
  // Of the tables, in their order; `add` puts one more at the end.
  const std::vector<SchreierPlan>& plans() const { return plans_; }
  void add(SchreierPlan plan) { plans_.push_back(std::move(plan)); }

  // The tables that are finished, in the order of their plans.
  const Tables& tables() const { return tables_; }

  // Loads or makes the tables of all plans that are not finished, packed as `packing` says. Errors: those of
  // SchreierGraph::make and DistanceTable::make; after `stopped`, the next call goes on.
  Expected<void> go_on(const std::function<TablePacking(const SchreierGraph&)>& packing, const TableSource* source,
                       unsigned threads, const Progress& progress = {}, const StopFlag* stop = nullptr);

 private:
  std::vector<SchreierPlan> plans_{};
  Tables tables_{};
  std::shared_ptr<const SchreierGraph> graph_{};  // of the next table, if it is finished
};

}  // namespace superflip::generic
