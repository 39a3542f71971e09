// Tables in a folder: the only module that handles table files on disk.
//
// A file is a header and the payload (detail/table_file.h), which is used in place by memory mapping. It is written
// under a temporary name, flushed and renamed, all under a lock. So neither a kill nor a second process can leave a
// wrong table under a valid name at any moment. A file that is truncated, foreign, of another version or has a wrong
// checksum is never used: a warning says so, and the table is made again. Checking hundreds of megabytes at every start
// would cost more than the solution of a cube, so a file that was checked once is trusted as long as the system's
// record of it (device, inode, size, modification and change times) stays the same; `tables verify` reads every byte.
//
// Checksums detect accidents, not forgeries: with a forged table a solver may read outside of it. So a folder or file
// is not used if it belongs to another user (other than root) or if everybody may write to it: there is a warning, and
// tables are made in memory. Members of the folder's group are trusted. If somebody truncates a mapped file in place
// while it is used, the process ends by SIGBUS. Nothing in this library does that, and replacing or removing a file is
// harmless.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

enum class TableState : std::uint8_t {
  good,       // every byte was checked since the file was last changed
  unchecked,  // the header is right, the payload was not read yet
  damaged,
  foreign,  // not a table of this version, or owned by a user who is not trusted
  remains,  // not a table: a temporary file, lock or stamp left by a killed process
};

struct TableInfo {
  TableIdentity identity;  // as far as the header could be read; texts made printable
  std::filesystem::path path;
  std::uint64_t file_bytes;
  std::filesystem::file_time_type written;
  TableState state;
  std::string remark;  // what is wrong, if it is neither good nor unchecked; printable
};

// All messages are printable, whatever names and headers the folder contains.
class TableStore final : public TableSource {
 public:
  // Warnings are sentences for a person: a damaged file that is made again, a folder that cannot be written.
  using Warn = std::function<void(const std::string&)>;

  explicit TableStore(std::filesystem::path folder, Warn warn = {});

  // $SUPERFLIP_CACHE, else $XDG_CACHE_HOME/superflip, else ~/.cache/superflip. An error when none is set, or when HOME
  // does not name a folder: a home folder is not created.
  static Expected<std::filesystem::path> default_folder();

  const std::filesystem::path& folder() const { return folder_; }

  // The path of the table of that identity, whether it exists or not.
  std::filesystem::path path(const TableIdentity& identity) const;

  bool mentions(const TableIdentity& identity) const override;
  bool can_keep(std::uint64_t bytes) const override;
  const TableStore* as_folder() const override { return this; }

  // All table files in the folder and the remains of killed processes, ordered by name. Only headers are read. A folder
  // that does not exist gives an empty list; one that cannot be read or must not be trusted is an error.
  Expected<std::vector<TableInfo>> list() const;

  // Reads every byte of one file and records the outcome. If the flag is set meanwhile, the state is `unchecked`.
  TableInfo verify(const std::filesystem::path& file, const StopFlag* stop = nullptr) const;

  // Removes a table of this folder with its companion files, or remains. A table of this user that nobody may read can
  // be removed too. Anything else is an error, and so are remains of a table that a living process is making.
  Expected<void> remove(const std::filesystem::path& file) const;

 private:
  bool do_has(const TableIdentity& identity) const override;
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override;
  // The one in the header, which the contents were checked against.
  Expected<std::uint64_t> do_checksum(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override;
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override;
  Expected<void> is_trusted() const;
  void warn_once(const std::string& warning) const;

  std::filesystem::path folder_;
  Warn warn_;
  // The warning that tables are not kept is given only once.
  std::shared_ptr<std::atomic<bool>> is_warned_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace superflip
