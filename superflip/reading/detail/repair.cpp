#include "superflip/reading/detail/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

// Collects all repairs of one kind.
class Candidates {
 public:
  explicit Candidates(std::string_view how) : how_(how) {}

  template <class Describe>
  void add(const std::optional<Cube>& cube, const Describe& describe) {
    if (cube) found_.push_back({describe(), cube, 1});
  }
  bool empty() const { return found_.empty(); }

  // The only repair, or the first one with the number of all.
  Repair choose() const {
    if (found_.empty()) return {};
    if (found_.size() == 1) return found_[0];
    return {fmt::format("{}; there are {} ways to make a real cube by {}", found_[0].what, found_.size(), how_),
            found_[0].result, static_cast<int>(found_.size())};
  }

 private:
  std::string_view how_;
  std::vector<Repair> found_;
};

std::string change(const std::string& facelet, const std::string& colour) {
  return fmt::format("{} to {}", facelet, colour);
}

Repair one_change(const Net& net, const FaceletNames& facelet_names) {
  Candidates found("changing one sticker");
  for (int i = 0; i < kFacelets; ++i)
    for (std::uint8_t c = 0; c < kFaces; ++c) {
      if (c == net.stickers[i]) continue;
      Stickers changed = net.stickers;
      changed[i] = c;
      found.add(read_stickers(changed, net.oriented),
                [&] { return "change the sticker " + change(facelet_names[i], net.colours[c]); });
    }
  return found.choose();
}

Repair one_exchange(const Net& net, const FaceletNames& facelet_names) {
  Candidates found("exchanging two stickers");
  for (int i = 0; i < kFacelets; ++i)
    for (int j = i + 1; j < kFacelets; ++j) {
      if (net.stickers[i] == net.stickers[j]) continue;
      Stickers changed = net.stickers;
      std::swap(changed[i], changed[j]);
      found.add(read_stickers(changed, net.oriented),
                [&] { return fmt::format("exchange the stickers {} and {}", facelet_names[i], facelet_names[j]); });
    }
  return found.choose();
}

// The stickers of the places that hold no recognised piece, or a piece that occurs elsewhere too.
template <std::size_t count, std::size_t size>
void add_suspects(const std::array<std::optional<Placed>, count>& places,
                  const std::array<std::array<int, size>, count>& facelets, std::vector<int>& suspects) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto same = [&](const std::optional<Placed>& p) { return p && places[x] && p->piece == places[x]->piece; };
    if (!places[x] || std::count_if(places.begin(), places.end(), same) > 1)
      suspects.insert(suspects.end(), facelets[x].begin(), facelets[x].end());
  }
}

// Two wrong stickers affect at most two places, and the pieces they seem to show are in at most two more. If more
// places are wrong, this repair cannot exist.
Repair two_changes(const Net& net, const FaceletNames& facelet_names) {
  constexpr std::size_t kMost = 12;
  Candidates found("changing two stickers");
  const Assembly parts = take_apart(named_by_centres(net.stickers));
  std::vector<int> suspects;
  add_suspects(parts.corner, kCornerFacelets, suspects);
  add_suspects(parts.edge, kEdgeFacelets, suspects);
  if (suspects.size() > kMost) return {};
  for (const int i : suspects)
    for (const int j : suspects)
      for (std::uint8_t c = 0; c < kFaces && i < j; ++c)
        for (std::uint8_t k = 0; k < kFaces; ++k) {
          if (c == net.stickers[i] || k == net.stickers[j]) continue;
          Stickers changed = net.stickers;
          changed[i] = c;
          changed[j] = k;
          found.add(read_stickers(changed, net.oriented), [&] {
            return fmt::format("change the stickers {} and {}", change(facelet_names[i], net.colours[c]),
                               change(facelet_names[j], net.colours[k]));
          });
        }
  return found.choose();
}

