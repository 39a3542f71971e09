#include "superflip/solver/coset/pass_tables.h"

namespace superflip::coset {
namespace {

constexpr std::size_t kU = 0;
constexpr std::size_t kD = 5;

// Where U^i D^j lead from an arrangement, number 4 * i + j.
std::array<Step, 16> turns_of(const Arrangements& arrangements, std::uint32_t from) {
  std::array<Step, 16> to{};
  Step at{static_cast<std::uint16_t>(from), 0};
  const auto turn = [&](std::size_t letter) {
    const Step step = arrangements.step(at.target, letter);
    at = {step.target, static_cast<std::uint8_t>(at.delta ^ step.delta)};
  };
  // After the fourth D the arrangement is the same again.
  for (std::size_t i = 0; i < 4; ++i, turn(kU))
    for (std::size_t j = 0; j < 4; ++j, turn(kD)) to[4 * i + j] = at;
  return to;
}

}  // namespace

PassTables pass_tables(Metric metric, int wanted_parity) {
  const Arrangements& edges = g1_numbers().edges;
  PassTables tables;
  tables.metric = metric;
  tables.wanted_parity = wanted_parity;
  tables.edges.resize(kArrangements);
  for (std::uint32_t e = 0; e < kArrangements; ++e) {
    tables.edges[e].turns = turns_of(edges, e);
    for (std::size_t h = 0; h < half_turns(metric); ++h) tables.edges[e].half_turns[h] = edges.step(e, kHalfTurns[h]);
  }
  return tables;
}

TileReader::TileReader(const PassTables& tables, Arrangements::Orbit orbit, const std::byte* const* from,
                       std::byte* const* to)
    : tables_(tables), is_free_(orbit.size == 16), has_deltas_(false) {
  const Arrangements& corners = g1_numbers().corners;
  const auto turns = turns_of(corners, orbit.first);
  for (std::size_t ij = 0; ij < 16; ++ij) {
    const std::uint32_t page = turns[ij].target;
    Corner& corner = corners_[ij];
    corner.from = from[page];
    corner.to = to[page - orbit.first];
    corner.delta = turns[ij].delta;
    corner.parity = static_cast<std::uint8_t>(corners.parity(page));
    corner.is_first = page == orbit.first;
    has_deltas_ |= corner.delta != 0;
    for (std::size_t h = 0; h < half_turns(tables.metric); ++h) {
      const Step step = corners.step(page, kHalfTurns[h]);
      corner.half_turn_from[h] = from[step.target];
      corner.half_turn_delta[h] = step.delta;
    }
  }
}

bool TileReader::read(Tile& tile) {
  int weight = 1;
  for (; next_ < kArrangements; ++next_) {
    if (is_free_) break;
    // One edge arrangement of each orbit under the stabiliser of the corners, the one with the least number.
    weight = 0;
    bool is_least = true;
    for (std::size_t ij = 0; ij < 16; ++ij) {
      if (!corners_[ij].is_first) continue;
      const std::uint32_t e = tables_.edges[next_].turns[ij].target;
      is_least = is_least && e >= next_;
      if (e == next_) ++weight;
    }
    if (is_least) break;
  }
  if (next_ == kArrangements) return false;
  const PassTables::EdgeNode& start = tables_.edges[next_++];
  bool is_plain = !has_deltas_;
  for (std::size_t ij = 0; ij < 16; ++ij) {
    const Corner& corner = corners_[ij];
    const Step edge = start.turns[ij];
    const PassTables::EdgeNode& node = tables_.edges[edge.target];
    tile.from[ij] = corner.from + std::size_t{edge.target} * kNodeBytes;
    tile.to[ij] = corner.to + std::size_t{edge.target} * kNodeBytes;
    tile.bytes[ij] = corner.delta;
    tile.bits[ij] = edge.delta & 7;
    tile.parity[ij] = corner.parity;
    is_plain = is_plain && (edge.delta & 7) == 0;
    for (std::size_t h = 0; h < half_turns(tables_.metric); ++h)
      tile.half_turns[ij][h] = {corner.half_turn_from[h] + std::size_t{node.half_turns[h].target} * kNodeBytes,
                                corner.half_turn_delta[h], node.half_turns[h].delta & 7U};
  }
  tile.is_plain = is_plain;
  tile.weight = weight;
  return true;
}

}  // namespace superflip::coset
