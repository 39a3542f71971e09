// Memory for tables, and tables as memory. Where there is no mapping (Emscripten) the store reads files instead.
//
// A random read of a large table misses the processor's translation cache as well as its data caches; with pages of
// 2 MB the first miss goes away, which is more than half of the time.
#include <cstring>
#include <limits>
#include <new>

#include "superflip/table/file_io.h"

#ifndef __EMSCRIPTEN__
#include <sys/mman.h>
#endif

namespace superflip {
namespace {

TableMemory allocate_small(std::size_t bytes) {
  constexpr std::align_val_t kAlignment{64};
  const std::shared_ptr<std::byte> owner(static_cast<std::byte*>(::operator new(bytes, kAlignment)),
                                         [](std::byte* p) { ::operator delete(p, kAlignment); });
  std::memset(owner.get(), 0, bytes);
  return {owner, {owner.get(), bytes}};
}

}  // namespace

#ifdef __EMSCRIPTEN__

TableMemory allocate_table(std::size_t bytes) { return allocate_small(bytes); }

std::shared_ptr<const std::byte> map_file(const File&, std::size_t) { return {}; }

#else

TableMemory allocate_table(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  if (bytes < 2 * kHugePage) return allocate_small(bytes);
  if (bytes > std::numeric_limits<std::size_t>::max() - 2 * kHugePage) throw std::bad_alloc();

  // One huge page more than needed, so that an aligned part can be cut out.
  const std::size_t size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* const mapped = ::mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::byte*>(mapped);
  const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  if (before != 0) ::munmap(begin, before);
  ::munmap(begin + before + size, kHugePage - before);
  const std::shared_ptr<std::byte> owner(begin + before, [size](std::byte* p) { ::munmap(p, size); });
#ifdef MADV_HUGEPAGE
  ::madvise(owner.get(), size, MADV_HUGEPAGE);  // a wish: without it the table is slower, not wrong
#endif
  return {owner, {owner.get(), bytes}};
}

std::shared_ptr<const std::byte> map_file(const File& file, std::size_t bytes) {
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (mapped == MAP_FAILED) return {};
  return {static_cast<const std::byte*>(mapped),
          [bytes](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), bytes); }};
}

#endif

}  // namespace superflip
