// Any text as a mask, as what a goal may differ by, as patterns of faces, and as a cube that may be incomplete: an
// error that points into the text, or patterns that the cubes they were made of fit.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/coordinate/mask.h"
#include "superflip/reading/face_patterns.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto points = [size](const Error& error) {
    return !error.message.empty() && error.position.value_or(0) <= size;
  };
  if (const auto mask = Mask::parse(text)) {
    for (const Centres centres : {Centres::fixed, Centres::moved, Centres::turned}) {
      const Pattern pattern = mask->of(kSolved, centres);
      if (!pattern.holds(kSolved) || Completions(pattern).count() == 0) std::abort();
      const auto patterns = goal_patterns({{}}, {.only = *mask, .last_turn = true, .holdings = true}, {}, centres);
      const bool is_refused = mask->names_turns() && centres != Centres::turned;
      if (is_refused ? patterns.has_value() : !patterns || patterns->empty() || patterns->size() > 96) std::abort();
    }
  } else if (!points(mask.error())) {
    std::abort();
  }
  Wider wider;
  if (const auto read = parse_up_to(text, wider); read ? !wider.any() : read.error().message.empty()) std::abort();
  if (const auto looks = FacePatterns::parse(text)) {
    // Every cube that is visited looks so.
    int cubes = 0;
    looks->visit(
        [&](const Cube& cube) {
          if (!is_reachable(cube) || !looks->hold(cube)) std::abort();
          return ++cubes < 5;
        },
        nullptr, 100'000);
  } else if (looks.error().message.empty()) {
    std::abort();
  }
  if (const auto reading = read(text, {.incomplete = true})) {
    if (!is_reachable(reading->cube)) std::abort();
    if (reading->known && (!reading->known->holds(reading->cube) || Completions(*reading->known).count() < 2))
      std::abort();
  } else if (reading.error().problems.empty()) {
    std::abort();
  }
  return 0;
}
