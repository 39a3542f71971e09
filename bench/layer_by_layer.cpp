// Does the number of packed71 go down as a cube is solved layer by layer?
//
// 100 random cubes (seed 1) are solved as people do it (CFOP, cross on D): the four edges of the cross in the fewest
// moves; then four pairs of a corner and its edge. A pair is built from moves a U a', where the face a belongs to a
// slot that is still open, so that nothing solved is disturbed; then the last layer is oriented, and then permuted, by
// turns of U and a few well-known algorithms from any side. Every step is the shortest that these building blocks give
// (Dijkstra's search over the positions of the pieces in question). The next pair is either the one with the shortest
// solution, as a person would choose, or the next one in the order of the number.
//
// The program counts the steps (other than those that need no move) after which the number is less than before, and the
// same for single moves.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "superflip/superflip.h"

namespace {

using namespace superflip;

constexpr int kSolves = 100;
constexpr std::array<Face, 4> kRing{R, F, L, B};
constexpr std::array<std::string_view, 7> kSteps{"cross",       "first pair", "second pair", "third pair",
                                                 "fourth pair", "oriented",   "permuted"};

struct Block {
  Moves moves;
  Cube cube;
};

// The part of a cube that a step is about, as a number: cubes with the same key are the same to that step.
using Key = std::function<std::uint64_t(const Cube&)>;

Block block(const Moves& moves) { return {moves, apply(kSolved, moves)}; }

std::vector<Block> turns_of_u() { return {block({Move(0)}), block({Move(1)}), block({Move(2)})}; }

// The moves as they are after the cube is turned `quarters` times about the U axis.
Moves from_side(Moves moves, int quarters) {
  for (Move& m : moves)
    for (std::size_t i = 0; i < kRing.size(); ++i)
      if (face_of(m) == kRing[i]) {
        m = make_move(kRing[(i + quarters) % 4], turns_of(m));
        break;
      }
  return moves;
}

// Turns of U and the algorithms and their inverses, from each side.
std::vector<Block> last_layer(std::span<const std::string_view> algorithms) {
  std::vector<Block> blocks = turns_of_u();
  for (const std::string_view text : algorithms)
    for (int side = 0; side < 4; ++side) {
      const Moves moves = from_side(parse_algorithm(text)->moves, side);
      blocks.push_back(block(moves));
      blocks.push_back(block(inverse(moves)));
    }
  return blocks;
}

// The shortest sequence of blocks after which the key is that of the solved cube.
Moves shortest(const Cube& start, const std::vector<Block>& blocks, const Key& key) {
  struct Node {
    Cube cube;
    std::uint64_t key;
    std::size_t parent;
    const Block* last;
  };
  std::vector<Node> nodes{{start, key(start), 0, nullptr}};
  std::map<std::size_t, std::vector<std::size_t>> open;                     // by length
  std::unordered_map<std::uint64_t, std::size_t> known{{nodes[0].key, 0}};  // the least length by key
  const std::uint64_t goal = key(kSolved);
  for (open[0].push_back(0); !open.empty(); open.erase(open.begin())) {
    const auto& [length, shortest_ones] = *open.begin();
    for (std::size_t n : shortest_ones) {  // blocks are not empty: this list does not grow
      if (nodes[n].key == goal) {
        Moves moves;
        for (; nodes[n].last != nullptr; n = nodes[n].parent)
          moves.insert(moves.begin(), nodes[n].last->moves.begin(), nodes[n].last->moves.end());
        return normalise(moves);
      }
      if (known[nodes[n].key] < length) continue;
      for (const Block& b : blocks) {
        const Cube next = nodes[n].cube * b.cube;
        const std::uint64_t there = key(next);
        const std::size_t longer = length + b.moves.size();
        const auto [found, is_new] = known.try_emplace(there, longer);
        if (!is_new && found->second <= longer) continue;
        found->second = longer;
        open[longer].push_back(nodes.size());
        nodes.push_back({next, there, n, &b});
      }
    }
  }
  fmt::print(stderr, "the blocks do not suffice for this cube\n");
  std::exit(3);
}

// Where these pieces are, and how they are turned there.
Key places(const std::vector<int>& corners, const std::vector<int>& edges) {
  return [=](const Cube& c) {
    const Cube where = inverse(c);
    std::uint64_t key = 0;
    for (const int piece : corners) key = key << 6 | where.corner[piece];
    for (const int piece : edges) key = key << 6 | where.edge[piece];
    return key;
  };
}

std::uint64_t orientations_above(const Cube& c) {
  std::uint64_t key = 0;
  for (int x = 0; x < 4; ++x) key = key << 3 | static_cast<unsigned>(c.twist_at(x) * 2 + c.flip_at(x));
  return key;
}

// The distances of all 190,080 positions are computed once; the cross is solved by descending them.
Moves cross(Cube c) {
  static const Key key = places({}, {DR, DF, DL, DB});
  static const auto distances = [] {
    std::unordered_map<std::uint64_t, int> distance{{key(kSolved), 0}};
    std::vector<Cube> cubes{kSolved};
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      const int next = distance[key(cubes[i])] + 1;
      for (const Move m : kAllMoves) {
        const Cube there = apply(cubes[i], m);
        if (distance.try_emplace(key(there), next).second) cubes.push_back(there);
      }
    }
    return distance;
  }();
  Moves moves;
  for (int distance = distances.at(key(c)); distance > 0; --distance) {
    moves.push_back(*std::find_if(kAllMoves.begin(), kAllMoves.end(),
                                  [&](Move m) { return distances.at(key(apply(c, m))) < distance; }));
    c = apply(c, moves.back());
  }
  return moves;
}

