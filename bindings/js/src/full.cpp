// The full module: all that the engine does, all formats and coordinates. It is loaded by the first call that needs it.
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/js/src/answers.h"
#include "bindings/js/src/parts.h"
#include "bindings/js/src/tables.h"
#include "superflip/superflip.h"

namespace superflip::js {
namespace {

Engine& engine() {
  // Making the tables for proofs takes long in a page, so that the smallest of them is made.
  static Engine made({.tables = std::make_shared<const WorkerTables>(),
                      .profile = Profile::compact,
                      .optimal_table = kPartsTable,
                      .threads = 1});
  return made;
}

Puzzle puzzle_of(const Request& request) {
  return request.has("puzzle") ? value_of(kPuzzleNames.parse(request.text("puzzle"))) : Puzzle::cube;
}

Accept accept_all_of(const Request& request) {
  Accept accept = accept_of(request);
  if (request.has("order"))
    accept.listed.order = value_of(parse_layout(request.text("order")).map_error(as_bad_option));
  if (request.has("holding"))
    accept.listed.held = value_of(parse_holding(request.text("holding")).map_error(as_bad_option));
  return accept;
}

tl::expected<Reading, Diagnosis> read_any(const Request& request, std::string_view key) {
  return read(puzzle_of(request), request.text(key), accept_all_of(request));
}

Reading reading_of(const Request& request, std::string_view key = "cube") { return value_of(read_any(request, key)); }

Description description_of(const Request& request, std::string_view key) {
  return value_of(parse_description(request.text(key)).map_error(as_bad_option));
}

Question question_of(const Request& request) {
  const auto said = [&](std::string_view key) {
    return request.has(key) ? std::optional(request.text(key)) : std::nullopt;
  };
  const Wording wording{.puzzle = said("puzzle"),
                        .metric = said("metric"),
                        .centres = said("centres"),
                        .moves = said("moves"),
                        .robot = said("robot"),
                        .starts = said("starts"),
                        .want = said("want"),
                        .solver = said("solver"),
                        .only = said("only"),
                        .show = said("show"),
                        .up_to = said("upTo")};
  Question q;
  Wider wider;
  value_of(wording.say(q, wider));
  q.within = static_cast<int>(request.number("within", 0, kLongestCost));
  set_limits(q, request);
  if (q.want == Want::all && !request.has("solutions")) q.solutions = 1 << 20;  // more than anybody reads
  const auto key_of = [](std::size_t i) { return "coordinate " + std::to_string(i); };
  for (std::size_t i = 0; request.has(key_of(i)); ++i)
    q.goal.coordinates.push_back({description_of(request, key_of(i))});
  const std::size_t coordinates = q.goal.coordinates.size();
  Asking asking(std::move(q), std::move(wider));
  const Accept accept = accept_all_of(request);
  Reading cube = value_of(asking.read(request.text("cube"), accept));
  // One cube, or a list of them.
  const auto for_each_cube = [&](const std::string& key, const auto& add) {
    const auto add_one = [&](const std::string& one) {
      Reading reading = value_of(asking.read(request.text(one), accept));
      add(reading);
    };
    const auto key_of_one = [&](std::size_t i) { return key + " " + std::to_string(i); };
    if (request.has(key)) add_one(key);
    for (std::size_t i = 0; request.has(key_of_one(i)); ++i) add_one(key_of_one(i));
  };
  for_each_cube("to", [&](Reading& target) { asking.add_target(target); });
  for_each_cube("also", [&](Reading& start) { value_of(asking.add_start(start)); });
  for (std::size_t i = 0; i < coordinates; ++i) {
    const auto goal_of = [&](std::size_t j) { return key_of(i) + " goal " + std::to_string(j); };
    std::vector<Cube> goals;
    while (request.has(goal_of(goals.size())))
      goals.push_back(position_of(reading_of(request, goal_of(goals.size())), asking.centres()));
    if (!goals.empty()) asking.set_goals(i, std::move(goals));
  }
  return value_of(asking.about(cube));
}

// Of the making of tables: the engine's searches in slices report nothing. Returns whether the job is still wanted.
bool hear(const Event& event) {
  constexpr auto kPeriod = std::chrono::milliseconds(20);  // a message takes longer than a small part of a table
  static Clock::time_point next{};
  static std::string step;
  if (event.kind == Event::Kind::table) {
    if (event.step == step && Clock::now() < next) return !is_left();
    next = Clock::now() + kPeriod;
    step = event.step;
  }
  if (event.kind != Event::Kind::poll) tell(to_object(event, {}));
  return !is_left();
}

std::string to_json(const RobotSchedule& schedule) {
  const auto kind_of = [](const RobotAction& action) -> std::string_view {
    if (action.kind == RobotAction::Kind::regrip) return "regrip";
    return action.kind == RobotAction::Kind::turn ? "turn" : "rotate";
  };
  std::vector<std::string> actions;
  for (const RobotAction& action : schedule.actions) {
    Object object;
    object.raw("at", seconds(action.begin)).raw("seconds", seconds(action.takes));
    actions.push_back(object.add("kind", kind_of(action)).add("text", to_string(action)).text());
  }
  return Object().raw("seconds", seconds(schedule.takes)).raw("actions", array(actions)).text();
}

// A question in slices. The first slice loads or makes the tables. The worker hears nothing meanwhile, so that this
// looks itself whether the caller has left, which it sees only where memory can be shared. A proof that several workers
// may share ends before the first length that takes long: {"answer": ..., "length": ..., "parts": ..., "nodes": ...,
// "lookups": ...}, with the work of the length before.
class SolveJob final : public Job {
 public:
  explicit SolveJob(const Request& request) : question_(question_of(request)), budget_(budget_of(request)) {
    if (request.has("share")) parts_ = count_parts(question_, budget_);
  }

