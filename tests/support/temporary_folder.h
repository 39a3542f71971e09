// A temporary folder for one test, removed with its contents at the end, and other helpers for tests of files.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "superflip/table/store.h"

namespace superflip {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "superflip-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) names.insert(entry.path().filename().string());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// Contents for test tables: byte i depends on i and the seed, without short periods.
inline std::byte pattern_byte(std::size_t i, unsigned seed) {
  return static_cast<std::byte>(((i + seed) * 0x9E3779B97F4A7C15u) >> 56);
}

inline void fill_pattern(std::span<std::byte> bytes, unsigned seed = 0) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = pattern_byte(i, seed);
}

inline bool has_pattern(const Table& table, std::size_t bytes, unsigned seed = 0) {
  if (table.bytes().size() != bytes) return false;
  for (std::size_t i = 0; i < bytes; ++i)
    if (table.bytes()[i] != pattern_byte(i, seed)) return false;
  return true;
}

// Makes a builder from a function that fills bytes and cannot fail.
template <class Fill>
BuildTable building(Fill fill) {
  return [fill](std::span<std::byte> bytes) -> Expected<void> {
    fill(bytes);
    return {};
  };
}

// A store whose warnings are recorded.
struct WatchedStore {
  explicit WatchedStore(const std::filesystem::path& folder)
      : store(folder, [this](const std::string& warning) { warnings.push_back(warning); }) {}

  // Calls load_or_build with the pattern, and counts how often the table was really built.
  Table table(const TableIdentity& identity, unsigned seed = 0) {
    return store
        .load_or_build(identity, building([&](std::span<std::byte> bytes) {
                         ++builds;
                         fill_pattern(bytes, seed);
                       }))
        .value();
  }

  std::vector<std::string> warnings;
  int builds = 0;
  TableStore store;
};

}  // namespace superflip
