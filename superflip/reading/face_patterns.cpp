#include "superflip/reading/face_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

constexpr int kStickers = 9;  // of a face
constexpr std::string_view kAnyFace = "?????????";

constexpr std::array<NamedFacePattern, 7> kNamed{{
    {"dot", "xxx/xox/xxx"},
    {"plus", "oxo/xxx/oxo"},
    {"checkerboard", "xox/oxo/xox"},
    {"stripe", "xox/xox/xox"},
    {"H", "xox/xxx/xox"},
    {"block", "xxo/xxo/ooo"},
    {"corner", "xxx/xxx/xxo"},
}};

// The places beside a face and which of their stickers it has, in the order of the face's stickers.
struct Sides {
  struct Side {
    int place;
    int sticker;
  };
  std::array<std::array<Side, 4>, kFaces> corners;
  std::array<std::array<Side, 4>, kFaces> edges;
};

template <class Facelets>
constexpr Sides::Side side_of(const Facelets& all, int facelet) {
  for (std::size_t place = 0; place < all.size(); ++place)
    for (std::size_t sticker = 0; sticker < all[place].size(); ++sticker)
      if (all[place][sticker] == facelet) return {static_cast<int>(place), static_cast<int>(sticker)};
  return {};
}

constexpr std::array<int, 4> kCornersOfFace{0, 2, 6, 8};
constexpr std::array<int, 4> kEdgesOfFace{1, 3, 5, 7};

constexpr Sides kSides = [] {
  Sides sides{};
  for (int f = 0; f < kFaces; ++f)
    for (std::size_t i = 0; i < 4; ++i) {
      sides.corners[f][i] = side_of(kCornerFacelets, kStickers * f + kCornersOfFace[i]);
      sides.edges[f][i] = side_of(kEdgeFacelets, kStickers * f + kEdgesOfFace[i]);
    }
  return sides;
}();

// For two faces: the three pairs of stickers, first of one and then of the other, that meet at the edge between them.
struct Meetings {
  int count = 0;  // 3, or 0 for a face and itself or its opposite
  std::array<std::array<std::size_t, 2>, 3> stickers{};
};
constexpr auto kMeetings = [] {
  std::array<std::array<Meetings, kFaces>, kFaces> all{};
  const auto add = [&](int a, int b) {
    Meetings& ab = all[a / kStickers][b / kStickers];
    ab.stickers[ab.count++] = {static_cast<std::size_t>(a % kStickers), static_cast<std::size_t>(b % kStickers)};
  };
  const auto add_all = [&](const auto& facelets) {
    for (const int a : facelets)
      for (const int b : facelets)
        if (a != b) add(a, b);
  };
  for (const auto& facelets : kEdgeFacelets) add_all(facelets);
  for (const auto& facelets : kCornerFacelets) add_all(facelets);
  return all;
}();

// The options of a place of which one sticker has that colour: pieces, each in the orientation that shows it there.
std::uint32_t corners_showing(int sticker, std::uint8_t colour) {
  std::uint32_t options = 0;
  for (int piece = 0; piece < kCorners; ++piece)
    for (int twist = 0; twist < 3; ++twist)
      if (colour == kNoColour || kCornerFaces[piece][(sticker - twist + 3) % 3] == colour)
        options |= Pattern::bit_of_corner(piece, twist);
  return options;
}

std::uint32_t edges_showing(int sticker, std::uint8_t colour) {
  std::uint32_t options = 0;
  for (int piece = 0; piece < kEdges; ++piece)
    for (int flip = 0; flip < 2; ++flip)
      if (colour == kNoColour || kEdgeFaces[piece][sticker ^ flip] == colour)
        options |= Pattern::bit_of_edge(piece, flip);
  return options;
}

// A face turned clockwise by a quarter, and as a mirror shows it.
std::string turned(std::string_view face) {
  std::string image(kStickers, '?');
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) image[3 * column + 2 - row] = face[3 * row + column];
  return image;
}
std::string mirrored(std::string_view face) {
  std::string image(face);
  for (std::size_t row = 0; row < 3; ++row) std::swap(image[3 * row], image[3 * row + 2]);
  return image;
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) c = text::to_upper(c);
  return capitals;
}

