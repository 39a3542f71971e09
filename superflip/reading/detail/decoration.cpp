#include "superflip/reading/detail/decoration.h"

#include <algorithm>
#include <array>

#include "superflip/base/text.h"
#include "superflip/cube/cube.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/formats.h"

namespace superflip {

bool is_decoration(std::string_view symbol) {
  if (symbol.size() == 1)
    return std::string_view("|+-=[](){}<>\"';:/\\_,.*#~^`").find(symbol[0]) != std::string_view::npos;
  const char32_t c = text::code_point(symbol);
  return c >= 0x2500 && c <= 0x257F;
}

namespace {

// Six kinds of symbols, each as often as a cube has stickers of a colour.
bool are_of_a_cube(const Symbols& symbols, std::size_t count) {
  if (symbols.size() != count) return false;
  const Symbols kinds = distinct(symbols);
  return kinds.size() == kFaces && std::all_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
           return static_cast<std::size_t>(std::count(symbols.begin(), symbols.end(), kind)) == count / kFaces;
         });
}

constexpr std::size_t kMissed = 4;  // of 54 facelets, so many may be missing or too many

// Whether there are about so many symbols, or so many words, beside the decoration. Most texts end here, at the cost of
// one look.
bool has_so_many(std::string_view text, std::size_t count) {
  if (text.size() + kMissed < count) return false;
  std::size_t symbols = 0;
  std::size_t words = 0;
  bool is_inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    const bool is_between = is_decoration(symbol) || text::is_blank(symbol);
    if (!is_between) ++symbols;
    if (!is_between && !is_inside) ++words;
    is_inside = !is_between;
  }
  return (symbols + kMissed >= count && symbols <= count + kMissed) || words == count;
}

// Words that can hardly be moves, with a sticker that is wrong, missing or too many: about 54 letters of about six
// kinds, on average at least three in a word. (Moves of 54 letters without a number or a prime do not occur.)
bool are_facelets_with_faults(const std::vector<std::string>& words, const Symbols& kept) {
  const auto is_letter = [](const std::string& s) { return s.size() > 1 || text::is_letter(s[0]); };
  const std::size_t kinds = distinct(kept).size();
  return kept.size() + kMissed >= 54 && kept.size() <= 54 + kMissed && kinds >= kFaces - 1 && kinds <= kFaces + 2 &&
         std::all_of(kept.begin(), kept.end(), is_letter) && 3 * words.size() <= kept.size();
}

}  // namespace

bool are_quotations(std::string_view text) {
  std::ptrdiff_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\'') continue;
    const auto is_word = [&](std::size_t i) {
      return i < text.size() && !text::is_space(text[i]) && !is_decoration(text.substr(i, 1));
    };
    const bool is_behind = at > 0 && is_word(at - 1);
    if (is_behind == is_word(at + 1)) return false;
    open += is_behind ? -1 : 1;
    if (open < 0) return false;
  }
  return open == 0;
}

std::optional<std::string> without_terminal_colours(std::string_view text) {
  constexpr std::string_view kBegin = "\033[";
  if (text.find(kBegin) == std::string_view::npos) return std::nullopt;
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at, kBegin.size()) == kBegin) {
      std::size_t end = at + kBegin.size();
      while (end < text.size() && (text::is_digit(text[end]) || text[end] == ';' || text[end] == ':')) ++end;
      if (end < text.size() && text[end] == 'm') {
        at = end + 1;
        continue;
      }
    }
    plain += text[at++];
  }
  if (plain.size() == text.size()) return std::nullopt;
  return plain;
}

namespace {

std::array<Rows, 2> rows_of_filled_nets(std::size_t count) {
  const std::size_t side = count == 24 ? 2 : 3;
  Rows at_the_left(3 * side, 2 * side);
  std::fill_n(at_the_left.begin() + static_cast<std::ptrdiff_t>(side), side, 4 * side);
  return {Rows(3 * side, 4 * side), at_the_left};
}

}  // namespace

bool are_rows_of_filled_net(const Rows& rows, std::size_t count) {
  const auto filled = rows_of_filled_nets(count);
  return std::find(filled.begin(), filled.end(), rows) != filled.end();
}

bool may_become_filled_net(const Rows& rows, std::size_t count) {
  const auto filled = rows_of_filled_nets(count);
  return std::any_of(filled.begin(), filled.end(), [&](const Rows& all) {
    return rows.size() < all.size() && std::equal(rows.begin(), rows.end(), all.begin());
  });
}

