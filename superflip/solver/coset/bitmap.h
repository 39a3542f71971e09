// Bitmap: one bit for each element of G1, in pages (g1_numbers.h), and the pool from which pages come.
//
// A page without any bit set has no memory. Pages that are given back are used again before new memory is touched:
// touching memory for the first time costs more than a pass over it.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/solver/coset/g1_numbers.h"

namespace superflip::coset {

// Thread-safe.
class PagePool {
 public:
  // A page with any contents. Throws std::bad_alloc.
  std::byte* take();
  // Needs no memory: pages are given back when objects end, also for want of memory.
  void give(std::byte* page) noexcept;

  // Pages in use now, and the most that were in use at the same time.
  std::size_t used() const { return used_; }
  std::size_t peak() const { return peak_; }

 private:
  static constexpr std::size_t kChunk = 65;  // pages, 30 huge pages of 2 MB

  std::mutex mutex_;
  std::vector<TableMemory> chunks_;
  std::vector<std::byte*> free_;  // with room for all pages
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

class Bitmap {
 public:
  explicit Bitmap(PagePool& pool) : pool_(pool) {}
  Bitmap(const Bitmap&) = delete;
  Bitmap& operator=(const Bitmap&) = delete;
  ~Bitmap() { clear(); }

  // Null where no bit is set.
  std::byte* page(std::uint32_t number) const { return pages_[number]; }

  // The page, zeroed when it is new. The caller excludes other threads from this page. Throws std::bad_alloc.
  std::byte* make_page(std::uint32_t number);

  // Takes a page with other contents, and returns the old one, which may be null.
  std::byte* replace(std::uint32_t number, std::byte* page) { return std::exchange(pages_[number], page); }

  bool contains(Place place) const {
    const std::byte* const page = pages_[place.page];
    return page != nullptr && (std::to_integer<unsigned>(page[place.bit / 8]) >> place.bit % 8 & 1) != 0;
  }

  std::uint64_t count() const;

  // Visits the places whose bits are not set, in the order of their numbers, until visit() returns false.
  template <class Visit>
  void visit_missing(const Visit& visit) const {
    for (std::uint32_t p = 0; p < kPages; ++p) {
      const auto* const words = reinterpret_cast<const std::uint64_t*>(pages_[p]);
      for (std::uint32_t w = 0; w < kPageBits / 64; ++w)
        for (std::uint64_t missing = words == nullptr ? ~std::uint64_t{0} : ~words[w]; missing != 0;
             missing &= missing - 1)
          if (!visit(Place{p, w * 64 + static_cast<std::uint32_t>(std::countr_zero(missing))})) return;
    }
  }

  PagePool& pool() const { return pool_; }

 private:
  void clear();

  PagePool& pool_;
  std::array<std::byte*, kPages> pages_{};
};

// Where gathered marks go, from all threads.
struct MarkSink {
  explicit MarkSink(Bitmap& to) : bitmap(to) {}

  Bitmap& bitmap;
  std::array<std::atomic_flag, kPages> locks{};
  std::atomic<std::uint64_t> found{0};  // bits that were not set before
  std::atomic<std::uint64_t> room{0};   // how many of them may be listed; if there are more, no list is complete
};

// Elements of G1 to be marked in a bitmap. Marks are gathered by page, and a page is worked off at once: single random
// writes would miss all caches. Each thread has its own.
class Marks {
 public:
  // Throws std::bad_alloc.
  Marks();

  // The memory of one object, if all of it is used.
  static std::uint64_t bytes() { return std::uint64_t{kPages} * kCapacity * sizeof(std::uint32_t); }

  void begin(MarkSink& sink);

  void add(Place place) {
    std::uint32_t& n = counts_[place.page];
    marks_[std::size_t{place.page} * kCapacity + n] = place.bit;
    if (++n == kCapacity) work_off(place.page, *this);
  }

  // Works off one page. What was new is added to the list of `lister`, which belongs to the calling thread; no two
  // threads may work off the same page of the same marks.
  void work_off(std::uint32_t page, Marks& lister);

  std::vector<Place>& listed() { return listed_; }

 private:
  // An odd number of cache lines, so that the ends of the gathered marks do not compete for the same sets of a cache.
  static constexpr std::size_t kCapacity = 16'400;

  TableMemory memory_;
  std::uint32_t* marks_;
  std::array<std::uint32_t, kPages> counts_{};
  MarkSink* sink_ = nullptr;
  std::vector<Place> listed_;
};

}  // namespace superflip::coset
