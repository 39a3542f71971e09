// Random positions of a coset, solved one by one: an independent path for checks of whole cosets.
//
// A result says that so many moves solve every position. Random ones are made piece by piece, solved by the two-phase
// solver, and their words done on stickers. Nothing here knows of bitmaps, passes, or numbers of G1's elements. A
// number of moves that is too small for most positions is found, one that is too small for a few is not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/metric.h"
#include "superflip/cube/random.h"
#include "superflip/engine/engine.h"

namespace superflip::detail {

inline constexpr int kRandomPositions = 1000;

// Uniform over the positions of the cube's coset of G1: a random element of G1, then the cube.
Cube random_position(const Cube& cube, Random& random);

struct PositionsCheck {
  std::uint64_t solved = 0;            // positions
  std::optional<std::string> wrong{};  // a sentence about one that could not be solved
};

// Solves kRandomPositions positions in at most `within` moves each, or fewer positions where they take more than some
// seconds of work on one thread. In stm the words are those of htm, which are no longer in stm: none is asked for where
// `within` is less than the greatest distance in htm, since there may be none. Of the budget threads and `stop` are
// used. Errors: stopped, and those of Engine::solve().
Expected<PositionsCheck> solve_random_positions(Engine& engine, const Cube& cube, Metric metric, int within,
                                                const Budget& budget);

}  // namespace superflip::detail
