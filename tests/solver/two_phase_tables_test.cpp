// The small tables of the two-phase solver, compared with the cube level; the low-distance words, compared with
// distances; and the opening of the profiles from files and without.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/coordinate/detail/permutation_rank.h"
#include "superflip/cube/random.h"
#include "superflip/solver/two_phase/raw.h"
#include "superflip/solver/two_phase/tables.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"
#include "tests/support/slice_flips.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/two_phase_cosets.h"

namespace superflip::two_phase {
namespace {

const Labels kLabels{{"long", "TwoPhaseProfiles.CompactUsesNoFilesAndFiveMegabytes"},
                     {"long", "TwoPhaseMasks.OfTwistAndSliceAreThoseOfTheTurnedCube"},
                     {"threads", "TwoPhaseFold"},
                     {"threads", "TwoPhaseMasks"},
                     {"threads", "TwoPhaseLowDistanceWords"},
                     {"threads", "TwoPhaseLowDistancePhase2"},
                     {"threads", "TwoPhaseProfiles"},
                     {"threads", "SlowTwoPhaseProfiles"},
                     {"long", "TwoPhaseProfiles.MakingStopsSoon"},
                     {"long", "TwoPhaseProfiles.StandardIsUsedFromItsFiles"},
                     {"long", "TwoPhaseProfiles.StandardHoldsPhase1Distances"},
                     {"long", "TwoPhaseProfiles.CompactBoundsPhase1FromBelow"},
                     {"long", "TwoPhaseProfiles.CompactHoldsPhase1Distances"},
                     {"long", "TwoPhaseProfiles.CompactHoldsPhase2Digits"},
                     {"long", "TwoPhaseProfiles.CompactKnowsWhatIsNearWithoutDistances"}};
// It measures processor time.
const Labels kEnvironment{{"environment", "TwoPhaseProfiles.MakingStopsSoon"}};

std::shared_ptr<const Tables> open(Profile profile, Metric metric, const TableSource* store,
                                   unsigned threads = hardware_threads()) {
  return TwoPhaseTables::open(profile, metric, store, threads).value()->inside();
}

int phase1_distance(const Tables& tables, std::uint32_t place) {
  return std::visit([place](const auto& store) { return store.phase1_distance(place); }, tables.by_profile);
}

Fold::Place place_of(const Cube& c) {
  return shared_fold().place(static_cast<std::uint32_t>(CornerOrientation::index(c)),
                             static_cast<std::uint32_t>(EdgeOrientation::index(c)),
                             static_cast<std::uint32_t>(UDSlice::index(c)));
}

TEST(TwoPhaseRaw, AreTheBasicCoordinates) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Cube c = random.cube();
    const Raw raw = raw_of(c);
    ASSERT_EQ(raw.twist, CornerOrientation::index(c));
    ASSERT_EQ(raw.flip, EdgeOrientation::index(c));
    ASSERT_EQ(raw.slice, UDSlice::index(c));
  }
  for (Index i = 0; i < CornerOrientation::size(); ++i) EXPECT_EQ(raw_of(to_cube(CornerOrientation{}, i)).twist, i);
  for (Index i = 0; i < EdgeOrientation::size(); ++i) EXPECT_EQ(raw_of(to_cube(EdgeOrientation{}, i)).flip, i);
  for (Index i = 0; i < UDSlice::size(); ++i) EXPECT_EQ(raw_of(to_cube(UDSlice{}, i)).slice, i);
}

TEST(TwoPhaseRaw, OrdersOfTheSliceAreThoseOfPhase2SlicePermutation) {
  for (Index i = 0; i < kSlicePermutations; ++i)
    for (int flips = 0; flips < 16; ++flips) {
      Cube c = to_cube(Phase2SlicePermutation{}, i);
      for (int x = 0; x < 4; ++x) c.set_flip(FR + x, flips >> x & 1);
      std::uint32_t places = 0;
      std::memcpy(&places, c.edge.data() + FR, 4);
      EXPECT_EQ(slice_order(places), i);
    }
}

