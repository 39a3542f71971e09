// Any text to the doctor: a cube or problems, never both; and whatever is proposed is a reachable cube.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/reading/doctor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const Diagnosis d = diagnose(std::string_view(reinterpret_cast<const char*>(data), size));
  if (d.cube.has_value() != d.problems.empty()) std::abort();
  if (d.cube && (!is_reachable(*d.cube) || !d.repair.empty() || d.repaired)) std::abort();
  if (d.repaired && (!is_reachable(*d.repaired) || d.repair.empty())) std::abort();
  if (!d.readable() && (d.cube || d.problems.size() != 1)) std::abort();
  return 0;
}
