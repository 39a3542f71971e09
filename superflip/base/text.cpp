#include "superflip/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace superflip::text {

namespace {

bool is_one_symbol(std::string_view text) { return !text.empty() && symbol_at(text, 0).size() == text.size(); }

bool is_control(std::string_view symbol) {
  const char32_t c = code_point(symbol);
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (symbol.size() == 1 && c == U'\uFFFD');
}

std::string unicode_name(std::string_view symbol) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(code_point(symbol)));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  // A byte of ASCII at the end is a symbol by itself, so that a text that ends so is not read from its beginning.
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  const bool ends_in_ascii = !text.empty() && static_cast<unsigned char>(text.back()) < 0x80;
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = symbol_at(text, at);
    if (!is_skipped(symbol)) {
      begin = std::min(begin, at);
      end = at + symbol.size();
      if (ends_in_ascii) return text.substr(begin);
    }
    at += symbol.size();
  }
  return begin < end ? text.substr(begin, end - begin) : text.substr(0, 0);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (is_letter(c) && !is_lower(c)) c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::vector<Word> words_of(std::string_view text, std::size_t max) {
  std::vector<Word> words;
  std::size_t start = 0;
  std::size_t end = 0;  // of the word under way; equal to start between words
  for (std::size_t at = 0; at < text.size() && words.size() < max;) {
    const std::string_view symbol = symbol_at(text, at);
    if (!is_skipped(symbol)) {
      if (start == end) start = at;
      end = at + symbol.size();
    } else if (start != end) {
      words.push_back({text.substr(start, end - start), start});
      start = end = 0;
    }
    at += symbol.size();
  }
  if (start != end && words.size() < max) words.push_back({text.substr(start, end - start), start});
  return words;
}

std::string invisible_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = symbol_at(text, at);
    at += symbol.size();
    if (!is_invisible(symbol) || is_variation_selector(symbol)) continue;
    std::string name = unicode_name(symbol);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return listed(names);
}

std::string printable(std::string_view symbol) {
  if (!is_one_symbol(symbol)) return std::string(symbol);
  if (is_control(symbol)) {
    if (symbol.size() > 1) return fmt::format("a control character ({})", unicode_name(symbol));
    return fmt::format("byte 0x{:02X}", static_cast<unsigned char>(symbol[0]));
  }
  if (is_invisible(symbol)) return fmt::format("an invisible character ({})", unicode_name(symbol));
  return std::string(symbol);
}

std::string quoted(std::string_view symbol) {
  return is_one_symbol(symbol) && (is_control(symbol) || is_invisible(symbol)) ? printable(symbol)
                                                                               : fmt::format("'{}'", symbol);
}

std::string escaped(std::string_view text, std::size_t max, std::string_view newline) {
  std::string safe;
  std::size_t symbols = 0;
  for (std::size_t at = 0; at < text.size(); ++symbols) {
    if (symbols == max) return safe + "...";
    const std::string_view symbol = symbol_at(text, at);
    at += symbol.size();
    if (symbol == "\n")
      safe += newline;
    else if (is_control(symbol))
      for (const char c : symbol) safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else if (is_invisible(symbol) && !is_variation_selector(symbol))
      safe += fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(code_point(symbol)));
    else
      safe += symbol;
  }
  return safe;
}

std::string counted(std::size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " and " : ", ";
    list += words[i];
  }
  return list;
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) {
    if (!all.empty()) all += "; ";
    all += sentence;
  }
  return all;
}

namespace {

std::string printed(const char* format, int precision, double value) {
  std::string written(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, precision, value)), '\0');
  std::snprintf(written.data(), written.size() + 1, format, precision, value);
  return written;
}

}  // namespace

std::string fixed(double value, int decimals) { return printed("%.*f", decimals, value); }

std::string rough(double value) { return printed("%.*g", 2, value); }

}  // namespace superflip::text

namespace superflip {

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  if (bytes == 1) return "1 byte";
  return text::fixed(amount, unit == 0 || amount >= 99.5 ? 0 : 1) + ' ' + kUnits[unit];
}

std::string human_duration(double seconds) {
  if (seconds < 10) return text::fixed(seconds, 1) + " s";
  if (seconds < 120) return text::fixed(seconds, 0) + " s";
  if (seconds < 7200) return text::fixed(seconds / 60, 0) + " min";
  return seconds < 172'800 ? text::fixed(seconds / 3600, 0) + " h" : text::fixed(seconds / 86'400, 0) + " days";
}

}  // namespace superflip
