// The classes of corner configurations, and the maps that lead to their representatives (see coset.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/solver/optimal/coset.h"

namespace superflip::optimal {

// The map x -> A x B on the edges of the numbering, as shuffles. Marks of an edge: bit 7 is set if it belongs to slice
// M, bit 6 if to slice S, bit 5 if it is flipped.
struct alignas(16) EdgeMap {
  std::array<std::uint8_t, 16> marks;  // by piece: the marks of the piece that A makes of it
  std::array<std::uint8_t, 16> place;  // by place: the place from which B takes the marks
  std::array<std::uint8_t, 16> flip;   // by place: the flip that B adds, as a mark
};

// Another map from a class to its representative, and what it does to the relation of tetrads.
struct ClassMap {
  std::uint16_t map;
  std::uint8_t relation_map;
};

class CornerClasses {
 public:
  CornerClasses();

  // A configuration's entry: class | map << 10 | relation map << 20.
  static constexpr std::uint32_t entry(int corner_class, int map, int relation_map) {
    return static_cast<std::uint32_t>(corner_class | map << 10 | relation_map << 20);
  }
  static constexpr std::uint32_t class_of(std::uint32_t entry) { return entry & 1023; }
  static constexpr std::uint32_t map_of(std::uint32_t entry) { return entry >> 10 & 1023; }
  static constexpr std::uint32_t relation_map_of(std::uint32_t entry) { return entry >> 20; }

  // Indexed by the places of tetrad 1, as a mask without place 7: the number of the mask, 0..34, times 2187.
  std::array<std::uint32_t, 128> tetrads{};
  std::array<std::uint16_t, 128> ternary{};   // by a mask of places 0..6: the sum of 3^place
  std::vector<std::uint32_t> corner;          // entries by configuration: tetrads * 2187 + twists
  std::array<EdgeMap, 2 * kMaps> map{};       // number 48 * slice order + symmetry; + 288: preceded by U D'
  std::vector<std::uint16_t> product;         // [a * kMaps + b]: the map a, then b
  std::vector<Cube> representative;           // by class: a cube in the numbering with its corners
  std::vector<std::vector<ClassMap>> others;  // by class: the non-identity maps that keep its representative

  // The relation of tetrads. The two bits of v (numbering.h) of a tetrad's four corners, in the order of their places,
  // are two masks of four bits; pairing is indexed by both. v of the first corner differs from v of each of the other
  // three by 1, 2 or 3, an axis; pairing numbers the order of these three axes, 0..5. relation[a][b] is the number of
  // the permutation between the orders a and b of the two tetrads.
  std::array<std::uint8_t, 256> pairing{};
  std::array<std::array<std::uint8_t, 6>, 6> relation{};
  std::vector<std::array<std::uint8_t, 8>> relation_map;  // what a map does to each relation; entries hold the index

 private:
  // The number of the relation map, by tetrads and map.
  using RelationMaps = std::vector<std::uint8_t>;

  void make_maps();
  void make_relations();
  std::uint8_t relation_of(const std::array<int, 8>& piece) const;
  RelationMaps make_relation_maps();
  void make_classes(const RelationMaps& relation_maps);
  Cube cube_of(int configuration) const;
  int configuration_of(const Cube& renumbered) const;
};

}  // namespace superflip::optimal
