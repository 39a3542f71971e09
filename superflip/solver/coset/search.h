// All words of one length that lead from a cube into G1 and do not end with a letter of G1 (letters.h).
//
// Their last letter is a quarter turn of R, L, F or B, or in stm of a slice; words that end with a letter of G1 lead to
// neighbours of elements found before (pass.h). The search is depth first by batches. A level is a buffer of positions
// with one cost still to go; when it is full, it is expanded into the next one, and the table's entries of its children
// are prefetched while they wait there. A child is kept if it can be in G1 in time, nothing else: all words are wanted,
// also those that pass through G1. The last letters come from lists (endings.h).
//
// Invariant: pieces are those of start * path; the element of G1 that a word leads to is marked by its number
// (g1_numbers.h). Words that differ by the order of opposite faces are searched once, with few exceptions where an
// ending begins: it is as seen from its place's representative.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
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

// Phase 1 in stm: the distance of each place of Fold::place.
struct SliceTables {
  Table distances;                   // nibbles
  std::vector<std::uint8_t> blocks;  // the least distance of each block of kEdgeFlips places

  [[gnu::always_inline]] int phase1_distance(std::uint32_t place) const {
    return nibble(distances.bytes().data(), place);
  }
  [[gnu::always_inline]] void prefetch_phase1(std::uint32_t place) const {
    __builtin_prefetch(distances.bytes().data() + place / 2);
  }
};

// The tables of a search, for any number of threads and cubes. In htm and qtm they are those of the two-phase solver,
// standard or large. All are copied to memory with large pages, which is faster; a flag that is set ends the copying,
// and nothing else.
class SearchTables {
 public:
  explicit SearchTables(const std::shared_ptr<const two_phase::Tables>& tables, const StopFlag* stop = nullptr);

  // Those of stm, from the source, or made and kept there; with source == nullptr they are made in memory. The errors
  // are stopped and those of the source. Throws std::bad_alloc.
  static Expected<std::shared_ptr<const SearchTables>> open_in_stm(const TableSource* source, unsigned threads,
                                                                   const Progress& progress, const StopFlag* stop);
  // The tables that open_in_stm() reads or makes.
  static std::vector<TableIdentity> files_in_stm();

  Metric metric() const { return metric_; }
  const two_phase::Fold& fold() const { return *fold_; }
  // Of cost 1..Endings::max_cost(metric()).
  const std::vector<Endings>& endings() const { return endings_; }

  using Phase1 =
      std::variant<const two_phase::MaskTables*, const two_phase::DistanceTables*, std::unique_ptr<const SliceTables>>;
  const Phase1& phase1() const { return phase1_; }

  // The letters that may follow `last`, a letter at the position itself, as letters of the representative to which the
  // symmetry leads.
  LetterSet may_follow(std::uint8_t symmetry, Letter last) const { return may_follow_[symmetry][last]; }

 private:
  SearchTables(Metric metric, std::shared_ptr<const void> owner, const two_phase::Fold& fold, Phase1 phase1);

  Metric metric_;
  std::shared_ptr<const void> owner_;  // of fold_ and of phase1_
  const two_phase::Fold* fold_;
  Phase1 phase1_;
  std::vector<Endings> endings_;
  std::array<std::array<LetterSet, kLetters>, kUdSymmetries> may_follow_{};
};

// A position with its path's end, one cache line.
struct alignas(64) SearchNode {
  alignas(32) std::array<std::uint8_t, 32> pieces;  // edges at 0..11, corners at 16..23; the rest hold themselves
  std::uint32_t place;                              // two_phase::Fold::place
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
  std::uint8_t symmetry;  // to the place's representative
  Letter last;
};
static_assert(sizeof(SearchNode) == 64);

// A symmetry of the coset maps words to words of the same length, and what they lead to, g, to before * g * after.
struct Image {
  PiecesShuffle before;
  PiecesShuffle after;
  std::array<std::uint8_t, kG1Letters.size()> letter;  // the images of the letters of G1, as their numbers
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

// The parts of the search for words of cost `to_go`, one for each beginning of `length` letters, which must cost less
// than `to_go`. Of the beginnings that the symmetries of the coset map onto each other only one is taken: the search
// must mark the images of what it finds.
std::vector<Branch> branches(const SearchTables& tables, const Start& start, int to_go, int length);

// A search on one thread.
class WordSearch {
 public:
  // So many branches wait in a buffer before they are searched.
  static constexpr std::size_t kBatch = 256;

  virtual ~WordSearch() = default;

  // The images to mark beside each element: those of the coset, or none. They must live as long as the search goes on.
  // What an exception has left of the search before is dropped.
  virtual void begin(std::span<const Image> images) = 0;

  // Marks the ends of all words that continue the branch. False when it was stopped.
  virtual bool search(const Branch& branch, Marks& marks, const StopFlag* stop) = 0;

  // Searches what still waits in buffers; must be called after the last branch. False when it was stopped.
  virtual bool finish(Marks& marks, const StopFlag* stop) = 0;

  SearchCounts counts{};
};

std::unique_ptr<WordSearch> make_search(const SearchTables& tables);

}  // namespace superflip::coset