// A pattern with the faces that it is for.
struct Given {
  std::string letters;
  std::array<bool, kFaces> faces;
};

// The letters that stand for colours, each once; that of the centre is the first, if it has one.
std::string different_letters(std::string_view letters) {
  std::string different;
  for (const char c : letters)
    if (c != '?' && different.find(c) == std::string::npos) different += c;
  if (letters[4] != '?') std::swap(different.front(), different[different.find(letters[4])]);
  return different;
}

// In how many ways the letters can be colours.
std::size_t count_colourings(std::string_view letters) {
  std::size_t ways = 1;
  const auto different = static_cast<int>(different_letters(letters).size());
  for (int n = letters[4] != '?' ? 1 : 0; n < different; ++n) ways *= static_cast<std::size_t>(kFaces - n);
  return ways;
}

std::string names() {
  std::array<std::string_view, kNamed.size()> all;
  std::transform(kNamed.begin(), kNamed.end(), all.begin(), [](const NamedFacePattern& named) { return named.name; });
  return fmt::format("{}", fmt::join(all, ", "));
}

Expected<Given> parse_one(std::string_view word) {
  const auto bad = [&](const std::string& why) {
    return fail(ErrorKind::bad_option,
                fmt::format("'{}' is not a pattern of a face: {}", text::escaped(word, 40), why));
  };
  Given given{};
  const std::size_t at = word.find('@');
  const std::string_view picture = word.substr(0, at);
  if (at == std::string_view::npos) given.faces.fill(true);
  const std::string_view faces = at == std::string_view::npos ? std::string_view{} : word.substr(at + 1);
  if (at != std::string_view::npos && faces.empty()) return bad("no face stands after @");
  for (const char c : faces) {
    const std::size_t face = kFaceLetters.find(text::to_upper(c));
    if (face == std::string_view::npos) return bad("after @ stand faces, such as UD");
    given.faces[face] = true;
  }
  if (picture.empty()) return bad("the pattern for these faces stands before @, without a blank");
  const std::string capitals = in_capitals(picture);
  for (const NamedFacePattern& named : kNamed)
    if (in_capitals(named.name) == capitals)
      return parse_one(named.pattern).map([&](Given known) {
        given.letters = std::move(known.letters);
        return given;
      });
  if (picture.size() != 11 || picture[3] != '/' || picture[7] != '/')
    return bad(
        fmt::format("expected three rows of three letters, such as xox/oxo/xox, a name ({}), or one of the words "
                    "upright, mirrored, continuous",
                    names()));
  for (const char c : picture) {
    if (c == '/') continue;
    if (c != '?' && std::isalnum(static_cast<unsigned char>(c)) == 0)
      return bad("a sticker is a letter or digit for a colour, or ? for any");
    given.letters += c;
  }
  std::string different = given.letters;
  std::erase(different, '?');
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  if (different.size() > kFaces) return bad("a cube has six colours");
  return given;
}

}  // namespace

std::span<const NamedFacePattern> named_face_patterns() { return kNamed; }

