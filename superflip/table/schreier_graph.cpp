#include "superflip/table/schreier_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <unordered_set>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/laws.h"
#include "superflip/coordinate/reached.h"

namespace superflip {
namespace {

constexpr Index kMaxInner = 65536;
constexpr Index kMaxClasses = Index{1} << 26;
constexpr Index kMaxFolded = Index{1} << 32;    // outer values, four bytes each while there are symmetries
constexpr Index kMaxUnfolded = Index{1} << 26;  // outer values, one block for each
constexpr std::size_t kMaxRowBytes = std::size_t{1} << 27;

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
  for (const Symmetry s : kAllSymmetries)
    if (std::all_of(goals.begin(), goals.end(), [&](const Cube& goal) {
          const Cube image = conjugate(goal, s);
          return coordinate.defined(image) && values.contains(coordinate.index(image));
        }))
      set |= std::uint64_t{1} << s;
  return set;
}

// The ways to split the parts, each as the bit set of the outer ones.
class Splitter {
 public:
  Splitter(const std::vector<AnyCoordinate>& parts, const SymmetryGroup& group, std::size_t steps)
      : parts_(parts), group_(group), steps_(steps) {}

  bool is_possible(unsigned outer) {
    const unsigned inner = ~outer & all();
    const Index folded = size_of(chosen(outer));
    const Index entries = size_of(chosen(inner));
    // A margin of one tenth for self-symmetric classes.
    return outer != 0 && folded <= (group_.order() > 1 ? kMaxFolded : kMaxUnfolded) &&
           folded / group_.order() <= kMaxClasses / 10 * 9 && entries <= kMaxInner &&
           entries * steps_ * group_.order() * sizeof(std::uint16_t) <= kMaxRowBytes && is_kept(outer) &&
           (inner == 0 || is_kept(inner));
  }

