// A connection to the database of a campaign, with SQLite's exceptions turned into sentences.
//
// Waits for other processes are heard by a stop flag. The checks of what a file is are done here; what its tables mean
// is known to campaign.cpp alone.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"

namespace superflip::detail {

class Database {
 public:
  enum class Mode : std::uint8_t { read, write, create };

  // create: the file must not exist. Errors as Campaign's.
  static Expected<Database> open(const std::string& path, Mode mode, const StopFlag* stop);

  SQLite::Database& get() const { return *database_; }
  const std::string& path() const { return *path_; }

  // body(), with SQLite's exceptions as errors.
  template <class Body>
  auto guarded(const Body& body) const -> std::invoke_result_t<Body> {
    try {
      return body();
    } catch (const SQLite::Exception& exception) {
      return tl::unexpected<Error>(error_of(exception));
    }
  }

  Error error_of(const SQLite::Exception& exception) const;

 private:
  // What the wait for another process looks at. Its place in memory must not change.
  struct Patience {
    const StopFlag* stop = nullptr;
    Clock::time_point begun{};
  };
  static int wait(void* patience, int tries);

  Expected<void> check(Mode mode) const;

  std::unique_ptr<std::string> path_;
  std::unique_ptr<Patience> patience_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace superflip::detail
