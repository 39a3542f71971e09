// The interface of all solvers: what each takes and returns.
//
// A Question says which cube, which goal, which moves, what they cost and what is wanted. A Budget says what the answer
// may cost. Events report what is found meanwhile, and an Answer says what was found, what is proven and why the work
// ended. Two-phase, optimal, generic and pocket solvers differ in which questions they accept, not in how they are
// asked. The engine (engine/engine.h) chooses among them; a program need not know them by name.
//
// Solvers work in the standard holding and towards the solved cube: the engine turns a question with `held` or
// `goal.cube` into one without, and the words of the answer back.
//
// Contract: any cube may be given. If the moves cannot bring it to the goal, the answer is Ended::unsolvable, in every
// build. (Exception: some goal coordinates that exclude each other, see Goal::coordinates.) Every word is replayed
// on the cube before it is reported. The limits and the stop flag apply to everything that a solver does, with one
// exception: the two-phase solver's second search, of some milliseconds, which finds a word when a limit ended the
// first one without any (two_phase.h).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/symmetry.h"
#include "superflip/robot/robot.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kNoMaxLength = std::numeric_limits<int>::max();
// The longest words that are searched; of words with costs of one's own those that cost most.
inline constexpr int kLongestWord = 99;
inline constexpr int kLongestCost = 10'000;
// The largest limit of a schedule, in milliseconds: an hour.
inline constexpr int kLongestSchedule = 3'600'000;
inline constexpr std::uint64_t kNoMaxNodes = std::numeric_limits<std::uint64_t>::max();

enum class Puzzle : std::uint8_t {
  cube,   // 3x3x3
  pocket  // 2x2x2: the corners of `cube`, up to a rotation of the whole
};

// Which solver answers a question.
enum class SolverKind : std::uint8_t { two_phase, optimal, generic, pocket };

// "two-phase", "optimal", "generic", "pocket".
std::string_view name(SolverKind solver);

// A coordinate whose value must become that of one of the given cubes.
struct CoordinateGoal {
  Description coordinate;
  std::vector<Cube> goals{};             // any of them is good; none: the goal of the question, Goal::cube
  std::optional<SymmetryGroup> group{};  // fold its table by these; nothing: by the largest group that can be used
  std::optional<Description> fold{};     // which parts are folded; nothing: the library's choice
  bool inversion = false;                // fold its table by inversion, too
};

struct Goal {
  Cube cube = kSolved;  // the cube to reach; if there are coordinates, by those that have no goals of their own
  // All of these must reach their goals. That two of them exclude each other is recognised by the corners and edges
  // whose places their values determine. The search goes on until a limit ends it where only unordered sets or centres
  // show it, or where more than 200 choices of goals, one of each coordinate, would have to be looked at.
  std::vector<CoordinateGoal> coordinates{};
  // If not empty, every cube that fits one of these is a goal, and `cube` and `coordinates` are ignored. How centres
  // are turned counts only with moves that turn them.
  std::vector<Pattern> patterns{};
};

enum class Want : std::uint8_t {
  good,      // a short word soon, and shorter ones until the budget ends: near-optimal
  shortest,  // the shortest words, proven: `solutions` of them
  // Every word of at most `within` moves more than the shortest has. As for `shortest`, a word that passes through the
  // goal is left out: it is a shorter solution with moves appended. That also holds for a word that passes through it
  // when two neighbouring moves that commute are exchanged.
  all
};

// Which of several cubes at the start a word must bring to the goal.
enum class Starts : std::uint8_t { all, any };

inline constexpr std::size_t kMaxStarts = 100;  // beside the first one

