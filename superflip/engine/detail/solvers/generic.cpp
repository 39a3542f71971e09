#include "superflip/solver/generic/generic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/first_words.h"
#include "superflip/engine/detail/goal_tables.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/open_once.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/generic/good.h"
#include "superflip/solver/generic/pattern_goals.h"
#include "superflip/solver/generic/stages.h"
#include "superflip/solver/generic/whole_cube.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/several_goals/several_goals.h"
#include "superflip/table/detail/read_only_tables.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/schreier_graph.h"

namespace superflip::detail {
namespace {

using Made = Expected<std::shared_ptr<Solver>>;

// They cost less than those of the other solvers.
constexpr std::uint64_t kUsualNodes = 20'000'000;

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
  if (question.moves && question.moves->has_follow_costs())
    for (int a = 0; a < question.moves->size(); ++a)
      for (int b = 0; b < question.moves->size(); ++b) key += fmt::format(",{}", question.moves->follow_cost(a, b));
  for (const Pattern& pattern : question.goal.patterns) {
    key += '|';
    for (const std::uint32_t at : pattern.corner) key += fmt::format("{:x},", at);
    for (const std::uint32_t at : pattern.edge) key += fmt::format("{:x},", at);
    key += fmt::format("{:x}", pattern.rotations);
    if (!pattern.leaves_turns_free())
      for (const std::uint32_t at : pattern.centre) key += fmt::format(",{:x}", at);
  }
  for (const CoordinateGoal& goal : question.goal.coordinates) {
    std::uint64_t goals = 0;
    for (const Cube& cube : goal.goals) goals = goals * 0x9E3779B97F4A7C15 + hash(cube);
    key += fmt::format("|{}|{:x}|{:x}|{}|{}|{}", goal.coordinate.name(), probe(goal.coordinate), goals,
                       goal.group ? to_string(*goal.group) : "", goal.fold ? goal.fold->name() : "", goal.inversion);
  }
  return key;
}

// Bytes that a table may take while it is made.
std::uint64_t memory_for_a_table(const SharedTables& tables) {
  const std::uint64_t allowed = tables.options().memory;
  return allowed != 0 ? allowed : available_memory() / 10 * 9;
}

// Plans the table for a goal, if the memory is enough for it.
Expected<SchreierPlan> plan_of(const SharedTables& tables, const CoordinateGoal& goal,
                               std::shared_ptr<const MoveSet> moves, const StopFlag* stop) {
  const std::uint64_t memory = memory_for_a_table(tables);
  auto planned = superflip::plan(
      {goal.coordinate, std::move(moves), goal.goals, goal.group, goal.fold, memory, goal.inversion}, stop);
  if (!planned || planned->estimated_bytes() <= memory) return planned;
  return fail(ErrorKind::out_of_memory,
              fmt::format("{} has {} values; folded by {} symmetries its table needs about {}, and {} are {}. Choose "
                          "fewer pieces, less about each piece, fewer moves, or allow more memory",
                          planned->name(), planned->values(), planned->maps(), human_bytes(planned->estimated_bytes()),
                          human_bytes(memory), tables.options().memory != 0 ? "allowed" : "free"));
}

// Each table is loaded if the source has it, best with four bits per entry. Otherwise it is made, packed as
// packing_for_goals() says.
Made make_solver(const SharedTables& shared, const TableSource& source, generic::TablesMaker& maker,
                 const std::vector<CoordinateGoal>& goals, const Question& question, const Opening& opening) {
  const auto moves = moves_of(question);
  const auto alone = std::make_shared<const MoveSet>(moves->without_follow_costs());
  const auto packing = [&](const SchreierGraph& graph) {
    const TableIdentity nibbles = DistanceTable::identity(graph, TablePacking::nibbles);
    if (source.has(nibbles)) return TablePacking::nibbles;
    if (source.has(DistanceTable::identity(graph, TablePacking::bytes))) return TablePacking::bytes;
    const std::uint64_t of_distances = maker.plans()[maker.tables().size()].estimated_bytes();
    return packing_for_goals(source, of_distances, nibbles.bytes, memory_for_a_table(shared), moves->is_priced());
  };
  // One after the other: the memory that is free depends on those before.
  while (maker.tables().size() < goals.size()) {
    if (maker.plans().size() == maker.tables().size()) {
      auto planned = plan_of(shared, goals[maker.plans().size()], alone, opening.stop);
      if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
      maker.add(*std::move(planned));
    }
    const auto made = maker.go_on(packing, &source, shared.threads(), shared.progress_of(opening), opening.stop);
    if (!made) return tl::unexpected<Error>(made.error());
  }
  return std::make_shared<GenericSolver>(maker.tables(), moves);
}

// Whether the tables are those of whole cubes of which only the last are kept.
bool has_recent_tables(const SharedTables& tables, const Question& question) {
  return question.moves && question.goal.coordinates.empty() && tables.options().kept_move_tables != 0;
}

// Whole cubes, with the tables of both stages once near-optimal words are wanted.
class MovesSolver final : public Solver {
 public:
  explicit MovesSolver(WholeCubeSolver whole) : whole_(std::move(whole)) {}

  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event) override {
    return whole_.solve(question, budget, on_event);
  }
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event) override {
    return whole_.begin(question, budget, on_event);
  }

  const GenericSolver& whole() const { return whole_.generic(); }

  // The tables of both stages, made by `make(maker, stop)` when they are first asked for. What a limit cuts off goes on
  // with the next who asks.
  template <class Make>
  Expected<std::shared_ptr<const generic::Stages>> stages(const Opening& opening, const Make& make) {
    using MadeStages = Expected<std::shared_ptr<const generic::Stages>>;
    return stages_.get(opening.stop, opening.deadline, [&](const StopFlag* stop, auto& maker) -> MadeStages {
      if (!maker) maker = std::make_unique<generic::StagesMaker>(whole().shared_moves());
      return make(*maker, stop).map([](generic::Stages stages) {
        return std::make_shared<const generic::Stages>(std::move(stages));
      });
    });
  }

 private:
  WholeCubeSolver whole_;
  OpenOnce<const generic::Stages, generic::StagesMaker> stages_;
};

