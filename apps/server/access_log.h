// The access log: one line of JSON for each response, and nothing of what was asked but method and path.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "superflip/superflip.h"

namespace superflip::server {

struct Access {
  std::string_view client;  // its address
  std::string_view method;
  std::string_view path;  // without the query
  std::string_view route;
  int status = 200;
  std::size_t bytes = 0;
  double seconds = 0;         // from the last byte of the request
  double queued_seconds = 0;  // of them in the queue
};

class AccessLog {
 public:
  // Appends to the file; "-" is standard output, and the empty name no log. Error: system.
  static Expected<AccessLog> open(const std::string& name);
  // Opens the file again, as after it was renamed. On error the old one is kept.
  Expected<void> open_again();
  bool is_file() const { return !name_.empty() && name_ != "-"; }
  void add(const Access& access);

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace superflip::server
