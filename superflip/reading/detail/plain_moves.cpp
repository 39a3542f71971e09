#include "superflip/reading/detail/plain_moves.h"

#include "superflip/cube/piece.h"

namespace superflip {

std::optional<PlainMoves> PlainMoves::of(std::string_view text) {
  constexpr std::size_t kLeastMarks = 2;
  PlainMoves plain;
  std::size_t marks = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t face = kFaceLetters.find(text[at++]);
    if (face == std::string_view::npos || plain.size_ == kMost) return std::nullopt;
    int turns = 1;
    if (at < text.size() && (text[at] == '2' || text[at] == '\'')) {
      turns = text[at++] == '2' ? 2 : 3;
      ++marks;
    }
    plain.moves_[plain.size_++] = make_move(static_cast<Face>(face), turns);
    if (at == text.size()) return marks >= kLeastMarks ? std::optional(plain) : std::nullopt;
    if (text[at++] != ' ') return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace superflip
