// superflip coset: how far all 19,508,428,800 positions are from solved that phase 1 of the two-phase solver cannot
// tell from a cube.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  std::optional<std::uint32_t> number;  // of a coset up to symmetry, instead of a cube
  CosetQuestion question;
  std::uint64_t memory = 0;  // 0: what is free
  std::string table;         // of the optimal solver
  unsigned threads = 0;      // 0: all cores, or fewer where memory is short
  bool json = false;
  bool csv = false;
};

std::string with_commas(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string verdict_of(const CosetQuestion& question, const CosetAnswer& answer) {
  if (const auto depth = all_within(answer)) {
    const std::string left =
        answer.left == 0 ? "" : fmt::format(", {} of them by words of the two-phase solver", with_commas(answer.left));
    return fmt::format("all {} positions are within {} moves ({}){}", with_commas(kCosetSize), *depth,
                       name(question.metric), left);
  }
  if (!answer.left_solved && answer.ended != Ended::complete)
    return fmt::format("{} positions are not found yet", with_commas(answer.left));
  std::string text = fmt::format("{} positions are left over", with_commas(answer.left));
  if (answer.ended == Ended::complete && !answer.left_solved && question.solve_left)
    text += fmt::format(": more than {}, so they were not solved", with_commas(kMaxCosetLeft));
  if (answer.left_solved && *answer.left_solved != 0)
    text += fmt::format("; {} of them were solved, in at most {} moves", with_commas(*answer.left_solved),
                        answer.longest_left);
  return text;
}

void print_positions(const std::vector<CosetPosition>& positions) {
  for (const CosetPosition& p : positions)
    print(fmt::format("  {}  {}\n", to_facelets(p.cube), p.word.empty() ? "(solved)" : to_string(p.word)));
}

void print_text(const CosetQuestion& question, const CosetAnswer& answer, bool is_one_of_many) {
  if (is_one_of_many) print(fmt::format("cube {}\n", to_facelets(question.cube)));
  print(fmt::format("coset {} of {} up to symmetry, one of {} that are alike\n",
                    CosetClasses::get().number(question.cube), kCosetClasses, CosetClasses::size(question.cube)));
  print(fmt::format("{:>5}  {:>14}  {:>14}\n", "depth", "found", "in all"));
  std::uint64_t all = 0;
  bool has_bounds = false;
  for (const CosetLevel& level : answer.levels) {
    all += level.found;
    if (all == 0) continue;
    has_bounds = has_bounds || !level.is_exact;
    print(fmt::format("{:>5}  {:>14}  {:>14}{}\n", fmt::format("{}{}", level.is_exact ? "" : "<=", level.depth),
                      level.found, all, level.samples.empty() ? "" : "  for example"));
    print_positions(level.samples);
  }
  if (has_bounds) print("<=: at most that far away\n");
  if (has_bounds && question.prove && answer.ended == Ended::complete && answer.notes.empty())
    print(fmt::format("not completed by proofs: more than {} positions were left at depth {}\n",
                      with_commas(kMaxCosetProven), exact_to(answer) + 1));
  if (answer.symmetries > 1) print(fmt::format("{} symmetries map the coset onto itself\n", answer.symmetries));
  print(verdict_of(question, answer) + "\n");
  if (question.list_depth) {
    print(fmt::format("{} positions found at depth {}:\n",
                      answer.is_list_complete ? "all" : fmt::format("{} of the", answer.listed.size()),
                      *question.list_depth));
    print_positions(answer.listed);
    if (!answer.left_over.empty()) print("left over:\n");
    print_positions(answer.left_over);
  }
}

constexpr const char* kCsvHeader = "cube,depth,found,exact,nodes,words,seconds\n";

void print_csv(const CosetQuestion& question, const CosetAnswer& answer) {
  const std::string cube = to_facelets(question.cube);
  for (const CosetLevel& level : answer.levels)
    print(fmt::format("{},{},{},{},{},{},{:.6f}\n", cube, level.depth, level.found, level.is_exact ? 1 : 0, level.nodes,
                      level.words, std::chrono::duration<double>(level.time).count()));
}

// Prints the coset. What failed beside its levels goes to `noted`, and does not end a list of cubes.
ExitCode show(CosetSolver& solver, const Cube& cube, const Options& options, bool is_one_of_many, ExitCode& noted) {
  CosetQuestion question = options.question;
  question.cube = cube;
  ProgressBar bar;
  const Listener listener = [&bar](const Event& event) {
    if (event.kind == Event::Kind::progress)
      bar.show(event.seconds_left > 1 ? fmt::format("{}; {:.0f} s to go", event.step, event.seconds_left) : event.step,
               event.done);
    else
      bar.show(event);
    return !interrupted();
  };
  const auto answer = solver.solve(question, {.stop = &interrupted()}, listener);
  bar.wipe();
  if (!answer) {
    say(answer.error().message);
    return exit_code(answer.error());
  }
  if (options.json)
    print_json(to_json(question, *answer));
  else if (options.csv)
    print_csv(question, *answer);
  else
    print_text(question, *answer, is_one_of_many);
  flush();
  for (const Error& note : answer->notes) say(note.message);
  if (answer->ended == Ended::stopped) {
    say("stopped: what is printed is known so far");
    return kInterrupted;
  }
  if (!answer->notes.empty()) noted = exit_code(answer->notes.front());
  return kOk;
}

ExitCode run(Options options) {
  warn_about_quotes("coset", options.cubes);
  catch_interrupts();
  // The engine, which finds the words, has the tables of the solver, and what is left of the memory for one more.
  constexpr std::uint64_t kLeastTable = 100'000'000;
  const Metric metric = options.question.metric;
  const std::uint64_t memory = options.memory != 0 ? options.memory : available_memory();
  if (options.threads == 0) options.threads = coset_threads(memory, metric, hardware_threads());
  const Profile profile = coset_profile(memory, metric, options.threads);
  const std::uint64_t taken = std::min(memory, coset_bytes(profile, metric, options.threads));
  Engine engine(engine_options({.profile = profile,
                                .optimal_table = options.table,
                                .memory = std::max(memory - taken, kLeastTable),
                                .threads = options.threads}));
  CosetSolver solver(engine, memory, options.threads);  // the same figure, which another call would not give
  if (!options.csv) CosetClasses::get();  // it takes some tenths of a second, which Ctrl-C would have to wait for
  if (options.csv) {
    print(kCsvHeader);
    flush();
  }
  ExitCode noted = kOk;
  const bool is_only_one = options.cubes.size() == 1 && options.cubes.front() != "-";
  const ExitCode shown = options.number ? show(solver, CosetClasses::get().cube(*options.number), options, false, noted)
                                        : for_each_cube(
                                              options.cubes, options.read,
                                              [&](const Cube& cube, const std::vector<std::string>&) {
                                                return show(solver, cube, options, !is_only_one, noted);
                                              },
                                              options.json);
  return shown == kOk ? noted : shown;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  CosetQuestion& question = options->question;
  add_cubes(arguments, options->cubes);
  arguments.refuse_if([options = options.get()] { return options->number && !options->cubes.empty(); }, {"--number"},
                      "a number stands for a cube, so no cube can be given");
  add_number(arguments, "--number", options->number, 0, kCosetClasses - 1,
             "The coset with this number up to symmetry, instead of those of cubes.");
  add_metric(arguments, question.metric, Metrics::of_cosets);
  add_number(arguments, "-s,--search-depth,--exact-to", question.search_depth, 0, kMaxCosetDepth,
             "All words are searched up to this depth, so that the counts are exact. One more\ntakes 13 times as long, "
             "9 times in qtm, 18 times in stm. Default: 15, in qtm 18, in stm 13.");
  add_number(arguments, "-d,--max-depth", question.max_depth, 0, kMaxCosetDepth,
             "The last depth. Beyond the search positions are found by passes, and may be nearer\nthan the depth says. "
             "Default: 20, in qtm 26. (In stm the greatest distance of a cube is not known.)");
  arguments.add_flag("--prove", question.prove,
                     "For cosets near G1: a level beyond the search is completed, too, if the one before\n"
                     "is complete and at most ten million positions are left over. The optimal solver\n"
                     "proves for each whether it has a word of that length.");
  add_parsed(arguments, "--extra", question.extra, parse_extra,
             "Search a part of the words of the next depth too, such as 1/8, so that fewer\npositions are left over. "
             "Default: 0.")
      .type_name("1/N");
  add_number(arguments, "--list-depth", question.list_depth, 0, kMaxCosetDepth,
             "List the positions found at this depth, and those left over, each with a word that\nsolves it.");
  add_number(arguments, "--list-limit", question.list_limit, 0, kMaxCosetLeft,
             "The most positions that are listed. Default: 1000.");
  add_number(arguments, "--samples", question.samples, 0, kMaxCosetSamples,
             "Show so many random positions of each depth, each with a word that solves it. A depth\nwith some "
             "millions of positions may show fewer. Default: 0.");
  add_number(arguments, "--seed", question.seed, 0, ~std::uint64_t{0}, "The seed of the samples. Default: 1.");
  arguments.add_flag(
      "--keep-left", [&question] { question.solve_left = false; },
      "Do not solve the positions that are left over after the last depth.");
  add_parsed(arguments, "--memory", options->memory, parse_size,
             "The most memory to use, such as 4G. The least is 3.3 GB, and 0.26 GB for each further\n"
             "thread; in htm half a GB more is faster. Default: what is free. Two runs that are begun\n"
             "together each see the same free memory: give each its own.")
      .type_name("SIZE");
  add_optimal_table(arguments, options->table);
  add_number(arguments, "--threads", options->threads, 1, 1024,
             "How many threads work. Default: all cores, or fewer where memory is short.");
  add_read_options(arguments, options->read);
  arguments
      .add_option(
          "--checkpoint",
          [&question](std::string_view file) -> Expected<void> {
            question.checkpoint = file;
            return {};
          },
          "Keep the levels in this file, and while a level is searched what is done of it, every\nfive minutes and at "
          "Ctrl-C; if it exists, go on from it. It may take 2.4 GB, and stays\nat the end.")
      .type_name("FILE");
  arguments.refuse_if([options = options.get()] { return options->cubes.size() > 1; }, {"--checkpoint"},
                      "a checkpoint is of one coset, so one cube can be given");
  arguments.add_flag("--json", options->json, "A line of JSON for each coset.");
  arguments.add_flag("--csv", options->csv, "The levels, separated by commas.")
      .excludes("--json")
      .excludes("--samples")
      .excludes("--list-depth");
  arguments.footer(
      R"(The coset of a cube are the 19,508,428,800 positions whose twists, flips and places of the slice's edges are
those of the cube: phase 1 of the two-phase solver cannot tell them apart. There are 2,217,093,120 cosets,
138,639,780 up to the symmetries that preserve the UD axis. God's number was proven by showing for enough of
them that all their positions are within 20 moves.

found    positions of that depth: exact up to the search depth; beyond, where the depth is shown with <=,
         positions may be nearer
in all   positions that are at most that far away
         (--json and --csv have the seconds of each depth)

The tables are made first, once: 741 MB in htm, in some seconds, and 85 MB in stm (or beforehand, by superflip
tables build large, or coset-stm). Ctrl-C prints what is known so far.

Searches deeper than usual take minutes to days. With --checkpoint FILE the next run goes on where this one was
interrupted or killed. Ctrl-C writes the checkpoint first, which takes seconds, and loses some seconds of the
search; a second Ctrl-C leaves the checkpoint as it was. A kill loses about five minutes. The proofs of a level
begin anew. The next run can also search deeper than the last one did, or prove. The cube, the metric and the
version of superflip must be the same, and what is listed or sampled. Where FILE cannot be written, as on a full
disk, the search goes on and tries again later.

If that fails to the end, or proofs or the words of positions cannot be found, the levels are printed all the same, a
sentence says what failed ("notes" in --json), and the exit code is 3 unless another one has a reason.

Examples:
  superflip coset "R U F L D B R U F L"
  superflip coset --exact-to 9 --max-depth 9 --number 0             the coset of the solved cube: G1
  superflip coset --metric qtm --samples 3 --json "B' L F L2 D"
  superflip coset --metric stm "R U F L D B R U F L"
  superflip coset --search-depth 17 --checkpoint c.coset "R U F L D B R U F L"
  superflip coset --max-depth 19 --list-depth 12 "R U F L D B R U F L")");
  return [options] { return run(*options); };
}

const Registration registered{
    {27, "coset", "The distances of all positions that phase 1 cannot tell from a cube", add}};

}  // namespace

}  // namespace superflip::cli
