// Text functions that the parsers share. A symbol is one UTF-8 code point (or one byte where the text is not UTF-8), so
// that a person may paint a cube with emoji squares and still be told which character is wrong. Invariant: all
// positions count symbols, never bytes (symbols_before).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {
namespace text {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// The symbol that begins at byte `at` of s: a code point in well-formed UTF-8 (RFC 3629), else a byte; at < s.size().
constexpr std::string_view symbol_at(std::string_view s, std::size_t at) {
  const auto lead = static_cast<unsigned char>(s[at]);
  if (lead < 0x80) return s.substr(at, 1);
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (lead > 0xF4 || at + size > s.size()) return s.substr(at, 1);
  // Longer than need be, half of a pair of UTF-16, or beyond U+10FFFF.
  const unsigned second = size > 2 ? static_cast<unsigned char>(s[at + 1]) : 0;
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second >= 0x90))
    return s.substr(at, 1);
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(s[at + i]) & 0xC0) != 0x80) return s.substr(at, 1);
  return s.substr(at, size);
}

// The code point of a symbol; U+FFFD for a byte that is not UTF-8.
constexpr char32_t code_point(std::string_view symbol) {
  const auto lead = static_cast<unsigned char>(symbol[0]);
  if (symbol.size() == 1) return lead < 0x80 ? lead : U'\uFFFD';
  char32_t code = lead & (0xFFU >> (symbol.size() + 1));
  for (const char c : symbol.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// White space of ASCII and of Unicode (its property White_Space).
constexpr bool is_blank(std::string_view symbol) {
  if (symbol.size() == 1) return is_space(symbol[0]);
  const char32_t c = code_point(symbol);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

// The variation selectors, which make a symbol coloured or plain. They belong to the symbol before them.
constexpr bool is_variation_selector(std::string_view symbol) {
  return code_point(symbol) == 0xFE0E || code_point(symbol) == 0xFE0F;
}

// Characters that cannot be seen: a byte order mark, zero-width spaces and joiners, direction marks, a soft hyphen.
// They come along when text is copied, and mean nothing to a cube.
constexpr bool is_invisible(std::string_view symbol) {
  if (symbol.size() == 1) return false;
  const char32_t c = code_point(symbol);
  return c == 0xAD || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || is_variation_selector(symbol);
}

// What separates words: blanks and invisible characters.
constexpr bool is_skipped(std::string_view symbol) { return is_blank(symbol) || is_invisible(symbol); }

// The number of symbols that begin before byte `at`: what a person counts, and what Error::position says.
constexpr std::size_t symbols_before(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < at && i < text.size(); ++count) i += symbol_at(text, i).size();
  return count;
}

// The text without blanks and invisible characters at its ends.
std::string_view trimmed(std::string_view text);

// Letters of ASCII in lower case, and all else as it is.
std::string in_lower_case(std::string_view text);

// A word of a text and the byte where it begins.
struct Word {
  std::string_view text;
  std::size_t at;
};

// The first `max` words of the text, separated by blanks.
std::vector<Word> words_of(std::string_view text, std::size_t max);

// "U+200B and U+FEFF": the invisible characters of the text, each once, variation selectors left out; empty if none.
std::string invisible_in(std::string_view text);

// All characters that people type for the prime of an inverse move.
inline constexpr std::array<std::string_view, 8> kPrimes{"'", "’", "‘", "′", "´", "`", "ʹ", "ʼ"};

// For a single symbol: the symbol itself, or `byte 0x00` for a control character or a byte that is not UTF-8, or `an
// invisible character (U+200B)` for any other character that cannot be seen. quoted() also puts quotes around a symbol
// that can be shown. A longer text stays as it is.
std::string printable(std::string_view symbol);
std::string quoted(std::string_view symbol);

// Text from outside, UTF-8 or not, made safe for a terminal and a sentence: control characters and stray bytes become
// \xNN, invisible characters become \u{NNNN}, and everything after the first `max` characters becomes "...". A newline
// becomes `newline`.
std::string escaped(std::string_view text, std::size_t max = 200, std::string_view newline = "\\x0a");

// "U", "U and R", "U, R and F".
std::string listed(const std::vector<std::string>& words);

// "1 move", "2 moves".
std::string counted(std::size_t n, std::string_view what);

// "1.50": a number with so many decimals. "2.1e+09": with two digits. Both instead of fmt's own formats, which bring
// all of its floating point along, even into modules for a page that have no such numbers (cmake/emscripten.cmake).
std::string fixed(double value, int decimals);
std::string rough(double value);

// The parts joined by "; ".
std::string joined(const std::vector<std::string>& sentences);

}  // namespace text
// "1.5 MB", in powers of 1000.
std::string human_bytes(std::uint64_t bytes);

// "3.1 s", "12 min", "3 days".
std::string human_duration(double seconds);

}  // namespace superflip
