#include "superflip/solver/two_phase/two_phase.h"

#include <algorithm>
#include <cassert>
#include <thread>

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

Outcome TwoPhaseSolver::solve(const Cube& cube, const Limits& limits, unsigned threads, const OnSolution& on_solution) {
  assert(is_reachable(cube));
  Call call;
  call.begun = Clock::now();
  call.tables = state_->tables.get();
  call.words = &end_words(call.tables->metric_);
  call.cube = cube;
  for (int i = 0; i < kDirections; ++i) {
    call.directions[i] = conjugate(cube, static_cast<Symmetry>(16 * (i / 2)));
    if (i % 2 == 1) call.directions[i] = inverse(call.directions[i]);
  }
  call.limits = &limits;
  call.on_solution = &on_solution;
  call.threads = std::max(threads, 1U);
  call.limit = limits.max_length > 0 ? limits.max_length : 99;
  state_->workers.resize(std::max<std::size_t>(state_->workers.size(), call.threads));
  for (Worker& w : state_->workers) w.counts = {};
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < call.threads; ++i) helpers.emplace_back([&, i] { search(call, state_->workers[i]); });
  search(call, state_->workers[0]);
  for (std::thread& t : helpers) t.join();
  Outcome outcome{std::move(call.solutions), call.start_counts, call.why};
  for (const Worker& w : state_->workers) outcome.counts += w.counts;
  return outcome;
}

}  // namespace superflip
