#include "superflip/solver/generic/tables_maker.h"

#include <utility>

namespace superflip::generic {

Expected<void> TablesMaker::go_on(const std::function<TablePacking(const SchreierGraph&)>& packing,
                                  const TableSource* source, unsigned threads, const Progress& progress,
                                  const StopFlag* stop) {
  while (tables_.size() < plans_.size()) {
    if (!graph_) {
      auto made = SchreierGraph::make(plans_[tables_.size()], threads, stop);
      if (!made) return tl::unexpected<Error>(std::move(made.error()));
      graph_ = *std::move(made);
    }
    auto table = DistanceTable::make(graph_, packing(*graph_), threads, progress, source, stop);
    if (!table && table.error().kind != ErrorKind::stopped) graph_.reset();
    if (!table) return tl::unexpected<Error>(std::move(table.error()));
    tables_.push_back(std::make_shared<const DistanceTable>(*std::move(table)));
    graph_.reset();
  }
  return {};
}

}  // namespace superflip::generic
