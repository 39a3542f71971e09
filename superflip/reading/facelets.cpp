#include "superflip/reading/facelets.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "superflip/base/text.h"

namespace superflip {
namespace {

// The stickers that result when each piece p of `from` goes to where c holds p. Orientation o: facelet n of the piece
// is at facelet n+o of the place.
Stickers carry(const Stickers& from, const Cube& c) {
  Stickers to = from;
  for (int x = 0; x < kCorners; ++x)
    for (int n = 0; n < 3; ++n)
      to[kCornerFacelets[x][(n + c.twist_at(x)) % 3]] = from[kCornerFacelets[c.corner_at(x)][n]];
  for (int x = 0; x < kEdges; ++x)
    for (int n = 0; n < 2; ++n) to[kEdgeFacelets[x][n ^ c.flip_at(x)]] = from[kEdgeFacelets[c.edge_at(x)][n]];
  for (int f = 0; f < kFaces; ++f) to[centre_of(f)] = from[centre_of(c.centre_at(f))];
  return to;
}

Stickers solved_stickers() {
  Stickers solved{};
  for (int i = 0; i < kFacelets; ++i) solved[i] = static_cast<std::uint8_t>(i / 9);
  return solved;
}

template <std::size_t count, std::size_t size>
std::optional<Placed> piece_showing(const std::array<std::array<Face, size>, count>& pieces,
                                    const std::array<int, size>& shown) {
  for (std::size_t piece = 0; piece < count; ++piece)
    for (std::size_t o = 0; o < size; ++o) {
      std::size_t n = 0;
      while (n < size && shown[(n + o) % size] == pieces[piece][n]) ++n;
      if (n == size) return Placed{static_cast<int>(piece), static_cast<int>(o)};
    }
  return {};
}

template <std::size_t size>
std::array<int, size> shown_at(const Stickers& stickers, const std::array<int, size>& facelets) {
  std::array<int, size> shown{};
  for (std::size_t n = 0; n < size; ++n) shown[n] = stickers[facelets[n]];
  return shown;
}

// The tables of plain_facelets(): colours by letters, and what each pair or triple of colours shows, piece |
// orientation << 4.
constexpr std::uint8_t kNoPiece = 0xFF;
constexpr auto kColours = [] {
  std::array<std::uint8_t, 256> colours{};
  colours.fill(kNoColour);
  for (std::size_t f = 0; f < kFaces; ++f)
    colours[static_cast<unsigned char>(kFaceLetters[f])] = static_cast<std::uint8_t>(f);
  return colours;
}();
constexpr auto kCornerOf = [] {
  std::array<std::uint8_t, kFaces * kFaces * kFaces> corner_of{};
  corner_of.fill(kNoPiece);
  for (int piece = 0; piece < kCorners; ++piece)
    for (int o = 0; o < 3; ++o) {
      std::array<int, 3> shown{};
      for (int n = 0; n < 3; ++n) shown[(n + o) % 3] = kCornerFaces[piece][n];
      corner_of[(shown[0] * kFaces + shown[1]) * kFaces + shown[2]] = static_cast<std::uint8_t>(piece | o << 4);
    }
  return corner_of;
}();
constexpr auto kEdgeOf = [] {
  std::array<std::uint8_t, kFaces * kFaces> edge_of{};
  edge_of.fill(kNoPiece);
  for (int piece = 0; piece < kEdges; ++piece)
    for (int o = 0; o < 2; ++o)
      edge_of[kEdgeFaces[piece][o] * kFaces + kEdgeFaces[piece][1 - o]] = static_cast<std::uint8_t>(piece | o << 4);
  return edge_of;
}();

// Why no piece shows these colours, all of which are 0..5.
template <std::size_t size>
std::string why_impossible(const std::array<int, size>& shown, const ColourNames& names) {
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (shown[i] == shown[j]) return fmt::format("no piece has the colour {} twice", names[shown[i]]);
      if (shown[i] == opposite(static_cast<Face>(shown[j])))
        return fmt::format("{} and {} are opposite, and no piece has both", names[shown[j]], names[shown[i]]);
    }
  return "a real corner has these colours the other way round (this one is its mirror image)";
}

template <std::size_t count, std::size_t size>
void explain(const Stickers& stickers, const std::array<std::array<int, size>, count>& facelets,
             const std::array<std::optional<Placed>, count>& found, const char* kind,
             const std::array<std::string_view, count>& places, const ColourNames& names,
             std::vector<std::string>& sentences) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto shown = shown_at(stickers, facelets[x]);
    if (found[x] || std::find(shown.begin(), shown.end(), kNoColour) != shown.end()) continue;
    std::vector<std::string> words(size);
    for (std::size_t n = 0; n < size; ++n) words[n] = names[shown[n]];
    sentences.push_back(
        fmt::format("the {} at {} shows {}: {}", kind, places[x], text::listed(words), why_impossible(shown, names)));
  }
}

