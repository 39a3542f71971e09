#include "superflip/solver/two_phase/hunt.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "superflip/cube/symmetry.h"

namespace superflip::two_phase {
namespace {

// If the cube may be that near, solutions of at most this length are found by trying all words.
constexpr int kMaxShort = 4;

// A search of so many nodes is worth more threads: they come after 20 us, and it has taken longer until then.
constexpr std::uint64_t kLong = 1024;

// Which end words b of length k are searched at which length n. k = 0 and 1 are always searched; longer b are searched
// only from the n at which the search is large enough to repay the lookup that each start costs. When a k is switched
// on, its pairs with smaller n come first.
struct Lengths {
  int n;
  int k;
};

std::vector<Lengths> make_pairs(const std::array<int, kMaxEndWord + 1>& from) {
  std::vector<Lengths> pairs;
  for (int n = 0; n <= kMaxPhase1Length; ++n)
    for (int k = 0; k <= kMaxEndWord; ++k) {
      if (n < from[k]) continue;
      for (int m = n == from[k] ? k : n; m <= n; ++m) pairs.push_back({m, k});
    }
  return pairs;
}

const std::vector<Lengths>& pairs_of(Metric metric) {
  static_assert(kFaceTurnsAreHtmOrQtm);
  static const std::vector<Lengths> htm = make_pairs({0, 0, 10, 11, 12});
  static const std::vector<Lengths> qtm = make_pairs({0, 0, 11, 12, 13});
  return metric == Metric::htm ? htm : qtm;
}

// Finds all normal words of that cost that solve the cube. A turn moves four edges, so a cube with more than four
// displaced edges per remaining turn is rejected.
template <class OnWord>
void find_words(const Cube& cube, Metric metric, int to_go, Moves& word, const OnWord& on_word) {
  if (to_go == 0) {
    if (cube == kSolved) on_word(word);
    return;
  }
  int away = 0;
  for (int x = 0; x < kEdges; ++x) away += cube.edge[x] != x;
  if (away > 4 * to_go) return;
  for (const Move m : kAllMoves) {
    if (cost(m, metric) > to_go || (!word.empty() && !may_follow(word.back(), m))) continue;
    word.push_back(m);
    find_words(apply(cube, m), metric, to_go - cost(m, metric), word, on_word);
    word.pop_back();
  }
}

// Directions 2*axis and 2*axis + 1 are the conjugate of the cube by S_URF3^axis, and its inverse.
Symmetry symmetry_of(int direction) { return Symmetry(16 * (direction / 2)); }

// Whether the move is one of phase 2 for a direction.
bool is_in_g1(Move m, int direction) {
  const Move seen = conjugate(m, symmetry_of(direction));
  return face_of(seen) % 3 == U || turns_of(seen) == 2;
}

// The axis of the original cube that a direction sees as UD: 0 UD, 1 RL, 2 FB.
int axis_of(int direction) {
  const Move up = conjugate(make_move(U, 1), inverse(symmetry_of(direction)));
  return face_of(up) % 3;
}

// Where phase 2 of a*g*b begins and ends in the final word. Its ends may have merged with their neighbours, so phase 2
// is taken to be the moves of G1 that follow a (for an inverse direction, that precede the inverse of a).
TwoPhaseOrigin origin_of(int direction, std::size_t length_of_a, const Moves& word) {
  const bool is_inverse = direction % 2 == 1;
  const std::size_t size = word.size();
  const auto at = [&](std::size_t i) { return word[is_inverse ? size - 1 - i : i]; };
  const std::size_t a = std::min(length_of_a, size);
  std::size_t end = a;
  while (end < size && is_in_g1(at(end), direction)) ++end;
  const auto before = static_cast<int>(a);
  const auto after = static_cast<int>(size - end);
  return {axis_of(direction), is_inverse, is_inverse ? after : before, is_inverse ? before : after};
}

}  // namespace

Hunt::Hunt(const Tables& tables, const Cube& cube, const WordLimits& limits, const Budget& budget,
           const OnEvent& on_event, Clock::time_point begun)
    : tables_(tables),
      words_(end_words(tables.metric)),
      limits_(limits),
      threads_(std::max(budget.threads, 1U)),
      max_length_(limits.max_length),
      watch_(budget, on_event, begun),
      found_(cube, limits.solutions) {
  const Cube undone = inverse(cube);  // conjugates of an inverse are the inverses of the conjugates
  for (int i = 0; i < kDirections; ++i) directions_[i] = conjugate(i % 2 == 1 ? undone : cube, symmetry_of(i));
}

void Hunt::begin() {
  for (int k = 0; k <= 1; ++k) {
    counts_.phase1_reads += make_starts(tables_, k, directions_, starts_[k], watch_);
    states_[k].fill(ListState::made);
    least_[k] = kMaxPhase1Length;
    for (const StartList& list : starts_[k]) least_[k] = std::min(least_[k], k + list.distance_at(0));
  }
  // A solution takes the cube and its inverse into G1 of all three axes.
  for (const StartList& list : starts_[0]) lower_bound_ = std::max(lower_bound_, list.distance_at(0));
  if (lower_bound_ == 0 && directions_[0] != kSolved) lower_bound_ = 1;
  lower_bound_ = with_parity(lower_bound_);
  if (lower_bound_ <= kMaxShort) find_short();
  if (lower_bound_ > 0) tell(Event::Kind::bound);
}

void Hunt::find_short() {
  bool is_found = false;
  Moves word;
  for (int total = lower_bound_; total <= kMaxShort && !is_found; ++total)
    find_words(directions_[0], tables_.metric, total, word, [&](const Moves& found) {
      is_found = true;
      lower_bound_ = total;
      keep(found, {});
    });
  if (!is_found) lower_bound_ = with_parity(kMaxShort + 1);
  if (!solutions().empty() && limits_.solutions == 1) end(Ended::complete);
}

// In quarter turns every move changes the parity of the corners.
int Hunt::with_parity(int bound) const {
  static_assert(kFaceTurnsAreHtmOrQtm);
  if (tables_.metric == Metric::htm) return bound;
  return bound + (bound + corner_parity(directions_[0])) % 2;
}

Ended Hunt::ended() const {
  if (is_good_enough()) return found_.words().back().length <= lower_bound_ ? Ended::complete : Ended::enough;
  return watch_.ended().value_or(Ended::complete);
}

int Hunt::lower_bound(bool is_over) const {
  if (!is_over || ended() != Ended::complete) return lower_bound_;
  const int longest = std::min(limits_.max_length, kMaxPhase1Length);  // the longest words that were searched
  if (solutions().empty()) return std::max(lower_bound_, with_parity(longest + 1));
  return std::max(lower_bound_, std::min(found_.upper(), longest + 1));
}

void Hunt::prepare(int k, Watch::Lock& lock) {
  constexpr int kMaxMadeTogether = 2;
  auto& states = states_[k];
  const auto first =
      static_cast<int>(std::find(states.begin() + cursor_.direction, states.end(), ListState::none) - states.begin());
  if (first == kDirections) return list_made_.wait(lock);
  const int count = k <= kMaxMadeTogether ? kDirections - first : 1;
  const auto set_states = [&](ListState state) { std::fill_n(states.begin() + first, count, state); };
  set_states(ListState::making);
  lock.unlock();
  std::uint64_t reads = 0;
  try {
    if (count == 1) call_helpers();
    reads = make_starts(tables_, k, std::span(directions_).subspan(first, count),
                        std::span(starts_[k]).subspan(first, count), watch_);
  } catch (...) {  // out of memory; another thread may still try
    lock.lock();
    set_states(ListState::none);
    list_made_.notify_all();
    throw;
  }
  lock.lock();
  set_states(has_ended() ? ListState::none : ListState::made);
  counts_.phase1_reads += reads;
  list_made_.notify_all();
}

bool Hunt::take(Chunk& chunk) {
  Watch::Lock lock = watch_.lock();
  const std::vector<Lengths>& pairs = pairs_of(tables_.metric);
  while (cursor_.pair < pairs.size()) {
    const auto [n, k] = pairs[cursor_.pair];
    if (cursor_.direction == kDirections || n < least_[k] || n > max_length()) {
      cursor_ = {cursor_.pair + 1, 0, 0};
      continue;
    }
    if (states_[k][cursor_.direction] != ListState::made) {
      if (has_ended()) return false;
      prepare(k, lock);  // other threads may have moved the cursor meanwhile
      continue;
    }
    const StartList& list = starts_[k][cursor_.direction];
    const std::uint32_t usable = list.within[n - k + 1];
    if (cursor_.next >= usable) {
      cursor_ = {cursor_.pair, cursor_.direction + 1, 0};
      continue;
    }
    const int distance = list.distance_at(cursor_.next);
    const std::uint32_t same_distance = list.within[distance + 1];
    const std::uint32_t grain = std::clamp<std::uint32_t>((usable - cursor_.next) / (8 * threads_), 1, 64);
    chunk = {&list,
             cursor_.next,
             std::min(cursor_.next + grain, same_distance),
             n,
             static_cast<std::uint8_t>(distance),
             static_cast<std::uint8_t>(k),
             static_cast<std::uint8_t>(cursor_.direction)};
    cursor_.next = chunk.end;
    return true;
  }
  return false;
}

void Hunt::found(const Leaf& leaf, std::span<const Move> g) {
  Moves moves;
  moves.reserve(leaf.word.size() + g.size() + kMaxEndWord);
  moves.assign(leaf.word.begin(), leaf.word.end());
  moves.insert(moves.end(), g.begin(), g.end());
  for (const Move m : words_.of_length[leaf.start.k][leaf.start.word].moves) {
    if (m == kNoMove) break;
    moves.push_back(m);
  }
  if (leaf.other_first) {
    Move& first = moves[leaf.word.size() + g.size()];
    first = inverse(first);
  }
  const int direction = leaf.start.direction;
  if (direction % 2 == 1) moves = inverse(moves);
  const Symmetry back = inverse(symmetry_of(direction));
  for (Move& m : moves) m = conjugate(m, back);
  moves = normalise(moves);
  const TwoPhaseOrigin origin = origin_of(direction, leaf.word.size(), moves);
  keep(std::move(moves), origin);
}

// Whether there are as many words as wanted, all of them short enough.
bool Hunt::is_good_enough() const {
  return found_.is_full() && found_.words().back().length <= std::max(limits_.good_enough, 0);
}

void Hunt::keep(Moves moves, const std::optional<TwoPhaseOrigin>& origin) {
  const int n = length(moves, tables_.metric);
  const auto lock = watch_.lock();
  if (n > max_length()) return;
  const Solution* const kept = found_.keep({std::move(moves), n, watch_.elapsed(), origin});
  if (kept == nullptr) return;
  if (kept == solutions().data()) tell(Event::Kind::solution, kept);
  if (is_good_enough()) end(Ended::enough);
  if (found_.is_full()) max_length_.store(solutions().back().length - 1, std::memory_order_relaxed);
}

void Hunt::look(std::uint64_t more) {
  const std::uint64_t nodes = nodes_.fetch_add(more, std::memory_order_relaxed) + more;
  const bool is_over = watch_.look(nodes, [this] { tell(Event::Kind::poll); });
  if (nodes >= kLong && !is_over) call_helpers();
}

void Hunt::call_helpers() {
  if (call_helpers_ != nullptr) (*std::exchange(call_helpers_, nullptr))();
}

void Hunt::tell(Event::Kind kind, const Solution* solution) {
  if (!watch_.has_listener()) return;
  Event event;
  event.kind = kind;
  if (solution != nullptr) event.solution = *solution;
  const std::vector<Lengths>& pairs = pairs_of(tables_.metric);
  event.length = pairs[std::min(cursor_.pair, pairs.size() - 1)].n;
  event.lower = lower_bound_;
  event.upper = found_.upper();
  watch_.send(event);
}

}  // namespace superflip::two_phase
