#include "apps/cli/optimal_tables.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/solver/optimal/unfinished.h"
#include "superflip/table/memory.h"

namespace superflip::cli {

namespace {

using optimal::find_shape;
using optimal::in_metric;
using optimal::kShapes;
using optimal::Shape;

// Made when there is none: what is larger, or takes longer, is made only when it is asked for.
constexpr std::string_view kDefault = "optimal-282";
constexpr int kDefaultSeconds = 60;  // of one core

bool is_made(const Expected<TableStore>& store, const Shape& shape) {
  return store && store->load(OptimalTable::file(shape)).has_value();
}

std::string time_to_make(const Shape& shape, unsigned threads) {
  const unsigned seconds = static_cast<unsigned>(shape.seconds) / std::max(1U, std::min(threads, hardware_threads()));
  return seconds < 120 ? fmt::format("{} seconds", std::max(5U, (seconds + 4) / 5 * 5))
                       : fmt::format("{} minutes", (seconds + 59) / 60);
}

// Whether a table, once made, would be there the next time.
bool can_keep(const TableStore& store, const Shape& shape) {
  std::error_code error;
  const auto space = std::filesystem::space(store.folder(), error);
  return !error && space.available > shape.bytes() && ::access(store.folder().c_str(), W_OK) == 0;
}

// What fits: a table and, while it is made, the frontier of its search.
bool fits(const Shape& shape, bool made, std::uint64_t memory) {
  return (made ? shape.bytes() : shape.bytes_to_make()) <= memory;
}

}  // namespace

std::string shape_names() {
  std::string names;
  for (const Shape& shape : kShapes) names += (names.empty() ? "" : ", ") + std::string(shape.name);
  return names;
}

std::string shape_costs() {
  std::string lines;
  for (const Shape& shape : kShapes)
    if (shape.metric == Metric::htm)
      lines += fmt::format("  {:<13} {:>7}  {:>10}   {:>10}\n", shape.name, human_bytes(shape.bytes()),
                           time_to_make(shape, hardware_threads()),
                           time_to_make(*in_metric(shape, Metric::qtm), hardware_threads()));
  return lines;
}

void add_table_options(Arguments& arguments, TableOptions& options) {
  add_parsed(
      arguments, "--table", options.shape,
      [](std::string_view text) -> Expected<const Shape*> {
        if (const Shape* const shape = find_shape(text)) return shape;
        return fail(fmt::format("there is no table '{}'; there are {}", text, shape_names()));
      },
      "The pruning table, by the megabytes that it takes: optimal-47, -94,\n"
      "-282, -705, -1409, -2818 or -5636. Made if it is missing.")
      .type_name("NAME")
      .group("Tables");
  add_parsed(
      arguments, "--memory", options.memory,
      [](std::string_view text) -> Expected<std::uint64_t> {
        if (text == "auto") return 0;
        return parse_size(text);
      },
      "Use the largest table of at most that size, as 300M or 3G, that is there\n"
      "or soon made. Default: auto, half of the memory available.")
      .type_name("SIZE|auto")
      .group("Tables");
}

const Shape* choose_table(const TableOptions& options, Metric metric) {
  const Shape* const named = options.shape == nullptr ? nullptr : in_metric(*options.shape, metric);
  const auto store = find_store();
  const std::uint64_t available = available_memory();
  const std::uint64_t allowed = options.memory != 0 ? options.memory : named != nullptr ? available : available / 2;
  const auto is_possible = [&](const Shape& shape, bool made) {
    return shape.metric == metric && shape.bytes() <= allowed && fits(shape, made, available);
  };
  const Shape* largest = nullptr;  // that could be made
  for (const Shape& shape : kShapes)
    if (is_possible(shape, false)) largest = &shape;
  if (named != nullptr) {
    if (is_possible(*named, is_made(store, *named))) return named;
  } else {
    const Shape* made_soon = nullptr;
    for (const Shape& shape : kShapes)
      if (is_possible(shape, false) && shape.bytes() <= find_shape(kDefault)->bytes() &&
          shape.seconds <= kDefaultSeconds)
        made_soon = &shape;
    for (auto shape = kShapes.rbegin(); shape != kShapes.rend(); ++shape) {
      if (!store || !is_possible(*shape, true)) continue;
      const auto table = store->load(OptimalTable::file(*shape));
      if (table) return &*shape;
      // With a smaller table in its place the search would be slow, and nobody would know why.
      std::error_code ignored;
      if (std::filesystem::exists(store->folder() / fmt::format("{}.table", shape->name), ignored))
        say(table.error().message);
      // Rather than to use a smaller one for ever; but not to make it anew each time.
      if (&*shape == made_soon && can_keep(*store, *shape)) break;
    }
    if (made_soon != nullptr) return made_soon;
  }
  const Shape& wanted = named != nullptr ? *named : *in_metric(kShapes.front(), metric);
  say(fmt::format("the table {} needs {} of memory ({} while it is made), and {} may be used; {}", wanted.name,
                  human_bytes(wanted.bytes()), human_bytes(wanted.bytes_to_make()),
                  human_bytes(std::min(allowed, available)),
                  largest != nullptr ? fmt::format("the largest that fits is {}", largest->name)
                                     : std::string("there is none that fits")));
  return nullptr;
}

std::shared_ptr<const OptimalTable> open_optimal_table(const Shape& shape, unsigned threads) {
  const auto store = find_store();
  catch_interrupts();
  if (!is_made(store, shape) && store && optimal::Unfinished::exists(*store, shape))
    say(fmt::format("the making of the table {} goes on where it was ended", shape.name));
  else if (!is_made(store, shape))
    say(fmt::format(
        "the table {} ({}{}) is made {}; this takes about {}", shape.name, human_bytes(shape.bytes()),
        shape.is_of_pairs() ? fmt::format(", and {} of memory meanwhile", human_bytes(shape.bytes_to_make())) : "",
        store ? "once and kept in " + store->folder().string() : "in memory, for there is no folder",
        time_to_make(shape, threads)));
  try {
    ProgressBar bar;
    return OptimalTable::open(shape, store ? &*store : nullptr, threads, bar.callback(), &interrupted());
  } catch (const optimal::Interrupted&) {
    say(store && optimal::Unfinished::exists(*store, shape)
            ? fmt::format(
                  "interrupted: what is made of the table {0} is kept ({0}-unfinished, {1}), and the next run goes "
                  "on there",
                  shape.name, human_bytes(shape.whole().bytes()))
            : fmt::format("interrupted: the table {} was not saved", shape.name));
  }
  return nullptr;
}

}  // namespace superflip::cli
