// How much memory a table may take.
#pragma once

#include <cstdint>
#include <filesystem>

namespace superflip {

// Bytes of memory that this process may still take: the least of what the system has available, what the control groups
// leave that the process is in (containers limit memory by them, and kill who takes more), and what the limit of its
// address space leaves. Where none of them is known, the machine's memory. `root` is where /proc and /sys/fs/cgroup are
// looked for.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

}  // namespace superflip