TEST(TwoPhaseRaw, RanksOfEightPiecesAreThoseOfBothPermutations) {
  for (Index i = 0; i < kCornerPermutations; ++i) {
    const Cube corners = to_cube(CornerPermutation{}, i);
    const Cube edges = to_cube(Phase2EdgePermutation{}, i);
    std::uint64_t pieces = 0;
    std::memcpy(&pieces, corners.corner.data(), 8);
    ASSERT_EQ(permutation_rank(pieces), i);
    std::memcpy(&pieces, edges.edge.data(), 8);
    ASSERT_EQ(permutation_rank(pieces), i);
  }
}

TEST(TwoPhaseFold, MovesAreThoseOfCubes) {
  const Fold& fold = shared_fold();
  Random random(2);
  for (int i = 0; i < 2'000; ++i) {
    const Cube c = random.cube();
    for (const Move m : kAllMoves) {
      const Cube after = apply(c, m);
      ASSERT_EQ(fold.twist_move[CornerOrientation::index(c)][m], CornerOrientation::index(after));
      ASSERT_EQ(fold.flip_move[EdgeOrientation::index(c)][m], EdgeOrientation::index(after));
      ASSERT_EQ(fold.slice_move[UDSlice::index(c)][m], UDSlice::index(after));
    }
  }
}

TEST(TwoPhaseFold, ConjugatesAreThoseOfCubes) {
  const Fold& fold = shared_fold();
  Random random(3);
  for (int i = 0; i < 2'000; ++i) {
    const Cube c = random.cube();
    const auto flip = EdgeOrientation::index(c);
    const auto slice = UDSlice::index(c);
    for (const Symmetry s : kAllUdSymmetries) {
      const Cube turned = conjugate(c, s);
      ASSERT_EQ(fold.slice_conjugate[s][slice], UDSlice::index(turned));
      ASSERT_EQ(fold.flip_conjugate[s][flip] ^ fold.flip_mask[s][slice], EdgeOrientation::index(turned));
    }
  }
}

// Every raw value is brought to its representative by its symmetry; self-symmetries keep the representative, and what
// they leave of the group is the size of the class.
template <class C>
void expect_classes(const Folding& folding) {
  ASSERT_EQ(folding.fold.size(), C::size());
  ASSERT_EQ(folding.stabilisers.size(), folding.representatives.size());
  std::vector<int> members(folding.representatives.size());
  for (std::uint32_t raw = 0; raw < C::size(); ++raw) {
    const std::uint32_t cls = folding.class_of(raw);
    const Symmetry s = folding.to_representative(raw);
    ASSERT_LT(cls, folding.representatives.size());
    ASSERT_TRUE(folding.group.contains(s));
    ASSERT_EQ(C::index(conjugate(to_cube(C{}, raw), s)), folding.representatives[cls]);
    ASSERT_GE(raw, folding.representatives[cls]);
    ++members[cls];
  }
  for (std::size_t cls = 0; cls < members.size(); ++cls) {
    const Cube c = to_cube(C{}, folding.representatives[cls]);
    unsigned keep = 0;
    for (const Symmetry s : folding.group.members())
      if (C::index(conjugate(c, s)) == folding.representatives[cls]) keep |= 1U << s;
    ASSERT_EQ(folding.stabilisers[cls], keep);
    ASSERT_EQ(members[cls] * std::popcount(keep), folding.group.order());
  }
}

TEST(TwoPhaseFold, ClassesAreOrbits) {
  const Fold& fold = shared_fold();
  expect_classes<CornerOrientation>({kUd16, fold.twist_fold, 8, fold.twist_representative, fold.twist_stabiliser});
  expect_classes<CornerPermutation>({kUd16, fold.corner_fold, 12, fold.corner_representative, fold.corner_stabiliser});
  expect_classes<CornerOrientation>(Classes(CornerOrientation{}, kAxes8, 12).folding());
  expect_classes<UDSlice>(Classes(UDSlice{}, kAxes8, 12).folding());
}

