// superflip scramble: uniformly random states, as moves.
#include <memory>
#include <optional>
#include <string>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "apps/cli/puzzle.h"

namespace superflip::cli {

namespace {

struct Options {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  bool fmc = false;
  Profile profile = Profile::standard;
  Puzzle puzzle = Puzzle::cube;
};

ExitCode scramble(const Options& options) {
  Random random = options.seed ? Random(*options.seed) : Random::from_entropy();
  Engine engine(options.puzzle == Puzzle::pocket ? EngineOptions{} : engine_options({.profile = options.profile}));
  const bool watched = is_terminal(stdout);
  catch_interrupts();
  ProgressBar bar;
  const Listener listener = [&bar](const Event& event) {
    bar.show(event);
    return !interrupted();
  };
  for (std::uint64_t i = 0; i < options.count; ++i) {
    if (interrupted()) return kInterrupted;
    const auto word = engine.scramble(random, options.puzzle, options.fmc, i == 0 ? listener : Listener{});
    if (!word) {
      say(word.error().message);
      return exit_code(word.error());
    }
    print(to_string(*word) + "\n");
    if (watched) flush();
  }
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_number(arguments, "-n,--count", options->count, 0, ~std::uint64_t{0},
             "How many scrambles are printed, one in each line. Default: 1.");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0},
             "The seed: the same N gives the same scrambles on every machine. Default: a\nrandom seed.");
  arguments.add_flag("--fmc", options->fmc,
                     "Print scrambles for Fewest Moves: they begin and end with R' U' F, and no\nmoves cancel there.");
  add_profile(arguments, options->profile);
  add_puzzle(arguments, options->puzzle, {"--fmc", "--profile"});
  arguments.footer(
      R"(A state is drawn uniformly from all 43,252,003,274,489,856,000, by the rules of the World Cube Association: a
state less than two moves from solved is drawn again. The scramble is the inverse of a solution of the state.
The moves depend on --seed and --profile; the states depend on --seed alone.
With --puzzle 2x2x2 a state is one of 3,674,160, at least four moves from solved. Exactly 11 turns of U, R and F
lead to it, as in the program of the WCA.

Examples:
  superflip scramble -n 5
  superflip scramble --fmc
  superflip scramble --puzzle 2x2x2 -n 5
  superflip scramble -n 1000 --seed 2026 | superflip convert --to facelets)");
  return [options] { return scramble(*options); };
}

const Registration registered{{20, "scramble", "Random scrambles by the rules of the WCA", add}};

}  // namespace

}  // namespace superflip::cli
