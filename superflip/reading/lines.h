// Lines: which lines of a text are one cube. Mostly each line is one. But stickers are also written as six lines of
// nine, as faces with their names, or as the rows of a net, and JSON over several lines: those belong together.
//
// Lines of facelets are joined as soon as they are so many as a cube has, if they are stickers and not moves: by a sign
// that no moves have, by their letters (as many of each colour as there must be, or four equal ones in a word), or by
// the shape of a net. What stickers and moves have in common is refused with the sentence that says how to tell it; so
// are lines with remarks, which may be one sequence of moves or several. Stickers some of which are missing or too many
// are joined as well, so that they are not taken for moves; they end at a blank line if another cube follows. Other
// lines that never become one cube come back as they were, one by one; a remark alone in its line is skipped. A line is
// held back only while it may be a part of something. A program that writes one line and waits for the answer is not
// kept waiting for its next one, unless its line can hardly be anything else.
#pragma once

#include <cstddef>
#include <cstdint>
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
  bool is_skipped = false;     // it is no cube: a remark, a heading, or what `superflip show` prints below a net
};

// What the caller knows.
enum class Lines : std::uint8_t { recognised, one_cube, one_each };

// The brackets of a JSON text that are open, line by line; those in strings do not count.
struct Brackets {
  std::ptrdiff_t open = 0;
  bool is_string = false;
  void add(std::string_view line);
};

class LineJoiner {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 16;  // of lines that are held back
  static constexpr std::size_t kMissed = 2;                       // stickers that may be missing or too many

  // `from`: the format that all cubes have, if it is known. `facelets`: how many a cube has, 54 or 24.
  explicit LineJoiner(std::optional<Format> from = {}, Lines lines = Lines::recognised, std::size_t facelets = 54)
      : from_(from), lines_(lines), facelets_of_cube_(facelets) {}

  // Takes the next line, without its newline. `more_follows`: further lines have already arrived.
  void push(std::string line, bool more_follows);

  // There are no more lines.
  void finish();

  // What is complete, in the order of the lines; nothing if more lines are needed.
  std::optional<JoinedLines> next();

 private:
  // What the lines that are held back may be.
  enum class Block : std::uint8_t { none, facelets, json, remarks };

  // What `superflip show` prints below a net belongs to the net, and what a timer prints above its list to that.
  enum class Print : std::uint8_t { none, expected, inside, statistics };

  // The first blank line, where it stands behind stickers of a cube some of which are missing or too many: one cube may
  // end there, or what is missing may follow.
  struct Gap {
    std::size_t lines;  // before it
    std::size_t rows;   // in these
  };

  // The lines that are held back, and what is known of them; without lines nothing is.
  struct Held {
    Block block = Block::none;
    std::vector<std::string> lines;
    std::size_t bytes = 0;          // of the lines
    std::size_t facelets = 0;       // in them
    std::vector<std::size_t> rows;  // how many in each line that has some
    bool has_moves = false;         // one of them is no remark
    bool has_blank = false;         // there is a blank line among them
    std::optional<Gap> gap;
    Brackets brackets;
  };

  Block begun_by(std::string_view line, bool more_follows) const;
  bool continues(std::string_view line) const;
  bool is_complete() const;
  bool have_colours_of_a_cube() const;  // nine of each of six, in all that is held
  bool are_damaged() const;             // nearly as many stickers as a cube has, or all but a face
  bool may_become_remarks(std::string_view line) const;
  // The lines before the gap are a cube with a fault, if a row of another cube is behind what is held, or nothing is
  // behind the gap; else all of them are one.
  void end_at_gap(bool is_row_behind);
  void end();      // the lines that are held back are all of the block
  void give_up();  // they are no block
  void ask_about_remarks();
  void give(std::string line);  // a line alone
  void join(std::optional<Error> error = {});
  bool belongs_to_print(std::string_view line);

  std::optional<Format> from_;
  Lines lines_;
  std::size_t facelets_of_cube_;
  Held held_;
  Print print_ = Print::none;
  bool is_first_ = true;  // no line has been taken
  std::deque<JoinedLines> complete_;
};

}  // namespace superflip
