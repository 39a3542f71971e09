// Errors as values. Input that is wrong is an ordinary outcome of parsing and validation, so those return
// Expected<T>; the message is a sentence a person can act on: what is wrong, where, and what was expected.
// Programmer's misuse is an assertion; exceptions are only for a failing system (memory, disk).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace superflip {

struct Error {
  std::string message;                  // one sentence, no final newline
  std::optional<std::size_t> position;  // 0-based byte offset into the input, where there is one

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message, std::optional<std::size_t> position = {}) {
  return tl::unexpected<Error>(Error{std::move(message), position});
}

}  // namespace superflip