bool all_corners_mirrored(const Stickers& stickers) {
  return std::all_of(kCornerFacelets.begin(), kCornerFacelets.end(), [&](const std::array<int, 3>& at) {
    return piece_showing(kCornerFaces, shown_at(stickers, std::array<int, 3>{at[0], at[2], at[1]})).has_value();
  });
}

}  // namespace

std::string facelet_name(int facelet) { return fmt::format("{}{}", kFaceLetters[facelet / 9], facelet % 9 + 1); }

Stickers to_stickers(const Cube& c) { return carry(solved_stickers(), c); }

Stickers rotate(const Stickers& stickers, Symmetry rotation) { return carry(stickers, kSymmetryCubes[rotation]); }

Assembly take_apart(const Stickers& stickers) {
  Assembly parts;
  for (int x = 0; x < kCorners; ++x)
    parts.corner[x] = piece_showing(kCornerFaces, shown_at(stickers, kCornerFacelets[x]));
  for (int x = 0; x < kEdges; ++x) parts.edge[x] = piece_showing(kEdgeFaces, shown_at(stickers, kEdgeFacelets[x]));
  return parts;
}

std::vector<std::string> impossible_pieces(const Stickers& stickers, const ColourNames& colours) {
  const Assembly parts = take_apart(stickers);
  std::vector<std::string> sentences;
  if (all_corners_mirrored(stickers))
    sentences.emplace_back("every corner is the mirror image of a real one (two opposite centres may be exchanged)");
  else
    explain(stickers, kCornerFacelets, parts.corner, "corner", kCornerNames, colours, sentences);
  explain(stickers, kEdgeFacelets, parts.edge, "edge", kEdgeNames, colours, sentences);
  return sentences;
}

std::string to_facelets(const Cube& c) {
  std::string letters;
  for (const std::uint8_t colour : to_stickers(c)) letters += kFaceLetters[colour];
  return letters;
}

std::optional<Cube> plain_facelets(std::string_view text) {
  if (text.size() != kFacelets) return std::nullopt;
  Stickers stickers{};
  std::uint8_t worst = 0;
  for (std::size_t i = 0; i < kFacelets; ++i) {
    stickers[i] = kColours[static_cast<unsigned char>(text[i])];
    worst = std::max(worst, stickers[i]);
  }
  if (worst == kNoColour) return std::nullopt;
  for (int f = 0; f < kFaces; ++f)
    if (stickers[centre_of(f)] != f) return std::nullopt;
  Cube c;
  for (int x = 0; x < kCorners; ++x) {
    const auto& at = kCornerFacelets[x];
    c.corner[x] = kCornerOf[(stickers[at[0]] * kFaces + stickers[at[1]]) * kFaces + stickers[at[2]]];
  }
  for (int x = 0; x < kEdges; ++x)
    c.edge[x] = kEdgeOf[stickers[kEdgeFacelets[x][0]] * kFaces + stickers[kEdgeFacelets[x][1]]];
  if (!is_cube(c) || !is_reachable(c)) return std::nullopt;
  return c;
}

Expected<Cube> parse_facelets(std::string_view text) {
  Stickers stickers{};
  int count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    if (!text::is_skipped(symbol)) {
      const std::size_t colour = symbol.size() == 1 ? kFaceLetters.find(symbol[0]) : std::string_view::npos;
      if (colour == std::string_view::npos)
        return fail(fmt::format("facelet {}: {} is not one of U R F D L B", count + 1, text::quoted(symbol)),
                    text::symbols_before(text, at));
      if (count < kFacelets) stickers[count] = static_cast<std::uint8_t>(colour);
      ++count;
    }
    at += symbol.size();
  }
  if (count != kFacelets) {
    return fail(fmt::format("there {} {}; a cube has 54, nine for each face", count == 1 ? "is" : "are",
                            text::counted(static_cast<std::size_t>(count), "facelet")));
  }
  for (int f = 0; f < kFaces; ++f)
    if (stickers[centre_of(f)] != f) {
      return fail(fmt::format("the centre {} is {}; expected the centres U R F D L B in the order of the faces",
                              facelet_name(centre_of(f)), kFaceLetters[stickers[centre_of(f)]]));
    }
  std::vector<std::string> wrong = impossible_pieces(stickers);
  const Assembly parts = take_apart(stickers);
  for (std::string& fault : faults(parts)) wrong.push_back(std::move(fault));
  if (!wrong.empty()) return fail(ErrorKind::impossible, "this cube is impossible: " + text::joined(wrong));
  return *assemble(parts);
}

}  // namespace superflip
