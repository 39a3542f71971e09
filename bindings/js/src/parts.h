// Parts of a proof, which several workers search: the words of one length, divided by their first moves.
//
// Invariant: a word of the length that solves the cube is in one of the parts, or a symmetry of the cube carries it
// there; if the cube commutes with all moves, also cyclic shifts, as in central_cubes.h. So no word solves the cube if
// each part was searched to its end and has none.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "bindings/js/src/module.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace superflip::js {

// The table with which parts are searched: the only one that this package makes for proofs in htm.
inline constexpr const char* kPartsTable = "optimal-47";

// Into how many parts a length of this question is divided; 0 if it cannot be divided.
std::size_t count_parts(const Question& question, const Budget& budget);

// The search of some parts, "3,17,4": {"solution": ... or null, "nodes": [of each part], "lookups": ...}. Where the
// table is neither kept nor in memory, make_table() has to put it among the tables; without that function the search
// fails. Preconditions: the question can be divided, and no word of fewer moves solves its cube.
std::unique_ptr<Job> make_search_of_parts(const Question& question, int length, std::string_view parts,
                                          std::shared_ptr<const TableSource> tables, std::function<void()> make_table);

}  // namespace superflip::js
