// superflip bench: the two-phase solver measured on the same random cubes everywhere.
//
// Times are of this machine and its moment; the line of counts at the end is not: with the same version it is the same
// everywhere, and a change that moves it does something else than before.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "superflip/cube/random.h"

namespace superflip::cli {

namespace {

struct Options {
  SolverOptions solver;
  std::uint64_t cubes = 1000;
  std::uint64_t seed = 1;
  bool full = false;
  bool json = false;
};

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

// One row: how long the solver takes to keep a limit, and how good what it found is.
struct Row {
  std::string what;
  std::uint64_t cubes = 0;
  std::uint64_t missed = 0;  // not within the limit in the time allowed
  double mean = 0;
  double median = 0;
  double p99 = 0;
  double length = 0;  // mean, of the solutions found
  Counts counts;
};

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options) {
    Random random(options.seed);
    for (std::uint64_t i = 0; i < options.cubes; ++i) cubes_.push_back(random.cube());
    const auto begun = Clock::now();
    tables_ = open_tables(options.solver);
    open_ms_ = milliseconds(Clock::now() - begun);
  }

  // One thread, one cube after the other.
  Row measure(std::string what, std::size_t count, const Limits& limits, unsigned threads = 1) {
    TwoPhaseSolver solver(tables_);
    Row row;
    row.what = std::move(what);
    row.cubes = std::min(count, cubes_.size());
    std::vector<double> times;
    for (std::size_t i = 0; i < row.cubes; ++i) {
      const auto begun = Clock::now();
      const Outcome outcome = solver.solve(cubes_[i], limits, threads);
      times.push_back(milliseconds(Clock::now() - begun));
      const int n = length(outcome.solutions.front().moves, options_.solver.metric);
      row.length += n;
      row.missed += limits.max_length > 0 && n > limits.max_length;
      row.counts += outcome.counts;
    }
    std::sort(times.begin(), times.end());
    const auto n = static_cast<double>(row.cubes);
    row.mean = std::accumulate(times.begin(), times.end(), 0.0) / n;
    row.median = times[times.size() / 2];
    row.p99 = times[times.size() * 99 / 100];
    row.length /= n;
    return row;
  }

  // Cubes a second with one cube per thread.
  double bulk(const Limits& limits, unsigned threads) {
    std::atomic<std::size_t> next{0};
    const auto begun = Clock::now();
    run_on_threads(threads, [&](unsigned) {
      TwoPhaseSolver solver(tables_);
      for (std::size_t i = next++; i < cubes_.size(); i = next++) solver.solve(cubes_[i], limits);
    });
    return 1000.0 * static_cast<double>(cubes_.size()) / milliseconds(Clock::now() - begun);
  }

  const TwoPhaseTables& tables() const { return *tables_; }
  double open_ms() const { return open_ms_; }

 private:
  const Options& options_;
  std::vector<Cube> cubes_;
  std::shared_ptr<const TwoPhaseTables> tables_;
  double open_ms_ = 0;
};

Limits at_most(int n, std::optional<Clock::duration> time = {}) {
  Limits limits;
  limits.max_length = n;
  limits.time = time;
  return limits;
}

std::string text_of(const Row& row) {
  const auto per_cube = [&row](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(row.cubes); };
  return fmt::format(
      "{:<14} {:>6} {:>6} {:>10.4f} {:>10.4f} {:>10.3f} {:>8.3f} {:>11.0f} {:>11.0f} {:>8.0f} {:>8.0f}\n", row.what,
      row.cubes, row.missed, row.mean, row.median, row.p99, row.length, per_cube(row.counts.nodes),
      per_cube(row.counts.phase1_reads), per_cube(row.counts.leaves), per_cube(row.counts.phase2_reads));
}

Json json_of(const Row& row) {
  return {{"cubes", row.cubes},
          {"leaves", row.counts.leaves},
          {"limit", row.what},
          {"mean_length", row.length},
          {"mean_ms", row.mean},
          {"median_ms", row.median},
          {"missed", row.missed},
          {"nodes", row.counts.nodes},
          {"p99_ms", row.p99},
          {"phase1_reads", row.counts.phase1_reads},
          {"phase2_reads", row.counts.phase2_reads}};
}