Expected<FacePatterns> FacePatterns::parse(std::string_view text) {
  FacePatterns patterns;
  patterns.text_ = text::trimmed(text);
  std::vector<Given> all;
  bool is_upright = false;
  bool has_mirrored = false;
  for (std::string_view left = patterns.text_; !left.empty(); left = text::trimmed(left)) {
    const std::size_t end = std::min(left.find_first_of(" \t\r\n,"), left.size());
    const std::string_view word = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (word.empty()) continue;
    const std::string capitals = in_capitals(word);
    if (capitals == "UPRIGHT") {
      is_upright = true;
    } else if (capitals == "MIRRORED") {
      has_mirrored = true;
    } else if (capitals == "CONTINUOUS") {
      patterns.is_continuous_ = true;
    } else {
      auto given = parse_one(word);
      if (!given) return tl::unexpected<Error>(std::move(given.error()));
      all.push_back(*std::move(given));
    }
  }
  if (all.empty()) return fail(ErrorKind::bad_option, "no pattern is given: expected one such as xox/oxo/xox");
  for (int face = 0; face < kFaces; ++face) {
    bool is_named = false;
    std::size_t looks = 0;
    Met met;
    for (const Given& given : all) {
      if (!given.faces[face]) continue;
      is_named = true;
      looks += count_colourings(given.letters) * (is_upright ? 1 : 4) * (has_mirrored ? 2 : 1);
      if (looks > kMaxLooks)
        return fail(ErrorKind::bad_option,
                    fmt::format("the face {} may have more than {} looks: expected fewer patterns, or fewer letters in "
                                "them",
                                kFaceLetters[static_cast<std::size_t>(face)], kMaxLooks));
      for (const bool is_mirror : {false, true}) {
        if (is_mirror && !has_mirrored) continue;
        std::string image = is_mirror ? mirrored(given.letters) : given.letters;
        for (int turns = 0; turns < (is_upright ? 1 : 4); ++turns, image = turned(image))
          patterns.add_looks(face, image, met);
      }
    }
    if (!is_named) patterns.add_looks(face, kAnyFace, met);
  }
  std::stable_sort(patterns.order_.begin(), patterns.order_.end(),
                   [&](int a, int b) { return patterns.looks_[a].size() < patterns.looks_[b].size(); });
  return patterns;
}

// Gives the letters colours in all ways: that of the centre is known, unless it is ?.
void FacePatterns::add_looks(int face, std::string_view letters, Met& met) {
  const std::string different = different_letters(letters);
  // A single letter on a single sticker says nothing, but where it meets those of other faces.
  if (different.size() == 1 && letters[4] == '?' && !is_continuous_ &&
      std::count(letters.begin(), letters.end(), different.front()) == 1)
    return add_looks(face, kAnyFace, met);
  std::vector<std::uint8_t> colour_of(different.size());
  const auto add = [&] {
    Look look{};
    for (std::size_t i = 0; i < kStickers; ++i) {
      look.colours[i] = letters[i] == '?' ? kNoColour : colour_of[different.find(letters[i])];
      look.letters[i] = is_continuous_ ? letters[i] : '?';
    }
    if (!met.emplace(look.colours, look.letters).second) return;
    for (std::size_t i = 0; i < 4; ++i) {
      look.corner[i] = corners_showing(kSides.corners[face][i].sticker, look.colours[kCornersOfFace[i]]);
      look.edge[i] = edges_showing(kSides.edges[face][i].sticker, look.colours[kEdgesOfFace[i]]);
    }
    looks_[face].push_back(look);
  };
  const auto give = [&](const auto& self, std::size_t n, unsigned used) -> void {
    if (n == different.size()) return add();
    for (std::uint8_t colour = 0; colour < kFaces; ++colour) {
      if ((used >> colour & 1) != 0) continue;
      if (n == 0 && letters[4] != '?' && colour != face) continue;
      colour_of[n] = colour;
      self(self, n + 1, used | 1U << colour);
    }
  };
  give(give, 0, 0);
}

bool FacePatterns::meet(int face, std::size_t look, int other, std::size_t other_look) const {
  if (!is_continuous_) return true;
  const Meetings& meetings = kMeetings[face][other];
  return std::all_of(meetings.stickers.begin(), meetings.stickers.begin() + meetings.count, [&](const auto& pair) {
    const char first = looks_[face][look].letters[pair[0]];
    const char second = looks_[other][other_look].letters[pair[1]];
    return first == second || first == '?' || second == '?';
  });
}

FacePatterns::Shown FacePatterns::find(const Cube& cube, int n, Chosen& chosen, const Spend& spend) const {
  if (n == kFaces) return Shown::yes;
  const int face = order_[n];
  std::size_t paid = 0;
  const auto pay = [&](std::size_t looks) { return spend(looks - std::exchange(paid, looks)); };
  for (std::size_t i = 0; i < looks_[face].size(); ++i) {
    const Look& look = looks_[face][i];
    bool fits = true;
    for (std::size_t k = 0; k < 4 && fits; ++k) {
      const int corner = kSides.corners[face][k].place;
      const int edge = kSides.edges[face][k].place;
      fits = (look.corner[k] & Pattern::bit_of_corner(cube.corner_at(corner), cube.twist_at(corner))) != 0 &&
             (look.edge[k] & Pattern::bit_of_edge(cube.edge_at(edge), cube.flip_at(edge))) != 0;
    }
    for (int before = 0; before < n && fits; ++before) fits = meet(face, i, order_[before], chosen[order_[before]]);
    if (!fits) continue;
    if (!pay(i + 1)) return Shown::unknown;
    chosen[face] = i;
    const Shown rest = find(cube, n + 1, chosen, spend);
    // Only letters make the other faces depend on this choice.
    if (rest != Shown::no || !is_continuous_) return rest;
  }
  return pay(looks_[face].size()) ? Shown::no : Shown::unknown;
}

