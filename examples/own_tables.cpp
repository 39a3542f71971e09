#include <superflip/superflip.h>

#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>

using namespace superflip;

// Keeps tables wherever a program likes: here in a map, which stands for a database.
class Database final : public TableSource {
 public:
  bool mentions(const TableIdentity& identity) const override {
    const std::lock_guard lock(mutex_);
    return rows_.contains(identity.name);
  }

 private:
  struct Row {
    TableIdentity identity;
    Table table;
  };

  Expected<Table> do_load(const TableIdentity& identity, const StopFlag*) const override {
    const std::lock_guard lock(mutex_);
    const auto row = rows_.find(identity.name);
    if (row == rows_.end() || row->second.identity != identity)  // all of it must be equal
      return fail(ErrorKind::system, "there is no table " + describe(identity));
    return row->second.table;
  }

  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag*) const override {
    const TableMemory memory = allocate_table(bytes.size());
    std::memcpy(memory.bytes.data(), bytes.data(), bytes.size());
    const std::lock_guard lock(mutex_);
    rows_[identity.name] = {identity, Table(memory.owner, memory.bytes)};
    return {};
  }

  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override {
    if (auto table = do_load(identity, stop)) return table;
    const auto built = build_table(identity, build, stop);
    if (!built) return built;
    std::cout << "made " << identity.name << '\n';
    const std::lock_guard lock(mutex_);
    rows_[identity.name] = {identity, *built};
    return built;
  }

  mutable std::mutex mutex_;
  mutable std::map<std::string, Row> rows_;
};

Expected<DistanceTable> corners(const TableSource& source) {
  const auto moves = std::make_shared<const MoveSet>(*parse_move_set("all"));
  const auto graph = SchreierGraph::make(*plan({*parse_description("corners: orientation"), moves}), 1);
  return DistanceTable::make(*graph, TablePacking::nibbles, 1, {}, &source);
}

int main() {
  const Database database;
  if (!corners(database) || !corners(database)) return 3;  // the second time it is there

  // Take the bytes out and put them in again: one program can use what another one made. They are the bytes of a file
  // in the cache folder.
  MemoryTables here;
  if (!corners(here)) return 3;
  const TableIdentity made = here.list().front();
  const TableFile file = *here.file(made.name);
  std::vector<std::byte> bytes = file.header;
  bytes.insert(bytes.end(), file.payload.bytes().begin(), file.payload.bytes().end());

  MemoryTables there;
  const auto put = there.put(bytes);
  std::cout << (put && *put == made ? "the same table" : "another table") << '\n';
  bytes.back() ^= std::byte{1};
  std::cout << there.put(bytes).error().message << '\n';
  // Output: made coordinate-a8eb9a9a92d7551a
  // Output: the same table
  // Output: the bytes of a table file are not used: its contents are damaged
}
