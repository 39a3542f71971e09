// Engine: the interface to all solvers and tables.
//
// A program asks a Question and gets an Answer (solver/solver.h). The engine chooses the solver and its tables. It
// prefers tables that exist or can be made within seconds, and that fit in the allowed memory. It loads or makes each
// table once, shares it among all threads, keeps solvers in a pool, and converts words to the way the cube is held.
//
// Every function may be called from any number of threads at once. No function throws: if memory, a file or a thread
// cannot be had, the result is an Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/random.h"
#include "superflip/engine/plan.h"
#include "superflip/engine/table_sets.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

// Called from the thread that called the engine, at least every 20 ms during the work (with Event::Kind::poll if there
// is nothing to report). False ends the work; the answer then holds what was found so far. It must not throw.
using Listener = std::function<bool(const Event&)>;

// With Want::good and no limit at all (is_unlimited) the engine searches this many nodes on one thread: about 10 ms
// with the standard tables. The answer then is the same on every machine. (For goals of patterns: 3 million nodes
// of the generic solver, some tenths of a second; if it finds no shortest word so soon, the shortest of words to some
// whole cubes that fit. Where not all faces may be turned: 20 million nodes, some seconds; then a word to one cube that
// fits. For whole cubes with moves of one's own: 20 million nodes, or 5 million, some tenths of a second, where these
// have found a word.)
inline constexpr std::uint64_t kDefaultNodes = 60'000;
// The same for a robot, which waits for about 50 ms.
inline constexpr std::uint64_t kDefaultRobotNodes = 300'000;

// Whether nothing would end the search for a good word: no time, no nodes, no good_enough.
inline bool is_unlimited(const Question& question, const Budget& budget) {
  return question.want == Want::good && question.good_enough == 0 && !budget.time && budget.nodes == kNoMaxNodes;
}

struct EngineOptions {
  // Where tables come from and are kept; null: they are made in memory, and live as long as the engine. Of tables for
  // goals of patterns, a folder (TableStore) gets those over 8 MB, in files "goal-...": at most 1 GB in all, of which
  // the oldest are removed, and at most 1 GB from one engine. Any other source is only asked for them.
  std::shared_ptr<const TableSource> tables{};
  // The tables for near-optimal words.
  Profile profile = Profile::standard;
  // The table of the optimal solver, such as "optimal-282"; empty: the largest one that exists and fits in memory, or
  // one that is made quickly.
  std::string optimal_table{};
  // The most bytes that the pruning table of the optimal solver, or a table of a coordinate, may take. 0: all available
  // memory if optimal_table names a table, else half.
  std::uint64_t memory = 0;
  // For loading and making tables, and for questions that leave it to the engine; 0: all cores.
  unsigned threads = 0;
  // How many lists of moves (Question::moves) keep their tables of whole cubes, those that were used last, up to 200 MB
  // each, and half as many, or one, what a limit cut off of theirs; a search that goes on keeps its own; `tables` then
  // gives what it has of them and of tables for goals of patterns, and is given none. 0: all are kept, in `tables`,
  // too. For a program that takes moves and goals from strangers.
  std::size_t kept_move_tables = 0;
};

// The folder in which the user's tables are kept ($SUPERFLIP_CACHE, else $XDG_CACHE_HOME/superflip, else
// ~/.cache/superflip). `warn` gets sentences for a person: a damaged file, a folder that cannot be written. Error:
// system, when none of SUPERFLIP_CACHE, XDG_CACHE_HOME and HOME is set, or HOME is not a folder.
Expected<std::shared_ptr<const TableSource>> default_tables(std::function<void(const std::string&)> warn = {});

class Engine {
 public:
  // Opens nothing yet: tables are loaded or made by the first question that needs them.
  explicit Engine(EngineOptions options = {});
  ~Engine();
  // An engine that was moved from may only be assigned to or destroyed.
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // What a question would use: the solver, and the tables with their sizes and whether they are there. For goals of
  // patterns and for coordinates this may take seconds. Of the budget only `time` and `stop` are used. Errors:
  // bad_option, impossible (no cube fits the goal, or what is known of the cube), out_of_memory, and `stopped` when the
  // time, the flag or the listener ended it.
  Expected<Plan> plan(const Question& question, const Budget& budget = {}, const Listener& listener = {}) const;

  // Loads or makes all tables that the question needs, and waits until they are in memory. Without this, solve() begins
  // to search while an optimal table is still being copied to faster memory. Of the budget only `time` and `stop` are
  // used. For goals of patterns only the small tables are made; larger ones are made by a search that needs them.
  // Errors: as for solve(), and `stopped` when the time, the flag or the listener ended it.
  Expected<void> prepare(const Question& question, const Budget& budget = {}, const Listener& listener = {});

  // Makes one set of tables (table_sets.h) and keeps it in the engine's source. The budget's `nodes` is not used.
  // Errors: stopped, out_of_memory, system (also if the source cannot keep the tables).
  Expected<void> make(const TableSet& set, const Budget& budget = {}, const Listener& listener = {});

  // The answer. Errors: bad_option (the question makes no sense), impossible (as for plan()), out_of_memory, system,
  // internal. When a limit, the stop flag or the listener ends the work, that is no error: the answer says so, and
  // holds what was found. The time limit includes loading and making tables: call prepare() first if these should not
  // count.
  Expected<Answer> solve(const Question& question, const Budget& budget = {}, const Listener& listener = {});

  // The same in slices on the caller's thread. Tables are loaded or made before this returns, and the listener receives
  // only the events of that work: what is found later is in Search::answer(). If a limit ends the making of tables, the
  // search is over too. The engine must outlive the search. Errors: as for solve().
  Expected<std::unique_ptr<Search>> begin(const Question& question, const Budget& budget = {},
                                          const Listener& listener = {});

  // Answers many questions, each on one thread, and passes them with their answers to `done`, in their order. `next`
  // returns the next question, or nothing at the end; it is called from one thread at a time, not always the caller's.
  // If it returns an error instead, that is the answer to an empty question. `done` is called from the calling thread;
  // when it returns false, the batch ends. At most 64 questions per thread are read ahead. `each` is the budget of each
  // question, except that `threads` is the number of questions that are answered at the same time (0: the engine's
  // threads). Error: `stopped`, when the flag ended the batch before `next` did; all answers that were begun are passed
  // on.
  Expected<void> solve_all(const std::function<std::optional<Expected<Question>>()>& next, const Budget& each,
                           const std::function<bool(Question&&, Expected<Answer>&&)>& done);

  // A scramble by the rules of the World Cube Association: a state drawn uniformly from all that are at least two
  // moves from solved (2x2x2: four), and a word that leads there. `fewest_moves`: R' U' F at both ends (3x3x3 only).
  // Errors: bad_option (fewest_moves for the 2x2x2), no_solution, stopped (by the listener), out_of_memory, system.
  Expected<Moves> scramble(Random& random, Puzzle puzzle = Puzzle::cube, bool fewest_moves = false,
                           const Listener& listener = {});

  // A word that leads from the solved cube to this one, by Want::good. Errors: impossible, stopped (by the
  // listener), out_of_memory, system.
  Expected<Moves> word_to(const Cube& cube, const Listener& listener = {});

  const EngineOptions& options() const;

 private:
  friend class CosetSolver;  // shares the tables
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
