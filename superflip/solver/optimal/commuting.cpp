#include "superflip/solver/optimal/commuting.h"

#include <array>
#include <optional>
#include <set>
#include <utility>

#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/parts.h"

namespace superflip::optimal {
namespace {

struct IsBefore {
  bool operator()(const Moves& a, const Moves& b) const { return is_word_before(a, b); }
};

using Letters = std::vector<Letter>;

constexpr Letter square(int axis) { return Syllables::find(axis, 2, 2); }

// A letter, or none, with a square about its axis before or after it; none if nothing is left.
Letter with_square(Letter m, int axis) {
  if (m == Syllables::kLetters) return square(axis);
  if (m == square(axis)) return Syllables::kLetters;
  return Syllables::find(axis, (Syllables::first(m) + 2) % 4, (Syllables::second(m) + 2) % 4);
}

Moves spelled(const Letters& letters) {
  Moves word;
  for (const Letter m : letters) Syllables::spell(m, word);
  return word;
}

// The word in which a square about `axis` was moved across the square at position `at`; nothing if neither letter of
// that axis beside it consists of the square and a letter that costs 1 less.
std::optional<Letters> moved_across(const Letters& word, std::size_t at, int axis, const Syllables& alphabet) {
  const auto cost = [&](Letter m) { return m == Syllables::kLetters ? 0 : alphabet.cost(m); };
  const bool has_before = at > 0 && Syllables::axis(word[at - 1]) == axis;
  const bool has_after = at + 1 < word.size() && Syllables::axis(word[at + 1]) == axis;
  const Letter before = has_before ? word[at - 1] : Letter{Syllables::kLetters};
  const Letter after = has_after ? word[at + 1] : Letter{Syllables::kLetters};
  const std::array<Letter, 2> now{with_square(before, axis), with_square(after, axis)};
  const int first = cost(now[0]) - cost(before);
  const int second = cost(now[1]) - cost(after);
  if ((first != -1 || second > 1) && (second != -1 || first > 1)) return std::nullopt;
  Letters moved(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(has_before ? at - 1 : at));
  // Letters that come together because one between them is gone are joined when the word is made normal.
  if (now[0] != Syllables::kLetters) moved.push_back(now[0]);
  moved.push_back(word[at]);
  if (now[1] != Syllables::kLetters) moved.push_back(now[1]);
  moved.insert(moved.end(), word.begin() + static_cast<std::ptrdiff_t>(has_after ? at + 2 : at + 1), word.end());
  return moved;
}

}  // namespace

std::vector<Moves> commuting(const Moves& word, Metric metric) {
  if (counts_face_turns(metric)) return {word};
  const Syllables alphabet(metric);
  const int whole = length(word, metric);
  std::set<Moves, IsBefore> found{word};
  std::vector<Moves> waiting{word};
  while (!waiting.empty()) {
    const Moves from = std::move(waiting.back());
    waiting.pop_back();
    Letters letters(from.size());
    letters.resize(static_cast<std::size_t>(read_letters<Syllables>(from, letters)));
    for (std::size_t at = 0; at < letters.size(); ++at)
      for (int axis = 0; axis < kAxes; ++axis) {
        if (letters[at] != square(Syllables::axis(letters[at])) || axis == Syllables::axis(letters[at])) continue;
        if (const auto moved = moved_across(letters, at, axis, alphabet)) {
          Moves to = normalise(spelled(*moved));
          if (length(to, metric) < whole) return {};
          if (length(to, metric) == whole && found.insert(to).second) waiting.push_back(std::move(to));
        }
      }
  }
  return {found.begin(), found.end()};
}

}  // namespace superflip::optimal
