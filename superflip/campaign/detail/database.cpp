#include "superflip/campaign/detail/database.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "superflip/base/text.h"
#include "superflip/campaign/campaign.h"

namespace superflip::detail {
namespace {

std::string shown(const std::string& path) { return text::escaped(path, 4096); }

// A name as a URI, so that a parameter can follow.
std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool is_plain =
        text::is_letter(c) || text::is_digit(c) || std::string_view("/._-").find(c) != std::string::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Expected<void> is_regular_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return fail(ErrorKind::system, fmt::format("{}: {}", shown(path), std::generic_category().message(errno)));
  if (!S_ISREG(status.st_mode)) return fail(fmt::format("{} is not a campaign: it is not a regular file", shown(path)));
  if (status.st_size == 0) return fail(fmt::format("{} is not a campaign: it is empty", shown(path)));
  return {};
}

}  // namespace

// Other processes write for some milliseconds at a time.
int Database::wait(void* patience, int tries) {
  constexpr std::chrono::seconds kLongest{60};
  constexpr std::chrono::milliseconds kAfterStop{40};
  auto& state = *static_cast<Patience*>(patience);
  const auto now = Clock::now();
  if (tries == 0) state.begun = now;
  if (now - state.begun > (is_set(state.stop) ? Clock::duration(kAfterStop) : Clock::duration(kLongest))) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(tries < 10 ? 1 : 5));
  return 1;
}

Error Database::error_of(const SQLite::Exception& exception) const {
  const int system = database_ ? sqlite3_system_errno(database_->getHandle()) : 0;
  const auto sentence = [&](std::string_view what) { return fmt::format("{} {}", shown(*path_), what); };
  switch (exception.getErrorCode()) {
    case SQLITE_NOTADB:
      return {sentence("is not a campaign: it is not a SQLite database; it is left as it is"), {}};
    case SQLITE_CORRUPT:
      return {sentence(fmt::format("is damaged: {}", exception.what())), {}};
    case SQLITE_NOMEM:
      return {sentence("cannot be used: there is not enough memory"), {}, ErrorKind::out_of_memory};
    case SQLITE_FULL:
      return {
          sentence("cannot be written: the disk is full. What was committed before is kept"), {}, ErrorKind::system};
    case SQLITE_READONLY:
      return {sentence("cannot be written: the file, its folder or its disk is read-only"), {}, ErrorKind::system};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      if (is_set(patience_->stop))
        return {sentence("is being written by another process: stopped"), {}, ErrorKind::stopped};
      return {sentence("has been locked by another process for a minute"), {}, ErrorKind::system};
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_PERM:
      return {sentence(fmt::format("cannot be read or written: {}. What was committed before is kept",
                                   system != 0 ? std::generic_category().message(system) : exception.what())),
              {},
              ErrorKind::system};
    default:
      break;
  }
  return {sentence(fmt::format("cannot be used: {}", exception.what())), {}, ErrorKind::system};
}

Expected<Database> Database::open(const std::string& path, Mode mode, const StopFlag* stop) {
  if (path.find('\0') != std::string::npos || path.empty())
    return fail(ErrorKind::bad_option, "the name of a campaign's file is empty or holds a zero byte");
  if (mode != Mode::create)
    if (auto regular = is_regular_file(path); !regular) return tl::unexpected<Error>(regular.error());
  Database database;
  database.path_ = std::make_unique<std::string>(path);
  database.patience_ = std::make_unique<Patience>(Patience{stop, {}});
  const auto connect = [&](const std::string& name, int flags) {
    return database.guarded([&]() -> Expected<void> {
      database.database_ = std::make_unique<SQLite::Database>(name, flags);
      sqlite3* const handle = database.database_->getHandle();
      sqlite3_extended_result_codes(handle, 0);
      sqlite3_busy_handler(handle, wait, database.patience_.get());
      return database.check(mode);
    });
  };
  const int flags = mode == Mode::read    ? SQLite::OPEN_READONLY
                    : mode == Mode::write ? SQLite::OPEN_READWRITE
                                          : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
  // A path such as "file:x" or ":memory:" must not mean anything else.
  const std::string plain = path.front() == '/' ? path : "./" + path;
  auto opened = connect(plain, flags);
  // In a folder that cannot be written SQLite cannot make the index of the WAL. If there is no WAL it needs none.
  struct stat ignored {};
  if (!opened && mode == Mode::read && opened.error().kind == ErrorKind::system &&
      ::stat((path + "-wal").c_str(), &ignored) != 0)
    opened = connect(uri_of(plain) + "?immutable=1", flags | SQLite::OPEN_URI);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return database;
}

Expected<void> Database::check(Mode mode) const {
  SQLite::Database& database = *database_;
  if (mode == Mode::create) return {};
  const int id = database.execAndGet("PRAGMA application_id").getInt();
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (id != kCampaignId)
    return fail(
        fmt::format("{} is not a campaign: it is a database of another program; it is left as it is", shown(path())));
  if (version != kCampaignVersion)
    return fail(fmt::format("{} was made by a newer superflip: it has version {}, and this one reads version {}",
                            shown(path()), version, kCampaignVersion));
  if (mode == Mode::read) return {};
  if (sqlite3_db_readonly(database.getHandle(), "main") != 0)
    return fail(ErrorKind::system,
                fmt::format("{} cannot be written: the file, its folder or its disk is read-only", shown(path())));
  // On some network file systems there is no WAL; the answer is then the old mode, which works as well.
  database.execAndGet("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  return {};
}

}  // namespace superflip::detail
