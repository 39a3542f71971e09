#include "apps/cli/optimal_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "superflip/cube/algorithm.h"

namespace superflip::cli {

namespace {

// With each move there are 13 times as many words, and an iteration takes so much longer than the one before; in
// quarter turns, where every second length is left out, 88 times.
std::string text_of(const OptimalEvent& event, OptimalMetric metric) {
  const int step = metric == OptimalMetric::qtm ? 2 : 1;
  const double growth = step == 2 ? 88 : 13;
  std::string text = fmt::format("at least {}", event.lower);
  if (event.upper > 0) text += fmt::format(", at most {}", event.upper);
  text += fmt::format(": {:.0f} %, {} left", 100 * event.done, human_duration(event.seconds));
  double next = growth * event.seconds / std::max(1 - event.done, 1e-6);
  double more = 0;
  for (int length = event.lower + step; length < event.upper; length += step, next *= growth) more += next;
  return more > 0 ? text + fmt::format("; then at most about {}", human_duration(more)) : text;
}

}  // namespace

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string human_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return seconds < 172'800 ? fmt::format("{:.0f} h", seconds / 3600) : fmt::format("{:.0f} days", seconds / 86'400);
}

OptimalEvents::OptimalEvents(bool verbose, bool json, bool alone, OptimalMetric metric, std::string prefix,
                             Symmetry held)
    : verbose_(verbose),
      to_people_(verbose || (alone && is_terminal(stderr))),
      to_programs_(json && alone),
      alone_(alone),
      metric_(metric),
      prefix_(std::move(prefix)),
      held_(held) {}

OnOptimalEvent OptimalEvents::callback() {
  if (!to_people_ && !to_programs_) return {};
  return [this](const OptimalEvent& event) {
    const double after = seconds_since(begin_);
    if (to_people_) to_people(event, after);
    if (to_programs_) to_programs(event, after);
  };
}

void OptimalEvents::line(double after, const std::string& text) {
  status_.wipe();
  tell(fmt::format("{}{:10.3f} s  {}", prefix_, after, text));
}

void OptimalEvents::to_people(const OptimalEvent& event, double after) {
  switch (event.kind) {
    case OptimalEvent::Kind::solution:
      return line(after, fmt::format("{:2} moves  {}", length_of(event.moves, metric_),
                                     to_string(conjugate(event.moves, held_))));
    case OptimalEvent::Kind::bound:
      // The first ones come all at once.
      if (verbose_ || after > 0.1)
        line(after, fmt::format("{:2} move{} at least", event.lower, event.lower == 1 ? "" : "s"));
      return;
    case OptimalEvent::Kind::progress:
      if (alone_) status_.show(text_of(event, metric_));
      return;
  }
}

// Where nothing can be written the end of the program will say so.
void OptimalEvents::to_programs(const OptimalEvent& event, double after) const {
  Json json;
  switch (event.kind) {
    case OptimalEvent::Kind::solution:
      json = Json{{"event", "solution"},
                  {"moves", to_string(conjugate(event.moves, held_))},
                  {"length", length_of(event.moves, metric_)}};
      break;
    case OptimalEvent::Kind::bound:
      json = Json{{"event", "bound"}, {"lower", event.lower}};
      break;
    case OptimalEvent::Kind::progress:
      json = Json{{"event", "progress"},
                  {"length", event.length},
                  {"lower", event.lower},
                  {"done", event.done},
                  {"left", event.seconds}};
      break;
  }
  if (event.upper > 0) json["upper"] = event.upper;
  json["seconds"] = after;
  try {
    print(json.dump() + "\n");
    flush();
  } catch (const std::system_error&) {
  }
}

}  // namespace superflip::cli
