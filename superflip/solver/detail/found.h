// The words that a search has found: each is replayed on the cube, kept once, and the shortest come first, or those
// that the search itself ranks first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "superflip/solver/solver.h"

namespace superflip {

class Found {
 public:
  // Whether a word leads from the cube to a goal. Only a search for other goals than the solved cube passes one: the
  // small npm module, which has no such search, then has no code for other goals.
  using IsRight = std::function<bool(const Solution&)>;

  // Keeps `most` words, at least one. Without `is_right` the goal is the solved cube, and words have no rotation.
  Found(const Cube& cube, std::size_t most, IsRight is_right = {})
      : cube_(cube), most_(std::max<std::size_t>(most, 1)), is_right_(std::move(is_right)) {}

  // Keeps a word, after those of no greater rank: by default its length. The last one goes when there are too many.
  // Returns the word, or null if the same turns were kept at no greater rank, or if there are enough such words.
  // Throws std::logic_error if the word does not lead to the goal: a defect, which must not end as an answer or as a
  // proof. When memory is short (std::bad_alloc) the words are as before, so another thread may go on with them.
  const Solution* keep(Solution word, std::int64_t rank);
  const Solution* keep(Solution word) {
    const int length = word.length;
    return keep(std::move(word), length);
  }
  // Whether a word that keep() returned comes first: it is better than all before.
  bool is_first(const Solution* kept) const { return kept != nullptr && kept == words_.data(); }
  // Whether the same turns, without a rotation, were kept; of a keeper of a single word, whether they are kept now.
  bool has(const Moves& moves) const;

  const std::vector<Solution>& words() const { return words_; }
  bool is_full() const { return words_.size() == most_; }
  // The length of the first word, negative without any: Event::upper.
  int upper() const { return words_.empty() ? -1 : words_.front().length; }

 private:
  Cube cube_;
  std::size_t most_;
  IsRight is_right_;
  std::vector<Solution> words_;
  std::vector<std::int64_t> ranks_;  // theirs; one more where memory was short for a word
  // All that were kept: each move a character, the rotation one more. Not used for a single word, which only one of
  // less rank replaces.
  std::set<std::string> keys_;
};

}  // namespace superflip
