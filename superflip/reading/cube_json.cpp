#include "superflip/reading/cube_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/json_value.h"
#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/detail/around_moves.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"

namespace superflip {
namespace {

// `list` as `count` integers of 0..limit-1, or an error that says why `name` is not that.
Expected<std::vector<int>> integers(const JsonValue* list, const std::string& name, std::size_t count, int limit) {
  const auto wrong = [&] {
    return fail(fmt::format("{}: expected an array of {} whole numbers 0..{}", name, count, limit - 1));
  };
  if (list == nullptr || !list->is_array() || list->size() != count) return wrong();
  std::vector<int> numbers;
  for (const JsonValue& n : *list) {
    const auto number = n.whole();
    if (!number || *number >= static_cast<std::uint64_t>(limit)) return wrong();
    numbers.push_back(static_cast<int>(*number));
  }
  return numbers;
}

// How a program numbers the places of its lists: place i is our place order[i], and so for pieces.
template <std::size_t count>
using Numbering = std::array<int, count>;
template <std::size_t count>
constexpr Numbering<count> kOurs = [] {
  Numbering<count> same{};
  for (std::size_t i = 0; i < count; ++i) same[i] = static_cast<int>(i);
  return same;
}();
constexpr Numbering<kCorners> kReidCorners{0, 3, 2, 1, 4, 5, 6, 7};
constexpr Numbering<kEdges> kReidEdges{1, 0, 3, 2, 5, 4, 7, 6, 8, 9, 11, 10};

// Two lists of a kind of pieces, and their names for errors.
struct Lists {
  const JsonValue* pieces;
  std::string pieces_name;
  const JsonValue* turned;
  std::string turned_name;
};

Lists lists_of(const JsonValue& cube, const std::string& kind, const char* pieces) {
  const JsonValue* object = cube.find(kind);
  const auto in = [&](const char* key) { return object == nullptr ? nullptr : object->find(key); };
  return {in(pieces), kind + "." + pieces, in("orientation"), kind + ".orientation"};
}

template <std::size_t count>
Expected<void> read_places(const Lists& lists, int orientations, const Numbering<count>& order,
                           std::array<std::optional<Placed>, count>& places) {
  const auto pieces = integers(lists.pieces, lists.pieces_name, count, static_cast<int>(count));
  if (!pieces) return tl::unexpected<Error>(pieces.error());
  const auto turned = integers(lists.turned, lists.turned_name, count, orientations);
  if (!turned) return tl::unexpected<Error>(turned.error());
  for (std::size_t x = 0; x < count; ++x)
    places[static_cast<std::size_t>(order[x])] = {order[static_cast<std::size_t>((*pieces)[x])], (*turned)[x]};
  return {};
}

// The pieces of a cube in space, whose centres say how it is held: `order` has the face of each of their places.
Diagnosis diagnose_in_space(const Assembly& parts, const JsonValue* centres, const std::string& name,
                            const FaceOrder& order) {
  if (centres == nullptr) return diagnose(parts);
  const auto pieces = integers(centres, name, kFaces, kFaces);
  if (!pieces) return unreadable(pieces.error());
  CentreColours colours{};
  for (std::size_t i = 0; i < kFaces; ++i) colours[order[i]] = order[static_cast<std::size_t>((*pieces)[i])];
  const auto place = symmetry_to(colours);
  if (!place || is_reflection(*place))
    return unreadable({name + ": these are not the centres of a cube that is held", {}});
  const auto in_space = assemble(parts);
  if (*place == Symmetry{} || !in_space) return diagnose(parts);
  const Symmetry held = inverse(*place);
  Diagnosis d = diagnose(take_apart(*in_space * kSymmetryCubes[inverse(held)]));
  d.held = held;
  d.notes.push_back("the cube was held with " + describe_holding(held));
  return d;
}

Diagnosis pieces_of(const JsonValue* centres, const std::string& centres_name, const FaceOrder& order,
                    const Lists& corners, const Numbering<kCorners>& corner_order, const Lists& edges,
                    const Numbering<kEdges>& edge_order) {
  Assembly parts;
  if (const auto read = read_places(corners, 3, corner_order, parts.corner); !read) return unreadable(read.error());
  if (const auto read = read_places(edges, 2, edge_order, parts.edge); !read) return unreadable(read.error());
  return diagnose_in_space(parts, centres, centres_name, order);
}

// All strings and numbers in a list of lists, as facelets: one symbol each. Words of colours count as their first
// letter, if these differ. Empty if there is anything else.
std::vector<std::string> items_of(const JsonValue& list) {
  std::vector<std::string> items;
  std::vector<const JsonValue*> open{&list};
  while (!open.empty()) {
    const JsonValue& next = *open.back();
    open.pop_back();
    if (next.is_array()) {
      const auto before = static_cast<std::ptrdiff_t>(open.size());
      for (const JsonValue& item : next) open.push_back(&item);
      std::reverse(open.begin() + before, open.end());
    } else if (next.is_text() || next.whole()) {
      items.emplace_back(next.text());
    } else {
      return {};
    }
  }
  return items;
}

// The facelets as a text for the doctor.
std::string as_text(const std::vector<std::string>& items) {
  if (items.size() == kFacelets) return one_letter_each(items);
  std::string text;
  for (const std::string& item : items) text += item;
  return text;
}

// The keys of the faces, in the order U R F D L B: their names, or the colours that their centres have.
using FaceKeys = std::array<std::array<std::string_view, 4>, kFaces>;
constexpr std::array<FaceKeys, 2> kFaceKeys{{{{{"u", "up", "top", "upper"},
                                               {"r", "right", "", ""},
                                               {"f", "front", "", ""},
                                               {"d", "down", "bottom", "lower"},
                                               {"l", "left", "", ""},
                                               {"b", "back", "", ""}}},
                                             {{{"w", "white", "", ""},
                                               {"r", "red", "", ""},
                                               {"g", "green", "", ""},
                                               {"y", "yellow", "", ""},
                                               {"o", "orange", "", ""},
                                               {"b", "blue", "", ""}}}}};

NamedFaces faces_of(const JsonValue& json) {
  NamedFaces faces;
  for (const JsonValue& value : json) {
    const JsonValue* list = &value;
    if (value.is_object()) {
      const auto is_list = [](const JsonValue& inner) { return inner.is_array(); };
      const auto found = std::find_if(value.begin(), value.end(), is_list);
      if (found != value.end()) list = &*found;
    }
    faces.emplace_back(value.key(), items_of(*list));
  }
  return faces;
}

// The same of a list of objects: [{"face": "U", "stickers": [...]}, ...]. Empty if one of them is no face.
NamedFaces faces_of_list(const JsonValue& list) {
  NamedFaces faces;
  for (const JsonValue& face : list) {
    std::string name;
    std::vector<std::string> stickers;
    if (face.is_object())
      for (const JsonValue& value : face) {
        const std::string_view key = value.key();
        const bool is_name = name.empty() || key == "face" || key == "name" || key == "side";
        if (is_name && value.is_text() && is_name_of_face(value.text())) name = value.text();
        if (stickers.size() == kFacelets / kFaces) continue;
        if (value.is_array() || (value.is_text() && value.text().size() >= kFacelets / kFaces))
          stickers = items_of(value);
      }
    if (name.empty() || stickers.empty()) return {};
    faces.emplace_back(name, std::move(stickers));
  }
  return faces;
}

// The facelets of an object with a key for each: {"U1": "D", ..., "B9": "R"}.
std::optional<std::string> facelets_of_places(const JsonValue& json) {
  if (json.size() < kFacelets) return std::nullopt;
  std::vector<std::string> items;
  for (const char face : kFaceLetters)
    for (char place = '1'; place <= '9'; ++place) {
      const JsonValue* sticker = json.find(std::string{face, place});
      if (sticker == nullptr || !sticker->is_text()) return std::nullopt;
      items.emplace_back(sticker->text());
    }
  return as_text(items);
}

// The letters of the faces that an object lacks, if at least half of them are there.
std::vector<std::string> missing_faces(const NamedFaces& faces) {
  std::vector<std::string> missing;
  for (const auto& names : kFaceKeys[0])
    if (std::none_of(faces.begin(), faces.end(), [&](const auto& face) {
          return std::find(names.begin(), names.end(), text::in_lower_case(face.first)) != names.end();
        }))
      missing.emplace_back(1, text::to_upper(names[0][0]));
  return missing.size() <= kFaces / 2 ? missing : std::vector<std::string>{};
}

// Without a comma behind the last item of a list or an object.
std::string without_last_commas(std::string_view text) {
  std::string plain;
  bool is_quoted = false;
  for (const char c : text) {
    if (c == '"' && !plain.ends_with('\\')) is_quoted = !is_quoted;
    if (!is_quoted && (c == '}' || c == ']'))
      if (const auto last = plain.find_last_not_of(" \t\r\n"); last != std::string::npos && plain[last] == ',')
        plain.resize(last);
    plain += c;
  }
  return plain;
}

// Several lists, with or without commas between them, as one list.
std::string as_list(std::string_view lists) {
  std::string list = "[";
  for (std::size_t at = 0; at < lists.size(); ++at) {
    list += lists[at];
    const std::size_t next = lists[at] == ']' ? lists.find_first_not_of(" \t\r\n", at + 1) : std::string_view::npos;
    if (next != std::string_view::npos && lists[next] == '[') list += ',';
  }
  return without_last_commas(list + "]");
}

// A text of JavaScript or of Python as JSON: double quotation marks around keys and texts; true for True; no remarks.
std::string with_double_quotes(std::string_view text) {
  std::string quoted;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (text[at] == '"' || text[at] == '\'') {
      const char mark = text[at];
      quoted += '"';
      for (end = at + 1; end < text.size() && text[end] != mark; ++end) {
        const bool is_escape = text[end] == '\\' && end + 1 < text.size();
        if (text[end] == '"') quoted += '\\';
        if (!is_escape || text[end + 1] != '\'') quoted += text[end];  // \' is no escape of JSON
        if (is_escape) quoted += text[++end];
      }
      quoted += '"';
      at = std::min(end + 1, text.size());
      continue;
    }
    if (text[at] == '#' || text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    while (end < text.size() && text::is_letter(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.empty())
      quoted += text[end++];
    else if (end < text.size() && text[end] == ':')
      quoted.append("\"").append(word).append("\"");
    else
      quoted.append(word == "True" ? "true" : word == "False" ? "false" : word == "None" ? "null" : word);
    at = end;
  }
  return quoted;
}

// The keys of moves that solve a cube, or may.
bool is_name_of_answer(std::string_view key) {
  constexpr std::array<std::string_view, 5> kNames{"solution", "answer", "inverse", "undo", "reverse"};
  return std::find(kNames.begin(), kNames.end(), text::in_lower_case(key)) != kNames.end();
}

// The object inside objects and lists that have nothing else, and in a pattern of cubing.js. A loop, because the text
// may be deep.
const JsonValue& unwrapped(const JsonValue& json) {
  const JsonValue* at = &json;
  while (at->is_object() || (at->is_array() && at->size() == 1 && at->front().is_object())) {
    if (at->is_array()) {
      at = &at->front();
      continue;
    }
    const JsonValue* inner = at->find("patternData");
    if (inner == nullptr && at->size() == 1 && text::in_lower_case(at->front().key()) != "corners" &&
        text::in_lower_case(at->front().key()) != "edges" && !is_name_of_answer(at->front().key()))
      inner = &at->front();
    if (inner == nullptr || !inner->is_object()) break;
    at = inner;
  }
  return *at;
}

// The keys under which others have a cube, or the moves that make it, beside keys that say something else.
bool is_name_of_cube(std::string_view key) {
  constexpr std::array<std::string_view, 12> kNames{"facelets", "state",    "cube",  "faces", "stickers",  "cubestring",
                                                    "position", "scramble", "moves", "alg",   "algorithm", "cubestate"};
  std::string name = text::in_lower_case(key);
  name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

Diagnosis refuse(std::string message) { return unreadable({std::move(message), {}}); }

// A list of 54 facelets or of moves.
Diagnosis examine_list(const JsonValue& list, const ReadOptions& how) {
  constexpr std::size_t kMissed = 4;     // of the facelets in faces or rows
  constexpr std::size_t kLongMove = 16;  // symbols
  const auto items = items_of(list);
  if (items.empty()) return refuse("the list is neither of 54 facelets nor of moves");
  const std::string together = as_text(items);
  const std::size_t count = split(together, 0).count;
  const auto is_row = [](const std::string& item) {
    return split(item, 0).count % 3 == 0 && item.find_first_of("'23") == std::string::npos;
  };
  if (items.size() == kFacelets || (items.size() >= kFaces && count + kMissed >= kFacelets &&
                                    count <= kFacelets + kMissed && std::all_of(items.begin(), items.end(), is_row)))
    return diagnose(together, how.listed);
  const auto is_cube = [](const std::string& item) {
    return text::words_of(item, 2).size() > 1 || split(item, 0).count > kLongMove;
  };
  // A solve of a timer: [[0, 12340], "R2 U F' L2", "", 1612345678].
  const auto has_letters = [](const std::string& item) {
    return std::any_of(item.begin(), item.end(), text::is_letter);
  };
  const bool is_of_timer = std::count_if(items.begin(), items.end(), has_letters) == 1;
  const auto cube = std::find_if(items.begin(), items.end(), is_cube);
  if (is_of_timer && cube != items.end() && has_letters(*cube))
    return examine(*cube, {{}, how.niss, how.listed, how.is_pocket});
  if (items.size() > 1 && cube != items.end())
    return refuse("the list has several cubes; several cubes are written one a line");
  const std::string text = fmt::format("{}", fmt::join(items, " "));
  return examine(text, items.size() == 1 ? ReadOptions{{}, how.niss, how.listed, how.is_pocket}
                                         : ReadOptions{Format::moves, how.niss});
}

Diagnosis diagnose_faces(const PaintedFaces& faces, const ReadOptions& how) {
  return diagnose(faces.facelets, listed_by_names(faces, how.listed));
}

Diagnosis examine_object(const JsonValue& json, const ReadOptions& how, int depth);

// A cube as the value of a key. Nothing if the value can be none.
std::optional<Diagnosis> examine_value(std::string_view key, const JsonValue& value, const ReadOptions& how,
                                       int depth) {
  constexpr int kDeepest = 1;
  if (value.is_array())
    if (const auto painted = facelets_of_faces(faces_of_list(value))) return diagnose_faces(*painted, how);
  if (value.is_array() && key != "facelets") return examine_list(value, how);
  if (const auto items = items_of(value); value.is_array() && !items.empty())
    return diagnose(as_text(items), how.listed);
  if (const JsonValue& inner = unwrapped(value); inner.is_object() && depth < kDeepest)
    return examine_object(inner, how, depth + 1);
  if (!value.is_text()) return std::nullopt;
  const std::string_view text = value.text();
  if (text::trimmed(text).empty()) return std::nullopt;
  return key == "facelets" ? diagnose(text, how.listed) : examine(text, {{}, how.niss, how.listed, how.is_pocket});
}

// What an object has instead of a cube.
Diagnosis refuse_object(const JsonValue& json, const NamedFaces& faces) {
  if (const auto missing = missing_faces(faces); !missing.empty())
    return refuse(fmt::format("the object lacks the face{} {}", missing.size() == 1 ? "" : "s", text::listed(missing)));
  for (const char* needed : {"cp", "co", "ep", "eo"})
    if (!json.contains(needed) && (json.contains("cp") || json.contains("ep")))
      return refuse(fmt::format("the object lacks the key \"{}\"", needed));
  if (json.contains("facelets")) return refuse("\"facelets\": expected a string, or a list of 54");
  std::vector<std::string> keys;
  for (const JsonValue& value : json) {
    const bool is_empty = value.is_text() && text::trimmed(value.text()).empty();
    if (is_name_of_cube(value.key()) && is_empty) return refuse(fmt::format("\"{}\" is empty", value.key()));
  }
  if (json.contains("session1")) return refuse("this is the export of a timer; its scrambles are written one a line");
  for (const JsonValue& value : json)
    if (keys.size() < 8) keys.push_back(fmt::format("\"{}\"", text::escaped(value.key(), 30)));
  return refuse(fmt::format(
      "{}; a cube needs \"corners\" and \"edges\", or {{\"facelets\": \"UUU...\"}} alone",
      keys.empty() ? "the object is empty"
                   : fmt::format("the object has {} {}, which {} no cube", keys.size() == 1 ? "the key" : "the keys",
                                 text::listed(keys), keys.size() == 1 ? "is" : "are")));
}

// The pieces of an object, in one of the forms that are known; nothing if it has none.
std::optional<Diagnosis> examine_pieces(const JsonValue& json) {
  if (json.contains("cp") && json.contains("ep")) {
    const Lists corners{json.find("cp"), "cp", json.find("co"), "co"};
    const Lists edges{json.find("ep"), "ep", json.find("eo"), "eo"};
    return pieces_of(json.find("center"), "center", kUsualOrder, corners, kOurs<kCorners>, edges, kOurs<kEdges>);
  }
  if (json.contains("CORNERS") && json.contains("EDGES")) {
    const JsonValue* corners = json.find("CORNERS");
    const char* pieces = corners->contains("pieces") ? "pieces" : "permutation";
    const JsonValue* held = json.find("CENTERS");
    return pieces_of(held == nullptr ? nullptr : held->find(pieces), std::string("CENTERS.") + pieces,
                     {U, L, F, R, B, D}, lists_of(json, "CORNERS", pieces), kReidCorners,
                     lists_of(json, "EDGES", pieces), kReidEdges);
  }
  if (!json.contains("corners") && !json.contains("edges")) return std::nullopt;
  return pieces_of(nullptr, "", kUsualOrder, lists_of(json, "corners", "permutation"), kOurs<kCorners>,
                   lists_of(json, "edges", "permutation"), kOurs<kEdges>);
}

constexpr std::string_view kFaceletsKey = "\"facelets\"";

bool is_name_of_moves(std::string_view key) { return key == "\"moves\"" || key == "\"alg\"" || key == "\"algorithm\""; }

// The name of another puzzle that an object is of, under a key that says so or in place of the cube.
std::string other_puzzle(const JsonValue& json, bool is_pocket) {
  constexpr std::array<const char*, 5> kKeys{"puzzle", "event", "type", "category", "discipline"};
  constexpr std::array<const char*, 7> kOthers{"minx", "tetra", "pyra", "skewb", "square", "clock", "magic"};
  for (const JsonValue& value : json) {
    const std::string lower = text::in_lower_case(value.key());
    const auto is_in = [](const std::string& text) {
      return [&text](const char* word) { return text.find(word) != std::string::npos; };
    };
    const bool is_of_puzzle = std::any_of(kKeys.begin(), kKeys.end(), is_in(lower));
    if (!is_of_puzzle && !is_name_of_cube(value.key())) continue;
    const JsonValue* named = &value;
    if (is_of_puzzle && value.is_object())
      for (const char* inner : {"id", "name"})
        if (const JsonValue* found = value.find(inner); found != nullptr) named = found;
    std::string name;
    if (named->is_text() || (is_of_puzzle && named->whole())) name = named->text();
    constexpr std::size_t kLongest = 20;
    if (name.size() > kLongest) continue;
    if (name.size() == 1 && lower == "puzzle") name = fmt::format("{}x{}", name, name);
    const std::string plain = text::in_lower_case(name);
    if (names_other_puzzle(name, is_pocket) ||
        (lower.find("puzzle") != std::string::npos && std::any_of(kOthers.begin(), kOthers.end(), is_in(plain))))
      return name;
  }
  return {};
}

// All that the object says of its cube has to be the same cube; but moves beside stickers or pieces may be what solves
// it. Other keys are left out.
Diagnosis examine_object(const JsonValue& json, const ReadOptions& how, int depth) {
  struct Named {
    std::string key;
    Diagnosis diagnosis;
  };
  std::vector<Named> cubes;
  std::vector<std::string> others;
  if (const std::string other = other_puzzle(json, how.is_pocket); !other.empty())
    return refuse(fmt::format("this is of another puzzle, {}", text::quoted(text::escaped(other, 30))));
  const NamedFaces faces = faces_of(json);
  auto painted = facelets_of_faces(faces);
  if (!painted)
    if (auto places = facelets_of_places(json)) painted = PaintedFaces{*std::move(places), true};
  auto pieces = examine_pieces(json);
  if (pieces && !pieces->cube) return *pieces;
  const bool has_all = pieces || painted;
  if (painted) cubes.push_back({"the faces", diagnose_faces(*painted, how)});
  if (pieces) cubes.push_back({"the pieces", *std::move(pieces)});
  const bool is_alone = json.size() == 1 && !is_name_of_face(json.front().key());
  constexpr std::size_t kMostCubes = 4;  // each of them may need a diagnosis
  constexpr std::size_t kMostOthers = 8;
  std::string problem;  // of the first short text that is no cube
  for (const JsonValue& value : json) {
    const std::string_view key = value.key();
    const std::string name = fmt::format("\"{}\"", text::escaped(key, 30));
    std::optional<Diagnosis> d;
    const bool is_json = value.is_text() && !is_alone && looks_like_json(value.text());
    if (is_alone && value.is_text() && is_name_of_answer(key) && parse_algorithm(value.text()))
      return refuse(
          fmt::format("{} may mean the moves that make the cube, or those that solve it; name what makes it "
                      "\"moves\"",
                      name));
    const bool has_moves = value.is_array() ? value.size() < kFacelets : value.contains("moves");
    if (is_alone && has_moves && is_name_of_answer(key))
      return refuse(fmt::format("{} may be what solves the cube; name the moves that make it \"moves\"", name));
    // A face or a move may stand there, too.
    const bool is_start =
        (key == "start" || key == "initial") && value.is_text() && split(value.text(), 0).count == kFacelets;
    if (is_alone || is_start || (is_name_of_cube(key) && !is_json)) d = examine_value(key, value, how, depth);
    // A short text that is no cube says something else of it.
    const bool is_other =
        d && !d->readable() && !is_alone && key != "facelets" && value.is_text() && value.text().size() < kFacelets / 2;
    if (is_other && problem.empty()) problem = fmt::format("{}: {}", name, d->problems.front());
    if (d && !is_other)
      cubes.push_back({name, *std::move(d)});
    else if (!has_all && others.size() < kMostOthers)
      others.push_back(name);
    if (cubes.size() > kMostCubes) return refuse("the object has too many keys that name a cube");
  }
  if (cubes.empty()) return problem.empty() ? refuse_object(json, faces) : refuse(problem);
  // Stickers and pieces before moves.
  std::stable_partition(cubes.begin(), cubes.end(), [](const Named& cube) { return cube.key == kFaceletsKey; });
  std::stable_partition(cubes.begin(), cubes.end(), [](const Named& cube) { return !is_name_of_moves(cube.key); });
  Named& first = cubes.front();
  for (const Named& other : cubes) {
    const bool are_readable = first.diagnosis.readable() && other.diagnosis.readable();
    if (&other == &first || (are_readable && other.diagnosis.cube == first.diagnosis.cube)) continue;
    if (is_name_of_moves(other.key) && !is_name_of_moves(first.key)) {
      others.push_back(other.key);
      continue;
    }
    if (are_readable)
      return refuse(fmt::format("{} and {} show different cubes; leave one of them out", first.key, other.key));
    const Named& wrong = first.diagnosis.readable() ? other : first;
    return refuse(fmt::format("{}: {}", wrong.key, wrong.diagnosis.problems.front()));
  }
  if (!first.diagnosis.readable() && (first.key == kFaceletsKey || cubes.size() > 1))
    first.diagnosis.problems.front() = first.key + ": " + first.diagnosis.problems.front();
  if (!others.empty() && first.key.starts_with('"') && !json.contains("schema"))  // ours says much else
    first.diagnosis.notes.insert(first.diagnosis.notes.begin(),
                                 fmt::format("the cube is {}; left out: {}", first.key, text::listed(others)));
  return std::move(first.diagnosis);
}

Diagnosis examine_document(const JsonValue& json, const ReadOptions& how) {
  if (json.is_object()) return examine_object(json, how, 0);
  if (!json.is_array()) return refuse("expected a JSON object with \"corners\" and \"edges\", or with \"facelets\"");
  if (const auto painted = facelets_of_faces(faces_of_list(json))) return diagnose_faces(*painted, how);
  if (!json.empty() && json.front().is_object())
    return refuse("a list of objects is no cube; several cubes are written one a line");
  const auto items = items_of(json);
  return items.empty() ? refuse("expected a list of 54 facelets") : diagnose(as_text(items), how.listed);
}

// Whether a list has a move with a mark among its items: R2, or R' that is no quotation of R.
bool has_marks(std::string_view list) {
  for (std::size_t at = 1; at + 1 < list.size(); ++at)
    if (text::is_letter(list[at]) && (text::is_digit(list[at + 1]) ||
                                      (list[at + 1] == '\'' && list[at - 1] != '\'' && !text::is_letter(list[at - 1]))))
      return true;
  return false;
}

}  // namespace

bool looks_like_json(std::string_view text) {
  text = text::trimmed(text);
  if (text.empty()) return false;
  constexpr std::ptrdiff_t kMany = 39;  // commas
  if (text[0] == '[' && text::trimmed(text.substr(1)).starts_with('{')) return true;
  if (text[0] == '[')
    return text.find(':') == std::string_view::npos && std::count(text.begin(), text.end(), ',') >= kMany &&
           !has_marks(text);
  if (text[0] != '{') return false;
  std::string_view rest = text::trimmed(text.substr(1));
  while (rest.ends_with(';')) rest.remove_suffix(1);
  const std::size_t colon = rest.find(':');
  // {"U", "R"} is a list of C and Java.
  const bool is_quoted = !rest.empty() && (rest[0] == '"' || rest[0] == '\'');
  if (rest.empty() || rest[0] == '}' || (is_quoted && (colon != std::string_view::npos || rest.back() != '}')))
    return true;
  // A key without quotation marks, as in JavaScript; a comment in braces has moves behind it.
  return colon != std::string_view::npos && rest.back() == '}' &&
         std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(colon), text::is_letter);
}

std::size_t begin_of_object(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const std::size_t sign = text.find_first_of("=:");
  if (sign == std::string_view::npos || sign > kLongest) return 0;
  const std::string_view name = text::trimmed(text.substr(0, sign));
  const auto is_of_name = [](char c) {
    return text::is_letter(c) || text::is_digit(c) || std::string_view("_. []").find(c) != std::string_view::npos;
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_of_name)) return 0;
  const std::size_t begin = text.find_first_not_of(" \t\r\n", sign + 1);
  return begin != std::string_view::npos && text[begin] == '{' ? begin : 0;
}

bool is_name_of_face(std::string_view word) {
  const std::string lower = text::in_lower_case(word);
  return !word.empty() && std::any_of(kFaceKeys.begin(), kFaceKeys.end(), [&](const FaceKeys& keys) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const auto& names) { return std::find(names.begin(), names.end(), lower) != names.end(); });
  });
}

