// The inside of one call of the two-phase solver: directions, jobs, and what its threads share.
//
// A solution of the cube C is a word a*g*b with C*a*g*b solved; then b*C*a*g is solved too, so that a is a phase-1 word
// of the cube b*C and g its phase 2. All b of length k come from a list made once; b begins with a clockwise quarter
// turn of R, L, F or B (what precedes is in G1 and belongs to g; the counterclockwise turn differs by a half turn,
// which belongs to g as well and is tried at the leaf), and its second move is no half turn of the opposite face. At
// equal length n = |a| + |b| a larger k gives fewer leaves, each as likely to end well, while n + 1 gives 13 times more
// that are 5 times less likely: so the jobs go by n, then k, then the six directions (the cube and its inverse along
// the three axes).
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "superflip/solver/two_phase/tables.h"

namespace superflip::two_phase {

inline constexpr int kDirections = 6;
inline constexpr int kLongestEndWord = 4;
inline constexpr int kLongestWord = 20;  // of phase 1; no search gets near it

// b, and its cube.
struct EndWord {
  static constexpr Move kNone = 0xFF;
  Cube cube;
  std::array<Move, kLongestEndWord> moves{kNone, kNone, kNone, kNone};  // kNone after the last
};

// The list of all b of cost k for k = 0..4: in face turns 1, 4, 52, 696, 9,300.
struct EndWords {
  std::array<std::vector<EndWord>, kLongestEndWord + 1> of_length;
};
const EndWords& end_words(Metric metric);

// One start cube b*C of a direction.
struct Start {
  std::uint16_t word;  // index into end_words(metric).of_length[k]
  std::uint8_t k;
  std::uint8_t direction;
};

// The words of length k for one direction, by phase-1 distance of b*C.
struct StartList {
  enum class State : std::uint8_t { none, making, made };
  State state = State::none;
  std::vector<std::uint16_t> words;
  std::array<std::uint32_t, kLongestWord + 3> within{};  // within[d]: how many are nearer than d
};

// Part of a job: starts words[begin..end), all at the same distance, with phase-1 words of cost n - k.
struct Chunk {
  const StartList* list = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  int n = 0;
  std::uint8_t distance = 0;
  std::uint8_t k = 0;
  std::uint8_t direction = 0;
};

// A position of G1 with its way there.
struct Leaf {
  Start start;
  std::span<const Move> word;  // a
  bool other_first;            // the first move of b is to be taken counterclockwise
};

// What all threads of one call share.
struct Call {
  static constexpr int kNoLimit = 99;  // longer than any solution

  Call(const Tables& all_tables, const Cube& cube, const Limits& all_limits, const OnSolution& on_each,
       unsigned thread_count);

  const Tables* tables = nullptr;
  const EndWords* words = nullptr;
  std::array<Cube, kDirections> directions;  // even: along axis i/2; odd: its inverse
  std::array<std::array<StartList, kLongestEndWord + 1>, kDirections> starts;

  std::atomic<int> limit{0};  // longest solution that is still wanted
  std::atomic<bool> ended{false};
  Ended why = Ended::exhausted;

  const Limits* limits = nullptr;
  const OnSolution* on_solution = nullptr;
  Clock::time_point begun;
  std::atomic<std::uint64_t> nodes{0};
  unsigned threads = 1;

  std::mutex mutex;  // guards what follows, `why`, and the states of the lists of starts
  std::condition_variable list_made;
  std::vector<Solution> solutions;
  Counts start_counts;  // of making lists of starts
  struct Cursor {
    std::size_t job = 0;
    int direction = 0;
    std::uint32_t next = 0;
  } cursor;

  // All shortest solutions of a cube within 4 moves of solved, which a two-phase search may miss. Cheap for others.
  void solve_short();
  // The next part of the next job; false when there is none.
  bool take(Chunk& chunk);
  // Makes lists of words of length k that the next jobs need, while others go on with theirs; waits when all such
  // lists are being made. Lists of few words are made for all directions at once: their reads overlap.
  void prepare(int k, std::unique_lock<std::mutex>& lock);
  // A solution a*g*b was found; keeps it when it is new and good enough, and lowers the limit.
  void found(const Leaf& leaf, std::span<const Move> g);
  void keep(Moves moves);
  // Looks at the clock, the stop flag and the node count; `more` nodes were expanded since the last look.
  void look(std::uint64_t more);
  void end(Ended reason);
};

// A position on its way to G1: one cache line.
struct alignas(64) Node {
  std::array<std::uint8_t, 16> edge;   // pieces on places; 12..15 are themselves
  std::array<std::uint8_t, 8> corner;  // pieces on places
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
  Move last;           // kNoMove at a start
  std::uint8_t to_go;  // cost that the rest of a has
  Start start;
  std::uint8_t distance;  // to G1; in the compact profile a lower bound
  std::uint8_t n;         // |a| + |b|
  std::uint8_t length;    // of the path
  std::array<Move, kLongestWord> path;
};
static_assert(sizeof(Node) == 64);

// A worker's memory, kept from call to call.
struct Worker {
  std::vector<Node> stack;
  Counts counts;
};

// Searches until the call has ended.
void search(Call& call, Worker& worker);

// Fills the lists of words of length k for the directions first..last-1: all of them, by distance.
void make_starts(Call& call, int k, int first, int last, Counts& counts);

}  // namespace superflip::two_phase
