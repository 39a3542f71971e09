// A pass: multiplies a whole bitmap by the ten moves of G1, and in stm by its other letters too (letters.h).
//
// A letter maps vectors onto vectors (g1_numbers.h), so that the bits that a vector gets from its neighbours are as
// many vectors, each with its bits exchanged: bytes by a shuffle, and bits in a byte.
//
// The turns of U and D are made on tiles: the 16 nodes (C, E) * U^i D^j, i, j = 0..3. With R[j] the union of the nodes
// of a row and Q[i] that of a column, R[j] | Q[i] is what node ij holds and gets from U, U2, U', D, D2 and D'. In most
// tiles no bits are exchanged for that. In stm U D', U2 D2 and U' D lead along the diagonals of i + j. If the
// stabiliser of C in <U, D> is not trivial, the edges are taken modulo it, and nodes that a tile has several times are
// counted once.
//
// A page of the old bitmap is given back to the pool when the last orbit that reads it is done. The order of the orbits
// is chosen so that few pages live at the same time.
//
// In the quarter-turn metric the sign of the corners alternates with the depth. Bits found at depth d all have one
// sign; by a quarter turn they come from the other sign, found by depth d - 1; by a half turn, of cost 2, from the same
// sign, found by depth d - 2. So one bitmap suffices: new bits are those of that sign.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/cube/metric.h"
#include "superflip/solver/coset/bitmap.h"

namespace superflip::coset {

// The sets of instructions for which passes are compiled. All give the same bits.
enum class Kernel : std::uint8_t { portable, avx2, avx512 };

// The best one of this machine.
Kernel best_kernel();
bool is_supported(Kernel kernel);

struct Pass {
  Metric metric = Metric::htm;         // or qtm, stm
  std::optional<int> corner_parity{};  // of the new bits, in qtm; nothing: both
  unsigned threads = 1;
  const StopFlag* stop = nullptr;
  std::function<void(double)> on_progress{};  // with the fraction done; from one thread at a time
  Kernel kernel = best_kernel();
};

// Replaces the bitmap by itself and all its neighbours. Returns how many bits are set then; nothing when it was
// stopped, and the bitmap then is something between. Throws std::bad_alloc.
std::optional<std::uint64_t> run(const Pass& pass, Bitmap& bitmap);

// The order in which a pass makes the orbits of corners, and the most pages that live at the same time on one thread.
struct PassOrder {
  std::vector<std::uint16_t> orbits;
  std::vector<std::uint8_t> readers;  // of each page: the orbits that read it
  std::size_t peak;
  std::size_t most_read;  // by one orbit: pages that cannot be given back before it is done
};
const PassOrder& pass_order(Metric metric);

// Bytes that a pass reads (at least) and writes.
std::uint64_t pass_bytes(Metric metric);

}  // namespace superflip::coset
