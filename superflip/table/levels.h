// Levels: how many values of a coordinate are at each distance, counted without a table.
//
// A table needs memory for every value. Where there are too many, as for the whole cube, breadth-first search still
// finds the first levels. A level is kept as the sorted list of its classes under symmetries and, where it acts on the
// values and the solved value is the only goal, inversion; a class is kept as its smallest member. A move of cost c
// leads at most c levels up or down, so a class is new at a distance when it is in none of the few levels before it.
// Conjugation carries moves to moves, so the moves of one member lead to all classes that the class leads to; with
// inversion, those of the member and of its inverse do.
//
// Invariant: every count that is given is exact. Beside each stands the number of canonical words of that length: the
// words in which all neighbours are in normal order (MoveSet::may_follow) and no three steps in a row equal fewer or
// cheaper ones. Their number times the number of goals is an upper bound for the number of values.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

struct LevelsSpec {
  Description coordinate;
  std::shared_ptr<const MoveSet> moves;
  std::vector<Cube> goals{kSolved};          // distance 0; at least one
  std::optional<SymmetryGroup> group{};      // to count by; if empty, the largest that can be used
  bool inversion = false;                    // classes are up to inversion, too; values and their count are the same
  int depth = 0;                             // the last distance to count, 0..kMaxLevels
  std::uint64_t memory = ~std::uint64_t{0};  // bytes that the lists may take
};

inline constexpr int kMaxLevels = 100;

struct Level {
  int distance;
  std::uint64_t values;     // of the coordinate, at this distance
  std::uint64_t classes;    // up to the symmetries, and inversion if that was asked for
  std::uint64_t symmetric;  // those of the values that a symmetry of the group, not the identity, carries to themselves
  Uint128 words;            // canonical words of this length, or of this cost
};

enum class LevelsEnd : std::uint8_t {
  depth,     // all distances that were asked for are counted
  complete,  // the last level is the last there is
  memory,    // the next level does not fit
  stopped    // the stop flag was set
};

struct Levels {
  SymmetryGroup group{1};
  bool inversion = false;     // as it was asked for
  std::vector<Level> levels;  // from distance 0 on, complete ones only
  LevelsEnd end = LevelsEnd::depth;
};

// Counts level after level, and calls on_level after each. A stop request takes effect within about 20 ms, or within
// seconds while the lists of a large level are merged. The result then holds the levels that were complete. Errors:
// bad_option (a coordinate that breaks a law or is undefined where the moves lead, more than 2^127 values, a group or
// an inversion that coordinate, moves or goals do not admit), out_of_memory.
Expected<Levels> count_levels(const LevelsSpec& spec, unsigned threads,
                              const std::function<void(const Level&)>& on_level = {}, const Progress& progress = {},
                              const StopFlag* stop = nullptr);

}  // namespace superflip
