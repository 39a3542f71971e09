#include "superflip/cube/detail/around_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "superflip/base/text.h"

namespace superflip {
namespace {

// Letters that look like those of moves: Greek, Cyrillic, and wide ones.
bool is_of_another_alphabet(std::string_view symbol) {
  const char32_t c = text::code_point(symbol);
  return (c >= 0x370 && c <= 0x4FF) || (c >= 0xFF01 && c <= 0xFF5E);
}

// Letters of other languages; no primes, exponents, dashes and quotation marks, which stand among moves.
bool is_letter_of_no_move(std::string_view symbol) {
  constexpr std::string_view kInMoves = "URFDLBurfdlbMESxyzwWi";
  const char32_t c = text::code_point(symbol);
  if (c < 0x80) return text::is_letter(symbol[0]) && kInMoves.find(symbol[0]) == std::string_view::npos;
  return (c >= 0xC0 && c < 0x2B0) || (c >= 0x370 && c < 0x2000) || (c >= 0x2E80 && c < 0xFE00);
}

// How many letters of the word are in no move: at least two in a word of a language.
std::ptrdiff_t letters_in_no_move(std::string_view word) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; at < word.size(); at += text::symbol_at(word, at).size())
    count += is_letter_of_no_move(text::symbol_at(word, at));
  return count;
}

// "inverse", "Undo", "REVERSED", "solution".
bool means_inverse(std::string_view word) {
  if (word.starts_with('(')) word.remove_prefix(1);
  const std::string lower = text::in_lower_case(word.substr(0, word.find(')')));
  return lower.starts_with("inv") || lower.starts_with("undo") || lower.starts_with("revers") || lower == "rev" ||
         lower == "solution";
}

// Whether the label names this puzzle: "3x3", "3x3x3:", "333".
bool names_this_puzzle(std::string_view word) { return word == "3x3" || word == "3x3x3" || word == "333"; }

// The word around the character that is no move, if it is a word of a language: two of its letters are in no move.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && text::is_letter(text[begin - 1])) --begin;
  std::size_t end = at;
  while (end < text.size() && text::is_letter(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  return end > at && word.size() >= 3 && letters_in_no_move(word) >= 2 ? word : std::string_view();
}

}  // namespace

Expected<std::size_t> end_of_label(std::string_view text, std::size_t begin) {
  constexpr std::size_t kLongest = 40;  // bytes
  const std::size_t sign = text.find_first_of(":=", begin);
  if (sign == std::string_view::npos || sign > begin + kLongest || text.substr(sign + 1, 1) == "/") return begin;
  const std::string_view label = text::trimmed(text.substr(begin, sign - begin));
  // A bracket may stand behind a word, as in "Scramble (3x3):".
  if (label.find_first_of("[]{}<>/\\\"\n\t;&?") != std::string_view::npos) return begin;
  const std::size_t end_of_word = std::min(label.find_first_of(" ("), label.size());
  const std::string_view word = label.substr(0, end_of_word);
  const bool is_number = std::all_of(label.begin(), label.end(), text::is_digit);
  // "444:" is of another puzzle, but "#444:" and "444. 1:02.34" are the number of a solve. A 2x2x2 may be asked for.
  const auto words = text::words_of(label, kLongest);
  const auto names_other = [&](const text::Word& w) {
    return (is_number || std::any_of(w.text.begin(), w.text.end(), text::is_letter)) &&
           names_other_puzzle(w.text, true);
  };
  const bool is_clock = text::in_lower_case(label) == "clock";
  if (is_clock || std::any_of(words.begin(), words.end(), names_other))
    return fail(fmt::format("these moves are of another puzzle, {}", text::quoted(text::escaped(label, 40))));
  if (is_number && !names_this_puzzle(word)) return begin;
  // The stickers of one face are no moves.
  constexpr std::array<std::string_view, 16> kFaceNames{"face",  "side",   "up",     "right",  "front", "down",
                                                        "left",  "back",   "top",    "bottom", "white", "red",
                                                        "green", "yellow", "orange", "blue"};
  const auto names_face = [&](const text::Word& w) {
    return std::find(kFaceNames.begin(), kFaceNames.end(), text::in_lower_case(w.text)) != kFaceNames.end();
  };
  if (std::any_of(words.begin(), words.end(), names_face)) return begin;
  if (std::any_of(words.begin(), words.end(), [](const text::Word& w) { return means_inverse(w.text); }))
    return fail(
        fmt::format("'{}' may mean the moves behind it, or their inverse: leave the word out, or write (R U)' "
                    "for the inverse of R U",
                    text::escaped(label, 20)));
  const bool is_written_out = std::all_of(word.begin(), word.end(), [](char c) {
    return text::is_letter(c) || text::is_digit(c) || static_cast<unsigned char>(c) >= 0x80 || c == '\'' || c == '-' ||
           c == '_' || c == '.' || c == '#' || c == ',';
  });
  // "U perm:" and "My cube:" begin with letters of moves.
  const bool is_perm = words.size() == 2 && word.size() == 1 && text::in_lower_case(words[1].text) == "perm";
  const bool is_name = letters_in_no_move(word) > 0 || is_perm || text::in_lower_case(word) == "my";
  const bool is_pocket = word == "2x2" || word == "2x2x2";
  if (!is_written_out || !(is_name || names_this_puzzle(word) || is_pocket)) return begin;
  // One word may be the letter of a scramble; several are moves, as in "Setup R U:".
  const auto may_be_move = [](const text::Word& w) {
    return letters_in_no_move(w.text) == 0 && text::is_letter(w.text[0]);
  };
  if (std::count_if(words.begin(), words.end(), may_be_move) > 1) return begin;
  return sign + 1;
}