struct Question {
  // As it is with U up and F in front. If the goal or the moves concern the centres (centres_of), it is the cube in
  // space (cube/space.h), as it is held.
  Cube cube = kSolved;
  // What is known of the cube, if not everything; `cube` is then ignored. Where its centres are must be known.
  std::optional<Pattern> start{};
  // More cubes at the start, 0 to kMaxStarts, each as far as it is known, as the first one is (Pattern::of for a whole
  // one), and held as it is. For the 3x3x3, and not with coordinates or a robot.
  std::vector<Pattern> also{};
  // Which of all cubes that fit `start` and `also` the same word must bring to the goal. Nothing: any, if one start and
  // one cube as the goal are given, else all. For `all`, where several patterns are goals, what is unknown of a start
  // must not matter for any of them. For `any`, where it matters for goals of patterns, the cubes that fit a start
  // times the patterns may be at most 100,000, and the moves must not turn the centres. The cubes at the start and the
  // goals may come to at most 512 different patterns to reach, or as many as there are goals.
  std::optional<Starts> starts{};
  // How the cube is held (Reading::held). `moves` and the answer are for the cube as it is held: a word is
  // conjugate(word in the standard holding, held).
  Symmetry held{};
  Goal goal{};
  // What may be turned; null: what the metric counts as one move. Steps of a set carry their own costs, and `metric` is
  // not used then. If the costs are the user's (MoveSet::is_priced), lengths are sums of costs: the steps of a solution
  // have them, its moves are what the steps come to.
  std::shared_ptr<const MoveSet> moves{};
  Metric metric = Metric::htm;
  // The words that this robot does fastest, with Want::good: lengths and limits are milliseconds of its schedules
  // (robot/robot.h), and `metric` is not used. The cube lies in the robot as it is held.
  std::shared_ptr<const Robot> robot{};
  Puzzle puzzle = Puzzle::cube;
  Want want = Want::good;
  int within = 0;  // with Want::all, at least 0; kNoMaxLength is no limit
  // With Want::good: the search ends as soon as it has found `solutions` words of at most this length. Otherwise, and
  // always with 0, it goes on until the budget ends or nothing shorter can exist. Longer words are answers too.
  int good_enough = 0;
  int max_length = kNoMaxLength;  // longer words are neither searched nor answers; fastest if equal to good_enough
  // How many are kept, the shortest of those met; at least 1. With Want::all the search ends when it has so many.
  std::size_t solutions = 1;
  std::optional<SolverKind> solver{};  // nothing: the library's choice
};

// How a question depends on the centres: what its moves do to them, or what its coordinates depend on. Unless this is
// Centres::fixed, its cube is in space. Without a move set, the moves of the metric then turn the centres as needed.
Centres centres_of(const Question& question);

// The moves of a question: its own, or what its metric counts as one.
std::shared_ptr<const MoveSet> moves_of(const Question& question);

// Whether lengths are sums of the user's costs (MoveSet::is_priced).
bool is_priced(const Question& question);

// The largest limit of length that such a question has.
int longest_limit(const Question& question);

// The longest word that is searched: max_length, but without a robot at most kLongestWord or kLongestCost.
int longest_word(const Question& question);

struct Budget {
  std::optional<Clock::duration> time{};  // from the call; loading and making tables count
  // Positions expanded. Each thread may expand some hundreds more before it checks this limit. With one thread the
  // answer is then the same on every machine.
  std::uint64_t nodes = kNoMaxNodes;
  // 0: the engine's choice, which is one thread if that makes the answer repeatable, else all cores. A solver called
  // directly treats 0 as 1. With most moves of one's own near-optimal words of a whole cube are searched on one thread,
  // as those of the 2x2x2 are (Answer::threads).
  unsigned threads = 0;
  const StopFlag* stop = nullptr;  // must outlive the call
  // With Want::good and no limit of nodes, the engine does no more work than without any limit, whatever the time. To a
  // solver it says that the limit of nodes is the engine's: it may do less where that is enough.
  bool is_usual = false;
};

enum class Ended : std::uint8_t {
  // The search is complete: the solutions are the shortest ones. If there are fewer than requested, or none, no others
  // of at most max_length exist.
  complete,
  // The requested number of good enough solutions was found; others may exist. For near-optimal words in stm and atm it
  // can also mean that all words of few face turns were searched.
  enough,
  // The time is used up. The optimal solver also ends so before words of more than 35 moves, for which no time is
  // enough.
  time,
  nodes,      // the limit of nodes is reached
  stopped,    // the stop flag was set, or a listener ended the work
  unsolvable  // no word of the allowed moves brings this cube to the goal
};

// "complete", "enough", "time", "nodes", "stopped", "unsolvable".
std::string_view name(Ended ended);

// How the two-phase solver found a word. The moves between its first `front` and its last `back` moves are phase 2:
// turns of the subgroup G1 of `axis`, all turns of the two faces on the axis and half turns of the other four. The rest
// is phase 1: cube * front * g * back is solved, with g in G1, so back * cube * front is the inverse of g and in G1. In
// a search of the cube, the back is a word of at most 4 moves from a list. In a search of the inverse cube, the front
// is.
struct TwoPhaseOrigin {
  int axis = 0;          // 0 UD, 1 RL, 2 FB, of the cube as it is held
  bool inverse = false;  // the inverse cube was searched
  int front = 0;
  int back = 0;  // front + back <= number of moves

  friend bool operator==(const TwoPhaseOrigin&, const TwoPhaseOrigin&) = default;
};

