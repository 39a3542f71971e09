#include "superflip/coordinate/described/description.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/described/arrangement.h"
#include "superflip/coordinate/described/modulo.h"
#include "superflip/coordinate/described/within.h"
#include "superflip/coordinate/detail/pieces.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/move_set.h"

namespace superflip {
namespace {

// The four corners that an even number of quarter turns of two faces can bring to URF's place: URF ULB DLF DRB.
constexpr Pieces kTetrad = 1U << URF | 1U << ULB | 1U << DLF | 1U << DRB;

struct Token {
  std::string_view text;
  std::size_t at;
};

// Words, the signs : * | and whole bracketed groups.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  const auto is_sign = [](char c) { return c == ':' || c == '*' || c == '|'; };
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_space(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (!is_sign(text[at])) {
      int depth = 0;
      for (end = at; end < text.size(); ++end) {
        depth += (text[end] == '(' || text[end] == '[') - (text[end] == ')' || text[end] == ']');
        if (depth <= 0 && (text::is_space(text[end]) || is_sign(text[end]))) break;
      }
    }
    tokens.push_back({text.substr(at, end - at), at});
    at = end;
  }
  return tokens;
}

// The pieces of one kind as described by the text so far.
struct Said {
  std::vector<std::vector<PieceSet>> arrangements;  // each a list of disjoint sets
  Pieces oriented = 0;
  bool all_oriented = false;
  std::optional<Frame> frame;
  std::optional<MoveSet> within;  // only the values that these moves reach count

  // Whether the arrangement has the orientation of that piece. That of all corners or edges is a part of its own.
  bool is_oriented(PieceKind kind, int piece) const {
    return all_oriented ? !has_fixed_sum(kind) : (oriented >> piece & 1) != 0;
  }
};

// The sets of the common refinement, in the order in which their pieces were first mentioned.
std::vector<PieceSet> refined(Said said, PieceKind kind) {
  if (said.all_oriented && !has_fixed_sum(kind)) said.arrangements.push_back({{all_pieces(kind), false, false}});
  // Pieces with equal labels may be exchanged freely.
  std::array<std::vector<int>, kEdges> label;
  for (int p = 0; p < pieces_of(kind); ++p) {
    const bool oriented = said.is_oriented(kind, p);
    label[p].push_back(oriented ? 1 : 0);
    for (const auto& sets : said.arrangements) {
      int own = -1;
      for (std::size_t s = 0; s < sets.size(); ++s)
        if ((sets[s].pieces >> p & 1) != 0) own = sets[s].ordered ? 100 + p : static_cast<int>(s);
      label[p].push_back(own);
    }
  }
  const auto alike = [&](int p, Pieces among) {
    Pieces same = 0;
    for (int q = 0; q < pieces_of(kind); ++q)
      if ((among >> q & 1) != 0 && label[q] == label[p]) same |= static_cast<Pieces>(1U << q);
    return same;
  };
  std::vector<PieceSet> result;
  Pieces done = 0;
  for (const auto& sets : said.arrangements)
    for (const PieceSet& set : sets)
      for (const bool oriented : {true, false}) {
        Pieces left = 0;
        for (int p = 0; p < pieces_of(kind); ++p)
          if (((set.pieces & ~done) >> p & 1) != 0 && (label[p][0] != 0) == oriented)
            left |= static_cast<Pieces>(1U << p);
        done |= left;
        bool singles = true;
        for (int p = 0; p < pieces_of(kind); ++p)
          if ((left >> p & 1) != 0) singles = singles && std::popcount(alike(p, left)) == 1;
        if (left != 0 && singles) {
          result.push_back({left, std::popcount(left) > 1, oriented});
          continue;
        }
        while (left != 0) {
          const Pieces same = alike(std::countr_zero(left), left);
          result.push_back({same, false, oriented});
          left &= static_cast<Pieces>(~same);
        }
      }
  if (result.size() == 1 && result[0].pieces == all_pieces(kind) && !result[0].ordered && !result[0].oriented)
    result.clear();
  return result;
}

class Parser {
 public:
  Parser(std::string_view text, const StopFlag* stop) : text_(text), tokens_(tokens_of(text)), stop_(stop) {}

