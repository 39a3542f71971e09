// Generates the pruning tables: breadth-first to a frontier, depth-first from there, and by rows where possible.
//
// Distances are those of the right cosets Kx of K (or K+, or Q), whether or not the table is folded. Cosets up to
// distance 7 (6 in atm) are found once each (frontier.h). From these, all words that cost 1, 2, 3... more are tried,
// one pass per distance. A shortest word to a coset is a row of steps that cost 1 each, two of which may be one letter
// of cost 2 (alphabet.h); so one begins with the steps to the frontier, and what follows are letters again. Each coset
// that they reach is entered unless it already has a smaller distance; most are reached several times. So memory is
// little more than the table itself. Passes run in order of increasing distance, so the first value that is written to
// an entry is its final one; within a pass threads need no order.
//
// A table with all flips has fewer rows than its last level has words, so its last level is made by rows (rows-inl.h).
// A table with one bit less is made from that one: each entry is the smaller of two.
//
// On a folded table's last level, opposite faces lead to the same classes (x U and x D are one class), so nine moves
// suffice, and none of the axis that was turned last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/solver/optimal/checkpoint.h"
#include "superflip/solver/optimal/shapes.h"

namespace superflip::optimal {

// Fills memory of shape.bytes(), whose contents do not matter. If a checkpoint is given, continues from it and updates
// it. Returns false when the flag is set before the end. Throws std::bad_alloc.
[[nodiscard]] bool generate(const Shape& shape, std::span<std::byte> bytes, unsigned threads,
                            const Progress& progress = {}, const StopFlag* stop = nullptr,
                            Checkpoint* checkpoint = nullptr);

// Makes a plain table from one of the same cosets and metric with one more bit of flips: each entry is the smaller of
// two. Each span is a whole table, of its shape's bytes(). Ends early when the flag is set.
void take_lesser_of_pairs(std::span<const std::byte> from, std::span<std::byte> to, unsigned threads,
                          const StopFlag* stop = nullptr);

// The number of entries with each code 0, 1, 2 and 3.
std::array<std::uint64_t, 4> distribution(const Shape& shape, std::span<const std::byte> bytes);

// Whether the last level of a table is made row by row.
constexpr bool is_by_rows(const Shape& shape) {
  return !shape.folded && shape.flips == 9 && counts_face_turns(shape.metric);
}

// The work of generate(): the number of table entries that it computes, including repeated ones.
double entries_to_compute(const Shape& shape);

// How long generate() takes for so many entries on so many threads of this machine, in seconds. The first call measures
// some tens of milliseconds of the same work. Estimates for other tables convert their work into the number of entries
// that would take as long.
double seconds_to_compute(double entries, unsigned threads);

}  // namespace superflip::optimal
