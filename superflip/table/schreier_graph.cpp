#include "superflip/table/schreier_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_set>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/reached.h"

namespace superflip {
namespace {

constexpr Index kMostInner = 65536;
constexpr Index kMostClasses = Index{1} << 26;
constexpr Index kMostFolded = Index{1} << 32;    // outer values, four bytes each while there are symmetries
constexpr Index kMostUnfolded = Index{1} << 26;  // outer values, blocks each
constexpr std::size_t kMostRowBytes = std::size_t{1} << 27;

Index size_of(const std::vector<AnyCoordinate>& parts) {
  Index size = 1;
  for (const AnyCoordinate& part : parts) size *= part.size();
  return size;
}

std::string joined_name(const std::vector<AnyCoordinate>& parts) {
  std::string joined;
  for (const AnyCoordinate& part : parts) joined += (joined.empty() ? "" : " * ") + part.name();
  return joined;
}

// The symmetries that carry the set of goals to itself.
std::uint64_t symmetries_of_goals(const Product& coordinate, const std::vector<Cube>& goals) {
  std::unordered_set<Index> values;
  for (const Cube& goal : goals) values.insert(coordinate.index(goal));
  std::uint64_t set = 0;
  for (Symmetry s = 0; s < kSymmetries; ++s)
    if (std::all_of(goals.begin(), goals.end(), [&](const Cube& goal) {
          const Cube image = conjugate(goal, s);
          return coordinate.defined(image) && values.contains(coordinate.index(image));
        }))
      set |= std::uint64_t{1} << s;
  return set;
}

// The ways to split the parts, each as the set (bits) of those that are outer.
class Splitter {
 public:
  Splitter(const std::vector<AnyCoordinate>& parts, const SymmetryGroup& group, std::size_t steps)
      : parts_(parts), group_(group), steps_(steps) {}

  bool is_possible(unsigned outer) {
    const unsigned inner = ~outer & all();
    const Index folded = size_of(chosen(outer));
    const Index entries = size_of(chosen(inner));
    // A tenth is left for self-symmetric classes.
    return outer != 0 && folded <= (group_.order() > 1 ? kMostFolded : kMostUnfolded) &&
           folded / group_.order() <= kMostClasses / 10 * 9 && entries <= kMostInner &&
           entries * steps_ * group_.order() * sizeof(std::uint16_t) <= kMostRowBytes && is_kept(outer) &&
           (inner == 0 || is_kept(inner));
  }

  // About the time that the table takes, in nanoseconds: to fold the outer values, for each block, for each entry.
  double cost(unsigned outer) {
    const auto folded = static_cast<double>(size_of(chosen(outer)));
    const auto entries = static_cast<double>(size_of(chosen(~outer & all())));
    return (group_.order() > 1 ? 40 * folded : 0) + classes(outer) * (50 + 10 * entries);
  }

  // The cheapest possible one; 0 if there is none.
  unsigned best() {
    unsigned found = 0;
    for (unsigned outer = 1; outer <= all(); ++outer)
      if (is_possible(outer) && (found == 0 || cost(outer) < cost(found))) found = outer;
    return found;
  }

  std::vector<AnyCoordinate> chosen(unsigned set) const {
    std::vector<AnyCoordinate> result;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if ((set >> p & 1) != 0) result.push_back(parts_[p]);
    return result;
  }

  unsigned all() const { return (1U << parts_.size()) - 1; }

 private:
  // How many classes the outer values have: counted where they are few, and of more a guess from those that are known.
  // Of small coordinates more classes are self-symmetric. Precondition: is_possible(outer).
  double classes(unsigned outer) {
    constexpr Index kFew = 5000;
    const Product coordinate(chosen(outer));
    if (coordinate.size() <= kFew) {
      const auto [at, is_new] = classes_.try_emplace(outer, 0);
      if (is_new) at->second = static_cast<double>(count_classes(AnyCoordinate(coordinate), group_, false).classes);
      return at->second;
    }
    const auto folded = static_cast<double>(coordinate.size());
    return folded / group_.order() * (1 + 0.7 * (group_.order() - 1) / std::sqrt(folded));
  }

