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
  if (is_full() && ranks_[most_ - 1] <= rank) return nullptr;
  std::size_t last = words_.size();  // the place of the word that goes, or that is new
  if (is_full()) --last;
  if (most_ > 1 && !keys_.insert(key_of(word.moves, word.rotation)).second) {
    // The same turns in other steps, or in another order, may have less rank.
    const auto same = std::find_if(words_.begin(), words_.end(), [&](const Solution& kept) {
      return kept.moves == word.moves && kept.rotation == word.rotation;
    });
    if (same != words_.end()) last = static_cast<std::size_t>(same - words_.begin());
    if (same != words_.end() && ranks_[last] <= rank) return nullptr;
  }
  if (last == words_.size()) {
    ranks_.resize(last + 1);  // before the word: see found.h
    words_.emplace_back();
  }
  for (; last > 0 && ranks_[last - 1] > rank; --last) {
    words_[last] = std::move(words_[last - 1]);
    ranks_[last] = ranks_[last - 1];
  }
  words_[last] = std::move(word);
  ranks_[last] = rank;
  return &words_[last];
}

bool Found::has(const Moves& moves) const {
  if (most_ == 1) return !words_.empty() && words_.front().moves == moves && words_.front().rotation == Symmetry{};
  return keys_.contains(key_of(moves, {}));
}

}  // namespace superflip
