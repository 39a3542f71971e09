#include "superflip/engine/detail/shared_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"
#include "superflip/engine/detail/several_goals.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/generic/pattern_goals.h"
#include "superflip/solver/generic/whole_cube.h"
#include "superflip/solver/optimal/checkpoint.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/optimal/optimal.h"
#include "superflip/solver/pocket/coordinate.h"
#include "superflip/solver/pocket/pocket.h"
#include "superflip/solver/two_phase/face_turns.h"
#include "superflip/solver/two_phase/robot_solver.h"
#include "superflip/table/schreier_graph.h"

namespace superflip::detail {
namespace {

// The time for one entry and one step of a coordinate's table, in units of the time for one entry of an optimal table
// (measured).
constexpr double kWorkOfAStep = 0.02;

// What the parts of a coordinate do: a hash of their sizes, and of their values for random cubes and for cubes of
// random values after a random move. Names do not tell coordinates of a user's own apart.
std::uint64_t probe(const Description& coordinate) {
  constexpr int kCubes = 64;
  Random random(1);
  std::uint64_t key = 0;
  const auto add = [&key](Index value) { key = (key ^ value) * 0x9E3779B97F4A7C15 + (key >> 29); };
  for (const AnyCoordinate& part : coordinate.parts) {
    add(part.size());
    const auto add_value = [&](const Cube& cube) { add(part.defined(cube) ? part.index(cube) : ~Index{0}); };
    for (int n = 0; n < kCubes; ++n) {
      add_value(random.cube());
      add_value(to_cube(part, random.below(part.size())) * kMoveCubes[random.below(kMoves)]);
    }
  }
  return key;
}

// A key for the tables of a question: questions with the same key use the same tables.
std::string key_of(const Question& question) {
  std::string key(name(question.metric));
  if (question.moves)
    for (const Step& step : question.moves->steps())
      key += fmt::format(" {}.{}:{}", to_string(step.moves), step.rotation.index, step.cost);
  if (question.moves) key += fmt::format(" {}", static_cast<int>(question.moves->centres()));
  for (const Pattern& pattern : question.goal.patterns) {
    key += '|';
    for (const std::uint32_t at : pattern.corner) key += fmt::format("{:x},", at);
    for (const std::uint32_t at : pattern.edge) key += fmt::format("{:x},", at);
  }
  for (const CoordinateGoal& goal : question.goal.coordinates) {
    std::uint64_t goals = 0;
    for (const Cube& cube : goal.goals) goals = goals * 0x9E3779B97F4A7C15 + hash(cube);
    key += fmt::format("|{}|{:x}|{:x}|{}|{}|{}", goal.coordinate.name(), probe(goal.coordinate), goals,
                       goal.group ? to_string(*goal.group) : "", goal.fold ? goal.fold->name() : "", goal.inversion);
  }
  return key;
}

void notice(const Opening& opening, std::string sentence) {
  if (!opening.on_event) return;
  Event event;
  event.kind = Event::Kind::notice;
  event.step = std::move(sentence);
  opening.on_event(event);
}

// Whether the caller ends the call. A thread whose wait for another one's table is over may not have heard of it yet,
// where one signal ends both: so it asks, before it says that it makes the table itself.
bool is_ended(const Opening& opening) {
  if (opening.on_event) opening.on_event({});  // a poll
  return is_set(opening.stop);
}

tl::unexpected<Error> ended_before() { return fail(ErrorKind::stopped, "stopped before a table was made"); }

// Whether an interrupted build of the table left a checkpoint.
bool is_kept(const optimal::Shape& shape, const TableSource* source) {
  const TableStore* const store = source == nullptr ? nullptr : source->as_folder();
  return store != nullptr && optimal::Checkpoint::exists(*store, shape);
}

bool has_missing_file(Profile profile, Metric metric, const TableSource& source, const StopFlag* stop) {
  const auto files = TwoPhaseTables::files(profile, metric);
  return std::any_of(files.begin(), files.end(), [&](const TableIdentity& file) { return !source.load(file, stop); });
}

// The message before an optimal table is made: its size and about how long it takes.
std::string announce(const optimal::Shape& shape, const TableSource* source, unsigned threads) {
  if (is_kept(shape, source)) return fmt::format("making the table {} continues where it was interrupted", shape.name);
  const double seconds = optimal::seconds_to_compute(optimal::entries_to_compute(shape), threads);
  return fmt::format("the table {} ({}) is made {}{}", shape.name, human_bytes(shape.bytes()),
                     source != nullptr ? "once and kept" : "in memory",
                     fmt::format("; this takes about {}", human_duration(seconds)));
}

}  // namespace

std::shared_ptr<const MoveSet> moves_of(const Question& question) {
  if (question.moves) return question.moves;
  return std::make_shared<const MoveSet>(superflip::moves_of(question.metric, centres_of(question)));
}

unsigned SharedTables::threads() const {
  constexpr unsigned kMax = 1024;  // more threads only take memory and time to start
  return options_.threads != 0 ? std::min(options_.threads, kMax) : hardware_threads();
}

Progress SharedTables::progress_of(const Opening& opening) const {
  if (!opening.on_event) return {};
  return [&opening](std::string_view step, double done) {
    Event event;
    event.kind = Event::Kind::table;
    event.step = step;
    event.done = done;
    opening.on_event(event);
  };
}

Expected<std::shared_ptr<const TwoPhaseTables>> SharedTables::two_phase(Profile profile, Metric metric,
                                                                        const Opening& opening) {
  if (profile > Profile::large)
    return fail(ErrorKind::bad_option, "there is no such profile: expected compact, standard or large");
  using Made = Expected<std::shared_ptr<const TwoPhaseTables>>;
  return two_phase_.at({profile, metric}).get(opening.stop, opening.deadline, [&](const StopFlag* stop) -> Made {
    if (is_ended(opening)) return ended_before();
    const bool is_made = source() != nullptr && opening.on_event && has_missing_file(profile, metric, *source(), stop);
    if (is_made) {
      const TableSet& set = **find_table_set(name(profile), metric);
      notice(opening, fmt::format("the tables of {} ({}) are made once and kept; this takes about {}", set.name,
                                  human_bytes(set.bytes), human_duration(seconds_to_make(set, threads()))));
    }
    auto opened = TwoPhaseTables::open(profile, metric, source(), threads(), progress_of(opening), stop);
    if (is_made && !opened && opened.error().kind == ErrorKind::stopped)
      notice(opening, fmt::format("interrupted: not all tables of {} were saved", name(profile)));
    return opened;
  });
}

Expected<std::shared_ptr<const TableChoice>> SharedTables::choice(Metric metric, const Opening& opening) {
  return choices_.at(metric).get(opening.stop, opening.deadline, [&](const StopFlag* stop) {
    return choose_table(options_.optimal_table, options_.memory, metric, source(), stop).map([&](TableChoice choice) {
      if (!choice.remark.empty()) notice(opening, choice.remark);
      return std::make_shared<const TableChoice>(std::move(choice));
    });
  });
}

Expected<std::shared_ptr<const OptimalTable>> SharedTables::optimal(const optimal::Shape& shape,
                                                                    const Opening& opening) {
  using Made = Expected<std::shared_ptr<const OptimalTable>>;
  return optimal_.at(std::string(shape.name)).get(opening.stop, opening.deadline, [&](const StopFlag* stop) -> Made {
    if (is_ended(opening)) return ended_before();
    return open(shape, threads(), opening.with(stop));
  });
}

Expected<std::shared_ptr<const OptimalTable>> SharedTables::open(const optimal::Shape& shape, unsigned threads,
                                                                 const Opening& opening) const {
  const auto kept = source() != nullptr ? source()->load(optimal::identity(shape), opening.stop)
                                        : Expected<Table>(tl::unexpect, Error{"", {}, ErrorKind::system});
  if (!kept && kept.error().kind == ErrorKind::stopped) return tl::unexpected<Error>(kept.error());
  const bool is_there = kept.has_value();
  if (!is_there && opening.on_event) notice(opening, announce(shape, source(), threads));
  auto opened = OptimalTable::open(shape, source(), threads, progress_of(opening), opening.stop);
  if (!opened && opened.error().kind == ErrorKind::stopped)
    notice(opening,
           is_kept(shape, source())
               ? fmt::format(
                     "interrupted: the finished part of the table {} is kept, and the next run continues from there",
                     shape.name)
               : fmt::format("interrupted: the table {} was not saved", shape.name));
  return opened;
}

// Loads the table if the source has it with four bits per entry; otherwise makes it in memory with eight.
Expected<std::shared_ptr<const DistanceTable>> SharedTables::distances(const CoordinateGoal& goal,
                                                                       std::shared_ptr<const MoveSet> moves,
                                                                       const Opening& opening) const {
  const std::uint64_t memory = options_.memory != 0 ? options_.memory : available_memory() / 10 * 9;
  auto planned = superflip::plan(
      {goal.coordinate, std::move(moves), goal.goals, goal.group, goal.fold, memory, goal.inversion}, opening.stop);
  if (!planned) return tl::unexpected<Error>(planned.error());
  if (planned->estimated_bytes() > memory)
    return fail(
        ErrorKind::out_of_memory,
        fmt::format("{} has {} values; folded by {} symmetries its table needs about {}, and {} are {}. Choose "
                    "fewer pieces, less about each piece, fewer moves, or allow more memory",
                    planned->name(), planned->values(), planned->maps(), human_bytes(planned->estimated_bytes()),
                    human_bytes(memory), options_.memory != 0 ? "allowed" : "free"));
  auto graph = SchreierGraph::make(*std::move(planned), threads(), opening.stop);
  if (!graph) return tl::unexpected<Error>(graph.error());
  const bool is_kept = source() != nullptr && source()->has(DistanceTable::identity(**graph, TablePacking::nibbles));
  return DistanceTable::make(*graph, is_kept ? TablePacking::nibbles : TablePacking::bytes, threads(),
                             progress_of(opening), is_kept ? source() : nullptr, opening.stop)
      .map([](DistanceTable table) { return std::make_shared<const DistanceTable>(std::move(table)); });
}

SharedTables::Making SharedTables::make_generic(const Question& question, const Opening& opening) {
  if (!question.goal.coordinates.empty()) return make_solver(question.goal.coordinates, question, opening);
  return WholeCubeSolver::open(moves_of(question), source(), threads(), progress_of(opening), opening.stop)
      .map([](WholeCubeSolver solver) -> std::shared_ptr<Solver> {
        return std::make_shared<WholeCubeSolver>(std::move(solver));
      });
}

SharedTables::Making SharedTables::make_solver(const std::vector<CoordinateGoal>& goals, const Question& question,
                                               const Opening& opening) {
  const auto moves = moves_of(question);
  std::vector<std::shared_ptr<const DistanceTable>> tables;
  for (const CoordinateGoal& goal : goals) {
    auto table = distances(goal, moves, opening);
    if (!table) return tl::unexpected<Error>(table.error());
    tables.push_back(*std::move(table));
  }
  return std::make_shared<GenericSolver>(std::move(tables));
}

// A tenth of the memory for each table: there are at most eight, and the largest takes twice its size while it is made.
Expected<std::vector<CoordinateGoal>> SharedTables::pattern_goals(const Question& question, Effort effort) const {
  constexpr double kSmall = 200e3;
  constexpr double kLargest = 100e6;
  const double memory = static_cast<double>(options_.memory != 0 ? options_.memory : available_memory() / 2);
  const double most = effort == Effort::small ? kSmall : std::clamp(memory / 10, kSmall, kLargest);
  return generic::goals_of_patterns(question.goal.patterns, most);
}

std::shared_ptr<OpenOnce<Solver>> SharedTables::Recent::at(const std::string& key, std::size_t most) {
  std::shared_ptr<OpenOnce<Solver>> dropped;  // is freed when the lock is
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e.first == key; });
  if (found != entries_.end())
    entries_.splice(entries_.begin(), entries_, found);
  else
    entries_.emplace_front(key, std::make_shared<OpenOnce<Solver>>());
  if (entries_.size() > most) {
    dropped = std::move(entries_.back().second);
    entries_.pop_back();
  }
  return entries_.front().second;
}

