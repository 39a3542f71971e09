// The names of metrics, and of what moves do to centres (base/names.h). A value that is added to the enum is added
// here. Lists, help texts and sentences about metrics follow.
#pragma once

#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/names.h"
#include "superflip/cube/metric.h"
#include "superflip/cube/space.h"

namespace SUPERFLIP_API superflip {

inline constexpr auto kMetricNames = names_of<Metric>("a metric", "htm", "qtm", "stm", "atm");
// What each of them counts as one move.
inline constexpr auto kMetricMeanings = per_value<std::string_view>(
    kMetricNames, "any turn of a face", "a quarter turn of a face", "any turn of a face or a slice",
    "any turn of a face, or of two opposite faces together");

inline constexpr auto kCentresNames = names_of<Centres>("a way to take the centres", "fixed", "moved", "turned");

}  // namespace superflip
