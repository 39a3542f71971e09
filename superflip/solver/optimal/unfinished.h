// What is made of a table so far, in a file beside the tables, so that the making can go on after an interruption.
//
// The making is cut into parts, done in order. Entries are only ever lowered, and never too far, so that a table that
// was stopped within a part is as good as one stopped before it: the part is done again. How many parts are done is
// told by the file's identity, with a number of how they are cut.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>

#include "superflip/solver/optimal/table.h"
#include "superflip/solver/search.h"
#include "superflip/table/store.h"

namespace superflip::optimal {

// How much work may be lost, besides the part under way: when the program is killed, and when it is told to stop.
struct Patience {
  Clock::duration killed = std::chrono::minutes(2);
  Clock::duration stopped = std::chrono::seconds(20);
};

class Unfinished {
 public:
  // Of the table `shape`, of which shape.whole() is made. Without a store nothing is kept.
  Unfinished(const TableStore* store, const Shape& shape, Patience patience = {});

  // Whether something is kept of that table.
  static bool exists(const TableStore& store, const Shape& shape);

  // Fills the whole table with what was kept, and returns how many of `all` parts that has; 0: nothing was kept.
  unsigned resume(std::span<std::byte> table, unsigned all, unsigned threads);

  // Tells that so many parts are done now. They are saved if much was done since that happened: again after ten times
  // what it took; not where the disk has no room for the table besides.
  void advance(std::span<const std::byte> table, unsigned parts);

  // The same for a table that is given up within the next part.
  void give_up(std::span<const std::byte> table);

  // All is made: what is kept goes where the disk needs its room to save the table.
  void make_room();

  // The table is saved: nothing is kept any more.
  void remove();

 private:
  static std::filesystem::path path(const TableStore& store, const Shape& shape);
  TableIdentity file(unsigned parts) const;
  void save(std::span<const std::byte> table);

  const TableStore* store_;
  Shape shape_;
  Patience patience_;
  unsigned all_ = 0;
  unsigned done_ = 0;
  unsigned saved_ = 0;
  Clock::time_point saved_at_;
  Clock::duration saving_{};  // how long it took
};

}  // namespace superflip::optimal
