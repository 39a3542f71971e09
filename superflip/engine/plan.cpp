#include "superflip/engine/plan.h"

#include <algorithm>

namespace superflip {

std::uint64_t Plan::bytes() const {
  std::uint64_t sum = 0;
  for (const PlannedTable& table : tables) sum += table.bytes;
  return sum;
}

std::uint64_t Plan::bytes_to_make() const {
  std::uint64_t most = 0;
  for (const PlannedTable& table : tables)
    if (!table.is_there) most = std::max(most, table.bytes_to_make);
  return most;
}

double Plan::seconds_to_make() const {
  double sum = 0;
  for (const PlannedTable& table : tables)
    if (!table.is_there) sum += table.seconds_to_make;
  return sum;
}

}  // namespace superflip
