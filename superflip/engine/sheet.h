// The sheet of a position: all that is usually asked about one cube, on one page.
//
// Its symmetries and what is like it, its order and cycles, all shortest words in the four metrics, its distances to
// the subgroups that people solve through, and its coset of G1. Invariant: a length is proven where its Answer says so;
// where the time was not enough, the sheet has bounds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/symmetry_report.h"

namespace SUPERFLIP_API superflip {

struct Sheet {
  // The shortest words in a metric. Ended::complete: all of them are there, if there are fewer than kMostWords.
  struct Words {
    Metric metric;
    Answer answer;
  };

  // How far the cube is from a subgroup, by turns of faces: a shortest word that leads into it.
  struct Distance {
    std::string name;      // "EO", "DR"
    std::string subgroup;  // what generates it
    Moves word;
  };

  static constexpr std::size_t kMostWords = 100'000;

  Cube cube{};
  SymmetryReport symmetry{};
  int order = 1;                      // after how many repetitions of a word for this cube the solved cube comes back
  std::string cycles{};               // of the pieces, as superflip coord writes them; empty for the solved cube
  bool is_odd = false;                // an odd permutation of the corners, and so of the edges
  std::vector<Words> words{};         // in each metric; fewer if the work was stopped
  std::vector<Distance> distances{};  // in htm; those for which there was time
  std::uint64_t coset_class = 0;      // the class of its coset of G1 (solver/coset_classes.h)
};

struct SheetOptions {
  EngineOptions engine{};
  Clock::duration time = std::chrono::seconds(20);  // for each metric and each subgroup; making tables counts
  const StopFlag* stop = nullptr;
};

// Makes the sheet of a reachable cube. Tables are opened, or made, for one metric after the other, so that the memory
// is that of one. The listener receives the events of all searches. Errors: those of Engine::solve; impossible for a
// cube that turns cannot solve.
Expected<Sheet> make_sheet(const Cube& cube, const SheetOptions& options, const Listener& listener = {});

// {"facelets", "symmetry": {...}, "order", "cycles", "parity", "words": [{"metric", "lower", "upper", "proven",
// "count", "complete", "moves"}, ...], "distances": [{"name", "subgroup", "distance", "moves"}, ...], "coset_class"}
Json to_json(const Sheet& sheet);

}  // namespace superflip
