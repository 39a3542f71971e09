#include "superflip/reading/detail/turned_faces.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "superflip/reading/detail/net.h"

namespace superflip {
namespace {

// The stickers of one face, if it is written so.
struct Way {
  Side side;
  Stickers stickers;  // of all faces, but only those of this one are looked at
};

class TurnedFaces {
 public:
  TurnedFaces(const Stickers& written, bool oriented, const Layout& layout, Mirrors mirrors)
      : written_(written), oriented_(oriented), layout_(layout), sides_(sides_of(layout)) {
    placed_.fill(kNoColour);
    for (int quarters = 0; quarters < 4; ++quarters)
      for (const bool is_mirrored : {false, true}) {
        if (is_mirrored && mirrors == Mirrors::no) continue;
        std::array<Side, kFaces> sides{};
        for (int f = 0; f < kFaces; ++f) sides[f] = {static_cast<Face>(f), quarters, is_mirrored};
        const Stickers stickers = named_by_centres(arranged(written, with_sides(layout, sides)));
        for (int f = 0; f < kFaces; ++f) add({sides[f], stickers}, ways_[f]);
      }
  }

  // The layouts with exactly so many faces that are written otherwise.
  std::vector<Layout> with(int others) {
    visit(0, others);
    return std::move(found_);
  }

 private:
  // A face that looks the same in several ways is written in the way of the layout, if that is one of them.
  void add(const Way& way, std::vector<Way>& ways) const {
    const int begin = 9 * way.side.face;
    const auto same = std::find_if(ways.begin(), ways.end(), [&](const Way& other) {
      return std::equal(way.stickers.begin() + begin, way.stickers.begin() + begin + 9, other.stickers.begin() + begin);
    });
    if (same == ways.end())
      ways.push_back(way);
    else if (way.side == sides_[way.side.face])
      *same = way;
  }

  void visit(int face, int others) {
    if (face == kFaces) {
      const Layout layout = with_sides(layout_, chosen_);
      if (others == 0 && read_stickers(arranged(written_, layout), oriented_)) found_.push_back(layout);
      return;
    }
    for (const Way& way : ways_[face]) {
      const int left = others - (way.side == sides_[face] ? 0 : 1);
      if (left < 0) continue;
      std::copy_n(way.stickers.begin() + 9 * face, 9, placed_.begin() + 9 * face);
      chosen_[face] = way.side;
      if (may_be_a_cube()) visit(face + 1, left);
    }
    std::fill_n(placed_.begin() + 9 * face, 9, kNoColour);
  }

  // Whether the places whose stickers are all known show different pieces.
  bool may_be_a_cube() const {
    const Assembly parts = take_apart(placed_);
    return are_different(parts.corner, kCornerFacelets) && are_different(parts.edge, kEdgeFacelets);
  }

  template <std::size_t count, std::size_t size>
  bool are_different(const std::array<std::optional<Placed>, count>& parts,
                     const std::array<std::array<int, size>, count>& facelets) const {
    std::uint32_t seen = 0;
    for (std::size_t x = 0; x < count; ++x) {
      const bool is_known = std::all_of(facelets[x].begin(), facelets[x].end(),
                                        [this](int facelet) { return placed_[facelet] != kNoColour; });
      if (!is_known) continue;
      const std::uint32_t bit = parts[x] ? 1U << parts[x]->piece : 0;
      if (bit == 0 || (seen & bit) != 0) return false;
      seen |= bit;
    }
    return true;
  }

  const Stickers& written_;
  bool oriented_;
  const Layout& layout_;
  std::array<Side, kFaces> sides_;             // of the layout
  std::array<std::vector<Way>, kFaces> ways_;  // those in which the face looks different
  std::array<Side, kFaces> chosen_{};          // of the faces placed so far
  Stickers placed_;
  std::vector<Layout> found_;
};

}  // namespace

std::vector<Layout> turned_faces(const Stickers& written, bool oriented, const Layout& layout, int others,
                                 Mirrors mirrors) {
  return TurnedFaces(written, oriented, layout, mirrors).with(others);
}

}  // namespace superflip
