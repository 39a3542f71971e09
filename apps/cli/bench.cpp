// superflip bench: the two-phase solver measured on the same random cubes everywhere.
//
// Times depend on the machine and its load. What can be repeated is measured in rounds: the median is printed, and how
// far the rounds differ. The line of counts at the end depends on neither: one version gives the same counts
// everywhere, and a change of the counts means that the search has changed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

struct Options {
  Profile profile = Profile::standard;
  Metric metric = Metric::htm;
  std::uint64_t cubes = 1000;
  std::uint64_t seed = 1;
  bool full = false;
  bool json = false;
};

constexpr std::uint64_t kEnoughCubes = 100;

constexpr std::size_t kRounds = 3;
// Rounds that differ by more say that the machine does other work.
constexpr double kGreatestSpread = 0.05;

// The search of one cube by several threads is measured over so many nodes a cube, about as many as a solution of at
// most God's number less one takes, so that luck has no part in it.
constexpr std::uint64_t kNodesOfOneCube = 25'000;
constexpr std::size_t kCubesOfOneSeed = 100;

// Of equal rounds: the median, and the difference between the greatest and the least as a part of it.
struct Median {
  double value = 0;
  double spread = 0;
};

Median median_of(std::vector<double> rounds) {
  std::sort(rounds.begin(), rounds.end());
  const double median = rounds[rounds.size() / 2];
  return {median, (rounds.back() - rounds.front()) / median};
}

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

// One row: how long the solver takes to meet a limit, and how good its solutions are.
struct Row {
  std::string what;
  std::uint64_t cubes = 0;
  std::uint64_t missed = 0;  // not within the limit before the time was over
  double mean = 0;           // milliseconds per cube, like the next two
  double median = 0;
  double p99 = 0;
  double spread = 0;  // of the mean, between rounds; 0 in one round
  double length = 0;  // mean length of the solutions found
  Counts counts;
};

// The request and the limits of a row.
struct Limit {
  Question question{};
  Budget budget{};
};

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), engine_(engine_options({.profile = options.profile})) {
    Random random(options.seed);
    for (std::uint64_t i = 0; i < options.cubes; ++i) cubes_.push_back(random.cube());
  }

  // Opens the tables.
  Expected<void> open() {
    ProgressBar bar;
    const auto begun = Clock::now();
    auto opened = engine_.prepare(at_most(0).question, {}, [&bar](const Event& event) {
      bar.show(event);
      return true;
    });
    open_ms_ = milliseconds(Clock::now() - begun);
    return opened;
  }

  // The first solution of at most n moves, or with 0 the best within the time.
  Limit at_most(int n, std::optional<Clock::duration> time = {}) const {
    Limit limit;
    limit.question.metric = options_.metric;
    limit.question.good_enough = n;
    if (n > 0) limit.question.max_length = n;
    limit.budget.time = time;
    limit.budget.threads = 1;
    return limit;
  }

  // The round of median mean.
  Row measure(std::string what, std::size_t count, const Limit& limit, std::size_t rounds = kRounds) {
    std::vector<Row> rows;
    std::vector<double> means;
    for (std::size_t i = 0; i < rounds; ++i) means.push_back(rows.emplace_back(round(count, limit)).mean);
    const Median median = median_of(means);
    Row row = *std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.mean == median.value; });
    row.what = std::move(what);
    row.spread = median.spread;
    return row;
  }

  // How many times as many nodes a second several threads expand in one cube as one thread does. A round is the cubes
  // of another seed, each searched by one thread and then by all.
  Median factor(unsigned threads) {
    std::vector<double> factors;
    for (std::size_t i = 0; i < kRounds; ++i) {
      Random random(options_.seed + i);
      std::array<double, 2> nodes_per_ms{};
      std::array<double, 2> nodes{};
      std::array<double, 2> time{};
      for (std::size_t c = 0; c < kCubesOfOneSeed; ++c) {
        Limit limit = at_most(0);
        limit.question.cube = random.cube();
        limit.budget.nodes = kNodesOfOneCube;
        for (const std::size_t all : {0, 1}) {
          limit.budget.threads = all == 1 ? threads : 1;
          const auto begun = Clock::now();
          nodes[all] += static_cast<double>(engine_.solve(limit.question, limit.budget).value().counts.nodes);
          time[all] += milliseconds(Clock::now() - begun);
        }
      }
      for (const std::size_t all : {0, 1}) nodes_per_ms[all] = nodes[all] / time[all];
      factors.push_back(nodes_per_ms[1] / nodes_per_ms[0]);
    }
    return median_of(factors);
  }

  // Cubes per second with one cube per thread.
  Median bulk(const Limit& limit, unsigned threads) {
    std::vector<double> rates;
    for (std::size_t i = 0; i < kRounds; ++i) rates.push_back(rate(limit, threads));
    return median_of(rates);
  }

  std::uint64_t table_bytes() const { return engine_.plan(at_most(0).question).value().bytes(); }
  double open_ms() const { return open_ms_; }

 private:
  // One cube after the other.
  Row round(std::size_t count, const Limit& limit) {
    Row row;
    row.cubes = std::min(count, cubes_.size());
    Question question = limit.question;
    std::vector<double> times;
    for (std::size_t i = 0; i < row.cubes; ++i) {
      question.cube = cubes_[i];
      const auto begun = Clock::now();
      const Expected<Answer> answer = engine_.solve(question, limit.budget);
      times.push_back(milliseconds(Clock::now() - begun));
      const int n = (answer.value().solutions.empty() ? *answer->too_long : answer->solutions.front()).length;
      row.length += n;
      row.missed += question.good_enough > 0 && n > question.good_enough;
      row.counts += answer->counts;
    }
    std::sort(times.begin(), times.end());
    const auto n = static_cast<double>(row.cubes);
    row.mean = std::accumulate(times.begin(), times.end(), 0.0) / n;
    row.median = times[times.size() / 2];
    row.p99 = times[times.size() * 99 / 100];
    row.length /= n;
    return row;
  }

  double rate(const Limit& limit, unsigned threads) {
    std::atomic<std::size_t> next{0};
    const auto begun = Clock::now();
    run_on_threads(threads, [&](unsigned) {
      Question question = limit.question;
      for (std::size_t i = next++; i < cubes_.size(); i = next++) {
        question.cube = cubes_[i];
        engine_.solve(question, limit.budget).value();
      }
    });
    return 1000.0 * static_cast<double>(cubes_.size()) / milliseconds(Clock::now() - begun);
  }

  const Options& options_;
  std::vector<Cube> cubes_;
  Engine engine_;
  double open_ms_ = 0;
};

