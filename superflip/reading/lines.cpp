#include "superflip/reading/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/carriers.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
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
  constexpr std::array<std::string_view, 9> kNames{"scramble", "scrambles", "facelets",  "cube", "cubes",
                                                   "moves",    "state",     "algorithm", "alg"};
  for (const char separator : {';', '\t', ','})
    for (const std::string& field : fields_of(line, separator))
      if (std::find(kNames.begin(), kNames.end(), text::in_lower_case(text::trimmed(field))) != kNames.end())
        return true;
  return false;
}

std::optional<Row> row_of(std::string_view line, std::size_t facelets_of_cube) {
  if (is_remark(line)) return std::nullopt;
  constexpr std::string_view kMoves = "URFDLBurfdlbMESxyz";
  constexpr std::size_t kIndented = 3;  // blanks
  constexpr std::size_t kRun = 4;
  const auto plain = without_terminal_colours(line);
  if (plain) line = *plain;
  line.remove_prefix(end_of_number(line));
  Row row;
  if (const auto name = name_of_face(line, facelets_of_cube / kFaces)) {
    row.may_be_moves = !name->has_sign && name->name.size() == 1;
    line.remove_prefix(name->end);
    if (text::trimmed(line).empty()) return row;
  }
  const auto is_count = [&](std::size_t count) {
    const auto counts = facelets_of_cube == kFacelets ? std::array<std::size_t, 4>{3, 6, 9, 12}
                                                      : std::array<std::size_t, 4>{2, 4, 6, 8};
    return std::find(counts.begin(), counts.end(), count) != counts.end();
  };
  if (const auto words = colours_of_words(line); is_count(words.size())) {
    row.facelets = words.size();
    row.may_be_moves = row.is_one_word = false;
    return row;
  }
  const bool is_quoted = line.find('\'') != std::string_view::npos && are_quotations(line);
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
      if (!is_quoted && (symbol == "'" || symbol == "(" || symbol == ")")) return std::nullopt;
      row.may_be_moves = false;
      continue;
    }
    if (row.facelets == 0) row.is_indented = blanks >= kIndented;
    if (row.facelets > 0 && blanks > 0) row.is_one_word = false;
    blanks = 0;
    const bool may_be_turns = text::is_digit(symbol[0]) && symbol != "0";
    if (may_be_turns && !last.empty() && text::is_letter(last[0])) return std::nullopt;  // R2
    row.may_be_moves = row.may_be_moves && kMoves.find(symbol) != std::string_view::npos;
    run = symbol == last ? run + 1 : 1;
    row.has_run = row.has_run || run >= kRun;
    last = symbol;
    ++row.facelets;
    if (std::find(kinds.begin(), kinds.end(), symbol) == kinds.end()) kinds.push_back(symbol);
    if (kinds.size() > kFaces || row.facelets > 12) return std::nullopt;
  }
  if (!is_count(row.facelets)) return std::nullopt;
  return row;
}

// An object or a list that goes on in the next line. A list of moves has its bracket and its first move in one line.
bool begins_json(std::string_view line) {
  line = text::trimmed(line);
  line.remove_prefix(begin_of_object(line));
  Brackets brackets;
  brackets.add(line);
  if (brackets.open <= 0) return false;
  if (line.starts_with('{')) return looks_like_json(line);
  const std::string_view rest = line.starts_with('[') ? text::trimmed(line.substr(1)) : line;
  return rest.empty() || rest[0] == '"' || rest[0] == '[';
}

// A remark, alone or behind moves.
bool has_remark(std::string_view line) {
  return is_remark(line) || (line.find("//") != std::string_view::npos && line.find("://") == std::string_view::npos);
}

// The border of a net or a line between cubes: "+---+---+", "=====".
bool is_rule(std::string_view line) {
  constexpr std::size_t kLeast = 3;
  const Symbols symbols = split(line, line.size()).symbols;
  return symbols.size() >= kLeast && std::all_of(symbols.begin(), symbols.end(), [](const std::string& symbol) {
           return is_decoration(symbol) &&
                  (symbol.size() > 1 || std::string_view("+-=|").find(symbol) != std::string_view::npos);
         });
}

bool is_blank_line(std::string_view line) { return text::trimmed(line).empty() || is_fence(line) || is_rule(line); }

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace

void Brackets::add(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_string && line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      is_string = !is_string;
    else if (!is_string)
      open += line[i] == '{' || line[i] == '[' ? 1 : line[i] == '}' || line[i] == ']' ? -1 : 0;
  }
}

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
  if (block_ == Block::remarks) return has_remark(line) || begun_by(line, !has_moves_) == Block::none;
  if (is_remark(line)) return true;
  const auto row = row_of(line, facelets_of_cube_);
  if (!row) return false;
  Rows rows = rows_;
  if (row->facelets > 0) rows.push_back(row->facelets);
  const bool may_be_filled =
      may_become_filled_net(rows, facelets_of_cube_) || are_rows_of_filled_net(rows, facelets_of_cube_);
  return may_be_filled || facelets_ + row->facelets <= facelets_of_cube_;
}

