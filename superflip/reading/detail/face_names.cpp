#include "superflip/reading/detail/face_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "superflip/base/text.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/detail/peeled.h"

namespace superflip {
namespace {

// Of the cells of a table.
bool is_separator(char c) { return c == ',' || c == ';' || c == '|'; }

std::size_t end_of_letters(std::string_view line, std::size_t at) {
  while (at < line.size() && text::is_letter(line[at])) ++at;
  return at;
}

}  // namespace

std::vector<std::string_view> colours_of_words(std::string_view line) {
  constexpr std::size_t kShortest = 3;  // red
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = end_of_letters(line, at);
    const std::string_view word = line.substr(at, end - at);
    if (!word.empty()) words.push_back(word);
    if (!word.empty() && (word.size() < kShortest || !is_name_of_face(word))) return {};
    if (word.empty() && !text::is_blank(line.substr(at, 1)) && !is_decoration(line.substr(at, 1))) return {};
    at = std::max(end, at + 1);
  }
  return words;
}

namespace {

// The end of calls such as "np.array(" from `at` on; `at` if there are none.
std::size_t end_of_calls(std::string_view line, std::size_t at) {
  for (std::size_t end = at; end < line.size(); ++end) {
    if (line[end] == '(')
      at = end + 1;
    else if (!text::is_letter(line[end]) && line[end] != '.' && line[end] != ' ')
      break;
  }
  return at;
}

// The name before the sign of an assignment: "const up = [", "self.faces['up'] = [".
std::optional<FaceName> assigned_face(std::string_view line) {
  const std::size_t sign = line.find('=');
  const std::string_view left = line.substr(0, std::min(sign, line.size()));
  const auto is_of_name = [](char c) {
    return text::is_letter(c) || text::is_digit(c) || text::is_space(c) ||
           std::string_view("_.[]'\"").find(c) != std::string_view::npos;
  };
  if (sign == std::string_view::npos || !std::all_of(left.begin(), left.end(), is_of_name)) return std::nullopt;
  const auto end_of_letters_in = [&](std::size_t end) {
    while (end > 0 && !text::is_letter(left[end - 1])) --end;
    return end;
  };
  std::size_t end = end_of_letters_in(left.size());
  if (text::in_lower_case(left.substr(0, end)).ends_with("face")) end = end_of_letters_in(end - 4);  // up_face, upFace
  std::size_t begin = end;
  while (begin > 0 && text::is_letter(left[begin - 1])) --begin;
  const std::string_view name = left.substr(begin, end - begin);
  if (!is_name_of_face(name)) return std::nullopt;
  return FaceName{name, end_of_calls(line, sign + 1), true};
}

// The name from which a line, or what is left of it, begins.
std::optional<FaceName> first_name(std::string_view line, std::size_t facelets_of_face) {
  const auto skip_blanks = [&](std::size_t at) {
    while (at < line.size() && text::is_space(line[at])) ++at;
    return at;
  };
  const auto says_face = [&](std::size_t from, std::size_t to) {
    const std::string word = text::in_lower_case(line.substr(from, to - from));
    return word == "face" || word == "side" || word == "center" || word == "centre";
  };
  std::size_t begin = std::min(line.find_first_not_of(" \t*#|-"), line.size());  // signs of a formatted text
  if (const std::size_t next = end_of_letters(line, begin); says_face(begin, next)) begin = skip_blanks(next);
  const std::size_t end = end_of_letters(line, begin);
  const std::string_view name = line.substr(begin, end - begin);
  if (!is_name_of_face(name)) return std::nullopt;
  std::size_t at = skip_blanks(end);
  if (const std::size_t next = end_of_letters(line, at); says_face(at, next)) at = skip_blanks(next);
  // "Up (White):", "**Up**:", "**Up** (White):".
  const auto skip_stars = [&] {
    while (at < line.size() && line[at] == '*') at = skip_blanks(at + 1);
  };
  skip_stars();
  if (at < line.size() && line[at] == '(') {
    const std::size_t close = std::min(line.find(')', at), line.size());
    const std::string_view remark = line.substr(at + 1, close - at - 1);
    const auto is_of_remark = [](char c) { return text::is_letter(c) || c == ' '; };
    if (close < line.size() && std::all_of(remark.begin(), remark.end(), is_of_remark)) at = skip_blanks(close + 1);
  }
  skip_stars();
  const bool is_dash = at > end && line.substr(at, 2) == "- ";
  if (at < line.size() && (line[at] == ':' || line[at] == '=' || is_dash)) return FaceName{name, at + 1, true};
  if (at == line.size()) return FaceName{name, at, false};
  // "U,W,W,...", "U; WWWWWWWWW".
  const std::size_t separator = is_separator(line[at]) ? 1 : 0;
  if (at + separator == end) return std::nullopt;
  const std::string_view rest = line.substr(at + separator);
  std::size_t letters = 0;
  visit_symbols(rest, [&letters](std::string_view symbol) {
    if (!is_decoration(symbol)) ++letters;
    return true;
  });
  // "orange red" are two stickers, not nine.
  const std::size_t words = colours_of_words(rest).size();
  const std::size_t stickers = words > 0 ? words : letters;
  if (stickers == facelets_of_face) return FaceName{name, at + separator, separator == 1};
  return std::nullopt;
}

// The same inside a line of several faces: "U UUUUUUUUU R RRRRRRRRR".
std::optional<FaceName> letter_before_face(std::string_view line, std::size_t facelets_of_face) {
  const std::size_t begin = std::min(line.find_first_not_of(' ', 1), line.size());
  const std::size_t end = end_of_letters(line, begin);
  if (begin < 2 || end != begin + facelets_of_face || !is_name_of_face(line.substr(0, 1))) return std::nullopt;
  return FaceName{line.substr(0, 1), begin, true};
}

}  // namespace

