#include "superflip/reading/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/detail/around_moves.h"
#include "superflip/cube/packing.h"
#include "superflip/cube/space.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/carriers.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/examination.h"
#include "superflip/reading/detail/face_names.h"
#include "superflip/reading/detail/kociemba_cubies.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/detail/peeled.h"
#include "superflip/reading/detail/reid.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/names.h"
#include "superflip/reading/pocket.h"

namespace superflip {
namespace {

constexpr std::string_view kMoveLetters = "URFDLBurfdlbMESxyz";

Diagnosis examine_number(std::string_view text, Packing packing) {
  const auto number = parse_uint128(text);
  if (!number) return unreadable(number.error());
  const auto cube = unpack(*number, packing);
  return cube ? diagnose(take_apart(*cube)) : unreadable(cube.error());
}

// Whether the text is one word of digits, too few to be facelets: 2^71 has 22 digits.
bool is_number_alone(std::string_view text) {
  const auto words = text::words_of(text, 2);
  return words.size() == 1 && words[0].text.size() <= 22 &&
         std::all_of(words[0].text.begin(), words[0].text.end(), text::is_digit);
}

// How many face turns there are, if all six faces occur and at most one turn has a mark; else 0. So many in a row are
// unlikely to be moves, because two moves in three have a mark.
std::size_t bare_turns(const Algorithm& algorithm) {
  unsigned seen = 0;
  std::size_t marks = 0;
  for (const Move m : algorithm.moves) {
    seen |= 1U << face_of(m);
    marks += turns_of(m) != 1;
  }
  return marks <= 1 && algorithm.on_inverse.empty() && seen == (1U << kFaces) - 1 ? algorithm.moves.size() : 0;
}

// Whether there are words of nine letters of faces, as the six faces are, or one of about 54. Moves are hardly written
// so; words of remarks have other letters.
bool has_words_of_stickers(std::string_view text) {
  constexpr std::size_t kLeast = 50;
  constexpr std::size_t kMost = 58;
  std::size_t faces = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && text::is_letter(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const bool is_of_faces = word.find_first_not_of("URFDLB") == std::string_view::npos;
    faces += is_of_faces && word.size() == kFacelets / kFaces;
    if (is_of_faces && word.size() >= kLeast && word.size() <= kMost &&
        distinct(split(word, kMost).symbols).size() == kFaces)
      return true;
    begin = end + 1;
  }
  return faces >= kFaces;
}

// Whether nine letters of faces stand behind a name: "Layer 1: RDRRURBFF", "faces[0] = 'RDRRURBFF'". Moves are hardly
// written so. `bare`: bare_turns(), which is 0 where not all faces occur.
bool may_be_face(std::string_view text, std::size_t bare) {
  constexpr std::size_t kFace = kFacelets / kFaces;
  text = text::trimmed(text);
  const std::size_t sign = text.find_last_of(":=");
  if ((bare != kFace && bare != 0) || sign == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, sign);
  const bool is_address = text.find("://") != std::string_view::npos;
  const bool is_number = std::none_of(name.begin(), name.end(), text::is_letter);
  if (is_address || is_number || name.find("//") != std::string_view::npos) return false;
  text.remove_prefix(sign + 1);
  const auto is_around = [](char c) { return !text::is_letter(c) && !text::is_digit(c); };
  while (!text.empty() && is_around(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_around(text.back())) text.remove_suffix(1);
  return text.size() == kFace && text.find_first_not_of("URFDLB") == std::string_view::npos;
}

// Cycles of pieces, "(UR UF UB)(URF,ULB)": brackets with at least two different words of two or of three different
// letters. Moves are hardly written so.
bool are_cycles(std::string_view text) {
  text = text::trimmed(text);
  if (text.empty() || text.find_first_not_of("URFDLB(), ") != std::string_view::npos) return false;
  Symbols words;
  while (!text.empty()) {
    const std::size_t end = text.find(')');
    if (text[0] != '(' || end == std::string_view::npos) return false;
    std::string bracket(text.substr(1, end - 1));
    std::replace(bracket.begin(), bracket.end(), ',', ' ');
    const auto in_bracket = text::words_of(bracket, kCorners + kEdges);
    if (in_bracket.size() < 2) return false;
    for (const text::Word& word : in_bracket) {
      const std::size_t size = word.text.size();
      if (size != in_bracket[0].text.size() || size < 2 || size > 3) return false;
      if (distinct(split(word.text, size).symbols).size() != size) return false;
      words.emplace_back(word.text);
    }
    text = text::trimmed(text.substr(end + 1));
  }
  return distinct(words).size() == words.size();
}

// Adds what has to be said when the format was a guess. `bare`: bare_turns() of moves. Fewer than 50 letters are moves
// rather than stickers; about as many as a cube has, or several cubes, are refused.
void doubt(std::string_view text, Format format, Formats accepted, Niss niss, std::size_t bare, Diagnosis& d) {
  constexpr std::size_t kMany = 20;
  constexpr std::size_t kLeast = 50;
  constexpr std::size_t kMost = 58;
  const bool moves = accepted.has(Format::moves);
  if (format == Format::facelets && moves && !d.readable() && parse_algorithm(text, niss))
    d.problems.back() += "; if these are moves, name the format: moves";
  if (format != Format::moves || !accepted.has(Format::facelets)) return;
  if (d.readable() && are_cycles(text))
    d = unreadable(
        {"these may be cycles of pieces, which make no text of a cube, or moves; name the format: moves", {}});
  if (d.readable() && may_be_face(text, bare))
    d =
        unreadable({"these nine letters may be the stickers of a face, or moves; expected all six faces, or the moves "
                    "without a name before them",
                    {}});
  if (d.readable() && has_words_of_stickers(text))
    d =
        unreadable({"these moves have words of as many letters as the stickers of a face or of a cube; leave out what "
                    "stands around the stickers, or name the format: moves",
                    {}});
  if (bare < kMany) return;
  const std::size_t written = split(text, 0).count;  // fewer than turns in a repetition
  if (bare >= kLeast && (bare <= kMost || bare % kFacelets == 0) && written >= bare)
    d = unreadable(
        {fmt::format("these {} letters may be the stickers of a cube, or moves; name the format", bare), {}});
  else if (written == bare)
    d.notes.push_back(fmt::format("these {} letters are read as moves (if they are stickers, name {})", bare,
                                  bare == kPocketFacelets ? "the puzzle: 2x2x2" : "the format: facelets"));
}

// One word of about 54 letters and digits in which two digits follow each other, or one is neither 1, 2 nor 3: of
// moves, few are written so. One of six colours may be a digit, or some letters may have been taken for digits.
bool has_digits_of_no_moves(std::string_view text) {
  constexpr std::size_t kMissed = 4;
  text = text::trimmed(text);
  if (text.size() + kMissed < kFacelets || text.size() > kFacelets + kMissed) return false;
  bool has_digits = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text::is_letter(text[i]) && !text::is_digit(text[i])) return false;
    has_digits |= text::is_digit(text[i]) && ((i > 0 && text::is_digit(text[i - 1])) || text[i] < '1' || text[i] > '3');
  }
  if (!has_digits) return false;
  const std::size_t kinds = distinct(split(text, text.size()).symbols).size();
  const bool are_few = std::count_if(text.begin(), text.end(), text::is_digit) <= static_cast<std::ptrdiff_t>(kMissed);
  return are_facelets_of_a_cube(text, kFacelets) ||
         (are_few && kinds >= kFaces - 1 && kinds <= kFaces + 2 && !parse_algorithm(text));
}

// By the rules of formats.h, without what stands around facelets.
Format recognise_plain(std::string_view text) {
  constexpr std::size_t kLong = 40;
  text = text::trimmed(text);
  if (looks_like_json(text)) return Format::json;
  if (looks_like_cubies(text)) return Format::kociemba_cubies;
  if (looks_like_reid(text)) return Format::reid;
  return could_be_facelets(text, kLong, kFacelets) ? Format::facelets : Format::moves;
}

Diagnosis diagnose_moves(const Algorithm& algorithm, std::vector<std::string> notes) {
  Diagnosis d;
  d.cube = to_cube(algorithm);
  d.held = algorithm.rotation;
  d.in_space = to_cube(algorithm, Centres::turned);
  if (d.held != 0) d.notes.push_back("the moves leave the cube held with " + describe_holding(d.held));
  d.notes.insert(d.notes.end(), std::make_move_iterator(notes.begin()), std::make_move_iterator(notes.end()));
  return d;
}

// Moves, or what carries them.
Diagnosis examine_moves(std::string_view text, const ReadOptions& how, std::size_t& bare) {
  const Niss niss = how.niss;
  if (!how.is_pocket && has_label_of_pocket_cube(text))
    return unreadable({"these moves are of another puzzle, the 2x2x2", {}});
  std::vector<std::string> notes;
  const auto algorithm = parse_algorithm(text, niss, &notes);
  if (algorithm) {
    bare = bare_turns(*algorithm);
    return diagnose_moves(*algorithm, std::move(notes));
  }
  const auto of_address = moves_of_address(text, how.is_pocket);
  if (!of_address) return unreadable(of_address.error());
  auto carried = *of_address;
  if (!carried) {
    const auto of_row = moves_of_row(text, how);
    if (!of_row) return unreadable(of_row.error());
    carried = *of_row;
  }
  if (!carried) carried = moves_of_quotation(text, niss);
  if (!carried) carried = moves_with_percent_signs(text);
  if (!carried) return unreadable(algorithm.error());
  notes.assign(1, carried->note);
  const auto moves = parse_algorithm(carried->moves, niss, &notes);
  if (!moves) return unreadable({fmt::format("{}; {}", carried->note, moves.error().message), {}});
  return diagnose_moves(*moves, std::move(notes));
}

Diagnosis examine_as(Format format, std::string_view text, const ReadOptions& how, std::size_t& bare) {
  switch (format) {
    case Format::facelets:
      return diagnose(text, how.listed);
    case Format::reid:
      return examine_reid(text);
    case Format::kociemba_cubies:
      return examine_cubies(text);
    case Format::json:
      return examine_json(text, how);
    case Format::packed69:
    case Format::packed71:
    case Format::rank:
      return examine_number(text, *packing_of(format));
    case Format::moves:
      break;
  }
  return examine_moves(text, how, bare);
}

// The one format that is accepted, if it is one.
std::optional<Format> forced(Formats accepted) {
  for (int f = 0; accepted.size() == 1 && f < kFormats; ++f)
    if (accepted.has(static_cast<Format>(f))) return static_cast<Format>(f);
  return std::nullopt;
}

// A diagnosis with the notes on how its text was taken. `bare`: bare_turns() of moves.
Examined noted(Diagnosis d, Format format, std::string_view text, Formats accepted, const ReadOptions& how,
               std::size_t bare) {
  if (!forced(accepted)) doubt(text, format, accepted, how.niss, bare, d);
  if (how.listed != Listed{} && format != Format::facelets)
    d.notes.push_back(
        fmt::format("an order and a holding of the faces are for facelets; this is read as {}", name(format)));
  if (const std::string invisible = text::invisible_in(text); d.readable() && !invisible.empty())
    d.notes.insert(d.notes.begin(), fmt::format("invisible characters are ignored: {}", invisible));
  return {std::move(d), format};
}

// What is examined instead of the text, and what is said of it.
struct Inner {
  std::string text;
  std::string note;
  ReadOptions how;
};

// Facelets or Reid's pieces with something around them: a filled net, a print, the names of faces, a label, a remark.
std::optional<Inner> inner_of(std::string_view text, Formats accepted, const ReadOptions& how) {
  if (accepted.has(Format::facelets)) {
    if (auto net = unpadded(text, kFacelets)) return Inner{std::move(net->text), note_on(*net), how};
    if (const auto letters = facelets_of_print(text)) return Inner{std::string(*letters), "", how};
    if (auto faces = facelets_of_named_faces(text, kFacelets / kFaces)) {
      ReadOptions inner = how;
      inner.listed = listed_by_names(*faces, {{}, how.listed.held});
      return Inner{std::move(faces->facelets),
                   how.listed.order ? "the faces have names, so that no order of theirs is needed" : "",
                   std::move(inner)};
    }
  }
  constexpr std::size_t kLeast = 48;  // letters of a cube in Reid's format
  if (text.size() < kLeast || forced(accepted) == Format::moves || looks_like_json(text)) return std::nullopt;
  auto inner = accepted.has(Format::facelets) ? word_of_stickers(text, kFacelets) : std::nullopt;
  // Most texts end here: moves have marks, and none of these signs.
  constexpr std::ptrdiff_t kMarks = 2;
  const auto is_mark = [](char c) { return c == '\'' || c == '2'; };
  if (!inner && std::count_if(text.begin(), text.end(), is_mark) > kMarks &&
      text.find_first_of(":=/#;,.)\t") == std::string_view::npos)
    return std::nullopt;
  const auto plain = undecorated(text, kFacelets);
  if (split(plain ? plain->facelets : text, 0).count == kFacelets) return std::nullopt;
  if (!inner) inner = peeled(text, kFacelets);
  if (!inner) return std::nullopt;
  const bool is_cube = (accepted.has(Format::facelets) && are_many_stickers(inner->text, kFacelets)) ||
                       (accepted.has(Format::reid) && looks_like_reid(inner->text));
  if (!is_cube) return std::nullopt;
  std::string note = note_on(*inner);
  return Inner{std::move(inner->text), std::move(note), how};
}

}  // namespace

