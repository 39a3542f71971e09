// Questions and budgets, as Python gives them.
#pragma once

#include "module.h"

namespace superflip::python {

// What a call may cost; `time` in seconds. Each may be None. Raises BadOption.
Budget budget_of(nb::handle time, nb::handle nodes = nb::none(), nb::handle threads = nb::none());

}  // namespace superflip::python