// The moves for the next pair of the open slots (0..3: FR FL BL BR); removes that slot from `open`.
Moves next_pair(const Cube& c, std::vector<int>& open, bool in_order) {
  std::vector<Block> blocks = turns_of_u();
  for (const int slot : open)
    for (const Move u : moves_at(0, 1, 2)) {
      const Face right = kRing[slot];
      const Face left = kRing[(slot + 1) % 4];
      blocks.push_back(block({make_move(right, 1), u, make_move(right, 3)}));
      blocks.push_back(block({make_move(left, 3), u, make_move(left, 1)}));
    }
  Moves best;
  std::size_t taken = open.size();
  for (std::size_t i = 0; i < (in_order ? 1 : open.size()); ++i) {
    Moves moves = shortest(c, blocks, places({DFR + open[i]}, {FR + open[i]}));
    if (taken < open.size() && moves.size() >= best.size()) continue;
    best = std::move(moves);
    taken = i;
  }
  open.erase(open.begin() + static_cast<std::ptrdiff_t>(taken));
  return best;
}

// The moves of the seven steps.
std::vector<Moves> solve(Cube c, const Moves& first, bool in_order) {
  constexpr std::array<std::string_view, 5> kOrient{"F R U R' U' F'", "F U R U' R' F'", "R U R' U R U2 R'",
                                                    "R2 D' R U2 R' D R U2 R", "R U2 R2 U' R2 U' R2 U2 R"};
  constexpr std::array<std::string_view, 4> kPermute{"R U R' U' R' F R2 U' R' U' R U R' F'",
                                                     "R U' R U R U R U' R' U' R2", "R' F R' B2 R F' R' B2 R2",
                                                     "F R U' R' U' R U R' F' R U R' U' R' F R F'"};
  static const std::vector<Block> orient = last_layer(kOrient);
  static const std::vector<Block> permute = last_layer(kPermute);
  std::vector<Moves> steps;
  const auto take = [&](Moves moves) {
    c = apply(c, moves);
    steps.push_back(std::move(moves));
  };
  take(first);
  // In the number, the digits of DRB are the most significant ones, then those of DBL, DFR and DLF.
  for (std::vector<int> open{3, 2, 0, 1}; !open.empty();) take(next_pair(c, open, in_order));
  take(shortest(c, orient, orientations_above));
  take(shortest(c, permute, [](const Cube& x) { return hash(x); }));
  if (c != kSolved) std::exit(3);
  return steps;
}

struct Count {
  int all = 0;
  int less = 0;

  void add(bool is_less) {
    ++all;
    less += is_less;
  }
  void print(std::string_view what) const {
    fmt::print("  {:<14}{:6} of {:6}  {:5.1f} %\n", what, less, all, 100.0 * less / all);
  }
};

}  // namespace

int main() {
  Random random(1);
  std::vector<Cube> cubes;
  std::vector<Moves> crosses;
  for (int i = 0; i < kSolves; ++i) {
    cubes.push_back(random.cube());
    crosses.push_back(cross(cubes.back()));
  }
  for (const bool in_order : {false, true}) {
    std::array<Count, kSteps.size()> step;
    Count steps;
    Count moves;
    Count solves;
    for (int i = 0; i < kSolves; ++i) {
      Cube c = cubes[i];
      bool always = true;
      const auto solution = solve(c, crosses[i], in_order);
      for (std::size_t s = 0; s < solution.size(); ++s) {
        if (solution[s].empty()) continue;
        const Uint128 before = pack(c, Packing::packed71);
        for (const Move m : solution[s]) {
          const Cube next = apply(c, m);
          moves.add(pack(next, Packing::packed71) < pack(c, Packing::packed71));
          c = next;
        }
        const bool less = pack(c, Packing::packed71) < before;
        step[s].add(less);
        steps.add(less);
        always = always && less;
      }
      solves.add(always);
    }
    fmt::print("packed71 less than before, {} layer-by-layer solves, {:.1f} moves each, {}:\n", kSolves,
               static_cast<double>(moves.all) / kSolves,
               in_order ? "pairs in the order of the number" : "the shortest pair first");
    for (std::size_t s = 0; s < kSteps.size(); ++s) step[s].print(kSteps[s]);
    steps.print("all steps");
    solves.print("whole solves");
    moves.print("single moves");
  }
}
