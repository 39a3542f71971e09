// The indices of a cube's coset in a pruning table, for single cubes without batches: the low distances and the tests
// use them. Search and generation use coset-inl.h, which computes the same numbers; a test compares both.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/solver/optimal/shapes.h"

namespace superflip::optimal {

// One index of the cube's coset, 0..shape.entries() - 1.
std::uint64_t index_of(const Shape& shape, const Cube& cube);

// All indices of the cube's coset. There are several when its corners are symmetric. The first is index_of().
std::vector<std::uint64_t> indices_of(const Shape& shape, const Cube& cube);

// The same for a cube in the numbering (see numbering.h) with the given parity of its corners, 0 or 1. Overwrites
// `indices`.
void list_indices(const Shape& shape, const Cube& renumbered, unsigned parity, std::vector<std::uint64_t>& indices);

}  // namespace superflip::optimal
