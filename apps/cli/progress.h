// Progress of long work: a bar on standard error, when that is a terminal, from half a second on; else nothing.
#pragma once

#include <chrono>

#include "superflip/table/parallel.h"

namespace superflip::cli {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();  // wipes the bar
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // For the work to call; refers to this bar. Empty when there is no terminal to draw on.
  Progress callback();

 private:
  void draw(std::string_view step, double done);

  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;  // the earliest time of the next drawing
};

}  // namespace superflip::cli