  Expected<Description> run() {
    if (auto error = description(0)) return tl::unexpected<Error>(std::move(*error));
    Description described;
    for (const Slot& slot : slots_) {
      if (is_in_arrangement(slot)) continue;
      auto part =
          slot.modulo ? slot.modulo : make_part(said_[static_cast<int>(slot.kind)], slot.kind, slot.is_arrangement);
      if (!part) continue;
      if (!slot.within) {
        described.parts.push_back(*std::move(part));
        continue;
      }
      auto within = Within::make(*part, *slot.within, stop_);
      if (!within) return tl::unexpected<Error>(std::move(within.error()));
      described.parts.emplace_back(*std::move(within));
      if (described.within.empty()) described.within = slot.within->text();
    }
    if (described.parts.empty())
      return fail("this describes nothing: all pieces are exchangeable, and their orientations do not count", 0);
    return described;
  }

 private:
  using Failure = std::optional<Error>;

  // A part of the product, in the order in which they were first named.
  struct Slot {
    PieceKind kind;
    bool is_arrangement;
    std::optional<AnyCoordinate> modulo;
    std::optional<MoveSet> within;
  };

  static std::string text_of(const std::optional<MoveSet>& moves) { return moves ? moves->text() : std::string(); }

  // Whether the arrangement of the same pieces includes this slot's orientations. It does if they have no fixed sum,
  // because then each piece's orientation is independent. One part is better than two, because symmetries mix the two.
  bool is_in_arrangement(const Slot& slot) const {
    if (has_fixed_sum(slot.kind) || slot.is_arrangement || slot.modulo) return false;
    const Slot* places = taken(slot.kind, true);
    return places != nullptr && !places->modulo && text_of(places->within) == text_of(slot.within);
  }

  static std::optional<AnyCoordinate> make_part(const Said& said, PieceKind kind, bool is_arrangement) {
    const Frame frame = said.frame.value_or(usual_frame(kind));
    if (!is_arrangement) return AnyCoordinate(Orientation(kind, frame));
    std::vector<PieceSet> sets = refined(said, kind);
    if (sets.empty()) return std::nullopt;
    return AnyCoordinate(Arrangement(kind, std::move(sets), frame));
  }

  bool at_end() const { return next_ == tokens_.size(); }
  std::string_view peek(std::size_t ahead = 0) const {
    return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view();
  }
  std::size_t byte() const { return at_end() ? text_.size() : tokens_[next_].at; }
  // Of the next token, in symbols, as Error::position is.
  std::size_t position() const { return text::symbols_before(text_, byte()); }
  bool accept(std::string_view word) {
    if (peek() != word || at_end()) return false;
    ++next_;
    return true;
  }
  Failure error(const std::string& message) const { return Error{message, position()}; }
  Failure unexpected(const std::string& expected) const {
    return error(at_end() ? "the description ends where " + expected + " was expected"
                          : text::quoted(peek()) + " found; expected " + expected);
  }

  Failure description(int depth) {
    do {
      if (auto failure = factor(depth)) return failure;
    } while (accept("*"));
    return at_end() ? Failure() : unexpected("* and another part, or the end");
  }

