#include "superflip/reading/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/detail/repair.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

// Lower case means the same as upper case, unless both cases together make the six colours.
void fold_case(Symbols& symbols, Diagnosis& d) {
  Symbols folded = symbols;
  for (std::string& s : folded)
    if (s.size() == 1) s[0] = text::to_upper(s[0]);
  if (folded == symbols) return;
  if (distinct(symbols).size() <= kFaces && distinct(folded).size() < distinct(symbols).size()) return;
  symbols = std::move(folded);
  d.notes.emplace_back("lower-case letters are read as upper case");
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

// Reports the symbols that are not colours of the net, each with the places where it occurs.
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
  const bool singular = wrong[0].back() != 's';
  d.problems.push_back(
      fmt::format("there {} {}; there must be 9 of each colour", singular ? "is" : "are", text::listed(wrong)));
}

// Turns an oriented net, and its symbols, so that U is up and F in front, if a rotation can do that, and notes what is
// unusual about the colours.
void normalise(Net& net, Symbols& symbols, Diagnosis& d) {
  const auto place = net.oriented ? symmetry_to(centres(net.stickers)) : std::nullopt;
  const bool mirrored = place && is_reflection(*place);
  if (place && *place != 0 && !mirrored) {
    d.held = inverse(*place);
    d.notes.push_back("the cube was held with " + describe_holding(d.held, net.colours));
    Stickers from{};  // where each sticker was
    for (int i = 0; i < kFacelets; ++i) from[i] = static_cast<std::uint8_t>(i);
    from = rotate(from, *place);
    const Symbols before = symbols;
    for (int i = 0; i < kFacelets; ++i) symbols[i] = before[from[i]];
    net.stickers = rotate(net.stickers, *place);
  }
  const ColourNames names = names_by_centres(net);
  if (names == kStandardColours) return;
  std::vector<std::string> colours(kFaces);
  for (int f = 0; f < kFaces; ++f) colours[f] = fmt::format("{} is {}", names[f], kFaceLetters[f]);
  d.notes.push_back(fmt::format("the colours are named after the faces by the centres: {}", text::listed(colours)));
  if (mirrored) d.notes.emplace_back("the colour scheme is left-handed, the mirror image of the usual one");
}

// ---- The layout ----

// What is written, symbols or colours, in the order of facelets.h.
template <class Facelets>
Facelets arranged(const Facelets& written, const Layout& layout) {
  Facelets by_facelet = written;
  for (int i = 0; i < kFacelets; ++i) by_facelet[layout.facelet_of[i]] = written[i];
  return by_facelet;
}

struct Attempt {
  Layout layout;
  bool is_in_use = false;
  std::optional<Cube> cube{};
  Symmetry held{};
  int pieces = 0;  // how many different ones the stickers show

  // The cube that the same moves solve, done as it is held.
  Cube as_held() const { return conjugate(*cube, held); }
};

// The position of a layout among those in use, or their number.
std::ptrdiff_t use_of(const Layout& layout) {
  const auto& used = orders_in_use();
  return std::find_if(used.begin(), used.end(), [&](const Layout& u) { return u.name == layout.name; }) - used.begin();
}
bool is_in_use(const Layout& layout) { return use_of(layout) < std::ssize(orders_in_use()); }

Attempt attempt(const Layout& layout, const Stickers& stickers, bool oriented) {
  Attempt tried{layout, is_in_use(layout)};
  const CentreColours centre = centres(stickers);
  if (!all_known_and_different(centre)) return tried;
  if (const auto place = symmetry_to(centre); oriented && place && !is_reflection(*place)) tried.held = inverse(*place);
  tried.cube = read_stickers(stickers, oriented);
  if (tried.cube) {
    tried.pieces = kCorners + kEdges;
    return tried;
  }
  const Assembly parts = take_apart(named_by_centres(stickers));
  const auto count = [&tried](const auto& places) {
    std::uint32_t seen = 0;
    for (const auto& placed : places)
      if (placed) seen |= 1U << placed->piece;
    tried.pieces += std::popcount(seen);
  };
  count(parts.corner);
  count(parts.edge);
  return tried;
}

Layout in_holding(const CentreColours& centre, Symmetry held) {
  FaceOrder order{};
  for (std::size_t i = 0; i < kFaces; ++i) order[i] = kFaceImages[held][static_cast<std::size_t>(centre[i])];
  return listed_in(order);
}

