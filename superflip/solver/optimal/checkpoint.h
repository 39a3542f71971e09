// Checkpoints of the generation of a table: a file beside the tables from which an interrupted generation goes on.
//
// The generation is divided into parts, which are done in order. Entries are only ever lowered, and never below their
// true distance. So a table that was interrupted within a part is as good as one interrupted before it: that part is
// simply repeated. The file's identity states how many parts are done and how the work was divided.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>

#include "superflip/base/stop.h"
#include "superflip/solver/optimal/shapes.h"
#include "superflip/table/store.h"

namespace superflip::optimal {

// How much work, in addition to the current part, may be lost when the program is killed, and when it is told to stop.
struct Patience {
  Clock::duration killed = std::chrono::minutes(2);
  Clock::duration stopped = std::chrono::seconds(20);
};

class Checkpoint {
 public:
  // The checkpoint of the table `shape`, which is made from shape.whole(). Without a store nothing is saved.
  Checkpoint(const TableStore* store, const Shape& shape, Patience patience = {});

  // Whether there is a checkpoint of that table.
  static bool exists(const TableStore& store, const Shape& shape);

  // Fills the whole table from the checkpoint and returns how many of `all` parts it contains; 0 if there is none. Once
  // the flag is set, the table may be filled only in part.
  unsigned resume(std::span<std::byte> table, unsigned all, unsigned threads, const StopFlag* stop = nullptr);

  // Records that `parts` parts are complete. Writes a checkpoint if Patience::killed has passed since the last one, and
  // at least ten times the duration of writing that, and if the disk can hold both checkpoint and table.
  void advance(std::span<const std::byte> table, unsigned parts);

  // Generation stops within the next part. Writes a checkpoint if Patience::stopped has passed since the last one.
  void stop(std::span<const std::byte> table);

  // Generation is complete. Deletes the checkpoint if the table needs its disk space.
  void make_room();

  // The table is saved. Deletes the checkpoint.
  void remove();

 private:
  static std::filesystem::path path(const TableStore& store, const Shape& shape);
  TableIdentity identity(unsigned parts) const;
  void save(std::span<const std::byte> table);

  const TableStore* store_;
  Shape shape_;
  Patience patience_;
  unsigned all_ = 0;
  unsigned done_ = 0;
  unsigned saved_ = 0;
  Clock::time_point saved_at_;
  Clock::duration saving_{};  // duration of the last write
};

}  // namespace superflip::optimal
