// The choice among the instruction sets for which hwy/foreach_target.h compiles a function. Of Highway, it needs
// headers alone.
//
// Idea: each function has a table of its forms, the best target first. The place is the lowest one that is both built
// in this file and chosen for the processor: an atomic load, a count of zeros and an indexed call.
//
// Invariant: the last place is always chosen and always holds a function that every machine runs. What is chosen is
// valid from the start: a constant says the compiler's baseline, and dispatch.cpp adds what the processor knows before
// static initialisers run. A call that came even earlier would run a slower form, never one that the processor cannot.
//
// Source: HWY_EXPORT and HWY_DYNAMIC_DISPATCH of Highway 1.0.3 (hwy/highway.h), whose tables these are. Those need
// its library, which measures its timer for 3 ms when a program starts.
//
// In a file that is compiled for several targets, include this after hwy/foreach_target.h, as Highway's other headers.
#pragma once

#include <hwy/targets.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace superflip::detail {

// The targets that this processor runs, as bits HWY_AVX2 and so on; HWY_EMU128 and HWY_SCALAR, which are portable, are
// always there.
std::int64_t supported_targets();

// For tests: from now on all threads call the best built form of these targets, or the last one if there is none. They
// must be supported. choose_targets(supported_targets()) restores what a program begins with.
void choose_targets(std::int64_t targets);

// The places of these targets in a table: bit i for place i. The last, for what every machine runs, is always there.
constexpr std::uint64_t table_places(std::int64_t targets) {
  return static_cast<std::uint64_t>(HWY_CHOSEN_TARGET_SHIFT(targets) | HWY_CHOSEN_TARGET_MASK_SCALAR) >> 1;
}

// table_places() of what was chosen last.
extern std::atomic<std::uint64_t> chosen_places;

// The place to call in a table that has functions at the places `built`.
inline std::size_t dispatch_place(std::uint64_t built) {
  return hwy::Num0BitsBelowLS1Bit_Nonzero64(chosen_places.load(std::memory_order_relaxed) & built);
}

}  // namespace superflip::detail

// SUPERFLIP_DISPATCH_TABLE(f); defines the table of f, which is a function in HWY_NAMESPACE of the namespace in which
// this stands. It belongs into the part under HWY_ONCE. SUPERFLIP_DISPATCH(f)(...) calls the best form in the same
// file. With one target alone, as for WebAssembly, it is a direct call.
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define SUPERFLIP_DISPATCH_TABLE(f) [[maybe_unused]] constexpr auto f##_forms = &HWY_STATIC_DISPATCH(f)
#define SUPERFLIP_DISPATCH(f) HWY_STATIC_DISPATCH(f)
#else
#define SUPERFLIP_DISPATCH_TABLE(f)                                                                                \
  constexpr decltype(&HWY_STATIC_DISPATCH(f)) f##_forms[HWY_MAX_DYNAMIC_TARGETS + 1] = {HWY_CHOOSE_TARGET_LIST(f), \
                                                                                        HWY_CHOOSE_FALLBACK(f)}
#define SUPERFLIP_DISPATCH(f) \
  (*f##_forms[::superflip::detail::dispatch_place(::superflip::detail::table_places(HWY_TARGETS))])
#endif
