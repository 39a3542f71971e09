#include "superflip/coordinate/described/reached.h"

#include <algorithm>
#include <unordered_set>

namespace superflip {
namespace {

// A set of values: a bit set if that fits in 256 MB and in `bytes`, else a hash set.
class ValueSet {
 public:
  ValueSet(Index size, std::uint64_t bytes) : bits_(size <= Index{1} << 31 && size / 8 <= bytes ? size : 0) {}

  // Approximate memory of the set and the list of that many values.
  std::uint64_t bytes(Index values) const { return bits_.size() / 8 + values * (bits_.empty() ? 56 : 16); }

  // Adds a value; returns whether it is new.
  bool insert(Index value) {
    if (bits_.empty()) return hashed_.insert(value).second;
    if (bits_[value]) return false;
    return bits_[value] = true;
  }

 private:
  std::vector<bool> bits_;
  std::unordered_set<Index> hashed_;
};

// Returns whether it was not stopped.
bool sort(std::vector<Index>& values, const StopFlag* stop) {
  constexpr std::uint32_t kLook = 1U << 16;
  struct Stopped {};
  std::uint32_t compared = 0;
  try {
    std::sort(values.begin(), values.end(), [&](Index a, Index b) {
      if (++compared % kLook == 0 && is_set(stop)) throw Stopped{};
      return a < b;
    });
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

}  // namespace

Expected<AnyCoordinate> Reached::make(const AnyCoordinate& base, std::shared_ptr<const MoveSet> moves,
                                      std::span<const Cube> from, std::uint64_t bytes, const StopFlag* stop) {
  if (moves->generates_everything() && centres_of(base) == Centres::fixed) {
    if (moves->centres() == Centres::fixed) return base;
    Reached all(base, std::move(moves), from);  // its samples are cubes in space
    all.is_all_ = true;
    return AnyCoordinate(std::move(all));
  }
  ValueSet met(base.size(), bytes);
  std::vector<Index> values;
  const auto meet = [&](const Cube& cube) {
    const Index value = base.index(cube);
    if (met.insert(value)) values.push_back(value);
  };
  for (const Cube& cube : from) meet(cube);
  constexpr std::size_t kLook = 256;  // values between two checks of `stop`
  for (std::size_t next = 0; next < values.size(); ++next) {
    if (next % kLook == 0 && is_set(stop)) return fail(ErrorKind::stopped, "stopped while values were listed");
    if (values.size() > kMaxValues || met.bytes(values.size()) > bytes)
      return fail(ErrorKind::bad_option,
                  base.name() + ": the moves " + moves->text() + " reach more than " + std::to_string(values.size()) +
                      " of its " + std::to_string(base.size()) + " values, and listing all would take more than " +
                      std::to_string(met.bytes(values.size()) / 1'000'000) + " MB. Use fewer pieces or fewer moves");
    const Cube cube = to_cube(base, values[next]);
    for (const Step& step : moves->steps()) meet(cube * step.cube);
  }
  Reached reached(base, std::move(moves), from);
  reached.is_all_ = values.size() == base.size();
  if (!reached.is_all_) {
    if (!sort(values, stop)) return fail(ErrorKind::stopped, "stopped while values were sorted");
    reached.values_ = std::move(values);
  }
  return AnyCoordinate(std::move(reached));
}

Index Reached::number(Index value) const {
  if (is_all_) return value;
  return static_cast<Index>(std::lower_bound(values_.begin(), values_.end(), value) - values_.begin());
}

Index Reached::index(const Cube& c) const { return number(base_.index(c)); }

void Reached::indices(std::span<const Cube> cubes, std::span<Index> to) const {
  base_.indices(cubes, to);
  for (Index& value : to) value = number(value);
}

bool Reached::defined(const Cube& c) const {
  return base_.defined(c) && (is_all_ || std::binary_search(values_.begin(), values_.end(), base_.index(c)));
}

Cube Reached::sample(Random& random) const {
  constexpr int kLong = 100;
  Cube cube = from_[random.below(from_.size())];
  for (int i = 0; i < kLong; ++i)
    cube = cube * (*moves_)[static_cast<int>(random.below(static_cast<std::uint64_t>(moves_->size())))].cube;
  return cube;
}

}  // namespace superflip
