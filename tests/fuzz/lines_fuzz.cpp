// Any lines, whatever arrives together: each is given back once and in its order, no more is held back than is allowed,
// and what is joined is one cube or JSON. Each text is then read by every door's reader: a cube that solves, or
// problems.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "superflip/reading/lines.h"
#include "superflip/reading/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  if (size == 0) return 0;
  const unsigned how = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::optional<Format> kFrom[]{std::nullopt, Format::moves, Format::facelets, Format::json};
  constexpr Lines kJoined[]{Lines::recognised, Lines::recognised, Lines::one_cube, Lines::one_each};
  LineJoiner joiner(kFrom[how % 4], kJoined[how / 16 % 4], (how & 64) != 0 ? 24 : 54);
  std::string back;
  std::size_t given = 0;
  std::size_t pushed = 0;
  const auto take = [&] {
    while (auto next = joiner.next()) {
      if (next->lines == 0 || next->text.size() > LineJoiner::kMaxBytes + text.size()) std::abort();
      given += next->lines;
      back += next->text + "\n";
      const auto reading = read(next->text, {.incomplete = (how & 4) != 0});
      if (reading ? !is_reachable(reading->cube) : reading.error().problems.empty()) std::abort();
      if (reading)
        for (const OtherReading& other : reading->others)
          if (!is_reachable(other.cube) || is_reflection(other.held) || other.layout.empty()) std::abort();
    }
  };
  std::string line;
  std::string all;
  for (const char c : text) {
    if (c != '\n') {
      line += c;
      continue;
    }
    all += line + "\n";
    joiner.push(std::exchange(line, {}), (how & 8) != 0);
    ++pushed;
    take();
  }
  joiner.finish();
  take();
  if (given != pushed || back != all) std::abort();
  return 0;
}
