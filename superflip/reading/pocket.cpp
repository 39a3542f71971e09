#include "superflip/reading/pocket.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/face_names.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/detail/palette.h"
#include "superflip/reading/detail/peeled.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

constexpr int kPerColour = kPocketFacelets / kFaces;

// The index among the 54 facelets of facelet i of the 24.
constexpr int facelet_of(int i) {
  constexpr std::array<int, kPerColour> corner{0, 2, 6, 8};
  return 9 * (i / kPerColour) + corner[i % kPerColour];
}

std::string pocket_facelet_name(std::size_t i) {
  return fmt::format("{}{}", kFaceLetters[i / kPerColour], i % kPerColour + 1);
}

// The face of each colour. The colours of a known scheme are numbered like their faces.
using Naming = std::array<std::uint8_t, kFaces>;

// The opposite of a colour is the one that it shares no corner with.
tl::expected<Naming, std::string> opposites(const Stickers& stickers, const ColourNames& names) {
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
      return tl::unexpected<std::string>(
          fmt::format("the colour {} {} on a corner; there must be one colour, its opposite, that it does not meet",
                      names[c], others.empty() ? "meets every other colour" : "never meets " + text::listed(others)));
  }
  return opposite_of;
}

// Names the faces by the first corner that determines the names of three different ones.
tl::expected<Naming, std::string> name_by_corner(const Stickers& stickers, const ColourNames& names) {
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
  return tl::unexpected<std::string>("no corner has three different colours");
}

Diagnosis assemble(const Stickers& stickers, const ColourNames& names, const Naming& naming) {
  Stickers named;
  named.fill(kNoColour);
  ColourNames name_of;
  for (int c = 0; c < kFaces; ++c) name_of[naming[c]] = names[c];
  for (int i = 0; i < kPocketFacelets; ++i) named[facelet_of(i)] = naming[stickers[facelet_of(i)]];
  Assembly parts = take_apart(kSolved);
  parts.corner = take_apart(named).corner;
  Diagnosis d;
  d.problems = impossible_pieces(named, name_of);
  for (std::string& fault : corner_faults(parts, name_of)) d.problems.push_back(std::move(fault));
  if (d.problems.empty()) d.cube = *assemble(parts);
  return d;
}

Diagnosis impossible(std::string problem) {
  Diagnosis d;
  d.problems.push_back(std::move(problem));
  return d;
}

std::string describe_counts(const std::array<int, kFaces>& counts, const ColourNames& names) {
  std::vector<std::string> wrong;
  for (int c = 0; c < kFaces; ++c)
    if (counts[c] != kPerColour)
      wrong.push_back(fmt::format("{} {} sticker{}", counts[c] == 0 ? "no" : std::to_string(counts[c]), names[c],
                                  counts[c] == 1 ? "" : "s"));
  return wrong.empty() ? "" : fmt::format("each colour must occur four times, but there are {}", text::listed(wrong));
}

// The facelets of a net, row by row, in the order of the faces: U, then the rows of L F R B, then D.
Symbols from_net(const Symbols& written) {
  Symbols facelets(written.size());
  std::size_t i = 0;
  const auto rows = [&](std::initializer_list<Face> faces) {
    for (std::size_t row = 0; row < 2; ++row)
      for (const Face face : faces)
        for (std::size_t column = 0; column < 2; ++column)
          facelets[4 * static_cast<std::size_t>(face) + 2 * row + column] = written[i++];
  };
  rows({U});
  rows({L, F, R, B});
  rows({D});
  return facelets;
}

Diagnosis diagnose_symbols(Written s);

// The first order in use in which the stickers are a cube, as a note that names the others which show another one.
// Empty if there is none.
std::string read_in_other_orders(const Written& s, Diagnosis& d) {
  constexpr std::size_t kOfFace = kPocketFacelets / kFaces;
  std::string note;
  for (const Layout& layout : orders_in_use()) {
    Written listed = s;
    for (std::size_t i = 0; i < s.symbols.size(); ++i) {
      const std::size_t face = kFaceLetters.find(layout.code[i / kOfFace]);
      listed.symbols[kOfFace * face + i % kOfFace] = s.symbols[i];
    }
    Diagnosis other = diagnose_symbols(std::move(listed));
    if (!other.cube || (d.cube && *d.cube == *other.cube)) continue;
    note += d.cube ? fmt::format("; in the order {} they are another cube", layout.code)
                   : fmt::format("the faces were listed in another order than URFDLB: {}", layout.code);
    if (!d.cube) d = std::move(other);
  }
  return note;
}

}  // namespace

