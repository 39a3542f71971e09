// SharedTables: all tables and idle solvers of one engine.
//
// Tables are immutable and opened once, by the first question that needs them; solvers work on one question at a time
// and go back into a pool. Nothing here is ever closed before the engine is, except tables for patterns: of these, only
// the last few are kept, since every incomplete cube has its own.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/open_once.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/distance_table.h"

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

class SharedTables {
 public:
  explicit SharedTables(const EngineOptions& options) : options_(options) {}

  unsigned threads() const;
  const TableSource* source() const { return options_.tables.get(); }

  // A solver of that kind for a question in the standard holding, with its tables open. Errors: out_of_memory, system,
  // stopped, bad_option.
  Expected<Loan> solver_for(SolverKind kind, const Question& question, const Opening& opening);

  // The generic solver for a question with patterns. Errors as above.
  Expected<Loan> pattern_solver(const Question& question, Effort effort, const Opening& opening);
  // Whether that solver is there.
  bool has_pattern_solver(const Question& question, Effort effort);

  Expected<std::shared_ptr<const TwoPhaseTables>> two_phase(Profile profile, Metric metric, const Opening& opening);
  Expected<std::shared_ptr<const OptimalTable>> optimal(const optimal::Shape& shape, const Opening& opening);
  Expected<std::shared_ptr<const TableChoice>> choice(Metric metric, const Opening& opening);

  // The name of the optimal table that is used in a metric; empty when none is open.
  std::string table_name(Metric metric);

  // Waits until the open optimal table has been copied to memory and reads of it are at full speed. Error: stopped.
  Expected<void> wait_until_resident(Metric metric, const Opening& opening);

  // What solver_for would open.
  Expected<Plan> plan(SolverKind kind, const Question& question) const;

  // Makes a set of tables and keeps it in the source; an error (system) where it cannot be kept. Threads 0: the
  // engine's.
  Expected<void> make(const TableSet& set, unsigned threads, const Opening& opening);

 private:
  using Making = Expected<std::shared_ptr<Solver>>;

  Making make_generic(const Question& question, const Opening& opening);
  Making make_solver(const std::vector<CoordinateGoal>& goals, const Question& question, const Opening& opening);
  // The coordinates that bound the distance to the patterns of a question.
  Expected<std::vector<CoordinateGoal>> pattern_goals(const Question& question, Effort effort) const;
  Expected<std::shared_ptr<const DistanceTable>> distances(const CoordinateGoal& goal,
                                                           std::shared_ptr<const MoveSet> moves,
                                                           const Opening& opening) const;
  Expected<std::shared_ptr<const OptimalTable>> open(const optimal::Shape& shape, unsigned threads,
                                                     const Opening& opening) const;
  Progress progress_of(const Opening& opening) const;

  template <class Key, class T>
  struct Opened {
    std::mutex mutex;
    std::map<Key, OpenOnce<T>> entries;
    OpenOnce<T>& at(const Key& key) {
      const std::lock_guard lock(mutex);
      return entries[key];
    }
  };

  // The solvers for patterns that were used last.
  class Recent {
   public:
    std::shared_ptr<OpenOnce<Solver>> at(const std::string& key, std::size_t most);
    bool has(const std::string& key);

   private:
    std::mutex mutex_;
    std::list<std::pair<std::string, std::shared_ptr<OpenOnce<Solver>>>> entries_;  // the last used first
  };
  static constexpr std::array<std::size_t, 2> kMostRecent{256, 4};  // by effort

  const EngineOptions options_;
  std::array<Recent, 2> for_patterns_;  // by effort
  Opened<std::pair<Profile, Metric>, const TwoPhaseTables> two_phase_;
  // Chosen once. An open table reduces the available memory, and that must not change the choice.
  Opened<Metric, const TableChoice> choices_;
  Opened<std::string, const OptimalTable> optimal_;
  Opened<std::string, Solver> shared_;
  std::array<Pool, 2> two_phase_pools_;  // by metric: htm, qtm
  std::array<Pool, 4> optimal_pools_;    // by metric
};

// The moves of a question: its own, or what its metric counts as one.
std::shared_ptr<const MoveSet> moves_of(const Question& question);

}  // namespace superflip::detail
