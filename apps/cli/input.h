// Where cubes come from: the arguments, or the lines of standard input.
//
// The argument "-", or no argument at all, stands for the lines of standard input. Blank lines are skipped, and count
// as lines where one is named. Lines that are one cube together (superflip/reading/lines.h) are one text. A line is
// bounded, so that a binary file on standard input causes an error message but uses no memory. A line that is too long
// is skipped and reported.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::cli {

struct Input {
  std::string text;
  std::string where;           // "line 3", "lines 3 to 8", "argument 2"; empty for the only argument
  std::optional<Error> error;  // the line is too long, and text is empty
};

// "line 3: ", or empty.
std::string prefix(const Input& input);

// Called from time to time while standard input is silent. Returns true to stop waiting.
using Cancelled = std::function<bool()>;

// How the texts of cubes are read.
struct TextOptions : ReadOptions {
  Lines lines = Lines::recognised;  // of standard input
};

class InputSource {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 16;  // bytes

  explicit InputSource(std::vector<std::string> arguments, const TextOptions& options = {},
                       Puzzle puzzle = Puzzle::cube);

  // The next cube's text; empty at the end or soon after `cancelled` turns true. Waits for a slow standard input.
  // Throws std::system_error.
  std::optional<Input> next(const Cancelled& cancelled);

  // The number of cubes, if known: that is, if standard input is not among the sources.
  std::optional<std::size_t> count() const;

  // The maximum number of cubes. Known also when standard input is a file, by counting its lines.
  std::optional<std::size_t> count_lines() const;

  // All lines of standard input as far as it is read, if they are several and few, and nothing was said of them yet.
  std::optional<std::string> all_lines() const;

  // Whether standard input is read and is typed by a person.
  bool interactive() const;

 private:
  std::optional<std::string> read_line(const Cancelled& cancelled, bool& too_long);
  bool fill(const Cancelled& cancelled);

  std::vector<std::string> arguments_;
  std::size_t argument_ = 0;
  std::size_t line_ = 0;      // of those that were read
  std::size_t given_ = 0;     // of those that were given to the caller, or skipped
  bool is_too_long_ = false;  // the line after those in the joiner
  LineJoiner joiner_;
  bool is_said_ = false;   // that lines may be one cube or several
  std::string beginning_;  // of standard input, more than kFewBytes if there is more
  std::array<char, std::size_t{1} << 16> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// When standard input is a terminal and cubes are expected from it, says how to type them.
void hint_if_interactive(const InputSource& source);

}  // namespace superflip::cli