std::string_view name(Format format) { return kFormatNames[format]; }

Expected<Format> parse_format(std::string_view name) { return kFormatNames.parse(name); }

std::string to_string(Formats formats) {
  std::vector<std::string> names;
  for (int f = 0; f < kFormats; ++f)
    if (formats.has(static_cast<Format>(f))) names.emplace_back(kFormatNames[static_cast<Format>(f)]);
  return text::listed(names);
}

Diagnosis not_accepted(Format format, Formats accepted) {
  const bool are_several = format == Format::moves || format == Format::facelets;
  return unreadable({fmt::format("this looks like {}, which {} not accepted here; expected {}", name(format),
                                 are_several ? "are" : "is", to_string(accepted)),
                     {}});
}

bool could_be_facelets(std::string_view text, std::size_t least, std::size_t all) {
  std::size_t count = 0;
  std::size_t run = 0;
  bool runs = false;
  bool commas = false;
  bool alone = true;  // every symbol is separated from the next
  bool moves = true;  // every symbol can be a move
  std::string_view last;
  Symbols symbols;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    const char c = symbol[0];
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    if (text::is_blank(symbol) || c == ',') {
      commas |= c == ',';
      last = {};
      continue;
    }
    const bool after_letter = !last.empty() && text::is_letter(last[0]);
    const bool after_capital = after_letter && !text::is_lower(last[0]);
    if (std::find(text::kPrimes.begin(), text::kPrimes.end(), symbol) != text::kPrimes.end()) return false;
    if (std::string_view("()[]:/").find(c) != std::string_view::npos) return false;
    if ((after_letter && text::is_digit(c)) || (after_capital && (c == 'w' || c == 'i'))) return false;
    alone &= last.empty();
    moves &= kMoveLetters.find(c) != std::string_view::npos;
    run = symbol == last ? run + 1 : 1;
    runs |= run >= 4;
    last = symbol;
    if (count++ < all) symbols.emplace_back(symbol);
  }
  if (commas) return alone && count >= least;
  if (count < 2 || !alone || !moves) return runs || count >= least;
  constexpr std::size_t kMissed = 4;  // so many may be missing or too many
  return count + kMissed >= all && count <= all + kMissed && distinct(symbols).size() == kFaces;
}