  Failure factor(int depth) {
    // "Corners" alone is the name of a coordinate; before pieces or a colon it is a kind of piece.
    const auto is_word = [this](std::string_view word) {
      return std::equal(word.begin(), word.end(), peek().begin(), peek().end(),
                        [](char a, char b) { return text::to_upper(a) == text::to_upper(b); });
    };
    const bool is_alone = peek(1).empty() || peek(1) == "*";
    constexpr std::array<std::pair<std::string_view, PieceKind>, 8> kKinds{{{"corners", PieceKind::corners},
                                                                            {"corner", PieceKind::corners},
                                                                            {"edges", PieceKind::edges},
                                                                            {"edge", PieceKind::edges},
                                                                            {"centres", PieceKind::centres},
                                                                            {"centre", PieceKind::centres},
                                                                            {"centers", PieceKind::centres},
                                                                            {"center", PieceKind::centres}}};
    for (const auto& [word, kind] : kKinds) {
      if (is_alone || !is_word(word)) continue;
      ++next_;
      return pieces_factor(kind);
    }
    const CatalogueEntry* entry = find_in_catalogue(peek());
    constexpr int kDeepest = 8;
    if (at_end() || entry == nullptr || depth == kDeepest)
      return unexpected("corners, edges, centres or the name of a coordinate such as UDSlice");
    const std::vector<Token> inner = tokens_of(entry->description);
    std::vector<Token> outer = std::exchange(tokens_, inner);
    const std::size_t after = std::exchange(next_, 0) + 1;
    Failure failure = description(depth + 1);
    tokens_ = std::move(outer);
    next_ = after - 1;
    if (failure) return error(failure->message);
    next_ = after;
    return {};
  }

  // "UR FL" or "U layer" or "M slice", any number of them.
  Failure set(PieceKind kind, Pieces& pieces) {
    while (!at_end()) {
      const std::string_view word = peek();
      const bool is_face = word.size() == 1 && kFaceLetters.find(word[0]) != std::string_view::npos;
      const bool is_slice = word == "M" || word == "E" || word == "S";
      Pieces more = 0;
      if (is_face && (peek(1) == "layer" || peek(1) == "layers")) {
        if (kind == PieceKind::centres)
          return unexpected("a centre, named by its face: the layer U has only the centre U");
        more = layer(kind, word[0]);
        ++next_;
      } else if (is_slice && peek(1) == "slice") {
        if (kind != PieceKind::edges)
          return unexpected(kind == PieceKind::corners ? "corners; a slice has none"
                                                       : "centres, named by their faces: U F D B");
        more = slice(word[0]);
        ++next_;
      } else if (const int piece = find_piece(kind, word); piece >= 0) {
        more = static_cast<Pieces>(1U << piece);
      } else {
        return {};
      }
      if ((pieces & more) != 0) return error(text::quoted(word) + " is named twice");
      pieces |= more;
      ++next_;
    }
    return {};
  }

  Failure pieces_factor(PieceKind kind) {
    Pieces pieces = 0;
    const std::size_t begin = next_;
    const std::size_t at = position();
    if (auto failure = set(kind, pieces)) return failure;
    if (!accept(":"))
      return unexpected(std::array{"a corner (URF), a layer (U layer) or a colon",
                                   "an edge (UR), a layer (U layer), a slice (M slice) or a colon",
                                   "a centre (U) or a colon"}[static_cast<std::size_t>(kind)]);
    const bool all = begin + 1 == next_ || pieces == all_pieces(kind);
    if (all) pieces = all_pieces(kind);
    Said said;
    if (auto failure = properties(kind, pieces, all, said)) return failure;
    if (accept("modulo")) return modulo(kind, said);
    if (auto failure = within(said)) return failure;
    return join(kind, std::move(said), at);
  }

  Failure properties(PieceKind kind, Pieces pieces, bool all, Said& said) {
    const std::string expected =
        std::array{"order, place, orientation, tetrad, layer or sets of pieces (U layer | D layer)",
                   "order, place, orientation, layer, slice or sets of pieces (U layer | D layer)",
                   "order, place, orientation or sets of centres (U D | R L)"}[static_cast<std::size_t>(kind)];
    const std::size_t first = next_;
    const std::size_t at_properties = position();
    while (!at_end() && peek() != "*" && peek() != "modulo" && peek() != "within") {
      if (accept("order")) {
        said.arrangements.push_back({{pieces, true, false}});
      } else if (accept("place") || accept("places")) {
        said.arrangements.push_back({{pieces, false, false}});
      } else if (accept("orientation")) {
        if (all)
          said.all_oriented = true;
        else
          said.oriented = pieces;
        if (auto failure = frame(kind, said)) return failure;
      } else if (all && kind == PieceKind::corners && (accept("tetrad") || accept("tetrads"))) {
        said.arrangements.push_back({{kTetrad, false, false}});
      } else if (all && kind != PieceKind::centres && (accept("layer") || accept("layers"))) {
        said.arrangements.push_back({{layer(kind, 'U'), false, false}, {layer(kind, 'D'), false, false}});
      } else if (all && kind == PieceKind::edges && (accept("slice") || accept("slices"))) {
        said.arrangements.push_back({{slice('E'), false, false}, {slice('M'), false, false}});
      } else if (const std::size_t before = next_; all) {
        if (auto failure = sets(kind, said)) return failure;
        if (next_ == before) return unexpected(expected);
      } else {
        return unexpected("order, place or orientation");
      }
    }
    if (next_ == first) return unexpected(expected);
    if (said.oriented != 0 && said.arrangements.empty())
      return Error{
          "the orientation of some pieces means nothing without their places: write place orientation, or order "
          "orientation",
          at_properties};
    return {};
  }

