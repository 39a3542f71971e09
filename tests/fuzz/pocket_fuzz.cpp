// Any text as a pocket cube: an error, or a position whose facelets are read back as the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/reading/pocket.h"
#include "superflip/solver/pocket/coordinate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& c : {parse_pocket_facelets(text), parse_pocket(text)}) {
    if (!c) {
      if (c.error().message.empty()) std::abort();
      continue;
    }
    const Index position = PocketCorners::index(*c);
    if (position >= PocketCorners::size()) std::abort();
    const auto again = parse_pocket_facelets(to_pocket_facelets(*c));
    if (again != *c) std::abort();
  }
  return 0;
}
