// The names of metrics, which are those of their rows (metric.h), and of what moves do to centres (base/names.h).
// Lists, help texts and sentences follow.
#pragma once

#include <cstddef>

#include "superflip/base/api.h"
#include "superflip/base/names.h"
#include "superflip/cube/metric.h"
#include "superflip/cube/space.h"

namespace SUPERFLIP_API superflip {

inline constexpr auto kMetricNames = [] {
  Names<Metric, kMetrics.size()> all{"a metric", {}};
  for (std::size_t i = 0; i < kMetrics.size(); ++i) all.names[i] = kMetrics[i].name;
  return all;
}();

inline constexpr auto kCentresNames = names_of<Centres>("a way to take the centres", "fixed", "moved", "turned");

}  // namespace superflip
