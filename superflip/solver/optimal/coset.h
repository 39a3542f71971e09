// The pruning cosets of the optimal solver, and the small tables that turn a cube into the index of its class.
//
// H is the group of cubes with every corner oriented and in its tetrad, every edge oriented and in its slice. Adding U
// D', R L' and F B' gives K, 24 times as large: what it forgets beyond H is which slice is which, and a flip of all
// edges of two slices at once. K contains all half turns and is mapped to itself by all 48 symmetries, so that the
// distance of the coset Kx is that of K(A x B) with B a symmetry and A = R B^-1, R one of six representatives of K's
// action on the slices: 288 maps.
//
// The corners choose the map: the tetrad of the piece at each place and the twists (70 * 2187 configurations) fall into
// 630 classes. U D' exchanges the tetrads and twists nothing, so that half of the configurations do, those with a piece
// of tetrad 0 at place 7; for the others the same maps with U D' before A, numbered 288 higher. The edges are then
// mapped, and give the arrangement of slices over the places (34,650) and the flips modulo those of two slices (9
// bits). A class whose corners are symmetric has several maps, and so a coset several indices: what is stored at one of
// them must be stored at all.
//
// Two refinements of K. K+: only its even permutations, hence one bit, the parity of the corners. Q = <half turns, U
// D', R L', F B'>: the corners of a tetrad may be permuted only together with those of the other, modulo the double
// transpositions; hence one of the six elements of S3.
//
// Folded classes: x and xs for s in <U D', R L', F B'> get one index. U D' is a rotation and then a slice turn t, so
// that K x U D' has the distance of K t^-1 x t: the edges are conjugated by three independent slice turns, which turn
// the arrangement's three rings of four places each; a quarter turn also flips what it carries into or out of its
// slice. An arrangement that a turn leaves alone leaves several flips, which a table of ranks unites. The value of a
// class is the least of its cosets, and admissible; but it may change by more than one with a move.
//
// Source: the enlargement of Tronto's H48 (nissy.tronto.net) and the double cosets are our own study; the counts in
// tests/optimal_coset_test.cpp are its results.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

enum class Relation : std::uint8_t { none, parity, tetrads };

// What is told apart beyond a coset of K.
constexpr int relation_count(Relation r) { return r == Relation::none ? 1 : r == Relation::parity ? 2 : 6; }

inline constexpr int kSliceOrders = 6;
inline constexpr int kMaps = kSliceOrders * kSymmetries;
inline constexpr int kTetradMasks = 35;  // with place 7 in tetrad 0
inline constexpr int kTwists = 2187;
inline constexpr int kCornerConfigurations = kTetradMasks * kTwists;
inline constexpr int kCornerClasses = 630;
inline constexpr int kArrangements = 34650;
inline constexpr int kFlips = 512;

// x -> A x B on the edges of the frame, as shuffles. Marks of an edge: bit 7 it is of slice M, bit 6 of slice S, bit 5
// flipped.
struct alignas(16) EdgeMap {
  std::array<std::uint8_t, 16> marks;  // of the piece that A makes of a piece
  std::array<std::uint8_t, 16> place;  // where B takes the marks from
  std::array<std::uint8_t, 16> flip;   // B's flips, as marks
};

// Another way to its representative that a class has: a map, and what that makes of the relation of tetrads.
struct ClassMap {
  std::uint16_t map;
  std::uint8_t relation_map;
};

// An arrangement of slices over the places, up to turns of the three rings. Masks of places and their numbers leave
// room after each ring, place p is bit p + p / 4: there the search has whether the ring was turned by an odd number of
// quarter turns.
struct Ring {
  std::uint32_t base;          // where its ranks begin among those of all
  std::uint16_t not_s, not_m;  // places whose edge is not of slice S, not of M
  std::uint16_t keep;          // the nine places whose flips count
  std::uint16_t kind;          // of the table of ranks
  std::uint8_t first_m, first_s;
  // What quarter turns that led here have flipped, as kept flips; by a mask of the rings turned by an odd number of
  // them.
  std::array<std::uint16_t, 8> flipped;
};

class CosetTables {
 public:
  static const CosetTables& get();  // made at first use, in some hundredths of a second

  // A corner's entry: class | map << 10 | relation map << 20.
  static constexpr std::uint32_t entry(int corner_class, int map, int relation_map) {
    return static_cast<std::uint32_t>(corner_class | map << 10 | relation_map << 20);
  }
  static constexpr std::uint32_t class_of(std::uint32_t entry) { return entry & 1023; }
  static constexpr std::uint32_t map_of(std::uint32_t entry) { return entry >> 10 & 1023; }
  static constexpr std::uint32_t relation_map_of(std::uint32_t entry) { return entry >> 20; }

  std::array<std::uint32_t, 128>
      tetrads{};  // by the places of tetrad 1, a mask without place 7: its number 0..34, times 2187
  std::array<std::uint16_t, 128> ternary{};   // by a mask of places 0..6: the sum of 3^place
  std::vector<std::uint32_t> corner;          // by configuration: tetrads * 2187 + twists
  std::array<EdgeMap, 2 * kMaps> map{};       // number 48 * slice order + symmetry; + 288: after U D'
  std::vector<std::uint16_t> product;         // [a * kMaps + b]: the map a, then b
  std::vector<Cube> representative;           // by class: a cube of the frame with its corners
  std::vector<std::vector<ClassMap>> others;  // by class: the maps but the identity that keep its representative

  // The relation of tetrads. pairing: by two masks of four bits (v of the four corners in the order of their places),
  // the order in which the first's pairs with the others take the three axes; relation: by the two tetrads' orders.
  std::array<std::uint8_t, 256> pairing{};
  std::array<std::array<std::uint8_t, 6>, 6> relation{};
  std::vector<std::array<std::uint8_t, 8>> relation_map;  // what a map makes of each, by its number in an entry

  // Edges. A ring's four places are told by the masks of M and S among them: m << 4 | s. Or with their flips, base 6:
  // an edge is 1 if it is flipped, and 4 more if of slice M, 2 if of S.
  std::array<std::uint8_t, 256> ring_code{};         // 0..80: base 3
  std::array<std::uint32_t, 81 * 81> lower_rings{};  // by the codes of rings 0 and 1, plus ...
  std::array<std::uint16_t, 81> upper_ring{};        // ... by that of ring 2: the arrangement 0..34649
  // By flips too: the ring's necklace 0..23 | the flips as the turn to it leaves them << 16 | if that is odd << 20.
  std::array<std::uint32_t, 6 * 6 * 6 * 6> necklace{};
  std::vector<std::uint16_t> ring_of;  // by three necklaces, n0 | n1 << 5 | n2 << 10
  std::vector<Ring> rings;
  std::vector<std::array<std::uint16_t, kFlips>> flip_ranks;  // by kind; kind 0 is the identity
  std::uint32_t folded_edges = 0;                             // how many ranks there are: 295,548

 private:
  CosetTables();
  void make_corners();
  void make_maps();
  void make_relations();
  void make_arrangements();
  void make_rings();
};

}  // namespace superflip::optimal
