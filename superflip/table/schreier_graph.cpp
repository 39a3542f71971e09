#include "superflip/table/schreier_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <unordered_set>

#include "superflip/base/text.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/class_packing.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/described/reached.h"
#include "superflip/coordinate/laws.h"

namespace superflip {
namespace {

constexpr Index kMaxInner = 65536;                 // rows of inner values have 16 bits an entry
constexpr Index kMaxFolded = Index{1} << 32;       // outer values, four bytes each while there are symmetries
constexpr Index kMaxBlocks = Index{1} << 32;       // classes times middle values
constexpr Index kMaxRowBytes = Index{1} << 27;     // of inner values: for each value, move and map two bytes
constexpr Index kMaxMiddleBytes = Index{1} << 30;  // of middle values: four bytes
// Of class rows: for each class, move and inner value two bytes, and as many for the inverses while distances are
// found. The corners' twists in 984 classes of their permutation under 48 symmetries take 984 * 18 * 2187 * 2 =
// 77,471,288.
constexpr Index kMaxClassRowBytes = Index{1} << 28;

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

// The symmetries that carry the set of goals to itself; of no use if it was stopped.
std::uint64_t symmetries_of_goals(const Product& coordinate, const std::vector<Cube>& goals, const StopFlag* stop) {
  std::unordered_set<Index> values;
  for (const Cube& goal : goals) {
    if (is_set(stop)) return 0;
    values.insert(coordinate.index(goal));
  }
  std::uint64_t set = 0;
  for (const Symmetry s : kAllSymmetries)
    if (std::all_of(goals.begin(), goals.end(), [&](const Cube& goal) {
          const Cube image = conjugate(goal, s);
          return !is_set(stop) && coordinate.defined(image) && values.contains(coordinate.index(image));
        }))
      set |= std::uint64_t{1} << s;
  return set;
}

// The number of classes of so many values, estimated from known cases. In small coordinates a larger part of the
// classes is self-symmetric.
double estimated_classes(Index values, int maps) {
  const auto folded = static_cast<double>(values);
  return folded / maps * (1 + 0.7 * (maps - 1) / std::sqrt(folded));
}

// A way to split the parts: the outer, middle and inner ones, each as a set of bits.
struct Split {
  unsigned outer = 0;
  unsigned middle = 0;
  unsigned inner = 0;
  bool class_rows = false;  // see SchreierPlan
};

class Splitter {
 public:
  // Precondition: the group, and inversion if that is requested, act on all parts together.
  Splitter(const std::vector<AnyCoordinate>& parts, const SymmetryGroup& group, bool inversion, std::size_t steps)
      : parts_(parts), group_(group), inversion_(inversion), steps_(inversion ? 2 * steps : steps) {}

  // The split with these outer parts that has the largest blocks. It has middle parts only if it must, and class rows
  // only if nothing else is possible. Empty if there is none.
  std::optional<Split> split(unsigned outer) {
    if (outer == 0 || !is_possible(outer)) return std::nullopt;
    const unsigned others = ~outer & all();
    if (can_be_inner(others)) return Split{outer, 0, others};
    if (const auto found = split_in_three(outer)) return found;
    if (can_have_class_rows(outer)) return Split{outer, 0, others, true};
    return std::nullopt;
  }

  // Estimated time to make the table, in nanoseconds: for folding the outer values, for each block and for each entry.
  // An entry of a class row takes about 25 ns but counts as 100, so that class rows are chosen only if they save much
  // time: a table without them has fewer entries, or needs no large rows while it is used.
  double cost(const Split& split) {
    const auto folded = static_cast<double>(size(split.outer));
    const auto entries = static_cast<double>(size(split.inner));
    return (maps() > 1 ? 40 * folded : 0) +
           classes(split.outer) * static_cast<double>(size(split.middle)) * (50 + 10 * entries) +
           (split.class_rows ? 100 * class_row_values(split.outer) : 0);
  }

  // The cheapest one; empty if there is none.
  std::optional<Split> best() {
    std::optional<Split> found;
    for (unsigned outer = 1; outer <= all(); ++outer)
      if (const auto candidate = split(outer); candidate && (!found || cost(*candidate) < cost(*found)))
        found = candidate;
    return found;
  }

