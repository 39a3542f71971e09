// Whole cosets: the passes beside the memory's bandwidth, with every kernel, and the two cosets of
// docs/measurements.md.
//
//   coset [THREADS]      (default 1; two minutes and 4 GB; tables in the user's folder)
//
// Times are those of the processor for one thread, else those of the clock. The memory is touched before it is
// measured: the first touch of 3 GB takes from 0.2 to 12 seconds on a virtual machine.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include "superflip/solver/coset/enumeration.h"
#include "superflip/solver/coset/pass.h"
#include "superflip/solver/two_phase/tables.h"
#include "superflip/superflip.h"

namespace superflip::coset {
namespace {

unsigned threads = 1;

double now() {
  if (threads == 1) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Copies the first half of the pages of a bitmap to the second half; glibc uses non-temporal stores for such sizes.
void measure_copy(const Bitmap& bitmap) {
  for (int n = 0; n < 3; ++n) {
    const double begun = now();
    run_on_threads(threads, [&](unsigned i) {
      for (std::uint32_t page = i; page < kPages / 2; page += threads)
        std::memcpy(bitmap.page(kPages / 2 + page), bitmap.page(page), kPageBytes);
    });
    const double seconds = now() - begun;
    fmt::print("copy: {:.1f} GB/s read and written\n", 1e-9 * kPages * kPageBytes / seconds);
  }
}

void measure_passes(PagePool& pool, Metric metric) {
  constexpr std::string_view kNames[] = {"portable", "avx2", "avx512"};
  for (const Kernel kernel : {Kernel::avx512, Kernel::avx2, Kernel::portable}) {
    if (!is_supported(kernel)) continue;
    Bitmap bitmap(pool);
    Random random(1);
    for (std::uint32_t page = 0; page < kPages; ++page) {
      std::byte* const bytes = bitmap.make_page(page);
      for (int n = 0; n < 1000; ++n) bytes[random.below(kPageBytes)] = std::byte{0x11};
    }
    if (kernel == Kernel::avx512) measure_copy(bitmap);
    for (int n = 0; n < (kernel == Kernel::portable ? 1 : 4); ++n) {
      Pass pass;
      pass.kernel = kernel;
      pass.metric = metric;
      pass.threads = threads;
      const double begun = now();
      const std::uint64_t count = run(pass, bitmap).value_or(0);
      const double seconds = now() - begun;
      fmt::print("pass, {}: {:.3f} s, {:.1f} GB/s, {} elements\n", kNames[static_cast<std::size_t>(kernel)], seconds,
                 1e-9 * static_cast<double>(pass_bytes(metric)) / seconds, count);
    }
  }
}

void measure_coset(Workspace& workspace, std::string_view moves) {
  const Metric metric = workspace.tables().metric();
  const int search_depth = default_search_depth(metric);
  const Cube cube = read(moves)->cube;
  const double begun = now();
  Enumeration levels(workspace, cube, nullptr, {});
  double search = 0;
  for (int depth = 1; depth <= greatest_distance(metric) && levels.found() < kG1Order; ++depth) {
    levels.next(depth <= search_depth ? 1 : 0);
    if (depth == search_depth) search = now() - begun;
  }
  const double all = now() - begun;
  const SearchCounts& counts = levels.counts();
  fmt::print("{} ({}): {:.2f} s, search {:.2f} s; {} nodes, {} endings, {} words; {} elements within {}\n", moves,
             name(metric), all, search, counts.nodes, counts.endings, counts.leaves, levels.found(), levels.depth());
}

void measure_metric(std::shared_ptr<const SearchTables> tables) {
  const Metric metric = tables->metric();
  fmt::print("a pass in {} reads and writes at least {:.2f} GB; {} pages of {} bytes\n", name(metric),
             1e-9 * static_cast<double>(pass_bytes(metric)), pass_order(metric).peak, kPageBytes);
  Workspace workspace(std::move(tables), threads);
  measure_passes(workspace.pool(), metric);
  for (int n = 0; n < 4; ++n) {
    measure_coset(workspace, "R U F L D B R U F L");
    measure_coset(workspace, "B' L F L2 D B2 R B L' U2");
  }
}

int measure(int argc, char** argv) {
  if (argc > 1) threads = static_cast<unsigned>(std::max(1, std::atoi(argv[1])));
  const auto kept = default_tables();
  const TableSource* const source = kept ? kept->get() : nullptr;
  const auto tables = two_phase::open_tables(Profile::large, Metric::htm, source, hardware_threads(), {}, nullptr);
  const auto in_stm = SearchTables::open_in_stm(source, hardware_threads(), {}, nullptr);
  if (!tables || !in_stm) {
    fmt::print(stderr, "coset: {}\n", (tables ? in_stm.error() : tables.error()).message);
    return 1;
  }
  measure_metric(std::make_shared<const SearchTables>(*tables));
  measure_metric(*in_stm);
  return 0;
}

}  // namespace
}  // namespace superflip::coset

int main(int argc, char** argv) { return superflip::coset::measure(argc, argv); }
