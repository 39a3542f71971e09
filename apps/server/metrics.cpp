#include "apps/server/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace superflip::server {

void Histogram::add(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  counts_[static_cast<std::size_t>(bound - kBounds.begin())].fetch_add(1, std::memory_order_relaxed);
  const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(std::max<std::int64_t>(nanoseconds, 0)), std::memory_order_relaxed);
}

void Histogram::write(std::string& text, std::string_view name, std::string_view labels) const {
  const std::string_view comma = labels.empty() ? "" : ",";
  const std::string braces = labels.empty() ? "" : fmt::format("{{{}}}", labels);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    sum += counts_[i].load(std::memory_order_relaxed);
    const std::string bound = i < kBounds.size() ? fmt::format("{}", kBounds[i]) : "+Inf";
    text += fmt::format("{}_bucket{{{}{}le=\"{}\"}} {}\n", name, labels, comma, bound, sum);
  }
  text += fmt::format("{}_sum{} {}\n", name, braces,
                      static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) / 1e9);
  text += fmt::format("{}_count{} {}\n", name, braces, sum);
}

void Metrics::count_response(std::string_view route, int status) {
  const std::lock_guard lock(mutex_);
  ++responses_[{route, status}];
}

void Metrics::count_search(SolverKind solver, Clock::duration time) {
  searching_[static_cast<std::size_t>(solver)].add(time);
}

std::string Metrics::text() const {
  std::string text =
      "# HELP superflip_responses_total Responses by route and status.\n# TYPE superflip_responses_total counter\n";
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, count] : responses_)
      text += fmt::format("superflip_responses_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, count);
  }
  const auto header = [&](std::string_view name, std::string_view help, std::string_view type) {
    text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  };
  const auto number = [&](std::string_view name, std::string_view help, std::string_view type, auto value) {
    header(name, help, type);
    text += fmt::format("{} {}\n", name, value);
  };
  number("superflip_abandoned_total", "Requests whose client went away before the answer.", "counter",
         abandoned.load());
  number("superflip_log_dropped_total", "Lines that the access log lost, as its reader or its disk was too slow.",
         "counter", unlogged.load());
  number("superflip_connections", "Connections that are open.", "gauge", connections.load());
  number("superflip_event_streams", "Event streams that are open.", "gauge", streams.load());
  number("superflip_queue_length", "Requests that wait for a worker.", "gauge", waiting.load());
  number("superflip_workers_busy", "Workers at work.", "gauge", working.load());
  header("superflip_queue_seconds", "How long requests waited for a worker.", "histogram");
  queued.write(text, "superflip_queue_seconds", "");
  header("superflip_answer_seconds", "From the last byte of a request to its answer, of all that waited for a worker.",
         "histogram");
  answered.write(text, "superflip_answer_seconds", "");
  header("superflip_search_seconds", "Time of the search for one cube, by solver.", "histogram");
  for (std::size_t solver = 0; solver < searching_.size(); ++solver)
    searching_[solver].write(text, "superflip_search_seconds",
                             fmt::format("solver=\"{}\"", name(static_cast<SolverKind>(solver))));
  return text;
}

}  // namespace superflip::server
