// Metrics: what counts as one move.
//
// In htm and qtm the length of a word is the sum of the costs of its face turns. In stm and atm two neighbouring turns
// of opposite faces can count as one, so the length is defined on normal words only. To add a metric, extend this
// enumeration, and cost() and length() in cube/move.h.
#pragma once

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

// Whether the length of a word is the sum of the costs of its face turns (htm, qtm). The two-phase and the
// pocket solver search in these; the optimal and the generic solver search in all four.
constexpr bool counts_face_turns(Metric metric) { return metric == Metric::htm || metric == Metric::qtm; }

// The metric itself if it counts face turns, else htm: that of the tables from which words in stm and atm are counted.
constexpr Metric in_face_turns(Metric metric) { return counts_face_turns(metric) ? metric : Metric::htm; }

// "htm", "qtm", "stm", "atm"; also used in the names of table files.
std::string_view name(Metric metric);

// The names and what counts as one move: "htm (any turn of a face)".
std::vector<std::string> with_meanings(std::span<const Metric> metrics);

// The metric of that name. The error lists the valid names.
Expected<Metric> parse_metric(std::string_view text);

}  // namespace superflip
