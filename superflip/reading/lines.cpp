#include "superflip/reading/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"
#include "superflip/reading/detail/carriers.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/face_names.h"
#include "superflip/reading/detail/one_line.h"
#include "superflip/reading/detail/peeled.h"
#include "superflip/reading/detail/plain_moves.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/layout.h"

namespace superflip {
namespace {

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
  if (lines_ == Lines::one_each || PlainMoves::of(line)) return Block::none;
  const bool names_face = name_of_face(line, facelets_of_cube_ / kFaces).has_value();
  if ((!from_ || *from_ == Format::json) && !names_face && begins_json(line)) return Block::json;
  if ((!from_ || *from_ == Format::moves) && more_follows && has_remark(line)) return Block::remarks;
  if (from_ && *from_ != Format::facelets) return Block::none;
  const auto row = row_of(line, facelets_of_cube_);
  if (!row || (!row->is_whole && !more_follows)) return Block::none;
  const bool is_at_once = from_ || !row->may_be_moves || row->is_indented || (row->is_one_word && row->facelets >= 9);
  return is_at_once || more_follows ? Block::facelets : Block::none;
}

bool LineJoiner::continues(std::string_view line) const {
  if (held_.block == Block::json) return true;
  if (held_.block == Block::remarks) return has_remark(line) || begun_by(line, !held_.has_moves) == Block::none;
  if (is_remark(line)) return true;
  const auto row = row_of(line, facelets_of_cube_);
  if (!row) return false;
  Rows rows = held_.rows;
  if (row->facelets > 0) rows.push_back(row->facelets);
  const bool may_be_filled =
      may_become_filled_net(rows, facelets_of_cube_) || are_rows_of_filled_net(rows, facelets_of_cube_);
  // The row of a face (9), or the longest one of a net (12), may have one or two too many.
  std::size_t surplus = 0;
  if (facelets_of_cube_ == kFacelets)
    for (const std::size_t count : rows) surplus += count == 10 || count == 11 ? count - 9 : count == 13 ? 1 : 0;
  return may_be_filled || held_.facelets + row->facelets <= facelets_of_cube_ + std::min(surplus, kMissed);
}

bool LineJoiner::are_damaged() const {
  std::size_t of_long_rows = 0;
  for (const std::size_t row : held_.rows) of_long_rows += row >= facelets_of_cube_ / kFaces - kMissed ? row : 0;
  return facelets_of_cube_ == kFacelets && held_.facelets != facelets_of_cube_ &&
         held_.facelets + facelets_of_cube_ / kFaces + kMissed >= facelets_of_cube_ &&
         held_.facelets <= facelets_of_cube_ + kMissed && 2 * of_long_rows >= facelets_of_cube_;
}

bool LineJoiner::may_become_remarks(std::string_view line) const {
  const bool may_be_moves_here = !held_.lines.empty() && held_.block == Block::facelets && from_ != Format::facelets;
  if (!may_be_moves_here || is_remark(line) || row_of(line, facelets_of_cube_)) return false;
  const auto may_be_moves = [&](const std::string& held) {
    const auto row = row_of(held, facelets_of_cube_);
    return !row || (row->may_be_moves && !row->has_run);
  };
  const bool has_remarks = std::any_of(held_.lines.begin(), held_.lines.end(), is_remark);
  return has_remarks && std::all_of(held_.lines.begin(), held_.lines.end(), may_be_moves) &&
         begun_by(line, false) == Block::none;
}

bool LineJoiner::is_complete() const {
  if (held_.block == Block::json) return held_.brackets.open <= 0;
  if (held_.block != Block::facelets) return false;
  // As many as a cube has may be the beginning of a net whose empty places are filled, or a cube that lacks a face and
  // a face of the next one.
  return are_rows_of_filled_net(held_.rows, facelets_of_cube_) ||
         (held_.facelets == facelets_of_cube_ && !may_become_filled_net(held_.rows, facelets_of_cube_) &&
          (!held_.gap || have_colours_of_a_cube()));
}

bool LineJoiner::have_colours_of_a_cube() const {
  std::vector<std::string> lines;
  std::copy_if(held_.lines.begin(), held_.lines.end(), std::back_inserter(lines),
               [](const auto& l) { return !is_blank_line(l); });
  const std::string all = joined(lines);
  const auto plain = peeled(all, facelets_of_cube_);
  return facelets_of_named_faces(all, facelets_of_cube_ / kFaces) ||
         are_facelets_of_a_cube(without_terminal_colours(all).value_or(all), facelets_of_cube_) ||
         (plain && are_facelets_of_a_cube(plain->text, facelets_of_cube_));
}

bool LineJoiner::belongs_to_print(std::string_view line) {
  if (print_ == Print::statistics) {
    const bool is_list = text::trimmed(line) == "Time List:";
    const auto moves = parse_algorithm(line);
    if (is_list || end_of_number(line) > 0 || (moves && !moves->moves.empty())) print_ = Print::none;
    return is_list || print_ == Print::statistics;
  }
  if (print_ == Print::none || is_blank_line(line)) return print_ == Print::expected;
  if (print_ == Print::expected) print_ = facelets_of_print(line) ? Print::inside : Print::none;
  // A name, several blanks, and what it has, or, deep below it, more of that.
  constexpr std::string_view kDeep = "          ";
  const bool is_of_table =
      line.starts_with("  ") && (line.starts_with(kDeep) || text::trimmed(line).find("  ") != std::string_view::npos);
  // A row of a table may have as many letters and numbers as a net has stickers; stickers are not both.
  const bool has_both =
      std::any_of(line.begin(), line.end(), text::is_digit) && std::any_of(line.begin(), line.end(), text::is_letter);
  if (!is_of_table || (!has_both && row_of(line, facelets_of_cube_)) || parse_algorithm(line)) print_ = Print::none;
  return print_ == Print::inside;
}

void LineJoiner::push(std::string line, bool more_follows) {
  if (lines_ == Lines::one_cube) {
    held_.lines.push_back(std::move(line));
    return;
  }
  const bool is_heading_here = !is_blank_line(line) && !is_remark(line) && std::exchange(is_first_, false) &&
                               (is_heading(line) || is_heading_of_export(line));
  const bool is_export = is_heading_here && is_heading_of_export(line);
  if (is_heading_here || belongs_to_print(line)) {
    if (is_export) print_ = Print::statistics;
    if (!held_.lines.empty()) end();
    complete_.push_back({std::move(line), 1, {}, true});
    return;
  }
  // The lines before the first remark are as they were; those from it on may be one sequence of moves.
  if (!is_blank_line(line) && may_become_remarks(line)) {
    const auto first = std::find_if(held_.lines.begin(), held_.lines.end(), is_remark);
    std::for_each(held_.lines.begin(), first, [this](std::string& before) { give(std::move(before)); });
    held_.lines.erase(held_.lines.begin(), first);
    held_.block = Block::remarks;
    held_.has_moves = std::any_of(held_.lines.begin(), held_.lines.end(), has_moves);
    held_.gap.reset();
  }
  const bool is_full = held_.gap && held_.facelets == facelets_of_cube_;
  if (!held_.lines.empty() && (is_full || (!is_blank_line(line) && !continues(line))))
    end_at_gap(!is_blank_line(line) && row_of(line, facelets_of_cube_));
  if (!held_.lines.empty() && (held_.bytes + line.size() > kMaxBytes || (!is_blank_line(line) && !continues(line))))
    end();
  if (held_.lines.empty()) {
    held_.block = begun_by(line, more_follows);
    if (held_.block == Block::none) return give(std::move(line));
  }
  if (const auto row = row_of(line, facelets_of_cube_); row && held_.block == Block::facelets) {
    held_.facelets += row->facelets;
    if (row->facelets > 0) held_.rows.push_back(row->facelets);
  }
  if (held_.block == Block::json) held_.brackets.add(line);
  if (held_.block == Block::facelets && is_blank_line(line) && !held_.has_blank && are_damaged())
    held_.gap = Gap{held_.lines.size(), held_.rows.size()};
  held_.has_blank = held_.has_blank || is_blank_line(line);
  held_.has_moves = held_.has_moves || has_moves(line);
  const bool may_wait = more_follows || held_.block != Block::remarks || has_remark(line);
  held_.bytes += line.size() + 1;
  held_.lines.push_back(std::move(line));
  if (is_complete() || !may_wait) end();
}

void LineJoiner::end_at_gap(bool is_row_behind) {
  if (!held_.gap) return end();
  const auto gap = held_.lines.begin() + static_cast<std::ptrdiff_t>(held_.gap->lines);
  if (!is_row_behind && !std::all_of(gap, held_.lines.end(), is_blank_line)) return end();
  std::vector<std::string> behind(std::make_move_iterator(gap), std::make_move_iterator(held_.lines.end()));
  held_.lines.erase(gap, held_.lines.end());
  held_.rows.resize(held_.gap->rows);
  held_.facelets = std::accumulate(held_.rows.begin(), held_.rows.end(), std::size_t{0});
  held_.gap.reset();
  end();
  for (std::string& line : behind) push(std::move(line), true);
}

void LineJoiner::end() {
  if (held_.block == Block::json) return join();
  if (held_.block == Block::remarks) {
    // A remark between lines with moves, or two behind them. One before the first of them is a heading.
    const auto first = std::find_if(held_.lines.begin(), held_.lines.end(), has_moves);
    const auto last = std::find_if(held_.lines.rbegin(), held_.lines.rend(), has_moves).base();
    const auto behind = [&](const std::string& line) { return has_moves(line) && has_remark(line); };
    const bool may_be_one =
        first < last && (std::any_of(first, last, is_remark) || std::count_if(first, last, behind) > 1);
    return may_be_one ? ask_about_remarks() : give_up();
  }
  if (are_rows_of_filled_net(held_.rows, facelets_of_cube_) && unpadded(joined(held_.lines), facelets_of_cube_))
    return join();
  if (held_.facelets != facelets_of_cube_ && !are_damaged()) {
    // Rows that may be moves, with remarks between them.
    const auto may_be_moves = [&](const std::string& line) {
      const auto row = row_of(line, facelets_of_cube_);
      return row && row->may_be_moves && !row->has_run;
    };
    const bool has_remarks_between =
        !from_ && !is_remark(held_.lines.back()) && std::any_of(held_.lines.begin(), held_.lines.end(), is_remark);
    return has_remarks_between && std::count_if(held_.lines.begin(), held_.lines.end(), may_be_moves) > 1
               ? ask_about_remarks()
               : give_up();
  }
  bool may_be_moves = true;
  bool has_run = false;
  bool are_words = true;
  for (const std::string& line : held_.lines)
    if (const auto row = row_of(line, facelets_of_cube_)) {
      may_be_moves = may_be_moves && row->may_be_moves;
      has_run = has_run || row->has_run;
      are_words = are_words && row->is_one_word;
    }
  const bool is_net = !nets_of_rows(held_.rows).empty();
  if (from_ || !may_be_moves || has_run || is_net || have_colours_of_a_cube()) {
    if (is_net) print_ = Print::expected;
    return join();
  }
  if (!are_words) return give_up();
  const auto lines =
      std::count_if(held_.lines.begin(), held_.lines.end(), [](const std::string& l) { return !is_blank_line(l); });
  join(Error{fmt::format("these {} lines may be the stickers of one cube{}, or moves; say which: --one, or --lines",
                         lines, are_damaged() ? ", some of which are missing or too many" : ""),
             {}});
}

void LineJoiner::join(std::optional<Error> error) {
  complete_.push_back({joined(held_.lines), held_.lines.size(), std::move(error)});
  held_ = {};
}

void LineJoiner::ask_about_remarks() {
  join(Error{"these lines with remarks may be one cube, or one cube each; say which: --one, or --lines", {}});
}

void LineJoiner::give(std::string line) {
  const bool is_skipped = is_remark(line) || is_fence(line) || is_rule(line) || is_label_alone(line);
  complete_.push_back({std::move(line), 1, {}, is_skipped});
}

void LineJoiner::give_up() {
  for (std::string& line : held_.lines) give(std::move(line));
  held_ = {};
}

void LineJoiner::finish() {
  if (lines_ == Lines::one_cube && !held_.lines.empty())
    join();
  else if (!held_.lines.empty())
    end_at_gap(false);
}

std::optional<JoinedLines> LineJoiner::next() {
  if (complete_.empty()) return std::nullopt;
  JoinedLines first = std::move(complete_.front());
  complete_.pop_front();
  return first;
}

}  // namespace superflip
