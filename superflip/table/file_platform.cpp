// Where systems differ: memory for tables, tables as memory, and locks. Emscripten has no mapping (the store then reads
// files) and no locks (nor a second process).
//
// A random read of a large table misses the processor's translation cache as well as its data caches; with pages of
// 2 MB the first miss goes away, which is more than half of the time.
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>

#include "superflip/table/file_io.h"

#ifndef __EMSCRIPTEN__
#include <sys/file.h>
#include <sys/mman.h>
#endif

namespace superflip {
namespace {

TableMemory allocate_small(std::size_t bytes) {
  constexpr std::align_val_t kAlignment{64};
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();  // operator new may wrap around
  const std::shared_ptr<std::byte> owner(static_cast<std::byte*>(::operator new(bytes, kAlignment)),
                                         [](std::byte* p) { ::operator delete(p, kAlignment); });
  std::memset(owner.get(), 0, bytes);
  return {owner, {owner.get(), bytes}};
}

}  // namespace

#ifdef __EMSCRIPTEN__

TableMemory allocate_table(std::size_t bytes) { return allocate_small(bytes); }

std::shared_ptr<const std::byte> map_file(const File&, std::size_t) { return {}; }

std::error_code lock_file(const File&, bool) { return std::make_error_code(std::errc::not_supported); }

#else

namespace {

// Without them a table is slower, not wrong. Newer systems grant them for mapped files too (Linux with ext4 from 6.16),
// and then also read a file that is not in memory yet by pieces of 2 MB.
void wish_for_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  ::madvise(begin, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace

TableMemory allocate_table(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  if (bytes < 2 * kHugePage || bytes > std::numeric_limits<std::size_t>::max() / 2) return allocate_small(bytes);

  // One huge page more than needed, so that an aligned part can be cut out.
  const std::size_t size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* const mapped = ::mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::byte*>(mapped);
  const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  if (before != 0) ::munmap(begin, before);
  ::munmap(begin + before + size, kHugePage - before);
  const std::shared_ptr<std::byte> owner(begin + before, [size](std::byte* p) { ::munmap(p, size); });
  wish_for_huge_pages(owner.get(), size);
  return {owner, {owner.get(), bytes}};
}

std::shared_ptr<const std::byte> map_file(const File& file, std::size_t bytes) {
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (mapped == MAP_FAILED) return {};
  wish_for_huge_pages(mapped, bytes);
  return {static_cast<const std::byte*>(mapped),
          [bytes](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), bytes); }};
}

std::error_code lock_file(const File& file, bool wait) {
  while (::flock(file.descriptor(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return {errno, std::generic_category()};
  return {};
}

#endif

}  // namespace superflip
