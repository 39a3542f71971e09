// One line: what a line of a text may be by itself, whatever stands around it: a row of a net, a face, a heading, a
// label, the beginning of an object, a remark, a border. lines.h joins lines by that.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace superflip {

// A line that may be a part of the facelets of a cube: some rows of faces side by side, or a face. Its name may stand
// before it, or alone.
struct Row {
  std::size_t facelets = 0;
  bool may_be_moves = true;  // every facelet can be a move
  bool is_one_word = true;   // between the first and the last facelet there are no blanks
  bool is_indented = false;  // as the upper and lower faces of a net are
  bool has_run = false;      // four equal ones in a row, without a blank
  bool is_whole = true;      // a row of a net or a face has so many; else some may be missing or too many
};

std::optional<Row> row_of(std::string_view line, std::size_t facelets_of_cube);

// The heading of a table: "No.;Time;Scramble;Date", "id,facelets", or the name of its only column.
bool is_heading(std::string_view line);

// csTimer writes means and averages above the list of its solves, down to "Time List:".
bool is_heading_of_export(std::string_view line);

// "My cube:": what follows has this name. That of a face belongs to its stickers, and "Scramble (R2UF):" has moves.
bool is_label_alone(std::string_view line);

// An object or a list that goes on in the next line, also one that is assigned, or in a call: "cube = np.array([". A
// list of moves has its bracket and its first move in one line.
bool begins_json(std::string_view line);

// A remark, alone or behind moves: "// cross", "R U {cross}".
bool has_remark(std::string_view line);

// The border of a net or a line between cubes: "+---+---+", "=====".
bool is_rule(std::string_view line);

// A line that is empty or only parts others: a border, the fence of a block of code.
bool is_blank_line(std::string_view line);

// A line that is neither that nor a remark.
bool has_moves(std::string_view line);

}  // namespace superflip
