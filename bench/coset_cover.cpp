// Makes the cover of coset_cover.h, as superflip/solver/detail/coset_cover_classes.h.
//
//   coset_cover [SECONDS [SEED]]      (default 600 and 1; one thread; 0.5 GB)
//
// A case is what decides the three classes of a position's edges: its flips and the slice of each edge. Up to symmetry
// there are 1,481,940 triples of classes. Cases whose numbers of edges by slice, place and flip are transposed, up to
// symmetry, hold each other's inverses, and one of the two needs to be covered. The search goes on in rounds: for a
// choice of cases, a cover by local search (a class that is needed least is taken out, what is uncovered then is
// covered again; triples that stay uncovered gain weight: Cai, Su, Luo and Sattar, NuMVC, 2013); for a cover, the
// choice of cases that have fewer triples which it covers once, or not at all.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

#include "superflip/superflip.h"

namespace superflip {
namespace {

using EdgeClasses = CosetCover::EdgeClasses;
using Triple = std::array<std::uint32_t, 3>;  // classes in increasing order, each once, then kNone
using Seconds = std::chrono::duration<double>;

constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Case {
  Triple classes;
  std::uint32_t pair;  // of transposed numbers
  std::uint8_t side;   // 0 or 1: which of the pair; 2: the numbers are their own transposed ones

  auto operator<=>(const Case&) const = default;
};

int slice_of(int edge) { return edge >= 8 ? 0 : 1 + edge % 2; }

// The least numbers n(h, p, f) among the 48 images of a cube's edges, and the least of the transposed ones: 3 bits
// each.
std::pair<std::uint64_t, std::uint64_t> least_numbers(const Cube& cube) {
  std::pair least(~std::uint64_t{0}, ~std::uint64_t{0});
  for (const Symmetry s : kAllSymmetries) {
    const Cube image = conjugate(cube, s);
    std::uint64_t own = 0, transposed = 0;
    for (int x = 0; x < kEdges; ++x) {
      const int home = slice_of(image.edge_at(x));
      const int place = slice_of(x);
      own += std::uint64_t{1} << 3 * ((home * 3 + place) * 2 + image.flip_at(x));
      transposed += std::uint64_t{1} << 3 * ((place * 3 + home) * 2 + image.flip_at(x));
    }
    least.first = std::min(least.first, own);
    least.second = std::min(least.second, transposed);
  }
  return least;
}

std::vector<Case> all_cases(const EdgeClasses& classes) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> pairs;
  std::vector<Case> cases;
  for (std::uint32_t cls = 0; cls < classes.classes(); ++cls) {
    const Cube representative = to_cube(classes.base(), classes.representative(cls));
    for (unsigned set = 0; set < 256; ++set) {  // which of the other eight places hold edges of the second slice
      if (std::popcount(set) != 4) continue;
      Cube cube = representative;
      int of_slice[2] = {0, 1};  // the next edge of the second, of the third slice
      for (int x = 0, k = 0; x < kEdges; ++x)
        if (cube.edge_at(x) < 8) {
          int& edge = of_slice[1 - (set >> k++ & 1)];
          cube.set_edge_piece(x, edge);
          edge += 2;
        }
      Case c{};
      for (std::size_t i = 0; i < 3; ++i)
        c.classes[i] = classes.class_of(classes.base().index(conjugate(cube, kDiagonalRotations[i])));
      std::sort(c.classes.begin(), c.classes.end());
      std::fill(std::unique(c.classes.begin(), c.classes.end()), c.classes.end(), kNone);
      const auto [own, transposed] = least_numbers(cube);
      const std::pair pair = std::minmax(own, transposed);
      c.pair = pairs.try_emplace(pair, static_cast<std::uint32_t>(pairs.size())).first->second;
      c.side = static_cast<std::uint8_t>(own == transposed ? 2 : own > transposed ? 1 : 0);
      cases.push_back(c);
    }
  }
  std::sort(cases.begin(), cases.end());
  cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  return cases;
}

// A set of classes with at least one of each triple, as light as a local search makes it.
class Cover {
 public:
  Cover(std::vector<Triple> triples, const std::vector<int>& weights, std::uint64_t seed)
      : weights_(weights), triples_(std::move(triples)), random_(seed) {
    const std::size_t n = weights.size();
    of_class_.resize(n);
    for (std::uint32_t t = 0; t < triples_.size(); ++t)
      for (const std::uint32_t c : triples_[t])
        if (c != kNone) of_class_[c].push_back(t);
    has_.assign(n, false);
    score_.resize(n);
    changed_.assign(n, 0);
    at_.resize(n);
    for (std::size_t c = 0; c < n; ++c) score_[c] = static_cast<std::int64_t>(of_class_[c].size());
    covered_.assign(triples_.size(), 0);
    dear_.assign(triples_.size(), 1);
    open_at_.resize(triples_.size());
    for (std::uint32_t t = 0; t < triples_.size(); ++t) open(t);
  }

