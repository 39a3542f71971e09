// Any text as a mask, as what a goal may differ by, as patterns of faces, as a cube that may be incomplete, and as
// several of them at the start: an error that points into the text, or patterns that the cubes they were made of fit.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/coordinate/mask.h"
#include "superflip/engine/asking.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/reading/face_patterns.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"

namespace {

using namespace superflip;

// What brings the first cube to what is asked of it brings all cubes at the start to the goal, or one of them.
void check_words(const Question& simple, const detail::StartCubes& starts) {
  std::vector<Cube> ends{simple.goal.cube};
  if (!simple.goal.patterns.empty()) ends.clear();
  for (const Pattern& pattern : simple.goal.patterns) ends.push_back(Completions(pattern).first());
  for (const Cube& end : ends) {
    const auto is_brought = [&](const Cube& cube) {
      const Cube after = cube * (inverse(simple.cube) * end);
      return std::any_of(starts.goals.begin(), starts.goals.end(),
                         [&](const Pattern& goal) { return goal.holds(after); });
    };
    const bool is_right = starts.starts == Starts::all
                              ? std::all_of(starts.cubes.begin(), starts.cubes.end(), is_brought)
                              : std::any_of(starts.cubes.begin(), starts.cubes.end(), is_brought);
    if (!is_right) std::abort();
  }
}

// The first lines say which of the cubes, a mask, and up to what, each of them or nothing; the rest are cubes.
void ask(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find('\n');
    lines.push_back(text.substr(0, end));
  }
  if (lines.size() < 5 || lines.size() > 6) return;
  const auto said = [&](std::size_t i) { return lines[i].empty() ? std::nullopt : std::optional(lines[i]); };
  Question question;
  Wider wider;
  const Wording wording{.starts = said(0), .only = said(1), .up_to = said(2)};
  if (const auto say = wording.say(question, wider); !say) {
    if (say.error().message.empty()) std::abort();
    return;
  }
  if (wider.holdings) return;  // it takes too long for many inputs
  Asking asking(question, wider);
  auto cube = asking.read(lines[3]);
  if (!cube) return;
  for (std::size_t i = 4; i < lines.size(); ++i) {
    auto start = asking.read(lines[i]);
    if (!start || !asking.add_start(*start)) return;
  }
  const auto asked = asking.about(*cube);
  if (asked && asked->also.size() != lines.size() - 4) std::abort();
  std::shared_ptr<const detail::StartCubes> starts;
  const auto simple =
      asked.and_then([&](const Question& one) { return detail::simplified(one, {}, nullptr, &starts); });
  if (!simple && simple.error().message.empty()) std::abort();
  if (!simple) return;
  if (!simple->also.empty() || simple->starts || simple->start) std::abort();
  if (starts) check_words(*simple, *starts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto points = [size](const Error& error) {
    return !error.message.empty() && error.position.value_or(0) <= size;
  };
  if (const auto mask = Mask::parse(text)) {
    for (const Centres centres : {Centres::fixed, Centres::moved, Centres::turned}) {
      const Pattern pattern = mask->of(kSolved, centres);
      if (!pattern.holds(kSolved) || Completions(pattern).count() == 0) std::abort();
      const auto patterns = goal_patterns({{}}, {.only = *mask, .last_turn = true, .holdings = true}, {}, centres);
      const bool is_refused = mask->names_turns() && centres != Centres::turned;
      if (is_refused ? patterns.has_value() : !patterns || patterns->empty() || patterns->size() > 96) std::abort();
    }
  } else if (!points(mask.error())) {
    std::abort();
  }
  Wider wider;
  if (const auto read = parse_up_to(text, wider); read ? !wider.any() : read.error().message.empty()) std::abort();
  if (const auto looks = FacePatterns::parse(text)) {
    // Every cube that is visited looks so.
    int cubes = 0;
    looks->visit(
        [&](const Cube& cube) {
          if (!is_reachable(cube) || !looks->hold(cube)) std::abort();
          return ++cubes < 5;
        },
        nullptr, 100'000);
  } else if (looks.error().message.empty()) {
    std::abort();
  }
  if (const auto reading = read(text, {.incomplete = true})) {
    if (!is_reachable(reading->cube)) std::abort();
    if (reading->known && (!reading->known->holds(reading->cube) || Completions(*reading->known).count() < 2))
      std::abort();
  } else if (reading.error().problems.empty()) {
    std::abort();
  }
  ask(text);
  return 0;
}
