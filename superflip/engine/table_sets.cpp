#include "superflip/engine/table_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "superflip/base/text.h"
#include "superflip/cube/names.h"
#include "superflip/solver/names.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/optimal/low_distances.h"
#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/two_phase/phase1_tables.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {
namespace {

TableSet set_of(Profile profile, Metric metric) {
  TableSet set;
  set.name = name(profile);
  set.profile = profile;
  set.metric = metric;
  set.files = TwoPhaseTables::files(profile, metric);
  set.bytes = TwoPhaseTables::expected_bytes(profile, metric);
  set.bytes_to_make = set.bytes;
  return set;
}

TableSet set_of(const optimal::Shape& shape) {
  TableSet set;
  set.name = shape.name;
  set.metric = shape.metric;
  set.files = {optimal::identity(shape), optimal::LowDistances::identity(shape)};
  for (const TableIdentity& file : set.files) set.bytes += file.bytes;
  set.bytes_to_make = shape.bytes_to_make();
  return set;
}

#ifndef __EMSCRIPTEN__

TableSet set_of_cosets_in_stm() {
  TableSet set;
  set.name = "coset-stm";
  set.metric = Metric::stm;
  set.files = {two_phase::fold_identity(), two_phase::phase1_identity(Metric::stm)};
  for (const TableIdentity& file : set.files) set.bytes += file.bytes;
  set.bytes_to_make = set.bytes + 2 * set.files.back().bytes;  // bytes become nibbles
  return set;
}

#endif

// How many entries of an optimal table take as long to compute as those of coset-stm (estimated from the tables of
// standard, which need the same distances with two thirds of the letters).
constexpr double kEntriesOfCosets = 1.5e8;

// How many entries of an optimal table take as long to compute as the tables of a profile (measured on one core).
double entries_of(Profile profile, Metric metric) {
  struct Entries {
    double htm, qtm;
  };
  constexpr auto kEntries =
      per_value<Entries>(kProfileNames, Entries{5e6, 4e6}, Entries{1e8, 1.7e8}, Entries{3e8, 5e8});
  static_assert(kFaceTurnsAreHtmOrQtm);
  return metric == Metric::qtm ? kEntries[profile].qtm : kEntries[profile].htm;
}

std::vector<TableSet> make_sets() {
  std::vector<TableSet> sets;
  for (const Metric metric : kMetricNames.values())
    for (const Profile profile : kProfileNames.values())
      if (counts_face_turns(metric)) sets.push_back(set_of(profile, metric));
  for (const optimal::Shape& shape : optimal::kShapes) sets.push_back(set_of(shape));
#ifndef __EMSCRIPTEN__
  sets.push_back(set_of_cosets_in_stm());
#endif
  return sets;
}

}  // namespace

const std::vector<TableSet>& table_sets() {
  static const std::vector<TableSet> sets = make_sets();
  return sets;
}

bool is_optimal(const TableSet& set) { return optimal::find_shape(set.name) != nullptr; }

Expected<const TableSet*> find_table_set(std::string_view wanted, Metric metric) {
  const std::string in_metric =
      metric == Metric::htm ? std::string(wanted) : fmt::format("{}-{}", wanted, name(metric));
  for (const TableSet& set : table_sets()) {
    if (set.profile ? set.name == wanted && set.metric == in_face_turns(metric) : set.name == in_metric) return &set;
    if (!set.profile && set.name == wanted && set.metric != Metric::htm) return &set;
  }
  std::vector<std::string> names;
  for (const TableSet& set : table_sets())
    if (std::find(names.begin(), names.end(), set.name) == names.end()) names.push_back(set.name);
  return fail(ErrorKind::bad_option,
              fmt::format("there is no table {}{}; there are {}", text::quoted(wanted),
                          metric == Metric::htm ? "" : fmt::format(" in {}", name(metric)), text::listed(names)));
}

double seconds_to_make(const TableSet& set, unsigned threads) {
  const optimal::Shape* const shape = optimal::find_shape(set.name);
  const double entries = set.profile        ? entries_of(*set.profile, set.metric)
                         : shape != nullptr ? optimal::entries_to_compute(*shape)
                                            : kEntriesOfCosets;
  return optimal::seconds_to_compute(entries, threads);
}

}  // namespace superflip