bool SharedTables::Recent::has(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e.first == key; });
  return found != entries_.end() && found->second->peek() != nullptr;
}

Expected<Loan> SharedTables::pattern_solver(const Question& question, Effort effort, const Opening& opening) {
  if (const auto bases = patterns_up_to_rotations(question); bases.size() < question.goal.patterns.size()) {
    std::vector<Loan> solvers;
    for (const Pattern& base : bases) {
      Question one = question;
      one.goal.patterns = {base};
      auto solver = pattern_solver(one, effort, opening);
      if (!solver) return solver;
      solvers.push_back(*std::move(solver));
    }
    return Loan(std::make_shared<SeveralGoalsSolver>(std::move(solvers)));
  }
  const auto e = static_cast<std::size_t>(effort);
  return for_patterns_[e]
      .at(key_of(question), kMostRecent[e])
      ->get(opening.stop, opening.deadline,
            [&](const StopFlag* stop) -> Making {
              return pattern_goals(question, effort).and_then([&](const std::vector<CoordinateGoal>& goals) {
                return make_solver(goals, question, opening.with(stop));
              });
            })
      .map([](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); });
}

bool SharedTables::has_pattern_solver(const Question& question, Effort effort) {
  if (const auto bases = patterns_up_to_rotations(question); bases.size() < question.goal.patterns.size())
    return std::all_of(bases.begin(), bases.end(), [&](const Pattern& base) {
      Question one = question;
      one.goal.patterns = {base};
      return has_pattern_solver(one, effort);
    });
  return for_patterns_[static_cast<std::size_t>(effort)].has(key_of(question));
}

