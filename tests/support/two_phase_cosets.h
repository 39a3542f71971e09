// The places of cubes in the graphs of the two-phase solver, computed from the cubes themselves: the class and the
// symmetry of the folded coordinate, and then the other coordinate of the turned cube. Tests compare the graphs' rows
// with these.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/two_phase/graphs.h"
#include "tests/support/slice_flips.h"

namespace superflip::two_phase {

inline const Fold& shared_fold() {
  static const std::unique_ptr<const Fold> fold = [] {
    auto made = std::make_unique<Fold>();
    make_fold(*made, hardware_threads());
    return made;
  }();
  return *fold;
}

inline const EdgeColumns& shared_columns() {
  static const EdgeColumns columns;
  return columns;
}

// A graph, and how to find a cube's entry without it.
struct Coset {
  std::string name;
  bool phase2;  // uses the moves of G1, and only cubes of G1
  std::function<std::unique_ptr<BlockGraph>(Metric)> make_graph;
  std::function<std::uint64_t(const Cube&)> entry;
  SymmetryGroup symmetries = kUd16;  // those that preserve the distance
};

namespace detail {

template <class Inner>
std::uint64_t twist_entry(const Cube& c, std::uint64_t inner_size, Inner inner) {
  const unsigned fold = shared_fold().twist_fold[CornerOrientation::index(c)];
  return (fold & 0xFF) * inner_size + inner(conjugate(c, Symmetry(fold >> 8)));
}

template <class Inner>
std::uint64_t corner_entry(const Cube& c, std::uint64_t inner_size, Inner inner) {
  const unsigned fold = shared_fold().corner_fold[CornerPermutation::index(c)];
  return (fold & 0xFFF) * inner_size + inner(conjugate(c, Symmetry(fold >> 12)));
}

}  // namespace detail

inline Coset phase1_coset() {
  return {"phase 1", false, [](Metric metric) { return make_phase1_graph(shared_fold(), metric); },
          [](const Cube& c) {
            return detail::twist_entry(c, kSlices * kEdgeFlips, [](const Cube& turned) {
              return UDSlice::index(turned) * kEdgeFlips + EdgeOrientation::index(turned);
            });
          }};
}

inline Coset corners_edges_coset() {
  return {"corners and edges", true,
          [](Metric metric) { return make_corners_edges_graph(shared_fold(), metric, hardware_threads()); },
          [](const Cube& c) { return detail::corner_entry(c, kEdgePermutations, Phase2EdgePermutation::index); }};
}

inline Coset corners_columns_coset() {
  return {"corners and columns", true,
          [](Metric metric) { return make_corners_columns_graph(shared_fold(), metric, shared_columns()); },
          [](const Cube& c) {
            return detail::corner_entry(c, EdgeColumns::size(),
                                        [](const Cube& turned) { return shared_columns().index(turned); });
          }};
}

inline Coset twist_slice_coset() {
  return {"twist and slice", false, [](Metric metric) { return make_twist_slice_graph(shared_fold(), metric); },
          [](const Cube& c) { return detail::twist_entry(c, kSlices, UDSlice::index); }};
}

inline Coset twist_slice_flips_coset() {
  return {"twist, slice and its flips", false,
          [](Metric metric) { return make_twist_slice_flips_graph(shared_fold(), metric); },
          [](const Cube& c) { return detail::twist_entry(c, UDSliceFlips::size(), UDSliceFlips::index); }};
}

namespace detail {

// The classes of a coordinate under the eight symmetries that preserve each axis and therefore edge orientation.
template <class C>
struct Axes8Classes {
  Symmetric<C> of{C{}, kAxes8};
  std::vector<std::uint16_t> fold, representatives, stabilisers;

  Axes8Classes() {
    for (std::uint32_t raw = 0; raw < C::size(); ++raw)
      fold.push_back(static_cast<std::uint16_t>(of.class_of(raw) | inverse(of.symmetry_of(raw)) << 12));
    for (std::uint32_t c = 0; c < of.classes(); ++c) {
      representatives.push_back(static_cast<std::uint16_t>(of.representative(c)));
      stabilisers.push_back(static_cast<std::uint16_t>(of.self_symmetries(c)));
    }
  }

  Folding folding() const { return {kAxes8, fold, 12, representatives, stabilisers}; }
  // Of the class of C and the flip of the turned cube.
  std::uint64_t entry(const Cube& c) const {
    const unsigned folded = fold[C::index(c)];
    return (folded & 0xFFF) * kEdgeFlips + EdgeOrientation::index(conjugate(c, Symmetry(folded >> 12)));
  }
};

}  // namespace detail

inline Coset flip_slice_coset() {
  static const detail::Axes8Classes<UDSlice> classes;
  return {"flip and slice", false,
          [](Metric metric) { return make_flip_slice_graph(shared_fold(), classes.folding(), metric); },
          [](const Cube& c) { return classes.entry(c); }};
}

inline Coset twist_flip_coset() {
  static const detail::Axes8Classes<CornerOrientation> classes;
  return {"twist and flip", false,
          [](Metric metric) { return make_twist_flip_graph(shared_fold(), classes.folding(), metric); },
          [](const Cube& c) { return classes.entry(c); }, kAxes8};
}

inline Coset corners_slice_coset() {
  return {"corners and slice", true, [](Metric metric) { return make_corners_slice_graph(shared_fold(), metric); },
          [](const Cube& c) { return detail::corner_entry(c, kSlicePermutations, Phase2SlicePermutation::index); }};
}

struct Measured {
  std::vector<std::uint8_t> distance;
  Distribution distribution;
};

inline Measured measure(const Coset& coset, Metric metric, unsigned threads = hardware_threads(), int max_depth = 99) {
  const auto graph = coset.make_graph(metric);
  Measured m;
  m.distance.resize(std::uint64_t{graph->blocks()} * graph->block_size());
  m.distribution = measure_distances(*graph, m.distance, max_depth, threads).value();
  return m;
}

}  // namespace superflip::two_phase
