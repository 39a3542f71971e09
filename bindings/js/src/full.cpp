// The full module: all that the engine does, all formats and coordinates. It is loaded by the first call that needs it.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/js/src/answers.h"
#include "bindings/js/src/tables.h"
#include "superflip/superflip.h"

namespace superflip::js {
namespace {

Engine& engine() {
  // Making the tables for proofs takes long in a page, so that the smallest of them is made.
  static Engine made({.tables = std::make_shared<const WorkerTables>(),
                      .profile = Profile::compact,
                      .optimal_table = "optimal-47",
                      .threads = 1});
  return made;
}

// One of several names; the first is the default.
template <class Value>
Value named(const Request& request, std::string_view key,
            const std::vector<std::pair<std::string_view, Value>>& names) {
  if (!request.has(key)) return names.front().second;
  std::vector<std::string> known;
  for (const auto& [name, value] : names) {
    if (request.text(key) == name) return value;
    known.emplace_back(name);
  }
  refuse(ErrorKind::bad_option,
         std::string(key) + " is '" + text::escaped(request.text(key), 40) + "': expected " + text::listed(known));
}

Puzzle puzzle_of(const Request& request) {
  return named<Puzzle>(request, "puzzle", {{"3x3x3", Puzzle::cube}, {"2x2x2", Puzzle::pocket}});
}

tl::expected<Reading, Diagnosis> read_any(const Request& request, std::string_view key) {
  const Accept accept = accept_of(request);
  const std::string_view text = request.text(key);
  return puzzle_of(request) == Puzzle::pocket ? read_pocket(text, accept) : read(text, accept);
}

Reading reading_of(const Request& request, std::string_view key = "cube") { return value_of(read_any(request, key)); }

Cube cube_in(const Request& request, std::string_view key, Centres centres) {
  Reading reading = reading_of(request, key);
  put_in_space(reading, centres);
  return reading.cube;
}

Description description_of(const Request& request, std::string_view key) {
  return value_of(parse_description(request.text(key)).map_error(as_bad_option));
}

Question question_of(const Request& request) {
  Question q;
  q.puzzle = puzzle_of(request);
  if (request.has("metric")) q.metric = value_of(parse_metric(request.text("metric")).map_error(as_bad_option));
  const auto centres = named<Centres>(
      request, "centres", {{"fixed", Centres::fixed}, {"moved", Centres::moved}, {"turned", Centres::turned}});
  if (request.has("moves"))
    q.moves = std::make_shared<const MoveSet>(
        value_of(parse_move_set(request.text("moves"), q.metric, centres).map_error(as_bad_option)));
  q.want = named<Want>(request, "want", {{"good", Want::good}, {"shortest", Want::shortest}, {"all", Want::all}});
  q.within = static_cast<int>(request.number("within", 0, kNoMaxLength));
  set_limits(q, request);
  if (q.want == Want::all && !request.has("solutions")) q.solutions = 1 << 20;  // more than anybody reads
  if (request.has("solver"))
    q.solver = named<SolverKind>(request, "solver",
                                 {{"two-phase", SolverKind::two_phase},
                                  {"optimal", SolverKind::optimal},
                                  {"generic", SolverKind::generic},
                                  {"pocket", SolverKind::pocket}});
  const auto key_of = [](std::size_t i) { return "coordinate " + std::to_string(i); };
  for (std::size_t i = 0; request.has(key_of(i)); ++i)
    q.goal.coordinates.push_back({description_of(request, key_of(i))});
  // All that the question says of moves and coordinates is known: so is what it concerns of the centres.
  const Centres concerned = centres_of(q);
  Reading from = reading_of(request);
  put_in_space(from, concerned);
  q.cube = from.cube;
  q.held = from.held;
  if (request.has("to")) {
    q.goal.cube = cube_in(request, "to", concerned);
    for (CoordinateGoal& goal : q.goal.coordinates) goal.goals = {q.goal.cube};
  }
  for (std::size_t i = 0; i < q.goal.coordinates.size(); ++i) {
    const auto goal_of = [&](std::size_t j) { return key_of(i) + " goal " + std::to_string(j); };
    std::vector<Cube> goals;
    while (request.has(goal_of(goals.size()))) goals.push_back(cube_in(request, goal_of(goals.size()), concerned));
    if (!goals.empty()) q.goal.coordinates[i].goals = std::move(goals);
  }
  return q;
}

// A question in slices. The first slice loads or makes the tables, and hears nothing meanwhile.
class SolveJob final : public Job {
 public:
  explicit SolveJob(const Request& request) : question_(question_of(request)), budget_(budget_of(request)) {
    // A search without an end is one with a limit that nobody reaches; otherwise the engine sets a small one.
    if (request.has("endless") && !budget_.time) budget_.time = std::chrono::hours(24 * 365 * 30);
  }

  std::optional<std::string> run(Clock::duration slice) override {
    if (!search_) search_ = value_of(engine().begin(question_, budget_, [this](const Event& e) { return hear(e); }));
    const bool is_over = search_->run_for(slice);
    const Answer answer = value_of(search_->answer());
    if (!is_over) {
      tell_news(answer);
      return std::nullopt;
    }
    std::vector<std::string> words;
    for (const Solution& word : answer.solutions) words.push_back(written(word));
    return to_json(answer, words, answer.too_long ? written(*answer.too_long) : "null");
  }

 private:
  std::string written(const Solution& word) const { return to_json(word, to_string(word, question_)); }

  // Of the making of tables: the engine's searches in slices report nothing.
  bool hear(const Event& event) const {
    if (event.kind != Event::Kind::poll) tell(to_object(event, {}));
    return true;
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

  const Question question_;
  Budget budget_;
  std::unique_ptr<Search> search_;
  int lower_bound_ = 0;
  int best_ = kNoMaxLength + 1;
};

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

}  // namespace

std::unique_ptr<Job> make_job(const Request& request) {
  const std::string_view call = request.text("call");
  if (call == "solve") return std::make_unique<SolveJob>(request);
  if (call == "check") return at_once([request] { return diagnosed(read_any(request, "cube")); });
  if (call == "scramble") return at_once([request] { return scramble(request); });
  if (call == "convert") return at_once([request] { return convert(request); });
  if (call == "coordinates") return at_once([request] { return coordinates(request); });
  refuse(ErrorKind::bad_option, "there is no call '" + text::escaped(call, 40) + "'");
}

}  // namespace superflip::js