bool FacePatterns::hold(const Cube& cube, const StopFlag* stop) const {
  Chosen chosen{};
  return find(cube, 0, chosen, [stop](std::uint64_t) { return !is_set(stop); }) == Shown::yes;
}

// Chooses the looks of the faces, one face after the other, in a fixed order: so a set of cubes comes after all choices
// that come before its own.
class FacePatterns::Matching {
 public:
  // What was chosen, and the cubes that have it, at least one: a cube, or completions.
  struct Match {
    const Pattern& pattern;
    const Chosen& chosen;
    const Cube* only;
    const Completions* completions;
  };
  // Is called with every choice, until it returns false.
  using Visit = std::function<bool(const Match&)>;
  // Is told the part of the work that is behind, 0..1, whenever there is to pay; may be empty.
  using Tell = std::function<void(double done)>;
  Matching(const FacePatterns& patterns, const StopFlag* stop, std::uint64_t most, Tell tell = {})
      : patterns_(patterns), stop_(stop), left_(most), tell_(std::move(tell)) {}

  // False if it was ended.
  bool run(const Visit& visit) {
    visit_ = &visit;
    Left left;
    for (int face = 0; face < kFaces; ++face)
      for (std::size_t look = 0; look < patterns_.looks_[face].size(); ++look) left[face].push_back(look);
    return choose(0, Pattern::any(), left, 0, 1);
  }

  // Pays for work that takes as long as comparing so many looks. False if it must end.
  bool spend(std::uint64_t looks) {
    if (looks > left_ || is_set(stop_)) return false;
    left_ -= looks;
    if (tell_) tell_(done_);
    return true;
  }

 private:
  using Left = std::array<std::vector<std::size_t>, kFaces>;  // the looks that a face may still have

  // `done` of the work is behind, and what is chosen from the nth face on has the share that follows.
  bool choose(int n, const Pattern& pattern, const Left& left, double done, double share) {
    if (n == kFaces) return visit_cubes(pattern);
    const int face = patterns_.order_[n];
    const double share_of_look = share / static_cast<double>(left[face].size());
    for (std::size_t i = 0; i < left[face].size(); ++i) {
      const std::size_t look = left[face][i];
      const double now = done + share_of_look * static_cast<double>(i);
      done_ = now;
      const Pattern narrower = narrowed(pattern, face, look);
      if (!may_have_cubes(narrower)) continue;
      chosen_[face] = look;
      Left next;
      bool may_go_on = true;
      for (int later = n + 1; later < kFaces && may_go_on; ++later) {
        const int f = patterns_.order_[later];
        if (!spend(left[f].size())) return false;
        for (const std::size_t other : left[f])
          if (patterns_.meet(f, other, face, look) && fits(narrower, f, other)) next[f].push_back(other);
        may_go_on = !next[f].empty();
      }
      if (may_go_on && !choose(n + 1, narrower, next, now, share_of_look)) return false;
    }
    return true;
  }

  bool visit_cubes(const Pattern& pattern) {
    if (const auto cube = pattern.only())
      return spend(1) && (!is_reachable(*cube) || (*visit_)({pattern, chosen_, &*cube, nullptr}));
    if (!spend(kCompletions)) return false;
    const Completions completions(pattern);
    return completions.count() == 0 || (*visit_)({pattern, chosen_, nullptr, &completions});
  }

  static constexpr std::uint64_t kCompletions = 30'000;  // looks that are compared in the time of counting completions

