#include "bindings/js/src/tables.h"

#include <span>

#include "superflip/base/memory.h"

// Provided by the worker: the size of a kept table file (0: there is none), its bytes (0: it cannot be read, or is of
// another size), and a place for new ones.
#define SUPERFLIP_JS_IMPORT(name) extern "C" [[clang::import_module("env"), clang::import_name(name)]]
SUPERFLIP_JS_IMPORT("table_size") double superflip_js_table_size(const char* name, std::size_t length);
SUPERFLIP_JS_IMPORT("table_read")
int superflip_js_table_read(const char* name, std::size_t length, void* to, std::size_t bytes);
SUPERFLIP_JS_IMPORT("table_keep")
void superflip_js_table_keep(const char* name, std::size_t length, const void* header, std::size_t header_bytes,
                             const void* payload, std::size_t payload_bytes);

namespace superflip::js {
namespace {

std::uint64_t kept_bytes(const TableIdentity& identity) {
  return static_cast<std::uint64_t>(superflip_js_table_size(identity.name.data(), identity.name.size()));
}

}  // namespace

bool WorkerTables::do_has(const TableIdentity& identity) const {
  return memory_.has(identity) || kept_bytes(identity) > identity.bytes;  // the file has a header, too
}

Expected<Table> WorkerTables::do_load(const TableIdentity& identity, const StopFlag* stop) const {
  auto table = memory_.load(identity, stop);
  const std::uint64_t bytes = table ? 0 : kept_bytes(identity);
  if (bytes <= identity.bytes) return table;
  const TableMemory file = allocate_table(bytes);
  if (superflip_js_table_read(identity.name.data(), identity.name.size(), file.bytes.data(), bytes) == 0) return table;
  if (const auto put = memory_.put(Table(file.owner, file.bytes), stop); !put)
    return tl::unexpected<Error>(Error{put.error().message, {}, ErrorKind::system});
  return memory_.load(identity, stop);
}

Expected<void> WorkerTables::do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                     const StopFlag* stop) const {
  auto saved = memory_.save(identity, bytes, stop);
  if (saved) keep(identity);
  return saved;
}

Expected<Table> WorkerTables::do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                               const StopFlag* stop) const {
  if (auto loaded = do_load(identity, stop)) return loaded;
  auto built = memory_.load_or_build(identity, build, stop);
  if (built) keep(identity);
  return built;
}

void WorkerTables::keep(const TableIdentity& identity) const {
  const auto file = memory_.file(identity.name);
  if (!file) return;
  const std::span<const std::byte> payload = file->payload.bytes();
  superflip_js_table_keep(identity.name.data(), identity.name.size(), file->header.data(), file->header.size(),
                          payload.data(), payload.size());
}

}  // namespace superflip::js
