#include "superflip/cube/metric.h"

#include <fmt/format.h>

#include "superflip/cube/names.h"

namespace superflip {

std::string_view name(Metric metric) { return row_of(metric).name; }

std::vector<std::string> with_meanings(std::span<const Metric> metrics) {
  std::vector<std::string> told;
  for (const Metric metric : metrics)
    told.push_back(fmt::format("{} ({})", row_of(metric).name, row_of(metric).meaning));
  return told;
}

Expected<Metric> parse_metric(std::string_view text) {
  if (kMetricNames.has(text)) return kMetricNames.parse(text);
  const std::vector<std::string> told = with_meanings(kMetricNames.values());
  const std::vector<std::string_view> expected(told.begin(), told.end());
  return tl::unexpected<Error>(unknown_name(text, kMetricNames.what, expected));
}

}  // namespace superflip
