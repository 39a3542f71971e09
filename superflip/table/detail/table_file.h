// The format of a table file: a header of one page, and the payload.
//
// The header holds a magic, the byte order, the format's version, the table's identity, XXH3-64 of the payload and
// XXH3-64 of the header itself. The payload follows, so it is page-aligned when the file is mapped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "superflip/base/stop.h"
#include "superflip/table/source.h"

namespace superflip {

inline constexpr std::size_t kTableHeaderBytes = 4096;
inline constexpr std::size_t kMaxTableName = 60;
inline constexpr std::size_t kMaxTableParameters = 3984;

using TableHeader = std::array<std::byte, kTableHeaderBytes>;

TableHeader make_header(const TableIdentity& identity, std::uint64_t payload_checksum);

// The contents of a file's header. The identity is unchecked: its texts may hold anything.
struct ParsedHeader {
  enum class Kind : std::uint8_t {
    right,        // the header is right, and the file has the length that it states
    damaged,      // truncated or changed
    foreign,      // of another format or machine
    not_a_table,  // something else altogether
  };
  Kind kind;
  std::string remark{};  // what is wrong: "it is cut off"
  TableIdentity identity{};
  std::uint64_t payload_checksum = 0;
};

// `begin`: the first kTableHeaderBytes bytes of the file, or all of it if it is shorter.
ParsedHeader parse_header(std::span<const std::byte> begin, std::uint64_t file_bytes);

// XXH3-64 of bytes that come in pieces.
class PayloadChecksum {
 public:
  PayloadChecksum();  // throws std::bad_alloc
  void add(std::span<const std::byte> piece);
  std::uint64_t value() const;

 private:
  std::shared_ptr<void> state_;
};

// The checksum of all the bytes; empty when the flag is set.
std::optional<std::uint64_t> checksum_of(std::span<const std::byte> payload, const StopFlag* stop);

// For other records with a checksum that are stored beside tables.
std::uint64_t checksum_of_record(std::span<const std::byte> bytes);

}  // namespace superflip
