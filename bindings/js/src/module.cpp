#include "bindings/js/src/module.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>
#include <new>

#include "superflip/base/text.h"
#include "superflip/reading/facelets.h"

#define SUPERFLIP_JS_EXPORT(name) extern "C" [[gnu::visibility("default"), gnu::used, clang::export_name(name)]]

// Provided by the worker: a report of the job that runs, as UTF-8.
extern "C" [[clang::import_module("env"), clang::import_name("report")]] void superflip_js_report(const char* text,
                                                                                                  std::size_t size);

// Provided by the worker: whether the job that runs is wanted no more.
extern "C" [[clang::import_module("env"), clang::import_name("is_left")]] int superflip_js_is_left();

namespace superflip::js {
namespace {

std::string request_bytes;
std::map<int, std::unique_ptr<Job>> jobs;

void report(std::string_view text) { superflip_js_report(text.data(), text.size()); }

std::string to_json(const Failure& failure) {
  Object object;
  object.add("kind", name(failure.error.kind)).add("message", failure.error.message);
  object.add("position", failure.error.position);
  if (failure.diagnosis) object.raw("diagnosis", js::to_json(*failure.diagnosis));
  return object.text();
}

// Runs the body; what it throws becomes the job's last report. Returns whether nothing was thrown.
template <class Body>
bool succeeds(const Body& body) noexcept {
  const auto fail_with = [](const Failure& failure) { report(Object().raw("error", to_json(failure)).text()); };
  try {
    body();
    return true;
  } catch (const Elsewhere&) {
    report(R"({"elsewhere":1})");
  } catch (const Failure& failure) {
    fail_with(failure);
  } catch (const std::bad_alloc&) {
    report(R"({"error":{"kind":"out of memory","message":"the memory does not suffice","position":null}})");
  } catch (const std::exception& e) {
    fail_with({{e.what(), {}, ErrorKind::internal}});
  }
  return false;
}

}  // namespace

void refuse(ErrorKind kind, std::string message) { throw Failure{Error{std::move(message), {}, kind}}; }

Request::Request(std::string_view bytes) {
  const auto next = [&bytes] {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    const std::string_view text = bytes.substr(sizeof size, size);
    bytes.remove_prefix(sizeof size + size);
    return text;
  };
  while (!bytes.empty()) {
    const std::string_view key = next();
    texts_.insert_or_assign(std::string(key), std::string(next()));
  }
}

std::string_view Request::text(std::string_view key) const {
  const auto found = texts_.find(key);
  return found != texts_.end() ? std::string_view(found->second) : std::string_view();
}

bool Request::has_only(std::string_view keys) const {
  std::size_t known = 0;
  while (!keys.empty()) {
    const std::string_view next = keys.substr(0, keys.find(' '));
    const std::size_t equals = next.find('=');
    if (equals == std::string_view::npos ? has(next) : text(next.substr(0, equals)) == next.substr(equals + 1)) ++known;
    keys.remove_prefix(std::min(next.size() + 1, keys.size()));
  }
  return known == texts_.size();
}

std::uint64_t Request::number(std::string_view key, std::uint64_t otherwise, std::uint64_t max) const {
  if (!has(key)) return otherwise;
  const std::string_view digits = text(key);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number > max)
    refuse(ErrorKind::bad_option, std::string(key) + " is " + text::escaped(digits, 40) +
                                      ": expected a whole number from 0 to " + std::to_string(max));
  return number;
}

std::optional<Clock::duration> Request::time(std::string_view key) const {
  constexpr std::uint64_t kMaxMicroseconds = 1'000'000'000'000'000;  // thirty years
  if (!has(key)) return std::nullopt;
  return std::chrono::microseconds(number(key, 0, kMaxMicroseconds));
}

void tell(const Object& event) { report(event.text()); }

bool is_left() { return superflip_js_is_left() != 0; }

std::string to_json(const Diagnosis& d) {
  const auto facelets = [](const std::optional<Cube>& cube) {
    return cube ? std::optional<std::string>(to_facelets(*cube)) : std::nullopt;
  };
  Object object;
  object.add("state", std::string_view(d.cube ? "possible" : d.readable() ? "impossible" : "unreadable"));
  const auto as_held = [](const Cube& cube, Symmetry held) { return to_facelets(cube * kSymmetryCubes[held]); };
  object.add("facelets", facelets(d.cube)).add("held", static_cast<int>(d.held));
  object.add("asHeld", d.cube ? std::optional(as_held(*d.cube, d.held)) : std::nullopt);
  std::vector<std::string> others;
  for (const OtherReading& other : d.others) {
    Object one;
    one.add("layout", other.layout).add("held", static_cast<int>(other.held)).add("facelets", to_facelets(other.cube));
    one.add("asHeld", as_held(other.cube, other.held));
    others.push_back(one.text());
  }
  object.add("notes", d.notes).raw("others", array(others)).add("problems", d.problems);
  object.add("repair", d.repair).add("ways", d.ways).add("repaired", facelets(d.repaired));
  object.add("position", d.position);
  return object.text();
}

// The memory for a request of that size; it belongs to the next begin(). 0 if there is none.
SUPERFLIP_JS_EXPORT("room") char* superflip_js_room(std::size_t size) noexcept {
  request_bytes.clear();
  return succeeds([size] { request_bytes.resize(size); }) ? request_bytes.data() : nullptr;
}

// Begins a job of that number, from the request. Returns whether there is something to run.
SUPERFLIP_JS_EXPORT("begin") int superflip_js_begin(int job) noexcept {
  return succeeds([job] { jobs[job] = make_job(Request(request_bytes)); }) ? 1 : 0;
}

// Works on a job for so many milliseconds. Returns whether there is more to do.
SUPERFLIP_JS_EXPORT("run") int superflip_js_run(int job, double milliseconds) noexcept {
  const auto found = jobs.find(job);
  if (found == jobs.end()) return 0;
  bool is_over = false;
  const bool is_right = succeeds([&] {
    const std::chrono::duration<double, std::milli> slice(milliseconds);
    const auto result = found->second->run(std::chrono::duration_cast<Clock::duration>(slice));
    is_over = result.has_value();
    if (is_over) report(Object().raw("result", *result).text());
  });
  if (is_right && !is_over) return 1;
  jobs.erase(found);
  return 0;
}

// Forgets a job.
SUPERFLIP_JS_EXPORT("end") void superflip_js_end(int job) noexcept { jobs.erase(job); }

}  // namespace superflip::js
