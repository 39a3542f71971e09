// Which coordinates bound the distance to a set of patterns.
//
// Two pieces are alike if all patterns allow them on the same places in the same orientations. Exchanging pieces that
// are alike maps each pattern to itself. So does turning a piece, if every place that may hold it leaves its
// orientation free. What is left is described by the places of each class of pieces that are alike, and the
// orientations of some classes. The coordinate of all of this is too large for a table, so each table has some of the
// classes, as many as fit, until all are in one. Its goals are the values that the patterns allow. A class without
// orientation can be left out where the places of all others are known.
//
// If the moves carry the centres, the rotation that has carried them is one more thing to bring to a goal. Mostly that
// depends on the pieces: an edge is home soon, but not together with its centres. So each table has the centres, too,
// at most 24 times as many values. Where all that the moves can do to the centres leaves each pattern as it is, a small
// table of the centres alone tells whether they can be right at all. Of a supercube each centre whose turn counts is a
// class of its own, whose face and turn go into tables with those of other pieces.
//
// Each table is a lower bound. Whether a cube fits is decided by the patterns themselves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/cube/pattern.h"
#include "superflip/solver/solver.h"

namespace superflip::generic {

// The rotations that words of the moves turn the centres by, as bits of Pattern::rotations: a group. Their number is 1
// where the centres are fixed, at most 24.
std::uint64_t rotations_of(const MoveSet& moves);
int count_rotations(const MoveSet& moves);

// Each coordinate has at most `max_values` values. Precondition: at least one pattern; all are narrowed
// (Completions::narrowed), and not all cubes fit. Errors: bad_option, if the patterns allow too many values; stopped.
Expected<std::vector<CoordinateGoal>> goals_of_patterns(std::span<const Pattern> patterns, const MoveSet& moves,
                                                        double max_values, const StopFlag* stop = nullptr);

}  // namespace superflip::generic
