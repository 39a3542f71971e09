// The optimal solver's figures: time, work and memory on random cubes, and what the machine's memory would allow.
//
//     optimal TABLE [CUBES [THREADS]]
//
// solves the first CUBES (20) random cubes of seed 1 with that table (optimal-282, ...; it is made when it is not in
// the cache folder), with upper bounds from the standard two-phase tables and then, for counts that depend on nothing,
// without. The memory's own limit is that of overlapped reads of random lines of the same table, one thread.
#include "superflip/solver/optimal/optimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "superflip/cube/random.h"

namespace {

using namespace superflip;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Nanoseconds a line, sixteen reads under way.
double line_read_time(const OptimalTable& table) {
  constexpr std::size_t kReads = 20'000'000;
  constexpr std::size_t kAhead = 16;
  const std::uint64_t lines = table.shape().bytes() / optimal::kLineBytes;
  std::array<const std::uint8_t*, kAhead> waiting{};
  waiting.fill(table.lines());
  std::uint64_t state = 88172645463325252U;
  std::uint64_t sum = 0;
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < kReads; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const std::uint8_t* line = table.lines() + (state >> 16) % lines * optimal::kLineBytes;
    __builtin_prefetch(line);
    sum += *waiting[i % kAhead];
    waiting[i % kAhead] = line;
  }
  const double time = seconds_since(begin) / kReads * 1e9;
  if (sum == 1) fmt::print("\n");  // the reads are needed
  return time;
}

struct Figures {
  std::vector<double> seconds;
  std::uint64_t nodes = 0;
  std::uint64_t lookups = 0;
  std::size_t moves = 0;

  double mean() const {
    double sum = 0;
    for (const double s : seconds) sum += s;
    return sum / static_cast<double>(seconds.size());
  }
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

Figures measure(OptimalSolver& solver, int cubes, unsigned threads) {
  Figures f;
  Random random(1);
  for (int i = 0; i < cubes; ++i) {
    const Cube cube = random.cube();
    const auto begin = Clock::now();
    const OptimalOutcome outcome = solver.solve(cube, {}, threads);
    f.seconds.push_back(seconds_since(begin));
    f.nodes += outcome.nodes();
    f.lookups += outcome.lookups();
    f.moves += outcome.solutions.at(0).size();
  }
  return f;
}

void print(const char* name, const Figures& f, const OptimalTable& table, double line_time, unsigned threads) {
  const auto n = static_cast<double>(f.seconds.size());
  const double ns = f.mean() * n * threads / static_cast<double>(f.lookups) * 1e9;  // of one core
  fmt::print(
      "{}, {} thread{}: mean {:.2f} s, median {:.2f} s, {:.2f} moves; {:.2f} M nodes, {:.2f} M look-ups, {:.1f} ns a "
      "look-up ({:.0f} % of the memory's limit), {:.2f} GB s\n",
      name, threads, threads == 1 ? "" : "s", f.mean(), f.median(), static_cast<double>(f.moves) / n,
      static_cast<double>(f.nodes) / n / 1e6, static_cast<double>(f.lookups) / n / 1e6, ns, 100 * line_time / ns,
      f.mean() * static_cast<double>(table.shape().bytes()) / 1e9);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "optimal-282";
  const int cubes = argc > 2 ? std::atoi(argv[2]) : 20;
  const unsigned threads = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1;
  const auto folder = TableStore::default_folder();
  const optimal::Shape* const shape = optimal::find_shape(wanted);
  if (!folder || shape == nullptr || cubes < 1) {
    fmt::print(stderr, "usage: optimal TABLE [CUBES [THREADS]], TABLE: optimal-47, optimal-282, ...\n");
    return 2;
  }
  const TableStore store(*folder);
  const auto begin = Clock::now();
  const auto table = OptimalTable::open(*shape, &store);
  table->settle();
  fmt::print("{}: {:.1f} MB, open in {:.1f} s\n", shape->name, static_cast<double>(shape->bytes()) / 1e6,
             seconds_since(begin));
  const double line_time = line_read_time(*table);
  fmt::print("overlapped reads of random lines: {:.1f} ns each\n", line_time);
  OptimalSolver helped(table, TwoPhaseTables::open(Profile::standard, shape->metric, &store));
  print("with upper bounds", measure(helped, cubes, threads), *table, line_time, threads);
  OptimalSolver alone(table);
  print("by itself", measure(alone, cubes, threads), *table, line_time, threads);
}
