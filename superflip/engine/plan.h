// Plan: which solver and which tables a question would use, before anything is loaded or made.
//
// A larger optimal table makes the search shorter, so the plan contains the largest existing table that fits in
// memory. Making a large table takes minutes, so that is planned only when EngineOptions::optimal_table names it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

struct PlannedTable {
  std::string name;
  bool is_there = false;            // in the source; else it would be made. Always false for tables of coordinates
  std::uint64_t bytes = 0;          // of memory, when loaded
  std::uint64_t bytes_to_make = 0;  // of memory while it is made
  double seconds_to_make = 0;       // about, with the threads of the engine; 0 where it is there
};

struct Plan {
  SolverKind solver{};
  std::vector<PlannedTable> tables{};
  std::string remark{};  // a sentence: why a larger table is not used; may be empty

  std::uint64_t bytes() const;          // of memory, all tables loaded
  std::uint64_t bytes_to_make() const;  // the most that making what is missing takes at a time
  double seconds_to_make() const;       // of all that is missing
};

}  // namespace superflip