  // Estimated time to make the table, in nanoseconds: for folding the outer values, for each block and for each entry.
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
  // The number of classes of the outer values: counted where the values are few, otherwise estimated from known cases.
  // In small coordinates a larger part of the classes is self-symmetric. Precondition: is_possible(outer).
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

// The parts, checked to be coordinates and reduced to the values that the moves reach; parts with one value go to
// `fixed`.
Expected<std::vector<AnyCoordinate>> reached_parts(const SchreierSpec& spec, std::vector<AnyCoordinate>& fixed,
                                                   const StopFlag* stop) {
  if (spec.coordinate.parts.empty() || spec.goals.empty())
    return fail(ErrorKind::bad_option, "no coordinate or no goal: expected at least one of each");
  std::vector<AnyCoordinate> parts;
  long double size = 1;
  for (const AnyCoordinate& part : spec.coordinate.parts) {
    if (!std::all_of(spec.goals.begin(), spec.goals.end(), [&part](const Cube& goal) { return part.defined(goal); }))
      return fail(ErrorKind::bad_option, "a goal has no value of " + part.name());
    if (const Expected<void> lawful = check_laws(part, *spec.moves, spec.goals); !lawful)
      return tl::unexpected<Error>(lawful.error());
    Expected<AnyCoordinate> reached = Reached::make(part, spec.moves, spec.goals, spec.memory, stop);
    if (!reached) return tl::unexpected<Error>(reached.error());
    size *= static_cast<long double>(reached->size());
    (reached->size() > 1 ? parts : fixed).push_back(*reached);
  }
  if (parts.empty()) {  // a single value is a table, too
    parts.push_back(fixed.back());
    fixed.pop_back();
  }
  if (size >= static_cast<long double>(std::numeric_limits<std::int64_t>::max()))
    return fail(ErrorKind::bad_option,
                fmt::format("{} has {:.2g} values, and a table of them would take about {:.2g} GB. Use fewer "
                            "pieces or fewer moves",
                            spec.coordinate.name(), size, size / kSymmetries / 1e9L));
  return parts;
}

// The symmetries of that set, if they are a group; else the identity.
SymmetryGroup group_of(std::uint64_t set) { return SymmetryGroup(generated_group(set).bits() == set ? set : 1); }

// The groups to choose from: the requested one, or else the largest first, followed by smaller ones. A smaller group
// may be the better choice if it preserves parts that the largest one mixes.
Expected<std::vector<SymmetryGroup>> usable_groups(const SchreierSpec& spec, const std::vector<AnyCoordinate>& parts) {
  const Product product(parts);
  // Used where the solved value is not reached: a symmetry of the whole group that preserves each part also preserves
  // what is reached.
  std::uint64_t by_coordinate = kAll48.bits();
  if (product.defined(kSolved))
    by_coordinate = admitted(product);
  else
    for (const AnyCoordinate& part : spec.coordinate.parts) by_coordinate &= admitted(part);
  const std::uint64_t by_moves = spec.moves->symmetries();
  const std::uint64_t by_goals = symmetries_of_goals(product, spec.goals);
  const SymmetryGroup largest = group_of(by_coordinate & by_moves & by_goals);
  if (spec.group) {
    const std::uint64_t wrong = spec.group->bits() & ~largest.bits();
    if (wrong == 0) return std::vector<SymmetryGroup>{*spec.group};
    const char* who = (wrong & ~by_moves) != 0 ? "the moves" : (wrong & ~by_goals) != 0 ? "the goal" : "the coordinate";
    return fail(ErrorKind::bad_option,
                fmt::format("not every symmetry of '{}' keeps {}; those that can be used here are {}",
                            to_string(*spec.group), who, to_string(largest)));
  }
  std::vector<SymmetryGroup> groups{largest};
  std::uint64_t of_all = largest.bits();
  for (const AnyCoordinate& part : parts) {
    if (!part.defined(kSolved)) continue;
    groups.push_back(group_of(largest.bits() & admitted(part)));
    of_all &= groups.back().bits();
  }
  groups.emplace_back(of_all);
  groups.emplace_back(1);
  return groups;
}

// Chooses the split and the group with the least estimated time.
Expected<SchreierPlan> cheapest_plan(const SchreierSpec& spec, const std::vector<AnyCoordinate>& parts,
                                     const std::vector<SymmetryGroup>& groups) {
  unsigned outer = 0;
  SymmetryGroup group = groups.front();
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
        ErrorKind::bad_option,
        fmt::format("{} cannot be folded alone here: it must consist of parts of the coordinate, the symmetries must "
                    "preserve it and the other parts, and the others may have at most {} values together",
                    spec.fold->name(), kMaxInner));
  if (outer == 0)
    return fail(
        ErrorKind::bad_option,
        fmt::format(
            "{} has {} values: folded by {} symmetries, its table has about {:.2g} GB of entries. The parts that "
            "symmetries mix must have fewer than {} values together, and fewer than {} classes. Use fewer "
            "pieces or fewer moves",
            joined_name(parts), size_of(parts), groups.front().order(),
            static_cast<double>(size_of(parts)) / groups.front().order() / 1e9, kMaxFolded, kMaxClasses));
  const Splitter splitter(parts, group, spec.moves->steps().size());
  return SchreierPlan{splitter.chosen(outer), splitter.chosen(~outer & splitter.all()), spec.moves, spec.goals, group};
}

std::vector<int> costs_of(const MoveSet& moves) {
  std::vector<int> costs;
  for (const Step& step : moves.steps()) costs.push_back(step.cost);
  return costs;
}

std::vector<AnyCoordinate> joined(std::vector<AnyCoordinate> parts, const std::vector<AnyCoordinate>& more) {
  parts.insert(parts.end(), more.begin(), more.end());
  return parts;
}

std::uint32_t stride_of(Index size) {
  constexpr Index kPaddedFrom = 64;
  return static_cast<std::uint32_t>(size < kPaddedFrom ? size : (size + 7) / 8 * 8);
}

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

Expected<SchreierPlan> plan(const SchreierSpec& spec, const StopFlag* stop) try {
  if (!spec.moves) return fail(ErrorKind::bad_option, "no moves: expected a set of moves");
  std::vector<AnyCoordinate> fixed;
  const Expected<std::vector<AnyCoordinate>> parts = reached_parts(spec, fixed, stop);
  if (!parts) return tl::unexpected<Error>(parts.error());
  const Expected<std::vector<SymmetryGroup>> groups = usable_groups(spec, *parts);
  if (!groups) return tl::unexpected<Error>(groups.error());
  Expected<SchreierPlan> planned = cheapest_plan(spec, *parts, *groups);
  if (planned) planned->fixed = std::move(fixed);
  return planned;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory to list what the moves reach");
}

Expected<std::vector<Cube>> goals_at(const Description& coordinate, std::span<const Index> values) {
  const Expected<Product> product = coordinate.product();
  if (!product) return tl::unexpected<Error>(product.error());
  std::vector<Cube> goals;
  for (const Index value : values) {
    if (value >= product->size())
      return fail(ErrorKind::bad_option, fmt::format("{} is not a value of {}: expected 0 to {}", value,
                                                     product->name(), product->size() - 1));
    goals.push_back(to_cube(*product, value));
  }
  return goals;
}

Expected<std::vector<Cube>> goals_of(const Description& coordinate, const MoveSet& subgroup) {
  constexpr std::size_t kMax = 1'000'000;
  std::set<std::vector<Index>> met;
  std::vector<Cube> goals;
  const auto meet = [&](const Cube& cube) {
    std::vector<Index> value;
    for (const AnyCoordinate& part : coordinate.parts) value.push_back(part.index(cube));
    if (met.insert(std::move(value)).second) goals.push_back(cube);
  };
  meet(kSolved);
  for (std::size_t next = 0; next < goals.size(); ++next) {
    if (goals.size() > kMax)
      return fail(ErrorKind::bad_option,
                  "the goal has more than " + std::to_string(kMax) + " values: too many to list");
    const Cube cube = goals[next];
    for (const Step& step : subgroup.steps()) meet(cube * step.cube);
  }
  return goals;
}

SchreierGraph::SchreierGraph(SchreierPlan plan)
    : FoldedGraph(plan.group, costs_of(*plan.moves), static_cast<std::uint32_t>(size_of(plan.inner)),
                  stride_of(size_of(plan.inner))),
      plan_(std::move(plan)),
      outer_(plan_.outer),
      all_(joined(joined(plan_.outer, plan_.inner), plan_.fixed)) {
  if (!plan_.inner.empty()) inner_.emplace(plan_.inner);
}

Expected<std::shared_ptr<const SchreierGraph>> SchreierGraph::make(SchreierPlan plan, unsigned threads,
                                                                   const StopFlag* stop) try {
  const std::shared_ptr<SchreierGraph> graph(new SchreierGraph(std::move(plan)));
  if (graph->group().order() > 1) {
    Expected<Symmetric<Product>> classes = Symmetric<Product>::make_lawful(graph->outer_, graph->group(), stop);
    if (!classes) return tl::unexpected<Error>(std::move(classes.error()));
    graph->classes_.emplace(std::move(*classes));
  }
  if (!graph->fill(threads, stop)) return fail(ErrorKind::stopped, "stopped while a graph was made");
  graph->find_goals();
  return graph;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory for the graph of the coordinate");
}

FoldedGraph::Target SchreierGraph::target_of(Index raw) const {
  if (!classes_) return {static_cast<std::uint32_t>(raw), 0};
  const Symmetry back = inverse(classes_->symmetry_of(raw));
  return {classes_->class_of(raw), static_cast<std::uint32_t>(group().position(back))};
}

bool SchreierGraph::fill(unsigned threads, const StopFlag* stop) {
  const std::vector<Step>& steps = move_set().steps();
  const auto targets_of = [&](std::uint32_t block, auto put) {
    const Cube cube = superflip::to_cube(outer_, classes_ ? classes_->representative(block) : block);
    for (std::size_t m = 0; m < steps.size(); ++m) put(m, target_of(outer_.index(cube * steps[m].cube)));
  };
  const auto values_of = [&](std::uint32_t entry, auto moved, auto seen) {
    if (!inner_) return;  // one value, 0
    const Cube cube = superflip::to_cube(*inner_, entry);
    for (std::size_t m = 0; m < steps.size(); ++m) moved(m, inner_->index(cube * steps[m].cube));
    seen(0, entry);
    for (int p = 1; p < group().order(); ++p)
      seen(static_cast<std::size_t>(p), inner_->index(conjugate(cube, group().member(p))));
  };
  const std::uint32_t blocks = classes_ ? classes_->classes() : static_cast<std::uint32_t>(outer_.size());
  const std::span self_symmetries = classes_ ? classes_->self_symmetries() : std::span<const std::uint64_t>{};
  return fill_targets(blocks, self_symmetries, threads, stop, targets_of) && fill_rows(threads, stop, values_of);
}

void SchreierGraph::find_goals() {
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

bool SchreierGraph::defined(const Cube& cube) const { return all_.defined(cube); }

bool SchreierGraph::is_goal(const Cube& cube) const { return defined(cube) && goal_values_.contains(all_.index(cube)); }

SchreierGraph::Place SchreierGraph::place(const Cube& cube) const {
  const Index raw = outer_.index(cube);
  const Symmetry frame = classes_ ? inverse(classes_->symmetry_of(raw)) : Symmetry{0};
  const std::uint32_t block = classes_ ? classes_->class_of(raw) : static_cast<std::uint32_t>(raw);
  const Index offset = inner_ ? inner_->index(conjugate(cube, frame)) : 0;
  return {{block, static_cast<std::uint32_t>(offset)}, frame};
}

Cube SchreierGraph::to_cube(const GraphEntry& entry) const {
  const Index raw = classes_ ? classes_->representative(entry.block) : entry.block;
  return superflip::to_cube(all_, raw + outer_.size() * entry.offset);
}

}  // namespace superflip