// The layouts that an oriented text can have: in each of the 24 holdings, the nine stickers around the centre of a face
// are where the holding has that face. Those in use come first, then the others in the order of the holdings.
std::vector<Layout> layouts_of_holdings(const CentreColours& centre) {
  std::vector<Layout> all;
  for (const Symmetry held : kAllRotations) all.push_back(in_holding(centre, held));
  std::stable_sort(all.begin(), all.end(), [](const Layout& a, const Layout& b) { return use_of(a) < use_of(b); });
  return all;
}

struct Choice {
  Layout layout;
  std::vector<OtherReading> others{};
};

// The first layout in which the symbols are a cube, and what they are in others. Two readings are the same if the same
// moves solve the cube as it is held; and if it is the same cube, held in another way, the one in use counts.
// Precondition: `net` is that of the symbols in the usual order.
Choice choose_layout(const Symbols& written, const Net& net) {
  const CentreColours centre = centres(net.stickers);
  const bool named = all_known_and_different(centre);
  const bool is_standard = net.oriented && named && symmetry_to(centre) == Symmetry{};
  std::vector<Attempt> found;
  const auto in_order = [&](const Layout& layout) {
    return attempt(layout, arranged(net.stickers, layout), net.oriented);
  };
  const Attempt usual = in_order(orders_in_use().front());
  if (usual.pieces == kCorners + kEdges && !usual.cube) return {usual.layout};  // a cube that was taken apart
  constexpr int kMostOfThem = 14;
  Attempt best = usual;
  const auto look = [&](const Attempt& tried) {
    if (tried.pieces >= kMostOfThem && tried.pieces > best.pieces && usual.pieces < kMostOfThem) best = tried;
    if (!tried.cube) return;
    const auto is_known = [&](const Attempt& other) {
      if (other.as_held() == tried.as_held()) return true;
      if (tried.is_in_use) return false;
      if (net.oriented) return *other.cube == *tried.cube;
      return std::any_of(kAllRotations.begin(), kAllRotations.end(),
                         [&](Symmetry s) { return conjugate(*other.cube, s) == *tried.cube; });
    };
    if (std::none_of(found.begin(), found.end(), is_known)) found.push_back(tried);
  };
  look(usual);
  if (named && !(is_standard && !found.empty()))
    for (const Layout& layout : net.oriented ? layouts_of_holdings(centre) : orders_in_use()) look(in_order(layout));
  for (const Layout& layout : nets())
    if (found.empty())
      if (const auto as_net = make_net(arranged(written, layout)))
        look(attempt(layout, as_net->stickers, as_net->oriented));
  if (found.empty() && named && !net.oriented) {
    FaceOrder order = kUsualOrder;
    std::sort(order.begin(), order.end());
    do look(in_order(listed_in(order)));
    while (std::next_permutation(order.begin(), order.end()));
  }
  if (found.empty()) return {best.layout};
  Choice choice{found.front().layout};
  for (std::size_t i = 1; i < found.size(); ++i)
    choice.others.push_back({found[i].layout.name, found[i].held, *found[i].cube});
  return choice;
}

// Says in which layout the stickers were read, unless it is the usual one, and what else they may be.
void report_layout(const Choice& choice, const ColourNames& colours, Diagnosis& d) {
  if (const auto order = order_of(choice.layout); !order)
    d.notes.push_back(fmt::format("the stickers are read as {}, row by row", choice.layout.name));
  else if (*order != kUsualOrder)
    d.notes.push_back(fmt::format("the faces were listed in another order than URFDLB: {}", choice.layout.name));
  if (choice.others.empty()) return;
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const OtherReading& other : choice.others)
    if (names.size() < kMost)
      names.push_back(fmt::format("{} with {}", other.layout, describe_holding(other.held, colours)));
  if (choice.others.size() > kMost) names.push_back(fmt::format("{} more", choice.others.size() - kMost));
  d.notes.push_back(
      fmt::format("the stickers are another cube if the faces were listed in the order {}; name the order "
                  "if one of these is meant",
                  text::listed(names)));
  d.others = choice.others;
}

void prescribe(const Repair& repair, Diagnosis& d) {
  d.repair = repair.what;
  d.ways = repair.ways;
  d.repaired = repair.result;
}

}  // namespace