// Every reachable cube that results from replacing the piece in one place: tries each piece in each place and
// orientation. `describe` is given the place, the name of the piece, and its stickers in the order of the place's
// faces.
template <std::size_t count, std::size_t size, class Describe>
void replace_one(const Assembly& parts, std::array<std::optional<Placed>, count> Assembly::*places,
                 const std::array<std::array<Face, size>, count>& pieces, const ColourNames& names, Candidates& found,
                 const Describe& describe) {
  for (int x = 0; x < static_cast<int>(count); ++x)
    for (int piece = 0; piece < static_cast<int>(count); ++piece)
      for (int o = 0; o < static_cast<int>(size); ++o) {
        Assembly changed = parts;
        (changed.*places)[x] = {piece, o};
        auto cube = assemble(changed);
        if (cube && !is_reachable(*cube)) cube.reset();
        found.add(cube, [&] {
          std::array<std::string, size> name;
          std::array<std::string, size> shown;
          for (std::size_t n = 0; n < size; ++n) shown[(n + o) % size] = name[n] = names[pieces[piece][n]];
          return describe(x, name, shown);
        });
      }
}

// For a corner that was read wrongly as a whole.
Repair one_corner(const Net& net, const FaceletNames& facelet_names) {
  Candidates found("changing one corner");
  const auto describe = [&](int x, const auto&, const auto& shown) {
    std::vector<std::string> stickers(3);
    for (int n = 0; n < 3; ++n) stickers[n] = change(facelet_names[kCornerFacelets[x][n]], shown[n]);
    return "change the stickers " + text::listed(stickers);
  };
  replace_one(take_apart(named_by_centres(net.stickers)), &Assembly::corner, kCornerFaces, names_by_centres(net), found,
              describe);
  return found.choose();
}

Repair one_piece(const Assembly& parts) {
  Candidates found("replacing one piece");
  const auto describe = [](const char* kind, std::string_view place, const auto& name, const auto& shown) {
    return fmt::format("put the {} {} at {}, so that it shows {} there", kind, fmt::join(name, ""), place,
                       fmt::join(shown, ""));
  };
  replace_one(
      parts, &Assembly::corner, kCornerFaces, kStandardColours, found,
      [&](int x, const auto& name, const auto& shown) { return describe("corner", kCornerNames[x], name, shown); });
  replace_one(parts, &Assembly::edge, kEdgeFaces, kStandardColours, found,
              [&](int x, const auto& name, const auto& shown) { return describe("edge", kEdgeNames[x], name, shown); });
  return found.choose();
}

// All pieces are there, so some must be taken out and put back differently. Nobody can know what was done to the cube,
// so any choice is as good as another: the first pieces that make it solvable are taken, in a single step if one is
// enough.
Repair reassembly(const Cube& c) {
  const Imbalance off = imbalance(c);
  const std::string_view sense = off.twist == 1 ? "anticlockwise" : "clockwise";
  std::vector<std::string> steps;
  Cube mended = c;
  int ways = 1;
  if (off.twist != 0) {
    steps.push_back(fmt::format("turn any one corner {}", sense));
    mended.set_twist(0, (c.twist_at(0) + 3 - off.twist) % 3);
    ways *= kCorners;
  }
  if (off.flip != 0) {
    steps.emplace_back("flip any one edge");
    mended.set_flip(0, 1 - c.flip_at(0));
    ways *= kEdges;
  }
  if (off.parity != 0) {
    steps.emplace_back("exchange any two edges (or any two corners)");
    std::swap(mended.edge[0], mended.edge[1]);
    ways *= kEdges * (kEdges - 1) / 2 + kCorners * (kCorners - 1) / 2;
  }
  Repair repair{fmt::format("{}; there are {} ways to do so", text::listed(steps), ways), mended, ways};

  const auto attempt = [&](const Cube& after, const auto& describe) {
    if (after == kSolved) repair = {describe(), after, 1};
  };
  for (int x = 0; x < kCorners; ++x) {
    Cube after = c;
    after.set_twist(x, (c.twist_at(x) + 3 - off.twist) % 3);
    attempt(after, [&] { return fmt::format("turn the corner at {} {}", kCornerNames[x], sense); });
    for (int y = x + 1; y < kCorners; ++y) {
      after = c;
      std::swap(after.corner[x], after.corner[y]);
      attempt(after,
              [&] { return fmt::format("exchange the corners at {} and {}", kCornerNames[x], kCornerNames[y]); });
    }
  }
  for (int x = 0; x < kEdges; ++x) {
    Cube after = c;
    after.set_flip(x, 1 - c.flip_at(x));
    attempt(after, [&] { return fmt::format("flip the edge at {}", kEdgeNames[x]); });
    for (int y = x + 1; y < kEdges; ++y) {
      after = c;
      std::swap(after.edge[x], after.edge[y]);
      attempt(after, [&] { return fmt::format("exchange the edges at {} and {}", kEdgeNames[x], kEdgeNames[y]); });
    }
  }
  return repair;
}

