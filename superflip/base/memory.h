// Memory for tables, and how much of it there is.
//
// A random read of a large table misses the processor's translation cache as well as its data caches. Pages of 2 MB
// remove the first miss, which is more than half of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

// Bytes of memory that this process may still use: the minimum of what the system has available, what the control
// groups of this process leave (containers limit memory by them and kill a process that uses more), and what the limit
// of its address space leaves. Where none of these is known, the machine's memory. `root` is the folder in which /proc
// and /sys/fs/cgroup are looked for.
std::uint64_t available_memory(const std::string& root = "/");

// Bytes of this process's memory that lie in huge pages, those of mapped files among them; nothing where the system
// does not say so. `root` is as above.
std::optional<std::uint64_t> memory_in_huge_pages(const std::string& root = "/");

// Zeroed memory for a table of that size, aligned to 64 bytes and in huge pages where the system grants them.
// Throws std::bad_alloc.
struct TableMemory {
  std::shared_ptr<void> owner;
  std::span<std::byte> bytes;
};
TableMemory allocate_table(std::uint64_t bytes);

// Replaces the pages of a mapped file by private copies in huge pages, piece by piece and at the same addresses. Other
// threads may read them at the same time and always see the same bytes. A copied piece no longer counts as mapped, so
// at any time only one piece (16 MB) needs memory beyond the size of the table. Calls go_on(bytes) after each piece
// with the number of bytes done; if it returns false, the work ends. The work also ends when the system does not
// support it or has no memory for it. The rest then stays mapped.
void move_to_memory(std::span<const std::byte> mapped, const std::function<bool(std::size_t)>& go_on);

// Asks the system for huge pages under [begin, begin + bytes). Without them a table is slower, not wrong.
void wish_for_huge_pages(const void* begin, std::size_t bytes);

}  // namespace superflip
