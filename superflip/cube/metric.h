// Metrics: what counts as one move.
//
// In htm and qtm the length of a word is the sum of the costs of its face turns. In stm and atm two neighbouring turns
// of opposite faces can count as one, so the length is defined on normal words only. To add a metric, add a value and
// its row; HACKING.md lists what else is by hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"

namespace SUPERFLIP_API superflip {

enum class Metric : std::uint8_t {
  htm,  // a turn of a face, by any angle
  qtm,  // a quarter turn of a face, so that a half turn counts 2
  stm,  // a turn of a face or of a slice (two opposite faces in the same direction, as R L')
  atm   // a turn of a face, or of two opposite faces together, each by any angle
};

// What a metric is. Lengths, moves, names and sentences follow from its row. Beside it stand cost() (move.h), which an
// assertion compares with it, the figures and tables of solvers that search in it, those of whole cosets, the estimates
// of their times, and the campaigns' own check of lengths.
struct MetricRow {
  // Which turns of two opposite faces, one after the other, are one move.
  enum class Pairs : std::uint8_t {
    none,
    slices,  // those in the same direction, as R L'
    all
  };

  std::string_view name;     // also used in the names of table files
  std::string_view meaning;  // what counts as one move
  int half_turn;             // what a half turn of a face costs
  Pairs pairs;
  std::string_view moves;  // all that count as one, as parse_move_set reads them
  double growth;           // how many times as many words there are with each further move
};

// In the order of the values.
inline constexpr std::array kMetrics{
    MetricRow{"htm", "any turn of a face", 1, MetricRow::Pairs::none, "all", 13.35},
    MetricRow{"qtm", "a quarter turn of a face", 2, MetricRow::Pairs::none, "all", 9.38},
    MetricRow{"stm", "any turn of a face or a slice", 1, MetricRow::Pairs::slices, "all slices", 18.64},
    MetricRow{"atm", "any turn of a face, or of two opposite faces together", 1, MetricRow::Pairs::all, "axial", 30}};

static_assert(kMetrics[static_cast<std::size_t>(Metric::htm)].name == "htm" &&
              kMetrics[static_cast<std::size_t>(Metric::qtm)].name == "qtm" &&
              kMetrics[static_cast<std::size_t>(Metric::stm)].name == "stm" &&
              kMetrics[static_cast<std::size_t>(Metric::atm)].name == "atm");

// No two rows are the same metric. Where two turns can be one move, length() counts moves, so each must cost 1.
static_assert([] {
  for (const MetricRow& row : kMetrics) {
    if (row.half_turn < 1 || (row.pairs != MetricRow::Pairs::none && row.half_turn != 1)) return false;
    for (const MetricRow& other : kMetrics)
      if (&row != &other && row.half_turn == other.half_turn && row.pairs == other.pairs) return false;
  }
  return true;
}());

// The value must be one of the enum.
constexpr const MetricRow& row_of(Metric metric) { return kMetrics[static_cast<std::size_t>(metric)]; }

// Whether the length of a word is the sum of the costs of its face turns (htm, qtm). The two-phase and the pocket
// solver search in these alone, the optimal solver in those that it has tables for (solver/optimal/shapes.h), the
// generic one in all.
constexpr bool counts_face_turns(Metric metric) { return row_of(metric).pairs == MetricRow::Pairs::none; }

// Whether htm and qtm are all metrics that count face turns. Code that has one value for htm and another one for the
// rest asserts this, so that it does not compile where it would take a further metric for qtm.
inline constexpr bool kFaceTurnsAreHtmOrQtm = [] {
  for (std::size_t i = 0; i < kMetrics.size(); ++i) {
    const auto metric = static_cast<Metric>(i);
    if (counts_face_turns(metric) && metric != Metric::htm && metric != Metric::qtm) return false;
  }
  return counts_face_turns(Metric::htm) && counts_face_turns(Metric::qtm);
}();

// Whether it counts quarter turns (qtm). As each is an odd permutation of the corners, all words that solve a cube have
// even lengths, or all have odd ones.
constexpr bool counts_quarter_turns(Metric metric) {
  return counts_face_turns(metric) && row_of(metric).half_turn == 2;
}

// The metric itself if it counts face turns, else htm: that of the tables from which words in stm and atm are counted.
constexpr Metric in_face_turns(Metric metric) { return counts_face_turns(metric) ? metric : Metric::htm; }

// Its row's name.
std::string_view name(Metric metric);

// The names and what counts as one move: "htm (any turn of a face)".
std::vector<std::string> with_meanings(std::span<const Metric> metrics);

// The metric of that name. The error lists the valid names.
Expected<Metric> parse_metric(std::string_view text);

}  // namespace superflip