std::optional<Unpadded> unpadded(std::string_view text, std::size_t count) {
  constexpr std::size_t kLongest = 4096;
  const std::ptrdiff_t lines = count == 24 ? 6 : 9;
  if (text.size() < count || text.size() > kLongest || std::count(text.begin(), text.end(), '\n') + 1 < lines)
    return std::nullopt;
  const Rows rows = rows_of(text);
  if (!are_rows_of_filled_net(rows, count)) return std::nullopt;
  Symbols symbols;
  for (const std::string& symbol : split(text, text.size()).symbols)
    if (!is_decoration(symbol)) symbols.push_back(symbol);
  const Symbols kinds = distinct(symbols);
  const auto fills = [&](const std::string& kind) {
    return static_cast<std::size_t>(std::count(symbols.begin(), symbols.end(), kind)) == symbols.size() - count;
  };
  const auto padding = std::find_if(kinds.begin(), kinds.end(), fills);
  if (padding == kinds.end() || std::count_if(kinds.begin(), kinds.end(), fills) != 1) return std::nullopt;
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    plain += text::printable(symbol) == *padding ? " " : symbol;
  }
  return Unpadded{std::move(plain), *padding};
}

std::string note_on(const Unpadded& net) {
  return "the empty places of the net are left out: " + text::quoted(net.symbol);
}

std::optional<Undecorated> undecorated(std::string_view text, std::size_t count) {
  constexpr std::size_t kLongest = 4096;  // a net of 54 stickers with all its borders takes a few hundred bytes
  if (text.size() > kLongest || !has_so_many(text, count)) return std::nullopt;
  Symbols kept;
  Symbols removed;
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    const bool is_removed = is_decoration(symbol);
    if (is_removed) removed.emplace_back(symbol);
    if (is_removed || text::is_blank(symbol)) {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    kept.emplace_back(symbol);
    words.back() += symbol;
  }
  if (words.back().empty()) words.pop_back();
  removed = distinct(removed);
  const auto has = [&](std::string_view sign) {
    return std::find(removed.begin(), removed.end(), sign) != removed.end();
  };
  if (has("'") && !are_quotations(text)) return std::nullopt;
  // Commas alone, with a symbol between any two, are no decoration, but one of the plain forms.
  if (removed.size() == 1 && has(",") && words.size() == kept.size()) return std::nullopt;
  const bool is_cube = are_of_a_cube(kept, count);
  if (!removed.empty() && (is_cube || (count == 54 && are_facelets_with_faults(words, kept)))) {
    std::string facelets;
    for (const std::string& symbol : kept) facelets += symbol;
    for (std::string& symbol : removed) symbol = text::printable(symbol);
    return Undecorated{std::move(facelets), text::listed(removed)};
  }
  // Words of two letters and more.
  if (words.size() != count || kept.size() == count) return std::nullopt;
  const std::string letters = one_letter_each(words);
  Symbols symbols;
  for (const char c : letters) symbols.emplace_back(1, c);
  if (!are_of_a_cube(symbols, count)) return std::nullopt;
  return Undecorated{letters, "all but the first letter of each word"};
}

bool are_facelets_of_a_cube(std::string_view text, std::size_t count) {
  return are_of_a_cube(split(text, count + 1).symbols, count);
}

bool are_many_stickers(std::string_view text, std::size_t count) {
  if (undecorated(text, count)) return true;
  if (count != kFacelets) return are_facelets_of_a_cube(text, count);
  const Written written = split(text, count + kMissed);
  return could_be_facelets(text, count - kMissed, count) && written.count + kMissed >= count &&
         written.count <= count + kMissed && distinct(written.symbols).size() <= kFaces + 2;
}

std::string one_letter_each(const std::vector<std::string>& items) {
  const Symbols words = distinct(items);
  std::string letters;
  for (const std::string& word : words)
    if (!word.empty() && letters.find(text::to_upper(word[0])) == std::string::npos) letters += text::to_upper(word[0]);
  const bool are_words = words.size() <= letters.size() &&
                         std::any_of(words.begin(), words.end(), [](const std::string& w) { return w.size() > 1; }) &&
                         std::all_of(words.begin(), words.end(), [](const std::string& word) {
                           return std::all_of(word.begin(), word.end(), text::is_letter);
                         });
  std::string text;
  for (const std::string& item : items) text += are_words ? std::string(1, text::to_upper(item[0])) : item;
  return text;
}

std::vector<std::size_t> rows_of(std::string_view text) {
  std::vector<std::size_t> rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::size_t symbols = 0;
    const std::string_view line = text.substr(0, end);
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view symbol = text::symbol_at(line, at);
      at += symbol.size();
      if (!text::is_invisible(symbol) && !text::is_blank(symbol) && !is_decoration(symbol)) ++symbols;
    }
    if (symbols > 0) rows.push_back(symbols);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

}  // namespace superflip
