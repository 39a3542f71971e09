// A hunt of the two-phase solver, one search for words within limits: what all of its threads share.
//
// The cube and its inverse are searched along the three axes: six directions. A pair of lengths n and k stands for all
// words a*g*b with |a| + |b| = n and |b| = k in all directions. For the same n, a larger k gives fewer positions of G1,
// each as likely to succeed. n + 1 gives 13 times as many positions, each 5 times less likely to succeed. So the pairs
// are ordered by n, then by k. Threads take parts of pairs and report the solutions that they find.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"
#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/end_words.h"
#include "superflip/solver/two_phase/starts.h"
#include "superflip/solver/two_phase/tables.h"

namespace superflip::two_phase {

// Part of a pair of lengths: starts words[begin..end), all at the same distance, with phase-1 words of cost n - k.
struct Chunk {
  const StartList* list = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  int n = 0;
  std::uint8_t distance = 0;
  std::uint8_t k = 0;
  std::uint8_t direction = 0;
};

// A position of G1 with the path to it.
struct Leaf {
  Start start;
  std::span<const Move> word;  // a
  bool other_first;            // the first move of b is to be made counterclockwise
};

// Which words end a search, and how many are kept.
struct WordLimits {
  int max_length;         // longer words are not kept
  int good_enough;        // the hunt ends once it has `solutions` words of at most this length
  std::size_t solutions;  // at least 1
};

class Hunt {
 public:
  // The budget's limits hold from `begun`. All references must outlive the hunt. Precondition: is_reachable(cube).
  Hunt(const Tables& tables, const Cube& cube, const WordLimits& limits, const Budget& budget, const OnEvent& on_event,
       Clock::time_point begun);

  const Tables& tables() const { return tables_; }
  const EndWords& words() const { return words_; }
  const Cube& direction(int i) const { return directions_[i]; }
  const WordLimits& limits() const { return limits_; }
  unsigned threads() const { return threads_; }

  // The greatest length that is still wanted. It never increases.
  int max_length() const { return max_length_.load(std::memory_order_relaxed); }
  bool has_ended() const { return watch_.is_over(); }

  // To be called first. Finds the distances of the starts without b, and from them the lower bound. Then finds all
  // shortest solutions of a cube within 4 moves of solved, which a two-phase search may miss. For other cubes this is
  // cheap.
  void begin();

  // `call_helpers` is called once, when the search turns out to be long enough for more threads. It must outlive the
  // hunt, and is to be set before the first take().
  void when_long(const std::function<void()>& call_helpers) { call_helpers_ = &call_helpers; }

  // The next part, of the next pair of lengths where the last one has no more; false when there is none.
  bool take(Chunk& chunk);
  // Reports a solution a*g*b. It is kept if it is new and short enough, and lowers max_length().
  void found(const Leaf& leaf, std::span<const Move> g);
  // Looks at the watch. `more` nodes were expanded since the last look.
  void look(std::uint64_t more);
  void end(Ended reason) { watch_.end(reason); }

  // The result, once no thread is searching any more.
  const std::vector<Solution>& solutions() const { return found_.words(); }
  // Words that are good enough count more than a limit that was met at the same time.
  Ended ended() const;
  const Counts& counts() const { return counts_; }  // of the work in begin() and take()
  // A proven lower bound of the length. When the hunt is over, completed searches count as well.
  int lower_bound(bool is_over) const;

 private:
  enum class ListState : std::uint8_t { none, making, made };
  template <class T>
  using PerList = std::array<std::array<T, kDirections>, kMaxEndWord + 1>;  // [k][direction]

  // Makes the lists of words of length k that the next pairs need, while other threads go on with their parts. Waits
  // when all such lists are already being made. Short lists are made for all directions at once, so that their reads
  // overlap.
  void prepare(int k, Watch::Lock& lock);
  // Once. Before that the thread that began is alone, so nothing guards it.
  void call_helpers();
  void find_short();
  int with_parity(int bound) const;
  bool is_good_enough() const;
  void keep(Moves moves, const std::optional<TwoPhaseOrigin>& origin);
  void tell(Event::Kind kind, const Solution* solution = nullptr);

  const Tables& tables_;
  const EndWords& words_;
  const WordLimits limits_;
  const unsigned threads_;
  std::array<Cube, kDirections> directions_;  // even: along axis i/2; odd: its inverse

  const std::function<void()>* call_helpers_ = nullptr;  // until they are called

  // Read at every node; apart from what is written often.
  alignas(kApart) std::atomic<int> max_length_;
  alignas(kApart) std::atomic<std::uint64_t> nodes_{0};
  Watch watch_;

  // Guarded by the watch's lock.
  Found found_;
  std::condition_variable list_made_;
  PerList<StartList> starts_;
  PerList<ListState> states_{};
  Counts counts_;
  int lower_bound_ = 0;
  std::array<int, kMaxEndWord + 1> least_{};  // by k: no pair of a smaller n has a start; 0 for lists made later
  struct Cursor {
    std::size_t pair = 0;
    int direction = 0;
    std::uint32_t next = 0;
  } cursor_;
};

}  // namespace superflip::two_phase
