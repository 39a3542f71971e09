// The names of metrics, and of what moves do to centres (base/names.h). A value that is added to the enum is added
// here.
#pragma once

#include "superflip/base/api.h"
#include "superflip/base/names.h"
#include "superflip/cube/metric.h"
#include "superflip/cube/space.h"

namespace SUPERFLIP_API superflip {

inline constexpr auto kMetricNames = names_of<Metric>("a metric", "htm", "qtm", "stm", "atm");
inline constexpr auto kCentresNames = names_of<Centres>("a way to take the centres", "fixed", "moved", "turned");

}  // namespace superflip
