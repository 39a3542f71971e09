#include "superflip/solver/optimal/central_cubes.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/numbering.h"

namespace superflip::optimal {
namespace {

constexpr int kWindow = 3;

using Window = std::array<Move, kWindow>;

// The smallest of the word's normal images under symmetries and inversion.
Window representative_of(const Moves& word) {
  Window least{kNoMove, kNoMove, kNoMove};
  for (const Moves& way : {word, inverse(word)})
    for (const Symmetry s : kAllSymmetries) {
      const Moves image = normalise(conjugate(way, s));
      least = std::min(least, {image[0], image[1], image[2]});
    }
  return least;
}

}  // namespace

bool is_central(const Cube& cube) {
  for (const Move m : kAllMoves)
    if (cube * kMoveCubes[m] != kMoveCubes[m] * cube) return false;
  return true;
}

const CanonicalPrefixes& CanonicalPrefixes::get() {
  static const CanonicalPrefixes prefixes;
  return prefixes;
}

CanonicalPrefixes::CanonicalPrefixes() : ranks_(kMoves * kMoves * kMoves) {
  std::map<Window, std::vector<std::size_t>> classes;  // of each representative: where its windows are
  std::size_t at = 0;
  for (const Move a : kAllMoves)
    for (const Move b : kAllMoves)
      for (const Move c : kAllMoves) {
        const Moves word = normalise(Moves{a, b, c});
        if (word.size() == kWindow) classes[representative_of(word)].push_back(at);
        ++at;
      }
  for (const auto& [representative, members] : classes) representatives_.push_back(representative);
  std::stable_sort(representatives_.begin(), representatives_.end(),
                   [&](const Window& a, const Window& b) { return classes[a].size() > classes[b].size(); });
  for (std::size_t i = 0; i < representatives_.size(); ++i)
    for (const std::size_t member : classes[representatives_[i]]) ranks_[member] = static_cast<std::uint16_t>(i + 1);
}

std::vector<std::array<Move, CanonicalPrefixes::kLength>> CanonicalPrefixes::list() const {
  std::vector<std::array<Move, kLength>> prefixes;
  for (const auto& [a, b, c] : representatives_)
    for (const Move d : kAllMoves)
      for (const Move e : kAllMoves)
        if (std::min(rank(b, c, d), rank(c, d, e)) >= rank(a, b, c) && may_follow(d, e))
          prefixes.push_back({a, b, c, d, e});
  return prefixes;
}

std::vector<Moves> relatives(const Moves& word, Metric metric) {
  const int cost_of_all = length(word, metric);
  std::vector<Moves> found;
  std::unordered_set<std::string> seen;
  const auto add = [&](const Moves& moves) {
    Moves normal = normalise(moves);
    if (length(normal, metric) != cost_of_all || !seen.emplace(normal.begin(), normal.end()).second) return;
    found.push_back(std::move(normal));
  };
  // Moves first * rest to rest * first; `first` may also be one quarter turn of a half turn.
  const auto shift = [&](const Moves& moves, std::size_t at) {
    for (int turns = 1; turns <= 3; ++turns) {
      const Face face = face_of(moves[at]);
      const int left = (turns_of(moves[at]) - turns + 4) % 4;
      Moves shifted = moves;
      if (left == 0)
        shifted.erase(shifted.begin() + static_cast<std::ptrdiff_t>(at));
      else
        shifted[at] = make_move(face, left);
      shifted.push_back(make_move(face, turns));
      add(shifted);
    }
  };
  add(word);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Moves moves = found[next];
    if (moves.empty()) continue;
    for (const Symmetry s : kAllSymmetries) add(conjugate(moves, s));
    add(inverse(moves));
    shift(moves, 0);
    if (moves.size() > 1 && axis_of(moves[0]) == axis_of(moves[1])) shift(moves, 1);
  }
  return found;
}

}  // namespace superflip::optimal
