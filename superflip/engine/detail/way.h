// Way: the way of one question to its solver, and of the words back. The question goes in the standard holding, with a
// default where it has no limit at all. The words come back for the cube as it is held, each of them checked on the
// question's cube.
//
// Invariant: it has no code of any solver, of tables, or of other goals than a whole cube. What is particular to a
// question comes with it (Assigned), and the solver as a loan. So the small npm module, which may not grow and has one
// solver (bindings/js/src/core.cpp), goes this way, too. EngineCall (call.h) joins it with the tables of an engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// How a solver searches where the budget leaves it open.
struct Usual {
  // What it searches with Want::good where nothing else would end the search, and where the budget says is_usual.
  std::uint64_t nodes = kDefaultNodes;
  // Whether it finds the same words with any number of threads, as long as the budget has no limit of nodes.
  bool is_same_with_threads = false;
  // The most threads that it uses, at least 1, also where the budget has more.
  unsigned most_threads = std::numeric_limits<unsigned>::max();
};

struct Assigned;
struct StartCubes;

// Turns a solver's word back for the cube as it is held. Returns whether it then does on the question's own cube what
// was asked for; false means a defect of a solver.
using BringBack = bool (*)(Solution& word, const Assigned& question);

// A question with its solver.
struct Assigned {
  Question asked;     // as simplified() returned it (holding.h)
  Question standard;  // as the solver takes it
  SolverKind solver;
  BringBack bring_back;
  Usual usual{};
  std::shared_ptr<const StartCubes> starts{};  // of a question with several cubes at the start (holding.h); else null
};

// A question from one whole 3x3x3 to another (Goal::cube), for near-optimal words in a metric of face turns: for the
// two-phase solver. Precondition: it says nothing that does not belong to that, and its members are in their ranges.
Assigned whole_cube(Question asked);

// A word of the standard holding as it is for the cube held so: its moves and its axis.
void turn_moves(Solution& word, Symmetry held);

class Way {
 public:
  // `all_threads`: how many search where the budget says none and the answer need not be repeatable; at least 1.
  Way(Assigned question, const Budget& budget, unsigned all_threads);

  const Question& asked() const { return question_.asked; }
  const Question& standard() const { return question_.standard; }
  SolverKind solver() const { return question_.solver; }
  const Budget& budget() const { return budget_; }  // with the defaults

  // Has the solver search words of at most that length, where longer ones are known. What was asked for stays.
  void search_at_most(int length) { question_.standard.max_length = std::min(standard().max_length, length); }

  // The budget when loading is over.
  Budget rest(Clock::duration loading, const StopFlag* stop) const;
  // Turns the words of a solver's answer back and checks them. Error: internal.
  Expected<Answer> finish(Answer answer, Clock::duration loading) const;
  // The events of a search, with words for the cube as it is held, of which those that are right are told. Both the way
  // and `on_event` must outlive the result.
  OnEvent turned(const OnEvent& on_event) const;

 private:
  Assigned question_;
  Budget budget_;
};

// A search in slices with the solver of that loan. Its words are turned back, and its failures are errors. `on_event`
// hears its events as they come, from run_for().
std::unique_ptr<Search> turned_search(Way way, Loan loan, Clock::duration loading, OnEvent on_event = {});

}  // namespace superflip::detail
