#include "superflip/coordinate/described/modulo.h"

namespace superflip {
namespace {

// Whether h carries cosets of H to cosets, tested with random cubes. The x of H with h*x*h^-1 in H are a subgroup; if
// it is not all of H, each random x exposes h with probability at least 1/2.
bool carries_cosets(const AnyCoordinate& base, const Cube& h) {
  constexpr int kProbes = 128;
  Random random(1);
  for (int i = 0; i < kProbes; ++i) {
    const Cube g = sample(base, random);
    const Cube r = to_cube(base, base.index(g));
    if (base.index(h * g) != base.index(h * r)) return false;
  }
  return true;
}

}  // namespace

Expected<Modulo> Modulo::make(AnyCoordinate base, const MoveSet& subgroup, const StopFlag* stop) {
  if (base.size() > kMaxBase)
    return fail("modulo is for coordinates of at most " + std::to_string(kMaxBase) + " values; " + base.name() +
                " has " + std::to_string(base.size()));
  for (const Step& step : subgroup.steps())
    if (!carries_cosets(base, step.cube))
      return fail(
          step.name + " maps cubes with one value of " + base.name() +
          " to cubes with several: count each of these pieces separately (order), or choose sets that the moves "
          "exchange as a whole");
  Modulo modulo(std::move(base), subgroup.text());
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  modulo.value_of_.assign(modulo.base_.size(), kUnknown);
  std::vector<std::uint32_t> pending;
  constexpr std::uint32_t kLook = 1024;  // values between two checks of `stop`
  std::uint32_t listed = 0;
  for (std::uint32_t first = 0; first < modulo.base_.size(); ++first) {
    if (modulo.value_of_[first] != kUnknown) continue;
    const auto value = static_cast<std::uint32_t>(modulo.smallest_.size());
    modulo.smallest_.push_back(first);
    modulo.value_of_[first] = value;
    pending.push_back(first);
    while (!pending.empty()) {
      if (listed++ % kLook == 0 && is_set(stop)) return fail(ErrorKind::stopped, "stopped while values were listed");
      const Cube cube = to_cube(modulo.base_, pending.back());
      pending.pop_back();
      for (const Step& step : subgroup.steps()) {
        const auto other = static_cast<std::uint32_t>(modulo.base_.index(step.cube * cube));
        if (modulo.value_of_[other] != kUnknown) continue;
        modulo.value_of_[other] = value;
        pending.push_back(other);
      }
    }
  }
  return modulo;
}

}  // namespace superflip
