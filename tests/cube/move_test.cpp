// The 18 moves: the cubie tables of the source, normal words, and the first levels of the whole group.
#include "superflip/cube/move.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <unordered_set>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

// kociemba.org/cube.htm: which cubie replaces each, and how it is turned, for the six clockwise quarter turns.
struct QuarterTurn {
  std::array<Corner, 8> corners;
  std::array<int, 8> twists;
  std::array<Edge, 12> edges;
  std::array<int, 12> flips;
};

constexpr std::array<QuarterTurn, kFaces> kQuarterTurns{{
    {{UBR, URF, UFL, ULB, DFR, DLF, DBL, DRB},
     {0, 0, 0, 0, 0, 0, 0, 0},
     {UB, UR, UF, UL, DR, DF, DL, DB, FR, FL, BL, BR},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {{DFR, UFL, ULB, URF, DRB, DLF, DBL, UBR},
     {2, 0, 0, 1, 1, 0, 0, 2},
     {FR, UF, UL, UB, BR, DF, DL, DB, DR, FL, BL, UR},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {{UFL, DLF, ULB, UBR, URF, DFR, DBL, DRB},
     {1, 2, 0, 0, 2, 1, 0, 0},
     {UR, FL, UL, UB, DR, FR, DL, DB, UF, DF, BL, BR},
     {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}},
    {{URF, UFL, ULB, UBR, DLF, DBL, DRB, DFR},
     {0, 0, 0, 0, 0, 0, 0, 0},
     {UR, UF, UL, UB, DF, DL, DB, DR, FR, FL, BL, BR},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {{URF, ULB, DBL, UBR, DFR, UFL, DLF, DRB},
     {0, 1, 2, 0, 0, 2, 1, 0},
     {UR, UF, BL, UB, DR, DF, FL, DB, FR, UL, DL, BR},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {{URF, UFL, UBR, DRB, DFR, DLF, ULB, DBL},
     {0, 0, 1, 2, 0, 0, 2, 1},
     {UR, UF, UL, BR, DR, DF, DL, BL, FR, FL, UB, DB},
     {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1}},
}};

TEST(Move, IsThatOfTheSource) {
  for (int f = 0; f < kFaces; ++f) {
    Cube c;
    for (int x = 0; x < kCorners; ++x) c.set_corner(x, kQuarterTurns[f].corners[x], kQuarterTurns[f].twists[x]);
    for (int x = 0; x < kEdges; ++x) c.set_edge(x, kQuarterTurns[f].edges[x], kQuarterTurns[f].flips[x]);
    const auto face = static_cast<Face>(f);
    EXPECT_EQ(kMoveCubes[make_move(face, 1)], c) << f;
    EXPECT_EQ(kMoveCubes[make_move(face, 2)], c * c) << f;
    EXPECT_EQ(kMoveCubes[make_move(face, 3)], c * c * c) << f;
    EXPECT_EQ(c * c * c * c, kSolved) << f;
  }
}

TEST(Move, NumbersAndCosts) {
  for (const Move m : kAllMoves) {
    EXPECT_EQ(make_move(face_of(m), turns_of(m)), m);
    EXPECT_EQ(kMoveCubes[m] * kMoveCubes[inverse(m)], kSolved);
    EXPECT_EQ(cost(m, Metric::htm), 1);
    EXPECT_EQ(cost(m, Metric::qtm), turns_of(m) == 2 ? 2 : 1);
  }
  const Moves word{make_move(R, 1), make_move(U, 2), make_move(F, 3)};
  EXPECT_EQ(length(word, Metric::htm), 3);
  EXPECT_EQ(length(word, Metric::qtm), 4);
  EXPECT_EQ(to_string(word), "R U2 F'");
  EXPECT_EQ(to_string(inverse(word)), "F U2 R'");
}

RC_GTEST_PROP(Move, AWordIsTheProductOfItsMoves, (std::uint64_t seed)) {
  Random random(seed);
  const Cube start = random.cube();
  Moves word(random.below(40));
  Cube product = start;
  for (Move& m : word) {
    m = Move(random.below(kMoves));
    product = compose(product, kMoveCubes[m]);
  }
  RC_ASSERT(apply(start, word) == product);
}

// A slice is one move in stm and atm, other pairs of opposite faces in atm alone.
TEST(Move, LengthsInEachMetric) {
  using Lengths = std::array<int, 4>;
  for (const auto& [text, lengths] : {std::pair{"", Lengths{0, 0, 0, 0}},
                                      {"U", {1, 1, 1, 1}},
                                      {"R2", {1, 2, 1, 1}},
                                      {"R L'", {2, 2, 1, 1}},
                                      {"R L", {2, 2, 2, 1}},
                                      {"U2 D2", {2, 4, 1, 1}},
                                      {"U2 D", {2, 3, 2, 1}},
                                      {"R U L'", {3, 3, 3, 3}},
                                      {"R L' U D' F B2", {6, 7, 4, 3}}}) {
    const Moves word = parse_algorithm(text)->moves;
    for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm})
      EXPECT_EQ(length(word, metric), lengths[static_cast<std::size_t>(metric)]) << text << " " << name(metric);
  }
}

TEST(Metric, Names) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm}) {
    EXPECT_EQ(*parse_metric(name(metric)), metric);
    EXPECT_EQ(counts_face_turns(metric), metric == Metric::htm || metric == Metric::qtm);
  }
  for (const char* text : {"", "HTM", "ftm", "htm "}) EXPECT_FALSE(parse_metric(text)) << text;
}