  Failure frame(PieceKind kind, Said& said) {
    constexpr std::array<std::pair<std::string_view, Frame>, 7> kFrames{{{"UD", Frame::ud},
                                                                         {"DU", Frame::ud},
                                                                         {"RL", Frame::rl},
                                                                         {"LR", Frame::rl},
                                                                         {"FB", Frame::fb},
                                                                         {"BF", Frame::fb},
                                                                         {"symmetric", Frame::symmetric}}};
    for (const auto& [word, frame] : kFrames) {
      if (peek() != word) continue;
      if (kind == PieceKind::centres) return unexpected("no frame: the turns of centres have only one");
      if (kind == PieceKind::corners && frame == Frame::symmetric) return unexpected("UD, RL or FB for corners");
      said.frame = frame;
      ++next_;
      break;
    }
    return {};
  }

  // "U layer | D layer"; the remaining pieces form a set of their own.
  Failure sets(PieceKind kind, Said& said) {
    std::vector<PieceSet> found;
    Pieces met = 0;
    do {
      Pieces pieces = 0;
      const std::size_t begin = position();
      if (auto failure = set(kind, pieces)) return failure;
      if (pieces == 0) return found.empty() ? Failure() : unexpected("pieces after |");
      if ((met & pieces) != 0) return Error{"a piece of this set is also in another set", begin};
      met |= pieces;
      found.push_back({pieces, false, false});
    } while (accept("|"));
    said.arrangements.push_back(std::move(found));
    return {};
  }

  // The moves after `modulo` or `within`, in space. They turn the centres, too, which only coordinates that see it
  // notice.
  Expected<MoveSet> moves() {
    const std::size_t begin = position();
    const std::size_t first = byte();
    std::string text;  // as written, so that positions refer to the description
    for (; !at_end() && peek() != "*" && peek() != "within"; ++next_) {
      text.resize(tokens_[next_].at - first, ' ');
      text += peek();
    }
    Expected<MoveSet> moves = parse_generators(text, Centres::turned);
    // Parses again with blanks in front, so that the error counts the characters of the whole text.
    if (!moves) moves = parse_generators(std::string(begin, ' ') + text, Centres::turned);
    if (!moves) moves.error().position = std::max(moves.error().position.value_or(0), begin);
    return moves;
  }

  Failure within(Said& said) {
    if (!accept("within")) return {};
    Expected<MoveSet> allowed = moves();
    if (!allowed) return std::move(allowed.error());
    said.within = *std::move(allowed);
    return {};
  }

  Failure modulo(PieceKind kind, Said& said) {
    const bool is_arrangement = !said.arrangements.empty();
    if (is_arrangement && said.all_oriented)
      return unexpected("one property before modulo: order or orientation, not both");
    const std::size_t begin = position();
    Expected<MoveSet> subgroup = moves();
    if (!subgroup) return std::move(subgroup.error());
    if (auto failure = within(said)) return failure;
    const auto base = make_part(said, kind, is_arrangement);
    if (!base) return Error{"nothing counts before modulo", begin};
    Expected<Modulo> coordinate = Modulo::make(*base, *subgroup, stop_);
    if (!coordinate) return Error{coordinate.error().message, begin, coordinate.error().kind};
    if (taken(kind, is_arrangement))
      return Error{"a part with modulo cannot be combined with another part about the same pieces", begin};
    slots_.push_back({kind, is_arrangement, AnyCoordinate(std::move(*coordinate)), said.within});
    return {};
  }

