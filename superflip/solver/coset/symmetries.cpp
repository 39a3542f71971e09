#include "superflip/solver/coset/symmetries.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "superflip/base/parallel.h"

namespace superflip::coset {
namespace {

constexpr std::uint32_t kRelabellings = 16;

// The image of the pieces at the `size` places from `first` on, as SearchNode::pieces counts them.
template <std::size_t size>
std::array<std::uint8_t, size> image_of(const Image& image, std::size_t first,
                                        const std::array<std::uint8_t, size>& pieces) {
  constexpr std::size_t kHalf = 16;  // a shuffle is within 16 bytes
  const std::size_t half = first / kHalf * kHalf;
  const std::size_t low = first - half;
  std::array<std::uint8_t, size> result{};
  for (std::size_t x = 0; x < size; ++x) {
    const std::size_t from = image.after[first + x] - low;
    result[x] = static_cast<std::uint8_t>(image.before[half + low + pieces[from]] - low);
  }
  return result;
}

template <std::size_t size>
std::uint64_t bytes_of(const std::array<std::uint8_t, size>& pieces) {
  std::uint64_t bytes = 0;
  for (std::size_t x = 0; x < size; ++x) bytes |= std::uint64_t{pieces[x]} << (8 * x);
  return bytes;
}

// The fourth bit of an element's ke: signs of corners, edges and slice agree.
std::uint32_t whole_ke(std::uint32_t ke, int sign) { return (sign & 1) != 0 ? ke | 8 : ke; }

}  // namespace

SymmetryMap::SymmetryMap(const Image& image) {
  const G1Numbers& g1 = g1_numbers();
  constexpr std::size_t kEdgesAt = 0;
  constexpr std::size_t kSliceAt = 8;
  constexpr std::size_t kCornersAt = 16;
  corners_.reserve(kArrangements * kRelabellings);
  edges_.reserve(kArrangements * kRelabellings);
  for (std::uint16_t a = 0; a < kArrangements; ++a)
    for (std::uint8_t k = 0; k < kRelabellings; ++k) {
      const auto corners = g1.corners.number(bytes_of(image_of(image, kCornersAt, g1.corners.pieces({a, k}))));
      corners_.push_back({corners.arrangement, static_cast<std::uint16_t>(corners.relabelling << 3)});
      const auto edges = g1.edges.number(bytes_of(image_of(image, kEdgesAt, g1.edges.pieces({a, k}))));
      edges_.push_back(edges.arrangement * kSliceOrders * kVectorBits + (edges.relabelling & 7U));
    }
  for (std::size_t n = 0; n < slice_.size(); ++n) {
    const auto pieces = image_of(image, kSliceAt, g1.slice_pieces[n]);
    std::uint32_t key = 0;
    for (std::size_t x = 0; x < pieces.size(); ++x) key |= std::uint32_t{pieces[x]} << (2 * x);
    const std::uint32_t slice = g1.slice_number[key];
    slice_[n] = static_cast<std::uint16_t>((slice >> 2) * kVectorBits + ((slice & 3) << 7));
  }
}

Place SymmetryMap::image(Place place) const {
  const G1Numbers& g1 = g1_numbers();
  const std::uint32_t edge = place.bit / kVectorBits / kSliceOrders;
  const std::uint32_t order = place.bit / kVectorBits % kSliceOrders;
  const std::uint32_t ks = place.bit >> 7 & 3;
  const std::uint32_t kc = place.bit >> 3 & 15;
  const std::uint32_t ke = place.bit & 7;
  const int sign = g1.corners.parity(place.page) + g1.edges.parity(edge) + g1.slice_parity[order] + std::popcount(kc) +
                   std::popcount(ke);
  return image(kRelabellings * place.page + kc, kRelabellings * edge + whole_ke(ke, sign), 4 * order + ks);
}

std::vector<SymmetryMap> maps_of(std::span<const Image> images) {
  std::vector<SymmetryMap> maps;
  for (const Image& image : images) maps.emplace_back(image);
  return maps;
}

std::uint64_t close_page(std::span<const SymmetryMap> maps, Bitmap& bitmap, std::uint32_t page) {
  const G1Numbers& g1 = g1_numbers();
  // The images of the missing elements of one vector, which the cache fetches meanwhile.
  struct Look {
    std::uint64_t* word = nullptr;  // null where the page has no bits
    std::uint64_t bit = 0;
  };
  std::vector<Look> looks(kVectorBits * maps.size());
  auto* const words = reinterpret_cast<std::uint64_t*>(bitmap.page(page));
  const auto is_found = [](const Look& look) {
    return look.word != nullptr && (std::atomic_ref(*look.word).load(std::memory_order_relaxed) & look.bit) != 0;
  };
  constexpr std::uint32_t kWords = kVectorBits / 64;
  std::uint64_t found = 0;
  for (std::uint32_t node = 0; node < kPageBits / kVectorBits; ++node) {
    const std::uint32_t edge = node / kSliceOrders;
    const std::uint32_t order = node % kSliceOrders;
    const int sign = g1.corners.parity(page) + g1.edges.parity(edge) + g1.slice_parity[order];
    std::uint64_t* const vector = words + std::size_t{node} * kWords;
    std::array<std::uint64_t, kWords> missing;
    Look* next = looks.data();
    for (std::uint32_t w = 0; w < kWords; ++w) {
      missing[w] = ~std::atomic_ref(vector[w]).load(std::memory_order_relaxed);
      for (std::uint64_t left = missing[w]; left != 0; left &= left - 1) {
        const std::uint32_t bit = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
        const std::uint32_t kc = bit >> 3 & 15;
        const std::uint32_t ke = whole_ke(bit & 7, sign + std::popcount(bit & 127));
        for (const SymmetryMap& map : maps) {
          const Place image = map.image(kRelabellings * page + kc, kRelabellings * edge + ke, 4 * order + (bit >> 7));
          auto* const there = reinterpret_cast<std::uint64_t*>(bitmap.page(image.page));
          *next = there == nullptr ? Look{} : Look{there + image.bit / 64, std::uint64_t{1} << image.bit % 64};
          __builtin_prefetch(next++->word);
        }
      }
    }
    const Look* look = looks.data();
    for (std::uint32_t w = 0; w < kWords; ++w) {
      std::uint64_t closed = 0;
      for (std::uint64_t left = missing[w]; left != 0; left &= left - 1, look += maps.size())
        if (std::any_of(look, look + maps.size(), is_found)) closed |= left & -left;
      if (closed != 0) std::atomic_ref(vector[w]).fetch_or(closed, std::memory_order_relaxed);
      found += static_cast<std::uint64_t>(std::popcount(closed));
    }
  }
  return found;
}

std::uint64_t close(std::span<const SymmetryMap> maps, Bitmap& bitmap, unsigned threads, const StopFlag* stop,
                    const std::function<void(double)>& on_progress) {
  for (std::uint32_t page = 0; page < kPages && !is_set(stop); ++page) bitmap.make_page(page);
  std::atomic<std::uint32_t> next{0};
  std::atomic<std::uint64_t> found{0};
  std::mutex mutex;  // guards the progress
  std::uint32_t done = 0;
  const auto work = [&](unsigned) {
    for (;;) {
      const std::uint32_t page = next.fetch_add(1);
      if (page >= kPages || is_set(stop)) return;
      found += close_page(maps, bitmap, page);
      const std::lock_guard lock(mutex);
      ++done;
      if (on_progress) on_progress(static_cast<double>(done) / kPages);
    }
  };
  run_on_threads(threads, work, [&] { next = kPages; });
  return found;
}

}  // namespace superflip::coset
