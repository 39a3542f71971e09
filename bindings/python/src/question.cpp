// Questions: what is asked of the engine.
#include "question.h"

#include <cmath>
#include <limits>

#include "lab.h"

namespace superflip::python {
namespace {

// A coordinate is given in words, or as a pair of these and the cubes whose values are its goals.
nb::handle words_of(nb::handle given) {
  const bool is_pair = nb::isinstance<nb::tuple>(given) && nb::len(given) == 2;
  const nb::object words = is_pair ? nb::object(given[0]) : nb::borrow(given);
  if (!nb::isinstance<nb::str>(words))
    throw nb::type_error("a coordinate is a str in words, or a tuple of that and its goals, a list of cubes");
  return is_pair ? nb::handle(PyTuple_GetItem(given.ptr(), 0)) : given;
}

// The arguments of superflip.Question (superflip/_question.py).
struct QuestionArguments {
  nb::handle cube, to, also, starts, coordinates, only, show, up_to, moves, metric, robot, puzzle, centres, want,
      within, good_enough, max_length, solutions, solver;
};

// All but the cubes.
Asking said(const QuestionArguments& asked) {
  const Wording wording{.puzzle = text_argument("puzzle", asked.puzzle),
                        .metric = text_argument("metric", asked.metric),
                        .centres = text_argument("centres", asked.centres),
                        .moves = optional_text("moves", asked.moves),
                        .robot = optional_text("robot", asked.robot),
                        .starts = optional_text("starts", asked.starts),
                        .want = text_argument("want", asked.want),
                        .solver = optional_text("solver", asked.solver),
                        .only = optional_text("only", asked.only),
                        .show = optional_text("show", asked.show),
                        .up_to = optional_text("up_to", asked.up_to)};
  Question q;
  Wider wider;
  value_of(wording.say(q, wider));
  for (const nb::handle given : asked.coordinates) q.goal.coordinates.push_back({described(text_of(words_of(given)))});
  q.within = within<int>("within", asked.within, 0, kLongestCost);
  const int longest = longest_limit(q);
  if (!asked.good_enough.is_none()) q.good_enough = within<int>("good_enough", asked.good_enough, 0, longest);
  if (!asked.max_length.is_none()) q.max_length = within<int>("max_length", asked.max_length, 0, longest);
  q.solutions = within<std::size_t>("solutions", asked.solutions, 1, std::int64_t{1} << 32);
  return Asking(std::move(q), std::move(wider));
}

// A goal of patterns is one of possible cubes. What is known of a cube was checked when it was read.
void check_patterns(const Question& q, const std::vector<Target>& targets) {
  if (!q.start) check_possible(q.cube, kSolved, Puzzle::cube);
  for (const Target& target : targets)
    if (!target.known) check_possible(target.cube, kSolved, Puzzle::cube);
}

Question ask(const QuestionArguments& asked) {
  Asking asking = said(asked);
  const Puzzle puzzle = asking.question().puzzle;
  const auto read = [&](nb::handle cube) {
    if (!nb::isinstance<nb::str>(cube)) return reading_of(cube, puzzle);
    return value_of(asking.read(text_of(cube)));
  };
  Reading cube = read(asked.cube);
  const auto add_start = [&](nb::handle also) {
    Reading start = read(also);
    if (!start.known && asking.centres() == Centres::fixed) check_possible(start.cube, kSolved, puzzle);
    value_of(asking.add_start(start));
  };
  if (nb::isinstance<nb::tuple>(asked.also)) {
    for (const nb::handle also : asked.also) add_start(also);
  } else if (!asked.also.is_none()) {
    add_start(asked.also);
  }
  const auto add_target = [&](nb::handle to) {
    Reading target = read(to);
    asking.add_target(target);
  };
  if (nb::isinstance<nb::tuple>(asked.to)) {
    if (nb::len(asked.to) == 0) raise({"to is empty: expected at least one cube", {}, ErrorKind::bad_option});
    for (const nb::handle to : asked.to) add_target(to);
  } else if (!asked.to.is_none()) {
    add_target(asked.to);
  }
  std::size_t i = 0;
  for (const nb::handle given : asked.coordinates) {
    const std::size_t coordinate = i++;
    if (!nb::isinstance<nb::tuple>(given)) continue;
    std::vector<Cube> goals;
    read_many(given[1], puzzle,
              [&](std::size_t, Reading&& goal) { goals.push_back(position_of(goal, asking.centres())); });
    if (goals.empty()) raise({"a coordinate has no goals: expected at least one cube", {}, ErrorKind::bad_option});
    asking.set_goals(coordinate, std::move(goals));
  }
  Question q = value_of(asking.about(cube));
  // A coordinate may well be solved where the whole cube cannot.
  if (q.goal.coordinates.empty() && asking.centres() == Centres::fixed) {
    const bool is_about_patterns =
        q.start || !q.also.empty() || !q.goal.patterns.empty();  // of the 3x3x3 alone, as the engine says
    if (is_about_patterns && puzzle == Puzzle::cube)
      check_patterns(q, asking.targets());
    else if (!is_about_patterns)
      check_possible(q.cube, q.goal.cube, puzzle);
  }
  return q;
}

}  // namespace

Budget budget_of(nb::handle time, nb::handle nodes, nb::handle threads) {
  Budget b;
  if (!time.is_none()) {
    const double seconds = PyFloat_AsDouble(time.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      refuse_type("time", time, "seconds");
    }
    if (std::isnan(seconds) || seconds < 0)
      raise({"time is negative or no number: expected seconds", {}, ErrorKind::bad_option});
    constexpr double kLongest = 1e9;  // what is longer is no limit to anybody
    b.time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kLongest)));
  }
  if (!nodes.is_none()) b.nodes = within<std::uint64_t>("nodes", nodes, 1, std::numeric_limits<std::int64_t>::max());
  if (!threads.is_none()) b.threads = within<unsigned>("threads", threads, 0, 1 << 16);
  return b;
}

void bind_question(nb::module_& module) {
  nb::class_<Question>(module, "Question", "What superflip.Question derives from.")
      .def(
          "__init__",
          [](Question* self, nb::handle cube, nb::handle to, nb::handle also, nb::handle starts, nb::handle coordinates,
             nb::handle only, nb::handle show, nb::handle up_to, nb::handle moves, nb::handle metric, nb::handle robot,
             nb::handle puzzle, nb::handle centres, nb::handle want, nb::handle within, nb::handle good_enough,
             nb::handle max_length, nb::handle solutions, nb::handle solver) {
            new (self) Question(ask({cube, to, also, starts, coordinates, only, show, up_to, moves, metric, robot,
                                     puzzle, centres, want, within, good_enough, max_length, solutions, solver}));
          },
          "cube"_a.none(), "to"_a.none(), "also"_a.none(), "starts"_a.none(), "coordinates"_a, "only"_a.none(),
          "show"_a.none(), "up_to"_a.none(), "moves"_a.none(), "metric"_a, "robot"_a.none(), "puzzle"_a, "centres"_a,
          "want"_a, "within"_a, "good_enough"_a.none(), "max_length"_a.none(), "solutions"_a, "solver"_a.none(),
          nb::sig("def __init__(self, cube: object, to: object, also: object, starts: str | None, coordinates: "
                  "tuple[object, ...], only: str | None, "
                  "show: str | None, up_to: str | None, moves: str | None, metric: str, robot: str | None, puzzle: "
                  "str, centres: str, want: str, within: int, good_enough: int | None, max_length: int | None, "
                  "solutions: int, solver: str | None) -> None"));
}

}  // namespace superflip::python
