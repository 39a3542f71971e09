#include "superflip/base/memory.h"

#ifndef __EMSCRIPTEN__
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace superflip {

#ifdef __EMSCRIPTEN__

std::uint64_t available_memory(const std::string&) {
  constexpr std::uint64_t kPage = 65'536;
  constexpr std::uint64_t kMost = std::uint64_t{2} << 30;  // as the modules are linked: bindings/js/CMakeLists.txt
  return kMost - __builtin_wasm_memory_size(0) * kPage;
}

std::optional<std::uint64_t> memory_in_huge_pages(const std::string&) { return std::nullopt; }

#else

namespace {

// Paths are strings here: std::filesystem::path of libstdc++ frees twice what it could not copy when memory is short.
constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// The first number after `name` in the line that begins with it.
std::optional<std::uint64_t> read_number(const std::string& file, std::string_view name = "") {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t digits = line.find_first_of("0123456789", name.size());
    std::uint64_t number = 0;
    if (digits == std::string::npos) return std::nullopt;  // "max"
    if (std::from_chars(line.data() + digits, line.data() + line.size(), number).ec != std::errc()) return std::nullopt;
    return number;
  }
  return std::nullopt;
}

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

// What a control group leaves. Pages of files count as used, but the system drops them when memory is needed.
std::uint64_t left_in_group(const std::string& folder, const char* limit, const char* usage, const char* prefix) {
  const auto max = read_number(folder + limit);
  if (!max) return kUnlimited;
  std::uint64_t files = 0;
  for (const char* list : {"inactive_file ", "active_file "})
    files += read_number(folder + "memory.stat", prefix + std::string(list)).value_or(0);
  return difference(*max, difference(read_number(folder + usage).value_or(0), files));
}

// The minimum over the control groups of this process and all groups that contain them. A line of the list is
// "number:controllers:/path", without controllers for version 2.
std::uint64_t left_in_groups(const std::string& root) {
  std::uint64_t least = kUnlimited;
  std::ifstream in(root + "/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    const bool is_second = controllers == ",,";
    if (!is_second && controllers.find(",memory,") == std::string::npos) continue;
    const std::string mount = root + (is_second ? "/sys/fs/cgroup/" : "/sys/fs/cgroup/memory/");
    // A container may see its own group as the root, whatever the path says.
    for (std::string path = line.substr(std::min(line.find_first_not_of('/', second + 1), line.size()));;) {
      const std::string folder = mount + path + '/';
      least = std::min(least, is_second
                                  ? left_in_group(folder, "memory.max", "memory.current", "")
                                  : left_in_group(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"));
      if (path.empty()) break;
      const std::size_t parent = path.rfind('/');
      path.resize(parent == std::string::npos ? 0 : parent);
    }
  }
  return least;
}

std::uint64_t left_of_addresses(const std::string& root) {
  struct rlimit limit {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const std::uint64_t kilobytes = read_number(root + "/proc/self/status", "VmSize:").value_or(0);
  return difference(limit.rlim_cur, kilobytes * 1024);
}

}  // namespace

std::uint64_t available_memory(const std::string& root) {
  const auto kilobytes = read_number(root + "/proc/meminfo", "MemAvailable:");
  const std::uint64_t system = kilobytes ? *kilobytes * 1024
                                         : static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min({system, left_in_groups(root), left_of_addresses(root)});
}

std::optional<std::uint64_t> memory_in_huge_pages(const std::string& root) {
  const std::string file = root + "/proc/self/smaps_rollup";
  const auto own = read_number(file, "AnonHugePages:");
  if (!own) return std::nullopt;
  return 1024 * (*own + read_number(file, "FilePmdMapped:").value_or(0));
}

#endif

namespace {

TableMemory allocate_small(std::uint64_t bytes) {
  constexpr std::align_val_t kAlignment{64};
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();  // operator new may wrap around
  const std::shared_ptr<std::byte> owner(
      static_cast<std::byte*>(::operator new(static_cast<std::size_t>(bytes), kAlignment)),
      [](std::byte* p) { ::operator delete(p, kAlignment); });
  std::memset(owner.get(), 0, static_cast<std::size_t>(bytes));
  return {owner, {owner.get(), static_cast<std::size_t>(bytes)}};
}

}  // namespace

#ifdef __EMSCRIPTEN__

void wish_for_huge_pages(const void*, std::size_t) {}

void move_to_memory(std::span<const std::byte>, const std::function<bool(std::size_t)>&) {}

TableMemory allocate_table(std::uint64_t bytes) { return allocate_small(bytes); }

#else

// Newer systems (Linux with ext4 from 6.16) also grant huge pages for mapped files. They then read a file that is not
// in memory yet in pieces of 2 MB.
void wish_for_huge_pages([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  ::madvise(const_cast<void*>(begin), bytes, MADV_HUGEPAGE);
#endif
}

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Memory of a whole number of huge pages, aligned to them; nullptr when there is not enough.
std::byte* map_huge_pages(std::size_t size) {
  // One huge page more than needed, so that an aligned part can be cut out.
  void* const mapped = ::mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(mapped);
  const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  if (before != 0) ::munmap(begin, before);
  ::munmap(begin + before + size, kHugePage - before);
  wish_for_huge_pages(begin + before, size);
  return begin + before;
}

}  // namespace

TableMemory allocate_table(std::uint64_t bytes) {
  if (bytes < 2 * kHugePage || bytes > std::numeric_limits<std::size_t>::max() / 2) return allocate_small(bytes);

  const std::size_t size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  std::byte* const begin = map_huge_pages(size);
  if (begin == nullptr) throw std::bad_alloc();
  return {{begin, [size](std::byte* p) { ::munmap(p, size); }}, {begin, bytes}};
}

#ifdef __linux__

namespace {

// After a mremap() that failed: it may have removed what was mapped at its target before. Then the copy is written to
// new memory there. Without that the process ends: anything might be mapped there next, and be read as the table.
void fill_hole(std::byte* target, std::span<const std::byte> copy) {
  if (::msync(target, copy.size(), MS_ASYNC) == 0 || errno != ENOMEM) return;  // all of it is mapped
  void* const mapped =
      ::mmap(target, copy.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped != target) std::abort();
  wish_for_huge_pages(target, copy.size());
  std::memcpy(target, copy.data(), copy.size());
  ::mprotect(target, copy.size(), PROT_READ);
}

}  // namespace

// Each piece is copied to other memory, which mremap() then puts in the place of the mapped pages. mremap() removes the
// old pages and inserts the new ones under the system's lock of the address space; a thread that reads there at this
// moment waits for that lock. Linux (from 5.1) looks for what can be missing before it removes anything.
void move_to_memory(std::span<const std::byte> mapped, const std::function<bool(std::size_t)>& go_on) {
  constexpr std::size_t kPiece = 8 * kHugePage;
  auto* const begin = const_cast<std::byte*>(mapped.data());
  const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  for (std::size_t at = before; at + kHugePage <= mapped.size();) {
    const std::size_t size = std::min(kPiece, (mapped.size() - at) / kHugePage * kHugePage);
    std::byte* const copy = map_huge_pages(size);
    if (copy == nullptr) return;
    std::memcpy(copy, begin + at, size);
    const bool is_protected = ::mprotect(copy, size, PROT_READ) == 0;
    if (!is_protected || ::mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, begin + at) == MAP_FAILED) {
      if (is_protected) fill_hole(begin + at, {copy, size});
      ::munmap(copy, size);
      return;
    }
    at += size;
    if (!go_on(at)) return;
  }
}

#else

void move_to_memory(std::span<const std::byte>, const std::function<bool(std::size_t)>&) {}

#endif

#endif

}  // namespace superflip
