#include "superflip/table/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/cube_classes.h"
#include "superflip/coordinate/laws.h"
#include "superflip/cube/space.h"

namespace superflip {
namespace {

using Key = Uint128;
using Keys = std::vector<Key>;

// What a class stands for, or several classes together.
struct Census {
  std::uint64_t values = 0;
  std::uint64_t classes = 0;  // up to symmetries alone
  std::uint64_t symmetric = 0;

  // `order` symmetries act, of which `fixing` carry a value of the class to itself and `inverting` carry its inverse to
  // it; where inversion does not act, `inverting` is left out.
  static Census of_class(int order, int fixing, std::optional<int> inverting) {
    const bool is_pair = inverting && *inverting == 0;  // the inverses are a class of their own under symmetries
    const std::uint64_t values =
        (is_pair ? 2U : 1U) * (static_cast<std::uint64_t>(order) / static_cast<std::uint64_t>(fixing));
    return {values, is_pair ? 2U : 1U, fixing > 1 ? values : 0};
  }

  Census& operator+=(const Census& more) {
    values += more.values;
    classes += more.classes;
    symmetric += more.symmetric;
    return *this;
  }
};

// What is counted: classes of values, each named by a key.
class Classes {
 public:
  virtual ~Classes() = default;
  // The key of the smallest member of the cube's class.
  virtual Key key(const Cube& cube) const = 0;
  // A cube of the value with that key.
  virtual Cube cube(Key key) const = 0;
  // What the class with that key stands for.
  virtual Census census(Key key) const = 0;
};

// Classes of whole cubes. The images are compared byte by byte; the key is the 5 bits of each piece in turn.
class WholeCubes final : public Classes {
 public:
  WholeCubes(const SymmetryGroup& group, bool inversion) : group_(group), inversion_(inversion) {}

  Key key(const Cube& cube) const override {
    const Cube value = with_home_centres(cube);
    Cube least = value;
    const auto meet = [&](const Cube& c) {
      for (const Symmetry s : group_.members()) {
        const Cube image = conjugate(c, s);
        if (std::memcmp(&image, &least, sizeof(Cube)) < 0) least = image;
      }
    };
    meet(value);
    if (inversion_) meet(inverse(value));
    Key key = 0;
    for (int x = 0; x < kCorners; ++x)
      key = key << 5 | static_cast<unsigned>(4 * least.corner_at(x) + least.twist_at(x));
    for (int x = 0; x < kEdges; ++x) key = key << 5 | static_cast<unsigned>(2 * least.edge_at(x) + least.flip_at(x));
    return key;
  }

  Cube cube(Key key) const override {
    Cube c;
    for (int x = kEdges - 1; x >= 0; --x, key >>= 5)
      c.set_edge(x, static_cast<int>(key >> 1 & 15), static_cast<int>(key & 1));
    for (int x = kCorners - 1; x >= 0; --x, key >>= 5)
      c.set_corner(x, static_cast<int>(key >> 2 & 7), static_cast<int>(key & 3));
    return c;
  }

  Census census(Key key) const override {
    const Cube c = cube(key);
    const auto within = [this](std::uint64_t set) { return std::popcount(set & group_.bits()); };
    std::optional<int> inverting;
    if (inversion_) inverting = within(antisymmetries_of(c));
    return Census::of_class(group_.order(), within(symmetries_of(c)), inverting);
  }

 private:
  SymmetryGroup group_;
  bool inversion_;
};

// Classes of the values of any coordinate; the key is the value, a + |A| * (b + |B| * ...).
class Values final : public Classes {
 public:
  Values(Description coordinate, const SymmetryGroup& group, bool inversion)
      : coordinate_(std::move(coordinate)), group_(group), inversion_(inversion) {}

  Key key(const Cube& cube) const override {
    Key least = ~Key{0};
    const auto meet = [&](Key value) { least = std::min(least, value); };
    each_image(cube, meet);
    if (inversion_) each_image(inverse(cube), meet);
    return least;
  }

  Cube cube(Key key) const override { return coordinate_.cube_of(key); }