  bool is_kept(unsigned set) {
    const auto [at, is_new] = admitted_.try_emplace(set, 0);
    if (is_new) at->second = group_.order() == 1 ? 1 : admitted(Product(chosen(set)));
    return (group_.bits() & ~at->second) == 0;
  }

  const std::vector<AnyCoordinate>& parts_;
  const SymmetryGroup& group_;
  std::size_t steps_;
  std::map<unsigned, std::uint64_t> admitted_;
  std::map<unsigned, double> classes_;
};

}  // namespace

std::string SchreierPlan::name() const {
  return joined_name(outer) + (inner.empty() ? "" : " * ") + joined_name(inner);
}

Index SchreierPlan::values() const { return size_of(outer) * size_of(inner); }

std::uint64_t SchreierPlan::estimated_entries() const {
  return std::max<Index>(size_of(outer) / group.order(), 1) * size_of(inner);
}

std::uint64_t SchreierPlan::estimated_bytes() const {
  const Index folded = size_of(outer);
  const Index classes = std::max<Index>(folded / group.order(), 1);
  const std::uint64_t rows = size_of(inner) * moves->size() * group.order() * sizeof(std::uint16_t);
  const std::uint64_t fold = group.order() > 1 ? 4 * folded + 12 * classes : 0;
  return estimated_entries() + estimated_entries() / 32 + fold + classes * moves->size() * 4 + rows;
}

Expected<SchreierPlan> plan(const SchreierSpec& spec) {
  std::vector<AnyCoordinate> parts;
  long double size = 1;
  for (const AnyCoordinate& part : spec.coordinate.parts) {
    Expected<AnyCoordinate> reached = Reached::make(part, spec.moves, spec.goals, spec.memory);
    if (!reached) return tl::unexpected<Error>(reached.error());
    size *= static_cast<long double>(reached->size());
    if (reached->size() > 1) parts.push_back(*reached);
    if (&part == &spec.coordinate.parts.back() && parts.empty())
      parts.push_back(*reached);  // one value is a table, too
  }
  if (size >= static_cast<long double>(std::numeric_limits<std::int64_t>::max()))
    return fail(
        fmt::format("{} has {:.2Lg} values, and a table of them would take some {:.2Lg} GB. What fits has fewer "
                    "pieces, or fewer moves",
                    spec.coordinate.name(), size, size / kSymmetries / 1e9L));
  const Product product(parts);

  // Where the solved value is not reached, inside the whole group: what keeps each part there, keeps what is reached.
  std::uint64_t by_coordinate = kAll48.bits();
  if (product.defined(kSolved))
    by_coordinate = admitted(product);
  else
    for (const AnyCoordinate& part : spec.coordinate.parts) by_coordinate &= admitted(part);
  const std::uint64_t by_moves = spec.moves->symmetries();
  const std::uint64_t by_goals = symmetries_of_goals(product, spec.goals);
  const std::uint64_t kept = by_coordinate & by_moves & by_goals;
  const SymmetryGroup largest(generated_group(kept).bits() == kept ? kept : 1);
  // A smaller group may be worth more than the largest: one that keeps parts which that mixes.
  std::vector<SymmetryGroup> groups{largest};
  if (spec.group) {
    const std::uint64_t wrong = spec.group->bits() & ~largest.bits();
    if (wrong != 0) {
      const char* who = (wrong & ~by_moves) != 0   ? "the moves"
                        : (wrong & ~by_goals) != 0 ? "the goal"
                                                   : "the coordinate";
      return fail(fmt::format("the symmetries {} do not all keep {}; those that can be used here are {}",
                              to_string(*spec.group), who, to_string(largest)));
    }
    groups = {*spec.group};
  } else {
    std::uint64_t of_all = largest.bits();
    for (const AnyCoordinate& part : parts) {
      if (!part.defined(kSolved)) continue;
      groups.emplace_back(largest.bits() & admitted(part));
      of_all &= groups.back().bits();
    }
    groups.emplace_back(of_all);
    groups.emplace_back(1);
  }

  unsigned outer = 0;
  SymmetryGroup group = largest;
  double least = std::numeric_limits<double>::infinity();
  unsigned wanted = 0;
  if (spec.fold)
    for (const AnyCoordinate& part : spec.fold->parts)
      for (std::size_t p = 0; p < parts.size(); ++p)
        if (parts[p].name() == part.name()) wanted |= 1U << p;
  for (const SymmetryGroup& candidate : groups) {
    Splitter splitter(parts, candidate, spec.moves->steps().size());
    const unsigned found = !spec.fold ? splitter.best() : splitter.is_possible(wanted) ? wanted : 0;
    if (found == 0 || splitter.cost(found) >= least) continue;
    outer = found;
    group = candidate;
    least = splitter.cost(found);
  }
  if (outer == 0 && spec.fold)
    return fail(
        fmt::format("{} cannot be folded alone here: it must be parts of the coordinate, kept by the symmetries as "
                    "the others are, and leave at most {} values to these",
                    spec.fold->name(), kMostInner));
  if (outer == 0)
    return fail(
        fmt::format("{} has {} values: folded by {} symmetries some {:.2g} GB of entries, of which the parts that "
                    "symmetries mix must have fewer than {} values together, and {} classes. What fits has fewer "
                    "pieces, or fewer moves",
                    joined_name(parts), product.size(), largest.order(),
                    static_cast<double>(product.size()) / largest.order() / 1e9, kMostFolded, kMostClasses));
  const Splitter splitter(parts, group, spec.moves->steps().size());
  return SchreierPlan{splitter.chosen(outer), splitter.chosen(~outer & splitter.all()), spec.moves, spec.goals, group};
}

Expected<std::vector<Cube>> goals_at(const Description& coordinate, std::span<const Index> values) {
  const Expected<Product> product = coordinate.product();
  if (!product) return tl::unexpected<Error>(product.error());
  std::vector<Cube> goals;
  for (const Index value : values) {
    if (value >= product->size())
      return fail(fmt::format("{} is no value of {}: expected 0 to {}", value, product->name(), product->size() - 1));
    goals.push_back(to_cube(*product, value));
  }
  return goals;
}

Expected<std::vector<Cube>> goals_of(const Description& coordinate, const MoveSet& subgroup) {
  constexpr std::size_t kMost = 1'000'000;
  std::set<std::vector<Index>> met;
  std::vector<Cube> goals;
  const auto meet = [&](const Cube& cube) {
    std::vector<Index> value;
    for (const AnyCoordinate& part : coordinate.parts) value.push_back(part.index(cube));
    if (met.insert(std::move(value)).second) goals.push_back(cube);
  };
  meet(kSolved);
  for (std::size_t next = 0; next < goals.size(); ++next) {
    if (goals.size() > kMost)
      return fail("the goal has more than " + std::to_string(kMost) + " values: too many to list");
    const Cube cube = goals[next];
    for (const Step& step : subgroup.steps()) meet(cube * step.cube);
  }
  return goals;
}

SchreierGraph::SchreierGraph(SchreierPlan of, unsigned threads)
    : plan_(std::move(of)),
      outer_(plan_.outer),
      all_([this] {
        std::vector<AnyCoordinate> parts = plan_.outer;
        parts.insert(parts.end(), plan_.inner.begin(), plan_.inner.end());
        return Product(std::move(parts));
      }()),
      size_(static_cast<std::uint32_t>(size_of(plan_.inner))),
      steps_(plan_.moves->steps().size()),
      order_(plan_.group.members().size()) {
  if (!plan_.inner.empty()) inner_.emplace(plan_.inner);
  if (order_ > 1) classes_.emplace(outer_, plan_.group);
  blocks_ = classes_ ? classes_->classes() : static_cast<std::uint32_t>(outer_.size());
  constexpr std::uint32_t kPaddedFrom = 64;
  stride_ = size_ < kPaddedFrom ? size_ : (size_ + 7) / 8 * 8;
  for (const Symmetry s : plan_.group.members()) back_.push_back(inverse_symmetry(s));

  target_.resize(blocks_ * steps_);
  parallel_for(blocks_, 1024, threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Cube cube =
          superflip::to_cube(outer_, classes_ ? classes_->representative(static_cast<std::uint32_t>(b)) : b);
      for (std::size_t m = 0; m < steps_; ++m) {
        const Index raw = outer_.index(cube * move_set()[static_cast<int>(m)].cube);
        target_[b * steps_ + m] =
            classes_ ? classes_->class_of(raw) |
                           static_cast<std::uint32_t>(plan_.group.position(classes_->symmetry_of(raw))) << kClassBits
                     : static_cast<std::uint32_t>(raw);
      }
    }
  });

  conjugates_.resize(order_ * size_);
  rows_.resize(steps_ * order_ * size_);
  if (inner_) {
    std::vector<std::uint16_t> next(steps_ * size_);
    parallel_for(size_, 256, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Cube cube = superflip::to_cube(*inner_, i);
        for (std::size_t m = 0; m < steps_; ++m)
          next[m * size_ + i] = static_cast<std::uint16_t>(inner_->index(cube * move_set()[static_cast<int>(m)].cube));
        for (std::size_t p = 0; p < order_; ++p)
          conjugates_[p * size_ + i] = static_cast<std::uint16_t>(
              p == 0 ? i : inner_->index(conjugate(cube, plan_.group.member(static_cast<int>(p)))));
      }
    });
    parallel_for(steps_ * order_, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint16_t* after = &next[row / order_ * size_];
        const std::uint16_t* seen = &conjugates_[plan_.group.position(back_[row % order_]) * size_];
        for (std::size_t i = 0; i < size_; ++i) rows_[row * size_ + i] = seen[after[i]];
      }
    });
  }
  for (const Cube& goal : plan_.goals) {
    goals_.push_back(place(goal).entry);
    goal_values_.insert(all_.index(goal));
  }
  const auto before = [](const GraphEntry& a, const GraphEntry& b) {
    return std::pair(a.block, a.offset) < std::pair(b.block, b.offset);
  };
  std::sort(goals_.begin(), goals_.end(), before);
  goals_.erase(std::unique(goals_.begin(), goals_.end()), goals_.end());
}

