// What is made of a table so far, in a file beside the tables, so that the making can go on after an interruption.
//
// The making is cut into parts, done in order. Entries are only ever lowered, and never too far, so that a table that
// was stopped within a part is as good as one stopped before it: the part is done again. How many parts are done is
// told by the file's identity, so that a file from a program that cuts otherwise is foreign to this one.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include "superflip/solver/optimal/table.h"
#include "superflip/solver/search.h"
#include "superflip/table/store.h"

namespace superflip::optimal {

// How much work may be lost: when the program is killed, and when it is told to stop.
struct Patience {
  Clock::duration killed = std::chrono::minutes(2);
  Clock::duration stopped = std::chrono::seconds(20);
};

class Unfinished {
 public:
  // Without a store nothing is kept.
  Unfinished(const TableStore* store, const Shape& shape, Patience patience = {});

  // Fills the whole table with what was kept, and returns how many of `all` parts that has; 0: nothing was kept.
  unsigned resume(std::span<std::byte> table, unsigned all, unsigned threads);

  // Tells that so many parts are done now. They are saved if much was done since that happened.
  void advance(std::span<const std::byte> table, unsigned parts);

  // The same for a table that is given up within the next part. Returns whether parts of it are in the file.
  bool give_up(std::span<const std::byte> table);

  // There is a whole table now.
  void remove();

 private:
  TableIdentity file(unsigned parts) const;
  void save(std::span<const std::byte> table);

  const TableStore* store_;
  Shape shape_;
  Patience patience_;
  unsigned all_ = 0;
  unsigned done_ = 0;
  unsigned saved_ = 0;
  Clock::time_point saved_at_;
};

}  // namespace superflip::optimal