std::string text_of(const Row& row) {
  const auto per_cube = [&row](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(row.cubes); };
  return fmt::format(
      "{:<14} {:>6} {:>6} {:>10.4f} {:>7.1f}% {:>10.4f} {:>10.3f} {:>8.3f} {:>11.0f} {:>11.0f} {:>8.0f} {:>8.0f}\n",
      row.what, row.cubes, row.missed, row.mean, 100 * row.spread, row.median, row.p99, row.length,
      per_cube(row.counts.nodes), per_cube(row.counts.phase1_reads), per_cube(row.counts.leaves),
      per_cube(row.counts.phase2_reads));
}

Json json_of(const Row& row) {
  const auto seconds = [](double milliseconds) { return rounded(milliseconds / 1000, 9); };
  return {{"limit", row.what},
          {"cubes", row.cubes},
          {"missed", row.missed},
          {"mean_seconds", seconds(row.mean)},
          {"spread", rounded(row.spread, 4)},
          {"median_seconds", seconds(row.median)},
          {"p99_seconds", seconds(row.p99)},
          {"mean_length", rounded(row.length, 6)},
          {"nodes", row.counts.nodes},
          {"phase1_reads", row.counts.phase1_reads},
          {"leaves", row.counts.leaves},
          {"phase2_reads", row.counts.phase2_reads}};
}

// Cubes a second, with one cube on each thread.
struct Rates {
  unsigned threads;
  Median first;  // the first solution found
  Median good;   // one of at most God's number

  double spread() const { return std::max(first.spread, good.spread); }
};

Json json_of(const Rates& rates) {
  return {{"threads", rates.threads},
          {"first", rounded(rates.first.value, 1)},
          {"good", rounded(rates.good.value, 1)},
          {"spread", rounded(rates.spread(), 4)}};
}

// The rows of the table, each printed when it is measured.
class Rows {
 public:
  explicit Rows(bool is_printed) : is_printed_(is_printed) {}

  Row add(Row row) {
    if (is_printed_) {
      print(text_of(row));
      flush();
    }
    json_.push_back(json_of(row));
    spread_ = std::max(spread_, row.spread);
    return row;
  }
  const Json& json() const { return json_; }
  double spread() const { return spread_; }  // the greatest

 private:
  const bool is_printed_;
  double spread_ = 0;
  Json json_ = Json::array();
};

// Random reads of a table take half the time where it lies in huge pages, so the heading tells it.
std::string heading(const Options& options, const Bench& bench) {
  const auto huge = memory_in_huge_pages();
  return fmt::format(
      "superflip bench: {} tables, {}, opened in {:.1f} ms; {} random cubes of seed {}, {}\n"
      "after a warm-up, in which all cubes were solved; {} of memory in huge pages; {} rounds\n\n"
      "{:<14} {:>6} {:>6} {:>10} {:>8} {:>10} {:>10} {:>8} {:>11} {:>11} {:>8} {:>8}\n",
      name(options.profile), human_bytes(bench.table_bytes()), bench.open_ms(), options.cubes, options.seed,
      name(options.metric), huge ? human_bytes(*huge) : "an unknown part", kRounds, "one thread", "cubes", "missed",
      "mean ms", "spread", "median", "p99", "length", "nodes", "ph.1 reads", "leaves", "ph.2");
}

