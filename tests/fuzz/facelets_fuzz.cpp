// Any text as facelets in the standard form: an error, or a reachable cube that is written as it was read, and which
// the doctor finds healthy.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "superflip/reading/doctor.h"
#include "superflip/reading/facelets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto c = parse_facelets(text);
  if (!c) {
    if (c.error().message.empty()) std::abort();
    return 0;
  }
  std::string letters;
  for (const char x : text)
    if (x >= 'A') letters += x;
  if (!is_reachable(*c) || to_facelets(*c) != letters || diagnose(text).cube != *c) std::abort();
  return 0;
}
