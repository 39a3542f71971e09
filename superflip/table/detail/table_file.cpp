#include "superflip/table/detail/table_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>

namespace superflip {
namespace {

constexpr std::string_view kMagic = "superflip-table\n";
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint32_t kFormat = 1;

// Texts end at their first zero byte or at the end of their array. Magic, byte order and format have the same places in
// all formats.
struct Header {
  std::array<char, 16> magic;
  std::uint32_t byte_order;
  std::uint32_t format;
  std::uint32_t version;
  std::array<char, kMaxTableName> name;
  std::uint64_t bytes;
  std::uint64_t payload_checksum;
  std::array<char, kMaxTableParameters> parameters;
  std::uint64_t checksum;  // of all fields before it
};
static_assert(sizeof(Header) == kTableHeaderBytes && std::has_unique_object_representations_v<Header>);

std::uint64_t checksum_of(const Header& header) { return XXH3_64bits(&header, sizeof header - sizeof header.checksum); }

template <std::size_t N>
void put(std::array<char, N>& field, std::string_view text) {
  std::copy_n(text.begin(), std::min(N, text.size()), field.begin());
}

template <std::size_t N>
std::string_view text_of(const std::array<char, N>& field) {
  const std::string_view text(field.data(), N);
  return text.substr(0, text.find('\0'));
}

}  // namespace

TableHeader make_header(const TableIdentity& identity, std::uint64_t payload_checksum) {
  Header header{};
  put(header.magic, kMagic);
  header.byte_order = kByteOrder;
  header.format = kFormat;
  header.version = identity.version;
  put(header.name, identity.name);
  header.bytes = identity.bytes;
  header.payload_checksum = payload_checksum;
  put(header.parameters, identity.parameters);
  header.checksum = checksum_of(header);
  TableHeader bytes;
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

ParsedHeader parse_header(std::span<const std::byte> begin, std::uint64_t file_bytes) {
  using Kind = ParsedHeader::Kind;
  Header header{};
  if (!begin.empty()) std::memcpy(&header, begin.data(), std::min(begin.size(), sizeof header));
  if (text_of(header.magic) != kMagic) return {Kind::not_a_table, "it is not a table file"};
  if (file_bytes < sizeof header || begin.size() < sizeof header) return {Kind::damaged, "it is cut off"};
  if (header.byte_order != kByteOrder)
    return {Kind::foreign, "it was written by a machine with a different byte order"};
  if (header.format != kFormat)
    return {Kind::foreign, fmt::format("its format is {}, and {} is needed", header.format, kFormat)};
  if (header.checksum != checksum_of(header)) return {Kind::damaged, "its header is damaged"};
  ParsedHeader parsed{
      Kind::right,
      {},
      {std::string(text_of(header.name)), header.version, std::string(text_of(header.parameters)), header.bytes},
      header.payload_checksum};
  if (file_bytes - sizeof header != header.bytes) {
    parsed.kind = Kind::damaged;
    parsed.remark =
        fmt::format("it has {} bytes after its header instead of {}", file_bytes - sizeof header, header.bytes);
  }
  return parsed;
}

PayloadChecksum::PayloadChecksum()
    : state_(XXH3_createState(), [](void* state) { XXH3_freeState(static_cast<XXH3_state_t*>(state)); }) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_.get()));
}

void PayloadChecksum::add(std::span<const std::byte> piece) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_.get()), piece.data(), piece.size());
}

std::uint64_t PayloadChecksum::value() const {
  return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_.get()));
}

std::optional<std::uint64_t> checksum_of(std::span<const std::byte> payload, const StopFlag* stop) {
  constexpr std::size_t kPiece = std::size_t{4} << 20;
  PayloadChecksum checksum;
  for (std::size_t at = 0; at < payload.size(); at += kPiece) {
    if (is_set(stop)) return std::nullopt;
    checksum.add(payload.subspan(at, std::min(kPiece, payload.size() - at)));
  }
  return checksum.value();
}

std::uint64_t checksum_of_record(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace superflip