TEST(TwoPhaseFold, PlacesAreThoseOfTheTurnedCube) {
  const Coset phase1 = phase1_coset();
  Random random(4);
  for (int i = 0; i < 10'000; ++i) {
    const Cube c = random.cube();
    const auto [index, symmetry] = place_of(c);
    ASSERT_EQ(index, phase1.entry(c));
    ASSERT_EQ(place_of(conjugate(c, Symmetry(symmetry))).index, index);
  }
  EXPECT_EQ(place_of(kSolved).index, 0);
}

// The places of c and of conjugate(c, s) are images of each other: entry and block of the one become those of the other
// by a self-symmetry of the class.
TEST(TwoPhaseFold, PlacesOfConjugatesAreImages) {
  const Fold& fold = shared_fold();
  const auto graph = make_phase1_graph(fold, Metric::htm);
  Random random(5);
  for (int i = 0; i < 3'000; ++i) {
    // Twists of high symmetry are rare among random cubes: every other cube gets the few with many images.
    Cube c = random.cube();
    if (i % 2 == 1) CornerOrientation::assign(c, fold.twist_representative[random.below(8)]);
    const std::uint32_t place = place_of(c).index;
    std::vector<BlockMap> maps;
    graph->images(place / kEdgeFlips, maps);
    for (const Symmetry s : kAllUdSymmetries) {
      const std::uint32_t other = place_of(conjugate(c, s)).index;
      bool found = other == place;
      for (const BlockMap& map : maps)
        found = found || other == map.target * kEdgeFlips + (map.row[place % kEdgeFlips] ^ map.mask);
      ASSERT_TRUE(found) << "symmetry " << int{s};
    }
  }
}

TEST(TwoPhaseFold, IsTheSameForAnyNumberOfThreads) {
  const auto one = std::make_unique<Fold>();
  make_fold(*one, 1);
  const auto three = std::make_unique<Fold>();
  make_fold(*three, 3);
  EXPECT_EQ(std::memcmp(one.get(), three.get(), sizeof(Fold)), 0);
}

// All places within five moves of G1, by turning cubes that stand for their cosets. Cubes that differ by a symmetry
// have the same distance, but not the same place where the twist is symmetric: so all conjugates are noted.
std::unordered_map<std::uint32_t, int> places_near_g1(Metric metric) {
  std::unordered_map<std::uint32_t, int> distance{{0, 0}};
  std::array<std::vector<Cube>, LowDistanceWords::kMaxDistance + 1> level;
  level[0].push_back(kSolved);
  for (int total = 1; total <= LowDistanceWords::kMaxDistance; ++total)
    for (const Move m : kAllMoves) {
      if (cost(m, metric) > total) continue;
      for (const Cube& c : level[total - cost(m, metric)]) {
        const Cube next = apply(c, m);
        if (!distance.emplace(place_of(next).index, total).second) continue;
        level[total].push_back(next);
        for (const Symmetry s : kAllUdSymmetries) distance.emplace(place_of(conjugate(next, s)).index, total);
      }
    }
  return distance;
}

class TwoPhaseLowDistanceWords : public testing::TestWithParam<Metric> {
 protected:
  static std::unique_ptr<LowDistanceWords> make(Metric metric) {
    auto words = std::make_unique<LowDistanceWords>();
    EXPECT_TRUE(words->make(shared_fold(), metric));
    return words;
  }
};