  std::optional<std::string> run(Clock::duration slice) override {
    if (!search_) search_ = value_of(engine().begin(question_, budget_, hear));
    const bool is_over = search_->run_for(slice);
    const Answer answer = value_of(search_->answer());
    tell_news(answer);
    if (is_over) return written(answer);
    if (parts_ > 0 && !answer.iterations.empty() && answer.iterations.back().lookups > kManyLookups)
      return handed_over(answer);
    tell_progress(answer);
    return std::nullopt;
  }

 private:
  // The next length, of 13 times as many words, takes about a twentieth of a second.
  static constexpr std::uint64_t kManyLookups = 50'000;

  std::string handed_over(const Answer& answer) const {
    const Iteration& last = answer.iterations.back();
    Object object;
    object.raw("answer", written(answer)).add("length", last.length + 1).add("parts", parts_);
    return object.add("nodes", last.nodes).add("lookups", last.lookups).text();
  }

  std::string written(const Answer& answer) const {
    std::vector<std::string> words;
    for (const Solution& word : answer.solutions) words.push_back(written(word));
    Object object = to_object(answer, words, answer.too_long ? written(*answer.too_long) : "null");
    if (question_.robot) object.add("unit", std::string_view("ms"));
    if (answer.ended == Ended::unsolvable) object.add("reason", why_unsolvable(question_));
    return object.text();
  }

  std::string written(const Solution& word) const {
    Object object = to_object(word, to_string(word, question_));
    if (question_.robot) object.raw("schedule", to_json(question_.robot->schedule(word.moves).value()));
    return object.text();
  }

  void tell_news(const Answer& answer) {
    Event event;
    if (std::exchange(lower_bound_, answer.lower_bound) < answer.lower_bound) {
      event.kind = Event::Kind::bound;
      event.lower = answer.lower_bound;
      tell(to_object(event, {}));
    }
    if (answer.solutions.empty() || answer.solutions.front().length >= best_) return;
    best_ = answer.solutions.front().length;
    event.kind = Event::Kind::solution;
    event.lower = answer.lower_bound;
    tell(to_object(event, written(answer.solutions.front())));
  }

  // Ten times a second.
  void tell_progress(const Answer& answer) {
    const auto progress = search_->progress();
    if (!progress) return;
    const auto now = Clock::now();
    if (std::exchange(length_, progress->length) != progress->length) length_begin_ = now;
    if (now < next_progress_) return;
    next_progress_ = now + std::chrono::milliseconds(100);
    Event event;
    event.kind = Event::Kind::progress;
    event.length = std::max(progress->length, answer.lower_bound);  // a first, short length may be known before
    event.lower = answer.lower_bound;
    event.done = progress->done;
    const double seconds = std::chrono::duration<double>(now - length_begin_).count();
    if (seconds > 0.3 && event.done > 0) event.seconds_left = seconds / event.done * (1 - event.done);
    tell(to_object(event, {}));
  }