  std::vector<AnyCoordinate> chosen(unsigned set) const {
    std::vector<AnyCoordinate> result;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if ((set >> p & 1) != 0) result.push_back(parts_[p]);
    return result;
  }

 private:
  unsigned all() const { return (1U << parts_.size()) - 1; }
  Index size(unsigned set) const { return size_of(chosen(set)); }
  int maps() const { return group_.order() * (inversion_ ? 2 : 1); }

  // The split with middle parts that has the largest blocks.
  std::optional<Split> split_in_three(unsigned outer) {
    const unsigned others = ~outer & all();
    constexpr std::size_t kMany = 8;  // up to so many parts, all splits in three are tried
    if (parts_.size() > kMany) return std::nullopt;
    std::optional<Split> found;
    for (unsigned inner = others; inner > 0;) {
      inner = (inner - 1) & others;  // each smaller subset, at last the empty one
      const Split candidate{outer, others & ~inner, inner};
      if ((!found || size(inner) > size(found->inner)) && can_be_inner(inner) && can_be_middle(candidate))
        found = candidate;
    }
    return found;
  }

  bool is_possible(unsigned outer) {
    const Index folded = size(outer);
    // A margin of one tenth for self-symmetric classes.
    return folded <= kMaxFolded && folded / static_cast<Index>(maps()) <= ClassPacking(maps()).max_classes() / 10 * 9 &&
           is_kept(outer);
  }

  bool can_be_inner(unsigned inner) {
    const Index entries = size(inner);
    return entries <= kMaxInner && bytes_of_rows(entries, sizeof(std::uint16_t)) <= kMaxRowBytes &&
           (inner == 0 || is_kept(inner));
  }

  bool can_be_middle(const Split& split) {
    const Index values = size(split.middle);
    // The first comparison keeps the second from overflowing.
    return values <= kMaxMiddleBytes && bytes_of_rows(values, sizeof(std::uint32_t)) <= kMaxMiddleBytes &&
           classes(split.outer) * static_cast<double>(values) < 0.9 * static_cast<double>(kMaxBlocks) &&
           is_kept(split.middle);
  }

  // Precondition: is_possible(outer).
  bool can_have_class_rows(unsigned outer) {
    const unsigned others = ~outer & all();
    return size(others) <= kMaxInner && !is_kept(others) &&
           class_row_values(outer) * sizeof(std::uint16_t) <= static_cast<double>(kMaxClassRowBytes);
  }

  double class_row_values(unsigned outer) {
    return classes(outer) * static_cast<double>(steps_) * static_cast<double>(size(~outer & all()));
  }

  Index bytes_of_rows(Index values, std::size_t bytes) const {
    return values * steps_ * static_cast<Index>(maps()) * bytes;
  }

  // The number of classes of the outer values: counted where the values are few, otherwise estimated. Precondition:
  // is_possible(outer).
  double classes(unsigned outer) {
    constexpr Index kFew = 5000;
    const Product coordinate(chosen(outer));
    if (coordinate.size() <= kFew) {
      const auto [at, is_new] = classes_.try_emplace(outer, 0);
      if (is_new) at->second = static_cast<double>(count_classes(coordinate, group_, inversion_)->classes);
      return at->second;
    }
    return estimated_classes(coordinate.size(), maps());
  }

  bool is_kept(unsigned set) {
    const auto [at, is_new] = kept_.try_emplace(set, false);
    if (is_new) at->second = maps() == 1 || admits(AnyCoordinate(Product(chosen(set))), group_, inversion_);
    return at->second;
  }

