#include "superflip/solver/pocket/pocket.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/pocket.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/pocket.h"

namespace superflip::cli {

namespace {

Expected<Cube> read(const Input& input, const ReadOptions& options) {
  return text_of(input, options).and_then([&](std::string_view text) { return parse_pocket(text, options); });
}

// One cube after the other: reading a line takes longer than solving it.
class SolvePocket {
 public:
  explicit SolvePocket(const PocketSolving& options) : options_(options), source_(options.cubes) {}

  ExitCode run() {
    if (options_.to) {
      const Input input{*options_.to, "--to", {}};
      const Expected<Cube> target = read(input, {std::nullopt, options_.read.niss});
      if (!target) {
        complain(input.where, target.error(), input.text);
        return kBadInput;
      }
      target_ = *target;
    }
    warn_about_quotes("solve --puzzle 2x2x2", options_.cubes);
    if (source_.interactive())
      tell("Type one cube a line: moves (R U2 F') or 24 facelets. Ctrl-D ends. (--help explains.)");
    ExitCode worst = kOk;
    while (const auto input = source_.next([] { return false; })) {
      const ExitCode code = answer(*input);
      worst = std::max(worst, code);
      flush();
      if (code == kOk || options_.keep_going || source_.interactive()) continue;
      if (source_.count() != 1U)
        say("stopped there, so that no later answer takes its place (--keep-going prints ? instead and goes on)");
      break;
    }
    return worst;
  }

 private:
  // Made for the first cube that is one: a mistake is told at once.
  const PocketSolver& solver() {
    if (!solver_) solver_.emplace(options_.metric);
    return *solver_;
  }

  ExitCode answer(const Input& input) {
    const std::string at = prefix(input);
    const Expected<Cube> cube = read(input, options_.read);
    std::vector<Moves> found;
    if (!cube) {
      complain(input.where, cube.error(), input.text);
    } else {
      found = solutions(*cube, at);
      explain_missing(*cube, found.size(), at);
    }
    const ExitCode code = !cube ? kBadInput : found.empty() ? kNoSolution : kOk;
    if (options_.json)
      print_json(input, cube, found);
    else if (code == kOk || options_.keep_going || source_.interactive())
      print_lines(found);
    if (code == kOk && source_.count() == 1U && !options_.verbose && is_terminal(stderr)) {
      flush();
      tell(counted(length(found.front(), options_.metric), "move"));
    }
    return code;
  }

  // cube * m == target where inverse(target) * cube * m == solved.
  std::vector<Moves> solutions(const Cube& cube, const std::string& at) {
    const Cube start = inverse(target_) * cube;
    const int most = options_.max_length > 0 ? options_.max_length : std::numeric_limits<int>::max();
    const PocketSolver& pocket = solver();
    const auto begin = std::chrono::steady_clock::now();
    auto found = pocket.solutions(start, static_cast<std::size_t>(options_.solutions), most);
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
    if (options_.verbose) {
      std::size_t optimal = 0;
      const int distance = pocket.distance(start);
      pocket.each_solution(start, distance, [&](const Moves&) { return ++optimal > 0; });
      tell(fmt::format("{}{:.1f} microseconds, {} with {}", at, taken.count(), counted(optimal, "optimal solution"),
                       counted(distance, "move")));
    }
    return found;
  }

  // Solutions go on for ever with the length, so that only its limit can leave any out.
  void explain_missing(const Cube& cube, std::size_t found, const std::string& at) {
    if (found >= static_cast<std::size_t>(options_.solutions)) return;
    const std::string limit = "of at most " + counted(options_.max_length, "move");
    if (found == 0)
      say(fmt::format("{}no solution {} exists; the shortest has {}", at, limit,
                      counted(solver().distance(inverse(target_) * cube), "move")));
    else
      say(fmt::format("{}only {} {} exist{}{}", at, counted(found, "solution"), limit, found == 1 ? "s" : "",
                      options_.json || source_.count() == 1U ? "" : "; ? stands for each that is missing"));
  }

  // As many lines for each of several cubes, so that they can be told apart.
  void print_lines(const std::vector<Moves>& found) const {
    const std::size_t lines =
        source_.count() == 1U ? std::max<std::size_t>(found.size(), 1) : static_cast<std::size_t>(options_.solutions);
    for (std::size_t i = 0; i < lines; ++i) print((i < found.size() ? to_string(found[i]) : "?") + "\n");
  }

  void print_json(const Input& input, const Expected<Cube>& cube, const std::vector<Moves>& found) const {
    Json json;
    if (!cube) {
      json["input"] = input.text;
      json["error"] = cube.error().message;
      if (cube.error().position) json["position"] = *cube.error().position;
    } else {
      json["puzzle"] = "2x2x2";
      json["facelets"] = to_pocket_facelets(*cube);
      if (options_.to) json["to"] = to_pocket_facelets(target_);
      json["metric"] = name(options_.metric);
      json["solutions"] = Json::array();
      for (const Moves& moves : found)
        json["solutions"].push_back({{"moves", to_string(moves)}, {"length", length(moves, options_.metric)}});
    }
    print(json.dump() + "\n");
  }

  const PocketSolving& options_;
  InputSource source_;
  Cube target_;
  std::optional<PocketSolver> solver_;
};

}  // namespace

ExitCode solve_pocket(const PocketSolving& options) { return SolvePocket(options).run(); }

ExitCode scramble_pocket(std::uint64_t count, std::optional<std::uint64_t> seed) {
  Random random = seed ? Random(*seed) : Random::from_entropy();
  const PocketSolver solver;
  const bool watched = is_terminal(stdout);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Cube state = random_pocket_state(solver, random);
    print(to_string(pocket_scramble_for(solver, state, random)) + "\n");
    if (watched) flush();
  }
  return kOk;
}

}  // namespace superflip::cli
