#include "superflip/reading/detail/carriers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/detail/around_moves.h"

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

// The element from which the text begins, down to the > that ends it; empty if it is none, or if another one follows.
std::string_view player_of(std::string_view text) {
  constexpr std::string_view kBegin = "<twisty-player";
  if (!text.starts_with(kBegin) || text.find(kBegin, 1) != std::string_view::npos) return {};
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (quote == '\0' && text[at] == '>') return text.substr(0, at);
    if (quote == '\0' && (text[at] == '"' || text[at] == '\''))
      quote = text[at];
    else if (text[at] == quote)
      quote = '\0';
  }
  return {};
}

// The value of the first of the attributes that the element has, as in alg="R U"; empty if it has none.
std::string attribute_of(std::string_view element, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (std::size_t at = element.find(name); at != std::string_view::npos; at = element.find(name, at + 1)) {
      const std::size_t sign = at + name.size();
      if (!text::is_space(element[at - 1]) || element.size() < sign + 2 || element[sign] != '=') continue;
      const char mark = element[sign + 1];
      if (mark != '"' && mark != '\'') continue;
      const std::string_view value = element.substr(sign + 2);
      return std::string(value.substr(0, value.find(mark)));
    }
  return {};
}

}  // namespace

Expected<std::optional<Carried>> moves_of_address(std::string_view text, bool is_pocket) {
  text = text::trimmed(text);
  const std::size_t query = text.find('?');
  const std::string_view place = text.substr(0, query);
  const std::string_view element = player_of(text);
  const bool is_element = !element.empty();
  const bool is_address = place.starts_with("https://") || place.starts_with("http://") ||
                          place.find(".net/") != std::string_view::npos ||
                          place.find(".com/") != std::string_view::npos;
  if (!is_element && (!is_address || text.find_first_of(" \n\t") != std::string_view::npos)) return std::nullopt;
  const std::string_view fields = query == std::string_view::npos ? "" : text.substr(query + 1);
  const auto value_of = [&](std::initializer_list<std::string_view> names) {
    return is_element ? attribute_of(element, names) : field_of(fields, names);
  };
  const std::string_view page = is_element ? "element" : "address";
  const std::string puzzle = value_of({"puzzle", "pzl"});
  const auto is_cube_of = [&](char layers) {
    const std::string sides{layers, 'x', layers};
    const bool is_cuboid = puzzle.starts_with(sides + "x") && puzzle.substr(4, 1) != puzzle.substr(0, 1);
    return puzzle == std::string(1, layers) || puzzle == std::string(3, layers) ||
           (puzzle.starts_with(sides) && !is_cuboid);
  };
  const bool is_this = puzzle.empty() || is_cube_of('3') || (is_pocket && is_cube_of('2'));
  if (!is_this)
    return fail(ErrorKind::unreadable,
                fmt::format("this is the {} of another puzzle, {}", page, text::quoted(text::escaped(puzzle, 30))));
  const std::string setup = value_of({"setup", "setup-alg", "experimental-setup-alg", "scramble"});
  const std::string moves = value_of({"alg", "moves", "cube"});
  if (setup.empty() && moves.empty())
    return fail(
        ErrorKind::unreadable,
        fmt::format("this is an {} without a field that is known to have moves; expected what the page shows", page));
  const std::string type = value_of({"type"});
  const std::string anchor = value_of({"setup-anchor", "experimental-setup-anchor"});
  if (!moves.empty() && (type == "alg" || type == "reconstruction-end-with-setup" || anchor == "end"))
    return Carried{
        setup + "\n(" + moves + "\n)'",
        fmt::format("the {} shows how \"alg\" comes to its setup; the cube before these moves is read", page)};
  if (setup.empty()) return Carried{moves, fmt::format("of the {}, the moves are read", page)};
  if (moves.empty()) return Carried{setup, fmt::format("of the {}, the moves of the setup are read", page)};
  return Carried{setup + "\n" + moves,
                 fmt::format("of the {}, the moves of the setup are read, and then those of \"alg\"", page)};
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

std::optional<Carried> moves_with_percent_signs(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::nullopt;
  std::string moves = decoded(text);
  if (moves.find('%') != std::string::npos) return std::nullopt;
  return Carried{std::move(moves), "the percent signs are read as in an address"};
}

Expected<std::optional<Carried>> moves_of_row(std::string_view text, const ReadOptions& how) {
  constexpr std::size_t kFew = 4;  // fewer moves may be a remark
  for (const char separator : {';', '\t', ','}) {
    const auto fields = fields_of(text, separator);
    if (fields.size() < 2) continue;
    std::optional<Carried> found;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto moves = parse_algorithm(fields[i], how.niss);
      if (!moves || moves->moves.size() + moves->on_inverse.size() < kFew) continue;
      if (found) return std::nullopt;
      found = Carried{fields[i], fmt::format("of the row of a table, field {} is read: the moves", i + 1)};
    }
    const auto refused = [](std::string_view puzzle) {
      return fail(ErrorKind::unreadable,
                  fmt::format("this is of another puzzle, {}", text::quoted(text::escaped(puzzle, 30))));
    };
    // Twisty Timer: "444";"Normal";"12340"; ...
    constexpr std::array<std::string_view, 3> kShort{"pyra", "mega", "clock"};
    const bool is_backup = separator == ';' && fields.size() >= 5 && text::trimmed(text).starts_with('"');
    if (is_backup && (names_other_puzzle(fields[0], how.is_pocket) ||
                      std::find(kShort.begin(), kShort.end(), fields[0]) != kShort.end()))
      return refused(fields[0]);
    // Elsewhere a number is that of the row, or a time.
    for (const std::string& field : fields)
      if (found && names_other_puzzle(field, how.is_pocket) && std::any_of(field.begin(), field.end(), text::is_letter))
        return refused(field);
    if (found) return found;
  }
  return std::nullopt;
}

