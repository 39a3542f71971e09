// Any text as a cube, its kind recognised and forced: an error, or a reachable cube that every form gives back. The
// numbers are of one cube each, so that what was read as one is written as the same number. A page that reads only the
// usual texts reads them as everybody does.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "superflip/cube/packing.h"
#include "superflip/reading/detail/examination.h"
#include "superflip/reading/formats.h"
#include "superflip/reading/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr Format kNumbers[]{Format::packed69, Format::packed71, Format::rank};
  const auto try_as = [&](std::optional<Format> from) {
    const auto c = parse_cube(text, {.from = from, .niss = Niss::on});
    if (!c) {
      if (c.error().message.empty() || c.error().position.value_or(0) > size) std::abort();
      return;
    }
    if (!is_reachable(*c) || is_reflection(examine(text, {.from = from, .niss = Niss::on}).held)) std::abort();
    for (const Format to : {Format::facelets, Format::reid, Format::kociemba_cubies, Format::json})
      if (parse_cube(format_cube(*c, to)) != *c) std::abort();
    for (const Format to : kNumbers)
      if (parse_cube(format_cube(*c, to), {.from = to}) != *c) std::abort();
  };
  if (const auto usual = read_usual(text, {})) {
    const auto whole = read(text);
    if (!whole || whole->cube != usual->cube || whole->held != usual->held || whole->notes != usual->notes ||
        whole->format != usual->format || whole->in_space != usual->in_space || !whole->others.empty())
      std::abort();
  }
  try_as({});
  for (const Format from : {Format::moves, Format::facelets, Format::reid, Format::kociemba_cubies, Format::json})
    try_as(from);
  for (const Format from : kNumbers) {
    try_as(from);
    const auto number = parse_uint128(text);
    const auto c = parse_cube(text, {.from = from});
    // Of a number in what a timer writes, the text is no number.
    if (c && number && format_cube(*c, from) != to_decimal(*number)) std::abort();
  }
  return 0;
}
