#include "superflip/reading/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
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
  const bool singular = wrong.size() == 1 && wrong[0].back() != 's';
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

// Puts the faces into the order U R F D L B by their centres, for texts that list them in another order.
std::optional<Cube> read_in_order_of_centres(const Net& net) {
  Stickers sorted{};
  for (int i = 0; i < kFacelets; ++i) sorted[9 * net.stickers[centre_of(i / 9)] + i % 9] = net.stickers[i];
  return read_stickers(sorted, net.oriented);
}

void prescribe(const Repair& repair, Diagnosis& d) {
  d.repair = repair.what;
  d.ways = repair.ways;
  d.repaired = repair.result;
}

}  // namespace

Diagnosis diagnose(std::string_view facelets) {
  Diagnosis d;
  Written written = split(facelets, kFacelets + 1);
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
  report_centres(symbols, d);
  const bool named = all_known_and_different(centres(net->stickers));
  if (net->oriented && named && !read_stickers(net->stickers, true)) {
    if (const auto cube = read_in_order_of_centres(*net)) {
      d.notes.push_back(
          fmt::format("the faces were listed in another order than URFDLB: {}", fmt::join(names_by_centres(*net), "")));
      d.cube = cube;
      return d;
    }
  }
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