namespace {

// Whether behind a quotation in a program stands nothing that is done with it: brackets, the end of the statement, a
// remark, or the end of an element of HTML.
bool is_end_of_statement(std::string_view behind) {
  behind = text::trimmed(behind);
  const std::size_t end = std::min(behind.find_first_not_of(" )]};,"), behind.size());
  const std::string_view rest = behind.substr(end);
  if (rest.starts_with("//") || rest.starts_with('#') || rest.starts_with("/>")) return true;
  return rest.empty() || rest == ">" || rest.starts_with("></");
}

}  // namespace

std::optional<Carried> moves_of_quotation(std::string_view text, Niss niss) {
  constexpr std::string_view kCode = "=(:";  // before a quotation
  for (const char mark : {'"', '`', '\''}) {
    const std::size_t begin = text.find(mark);
    const std::size_t end = text.rfind(mark);
    if (begin == std::string_view::npos || begin == end || (mark != '\'' && text.find(mark, begin + 1) != end))
      continue;
    const std::string_view before = text::trimmed(text.substr(0, begin));
    // What is done with the moves may be their inverse, or a repetition: invert("R U"), Alg("R U").invert(), "R U" * 6.
    const std::string around = text::in_lower_case(fmt::format("{} {}", before, text.substr(end + 1)));
    const auto says = [&](std::string_view word) { return around.find(word) != std::string::npos; };
    if (says("inv") || says("undo") || says("revers") || says("puzzle") || before.starts_with("for ") ||
        !is_end_of_statement(text.substr(end + 1)))
      return std::nullopt;
    if (before.empty() || kCode.find(before.back()) == std::string_view::npos || parse_algorithm(before)) continue;
    const std::string_view moves = text.substr(begin + 1, end - begin - 1);
    const auto parsed = parse_algorithm(moves, niss);
    if (!parsed || parsed->moves.empty()) continue;
    return Carried{std::string(moves), "what is in quotation marks is read: the moves"};
  }
  return std::nullopt;
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

std::optional<std::string> object_of_lists(std::string_view text) {
  constexpr std::array<std::string_view, 4> kKeys{"cp", "co", "ep", "eo"};
  std::string object;
  std::array<bool, kKeys.size()> seen{};
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n,;"), text.size()));
    if (text.empty()) break;
    const auto* key = std::find(kKeys.begin(), kKeys.end(), text.substr(0, 2));
    const std::size_t begin =
        std::min(text.find_first_not_of(" :=", std::min<std::size_t>(2, text.size())), text.size());
    const std::size_t end = text.find(']');
    if (key == kKeys.end() || begin == text.size() || text[begin] != '[' || end == std::string_view::npos)
      return std::nullopt;
    if (std::exchange(seen[static_cast<std::size_t>(key - kKeys.begin())], true)) return std::nullopt;
    object += fmt::format("{}\"{}\": {}", object.empty() ? "{" : ", ", *key, text.substr(begin, end + 1 - begin));
    text.remove_prefix(end + 1);
  }
  if (std::count(seen.begin(), seen.end(), true) != static_cast<std::ptrdiff_t>(kKeys.size())) return std::nullopt;
  return object + "}";
}

std::optional<std::string_view> list_of_timer(std::string_view text) {
  constexpr std::string_view kHead = "Time List:";
  if (!text::trimmed(text).starts_with("Generated By csTimer")) return std::nullopt;
  const std::size_t at = text.rfind(kHead);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + kHead.size());
}

}  // namespace superflip
