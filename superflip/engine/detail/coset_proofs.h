// Proofs: the positions of one length among candidates, found by solving them one by one.
//
// A level of a coset that follows complete levels holds all their neighbours. What it lacks are positions whose
// shortest words all end with a move that is not in G1, one of eight quarter turns. A search finds them with millions
// of others; when few positions of the coset are left, it is cheaper to ask for each of these ends whether a word of
// one move less comes before it. If the inverse of a position is in the coset, too, and not in the level, the words
// also begin with one of the eight. Positions that are alike, up to the symmetries of the coset and inversion, are
// asked about once. Invariant: a position is excluded only by complete searches.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/coset/enumeration.h"

namespace superflip::detail {

struct CosetProofs {
  std::vector<coset::Place> at_depth{};  // the candidates of that length, in order
  std::size_t asked = 0;                 // positions that solvers were asked about
};

// `candidates`: places of positions of the coset of `cube` with longer words than `depth - 1`, in order, none of them
// in the bitmap of `levels`. With a position all that are alike must be candidates or be in the bitmap, whose places
// then have length `depth`. `threads` positions are asked about at the same time. `on_progress` gets how many of how
// many have been answered, on the calling thread. Errors: stopped, and those of Engine::solve.
Expected<CosetProofs> prove(Engine& engine, const coset::Enumeration& levels, const Cube& cube, Metric metric,
                            int depth, const std::vector<coset::Place>& candidates, unsigned threads,
                            const StopFlag* stop,
                            const std::function<void(std::size_t done, std::size_t of)>& on_progress = {});

}  // namespace superflip::detail