std::optional<Cube> read_symbols(const Symbols& symbols) {
  const auto net = make_net(symbols);
  return net ? read_stickers(net->stickers, net->oriented) : std::nullopt;
}

}  // namespace

Repair find_repair(const Net& net, const FaceletNames& facelet_names) {
  const bool named = all_known_and_different(centres(net.stickers));
  const auto complete = named ? assemble(take_apart(named_by_centres(net.stickers))) : std::nullopt;
  if (complete) {
    const Imbalance off = imbalance(*complete);
    const bool one_step = (off.twist != 0) + (off.flip != 0) + (off.parity != 0) == 1;
    Repair repair = one_step ? Repair{} : one_exchange(net, facelet_names);
    return repair.what.empty() ? reassembly(*complete) : repair;
  }
  // A cube has nine stickers of each colour, so the missing stickers say how many must change.
  std::ptrdiff_t missing = 0;
  for (int colour = 0; colour < kFaces; ++colour)
    missing += std::max<std::ptrdiff_t>(0, 9 - std::count(net.stickers.begin(), net.stickers.end(), colour));
  Repair repair = missing == 0   ? one_exchange(net, facelet_names)
                  : missing == 1 ? one_change(net, facelet_names)
                                 : Repair{};
  if (repair.what.empty() && named && (missing == 1 || missing == 2)) repair = two_changes(net, facelet_names);
  if (repair.what.empty() && named && missing <= 3) repair = one_corner(net, facelet_names);
  return repair;
}

Repair find_repair(const Assembly& parts) {
  const auto complete = assemble(parts);
  return complete ? reassembly(*complete) : one_piece(parts);
}

// Changing any of several equal neighbouring symbols gives the same text, so only the first is tried.
Repair find_missing_or_extra(const Symbols& symbols) {
  Candidates found(symbols.size() < kFacelets ? "adding one sticker" : "leaving out one sticker");
  if (symbols.size() == kFacelets - 1) {
    for (const std::string& symbol : distinct(symbols))
      for (int i = 0; i < kFacelets; ++i) {
        if (i > 0 && symbols[i - 1] == symbol) continue;
        Symbols changed = symbols;
        changed.insert(changed.begin() + i, symbol);
        found.add(read_symbols(changed),
                  [&] { return fmt::format("add the missing sticker {} at {}", symbol, facelet_name(i)); });
      }
  }
  if (symbols.size() == kFacelets + 1) {
    for (int i = 0; i <= kFacelets; ++i) {
      if (i > 0 && symbols[i - 1] == symbols[i]) continue;
      Symbols changed = symbols;
      changed.erase(changed.begin() + i);
      found.add(read_symbols(changed),
                [&] { return fmt::format("leave out the symbol number {}, {}", i + 1, symbols[i]); });
    }
  }
  return found.choose();
}

}  // namespace superflip
