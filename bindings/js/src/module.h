// Module: the protocol between a module of WebAssembly and the worker that runs it. It is the same for all modules.
//
// A request is a list of keys and values, all of them texts; "call" names what is wanted. begin() makes a job of it,
// and run() works on the job for about as long as it is told, so that the worker hears messages in between. What a job
// has to say is JSON, one object a report, given to the function `report` that the worker provides:
//
//   {"event": ...}    what happened on the way
//   {"result": ...}   the end
//   {"error": ...}    the end: kind, message, position, and the diagnosis of a cube
//   {"elsewhere": 1}  the end: this module cannot do it, and the full one can
//
// Invariant: no exception leaves the module. Each job makes exactly one report that is its end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/js/src/json.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/reading/doctor.h"

namespace superflip::js {

// Thrown where this module lacks something that the full one has.
struct Elsewhere {};

// An error on its way to the report; with a diagnosis if a cube was read.
struct Failure {
  Error error;
  std::optional<Diagnosis> diagnosis{};
};
[[noreturn]] void refuse(ErrorKind kind, std::string message);

// The value, or its error is thrown.
template <class T>
T value_of(Expected<T> value) {
  if (!value) throw Failure{std::move(value.error())};
  return *std::move(value);
}
inline void value_of(Expected<void> done) {
  if (!done) throw Failure{std::move(done.error())};
}

class Request {
 public:
  // Text by text: its size as a little-endian number of 32 bits, and its bytes. Keys and values alternate.
  explicit Request(std::string_view bytes);

  // Empty if there is none of that key.
  std::string_view text(std::string_view key) const;
  bool has(std::string_view key) const { return texts_.find(key) != texts_.end(); }
  // Whether each of its keys is one of these, "cube to metric=htm", with that text if one is named.
  bool has_only(std::string_view keys) const;
  // A whole number in the range, or the default if there is none. Refuses all others.
  std::uint64_t number(std::string_view key, std::uint64_t otherwise, std::uint64_t max) const;
  // Seconds, given as whole microseconds.
  std::optional<Clock::duration> time(std::string_view key) const;

 private:
  std::map<std::string, std::string, std::less<>> texts_;
};

class Job {
 public:
  virtual ~Job() = default;
  // Works for about that long. The JSON of the result once it is over. It may throw Failure, and what the library does.
  virtual std::optional<std::string> run(Clock::duration slice) = 0;
};

// A job that is done at once.
template <class Work>
std::unique_ptr<Job> at_once(Work work) {
  struct Done final : Job {
    explicit Done(Work w) : work(std::move(w)) {}
    std::optional<std::string> run(Clock::duration) override { return work(); }
    Work work;
  };
  return std::make_unique<Done>(std::move(work));
}

// Reports {"event": name, ...} of the job that runs. Precondition: a job runs.
void tell(const Object& event);

// Whether the caller has left the job that runs. Only where memory can be shared: elsewhere it is never known.
bool is_left();

// What a module can do: core.cpp and full.cpp. Throws Failure and Elsewhere.
std::unique_ptr<Job> make_job(const Request& request);

std::string to_json(const Diagnosis& diagnosis);

}  // namespace superflip::js