void SchreierGraph::images(std::uint32_t block, std::vector<BlockMap>& maps) const {
  if (!classes_) return;
  for (std::uint64_t set = classes_->self_symmetries(block) & ~std::uint64_t{1}; set != 0; set &= set - 1) {
    const int position = plan_.group.position(static_cast<Symmetry>(std::countr_zero(set)));
    maps.push_back({block, 0, conjugates_.data() + static_cast<std::size_t>(position) * size_});
  }
}

bool SchreierGraph::defined(const Cube& cube) const { return all_.defined(cube); }

bool SchreierGraph::is_goal(const Cube& cube) const {
  return all_.defined(cube) && goal_values_.contains(all_.index(cube));
}

SchreierGraph::Place SchreierGraph::place(const Cube& cube) const {
  const Index raw = outer_.index(cube);
  const Symmetry frame = classes_ ? inverse_symmetry(classes_->symmetry_of(raw)) : Symmetry{0};
  const std::uint32_t block = classes_ ? classes_->class_of(raw) : static_cast<std::uint32_t>(raw);
  const Index offset = inner_ ? inner_->index(conjugate(cube, frame)) : 0;
  return {{block, static_cast<std::uint32_t>(offset)}, frame};
}

Cube SchreierGraph::to_cube(const GraphEntry& entry) const {
  const Index raw = classes_ ? classes_->representative(entry.block) : entry.block;
  return superflip::to_cube(all_, raw + outer_.size() * entry.offset);
}

}  // namespace superflip