  Census census(Key key) const override {
    const Cube c = cube(key);
    const auto leading_back = [&](const Cube& from) {
      int count = 0;
      each_image(from, [&](Key value) { count += value == key; });
      return count;
    };
    std::optional<int> inverting;
    if (inversion_) inverting = leading_back(inverse(c));
    return Census::of_class(group_.order(), leading_back(c), inverting);
  }

 private:
  template <class Use>
  void each_image(const Cube& cube, Use use) const {
    for (const Symmetry s : group_.members()) use(coordinate_.value_of(conjugate(cube, s)));
  }

  Description coordinate_;
  SymmetryGroup group_;
  bool inversion_;
};

void sort_unique(Keys& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

// Sorted lists of keys that come from several threads. Lists of similar length are merged as they arrive, so that each
// key is moved only a few times.
class Runs {
 public:
  void add(Keys keys) {
    for (;;) {
      Keys other;
      {
        const std::lock_guard lock(mutex_);
        const auto like =
            std::find_if(runs_.begin(), runs_.end(), [&](const Keys& run) { return run.size() / 2 <= keys.size(); });
        if (like == runs_.end()) {
          runs_.push_back(std::move(keys));
          return;
        }
        other = std::move(*like);
        runs_.erase(like);
      }
      keys = merged(keys, other);
    }
  }

  // All keys in one list. Precondition: no thread adds any more.
  Keys take() {
    std::sort(runs_.begin(), runs_.end(), [](const Keys& a, const Keys& b) { return a.size() < b.size(); });
    Keys all;
    for (Keys& run : runs_) {
      all = all.empty() ? std::move(run) : merged(all, run);
      run = {};
    }
    runs_.clear();
    return all;
  }

  std::uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = 0;
    for (const Keys& run : runs_) sum += run.capacity() * sizeof(Key);
    return sum;
  }

 private:
  static Keys merged(const Keys& a, const Keys& b) {
    Keys both;
    both.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
  }

  mutable std::mutex mutex_;  // guards runs_
  std::vector<Keys> runs_;
};

// Counts the canonical words of each cost: those in which all neighbours are in normal order, and no three steps in a
// row can be replaced by fewer or cheaper ones, as three quarter turns of a face can.
class CanonicalWords {
 public:
  explicit CanonicalWords(const MoveSet& moves) : moves_(moves), n_(moves.steps().size()) {
    std::unordered_map<Cube, int> least;  // the cost of each product of at most two steps
    const auto meet = [&least](const Cube& cube, int cost) {
      const auto [at, is_new] = least.try_emplace(cube, cost);
      if (!is_new) at->second = std::min(at->second, cost);
    };
    for (const Step& a : moves.steps()) {
      meet(a.cube, a.cost);
      for (const Step& b : moves.steps()) meet(a.cube * b.cube, a.cost + b.cost);
    }
    may_follow_both_.resize(n_ * n_ * n_);
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = 0; b < n_; ++b)
        for (std::size_t c = 0; may_follow(a, b) && c < n_; ++c) {
          if (!may_follow(b, c)) continue;
          const auto found = least.find(step(a).cube * step(b).cube * step(c).cube);
          may_follow_both_[(a * n_ + b) * n_ + c] =
              found == least.end() || found->second > step(a).cost + step(b).cost + step(c).cost;
        }
  }

  // The number of words of the cost 0, then 1, and so on; at most 2^128 - 1.
  Uint128 next() {
    const int cost = static_cast<int>(counts_.size());
    std::vector<Uint128> count((n_ + 1) * n_);
    Uint128 sum = cost == 0 ? 1 : 0;
    for (std::size_t c = 0; c < n_; ++c) {
      const int before = cost - step(c).cost;
      if (before == 0) count[n_ * n_ + c] = 1;
      for (std::size_t b = 0; before > 0 && b < n_; ++b)
        if (may_follow(b, c)) count[b * n_ + c] = words_before(before, b, c);
    }
    for (const Uint128 words : count) sum = sum_of(sum, words);
    counts_.push_back(std::move(count));
    return sum;
  }

