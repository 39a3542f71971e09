#include "superflip/cube/pocket.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "superflip/cube/assembly.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/net.h"
#include "superflip/cube/symmetry.h"
#include "superflip/cube/text.h"

namespace superflip {
namespace {

constexpr int kPerColour = kPocketFacelets / kFaces;

// Facelet i of the 24 among the 54.
constexpr int facelet_of(int i) {
  constexpr std::array<int, kPerColour> corner{0, 2, 6, 8};
  return 9 * (i / kPerColour) + corner[i % kPerColour];
}

std::string pocket_facelet_name(std::size_t i) {
  return fmt::format("{}{}", kFaceLetters[i / kPerColour], i % kPerColour + 1);
}

struct Split {
  Symbols symbols;
  std::vector<std::size_t> at;  // the byte where each begins
};

// White space and the selectors that colour emoji are no symbols.
Split split(std::string_view text) {
  constexpr std::string_view kVariationSelector = "\xEF\xB8\x8F";
  Split s;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    if (!text::is_space(symbol[0]) && symbol != kVariationSelector) {
      s.symbols.push_back(text::printable(symbol));
      s.at.push_back(at);
    }
    at += symbol.size();
  }
  return s;
}

// Lower case is a way of typing, unless it makes colours of its own.
void fold_case(Symbols& symbols) {
  Symbols folded = symbols;
  for (std::string& s : folded)
    if (s.size() == 1) s[0] = text::to_upper(s[0]);
  if (distinct(folded).size() >= std::min<std::size_t>(kFaces, distinct(symbols).size())) symbols = std::move(folded);
}

bool are_of(const Symbols& symbols, const ColourNames& scheme) {
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](const std::string& s) { return std::find(scheme.begin(), scheme.end(), s) != scheme.end(); });
}

// The colours that are meant: of a known scheme in its order, else the six most frequent symbols.
struct Palette {
  ColourNames names;
  bool known;
};

std::optional<Palette> palette_of(const Symbols& symbols) {
  Symbols colours = distinct(symbols);
  std::stable_sort(colours.begin(), colours.end(), [&](const std::string& a, const std::string& b) {
    return std::count(symbols.begin(), symbols.end(), a) > std::count(symbols.begin(), symbols.end(), b);
  });
  if (colours.size() > kFaces) colours.resize(kFaces);
  for (const ColourNames& scheme : {kStandardColours, kUsualColours})
    if (are_of(colours, scheme)) return Palette{scheme, true};
  if (colours.size() < kFaces) return {};
  Palette palette{{}, false};
  std::copy(colours.begin(), colours.end(), palette.names.begin());
  return palette;
}

// The face that each colour is; the colours of a known scheme are numbered as their faces are.
using Naming = std::array<std::uint8_t, kFaces>;

// A colour's opposite is the one that it meets on no corner.
Expected<Naming> opposites(const Stickers& stickers, const ColourNames& names) {
  std::array<unsigned, kFaces> met{};
  for (const auto& corner : kCornerFacelets)
    for (const int a : corner)
      for (const int b : corner) met[stickers[a]] |= 1U << stickers[b];
  Naming opposite_of{};
  for (int c = 0; c < kFaces; ++c) {
    std::vector<std::string> others;
    for (int other = 0; other < kFaces; ++other) {
      if (other == c || (met[c] >> other & 1) != 0) continue;
      opposite_of[c] = static_cast<std::uint8_t>(other);
      others.push_back(names[other]);
    }
    if (others.size() != 1)
      return fail(
          fmt::format("the colour {} {} on a corner; there must be one colour, its opposite, that it does not "
                      "meet",
                      names[c], others.empty() ? "meets every other colour" : "never meets " + text::listed(others)));
  }
  return opposite_of;
}

// The faces are named after the first corner that three different ones can be named after.
Expected<Naming> name_by_corner(const Stickers& stickers, const ColourNames& names) {
  auto opposite_of = opposites(stickers, names);
  if (!opposite_of) return opposite_of;
  for (int x = kCorners - 1; x >= 0; --x) {
    Naming face{};
    unsigned named = 0;
    for (int n = 0; n < 3; ++n) {
      const int colour = stickers[kCornerFacelets[x][n]];
      face[colour] = kCornerFaces[x][n];
      face[(*opposite_of)[colour]] = opposite(kCornerFaces[x][n]);
      named |= 1U << colour | 1U << (*opposite_of)[colour];
    }
    if (named == (1U << kFaces) - 1) return face;
  }
  return fail("no corner has three different colours");
}

