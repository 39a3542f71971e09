#include "superflip/reading/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

// A line that may be a part of the facelets of a cube: a row of a face, a face, or a row of four faces.
struct Row {
  std::size_t facelets;  // 3, 9 or 12
  bool may_be_moves;     // every facelet can be a move
  bool is_one_word;      // between the first and the last facelet there are no blanks
  bool is_indented;      // as the upper and lower faces of a net are
};

std::optional<Row> row_of(std::string_view line) {
  constexpr std::string_view kMoves = "URFDLBurfdlbMESxyz";
  constexpr std::size_t kIndented = 3;  // blanks
  const auto plain = without_terminal_colours(line);
  if (plain) line = *plain;
  Row row{0, true, true, false};
  std::size_t blanks = 0;
  std::vector<std::string_view> kinds;  // more than six are no colours
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view symbol = text::symbol_at(line, at);
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    if (text::is_blank(symbol)) {
      ++blanks;
      continue;
    }
    if (is_decoration(symbol)) {
      // A prime or a bracket with moves inside.
      if (symbol == "'" || symbol == "(" || symbol == ")") return std::nullopt;
      row.may_be_moves = false;
      continue;
    }
    if (text::is_digit(symbol[0])) row.may_be_moves = false;
    if (row.facelets == 0) row.is_indented = blanks >= kIndented;
    if (row.facelets > 0 && blanks > 0) row.is_one_word = false;
    blanks = 0;
    row.may_be_moves = row.may_be_moves && kMoves.find(symbol) != std::string_view::npos;
    ++row.facelets;
    if (std::find(kinds.begin(), kinds.end(), symbol) == kinds.end()) kinds.push_back(symbol);
    if (kinds.size() > kFaces || row.facelets > 12) return std::nullopt;
  }
  if (row.facelets != 3 && row.facelets != 9 && row.facelets != 12) return std::nullopt;
  return row;
}

// How many brackets of a JSON text are open at its end; strings are left out.
std::ptrdiff_t open_brackets(std::string_view text) {
  std::ptrdiff_t open = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_string && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      is_string = !is_string;
    else if (!is_string)
      open += text[i] == '{' || text[i] == '[' ? 1 : text[i] == '}' || text[i] == ']' ? -1 : 0;
  }
  return open;
}

bool is_blank_line(std::string_view line) { return text::trimmed(line).empty(); }

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace

bool LineJoiner::begins(std::string_view line, bool more_follows) const {
  if (from_ && *from_ != Format::facelets) return false;
  const auto row = row_of(line);
  if (!row) return false;
  if (from_ || !row->may_be_moves || row->is_indented) return true;
  return row->is_one_word && (row->facelets >= 9 || more_follows);
}

bool LineJoiner::continues(std::string_view line) {
  if (is_json_) return true;
  const auto row = row_of(line);
  return row && facelets_ + row->facelets <= kFacelets;
}

void LineJoiner::push(std::string line, bool more_follows) {
  std::size_t bytes = line.size();
  for (const std::string& held : held_) bytes += held.size() + 1;
  if (!held_.empty() && (bytes > kMaxBytes || (!is_blank_line(line) && !continues(line)))) give_up();
  if (held_.empty()) {
    is_json_ = (!from_ || *from_ == Format::json) && text::trimmed(line).starts_with('{') && looks_like_json(line) &&
               open_brackets(line) > 0;
    facelets_ = 0;
    if (!is_json_ && !begins(line, more_follows)) {
      complete_.push_back({std::move(line), 1, {}});
      return;
    }
  }
  if (const auto row = row_of(line); row && !is_json_) facelets_ += row->facelets;
  held_.push_back(std::move(line));
  if (is_json_ ? open_brackets(joined(held_)) <= 0 : facelets_ == kFacelets) join();
}

void LineJoiner::join() {
  JoinedLines all{joined(held_), held_.size(), {}};
  const bool may_be_moves = std::all_of(held_.begin(), held_.end(), [](const std::string& line) {
    const auto row = row_of(line);
    return !row || row->may_be_moves;
  });
  if (!is_json_ && !from_ && may_be_moves && !are_facelets_of_a_cube(all.text, kFacelets))
    all.error =
        Error{fmt::format("these {} lines may be the stickers of one cube, or moves; say which: --from facelets, "
                          "or --from moves",
                          held_.size()),
              {}};
  complete_.push_back(std::move(all));
  held_.clear();
}

void LineJoiner::give_up() {
  if (is_json_)
    complete_.push_back({joined(held_), held_.size(), {}});
  else
    for (std::string& line : held_) complete_.push_back({std::move(line), 1, {}});
  held_.clear();
}

void LineJoiner::finish() {
  if (!held_.empty()) give_up();
}

std::optional<JoinedLines> LineJoiner::next() {
  if (complete_.empty()) return std::nullopt;
  JoinedLines first = std::move(complete_.front());
  complete_.pop_front();
  return first;
}

}  // namespace superflip
