#include "superflip/reading/detail/carriers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/detail/around_moves.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"

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

}  // namespace

namespace {

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
  const std::string_view rest = line.substr(at + separator);
  const Symbols symbols = split(rest, line.size()).symbols;
  const auto letters = std::count_if(symbols.begin(), symbols.end(), [](const auto& s) { return !is_decoration(s); });
  // "orange red" are two stickers, not nine.
  const std::size_t words = colours_of_words(rest).size();
  const std::size_t stickers = words > 0 ? words : static_cast<std::size_t>(letters);
  if (at + separator > end && stickers == facelets_of_face) return FaceName{name, at + separator, separator == 1};
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

bool is_remark(std::string_view line) {
  line = text::trimmed(line);
  return line.starts_with("//") || line == "#" ||
         (line.starts_with("# ") && line.find('#', 1) == std::string_view::npos);
}

bool is_fence(std::string_view line) {
  line = text::trimmed(line);
  return line.starts_with("```") && std::all_of(line.begin() + 3, line.end(), text::is_letter);
}

std::size_t end_of_number(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && text::is_space(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && text::is_digit(line[at])) ++at;
  const bool is_number = at > begin && at + 1 < line.size() && at <= begin + 2 &&
                         std::string_view(".):").find(line[at]) != std::string_view::npos &&
                         text::is_space(line[at + 1]);
  return is_number ? at + 1 : 0;
}

namespace {

// Takes parts of a text away and keeps their words.
class Peeler {
 public:
  Peeler(std::string_view text, std::size_t facelets) : text_(text), count_(facelets) {}

  void take(std::size_t begin, std::size_t end) {
    auto part = text::trimmed(std::string_view(text_).substr(begin, end - begin));
    while (!part.empty() && is_separator(part.front())) part.remove_prefix(1);
    while (!part.empty() && is_separator(part.back())) part.remove_suffix(1);
    part = text::trimmed(part);
    if (!part.empty()) removed_.push_back(text::escaped(part, 40));
    std::string blanks;
    for (std::size_t at = begin; at < end;) {
      const std::size_t size = text::symbol_at(text_, at).size();
      blanks += text_[at] == '\n' ? '\n' : ' ';
      at += size;
    }
    text_.replace(begin, end - begin, blanks);
  }

  // The end of a label, as "my cube: " or "Cube(", or of the number of a line, as "1) ", from `at` on; `at` if there is
  // none.
  std::size_t end_of_label(std::size_t at) const {
    constexpr std::size_t kLongest = 40;
    std::size_t end = at;
    const auto is_letter = [&](std::size_t i) { return i < text_.size() && text::is_letter(text_[i]); };
    while (end < text_.size() && end - at < kLongest &&
           (is_letter(end) || text::is_digit(text_[end]) || is_one_of(end, " _-#") ||
            (text_[end] == '.' && is_letter(end + 1) && end > at && is_letter(end - 1))))
      ++end;
    if (end == text_.size() || end == at) return at;
    const bool is_number = std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(at),
                                       text_.begin() + static_cast<std::ptrdiff_t>(end), text::is_digit);
    const bool may_be_call = text_.find(')', end) != std::string::npos;
    const std::string_view signs = is_number ? ".):" : may_be_call ? ":=(" : ":=";
    if (!is_one_of(end, signs)) return at;
    return end + 1 < text_.size() && text_[end + 1] == '/' ? at : end + 1;
  }

  void take_labels() {
    for (std::size_t at = 0; at < text_.size();) {
      while (at < text_.size() && text::is_space(text_[at])) ++at;
      const std::size_t end = end_of_label(at);
      if (end == at) return;
      // What stands behind the bracket of a call, as in "Cube('...').solve()", or behind a list in it.
      const bool is_list = text_.find_first_not_of(" \n", end) == text_.find('[', end);
      const std::size_t list = is_list ? text_.rfind(']') : std::string::npos;
      const std::size_t close = list == std::string::npos ? text_.find(')', end) : list + 1;
      if (text_[end - 1] == '(' && close != std::string::npos)
        take_around(end, close);
      else
        take(at, end);
      at = end;
    }
  }

