#include "engine.h"

#include <unistd.h>

#include "question.h"

namespace superflip::python {
namespace {

nb::tuple record_of(const RobotSchedule& schedule) {
  const auto seconds = [](Microseconds time) { return static_cast<double>(time.count()) / 1e6; };
  return tuple_of(schedule.actions, [&](const RobotAction& a) {
    const char* const kind = a.kind == RobotAction::Kind::turn     ? "turn"
                             : a.kind == RobotAction::Kind::rotate ? "rotate"
                                                                   : "regrip";
    return record("RobotAction", seconds(a.begin), seconds(a.takes), kind, to_string(a));
  });
}

nb::object phases_of(const Solution& s) {
  constexpr std::array<const char*, 3> kAxes{"UD", "RL", "FB"};
  if (!s.origin) return nb::none();
  return nb::make_tuple(kAxes.at(static_cast<std::size_t>(s.origin->axis)), s.origin->inverse, s.origin->front,
                        s.origin->back);
}

nb::object record_of(const Counts& c) {
  return record("Counts", c.nodes, c.phase1_reads, c.leaves, c.phase2_reads, c.lookups);
}

nb::object record_of(const TableSet& set) {
  return record("TableSet", set.name, set.profile ? nb::cast(name(*set.profile)) : nb::none(), name(set.metric),
                set.bytes, set.bytes_to_make);
}

nb::object record_of(const Plan& plan) {
  const nb::tuple tables = tuple_of(plan.tables, [](const PlannedTable& t) {
    return record("PlannedTable", t.name, t.is_there, t.bytes, t.bytes_to_make, t.seconds_to_make);
  });
  return record("Plan", name(plan.solver), tables, plan.remark, plan.bytes(), plan.bytes_to_make(),
                plan.seconds_to_make());
}

std::shared_ptr<const TableSource> source_of(const nb::object& tables) {
  // A warning may come from any thread. One that the program turns into an exception is shown as unraisable.
  const auto warn = [](const std::string& sentence) {
    if (Py_IsInitialized() == 0) return;
    const PyGILState_STATE state = staying([] { return PyGILState_Ensure(); });
    staying([&] {
      if (PyErr_WarnEx(PyExc_RuntimeWarning, sentence.c_str(), 1) != 0) PyErr_WriteUnraisable(Py_None);
    });
    PyGILState_Release(state);
  };
  if (tables.is(nb::handle(Py_False))) return nullptr;
  if (!tables.is(nb::handle(Py_True))) {
    return std::make_shared<TableStore>(nb::cast<std::string>(tables), warn);
  }
  auto store = default_tables(warn);
  if (!store) warn(store.error().message + "; tables are kept in memory only");
  return store.value_or(nullptr);
}

}  // namespace

nb::object record_of(const Solution& s, const Question& question) {
  return record("Solution", Algorithm{s.moves, {}, {}}, s.length, to_string(s, question), in_seconds(s.after),
                phases_of(s), nb::tuple(nb::cast(s.steps)), static_cast<int>(s.rotation),
                record_of(question.robot ? question.robot->schedule(s.moves).value() : RobotSchedule{}));
}

nb::object record_of(const Answer& a, const Question& question) {
  const auto solution = [&](const Solution& s) { return record_of(s, question); };
  const nb::tuple iterations = tuple_of(a.iterations, [](const Iteration& i) {
    return record("Iteration", i.length, i.nodes, i.lookups, i.is_complete);
  });
  return record("Answer", tuple_of(a.solutions, solution), a.lower_bound, name(a.ended),
                a.too_long ? solution(*a.too_long) : nb::none(), record_of(a.counts), iterations, in_seconds(a.loading),
                in_seconds(a.searching), name(a.solver), a.table,
                a.ended == Ended::unsolvable ? why_unsolvable(question) : std::string());
}

nb::object record_of(const Event& e, const Question& question) {
  const bool has_solution = e.kind == Event::Kind::solution;
  return record("Event", name(e.kind), e.step, e.done, e.seconds_left >= 0 ? nb::cast(e.seconds_left) : nb::none(),
                has_solution ? record_of(e.solution, question) : nb::none(), e.length, e.lower,
                e.upper >= 0 ? nb::cast(e.upper) : nb::none());
}

long this_process() { return static_cast<long>(::getpid()); }

PythonEngine::PythonEngine(const nb::object& tables, nb::handle profile, nb::handle optimal_table, nb::handle memory,
                           nb::handle threads)
    : tables_(tables) {
  options_.profile = value_of(parse_profile(text_argument("profile", profile)));
  options_.optimal_table = text_argument("optimal_table", optimal_table);
  if (!options_.optimal_table.empty()) value_of(find_table_set(options_.optimal_table));
  options_.memory = within<std::uint64_t>("memory", memory, 0, std::numeric_limits<std::int64_t>::max());
  options_.threads = within<unsigned>("threads", threads, 0, 1 << 16);
}

PythonEngine::~PythonEngine() {
  forget_if_forked();
  const Released released;  // it may have threads that end
  engine_.reset();
}

void PythonEngine::forget_if_forked() {
  if (engine_ == nullptr || process_ == this_process()) return;
  // The parent's engine lies in this process's memory, perhaps with locked locks. It is never touched again.
  static_cast<void>(new std::shared_ptr<Engine>(std::move(engine_)));  // NOLINT(cppcoreguidelines-owning-memory)
  engine_ = nullptr;
}

std::shared_ptr<Engine> PythonEngine::get() {
  forget_if_forked();
  if (engine_ == nullptr) {
    options_.tables = source_of(tables_);
    engine_ = std::make_shared<Engine>(options_);
    process_ = this_process();
  }
  return engine_;
}

bool Ears::hear(const Event& event, Released& released) {
  if (failure_) return false;
  const Retaken gil(released);
  try {
    hear_signals();
    const bool is_of_tables = event.kind == Event::Kind::table || event.kind == Event::Kind::notice;
    if (listener_.is_none() && (bar_.is_none() || !is_of_tables)) return true;
    const nb::object heard = record_of(event, question_);
    if (is_of_tables && !bar_.is_none()) called(bar_, heard);
    return listener_.is_none() || !called(listener_, heard).is(nb::handle(Py_False));
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
}

void bind_engine(nb::module_& module) {
  module.def(
      "schedule",
      [](nb::handle moves, nb::handle robot) {
        const std::string_view word = text_argument("moves", moves);
        const std::string_view described = text_argument("robot", robot);
        auto schedule = [&] {
          const Released released;
          return robot_of(described).and_then([&](const Robot& does) { return schedule_of(does, word); });
        }();
        return record_of(value_of(std::move(schedule)));
      },
      "moves"_a.none(), "robot"_a.none(),
      nb::sig("def schedule(moves: str, robot: str) -> tuple[superflip._records.RobotAction, ...]"));
  using Object = nb::object;
  const Question none;
  nb::class_<PythonEngine>(module, "EngineCore", nb::is_final(), "What superflip.Engine is made of.")
      .def(nb::init<const Object&, nb::handle, nb::handle, nb::handle, nb::handle>(),
           nb::sig("def __init__(self, tables: object, profile: str, optimal_table: str, memory: int, threads: int) -> "
                   "None"))
      .def(
          "solve",
          [](PythonEngine& self, const Question& question, nb::handle time, nb::handle nodes, nb::handle threads,
             const Object& listener, const Object& bar) {
            const Budget budget = budget_of(time, nodes, threads);
            const auto engine = self.get();
            return record_of(value_of(call(listener, bar, question,
                                           [&](const Listener& l) { return engine->solve(question, budget, l); })),
                             question);
          },
          nb::sig("def solve(self, question: Question, time: float | None, nodes: int | None, threads: int, listener: "
                  "object, bar: object) -> superflip._records.Answer"),
          "question"_a, "time"_a.none(), "nodes"_a.none(), "threads"_a, "listener"_a.none(), "bar"_a.none())
      .def(
          "prepare",
          [](PythonEngine& self, const Question& question, nb::handle time, const Object& listener, const Object& bar) {
            const Budget budget = budget_of(time);
            const auto engine = self.get();
            value_of(
                call(listener, bar, question, [&](const Listener& l) { return engine->prepare(question, budget, l); }));
          },
          nb::sig("def prepare(self, question: Question, time: float | None, listener: object, bar: object) -> None"),
          "question"_a, "time"_a.none(), "listener"_a.none(), "bar"_a.none())
      .def(
          "make",
          [](PythonEngine& self, nb::handle table, nb::handle metric, nb::handle threads, const Object& listener,
             const Object& bar) {
            const TableSet& set =
                *value_of(find_table_set(text_argument("name", table), metric_of(text_argument("metric", metric))));
            const Budget budget = budget_of(nb::none(), nb::none(), threads);
            const auto engine = self.get();
            value_of(call(listener, bar, Question{}, [&](const Listener& l) { return engine->make(set, budget, l); }));
          },
          nb::sig("def make(self, table: str, metric: str, threads: int, listener: object, bar: object) -> None"),
          "table"_a, "metric"_a, "threads"_a, "listener"_a.none(), "bar"_a.none())
      .def(
          "plan",
          [](PythonEngine& self, const Question& question) {
            const auto engine = self.get();
            // Signals end it.
            return record_of(value_of(call(nb::none(), nb::none(), question,
                                           [&](const Listener& l) { return engine->plan(question, {}, l); })));
          },
          "question"_a, nb::sig("def plan(self, question: Question) -> superflip._records.Plan"))
      .def(
          "word_to",
          [](PythonEngine& self, const Object& cube, const Object& listener, const Object& bar) {
            const Cube to = reading_of(cube, Puzzle::cube).cube;
            check_possible(kSolved, to, Puzzle::cube);
            const auto engine = self.get();
            Moves moves =
                value_of(call(listener, bar, Question{}, [&](const Listener& l) { return engine->word_to(to, l); }));
            return Algorithm{std::move(moves), {}, {}};
          },
          "cube"_a, "listener"_a.none(), "bar"_a.none())
      .def(
          "scramble",
          [](PythonEngine& self, Random& random, nb::handle puzzle, bool fewest_moves, const Object& listener,
             const Object& bar) {
            const Puzzle kind = named(kPuzzleNames, text_argument("puzzle", puzzle));
            const auto engine = self.get();
            Moves moves = value_of(call(listener, bar, Question{}, [&](const Listener& l) {
              return engine->scramble(random, kind, fewest_moves, l);
            }));
            return Algorithm{std::move(moves), {}, {}};
          },
          nb::sig(
              "def scramble(self, random: Random, puzzle: str, fewest_moves: bool, listener: object, bar: object) -> "
              "Algorithm"),
          "random"_a, "puzzle"_a, "fewest_moves"_a, "listener"_a.none(), "bar"_a.none());
  module.def(
      "table_sets", [] { return tuple_of(table_sets(), [](const TableSet& set) { return record_of(set); }); },
      nb::sig("def table_sets() -> tuple[superflip._records.TableSet, ...]"),
      "All tables that can be made by name: the profiles in htm, those in qtm, then the tables for proofs.");
  module.def(
      "cache_folder", [] { return value_of(TableStore::default_folder()).string(); },
      "The folder that a user's tables are kept in: $SUPERFLIP_CACHE, else $XDG_CACHE_HOME/superflip, else "
      "~/.cache/superflip.\n\nRaises `SystemFailure` if none of these is set.");
}

}  // namespace superflip::python
