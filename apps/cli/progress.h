// Progress of long work: a bar or a line on standard error, when that is a terminal; else nothing.
#pragma once

#include <chrono>
#include <string_view>

#include "superflip/table/parallel.h"

namespace superflip::cli {

// From half a second on.
class ProgressBar {
 public:
  explicit ProgressBar(std::chrono::milliseconds patience = std::chrono::milliseconds(500));
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

// A line on standard error that is drawn again in its place, when that is a terminal; else nothing. For one thread at a
// time.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(std::string_view text);  // what does not fit in 79 columns is cut
  void wipe();                       // before anything else is said

 private:
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace superflip::cli
