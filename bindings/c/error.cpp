// Status, errors, texts, and the version.
#include <array>
#include <system_error>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_VERSION_MAJOR * 10000 + SF_VERSION_MINOR * 100 + SF_VERSION_PATCH == SUPERFLIP_VERSION_NUMBER,
              "superflip_c.h has the version of CMakeLists.txt");
static_assert(SF_UNREADABLE == static_cast<int>(ErrorKind::unreadable) &&
              SF_IMPOSSIBLE == static_cast<int>(ErrorKind::impossible) &&
              SF_BAD_OPTION == static_cast<int>(ErrorKind::bad_option) &&
              SF_NO_SOLUTION == static_cast<int>(ErrorKind::no_solution) &&
              SF_STOPPED == static_cast<int>(ErrorKind::stopped) &&
              SF_OUT_OF_MEMORY == static_cast<int>(ErrorKind::out_of_memory) &&
              SF_SYSTEM == static_cast<int>(ErrorKind::system) && SF_INTERNAL == static_cast<int>(ErrorKind::internal));

namespace {

constexpr const char* kNoMemory = "there is not enough memory";

// What each status means, in the order of their numbers.
constexpr std::array<const char*, kErrorNames.size() + 1> kTexts{
    "all is well",
    "the text is in no accepted format, or the bytes are no cube",
    "no turns of faces lead to this cube",
    "an argument, option, coordinate, move set or question makes no sense",
    "no scramble of the wanted form was found",
    "the caller asked to stop",
    "the memory that is there or allowed does not suffice",
    "a file, a lock or a thread: the operating system failed",
    "this is a defect of superflip",
};

constexpr bool is_status(sf_status status) noexcept { return status >= SF_OK && status <= SF_INTERNAL; }

// When memory is short, no object can be made to say so.
sf_error* no_memory() noexcept {
  static sf_error error = [] {
    sf_error e;
    e.error.kind = ErrorKind::out_of_memory;
    return e;
  }();
  return &error;
}

sf_status report_no_memory(sf_error** error) noexcept {
  if (error != nullptr) *error = no_memory();
  return SF_OUT_OF_MEMORY;
}

}  // namespace

namespace superflip::c {

sf_status report(sf_error&& failure, sf_error** error) noexcept {
  const auto status = static_cast<sf_status>(failure.error.kind);
  if (status == SF_OUT_OF_MEMORY && failure.error.message.empty()) return report_no_memory(error);
  if (error == nullptr) return status;
  *error = make<sf_error>(std::move(failure));
  return *error != nullptr ? status : report_no_memory(error);
}

sf_status report_exception(sf_error** error) noexcept {
  const auto tell = [error](ErrorKind kind, const char* what) noexcept {
    try {
      return report(Error{what, {}, kind}, error);
    } catch (...) {
      return report_no_memory(error);
    }
  };
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return report_no_memory(error);
  } catch (const std::length_error&) {  // a list longer than any memory
    return report_no_memory(error);
  } catch (const std::system_error& e) {
    return tell(ErrorKind::system, e.what());
  } catch (const std::exception& e) {
    return tell(ErrorKind::internal, e.what());
  } catch (...) {
    return tell(ErrorKind::internal, "a callback threw something that is not a std::exception");
  }
}

char* copy_text(std::string_view text) {
  auto* copy = new char[text.size() + 1];
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

Expected<std::string_view> text_from(const char* text, std::size_t size) {
  if (text == nullptr) return fail(ErrorKind::bad_option, "there is no text: the pointer is NULL");
  return size == SF_TO_END ? std::string_view(text) : std::string_view(text, size);
}

}  // namespace superflip::c

const char* sf_version(void) noexcept { return SUPERFLIP_VERSION; }
int sf_version_number(void) noexcept { return SUPERFLIP_VERSION_NUMBER; }

const char* sf_status_name(sf_status status) noexcept {
  if (status == SF_OK) return "ok";
  return is_status(status) ? name(ErrorKind(status)).data() : "unknown";
}
const char* sf_status_text(sf_status status) noexcept {
  return is_status(status) ? kTexts[static_cast<std::size_t>(status)] : "this is not a status of this version";
}

sf_status sf_error_status(const sf_error* error) noexcept {
  return error != nullptr ? static_cast<sf_status>(error->error.kind) : SF_BAD_OPTION;
}
const char* sf_error_message(const sf_error* error) noexcept {
  if (error == nullptr) return nullptr;
  return error == no_memory() ? kNoMemory : error->error.message.c_str();
}
ptrdiff_t sf_error_position(const sf_error* error) noexcept {
  return error != nullptr && error->error.position ? static_cast<ptrdiff_t>(*error->error.position) : -1;
}

size_t sf_error_problem_count(const sf_error* error) noexcept {
  return error != nullptr && error->diagnosis ? error->diagnosis->problems.size() : 0;
}
const char* sf_error_problem(const sf_error* error, size_t i) noexcept {
  return i < sf_error_problem_count(error) ? error->diagnosis->problems[i].c_str() : nullptr;
}
size_t sf_error_note_count(const sf_error* error) noexcept {
  return error != nullptr && error->diagnosis ? error->diagnosis->notes.size() : 0;
}
const char* sf_error_note(const sf_error* error, size_t i) noexcept {
  return i < sf_error_note_count(error) ? error->diagnosis->notes[i].c_str() : nullptr;
}
const char* sf_error_repair(const sf_error* error) noexcept {
  return error != nullptr && error->diagnosis ? error->diagnosis->repair.c_str() : "";
}
int sf_error_ways(const sf_error* error) noexcept {
  return error != nullptr && error->diagnosis ? error->diagnosis->ways : 0;
}
int sf_error_repaired(const sf_error* error, sf_cube* cube) noexcept {
  if (error == nullptr || cube == nullptr || !error->diagnosis || !error->diagnosis->repaired) return 0;
  put_cube(*error->diagnosis->repaired, cube);
  return 1;
}

sf_status sf_error_json(const sf_error* error, char** json) noexcept {
  return giving(json, nullptr, [&](char*& text) -> Done {
    if (error == nullptr) return nonsense("there is no error: the pointer is NULL");
    Json object;
    Error plain = error->error;
    if (error == no_memory()) plain.message = kNoMemory;
    add_error(object, plain);
    if (error->diagnosis) object["diagnosis"] = to_json(*error->diagnosis);
    text = copy_text(to_line(object));
    return {};
  });
}
void sf_error_free(sf_error* error) noexcept {
  if (error != no_memory()) delete error;
}

void sf_string_free(char* text) noexcept { delete[] text; }