  void take_numbers_of_lines() {
    for (std::size_t at = 0; at < text_.size(); at = std::min(text_.find('\n', at), text_.size() - 1) + 1)
      if (const std::size_t end = end_of_number(std::string_view(text_).substr(at)); end > 0) take(at, at + end);
  }

  void take_remarks() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool is_remark = std::string_view(text_).substr(at, 2) == "//" && (at == 0 || text_[at - 1] != ':');
      const bool is_hash = text_[at] == '#' && (at == 0 || text::is_space(text_[at - 1]));
      if (is_remark || is_hash) take(at, std::min(text_.find('\n', at), text_.size()));
    }
  }

  // All fields of a row, or of an address, but the one with stickers; also what stands before an = in that field.
  void take_other_fields() {
    for (const char separator : {'&', ';', '\t', ','}) {
      std::vector<std::pair<std::size_t, std::size_t>> fields(1);
      for (std::size_t at = 0; at < text_.size(); ++at)
        if (text_[at] == separator) fields.emplace_back(at + 1, at + 1);
      for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i].second = i + 1 < fields.size() ? fields[i + 1].first - 1 : text_.size();
      const auto has_stickers = [&](const auto& field) {
        return are_many_stickers(unquoted(std::string_view(text_).substr(field.first, field.second - field.first)),
                                 count_);
      };
      const bool may_be_alone = separator == '&' && text_.find('=') != std::string::npos;
      if ((fields.size() < 2 && !may_be_alone) || std::count_if(fields.begin(), fields.end(), has_stickers) != 1)
        continue;
      const auto kept = *std::find_if(fields.begin(), fields.end(), has_stickers);
      const std::string_view field = std::string_view(text_).substr(kept.first, kept.second - kept.first);
      const std::size_t begin = static_cast<std::size_t>(unquoted(field).data() - text_.data());
      const std::size_t end = begin + unquoted(field).size();
      take_around(begin, end);
      return;
    }
  }

  // All but what stands from `begin` to `end`.
  void take_around(std::size_t begin, std::size_t end) {
    const std::size_t known = removed_.size();
    // From the end on: a part that was taken away may be shorter.
    take(end, text_.size());
    take(0, begin);
    if (removed_.size() == known + 2) std::swap(removed_[known], removed_[known + 1]);
  }

  // "...UUU'", "...UUU2.": of a sticker nobody writes the inverse.
  void take_mark() {
    const std::string_view all = text::trimmed(text_);
    if (all.empty()) return;
    const std::size_t begin = static_cast<std::size_t>(all.data() - text_.data());
    std::size_t last = begin + all.size() - 1;
    while (last > begin && (static_cast<unsigned char>(text_[last]) & 0xC0U) == 0x80) --last;
    const std::string_view mark = text::symbol_at(text_, last);
    const bool is_prime = std::find(text::kPrimes.begin(), text::kPrimes.end(), mark) != text::kPrimes.end() &&
                          std::string_view(text_).find(mark) == last;  // no quotation
    if ((is_prime || is_one_of(last, "123.;!")) && last > begin && text::is_letter(text_[last - 1]))
      take(last, last + mark.size());
  }

  std::optional<Peeled> result() && {
    if (removed_.empty()) return std::nullopt;
    return Peeled{std::move(text_), text::listed(removed_)};
  }

 private:
  static bool is_separator(char c) { return c == ',' || c == ';' || c == '\t'; }

  bool is_one_of(std::size_t at, std::string_view signs) const {
    return signs.find(text_[at]) != std::string_view::npos;
  }

  static std::string_view unquoted(std::string_view field) {
    field = text::trimmed(field.substr(field.rfind('=') + 1));  // npos + 1 is 0
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = field.substr(1, field.size() - 2);
    return field;
  }

  std::string text_;
  std::size_t count_;  // of the facelets that a cube has
  std::vector<std::string> removed_;
};

}  // namespace

