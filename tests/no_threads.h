// Simulates a system at its limit of threads: while an object of this type exists, no thread can be started, because
// each would get a stack larger than any memory (through glibc's default attributes).
#pragma once

#include <pthread.h>

#include <cstddef>

namespace superflip {

class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&usual_);
    pthread_attr_t none;
    pthread_getattr_default_np(&none);
    pthread_attr_setstacksize(&none, std::size_t{1} << 46);
    pthread_setattr_default_np(&none);
    pthread_attr_destroy(&none);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t usual_{};
};

}  // namespace superflip