std::optional<FaceName> name_of_face(std::string_view line, std::size_t facelets_of_face) {
  const auto assigned = assigned_face(line);
  return assigned ? assigned : first_name(line, facelets_of_face);
}

std::optional<PaintedFaces> facelets_of_named_faces(std::string_view text, std::size_t facelets_of_face) {
  constexpr std::size_t kMissed = 2;
  constexpr std::size_t kLongest = 4096;
  if (text.size() > kLongest) return std::nullopt;
  if (text.find_first_of("{[") != std::string_view::npos && looks_like_json(text)) return std::nullopt;
  NamedFaces faces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(end_of_number(line));
    // "cube:" above them, or the heading of a table, "| Face | Stickers |".
    if (faces.empty() && !name_of_face(line, facelets_of_face)) {
      const auto trimmed = text::trimmed(line);
      const auto words = text::words_of(trimmed, 2);
      if (trimmed.ends_with(':') && trimmed.size() > 2) continue;
      if (std::any_of(words.begin(), words.end(), [](const auto& w) { return text::in_lower_case(w.text) == "face"; }))
        continue;
    }
    bool is_first_word = true;  // of the line
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view symbol = text::symbol_at(line, at);
      const bool begins_word = at == 0 || !text::is_letter(line[at - 1]);
      if (begins_word && text::is_letter(symbol[0])) {
        auto name = letter_before_face(line.substr(at), facelets_of_face);
        if (!name) name = (is_first_word ? name_of_face : first_name)(line.substr(at), facelets_of_face);
        // "Red, Red" is a name with a separator in front of its line alone.
        const bool is_apart = name && name->has_sign && !is_separator(line[at + name->end - 1]);
        if (name && (is_apart || is_first_word)) {
          if (faces.size() == kFaces) return std::nullopt;
          faces.push_back({std::string(name->name), {""}});
          at += name->end;
          is_first_word = false;
          continue;
        }
      }
      at += symbol.size();
      if (text::is_skipped(symbol) || is_decoration(symbol)) continue;
      is_first_word = false;
      if (faces.empty()) return std::nullopt;
      std::vector<std::string>& words = faces.back().second;
      const bool continues_word = !begins_word && text::is_letter(symbol[0]) && !words.back().empty();
      if (!continues_word && !words.back().empty()) words.emplace_back();
      words.back() += symbol;
    }
  }
  // Nine words of several letters are colours; else each letter is a sticker.
  const auto are_colours = [&](const auto& face) { return face.second.size() == facelets_of_face; };
  if (!std::all_of(faces.begin(), faces.end(), are_colours))
    for (auto& [name, words] : faces) words = {fmt::format("{}", fmt::join(words, ""))};
  const auto has_its_stickers = [&](const auto& face) {
    if (face.second.size() == facelets_of_face) return true;
    const std::size_t count = split(face.second.front(), 0).count;
    return count + kMissed >= facelets_of_face && count <= facelets_of_face + kMissed;
  };
  if (faces.size() != kFaces || !std::all_of(faces.begin(), faces.end(), has_its_stickers)) return std::nullopt;
  return facelets_of_faces(faces);
}

}  // namespace superflip