std::optional<Peeled> peeled(std::string_view text, std::size_t facelets) {
  constexpr std::size_t kLongest = 4096;
  if (text.size() > kLongest) return std::nullopt;
  Peeler peeler(text, facelets);
  peeler.take_labels();
  peeler.take_numbers_of_lines();
  peeler.take_remarks();
  peeler.take_other_fields();
  peeler.take_mark();
  return std::move(peeler).result();
}

std::optional<Peeled> word_of_stickers(std::string_view text, std::size_t facelets) {
  constexpr std::size_t kLongest = 4096;
  constexpr std::size_t kMissed = 4;
  if (text.size() > kLongest) return std::nullopt;
  const auto is_sign = [](char c) { return text::is_letter(c) || text::is_digit(c); };
  std::optional<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_sign(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const bool has_faults = facelets == kFacelets && word.size() + kMissed >= facelets &&
                            word.size() <= facelets + kMissed && are_many_stickers(word, facelets);
    if ((has_faults && distinct(split(word, word.size()).symbols).size() >= kFaces - 1) ||
        (word.size() == facelets && are_facelets_of_a_cube(word, facelets))) {
      if (found) return std::nullopt;
      found.emplace(begin, end);
    }
    begin = end + 1;
  }
  if (!found) return std::nullopt;
  // Behind moves, stickers may be a remark.
  const std::size_t remark = text.find("//");
  if (remark != std::string_view::npos && remark < found->first &&
      text.substr(0, remark).find(':') == std::string_view::npos)
    return std::nullopt;
  Peeler peeler(text, facelets);
  peeler.take_around(found->first, found->second);
  return std::move(peeler).result();
}

std::optional<Peeled> without_first_remarks(std::string_view text) {
  std::size_t end = 0;  // of the remarks
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, next - at);
    if (is_remark(line))
      end = next;
    else if (!text::trimmed(line).empty())
      break;
    at = next;
  }
  if (end == 0 || end == text.size()) return std::nullopt;
  return Peeled{std::string(text::symbols_before(text, end), ' ') + std::string(text.substr(end)),
                text::escaped(text::trimmed(text.substr(0, end)), 40)};
}

std::optional<Peeled> without_fences(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> fences;  // begin and end
  for (std::size_t at = text.find("```"); at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    at = text.rfind('\n', at) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (is_fence(text.substr(at, end - at))) fences.emplace_back(at, end);
  }
  if (fences.empty()) return std::nullopt;
  const auto blank = [](std::string& plain, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
      if (plain[at] != '\n') plain[at] = ' ';
  };
  std::string plain(text);
  for (const auto& [begin, end] : fences) blank(plain, begin, end);
  std::vector<std::string> removed;
  if (fences.size() == 2)
    for (const auto& [begin, end] :
         {std::pair{std::size_t{0}, fences[0].first}, std::pair{fences[1].second, text.size()}}) {
      const std::string_view outside = text::trimmed(text.substr(begin, end - begin));
      if (outside.empty() || parse_algorithm(outside)) continue;
      removed.push_back(text::escaped(outside, 40));
      blank(plain, begin, end);
    }
  if (text::trimmed(plain).empty()) return std::nullopt;
  return Peeled{std::move(plain), text::listed(removed)};
}

std::optional<Peeled> without_assignment(std::string_view text) {
  const std::size_t begin = begin_of_object(text);
  std::string_view object = text::trimmed(text.substr(begin));
  if (object.ends_with(';')) object.remove_suffix(1);
  if (begin == 0 || !looks_like_json(object)) return std::nullopt;
  return Peeled{std::string(text::symbols_before(text, begin), ' ') + std::string(object),
                text::escaped(text::trimmed(text.substr(0, begin)), 40)};
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

std::string note_on(const Peeled& peeled) {
  return fmt::format("what stands around the cube is left out: {}", peeled.removed);
}

}  // namespace superflip
