#include "apps/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "apps/cli/console.h"

namespace superflip::cli {

using namespace std::chrono_literals;

ProgressBar::ProgressBar(std::chrono::milliseconds patience)
    : enabled_(is_terminal(stderr)), next_(std::chrono::steady_clock::now() + patience) {}

void ProgressBar::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void ProgressBar::show(const Event& event) {
  if (event.kind == Event::Kind::notice) {
    wipe();
    say(event.step);
  }
  if (event.kind == Event::Kind::table) show(event.step, event.done);
}

Progress ProgressBar::callback() {
  if (!enabled_) return {};
  return [this](std::string_view step, double done) { show(step, done); };
}

void ProgressBar::show(std::string_view step, double done) {
  if (!enabled_) return;
  constexpr int kWidth = 30;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + 100ms;
  drawn_ = true;
  const double part = std::clamp(done, 0.0, 1.0);
  const int full = static_cast<int>(part * kWidth);
  const std::string line =
      fmt::format("\r\033[K[{:#<{}}{:.<{}}] {:3.0f} %  {}", "", full, "", kWidth - full, part * 100, step);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ProgressLines::ProgressLines(std::string title)
    : title_(std::move(title)), next_(std::chrono::steady_clock::now() + 30s) {}

void ProgressLines::show(std::string_view step, double done) {
  const auto now = std::chrono::steady_clock::now();
  if (is_terminal(stderr) || now < next_) return;
  next_ = now + 30s;
  tell(step == title_ ? fmt::format("{}: {:.0f} %", title_, 100 * done)
                      : fmt::format("{}: {}, {:.0f} %", title_, step, 100 * done));
}

StatusLine::StatusLine() : enabled_(is_terminal(stderr)) {}

void StatusLine::show(std::string_view text) {
  if (!enabled_) return;
  const std::string line = fmt::format("\r\033[K{}", text.substr(0, 79));
  std::fwrite(line.data(), 1, line.size(), stderr);
  drawn_ = true;
}

void StatusLine::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace superflip::cli
