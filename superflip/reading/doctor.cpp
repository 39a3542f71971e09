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
#include "superflip/reading/detail/turned_faces.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

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
void report_unknown(const Symbols& symbols, const Net& net, const FaceletNames& facelet_names, Diagnosis& d) {
  std::vector<std::string> unknown;
  for (int i = 0; i < kFacelets; ++i)
    if (net.stickers[i] == kNoColour) unknown.push_back(symbols[i]);
  for (const std::string& symbol : distinct(unknown)) {
    std::vector<std::string> at;
    for (int i = 0; i < kFacelets; ++i)
      if (symbols[i] == symbol) at.push_back(facelet_names[i]);
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
  if (fold_case(written.symbols)) d.notes.emplace_back("lower-case letters are read as upper case");
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

// The facelets as they are called in sentences: with the place in the text where this is another than in facelets.h.
FaceletNames names_of_facelets(const Layout& layout, Symmetry held, const std::vector<std::size_t>& rows) {
  FaceletNames names;
  Stickers at{};  // the number in the text
  for (int i = 0; i < kFacelets; ++i) at[i] = static_cast<std::uint8_t>(i);
  at = rotate(arranged(at, layout), inverse(held));
  const std::vector<Layout> in_lines = nets_of_rows(rows);
  const bool is_in_lines = std::find(in_lines.begin(), in_lines.end(), layout) != in_lines.end();
  for (int i = 0; i < kFacelets; ++i) {
    names[i] = facelet_name(i);
    if (is_in_lines) {
      std::size_t line = 0;
      std::size_t column = at[i];
      for (; column >= rows[line]; ++line) column -= rows[line];
      names[i] += fmt::format(" (line {}, sticker {})", line + 1, column + 1);
    } else if (at[i] != i) {
      names[i] += fmt::format(" (the sticker number {})", at[i] + 1);
    }
  }
  return names;
}

// What the stickers are in one layout.
struct Attempt {
  Layout layout;
  bool is_expected = false;  // a layout that people use, or that the lines of the text show
  std::optional<Cube> cube{};
  Symmetry held{};
  bool is_held = false;  // the colours tell how
  int pieces = 0;        // how many different ones the stickers show

  // The cube that the same moves solve, done as it is held.
  Cube as_held() const { return conjugate(*cube, held); }
};

Attempt attempt(const Layout& layout, bool is_expected, const Net& net) {
  Attempt tried{layout, is_expected};
  const CentreColours centre = centres(net.stickers);
  if (!all_known_and_different(centre)) return tried;
  const auto place = symmetry_to(centre);
  tried.is_held = net.oriented && place && !is_reflection(*place);
  if (tried.is_held) tried.held = inverse(*place);
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
// in use are tried only if nothing else shows a cube. If an oriented text shows none, its colours may be those
// of another scheme, which may be listed in any order in use.
std::vector<Attempt> all_attempts(const Symbols& written, const Net& net, const std::vector<std::size_t>& rows) {
  std::vector<Attempt> all;
  const CentreColours centre = centres(net.stickers);
  const bool is_named = all_known_and_different(centre);
  const auto is_new = [&all](const Layout& layout) {
    return std::none_of(all.begin(), all.end(), [&](const Attempt& other) { return other.layout == layout; });
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
    return !net.oriented || std::find(held.begin(), held.end(), layout) != held.end();
  };
  for (const Layout& layout : orders_in_use())
    if (is_named && is_possible(layout)) in_order(layout, true);
  for (const Layout& layout : nets()) as_net(layout);
  const std::vector<Layout> blocks = blocks_of_rows(rows);
  for (const Layout& layout : blocks) as_net(layout);
  for (const Layout& layout : held) in_order(layout, false);
  if (!blocks.empty() && net.oriented) {
    const CentreColours in_rows = centres(arranged(net.stickers, blocks.front()));
    if (all_known_and_different(in_rows))
      for (const Symmetry s : kAllRotations) in_order(side_by_side(in_holding(in_rows, s), rows.front() / 3), false);
  }
  const auto is_cube = [](const Attempt& tried) { return tried.cube.has_value(); };
  if (!is_named || std::any_of(all.begin(), all.end(), is_cube)) return all;
  if (net.oriented) {
    for (const Layout& layout : orders_in_use()) in_order(layout, true);
    return all;
  }
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

// Two attempts are the same if the same moves solve the cube as it is held. Where colours mean nothing, nobody knows
// how; a layout that nobody uses is then also the same if it is the same cube, held in another way.
bool are_the_same(const Attempt& first, const Attempt& later) {
  if (first.as_held() == later.as_held()) return true;
  if (later.is_expected || later.is_held) return false;
  return std::any_of(kAllRotations.begin(), kAllRotations.end(),
                     [&](Symmetry s) { return conjugate(*first.cube, s) == *later.cube; });
}

bool is_usual(const Attempt& tried) { return tried.layout == orders_in_use().front(); }

constexpr int kMostPieces = 14;  // those of a cube with up to three wrong stickers

// The attempt in whose layout the faults are told, if no layout shows a cube. A cube that was taken apart, or has up to
// three wrong stickers, still shows 14 of its pieces: in the usual order and holding, or where colours mean nothing,
// that is then taken as meant.
const Attempt& most_likely(const std::vector<Attempt>& all, const Net& net) {
  const auto& usual = *std::find_if(all.begin(), all.end(), is_usual);
  if ((!net.oriented || is_in_usual_holding(net)) && usual.pieces >= kMostPieces) return usual;
  const auto& best =
      *std::max_element(all.begin(), all.end(), [](const Attempt& a, const Attempt& b) { return a.pieces < b.pieces; });
  return best.pieces >= kMostPieces && best.pieces > usual.pieces ? best : usual;
}

// The attempt whose faults are told although others may show a cube; null if there is none. All pieces in the usual
// order are a cube that was taken apart. So are those in another layout that people use, and most pieces in the usual
// order and holding are a cube with wrong stickers, if only layouts that nobody uses show a cube.
const Attempt* fault_in(const std::vector<Attempt>& all, const Net& net, const Attempt& usual) {
  const auto is_taken_apart = [](const Attempt& tried) { return tried.pieces == kCorners + kEdges && !tried.cube; };
  if (is_taken_apart(usual)) return &usual;
  if (std::any_of(all.begin(), all.end(), [](const Attempt& tried) { return tried.is_expected && tried.cube; }))
    return nullptr;
  const auto apart = std::find_if(all.begin(), all.end(),
                                  [&](const Attempt& tried) { return tried.is_expected && is_taken_apart(tried); });
  if (apart != all.end()) return &*apart;
  const bool is_cube = std::any_of(all.begin(), all.end(), [](const Attempt& tried) { return tried.cube.has_value(); });
  return is_cube && is_in_usual_holding(net) && usual.pieces >= kMostPieces ? &usual : nullptr;
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

// The layouts that show a cube if some faces are written otherwise than in `from`; of these the ones with the fewest
// such faces, and one for each cube as it is held. Mirrors are tried last.
std::vector<Layout> with_turned_faces(const Net& net, const std::vector<Layout>& from) {
  for (std::uint8_t colour = 0; colour < kFaces; ++colour)
    if (std::count(net.stickers.begin(), net.stickers.end(), colour) != kFacelets / kFaces) return {};
  std::vector<Layout> found;
  std::vector<Cube> cubes;
  for (const Mirrors mirrors : {Mirrors::no, Mirrors::yes})
    for (int others = 1; others <= kFaces && found.empty(); ++others)
      for (const Layout& layout : from) {
        if (!all_known_and_different(centres(arranged(net.stickers, layout)))) continue;
        for (const Layout& turned : turned_faces(net.stickers, net.oriented, layout, others, mirrors)) {
          const Attempt tried = attempt(turned, false, {net.colours, arranged(net.stickers, turned), net.oriented});
          if (!tried.cube || std::find(cubes.begin(), cubes.end(), tried.as_held()) != cubes.end()) continue;
          cubes.push_back(tried.as_held());
          found.push_back(turned);
        }
      }
  return found;
}

// Whether a net shows the same cube in these layouts, however it is held.
bool are_one_cube(const std::vector<Layout>& layouts, const Net& net) {
  const auto cube_in = [&](const Layout& layout) {
    return read_stickers(arranged(net.stickers, layout), net.oriented);
  };
  const auto first = cube_in(layouts.front());
  return std::all_of(layouts.begin(), layouts.end(), [&](const Layout& layout) { return cube_in(layout) == first; });
}

// Where no layout shows a cube: those that show one with the fewest turned faces. They are looked for from the net that
// the lines show; from the usual order, where colours mean nothing; else from the orders in use that the centres allow.
// If there is none, or if several tell only of several holdings, the cube is taken as held with U up and F in front.
struct Turned {
  std::vector<Layout> layouts;
  bool is_held_somehow = false;  // nothing tells how
};
Turned find_turned(const Net& net, const std::vector<std::size_t>& rows) {
  if (const auto from = nets_of_rows(rows); !from.empty()) return {with_turned_faces(net, from)};
  const CentreColours centre = centres(net.stickers);
  if (!all_known_and_different(centre)) return {};
  if (!net.oriented) return {with_turned_faces(net, {orders_in_use().front()})};
  std::vector<Layout> from;
  for (const Layout& layout : orders_in_use()) {
    const auto place = symmetry_to(centres(arranged(net.stickers, layout)));
    if (place && !is_reflection(*place)) from.push_back(layout);
  }
  std::vector<Layout> found = with_turned_faces(net, from);
  const bool is_held_so = !from.empty() && (found.size() < 2 || !are_one_cube(found, net));
  if (is_held_so) return {std::move(found)};
  return {with_turned_faces(net, {in_holding(centre, Symmetry{})}), true};
}

// The first layout in which the symbols are a cube, and what they are in others. `net`: of the symbols in the usual
// order. `rows`: how many there are in each line.
Choice choose_layout(const Symbols& written, const Net& net, const std::vector<std::size_t>& rows) {
  const std::vector<Attempt> all = all_attempts(written, net, rows);
  const auto& usual = *std::find_if(all.begin(), all.end(), is_usual);
  if (usual.cube && is_in_usual_holding(net) && nets_of_rows(rows).empty()) return {usual.layout};
  std::vector<Attempt> cubes;
  for (const Attempt& tried : all)
    if (tried.cube &&
        std::none_of(cubes.begin(), cubes.end(), [&](const Attempt& first) { return are_the_same(first, tried); }))
      cubes.push_back(tried);
  const auto with_others = [&cubes](Choice choice, std::size_t from) {
    for (std::size_t i = from; i < cubes.size(); ++i)
      choice.others.push_back({cubes[i].layout.code, cubes[i].held, *cubes[i].cube});
    return choice;
  };
  if (const Attempt* faulty = fault_in(all, net, usual)) return with_others({faulty->layout}, 0);
  if (cubes.empty()) return {most_likely(all, net).layout};
  // In the layouts that are only a guess, the solved cube is what people try first.
  const auto is_solved = [](const Attempt& tried) { return tried.cube == kSolved; };
  if (!is_usual(cubes.front()) && nets_of_rows(rows).empty())
    std::stable_partition(cubes.begin(), cubes.end(), is_solved);
  return with_others({cubes.front().layout, cubes.front().cube}, 1);
}

// The code of a layout, and what it means if that is not plain.
std::string in_words(const std::string& code) {
  const std::string words = describe(parse_layout(code).value());
  return words == code ? code : fmt::format("{} ({})", words, code);
}

// Says in which layout the stickers were read, unless it is the usual one, and what else they may be.
void report_layout(const Choice& choice, const ColourNames& colours, Diagnosis& d) {
  const bool is_net = choice.layout.code.find(',') != std::string::npos;
  if (choice.layout.code.size() > kFaces)
    d.notes.push_back(
        fmt::format("the stickers are read as {}{}", describe(choice.layout), is_net ? ", row by row" : ""));
  else if (choice.layout != orders_in_use().front())
    d.notes.push_back(fmt::format("the faces were listed in another order than URFDLB: {}", choice.layout.code));
  if (choice.others.empty()) return;
  // The same cube, held in another way, needs the same moves on other faces.
  for (const bool is_same : {false, true}) {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> names;
    std::size_t more = 0;
    for (const OtherReading& other : choice.others) {
      if ((other.cube == choice.cube) != is_same) continue;
      if (names.size() < kMost)
        names.push_back(fmt::format("{} with {}", in_words(other.layout), describe_holding(other.held, colours)));
      else
        ++more;
    }
    if (more > 0) names.push_back(fmt::format("{} more", more));
    if (!names.empty())
      d.notes.push_back(fmt::format("{} if they were listed as {}; name the order or the holding if that is meant",
                                    !choice.cube ? "the stickers are a cube"
                                    : is_same    ? "the stickers are the same cube, held in another way,"
                                                 : "the stickers are another cube",
                                    text::listed(names)));
  }
  d.others = choice.others;
}

// Why an oriented net in this layout was not held so; empty if it was.
std::string why_not_held_so(const Layout& layout, Symmetry held, const Net& net) {
  const auto place = symmetry_to(centres(arranged(net.stickers, layout)));
  if (place == inverse(held)) return "";
  if (!place || is_reflection(*place)) return fmt::format("no cube has its centres as in the order {}", layout.code);
  return fmt::format("in the order {}, the cube was held with {}, and not with {}", layout.code,
                     describe_holding(inverse(*place), net.colours), describe_holding(held, net.colours));
}

// The repair of stickers that are several cubes if some faces are turned.
Repair name_the_faces(const std::vector<Layout>& turned, const Net& written) {
  const Layout& first = turned.front();
  return {
      fmt::format("read the stickers as {}{}", in_words(first.code),
                  turned.size() == 1
                      ? ""
                      : fmt::format("; there are {} ways to make a real cube by turning as many faces", turned.size())),
      read_stickers(arranged(written.stickers, first), written.oriented), static_cast<int>(turned.size())};
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
  if (listed.is_usual())
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
    if (count > kFacelets && count % kFacelets == 0) d.problems.back() += "; several cubes are written one a line";
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
  const CentreColours written_centres = centres(listed.order ? arranged(net->stickers, *listed.order) : net->stickers);
  const bool is_held = net->oriented && all_known_and_different(written_centres);
  const auto held_so =
      listed.held && !listed.order ? choose_held(symbols, *net, rows_of(facelets), *listed.held) : std::nullopt;
  if (listed.held && !is_held && !held_so) {
    d.problems.emplace_back("a holding is named, but the colours of these centres do not tell how a cube is held");
    d.kind = ErrorKind::unreadable;
    return d;
  }
  if (const auto wrong = listed.held && listed.order ? why_not_held_so(*listed.order, *listed.held, *net) : "";
      !wrong.empty()) {
    d.problems.push_back(wrong);
    d.kind = ErrorKind::unreadable;
    return d;
  }
  const Choice choice = listed.order  ? Choice{*listed.order}
                        : held_so     ? *held_so
                        : listed.held ? Choice{in_holding(written_centres, *listed.held)}
                                      : choose_layout(symbols, *net, rows_of(facelets));
  report_layout(choice, net->colours, d);
  const Net written_net = *net;
  symbols = arranged(symbols, choice.layout);
  net = make_net(symbols);
  const bool named = all_known_and_different(centres(net->stickers));
  report_centres(symbols, d);
  if (named) normalise(*net, symbols, d);
  d.cube = read_stickers(net->stickers, net->oriented);
  if (d.cube) return d;
  const FaceletNames facelet_names = names_of_facelets(choice.layout, d.held, rows_of(facelets));
  report_unknown(symbols, *net, facelet_names, d);
  report_counts(*net, d);
  if (named) {
    const ColourNames colours = names_by_centres(*net);
    const Stickers stickers = named_by_centres(net->stickers);
    const Assembly parts = take_apart(stickers);
    for (std::string& sentence : impossible_pieces(stickers, colours)) d.problems.push_back(std::move(sentence));
    for (std::string& sentence : faults(parts, colours)) d.problems.push_back(std::move(sentence));
  }
  Repair repair = find_repair(*net, facelet_names);
  if (d.held != 0 && !repair.what.empty())
    repair.what = fmt::format("with {}, {}", describe_holding(Symmetry{}, net->colours), repair.what);
  // Turned faces are a greater mistake than a repair.
  if (repair.what.empty() && choice.others.empty()) {
    const bool is_fixed = listed != Listed{} && !listed.are_named;  // by the person who asks
    const Turned turned = listed != Listed{} ? Turned{with_turned_faces(written_net, {choice.layout})}
                                             : find_turned(written_net, rows_of(facelets));
    if (!is_fixed && turned.layouts.size() == 1) {
      Diagnosis found = diagnose(facelets, {.order = turned.layouts.front(), .held = listed.held});
      found.notes.insert(found.notes.begin(), "the stickers are a cube if some faces are turned");
      if (turned.is_held_somehow)
        found.notes.emplace_back("nothing tells how the cube was held; it is taken as held with U up and F in front");
      return found;
    }
    if (!turned.layouts.empty()) repair = name_the_faces(turned.layouts, written_net);
  }
  prescribe(repair, d);
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
  std::string message = (d.readable() ? "this cube is impossible: " : "") + text::joined(d.problems);
  if (!d.others.empty()) message += fmt::format("; in the order {} it is a cube", d.others.front().layout);
  return {std::move(message), d.position, d.kind};
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
