// The access log: one line of JSON for each response, and nothing of what was asked but method and path.
//
// A thread of its own writes, so that a full pipe or a slow disk never holds up an answer: lines wait in a bounded
// list, and are dropped and counted when it is full.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "superflip/superflip.h"

namespace superflip::server {

struct Access {
  std::string_view client;  // its address
  std::string_view method;
  std::string_view path;  // without the query
  std::string_view route;
  int status = 200;
  std::size_t bytes = 0;      // of the body that was sent
  double seconds = 0;         // from the last byte of the request
  double queued_seconds = 0;  // of them in the queue
};

class AccessLog {
 public:
  // Appends to the file; "-" is standard output, and the empty name no log. Error: system.
  static Expected<AccessLog> open(const std::string& name);
  AccessLog() = default;
  AccessLog(AccessLog&&) = default;
  AccessLog& operator=(AccessLog&&) = default;
  // Writes what waits, for half a second at most.
  ~AccessLog();

  // Opens the file again, as after it was renamed; earlier lines still go to the old one. On error that one is kept.
  Expected<void> open_again();
  bool is_file() const { return !name_.empty() && name_ != "-"; }
  void add(const Access& access);
  // How many lines were lost: the list was full, or the system wrote an error instead.
  std::uint64_t dropped() const;

 private:
  struct Writer;  // shared with the thread, which may outlive this object in a write that does not end
  std::string name_;
  std::shared_ptr<Writer> writer_;
};

}  // namespace superflip::server
