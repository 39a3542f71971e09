// The pruning cosets of the optimal solver, and the small tables that turn a cube into the index of its class.
//
// H is the group of cubes with every corner oriented and in its tetrad, and every edge oriented and in its slice.
// Adding U D', R L' and F B' gives K, which is 24 times as large: beyond what H ignores, it ignores which slice is
// which, and a flip of all edges of two slices at once. K contains all half turns and is mapped to itself by all 48
// symmetries. So the distance of the coset Kx is that of K(A x B), where B is a symmetry, A = R B^-1, and R is one of
// six representatives of K's action on the slices: 288 maps.
//
// The corners choose the map (corner_classes.h): the tetrad of the piece at each place and the twists (70 * 2187
// configurations) fall into 630 classes. U D' swaps the two tetrads without twisting corners, so only the
// configurations with a tetrad-0 piece at place 7 are stored. The other half use the same maps preceded by U D',
// numbered 288 higher. The edges are then mapped (edge_classes.h), which gives the arrangement of slices over the
// places (34,650) and the flips modulo those of two slices (9 bits). A class whose corners are symmetric has several
// maps, so a coset has several indices, and what is stored at one of them must be stored at all.
//
// There are two refinements of K. K+ consists of its even permutations only, which adds one bit, the parity of the
// corners. In Q = <half turns, U D', R L', F B'> the corners of a tetrad may be permuted only together with those of
// the other, modulo the double transpositions; this adds one of the six elements of S3.
//
// Folded classes: x and x s for s in <U D', R L', F B'> get one index. U D' is a rotation followed by a slice turn t,
// so K x U D' has the distance of K t^-1 x t: the edges are conjugated by three independent slice turns, which turn the
// arrangement's three rings of four places each; a quarter turn also flips the edges that it carries into or out of
// their slice. If a turn leaves an arrangement unchanged, several values of the flips belong to one class, and a table
// of ranks unites them. The value of a class is the minimum over its cosets, so it is admissible; but one move may
// change it by more than one.
//
// Source: the enlargement of Tronto's H48 (nissy.tronto.net) and the double cosets are our own study; the counts in
// tests/solver/optimal_coset_test.cpp are its results.
#pragma once

#include <cstdint>

#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

enum class Relation : std::uint8_t { none, parity, tetrads };

// The number of values of a relation, which the table distinguishes within a coset of K: 1, 2 or 6.
constexpr int relation_count(Relation r) { return r == Relation::none ? 1 : r == Relation::parity ? 2 : 6; }

inline constexpr int kSliceOrders = 6;
inline constexpr int kMaps = kSliceOrders * kSymmetries;
inline constexpr int kTetradMasks = 35;  // with place 7 in tetrad 0
inline constexpr int kTwists = 2187;
inline constexpr int kCornerConfigurations = kTetradMasks * kTwists;
inline constexpr int kCornerClasses = 630;
inline constexpr int kArrangements = 34650;
inline constexpr int kFlips = 512;

}  // namespace superflip::optimal
