// The symmetries of a coset as maps of places (g1_numbers.h), and a bitmap closed under them.
//
// A search that takes one of the words that symmetries map onto each other must mark the images of what it finds. Words
// are many more than elements where a coset is near G1 and the search is deep; there it is cheaper to mark what is
// found alone, and to look afterwards, for each element that no word has found, whether one of its images was found.
//
// A symmetry maps g to before * g * after (search.h), so that the arrangements of corners, edges and slice of the image
// depend on those of g alone. Invariant: after closing, an element is in the bitmap if and only if its images are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/solver/coset/bitmap.h"
#include "superflip/solver/coset/g1_numbers.h"
#include "superflip/solver/coset/search.h"

namespace superflip::coset {

// Where a symmetry maps each element; 320 KB, so that those of G1 itself take 5 MB. Immutable.
class SymmetryMap {
 public:
  explicit SymmetryMap(const Image& image);

  // The place of the image of the element with these numbers: the page's corners and relabelling (16 * C + kc), the
  // edges likewise (16 * E + ke, all four bits of ke), and the slice's S * 4 + ks.
  Place image(std::uint32_t corners, std::uint32_t edges, std::uint32_t slice) const {
    const Corners& c = corners_[corners];
    return {c.page, (edges_[edges] + slice_[slice]) | c.bits};
  }
  // The same of an element by its place.
  Place image(Place place) const;

 private:
  struct Corners {
    std::uint16_t page;
    std::uint16_t bits;  // of Place::bit
  };
  std::vector<Corners> corners_;
  std::vector<std::uint32_t> edges_;  // the first bit of the vectors of E, and the bits of ke
  std::array<std::uint16_t, 4 * kSliceOrders> slice_{};
};

std::vector<SymmetryMap> maps_of(std::span<const Image> images);

// Sets the bits of the elements of a page, which exists, of which an image is set, in this page or in others that
// exist. Returns how many they are. The maps must be all of a group but for the identity. Other threads may close other
// pages meanwhile.
std::uint64_t close_page(std::span<const SymmetryMap> maps, Bitmap& bitmap, std::uint32_t page);

// Closes the bitmap, of which all pages exist afterwards unless it was stopped. Returns how many bits were set, also
// then.
// `on_progress` gets the fraction that is done, from one thread at a time. Throws std::bad_alloc.
std::uint64_t close(std::span<const SymmetryMap> maps, Bitmap& bitmap, unsigned threads, const StopFlag* stop,
                    const std::function<void(double)>& on_progress);

}  // namespace superflip::coset
