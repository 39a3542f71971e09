#include "superflip/cube/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace superflip {
namespace {

constexpr std::array<std::string_view, 4> kNames{"htm", "qtm", "stm", "atm"};

}  // namespace

std::string_view name(Metric metric) { return kNames[static_cast<std::size_t>(metric)]; }

Expected<Metric> parse_metric(std::string_view text) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), text);
  if (found == kNames.end())
    return fail(
        ErrorKind::bad_option,
        fmt::format("'{}' is not a metric; there are htm (a turn of a face counts 1), qtm (a half turn counts 2), "
                    "stm (a slice counts 1) and atm (opposite faces together count 1)",
                    text));
  return static_cast<Metric>(found - kNames.begin());
}

}  // namespace superflip