Listed listed_by_names(const PaintedFaces& faces, const Listed& listed) {
  if (listed.order || !faces.are_places) return listed;
  return {orders_in_use().front(), listed.held, true};
}

std::optional<PaintedFaces> facelets_of_faces(const NamedFaces& faces) {
  for (const FaceKeys& keys : kFaceKeys) {
    std::vector<std::string> all;
    int found = 0;
    for (const auto& names : keys) {
      const auto face = std::find_if(faces.begin(), faces.end(), [&](const auto& named) {
        return !named.first.empty() &&
               std::find(names.begin(), names.end(), text::in_lower_case(named.first)) != names.end();
      });
      if (face == faces.end()) break;
      all.insert(all.end(), face->second.begin(), face->second.end());
      ++found;
    }
    if (found == kFaces) return PaintedFaces{as_text(all), &keys == &kFaceKeys.front()};
  }
  return std::nullopt;
}

namespace {

// Error: unreadable.
Expected<JsonDocument> parse_document(std::string_view text) {
  constexpr std::size_t kLongest = 1 << 16;  // a cube needs 300 bytes; endless brackets would use up memory
  if (text.size() > kLongest) return fail(fmt::format("the JSON text is longer than {} bytes", kLongest));
  text = text::trimmed(text);
  while (text.ends_with(';')) text.remove_suffix(1);
  const auto parse = [](std::string_view json) { return JsonDocument::parse(json, "the JSON text"); };
  auto json = parse(text);
  const auto is_settled = [&json] { return json || !json.error().position; };  // it is read, or has something twice
  // As Python and JavaScript write it, and as a part of a list: several lists, or a comma at the end.
  const std::string plain = without_last_commas(text);
  const bool is_part = plain.find_first_of("[{") != std::string::npos;
  for (const std::string& written : {plain, is_part ? as_list(plain) : plain}) {
    if (!is_settled()) json = parse(written);
    if (!is_settled()) json = parse(without_last_commas(with_double_quotes(written)));
  }
  if (!is_settled()) return fail("this is not valid JSON");  // where, is known of what was made of the text
  return json;
}

}  // namespace

