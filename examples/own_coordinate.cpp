#include <superflip/superflip.h>

#include <iostream>
#include <memory>

using namespace superflip;

// Where the corner URF is, and how it is twisted.
struct OneCorner {
  std::string_view name() const { return "OneCorner"; }
  Index size() const { return 24; }
  Index index(const Cube& cube) const {
    int place = 0;
    while (cube.corner_at(place) != 0) ++place;
    return static_cast<Index>(3 * place + cube.twist_at(place));
  }
  void assign(Cube& cube, Index i) const {
    const auto place = static_cast<int>(i / 3);
    int before = 0;
    while (cube.corner_at(before) != 0) ++before;
    cube.set_corner_piece(before, cube.corner_at(place));  // every piece must still be there once
    cube.set_corner(place, 0, static_cast<int>(i % 3));
  }
};

// Where the edge UR is.
struct OneEdge {
  std::string_view name() const { return "OneEdge"; }
  Index size() const { return 12; }
  Index index(const Cube& cube) const {
    int place = 0;
    while (cube.edge_at(place) != 0) ++place;
    return static_cast<Index>(place);
  }
  void assign(Cube& cube, Index i) const {
    const auto place = static_cast<int>(i);
    const auto before = static_cast<int>(index(cube));
    cube.set_edge_piece(before, cube.edge_at(place));
    cube.set_edge_piece(place, 0);
  }
};

// Not a coordinate: how a turn of F changes the number of flipped edges depends on which edges are flipped.
struct FlippedEdges {
  std::string_view name() const { return "FlippedEdges"; }
  Index size() const { return 13; }
  Index index(const Cube& cube) const {
    int flips = 0;
    for (int place = 0; place < kEdges; ++place) flips += cube.flip_at(place);
    return static_cast<Index>(flips);
  }
  void assign(Cube& cube, Index i) const {
    for (int place = 0; place < kEdges; ++place) cube.set_flip(place, place < static_cast<int>(i) ? 1 : 0);
  }
};

int main() {
  for (const AnyCoordinate& coordinate :
       {AnyCoordinate(OneCorner{}), AnyCoordinate(OneEdge{}), AnyCoordinate(FlippedEdges{})}) {
    const auto lawful = check_laws(coordinate, LawEffort::thorough);
    std::cout << coordinate.name() << (lawful ? " is a coordinate\n" : " is none\n");
    if (!lawful) std::cerr << lawful.error().message << '\n';
  }

  const Description both{{OneCorner{}, OneEdge{}}};
  const auto moves = std::make_shared<const MoveSet>(*parse_move_set("all"));
  const auto graph = SchreierGraph::make(*plan({both, moves}), hardware_threads());
  const auto table = DistanceTable::make(*graph, TablePacking::bytes, hardware_threads());
  for (const auto values : table->distribution().values) std::cout << values << ' ';
  std::cout << '\n';

  Engine engine;
  const auto answer = engine.solve({.cube = read("R U F' L2 D B")->cube,
                                    .goal = {.coordinates = {{.coordinate = both}}},
                                    .want = Want::all,
                                    .solutions = 10});
  if (!answer) return 3;
  for (const Solution& solution : answer->solutions) std::cout << to_string(solution.moves) << '\n';
  // Output: OneCorner is a coordinate
  // Output: OneEdge is a coordinate
  // Output: FlippedEdges is none
  // Output: 1 9 54 148 72 4
  // Output: U F2
}
