// superflip patterns: the cubes whose faces show patterns.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/listing.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> words;
  bool unique = false;
  bool inversion = false;
  ListOptions list;
};

ExitCode run(const Options& options) {
  const auto patterns = FacePatterns::parse(fmt::format("{}", fmt::join(options.words, " ")));
  if (!patterns) {
    say(patterns.error().message);
    return kBadInput;
  }
  constexpr std::string_view kNone = "no cube looks so";
  Listing listing(options.list);
  if (options.list.count && !(options.unique && options.list.is_limited())) {
    // These are compared in a second or two. A limit may be reached sooner by cubes one by one.
    const std::uint64_t looks = options.list.is_limited() ? 1'000'000 : 100'000'000;
    constexpr Uint128 kTooMany = 1'000'000'000'000;
    const FacePatterns::Count count = patterns->count(&interrupted(), looks);
    if (count.is_exact && !options.unique) {
      listing.add_all(count.cubes);
      return listing.end(kNone);
    }
    if (count.cubes > kTooMany && !options.list.is_limited() && !is_set(&interrupted())) {
      say(fmt::format("at least {} cubes look so, too many to be counted one by one: expected -n or --time",
                      to_decimal(count.cubes)));
      return kBadInput;
    }
  }
  const auto holds = [&](const Cube& cube) { return patterns->hold(cube, &interrupted()); };
  const auto add = [&](const Cube& cube) {
    const bool is_wanted = !options.unique || is_first_of_alike(cube, options.inversion, holds);
    if (is_set(&interrupted())) return false;
    return !is_wanted || listing.add(cube);
  };
  if (options.list.most != 0U)
    patterns->visit(add, &interrupted(), FacePatterns::kNoMost, [&](double done) { listing.show(done); });
  return listing.end(kNone);
}

std::string list_of_names() {
  std::string lines;
  for (const NamedFacePattern& named : named_face_patterns())
    lines += fmt::format("  {:<14}{}\n", named.name, named.pattern);
  return lines;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments
      .add_option("PATTERN", options->words, "What the faces show: rows of letters, such as xox/oxo/xox, or a name.")
      .required();
  arguments.add_flag("--unique", options->unique, "Of cubes that are alike only the first.");
  arguments.add_flag("--inversion", options->inversion, "With --unique: the inverse of a cube is like it, too.");
  arguments.refuse_if([options = options.get()] { return options->inversion && !options->unique; }, {"--inversion"},
                      "it is for --unique");
  add_list_options(arguments, options->list);
  arguments.footer([] {
    return fmt::format(
        R"(Prints facelets, one cube in each line, as they are found.

A pattern is three rows of three stickers. The same letter is the same colour, another letter another
one; ? is any. Which colours they are may differ from face to face. Each face shows one of the patterns,
perhaps turned; those with @ are for the faces that follow it alone. A face without any is free. With
--show these are the faces of the cube as it is held.
More words:
  upright       patterns are not turned
  mirrored      their mirror images count, too
  continuous    stickers that meet at an edge of the cube have the same letter
Names:
{}
Cubes are alike if a rotation or reflection of the cube, with its colours, carries one to the other. With
--show, solve and optimal bring a cube to the nearest cube that looks so.

Examples:
  superflip patterns dot --unique | superflip optimal
  superflip patterns checkerboard --count
  superflip patterns "xox/oxo/xox@UD" "xxx/xox/xxx@RLFB"
  superflip patterns "xxo/xxo/ooo" continuous --unique
  superflip optimal --show checkerboard "R2 L2 U")",
        list_of_names());
  });
  return [options] { return run(*options); };
}

const Registration registered{{34, "patterns", "The cubes whose faces show patterns", add}};

}  // namespace

}  // namespace superflip::cli
