// Text: what the parsers share. A symbol is one UTF-8 code point (or one byte where the text is not UTF-8), so that a
// person may paint a cube with emoji squares and still be told which character is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace superflip::text {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// The symbol that begins at byte `at` of s; at < s.size().
constexpr std::string_view symbol_at(std::string_view s, std::size_t at) {
  const auto lead = static_cast<unsigned char>(s[at]);
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (lead > 0xF4 || at + size > s.size()) return s.substr(at, 1);
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(s[at + i]) & 0xC0) != 0x80) return s.substr(at, 1);
  return s.substr(at, size);
}

// Everything that is typed for the prime of an inverse move.
inline constexpr std::array<std::string_view, 8> kPrimes{"'", "’", "‘", "′", "´", "`", "ʹ", "ʼ"};

// The symbol itself, or `byte 0x00` for what cannot be shown; quoted() puts quotes round what can.
std::string printable(std::string_view symbol);
std::string quoted(std::string_view symbol);

// "U", "U and R", "U, R and F".
std::string listed(const std::vector<std::string>& words);

// The parts joined by "; ".
std::string joined(const std::vector<std::string>& sentences);

}  // namespace superflip::text
