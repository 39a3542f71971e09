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
#include "superflip/reading/detail/examination.h"
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

// How many symbols there are in each line that has some.
std::vector<std::size_t> rows_of(std::string_view text) {
  std::vector<std::size_t> rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::size_t symbols = 0;
    const std::string_view line = text.substr(0, end);
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view symbol = text::symbol_at(line, at);
      at += symbol.size();
      if (!text::is_invisible(symbol) && !text::is_blank(symbol) && !is_decoration(symbol)) ++symbols;
    }
    if (symbols > 0) rows.push_back(symbols);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

// Whether each line has whole faces; a net has rows of three and twelve. Text in one line may be either.
bool lists_whole_faces(std::string_view text) {
  const std::vector<std::size_t> rows = rows_of(text);
  return std::all_of(rows.begin(), rows.end(), [](std::size_t symbols) { return symbols % 9 == 0; });
}

struct Counted {
  Symbols symbols;
  std::size_t count;  // of all that are written; at most one more than a cube has is in `symbols`
};

// The symbols of a text, with notes on what is ignored.
Counted symbols_of(std::string_view text, Diagnosis& d) {
  Written written = split(text, kFacelets + 1);
  if (written.blanks) d.notes.emplace_back("white space between the facelets is ignored");
  if (written.commas) d.notes.emplace_back("commas between the facelets are ignored");
  fold_case(written.symbols, d);
  return {std::move(written.symbols), written.count};
}