bool LineJoiner::is_complete() const {
  if (block_ == Block::json) return brackets_.open <= 0;
  if (block_ != Block::facelets) return false;
  // As many as a cube has may be the beginning of a net whose empty places are filled.
  return are_rows_of_filled_net(rows_, facelets_of_cube_) ||
         (facelets_ == facelets_of_cube_ && !may_become_filled_net(rows_, facelets_of_cube_));
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
  const bool is_heading_here =
      !is_blank_line(line) && !is_remark(line) && std::exchange(is_first_, false) && is_heading(line);
  if (is_heading_here || belongs_to_print(line)) {
    if (!held_.empty()) end();
    complete_.push_back({std::move(line), 1, {}, true});
    return;
  }
  if (!held_.empty() && (bytes_ + line.size() > kMaxBytes || (!is_blank_line(line) && !continues(line)))) end();
  if (held_.empty()) {
    block_ = begun_by(line, more_follows);
    bytes_ = facelets_ = 0;
    brackets_ = {};
    has_moves_ = false;
    rows_.clear();
    if (block_ == Block::none) return give(std::move(line));
  }
  if (const auto row = row_of(line, facelets_of_cube_); row && block_ == Block::facelets) {
    facelets_ += row->facelets;
    if (row->facelets > 0) rows_.push_back(row->facelets);
  }
  if (block_ == Block::json) brackets_.add(line);
  has_moves_ = has_moves_ || !(is_blank_line(line) || is_remark(line));
  const bool may_wait = more_follows || block_ != Block::remarks || has_remark(line);
  bytes_ += line.size() + 1;
  held_.push_back(std::move(line));
  if (is_complete() || !may_wait) end();
}

void LineJoiner::end() {
  if (block_ == Block::json) return join();
  if (block_ == Block::remarks) {
    // A remark between lines with moves, or two behind them. One before the first of them is a heading.
    const auto has_moves = [](const std::string& line) { return !is_blank_line(line) && !is_remark(line); };
    const auto first = std::find_if(held_.begin(), held_.end(), has_moves);
    const auto last = std::find_if(held_.rbegin(), held_.rend(), has_moves).base();
    const auto behind = [&](const std::string& line) { return has_moves(line) && has_remark(line); };
    const bool may_be_one =
        first < last && (std::any_of(first, last, is_remark) || std::count_if(first, last, behind) > 1);
    return may_be_one ? ask_about_remarks() : give_up();
  }
  if (are_rows_of_filled_net(rows_, facelets_of_cube_) && unpadded(joined(held_), facelets_of_cube_)) return join();
  if (facelets_ != facelets_of_cube_) {
    // Rows that may be moves, with remarks between them.
    const auto may_be_moves = [&](const std::string& line) {
      const auto row = row_of(line, facelets_of_cube_);
      return row && row->may_be_moves && !row->has_run;
    };
    const bool has_remarks_between =
        !from_ && !is_remark(held_.back()) && std::any_of(held_.begin(), held_.end(), is_remark);
    return has_remarks_between && std::count_if(held_.begin(), held_.end(), may_be_moves) > 1 ? ask_about_remarks()
                                                                                              : give_up();
  }
  bool may_be_moves = true;
  bool has_run = false;
  bool are_words = true;
  for (const std::string& line : held_)
    if (const auto row = row_of(line, facelets_of_cube_)) {
      may_be_moves = may_be_moves && row->may_be_moves;
      has_run = has_run || row->has_run;
      are_words = are_words && row->is_one_word;
    }
  const bool is_net = !nets_of_rows(rows_).empty();
  const std::string all = joined(held_);
  const auto plain = peeled(all, facelets_of_cube_);
  const bool is_cube = facelets_of_named_faces(all, facelets_of_cube_ / kFaces) ||
                       are_facelets_of_a_cube(without_terminal_colours(all).value_or(all), facelets_of_cube_) ||
                       (plain && are_facelets_of_a_cube(plain->text, facelets_of_cube_));
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

void LineJoiner::ask_about_remarks() {
  join(Error{"these lines with remarks may be one cube, or one cube each; say which: --one, or --lines", {}});
}

void LineJoiner::give(std::string line) {
  const bool is_skipped = is_remark(line) || is_fence(line) || is_rule(line);
  complete_.push_back({std::move(line), 1, {}, is_skipped});
}

void LineJoiner::give_up() {
  for (std::string& line : held_) give(std::move(line));
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
