#include "superflip/cube/cycles.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"

namespace superflip {
namespace {

constexpr int kFirstEdge = kCorners;
constexpr int kFirstCentre = kCorners + kEdges;

constexpr int turns_of_piece(int piece) { return piece < kFirstEdge ? 3 : piece < kFirstCentre ? 2 : 1; }

// Where the piece at each place goes, and how its orientation changes.
std::array<Visit, kPieces> steps_of(const Motion& motion) {
  std::array<Visit, kPieces> to{};
  const Cube& c = motion.cube;
  for (int x = 0; x < kCorners; ++x) to[c.corner_at(x)] = {x, c.twist_at(x)};
  for (int x = 0; x < kEdges; ++x) to[kFirstEdge + c.edge_at(x)] = {kFirstEdge + x, c.flip_at(x)};
  for (int f = 0; f < kFaces; ++f) to[kFirstCentre + f] = {kFirstCentre + kFaceImages[motion.rotation][f], 0};
  return to;
}

// The place's name, beginning with the face on which the piece's reference facelet lies.
std::string name_from(const Visit& step) {
  std::string name = piece_name(step.place);
  std::rotate(name.begin(), name.begin() + step.turn, name.end());
  return name;
}

}  // namespace

std::string piece_name(int piece) {
  return std::string(piece < kFirstEdge     ? kCornerNames[piece]
                     : piece < kFirstCentre ? kEdgeNames[piece - kFirstEdge]
                                            : kFaceLetters.substr(piece - kFirstCentre, 1));
}

Expected<Pieces> parse_pieces(std::string_view text) {
  const auto separates = [](char c) { return text::is_space(c) || c == ','; };
  Pieces pieces;
  for (std::size_t at = 0; at < text.size();) {
    if (separates(text[at])) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < text.size() && !separates(text[at])) ++at;
    const std::string_view word = text.substr(start, at - start);
    std::string letters(word);
    std::transform(letters.begin(), letters.end(), letters.begin(), text::to_upper);
    int piece = 0;
    for (; piece < kPieces; ++piece)
      if (const std::string name = piece_name(piece);
          name.size() == letters.size() && std::is_permutation(name.begin(), name.end(), letters.begin()))
        break;
    if (piece == kPieces)
      return fail(fmt::format("'{}' is not a piece; expected corners as URF, edges as UR or centres as U", word),
                  text::symbols_before(text, start));
    pieces.set(piece);
  }
  if (pieces.none()) return fail("there is no piece; expected corners as URF, edges as UR or centres as U");
  return pieces;
}

Motion motion_of(const Algorithm& algorithm) {
  return {to_cube(algorithm) * kSymmetryCubes[algorithm.rotation], algorithm.rotation};
}

int Cycle::order() const {
  const int turns = turns_of_piece(steps.front().place);
  return static_cast<int>(steps.size()) * (turn == 0 ? 1 : turns);
}

Pieces Cycle::pieces() const {
  Pieces set;
  for (const Visit& step : steps) set.set(step.place);
  return set;
}

std::vector<Cycle> cycles_of(const Motion& motion) {
  const std::array<Visit, kPieces> to = steps_of(motion);
  std::vector<Cycle> cycles;
  Pieces seen;
  for (int first = 0; first < kPieces; ++first) {
    if (seen[first]) continue;
    Cycle cycle{{}, 0};
    int place = first;
    do {
      seen.set(place);
      cycle.steps.push_back({place, cycle.turn});
      cycle.turn = (cycle.turn + to[place].turn) % turns_of_piece(first);
      place = to[place].place;
    } while (place != first);
    if (cycle.order() > 1) cycles.push_back(std::move(cycle));
  }
  return cycles;
}

std::string to_string(const Cycle& cycle) {
  std::string text = "(";
  for (const Visit& step : cycle.steps) {
    if (text.size() > 1) text += ' ';
    text += name_from(step);
  }
  constexpr std::array<std::string_view, 3> kSigns{"", "+", "-"};
  text += ')';
  return text += kSigns[cycle.turn];
}

int order(const std::vector<Cycle>& cycles) { return least_power(cycles, {}); }

Pieces moved(const std::vector<Cycle>& cycles, int n) {
  Pieces set;
  for (const Cycle& cycle : cycles)
    if (n % cycle.order() != 0) set |= cycle.pieces();
  return set;
}

int least_power(const std::vector<Cycle>& cycles, const Pieces& only) {
  int n = 1;
  for (const Cycle& cycle : cycles)
    if ((cycle.pieces() & ~only).any()) n = std::lcm(n, cycle.order());
  return n;
}

// The power n moves the same pieces as the power gcd(n, order), which is not larger, so only the divisors of the order
// matter.
std::vector<Power> powers(const std::vector<Cycle>& cycles) {
  const int all = order(cycles);
  std::vector<Power> found;
  for (int n = 1; n <= all; ++n) {
    if (all % n != 0) continue;
    const Pieces set = moved(cycles, n);
    if (std::none_of(found.begin(), found.end(), [&](const Power& p) { return p.moved == set; }))
      found.push_back({n, set});
  }
  return found;
}

}  // namespace superflip