TEST_P(TwoPhaseLowDistanceWords, KnowAllPlacesWithinFiveMovesAndNoOther) {
  const auto words = make(GetParam());
  const auto near = places_near_g1(GetParam());
  std::array<int, LowDistanceWords::kMaxDistance + 1> at{};
  for (const auto& [place, distance] : near) ++at[distance];
  if (GetParam() == Metric::htm) {
    EXPECT_EQ(at, (std::array{1, 1, 8, 65, 587, 6984}));
  }
  std::unordered_map<std::uint32_t, int> known;
  words->for_each_place([&](std::uint32_t place, int distance) {
    EXPECT_TRUE(known.emplace(place, distance).second) << "place " << place;
  });
  EXPECT_EQ(known, near);
  for (const auto& [place, distance] : near) EXPECT_EQ(words->find(place).distance, distance);
  Random random(11);
  for (int i = 0; i < 1'000'000; ++i) {
    const auto place = static_cast<std::uint32_t>(random.below(kTwistClasses * kSlices * kEdgeFlips));
    ASSERT_EQ(words->find(place).distance == LowDistanceWords::kFar, !near.contains(place)) << "place " << place;
  }
}

// The words of a place are all words of its distance that end with a clockwise quarter turn, and lead into G1.
TEST_P(TwoPhaseLowDistanceWords, HoldAllWordsOfThatLength) {
  const auto words = make(GetParam());
  const Coset phase1 = phase1_coset();
  Random random(6);
  for (int i = 0; i < 400; ++i) {
    // A cube whose place is seen from the representative: that of the symmetry 0.
    Cube c;
    for (int n = 0; n <= i % LowDistanceWords::kMaxDistance; ++n)
      c = apply(c, make_move(static_cast<Face>(random.below(kFaces)), random.below(2) == 0 ? 1 : 3));
    c = conjugate(c, Symmetry(place_of(c).symmetry));
    const LowDistanceWords::Slot& slot = words->find(place_of(c).index);
    ASSERT_LE(slot.distance, LowDistanceWords::kMaxDistance);
    std::vector<Moves> held;
    for (const LowDistanceWords::Word& word : words->words(slot)) {
      Moves moves;
      for (const std::uint8_t bit : word)
        if (bit != LowDistanceWords::kNone) moves.push_back(Move(bit / 4 * 3 + bit % 4));
      EXPECT_EQ(length(moves, GetParam()), slot.distance);
      EXPECT_EQ(turns_of(moves.back()), 1);
      EXPECT_EQ(normalise(moves), moves);
      EXPECT_EQ(phase1.entry(apply(c, moves)), 0);
      Moves other = moves;
      other.back() = inverse(other.back());
      EXPECT_EQ(phase1.entry(apply(c, other)), 0);
      held.push_back(moves);
    }
    if (slot.distance > 4) continue;
    std::vector<Moves> found;
    const auto search = [&](auto&& self, const Cube& cube, Moves& word, int to_go) -> void {
      if (to_go == 0) {
        if (phase1.entry(cube) == 0 && !word.empty() && turns_of(word.back()) == 1) found.push_back(word);
        return;
      }
      for (const Move m : kAllMoves) {
        if (cost(m, GetParam()) > to_go || (!word.empty() && !may_follow(word.back(), m))) continue;
        word.push_back(m);
        self(self, apply(cube, m), word, to_go - cost(m, GetParam()));
        word.pop_back();
      }
    };
    Moves word;
    search(search, c, word, slot.distance);
    ASSERT_TRUE(std::is_permutation(held.begin(), held.end(), found.begin(), found.end()));
  }
}

std::string metric_name(const testing::TestParamInfo<Metric>& info) {
  return info.param == Metric::htm ? "htm" : "qtm";
}

INSTANTIATE_TEST_SUITE_P(Metrics, TwoPhaseLowDistanceWords, testing::Values(Metric::htm, Metric::qtm), metric_name);

TEST(TwoPhaseMasks, NameTheKindOfEachTurn) {
  // U2 and U' lead nearer, U keeps; R nothing nearer, R and R' keep, R2 leads away; all of F lead away.
  const MaskEntry entry = 7U | 0b1110U << 4 | 0b0101U << 8;
  const Kinds found = kinds(entry);
  EXPECT_EQ(found.nearer & 0xFFF, 0x006U);
  EXPECT_EQ(found.same & 0xFFF, 0x051U);
  EXPECT_EQ(found.farther & 0xFFF, 0x720U);
  EXPECT_EQ(found.nearer | found.same | found.farther, kAllTurns);
}

