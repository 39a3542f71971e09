// Whole cosets of G1 = <U, D, R2, L2, F2, B2>: how many of their 19,508,428,800 positions lie at each distance.
//
// The coset of a cube c is G1 * c: all positions that look like c in the coordinates of phase 1. The words that solve
// them are the words that lead from c into G1. They are found level by level: a search finds all words of a cost whose
// last move is not in G1, and neighbours of what was found before complete the level. Up to `search_depth` the counts
// are exact. Beyond it a level holds neighbours only, so that its positions are at most that far away; such passes are
// fast and end when every position is found. When few positions are left, the optimal solver can complete the levels
// (`prove`). God's number was proven in this way. Source: Rokicki, Kociemba, Davidson, Dethridge, "The diameter of the
// Rubik's cube group is twenty" (SIAM J. Discrete Math. 27, 2013).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/names.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

inline constexpr std::uint64_t kCosetSize = 19'508'428'800;

// The metrics in which cosets are counted: the first ones of Metric.
inline constexpr auto kCosetMetricNames = names_of<Metric>("a metric of cosets", "htm", "qtm", "stm");

// The setting of the proof, 15 in htm; in qtm 18, which takes ten times as long and leaves hardly anything over; in stm
// 13, from which passes find all positions. There one more takes 18 times as long.
constexpr int default_search_depth(Metric metric) {
  return metric == Metric::qtm ? 18 : metric == Metric::stm ? 13 : 15;
}
// The greatest distance of any cube: 20 in htm, 26 in qtm. In stm it is not known; it is at most that of htm.
constexpr int greatest_distance(Metric metric) { return metric == Metric::qtm ? 26 : 20; }

struct CosetQuestion {
  Cube cube = kSolved;                // any cube of the coset, in the standard holding; reachable
  Metric metric = Metric::htm;        // or qtm, stm
  std::optional<int> search_depth{};  // complete levels up to this depth, 0..max_depth; nothing: the default
  std::optional<int> max_depth{};     // of the levels, 0..kMaxCosetDepth; nothing: greatest_distance()
  // After search_depth, 1 of `extra` words of the next cost is searched too, so that fewer positions are left over;
  // 0: none.
  std::uint32_t extra = 0;
  // A level after complete ones is completed by the optimal solver, if at most kMaxCosetProven positions are left after
  // it: each of them has a word of that length or is proven to have none. All further levels then are exact.
  bool prove = false;
  // The positions that no level holds are solved by the two-phase solver, if they are at most kMaxCosetLeft.
  bool solve_left = true;
  std::optional<int> list_depth{};  // the positions of this level are listed, 0..max_depth
  std::size_t list_limit = 1000;    // the most positions that are listed, of that level and of those left over
  // Positions of each level, chosen at random; at most kMaxCosetSamples. A level of some millions that random places
  // seldom meet may get fewer.
  std::size_t samples = 0;
  std::uint64_t seed = 1;  // of the samples
  // A file in which the levels are kept: after each level that is searched or proven, and while one is searched, every
  // five minutes or so (less often where writing takes longer than half a minute). What ends the work while a level is
  // searched, a limit or the caller, is followed by the writing of what is done of it, which takes seconds, or on a
  // slow disk half a minute; nothing but the end of the process ends the writing, and then the file is that from
  // before. Where it cannot be written once the work has begun, the work goes on, and the next writing is another try:
  // CosetAnswer::notes says whether the last one failed. If it exists, the work goes on from it, with any number of
  // threads. It must be of the same cube, metric, list, samples and version of this library; the depths and `prove` may
  // be others if the levels that it has would be made in the same way. It takes four bytes for each position that is
  // found, at most 2.4 GB; FILE.lock and, while it is written, FILE.tmp, as large, lie beside it. It stays when the
  // work has ended. Where it is a symbolic link, its target is meant. Empty: none.
  std::filesystem::path checkpoint{};
};
inline constexpr int kMaxCosetDepth = 30;

// CosetQuestion::extra from "1/8", or "8"; "0" is 0. Error: bad_option.
Expected<std::uint32_t> parse_extra(std::string_view text);
inline constexpr std::uint64_t kMaxCosetLeft = 1'000'000;
inline constexpr std::uint64_t kMaxCosetProven = 10'000'000;
inline constexpr std::size_t kMaxCosetSamples = 100'000;

// A position of the coset with a word that solves it. In a complete level the word is a shortest one; else it has at
// most as many moves as the level says.
struct CosetPosition {
  Cube cube;
  Moves word;
};