bool is_in_usual_holding(const Net& net) {
  const CentreColours centre = centres(net.stickers);
  return net.oriented && all_known_and_different(centre) && symmetry_to(centre) == Symmetry{};
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

// What the stickers are in one layout.
struct Attempt {
  Layout layout;
  bool is_expected = false;  // a layout that people use, or that the lines of the text show
  std::optional<Cube> cube{};
  Symmetry held{};
  int pieces = 0;  // how many different ones the stickers show

  // The cube that the same moves solve, done as it is held.
  Cube as_held() const { return conjugate(*cube, held); }
};

Attempt attempt(const Layout& layout, bool is_expected, const Net& net) {
  Attempt tried{layout, is_expected};
  const CentreColours centre = centres(net.stickers);
  if (!all_known_and_different(centre)) return tried;
  const auto place = symmetry_to(centre);
  if (net.oriented && place && !is_reflection(*place)) tried.held = inverse(*place);
  tried.cube = read_stickers(net.stickers, net.oriented);
  if (tried.cube) {
    tried.pieces = kCorners + kEdges;
    return tried;
  }
  const Assembly parts = take_apart(named_by_centres(net.stickers));
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

// The attempts in the order in which they count: the net that the lines show, the usual order, those in use, nets, and
// then the other orders. In an oriented text a centre tells which face its nine stickers belong to; so an order is
// possible only if it is that of one of the 24 holdings. Where colours mean nothing, all orders are possible: those not
// in use are tried only if nothing else shows a cube.
std::vector<Attempt> all_attempts(const Symbols& written, const Net& net, const std::vector<std::size_t>& rows) {
  std::vector<Attempt> all;
  const CentreColours centre = centres(net.stickers);
  const bool is_named = all_known_and_different(centre);
  const auto is_new = [&all](const Layout& layout) {
    return std::none_of(all.begin(), all.end(),
                        [&](const Attempt& other) { return other.layout.facelet_of == layout.facelet_of; });
  };
  const auto in_order = [&](const Layout& layout, bool is_expected) {
    if (is_new(layout))
      all.push_back(attempt(layout, is_expected, {net.colours, arranged(net.stickers, layout), net.oriented}));
  };
  const bool are_known = std::find(net.stickers.begin(), net.stickers.end(), kNoColour) == net.stickers.end();
  const auto as_net = [&](const Layout& layout) {
    if (are_known) return in_order(layout, true);
    // With more than six symbols, the centres tell which are colours; those of a net are other symbols of the text.
    if (const auto other = make_net(arranged(written, layout)); is_new(layout) && other)
      all.push_back(attempt(layout, true, *other));
  };
  for (const Layout& layout : nets_of_rows(rows)) as_net(layout);
  in_order(orders_in_use().front(), true);
  std::vector<Layout> held;
  if (is_named && net.oriented)
    for (const Symmetry s : kAllRotations) held.push_back(in_holding(centre, s));
  const auto is_possible = [&](const Layout& layout) {
    return !net.oriented ||
           std::any_of(held.begin(), held.end(), [&](const Layout& h) { return h.facelet_of == layout.facelet_of; });
  };
  for (const Layout& layout : orders_in_use())
    if (is_named && is_possible(layout)) in_order(layout, true);
  for (const Layout& layout : nets()) as_net(layout);
  for (const Layout& layout : held) in_order(layout, false);
  if (!is_named || net.oriented || std::any_of(all.begin(), all.end(), [](const Attempt& a) { return a.cube; }))
    return all;
  FaceOrder order = kUsualOrder;
  std::sort(order.begin(), order.end());
  do
    if (const Attempt tried =
            attempt(listed_in(order), false, {net.colours, arranged(net.stickers, listed_in(order)), net.oriented});
        tried.cube)
      all.push_back(tried);
  while (std::next_permutation(order.begin(), order.end()));
  return all;
}

// Two attempts are the same if the same moves solve the cube as it is held. One in a layout that nobody uses is also
// the same if it is the same cube, held in another way.
bool are_the_same(const Attempt& first, const Attempt& later, bool oriented) {
  if (first.as_held() == later.as_held()) return true;
  if (later.is_expected) return false;
  if (oriented) return *first.cube == *later.cube;
  return std::any_of(kAllRotations.begin(), kAllRotations.end(),
                     [&](Symmetry s) { return conjugate(*first.cube, s) == *later.cube; });
}

// The attempt in whose layout the faults are told. A cube that was taken apart, or has up to three wrong stickers,
// still shows 14 of its pieces: in the usual order and holding, or where colours mean nothing, that is then taken as
// meant.
const Attempt& most_likely(const std::vector<Attempt>& all, const Net& net) {
  constexpr int kMostPieces = 14;
  const auto& usual = *std::find_if(all.begin(), all.end(), [](const Attempt& tried) {
    return tried.layout.facelet_of == orders_in_use().front().facelet_of;
  });
  if ((!net.oriented || is_in_usual_holding(net)) && usual.pieces >= kMostPieces) return usual;
  const auto& best =
      *std::max_element(all.begin(), all.end(), [](const Attempt& a, const Attempt& b) { return a.pieces < b.pieces; });
  return best.pieces >= kMostPieces && best.pieces > usual.pieces ? best : usual;
}

struct Choice {
  Layout layout;
  std::optional<Cube> cube{};
  std::vector<OtherReading> others{};
};

// The first layout in which the symbols are a cube that was held so.
std::optional<Choice> choose_held(const Symbols& written, const Net& net, const std::vector<std::size_t>& rows,
                                  Symmetry held) {
  const std::vector<Attempt> all = all_attempts(written, net, rows);
  const auto fits = [held](const Attempt& tried) { return tried.cube && tried.held == held; };
  const auto found = std::find_if(all.begin(), all.end(), fits);
  if (!net.oriented || found == all.end()) return std::nullopt;
  return Choice{found->layout};
}

// The first layout in which the symbols are a cube, and what they are in others. `net`: of the symbols in the usual
// order. `rows`: how many there are in each line.
Choice choose_layout(const Symbols& written, const Net& net, const std::vector<std::size_t>& rows) {
  const std::vector<Attempt> all = all_attempts(written, net, rows);
  const auto is_usual = [](const Attempt& a) { return a.layout.facelet_of == orders_in_use().front().facelet_of; };
  const auto& usual = *std::find_if(all.begin(), all.end(), is_usual);
  if (usual.pieces == kCorners + kEdges && !usual.cube) return {usual.layout};  // all pieces: it was taken apart
  if (usual.cube && is_in_usual_holding(net) && nets_of_rows(rows).empty()) return {usual.layout};
  std::vector<Attempt> cubes;
  for (const Attempt& tried : all)
    if (tried.cube && std::none_of(cubes.begin(), cubes.end(),
                                   [&](const Attempt& first) { return are_the_same(first, tried, net.oriented); }))
      cubes.push_back(tried);
  if (cubes.empty()) return {most_likely(all, net).layout};
  // In the layouts that are only a guess, the solved cube is what people try first.
  const auto is_solved = [](const Attempt& tried) { return tried.cube == kSolved; };
  if (!is_usual(cubes.front()) && nets_of_rows(rows).empty())
    std::stable_partition(cubes.begin(), cubes.end(), is_solved);
  Choice choice{cubes.front().layout, cubes.front().cube};
  for (std::size_t i = 1; i < cubes.size(); ++i)
    choice.others.push_back({cubes[i].layout.name, cubes[i].held, *cubes[i].cube});
  return choice;
}

// Says in which layout the stickers were read, unless it is the usual one, and what else they may be.
void report_layout(const Choice& choice, const ColourNames& colours, Diagnosis& d) {
  if (const auto order = order_of(choice.layout); !order)
    d.notes.push_back(fmt::format("the stickers are read as {}, row by row", choice.layout.name));
  else if (*order != kUsualOrder)
    d.notes.push_back(fmt::format("the faces were listed in another order than URFDLB: {}", choice.layout.name));
  if (choice.others.empty()) return;
  // The same cube, held in another way, needs the same moves on other faces.
  for (const bool is_same : {false, true}) {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> names;
    std::size_t more = 0;
    for (const OtherReading& other : choice.others) {
      if ((other.cube == choice.cube) != is_same) continue;
      if (names.size() < kMost)
        names.push_back(fmt::format("{} with {}", other.layout, describe_holding(other.held, colours)));
      else
        ++more;
    }
    if (more > 0) names.push_back(fmt::format("{} more", more));
    if (!names.empty())
      d.notes.push_back(fmt::format(
          "{} if they were listed as {}; name the order or the holding if that is meant",
          is_same ? "the stickers are the same cube, held in another way," : "the stickers are another cube",
          text::listed(names)));
  }
  d.others = choice.others;
}

void prescribe(const Repair& repair, Diagnosis& d) {
  d.repair = repair.what;
  d.ways = repair.ways;
  d.repaired = repair.result;
}

}  // namespace

std::optional<Diagnosis> diagnose_usual(std::string_view facelets) {
  Diagnosis d;
  auto [symbols, count] = symbols_of(facelets, d);
  if (count != kFacelets) return std::nullopt;
  auto net = make_net(symbols);
  if (!net || !is_in_usual_holding(*net) || !lists_whole_faces(facelets)) return std::nullopt;
  d.cube = read_stickers(net->stickers, true);
  if (!d.cube) return std::nullopt;
  normalise(*net, symbols, d);
  return d;
}

Diagnosis diagnose(std::string_view facelets, const Listed& listed) {
  if (listed == Listed{})
    if (auto usual = diagnose_usual(facelets)) return *std::move(usual);
  Diagnosis d;
  const auto decorated = undecorated(facelets, kFacelets);
  if (decorated) d.notes.push_back(fmt::format("what stands around the facelets is ignored: {}", decorated->removed));
  Counted written = symbols_of(decorated ? decorated->facelets : facelets, d);
  Symbols symbols = std::move(written.symbols);
  const std::size_t count = written.count;
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
  const auto held_so =
      listed.held && !listed.order ? choose_held(symbols, *net, rows_of(facelets), *listed.held) : std::nullopt;
  if (listed.held && !is_held && !held_so) {
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
                        : held_so     ? *held_so
                        : listed.held ? Choice{in_holding(written_centres, *listed.held)}
                                      : choose_layout(symbols, *net, rows_of(facelets));
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
