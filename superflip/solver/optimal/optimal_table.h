// A pruning table of the optimal solver in memory. It is immutable and shared by any number of solvers and threads.
//
// A table from a file can be searched immediately where it is mapped. Few systems have huge pages for files, and
// without them each read of a line takes two or three times as long. So a thread of the table's own replaces the mapped
// pages piece by piece with copies in huge pages, at the same addresses. The search need not know about this, and
// memory use never exceeds the table's size by much.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/solver/optimal/low_distances.h"
#include "superflip/solver/optimal/shapes.h"
#include "superflip/table/source.h"

namespace superflip {

class OptimalTable {
 public:
  // Loads the table from the source, or makes and saves it there; with source == nullptr it is made in memory.
  // `threads` is for making it. Errors: stopped when the flag is set first (a TableStore may then keep a checkpoint,
  // from which the next call continues), out_of_memory, and those of the source.
  static Expected<std::shared_ptr<const OptimalTable>> open(const optimal::Shape& shape, const TableSource* source,
                                                            unsigned threads = hardware_threads(),
                                                            const Progress& progress = {},
                                                            const StopFlag* stop = nullptr);

  const optimal::Shape& shape() const { return shape_; }
  const std::uint8_t* lines() const { return table_.as<std::uint8_t>(); }
  const optimal::LowDistances& low_distances() const { return low_distances_; }

  // The estimated time until reads of lines reach full speed; 0 when they have.
  Clock::duration until_resident() const;
  // Waits until then.
  void wait_until_resident() const { is_resident_.wait(false); }

  ~OptimalTable() { is_ending_ = true; }

 private:
  OptimalTable(const optimal::Shape& shape, Table table, optimal::LowDistances low_distances)
      : shape_(shape), table_(std::move(table)), low_distances_(std::move(low_distances)) {}

  void copy();

  optimal::Shape shape_;
  Table table_;
  optimal::LowDistances low_distances_;
  Clock::time_point opened_at_ = Clock::now();
  std::atomic<std::size_t> copied_{0};  // bytes
  std::atomic<bool> is_resident_{false};
  StopFlag is_ending_{false};
  ThreadGroup copying_;  // the last member: ends before the others do
};

}  // namespace superflip
