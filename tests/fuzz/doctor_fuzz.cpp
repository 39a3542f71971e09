// Any text to the doctor: a cube or problems, never both; and whatever is proposed is a reachable cube. In the usual
// order, the cube as it is held has one colour for each symbol of the text: so the same moves solve both.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/cube/space.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/facelets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Diagnosis d = diagnose(text);
  if (d.cube.has_value() != d.problems.empty()) std::abort();
  if (d.cube && (!is_reachable(*d.cube) || !d.repair.empty() || d.repaired)) std::abort();
  if (d.repaired && (!is_reachable(*d.repaired) || d.repair.empty())) std::abort();
  if (!d.readable() && (d.cube || d.problems.size() != 1)) std::abort();
  const Diagnosis in_order = diagnose(text, {.order = listed_in(kUsualOrder)});
  if (!in_order.cube || undecorated(text, kFacelets)) return 0;
  const Stickers held = to_stickers(*in_order.cube * kSymmetryCubes[in_order.held]);
  const Symbols symbols = split(text, kFacelets).symbols;
  for (std::size_t i = 0; i < kFacelets; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (held[i] != held[j] && symbols[i] == symbols[j]) std::abort();
  return 0;
}
