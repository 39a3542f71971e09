#include "superflip/solver/coset/endings.h"

#include <algorithm>
#include <bit>

#include "superflip/coordinate/basic.h"

namespace superflip::coset {
namespace {

struct Found {
  std::uint32_t place;
  Ending word;
};

// Words are made from their ends: the inverse of a word leads from G1 to the place that it solves.
class Maker {
 public:
  Maker(const two_phase::Fold& fold, Metric metric, std::vector<Found>& found)
      : fold_(fold), metric_(metric), found_(found) {}

  void make(int cost) {
    const auto slice = static_cast<std::uint32_t>(UDSlice::index(kSolved));
    for (std::uint32_t f = 0; f < 4; ++f) {
      constexpr std::array<Face, 4> faces{R, F, L, B};
      last_face_ = f;
      extend(make_move(faces[f], 1), 0, 0, slice, cost, 0);
    }
  }

 private:
  // Puts `move` before the word of `length` moves, which solves (twist, flip, slice).
  void extend(Move move, std::uint32_t twist, std::uint32_t flip, std::uint32_t slice, int cost_left, int length) {
    cost_left -= cost(move, metric_);
    if (cost_left < 0) return;
    const Move back = inverse(move);
    twist = fold_.twist_move[twist][back];
    flip = fold_.flip_move[flip][back];
    slice = fold_.slice_move[slice][back];
    word_[static_cast<std::size_t>(length++)] = move;
    if (cost_left == 0) return keep(twist, flip, slice, length);
    for (const Move m : kAllMoves)
      if (may_follow(m, move)) extend(m, twist, flip, slice, cost_left, length);
  }

  void keep(std::uint32_t twist, std::uint32_t flip, std::uint32_t slice, int length) {
    const std::uint32_t cls = fold_.twist_fold[twist] & 0xFF;
    if (fold_.twist_representative[cls] != twist) return;
    const std::uint32_t place = (cls * two_phase::kSlices + slice) * two_phase::kEdgeFlips + flip;
    std::array<std::uint32_t, 6> moves;
    moves.fill(kMoves);
    for (int i = 0; i < length; ++i)
      moves[static_cast<std::size_t>(i)] = word_[static_cast<std::size_t>(length - 1 - i)];
    Ending word = last_face_ << 27;
    for (int n = 0; n < 3; ++n) word |= (19 * moves[2 * n] + moves[2 * n + 1]) << (9 * n);
    found_.push_back({place, word});
  }

  const two_phase::Fold& fold_;
  const Metric metric_;
  std::vector<Found>& found_;
  std::uint32_t last_face_ = 0;
  std::array<Move, Endings::kMaxCost> word_{};
};

}  // namespace

Endings::Endings(const two_phase::Fold& fold, Metric metric, int cost) {
  std::vector<Found> found;
  Maker(fold, metric, found).make(cost);
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.place != b.place ? a.place < b.place : a.word < b.word; });
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
    const bool is_last = i + 1 == found.size() || found[i + 1].place != place;
    words_.push_back(word | (is_last ? std::uint32_t{1} << 31 : 0));
  }
}

}  // namespace superflip::coset