TEST(Move, Phase2MovesKeepTheirSubgroup) {
  // Those that twist no corner and flip no edge and keep the four edges of the UD slice in it.
  Moves keeping;
  for (const Move m : kAllMoves) {
    const Cube& c = kMoveCubes[m];
    bool keeps = true;
    for (int x = 0; x < kCorners; ++x) keeps &= c.twist_at(x) == 0;
    for (int x = 0; x < kEdges; ++x) keeps &= c.flip_at(x) == 0 && (x >= FR) == (c.edge_at(x) >= FR);
    if (keeps) keeping.push_back(m);
  }
  EXPECT_EQ(keeping, Moves(kPhase2Moves.begin(), kPhase2Moves.end()));
}

// Normal words of length n: 18, 243, 3240, 43254; of the cubes they reach, those of less than four moves are as many
// as words, and 15 words of four moves meet others (U2 D2 R2 L2 = R2 L2 U2 D2 and the like).
TEST(Move, CountsTheWholeGroupsFirstLevels) {
  std::unordered_set<Cube> seen{kSolved};
  std::vector<Moves> words{{}};
  constexpr std::array<std::size_t, 5> kWords{1, 18, 243, 3240, 43254};
  constexpr std::array<std::size_t, 5> kCubes{1, 18, 243, 3240, 43239};
  for (std::size_t depth = 1; depth < kWords.size(); ++depth) {
    std::vector<Moves> longer;
    const std::size_t before = seen.size();
    for (const Moves& word : words)
      for (const Move m : kAllMoves)
        if (word.empty() || may_follow(word.back(), m)) {
          longer.push_back(word);
          longer.back().push_back(m);
          seen.insert(apply(kSolved, longer.back()));
        }
    words = std::move(longer);
    EXPECT_EQ(words.size(), kWords[depth]);
    EXPECT_EQ(seen.size() - before, kCubes[depth]);
  }
}

TEST(Move, NormalisesKnownWords) {
  const auto normal = [](std::string_view text) { return to_string(normalise(parse_algorithm(text).value().moves)); };
  EXPECT_EQ(normal(""), "");
  EXPECT_EQ(normal("R R"), "R2");
  EXPECT_EQ(normal("R R'"), "");
  EXPECT_EQ(normal("R R2 R"), "");
  EXPECT_EQ(normal("R L R"), "R2 L");
  EXPECT_EQ(normal("L R"), "R L");
  EXPECT_EQ(normal("D U D' U'"), "");
  EXPECT_EQ(normal("B F B F' B2"), "");
  EXPECT_EQ(normal("U R L R' L' U"), "U2");
  EXPECT_EQ(normal("F R L R' L' B"), "F B");
  EXPECT_EQ(normal("R U U' R'"), "");
}

RC_GTEST_PROP(Move, NormalisedWordsAreNormalAndTheSame, (std::uint64_t seed, std::uint8_t faces)) {
  Random random(seed);
  Moves word(random.below(50));
  for (Move& m : word) m = Move(random.below(3u * (faces % kFaces + 1u)));  // few faces cancel more
  const Moves normal = normalise(word);
  RC_ASSERT(apply(kSolved, normal) == apply(kSolved, word));
  RC_ASSERT(normalise(normal) == normal);
  RC_ASSERT(normal.size() <= word.size());
  RC_ASSERT(length(normal, Metric::qtm) <= length(word, Metric::qtm));
  for (std::size_t i = 1; i < normal.size(); ++i) RC_ASSERT(may_follow(normal[i - 1], normal[i]));
  Moves cancelled = word;
  const Moves undone = inverse(word);
  cancelled.insert(cancelled.end(), undone.begin(), undone.end());
  RC_ASSERT(normalise(cancelled).empty());
  RC_ASSERT(apply(apply(kSolved, word), undone) == kSolved);
}

}  // namespace
}  // namespace superflip