// Twist and slice alone: the masks name the turns after which they are near enough, all and no others in face turns,
// and in quarter turns all quarter turns at least.
TEST(TwoPhaseMasks, OfTwistAndSliceAreThoseOfTheTurnedCube) {
  const Fold& fold = shared_fold();
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = open(Profile::compact, metric, nullptr);
    const auto entry = [&](std::uint32_t twist, std::uint32_t slice) {
      const std::uint32_t folded = fold.twist_fold[twist];
      return std::get<BoundTables>(tables->by_profile)
          .twist_slice[(folded & 0xFF) * kSlices + fold.slice_conjugate[folded >> 8][slice]];
    };
    for (std::uint32_t twist = 0; twist < kTwists; twist += 7)
      for (std::uint32_t slice = 0; slice < kSlices; ++slice) {
        const MaskEntry here = entry(twist, slice);
        const Symmetry symmetry(fold.twist_fold[twist] >> 8);
        for (const Move m : kAllMoves) {
          if (cost(m, metric) == 2) continue;
          const Move seen = conjugate(m, symmetry);
          const int there = static_cast<int>(entry(fold.twist_move[twist][m], fold.slice_move[slice][m]) & 15);
          for (int most = 0; most <= 12; ++most) {
            const bool named = (moves_within(here, most) >> (4 * face_of(seen) + turns_of(seen) - 1) & 1) != 0;
            if (metric == Metric::htm) {
              ASSERT_EQ(named, there <= most) << twist << ' ' << slice << ' ' << int{m};
            } else {
              ASSERT_TRUE(named || there > most) << twist << ' ' << slice << ' ' << int{m};
            }
          }
        }
      }
  }
}

TEST(TwoPhaseProfiles, HaveNames) {
  for (const Profile p : {Profile::compact, Profile::standard, Profile::large}) EXPECT_EQ(parse_profile(name(p)), p);
  EXPECT_EQ(name(Profile::standard), "standard");
  for (const char* text : {"", "small", "Large", "standard "}) EXPECT_FALSE(parse_profile(text).has_value()) << text;
}

TEST(TwoPhaseProfiles, CompactUsesNoFilesAndFiveMegabytes) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    EXPECT_TRUE(TwoPhaseTables::files(Profile::compact, metric).empty());
    const auto tables = TwoPhaseTables::open(Profile::compact, metric, &store).value();
    EXPECT_EQ(tables->profile(), Profile::compact);
    EXPECT_EQ(tables->metric(), metric);
    EXPECT_LE(tables->bytes(), 5'000'000);
    EXPECT_EQ(tables->bytes(), TwoPhaseTables::expected_bytes(Profile::compact, metric));
  }
  EXPECT_TRUE(folder.names().empty());
}

// However far the making has come, the stop flag ends it soon.
TEST(TwoPhaseProfiles, MakingStopsSoon) {
  const StopFlag always{true};
  for (const Profile profile : {Profile::compact, Profile::standard, Profile::large})
    EXPECT_EQ(TwoPhaseTables::open(profile, Metric::htm, nullptr, 1, {}, &always).error().kind, ErrorKind::stopped);
  // Told at any moment, the making ends long before it would have: by processor time, which waiting does not change.
  const auto cpu = [] { return std::chrono::duration<double>(double(std::clock()) / CLOCKS_PER_SEC); };
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto begun = cpu();
    ASSERT_TRUE(TwoPhaseTables::open(Profile::compact, metric, nullptr, 1));
    const auto whole = cpu() - begun;
    constexpr std::size_t kTimes = 12;
    std::vector<std::chrono::duration<double>> left;
    for (std::size_t i = 0; left.size() < kTimes; i = (i + 1) % kTimes) {
      StopFlag stop{false};
      std::chrono::duration<double> told{};
      std::thread stopper([&] {
        std::this_thread::sleep_for(whole * i / kTimes);
        told = cpu();
        stop = true;
      });
      const auto tables = TwoPhaseTables::open(Profile::compact, metric, nullptr, 1, {}, &stop);
      const auto returned = cpu();
      stopper.join();
      if (tables) continue;  // made before the stopper had its turn
      EXPECT_EQ(tables.error().kind, ErrorKind::stopped);
      left.push_back(returned - told);
    }
    // The median, for the stopper may be interrupted between its two steps. Who does not stop needs half of it.
    std::sort(left.begin(), left.end());
    EXPECT_LT(left[left.size() / 2], whole / 6);
  }
}

