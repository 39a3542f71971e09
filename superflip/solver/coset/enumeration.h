// Enumeration: the elements of G1 to which words from a cube lead, found at each cost, one cost after the other.
//
// A level is complete if it holds every element whose least cost it is. That needs two things: the words that do not
// end with a letter of G1, which a search finds (search.h), and all neighbours of the level before. Those come from the
// list of its elements, or, if there are too many for a list, from a pass over the whole bitmap (pass.h). Elements of a
// level that is not complete are at most that far away.
//
// In the quarter-turn metric a half turn costs 2, so neighbours come from the two levels before.
//
// A coset with symmetries has levels that they map onto themselves. Only one of the words that they map onto each other
// is searched: the images of what it finds are marked beside it, or, where words are many and missing elements few,
// looked up afterwards (symmetries.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/solver/coset/bitmap.h"
#include "superflip/solver/coset/search.h"
#include "superflip/solver/coset/symmetries.h"

namespace superflip::coset {

// The memory of a run, which is kept for the next one.
class Workspace {
 public:
  Workspace(std::shared_ptr<const SearchTables> tables, unsigned threads);

  const SearchTables& tables() const { return *tables_; }
  unsigned threads() const { return static_cast<unsigned>(workers_.size()); }
  PagePool& pool() { return pool_; }

  struct Worker {
    Marks marks;
    std::unique_ptr<WordSearch> search;
  };
  Worker& worker(unsigned i) { return *workers_[i]; }

 private:
  std::shared_ptr<const SearchTables> tables_;
  PagePool pool_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// The most bytes that a workspace touches, without the search's tables.
std::uint64_t workspace_bytes(Metric metric, unsigned threads);

class Enumeration {
 public:
  // The most elements of a level that are kept as a list: with more, a pass is faster.
  static constexpr std::uint64_t kMaxListed = 1'600'000;

  // How levels are made: what they hold does not depend on it.
  struct Way {
    std::uint64_t max_listed = kMaxListed;
    std::optional<bool> closes{};  // whether images are looked up after a search without lists; nothing: where faster
    // Called after each round of a search, when state() and bitmap() belong together. `is_last`: the search is done.
    // False: the run is over. Without it a search is one round.
    std::function<bool(bool is_last)> on_round{};
    std::uint64_t words_of_round = 10'000'000;  // about, of each thread, or more in a very deep search: some seconds
  };

  // The search of a level that is under way.
  struct Search {
    std::uint32_t part = 1;     // as next() got it
    std::uint32_t threads = 1;  // for which it was divided
    std::uint64_t done = 0;     // its parts that are searched: the first ones, of whole rounds
    // New elements that the bitmap has: theirs, the neighbours of levels that are lists, and some of those that a round
    // or what follows had found when it was stopped. These are of the level, too, and are found again.
    std::uint64_t found = 0;
    std::vector<Place> listed{};     // these, unless they are too many for a list, or the level before is no list
    std::uint64_t words_before = 0;  // of all levels before
  };

  // All that is known beside the bitmap.
  struct State {
    int depth = 0;
    int exact_to = 0;                                                 // all levels up to this depth are complete
    std::uint64_t found = 0;                                          // all that the bitmap has, but for Search::found
    std::optional<std::vector<Place>> newest = std::vector<Place>{};  // the last level; nothing: too many for a list
    std::optional<std::vector<Place>> before = std::vector<Place>{};  // the level before
    SearchCounts counts{};                                            // of whole rounds
    std::uint64_t last_words = 0;                                     // of the last level's search
    std::optional<Search> search{};                                   // nothing between two levels
  };

  // Level 0. `on_progress` gets the fraction of the level that is done, from one thread at a time.
  Enumeration(Workspace& workspace, const Cube& start, const StopFlag* stop, std::function<void(double)> on_progress)
      : Enumeration(workspace, start, stop, std::move(on_progress), Way{}) {}
  Enumeration(Workspace& workspace, const Cube& start, const StopFlag* stop, std::function<void(double)> on_progress,
              const Way& way);

  // Goes on from the state of another object for the same cube and metric, with any number of threads. Before or after
  // it bitmap() gets what the other one's bitmap had. If the state has a search, next() needs its part.
  void resume(State state) { state_ = std::move(state); }

  // Makes the next level: all neighbours of the last one, and what 1 of `part` words that do not end with a letter of
  // G1 lead to. 1: all words, which makes a complete level if the one before is; 0: no words. Returns false when it was
  // stopped; the run then is over. Another object can go on from it if state() has a search; else the bitmap may have
  // a part of the neighbours, and must not be used. Throws std::bad_alloc.
  bool next(std::uint32_t part);

  // Whether the position is in the coset.
  bool holds(const Cube& position) const;

  // The places of the positions that surely have the same cost as that of `place`, itself included, in order: its
  // images under the symmetries of the coset, and the inverses of these that lie in the coset.
  std::vector<Place> alike(Place place) const;

  // Adds these places, which no level holds yet, to the last level, which they make complete.
  void complete(const std::vector<Place>& places);

  int depth() const { return state_.depth; }
  // The elements found so far.
  std::uint64_t found() const { return state_.found; }
  // All levels up to this depth are complete.
  int exact_to() const { return state_.exact_to; }
  // The elements of the last level; nothing if there were too many for a list.
  const std::optional<std::vector<Place>>& newest() const { return state_.newest; }
  Bitmap& bitmap() { return bitmap_; }
  const Bitmap& bitmap() const { return bitmap_; }
  const SearchCounts& counts() const { return state_.counts; }
  const State& state() const { return state_; }
  std::size_t symmetries() const { return start_.symmetries.size() + 1; }

 private:
  // What is left of a level after its pass, if it has one.
  bool finish_level(std::uint32_t part, MarkSink& sink);
  // Marks the neighbours of the last levels, which are lists.
  bool push_lists();
  void add(Place place);
  // `is_all`: the level consists of the pass.
  bool pass(bool is_all);
  // state_.search gets what the bitmap has got from the sink.
  void keep(const MarkSink& sink);
  // What is left of state_.search. `marks_images`: beside each element that a word finds.
  bool search(MarkSink& sink, bool marks_images);
  // Parts `begin` to `end` of a search, and the marks of what they find. `report` gets how many are done.
  bool search_parts(std::span<const Branch> parts, std::span<const Image> images, std::size_t begin, std::size_t end,
                    const std::function<void(std::size_t)>& report);
  // How many of so many parts are searched before the next call of Way::on_round.
  std::size_t parts_of_round(std::size_t parts) const;
  // Whether it takes less time to look up the images of the elements that are missing than to mark those of all words.
  bool is_closing_faster(std::uint32_t part) const;
  // Marks the images of all elements.
  bool close_levels(MarkSink& sink);
  // Marks everything that is gathered.
  bool work_off();
  std::vector<Place> lists();
  unsigned threads() const { return workspace_.threads(); }

  Workspace& workspace_;
  const StopFlag* stop_;
  std::function<void(double)> on_progress_;
  Way way_;
  Cube cube_;
  Start start_;
  int start_parity_;  // of the corners
  Bitmap bitmap_;
  State state_;
  std::vector<SymmetryMap> maps_;  // made when they are needed
};

}  // namespace superflip::coset
