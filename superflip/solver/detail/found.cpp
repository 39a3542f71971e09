#include "superflip/solver/detail/found.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace superflip {
namespace {

std::string key_of(const Moves& moves, Symmetry rotation) {
  std::string key(moves.begin(), moves.end());
  key.push_back(static_cast<char>(rotation.index));
  return key;
}

}  // namespace

const Solution* Found::keep(Solution word, std::int64_t rank) {
  if (!(is_right_ ? is_right_(word) : apply(cube_, word.moves) == kSolved))
    throw std::logic_error("a word does not lead to the goal");
  if (is_full() && ranks_.back() <= rank) return nullptr;
  if (most_ > 1 && !keys_.insert(key_of(word.moves, word.rotation)).second) return nullptr;
  if (is_full()) {
    words_.pop_back();
    ranks_.pop_back();
  }
  const auto at = std::upper_bound(ranks_.begin(), ranks_.end(), rank) - ranks_.begin();
  ranks_.insert(ranks_.begin() + at, rank);
  return &*words_.insert(words_.begin() + at, std::move(word));
}

bool Found::has(const Moves& moves) const {
  if (most_ == 1) return !words_.empty() && words_.front().moves == moves && words_.front().rotation == Symmetry{};
  return keys_.contains(key_of(moves, {}));
}

}  // namespace superflip