// The lower bound of the compact profile never exceeds the distance, and is 0 in G1 alone.
TEST(TwoPhaseProfiles, CompactBoundsPhase1FromBelow) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = open(Profile::compact, metric, nullptr);
    for (const auto& [place, distance] : places_near_g1(metric)) {
      const int bound = phase1_distance(*tables, place);
      ASSERT_LE(bound, distance) << "place " << place;
      ASSERT_EQ(bound == 0, distance == 0) << "place " << place;
    }
    const TableStore store(TableStore::default_folder().value());
    const auto exact = open(Profile::standard, metric, &store);
    Random random(8);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint32_t place = place_of(random.cube()).index;
      ASSERT_LE(phase1_distance(*tables, place), phase1_distance(*exact, place)) << "place " << place;
    }
  }
}

// Its three tables hold the distances of the cube that is seen from the representative of its twist.
TEST(TwoPhaseProfiles, CompactHoldsPhase1Distances) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = open(Profile::compact, metric, nullptr);
    const auto& bounds = std::get<BoundTables>(tables->by_profile);
    const std::array cosets{twist_slice_flips_coset(), flip_slice_coset(), twist_flip_coset()};
    std::array<std::vector<std::uint8_t>, 3> distance;
    for (std::size_t i = 0; i < cosets.size(); ++i) distance[i] = measure(cosets[i], metric).distance;
    Random random(12);
    for (int i = 0; i < 50'000; ++i) {
      const Cube c = random.cube();
      const Fold::Place place = place_of(c);
      const Cube seen = conjugate(c, Symmetry(place.symmetry));
      const std::uint64_t flip = EdgeOrientation::index(seen);
      const std::uint64_t block = place.index / kEdgeFlips;
      const std::array held{nibble(bounds.twist_slice_flips, block * 16 + UDSliceFlips::index(seen) % 16),
                            nibble(bounds.flip_slice, block % kSlices * kEdgeFlips + flip),
                            nibble(bounds.twist_flip, block / kSlices * kEdgeFlips + flip)};
      for (std::size_t t = 0; t < held.size(); ++t)
        ASSERT_EQ(held[t], distance[t][cosets[t].entry(seen)]) << cosets[t].name;
      ASSERT_EQ(phase1_distance(*tables, place.index), *std::max_element(held.begin(), held.end()));
    }
  }
}

// The digits are those of all distances, though the greatest are not looked for.
TEST(TwoPhaseProfiles, CompactHoldsPhase2Digits) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = open(Profile::compact, metric, nullptr);
    const Phase2Columns& columns = std::get<BoundTables>(tables->by_profile).phase2;
    const auto distance = measure(corners_columns_coset(), metric).distance;
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < distance.size(); ++i)
      wrong += digit(columns.digits, i) !=
               std::clamp((distance[i] >> tables->phase2_shift) - columns.least, 0, kGreatestDigit);
    EXPECT_EQ(wrong, 0);
  }
}