Format recognise(std::string_view text) {
  const Format format = recognise_plain(text);
  if (format != Format::moves) return format;
  return has_digits_of_no_moves(text) || undecorated(text, kFacelets) ? Format::facelets : format;
}

std::optional<Examined> examine_usual(std::string_view text, Formats accepted, const ReadOptions& how) {
  const Format format = forced(accepted).value_or(recognise_plain(text));
  if (!accepted.has(format)) return std::nullopt;
  std::optional<Diagnosis> d;
  if (format == Format::facelets && how.listed.is_usual()) d = diagnose_usual(text);
  // So many symbols may be a cube in another format, with something around it.
  constexpr std::size_t kLeast = 48;
  std::size_t bare = 0;
  std::vector<std::string> notes;
  const bool is_other = !how.is_pocket && has_label_of_pocket_cube(text);
  if (format == Format::moves && !is_other && split(text, 0).count < kLeast)
    if (const auto algorithm = parse_algorithm(text, how.niss, &notes)) {
      bare = bare_turns(*algorithm);
      d = diagnose_moves(*algorithm, std::move(notes));
    }
  if (!d) return std::nullopt;
  return noted(*std::move(d), format, text, accepted, how, bare);
}

Examined examine(std::string_view text, Formats accepted, const ReadOptions& how) {
  if (const auto plain = without_terminal_colours(text)) {
    if (text::trimmed(*plain).empty())
      return {unreadable({"there are colours of a terminal and nothing else; expected a letter for each sticker", {}}),
              Format::facelets};
    return examine(*plain, accepted, how);
  }
  for (const auto& without : {without_fences, without_assignment})
    if (const auto plain = without(text)) {
      Examined examined = examine(plain->text, accepted, how);
      if (!plain->removed.empty()) examined.diagnosis.notes.insert(examined.diagnosis.notes.begin(), note_on(*plain));
      return examined;
    }
  if (const auto list = list_of_timer(text)) {
    if (text::trimmed(*list).empty()) return {unreadable({"this export of a timer has no solves", {}}), Format::moves};
    return examine(*list, accepted, how);
  }
  if (const auto object = object_of_lists(text)) return examine(*object, accepted, how);
  if (const auto plain = without_first_remarks(text)) {
    Examined examined = examine(plain->text, accepted, how);
    if (examined.format != Format::moves)
      examined.diagnosis.notes.insert(examined.diagnosis.notes.begin(), note_on(*plain));
    return examined;
  }
  if (const auto inner = inner_of(text, accepted, how)) {
    Examined examined = examine(inner->text, accepted, inner->how);
    if (!inner->note.empty()) examined.diagnosis.notes.insert(examined.diagnosis.notes.begin(), inner->note);
    return examined;
  }
  Format format = forced(accepted).value_or(recognise(text));
  if (!forced(accepted) && is_number_alone(text)) {
    std::vector<std::string> numbers;
    for (const Format f : {Format::packed69, Format::packed71, Format::rank})
      if (accepted.has(f)) {
        numbers.emplace_back(name(f));
        format = f;
      }
    if (numbers.size() > 1) {
      return {unreadable({fmt::format("a plain number may be {} or {}; name the format",
                                      fmt::join(numbers.begin(), numbers.end() - 1, ", "), numbers.back()),
                          {}}),
              format};
    }
  }
  // The row of another puzzle may have as many signs as a cube has stickers.
  if (format == Format::facelets && !forced(accepted))
    if (const auto row = moves_of_row(text, how); !row) return {unreadable(row.error()), Format::moves};
  if (format == Format::moves && accepted.has(Format::facelets) && !accepted.has(format)) format = Format::facelets;
  if (accepted == Formats{}) return {unreadable({"no format is accepted", {}}), format};
  if (!accepted.has(format)) return {not_accepted(format, accepted), format};
  std::size_t bare = 0;
  Diagnosis d = examine_as(format, text, how, bare);
  return noted(std::move(d), format, text, accepted, how, bare);
}

Diagnosis examine(std::string_view text, const ReadOptions& options) {
  return examine(text, options.from ? Formats{*options.from} : Formats::all(), options).diagnosis;
}

std::optional<Packing> packing_of(Format format) {
  if (format == Format::packed69) return Packing::packed69;
  if (format == Format::packed71) return Packing::packed71;
  if (format == Format::rank) return Packing::rank;
  return std::nullopt;
}

Expected<Cube> parse_cube(std::string_view text, const ReadOptions& options) { return verdict(examine(text, options)); }

std::string format_cube(const Cube& c, Format format) {
  assert(format != Format::moves);
  switch (format) {
    case Format::facelets:
      return to_facelets(c);
    case Format::reid:
      return format_reid(c);
    case Format::kociemba_cubies:
      return format_cubies(c);
    case Format::json:
      return to_json(c).dump();
    case Format::packed69:
    case Format::packed71:
    case Format::rank:
      return to_decimal(pack(c, *packing_of(format)));
    case Format::moves:
      break;
  }
  return {};
}

}  // namespace superflip
