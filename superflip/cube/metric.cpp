#include "superflip/cube/metric.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "superflip/cube/names.h"

namespace superflip {

std::string_view name(Metric metric) { return kMetricNames[metric]; }

Expected<Metric> parse_metric(std::string_view text) {
  if (kMetricNames.has(text)) return kMetricNames.parse(text);
  std::array<std::string, kMetricNames.names.size()> told;
  for (std::size_t i = 0; i < told.size(); ++i)
    told[i] = fmt::format("{} ({})", kMetricNames.names[i], kMetricMeanings[i]);
  const std::vector<std::string_view> expected(told.begin(), told.end());
  return tl::unexpected<Error>(unknown_name(text, kMetricNames.what, expected));
}

}  // namespace superflip
