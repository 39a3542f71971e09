#include "superflip/cube/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>
#include <vector>

#include "superflip/cube/assembly.h"
#include "superflip/cube/doctor.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/packing.h"
#include "superflip/cube/piece.h"
#include "superflip/cube/text.h"

namespace superflip {
namespace {

constexpr std::array<std::string_view, 8> kFormatNames{"moves", "facelets", "reid",     "kociemba-cubies",
                                                       "json",  "packed69", "packed71", "rank"};
constexpr std::array<std::string_view, 20> kReidPlaces{"UF",  "UR",  "UB",  "UL",  "DF",  "DR",  "DB",
                                                       "DL",  "FR",  "FL",  "BR",  "BL",  "UFR", "URB",
                                                       "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

struct Word {
  std::string_view text;
  std::size_t at;
};

// The first `most` words between white space.
std::vector<Word> words_of(std::string_view text, std::size_t most) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size() && words.size() < most;) {
    if (text::is_space(text[at])) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < text.size() && !text::is_space(text[at])) ++at;
    words.push_back({text.substr(start, at - start), start});
  }
  return words;
}

bool is_face_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return kFaceLetters.find(c) != std::string_view::npos; });
}

// ---- Moves ----

Diagnosis examine_moves(std::string_view text, Niss niss) {
  const auto algorithm = parse_algorithm(text, niss);
  if (!algorithm) return unreadable(algorithm.error());
  Diagnosis d;
  d.cube = to_cube(*algorithm);
  d.held = algorithm->rotation;
  if (d.held != 0) d.notes.push_back("the moves leave the cube held with " + describe_holding(d.held));
  return d;
}

// ---- Reid ----

bool looks_like_reid(std::string_view text) {
  const auto words = words_of(text, 64);
  int pairs = 0;
  int triples = 0;
  for (const Word& w : words) {
    if (!is_face_word(w.text)) return false;
    pairs += w.text.size() == 2;
    triples += w.text.size() == 3;
  }
  const int all = static_cast<int>(words.size());
  return all >= 8 && pairs > 0 && triples > 0 && pairs + triples == all;
}

// The facelet of the place `faces` (of two or three faces, in any order) on its n-th face.
int facelet_at(std::string_view faces, std::size_t n) {
  const auto has = [&](Face f) { return faces.find(kFaceLetters[f]) != std::string_view::npos; };
  const auto facelet_of = [&](const auto& places, const auto& facelets) {
    for (std::size_t x = 0; x < places.size(); ++x) {
      if (!std::all_of(places[x].begin(), places[x].end(), has)) continue;
      for (std::size_t i = 0; i < places[x].size(); ++i)
        if (kFaceLetters[places[x][i]] == faces[n]) return facelets[x][i];
    }
    return -1;  // never: Reid's places are pieces
  };
  return faces.size() == 2 ? facelet_of(kEdgeFaces, kEdgeFacelets) : facelet_of(kCornerFaces, kCornerFacelets);
}

Diagnosis examine_reid(std::string_view text) {
  const auto refuse = [](std::string message, std::size_t at) { return unreadable({std::move(message), at}); };
  const auto words = words_of(text, kReidPlaces.size() + 1);
  Stickers stickers = to_stickers(kSolved);
  for (std::size_t i = 0; i < kReidPlaces.size(); ++i) {
    const std::string_view place = kReidPlaces[i];
    if (i == words.size()) {
      return refuse(
          fmt::format("there are only {} pieces; expected 20, twelve edges and eight corners, as in UF UR ... {}", i,
                      kReidPlaces.back()),
          text.size());
    }
    const Word& w = words[i];
    if (!is_face_word(w.text) || w.text.size() != place.size()) {
      return refuse(fmt::format("piece {}, at {}: expected {} of the letters U R F D L B", i + 1, place, place.size()),
                    w.at);
    }
    for (std::size_t n = 0; n < place.size(); ++n)
      stickers[facelet_at(place, n)] = static_cast<std::uint8_t>(kFaceLetters.find(w.text[n]));
  }
  if (words.size() > kReidPlaces.size()) return refuse("there are more than 20 pieces", words.back().at);
  return diagnose(take_apart(stickers), impossible_pieces(stickers));
}

std::string format_reid(const Cube& c) {
  const Stickers stickers = to_stickers(c);
  std::string line;
  for (const std::string_view place : kReidPlaces) {
    if (!line.empty()) line += ' ';
    for (std::size_t n = 0; n < place.size(); ++n) line += kFaceLetters[stickers[facelet_at(place, n)]];
  }
  return line;
}

// ---- Kociemba's cubies ----

bool looks_like_cubies(std::string_view text) {
  if (text.empty() || text[0] != '(') return false;
  const std::size_t end = text.find_first_of(",)]:[", 1);
  return end != std::string_view::npos && text[end] == ',';
}

