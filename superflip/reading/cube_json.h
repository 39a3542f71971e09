// A cube as JSON: {"corners": {"permutation": [0, ...], "orientation": [0, ...]}, "edges": {...}, "facelets":
// "UUU..."}, with the numbers of cube.h. Either the pieces or the facelets suffice; if both are given, they must agree.
// Read, too, is what others write:
//
//   {"cp": [0, ...], "co": [0, ...], "ep": [0, ...], "eo": [0, ...], "center": [0, ...]}     cubejs, with the same
//   numbers
//   {"CORNERS": {"pieces": [0, ...], "orientation": [0, ...]}, "EDGES": {...}, "CENTERS": {...}}  a pattern of
//   cubing.js,
//                      whose places are in Reid's order (reid.h); also inside of "patternData"
//   {"U": "UUUUUUUUU", "R": [["R", ...], ...], ...}     the faces by their letters or as up, right, ..., each as nine
//                      letters or words, in any nesting of lists
//   ["U", ...]         the 54 facelets, in any nesting of lists; single quotes will do, as Python prints them
//
// Of the library's parsers only this one uses a JSON library.
#pragma once

#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/cube/cube.h"
#include "superflip/reading/doctor.h"

namespace SUPERFLIP_API superflip {

Diagnosis examine_json(std::string_view text, const Listed& listed = {});

// Whether a text is meant as JSON: an object with a key, or a list of at least forty items.
bool looks_like_json(std::string_view text);

// The cube need not be reachable.
Json to_json(const Cube& c);

}  // namespace superflip
