// superflip scramble: uniformly random states, as moves.
#include "superflip/solver/two_phase/scramble.h"

#include <memory>
#include <optional>
#include <string>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/pocket.h"
#include "apps/cli/puzzle.h"
#include "superflip/cube/algorithm.h"

namespace superflip::cli {

namespace {

struct Options {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  bool fmc = false;
  SolverOptions solver;
  Puzzle puzzle = Puzzle::cube;
};

ExitCode scramble(const Options& options) {
  Random random = options.seed ? Random(*options.seed) : Random::from_entropy();
  TwoPhaseSolver solver(open_tables(options.solver));
  const bool watched = is_terminal(stdout);
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const Cube state = random_scramble_state(random);
    print(to_string(options.fmc ? fmc_scramble_for(solver, state) : scramble_for(solver, state)) + "\n");
    if (watched) flush();
  }
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_number(arguments, "-n,--count", options->count, 0, ~std::uint64_t{0},
             "How many scrambles, one a line. Default: 1.");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0},
             "The same scrambles for the same N, everywhere. Default: by chance.");
  arguments.add_flag("--fmc", options->fmc, "For Fewest Moves: R' U' F ... R' U' F, with nothing cancelling.");
  add_profile(arguments, options->solver.profile);
  add_puzzle(arguments, options->puzzle, {"--fmc", "--profile"});
  arguments.footer(
      "A state is drawn uniformly from all 43,252,003,274,489,856,000, as the World Cube Association wants it: one "
      "that\n"
      "is less than two moves from solved is drawn again. The moves, a solution undone, lead to it.\n"
      "The words also depend on --profile; the states that a seed gives do not.\n"
      "With --puzzle 2x2x2 a state is one of 3,674,160, at least four moves from solved, and exactly 11 turns of U, R\n"
      "and F lead to it, as in the WCA's own program.\n"
      "\n"
      "Examples:\n"
      "  superflip scramble -n 5\n"
      "  superflip scramble --fmc\n"
      "  superflip scramble --puzzle 2x2x2 -n 5\n"
      "  superflip scramble -n 1000 --seed 2026 | superflip convert --to facelets");
  return [options] {
    return options->puzzle == Puzzle::cube ? scramble(*options) : scramble_pocket(options->count, options->seed);
  };
}

const Registration registered{{20, "scramble", "Random scrambles by the rules of the WCA", add}};

}  // namespace

}  // namespace superflip::cli
