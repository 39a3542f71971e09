#include "superflip/cube/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "superflip/cube/assembly.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/symmetry.h"
#include "superflip/cube/text.h"

namespace superflip {
namespace {

using Symbols = std::vector<std::string>;

// How many symbols the text has, white space and the selectors that colour emoji left out; the first 54 are kept.
std::size_t split(std::string_view text, Symbols& symbols, Diagnosis& d) {
  constexpr std::string_view kVariationSelector = "\xEF\xB8\x8F";
  std::size_t count = 0;
  bool space = false;
  bool inner_space = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    if (text::is_space(symbol[0])) {
      space = count > 0;
    } else if (symbol != kVariationSelector) {
      inner_space |= space;
      if (count++ < kFacelets) symbols.emplace_back(symbol);
    }
  }
  if (inner_space) d.notes.emplace_back("white space between the facelets is ignored");
  return count;
}

Symbols distinct(const Symbols& symbols) {
  Symbols found;
  for (const std::string& s : symbols)
    if (std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
  return found;
}

// Lower case is a way of typing, unless both cases together are what makes six colours.
void fold_case(Symbols& symbols, Diagnosis& d) {
  Symbols folded = symbols;
  for (std::string& s : folded) s[0] = text::to_upper(s[0]);
  if (folded == symbols) return;
  if (distinct(symbols).size() <= kFaces && distinct(folded).size() < distinct(symbols).size()) return;
  symbols = std::move(folded);
  d.notes.emplace_back("lower-case letters are read as upper case");
}

// Six colours, the stickers in terms of them, and whether the colours' numbers say which face each belongs to
// (letters URFDLB) or only tell them apart.
struct Net {
  ColourNames colours;
  Stickers stickers{};
  bool letters = false;
};

std::array<int, kFaces> centres(const Stickers& stickers) {
  std::array<int, kFaces> at{};
  for (int f = 0; f < kFaces; ++f) at[f] = stickers[centre_of(f)];
  return at;
}

bool all_different(const std::array<int, kFaces>& colours) {
  int seen = 0;
  for (const int c : colours) seen |= c == kNoColour ? 0 : 1 << c;
  return seen == (1 << kFaces) - 1;
}

// Which symmetry carries each face to that whose letter its centre shows, if any does.
std::optional<Symmetry> symmetry_of(const std::array<int, kFaces>& centre) {
  for (Symmetry s = 0; s < kSymmetries; ++s) {
    int f = 0;
    while (f < kFaces && kFaceImages[s][f] == centre[f]) ++f;
    if (f == kFaces) return s;
  }
  return {};
}

// The stickers named by the centres: every colour becomes the face in whose middle it is. Needs six different centres.
Stickers named_by_centres(const Stickers& stickers) {
  std::array<std::uint8_t, kFaces + 1> face{};
  face[kNoColour] = kNoColour;
  for (int f = 0; f < kFaces; ++f) face[stickers[centre_of(f)]] = static_cast<std::uint8_t>(f);
  Stickers named{};
  for (int i = 0; i < kFacelets; ++i) named[i] = face[stickers[i]];
  return named;
}

// The reachable cube that a net is, however it is held.
std::optional<Cube> read(const Net& net) {
  const auto centre = centres(net.stickers);
  if (!all_different(centre)) return {};
  const auto c = assemble(take_apart(named_by_centres(net.stickers)));
  if (!c || !is_reachable(*c)) return {};
  const auto held = net.letters ? symmetry_of(centre) : std::nullopt;
  return held && !is_reflection(*held) ? conjugate(*c, *held) : *c;
}

// "the centres U, R and F are all 'X'".
void report_centres(const Symbols& symbols, Diagnosis& d) {
  std::vector<std::string> seen;
  for (int f = 0; f < kFaces; ++f) {
    const std::string& symbol = symbols[centre_of(f)];
    if (std::find(seen.begin(), seen.end(), symbol) != seen.end()) continue;
    seen.push_back(symbol);
    std::vector<std::string> faces;
    for (int g = f; g < kFaces; ++g)
      if (symbols[centre_of(g)] == symbol) faces.emplace_back(1, kFaceLetters[g]);
    if (faces.size() > 1) {
      d.problems.push_back(fmt::format("the centres of {} are {} {}; the six centres must be six different colours",
                                       text::listed(faces), faces.size() == 2 ? "both" : "all", text::quoted(symbol)));
    }
  }
}

// Symbols that are none of the net's colours, each with the places where it occurs.
void report_unknown(const Symbols& symbols, const Net& net, Diagnosis& d) {
  std::vector<std::string> unknown;
  for (int i = 0; i < kFacelets; ++i)
    if (net.stickers[i] == kNoColour) unknown.push_back(symbols[i]);
  for (const std::string& symbol : distinct(unknown)) {
    std::vector<std::string> at;
    for (int i = 0; i < kFacelets; ++i)
      if (symbols[i] == symbol) at.push_back(facelet_name(i));
    d.problems.push_back(fmt::format("{} at {} is not one of the six colours {}", text::quoted(symbol),
                                     text::listed(at), text::listed({net.colours.begin(), net.colours.end()})));
  }
}

void report_counts(const Net& net, Diagnosis& d) {
  std::vector<std::string> wrong;
  for (int c = 0; c < kFaces; ++c) {
    const auto n = std::count(net.stickers.begin(), net.stickers.end(), c);
    if (n != 9)
      wrong.push_back(
          fmt::format("{} {} sticker{}", n == 0 ? "no" : std::to_string(n), net.colours[c], n == 1 ? "" : "s"));
  }
  if (wrong.empty()) return;
  const bool singular = wrong.size() == 1 && wrong[0].back() != 's';
  d.problems.push_back(
      fmt::format("there {} {}; there must be 9 of each colour", singular ? "is" : "are", text::listed(wrong)));
}

// ---- Repairs, the smallest first ----

struct Repair {
  std::string what;
  Cube result;
};

// Says the one repair, or how many there are and the first.
bool propose(const std::vector<Repair>& repairs, std::string_view how, Diagnosis& d) {
  if (repairs.empty()) return false;
  if (repairs.size() == 1) {
    d.repair = repairs[0].what;
    d.repaired = repairs[0].result;
  } else {
    d.repair = fmt::format("{}; there are {} ways to make a real cube by {}", repairs[0].what, repairs.size(), how);
  }
  return true;
}

std::vector<Repair> single_changes(const Net& net) {
  std::vector<Repair> found;
  for (int i = 0; i < kFacelets; ++i)
    for (std::uint8_t c = 0; c < kFaces; ++c) {
      Net changed = net;
      changed.stickers[i] = c;
      if (c == net.stickers[i]) continue;
      if (const auto cube = read(changed))
        found.push_back({fmt::format("change the sticker {} to {}", facelet_name(i), net.colours[c]), *cube});
    }
  return found;
}

std::vector<Repair> single_exchanges(const Net& net) {
  std::vector<Repair> found;
  for (int i = 0; i < kFacelets; ++i)
    for (int j = i + 1; j < kFacelets; ++j) {
      Net changed = net;
      std::swap(changed.stickers[i], changed.stickers[j]);
      if (changed.stickers[i] == changed.stickers[j]) continue;
      if (const auto cube = read(changed)) {
        found.push_back({fmt::format("exchange the stickers {} and {}", facelet_name(i), facelet_name(j)), *cube});
      }
    }
  return found;
}

// Which colours a piece shows at a place, for a sentence.
template <std::size_t size>
std::string shown(const std::array<int, size>& facelets, const std::array<Face, size>& faces, int orientation,
                  const ColourNames& colours) {
  std::vector<std::string> words;
  for (std::size_t n = 0; n < size; ++n)
    words.push_back(fmt::format("{} {}", facelet_name(facelets[n]), colours[faces[(n + size - orientation) % size]]));
  return text::listed(words);
}

// One place's stickers all read wrongly: the one piece that is missing belongs to some place.
std::vector<Repair> single_pieces(const Stickers& stickers, const ColourNames& colours) {
  std::vector<Repair> found;
  const Assembly parts = take_apart(stickers);
  for (int x = 0; x < kCorners; ++x)
    for (int piece = 0; piece < kCorners; ++piece)
      for (int o = 0; o < 3; ++o) {
        Assembly changed = parts;
        changed.corner[x] = {piece, o};
        if (parts.corner[x] && parts.corner[x]->piece == piece) continue;
        const auto cube = assemble(changed);
        if (!cube || !is_reachable(*cube)) continue;
        found.push_back({fmt::format("read the corner at {} as {}", kCornerNames[x],
                                     shown(kCornerFacelets[x], kCornerFaces[piece], o, colours)),
                         *cube});
      }
  for (int x = 0; x < kEdges; ++x)
    for (int piece = 0; piece < kEdges; ++piece)
      for (int o = 0; o < 2; ++o) {
        Assembly changed = parts;
        changed.edge[x] = {piece, o};
        if (parts.edge[x] && parts.edge[x]->piece == piece) continue;
        const auto cube = assemble(changed);
        if (!cube || !is_reachable(*cube)) continue;
        found.push_back({fmt::format("read the edge at {} as {}", kEdgeNames[x],
                                     shown(kEdgeFacelets[x], kEdgeFaces[piece], o, colours)),
                         *cube});
      }
  return found;
}

// Faces that were read turned: the fewest faces that, turned in their places, make a real cube.
std::vector<Repair> turned_faces(const Net& net) {
  constexpr std::array<int, 9> kQuarter{6, 3, 0, 7, 4,
                                        1, 8, 5, 2};  // what a clockwise quarter turn brings to each place
  constexpr std::array<std::string_view, 4> kTurns{"", "a quarter turn clockwise", "a half turn",
                                                   "a quarter turn anticlockwise"};
  std::vector<Repair> found;
  for (int faces = 1; faces <= kFaces && found.empty(); ++faces)
    for (int code = 1; code < 4096; ++code) {
      int turned = 0;
      for (int f = 0; f < kFaces; ++f) turned += (code >> 2 * f & 3) != 0;
      if (turned != faces) continue;
      Net changed = net;
      std::vector<std::string> words;
      for (int f = 0; f < kFaces; ++f) {
        const int turns = code >> 2 * f & 3;
        if (turns != 0) words.push_back(fmt::format("the face {} by {}", kFaceLetters[f], kTurns[turns]));
        for (int t = 0; t < turns; ++t) {
          const Stickers before = changed.stickers;
          for (int i = 0; i < 9; ++i) changed.stickers[9 * f + i] = before[9 * f + kQuarter[i]];
        }
      }
      if (const auto cube = read(changed))
        found.push_back({fmt::format("turn the picture of {}", text::listed(words)), *cube});
    }
  return found;
}

// A camera that shows each face as in a mirror.
std::vector<Repair> mirrored_faces(const Net& net) {
  Net changed = net;
  for (int i = 0; i < kFacelets; ++i) changed.stickers[i] = net.stickers[i - i % 3 + 2 - i % 3];
  if (const auto cube = read(changed)) return {{"read every row of every face from right to left", *cube}};
  return {};
}

// All pieces are there: take some out and put them back. Which ones cannot be known, unless the cube is otherwise
// solved.
void reassemble(const Cube& c, Diagnosis& d) {
  const Imbalance off = imbalance(c);
  std::vector<std::string> steps;
  if (off.twist != 0)
    steps.push_back(fmt::format("turn one corner {}", off.twist == 1 ? "anticlockwise" : "clockwise"));
  if (off.flip != 0) steps.emplace_back("flip one edge");
  if (off.parity != 0) steps.emplace_back("exchange two edges (or two corners)");
  d.repair = text::listed(steps);
  if (steps.size() > 1) return;
  for (int x = 0; x < kCorners && off.twist != 0; ++x) {
    Cube turned = c;
    turned.set_twist(x, (turned.twist_at(x) + 3 - off.twist) % 3);
    if (turned != kSolved) continue;
    d.repair += fmt::format(": that at {}", kCornerNames[x]);
    d.repaired = turned;
  }
  for (int x = 0; x < kEdges && off.flip != 0; ++x) {
    Cube flipped = c;
    flipped.set_flip(x, 1 - flipped.flip_at(x));
    if (flipped != kSolved) continue;
    d.repair += fmt::format(": that at {}", kEdgeNames[x]);
    d.repaired = flipped;
  }
  const auto exchange = [&](auto Cube::*pieces, const auto& names, int count, const char* kind) {
    for (int x = 0; x < count; ++x)
      for (int y = 0; y < x; ++y) {
        Cube swapped = c;
        std::swap((swapped.*pieces)[x], (swapped.*pieces)[y]);
        if (swapped != kSolved) continue;
        d.repair = fmt::format("exchange the {} at {} and {}", kind, names[y], names[x]);
        d.repaired = swapped;
      }
  };
  if (off.parity != 0) {
    exchange(&Cube::corner, kCornerNames, kCorners, "corners");
    exchange(&Cube::edge, kEdgeNames, kEdges, "edges");
  }
}

void find_repair(const Net& net, Diagnosis& d) {
  const bool named = all_different(centres(net.stickers));
  const Stickers stickers = named ? named_by_centres(net.stickers) : net.stickers;
  const auto complete = named ? assemble(take_apart(stickers)) : std::nullopt;
  if (complete && d.problems.size() == 1) return reassemble(*complete, d);
  if (propose(single_changes(net), "changing one sticker", d)) return;
  if (propose(single_exchanges(net), "exchanging two stickers", d)) return;
  ColourNames colours;
  for (int f = 0; f < kFaces && named; ++f) colours[f] = net.colours[net.stickers[centre_of(f)]];
  if (named && propose(single_pieces(stickers, colours), "changing one piece", d)) return;
  if (complete) return reassemble(*complete, d);
  if (propose(mirrored_faces(net), "mirroring the faces", d)) return;
  propose(turned_faces(net), "turning that many faces", d);
}

// ---- The examination ----

// The letters URFDLB where those are all there is, else the six centres, else any six symbols.
std::optional<Net> make_net(const Symbols& symbols) {
  Net net;
  const auto known = distinct(symbols);
  const auto is_letter = [](const std::string& s) {
    return s.size() == 1 && kFaceLetters.find(s[0]) != std::string_view::npos;
  };
  Symbols centre;
  for (int f = 0; f < kFaces; ++f) centre.push_back(symbols[centre_of(f)]);
  const bool six_centres = distinct(centre).size() == kFaces;
  const auto& base = six_centres ? centre : known;
  net.letters = std::all_of(base.begin(), base.end(), is_letter);
  if (net.letters)
    net.colours = kStandardColours;
  else if (base.size() == kFaces)
    std::copy(base.begin(), base.end(), net.colours.begin());
  else
    return {};
  for (int i = 0; i < kFacelets; ++i)
    net.stickers[i] =
        static_cast<std::uint8_t>(std::find(net.colours.begin(), net.colours.end(), symbols[i]) - net.colours.begin());
  return net;
}

// Turns a net of letters so that U is up and F in front, if a rotation can; says what is unusual about the colours.
void normalise(Net& net, Diagnosis& d) {
  const auto centre = centres(net.stickers);
  constexpr std::string_view kUsualColours = "WRGYOB";  // white up, red right, green in front, ...
  std::array<int, kFaces> usual{};
  for (int f = 0; f < kFaces; ++f) {
    const std::string& name = net.colours[centre[f]];
    const std::size_t colour = name.size() == 1 ? kUsualColours.find(name[0]) : std::string_view::npos;
    usual[f] = net.letters ? centre[f] : colour == std::string_view::npos ? int{kNoColour} : static_cast<int>(colour);
  }
  const auto held = all_different(usual) ? symmetry_of(usual) : std::nullopt;
  if (net.letters && held == Symmetry{0}) return;
  if (net.letters && held && !is_reflection(*held)) {
    d.notes.push_back(fmt::format("the cube was held with {} up and {} in front; it is turned to U up and F in front",
                                  kFaceLetters[centre[U]], kFaceLetters[centre[F]]));
    net.stickers = rotate(net.stickers, *held);
    return;
  }
  std::vector<std::string> colours;
  for (int f = 0; f < kFaces; ++f) colours.push_back(fmt::format("{} is {}", net.colours[centre[f]], kFaceLetters[f]));
  d.notes.push_back(fmt::format("the colours are named after the faces by the centres: {}", text::listed(colours)));
  if (held && is_reflection(*held))
    d.notes.emplace_back("the colour scheme is left-handed, the mirror image of the usual one");
}

std::string centre_letters(const Net& net) {
  std::string letters;
  for (const int c : centres(net.stickers)) letters += net.colours[c];
  return letters;
}

// The faces put into the order U R F D L B by their centres: for lists that give them in another order.
std::optional<Cube> read_in_order_of_centres(const Net& net) {
  Net sorted = net;
  for (int f = 0; f < kFaces; ++f)
    std::copy_n(net.stickers.begin() + 9 * f, 9, sorted.stickers.begin() + 9 * net.stickers[centre_of(f)]);
  return read(sorted);
}

}  // namespace

Diagnosis diagnose(std::string_view facelets) {
  Diagnosis d;
  Symbols symbols;
  const std::size_t count = split(facelets, symbols, d);
  if (count != kFacelets) {
    d.problems.push_back(count == 0 ? "the text is empty; expected 54 facelets"
                                    : fmt::format("there {} {} facelet{}; a cube has 54, nine for each face",
                                                  count == 1 ? "is" : "are", count, count == 1 ? "" : "s"));
    return d;
  }
  fold_case(symbols, d);
  auto net = make_net(symbols);
  report_centres(symbols, d);
  const bool named = d.problems.empty();
  if (!net) {
    d.problems.push_back(
        fmt::format("there are {} different symbols; expected six, one for each colour", distinct(symbols).size()));
    return d;
  }
  if (net->letters && named && !read(*net)) {
    if (const auto cube = read_in_order_of_centres(*net)) {
      d.notes.push_back(fmt::format("the faces were listed in another order than URFDLB: {}", centre_letters(*net)));
      d.cube = cube;
      return d;
    }
  }
  report_unknown(symbols, *net, d);
  if (named) normalise(*net, d);
  report_counts(*net, d);
  if (named) {
    ColourNames colours;
    for (int f = 0; f < kFaces; ++f) colours[f] = net->colours[net->stickers[centre_of(f)]];
    const Stickers stickers = named_by_centres(net->stickers);
    const Assembly parts = take_apart(stickers);
    for (std::string& sentence : impossible_pieces(stickers, colours)) d.problems.push_back(std::move(sentence));
    for (std::string& sentence : faults(parts, colours)) d.problems.push_back(std::move(sentence));
  }
  if (d.problems.empty()) {
    d.cube = read(*net);
    return d;
  }
  find_repair(*net, d);
  return d;
}

}  // namespace superflip