  const std::vector<AnyCoordinate>& parts_;
  const SymmetryGroup& group_;
  bool inversion_;
  std::size_t steps_;
  std::map<unsigned, bool> kept_;
  std::map<unsigned, double> classes_;
};

// Splits a part into independent factors, each reduced to the values that are reached. They are independent if every
// combination of their values is reached. If the part has no such factors, the result is the part itself.
Expected<std::vector<AnyCoordinate>> independent_factors(const AnyCoordinate& reached, const SchreierSpec& spec,
                                                         const StopFlag* stop) {
  std::vector<AnyCoordinate> factors;
  Index tuples = 1;
  std::size_t varying = 0;
  for (const AnyCoordinate& factor : reached.factors(*spec.moves, spec.goals)) {
    Expected<AnyCoordinate> values = Reached::make(factor, spec.moves, spec.goals, spec.memory, stop);
    if (!values) return tl::unexpected<Error>(std::move(values.error()));
    tuples *= values->size();
    varying += values->size() > 1 ? 1 : 0;
    factors.push_back(*std::move(values));
    if (tuples > reached.size()) break;
  }
  if (varying < 2 || tuples != reached.size()) return std::vector{reached};
  return factors;
}

// The parts, checked to be coordinates, reduced to the values that the moves reach, and split into independent ones
// where the moves never mix their pieces; parts with one value go to `fixed`.
Expected<std::vector<AnyCoordinate>> reached_parts(const SchreierSpec& spec, std::vector<AnyCoordinate>& fixed,
                                                   const StopFlag* stop) {
  if (spec.coordinate.parts.empty() || spec.goals.empty())
    return fail(ErrorKind::bad_option, "no coordinate or no goal: expected at least one of each");
  if (const Expected<void> apart = check_independent(spec.coordinate.parts); !apart)
    return tl::unexpected<Error>(apart.error());
  std::vector<AnyCoordinate> parts;
  long double size = 1;
  for (const AnyCoordinate& part : spec.coordinate.parts) {
    if (!std::all_of(spec.goals.begin(), spec.goals.end(), [&part](const Cube& goal) { return part.defined(goal); }))
      return fail(ErrorKind::bad_option, part.name() + " has no value for one of the goals");
    if (const Expected<void> lawful = check_laws(part, *spec.moves, spec.goals); !lawful)
      return tl::unexpected<Error>(lawful.error());
    Expected<AnyCoordinate> reached = Reached::make(part, spec.moves, spec.goals, spec.memory, stop);
    if (!reached) return tl::unexpected<Error>(reached.error());
    size *= static_cast<long double>(reached->size());
    const Expected<std::vector<AnyCoordinate>> factors = independent_factors(*reached, spec, stop);
    if (!factors) return tl::unexpected<Error>(factors.error());
    for (const AnyCoordinate& factor : *factors) (factor.size() > 1 ? parts : fixed).push_back(factor);
  }
  if (parts.empty()) {  // a table needs at least one part, even if it has a single value
    parts.push_back(fixed.back());
    fixed.pop_back();
  }
  if (size >= static_cast<long double>(std::numeric_limits<std::int64_t>::max()))
    return fail(ErrorKind::bad_option,
                fmt::format("{} has {} values, and a table of them would take about {} GB. Use fewer "
                            "pieces or fewer moves",
                            spec.coordinate.name(), text::rough(static_cast<double>(size)),
                            text::rough(static_cast<double>(size / kSymmetries / 1e9L))));
  return parts;
}

// An error if a cube and its inverse may have different distances, or if the inverses of cubes with one value may have
// several values.
Expected<void> check_inversion(const SchreierSpec& spec, const std::vector<AnyCoordinate>& parts) {
  const Product product(parts);
  const bool is_solved =
      product.defined(kSolved) && std::all_of(spec.goals.begin(), spec.goals.end(), [&product](const Cube& goal) {
        return product.index(goal) == product.index(kSolved);
      });
  if (!is_solved)
    return fail(ErrorKind::bad_option,
                "inversion keeps distances only from the solved value: expected no other goal with it");
  if (!admits_inversion(AnyCoordinate(product)))
    return fail(ErrorKind::bad_option,
                fmt::format("inversion does not act on {}: the value of a cube does not determine the value of its "
                            "inverse. It does for all corners, for all edges, or for permutations of either",
                            product.name()));
  return {};
}

// The symmetries of that set, if they are a group; else the identity.
SymmetryGroup group_of(std::uint64_t set) { return SymmetryGroup(generated_group(set).bits() == set ? set : 1); }

// The groups to choose from: the requested one, or else the largest first, followed by smaller ones. A smaller group
// may be the better choice if it preserves parts that the largest one mixes.
Expected<std::vector<SymmetryGroup>> usable_groups(const SchreierSpec& spec, const std::vector<AnyCoordinate>& parts,
                                                   const StopFlag* stop) {
  const Product product(parts);
  // Used where the solved value is not reached: a symmetry of the whole group that preserves each part also preserves
  // what is reached.
  std::uint64_t by_coordinate = kAll48.bits();
  if (product.defined(kSolved))
    by_coordinate = admitted(product);
  else
    for (const AnyCoordinate& part : spec.coordinate.parts) by_coordinate &= admitted(part);
  const std::uint64_t by_moves = spec.moves->symmetries();
  const std::uint64_t by_goals = symmetries_of_goals(product, spec.goals, stop);
  if (is_set(stop)) return fail(ErrorKind::stopped, "stopped while a table was planned");
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

// Whether a part of a plan is a part of the coordinate to be folded, or one of its factors.
bool is_part_of(const AnyCoordinate& part, const AnyCoordinate& whole, const SchreierSpec& spec) {
  if (part.name() == whole.name()) return true;
  if (std::none_of(spec.coordinate.parts.begin(), spec.coordinate.parts.end(),
                   [&](const AnyCoordinate& of) { return of.name() == whole.name(); }))
    return false;
  const Covered covered = part.covered();
  return covered != Covered{} && (covered | whole.covered()) == whole.covered();
}

// Chooses the split and the group with the least estimated time.
Expected<SchreierPlan> cheapest_plan(const SchreierSpec& spec, const std::vector<AnyCoordinate>& parts,
                                     const std::vector<SymmetryGroup>& groups) {
  std::optional<SchreierPlan> planned;
  double least = std::numeric_limits<double>::infinity();
  unsigned wanted = 0;
  if (spec.fold)
    for (const AnyCoordinate& part : spec.fold->parts)
      for (std::size_t p = 0; p < parts.size(); ++p)
        if (is_part_of(parts[p], part, spec)) wanted |= 1U << p;
  for (const SymmetryGroup& candidate : groups) {
    Splitter splitter(parts, candidate, spec.inversion, spec.moves->steps().size());
    const std::optional<Split> found = spec.fold ? splitter.split(wanted) : splitter.best();
    if (!found || splitter.cost(*found) >= least) continue;
    least = splitter.cost(*found);
    planned = SchreierPlan{.outer = splitter.chosen(found->outer),
                           .inner = splitter.chosen(found->inner),
                           .moves = spec.moves,
                           .goals = spec.goals,
                           .group = candidate,
                           .middle = splitter.chosen(found->middle),
                           .inversion = spec.inversion,
                           .class_rows = found->class_rows};
  }
  if (planned) return *std::move(planned);
  const int maps = groups.front().order() * (spec.inversion ? 2 : 1);
  const Index most = kMaxMiddleBytes / sizeof(std::uint32_t) / (spec.moves->steps().size() * (spec.inversion ? 2 : 1)) /
                     static_cast<Index>(maps);
  if (spec.fold)
    return fail(
        ErrorKind::bad_option,
        fmt::format("{} cannot be folded by itself here. It must consist of whole parts of the coordinate, and the "
                    "symmetries must act on it and on the other parts. Of the other parts, those that form one row may "
                    "have at most {} values (4 bytes for each value, move and symmetry, at most {}). If the symmetries "
                    "act on the other parts only together with it, each class needs rows of its own (2 bytes for each "
                    "move and value, at most {})",
                    spec.fold->name(), most, human_bytes(kMaxMiddleBytes), human_bytes(kMaxClassRowBytes)));
  return fail(
      ErrorKind::bad_option,
      fmt::format("{} has {} values: folded by {} symmetries, its table has about {} GB of entries. The parts that "
                  "symmetries mix may have {} values together (a class and a symmetry have 32 bits). Use fewer "
                  "pieces or fewer moves",
                  joined_name(parts), size_of(parts), maps,
                  text::rough(static_cast<double>(size_of(parts)) / maps / 1e9), kMaxFolded));
}

// With inversion for both kinds of moves.
std::vector<int> costs_of(const MoveSet& moves, bool inversion) {
  std::vector<int> costs;
  for (int kind = 0; kind < (inversion ? 2 : 1); ++kind)
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

std::string SchreierPlan::name() const { return joined_name(reached()); }

std::vector<AnyCoordinate> SchreierPlan::reached() const { return joined(joined(outer, middle), inner); }

std::string SchreierPlan::folded_by() const { return to_string(group) + (inversion ? " and inversion" : ""); }

Index SchreierPlan::values() const { return size_of(reached()); }

std::uint64_t SchreierPlan::estimated_entries() const {
  return std::max<Index>(size_of(outer) / static_cast<Index>(maps()), 1) * size_of(middle) * size_of(inner);
}

std::uint64_t SchreierPlan::estimated_bytes() const {
  return estimated_bytes_to_count() + estimated_entries() / size_of(inner) * stride_of(size_of(inner));
}

std::uint64_t SchreierPlan::estimated_bytes_to_count() const {
  const auto order = static_cast<Index>(maps());
  const Index folded = size_of(outer);
  const Index classes = std::max<Index>(folded / order, 1);
  const Index steps = moves->steps().size() * (inversion ? 2 : 1);
  const Index owners = class_rows ? static_cast<Index>(estimated_classes(folded, maps())) : order;  // of rows
  const std::uint64_t rows =  // those of the inner values also backwards
      (size_of(inner) * 2 * sizeof(std::uint16_t) + (middle.empty() ? 0 : size_of(middle) * sizeof(std::uint32_t))) *
      steps * owners;
  const std::uint64_t fold = order > 1 ? 4 * folded + (inversion ? 20 : 12) * classes : 0;
  const std::uint64_t blocks = classes * size_of(middle);
  int max_cost = 1;
  for (const Step& step : moves->steps()) max_cost = std::max(max_cost, step.cost);
  return search_bytes(blocks, static_cast<std::uint32_t>(size_of(inner)), max_cost) + fold + classes * steps * 4 + rows;
}

Expected<SchreierPlan> plan(const SchreierSpec& spec, const StopFlag* stop) try {
  if (!spec.moves) return fail(ErrorKind::bad_option, "no moves: expected a set of moves");
  if (const Expected<void> alone = check_no_follow_costs(*spec.moves); !alone)
    return tl::unexpected<Error>(alone.error());
  std::vector<AnyCoordinate> fixed;
  const Expected<std::vector<AnyCoordinate>> parts = reached_parts(spec, fixed, stop);
  if (!parts) return tl::unexpected<Error>(parts.error());
  if (spec.inversion)
    if (const Expected<void> inverts = check_inversion(spec, *parts); !inverts)
      return tl::unexpected<Error>(inverts.error());
  const Expected<std::vector<SymmetryGroup>> groups = usable_groups(spec, *parts, stop);
  if (!groups) return tl::unexpected<Error>(groups.error());
  Expected<SchreierPlan> planned = cheapest_plan(spec, *parts, *groups);
  if (planned) planned->fixed = std::move(fixed);
  return planned;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory to list what the moves reach");
}

Expected<std::vector<Cube>> goals_at(const Description& coordinate, std::span<const Index> values,
                                     const StopFlag* stop) {
  constexpr std::size_t kLook = 1024;  // values between two checks of `stop`
  const Expected<Product> product = coordinate.product();
  if (!product) return tl::unexpected<Error>(product.error());
  std::vector<Cube> goals;
  for (const Index value : values) {
    if (goals.size() % kLook == 0 && is_set(stop))
      return fail(ErrorKind::stopped, "stopped while the values of a goal were listed");
    if (value >= product->size())
      return fail(ErrorKind::bad_option, fmt::format("{} is not a value of {}: expected 0 to {}", value,
                                                     product->name(), product->size() - 1));
    goals.push_back(to_cube(*product, value));
  }
  return goals;
}

Expected<std::vector<Cube>> goals_of(const Description& coordinate, const MoveSet& subgroup, const StopFlag* stop) {
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
    if (is_set(stop)) return fail(ErrorKind::stopped, "stopped while the values of a goal were listed");
    if (goals.size() > kMax)
      return fail(ErrorKind::bad_option,
                  "the goal has more than " + std::to_string(kMax) + " values: too many to list");
    const Cube cube = goals[next];
    for (const Step& step : subgroup.steps()) meet(cube * step.cube);
  }
  return goals;
}

SchreierGraph::SchreierGraph(SchreierPlan plan)
    : FoldedGraph(plan.group, costs_of(*plan.moves, plan.inversion),
                  {static_cast<std::uint32_t>(size_of(plan.inner)), stride_of(size_of(plan.inner)),
                   static_cast<std::uint32_t>(size_of(plan.middle))},
                  plan.inversion),
      plan_(std::move(plan)),
      outer_(plan_.outer),
      all_(joined(plan_.reached(), plan_.fixed)) {
  if (!plan_.middle.empty()) middle_.emplace(plan_.middle);
  if (!plan_.inner.empty()) inner_.emplace(plan_.inner);
}

Expected<std::shared_ptr<const SchreierGraph>> SchreierGraph::make(SchreierPlan plan, unsigned threads,
                                                                   const StopFlag* stop) try {
  const std::shared_ptr<SchreierGraph> graph(new SchreierGraph(std::move(plan)));
  if (graph->plan_.maps() > 1) {
    Expected<Symmetric<Product>> classes =
        Symmetric<Product>::make_lawful(graph->outer_, graph->group(), stop, graph->plan_.inversion, threads);
    if (!classes) return tl::unexpected<Error>(std::move(classes.error()));
    graph->classes_.emplace(std::move(*classes));
    if (graph->classes_->classes() * size_of(graph->plan_.middle) >= kMaxBlocks)
      return fail(ErrorKind::bad_option,
                  fmt::format("{} has {} classes: with {} values of the parts that are listed together there are more "
                              "than 2^32 blocks. Use fewer pieces or fewer moves",
                              graph->plan_.name(), graph->classes_->classes(), size_of(graph->plan_.middle)));
  }
  if (!graph->fill(threads, stop)) return fail(ErrorKind::stopped, "stopped while a graph was made");
  if (!graph->find_goals(stop)) return fail(ErrorKind::stopped, "stopped while a graph was made");
  return graph;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory for the graph of the coordinate");
}

FoldedGraph::Target SchreierGraph::target_of(Index raw) const {
  if (!classes_) return {static_cast<std::uint32_t>(raw), 0};
  const int back = group().position(inverse(classes_->symmetry_of(raw)));
  return {classes_->class_of(raw),
          static_cast<std::uint32_t>(classes_->is_inverted(raw) ? group().order() + back : back)};
}

// Calls moved(move, value) and seen(position, value) for what becomes of a value (see FoldedGraph::fill_rows).
template <class Moved, class Seen>
void SchreierGraph::list_values(const Product& product, std::uint32_t value, Moved moved, Seen seen) const {
  const Cube cube = superflip::to_cube(product, value);
  const auto list = [&](const Cube& c, std::size_t first_move, int first_map) {
    for (int m = 0; m < move_set().size(); ++m)
      moved(first_move + static_cast<std::size_t>(m), product.index(c * move_set()[m].cube));
    for (int p = 0; p < group().order(); ++p)
      seen(static_cast<std::size_t>(first_map) + static_cast<std::size_t>(p),
           product.index(conjugate(c, group().member(p))));
  };
  list(cube, 0, 0);
  if (plan_.inversion) list(inverse(cube), move_set().steps().size(), group().order());
}

// The same for a value in a class (see FoldedGraph::fill_class_rows).
template <class Moved, class Seen>
void SchreierGraph::list_values_of_class(std::uint32_t cls, std::uint32_t value, Moved moved, Seen seen) const {
  const Cube cube = to_cube(GraphEntry{cls, value});
  const Cube inverted = plan_.inversion ? inverse(cube) : cube;
  const auto list = [&](const Cube& c, int first) {
    for (int m = 0; m < move_set().size(); ++m) {
      const int position = static_cast<int>(target(cls, first + m).position);
      const Cube next = c * move_set()[m].cube;
      const bool inverts = position >= group().order();
      const Symmetry symmetry = group().member(inverts ? position - group().order() : position);
      moved(static_cast<std::size_t>(first) + static_cast<std::size_t>(m),
            inner_->index(conjugate(inverts ? inverse(next) : next, symmetry)));
    }
  };
  list(cube, 0);
  if (plan_.inversion) list(inverted, move_set().size());
  std::size_t k = 0;
  for (std::uint64_t set = classes_->self_symmetries(cls) & ~std::uint64_t{1}; set != 0; set &= set - 1)
    seen(k++, inner_->index(conjugate(cube, Symmetry(std::countr_zero(set)))));
  if (!plan_.inversion) return;
  for (std::uint64_t set = classes_->self_antisymmetries()[cls]; set != 0; set &= set - 1)
    seen(k++, inner_->index(conjugate(inverted, Symmetry(std::countr_zero(set)))));
}

bool SchreierGraph::fill(unsigned threads, const StopFlag* stop) {
  const std::vector<Step>& steps = move_set().steps();
  const auto list_targets = [&](const Cube& cube, std::size_t first, auto put) {
    constexpr std::size_t kAtOnce = 32;  // their lines of memory arrive while the others are computed
    std::array<Index, kAtOnce> raw;
    for (std::size_t begin = 0; begin < steps.size(); begin += kAtOnce) {
      const std::size_t n = std::min(kAtOnce, steps.size() - begin);
      for (std::size_t i = 0; i < n; ++i) {
        raw[i] = outer_.index(cube * steps[begin + i].cube);
        if (classes_) classes_->prefetch(raw[i]);
      }
      for (std::size_t i = 0; i < n; ++i) put(first + begin + i, target_of(raw[i]));
    }
  };
  const auto targets_of = [&](std::uint32_t cls, auto put) {
    const Cube cube = superflip::to_cube(outer_, classes_ ? classes_->representative(cls) : cls);
    list_targets(cube, 0, put);
    if (plan_.inversion) list_targets(inverse(cube), steps.size(), put);
  };
  const auto middle_values_of = [&](std::uint32_t value, auto moved, auto seen) {
    list_values(*middle_, value, moved, seen);
  };
  const auto inner_values_of = [&](std::uint32_t value, auto moved, auto seen) {
    if (inner_) list_values(*inner_, value, moved, seen);  // else one value, 0
  };
  const std::uint32_t classes = classes_ ? classes_->classes() : static_cast<std::uint32_t>(outer_.size());
  const Fixing fixing = classes_ ? Fixing{classes_->self_symmetries(), classes_->self_antisymmetries()} : Fixing{};
  if (!fill_targets(classes, fixing, threads, stop, targets_of)) return false;
  if (plan_.class_rows)
    return fill_class_rows(threads, stop, [&](std::uint32_t cls, std::uint32_t value, auto moved, auto seen) {
      list_values_of_class(cls, value, moved, seen);
    });
  return fill_middle_rows(threads, stop, middle_values_of) && fill_rows(threads, stop, inner_values_of);
}

bool SchreierGraph::find_goals(const StopFlag* stop) {
  for (const Cube& goal : plan_.goals) {
    if (is_set(stop)) return false;
    goals_.push_back(place(goal).entry);
    goal_values_.insert(all_.index(goal));
  }
  const auto before = [](const GraphEntry& a, const GraphEntry& b) {
    return std::pair(a.block, a.offset) < std::pair(b.block, b.offset);
  };
  std::sort(goals_.begin(), goals_.end(), before);
  goals_.erase(std::unique(goals_.begin(), goals_.end()), goals_.end());
  return true;
}

bool SchreierGraph::defined(const Cube& cube) const { return all_.defined(cube); }

bool SchreierGraph::is_goal(const Cube& cube) const { return defined(cube) && goal_values_.contains(all_.index(cube)); }

SchreierGraph::Place SchreierGraph::place(const Cube& cube) const {
  const Index raw = outer_.index(cube);
  if (!classes_) {
    const Index middle = middle_ ? middle_->index(cube) : 0;
    const Index offset = inner_ ? inner_->index(cube) : 0;
    return {{block_of(static_cast<std::uint32_t>(raw), static_cast<std::uint32_t>(middle)),
             static_cast<std::uint32_t>(offset)},
            Symmetry{0}};
  }
  const Symmetry symmetry = inverse(classes_->symmetry_of(raw));
  const bool inverted = classes_->is_inverted(raw);
  const Cube seen = conjugate(inverted ? inverse(cube) : cube, symmetry);
  const Index middle = middle_ ? middle_->index(seen) : 0;
  const Index offset = inner_ ? inner_->index(seen) : 0;
  return {{block_of(classes_->class_of(raw), static_cast<std::uint32_t>(middle)), static_cast<std::uint32_t>(offset)},
          symmetry,
          inverted};
}

Cube SchreierGraph::to_cube(const GraphEntry& entry) const {
  const std::uint32_t cls = class_of(entry.block);
  const Index raw = classes_ ? classes_->representative(cls) : cls;
  const Index middle = entry.block - block_of(cls, 0);
  const Index middle_size = middle_ ? middle_->size() : 1;
  return superflip::to_cube(all_, raw + outer_.size() * (middle + middle_size * entry.offset));
}

}  // namespace superflip
