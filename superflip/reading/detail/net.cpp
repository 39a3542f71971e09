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

bool is_unknown(const std::string& symbol, const Symbols& symbols) {
  for (const std::string_view mark : {"?", "\uFFFD", "❓", "❔"})
    if (symbol == mark) return true;
  if (symbol.size() != 1 || std::string_view(".-_*").find(symbol[0]) == std::string_view::npos) return false;
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const std::string& s) { return s.size() == 1 && text::is_letter(s[0]); });
}

Symbols distinct(const Symbols& symbols) {
  Symbols found;
  for (const std::string& s : symbols)
    if (std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
  return found;
}

std::optional<Net> make_net(const Symbols& symbols) {
  const auto occurrences = [&](const std::string& s) { return std::count(symbols.begin(), symbols.end(), s); };
  Symbols colours;
  for (int f = 0; f < kFaces; ++f) colours.push_back(symbols[centre_of(f)]);
  colours = distinct(colours);
  const auto unknown = [&](const std::string& s) { return is_unknown(s, symbols); };
  if (colours.size() < kFaces || std::any_of(colours.begin(), colours.end(),
                                             [&](const std::string& s) { return occurrences(s) == 1 || unknown(s); })) {
    colours = distinct(symbols);
    colours.erase(std::remove_if(colours.begin(), colours.end(), unknown), colours.end());
    std::stable_sort(colours.begin(), colours.end(),
                     [&](const std::string& a, const std::string& b) { return occurrences(a) > occurrences(b); });
    if (colours.size() > kFaces) colours.resize(kFaces);
  }
  Net net;
  const auto all_are_of = [&](const ColourNames& scheme) {
    return std::all_of(colours.begin(), colours.end(), [&](const std::string& s) {
      return std::find(scheme.begin(), scheme.end(), s) != scheme.end();
    });
  };
  if (all_are_of(kStandardColours) || all_are_of(kUsualColours)) {
    net.oriented = true;
    net.colours = all_are_of(kStandardColours) ? kStandardColours : kUsualColours;
  } else if (colours.size() == kFaces) {
    std::copy(colours.begin(), colours.end(), net.colours.begin());
  } else {
    return {};
  }
  for (int i = 0; i < kFacelets; ++i)
    net.stickers[i] =
        static_cast<std::uint8_t>(std::find(net.colours.begin(), net.colours.end(), symbols[i]) - net.colours.begin());
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
