// Names of faces: stickers of which each face stands behind its name, in lines or in one line, as people write them, as
// programs assign them, and in formatted texts: "U: UUUUUUUUU", "front = ...", "| **Up** | white, red, ...".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/reading/cube_json.h"

namespace superflip {

// The words of a line that has colours and nothing else, "white, red"; none if it has anything else.
std::vector<std::string_view> colours_of_words(std::string_view line);

// The name of a face at the beginning of a line: "U:", "front =", "White face:", or without a sign, alone in its line
// or before the stickers of one face, "U UUUUUUUUU".
struct FaceName {
  std::string_view name;
  std::size_t end;  // where the stickers begin in the line
  bool has_sign;
};
std::optional<FaceName> name_of_face(std::string_view line, std::size_t facelets_of_face);

// The facelets, in the usual order, of a text in which each of the six faces stands behind its name, in lines or in one
// line: "U: UUUUUUUUU". Two stickers of a face may be missing or too many.
std::optional<PaintedFaces> facelets_of_named_faces(std::string_view text, std::size_t facelets_of_face);

}  // namespace superflip
