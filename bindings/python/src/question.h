// Questions and budgets, as Python gives them.
#pragma once

#include "module.h"

namespace superflip::python {

// What a call may cost; `time` in seconds. Raises BadOption.
Budget budget_of(std::optional<double> time, std::optional<std::int64_t> nodes, std::int64_t threads);

}  // namespace superflip::python