struct CosetLevel {
  int depth = 0;
  std::uint64_t found = 0;  // positions that are at most this far away, and that no level before holds
  bool is_exact = false;    // they are at this distance, and no other positions of the coset are
  std::uint64_t nodes = 0;  // of the search
  std::uint64_t words = 0;  // which the search found; each counts two words, which differ in the last turn's direction
  // With CosetQuestion::prove: the positions that solvers were asked about, one for those that are alike.
  std::uint64_t proofs = 0;
  Clock::duration time{};
  std::vector<CosetPosition> samples{};
};

struct CosetAnswer {
  std::vector<CosetLevel> levels{};  // 0, 1, 2...: those that were finished
  // complete: max_depth is reached or every position is found. time, stopped: the limit or the caller ended it.
  Ended ended = Ended::complete;
  std::uint64_t left = 0;  // positions that no level holds: left over, or not found yet where the work was ended
  // Of those left, how many got a word of at most greatest_distance() moves; nothing: they were not solved.
  std::optional<std::uint64_t> left_solved{};
  int longest_left = 0;                    // the longest of their words
  std::vector<CosetPosition> left_over{};  // the first list_limit of those solved
  std::vector<CosetPosition> listed{};     // of list_depth
  bool is_list_complete = false;
  // What failed beside the levels, which are right: the proofs, the last writing of the checkpoint, or the words for
  // positions, of which there are then fewer. No internal errors.
  std::vector<Error> notes{};
  std::optional<Error> wordless{};  // the note about words that could not be found; nothing: there is none
  int symmetries = 1;               // of the 16 that preserve the UD axis: those that map the coset onto itself
  unsigned threads = 1;             // that were used
  std::uint64_t bytes = 0;          // of memory: tables and bitmap
  Clock::duration loading{};
  Clock::duration searching{};  // without the words for samples, lists and what is left
  Clock::duration solving{};    // these words
  Clock::duration computing{};  // processor time of all threads, for both

  // The positions that are known to be at most that far away.
  std::uint64_t found() const { return kCosetSize - left; }
};

// The memory that a CosetSolver uses with the tables of a profile, which must be standard or large: bytes, tables
// included. In stm there is one table for both.
std::uint64_t coset_bytes(Profile profile, Metric metric, unsigned threads);
// The tables that a CosetSolver uses where it may take so many bytes: the large ones if they fit, else the standard
// ones.
Profile coset_profile(std::uint64_t memory, Metric metric, unsigned threads);

// The most threads, 1..most, with which a coset fits in so many bytes; 1 if it fits with none.
unsigned coset_threads(std::uint64_t memory, Metric metric, unsigned most);

// Solves cosets one after the other on the same memory (3.1 GB, and the tables). One object works on one coset at a
// time; its functions must not be called by two threads at the same time.
class CosetSolver {
 public:
  // The engine provides tables and solves positions. It must outlive the solver. `memory`: the most bytes that may be
  // used (coset_bytes()); 0: what the machine has available when the first coset of a metric begins. Two solvers that
  // begin together each see the same memory: give each its own. Not counted are the engine's own tables, by which
  // positions are solved (samples, lists, what is left): without a limit of the engine's, up to half of what is
  // available before the first coset. `threads` 0: the engine's, or fewer where these do not fit.
  explicit CosetSolver(Engine& engine, std::uint64_t memory = 0, unsigned threads = 0);
  ~CosetSolver();
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;

  // Of the budget `time` and `stop` are used. The listener gets events of Kind::notice, table, progress (`length` is
  // the depth, `step` a sentence, `done` and `seconds_left` are of the whole run) and poll. `done` never decreases; the
  // words for positions, if any are wanted, are its last tenth. `seconds_left` has the levels, and proofs and words
  // from when they begin. When the limit, the flag or the listener ends the work, that is no error: the answer holds
  // the levels that were finished. What fails beside the levels is no error either, but one of the answer's notes.
  // Errors: bad_option, impossible (no coset holds such a cube), out_of_memory (before anything is begun, where that
  // can be known), system (also where the checkpoint cannot be read or locked, or not be written at the beginning),
  // internal.
  Expected<CosetAnswer> solve(const CosetQuestion& question, const Budget& budget = {}, const Listener& listener = {});

  // Makes and opens the tables that the engine's solvers of cosets in a metric share, with its profile. Of the budget
  // `stop` is used. Returns the tables' identities. Errors: bad_option, stopped, out_of_memory, system.
  static Expected<std::vector<TableIdentity>> prepare(Engine& engine, Metric metric, const Budget& budget = {},
                                                      const Listener& listener = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
