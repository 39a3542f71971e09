// SharedTables: all tables and idle solvers of one engine.
//
// Tables are immutable and opened once, by the first question that needs them; solvers work on one question at a time
// and go back into a pool. Nothing here is ever closed before the engine is.
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

class SharedTables {
 public:
  explicit SharedTables(const EngineOptions& options) : options_(options) {}

  unsigned threads() const;
  const TableSource* source() const { return options_.tables.get(); }

  // A solver of that kind for a question in the standard holding, with its tables open. Errors: out_of_memory, system,
  // stopped, bad_option.
  Expected<Loan> solver_for(SolverKind kind, const Question& question, const Opening& opening);

  Expected<std::shared_ptr<const TwoPhaseTables>> two_phase(Profile profile, Metric metric, const Opening& opening);
  Expected<std::shared_ptr<const OptimalTable>> optimal(const optimal::Shape& shape, const Opening& opening);
  Expected<std::shared_ptr<const TableChoice>> choice(Metric metric, const Opening& opening);

  // The name of the optimal table that is used in a metric; empty when none is open.
  std::string table_name(Metric metric);

  // Waits until the open optimal table has been copied to memory and reads of it are at full speed. Error: stopped.
  Expected<void> settle(Metric metric, const Opening& opening);

  // What solver_for would open.
  Expected<Plan> plan(SolverKind kind, const Question& question) const;

  // Makes a set of tables and keeps it in the source; an error (system) where it cannot be kept. Threads 0: the
  // engine's.
  Expected<void> make(const TableSet& set, unsigned threads, const Opening& opening);

 private:
  using Making = Expected<std::shared_ptr<Solver>>;

  Making make_generic(const Question& question, const Opening& opening);
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

  const EngineOptions options_;
  Opened<std::pair<Profile, Metric>, const TwoPhaseTables> two_phase_;
  // Chosen once. An open table reduces the available memory, and that must not change the choice.
  Opened<Metric, const TableChoice> choices_;
  Opened<std::string, const OptimalTable> optimal_;
  Opened<std::string, Solver> shared_;
  std::array<Pool, 2> two_phase_pools_;  // by metric: htm, qtm
  std::array<Pool, 2> optimal_pools_;
};

// The moves of a question: its own, or what its metric counts as one.
std::shared_ptr<const MoveSet> moves_of(const Question& question);

}  // namespace superflip::detail
