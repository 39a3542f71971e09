#include "apps/cli/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "apps/cli/console.h"
#include "apps/cli/options.h"

namespace superflip::cli {

void add_list_options(Arguments& arguments, ListOptions& options) {
  arguments.add_flag("--count", options.count, "Print only how many there are.");
  add_number(arguments, "-n", options.most, 0, ~std::uint64_t{0}, "At most so many. Default: all.");
  constexpr std::uint64_t kMonth = 31ULL * 86'400'000;
  add_number(arguments, "--time", options.milliseconds, 1, kMonth,
             "End the search after MS milliseconds, with what was found.")
      .type_name("MS");
  arguments.add_flag("--json", options.json, "A line of JSON for each cube.");
}

Listing::Listing(const ListOptions& options) : options_(options) {
  catch_interrupts();
  if (options.milliseconds) stop_after(std::chrono::milliseconds(*options.milliseconds));
}

// What is found rarely is not kept back from a reader.
bool Listing::add(const Cube& cube) {
  ++found_;
  if (!options_.count) {
    bar_.wipe();
    const std::string facelets = to_facelets(cube);
    if (options_.json)
      print_json({{"facelets", facelets}, {"type", std::string(symmetry_type_of(cube).name)}});
    else
      print(facelets + "\n");
    if (const auto now = Clock::now(); now > next_flush_) {
      flush();
      next_flush_ = now + std::chrono::milliseconds(100);
    }
  }
  return !options_.most || found_ < *options_.most;
}

void Listing::add_all(Uint128 cubes) {
  found_ += cubes;
  if (options_.most) found_ = std::min(found_, Uint128{*options_.most});
}

void Listing::show(double done) {
  constexpr unsigned kSteps = 256;  // a clock is not read at each
  if (progress_ && ++steps_ % kSteps == 0) progress_(fmt::format("{} found", to_decimal(found_)), done);
}

ExitCode Listing::end(std::string_view none, std::string_view few) {
  bar_.wipe();
  const bool is_enough = options_.most && found_ >= *options_.most;
  if (is_set(&interrupted()) && !is_enough) {
    flush();
    say(fmt::format("{}; found so far: {}", is_time_over() ? "the time is over" : "stopped", to_decimal(found_)));
    return is_time_over() ? kNoSolution : kInterrupted;
  }
  if (options_.count) {
    if (options_.json)
      print_json({{"cubes", json_value(found_)}});
    else
      print(to_decimal(found_) + "\n");
  }
  flush();
  if (is_enough || (found_ != 0 && few.empty())) return kOk;
  say(found_ == 0 ? none : few);
  return kNoSolution;
}

}  // namespace superflip::cli
