// Frees what a Work keeps between tasks when a run or a check ends, however it ends.
#pragma once

#include "superflip/campaign/kind.h"

namespace superflip::detail {

class Released {
 public:
  explicit Released(const Work& work) : work_(work) {}
  ~Released() { work_.release_memory(); }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  const Work& work_;
};

}  // namespace superflip::detail
