// All words of one length that lead from a cube into G1 and do not end with a move of G1.
//
// Their last move is a quarter turn of R, L, F or B; words that end with a move of G1 lead to neighbours of elements
// found before (pass.h). The search is depth first by batches. A level is a buffer of positions with one cost still to
// go; when it is full, it is expanded into the next one, and the table's entries of its children are prefetched while
// they wait there. A child is kept if it can be in G1 in time, nothing else: all words are wanted, also those that pass
// through G1. The last moves come from lists (endings.h).
//
// Invariant: pieces are those of start * path; the element of G1 that a word leads to is marked by its number
// (layout.h). Words that differ by the order of opposite faces are searched once, with few exceptions where an ending
// begins: it is in the frame of its place's representative.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/coset/bitmap.h"
#include "superflip/solver/coset/endings.h"
#include "superflip/solver/coset/search_shuffles.h"
#include "superflip/solver/two_phase/tables.h"

namespace superflip::coset {

struct SearchCounts {
  std::uint64_t nodes = 0;    // positions expanded
  std::uint64_t endings = 0;  // positions with words in the lists
  std::uint64_t leaves = 0;   // words of the lists; each makes two marks

  SearchCounts& operator+=(const SearchCounts& other);
};

// The tables of a search, for any number of threads and cubes: phase 1 of the two-phase solver, standard or large.
struct SearchTables {
  // A flag that is set ends the copying of the tables to faster memory, and nothing else.
  explicit SearchTables(std::shared_ptr<const two_phase::Tables> tables, const StopFlag* stop = nullptr);

  std::shared_ptr<const two_phase::Tables> two_phase;
  std::vector<Endings> endings;  // of cost 1..Endings::kMaxCost
};

// A position with its path's end, one cache line.
struct alignas(64) SearchNode {
  alignas(32) std::array<std::uint8_t, 32> pieces;  // edges at 0..11, corners at 16..23; the rest hold themselves
  std::uint32_t place;                              // two_phase::Fold::place
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
  std::uint8_t symmetry;  // to the place's representative
  Move last;
};
static_assert(sizeof(SearchNode) == 64);

// A symmetry of the coset maps words to words of the same length, and what they lead to, g, to before * g * after.
struct Image {
  PiecesShuffle before;
  PiecesShuffle after;
  std::array<std::uint8_t, kPhase2Moves.size()> move;  // the images of the moves of G1, as numbers of kPhase2Moves
};

// The coset of a cube: the elements of G1 to which words lead from it.
struct Start {
  SearchNode root;
  // The symmetries, of the 16 that preserve the UD axis, that map the coset onto itself, without the identity.
  std::vector<Symmetry> symmetries;
  std::vector<Image> images;
};
Start start_of(const SearchTables& tables, const Cube& cube);

// A part of a search: the words of cost `to_go` that continue from a position.
struct Branch {
  SearchNode node;
  int to_go;
};

// The parts of the search for words of cost `to_go`, one for each beginning of `moves` moves, which must cost less than
// `to_go`. Of the beginnings that the symmetries of the coset map onto each other only one is taken: the search must
// mark the images of what it finds.
std::vector<Branch> branches(const SearchTables& tables, const Start& start, int to_go, int moves);

// A search on one thread.
class WordSearch {
 public:
  // So many branches wait in a buffer before they are searched.
  static constexpr std::size_t kBatch = 256;

  virtual ~WordSearch() = default;

  // The images to mark beside each element: those of the coset, or none. They must live as long as the search goes on.
  virtual void begin(std::span<const Image> images) = 0;

  // Marks the ends of all words that continue the branch. False when it was stopped.
  virtual bool search(const Branch& branch, Marks& marks, const StopFlag* stop) = 0;

  // Searches what still waits in buffers; must be called after the last branch. False when it was stopped.
  virtual bool finish(Marks& marks, const StopFlag* stop) = 0;

  SearchCounts counts{};
};

std::unique_ptr<WordSearch> make_search(const SearchTables& tables);

}  // namespace superflip::coset
