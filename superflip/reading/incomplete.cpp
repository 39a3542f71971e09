#include "superflip/reading/incomplete.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/formats.h"

namespace superflip {
namespace {

bool fits(std::uint8_t seen, std::uint8_t shown) { return seen == kNoColour || seen == shown; }

tl::unexpected<Error> impossible(std::string sentence) { return fail(ErrorKind::impossible, std::move(sentence)); }

// Letters in lower case stand for colours, too.
void to_capitals(Symbols& symbols) {
  const bool is_lower = std::none_of(symbols.begin(), symbols.end(),
                                     [](const std::string& s) { return s.size() == 1 && s[0] >= 'A' && s[0] <= 'Z'; });
  if (!is_lower) return;
  for (std::string& s : symbols)
    if (s.size() == 1) s[0] = text::to_upper(s[0]);
}

// The holdings that the known centres allow: the symmetry that carries each face to the face of its centre's colour.
std::vector<Symmetry> holdings(const CentreColours& centre) {
  std::vector<Symmetry> all;
  for (const Symmetry s : kAllRotations) {
    bool is_possible = true;
    for (int f = 0; f < kFaces; ++f)
      is_possible = is_possible && (centre[static_cast<std::size_t>(f)] == kNoColour ||
                                    centre[static_cast<std::size_t>(f)] == kFaceImages[s][static_cast<std::size_t>(f)]);
    if (is_possible) all.push_back(s);
  }
  return all;
}

// Why no reachable cube fits. Precondition: none does.
std::string why_none_fits(const Stickers& stickers, const Pattern& pattern, const ColourNames& colours) {
  for (std::uint8_t colour = 0; colour < kFaces; ++colour)
    if (const auto n = std::count(stickers.begin(), stickers.end(), colour); n > 9)
      return fmt::format("there are {} {} stickers; there must be 9 of each colour", n, colours[colour]);
  std::vector<std::string> sentences = impossible_pieces(stickers, colours);
  const auto shown = [&](auto facelets) {
    std::vector<std::string> known;
    for (const int f : facelets)
      if (stickers[static_cast<std::size_t>(f)] != kNoColour)
        known.push_back(colours[stickers[static_cast<std::size_t>(f)]]);
    return text::listed(known);
  };
  for (int x = 0; x < kCorners; ++x)
    if (pattern.corner[x] == 0 && sentences.empty())
      sentences.push_back(fmt::format("no corner shows {} as {} does", shown(kCornerFacelets[x]), kCornerNames[x]));
  if (!sentences.empty()) return sentences.front();
  const Assembly parts = take_apart(stickers);
  std::array<int, kCorners> corner_seen{};
  std::array<int, kEdges> edge_seen{};
  for (const auto& placed : parts.corner)
    if (placed && ++corner_seen[static_cast<std::size_t>(placed->piece)] == 2)
      return fmt::format("there are two corners {}", corner_name(placed->piece, colours));
  for (const auto& placed : parts.edge)
    if (placed && ++edge_seen[static_cast<std::size_t>(placed->piece)] == 2)
      return fmt::format("there are two edges {}", edge_name(placed->piece, colours));
  // Without the laws of twists, flips and parity, any orientation may do.
  Pattern turned = pattern;
  for (std::uint32_t& options : turned.corner)
    for (int piece = 0; piece < kCorners; ++piece)
      if (std::uint32_t three = 7U << 3 * piece; (options & three) != 0) options |= three;
  for (std::uint32_t& options : turned.edge)
    for (int piece = 0; piece < kEdges; ++piece)
      if (std::uint32_t two = 3U << 2 * piece; (options & two) != 0) options |= two;
  if (Completions(turned).count() != 0)
    return "whatever the unknown stickers are, a single corner is twisted, a single edge is flipped, or two pieces are "
           "exchanged";
  return "the pieces of a cube cannot be distributed so that they show these stickers, or two of them are exchanged";
}

// `symbols`: in the order of facelets.h. `named`: the only holding that counts, if one is named.
Expected<Incomplete> in_layout(const Symbols& symbols, std::optional<Symmetry> named) {
  const std::optional<Net> net = make_net(symbols);
  constexpr std::size_t kMostSymbols = 2 * kFaces;
  if (!net || distinct(symbols).size() > kMostSymbols)
    return fail(
        "the known stickers are in colours that cannot be told apart: expected the letters URFDLB or WRGYOB, or "
        "six colours that the centres show");
  for (std::size_t i = 0; i < kFacelets; ++i)
    if (net->stickers[i] == kNoColour && !is_unknown(symbols[i], symbols))
      return fail(
          fmt::format("the sticker {} has the colour {}, which is none of the six; an unknown sticker is written ?",
                      facelet_name(static_cast<int>(i)), text::quoted(symbols[i])));
  Incomplete found{};
  Stickers stickers = net->stickers;
  ColourNames colours = net->colours;
  if (net->oriented) {
    auto all = holdings(centres(stickers));
    if (named) std::erase_if(all, [&](Symmetry place) { return place != inverse(*named); });
    if (all.empty()) return impossible("the centres do not fit: no way to hold a cube shows them so");
    // Of several, the first in which some cube fits; the standard holding comes first.
    const auto fits = [&](Symmetry place) { return Completions(pattern_of(rotate(stickers, place))).count() != 0; };
    const auto chosen = std::find_if(all.begin(), all.end(), fits);
    const Symmetry place = chosen != all.end() ? *chosen : all.front();
    found.is_holding_open = place != Symmetry{} && std::count_if(chosen, all.end(), fits) > 1;
    stickers = rotate(stickers, place);
    found.held = inverse(place);
    if (all.size() > 1)
      found.notes.push_back(
          fmt::format("the known centres do not say how the cube is held; it is taken as held with {}",
                      describe_holding(found.held, colours)));
    else if (place != Symmetry{})
      found.notes.push_back("the cube was held with " + describe_holding(found.held, colours));
  } else {
    if (named) return fail("a holding is named, but the colours of these centres do not tell how a cube is held");
    if (!all_known_and_different(centres(stickers)))
      return fail(
          "these colours are known only by the centres: expected six known centres, or the letters URFDLB or "
          "WRGYOB");
    colours = names_by_centres(*net);
    stickers = named_by_centres(stickers);
  }
  const Pattern pattern = pattern_of(stickers);
  const Completions completions(pattern);
  if (completions.count() == 0) return impossible(why_none_fits(stickers, pattern, colours));
  found.pattern = completions.narrowed();
  found.count = completions.count();
  return found;
}

Expected<Incomplete> noted(Expected<Incomplete> found, const Layout& layout) {
  if (found && layout != orders_in_use().front())
    found->notes.insert(found->notes.begin(), fmt::format("the stickers are read as {}", describe(layout)));
  return found;
}

// Whether the centres, as they are written, may be those of a cube in some holding.
bool may_be_centres(const Symbols& symbols) {
  const std::optional<Net> net = make_net(symbols);
  return !net || !net->oriented || !holdings(centres(net->stickers)).empty();
}

}  // namespace

Pattern pattern_of(const Stickers& stickers) {
  return Pattern::where([&](bool is_corner, int place, const Cube& cube) {
    const Stickers shown = to_stickers(cube);
    const auto fit = [&](const auto& facelets) {
      return std::all_of(facelets.begin(), facelets.end(), [&](int f) {
        return fits(stickers[static_cast<std::size_t>(f)], shown[static_cast<std::size_t>(f)]);
      });
    };
    return is_corner ? fit(kCornerFacelets[place]) : fit(kEdgeFacelets[place]);
  });
}

Stickers known_stickers(const Pattern& pattern) {
  const Symmetry held(std::countr_zero(pattern.rotations));
  Stickers known = to_stickers(kSymmetryCubes[held]);  // the centres
  std::array<bool, kFacelets> is_set{};
  const auto add = [&](const auto& facelets, const Stickers& shown) {
    for (const int facelet : facelets) {
      const auto f = static_cast<std::size_t>(facelet);
      if (!is_set[f]) known[f] = shown[f];
      if (known[f] != shown[f]) known[f] = kNoColour;
      is_set[f] = true;
    }
  };
  for (int x = 0; x < kCorners; ++x)
    for (std::uint32_t left = pattern.corner[x]; left != 0; left &= left - 1) {
      Cube c;
      c.set_corner(x, std::countr_zero(left) / 3, std::countr_zero(left) % 3);
      add(kCornerFacelets[x], to_stickers(c));
    }
  for (int x = 0; x < kEdges; ++x)
    for (std::uint32_t left = pattern.edge[x]; left != 0; left &= left - 1) {
      Cube c;
      c.set_edge(x, std::countr_zero(left) / 2, std::countr_zero(left) % 2);
      add(kEdgeFacelets[x], to_stickers(c));
    }
  return known;
}

std::string to_facelets(const Stickers& stickers) {
  std::string text;
  for (const std::uint8_t colour : stickers) text += colour < kFaces ? kFaceLetters[colour] : '?';
  return text;
}

bool is_incomplete(std::string_view text) {
  const Written written = split(text, kFacelets + 1);
  return written.count == kFacelets && recognise(text) == Format::facelets &&
         std::any_of(written.symbols.begin(), written.symbols.end(),
                     [&](const std::string& symbol) { return is_unknown(symbol, written.symbols); });
}

Expected<Incomplete> read_incomplete(std::string_view text, const Listed& listed) {
  Symbols symbols = split(text, kFacelets).symbols;
  to_capitals(symbols);
  std::vector<Layout> layouts = nets_of_rows(rows_of(text));
  if (layouts.empty()) layouts = orders_in_use();
  if (listed.order) layouts = {*listed.order};
  // The first layout that some cube fits. The orders in use count if the centres cannot be those of the usual one.
  Expected<Incomplete> found = in_layout(arranged(symbols, layouts.front()), listed.held);
  const bool is_usual = layouts.front() == orders_in_use().front();
  if (found || (is_usual && may_be_centres(symbols))) return noted(std::move(found), layouts.front());
  std::vector<std::string> fitting;
  for (std::size_t i = 1; i < layouts.size(); ++i) {
    auto other = in_layout(arranged(symbols, layouts[i]), listed.held);
    if (!other) continue;
    if (fitting.empty()) found = noted(std::move(other), layouts[i]);
    fitting.push_back(describe(layouts[i]));
  }
  if (fitting.size() > 1)
    found->notes.push_back(fmt::format("the known stickers fit several orders: {}; name the order if another is meant",
                                       text::listed(fitting)));
  return found;
}

}  // namespace superflip
