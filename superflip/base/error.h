// Errors as values. Wrong input is an ordinary outcome of parsing and validation, so those functions return
// Expected<T>. The message is a sentence a person can act on: what is wrong, where, and what was expected. The kind is
// for programs: exit codes, C codes, HTTP statuses and Python classes are derived from it.
//
// Assertions catch mistakes inside the library; everything that crosses the public interface is checked in every build.
// Exceptions are only for a failing system (memory, disk). No function of Engine throws, and neither does read(). Other
// functions may throw std::bad_alloc; those that make tables or start threads themselves may also throw
// std::system_error, and say so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

// The numbers are stable: they are part of every interface that is built on this library.
enum class ErrorKind : std::uint8_t {
  unreadable = 1,     // the text is not in any format that is accepted
  impossible = 2,     // a cube that no sequence of face turns reaches
  bad_option = 3,     // an option, a coordinate, a move set or a question that makes no sense
  no_solution = 4,    // what was asked for does not exist; a search that ends at its limits is not an error
  stopped = 5,        // the caller asked to stop
  out_of_memory = 6,  // the memory that is available or allowed is not enough
  system = 7,         // a file, a lock or a thread: the operating system failed
  internal = 8,       // a defect of this library
};

// The name of each kind, in the order of their numbers, which begin with 1. All interfaces use these.
inline constexpr std::array<std::string_view, 8> kErrorNames{"unreadable", "impossible",    "bad option", "no solution",
                                                             "stopped",    "out of memory", "system",     "internal"};
static_assert(kErrorNames.size() == static_cast<std::size_t>(ErrorKind::internal), "each kind has one");

// "internal" for a number that is no kind, such as one from a damaged file.
constexpr std::string_view name(ErrorKind kind) {
  const std::size_t i = static_cast<std::size_t>(kind) - 1;
  return i < kErrorNames.size() ? kErrorNames[i] : kErrorNames.back();
}

struct Error {
  std::string message;  // one sentence, no final newline
  // Where in the input: the number of characters (UTF-8 code points; a stray byte counts as one) before the place. The
  // message counts the same characters from 1. Empty when the error has no place.
  std::optional<std::size_t> position{};
  ErrorKind kind = ErrorKind::unreadable;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Expected = tl::expected<T, Error>;

// An error about what was read.
tl::unexpected<Error> fail(std::string message, std::optional<std::size_t> position = {});
// An error of another kind.
tl::unexpected<Error> fail(ErrorKind kind, std::string message, std::optional<std::size_t> position = {});

// The same error as one of an option's text: of a metric, moves, symmetries or a coordinate.
Error as_bad_option(Error error);

}  // namespace superflip
