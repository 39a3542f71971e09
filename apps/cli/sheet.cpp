// superflip sheet: all that is usually asked about one cube, on one page.
#include <fmt/format.h>

#include <bit>
#include <memory>
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
  std::uint64_t milliseconds = 20'000;
  unsigned threads = 0;
  std::uint64_t memory = 0;
  bool json = false;
};

std::string row(std::string_view title, std::string_view text) { return fmt::format("{:15} {}\n", title, text); }

// "16  proven, 3 words: ...".
std::string words_of(const Sheet::Words& words) {
  const Answer& answer = words.answer;
  std::string text = fmt::format("  {:13} ", name(words.metric));
  if (answer.solutions.empty()) return text + fmt::format("at least {}\n", answer.lower_bound);
  const Solution& first = answer.solutions.front();
  const std::string moves = first.moves.empty() ? "" : "  " + to_string(first.moves);
  if (!answer.is_shortest()) return text + fmt::format("{} to {}{}\n", answer.lower_bound, first.length, moves);
  const bool is_complete = answer.ended == Ended::complete;
  return text + fmt::format("{:2}  {}{}{}\n", first.length, is_complete ? "" : "at least ",
                            counted(answer.solutions.size(), "word"), moves);
}

std::string text_of(const Sheet& sheet) {
  const SymmetryReport& s = sheet.symmetry;
  std::string text = row("cube", to_facelets(sheet.cube));
  text += row("parity", sheet.is_odd ? "odd" : "even");
  text += row("order", fmt::format("{}", sheet.order));
  if (!sheet.cycles.empty()) text += row("cycles", sheet.cycles);
  text += row("symmetry", fmt::format("{}: {}", s.type->name, s.type->description));
  text += row("symmetries", fmt::format("{}, antisymmetries {}{}", std::popcount(s.symmetries),
                                        std::popcount(s.antisymmetries), s.is_self_inverse ? ", its own inverse" : ""));
  text += row("alike", fmt::format("{}, with inverses {}", s.alike, s.alike_with_inverses));
  text += row("representative", to_facelets(s.representative_with_inverses));
  text += row("coset of G1", fmt::format("class {} of {}", sheet.coset_class, kCosetClasses));
  if (!sheet.words.empty()) text += "shortest words\n";
  for (const Sheet::Words& words : sheet.words) text += words_of(words);
  if (!sheet.distances.empty()) text += "to subgroups, in htm\n";
  for (const Sheet::Distance& d : sheet.distances)
    text += fmt::format("  {} {:16} {:2}{}\n", d.name, d.subgroup, d.word.size(),
                        d.word.empty() ? "" : "  " + to_string(d.word));
  return text;
}

ExitCode sheet(const Options& options) {
  warn_about_quotes("sheet", options.cubes);
  catch_interrupts();
  const EngineOptions engine = engine_options({.memory = options.memory, .threads = options.threads});
  bool is_later = false;
  return for_each_cube(
      options.cubes, options.read,
      [&](const Cube& cube, const std::vector<std::string>&) {
        ProgressBar bar;
        StatusLine status;
        const auto made = make_sheet(
            cube, {.engine = engine, .time = std::chrono::milliseconds(options.milliseconds), .stop = &interrupted()},
            [&](const Event& event) {
              if (event.kind == Event::Kind::table || event.kind == Event::Kind::notice)
                bar.show(event);
              else if (event.kind == Event::Kind::progress)
                status.show(fmt::format("words of {} moves: {:.0f} %", event.length, 100 * event.done));
              return true;
            });
        bar.wipe();
        status.wipe();
        if (!made) {
          say(made.error().message);
          return exit_code(made.error());
        }
        if (options.json) {
          print_json(to_json(*made));
        } else {
          if (std::exchange(is_later, true)) print("\n");
          print(text_of(*made));
        }
        flush();
        return is_set(&interrupted()) ? kInterrupted : kOk;
      },
      options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  add_read_options(arguments, options->read);
  add_number(arguments, "--time", options->milliseconds, 1, std::uint64_t{1} << 31,
             "Milliseconds for the shortest words in each metric, with the making of\ntables. Default: 20000.");
  add_number(arguments, "--threads", options->threads, 1, 1024, "How many threads search. Default: all cores.");
  add_parsed(arguments, "--memory", options->memory, parse_size,
             "The memory that each table for proofs may take, such as 500M.\nDefault: half of what is free.")
      .type_name("SIZE");
  arguments.add_flag("--json", options->json, "A line of JSON for each cube.");
  arguments.footer(
      R"(symmetry        the set of symmetries, up to the holding, as superflip symmetry of explains it
representative  the first of all cubes that are alike, inverses included
coset of G1     the class of its coset, as superflip coset numbers them
shortest words  their length in each metric, how many there are, and one of them. Where the time was not
                enough, the proven lower bound and the best word known. For each metric the largest table
                of superflip optimal that exists is used, or a small one is made
to subgroups    how many moves lead into the group of these moves, and a shortest word: edges oriented
                (EO) and domino reduction (DR), on each axis

Examples:
  superflip sheet "U D' R L' F B' U D'"
  superflip sheet --time 60000 --json "R U F' L2 D B R2 U' F")");
  return [options] { return sheet(*options); };
}

const Registration registered{{33, "sheet", "One page about a cube: symmetry, shortest words, subgroups", add}};

}  // namespace

}  // namespace superflip::cli
