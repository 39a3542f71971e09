// Table sets: groups of table files with a name. A set is a profile of the two-phase solver, one optimal table, or what
// cosets in stm need ("coset-stm"). In htm and qtm cosets use the tables of a profile. Tables of coordinates and goals
// are no sets: there is no end of them, and the question that needs one makes it.
//
// `tables build`, `tables remove` and Engine::make work on sets. Profiles share files, so a file can belong to several
// sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/move.h"
#include "superflip/solver/profile.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

struct TableSet {
  std::string name;  // "compact", "standard", "large", "optimal-47", ..., "optimal-47-stm", ..., "coset-stm"
  std::optional<Profile> profile{};  // nothing: another set
  Metric metric = Metric::htm;
  std::uint64_t bytes = 0;             // of memory and, but for compact, of the disk
  std::uint64_t bytes_to_make = 0;     // of memory while it is made
  std::vector<TableIdentity> files{};  // all of them must be there; profiles and coset-stm share some
};

// How the names of tables for masks and incomplete cubes begin, as far as they are kept in a folder.
inline constexpr std::string_view kGoalTables = "goal-";

// Whether it is one table of the optimal solver.
bool is_optimal(const TableSet& set);

// All sets: the profiles in htm, those in qtm, then the tables of the optimal solver, by metric; of each kind the
// smaller ones first. At the end coset-stm, where the library has cosets (not in WebAssembly).
const std::vector<TableSet>& table_sets();

// The set of that name in the metric; "optimal-282-qtm" names one in quarter turns whatever the metric, and the
// profiles serve stm and atm with their tables of htm. Error: bad_option, with the names that there are.
Expected<const TableSet*> find_table_set(std::string_view name, Metric metric = Metric::htm);

// The estimated seconds to make the set on this machine with so many threads. The first call in a process measures for
// some tens of milliseconds. Precondition: the set is one of table_sets().
double seconds_to_make(const TableSet& set, unsigned threads);

}  // namespace superflip
