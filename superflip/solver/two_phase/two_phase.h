// The two-phase solver: near-optimal solutions in microseconds.
//
// Phase 1 takes the cube into G1 = <U, D, R2, L2, F2, B2>, and phase 2 solves it there. A longer phase-1 word can give
// a shorter solution in total, so phase-1 words are tried in increasing length (kociemba.org/twophase.htm). Here a
// solution is a*g*b with g in G1 and *both* a and b free words: b is taken from a list that is the same for all cubes,
// and a is searched. The cube and its inverse are searched along the three axes: six directions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace superflip {

namespace two_phase {
struct Tables;
}

// The tables of the solver. Immutable once opened; shared by any number of solvers and threads.
class TwoPhaseTables {
 public:
  // The tables from the source, or made and kept there; with source == nullptr they are made in memory and not kept.
  // The compact profile never uses the source. `threads` is used for making them. The errors are stopped, out_of_memory
  // and those of the source.
  static Expected<std::shared_ptr<const TwoPhaseTables>> open(Profile profile, Metric metric, const TableSource* source,
                                                              unsigned threads = hardware_threads(),
                                                              const Progress& progress = {},
                                                              const StopFlag* stop = nullptr);

  // The identities of the tables that open() uses, for plans and for building by name; empty for the compact profile.
  static std::vector<TableIdentity> files(Profile profile, Metric metric);
  // The value that bytes() will have.
  static std::uint64_t expected_bytes(Profile profile, Metric metric);

  explicit TwoPhaseTables(std::shared_ptr<const two_phase::Tables> tables) : tables_(std::move(tables)) {}

  Profile profile() const;
  Metric metric() const;
  std::uint64_t bytes() const;  // of memory, mapped or allocated

  // For internal use by the library.
  const std::shared_ptr<const two_phase::Tables>& inside() const { return tables_; }

 private:
  std::shared_ptr<const two_phase::Tables> tables_;
};

// One solver works on one question at a time, on its own memory (about a quarter of a megabyte for each thread); many
// can share the tables. The threads that help its caller wait for its next question, and end with the solver.
class TwoPhaseSolver final : public Solver {
 public:
  explicit TwoPhaseSolver(const std::shared_ptr<const TwoPhaseTables>& tables);
  ~TwoPhaseSolver() override;
  TwoPhaseSolver(TwoPhaseSolver&&) noexcept;
  TwoPhaseSolver& operator=(TwoPhaseSolver&&) noexcept;

  // Accepts Want::good in the tables' metric, with all face turns, for the solved cube as goal; the rest of the
  // question is ignored. Any cube may be given: one that face turns cannot solve is Ended::unsolvable at once.
  //
  // Solutions get shorter until there are `solutions` words of at most `good_enough` moves (Ended::enough), a limit of
  // the budget is met, or nothing shorter can exist (Ended::complete). A cube within 4 moves of solved always gets a
  // shortest solution. When a limit ends the search before any solution is found, a second search for a word of any
  // length follows. Its first word is the answer, or Answer::too_long if it exceeds max_length. This second search
  // takes at most some milliseconds and ignores the limits of time and nodes. It obeys the stop flag, unless the flag
  // had already ended the first search. With one thread and no limit of time, answer and counts are the same on every
  // machine.
  //
  // The listener receives each solution that is shorter than all before it and the first lower bound, and is polled
  // every 10 ms. To end the work it sets the budget's stop flag. An exception that it throws ends the search and is
  // rethrown here.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

  // The same in slices, with one thread. The time limit counts from this call. The search may outlive the solver, and
  // several searches may exist at once.
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