Expected<Cube> assemble(const Stickers& stickers, const ColourNames& names, const Naming& naming) {
  Stickers named;
  named.fill(kNoColour);
  ColourNames name_of;
  for (int c = 0; c < kFaces; ++c) name_of[naming[c]] = names[c];
  for (int i = 0; i < kPocketFacelets; ++i) named[facelet_of(i)] = naming[stickers[facelet_of(i)]];
  Assembly parts = take_apart(kSolved);
  parts.corner = take_apart(named).corner;
  std::vector<std::string> wrong = impossible_pieces(named, name_of);
  for (std::string& fault : corner_faults(parts, name_of)) wrong.push_back(std::move(fault));
  if (!wrong.empty()) return fail("this cube is impossible: " + text::joined(wrong));
  return *assemble(parts);
}

std::string describe_counts(const std::array<int, kFaces>& counts, const ColourNames& names) {
  std::vector<std::string> wrong;
  for (int c = 0; c < kFaces; ++c)
    if (counts[c] != kPerColour)
      wrong.push_back(fmt::format("{} {} sticker{}", counts[c] == 0 ? "no" : std::to_string(counts[c]), names[c],
                                  counts[c] == 1 ? "" : "s"));
  return wrong.empty() ? "" : fmt::format("the colours are not there four times each: {}", text::listed(wrong));
}

}  // namespace

Expected<Cube> parse_pocket_facelets(std::string_view text) {
  Split s = split(text);
  const std::size_t count = s.symbols.size();
  if (count != kPocketFacelets)
    return fail(fmt::format("there {} {} facelet{}; a 2x2x2 cube has 24, four for each face", count == 1 ? "is" : "are",
                            count, count == 1 ? "" : "s"));
  fold_case(s.symbols);
  const auto palette = palette_of(s.symbols);
  if (!palette)
    return fail(fmt::format("the number of different colours is {}; expected six, four stickers of each",
                            distinct(s.symbols).size()));
  const ColourNames& names = palette->names;
  Stickers stickers;
  stickers.fill(kNoColour);
  std::array<int, kFaces> counts{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto colour = std::find(names.begin(), names.end(), s.symbols[i]) - names.begin();
    if (colour == kFaces)
      return fail(fmt::format("facelet {}, at {}: {} is not one of the six colours {}", i + 1, pocket_facelet_name(i),
                              text::quoted(s.symbols[i]), text::listed({names.begin(), names.end()})),
                  s.at[i]);
    stickers[facelet_of(static_cast<int>(i))] = static_cast<std::uint8_t>(colour);
    ++counts[colour];
  }
  if (std::string wrong = describe_counts(counts, names); !wrong.empty()) return fail(std::move(wrong));
  // A known scheme may be that of a mirrored cube, or of another maker's: then its corners name the faces.
  Expected<Cube> known = fail("");
  if (palette->known && (known = assemble(stickers, names, {U, R, F, D, L, B}))) return known;
  const auto naming = name_by_corner(stickers, names);
  Expected<Cube> named = naming ? assemble(stickers, names, *naming) : tl::unexpected<Error>(naming.error());
  return named || !palette->known ? named : known;
}

std::string to_pocket_facelets(const Cube& c) {
  const Stickers stickers = to_stickers(c);
  std::string letters;
  for (int i = 0; i < kPocketFacelets; ++i) letters += kFaceLetters[stickers[facelet_of(i)]];
  return letters;
}

Expected<Cube> parse_pocket(std::string_view text, const ReadOptions& options) {
  constexpr std::size_t kFew = 20;
  constexpr std::size_t kMany = 40;
  const bool facelets = options.from ? *options.from == Format::facelets
                                     : recognise(text) == Format::facelets || could_be_facelets(text, kFew);
  if (facelets && split(text).symbols.size() < kMany) return parse_pocket_facelets(text);
  const Diagnosis d = examine(text, options);
  return verdict(d).map([&](const Cube& cube) {
    Cube seen = cube * kSymmetryCubes[d.held];
    seen.edge = kSolved.edge;
    return seen;
  });
}

}  // namespace superflip
