#include "superflip/cube/metric.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "superflip/cube/names.h"

namespace superflip {

std::string_view name(Metric metric) { return kMetricNames[metric]; }

std::string with_meaning(Metric metric) {
  return fmt::format("{} ({})", kMetricNames[metric], kMetricMeanings[static_cast<std::size_t>(metric)]);
}

Expected<Metric> parse_metric(std::string_view text) {
  if (kMetricNames.has(text)) return kMetricNames.parse(text);
  std::vector<std::string> told;
  for (const Metric metric : kMetricNames.values()) told.push_back(with_meaning(metric));
  const std::vector<std::string_view> expected(told.begin(), told.end());
  return tl::unexpected<Error>(unknown_name(text, kMetricNames.what, expected));
}

}  // namespace superflip