bool is_good_with_moves(const Question& question) {
  return question.want == Want::good && question.moves && question.goal.coordinates.empty() &&
         question.goal.patterns.empty();
}

// Makes or loads tables for the question's moves with `make(source, stop)`. Those of strangers are made one at a time,
// and not kept in files.
template <class Make>
auto make_for_moves(SharedTables& tables, const Question& question, const StopFlag* stop, const Make& make)
    -> decltype(make(tables.source(), stop)) {
  if (!has_recent_tables(tables, question)) return make(tables.source(), stop);
  const auto turn = tables.turn_to_make(stop);
  if (!turn) return tl::unexpected<Error>(turn.error());
  const ReadOnlyTables kept(tables.source());
  return make(&kept, stop);
}

Made make_whole(SharedTables& tables, generic::TablesMaker& maker, const Question& question, const Opening& opening) {
  const auto make = [&](const TableSource* source, const StopFlag* stop) -> Made {
    return WholeCubeSolver::open(maker, moves_of(question), source, tables.threads(), tables.progress_of(opening), stop)
        .map([](WholeCubeSolver solver) -> std::shared_ptr<Solver> {
          return std::make_shared<MovesSolver>(std::move(solver));
        });
  };
  return make_for_moves(tables, question, opening.stop, make);
}

// The solver for near-optimal words, or where the moves have no two stages, that of the whole cube. So it is where the
// tables are not there after half of the time: the rest is enough for a near cube.
Made make_good(SharedTables& tables, const Question& question, const Opening& opening,
               std::shared_ptr<MovesSolver> solver) {
  const auto make = [&](generic::StagesMaker& maker, const StopFlag* stop) {
    return make_for_moves(tables, question, stop, [&](const TableSource* source, const StopFlag* until) {
      return maker.go_on(source, tables.threads(), tables.progress_of(opening), until);
    });
  };
  Opening half = opening;
  if (const auto now = Clock::now(); half.deadline && *half.deadline > now)
    half.deadline = now + (*half.deadline - now) / 2;
  auto stages = solver->stages(half, make);
  if (stages && !(*stages)->ways().empty()) return std::make_shared<GoodSolver>(solver->whole(), *std::move(stages));
  const bool is_late = !stages && stages.error().kind == ErrorKind::stopped && !is_set(opening.stop);
  if (!stages && !is_late) return tl::unexpected<Error>(std::move(stages.error()));
  return solver;
}

