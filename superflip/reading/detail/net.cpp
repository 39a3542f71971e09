#include "superflip/reading/detail/net.h"

#include <algorithm>

#include "superflip/base/text.h"

namespace superflip {

Written split(std::string_view text, std::size_t max) {
  Written w;
  bool blank = false;
  bool comma = false;
  std::size_t before = 0;
  for (std::size_t at = 0; at < text.size(); ++before) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    if (text::is_invisible(symbol)) continue;
    if (text::is_blank(symbol) || symbol == ",") {
      blank |= symbol != ",";
      comma |= symbol == ",";
      continue;
    }
    w.blanks |= blank && w.count > 0;
    w.commas |= comma;
    blank = false;
    if (w.count++ < max) {
      w.symbols.push_back(text::printable(symbol));
      w.before.push_back(before);
    }
  }
  return w;
}

std::optional<Net> make_net(const Symbols& symbols) {
  Symbols colours;
  for (int f = 0; f < kFaces; ++f) colours.push_back(symbols[centre_of(f)]);
  colours = distinct(colours);
  if (colours.size() < kFaces || std::any_of(colours.begin(), colours.end(), [&](const std::string& s) {
        return std::count(symbols.begin(), symbols.end(), s) == 1 || is_unknown(s, symbols);
      }))
    colours = most_frequent(symbols);
  const auto palette = palette_of(colours);
  if (!palette) return {};
  Net net{palette->names, {}, palette->is_known};
  for (int i = 0; i < kFacelets; ++i) net.stickers[i] = (*palette)[symbols[i]];
  return net;
}

CentreColours centres(const Stickers& stickers) {
  CentreColours at{};
  for (int f = 0; f < kFaces; ++f) at[f] = stickers[centre_of(f)];
  return at;
}

bool all_known_and_different(const CentreColours& colours) {
  int seen = 0;
  for (const int c : colours) seen |= c == kNoColour ? 0 : 1 << c;
  return seen == (1 << kFaces) - 1;
}

std::optional<Symmetry> symmetry_to(const CentreColours& colours) {
  for (const Symmetry s : kAllSymmetries) {
    int f = 0;
    while (f < kFaces && kFaceImages[s][f] == colours[f]) ++f;
    if (f == kFaces) return s;
  }
  return {};
}

Stickers named_by_centres(const Stickers& stickers) {
  std::array<std::uint8_t, kFaces + 1> face{};
  face[kNoColour] = kNoColour;
  for (int f = 0; f < kFaces; ++f) face[stickers[centre_of(f)]] = static_cast<std::uint8_t>(f);
  Stickers named{};
  for (int i = 0; i < kFacelets; ++i) named[i] = face[stickers[i]];
  return named;
}

ColourNames names_by_centres(const Net& net) {
  ColourNames names;
  for (int f = 0; f < kFaces; ++f) names[f] = net.colours[net.stickers[centre_of(f)]];
  return names;
}

std::optional<Cube> read_stickers(const Stickers& stickers, bool oriented) {
  const CentreColours centre = centres(stickers);
  if (!all_known_and_different(centre)) return {};
  const auto c = assemble(take_apart(named_by_centres(stickers)));
  if (!c || !is_reachable(*c)) return {};
  if (oriented)
    if (const auto held = symmetry_to(centre); held && !is_reflection(*held)) return conjugate(*c, *held);
  return c;
}

}  // namespace superflip