bool has_label_of_pocket_cube(std::string_view text) {
  text = text::trimmed(text);
  const auto end = end_of_label(text, 0);
  if (!end || *end == 0) return false;
  bool is_named = false;
  for (const text::Word& word : text::words_of(text.substr(0, *end - 1), *end)) {
    const bool is_puzzle =
        std::any_of(word.text.begin(), word.text.end(), text::is_letter) && names_other_puzzle(word.text);
    if (!is_puzzle && text::in_lower_case(word.text) != "scramble") return false;
    is_named = is_named || is_puzzle;
  }
  return is_named;
}

bool names_other_puzzle(std::string_view word, bool is_pocket) {
  constexpr std::array<std::string_view, 8> kNames{"pyraminx", "pyram",    "skewb", "megaminx",
                                                   "minx",     "kilominx", "sq1",   "square1"};
  std::string name;
  for (const char c : text::in_lower_case(word))
    if (text::is_letter(c) || text::is_digit(c)) name += c;
  for (const std::string_view end : {"cube", "bld", "bf", "oh"})
    if (name.size() > end.size() && name.ends_with(end)) name.resize(name.size() - end.size());
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  // As many layers in each direction, and not three: 444, 4x4, 10x10x10.
  const std::string layers = name.substr(0, name.find_first_not_of("0123456789"));
  if (name.size() == 3 && layers == name)
    return name == std::string(3, name[0]) && name[0] > (is_pocket ? '3' : '1') && name[0] != '3';
  if (layers.empty() || layers == "3" || (layers == "2" && is_pocket)) return false;
  return name == fmt::format("{}x{}", layers, layers) || name == fmt::format("{}x{}x{}", layers, layers, layers);
}