  Pattern narrowed(Pattern pattern, int face, std::size_t look) const {
    const Look& l = patterns_.looks_[face][look];
    for (std::size_t k = 0; k < 4; ++k) {
      pattern.corner[kSides.corners[face][k].place] &= l.corner[k];
      pattern.edge[kSides.edges[face][k].place] &= l.edge[k];
    }
    return pattern;
  }

  // Whether every place beside the face may hold something with that look.
  bool fits(const Pattern& pattern, int face, std::size_t look) const {
    const Look& l = patterns_.looks_[face][look];
    bool fits = true;
    for (std::size_t k = 0; k < 4 && fits; ++k)
      fits = (pattern.corner[kSides.corners[face][k].place] & l.corner[k]) != 0 &&
             (pattern.edge[kSides.edges[face][k].place] & l.edge[k]) != 0;
    return fits;
  }

  // False if a place can hold nothing, or two places only the same piece.
  static bool may_have_cubes(const Pattern& pattern) {
    const auto can_be_filled = [](const auto& places, int orientations) {
      std::uint32_t taken = 0;
      for (const std::uint32_t options : places) {
        if (options == 0) return false;
        const int shift = std::countr_zero(options) / orientations * orientations;
        const std::uint32_t piece = ((1U << orientations) - 1) << shift;
        if ((options & ~piece) != 0) continue;  // one of several pieces
        if ((taken & piece) != 0) return false;
        taken |= piece;
      }
      return true;
    };
    return can_be_filled(pattern.corner, 3) && can_be_filled(pattern.edge, 2);
  }

  const FacePatterns& patterns_;
  const StopFlag* const stop_;
  std::uint64_t left_;  // looks to be compared
  const Tell tell_;
  double done_ = 0;
  const Visit* visit_ = nullptr;
  Chosen chosen_{};
};

bool FacePatterns::visit_sets(const std::function<bool(const Pattern&)>& visit, const StopFlag* stop,
                              std::uint64_t most) const {
  return Matching(*this, stop, most).run([&](const Matching::Match& match) { return visit(match.pattern); });
}

// Two looks are apart if they show different colours on a sticker.
bool FacePatterns::are_apart(const std::function<bool(std::uint64_t looks)>& spend) const {
  const auto is_apart = [](const Look& a, const Look& b) {
    for (std::size_t i = 0; i < kStickers; ++i)
      if (a.colours[i] != kNoColour && b.colours[i] != kNoColour && a.colours[i] != b.colours[i]) return true;
    return false;
  };
  for (const std::vector<Look>& looks : looks_)
    for (auto look = looks.begin(); look != looks.end(); ++look)
      if (!spend(static_cast<std::uint64_t>(look - looks.begin())) ||
          !std::all_of(looks.begin(), look, [&](const Look& before) { return is_apart(before, *look); }))
        return false;
  return true;
}

FacePatterns::Count FacePatterns::count(const StopFlag* stop, std::uint64_t most) const {
  Matching matching(*this, stop, most);
  const bool can_be_added = are_apart([&](std::uint64_t looks) { return matching.spend(looks); });
  Uint128 sum = 0;
  Uint128 largest = 0;
  const bool are_all = matching.run([&](const Matching::Match& match) {
    const Uint128 cubes = match.only != nullptr ? Uint128{1} : match.completions->count();
    sum += cubes;
    largest = std::max(largest, cubes);
    return true;
  });
  return {can_be_added ? sum : largest, can_be_added && are_all};
}

bool FacePatterns::visit(const std::function<bool(const Cube&)>& visit, const StopFlag* stop, std::uint64_t most,
                         const std::function<void(double done)>& progress) const {
  Matching matching(*this, stop, most, progress);
  const Spend spend = [&](std::uint64_t looks) { return matching.spend(looks); };
  return matching.run([&](const Matching::Match& match) {
    // A cube is visited with the first looks that it shows. It shows those that were chosen.
    const auto once = [&](const Cube& cube) {
      Chosen first{};
      return find(cube, 0, first, spend) == Shown::yes && (first != match.chosen || visit(cube));
    };
    return match.only != nullptr ? once(*match.only) : match.completions->visit(once);
  });
}

}  // namespace superflip
