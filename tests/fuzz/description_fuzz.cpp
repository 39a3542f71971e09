// Any text as a description, a move set and a group of symmetries: an error that points into the text, or something
// that describes itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/move_set.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto points = [size](const Error& error) {
    return !error.message.empty() && error.position.value_or(0) <= size;
  };
  if (const auto described = parse_description(text)) {
    const auto again = parse_description(described->name());
    if (!again || again->parts.size() != described->parts.size() || again->size() != described->size()) std::abort();
    for (const AnyCoordinate& part : described->parts)
      if (part.index(to_cube(part, part.size() - 1)) != part.size() - 1) std::abort();
  } else if (!points(described.error())) {
    std::abort();
  }
  for (const Metric metric : {Metric::htm, Metric::qtm})
    for (const Centres centres : {Centres::fixed, Centres::moved, Centres::turned})
      if (const auto moves = parse_move_set(text, metric, centres); !moves && !points(moves.error())) std::abort();
  if (const auto group = parse_symmetry_group(text); !group && !points(group.error())) std::abort();
  return 0;
}