 private:
  const Step& step(std::size_t i) const { return moves_.steps()[i]; }
  bool may_follow(std::size_t a, std::size_t b) const {
    return moves_.may_follow(static_cast<int>(a), static_cast<int>(b));
  }

  // The words of that cost that end with b and may go on with c.
  Uint128 words_before(int cost, std::size_t b, std::size_t c) const {
    const std::vector<Uint128>& count = counts_[static_cast<std::size_t>(cost)];
    Uint128 sum = count[n_ * n_ + b];
    for (std::size_t a = 0; a < n_; ++a)
      if (may_follow_both_[(a * n_ + b) * n_ + c]) sum = sum_of(sum, count[a * n_ + b]);
    return sum;
  }

  static Uint128 sum_of(Uint128 a, Uint128 b) { return b > ~Uint128{0} - a ? ~Uint128{0} : a + b; }

  const MoveSet& moves_;
  std::size_t n_;
  std::vector<bool> may_follow_both_{};         // whether c may follow a b
  std::vector<std::vector<Uint128>> counts_{};  // by cost, and by the last two steps; n instead of a missing one
};

class Counter {
 public:
  Counter(const LevelsSpec& spec, const Classes& classes, bool inversion, unsigned threads, const Progress& progress,
          const StopFlag* stop)
      : spec_(spec),
        classes_(classes),
        inversion_(inversion),
        threads_(threads),
        progress_(progress),
        stop_(stop),
        words_(*spec.moves) {
    for (const Step& step : spec.moves->steps()) max_cost_ = std::max(max_cost_, step.cost);
  }

  LevelsEnd run(std::vector<Level>& levels, const std::function<void(const Level&)>& on_level) {
    Keys goals;
    for (const Cube& goal : spec_.goals) goals.push_back(classes_.key(goal));
    sort_unique(goals);
    found_.push_back(std::move(goals));
    int barren = 0;  // distances in a row without a new value; where steps cost more, some can be empty
    for (int distance = 0;; ++distance) {
      const Census census = census_of(found_.back());
      const Level level{distance, census.values, spec_.inversion ? found_.back().size() : census.classes,
                        census.symmetric, words_.next()};
      if (is_set(stop_)) return LevelsEnd::stopped;
      barren = level.classes == 0 ? barren + 1 : 0;
      if (barren == max_cost_) {
        while (levels.back().values == 0) levels.pop_back();
        return LevelsEnd::complete;
      }
      levels.push_back(level);
      if (on_level && level.classes > 0) on_level(level);
      if (distance == spec_.depth) return LevelsEnd::depth;
      Keys next;
      try {
        if (const auto end = expand(distance + 1, next)) return *end;
      } catch (const std::bad_alloc&) {
        return LevelsEnd::memory;  // what was counted stands
      }
      found_.push_back(std::move(next));
      // Only the levels that a step can lead back to are needed again.
      if (const int gone = distance + 1 - 2 * max_cost_; gone >= 0) found_[static_cast<std::size_t>(gone)] = {};
    }
  }

 private:
  // The classes of the cubes at that distance, or why they were not found.
  std::optional<LevelsEnd> expand(int distance, Keys& next) {
    Runs runs;
    std::atomic<bool> is_full{false};
    for (int cost = 1; cost <= std::min(max_cost_, distance); ++cost)
      expand_from(found_[static_cast<std::size_t>(distance - cost)], cost, distance, runs, is_full);
    if (is_set(stop_)) return LevelsEnd::stopped;
    if (is_full || 2 * runs.bytes() + bytes_of_levels() > spec_.memory) return LevelsEnd::memory;
    next = runs.take();
    if (is_set(stop_)) return LevelsEnd::stopped;
    for (int back = 1; back <= std::min(2 * max_cost_, distance); ++back) {
      const Keys& known = found_[static_cast<std::size_t>(distance - back)];
      auto seen = known.begin();
      next.erase(std::remove_if(next.begin(), next.end(),
                                [&](Key key) {
                                  while (seen != known.end() && *seen < key) ++seen;
                                  return seen != known.end() && *seen == key;
                                }),
                 next.end());
    }
    next.shrink_to_fit();
    return std::nullopt;
  }