ExitCode bench(const Options& options) {
  using std::chrono::milliseconds;
  Bench bench(options);
  if (const auto opened = bench.open(); !opened) {
    say(opened.error().message);
    return exit_code(opened.error());
  }
  if (options.cubes < kEnoughCubes) say(fmt::format("with fewer than {} cubes the figures mean nothing", kEnoughCubes));
  const auto at_most = [&bench](int n, std::optional<Clock::duration> time = {}) { return bench.at_most(n, time); };
  const int good = greatest_distance(options.metric);
  const unsigned cores = hardware_threads();
  Rows rows(!options.json);
  const std::uint64_t fewer = options.full ? options.cubes : std::min<std::uint64_t>(options.cubes, 200);
  bench.measure("warm up", options.cubes, at_most(good), 1);
  if (!options.json) print(heading(options, bench));
  rows.add(bench.measure("first found", options.cubes, at_most(99)));
  rows.add(bench.measure(fmt::format("<= {}", good + 1), options.cubes, at_most(good + 1)));
  const Row counted = rows.add(bench.measure(fmt::format("<= {}", good), options.cubes, at_most(good)));
  rows.add(bench.measure(fmt::format("<= {}", good - 1), fewer, at_most(good - 1, milliseconds(10000))));
  // What has a limit of time takes that time in every round.
  if (options.full)
    rows.add(bench.measure(fmt::format("<= {}, 100 ms", good - 2), fewer, at_most(good - 2, milliseconds(100)), 1));
  rows.add(bench.measure("1 ms", fewer, at_most(0, milliseconds(1)), 1));
  rows.add(bench.measure("10 ms", fewer, at_most(0, milliseconds(10)), 1));
  if (options.full) rows.add(bench.measure("100 ms", fewer, at_most(0, milliseconds(100)), 1));
  const Median factor = bench.factor(cores);
  const auto rates = [&](unsigned threads) {
    return Rates{threads, bench.bulk(at_most(99), threads), bench.bulk(at_most(good), threads)};
  };
  const Rates one = rates(1);
  const Rates all = rates(cores);
  const double spread = std::max({rows.spread(), factor.spread, one.spread(), all.spread()});
  if (options.json) {
    print_json({{"profile", name(options.profile)},
                {"metric", name(options.metric)},
                {"seed", options.seed},
                {"bytes", bench.table_bytes()},
                {"loading_seconds", rounded(bench.open_ms() / 1000, 6)},
                {"rows", rows.json()},
                {"cubes_per_second", std::vector<Json>{json_of(one), json_of(all)}},
                {"speedup",
                 {{"threads", cores},
                  {"nodes", kNodesOfOneCube},
                  {"factor", rounded(factor.value, 3)},
                  {"spread", rounded(factor.spread, 4)}}}});
    return kOk;
  }
  print(fmt::format("\n{} threads on one cube: {:.2f} times as many nodes a second as one (spread {:.1f}%)\n", cores,
                    factor.value, 100 * factor.spread));
  for (const auto& [what, rate_of] :
       {std::pair(std::string("first found"), &Rates::first), std::pair(fmt::format("<= {}", good), &Rates::good)})
    print(fmt::format("cubes a second, {}: {:.0f} on one thread, {:.0f} on {} (spread {:.1f}% and {:.1f}%)\n", what,
                      (one.*rate_of).value, (all.*rate_of).value, cores, 100 * (one.*rate_of).spread,
                      100 * (all.*rate_of).spread));
  if (spread > kGreatestSpread)
    print(fmt::format("Times with a spread of more than {:.0f}% do not repeat: the machine does other work.\n",
                      100 * kGreatestSpread));
  print(fmt::format("\ncounts at <= {}: {} nodes, {} phase 1 reads, {} leaves, {} phase 2 reads\n", good,
                    counted.counts.nodes, counted.counts.phase1_reads, counted.counts.leaves,
                    counted.counts.phase2_reads));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_number(arguments, "-n,--cubes", options->cubes, 1, 1'000'000,
             "How many random cubes are solved. Default: 1000. With fewer than 100 the\nfigures mean nothing.");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0},
             "Solve the random cubes of this seed. Default: 1.");
  arguments.add_flag(
      "--full", options->full,
      "Solve all cubes in the slow rows too, and add rows of 100 ms for each\ncube. This takes some minutes.");
  arguments.add_flag("--json", options->json, "A line of JSON instead of the table.");
  add_profile(arguments, options->profile);
  add_metric(arguments, options->metric, Metrics::of_face_turns);
  arguments.footer(
      R"(Each row names a task (the first solution, one of at most so many moves, or the best within a time) and shows
the milliseconds per cube, by the median of three rounds; "spread" is how far the rounds differ. "missed"
counts the cubes without such a solution within 10 s (or 100 ms). Several threads on one cube are compared
with one thread over 25,000 nodes of each of 300 cubes. The last line, of counts, does not depend on the
machine.

Examples:
  superflip bench
  superflip bench --profile large --full
  superflip bench -n 100 --json)");
  return [options] { return bench(*options); };
}

const Registration registered{{70, "bench", "Measure the solver on this machine", add}};

}  // namespace

}  // namespace superflip::cli