  // Starts with what `first` has, covers the rest, and improves that for some time. Returns the best cover.
  std::vector<bool> improve(const std::vector<bool>& first, Seconds time) {
    for (std::uint32_t c = 0; c < first.size(); ++c)
      if (first[c]) insert(c);
    while (!open_.empty()) insert(best_of(open_[random_() % open_.size()], kNone));
    best_weight_ = ~std::uint64_t{0};
    const auto end = std::chrono::steady_clock::now() + time;
    for (std::uint64_t n = 0; n % 1024 != 0 || std::chrono::steady_clock::now() < end; ++n) {
      while (open_.empty()) keep();
      const std::uint32_t removed = least_needed(50);
      remove(removed);
      changed_[removed] = n;
      while (!open_.empty()) {
        const std::uint32_t c = best_of(open_[random_() % open_.size()], removed);
        if (weight_ + static_cast<std::uint64_t>(weights_[c]) >= best_weight_) break;
        insert(c);
        changed_[c] = n;
      }
      if (open_.size() < 2000)
        for (const std::uint32_t t : open_) {
          ++dear_[t];
          for (const std::uint32_t c : triples_[t])
            if (c != kNone) ++score_[c];
        }
    }
    return best_;
  }

 private:
  void open(std::uint32_t t) {
    open_at_[t] = static_cast<std::uint32_t>(open_.size());
    open_.push_back(t);
  }

  void close(std::uint32_t t) {
    open_at_[open_.back()] = open_at_[t];
    open_[open_at_[t]] = open_.back();
    open_.pop_back();
  }

  // The score of a class that the set lacks is the weight of what it would cover; of one that the set has, the weight
  // of what would be open without it.
  void insert(std::uint32_t cls) {
    has_[cls] = true;
    weight_ += static_cast<std::uint64_t>(weights_[cls]);
    at_[cls] = members_.size();
    members_.push_back(cls);
    for (const std::uint32_t t : of_class_[cls]) {
      if (covered_[t] == 0) close(t);
      if (covered_[t] < 2)
        for (const std::uint32_t c : triples_[t])
          if (c != kNone && c != cls && (covered_[t] == 0 || has_[c])) score_[c] -= dear_[t];
      ++covered_[t];
    }
  }

  void remove(std::uint32_t cls) {
    has_[cls] = false;
    weight_ -= static_cast<std::uint64_t>(weights_[cls]);
    at_[members_.back()] = at_[cls];
    members_[at_[cls]] = members_.back();
    members_.pop_back();
    for (const std::uint32_t t : of_class_[cls]) {
      --covered_[t];
      if (covered_[t] == 0) open(t);
      if (covered_[t] < 2)
        for (const std::uint32_t c : triples_[t])
          if (c != kNone && c != cls && (covered_[t] == 0 || has_[c])) score_[c] += dear_[t];
    }
  }

  // Nothing is open: takes out what is not needed, keeps a set that is lighter than the best, and makes room.
  void keep() {
    for (std::size_t i = members_.size(); i-- > 0;)
      if (i < members_.size() && score_[members_[i]] == 0) remove(members_[i]);
    if (weight_ < best_weight_) {
      best_weight_ = weight_;
      best_ = has_;
    }
    remove(least_needed(100));
  }

  bool is_better(std::uint32_t a, std::uint32_t b) const {  // a has a higher score for its weight, or is older
    const std::int64_t of_a = score_[a] * weights_[b];
    const std::int64_t of_b = score_[b] * weights_[a];
    return of_a != of_b ? of_a > of_b : changed_[a] < changed_[b];
  }

  std::uint32_t least_needed(int draws) {
    std::uint32_t least = members_[random_() % members_.size()];
    for (int i = 1; i < draws; ++i) {
      const std::uint32_t c = members_[random_() % members_.size()];
      if (score_[c] != score_[least] || weights_[c] != weights_[least] ? is_better(least, c)
                                                                       : changed_[c] < changed_[least])
        least = c;
    }
    return least;
  }

  std::uint32_t best_of(std::uint32_t triple, std::uint32_t removed) const {
    std::uint32_t best = kNone;
    for (const std::uint32_t c : triples_[triple])
      if (c != kNone && c != removed && (best == kNone || is_better(c, best))) best = c;
    return best == kNone ? removed : best;
  }

