// Lines: which lines of a text are one cube. Mostly each line is one. But stickers are also written as six lines of
// nine, or as the rows of a net, and JSON over several lines: those belong together.
//
// Lines of facelets are joined as soon as they are the 54 of one cube. Lines that never become one come back as they
// were, one by one. Lines of nine face letters each may also be moves; whether they are joined is told by the format
// that the caller names, or by their letters: nine of each colour are stickers. If neither tells, they are refused.
// A line is held back only while it may be a part of something. A program that writes one line and waits for the answer
// is not kept waiting for its next one, unless its line can hardly be anything else.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/reading/formats.h"

namespace SUPERFLIP_API superflip {

struct JoinedLines {
  std::string text;            // the lines, with newlines between them
  std::size_t lines;           // how many, with the blank ones between them; at least 1
  std::optional<Error> error;  // they may be one cube or several; `text` is still there
};

class LineJoiner {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 16;  // of lines that are held back

  // The format that all cubes have, if the caller knows it.
  explicit LineJoiner(std::optional<Format> from = {}) : from_(from) {}

  // Takes the next line, without its newline. `more_follows`: further lines have already arrived.
  void push(std::string line, bool more_follows);

  // There are no more lines.
  void finish();

  // What is complete, in the order of the lines; nothing if more lines are needed.
  std::optional<JoinedLines> next();

 private:
  bool begins(std::string_view line, bool more_follows) const;
  bool continues(std::string_view line);
  void join();
  void give_up();

  std::optional<Format> from_;
  std::vector<std::string> held_;  // the lines that may belong together
  std::size_t facelets_ = 0;       // in them
  bool is_json_ = false;           // they are JSON, and not facelets
  std::deque<JoinedLines> complete_;
};

}  // namespace superflip
