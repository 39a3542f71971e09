// FacePatterns: what the faces of a cube shall look like, in abstract colours.
//
//   xox/oxo/xox              the rows of a face: the same letter is the same colour, another letter another one
//   xxx/x?x/xxx              ? may be any colour, also that of a letter
//   xox/oxo/xox@UD           on these faces only
//   dot, checkerboard, ...   a name (named_face_patterns())
//   upright                  patterns are not turned in their faces; else each may be turned on each face
//   mirrored                 their mirror images count, too
//   continuous               stickers that meet at an edge of the cube have the same letter
//
// Words stand apart, in any order. On every face the cube shows one of the patterns for that face; a face without any
// may look as it likes. Which colour a letter is may differ from face to face. Letters mean the same in all patterns
// only where they are continuous.
//
// The cubes are found face by face. A face is chosen with its pattern, turned, and its colours; the places beside it
// may then hold only pieces that show them, and the other faces only looks that agree with these. So every choice of
// six faces is a Pattern. (The pattern editor of Kociemba's Cube Explorer asks such questions.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/piece.h"

namespace SUPERFLIP_API superflip {

struct NamedFacePattern {
  std::string_view name;     // "checkerboard"
  std::string_view pattern;  // "xox/oxo/xox"
};
std::span<const NamedFacePattern> named_face_patterns();

class FacePatterns {
 public:
  // Rows are letters A-Z, a-z and digits, at most six different ones, and ?; capital and small letters are different
  // colours. Names, faces and the other words are read in capitals or not. Error: bad_option, with the word that is not
  // understood, or where a face may have more than kMaxLooks looks: each pattern that is given for it, turned and
  // mirrored, in all colours, even where some of them are alike.
  static Expected<FacePatterns> parse(std::string_view text);
  static constexpr std::size_t kMaxLooks = 20'000;

  // As it was given, without blanks at its ends.
  const std::string& text() const { return text_; }

  // Whether the faces of the cube look so. Its centres are taken to be in their places. With many continuous patterns
  // this may take long; false, too, where `stop` ended it.
  bool hold(const Cube& cube, const StopFlag* stop = nullptr) const;

  // No limit on the work of visit() and visit_sets().
  static constexpr std::uint64_t kNoMost = ~std::uint64_t{0};

  // Calls visit() with sets that together have exactly the reachable cubes that look so, always in the same order,
  // until it returns false. A cube may be in several of them. Returns false if it was ended: by visit(), by `stop`, or
  // because more than `most` looks of faces had to be compared (10^8 take a second or two, and most patterns need far
  // fewer).
  bool visit_sets(const std::function<bool(const Pattern&)>& visit, const StopFlag* stop = nullptr,
                  std::uint64_t most = kNoMost) const;

  // The same with the cubes one by one, each once. progress() is told the part of the work that is behind, 0..1; work
  // is a choice of looks, whether many cubes have it or none, and it is told at every step.
  bool visit(const std::function<bool(const Cube&)>& visit, const StopFlag* stop = nullptr,
             std::uint64_t most = kNoMost, const std::function<void(double done)>& progress = {}) const;

  // How many cubes look so, without listing them: where no cube can show two looks of a face, the sum over the sets of
  // cubes. Else, and where `stop` or `most` ended it, at least so many.
  struct Count {
    Uint128 cubes;
    bool is_exact;
  };
  Count count(const StopFlag* stop = nullptr, std::uint64_t most = kNoMost) const;

 private:
  // A face that looks as it should: its colours and letters, and the options of the places beside it.
  struct Look {
    std::array<std::uint8_t, 9> colours;  // kNoColour: any
    std::array<char, 9> letters;          // '?': any; all of them so unless the patterns are continuous
    std::array<std::uint32_t, 4> corner;
    std::array<std::uint32_t, 4> edge;
  };
  using Chosen = std::array<std::size_t, kFaces>;  // a look of each face
  class Matching;

  // The colours and letters of looks.
  using Met = std::set<std::pair<std::array<std::uint8_t, 9>, std::array<char, 9>>>;

  FacePatterns() = default;
  // Those that are not in `met`, which must be the looks of the face.
  void add_looks(int face, std::string_view letters, Met& met);
  // Whether no cube shows two looks of a face, for all faces. False, too, if the work must end.
  bool are_apart(const std::function<bool(std::uint64_t looks)>& spend) const;
  // Whether the letters of both faces agree where they meet.
  bool meet(int face, std::size_t look, int other, std::size_t other_look) const;
  enum class Shown { yes, no, unknown };
  // Pays for so many looks that were compared. False if the work must end.
  using Spend = std::function<bool(std::uint64_t looks)>;
  // The first choice of looks, in the order of the faces, that the cube shows from the nth face on; unknown where the
  // work was ended.
  Shown find(const Cube& cube, int n, Chosen& chosen, const Spend& spend) const;

  std::string text_;
  bool is_continuous_ = false;
  std::array<std::vector<Look>, kFaces> looks_;
  std::array<int, kFaces> order_{U, R, F, D, L, B};  // in which they are chosen: faces with few looks first
};

}  // namespace superflip