// Reads "(URF,0)" from a text, step by step.
class CubieReader {
 public:
  explicit CubieReader(std::string_view text) : text_(text) {}

  template <std::size_t count>
  bool read(const std::array<std::string_view, count>& names, const char* kind, int orientations,
            std::array<std::optional<Placed>, count>& places) {
    for (std::size_t x = 0; x < count; ++x) {
      const auto expected = [&](std::string_view what) {
        error_ = {fmt::format("character {}, {} {} of {}: expected {}", at_ + 1, kind, x + 1, count, what), at_};
        return false;
      };
      if (!skip('(')) return expected("a piece and its orientation, as in (URF,0) or (UR,1)");
      skip_blanks();
      const auto* piece = std::find_if(names.begin(), names.end(),
                                       [this](std::string_view n) { return text_.substr(at_, n.size()) == n; });
      if (piece == names.end()) return expected(fmt::format("one of {}", fmt::join(names, " ")));
      at_ += piece->size();
      if (!skip(',')) return expected("','");
      skip_blanks();
      const int o = at_ < text_.size() ? text_[at_] - '0' : -1;
      if (o < 0 || o >= orientations) return expected(orientations == 3 ? "a twist 0, 1 or 2" : "a flip 0 or 1");
      ++at_;
      if (!skip(')')) return expected("')'");
      places[x] = {static_cast<int>(piece - names.begin()), o};
    }
    return true;
  }

  bool at_end() {
    skip_blanks();
    if (at_ < text_.size()) error_ = {fmt::format("character {}: expected nothing after the 12th edge", at_ + 1), at_};
    return at_ == text_.size();
  }

  const Error& error() const { return error_; }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
  }
  bool skip(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Error error_;
};

Diagnosis examine_cubies(std::string_view text) {
  Assembly parts;
  CubieReader reader(text);
  if (!reader.read(kCornerNames, "corner", 3, parts.corner) || !reader.read(kEdgeNames, "edge", 2, parts.edge) ||
      !reader.at_end())
    return unreadable(reader.error());
  return diagnose(parts);
}

std::string format_cubies(const Cube& c) {
  std::string line;
  for (int x = 0; x < kCorners; ++x) line += fmt::format("({},{})", kCornerNames[c.corner_at(x)], c.twist_at(x));
  line += ' ';
  for (int x = 0; x < kEdges; ++x) line += fmt::format("({},{})", kEdgeNames[c.edge_at(x)], c.flip_at(x));
  return line;
}

// ---- JSON ----

using Json = nlohmann::json;

// The member `key` of `object` as `count` integers of 0..limit-1, or the sentence that says why not.
Expected<std::vector<int>> integers(const Json& object, const std::string& path, const char* key, std::size_t count,
                                    int limit) {
  const auto wrong = [&] {
    return fail(fmt::format("{}.{}: expected an array of {} whole numbers 0..{}", path, key, count, limit - 1));
  };
  const auto member = object.find(key);
  if (member == object.end() || !member->is_array() || member->size() != count) return wrong();
  std::vector<int> numbers;
  for (const Json& n : *member) {
    if (!n.is_number_unsigned() || n.get<std::uint64_t>() >= static_cast<std::uint64_t>(limit)) return wrong();
    numbers.push_back(n.get<int>());
  }
  return numbers;
}

template <std::size_t count>
Expected<void> read_places(const Json& cube, const char* kind, int orientations,
                           std::array<std::optional<Placed>, count>& places) {
  const auto object = cube.find(kind);
  if (object == cube.end() || !object->is_object())
    return fail(fmt::format("\"{}\": expected an object with \"permutation\" and \"orientation\"", kind));
  const auto pieces = integers(*object, kind, "permutation", count, static_cast<int>(count));
  if (!pieces) return tl::unexpected<Error>(pieces.error());
  const auto turned = integers(*object, kind, "orientation", count, orientations);
  if (!turned) return tl::unexpected<Error>(turned.error());
  for (std::size_t x = 0; x < count; ++x) places[x] = {(*pieces)[x], (*turned)[x]};
  return {};
}

Diagnosis examine_json(std::string_view text) {
  const auto refuse = [](std::string message) { return unreadable({std::move(message), {}}); };
  constexpr std::size_t kLongest = 1 << 16;  // a cube takes 300 bytes; brackets without end would take memory
  if (text.size() > kLongest) return refuse(fmt::format("the JSON text is longer than {} bytes", kLongest));
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return refuse("this is not valid JSON");
  if (!json.is_object()) return refuse("expected a JSON object with \"corners\" and \"edges\", or with \"facelets\"");
  std::optional<Diagnosis> painted;
  if (const auto facelets = json.find("facelets"); facelets != json.end()) {
    if (!facelets->is_string()) return refuse("\"facelets\": expected a string");
    painted = diagnose(facelets->get_ref<const std::string&>());
    if (!painted->readable) painted->problems.front() = "\"facelets\": " + painted->problems.front();
    if (!json.contains("corners") && !json.contains("edges")) return *painted;
  }
  Assembly parts;
  if (const auto read = read_places(json, "corners", 3, parts.corner); !read) return unreadable(read.error());
  if (const auto read = read_places(json, "edges", 2, parts.edge); !read) return unreadable(read.error());
  Diagnosis d = diagnose(parts);
  if (!d.cube || !painted) return d;
  return painted->cube == d.cube ? *painted : refuse("\"facelets\" show another cube than \"corners\" and \"edges\"");
}

