// SharedTables: all tables and idle solvers of one engine.
//
// Tables are immutable and opened once, by the first question that needs them; solvers work on one question at a time
// and go back into a pool. Nothing here is ever closed before the engine is, except tables for patterns: of these, only
// the last few are kept, since every incomplete cube has its own (goal_tables.h: of these, more are in files). The same
// holds of tables of whole cubes for moves of one's own, where the options say so. What a limit cuts off of these goes
// on with the next who asks (recent.h). How a solver is made with them is in solvers/.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/cube/names.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/goal_tables.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/one_at_a_time.h"
#include "superflip/engine/detail/open_once.h"
#include "superflip/engine/detail/recent.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/plan.h"
#include "superflip/solver/generic/tables_maker.h"
#include "superflip/solver/names.h"
#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip::coset {
class SearchTables;
}

namespace superflip::detail {

// What opening a table needs of the call that asks for it.
struct Opening {
  const StopFlag* stop = nullptr;
  std::optional<Clock::time_point> deadline{};
  OnEvent on_event{};

  // The same with another stop flag.
  Opening with(const StopFlag* other) const { return {other, deadline, on_event}; }
};

// How large the tables for patterns are: small ones are made in some 20 ms and are enough for goals that are near.
enum class Effort : std::uint8_t { small, full };

// The time for one entry and one step of a coordinate's table, in units of the time for one entry of an optimal table
// (measured).
inline constexpr double kWorkOfAStep = 0.02;

// The error where a profile that came from outside is no value of the enum.
inline Error no_profile() {
  return {"there is no such profile: expected " + alternatives(kProfileNames.names), {}, ErrorKind::bad_option};
}

// What the making of tables for the generic solver has, where a limit cut it off.
struct BegunTables {
  std::optional<std::vector<CoordinateGoal>> goals{};  // of patterns, once they are known
  generic::TablesMaker maker{};
};

class SharedTables {
 public:
  using SharedSolver = OpenOnce<Solver, BegunTables>;
  using RecentSolvers = Recent<Solver, BegunTables>;

  explicit SharedTables(const EngineOptions& options, GoalTables::Limits limits = {})
      : options_(options), goals_(source(), options.kept_move_tables == 0, limits), moves_(options.kept_move_tables) {}

  const EngineOptions& options() const { return options_; }
  unsigned threads() const;
  const TableSource* source() const { return options_.tables.get(); }
  // The same for tables for patterns.
  const TableSource& source_for_goals() const { return goals_; }
  Progress progress_of(const Opening& opening) const;

  Expected<std::shared_ptr<const TwoPhaseTables>> two_phase(Profile profile, Metric metric, const Opening& opening);
  Expected<std::shared_ptr<const OptimalTable>> optimal(const optimal::Shape& shape, const Opening& opening);
  // The tables of cosets in stm, which the two-phase solver does not have: opened in engine/coset.cpp.
  OpenOnce<const coset::SearchTables>& cosets_in_stm() { return cosets_in_stm_; }
  // The optimal table for a metric, chosen once: an open table reduces the available memory, and that must not change
  // the choice.
  Expected<std::shared_ptr<const TableChoice>> choice(Metric metric, const Opening& opening);

  // The idle solvers of a kind in a metric.
  Pool& pool(SolverKind kind, Metric metric) {
    return pools_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(metric)];
  }
  // A solver that all questions with the same key share.
  SharedSolver& shared(const std::string& key) { return shared_.at(key); }

  // The solvers for patterns that were used last. Each weighs 1; a small one as much as its moves have rotations of the
  // whole cube, for its tables are so many times as large.
  RecentSolvers& recent(Effort effort) { return effort == Effort::small ? small_ : full_; }
  // Those of whole cubes, where the options say how many are kept.
  RecentSolvers& kept_move_tables() { return moves_; }
  // The turn to make what is kept there, or in recent(Effort::full): all threads work on it, and it takes up to some
  // hundred megabytes meanwhile. Error: stopped.
  Expected<OneAtATime::Turn> turn_to_make(const StopFlag* stop);

  // Waits until the open optimal table has been copied to memory and reads of it are at full speed. Error: stopped.
  Expected<void> wait_until_resident(Metric metric, const Opening& opening);

  // Adds the tables of a set (table_sets.h) to a plan. Error: bad_option.
  Expected<void> add_plan(std::string_view set_name, Metric metric, Plan& plan) const;

  // Makes a set of tables and keeps it in the source; an error (system) where it cannot be kept. Threads 0: the
  // engine's.
  Expected<void> make(const TableSet& set, unsigned threads, const Opening& opening);

 private:
  Expected<std::shared_ptr<const OptimalTable>> open(const optimal::Shape& shape, unsigned threads,
                                                     const Opening& opening) const;

  template <class Key, class T, class Once = OpenOnce<T>>
  struct Opened {
    std::mutex mutex;
    std::map<Key, Once> entries;
    Once& at(const Key& key) {
      const std::lock_guard lock(mutex);
      return entries[key];
    }
  };

  const EngineOptions options_;
  const GoalTables goals_;
  RecentSolvers small_{256};
  RecentSolvers full_{4};
  RecentSolvers moves_;
  OneAtATime making_;
  Opened<std::pair<Profile, Metric>, const TwoPhaseTables> two_phase_;
  OpenOnce<const coset::SearchTables> cosets_in_stm_;
  Opened<Metric, const TableChoice> choices_;
  Opened<std::string, const OptimalTable> optimal_;
  Opened<std::string, Solver, SharedSolver> shared_;
  std::array<std::array<Pool, kMetricNames.names.size()>, kSolverNames.names.size()> pools_;
};

}  // namespace superflip::detail
