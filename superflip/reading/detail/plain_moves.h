// Plain moves: turns of faces as programs write scrambles, `R U2 F'`, with one blank between two of them.
//
// Most lines of long lists are such texts, and they are read at once. Invariant: what is said to be plain is moves to
// everything else that reads (formats.h), without a note. So at least two turns have a mark, which stickers do not
// have, and with at most 35 turns there are too few letters for the stickers or the pieces of a cube, also where marks
// count.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "superflip/cube/move.h"

namespace superflip {

class PlainMoves {
 public:
  static constexpr std::size_t kMost = 35;

  // Nothing for any other text.
  static std::optional<PlainMoves> of(std::string_view text);
  std::span<const Move> moves() const { return std::span(moves_).first(size_); }

 private:
  std::array<Move, kMost> moves_{};
  std::size_t size_ = 0;
};

}  // namespace superflip