Expected<Loan> SharedTables::solver_for(SolverKind kind, const Question& question, const Opening& opening) {
  const auto lent = [](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); };
  if (kind != SolverKind::generic && has_several_cubes_as_goals(question)) {
    Question one = question;
    one.goal.patterns.clear();
    return solver_for(kind, one, opening).map([&](Loan solver) {
      std::vector<Loan> solvers;
      solvers.push_back(std::move(solver));
      return lent(std::make_shared<SeveralGoalsSolver>(std::move(solvers)));
    });
  }
  switch (kind) {
    case SolverKind::two_phase: {
      if (!counts_face_turns(question.metric) || question.robot) {
        Question turns = question;
        turns.metric = Metric::htm;
        turns.robot = nullptr;
        return solver_for(kind, turns, opening).map([&](Loan two_phase) {
          const auto kept = std::make_shared<Loan>(std::move(two_phase));
          const std::shared_ptr<Solver> solver(kept, &**kept);
          if (question.robot) return lent(std::make_shared<superflip::two_phase::RobotSolver>(solver));
          return lent(std::make_shared<superflip::two_phase::FaceTurnSolver>(solver));
        });
      }
      const Metric metric = question.metric;
      Pool& pool = two_phase_pools_[static_cast<std::size_t>(metric)];
      if (auto idle = pool.take()) return Loan(std::move(idle), &pool);
      return two_phase(options_.profile, metric, opening).map([&](const auto& tables) {
        return Loan(std::make_shared<TwoPhaseSolver>(tables), &pool);
      });
    }
    case SolverKind::optimal: {
      Pool& pool = optimal_pools_[static_cast<std::size_t>(question.metric)];
      if (auto idle = pool.take()) return Loan(std::move(idle), &pool);
      const auto chosen = choice(question.metric, opening);
      if (!chosen) return tl::unexpected<Error>(chosen.error());
      const auto tables = two_phase(options_.profile, in_face_turns(question.metric), opening);
      if (!tables) return tl::unexpected<Error>(tables.error());
      return optimal(*(*chosen)->shape, opening).map([&](const auto& table) {
        return Loan(std::make_shared<OptimalSolver>(table, *tables), &pool);
      });
    }
    case SolverKind::generic:
      if (!question.goal.patterns.empty()) return pattern_solver(question, Effort::full, opening);
      return shared_.at("generic " + key_of(question))
          .get(opening.stop, opening.deadline,
               [&](const StopFlag* stop) { return make_generic(question, opening.with(stop)); })
          .map(lent);
    case SolverKind::pocket:
      break;
  }
  return shared_.at(fmt::format("pocket {}", name(question.metric)))
      .get(opening.stop, opening.deadline,
           [&](const StopFlag* stop) -> Making {
             return PocketTable::make(question.metric, stop).map([](auto table) -> std::shared_ptr<Solver> {
               return std::make_shared<PocketSolver>(table);
             });
           })
      .map(lent);
}