Diagnosis diagnose_pocket(std::string_view text) {
  const auto decorated = undecorated(text, kPocketFacelets);
  Written s = split(decorated ? decorated->facelets : text, kPocketFacelets);
  Diagnosis d = diagnose_symbols(s);
  std::vector<std::string> notes;
  if (decorated) notes.push_back(fmt::format("what stands around the facelets is ignored: {}", decorated->removed));
  if (!d.cube && s.count == kPocketFacelets) {
    Written net = s;
    net.symbols = from_net(s.symbols);
    Diagnosis as_net = diagnose_symbols(std::move(net));
    if (as_net.cube) {
      d = std::move(as_net);
      notes.emplace_back("the stickers are read as a net with the sides L F R B, row by row");
    } else if (std::string orders = read_in_other_orders(s, d); !orders.empty()) {
      notes.push_back(std::move(orders));
    }
  }
  for (std::string& note : d.notes) notes.push_back(std::move(note));
  d.notes = std::move(notes);
  return d;
}

namespace {

Diagnosis diagnose_symbols(Written s) {
  const std::size_t count = s.count;
  if (count != kPocketFacelets)
    return unreadable({fmt::format("there {} {}; a 2x2x2 cube has 24, four for each face", count == 1 ? "is" : "are",
                                   text::counted(count, "facelet"))});
  fold_case(s.symbols);
  const auto palette = palette_of(most_frequent(s.symbols));
  if (!palette)
    return unreadable({fmt::format("the number of different colours is {}; expected six, four stickers of each",
                                   distinct(s.symbols).size())});
  const ColourNames& names = palette->names;
  Stickers stickers;
  stickers.fill(kNoColour);
  std::array<int, kFaces> counts{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t colour = (*palette)[s.symbols[i]];
    if (colour == kNoColour)
      return unreadable(
          {fmt::format("facelet {}, at {}: {} is not one of the six colours {}", i + 1, pocket_facelet_name(i),
                       text::quoted(s.symbols[i]), text::listed({names.begin(), names.end()})),
           s.before[i]});
    stickers[facelet_of(static_cast<int>(i))] = colour;
    ++counts[colour];
  }
  if (std::string wrong = describe_counts(counts, names); !wrong.empty()) return impossible(std::move(wrong));
  // The text may use the colours of a known scheme for a mirrored cube, or for one of another maker. Then the corners
  // name the faces.
  Diagnosis known;
  if (palette->is_known && (known = assemble(stickers, names, {U, R, F, D, L, B})).cube) return known;
  const auto naming = name_by_corner(stickers, names);
  Diagnosis named = naming ? assemble(stickers, names, *naming) : impossible(naming.error());
  return named.cube || !palette->is_known ? named : known;
}

}  // namespace

Expected<Cube> parse_pocket_facelets(std::string_view text) { return verdict(diagnose_pocket(text)); }

std::string to_pocket_facelets(const Cube& c) {
  const Stickers stickers = to_stickers(c);
  std::string letters;
  for (int i = 0; i < kPocketFacelets; ++i) letters += kFaceLetters[stickers[facelet_of(i)]];
  return letters;
}

Examined examine_pocket(std::string_view text, const ReadOptions& options) {
  const bool is_open = !options.from;
  if ((is_open || options.from == Format::facelets || options.from == Format::json) && looks_like_json(text))
    if (const auto letters = facelets_in_json(text, kPocketFacelets)) {
      if (options.from != Format::facelets) return {diagnose_pocket(*letters), Format::json};
      return {not_accepted(Format::json, {Format::facelets}), Format::json};
    }
  if (is_open || options.from == Format::facelets) {
    if (const auto faces = facelets_of_named_faces(text, kPocketFacelets / kFaces))
      return {diagnose_pocket(faces->facelets), Format::facelets};
    if (const auto net = unpadded(text, kPocketFacelets)) {
      Diagnosis d = diagnose_pocket(net->text);
      d.notes.insert(d.notes.begin(), note_on(*net));
      return {std::move(d), Format::facelets};
    }
    auto inner = word_of_stickers(text, kPocketFacelets);
    if (!inner) inner = peeled(text, kPocketFacelets);
    if (inner && are_many_stickers(inner->text, kPocketFacelets) && !undecorated(text, kPocketFacelets)) {
      Diagnosis d = diagnose_pocket(inner->text);
      d.notes.insert(d.notes.begin(), note_on(*inner));
      return {std::move(d), Format::facelets};
    }
  }
  constexpr std::size_t kFew = 20;
  constexpr std::size_t kMany = 40;
  const Format format = options.from ? *options.from
                        : could_be_facelets(text, kFew, kPocketFacelets) || undecorated(text, kPocketFacelets)
                            ? Format::facelets
                            : recognise(text);
  if (format == Format::facelets && (split(text, 0).count < kMany || undecorated(text, kPocketFacelets)))
    return {diagnose_pocket(text), format};
  ReadOptions of_pocket = options;
  of_pocket.is_pocket = true;
  Diagnosis d = examine(text, of_pocket);
  if (d.cube) {
    Cube seen = with_home_centres(*d.cube * kSymmetryCubes[d.held]);
    seen.edge = kSolved.edge;
    d.cube = seen;
    d.held = Symmetry{};
    d.in_space.reset();
  }
  return {std::move(d), format};
}

Expected<Cube> parse_pocket(std::string_view text, const ReadOptions& options) {
  return verdict(examine_pocket(text, options).diagnosis);
}

}  // namespace superflip