  const Slot* taken(PieceKind kind, bool is_arrangement) const {
    for (const Slot& slot : slots_)
      if (slot.kind == kind && slot.is_arrangement == is_arrangement) return &slot;
    return nullptr;
  }

  Failure claim(PieceKind kind, bool is_arrangement, const Said& said, std::size_t at) {
    const Slot* slot = taken(kind, is_arrangement);
    const Slot* other = has_fixed_sum(kind) ? nullptr : taken(kind, !is_arrangement);  // which may become one part
    const auto is_unlike = [&](const Slot* one) {
      return one != nullptr && text_of(one->within) != text_of(said.within);
    };
    if (slot != nullptr && slot->modulo)
      return Error{"a part with modulo cannot be combined with another part about the same pieces", at};
    if (is_unlike(slot) || is_unlike(other))
      return Error{"this part and an earlier one about the same pieces must be within the same moves", at};
    if (slot == nullptr) slots_.push_back({kind, is_arrangement, {}, said.within});
    return {};
  }

  // `at` is the position of the pieces or the colon in the text.
  Failure join(PieceKind kind, Said&& more, std::size_t at) {
    Said& said = said_[static_cast<int>(kind)];
    const bool orients = more.all_oriented || more.oriented != 0;
    const Frame frame = more.frame.value_or(usual_frame(kind));
    if (orients && said.frame && *said.frame != frame)
      return Error{"two frames of orientation, " + std::string(name(*said.frame)) + " and " + std::string(name(frame)) +
                       ": expected one for all " + std::string(name(kind)),
                   at};
    if (orients) said.frame = frame;
    if (more.all_oriented)
      if (auto failure = claim(kind, false, more, at)) return failure;
    if (!more.arrangements.empty())
      if (auto failure = claim(kind, true, more, at)) return failure;
    said.all_oriented = said.all_oriented || more.all_oriented;
    said.oriented |= more.oriented;
    for (auto& sets : more.arrangements) said.arrangements.push_back(std::move(sets));
    return {};
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  const StopFlag* stop_;
  std::size_t next_ = 0;
  std::array<Said, kPieceKinds> said_;
  std::vector<Slot> slots_;
};

}  // namespace

std::string Description::name() const {
  std::string joined;
  for (const AnyCoordinate& part : parts) joined += (joined.empty() ? "" : " * ") + part.name();
  return joined;
}

long double Description::size() const {
  long double product = 1;
  for (const AnyCoordinate& part : parts) product *= static_cast<long double>(part.size());
  return product;
}

Centres centres_of(const Description& coordinate) {
  Centres seen = Centres::fixed;
  for (const AnyCoordinate& part : coordinate.parts) seen = std::max(seen, centres_of(part));
  return seen;
}

Expected<Product> Description::product() const {
  if (size() >= static_cast<long double>(std::numeric_limits<std::int64_t>::max()))
    return fail(ErrorKind::bad_option, name() + " has more than 2^63 values, which is all that can be numbered");
  return Product(parts);
}

Uint128 Description::value_of(const Cube& c) const { return value_of_parts<Uint128>(parts, c); }

Cube Description::cube_of(Uint128 value) const {
  Cube c;
  assign_parts(parts, c, value);
  return c;
}

Uint128 Description::values() const {
  Uint128 product = 1;
  for (const AnyCoordinate& part : parts) product *= part.size();
  return product;
}

bool Description::defined(const Cube& c) const {
  return std::all_of(parts.begin(), parts.end(), [&c](const AnyCoordinate& part) { return part.defined(c); });
}

Expected<Description> parse_description(std::string_view text, const StopFlag* stop) {
  return Parser(text, stop).run().map_error([](Error error) {
    return error.kind == ErrorKind::stopped ? error : as_bad_option(std::move(error));
  });
}

}  // namespace superflip
