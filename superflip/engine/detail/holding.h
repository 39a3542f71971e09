// Holdings: from a question about a cube as it is held, with any goal cube, to one that solvers take, and back.
//
// cube * w == goal exactly if inverse(goal) * cube * w == solved. If w solves the cube in the standard holding,
// conjugate(w, s) solves the same cube held by the rotation s.
//
// An incomplete cube is a set of cubes S. A word brings one of them to the cube t exactly if its inverse brings t into
// S. So the question is asked backwards, from t to the pattern.
//
// A word w brings each of the cubes a, b, ... to the goals G exactly if it is in the sets a^-1 * G, b^-1 * G, ..., and
// so if it brings a to what a * a^-1 * G, a * b^-1 * G, ... have in common. It brings one of them there exactly if it
// brings a to one of these. The common part of two patterns is a pattern, so either is a question about one cube.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/cube/pattern.h"
#include "superflip/engine/detail/until.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// Completions::narrowed() of patterns whose centres are at home. It takes a millisecond for each, and many questions
// have the same goals, so that an engine keeps them. For any number of threads at once.
class NarrowedPatterns {
 public:
  // Nothing where no reachable cube fits. Patterns that differ by a last rotation of the whole cube are one at home
  // (with_home_centres).
  std::optional<Pattern> of(const Pattern& home);
  // How many are kept.
  std::size_t size() const;

 private:
  static constexpr std::size_t kMost = 16'384;  // some megabytes; one more, and all others are forgotten

  mutable std::mutex mutex_;
  std::map<Pattern, std::optional<Pattern>> known_;
};

// The cubes at the start, on which each word is replayed: the question that solvers take is about the first of them
// alone.
struct StartCubes {
  std::vector<Cube> cubes;     // one that fits each start, at least one
  std::vector<Pattern> goals;  // any is good
  Starts starts;
};

// The same question, checked, with a start and a goal as simple as they can be: a coordinate without goals has the cube
// of the goal, patterns are narrowed, one that only one cube fits is a cube, and several cubes at the start are one.
// Errors: impossible (no reachable cube fits, or no word brings all starts to the goal), bad_option (check_question;
// what is unknown of a start matters for the goal, or where its centres are; patterns or several starts with
// coordinates; too many starts or goals for each other), stopped (`until`, which is looked at after each of several
// patterns: thousands of them take seconds). `narrowed`: what is known of the patterns of goals; null: nothing.
// `starts`, if not null, gets the cubes at the start where these are several, or one that is not fully known; but not
// with Starts::any if some are not fully known, since any cube that fits may be meant.
Expected<Question> simplified(const Question& question, const Until& until = {}, NarrowedPatterns* narrowed = nullptr,
                              std::shared_ptr<const StartCubes>* starts = nullptr);

// The rotations of the centres to which words of the moves lead from the cube, each a bit; all, if its centres have
// none.
std::uint64_t reached_rotations(const Cube& from, const MoveSet& moves);

// A cube that fits, with the first of the rotations where the centres are moved or turned. Precondition: some reachable
// cube fits.
Cube first_cube(const Pattern& pattern, Centres centres);

// The same question in the standard holding and towards the solved cube or the patterns. Precondition for this and the
// functions below: the question is one that simplified() returned.
Question to_standard(const Question& question);

// Turns a word back for the cube of that question as it is held, and returns whether it then does what was asked for.
bool bring_back(Solution& word, const Question& question);

// Whether the word that was turned back brings all cubes at the start to a goal, or some one.
bool are_brought(const StartCubes& starts, const Solution& word, const Question& question);

}  // namespace superflip::detail
