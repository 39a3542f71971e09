#include "bindings/js/src/answers.h"

#include <array>
#include <chrono>
#include <limits>

namespace superflip::js {

Accept accept_of(const Request& request) {
  Accept accept{.niss = request.has("niss") ? Niss::on : Niss::off};
  if (request.has("format"))
    accept.formats = Formats{value_of(parse_format(request.text("format")).map_error(as_bad_option))};
  return accept;
}

Reading value_of(tl::expected<Reading, Diagnosis> reading) {
  if (!reading) throw Failure{to_error(reading.error()), std::move(reading.error())};
  return *std::move(reading);
}

std::string diagnosed(const tl::expected<Reading, Diagnosis>& reading) {
  return to_json(reading ? diagnosis_of(*reading) : reading.error());
}

void set_limits(Question& question, const Request& request) {
  constexpr std::uint64_t kMaxSolutions = 1 << 20;
  const int longest = question.robot ? kLongestSchedule : kLongestCost;
  question.good_enough = static_cast<int>(request.number("goodEnough", 0, longest));
  question.max_length = static_cast<int>(request.number("maxLength", kNoMaxLength, longest));
  question.solutions = static_cast<std::size_t>(request.number("solutions", 1, kMaxSolutions));
  if (question.solutions == 0) refuse(ErrorKind::bad_option, "solutions is 0: expected at least 1");
}

Budget budget_of(const Request& request) {
  Budget budget;
  budget.time = request.time("time");
  // A search without an end is one with a limit that nobody reaches; without any limit there is a small one.
  if (request.has("endless") && !budget.time) budget.time = std::chrono::hours(24 * 365 * 30);
  budget.nodes = request.number("nodes", kNoMaxNodes, kNoMaxNodes);
  budget.threads = 1;
  return budget;
}

Object to_object(const Solution& solution, const std::string& text) {
  Object object;
  object.add("moves", text).add("length", solution.length).raw("seconds", seconds(solution.after));
  if (solution.origin) {
    constexpr std::array<std::string_view, 3> kAxes{"UD", "RL", "FB"};
    const TwoPhaseOrigin& origin = *solution.origin;
    Object phases;
    phases.add("axis", kAxes[static_cast<std::size_t>(origin.axis)]).add("inverse", origin.inverse);
    phases.add("front", origin.front).add("back", origin.back);
    object.raw("phases", phases.text());
  } else {
    object.raw("phases", "null");
  }
  return object;
}

Object to_object(const Answer& answer, const std::vector<std::string>& solutions, const std::string& too_long) {
  Object counts;
  counts.add("nodes", answer.counts.nodes).add("phase1Reads", answer.counts.phase1_reads);
  counts.add("leaves", answer.counts.leaves).add("phase2Reads", answer.counts.phase2_reads);
  counts.add("lookups", answer.counts.lookups);
  Object object;
  object.raw("solutions", array(solutions)).raw("tooLong", too_long).add("lowerBound", answer.lower_bound);
  object.add("isShortest", answer.is_shortest()).add("ended", name(answer.ended)).raw("counts", counts.text());
  object.raw("loading", seconds(answer.loading)).raw("searching", seconds(answer.searching));
  object.add("solver", name(answer.solver)).add("table", answer.table);
  return object;
}

Object to_object(const Event& event, const std::string& solution) {
  Object object;
  object.add("event", name(event.kind));
  switch (event.kind) {
    case Event::Kind::solution:
      return object.raw("solution", solution).add("lowerBound", event.lower);
    case Event::Kind::bound:
      return object.add("lowerBound", event.lower);
    case Event::Kind::notice:
      return object.add("text", event.step);
    case Event::Kind::progress:
      object.add("length", event.length).add("lowerBound", event.lower);
      break;
    case Event::Kind::table:
      break;
    case Event::Kind::poll:
      return object;
  }
  // Thousandths are enough for a bar.
  const auto thousandths = [](double part) { return static_cast<long long>(part * 1000); };
  object.add("step", event.step).add("thousandths", thousandths(event.done));
  if (event.seconds_left >= 0) object.add("millisecondsLeft", thousandths(event.seconds_left));
  return object;
}

}  // namespace superflip::js
