// What the commands of `coord` share: a coordinate in words, moves, goal and symmetries, and whether it fits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/json.h"
#include "superflip/coordinate/description.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/move_set.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/schreier_graph.h"

namespace superflip::cli::coord {

inline constexpr const char* kDescriptions =
    "A COORDINATE is a name (superflip coord list) or a description:\n"
    "  \"corners: orientation\"                which pieces, and what of them counts\n"
    "  \"edges FR FL BL BR: place\"            the places they occupy, in any order\n"
    "  \"edges FR FL BL BR: order\"            their places, each piece told apart\n"
    "  \"edges UF UR: place orientation\"      and their orientations\n"
    "  \"corners: U layer | D layer\"          places up to exchange inside each set\n"
    "  \"corners: tetrad\", \"corners: layer\", \"edges: slice\"\n"
    "  \"edges: orientation UD\"               another frame: UD, RL, FB, symmetric (edges)\n"
    "  \"corners: order modulo squares\"       up to what moves do to the pieces\n"
    "  \"FlipUDSlice * corners: orientation\"  a product: both count\n";

inline constexpr const char* kMoveSets =
    "MOVES are generators, each with its powers: faces (U R2), slices (M), sequences in\n"
    "brackets ((R L)); or all, G1 (U D R2 L2 F2 B2), squares, slices, antislices, axial.\n";

inline constexpr const char* kSymmetryGroups =
    "A GROUP is none, axes8, UD16, rotations or all, or generators of the 48: URF3 F2 U4 LR2,\n"
    "S0 to S47.\n";

// A description; says what is wrong with it.
std::optional<Description> read_coordinate(const std::string& text);

void add_coordinate(Arguments& arguments, std::string& text);

// "2217093120", and for what is beyond 64 bits "8.65e+19".
std::string count_of(long double values);

// What a table is made over.
struct GraphOptions {
  std::string moves = "all";
  Metric metric = Metric::htm;
  std::optional<SymmetryGroup> symmetry;
  std::string goal;
  std::vector<std::uint64_t> goal_values;
  std::string fold;
  std::uint64_t memory = 0;  // bytes; 0: what the system has
  unsigned threads;

  GraphOptions();
};

// --moves, --metric, --goal, --goal-values, --symmetry, --fold, --memory, --threads.
void add_graph_options(Arguments& arguments, GraphOptions& options);

// The moves; says what is wrong with them.
std::shared_ptr<const MoveSet> read_moves(const GraphOptions& options);

// Bytes of memory that this process has had at most until now.
std::uint64_t peak_memory();

// What a table over the coordinate will be. Says why there can be none: a mistake, or that it will not fit, with the
// size it would need and what would fit.
std::optional<SchreierPlan> make_plan(const Description& coordinate, const GraphOptions& options);

// "phase 1 ... UD16 (16)" and so on: the lines above a result.
struct Fact {
  std::string name;
  std::string value;
};
std::vector<Fact> facts_of(const SchreierPlan& plan, const GraphOptions& options);
std::string lines_of(const std::vector<Fact>& facts);
// The same for programs, with numbers as numbers.
Json json_of(const SchreierPlan& plan, const GraphOptions& options);

// The coordinate as far as the moves reach it; says why not.
std::optional<AnyCoordinate> reached_by(const Description& coordinate, const GraphOptions& options);

}  // namespace superflip::cli::coord