std::string SharedTables::table_name(Metric metric) {
  const auto chosen = choices_.at(metric).peek();
  return chosen ? std::string(chosen->shape->name) : std::string();
}

Expected<void> SharedTables::wait_until_resident(Metric metric, const Opening& opening) {
  constexpr auto kPatience = std::chrono::milliseconds(10);
  const auto chosen = choices_.at(metric).peek();
  const auto table = chosen ? optimal_.at(std::string(chosen->shape->name)).peek() : nullptr;
  while (table && table->until_resident() > Clock::duration::zero()) {
    if (is_set(opening.stop) || (opening.deadline && Clock::now() >= *opening.deadline))
      return fail(ErrorKind::stopped, "stopped while a table was being copied to memory");
    std::this_thread::sleep_for(kPatience);
  }
  return {};
}

Expected<Plan> SharedTables::plan(SolverKind kind, const Question& question) const {
  if (options_.profile > Profile::large)
    return fail(ErrorKind::bad_option, "there is no such profile: expected compact, standard or large");
  Plan plan;
  plan.solver = kind;
  const auto add = [&](const TableSet& set) {
    const auto is_there = [this](const TableIdentity& file) { return source() != nullptr && source()->has(file); };
    PlannedTable table{set.name, !set.files.empty() && std::all_of(set.files.begin(), set.files.end(), is_there),
                       set.bytes, set.bytes_to_make, 0};
    if (!table.is_there) table.seconds_to_make = seconds_to_make(set, threads());
    plan.tables.push_back(std::move(table));
  };
  const auto add_set = [&](std::string_view set_name, Metric metric) -> Expected<void> {
    return find_table_set(set_name, metric).map([&](const TableSet* set) { add(*set); });
  };
  const Metric turns = question.robot ? Metric::htm : in_face_turns(question.metric);
  if (kind == SolverKind::two_phase) return add_set(name(options_.profile), turns).map([&] { return plan; });
  if (kind == SolverKind::optimal) {
    const auto choice = choose_table(options_.optimal_table, options_.memory, question.metric, source());
    if (!choice) return tl::unexpected<Error>(choice.error());
    plan.remark = choice->remark;
    return add_set(name(options_.profile), turns)
        .and_then([&] { return add_set(choice->shape->name, question.metric); })
        .map([&] { return plan; });
  }
  if (kind == SolverKind::generic) {
    const auto moves = moves_of(question);
    const auto add_plan = [&](const SchreierPlan& planned) {
      const double work = kWorkOfAStep * static_cast<double>(planned.estimated_entries() * moves->size());
      plan.tables.push_back({planned.name(), false, planned.estimated_entries(), planned.estimated_bytes(),
                             optimal::seconds_to_compute(work, threads())});
    };
    const auto goals = question.goal.patterns.empty() ? Expected<std::vector<CoordinateGoal>>(question.goal.coordinates)
                                                      : pattern_goals(question, Effort::full);
    if (!goals) return tl::unexpected<Error>(goals.error());
    if (goals->empty()) {
      const auto plans = WholeCubeSolver::plans(moves);
      if (!plans) return tl::unexpected<Error>(plans.error());
      for (const SchreierPlan& planned : *plans) add_plan(planned);
    }
    for (const CoordinateGoal& goal : *goals) {
      const auto planned = superflip::plan({goal.coordinate, moves, goal.goals, goal.group, goal.fold});
      if (!planned) return tl::unexpected<Error>(planned.error());
      add_plan(*planned);
    }
  }
  if (kind == SolverKind::pocket) {
    const std::uint64_t entries = PocketCorners::size();
    const double work = kWorkOfAStep * static_cast<double>(entries * kPocketMoves.size());
    plan.tables.push_back({"2x2x2", false, entries, entries, optimal::seconds_to_compute(work, 1)});
  }
  return plan;
}

