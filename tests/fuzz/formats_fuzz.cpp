// Any text as a cube, its kind recognised and forced: an error, or a reachable cube that every form gives back.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "superflip/cube/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto try_as = [&](std::optional<Format> from) {
    const auto c = parse_cube(text, {.from = from, .niss = Niss::on});
    if (!c) {
      if (c.error().message.empty() || c.error().position.value_or(0) > size) std::abort();
      return;
    }
    if (!is_reachable(*c) || is_reflection(examine(text, {.from = from, .niss = Niss::on}).held)) std::abort();
    for (const Format to : {Format::facelets, Format::reid, Format::kociemba_cubies, Format::json})
      if (parse_cube(format_cube(*c, to)) != *c) std::abort();
  };
  try_as({});
  for (const Format from : {Format::moves, Format::facelets, Format::reid, Format::kociemba_cubies, Format::json})
    try_as(from);
  return 0;
}
