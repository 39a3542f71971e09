#include "superflip/solver/coset/bitmap.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace superflip::coset {

std::byte* PagePool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    free_.reserve((chunks_.size() + 1) * kChunk);
    chunks_.push_back(allocate_table(kChunk * kPageBytes));
    for (std::size_t i = kChunk; i-- > 0;) free_.push_back(chunks_.back().bytes.data() + i * kPageBytes);
  }
  std::byte* const page = free_.back();
  free_.pop_back();
  peak_ = std::max(peak_, ++used_);
  return page;
}

void PagePool::give(std::byte* page) noexcept {
  const std::lock_guard lock(mutex_);
  free_.push_back(page);
  --used_;
}

std::byte* Bitmap::make_page(std::uint32_t number) {
  if (pages_[number] == nullptr) {
    pages_[number] = pool_.take();
    std::memset(pages_[number], 0, kPageBytes);
  }
  return pages_[number];
}

std::uint64_t Bitmap::count() const {
  std::uint64_t n = 0;
  for (const std::byte* const page : pages_) {
    if (page == nullptr) continue;
    const auto* const words = reinterpret_cast<const std::uint64_t*>(page);
    for (std::uint32_t w = 0; w < kPageBits / 64; ++w) n += static_cast<std::uint64_t>(std::popcount(words[w]));
  }
  return n;
}

void Bitmap::clear() {
  for (std::byte*& page : pages_)
    if (page != nullptr) pool_.give(std::exchange(page, nullptr));
}

Marks::Marks() : memory_(allocate_table(bytes())), marks_(reinterpret_cast<std::uint32_t*>(memory_.bytes.data())) {}

void Marks::begin(MarkSink& sink) {
  sink_ = &sink;
  listed_.clear();
  counts_.fill(0);
}

void Marks::work_off(std::uint32_t page, Marks& lister) {
  const std::uint32_t n = std::exchange(counts_[page], 0);
  if (n == 0) return;
  std::atomic_flag& lock = sink_->locks[page];
  while (lock.test_and_set(std::memory_order_acquire)) lock.wait(true, std::memory_order_relaxed);
  const std::unique_ptr<std::atomic_flag, void (*)(std::atomic_flag*)> held(&lock, [](std::atomic_flag* flag) {
    flag->clear(std::memory_order_release);
    flag->notify_one();
  });
  auto* const words = reinterpret_cast<std::uint64_t*>(sink_->bitmap.make_page(page));
  const std::uint32_t* const marks = marks_ + std::size_t{page} * kCapacity;
  std::uint64_t found = 0;
  const bool is_listing = sink_->found.load(std::memory_order_relaxed) <= sink_->room.load(std::memory_order_relaxed);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t& word = words[marks[i] / 64];
    const std::uint64_t bit = std::uint64_t{1} << marks[i] % 64;
    if ((word & bit) != 0) continue;
    word |= bit;
    ++found;
    if (is_listing) lister.listed_.push_back({page, marks[i]});
  }
  sink_->found.fetch_add(found, std::memory_order_relaxed);
}

}  // namespace superflip::coset
