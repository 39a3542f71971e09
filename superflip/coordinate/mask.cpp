#include "superflip/coordinate/mask.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/coordinate/detail/pieces.h"

namespace superflip {
namespace {

constexpr std::array kNamedMasks{
    NamedMask{"Cross", "edges D layer", "the four edges of the D layer"},
    NamedMask{"XCross", "Cross + DFR FR", "the cross and the pair at DFR"},
    NamedMask{"F2L", "D layer + E slice", "the first two layers"},
    NamedMask{"EOLL", "F2L + edges U layer: orientation",
              "the first two layers, and the last layer's edges turned right"},
    NamedMask{"OLL", "F2L + U layer: orientation", "the first two layers, and the U face in one colour"},
    NamedMask{"CLL", "F2L + corners U layer", "the first two layers and all corners"},
    NamedMask{"COLL", "EOLL + corners U layer", "all but the permutation of the last layer's edges"},
    NamedMask{"ELL", "F2L + edges U layer", "the first two layers and all edges"},
    NamedMask{"PLL", "corners + edges", "the whole cube"},
    NamedMask{"ZBLL", "corners + edges", "the whole cube"},
    NamedMask{"EO", "edges: orientation", "all edges turned right; quarter turns of F and B flip four"},
    NamedMask{"EOLine", "EO + DF DB", "EO with two edges of the cross"},
    NamedMask{"EOCross", "EO + Cross", "EO with the cross"},
    NamedMask{"Domino", "EO + corners: orientation + edges E slice: place", "domino reduction on the axis UD"},
    NamedMask{"FB", "DL FL BL DFL DBL", "the first block of Roux, on the left"},
    NamedMask{"F2B", "FB + DR FR BR DFR DBR", "both blocks of Roux"},
    NamedMask{"CMLL", "F2B + corners", "both blocks of Roux and all corners"},
    NamedMask{"2x2x2", "DBL DB DL BL", "the block of 2x2x2 at DBL"},
    NamedMask{"2x2x3", "2x2x2 + DFL DF FL", "the block of 2x2x3 at DBL and DFL"},
};

std::string upper(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), text::to_upper);
  return text;
}

constexpr std::array kKinds{PieceKind::corners, PieceKind::edges};

}  // namespace

std::span<const NamedMask> named_masks() { return kNamedMasks; }