// A tenth of the memory for each table: there are at most eight, and the largest takes twice its size while it is made.
Expected<std::vector<CoordinateGoal>> pattern_goals(const SharedTables& tables, const Question& question,
                                                    const std::vector<Pattern>& patterns, Effort effort,
                                                    const StopFlag* stop = nullptr) {
  const auto moves = moves_of(question);
  const double least = 200e3 * generic::count_rotations(*moves);
  constexpr double kLargest = 100e6;
  const double memory =
      static_cast<double>(tables.options().memory != 0 ? tables.options().memory : available_memory() / 2);
  const double most = effort == Effort::small ? least : std::clamp(memory / 10, least, std::max(least, kLargest));
  return generic::goals_of_patterns(patterns, *moves, most, stop);
}

// Goes on with what was begun, or begins. Who is stopped before there is anything, while it waits for its turn, say,
// leaves nothing: it would take the place of what others have begun.
template <class Make>
Made go_on(std::unique_ptr<BegunTables>& begun, const Make& make) {
  if (!begun) begun = std::make_unique<BegunTables>();
  Made made = make(*begun);
  if (!begun->goals && begun->maker.plans().empty()) begun.reset();
  return made;
}

Expected<void> accepts(const Question& q) {
  if (q.puzzle == Puzzle::pocket) return fail(ErrorKind::bad_option, "the generic solver is for the 3x3x3");
  return {};
}

Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  if (!question.goal.patterns.empty()) return pattern_solver(tables, question, Effort::full, opening);
  const std::string key = "generic " + key_of(question);
  if (!question.goal.coordinates.empty())
    return tables.shared(key)
        .get(opening.stop, opening.deadline,
             [&](const StopFlag* stop, const auto&) {
               // It may be gigabytes, and nobody may ask again: what is begun is not kept.
               generic::TablesMaker maker;
               const ReadOnlyTables kept(tables.source());
               return make_solver(tables, kept, maker, question.goal.coordinates, question, opening.with(stop));
             })
        .map([](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); });
  const auto make = [&](const StopFlag* stop, auto& begun) {
    return go_on(begun, [&](BegunTables& has) { return make_whole(tables, has.maker, question, opening.with(stop)); });
  };
  return (has_recent_tables(tables, question)
              ? tables.kept_move_tables().get(key, 1, opening.stop, opening.deadline, make)
              : tables.shared(key).get(opening.stop, opening.deadline, make))
      .and_then([&](std::shared_ptr<Solver> solver) -> Made {
        if (!is_good_with_moves(question)) return solver;
        return make_good(tables, question, opening, std::static_pointer_cast<MovesSolver>(std::move(solver)));
      })
      .map([](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); });
}

Expected<void> add_plan(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop) {
  const auto moves = std::make_shared<const MoveSet>(moves_of(question)->without_follow_costs());
  const auto add = [&](const SchreierPlan& planned) {
    const double work = kWorkOfAStep * static_cast<double>(planned.estimated_entries() * moves->size());
    plan.tables.push_back({planned.name(), false, planned.estimated_entries(), planned.estimated_bytes(),
                           optimal::seconds_to_compute(work, tables.threads())});
  };
  const auto goals = question.goal.patterns.empty()
                         ? Expected<std::vector<CoordinateGoal>>(question.goal.coordinates)
                         : pattern_goals(tables, question, parts_of(question).bases.front(), Effort::full, stop);
  if (!goals) return tl::unexpected<Error>(goals.error());
  if (goals->empty()) {
    const auto plans = WholeCubeSolver::plans(moves, stop);
    if (!plans) return tl::unexpected<Error>(plans.error());
    for (const SchreierPlan& planned : *plans) add(planned);
  }
  if (is_good_with_moves(question)) {
    const auto plans = generic::Stages::plans(moves, stop);
    if (!plans) return tl::unexpected<Error>(plans.error());
    for (const SchreierPlan& planned : *plans) add(planned);
  }
  for (const CoordinateGoal& goal : *goals) {
    const auto planned = superflip::plan({goal.coordinate, moves, goal.goals, goal.group, goal.fold}, stop);
    if (!planned) return tl::unexpected<Error>(planned.error());
    add(*planned);
  }
  return {};
}

bool has_patterns(const Question& question) { return !question.goal.patterns.empty(); }

bool has_full_tables(SharedTables& tables, const Question& question) {
  if (const PatternParts divided = parts_of(question); divided.parts.size() > 1)
    return std::all_of(divided.bases.begin(), divided.bases.end(), [&](const std::vector<Pattern>& base) {
      Question one = question;
      one.goal.patterns = base;
      return has_full_tables(tables, one);
    });
  return tables.recent(Effort::full).has(key_of(question));
}

