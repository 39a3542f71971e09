// Shared by the commands of `coord`: a coordinate in words, moves, goal and symmetries, and whether the table fits in
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

inline constexpr const char* kDescriptions =
    R"(A COORDINATE is a name (superflip coord list) or a description:
  "corners: orientation"                which pieces, and which of their properties count
  "edges FR FL BL BR: place"            the places they occupy, in any order
  "edges FR FL BL BR: order"            their places, each piece told apart
  "edges UF UR: place orientation"      and their orientations
  "corners: U layer | D layer"          places up to exchange inside each set
  "corners: tetrad", "corners: layer", "edges: slice"
  "edges: orientation UD"               another frame: UD, RL, FB, symmetric (edges)
  "centres: order"                      which centre is where, for moves in space
  "centres: orientation"                how the centres of a supercube are turned
  "corners: order modulo squares"       up to what these moves generate
  "edges E slice: order within G1"       only the values that these moves reach
  "FlipUDSlice * corners: orientation"  a product: both count
)";

inline constexpr const char* kMoveSets =
    R"(MOVES are generators, each with its powers: faces (U R2), slices (M), wide moves (r or
Rw), rotations (x), sequences in brackets ((R L)); or a name: all, G1 (U D R2 L2 F2 B2),
squares, slices, antislices, axial. Slices, wide moves and rotations carry the centres:
M moves four edges and four centres, r is M' and R. With these, or with a coordinate of
centres, a cube is taken as it is held, in space. The names are turns of faces alone, as
seen from the centres: slices are (R L') (U D') (F B'). Each step counts as one move;
with --metric qtm a half turn counts as two. The metrics stm and atm allow no --moves
other than all; their slices, too, are pairs of turns.
)";

inline constexpr const char* kSymmetryGroups =
    "A GROUP is none, axes8, UD16, rotations or all, or generators of the 48: URF3 F2 U4 LR2,\n"
    "S0 to S47.\n";

// Parses a description and reports what is wrong with it.
std::optional<Description> read_coordinate(const std::string& text);

void add_coordinate(Arguments& arguments, std::string& text);

// The described coordinate as one number; reports a mistake, or that it has too many values for 63 bits.
std::optional<AnyCoordinate> read_product(const std::string& text);

// The wanted group, or all symmetries that the coordinate admits; reports those that it does not admit.
std::optional<SymmetryGroup> read_group(const AnyCoordinate& coordinate, const std::optional<SymmetryGroup>& wanted);

// The classes of all values, numbered. Errors: more values than can be classified, or than fit into
// the memory that is free.
Expected<Symmetric<AnyCoordinate>> find_classes(const AnyCoordinate& coordinate, const SymmetryGroup& group);

// "2217093120"; beyond 64 bits "8.65e+19".
std::string count_of(long double values);

// The options that define a table.
struct GraphOptions {
  std::optional<std::string> moves{};  // nothing: what counts as one move in the metric
  Metric metric = Metric::htm;
  std::optional<SymmetryGroup> symmetry;
  std::optional<std::string> goal;
  std::vector<std::uint64_t> goal_values;
  std::optional<std::string> fold;
  bool inverse = false;
  std::uint64_t memory = 0;  // bytes; 0: what the system has
  unsigned threads;

  GraphOptions();
};

// --moves, --metric, --goal, --goal-values, --symmetry, --inverse, --fold, --memory, and --threads unless the command
// has its own.
void add_graph_options(Arguments& arguments, GraphOptions& options, bool with_threads = true);

// Parses the moves and reports what is wrong with them. They are moves in space; face turns turn their centres if the
// coordinates depend on that (centres_of). Without --moves they are those of the metric, or those that a coordinate is
// defined within (Description::within).
std::shared_ptr<const MoveSet> read_moves(const GraphOptions& options, const std::string& within, Centres seen);
// The same for distances in a table, which no costs of one move after another can have.
std::shared_ptr<const MoveSet> read_moves_of_table(const GraphOptions& options, const std::string& within,
                                                   Centres seen);

// The moves as they were written: "all".
std::string text_of_moves(const MoveSet& moves, const GraphOptions& options);

// The peak memory of this process so far, in bytes.
std::uint64_t peak_memory();

// How fast a table of so many entries was made: entries per second and thread. Empty if the table is too small for a
// meaningful figure.
std::optional<std::uint64_t> entries_per_second(std::uint64_t entries, Clock::duration time, unsigned threads);
// "0.52 s; 12.3 million entries per second and thread; 154 MB of memory, 2.01 bytes per entry": the same for a person;
// parts that have no meaningful figure are left out.
std::string costs_of(std::uint64_t entries, Clock::duration time, Clock::duration all, unsigned threads);

// Parses the coordinate with its goals, symmetries and folding, and reports what is wrong with them.
std::optional<CoordinateGoal> read_goal(const std::string& text, const GraphOptions& options);

// Plans a table over the coordinate, or only the counts of its distances. Reports why none is possible: a mistake, or
// that it will not fit, with the size it would need and what would fit.
enum class Purpose : std::uint8_t { counts, table };
std::optional<SchreierPlan> make_plan(const std::string& coordinate, const GraphOptions& options,
                                      Purpose purpose = Purpose::table);

// A table that was made, or loaded from its file; or only its distribution.
struct MadeTable {
  std::shared_ptr<const SchreierGraph> graph;
  std::optional<DistanceTable> table;
  Distribution distribution;
  bool was_there;          // in the store
  Clock::duration search;  // time to find the distances, or to load them
  Clock::duration all;     // with the classes
};

// Makes the table, with progress on a terminal. With a store it is loaded from there, or kept there. Without a packing
// the distances are only counted.
Expected<MadeTable> make_table(SchreierPlan plan, std::optional<TablePacking> packing, unsigned threads,
                               const TableStore* store = nullptr);

// "phase 1 ... UD16 (16)" and so on: the lines above a result.
struct Fact {
  std::string name;
  std::string value;
};
std::vector<Fact> facts_of(const SchreierPlan& plan, const GraphOptions& options);
std::string lines_of(const std::vector<Fact>& facts);
// The same for programs, with numbers as numbers.
Json json_of(const SchreierPlan& plan, const GraphOptions& options);

// The coordinate reduced to the values that the moves reach; all of them, if neither --moves nor `within` is given.
// Reports any error.
std::optional<Product> reached_by(const Description& coordinate, const GraphOptions& options);

}  // namespace superflip::cli::coord