Diagnosis examine_json(std::string_view text, const ReadOptions& how) {
  const auto json = parse_document(text);
  return json ? examine_document(unwrapped(json->value()), how) : unreadable(json.error());
}

std::optional<std::string> facelets_in_json(std::string_view text, std::size_t count) {
  const auto parsed = parse_document(text);
  if (!parsed) return std::nullopt;
  const JsonValue& json = unwrapped(parsed->value());
  std::vector<std::string> found;
  if (json.is_array()) found.push_back(as_text(items_of(json)));
  if (json.is_object()) {
    if (auto painted = facelets_of_faces(faces_of(json))) found.push_back(std::move(painted->facelets));
    for (const JsonValue& value : json)
      if (is_name_of_cube(value.key()) || json.size() == 1) found.push_back(as_text(items_of(value)));
  }
  const auto has_all = [count](const std::string& facelets) { return split(facelets, 0).count == count; };
  const auto complete = std::find_if(found.begin(), found.end(), has_all);
  return complete == found.end() ? std::nullopt : std::optional(*complete);
}

superflip::Json to_json(const Cube& c) {
  superflip::Json json;
  for (int x = 0; x < kCorners; ++x) json["corners"]["permutation"].push_back(c.corner_at(x));
  for (int x = 0; x < kCorners; ++x) json["corners"]["orientation"].push_back(c.twist_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["permutation"].push_back(c.edge_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["orientation"].push_back(c.flip_at(x));
  json["facelets"] = to_facelets(c);
  return json;
}

}  // namespace superflip
