#include "superflip/cube/metric.h"

#include <fmt/format.h>

#include "superflip/base/text.h"
#include "superflip/cube/names.h"

namespace superflip {

std::string_view name(Metric metric) { return kMetricNames[metric]; }

Expected<Metric> parse_metric(std::string_view text) {
  if (!kMetricNames.has(text))
    return fail(
        ErrorKind::bad_option,
        fmt::format("'{}' is not a metric; there are htm (a turn of a face counts 1), qtm (a half turn counts 2), "
                    "stm (a slice counts 1) and atm (opposite faces together count 1)",
                    text::escaped(text, 40)));
  return kMetricNames.parse(text);
}

}  // namespace superflip
