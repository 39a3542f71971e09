#include "superflip/base/processor_time.h"

#include <ctime>

namespace superflip {
namespace {

thread_local std::chrono::nanoseconds handed_over{0};

std::chrono::nanoseconds own_time() {
  std::timespec time{};
#ifndef __EMSCRIPTEN__  // which has no clock for it
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) time = {};
#endif
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

std::chrono::nanoseconds processor_time() { return own_time() + handed_over; }

void add_processor_time(std::chrono::nanoseconds of_others) { handed_over += of_others; }

}  // namespace superflip