Expected<Loan> open_small(SharedTables& tables, const Question& question, const Opening& opening) {
  return pattern_solver(tables, question, Effort::small, opening);
}

constexpr SmallTables kSmallTables{has_patterns, has_full_tables, open_small};

// A near-optimal word to one cube that fits, where the usual work ended the search for a good word to patterns with
// moves that have no first words (first_words.h). With a limit it adds none: it may take a second or more, for the
// tables of these moves.
void add_word_of_one_cube(SharedTables& tables, const Question& question, const Budget& budget, const Until& until,
                          Answer& answer) {
  if (question.want != Want::good || question.goal.patterns.empty() || !answer.solutions.empty()) return;
  if (answer.ended != Ended::nodes || budget.nodes != kUsualNodes || has_first_words(question)) return;
  const std::uint64_t reached = reached_rotations(question.cube, *moves_of(question));
  const auto& patterns = question.goal.patterns;
  const auto goal =
      std::find_if(patterns.begin(), patterns.end(), [&](const Pattern& p) { return (p.rotations & reached) != 0; });
  if (goal == patterns.end()) return;
  Pattern fits = *goal;
  fits.rotations &= reached;
  Question one = question;
  one.cube = inverse(first_cube(fits, centres_of(question))) * question.cube;
  one.goal.patterns.clear();
  one.max_length = kNoMaxLength;
  one.good_enough = 0;
  const Expected<Loan> loan = solver_for(tables, SolverKind::generic, one, {until.stop, until.deadline, {}});
  if (!loan) return;
  Budget rest{.nodes = kUsualNodes, .threads = 1, .stop = until.stop, .is_usual = true};
  if (until.deadline) rest.time = std::max(Clock::duration::zero(), *until.deadline - Clock::now());
  Answer found = (*loan)->solve(one, rest);
  if (found.solutions.empty()) return;
  Solution& word = found.solutions.front();
  word.origin.reset();
  if (word.length <= question.max_length)
    answer.solutions.push_back(std::move(word));
  else
    answer.too_long = std::move(word);
}

}  // namespace

Expected<Loan> pattern_solver(SharedTables& tables, const Question& question, Effort effort, const Opening& opening) {
  if (const PatternParts divided = parts_of(question); divided.parts.size() > 1) {
    std::vector<std::shared_ptr<Solver>> solvers;
    for (const std::vector<Pattern>& base : divided.bases) {
      Question one = question;
      one.goal.patterns = base;
      auto solver = pattern_solver(tables, one, effort, opening);
      if (!solver) return solver;
      solvers.push_back(Loan::shared(*std::move(solver)));
    }
    return Loan(std::make_shared<SeveralGoalsSolver>(std::move(solvers)));
  }
  const auto make = [&](const StopFlag* stop, BegunTables& begun) -> Made {
    if (!begun.goals) {
      auto goals = pattern_goals(tables, question, question.goal.patterns, effort, stop);
      if (!goals) return tl::unexpected<Error>(std::move(goals.error()));
      begun.goals = *std::move(goals);
    }
    return make_solver(tables, tables.source_for_goals(), begun.maker, *begun.goals, question, opening.with(stop));
  };
  // Small tables are larger where the moves turn the whole cube.
  const int size = effort == Effort::small ? generic::count_rotations(*moves_of(question)) : 1;
  return tables.recent(effort)
      .get(key_of(question), static_cast<std::size_t>(size), opening.stop, opening.deadline,
           [&](const StopFlag* stop, auto& begun) {
             return go_on(begun, [&](BegunTables& has) {
               if (effort == Effort::small) return make(stop, has);
               return tables.turn_to_make(stop).and_then([&](const OneAtATime::Turn&) { return make(stop, has); });
             });
           })
      .map([](std::shared_ptr<Solver> solver) { return Loan(std::move(solver)); });
}

const SolverRow kGenericRow{.kind = SolverKind::generic,
                            .accepts = accepts,
                            .open = open,
                            .add_plan = add_plan,
                            .usual = {.nodes = kUsualNodes, .is_same_with_threads = true},
                            .takes_several_cubes = true,
                            .small = &kSmallTables,
                            .add_word = add_word_of_one_cube};

}  // namespace superflip::detail