// No place within 6 or 7 moves of G1 is taken for a farther one, and of the others at most a quarter for near ones.
TEST(TwoPhaseProfiles, CompactKnowsWhatIsNearWithoutDistances) {
  const TableStore store(TableStore::default_folder().value());
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto exact = open(Profile::standard, metric, &store);
    LowDistancePhase1 near;
    ASSERT_TRUE(near.make(*exact->fold, *exact->low_distance_words, metric));
    for (const int within : {LowDistancePhase1::kFirst, LowDistancePhase1::kLast}) {
      int wrong = 0;
      for (std::uint32_t place = 0; place < kTwistClasses * kSlices * kEdgeFlips; place += 17) {
        const bool is_near = phase1_distance(*exact, place) <= within;
        const bool may_be = near.within(within).may_contain(place);
        // Places that the words are known of are not asked for.
        if (is_near && phase1_distance(*exact, place) > LowDistanceWords::kMaxDistance) {
          ASSERT_TRUE(may_be) << "place " << place;
        }
        wrong += may_be && !is_near;
      }
      EXPECT_LT(wrong, static_cast<int>(kTwistClasses * kSlices * kEdgeFlips / 17 / 4));
    }
  }
}

// Every position within d moves of solved is known to be, and few others are taken for it.
TEST(TwoPhaseLowDistancePhase2, RefusesNothingThatIsNearAndMostThatIsFar) {
  const auto key = [](const Cube& c) {
    return static_cast<std::uint32_t>(
        detail::corner_entry(c, kEdgePermutations * kSlicePermutations, [](const Cube& seen) {
          return Phase2EdgePermutation::index(seen) * kSlicePermutations + Phase2SlicePermutation::index(seen);
        }));
  };
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const int last = LowDistancePhase2::max_distance(metric, Profile::compact);
    const TableMemory memory = allocate_table(LowDistancePhase2::bytes(metric, last));
    ASSERT_TRUE(LowDistancePhase2::make(shared_fold(), metric, last, memory.bytes));
    const LowDistancePhase2 near(metric, last, memory.bytes);
    ASSERT_EQ(near.max_distance(), last);
    Random random(5);
    for (int walk = 0; walk < 20'000; ++walk) {
      Cube c;
      for (int spent = 0;;) {
        for (int d = spent; d <= last; ++d) ASSERT_TRUE(near.within(d).may_contain(key(c))) << spent << " moves";
        const Move m = kPhase2Moves[random.below(kPhase2Moves.size())];
        spent += cost(m, metric);
        if (spent > last) break;
        c = apply(c, m);
      }
    }
    std::vector<int> taken(last + 1);
    constexpr int kCubes = 20'000;
    for (int i = 0; i < kCubes; ++i) {
      Cube c = to_cube(CornerPermutation{}, random.below(kCornerPermutations));
      c.edge = to_cube(Phase2EdgePermutation{}, random.below(kEdgePermutations)).edge;
      for (int d = 0; d <= last; ++d) taken[d] += near.within(d).may_contain(key(c));
    }
    for (int d = 0; d <= last; ++d) EXPECT_LT(taken[d], kCubes / 10) << "distance " << d;
  }
}

// One process makes the files, and all later ones map them.
TEST(TwoPhaseProfiles, StandardIsUsedFromItsFiles) {
  const TableStore store(TableStore::default_folder().value());
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = TwoPhaseTables::open(Profile::standard, metric, &store).value();
    EXPECT_EQ(tables->profile(), Profile::standard);
    EXPECT_EQ(tables->metric(), metric);
    EXPECT_LE(tables->bytes(), 150'000'000);
    std::uint64_t bytes = 0;
    for (const TableIdentity& identity : TwoPhaseTables::files(Profile::standard, metric)) {
      const auto table = store.load(identity);
      ASSERT_TRUE(table.has_value()) << identity.name;
      EXPECT_EQ(table->bytes().size(), identity.bytes);
      bytes += identity.bytes;
    }
    EXPECT_EQ(tables->bytes(), bytes);
    EXPECT_EQ(tables->bytes(), TwoPhaseTables::expected_bytes(Profile::standard, metric));
  }
}

