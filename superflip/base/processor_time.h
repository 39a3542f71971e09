// Processor time of work that is spread over threads: that of one thread and of the threads that it has waited for.
//
// Each thread of a ThreadGroup (parallel.h) hands its own time to whoever waits for it, and so on upwards. So two
// pieces of work that run beside each other in a process count only their own. Threads that belong to no group are not
// counted.
#pragma once

#include <chrono>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

// Of the calling thread since it began, with all that others have handed to it; the difference of two calls is that of
// the work between them. 0 where the system does not tell it.
std::chrono::nanoseconds processor_time();

// Hands the time of other threads to the calling one.
void add_processor_time(std::chrono::nanoseconds of_others);

}  // namespace superflip
