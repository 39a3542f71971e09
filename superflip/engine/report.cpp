#include "superflip/engine/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>

#include "superflip/cube/algorithm.h"
#include "superflip/engine/unsolvable.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/incomplete.h"
#include "superflip/reading/pocket.h"
#include "superflip/solver/names.h"

namespace superflip {
namespace {

Json to_json(const Solution& solution, const Question& question) {
  Json json{
      {"moves", to_string(solution, question)}, {"length", solution.length}, {"seconds", in_seconds(solution.after)}};
  if (solution.origin)
    json["phases"] = Json{{"axis", std::vector<std::string>{"UD", "RL", "FB"}[solution.origin->axis]},
                          {"inverse", solution.origin->inverse},
                          {"front", solution.origin->front},
                          {"back", solution.origin->back}};
  if (question.robot)
    if (const auto schedule = question.robot->schedule(solution.moves))
      json["schedule"] = to_json(*schedule, *question.robot);
  return json;
}

Json to_json(const Iteration& i, SolverKind solver) {
  Json json{{"length", i.length}, {"nodes", i.nodes}};
  if (solver == SolverKind::optimal) json["lookups"] = i.lookups;
  json["complete"] = i.is_complete;
  return json;
}

}  // namespace

double rounded(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  const double whole = std::round(value * unit);
  return std::isfinite(whole) ? whole / unit : value;
}

double in_seconds(Clock::duration time) { return rounded(std::chrono::duration<double>(time).count(), 6); }

std::string to_line(const Json& object) {
  const std::string text = object.dump();
  return fmt::format("{{\"schema\":{},{}\n", kSchema, std::string_view(text).substr(1));
}

Json begin_result() { return {{"event", "result"}}; }

void add_cubes(Json& json, const Question& question, const std::vector<Target>& targets, const Wider& wider) {
  const auto text_of = [&](const Cube& cube, const std::optional<Pattern>& known) {
    if (question.puzzle == Puzzle::pocket) return to_pocket_facelets(cube);
    return known ? to_facelets(known_stickers(*known)) : to_facelets(cube);
  };
  if (question.puzzle == Puzzle::pocket) json["puzzle"] = std::string(kPuzzleNames[Puzzle::pocket]);
  json["facelets"] = text_of(question.cube, question.start);
  if (question.start) json["fits"] = to_decimal(Completions(with_home_centres(*question.start)).count());
  for (const Pattern& start : question.also) json["also"].push_back(to_facelets(known_stickers(start)));
  if (question.starts) json["starts"] = std::string(kStartsNames[*question.starts]);
  if (targets.size() == 1) {
    json["to"] = text_of(targets[0].cube, targets[0].known);
    if (targets[0].known) json["to_fits"] = to_decimal(Completions(with_home_centres(*targets[0].known)).count());
  }
  if (targets.size() > 1)
    for (const Target& target : targets) json["to_any"].push_back(text_of(target.cube, target.known));
  if (wider.only) json["only"] = wider.only->text();
  if (wider.show) json["show"] = wider.show->text;
  if (!wider.last_turn && !wider.holdings && !wider.last_rotation) return;
  json["up_to"] = Json::array();
  if (wider.last_turn) json["up_to"].push_back("U");
  if (wider.holdings) json["up_to"].push_back("rotations");
  if (wider.last_rotation) json["up_to"].push_back("holding");
}

void add_unit(Json& json, Metric metric, const MoveSet* moves) {
  if (moves != nullptr && moves->is_priced())
    json["unit"] = "cost";
  else
    json["metric"] = std::string(name(metric));
}

void add_answer(Json& json, const Question& question, const Answer& answer) {
  json["solver"] = std::string(name(answer.solver));
  if (question.robot)
    json["unit"] = "ms";
  else
    add_unit(json, question.metric, question.moves.get());
  if (question.moves) json["moves_allowed"] = question.moves->text();
  json["count"] = answer.solutions.size();
  json["solutions"] = Json::array();
  for (const Solution& solution : answer.solutions) json["solutions"].push_back(to_json(solution, question));
  if (answer.too_long) json["too_long"] = to_json(*answer.too_long, question);
  if (!question.robot) json["lower"] = answer.lower_bound;
  // A search that a limit ended may have longer words beside the shortest.
  const bool is_full = !answer.solutions.empty() && answer.solutions.size() >= question.solutions &&
                       (answer.ended == Ended::enough || answer.solutions.back().length <= answer.lower_bound);
  const bool has_all = answer.ended == Ended::complete || is_full;
  json["proven"] = answer.is_shortest() && has_all;
  json["ended"] = std::string(name(answer.ended));
  if (answer.ended == Ended::unsolvable) json["reason"] = why_unsolvable(question);
  json["nodes"] = answer.counts.nodes;
  if (answer.solver == SolverKind::two_phase) {
    json["phase1_reads"] = answer.counts.phase1_reads;
    json["leaves"] = answer.counts.leaves;
    json["phase2_reads"] = answer.counts.phase2_reads;
  }
  if (answer.solver == SolverKind::optimal) json["lookups"] = answer.counts.lookups;
  if (!answer.iterations.empty()) {
    json["iterations"] = Json::array();
    for (const Iteration& i : answer.iterations) json["iterations"].push_back(to_json(i, answer.solver));
  }
  json["loading_seconds"] = in_seconds(answer.loading);
  json["seconds"] = in_seconds(answer.searching);
}

void add_error(Json& json, const Error& error) {
  json["error"] = error.message;
  json["kind"] = std::string(name(error.kind));
  if (error.position) json["position"] = *error.position;
}

Json to_json(const Diagnosis& d) {
  Json json;
  json["state"] = d.cube ? "possible" : d.readable() ? "impossible" : "unreadable";
  if (d.readable()) json["possible"] = d.cube.has_value();
  if (d.cube) json["facelets"] = to_facelets(*d.cube);
  json["notes"] = d.notes;
  for (const OtherReading& other : d.others)
    json["others"].push_back(
        {{"layout", other.layout}, {"holding", holding_name(other.held)}, {"facelets", to_facelets(other.cube)}});
  json["problems"] = d.problems;
  if (d.position) json["position"] = *d.position;
  if (!d.repair.empty()) json["repair"] = d.repair;
  json["ways"] = d.ways;
  if (d.repaired) json["repaired"] = to_facelets(*d.repaired);
  return json;
}

Json to_json(const RobotSchedule& schedule, const Robot& robot) {
  const auto seconds = [](Microseconds time) { return static_cast<double>(time.count()) / 1e6; };
  Json json{{"robot", robot.name()}, {"seconds", seconds(schedule.takes)}};
  json["actions"] = Json::array();
  for (const RobotAction& action : schedule.actions) {
    Json entry{{"at", seconds(action.begin)}, {"seconds", seconds(action.takes)}};
    if (action.kind == RobotAction::Kind::regrip)
      entry["regrip"] = true;
    else
      entry[action.kind == RobotAction::Kind::turn ? "turn" : "rotate"] = to_string(action);
    json["actions"].push_back(entry);
  }
  return json;
}

Json schedule_report(std::string_view moves, const RobotSchedule& schedule, const Robot& robot) {
  return {{"moves", moves}, {"schedule", to_json(schedule, robot)}};
}

Json to_json(const Event& event, const Question& question, double elapsed) {
  Json json{{"event", std::string(name(event.kind))}};
  switch (event.kind) {
    case Event::Kind::notice:
      json["text"] = event.step;
      break;
    case Event::Kind::table:
      json["step"] = event.step;
      json["done"] = rounded(event.done, 4);
      break;
    case Event::Kind::solution:
      json["moves"] = to_string(event.solution, question);
      json["length"] = event.solution.length;
      break;
    case Event::Kind::progress:
      json["length"] = event.length;
      json["done"] = rounded(event.done, 4);
      if (event.seconds_left >= 0) json["seconds_left"] = rounded(event.seconds_left, 3);
      break;
    case Event::Kind::bound:
    case Event::Kind::poll:
      break;
  }
  if (event.kind == Event::Kind::bound || event.kind == Event::Kind::progress) json["lower"] = event.lower;
  if (event.upper >= 0) json["upper"] = event.upper;
  json["elapsed_seconds"] = rounded(elapsed, 6);
  return json;
}

std::string to_string(const Solution& solution, const Question& question) {
  const auto is_turn = [&](int step) {
    return (*question.moves)[step].moves.size() == 1 && (*question.moves)[step].rotation == Symmetry{};
  };
  // With costs of one's own R R may cost less than R2, or another order of steps.
  if (!question.moves || (!is_priced(question) && std::all_of(solution.steps.begin(), solution.steps.end(), is_turn)))
    return to_string(solution.moves);
  std::string text;
  for (const int step : solution.steps) text += (text.empty() ? "" : " ") + (*question.moves)[step].name;
  return text;
}

}  // namespace superflip
