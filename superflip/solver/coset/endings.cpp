#include "superflip/solver/coset/endings.h"

#include <algorithm>
#include <bit>

#include "superflip/coordinate/basic.h"

namespace superflip::coset {
namespace {

struct PlaceWord {
  std::uint32_t place;
  Ending word;
};

// Words are made from their ends: the inverse of a word leads from G1 to the place that it solves.
class Maker {
 public:
  Maker(const two_phase::Fold& fold, Metric metric, std::vector<PlaceWord>& found)
      : fold_(fold), metric_(metric), found_(found) {}

  void make(int cost) {
    const auto slice = static_cast<std::uint32_t>(UDSlice::index(kSolved));
    for (const Letter last : kLastLetters)
      if ((letters_of(metric_) >> last & 1) != 0) extend(last, 0, 0, slice, cost, 0);
  }

 private:
  // Puts a letter before the word of `length` letters, which solves (twist, flip, slice).
  void extend(Letter letter, std::uint32_t twist, std::uint32_t flip, std::uint32_t slice, int cost_left, int length) {
    cost_left -= cost(letter, metric_);
    if (cost_left < 0) return;
    for (const Move m : moves_of(letter)) {
      if (m == kNoMove) continue;
      const Move back = inverse(m);
      twist = fold_.twist_move[twist][back];
      flip = fold_.flip_move[flip][back];
      slice = fold_.slice_move[slice][back];
    }
    word_[static_cast<std::size_t>(length++)] = letter;
    if (cost_left == 0) return keep(twist, flip, slice, length);
    for (Letter l = 0; l < kLetters; ++l)
      if ((letters_of(metric_) >> l & 1) != 0 && may_precede(l, letter, length))
        extend(l, twist, flip, slice, cost_left, length);
  }

  // In stm, turns of both faces of an axis before the last letter are more than is needed: R L is R L' L2, R2 L is L
  // R2, and so on, so that the word can end with a letter of G1.
  bool may_precede(Letter letter, Letter next, int length) const {
    if (metric_ == Metric::stm && length == 1) return axis_of(letter) != axis_of(next);
    return may_follow(letter, next, metric_);
  }

  void keep(std::uint32_t twist, std::uint32_t flip, std::uint32_t slice, int length) {
    const std::uint32_t cls = fold_.twist_fold[twist] & 0xFF;
    if (fold_.twist_representative[cls] != twist) return;
    const std::uint32_t place = (cls * two_phase::kSlices + slice) * two_phase::kEdgeFlips + flip;
    std::array<std::uint32_t, 6> letters;
    letters.fill(kNoLetter);
    letters.back() = word_[0];
    for (int i = 1; i < length; ++i)
      letters[static_cast<std::size_t>(length - 1 - i)] = word_[static_cast<std::size_t>(i)];
    Ending word = 0;
    for (std::size_t n = 0; n < 3; ++n) word |= (kLetters * letters[2 * n] + letters[2 * n + 1]) << (10 * n);
    found_.push_back({place, word});
  }

  const two_phase::Fold& fold_;
  const Metric metric_;
  std::vector<PlaceWord>& found_;
  std::array<Letter, 6> word_{};
};

}  // namespace

Endings::Endings(const two_phase::Fold& fold, Metric metric, int cost) {
  std::vector<PlaceWord> found;
  Maker(fold, metric, found).make(cost);
  std::sort(found.begin(), found.end(), [](const PlaceWord& a, const PlaceWord& b) {
    return a.place != b.place ? a.place < b.place : a.word < b.word;
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    if (i == 0 || found[i].place != found[i - 1].place) ++places_;
  const std::uint32_t size = std::bit_ceil(static_cast<std::uint32_t>(places_ + places_ / 2 + 1));
  mask_ = size - 1;
  shift_ = 32 - std::countr_zero(size);
  slots_.resize(size);
  words_.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [place, word] = found[i];
    if (i == 0 || place != found[i - 1].place) {
      std::uint32_t at = home(place);
      while (slots_[at].place != kNone) at = (at + 1) & mask_;
      slots_[at] = {place, static_cast<std::uint32_t>(words_.size())};
    }
    const bool is_last_of_place = i + 1 == found.size() || found[i + 1].place != place;
    words_.push_back(word | (is_last_of_place ? std::uint32_t{1} << 31 : 0));
  }
}

}  // namespace superflip::coset
