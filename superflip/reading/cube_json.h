// A cube as JSON: {"corners": {"permutation": [0, ...], "orientation": [0, ...]}, "edges": {...}, "facelets":
// "UUU..."}, with the numbers of cube.h. Either the pieces or the facelets suffice; if both are given, they must agree.
// Read, too, is what others write:
//
//   {"cp": [0, ...], "co": [0, ...], "ep": [0, ...], "eo": [0, ...], "center": [0, ...]}
//        cubejs, with the same numbers
//   {"CORNERS": {"pieces": [0, ...], "orientation": [0, ...]}, "EDGES": {...}, "CENTERS": {...}}
//        a pattern of cubing.js, whose places are in Reid's order (reid.h); also inside of "patternData"
//   {"U": "UUUUUUUUU", "R": [["R", ...], ...], ...}
//        the faces by their letters, as up, right, ..., or by the colours of their centres, each as nine letters or
//        words, in any nesting of lists
//   ["U", ...]
//        the 54 facelets, in any nesting of lists; single quotes will do, as Python prints them
//   {"cube": "R U F"}   {"id": 7, "scramble": "R U F"}
//        a text alone, which is read as any text; beside other keys, one under a name that says what it is
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/cube/cube.h"
#include "superflip/reading/formats.h"

namespace SUPERFLIP_API superflip {

// The cube of a text in any of these forms, or what is wrong with it; other texts are unreadable.
Diagnosis examine_json(std::string_view text, const ReadOptions& how = {});

// The facelets alone, in the usual order, so many as `count`: of a list, of an object that has them, or of one with the
// faces as keys. Nothing if there are none.
std::optional<std::string> facelets_in_json(std::string_view text, std::size_t count);

// Whether a text is meant as JSON: an object with a key, or a list of at least forty items.
bool looks_like_json(std::string_view text);

// The end of what stands before an object in a program: "cube = {", "const cube = {", "cube: {"; 0 if there is nothing.
std::size_t begin_of_object(std::string_view text);

// Faces by their names, each with its facelets in one text or in nine.
using NamedFaces = std::vector<std::pair<std::string, std::vector<std::string>>>;

// "U", "Front", "white": a face, or the colour of its centre.
bool is_name_of_face(std::string_view word);

// The facelets in the usual order. They need not be 54.
struct PaintedFaces {
  std::string facelets;
  bool are_places;  // the names are those of places, as "U" and "front", so that the order is certain; not of colours
};
// Nothing if a face is missing.
std::optional<PaintedFaces> facelets_of_faces(const NamedFaces& faces);

// How the facelets are listed, if the caller knows no better.
Listed listed_by_names(const PaintedFaces& faces, const Listed& listed);

// The cube need not be reachable.
Json to_json(const Cube& c);

}  // namespace superflip
