// Which pruning table `superflip optimal` uses, and how it comes to be; for `superflip tables`, too.
//
// The larger the table, the shorter the search, so that the largest counts that fits in the memory; but a large one is
// never made unasked, for that takes minutes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/command.h"
#include "superflip/solver/optimal/optimal.h"

namespace superflip::cli {

// --table NAME, --memory SIZE|auto.
struct TableOptions {
  const optimal::Shape* shape = nullptr;  // or its like in the other metric; nullptr: the largest that fits
  std::uint64_t memory = 0;               // bytes; 0: half of what is available
};
void add_table_options(Arguments& arguments, TableOptions& options);

// The names of all shapes, "optimal-47, optimal-94, ...".
std::string shape_names();

// A line for each shape: what it takes of memory and time to make it with all cores.
std::string shape_costs();

// What is used in a metric: the table named, or the largest of those in the cache folder that fits, or one that will be
// made. Says why there is none.
const optimal::Shape* choose_table(const TableOptions& options, Metric metric);

// Makes what is not in the cache folder, after saying what that costs. Nothing, after a word, when Ctrl-C ended that:
// calls catch_interrupts().
std::shared_ptr<const OptimalTable> open_optimal_table(const optimal::Shape& shape, unsigned threads);

}  // namespace superflip::cli
