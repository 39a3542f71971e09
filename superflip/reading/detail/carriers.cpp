#include "superflip/reading/detail/carriers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/decoration.h"

namespace superflip {
namespace {

int hexadecimal(char c) {
  if (text::is_digit(c)) return c - '0';
  const char upper = text::to_upper(c);
  return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10 : -1;
}

// A field of an address as a text: %27 is a prime, + a blank.
std::string decoded(std::string_view field) {
  std::string plain;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const int high = field[i] == '%' && i + 2 < field.size() ? hexadecimal(field[i + 1]) : -1;
    const int low = high >= 0 ? hexadecimal(field[i + 2]) : -1;
    if (low >= 0) {
      plain += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      plain += field[i] == '+' ? ' ' : field[i];
    }
  }
  return plain;
}

// The value of the first of the names that the query has; empty if it has none.
std::string field_of(std::string_view query, std::initializer_list<std::string_view> names) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find_first_of("&#"), query.size());
    const std::string_view field = query.substr(0, end);
    for (const std::string_view name : names)
      if (field.size() > name.size() && field.starts_with(name) && field[name.size()] == '=')
        return decoded(field.substr(name.size() + 1));
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return {};
}

std::vector<std::string> fields_of(std::string_view row, char separator) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (const char c : row) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (c == separator && !is_quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

}  // namespace

Expected<std::optional<Carried>> moves_of_address(std::string_view text) {
  text = text::trimmed(text);
  const std::size_t query = text.find('?');
  const std::string_view place = text.substr(0, query);
  const bool is_address = place.starts_with("https://") || place.starts_with("http://") ||
                          place.find(".net/") != std::string_view::npos ||
                          place.find(".com/") != std::string_view::npos;
  if (!is_address || text.find_first_of(" \n\t") != std::string_view::npos) return std::nullopt;
  const std::string_view fields = query == std::string_view::npos ? "" : text.substr(query + 1);
  const std::string puzzle = field_of(fields, {"puzzle"});
  if (!puzzle.empty() && puzzle != "3x3x3" && puzzle != "3" && puzzle != "333")
    return fail(ErrorKind::unreadable,
                fmt::format("this is the address of another puzzle, {}", text::quoted(text::escaped(puzzle, 30))));
  const std::string setup = field_of(fields, {"setup", "setup-alg", "experimental-setup-alg", "scramble"});
  const std::string moves = field_of(fields, {"alg"});
  if (setup.empty() && moves.empty())
    return fail(ErrorKind::unreadable, "this is an address, and no moves stand in it; expected what the page shows");
  if (setup.empty()) return Carried{moves, "of the address, the moves of \"alg\" are read"};
  if (moves.empty()) return Carried{setup, "of the address, the moves of the setup are read"};
  return Carried{setup + "\n" + moves, "of the address, the moves of the setup are read, and then those of \"alg\""};
}

std::optional<std::string_view> facelets_of_print(std::string_view text) {
  constexpr std::string_view kLabel = "facelets ";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(kLabel)) continue;
    const std::string_view letters = text::trimmed(line.substr(kLabel.size()));
    if (letters.size() == 54 && std::all_of(letters.begin(), letters.end(), text::is_letter)) return letters;
  }
  return std::nullopt;
}

std::string_view name_of_face(std::string_view line) {
  line = text::trimmed(line);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_name_of_face(line.substr(0, colon))) return {};
  return line.substr(0, colon);
}

std::optional<std::string> facelets_of_named_faces(std::string_view text) {
  NamedFaces faces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const std::string_view name = name_of_face(line); !name.empty()) {
      faces.push_back({std::string(name), {""}});
      line.remove_prefix(name.size() + 1);
    }
    if (faces.empty() && !line.empty()) return std::nullopt;
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view symbol = text::symbol_at(line, at);
      at += symbol.size();
      if (!text::is_blank(symbol) && !is_decoration(symbol)) faces.back().second.front() += symbol;
    }
  }
  return facelets_of_faces(faces);
}

std::optional<Carried> moves_of_row(std::string_view text, Niss niss) {
  constexpr std::size_t kFew = 4;  // fewer moves may be a remark
  for (const char separator : {';', '\t', ','}) {
    const auto fields = fields_of(text, separator);
    if (fields.size() < 2) continue;
    std::optional<Carried> found;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto moves = parse_algorithm(fields[i], niss);
      if (!moves || moves->moves.size() + moves->on_inverse.size() < kFew) continue;
      if (found) return std::nullopt;
      found = Carried{fields[i], fmt::format("of the row of a table, field {} is read: the moves", i + 1)};
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace superflip
