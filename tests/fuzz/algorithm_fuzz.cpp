// Any text as an algorithm: an error that points into the text, or moves that are bounded, and that are read back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/cube/algorithm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Niss niss : {Niss::off, Niss::on}) {
    const auto a = parse_algorithm(text, niss);
    if (!a) {
      if (a.error().message.empty() || !a.error().position || *a.error().position > size) std::abort();
      continue;
    }
    if (a->moves.size() + a->on_inverse.size() > 2 * kMaxMoves) std::abort();
    if (niss == Niss::off && !a->on_inverse.empty()) std::abort();
    if (is_reflection(a->rotation) || !is_reachable(to_cube(*a))) std::abort();
    const auto again = parse_algorithm(to_string(a->moves));
    if (a->moves.size() <= kMaxMoves && (!again || again->moves != a->moves)) std::abort();
  }
  return 0;
}
