#include "superflip/table/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace superflip {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// The first number after `name`, of the line that begins with it.
std::optional<std::uint64_t> read_number(const fs::path& file, std::string_view name = "") {
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

// What a control group leaves; the pages of files that count as used go when memory is needed.
std::uint64_t left_in_group(const fs::path& folder, const char* limit, const char* usage, const char* prefix) {
  const auto most = read_number(folder / limit);
  if (!most) return kUnlimited;
  std::uint64_t files = 0;
  for (const char* list : {"inactive_file ", "active_file "})
    files += read_number(folder / "memory.stat", prefix + std::string(list)).value_or(0);
  return difference(*most, difference(read_number(folder / usage).value_or(0), files));
}

// The least that the groups of this process leave, and those that these are in. A line of the list is
// "number:controllers:/path", without controllers for version 2.
std::uint64_t left_in_groups(const fs::path& root) {
  std::uint64_t least = kUnlimited;
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    const bool is_second = controllers == ",,";
    if (!is_second && controllers.find(",memory,") == std::string::npos) continue;
    const fs::path base = is_second ? mount : mount / "memory";
    // A container may see its own group as the root, whatever its path is called.
    for (fs::path path = fs::path(line.substr(second + 1)).relative_path();; path = path.parent_path()) {
      least = std::min(
          least, is_second ? left_in_group(base / path, "memory.max", "memory.current", "")
                           : left_in_group(base / path, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"));
      if (path.empty()) break;
    }
  }
  return least;
}

std::uint64_t left_of_addresses(const fs::path& root) {
  struct rlimit limit {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const std::uint64_t kilobytes = read_number(root / "proc/self/status", "VmSize:").value_or(0);
  return difference(limit.rlim_cur, kilobytes * 1024);
}

}  // namespace

std::uint64_t available_memory(const fs::path& root) {
  const auto kilobytes = read_number(root / "proc/meminfo", "MemAvailable:");
  const std::uint64_t system = kilobytes ? *kilobytes * 1024
                                         : static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min({system, left_in_groups(root), left_of_addresses(root)});
}

}  // namespace superflip
