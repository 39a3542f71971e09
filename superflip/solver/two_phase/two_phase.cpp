#include "superflip/solver/two_phase/two_phase.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "superflip/solver/two_phase/engine.h"

namespace superflip {

using namespace two_phase;

std::string_view name(Profile profile) {
  constexpr std::array<std::string_view, 3> names{"compact", "standard", "large"};
  return names[static_cast<std::size_t>(profile)];
}

Expected<Profile> parse_profile(std::string_view text) {
  for (const Profile p : {Profile::compact, Profile::standard, Profile::large})
    if (text == name(p)) return p;
  return fail("'" + std::string(text) + "' is not a profile: expected compact, standard or large");
}

struct TwoPhaseSolver::State {
  std::shared_ptr<const Tables> tables;
  std::vector<Worker> workers;
};

TwoPhaseSolver::TwoPhaseSolver(std::shared_ptr<const TwoPhaseTables> tables) : state_(std::make_unique<State>()) {
  state_->tables = std::static_pointer_cast<const Tables>(std::move(tables));
}
TwoPhaseSolver::~TwoPhaseSolver() = default;
TwoPhaseSolver::TwoPhaseSolver(TwoPhaseSolver&&) noexcept = default;
TwoPhaseSolver& TwoPhaseSolver::operator=(TwoPhaseSolver&&) noexcept = default;

namespace {

// All threads search until the call has ended or nothing is left to search. One that fails ends it for all.
void search_with_all(Call& call, std::vector<Worker>& workers) {
  run_on_threads(call.threads, [&call, &workers](unsigned i) {
    try {
      search(call, workers[i]);
    } catch (...) {
      call.end(Ended::stopped);
      throw;
    }
  });
}

}  // namespace

Outcome TwoPhaseSolver::solve(const Cube& cube, const Limits& limits, unsigned threads, const OnSolution& on_solution) {
  assert(is_reachable(cube));
  assert(limits.solutions >= 1 && limits.max_length >= 0);
  const unsigned workers = std::max(threads, 1U);
  state_->workers.resize(std::max<std::size_t>(state_->workers.size(), workers));
  for (Worker& w : state_->workers) w.counts = {};

  Limits within = limits;
  within.max_length = std::min(within.max_length, Call::kNoLimit);
  Call call(*state_->tables, cube, within, on_solution, workers);
  call.solve_short();
  if (!call.ended) search_with_all(call, state_->workers);
  Outcome outcome{std::move(call.solutions), call.start_counts, call.why};
  if (outcome.solutions.empty() && outcome.ended != Ended::exhausted) {
    // Whoever had to stop early still gets a solution, too long as it may be: the first that is found.
    Limits any;
    any.max_length = Call::kNoLimit;
    const OnSolution tell = [&on_solution](Solution s) {
      s.stopgap = true;
      if (on_solution) on_solution(s);
    };
    Call first(*state_->tables, cube, any, tell, 1);
    first.begun = call.begun;
    search_with_all(first, state_->workers);
    outcome.solutions = std::move(first.solutions);
    for (Solution& s : outcome.solutions) s.stopgap = true;
    outcome.counts += first.start_counts;
  }
  for (const Worker& w : state_->workers) outcome.counts += w.counts;
  return outcome;
}

}  // namespace superflip