ExitCode bench(const Options& options) {
  using std::chrono::milliseconds;
  Bench bench(options);
  const bool htm = options.solver.metric == Metric::htm;
  const int good = htm ? 20 : 26;  // God's number
  const unsigned cores = hardware_threads();
  Json rows = Json::array();
  if (!options.json)
    print(
        fmt::format("superflip bench: {} tables, {}, opened in {:.1f} ms; {} random cubes of seed {}, {}\n\n"
                    "{:<14} {:>6} {:>6} {:>10} {:>10} {:>10} {:>8} {:>11} {:>11} {:>8} {:>8}\n",
                    name(options.solver.profile), human_bytes(bench.tables().bytes()), bench.open_ms(), options.cubes,
                    options.seed, name(options.solver.metric), "one thread", "cubes", "missed", "mean ms", "median",
                    "p99", "length", "nodes", "ph.1 reads", "leaves", "ph.2"));
  const auto show = [&](const Row& row) {
    if (!options.json) print(text_of(row));
    if (!options.json) flush();
    rows.push_back(json_of(row));
    return row;
  };
  const std::uint64_t fewer = options.full ? options.cubes : std::min<std::uint64_t>(options.cubes, 200);
  bench.measure("warm up", options.cubes, at_most(good));
  show(bench.measure("first found", options.cubes, at_most(99)));
  show(bench.measure(fmt::format("<= {}", good + 1), options.cubes, at_most(good + 1)));
  const Row counted = show(bench.measure(fmt::format("<= {}", good), options.cubes, at_most(good)));
  const Row alone = show(bench.measure(fmt::format("<= {}", good - 1), fewer, at_most(good - 1, milliseconds(10000))));
  if (options.full)
    show(bench.measure(fmt::format("<= {}, 100 ms", good - 2), fewer, at_most(good - 2, milliseconds(100))));
  show(bench.measure("1 ms", fewer, at_most(0, milliseconds(1))));
  show(bench.measure("10 ms", fewer, at_most(0, milliseconds(10))));
  if (options.full) show(bench.measure("100 ms", fewer, at_most(0, milliseconds(100))));
  const Row both = bench.measure("", fewer, at_most(good - 1, milliseconds(10000)), cores);
  const double speedup = alone.mean / both.mean;
  const double first_1 = bench.bulk(at_most(99), 1);
  const double good_1 = bench.bulk(at_most(good), 1);
  const double first_all = bench.bulk(at_most(99), cores);
  const double good_all = bench.bulk(at_most(good), cores);
  if (options.json) {
    const Json json{{"bulk",
                     {{"threads_1", {{"first", first_1}, {"good", good_1}}},
                      {"threads_all", {{"first", first_all}, {"good", good_all}}}}},
                    {"metric", name(options.solver.metric)},
                    {"open_ms", bench.open_ms()},
                    {"profile", name(options.solver.profile)},
                    {"rows", rows},
                    {"seed", options.seed},
                    {"speedup", {{"threads", cores}, {"times", speedup}}},
                    {"table_bytes", bench.tables().bytes()}};
    print(json.dump(2) + "\n");
    return kOk;
  }
  print(fmt::format("\n{} threads on one cube, <= {}: {:.2f} times as fast as one\n", cores, good - 1, speedup));
  print(fmt::format("cubes a second, first found: {:.0f} on one thread, {:.0f} on {}\n", first_1, first_all, cores));
  print(fmt::format("cubes a second, <= {}: {:.0f} on one thread, {:.0f} on {}\n", good, good_1, good_all, cores));
  print(fmt::format("\ncounts at <= {}: {} nodes, {} phase 1 reads, {} leaves, {} phase 2 reads\n", good,
                    counted.counts.nodes, counted.counts.phase1_reads, counted.counts.leaves,
                    counted.counts.phase2_reads));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_number(arguments, "-n,--cubes", options->cubes, 1, 1'000'000, "How many random cubes. Default: 1000.");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0}, "Which random cubes. Default: 1.");
  arguments.add_flag("--full", options->full, "All cubes for the slow rows too, and 100 ms a cube: some minutes.");
  arguments.add_flag("--json", options->json, "The same as JSON.");
  add_profile(arguments, options->solver.profile);
  add_metric(arguments, options->solver.metric);
  arguments.footer(
      "Each row says what the solver was asked for: the first solution found, one of at most so many moves, or the\n"
      "best within a time; and what a cube took on average. The last line, of counts, does not depend on the\n"
      "machine.\n"
      "\n"
      "Examples:\n"
      "  superflip bench\n"
      "  superflip bench --profile large --full\n"
      "  superflip bench -n 100 --json");
  return [options] { return bench(*options); };
}

const Registration registered{{70, "bench", "Measure the solver on this machine", add}};

}  // namespace

}  // namespace superflip::cli
