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
    NamedMask{"all", "corners + edges + centres", "all pieces, of which others can be taken away"},
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
    NamedMask{"FB", "DL FL BL DFL DBL + centres L: order", "the first block of Roux, on the left"},
    NamedMask{"F2B", "FB + DR FR BR DFR DBR + centres R: order", "both blocks of Roux"},
    NamedMask{"CMLL", "F2B + corners", "both blocks of Roux and all corners"},
    NamedMask{"2x2x2", "DBL DB DL BL", "the block of 2x2x2 at DBL"},
    NamedMask{"2x2x3", "2x2x2 + DFL DF FL", "the block of 2x2x3 at DBL and DFL"},
};

std::string upper(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), text::to_upper);
  return text;
}

constexpr std::array kKinds{PieceKind::corners, PieceKind::edges, PieceKind::centres};

}  // namespace

std::span<const NamedMask> named_masks() { return kNamedMasks; }

class Mask::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { split(); }

  // What was read, with the centres that count.
  Expected<Mask> run() {
    return read().map([this] {
      add_usual_centres();
      Mask mask;
      mask.text_ = std::string(text::trimmed(text_));
      mask.parts_ = std::move(parts_);
      mask.names_turns_ = names_turns_;
      return mask;
    });
  }

 private:
  // What was read without a word about centres has all six, unless it adds only to names that have some.
  void add_usual_centres() {
    constexpr PieceKind kKind = PieceKind::centres;
    const bool has_some = std::any_of(parts_.begin(), parts_.end(), [](const Part& p) { return p.kind == kKind; });
    if (are_centres_named_ || (has_some && !has_name_without_centres_)) return;
    parts_.push_back({kKind, all_pieces(kKind), true, false, false, usual_frame(kKind)});
    are_centres_named_ = true;
  }

  Expected<void> read() {
    if (tokens_.empty()) return wrong(0, "the mask is empty: expected pieces, or a name such as F2L");
    bool is_added = true;
    for (;;) {
      Expected<void> done = is_added ? add() : remove();
      if (!done) return tl::unexpected<Error>(std::move(done.error()));
      if (at_ == tokens_.size()) break;
      is_added = tokens_[at_++].text == "+";
    }
    std::erase_if(parts_, [](const Part& part) { return part.places == 0 && part.kind != PieceKind::centres; });
    const auto is_nothing = [this](const Part& part) {
      return part.places == 0 || (part.kind == PieceKind::centres && !are_centres_named_);
    };
    if (std::all_of(parts_.begin(), parts_.end(), is_nothing))
      return wrong(0, "nothing is left of the mask: expected pieces that count");
    return {};
  }

  static constexpr std::string_view kPieces =
      "pieces (corners, edges, U layer, E slice, UF, centres L, ...) or a name such as F2L";

  // Pieces of all kinds.
  struct Group {
    std::array<Pieces, kPieceKinds> pieces{};
    bool is_empty() const { return pieces == decltype(pieces){}; }
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

  // What the word means; nothing if that is no piece.
  std::optional<Group> accept_pieces(bool centres_too) {
    const std::string word = upper(tokens_[at_].text);
    const std::string next = at_ + 1 < tokens_.size() ? upper(tokens_[at_ + 1].text) : std::string();
    const auto is_one_of = [&word](std::string_view letters) {
      return word.size() == 1 && letters.find(word[0]) != std::string_view::npos;
    };
    const bool is_layer = next == "LAYER" && is_one_of(kFaceLetters);
    const bool is_slice = next == "SLICE" && is_one_of("MES");
    Group found;
    if (is_slice) found.pieces[1] = slice(word[0]);
    for (const PieceKind kind : kKinds) {
      Pieces& pieces = found.pieces[static_cast<std::size_t>(kind)];
      if (is_layer && kind != PieceKind::centres)
        pieces = layer(kind, word[0]);
      else if (const int piece = find_piece(kind, word);
               !is_layer && piece >= 0 && (centres_too || kind != PieceKind::centres))
        pieces = static_cast<Pieces>(1U << piece);
    }
    if (found.is_empty()) return std::nullopt;
    at_ += is_layer || is_slice ? 2 : 1;
    return found;
  }

  // Pieces; nothing if there are none here.
  std::optional<Group> group() {
    const std::array only{accept("CORNERS"), accept("EDGES"), accept("CENTRES") || accept("CENTRE")};
    const bool are_kinds = only[0] || only[1] || only[2];
    Group all;
    bool is_first = true;
    for (; !is_at_end() && !is_at(":"); is_first = false) {
      const std::optional<Group> more = accept_pieces(only[2]);
      if (!more) return std::nullopt;
      for (std::size_t k = 0; k < all.pieces.size(); ++k) all.pieces[k] |= more->pieces[k];
    }
    if (is_first && !are_kinds) return std::nullopt;
    for (const PieceKind kind : kKinds) {
      const auto k = static_cast<std::size_t>(kind);
      if (is_first) all.pieces[k] = all_pieces(kind);
      if (are_kinds ? !only[k] : kind == PieceKind::centres) all.pieces[k] = 0;
    }
    return all;
  }

  const NamedMask* named() const {
    for (const NamedMask& mask : kNamedMasks)
      if (is_at(upper(mask.name))) return &mask;
    return nullptr;
  }

  // Without centres that it does not name.
  static std::vector<Part> parts_of(const NamedMask& mask) {
    Parser parser(mask.mask);
    return parser.read().map([&parser] { return std::move(parser.parts_); }).value();
  }

  Expected<void> add() {
    if (const NamedMask* const mask = named()) {
      ++at_;
      const std::vector<Part> parts = parts_of(*mask);
      parts_.insert(parts_.end(), parts.begin(), parts.end());
      if (std::none_of(parts.begin(), parts.end(), [](const Part& part) { return part.kind == PieceKind::centres; }))
        has_name_without_centres_ = true;
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
        else if (accept("ORIENTATION")) {
          part.orientation = true;
          names_turns_ = names_turns_ || pieces->pieces[2] != 0;
        } else if (part.orientation && !frame && (frame = accept_frame()))
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
      if (kind == PieceKind::centres) are_centres_named_ = true;
      if (kind == PieceKind::centres && frame)
        return wrong(frame_at, "the turns of centres have only one frame: expected none");
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
      for (const Part& part : parts_of(*mask))
        if (part.kind != PieceKind::centres) pieces->pieces[static_cast<std::size_t>(part.kind)] |= part.places;
    } else {
      pieces = group();
    }
    if (!pieces) return unexpected(kPieces);
    if (!is_at_end()) return unexpected("+, - or the end");
    if (pieces->pieces[2] != 0) add_usual_centres();
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
  bool are_centres_named_ = false;         // by a word of their own
  bool has_name_without_centres_ = false;  // such as Cross
  bool names_turns_ = false;
};

Expected<Mask> Mask::parse(std::string_view text) { return Parser(text).run(); }

Pattern Mask::of(const Cube& cube, Centres centres) const {
  const auto fits = [&](PieceKind kind, int place, const Cube& other) {
    return std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
      if (part.kind != kind) return true;
      const bool is_here = (part.places >> place & 1) != 0;
      const int piece = piece_at(other, kind, place);
      bool is_of_group = false;  // the piece belongs to these places
      for (int x = 0; x < pieces_of(kind); ++x)
        is_of_group = is_of_group || ((part.places >> x & 1) != 0 && piece_at(cube, kind, x) == piece);
      return (!part.order || !is_here || piece == piece_at(cube, kind, place)) &&
             (!part.together || is_of_group == is_here) &&
             (!part.orientation || !is_here || kind == PieceKind::centres ||
              orientation_at(other, kind, part.frame, place) == orientation_at(cube, kind, part.frame, place));
    });
  };
  Pattern pattern = Pattern::where([&](bool is_corner, int place, const Cube& other) {
    return fits(is_corner ? PieceKind::corners : PieceKind::edges, place, other);
  });
  pattern.rotations = 0;
  for (const Symmetry s : kAllRotations) {
    bool fit = true;
    for (int face = 0; face < kFaces; ++face) fit = fit && fits(PieceKind::centres, face, kSymmetryCubes[s]);
    if (fit) pattern.rotations |= std::uint64_t{1} << s;
  }
  for (const Part& part : parts_)
    for (int face = 0; face < kFaces; ++face) {
      if (centres != Centres::turned || part.kind != PieceKind::centres || !part.orientation) continue;
      if ((part.places >> face & 1) == 0) continue;
      std::uint32_t turned = 0;
      for (int centre = 0; centre < kFaces; ++centre) turned |= Pattern::bit_of_centre(centre, cube.turn_at(face));
      pattern.centre[face] &= turned;
    }
  return pattern;
}

}  // namespace superflip