class Mask::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { split(); }

  Expected<std::vector<Part>> run() {
    if (tokens_.empty()) return wrong(0, "the mask is empty: expected pieces, or a name such as F2L");
    bool is_added = true;
    for (;;) {
      Expected<void> done = is_added ? add() : remove();
      if (!done) return tl::unexpected<Error>(std::move(done.error()));
      if (at_ == tokens_.size()) break;
      is_added = tokens_[at_++].text == "+";
    }
    std::erase_if(parts_, [](const Part& part) { return part.places == 0; });
    if (parts_.empty()) return wrong(0, "nothing is left of the mask: expected pieces that count");
    return std::move(parts_);
  }

 private:
  static constexpr std::string_view kPieces =
      "pieces (corners, edges, U layer, E slice, UF, ...) or a name such as F2L";

  // Pieces of both kinds.
  struct Group {
    std::array<Pieces, 2> pieces{};
  };

  void split() {
    const auto is_sign = [](char c) { return c == ':' || c == '+' || c == '-'; };
    for (std::size_t at = 0; at < text_.size();) {
      if (text::is_space(text_[at]) || text_[at] == ',') {
        ++at;
        continue;
      }
      std::size_t end = at + 1;
      if (!is_sign(text_[at]))
        while (end < text_.size() && !text::is_space(text_[end]) && text_[end] != ',' && !is_sign(text_[end])) ++end;
      tokens_.push_back({text_.substr(at, end - at), at});
      at = end;
    }
  }

  tl::unexpected<Error> wrong(std::size_t at, std::string message) const {
    return fail(ErrorKind::bad_option, std::move(message), text::symbols_before(text_, at));
  }
  tl::unexpected<Error> unexpected(std::string_view expected) const {
    if (at_ == tokens_.size()) return wrong(text_.size(), "the mask ends here: expected " + std::string(expected));
    return wrong(tokens_[at_].at,
                 text::quoted(tokens_[at_].text) + " is not known here: expected " + std::string(expected));
  }
  bool is_at(std::string_view word) const { return at_ < tokens_.size() && upper(tokens_[at_].text) == word; }
  bool is_at_end() const { return at_ == tokens_.size() || is_at("+") || is_at("-"); }
  bool accept(std::string_view word) {
    if (!is_at(word)) return false;
    ++at_;
    return true;
  }

  // Pieces; nothing if there are none here.
  std::optional<Group> group() {
    std::optional<Group> all;
    std::array<bool, 2> only{accept("CORNERS"), accept("EDGES")};
    const bool is_one_kind = only[0] != only[1];
    for (;; ++at_) {
      if (is_at_end() || is_at(":")) break;
      const std::string word = upper(tokens_[at_].text);
      Group more;
      if (at_ + 1 < tokens_.size() && word.size() == 1) {
        const std::string next = upper(tokens_[at_ + 1].text);
        if (next == "LAYER" && kFaceLetters.find(word[0]) != std::string_view::npos)
          more.pieces = {layer(PieceKind::corners, word[0]), layer(PieceKind::edges, word[0])};
        else if (next == "SLICE" && std::string_view("MES").find(word[0]) != std::string_view::npos)
          more.pieces[1] = slice(word[0]);
        else
          return std::nullopt;
        ++at_;
      } else if (const int corner = find_piece(PieceKind::corners, word); corner >= 0) {
        more.pieces[0] = static_cast<Pieces>(1U << corner);
      } else if (const int edge = find_piece(PieceKind::edges, word); edge >= 0) {
        more.pieces[1] = static_cast<Pieces>(1U << edge);
      } else {
        return std::nullopt;
      }
      if (!all) all.emplace();
      for (std::size_t k = 0; k < 2; ++k) all->pieces[k] |= more.pieces[k];
    }
    if (!is_one_kind) return all;
    if (!all) all = Group{{all_pieces(PieceKind::corners), all_pieces(PieceKind::edges)}};
    all->pieces[only[0] ? 1 : 0] = 0;
    return all;
  }

  const NamedMask* named() const {
    for (const NamedMask& mask : kNamedMasks)
      if (is_at(upper(mask.name))) return &mask;
    return nullptr;
  }

  Expected<void> add() {
    if (const NamedMask* const mask = named()) {
      ++at_;
      const auto parts = Parser(mask->mask).run();
      parts_.insert(parts_.end(), parts->begin(), parts->end());
      return is_at_end() ? Expected<void>{} : unexpected("+, - or the end after a name, which has no properties");
    }
    const std::optional<Group> pieces = group();
    if (!pieces) return unexpected(kPieces);
    Part part{};
    std::optional<Frame> frame;
    std::size_t frame_at = 0;
    if (accept(":")) {
      if (is_at_end()) return unexpected("order, place or orientation");
      while (!is_at_end()) {
        if (accept("ORDER"))
          part.order = true;
        else if (accept("PLACE"))
          part.together = true;
        else if (accept("ORIENTATION"))
          part.orientation = true;
        else if (part.orientation && !frame && (frame = accept_frame()))
          frame_at = tokens_[at_ - 1].at;
        else
          return unexpected("order, place or orientation");
      }
    } else {
      part.order = part.orientation = true;
    }
    for (const PieceKind kind : kKinds) {
      part.kind = kind;
      part.places = pieces->pieces[static_cast<std::size_t>(kind)];
      part.frame = frame.value_or(usual_frame(kind));
      if (part.places == 0) continue;
      if (kind == PieceKind::corners && part.frame == Frame::symmetric && part.orientation)
        return wrong(frame_at, "corners have no symmetric frame: expected UD, RL or FB");
      parts_.push_back(part);
    }
    return {};
  }

  std::optional<Frame> accept_frame() {
    for (const Frame frame : {Frame::ud, Frame::rl, Frame::fb, Frame::symmetric})
      if (accept(upper(name(frame)))) return frame;
    return std::nullopt;
  }

  Expected<void> remove() {
    std::optional<Group> pieces;
    if (const NamedMask* const mask = named()) {
      ++at_;
      pieces.emplace();
      const auto parts = Parser(mask->mask).run();
      for (const Part& part : *parts) pieces->pieces[static_cast<std::size_t>(part.kind)] |= part.places;
    } else {
      pieces = group();
    }
    if (!pieces) return unexpected(kPieces);
    if (!is_at_end()) return unexpected("+, - or the end");
    for (Part& part : parts_) part.places &= static_cast<Pieces>(~pieces->pieces[static_cast<std::size_t>(part.kind)]);
    return {};
  }

  struct Token {
    std::string_view text;
    std::size_t at;
  };
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Part> parts_;
};

Expected<Mask> Mask::parse(std::string_view text) {
  return Parser(text).run().map([&](std::vector<Part> parts) {
    Mask mask;
    mask.text_ = std::string(text::trimmed(text));
    mask.parts_ = std::move(parts);
    return mask;
  });
}

Pattern Mask::of(const Cube& cube) const {
  return Pattern::where([&](bool is_corner, int place, const Cube& other) {
    const PieceKind kind = is_corner ? PieceKind::corners : PieceKind::edges;
    return std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
      if (part.kind != kind) return true;
      const bool is_here = (part.places >> place & 1) != 0;
      const int piece = piece_at(other, kind, place);
      bool is_of_group = false;  // the piece belongs to these places
      for (int x = 0; x < pieces_of(kind); ++x)
        is_of_group = is_of_group || ((part.places >> x & 1) != 0 && piece_at(cube, kind, x) == piece);
      return (!part.order || !is_here || piece == piece_at(cube, kind, place)) &&
             (!part.together || is_of_group == is_here) &&
             (!part.orientation || !is_here ||
              orientation_at(other, kind, part.frame, place) == orientation_at(cube, kind, part.frame, place));
    });
  });
}

}  // namespace superflip
