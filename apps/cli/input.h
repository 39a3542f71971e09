// Where cubes come from: the arguments, or the lines of standard input.
//
// The argument "-", or no argument at all, stands for the lines of standard input. A line is bounded, so that a
// binary file on standard input costs a message and no memory; what is too long is read over and reported.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "superflip/cube/error.h"

namespace superflip::cli {

struct Input {
  std::string text;
  std::string where;           // "line 3", "argument 2"; empty for the only argument
  std::optional<Error> error;  // the line is too long, and text is empty
};

// "line 3: ", or empty.
std::string prefix(const Input& input);

// Asked now and then while a silent standard input is waited for.
using Cancelled = std::function<bool()>;

class InputSource {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 16;  // bytes

  explicit InputSource(std::vector<std::string> arguments);

  // The next cube's text, or nothing at the end or soon after `cancelled` turns true. Waits for a slow standard input.
  // Throws std::system_error.
  std::optional<Input> next(const Cancelled& cancelled);

  // How many cubes there will be, when that is known: when standard input is not among the sources.
  std::optional<std::size_t> count() const;

  // How many there are at most: also when standard input is a file, by its lines.
  std::optional<std::size_t> count_lines() const;

  // Standard input is read, and a person types it.
  bool interactive() const;

 private:
  std::optional<std::string> read_line(const Cancelled& cancelled, bool& too_long);
  bool fill(const Cancelled& cancelled);

  std::vector<std::string> arguments_;
  std::size_t argument_ = 0;
  std::size_t line_ = 0;
  std::array<char, std::size_t{1} << 16> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// When standard input is a terminal and cubes are expected from it, says how to type them.
void hint_if_interactive(const InputSource& source);

}  // namespace superflip::cli
