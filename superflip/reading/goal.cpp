#include "superflip/reading/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/move.h"
#include "superflip/reading/face_patterns.h"

namespace superflip {
namespace {

constexpr const char* kTooMany = "more than {} sets of cubes look so: a goal must be narrower";

}  // namespace

Expected<void> parse_up_to(std::string_view text, Wider& wider) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text::trimmed(text.substr(begin, end - begin));
    if (word == "U")
      wider.last_turn = true;
    else if (word == "rotations")
      wider.holdings = true;
    else if (word == "holding")
      wider.last_rotation = true;
    else
      return fail(ErrorKind::bad_option, text::quoted(word) +
                                             " is not known here: expected U (a last turn of U), rotations "
                                             "(the same on any side), holding (a last rotation of the whole cube), or "
                                             "several of them: U,rotations");
    begin = end + 1;
  }
  return {};
}

Expected<void> parse_show(std::string_view text, Wider& wider, const StopFlag* stop) {
  return FacePatterns::parse(text).and_then([&](const FacePatterns& looks) -> Expected<void> {
    Shown shown{looks.text(), {}};
    constexpr std::uint64_t kMostWork = 30'000'000;  // a second
    const auto add = [&](const Pattern& pattern) {
      shown.sets.push_back(pattern);
      return shown.sets.size() <= kMaxShown;
    };
    const bool is_done = looks.visit_sets(add, stop, kMostWork);
    if (is_set(stop)) return fail(ErrorKind::stopped, "stopped while it was found out which cubes look so");
    if (!is_done)
      return fail(ErrorKind::bad_option,
                  shown.sets.size() > kMaxShown
                      ? fmt::format(kTooMany, kMaxShown)
                      : "it takes too long to find out which cubes look so: fewer letters, fewer ?, and patterns for "
                        "more of the faces make it faster");
    if (shown.sets.empty()) return fail(ErrorKind::impossible, "no cube looks so");
    wider.show = std::move(shown);
    return {};
  });
}

Expected<std::vector<Pattern>> goal_patterns(const std::vector<Target>& targets, const Wider& wider, Symmetry held,
                                             Centres centres) {
  const bool is_any_incomplete =
      std::any_of(targets.begin(), targets.end(), [](const Target& target) { return target.known.has_value(); });
  if (targets.size() > kMaxTargets)
    return fail(ErrorKind::bad_option,
                fmt::format("{} cubes to reach: expected at most {}. With a mask or with unknown "
                            "stickers, one cube may stand for many",
                            targets.size(), kMaxTargets));
  if (is_any_incomplete && wider.only)
    return fail(ErrorKind::bad_option,
                "a mask needs a target without unknown stickers: these already say what does not count");
  if (wider.only && wider.only->names_turns() && centres != Centres::turned)
    return fail(ErrorKind::bad_option,
                "the mask says how centres are turned, and these moves do not turn them: expected centres that are "
                "turned, or a mask without the orientation of centres");
  const bool is_in_space = centres != Centres::fixed;
  if (is_in_space &&
      std::any_of(targets.begin(), targets.end(), [](const Target& target) { return target.is_holding_open; }))
    return fail(ErrorKind::bad_option, kOpenHolding);
  std::vector<Pattern> patterns;
  const bool is_one = std::all_of(targets.begin(), targets.end(),
                                  [&](const Target& target) { return target.cube == targets.front().cube; });
  if (is_one && !is_any_incomplete && !wider.any(centres)) return patterns;
  // As the cube is held.
  if (wider.show) {
    if (is_any_incomplete || wider.only || !is_one || targets.front().cube != kSolved)
      return fail(ErrorKind::bad_option, "what the faces show is a goal of its own, without a target or a mask");
    patterns = wider.show->sets;
  } else {
    for (const Target& target : targets)
      patterns.push_back(wider.only
                             ? wider.only->of(conjugate(target.cube, held), centres)
                             : conjugate(target.known ? *target.known : Pattern::of(target.cube, centres), held));
  }
  if (!is_in_space)
    for (Pattern& pattern : patterns) pattern.rotations = Pattern::kAtHome;
  const std::size_t most_shown = kMaxShown * (is_in_space ? kAllRotations.size() : 1);
  const auto are_too_many = [&](const std::vector<Pattern>& sets) { return wider.show && sets.size() > most_shown; };
  const auto widen = [&](const auto& images) {
    std::vector<Pattern> all;
    std::set<Pattern> met;
    for (const Pattern& pattern : patterns) {
      if (are_too_many(all)) break;
      for (const Pattern& image : images(pattern))
        if (met.insert(image).second) all.push_back(image);
    }
    patterns = std::move(all);
  };
  if (targets.size() > 1) widen([](const Pattern& pattern) { return std::array{pattern}; });
  const auto under_rotations = [](const auto& image) {
    return [image](const Pattern& pattern) {
      std::vector<Pattern> images;
      images.reserve(kAllRotations.size());
      for (const Symmetry s : kAllRotations) images.push_back(image(pattern, s));
      return images;
    };
  };
  // Colours have no names, whichever centre shows them.
  if (wider.show && is_in_space)
    widen(under_rotations([](const Pattern& pattern, Symmetry s) { return kSymmetryCubes[s] * pattern; }));
  const auto& turn_cubes = centres == Centres::turned ? kTurningMoveCubes : kMoveCubes;
  if (wider.last_turn)
    widen([&turn_cubes](const Pattern& pattern) {
      std::vector<Pattern> images{pattern};
      for (int turns = 1; turns <= 3; ++turns) images.push_back(pattern * turn_cubes[make_move(U, turns)]);
      return images;
    });
  if (wider.holdings) widen(under_rotations([](const Pattern& pattern, Symmetry s) { return conjugate(pattern, s); }));
  if (wider.last_rotation && is_in_space)
    widen(under_rotations([](const Pattern& pattern, Symmetry s) { return pattern * kSymmetryCubes[s]; }));
  if (are_too_many(patterns))
    return fail(
        ErrorKind::bad_option,
        fmt::format("more than {} sets of cubes look so with all that is left out of account: expected patterns "
                    "that say more, such as on which faces they are, or a goal without \"up to\"",
                    most_shown));
  // A whole cube looks the same to all holdings.
  if (is_one && !is_any_incomplete && !wider.only && !wider.show && patterns.size() == 1) return std::vector<Pattern>{};
  for (Pattern& pattern : patterns) pattern = conjugate(pattern, inverse(held));
  return patterns;
}

}  // namespace superflip