// Entry by entry: the standard profile's distances follow from those of the neighbours.
TEST(TwoPhaseProfiles, StandardHoldsPhase1Distances) {
  const TableStore store(TableStore::default_folder().value());
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto tables = open(Profile::standard, metric, &store);
    Random random(9);
    for (int i = 0; i < 5'000; ++i) {
      const Cube c = random.cube();
      const std::uint32_t place = place_of(c).index;
      const int distance = phase1_distance(*tables, place);
      int least = 99;
      for (const Move m : kAllMoves)
        least = std::min(least, phase1_distance(*tables, place_of(apply(c, m)).index) + cost(m, metric));
      ASSERT_EQ(distance, place == 0 ? 0 : least);
    }
  }
}

// A folder of its own: files made, used again without writing, the same as without files, and made anew when damaged.
TEST(SlowTwoPhaseProfiles, AreTheSameFromFilesAndWithoutThem) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const auto first = TwoPhaseTables::open(Profile::standard, Metric::htm, &store, 2).value();
  const auto files = TwoPhaseTables::files(Profile::standard, Metric::htm);
  std::vector<std::string> contents;
  std::vector<std::filesystem::file_time_type> written;
  for (const TableInfo& info : store.list().value_or(std::vector<TableInfo>{})) {
    contents.push_back(read_file(info.path));
    written.push_back(info.written);
    EXPECT_EQ(info.state, TableState::good) << info.path << ' ' << info.remark;
  }
  EXPECT_EQ(contents.size(), files.size());

  const auto second = TwoPhaseTables::open(Profile::standard, Metric::htm, &store, 1).value();
  EXPECT_EQ(second->bytes(), first->bytes());
  std::size_t i = 0;
  for (const TableInfo& info : store.list().value_or(std::vector<TableInfo>{})) {
    EXPECT_EQ(info.written, written[i]);
    EXPECT_TRUE(read_file(info.path) == contents[i]) << info.path;
    ++i;
  }

  const auto memory = open(Profile::standard, Metric::htm, nullptr, 1);
  const auto mapped = first->inside();
  ASSERT_EQ(memory->bytes, mapped->bytes);
  ASSERT_EQ(memory->owners.size(), mapped->owners.size());
  for (std::size_t t = 0; t < memory->owners.size(); ++t) {
    const auto a = memory->owners[t].bytes();
    const auto b = mapped->owners[t].bytes();
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size()), 0) << "table " << t;
  }
}

// The large profile's masks tell what each turn does, as the distances of the standard one say.
TEST(SlowTwoPhaseProfiles, LargeNamesTheMovesThatLeadNearer) {
  const TableStore store(TableStore::default_folder().value());
  const auto large = open(Profile::large, Metric::htm, &store);
  const auto standard = open(Profile::standard, Metric::htm, &store);
  EXPECT_LE(large->bytes, 1'000'000'000);
  Random random(10);
  for (int i = 0; i < 200'000; ++i) {
    const Cube c = random.cube();
    const auto [place, symmetry] = place_of(c);
    const Cube seen = conjugate(c, Symmetry(symmetry));  // masks are of the representative
    const int distance = phase1_distance(*standard, place);
    ASSERT_EQ(phase1_distance(*large, place), distance);
    const Kinds found = kinds(std::get<MaskTables>(large->by_profile).phase1[place]);
    for (const Move m : kAllMoves) {
      const int change = phase1_distance(*standard, place_of(apply(seen, m)).index) - distance;
      const TurnMask bit = 1U << (4 * face_of(m) + turns_of(m) - 1);
      ASSERT_EQ(change, (found.nearer & bit) != 0 ? -1 : (found.same & bit) != 0 ? 0 : 1) << "move " << int{m};
    }
  }
}

}  // namespace
}  // namespace superflip::two_phase