std::string_view hint_on_moves(const StoppedAt& stopped) {
  constexpr std::string_view kSquare1 = "these moves are of another puzzle, Square-1";
  const auto& [text, begin, at, quote] = stopped;
  const char c = text[at];
  const std::string_view symbol = text::symbol_at(text, at);
  std::size_t next = at;
  while (next < text.size() && text::is_digit(text[next])) ++next;
  if (c == '\'' && quote == c) return "it may be a prime or the end of a quotation: leave the quotation marks out";
  if (c == '\'' && at > 0) return "a prime stands directly after its move";
  if (c == '|') return "several cubes are written one a line";
  if (c == ';') return "several cubes are written one a line, and a remark begins with //";
  if (next > at && (text.substr(next, 2) == ". " || text.substr(next, 2) == ") "))
    return "several cubes are written one a line";
  if (next > at && (text.substr(next, 1) == "." || text.substr(next, 1) == ":"))
    return "a time or a date has no place among moves";
  const bool begins_bracket = at > 0 && std::string_view("([{").find(text[at - 1]) != std::string_view::npos;
  const std::string_view bracket = text.substr(at, text.find_first_of(")]}", at) - at);
  // (1,0)/(-3,3)/: turns of the two layers.
  if (at > 0 && text[at - 1] == '(' && bracket.find_first_not_of("-0123456789, ") == std::string_view::npos &&
      bracket.find(',') != std::string_view::npos)
    return kSquare1;
  const std::string behind = text::in_lower_case(text::trimmed(text.substr(next)).substr(0, 3));
  if (next > at && (behind == "tim" || behind == "rep")) return kRepetition;  // 6 times, 3 reps
  if (begins_bracket && (next > at || letters_in_no_move(bracket) >= 2)) return "a remark begins with //";
  const std::string_view word = word_at(text, at);
  if (means_inverse(word)) {
    const std::size_t end = static_cast<std::size_t>(word.data() + word.size() - text.data());
    return text.substr(end, 1) == ":" ? "what stands behind it may be an answer: leave it out"
                                      : "the inverse of moves is written behind them, as in (R U)'";
  }
  if (!word.empty() && word.size() < text::trimmed(text).size())
    return "a word before the moves ends with a colon, and a remark behind them begins with //";
  const std::string_view rest = at == begin ? text::trimmed(text.substr(next)).substr(0, 1) : text.substr(next, 1);
  if (next > at && !rest.empty() && std::string_view("(*x").find(rest) != std::string_view::npos) return kRepetition;
  if (next > at && at > 0) return "write the number directly after its move, as in R2";
  if (text.substr(at, 2) == "++") return "++ is of another puzzle; a turn against the clock is R'";
  if (symbol == "→" || (text.substr(at, 2) == "->" && at > 0))
    return "what stands behind an arrow may be an answer: leave it out, or leave out the arrows between moves";
  if (c == '+' && at > 0 && text::is_digit(text[at - 1])) return "these moves are of another puzzle, the clock";
  if (c == '+') return "a sign between moves is not needed; a turn against the clock is R'";
  if (c == '@') return "a time or a date has no place among moves";
  if ((c == '*' || c == '-' || c == '>' || symbol == "•") && at == begin)
    return "expected the moves alone, without the marks of a list or of a formatted text";
  if (symbol == "“" || symbol == "”" || symbol == "„" || symbol == "«" || symbol == "»" || c == '`')
    return "moves need no quotation marks";
  if (c == '<' || symbol == "⟨") return "<R, U> is a set of allowed moves; here moves that are done are expected";
  if (c == '/' && at == begin && text::trimmed(text.substr(at + 1)).starts_with('(')) return kSquare1;
  if (text.substr(at).find("://") != std::string_view::npos || (c == '/' && at == begin))
    return "a file or an address is not opened: expected what is in it";
  if (c == '/') return "a remark begins with //";
  if (c == '-' && at > begin && (text::is_letter(text[at - 1]) || text::is_digit(text[at - 1]) || text[at - 1] == ')'))
    return "it may be a prime, or stand between two moves: R' is written with a prime, and a blank stands between "
           "moves";
  if (symbol == "–" || symbol == "—") return "a remark begins with //, and a turn against the clock is R'";
  if (c == 'X' || c == 'Y' || c == 'Z') return "the rotations of the whole cube are written in lower case: x y z";
  if (c == '#') return "a comment begins with //";
  if (is_of_another_alphabet(symbol)) return "it is a letter of another alphabet: expected those of ASCII, as in R U F";
  if (c == '*' || symbol == "×") return "to repeat a bracket, write the number directly after it, as in (R U)3";
  if (text.substr(at, 2) == "^{" || symbol == "⁻") return "the inverse of R is R' or R^-1";
  if (c == '^')
    return text.substr(at + 1, 1) == "(" ? "^(...) stands for moves on the inverse, which are read with NISS alone"
                                         : "a power is a number, as in R^2 or (R U)^-1";
  return {};
}

std::string hint_on_name(std::string_view text) {
  const std::size_t end_of_word = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view word = text.substr(0, end_of_word);
  if (end_of_word < text.size()) {
    if (names_other_puzzle(word, true))
      return fmt::format("these moves are of another puzzle, {}", text::quoted(text::escaped(word, 40)));
    return names_this_puzzle(word) ? "the name of the puzzle ends with a colon, as in 3x3: R U" : "";
  }
  const auto ends_with_one_of = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return word.ends_with(end); });
  };
  const std::string name = text::escaped(word, 60);
  if (ends_with_one_of({".png", ".jpg", ".jpeg", ".heic", ".gif", ".webp", ".svg", ".bmp"}))
    return fmt::format("'{}' looks like the name of a picture; expected stickers or moves as text", name);
  const bool is_path = word.starts_with("./") || word.starts_with("../") || word.starts_with("~/");
  if (is_path || ends_with_one_of({".txt", ".csv", ".tsv", ".json", ".alg", ".log", ".md", ".py", ".xlsx", ".xls",
                                   ".ods", ".pdf", ".docx", ".html", ".zip"}))
    return fmt::format("'{}' looks like the name of a file; expected what is in it (in a shell: < {})", name, name);
  return {};
}

}  // namespace superflip