Expected<void> SharedTables::make(const TableSet& set, unsigned threads, const Opening& opening) {
  const optimal::Shape* const shape = optimal::find_shape(set.name);
  if (set.profile ? *set.profile > Profile::large || set.metric > Metric::qtm : shape == nullptr)
    return fail(ErrorKind::bad_option, fmt::format("there is no table {}", text::quoted(set.name)));
  if (source() == nullptr)
    return fail(ErrorKind::bad_option,
                "this engine keeps no tables: it was made without a folder or another source of tables");
  const bool is_there =
      std::all_of(set.files.begin(), set.files.end(), [&](const auto& file) { return source()->has(file); });
  if (!is_there && !source()->can_keep(set.bytes))
    return fail(ErrorKind::system,
                fmt::format("the table source cannot keep {} bytes: the tables {} are not made", set.bytes, set.name));
  const unsigned all = threads != 0 ? threads : this->threads();
  const Alarm alarm(opening.stop, opening.deadline);
  const auto kept = [&](const auto&) -> Expected<void> {
    for (const TableIdentity& file : set.files)
      if (!source()->has(file))
        return fail(ErrorKind::system, fmt::format("the table {} could not be kept", file.name));
    return {};
  };
  if (set.profile)
    return TwoPhaseTables::open(*set.profile, set.metric, source(), all, progress_of(opening), alarm.stop())
        .and_then(kept);
  return open(*shape, all, opening.with(alarm.stop())).and_then(kept);
}

}  // namespace superflip::detail