Diagnosis diagnose(std::string_view facelets, const Listed& listed) {
  Diagnosis d;
  const auto decorated = undecorated(facelets, kFacelets);
  if (decorated) d.notes.push_back(fmt::format("what stands around the facelets is ignored: {}", decorated->removed));
  Written written = split(decorated ? decorated->facelets : facelets, kFacelets + 1);
  Symbols symbols = std::move(written.symbols);
  const std::size_t count = written.count;
  if (written.blanks) d.notes.emplace_back("white space between the facelets is ignored");
  if (written.commas) d.notes.emplace_back("commas between the facelets are ignored");
  fold_case(symbols, d);
  if (count != kFacelets) {
    d.problems.push_back(count == 0 ? "the text is empty; expected 54 facelets"
                                    : fmt::format("there {} {}; a cube has 54, nine for each face",
                                                  count == 1 ? "is" : "are", text::counted(count, "facelet")));
    if (count == 24) d.problems.back() += "; 24 are those of a 2x2x2 cube, which is another puzzle";
    d.kind = ErrorKind::unreadable;
    if (count + 1 == kFacelets || count == kFacelets + 1) prescribe(find_missing_or_extra(symbols), d);
    return d;
  }
  auto net = make_net(symbols);
  constexpr std::size_t kMostSymbols = 2 * kFaces;  // with more, it is some other text
  if (const std::size_t kinds = distinct(symbols).size(); !net || kinds > kMostSymbols) {
    const auto unknown = std::find_if(symbols.begin(), symbols.end(),
                                      [&](const std::string& symbol) { return is_unknown(symbol, symbols); });
    d.problems.push_back(
        net || unknown == symbols.end()
            ? fmt::format("the number of different symbols is {}; expected six, one for each colour", kinds)
            : fmt::format("{} stands for an unknown sticker, and the other symbols show fewer than six colours",
                          text::quoted(*unknown)));
    d.kind = ErrorKind::unreadable;
    return d;
  }
  const CentreColours written_centres = centres(net->stickers);
  const bool is_held = net->oriented && all_known_and_different(written_centres);
  if (listed.held && !is_held) {
    d.problems.emplace_back("a holding is named, but the colours of these centres do not tell how a cube is held");
    d.kind = ErrorKind::unreadable;
    return d;
  }
  if (listed.order && listed.held && in_holding(written_centres, *listed.held).name != to_string(*listed.order)) {
    d.problems.push_back(fmt::format("held with {}, the faces were listed in the order {}, and not in the order {}",
                                     describe_holding(*listed.held, net->colours),
                                     in_holding(written_centres, *listed.held).name, to_string(*listed.order)));
    d.kind = ErrorKind::unreadable;
    return d;
  }
  const Choice choice = listed.order  ? Choice{listed_in(*listed.order)}
                        : listed.held ? Choice{in_holding(written_centres, *listed.held)}
                                      : choose_layout(symbols, *net);
  report_layout(choice, net->colours, d);
  symbols = arranged(symbols, choice.layout);
  net = make_net(symbols);
  report_centres(symbols, d);
  const bool named = all_known_and_different(centres(net->stickers));
  if (named) normalise(*net, symbols, d);
  report_unknown(symbols, *net, d);
  report_counts(*net, d);
  if (named) {
    const ColourNames colours = names_by_centres(*net);
    const Stickers stickers = named_by_centres(net->stickers);
    const Assembly parts = take_apart(stickers);
    for (std::string& sentence : impossible_pieces(stickers, colours)) d.problems.push_back(std::move(sentence));
    for (std::string& sentence : faults(parts, colours)) d.problems.push_back(std::move(sentence));
  }
  if (d.problems.empty()) {
    d.cube = read_stickers(net->stickers, net->oriented);
    return d;
  }
  prescribe(find_repair(*net), d);
  if (d.held != 0 && !d.repair.empty())
    d.repair = fmt::format("with {}, {}", describe_holding(Symmetry{}, net->colours), d.repair);
  return d;
}

Diagnosis diagnose(const Assembly& parts, std::vector<std::string> problems) {
  Diagnosis d;
  d.problems = std::move(problems);
  for (std::string& sentence : faults(parts)) d.problems.push_back(std::move(sentence));
  if (d.problems.empty())
    d.cube = assemble(parts);
  else
    prescribe(find_repair(parts), d);
  return d;
}

Diagnosis unreadable(const Error& error) {
  Diagnosis d;
  d.problems.push_back(error.message);
  d.kind = ErrorKind::unreadable;
  d.position = error.position;
  return d;
}

Error to_error(const Diagnosis& d) {
  if (d.kind == ErrorKind::out_of_memory) return {"not enough memory to read the cube", {}, d.kind};
  return {(d.readable() ? "this cube is impossible: " : "") + text::joined(d.problems), d.position, d.kind};
}

Expected<Cube> verdict(const Diagnosis& d) {
  if (d.cube) return *d.cube;
  return tl::unexpected<Error>(to_error(d));
}

std::string describe_holding(Symmetry held, const ColourNames& colours) {
  const auto& at = kFaceImages[inverse(held)];
  return fmt::format("{} up and {} in front", colours[at[U]], colours[at[F]]);
}

}  // namespace superflip
