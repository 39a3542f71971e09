#include "apps/server/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/server/openapi.h"

namespace superflip::server {
namespace {

tl::unexpected<Problem> failed(const Error& error) { return tl::unexpected<Problem>(problem_of(error)); }

// How the request says that its cubes are written.
Accept accept_of(const Context& context, bool incomplete = false) {
  const Ask& ask = context.ask;
  return {.formats = ask.from ? Formats{*ask.from} : Formats::all(),
          .niss = ask.niss,
          .max_bytes = context.shared.options.limits.cube,
          .incomplete = incomplete,
          .listed = {ask.order, ask.holding}};
}

Answered<Reading> or_problem(tl::expected<Reading, Diagnosis> reading) {
  return std::move(reading).map_error([](Diagnosis wrong) { return problem_of(std::move(wrong)); });
}

Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

// What is allowed: the time that the request asks for, and what is left of its limit.
Budget budget_of(const Context& context) {
  Budget budget;
  budget.time = std::max(context.until - Clock::now(), Clock::duration::zero());
  if (context.ask.seconds) budget.time = std::min(*budget.time, seconds(*context.ask.seconds));
  if (context.ask.nodes) budget.nodes = *context.ask.nodes;
  budget.threads = 1;
  budget.stop = &context.stop;
  return budget;
}

Answered<Json> answer_question(const Context& context, const std::string& text, Question question,
                               const Budget& budget) {
  const Ask& ask = context.ask;
  if (!question.robot) {
    const int longest = longest_limit(question);
    question.good_enough = std::min(question.good_enough, longest);
    question.max_length = std::min(question.max_length, longest);
  }
  Asking asking(std::move(question), ask.wider);
  auto cube = or_problem(asking.read(text, accept_of(context)));
  if (!cube) return tl::unexpected<Problem>(cube.error());
  const auto read_field = [&](const std::string& field, const std::string& other) {
    auto reading = or_problem(asking.read(other, accept_of(context)));
    if (!reading) reading.error().detail = field + ": " + reading.error().detail;
    return reading;
  };
  for (std::size_t i = 0; i < ask.goals.size(); ++i) {
    auto goal = read_field(ask.has_goals ? fmt::format("goals[{}]", i) : "goal", ask.goals[i]);
    if (!goal) return tl::unexpected<Problem>(goal.error());
    asking.add_target(*goal);
  }
  for (std::size_t i = 0; i < ask.also.size(); ++i) {
    const std::string field = fmt::format("also[{}]", i);
    auto start = read_field(field, ask.also[i]);
    if (!start) return tl::unexpected<Problem>(start.error());
    if (const auto added = asking.add_start(*start); !added)
      return failed({field + ": " + added.error().message, {}, added.error().kind});
  }
  const auto asked = asking.about(*cube);
  if (!asked) {
    const bool is_cube_open = cube->is_holding_open && asking.centres() != Centres::fixed;
    const bool is_held_apart = asked.error().message == kHeldApart;
    const char* const field = is_cube_open     ? "cube: "
                              : is_held_apart  ? "also: "
                              : ask.wider.show ? "show: "
                              : ask.wider.only ? "only: "
                              : ask.has_goals  ? "goals: "
                                               : "goal: ";
    return failed({field + asked.error().message, {}, asked.error().kind});
  }
  const auto answer = search(context, *asked, budget);
  if (!answer) return failed(answer.error());
  Json json = begin_result();
  add_cubes(json, *asked, asking.targets(), ask.wider);
  json["notes"] = cube->notes;
  if (asked->want == Want::all && ask.question.want == Want::all) json["within"] = ask.within;
  add_answer(json, *asked, *answer);
  // As many as were asked for are all that were asked for.
  if (ask.solutions && answer->ended == Ended::enough) json["proven"] = answer->is_shortest();
  if (!answer->table.empty()) json["table"] = answer->table;
  if (answer->threads != 0) json["threads"] = answer->threads;
  return json;
}

bool is_over(const Context& context) { return context.stop || Clock::now() >= context.until; }

// Whether another cube of the same request can still be answered. It cannot where the distances of a coordinate are too
// many, say.
bool is_about_the_cube(const Problem& problem) {
  return problem.title == name(ErrorKind::unreadable) || problem.title == name(ErrorKind::impossible);
}

// The answer for one cube, or all of them: an array under that key.
Response list_of(std::string_view key, Json list) {
  Json json;
  json[key] = std::move(list);
  return {.body = to_line(json)};
}

Expected<Uint128> value_in(std::string_view text, const Description& coordinate) {
  auto number = parse_uint128(text);
  if (number && *number < coordinate.values()) return *number;
  return fail(ErrorKind::bad_option,
              fmt::format("'{}' is not a value of {}: expected a whole number from 0 to {}", text::escaped(text, 40),
                          coordinate.name(), to_decimal(coordinate.values() - 1)));
}

}  // namespace

Expected<Answer> search(const Context& context, const Question& question, const Budget& budget) {
  Listener listener;
  if (context.sink)
    listener = [&](const Event& event) {
      context.sink(event, question);
      return true;
    };
  auto answer = context.shared.engine.solve(question, budget, listener);
  if (answer) context.shared.metrics.count_search(answer->solver, answer->searching);
  return answer;
}

Answered<Json> solve_cube(const Context& context, const std::string& text) {
  const Ask& ask = context.ask;
  Question question = ask.question;
  question.want = Want::good;
  question.solutions = ask.solutions.value_or(1);
  question.max_length = ask.max_length;
  question.good_enough = ask.good_enough;
  if (ask.max_length != kNoMaxLength && question.good_enough == 0) question.good_enough = ask.max_length;
  Budget budget = budget_of(context);
  budget.is_usual = !ask.seconds && !ask.nodes && question.good_enough == 0;
  return answer_question(context, text, question, budget);
}

Answered<Json> solve_optimally(const Context& context, const std::string& text) {
  const Ask& ask = context.ask;
  Question question = ask.question;
  question.max_length = ask.max_length;
  const bool is_one = question.want == Want::shortest && ask.solutions.value_or(1) == 1;
  if (!is_one) {
    question.within = question.want == Want::all ? ask.within : kNoMaxLength;
    question.want = Want::all;
    question.solutions = ask.solutions.value_or(context.shared.options.limits.solutions);
  }
  return answer_question(context, text, question, budget_of(context));
}

Answered<Json> check_cube(const Context& context, const std::string& text) {
  auto reading = read(text, accept_of(context));
  if (!reading) {
    if (reading.error().kind == ErrorKind::out_of_memory) return failed(to_error(reading.error()));
    return to_json(reading.error());
  }
  return to_json(diagnosis_of(*std::move(reading)));
}

Answered<Json> convert_cube(const Context& context, const std::string& text) {
  const Ask& ask = context.ask;
  auto given = or_problem(read(text, accept_of(context)));
  if (!given) return tl::unexpected<Problem>(given.error());
  Json json{{"format", name(ask.to)}};
  if (ask.to == Format::moves) {
    const auto word = context.shared.engine.word_to(given->cube, [&](const Event&) { return !is_over(context); });
    if (!word) return failed(word.error());
    json["text"] = to_string(*word);
  } else {
    json["text"] = format_cube(given->cube, ask.to);
  }
  json["facelets"] = to_facelets(given->cube);
  json["notes"] = given->notes;
  return json;
}

Answered<Json> list_completions(const Context& context, const std::string& text) {
  auto given = or_problem(read(text, accept_of(context, true)));
  if (!given) return tl::unexpected<Problem>(given.error());
  if (is_over(context)) return failed({"the time of the request is over", {}, ErrorKind::stopped});
  const Completions all = completions_of(*given);
  Json cubes = Json::array();
  std::size_t listed = 0;
  all.visit([&](const Cube& cube) {
    cubes.push_back(to_facelets(cube));
    return ++listed < context.ask.most;
  });
  return Json{{"facelets", given->known ? to_facelets(known_stickers(*given->known)) : to_facelets(given->cube)},
              {"fits", to_decimal(all.count())},
              {"cubes", std::move(cubes)},
              {"notes", given->notes}};
}

Answered<Response> give_schedule(const Context& context) {
  const Robot& robot = *context.ask.question.robot;
  const auto schedule = schedule_of(robot, context.ask.word);
  if (!schedule) {
    Error error = schedule.error();
    error.message = "moves: " + error.message;
    return failed(error);
  }
  return Response{.body = to_line(schedule_report(context.ask.word, *schedule, robot))};
}

Answered<Response> give_scrambles(const Context& context) {
  const Ask& ask = context.ask;
  Random random = ask.seed ? Random(*ask.seed) : Random::from_entropy();
  const bool is_pocket = ask.question.puzzle == Puzzle::pocket;
  Json list = Json::array();
  for (std::size_t i = 0; i < ask.count; ++i) {
    const auto word = context.shared.engine.scramble(random, ask.question.puzzle, ask.fewest_moves,
                                                     [&](const Event&) { return !is_over(context); });
    if (!word && word.error().kind == ErrorKind::stopped && !context.stop)
      return failed({fmt::format("the time of the request was over after {} of {} scrambles", i, ask.count),
                     {},
                     ErrorKind::stopped});
    if (!word) return failed(word.error());
    const Cube cube = apply(kSolved, *word);
    list.push_back({{"moves", to_string(*word)},
                    {"length", word->size()},
                    {"facelets", is_pocket ? to_pocket_facelets(cube) : to_facelets(cube)}});
  }
  return list_of("scrambles", std::move(list));
}

Answered<Response> list_coordinates(const Context&) { return list_of("coordinates", catalogue_report()); }

Answered<Response> show_coordinate(const Context& context) {
  const Ask& ask = context.ask;
  const auto known = context.shared.coordinates.find(context.captures[0], ask.symmetry, context.stop);
  if (!known) return tl::unexpected<Problem>(known.error());
  const CoordinateView& view = (*known)->view;
  const auto entry_of = [&](const std::string& text) -> Answered<Json> {
    const auto reading = or_problem(read(text, accept_of(context)));
    if (!reading) return tl::unexpected<Problem>(reading.error());
    const Cube cube = position_of(*reading, view.centres());
    Json entry = view.report(cube, ask.transitions);
    if (ask.distance && view.coordinate().defined(cube)) {
      const auto distance = context.shared.coordinates.distance(**known, cube, context.stop);
      if (!distance) return tl::unexpected<Problem>(distance.error());
      if (*distance != DistanceTable::kUnknown) entry["distance"] = *distance;
    }
    return entry;
  };
  Json json = (*known)->report;
  Json cubes = Json::array();
  for (std::size_t i = 0; i < ask.cubes.size(); ++i) {
    if (is_over(context))
      return failed({fmt::format("the time of the request was over after {} of {} cubes", i, ask.cubes.size()),
                     {},
                     ErrorKind::stopped});
    auto entry = entry_of(ask.cubes[i]);
    if (!entry && !(ask.is_batch && is_about_the_cube(entry.error()))) return tl::unexpected<Problem>(entry.error());
    cubes.push_back(entry ? *std::move(entry) : failed_cube(ask.cubes[i], entry.error()));
  }
  json["cubes"] = std::move(cubes);
  return Response{.body = to_line(json)};
}

Answered<Response> cube_of_value(const Context& context) {
  const auto coordinate = context.shared.coordinates.description(context.captures[0]);
  if (!coordinate) return tl::unexpected<Problem>(coordinate.error());
  const auto value = value_in(context.captures[1], **coordinate);
  if (!value) return failed(value.error());
  return Response{.body = to_line(cube_report(**coordinate, *value))};
}

Answered<Response> show_index(const Context& context) {
  Json paths = Json::array();
  for (const Route& route : routes()) paths.push_back(route.path);
  Json json{{"name", "superflip"},
            {"example", fmt::format("/v1/solve?cube={}", "R%20U2%20F'")},
            {"description", "/openapi.json"},
            {"paths", std::move(paths)}};
  if (context.shared.page.empty())
    json["page"] = "there is no page here: build it with `make page` and start the server again, or say --page FOLDER";
  return Response{.body = to_line(json), .headers = {{"Vary", "Accept"}}};
}

Answered<Response> show_health(const Context& context) {
  return Response{.body = to_line(Json{{"status", "ok"}, {"ready", context.shared.is_ready.load()}}),
                  .headers = {{"Cache-Control", "no-store"}}};
}

Answered<Response> show_metrics(const Context& context) {
  return Response{.type = "text/plain; version=0.0.4; charset=utf-8", .body = context.shared.metrics.text()};
}

Answered<Response> show_openapi(const Context& context) {
  Shared& shared = context.shared;
  std::call_once(shared.has_document, [&] { shared.document = openapi(shared.fields, shared.options.limits); });
  return Response{.body = shared.document};
}

Answered<Reading> read_facelets(const std::string& text) {
  auto reading = read(text, {.formats = {Format::facelets}, .max_bytes = 256});
  if (!reading) return tl::unexpected<Problem>(problem_of(std::move(reading.error())));
  const auto of_others = [](const std::string& note) { return note.find(" if they were listed as ") != note.npos; };
  if (const auto note = std::find_if(reading->notes.begin(), reading->notes.end(), of_others);
      !reading->others.empty() && note != reading->notes.end())
    return tl::unexpected<Problem>(
        problem(422, fmt::format("the stickers may be several cubes, and this address takes no order: {}", *note)));
  return *std::move(reading);
}

}  // namespace superflip::server