  void expand_from(const Keys& level, int cost, int distance, Runs& runs, std::atomic<bool>& is_full) {
    // How many classes are expanded between two checks of the flag; their keys are sorted together.
    const std::size_t grain = std::max<std::size_t>(1, 512 / static_cast<std::size_t>(spec_.moves->size()));
    const auto run_length = static_cast<std::size_t>(
        std::clamp<std::uint64_t>(spec_.memory / (8 * sizeof(Key)) / threads_, 1 << 10, 1 << 18));
    std::atomic<std::size_t> next{0};
    std::mutex telling;
    const auto work = [&](unsigned) {
      Keys keys;
      const auto flush = [&] {
        sort_unique(keys);
        keys.shrink_to_fit();
        runs.add(std::exchange(keys, {}));
        if (2 * runs.bytes() + bytes_of_levels() > spec_.memory) is_full = true;
      };
      while (!is_set(stop_) && !is_full) {
        const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
        if (begin >= level.size()) break;
        const std::size_t end = std::min(begin + grain, level.size());
        for (std::size_t i = begin; i < end; ++i) add_neighbours(classes_.cube(level[i]), cost, keys);
        if (keys.size() < run_length) continue;
        flush();
        if (const std::unique_lock lock(telling, std::try_to_lock); progress_ && lock.owns_lock())
          progress_(fmt::format("distance {}", distance), static_cast<double>(end) / static_cast<double>(level.size()));
      }
      if (!keys.empty()) flush();
    };
    run_on_threads(threads_, work, [&] { next.store(level.size(), std::memory_order_relaxed); });
  }

  void add_neighbours(const Cube& cube, int cost, Keys& keys) const {
    const Cube undone = inverse(cube);
    for (const Step& step : spec_.moves->steps()) {
      if (step.cost != cost) continue;
      keys.push_back(classes_.key(cube * step.cube));
      if (inversion_) keys.push_back(classes_.key(undone * step.cube));
    }
  }

  Census census_of(const Keys& level) const {
    constexpr std::size_t kGrain = 1024;
    Census sum;
    std::mutex adding;  // guards sum
    parallel_for(
        level.size(), kGrain, threads_,
        [&](std::size_t begin, std::size_t end) {
          Census part;
          for (std::size_t i = begin; i < end; ++i) part += classes_.census(level[i]);
          const std::lock_guard lock(adding);
          sum += part;
        },
        stop_);
    return sum;
  }

  std::uint64_t bytes_of_levels() const {
    std::uint64_t sum = 0;
    for (const Keys& level : found_) sum += level.capacity() * sizeof(Key);
    return sum;
  }