  const Question question_;
  const Budget budget_;
  std::size_t parts_ = 0;  // of a length, if several workers may share the proof
  std::unique_ptr<Search> search_;
  Clock::time_point next_progress_{};
  Clock::time_point length_begin_{};
  int length_ = -1;  // that is searched
  int lower_bound_ = 0;
  int best_ = std::numeric_limits<int>::max();
};

std::unique_ptr<Job> search_of_parts(const Request& request) {
  const auto length = static_cast<int>(request.number("length", 0, kLongestCost));
  const Question question = question_of(request);
  std::function<void()> make_table;
  if (request.has("make")) make_table = [question] { value_of(engine().begin(question, {}, hear)); };
  return make_search_of_parts(question, length, request.text("parts"), engine().options().tables, make_table);
}

std::string scramble(const Request& request) {
  Random random = request.has("seed") ? Random(request.number("seed", 0, kNoMaxNodes)) : Random::from_entropy();
  return json(to_string(value_of(engine().scramble(random, puzzle_of(request), request.has("fewestMoves")))));
}

std::string convert(const Request& request) {
  const Format to = value_of(parse_format(request.text("to")).map_error(as_bad_option));
  if (puzzle_of(request) == Puzzle::pocket)
    refuse(ErrorKind::bad_option, "only the 3x3x3 is written in several formats");
  const Cube cube = reading_of(request).cube;
  return json(to == Format::moves ? to_string(value_of(engine().word_to(cube))) : format_cube(cube, to));
}

// The catalogue's coordinates, with their names.
const std::vector<std::pair<std::string, Description>>& named_coordinates() {
  static const auto all = [] {
    std::vector<std::pair<std::string, Description>> list;
    for (const CatalogueEntry& entry : catalogue())
      list.emplace_back(entry.name, value_of(parse_description(entry.name).map_error(as_bad_option)));
    return list;
  }();
  return all;
}

std::string coordinates(const Request& request) {
  const Reading reading = reading_of(request);
  std::vector<std::string> values;
  const auto add = [&](std::string_view name, const Description& description) {
    const Cube cube = position_of(reading, centres_of(description));
    if (!description.defined(cube)) return;
    Object value;
    value.add("coordinate", name).add("value", to_decimal(description.value_of(cube)));
    values.push_back(value.add("values", to_decimal(description.values())).text());
  };
  std::size_t i = 0;
  for (std::string key; request.has(key = "coordinate " + std::to_string(i)); ++i) {
    const Description description = description_of(request, key);
    if (description.size() >= 1e38L)
      refuse(ErrorKind::bad_option, "'" + text::escaped(request.text(key), 200) + "' has more than 10^38 values");
    const std::size_t count = values.size();
    add(request.text(key), description);
    if (values.size() == count)
      refuse(ErrorKind::bad_option, "'" + text::escaped(request.text(key), 200) +
                                        "' has no value for this cube, which its moves do not reach");
  }
  if (i == 0)
    for (const auto& [name, description] : named_coordinates()) add(name, description);
  return array(values);
}

// How many cubes a list may have.
std::uint64_t most_of(const Request& request) {
  const std::uint64_t most = request.number("most", 1'000, 1'000'000);
  if (most == 0) refuse(ErrorKind::bad_option, "most is 0: expected at least 1");
  return most;
}

// At most so many cubes whose faces show patterns.
std::string patterns(const Request& request) {
  const FacePatterns patterns = value_of(FacePatterns::parse(request.text("patterns")));
  const std::uint64_t most = most_of(request);
  std::vector<std::string> cubes;
  constexpr std::uint64_t kMostWork = 20'000'000;  // a second or two
  const auto add = [&](const Cube& cube) {
    cubes.push_back(json(to_facelets(cube)));
    return cubes.size() < most;
  };
  if (!patterns.visit(add, nullptr, kMostWork) && cubes.size() < most)
    refuse(ErrorKind::bad_option,
           "it takes too long to find out which cubes look so: fewer letters, fewer ?, and patterns for "
           "more of the faces make it faster");
  return array(cubes);
}

// At most so many of the cubes that an incomplete one may be.
std::string completions(const Request& request) {
  if (puzzle_of(request) == Puzzle::pocket) refuse(ErrorKind::bad_option, "incomplete cubes are for the 3x3x3");
  Accept accept = accept_all_of(request);
  accept.incomplete = true;
  const Completions all = completions_of(value_of(read(request.text("cube"), accept)));
  const std::uint64_t most = most_of(request);
  std::vector<std::string> cubes;
  all.visit([&](const Cube& cube) {
    cubes.push_back(json(to_facelets(cube)));
    return cubes.size() < most;
  });
  return array(cubes);
}

// What a robot does for given moves.
std::string schedule(const Request& request) {
  // An empty text has a schedule, too, so that a forgotten one must not be taken for it.
  if (!request.has("moves")) refuse(ErrorKind::bad_option, "there are no moves: expected a text such as R U2 F'");
  const Robot robot = value_of(robot_of(request.text("robot")));
  return to_json(value_of(schedule_of(robot, request.text("moves"))));
}

// The descriptions of the robots with names, by name.
std::string robots() {
  Object all;
  for (const NamedRobot& robot : named_robots()) all.raw(robot.name, robot.json);
  return all.text();
}

}  // namespace

std::unique_ptr<Job> make_job(const Request& request) {
  const std::string_view call = request.text("call");
  if (call == "solve") return std::make_unique<SolveJob>(request);
  if (call == "parts") return search_of_parts(request);
  if (call == "check") return at_once([request] { return diagnosed(read_any(request, "cube")); });
  if (call == "scramble") return at_once([request] { return scramble(request); });
  if (call == "convert") return at_once([request] { return convert(request); });
  if (call == "patterns") return at_once([request] { return patterns(request); });
  if (call == "completions") return at_once([request] { return completions(request); });
  if (call == "coordinates") return at_once([request] { return coordinates(request); });
  if (call == "robots") return at_once(robots);
  if (call == "schedule") return at_once([request] { return schedule(request); });
  refuse(ErrorKind::bad_option, "there is no call '" + text::escaped(call, 40) + "'");
}

}  // namespace superflip::js
