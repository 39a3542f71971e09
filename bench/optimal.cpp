// The optimal solver's figures: time, work and memory on random cubes, and what the machine's memory would allow.
//
//     optimal TABLE [CUBES [THREADS]]
//
// solves the first CUBES (20) random cubes of seed 1 with that table (optimal-282, ...; it is made when it is not in
// the cache folder), with upper bounds from the standard two-phase tables. With one thread the counts are the same
// everywhere. The memory's limit is measured on one thread by overlapped reads of random lines of a memory of the
// table's size.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "superflip/superflip.h"

namespace {

using namespace superflip;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Nanoseconds per line, with sixteen reads in flight.
double line_read_time(std::uint64_t bytes) {
  constexpr std::size_t kReads = 20'000'000;
  constexpr std::size_t kAhead = 16;
  constexpr std::size_t kLineBytes = 64;
  const TableMemory memory = allocate_table(bytes);
  const auto* const first = reinterpret_cast<const volatile std::uint8_t*>(memory.bytes.data());
  for (std::uint64_t at = 0; at < bytes; at += 4096) memory.bytes[at] = std::byte{1};
  const std::uint64_t lines = bytes / kLineBytes;
  std::array<const volatile std::uint8_t*, kAhead> waiting{};
  waiting.fill(first);
  std::uint64_t state = 88172645463325252U;
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < kReads; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const volatile std::uint8_t* const line = first + (state >> 16) % lines * kLineBytes;
    __builtin_prefetch(const_cast<const std::uint8_t*>(line));
    (void)*waiting[i % kAhead];
    waiting[i % kAhead] = line;
  }
  return seconds_since(begin) / kReads * 1e9;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int complain(const Error& error) {
  fmt::print(stderr, "optimal: {}\n", error.message);
  return error.kind == ErrorKind::bad_option ? 2 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "optimal-282";
  const int cubes = argc > 2 ? std::atoi(argv[2]) : 20;
  const unsigned threads = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1;
  const auto set = find_table_set(wanted);
  if (!set || cubes < 1 || threads < 1) {
    fmt::print(stderr, "usage: optimal TABLE [CUBES [THREADS]], TABLE: optimal-47, optimal-282, ...\n");
    return 2;
  }
  auto tables = default_tables();
  if (!tables) return complain(tables.error());
  Engine engine({.tables = *std::move(tables), .optimal_table = (*set)->name});
  Question question{.metric = (*set)->metric, .want = Want::shortest};
  const auto begin = Clock::now();
  if (const auto ready = engine.prepare(question); !ready) return complain(ready.error());
  fmt::print("{}: {}, ready in {:.1f} s\n", (*set)->name, human_bytes((*set)->bytes), seconds_since(begin));
  const double line_time = line_read_time((*set)->bytes);
  fmt::print("overlapped reads of random lines: {:.1f} ns each\n", line_time);

  std::vector<double> seconds;
  std::size_t moves = 0;
  Counts counts;
  Random random(1);
  for (int i = 0; i < cubes; ++i) {
    question.cube = random.cube();
    const auto asked = Clock::now();
    const auto answer = engine.solve(question, {.threads = threads});
    if (!answer) return complain(answer.error());
    seconds.push_back(seconds_since(asked));
    counts += answer->counts;
    moves += static_cast<std::size_t>(answer->solutions.at(0).length);
  }
  const double n = cubes;
  const double ns = mean(seconds) * n * threads / static_cast<double>(counts.lookups) * 1e9;  // of one core
  fmt::print(
      "{} thread{}: mean {:.2f} s, median {:.2f} s, {:.2f} moves; {:.2f} M nodes, {:.2f} M look-ups, {:.1f} ns a "
      "look-up "
      "({:.0f} % of the memory's limit), {:.2f} GB s\n",
      threads, threads == 1 ? "" : "s", mean(seconds), median(seconds), static_cast<double>(moves) / n,
      static_cast<double>(counts.nodes) / n / 1e6, static_cast<double>(counts.lookups) / n / 1e6, ns,
      100 * line_time / ns, mean(seconds) * static_cast<double>((*set)->bytes) / 1e9);
}