struct Solution {
  Moves moves{};            // face turns, a normal word (see normalise) for the cube as it is held
  int length = 0;           // in the metric or the costs of the question
  Clock::duration after{};  // from the beginning of the search, after Answer::loading, until it was found
  std::optional<TwoPhaseOrigin> origin{};
  // The same word as steps of Question::moves; empty if the question has no move set.
  std::vector<int> steps{};
  Symmetry rotation{};  // of the whole cube after `moves`; only where Question::moves carry the centres (cube/space.h)
};

// The question's cube after the word, carried out as face turns and a rotation: independent of the cubes of the steps.
Cube after(const Question& question, const Solution& word);

// Counts of work. With one thread and no time limit they are the same on every machine.
struct Counts {
  std::uint64_t nodes = 0;         // positions expanded
  std::uint64_t phase1_reads = 0;  // two-phase: entries read of the phase-1 table
  std::uint64_t leaves = 0;        // two-phase: positions of G1 that phase 1 reached
  std::uint64_t phase2_reads = 0;  // two-phase: entries read of the large phase-2 table
  std::uint64_t lookups = 0;       // optimal: entries read of the pruning table

  Counts& operator+=(const Counts& other);
};

// One length of an iterative deepening.
struct Iteration {
  int length = 0;
  std::uint64_t nodes = 0;
  std::uint64_t lookups = 0;
  bool is_complete = false;  // all words of that length were searched
};

struct Answer {
  std::vector<Solution> solutions{};  // shortest first, at most Question::solutions
  int lower_bound = 0;                // proven: no word is shorter; 0 where nothing is known
  Ended ended = Ended::complete;
  Counts counts{};
  std::vector<Iteration> iterations{};
  // The shortest word that was met, when none of at most max_length was found; also when no such word exists.
  std::optional<Solution> too_long{};
  Clock::duration loading{};    // the time spent on loading and making tables
  Clock::duration searching{};  // the time spent on the search, after loading
  SolverKind solver{};          // which one answered
  unsigned threads = 0;         // how many could search; the engine fills it in. 0: there was no search
  std::string table{};          // the optimal table that it used, "optimal-282"; may be empty

  // Whether the first solution is proven to be a shortest one.
  bool is_shortest() const { return !solutions.empty() && solutions.front().length <= lower_bound; }
};

struct Event {
  enum class Kind : std::uint8_t {
    notice,    // a sentence for a person in `step`: a table that will be made, and how long that takes
    table,     // a table is loaded or made: `step` and `done`
    solution,  // `solution`, shorter than all before, or with Want::all one more
    bound,     // no word is shorter than `lower`
    progress,  // `done` of the words of `length` are searched
    poll       // nothing new; the listener may end the work
  };
  Kind kind = Kind::poll;
  std::string step{};
  double done = 0;           // 0..1
  double seconds_left = -1;  // of this step or length, estimated; negative: unknown
  Solution solution{};
  int length = 0;  // of the words that are searched now
  int lower = 0;   // proven so far
  int upper = -1;  // the length of the best word so far; negative: none yet
};

// "notice", "table", "solution", "bound", "progress", "poll".
std::string_view name(Event::Kind kind);

// Whether of several such events the newest says all.
constexpr bool is_passing(Event::Kind kind) { return kind == Event::Kind::progress || kind == Event::Kind::table; }

// A solver's reports: from any of its threads, one at a time.
using OnEvent = std::function<void(const Event&)>;

// How far a search is that tries one length after the other: which part of the words of a length is searched, 0..1.
struct LengthProgress {
  int length = 0;
  double done = 0;
};

// A search that its caller runs in slices, on the calling thread alone: for a page's worker or an iterator.
class Search {
 public:
  virtual ~Search() = default;
  // Searches for about that long (at least a few hundred nodes). Returns true when the search is over or has failed.
  virtual bool run_for(Clock::duration slice) = 0;
  // What is known so far; the whole answer once run_for has returned true. Errors: what made the search fail, as for
  // Engine::solve.
  virtual Expected<Answer> answer() const = 0;
  // The length that is searched now; its part never falls. Nothing where the search is over, or of another kind.
  virtual std::optional<LengthProgress> progress() const { return std::nullopt; }
};

// One solver works on one question at a time, on its own memory; many can share the tables. The engine never gives it a
// question that it does not accept (other moves, another puzzle).
class Solver {
 public:
  virtual ~Solver() = default;
  // Throws std::bad_alloc and std::system_error, and std::logic_error for a defect of the library: a word that does not
  // lead to the goal. The engine turns them into errors. The searches of begin() throw the same from run_for() and from
  // answer(), which may have words to replay; those of the engine do not.
  virtual Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) = 0;
  // The same in slices, with one thread.
  virtual std::unique_ptr<Search> begin(const Question& question, const Budget& budget,
                                        const OnEvent& on_event = {}) = 0;
};

}  // namespace superflip
