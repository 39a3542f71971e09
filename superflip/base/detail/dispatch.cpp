#include "superflip/base/detail/dispatch.h"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace superflip::detail {
namespace {

// What the compiler was told that every machine has, and what is always there. A file may be built with either portable
// target, whatever this one is built with.
constexpr std::int64_t kBaseline = HWY_BASELINE_TARGETS | HWY_EMU128 | HWY_SCALAR;

#if HWY_ARCH_X86
#define SUPERFLIP_HAS(feature) (__builtin_cpu_supports(feature) != 0)

// A target needs the features that Highway compiles it with: HWY_TARGET_STR in hwy/ops/set_macros-inl.h. For AVX3_DL,
// Highway compiles with avxvnni but asks for avx512vnni, which Ice Lake has; so does this. __builtin_cpu_supports()
// asks the system, too, whether it keeps the registers of AVX and AVX-512. Clang 14 does not know the names f16c and
// vaes there, so these come from CPUID.
std::int64_t detect() {
  __builtin_cpu_init();  // this may run before the compiler's own initialiser
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  const bool has_f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
  const bool has_vaes = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & bit_VAES) != 0;
  std::int64_t targets = 0;
  if (!SUPERFLIP_HAS("ssse3")) return targets;
  targets |= HWY_SSSE3;
  if (!(SUPERFLIP_HAS("sse4.1") && SUPERFLIP_HAS("sse4.2") && SUPERFLIP_HAS("pclmul") && SUPERFLIP_HAS("aes")))
    return targets;
  targets |= HWY_SSE4;
  if (!(SUPERFLIP_HAS("avx") && SUPERFLIP_HAS("avx2") && SUPERFLIP_HAS("bmi") && SUPERFLIP_HAS("bmi2") &&
        SUPERFLIP_HAS("fma") && has_f16c))
    return targets;
  targets |= HWY_AVX2;
  if (!(SUPERFLIP_HAS("avx512f") && SUPERFLIP_HAS("avx512vl") && SUPERFLIP_HAS("avx512dq") &&
        SUPERFLIP_HAS("avx512bw")))
    return targets;
  targets |= HWY_AVX3;
  if (SUPERFLIP_HAS("vpclmulqdq") && SUPERFLIP_HAS("avx512vbmi") && SUPERFLIP_HAS("avx512vbmi2") && has_vaes &&
      SUPERFLIP_HAS("avx512vnni") && SUPERFLIP_HAS("avx512bitalg") && SUPERFLIP_HAS("avx512vpopcntdq"))
    targets |= HWY_AVX3_DL;
  return targets;
}
#else
// Elsewhere the baseline is what runs: vectors of 16 bytes gain nothing from longer registers.
std::int64_t detect() { return 0; }
#endif

}  // namespace

constinit std::atomic<std::uint64_t> chosen_places{table_places(kBaseline)};

std::int64_t supported_targets() {
  static const std::int64_t targets = kBaseline | detect();
  return targets;
}

void choose_targets(std::int64_t targets) { chosen_places.store(table_places(targets), std::memory_order_relaxed); }

namespace {

// The first priority that is not reserved: before the static initialisers of this library and of programs that link it.
[[gnu::constructor(101)]] void choose_at_start() { choose_targets(supported_targets()); }

}  // namespace
}  // namespace superflip::detail