  const LevelsSpec& spec_;
  const Classes& classes_;
  bool inversion_;
  unsigned threads_;
  const Progress& progress_;
  const StopFlag* stop_;
  int max_cost_ = 1;
  std::vector<Keys> found_;  // by distance; old ones are empty
  CanonicalWords words_;
};

// The symmetries that act on the values, and whether inversion does.
std::pair<std::uint64_t, bool> actions_on(const Description& coordinate) {
  if (is_whole_cube(coordinate)) return {kAll48.bits(), true};
  const Expected<Product> product = coordinate.product();
  if (product && product->defined(kSolved)) return {admitted(*product), admits_inversion(AnyCoordinate(*product))};
  std::uint64_t set = kAll48.bits();
  bool inversion = true;
  for (const AnyCoordinate& part : coordinate.parts) {
    if (!part.defined(kSolved)) return {1, false};
    set &= admitted(part);
    inversion = inversion && admits_inversion(part);
  }
  return {set, inversion};
}

// The symmetries of `set` that carry the set of the goals' values to itself, and whether inversion may be used: a word
// and its inverse lead equally far only from the solved value.
std::pair<std::uint64_t, bool> actions_on_goals(const LevelsSpec& spec, std::uint64_t set, bool inversion,
                                                const StopFlag* stop) {
  Keys goals;
  for (const Cube& goal : spec.goals) goals.push_back(spec.coordinate.value_of(goal));
  sort_unique(goals);
  const auto is_goal = [&](const Cube& c) {
    return spec.coordinate.defined(c) && std::binary_search(goals.begin(), goals.end(), spec.coordinate.value_of(c));
  };
  std::uint64_t kept = 0;
  for (const Symmetry s : kAllSymmetries)
    if ((set >> s & 1) != 0 && !is_set(stop) &&
        std::all_of(spec.goals.begin(), spec.goals.end(), [&](const Cube& c) { return is_goal(conjugate(c, s)); }))
      kept |= std::uint64_t{1} << s;
  return {kept, inversion && goals.size() == 1 && is_goal(kSolved)};
}

Expected<void> check_spec(const LevelsSpec& spec) {
  if (!spec.moves || spec.coordinate.parts.empty() || spec.goals.empty())
    return fail(ErrorKind::bad_option, "no coordinate, no moves or no goal: expected at least one of each");
  if (const Expected<void> alone = check_no_follow_costs(*spec.moves); !alone)
    return tl::unexpected<Error>(alone.error());
  if (spec.depth < 0 || spec.depth > kMaxLevels)
    return fail(ErrorKind::bad_option, fmt::format("the depth is {}: expected 0 to {}", spec.depth, kMaxLevels));
  constexpr long double kMaxValues = 1.7e38L;  // 2^127
  if (spec.coordinate.size() > kMaxValues)
    return fail(ErrorKind::bad_option, spec.coordinate.name() + " has more than 2^127 values");
  for (const AnyCoordinate& part : spec.coordinate.parts) {
    if (!std::all_of(spec.goals.begin(), spec.goals.end(), [&part](const Cube& goal) { return part.defined(goal); }))
      return fail(ErrorKind::bad_option, part.name() + " has no value for one of the goals");
    if (Expected<void> lawful = check_laws(part, *spec.moves, spec.goals); !lawful) return lawful;
  }
  return check_independent(spec.coordinate.parts);
}

}  // namespace

Expected<Levels> count_levels(const LevelsSpec& spec, unsigned threads,
                              const std::function<void(const Level&)>& on_level, const Progress& progress,
                              const StopFlag* stop) try {
  if (const Expected<void> checked = check_spec(spec); !checked) return tl::unexpected<Error>(checked.error());
  const auto [acting, inverting] = actions_on(spec.coordinate);
  const auto [usable, inversion] = actions_on_goals(spec, acting & spec.moves->symmetries(), inverting, stop);
  const SymmetryGroup largest(generated_group(usable).bits() == usable ? usable : 1);
  Levels levels;
  levels.group = spec.group.value_or(largest);
  levels.inversion = spec.inversion;
  if ((levels.group.bits() & ~largest.bits()) != 0)
    return fail(ErrorKind::bad_option, fmt::format("not every symmetry of '{}' can be used here; those that can are {}",
                                                   to_string(levels.group), to_string(largest)));
  if (spec.inversion && !inverting)
    return fail(ErrorKind::bad_option, "inversion does not act on " + spec.coordinate.name() +
                                           ": the value of a cube does not determine the value of its inverse");
  if (spec.inversion && !inversion)
    return fail(
        ErrorKind::bad_option,
        "inversion cannot be used here: only from the solved value alone, a word and its inverse lead to values "
        "at the same distance");
  std::unique_ptr<const Classes> classes;
  if (is_whole_cube(spec.coordinate))
    classes = std::make_unique<WholeCubes>(levels.group, inversion);
  else
    classes = std::make_unique<Values>(spec.coordinate, levels.group, inversion);
  levels.end = Counter(spec, *classes, inversion, std::max(threads, 1U), progress, stop).run(levels.levels, on_level);
  return levels;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory to count the values at each distance");
}

}  // namespace superflip
