#include "superflip/reading/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/carriers.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/layout.h"

namespace superflip {
namespace {

// A line that may be a part of the facelets of a cube: some rows of faces side by side, or a face. Its name may stand
// before it, or alone.
struct Row {
  std::size_t facelets = 0;
  bool may_be_moves = true;  // every facelet can be a move
  bool is_one_word = true;   // between the first and the last facelet there are no blanks
  bool is_indented = false;  // as the upper and lower faces of a net are
  bool has_run = false;      // four equal ones in a row, without a blank
};

// The heading of a table: "No.;Time;Scramble;Date", "id,facelets", or the name of its only column.
bool is_heading(std::string_view line) {
  for (const char separator : {';', '\t', ','})
    for (std::string field : fields_of(line, separator)) {
      for (char& c : field) c = text::to_upper(c);
      const std::string_view name = text::trimmed(field);
      for (const std::string_view known : {"SCRAMBLE", "SCRAMBLES", "FACELETS", "CUBE", "CUBES", "MOVES"})
        if (name == known) return true;
    }
  return false;
}

std::optional<Row> row_of(std::string_view line, std::size_t facelets_of_cube) {
  constexpr std::string_view kMoves = "URFDLBurfdlbMESxyz";
  constexpr std::size_t kIndented = 3;  // blanks
  constexpr std::size_t kRun = 4;
  const auto plain = without_terminal_colours(line);
  if (plain) line = *plain;
  Row row;
  if (const auto name = name_of_face(line, facelets_of_cube / kFaces)) {
    row.may_be_moves = !name->has_sign && name->name.size() == 1;
    line.remove_prefix(name->end);
    if (text::trimmed(line).empty()) return row;
  }
  std::size_t blanks = 0;
  std::size_t run = 0;
  std::string_view last;
  std::vector<std::string_view> kinds;  // more than six are no colours
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view symbol = text::symbol_at(line, at);
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    if (text::is_blank(symbol)) {
      ++blanks;
      last = {};
      continue;
    }
    if (is_decoration(symbol)) {
      // A prime or a bracket with moves inside.
      if (symbol == "'" || symbol == "(" || symbol == ")") return std::nullopt;
      row.may_be_moves = false;
      continue;
    }
    if (row.facelets == 0) row.is_indented = blanks >= kIndented;
    if (row.facelets > 0 && blanks > 0) row.is_one_word = false;
    blanks = 0;
    if (text::is_digit(symbol[0]) && !last.empty() && text::is_letter(last[0])) return std::nullopt;  // R2
    row.may_be_moves = row.may_be_moves && kMoves.find(symbol) != std::string_view::npos;
    run = symbol == last ? run + 1 : 1;
    row.has_run = row.has_run || run >= kRun;
    last = symbol;
    ++row.facelets;
    if (std::find(kinds.begin(), kinds.end(), symbol) == kinds.end()) kinds.push_back(symbol);
    if (kinds.size() > kFaces || row.facelets > 12) return std::nullopt;
  }
  const auto is_one_of = [&](std::initializer_list<std::size_t> counts) {
    return std::find(counts.begin(), counts.end(), row.facelets) != counts.end();
  };
  if (facelets_of_cube == kFacelets ? !is_one_of({3, 9, 12}) : !is_one_of({2, 4, 6, 8})) return std::nullopt;
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

// An object or a list that goes on in the next line. A list of moves has its bracket and its first move in one line.
bool begins_json(std::string_view line) {
  line = text::trimmed(line);
  if (open_brackets(line) <= 0) return false;
  if (line.starts_with('{')) return looks_like_json(line);
  const std::string_view rest = line.starts_with('[') ? text::trimmed(line.substr(1)) : line;
  return rest.empty() || rest[0] == '"' || rest[0] == '[';
}

// Moves with a remark behind them.
bool has_remark(std::string_view line) {
  const std::size_t remark = line.find("//");
  return remark != std::string_view::npos && !text::trimmed(line.substr(0, remark)).empty() &&
         line.find("://") == std::string_view::npos;
}

bool is_blank_line(std::string_view line) { return text::trimmed(line).empty(); }

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace

LineJoiner::Block LineJoiner::begun_by(std::string_view line, bool more_follows) const {
  if (lines_ == Lines::one_each) return Block::none;
  if ((!from_ || *from_ == Format::json) && begins_json(line)) return Block::json;
  if ((!from_ || *from_ == Format::moves) && more_follows && has_remark(line)) return Block::remarks;
  if (from_ && *from_ != Format::facelets) return Block::none;
  const auto row = row_of(line, facelets_of_cube_);
  if (!row) return Block::none;
  const bool is_at_once = from_ || !row->may_be_moves || row->is_indented || (row->is_one_word && row->facelets >= 9);
  return is_at_once || more_follows ? Block::facelets : Block::none;
}

bool LineJoiner::continues(std::string_view line) const {
  if (block_ == Block::json) return true;
  if (block_ == Block::remarks) return has_remark(line);
  const auto row = row_of(line, facelets_of_cube_);
  return row && facelets_ + row->facelets <= facelets_of_cube_;
}

bool LineJoiner::is_complete() const {
  if (block_ == Block::json) return open_brackets(joined(held_)) <= 0;
  return block_ == Block::facelets && facelets_ == facelets_of_cube_;
}

bool LineJoiner::belongs_to_print(std::string_view line) {
  if (print_ == Print::none || is_blank_line(line)) return print_ == Print::expected;
  if (print_ == Print::expected) print_ = facelets_of_print(line) ? Print::inside : Print::none;
  // A name, several blanks, and what it has, or, deep below it, more of that.
  constexpr std::string_view kDeep = "          ";
  const bool is_of_table =
      line.starts_with("  ") && (line.starts_with(kDeep) || text::trimmed(line).find("  ") != std::string_view::npos);
  // A row of a table may have as many letters and numbers as a net has stickers; stickers are not both.
  const bool has_both =
      std::any_of(line.begin(), line.end(), text::is_digit) && std::any_of(line.begin(), line.end(), text::is_letter);
  if (!is_of_table || (!has_both && row_of(line, facelets_of_cube_))) print_ = Print::none;
  return print_ == Print::inside;
}

void LineJoiner::push(std::string line, bool more_follows) {
  if (lines_ == Lines::one_cube) {
    held_.push_back(std::move(line));
    return;
  }
  if (std::exchange(is_first_, false) && is_heading(line)) {
    complete_.push_back({std::move(line), 1, {}, true});
    return;
  }
  if (belongs_to_print(line)) {
    complete_.push_back({std::move(line), 1, {}, true});
    return;
  }
  if (!held_.empty() && (bytes_ + line.size() > kMaxBytes || (!is_blank_line(line) && !continues(line)))) end();
  if (held_.empty()) {
    block_ = begun_by(line, more_follows);
    bytes_ = facelets_ = 0;
    if (block_ == Block::none) {
      complete_.push_back({std::move(line), 1, {}});
      return;
    }
  }
  if (const auto row = row_of(line, facelets_of_cube_); row && block_ == Block::facelets) facelets_ += row->facelets;
  bytes_ += line.size() + 1;
  held_.push_back(std::move(line));
  if (is_complete()) end();
}

void LineJoiner::end() {
  if (block_ == Block::json) return join();
  if (block_ == Block::remarks) {
    const auto is_moves = [](const std::string& line) { return has_remark(line); };
    if (std::count_if(held_.begin(), held_.end(), is_moves) < 2) return give_up();
    return join(Error{
        "these lines with remarks may be one sequence of moves, or one cube each; say which: --one, or --lines", {}});
  }
  if (facelets_ != facelets_of_cube_) return give_up();
  std::vector<std::size_t> rows;
  bool may_be_moves = true;
  bool has_run = false;
  bool are_words = true;
  for (const std::string& line : held_)
    if (const auto row = row_of(line, facelets_of_cube_)) {
      if (row->facelets > 0) rows.push_back(row->facelets);
      may_be_moves = may_be_moves && row->may_be_moves;
      has_run = has_run || row->has_run;
      are_words = are_words && row->is_one_word;
    }
  const bool is_net = !nets_of_rows(rows).empty();
  const std::string all = joined(held_);
  const bool is_cube = facelets_of_named_faces(all, facelets_of_cube_ / kFaces) ||
                       are_facelets_of_a_cube(without_terminal_colours(all).value_or(all), facelets_of_cube_);
  if (from_ || !may_be_moves || has_run || is_net || is_cube) {
    if (is_net) print_ = Print::expected;
    return join();
  }
  if (!are_words) return give_up();
  join(Error{fmt::format("these {} lines may be the stickers of one cube, or moves; say which: --one, or --lines",
                         held_.size()),
             {}});
}

void LineJoiner::join(std::optional<Error> error) {
  complete_.push_back({joined(held_), held_.size(), std::move(error)});
  held_.clear();
}

void LineJoiner::give_up() {
  for (std::string& line : held_) complete_.push_back({std::move(line), 1, {}});
  held_.clear();
}

void LineJoiner::finish() {
  if (lines_ == Lines::one_cube && !held_.empty())
    join();
  else if (!held_.empty())
    end();
}

std::optional<JoinedLines> LineJoiner::next() {
  if (complete_.empty()) return std::nullopt;
  JoinedLines first = std::move(complete_.front());
  complete_.pop_front();
  return first;
}

}  // namespace superflip
