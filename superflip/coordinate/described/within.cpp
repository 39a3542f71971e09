#include "superflip/coordinate/described/within.h"

#include <memory>
#include <vector>

#include "superflip/coordinate/described/reached.h"

namespace superflip {

Expected<Within> Within::make(const AnyCoordinate& base, const MoveSet& moves, const StopFlag* stop) {
  return Reached::make(base, std::make_shared<const MoveSet>(moves), std::vector<Cube>{kSolved}, ~std::uint64_t{0},
                       stop)
      .map([&](AnyCoordinate reached) { return Within(base.name() + " within " + moves.text(), std::move(reached)); });
}

}  // namespace superflip