  const std::vector<int>& weights_;
  std::vector<Triple> triples_;
  std::mt19937_64 random_;
  std::vector<std::vector<std::uint32_t>> of_class_;  // the triples of each class
  std::vector<bool> has_;
  std::vector<std::uint32_t> members_;  // the classes of the set
  std::vector<std::size_t> at_;         // where each of them is among the members
  std::vector<std::int64_t> score_;
  std::vector<std::uint64_t> changed_;  // when a class was last put in or taken out
  std::vector<std::uint8_t> covered_;   // how many classes of a triple the set has
  std::vector<int> dear_;               // the weights of triples
  std::vector<std::uint32_t> open_;     // triples that are not covered
  std::vector<std::uint32_t> open_at_;
  std::uint64_t weight_ = 0;
  std::uint64_t best_weight_ = 0;
  std::vector<bool> best_;
};

std::vector<Triple> triples_of(const std::vector<Case>& cases, const std::vector<std::uint8_t>& choice) {
  std::vector<Triple> triples;
  for (const Case& c : cases)
    if ((c.side == 2 || c.side == choice[c.pair]) && (triples.empty() || triples.back() != c.classes))
      triples.push_back(c.classes);
  return triples;
}

// For each pair of numbers the side that the cover needs less for.
void choose(const std::vector<Case>& cases, const std::vector<bool>& cover, std::vector<std::uint8_t>& choice) {
  constexpr std::array kCost{80, 20, 5, 1};  // of a triple that the cover covers 0, 1, 2, 3 times
  std::vector<std::array<std::uint64_t, 3>> cost(choice.size());
  for (const Case& c : cases) {
    const auto times = std::count_if(c.classes.begin(), c.classes.end(),
                                     [&](std::uint32_t cls) { return cls != kNone && cover[cls]; });
    cost[c.pair][c.side] += static_cast<std::uint64_t>(kCost[static_cast<std::size_t>(times)]);
  }
  for (std::size_t p = 0; p < choice.size(); ++p)
    if (cost[p][0] != cost[p][1]) choice[p] = cost[p][1] < cost[p][0] ? 1 : 0;
}

void make_cover(Seconds time, std::uint64_t seed) {
  constexpr int kRounds = 20;
  const EdgeClasses classes;
  const std::vector<Case> cases = all_cases(classes);
  std::vector<int> weights;
  for (const std::uint64_t symmetries : classes.self_symmetries())
    weights.push_back(static_cast<int>(symmetries == 1 ? CornerOrientation::size() : least_twists(symmetries).size()));
  std::uint32_t pairs = 0;
  for (const Case& c : cases) pairs = std::max(pairs, c.pair + 1);
  std::vector<std::uint8_t> choice(pairs, 0);
  std::vector<bool> cover(classes.classes(), false);
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) choose(cases, cover, choice);
    // Half of the time is for the last choice, from nothing: earlier choices leave classes that it does not need.
    const bool is_last = round + 1 == kRounds;
    if (is_last) cover.assign(cover.size(), false);
    Cover search(triples_of(cases, choice), weights, seed + static_cast<std::uint64_t>(round));
    cover = search.improve(cover, is_last ? time / 2 : time / 2 / (kRounds - 1));
    std::uint64_t cosets = 0;
    for (std::size_t c = 0; c < cover.size(); ++c) cosets += cover[c] ? static_cast<std::uint64_t>(weights[c]) : 0;
    fmt::print(stderr, "round {}: {} cosets\n", round + 1, cosets);
  }
  fmt::print(
      "// Made by bench/coset_cover.cpp: bit c % 64 of word c / 64 is 1 if the cover has the cosets of edge class c.\n"
      "#pragma once\n\n#include <array>\n#include <cstdint>\n\nnamespace superflip::detail {{\n\n"
      "inline constexpr std::array<std::uint64_t, {}> kCoverClasses{{\n",
      (cover.size() + 63) / 64);
  for (std::size_t word = 0; word * 64 < cover.size(); ++word) {
    std::uint64_t bits = 0;
    for (std::size_t c = word * 64; c < std::min(cover.size(), word * 64 + 64); ++c)
      bits |= std::uint64_t{cover[c]} << c % 64;
    fmt::print("{}{:#018x},{}", word % 5 == 0 ? "    " : "", bits, word % 5 == 4 ? "\n" : " ");
  }
  fmt::print("}};\n\n}}  // namespace superflip::detail\n");
}

}  // namespace
}  // namespace superflip

int main(int argc, char** argv) {
  superflip::make_cover(superflip::Seconds(argc > 1 ? std::atof(argv[1]) : 600),
                        argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1);
}
