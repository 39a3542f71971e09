// Progress of long work: a bar or a line on standard error if that is a terminal, else nothing.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "superflip/superflip.h"

namespace superflip::cli {

// A progress bar, shown after half a second.
class ProgressBar {
 public:
  explicit ProgressBar(std::chrono::milliseconds patience = std::chrono::milliseconds(500));
  ~ProgressBar() { wipe(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // The callback for the work; refers to this bar. Empty when there is no terminal to draw on.
  Progress callback();

  void show(std::string_view step, double done);
  // Shows the loading or making of a table. Notices are lines on standard error, terminal or not.
  void show(const Event& event);
  void wipe();

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;  // the earliest time of the next update
};

// The same if standard error is not a terminal: a line every half minute, so that a log shows that the work continues.
class ProgressLines {
 public:
  explicit ProgressLines(std::string title);
  void show(std::string_view step, double done);

 private:
  const std::string title_;
  std::chrono::steady_clock::time_point next_;
};

// A line on standard error that is redrawn in place if that is a terminal; else nothing. For one thread at a time.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(std::string_view text);  // cut to 79 columns
  void wipe();                       // before any other output

 private:
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace superflip::cli
