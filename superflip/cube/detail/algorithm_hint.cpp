#include "superflip/cube/detail/algorithm_hint.h"

#include <fmt/format.h>

#include <initializer_list>

namespace superflip {
namespace {

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

std::string_view hint_on_moves(const StoppedAt& stopped) {
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
  if (next > at && at > 0 && std::string_view("([{").find(text[at - 1]) != std::string_view::npos)
    return "a remark begins with //";
  const std::string_view word = word_at(text, at);
  if (means_inverse(word)) return "the inverse of moves is written behind them, as in (R U)'";
  if (!word.empty() && word.size() < text::trimmed(text).size())
    return "a word before the moves ends with a colon, and a remark behind them begins with //";
  const std::string_view rest = at == begin ? text::trimmed(text.substr(next)).substr(0, 1) : text.substr(next, 1);
  if (next > at && !rest.empty() && std::string_view("(*x").find(rest) != std::string_view::npos) return kRepetition;
  if (next > at && at > 0) return "write the number directly after its move, as in R2";
  if (text.substr(at, 2) == "++") return "++ is of another puzzle; a turn against the clock is R'";
  if (symbol == "→" || (text.substr(at, 2) == "->" && at > 0))
    return "what stands behind an arrow may be an answer: leave it out, or leave out the arrows between moves";
  if (c == '+') return "a sign between moves is not needed; a turn against the clock is R'";
  if (c == '@') return "a time or a date has no place among moves";
  if ((c == '*' || c == '-' || c == '>' || symbol == "•") && at == begin)
    return "expected the moves alone, without the marks of a list or of a formatted text";
  if (symbol == "“" || symbol == "”" || symbol == "„" || symbol == "«" || symbol == "»" || c == '`')
    return "moves need no quotation marks";
  if (c == '<' || symbol == "⟨") return "<R, U> is a set of moves, for --moves; here moves that are done are expected";
  if (text.substr(at).find("://") != std::string_view::npos || (c == '/' && at == begin))
    return "a file or an address is not opened: expected what is in it";
  if (c == '/') return "a remark begins with //";
  if (symbol == "–" || symbol == "—") return "a remark begins with //, and a turn against the clock is R'";
  if (c == 'X' || c == 'Y' || c == 'Z') return "the rotations of the whole cube are written in lower case: x y z";
  if (c == '#') return "a comment begins with //";
  if (c == '*' || symbol == "×") return "to repeat a bracket, write the number directly after it, as in (R U)3";
  if (text.substr(at, 2) == "^{" || symbol == "⁻") return "the inverse of R is R' or R^-1";
  if (c == '^')
    return text.substr(at + 1, 1) == "(" ? "^(...) stands for moves on the inverse, which are read with NISS alone"
                                         : "a power is a number, as in R^2 or (R U)^-1";
  return {};
}

std::string hint_on_name(std::string_view word) {
  const auto ends_with_one_of = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return word.ends_with(end); });
  };
  const std::string name = text::escaped(word, 60);
  if (ends_with_one_of({".txt", ".csv", ".json", ".alg", ".log"}))
    return fmt::format("'{}' looks like the name of a file; expected what is in it (in a shell: < {})", name, name);
  if (ends_with_one_of({".png", ".jpg", ".jpeg", ".heic", ".gif", ".webp"}))
    return fmt::format("'{}' looks like the name of a picture; expected stickers or moves as text", name);
  return {};
}

}  // namespace superflip