std::string format_json(const Cube& c) {
  nlohmann::ordered_json json;
  for (int x = 0; x < kCorners; ++x) json["corners"]["permutation"].push_back(c.corner_at(x));
  for (int x = 0; x < kCorners; ++x) json["corners"]["orientation"].push_back(c.twist_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["permutation"].push_back(c.edge_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["orientation"].push_back(c.flip_at(x));
  json["facelets"] = to_facelets(c);
  return json.dump();
}

// ---- Numbers ----

Diagnosis examine_number(std::string_view text, Packing packing) {
  const auto number = parse_uint128(text);
  if (!number) return unreadable(number.error());
  const auto cube = unpack(*number, packing);
  return cube ? diagnose(take_apart(*cube)) : unreadable(cube.error());
}

// Digits and nothing else, and too few of them for facelets: 2^71 has 22.
bool is_number_alone(std::string_view text) {
  const auto words = words_of(text, 2);
  return words.size() == 1 && words[0].text.size() <= 22 &&
         std::all_of(words[0].text.begin(), words[0].text.end(), text::is_digit);
}

}  // namespace

std::string_view name(Format format) { return kFormatNames[static_cast<std::size_t>(format)]; }

Expected<Format> parse_format(std::string_view name) {
  const auto* found = std::find(kFormatNames.begin(), kFormatNames.end(), name);
  if (found != kFormatNames.end()) return static_cast<Format>(found - kFormatNames.begin());
  return fail(fmt::format("'{}' is no format; expected one of {}", name, fmt::join(kFormatNames, ", ")));
}

bool could_be_facelets(std::string_view text, std::size_t least) {
  std::size_t count = 0;
  std::size_t run = 0;
  bool runs = false;
  std::string_view last;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    const char c = symbol[0];
    at += symbol.size();
    if (text::is_space(c)) {
      last = {};
      continue;
    }
    const bool after_letter = !last.empty() && text::is_letter(last[0]);
    const bool after_capital = after_letter && !text::is_lower(last[0]);
    if (std::find(text::kPrimes.begin(), text::kPrimes.end(), symbol) != text::kPrimes.end()) return false;
    if (std::string_view("()[],:/").find(c) != std::string_view::npos) return false;
    if ((after_letter && text::is_digit(c)) || (after_capital && c == 'w')) return false;
    run = symbol == last ? run + 1 : 1;
    runs |= run >= 4;
    last = symbol;
    ++count;
  }
  return runs || count >= least;
}

Format recognise(std::string_view text) {
  constexpr std::size_t kLong = 40;
  while (!text.empty() && text::is_space(text[0])) text.remove_prefix(1);
  if (!text.empty() && text[0] == '{') return Format::json;
  if (looks_like_cubies(text)) return Format::kociemba_cubies;
  if (looks_like_reid(text)) return Format::reid;
  return could_be_facelets(text, kLong) ? Format::facelets : Format::moves;
}

Diagnosis examine(std::string_view text, const ReadOptions& options) {
  if (!options.from && is_number_alone(text))
    return unreadable({"a number alone may be packed69, packed71 or rank; it must be said which (--from)", {}});
  switch (options.from ? *options.from : recognise(text)) {
    case Format::facelets:
      return diagnose(text);
    case Format::reid:
      return examine_reid(text);
    case Format::kociemba_cubies:
      return examine_cubies(text);
    case Format::json:
      return examine_json(text);
    case Format::packed69:
      return examine_number(text, Packing::packed69);
    case Format::packed71:
      return examine_number(text, Packing::packed71);
    case Format::rank:
      return examine_number(text, Packing::rank);
    case Format::moves:
      break;
  }
  return examine_moves(text, options.niss);
}

Expected<Cube> verdict(const Diagnosis& d) {
  if (d.cube) return *d.cube;
  return fail((d.readable ? "this cube is impossible: " : "") + text::joined(d.problems), d.position);
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
      return format_json(c);
    case Format::packed69:
      return to_decimal(pack(c, Packing::packed69));
    case Format::packed71:
      return to_decimal(pack(c, Packing::packed71));
    case Format::rank:
      return to_decimal(pack(c, Packing::rank));
    case Format::moves:
      break;
  }
  return {};
}

}  // namespace superflip
