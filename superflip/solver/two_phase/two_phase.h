// The two-phase solver: near-optimal solutions in microseconds.
//
// Phase 1 takes the cube into G1 = <U, D, R2, L2, F2, B2>, phase 2 solves it there; trying ever longer phase 1 words
// makes the whole ever shorter (kociemba.org/twophase.htm). Here a solution is a*g*b with g in G1 and *both* a and b
// free words: b is taken from a list, the same for all cubes, and a is searched. The cube is also looked at along its
// three axes, and inverted: six directions.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "superflip/cube/error.h"
#include "superflip/solver/search.h"
#include "superflip/table/parallel.h"
#include "superflip/table/store.h"

namespace superflip {

enum class Profile : std::uint8_t {
  compact,   // at most 5 MB in memory, made in some tenths of a second at each start, no files
  standard,  // at most 150 MB
  large,     // up to 1 GB
};

// "compact", "standard", "large".
std::string_view name(Profile profile);
Expected<Profile> parse_profile(std::string_view text);

// Immutable once made; shared by any number of solvers and threads.
class TwoPhaseTables {
 public:
  virtual ~TwoPhaseTables() = default;
  virtual Profile profile() const = 0;
  virtual Metric metric() const = 0;
  virtual std::uint64_t bytes() const = 0;  // of memory, mapped or allocated

  // From the store's files, or made and saved there; with store == nullptr made in memory and not saved. The compact
  // profile never uses files. `threads` is for making them. Throws only when the system fails (std::bad_alloc).
  static std::shared_ptr<const TwoPhaseTables> open(Profile profile, Metric metric, const TableStore* store,
                                                    unsigned threads = hardware_threads(),
                                                    const Progress& progress = {});

  // The files that open() uses, for listing and building by name.
  static std::vector<TableIdentity> files(Profile profile, Metric metric);
};

// One solver works on one cube at a time, on its own memory (about a megabyte); many can share the tables.
class TwoPhaseSolver {
 public:
  explicit TwoPhaseSolver(std::shared_ptr<const TwoPhaseTables> tables);
  ~TwoPhaseSolver();
  TwoPhaseSolver(TwoPhaseSolver&&) noexcept;
  TwoPhaseSolver& operator=(TwoPhaseSolver&&) noexcept;

  // Precondition: is_reachable(cube). Lengths are in the tables' metric. Solutions get shorter until a limit is met;
  // every cube has one, of at most 20 face turns, so that without a limit the search goes on until nothing shorter can
  // exist. With threads > 1 all of them work on this cube. A cube within 4 moves of solved always gets an optimal
  // solution. Node limits are per call.
  Outcome solve(const Cube& cube, const Limits& limits, unsigned threads = 1, const OnSolution& on_solution = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
