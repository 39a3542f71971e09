// The pocket cube: the published distributions, solutions that solve, whatever turns and rotations made the cube, and
// what is said of 24 facelets that are none.
#include "superflip/solver/pocket/pocket.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>
#include <string>

#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/pocket.h"
#include "superflip/reading/read.h"
#include "superflip/solver/scramble/scramble.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "PocketScramble.EveryStateHasAWordOfElevenMoves"}};
// A limit of time ends the search.
const Labels kEnvironment{{"environment", "Pocket.KeepsLimitsAndStops"}};

using Distances = std::vector<std::uint64_t>;

const std::shared_ptr<const PocketTable>& shared(Metric metric = Metric::htm) {
  static const auto htm = PocketTable::make(Metric::htm).value();
  static const auto qtm = PocketTable::make(Metric::qtm).value();
  return metric == Metric::htm ? htm : qtm;
}

const PocketTable& table(Metric metric = Metric::htm) { return *shared(metric); }

Answer solve(const Question& question, const Budget& budget = {}, Metric metric = Metric::htm) {
  const Answer answer = PocketSolver(shared(metric)).solve(question, budget);
  EXPECT_EQ(answer.solver, SolverKind::pocket);
  return answer;
}

Moves shortest(const Cube& cube, Metric metric = Metric::htm) {
  const Answer answer = solve({.cube = cube, .metric = metric, .puzzle = Puzzle::pocket}, {}, metric);
  EXPECT_EQ(answer.ended, Ended::complete);
  EXPECT_TRUE(answer.is_shortest());
  return answer.solutions.front().moves;
}

// Solved, whatever the rotation: four equal letters on each face.
bool is_solved(const Cube& c) {
  const std::string facelets = to_pocket_facelets(c);
  for (std::size_t i = 0; i < facelets.size(); ++i)
    if (facelets[i] != facelets[i / 4 * 4]) return false;
  return true;
}

Cube pocket(const std::string& text, const ReadOptions& options = {}) {
  const auto cube = parse_pocket(text, options);
  EXPECT_TRUE(cube) << text << ": " << cube.error().message;
  return cube.value_or(kSolved);
}

// A word of any of the 18 turns, wide moves, slices and rotations.
std::string random_word(Random& random, int moves) {
  constexpr std::string_view kLetters = "URFDLBurfdlbMESxyz";
  constexpr std::array<const char*, 3> kTurns{"", "2", "'"};
  std::string word;
  for (int i = 0; i < moves; ++i) {
    word += kLetters[random.below(kLetters.size())];
    word += kTurns[random.below(3)];
    word += ' ';
  }
  return word;
}

// jaapsch.net/puzzles/cube2.htm
TEST(Pocket, HasThePublishedDistributions) {
  const Distances htm{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644};
  const Distances qtm{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276};
  EXPECT_EQ(table(Metric::htm).distribution(), htm);
  EXPECT_EQ(table(Metric::qtm).distribution(), qtm);
  EXPECT_EQ(std::accumulate(htm.begin(), htm.end(), std::uint64_t{0}), PocketCorners::size());
}

TEST(PocketCoordinates, AreInvertedByTheirCubes) {
  EXPECT_EQ(PocketCorners::index(kSolved), 0u);
  for (Index i = 0; i < PocketPermutation::size(); ++i)
    ASSERT_EQ(PocketPermutation::index(to_cube(PocketPermutation{}, i)), i);
  for (Index i = 0; i < PocketTwist::size(); ++i) ASSERT_EQ(PocketTwist::index(to_cube(PocketTwist{}, i)), i);
  for (Index i = 0; i < PocketCorners::size(); i += 101)
    ASSERT_EQ(PocketCorners::index(to_cube(PocketCorners{}, i)), i);
}

RC_GTEST_PROP(PocketCoordinates, DoNotSeeRotationsOfTheWhole, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const Cube turned = kSymmetryCubes[2 * random.below(kSymmetries / 2)] * c;
  RC_ASSERT(PocketCorners::index(turned) == PocketCorners::index(c));
  for (const Cube& move : kMoveCubes) RC_ASSERT(PocketCorners::index(turned * move) == PocketCorners::index(c * move));
}

// On a 2x2x2 opposite turns differ by a rotation of the whole, and nothing else that only rotates matters.
TEST(Pocket, TurnsOfOppositeFacesAreOne) {
  const auto index = [](const std::string& moves) { return PocketCorners::index(pocket(moves)); };
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"L", "R"}, {"D'", "U'"}, {"B2", "F2"}, {"R U L' D", "R U R' y' U"}, {"Rw", "L"}, {"x y' z2", "R R'"}})
    EXPECT_EQ(table().distance(pocket(a)), table().distance(pocket(b))) << a << " / " << b;
  EXPECT_EQ(index("M E S x"), 0u);
}

RC_GTEST_PROP(Pocket, SolutionsSolveInAnyHolding, (std::uint64_t seed)) {
  Random random(seed);
  const std::string word = random_word(random, 30);
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const Cube cube = pocket(word);
    const Moves solution = shortest(cube, metric);
    RC_ASSERT(length(solution, metric) == table(metric).distance(cube));
    RC_ASSERT(normalise(solution) == solution);
    RC_ASSERT(is_solved(apply(cube, solution)));
    RC_ASSERT(is_solved(pocket(word + to_string(solution))));
  }
}

RC_GTEST_PROP(Pocket, EveryTurnChangesTheDistanceByAtMostItsCost, (std::uint64_t seed)) {
  Random random(seed);
  const Cube cube = random.cube();
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const int distance = table(metric).distance(cube);
    int least = 99;
    for (const Move m : kAllMoves) {
      const int next = table(metric).distance(apply(cube, m));
      RC_ASSERT(std::abs(next - distance) <= cost(m, metric));
      least = std::min(least, next + cost(m, metric));
    }
    RC_ASSERT(distance == 0 || least == distance);
  }
}

// By walking from the solved position: a word's inverse is a solution, and no other words of its length are.
TEST(Pocket, FindsAllSolutionsOfALength) {
  constexpr int kLength = 4;
  std::vector<Distances> words(kLength + 1, Distances(PocketCorners::size()));
  const auto walk = [&](const auto& self, const Cube& cube, int length, int last) -> void {
    ++words[length][PocketCorners::index(cube)];
    if (length == kLength) return;
    for (const Move m : kPocketMoves)
      if (face_of(m) != last) self(self, apply(cube, m), length + 1, face_of(m));
  };
  walk(walk, kSolved, 0, -1);
  for (const std::string text : {"R", "R U", "R U2 F'", "R2 U2", "R2 U2 R2", "U R2 F' U2", "U2 R2 U2 R2"}) {
    const Cube cube = pocket(text);
    for (int n = 0; n <= kLength; ++n) {
      std::set<std::string> found;
      EXPECT_TRUE(table().each_solution(cube, n, [&](const Moves& word) {
        EXPECT_TRUE(is_solved(apply(cube, word)));
        return found.insert(to_string(word)).second;
      }));
      EXPECT_EQ(found.size(), words[n][PocketCorners::index(cube)]) << text << ' ' << n;
    }
  }
}

TEST(Pocket, KeepsTheBestSolutions) {
  const Cube cube = pocket("R2 U2 R2");
  const int distance = table().distance(cube);
  const Answer optimal = solve({.cube = cube, .want = Want::all, .solutions = 1000});
  EXPECT_EQ(optimal.ended, Ended::complete);
  EXPECT_EQ(optimal.lower_bound, distance);
  EXPECT_EQ(optimal.solutions.front().moves, shortest(cube));
  const std::size_t more = optimal.solutions.size() + 5;
  const Answer best = solve({.cube = cube, .solutions = more});
  EXPECT_EQ(best.ended, Ended::complete);
  ASSERT_EQ(best.solutions.size(), more);
  std::set<std::string> distinct;
  for (std::size_t i = 0; i < more; ++i) {
    const Solution& solution = best.solutions[i];
    if (i < optimal.solutions.size()) {
      EXPECT_EQ(solution.moves, optimal.solutions[i].moves);
    }
    EXPECT_TRUE(is_solved(apply(cube, solution.moves)));
    EXPECT_EQ(solution.length, static_cast<int>(solution.moves.size()));
    distinct.insert(to_string(solution.moves));
  }
  EXPECT_EQ(distinct.size(), more);
  EXPECT_GT(best.solutions.back().length, distance);
  const Answer none = solve({.cube = cube, .max_length = distance - 1, .solutions = 5});
  EXPECT_EQ(none.ended, Ended::complete);
  EXPECT_TRUE(none.solutions.empty());
  EXPECT_EQ(none.lower_bound, distance);
  const Answer solved = solve({.cube = kSolved, .max_length = 0});
  ASSERT_EQ(solved.solutions.size(), 1u);
  EXPECT_TRUE(solved.solutions[0].moves.empty());
  EXPECT_EQ(shortest(pocket("x R")), Moves{make_move(R, 3)});
}

TEST(Pocket, AllWithinSomeMoves) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const Cube cube = pocket("R2 U2 R2");
    const int distance = table(metric).distance(cube);
    std::set<Moves> expected;
    for (int n = distance; n <= distance + 2; ++n)
      table(metric).each_solution(cube, n, [&](const Moves& word) { return expected.insert(word).second; });
    const Answer all =
        solve({.cube = cube, .metric = metric, .want = Want::all, .within = 2, .solutions = 100'000}, {}, metric);
    EXPECT_EQ(all.ended, Ended::complete);
    std::set<Moves> found;
    for (const Solution& solution : all.solutions) {
      EXPECT_EQ(length(solution.moves, metric), solution.length);
      found.insert(solution.moves);
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(solve({.cube = cube, .want = Want::all, .within = 2, .solutions = 2}, {}, metric).ended, Ended::enough);
  }
}

// Any cube may be asked about: only the corners count, of which a twist alone cannot be solved.
TEST(Pocket, TakesImpossibleCubes) {
  const Budget limits{.time = std::chrono::hours(1), .nodes = 60'000};
  Cube twisted = pocket("R U F");
  twisted.set_twist(2, (twisted.twist_at(2) + 1) % 3);
  for (const Metric metric : {Metric::htm, Metric::qtm})
    for (const Want want : {Want::good, Want::shortest, Want::all}) {
      const Answer none = solve({.cube = twisted, .metric = metric, .want = want}, limits, metric);
      EXPECT_EQ(none.ended, Ended::unsolvable);
      EXPECT_TRUE(none.solutions.empty());
    }
  Cube exchanged;
  std::swap(exchanged.corner[URF], exchanged.corner[UFL]);
  Cube flipped = pocket("R U F");
  flipped.set_flip(0, 1);
  std::swap(flipped.edge[3], flipped.edge[4]);
  for (const Cube& cube : {exchanged, flipped}) {
    const Answer answer = solve({.cube = cube}, limits);
    ASSERT_EQ(answer.solutions.size(), 1u);
    EXPECT_TRUE(is_solved(apply(cube, answer.solutions[0].moves)));
  }
}

TEST(Pocket, KeepsLimitsAndStops) {
  const Question endless{.cube = pocket("R U F"), .solutions = ~std::size_t{0}};
  for (const std::uint64_t nodes : {0ULL, 1ULL, 5000ULL}) {
    const Answer answer = solve(endless, {.nodes = nodes});
    EXPECT_EQ(answer.ended, Ended::nodes);
    EXPECT_LE(answer.counts.nodes, nodes);
  }
  EXPECT_EQ(solve(endless, {.time = std::chrono::milliseconds(50)}).ended, Ended::time);
  StopFlag stop{true};
  EXPECT_EQ(solve(endless, {.stop = &stop}).ended, Ended::stopped);
  const auto unmade = PocketTable::make(Metric::htm, &stop);
  ASSERT_FALSE(unmade);
  EXPECT_EQ(unmade.error().kind, ErrorKind::stopped);
  stop = false;
  const Answer stopped = PocketSolver(shared()).solve(endless, {.stop = &stop}, [&](const Event& event) {
    if (event.kind == Event::Kind::solution) stop = true;
  });
  EXPECT_EQ(stopped.ended, Ended::stopped);
}

TEST(Pocket, RunsInSlices) {
  const Question question{.cube = pocket("R U F R2"), .want = Want::all, .within = 5, .solutions = 1'000'000};
  const Answer whole = solve(question);
  const auto search = PocketSolver(shared()).begin(question, {});
  int slices = 0;
  for (; !search->run_for(std::chrono::microseconds(10)); ++slices) {
  }
  EXPECT_GT(slices, 1);
  const Answer answer = *search->answer();
  EXPECT_EQ(answer.ended, Ended::complete);
  EXPECT_EQ(answer.counts.nodes, whole.counts.nodes);
  EXPECT_EQ(answer.solutions.size(), whole.solutions.size());
}

TEST(PocketFacelets, OtherOrdersAndObjects) {
  Random random(3);
  int unique = 0;
  for (int n = 0; n < 100; ++n) {
    const Cube state = random_pocket_state(table(), random);
    const std::string usual = to_pocket_facelets(state);
    std::string listed;
    std::string object;
    for (const char face : std::string("ULFRBD")) {
      const std::string stickers = usual.substr(4 * std::string("URFDLB").find(face), 4);
      listed += stickers;
      object += fmt::format("{}\"{}\": \"{}\"", object.empty() ? "{" : ", ", face, stickers);
    }
    const auto named = read_pocket(object + "}");
    ASSERT_TRUE(named);
    EXPECT_EQ(PocketCorners::index(named->cube), PocketCorners::index(state));
    EXPECT_EQ(named->format, Format::json);
    const auto reading = read_pocket(listed);
    ASSERT_TRUE(reading) << listed;
    ASSERT_FALSE(reading->notes.empty());
    if (reading->notes.front() != "the faces were listed in another order than URFDLB: ULFRBD") continue;
    EXPECT_EQ(PocketCorners::index(reading->cube), PocketCorners::index(state));
    ++unique;
  }
  EXPECT_GT(unique, 80);
}

TEST(PocketScramble, ElevenMovesLeadToAUniformState) {
  Random random(2);
  std::array<int, 12> distances{};
  for (int i = 0; i < 500; ++i) {
    const Cube state = random_pocket_state(table(), random);
    const Moves scramble = pocket_scramble_for(table(), state, random);
    EXPECT_EQ(scramble.size(), 11u);
    EXPECT_EQ(normalise(scramble), scramble);
    EXPECT_EQ(PocketCorners::index(apply(kSolved, scramble)), PocketCorners::index(state));
    ++distances.at(table().distance(state));
  }
  for (int d = 0; d < 4; ++d) EXPECT_EQ(distances[d], 0);
  EXPECT_NEAR(distances[9], 500 * 0.514, 35);  // 3.1 standard deviations, of a fixed seed
  EXPECT_NEAR(distances[8], 500 * 0.237, 30);
}

// Exhaustive: for each position the faces with which a solution of exactly n moves may begin.
TEST(PocketScramble, EveryStateHasAWordOfElevenMoves) {
  const TransitionTable<PocketPermutation> permutation({}, kPocketMoves);
  const TransitionTable<PocketTwist> twist({}, kPocketMoves);
  constexpr Index kTwists = PocketTwist::size();
  std::vector<std::uint8_t> first(PocketCorners::size());
  first[0] = 0xFF;  // the empty word, which any move may go before
  for (int n = 1; n <= kPocketScrambleLength; ++n) {
    std::vector<std::uint8_t> next(first.size());
    for (Index p = 0; p < PocketPermutation::size(); ++p)
      for (const Move m : kPocketMoves) {
        const auto face = static_cast<std::uint8_t>(1 << face_of(m));
        const std::uint8_t* from = first.data() + permutation.at(p, m) * kTwists;
        for (Index t = 0; t < kTwists; ++t)
          if ((from[twist.at(t, m)] & ~face) != 0) next[p * kTwists + t] |= face;
      }
    first = std::move(next);
  }
  EXPECT_EQ(std::count(first.begin(), first.end(), 0), 0);
}

// ---- Facelets ----

constexpr const char* kSolvedPocket = "UUUURRRRFFFFDDDDLLLLBBBB";

std::string error_of(const std::string& text) {
  const auto cube = parse_pocket(text);
  return cube ? "" : cube.error().message;
}

RC_GTEST_PROP(PocketFacelets, ThereAndBack, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const std::string facelets = to_pocket_facelets(c);
  const auto read = parse_pocket_facelets(facelets);
  RC_ASSERT(read);
  RC_ASSERT(std::equal(read->corner.begin(), read->corner.end(), c.corner.begin()));
  RC_ASSERT(to_pocket_facelets(*parse_pocket(to_facelets(c))) == facelets);

  // Any other six symbols in any order, and white space anywhere.
  std::string symbols = "abcXYZ0123";
  for (std::size_t i = symbols.size() - 1; i > 0; --i) std::swap(symbols[i], symbols[random.below(i + 1)]);
  std::string painted;
  for (const char letter : facelets) {
    painted += symbols[kFaceLetters.find(letter)];
    if (random.below(4) == 0) painted += ' ';
  }
  const auto of_colours = parse_pocket_facelets(painted);
  RC_ASSERT(of_colours);
  RC_ASSERT(PocketCorners::index(*of_colours) == PocketCorners::index(c));
}

TEST(PocketFacelets, AnyColoursAndHolding) {
  EXPECT_EQ(to_pocket_facelets(kSolved), kSolvedPocket);
  for (const std::string text :
       {kSolvedPocket, "FFFFRRRRDDDDBBBBLLLLUUUU", "uuuurrrrffffddddllllbbbb", "WWWW RRRR GGGG YYYY OOOO BBBB",
        "UU UU RR RR FF FF DD DD LL LL BB BB",
        "🟨🟨🟨🟨🟥🟥🟥🟥🟩🟩🟩🟩⬜⬜⬜⬜🟧🟧🟧🟧🟦🟦🟦🟦",
        // Mirrored, and with another maker's opposites.
        "UUUULLLLFFFFDDDDRRRRBBBB", "WWWWRRRRGGGGBBBBOOOOYYYY"})
    EXPECT_EQ(PocketCorners::index(pocket(text)), 0u) << text;
  // R U R' U' as it is seen, and the same cube held with F up.
  const std::string held = to_pocket_facelets(pocket("R U R' U' x"));
  EXPECT_EQ(shortest(pocket(held)), shortest(pocket("R U R' U' x")));
  EXPECT_EQ(pocket(to_pocket_facelets(pocket("R U"))), pocket("R U"));
  EXPECT_EQ(pocket("UFRLUFRLUFRLUFRLUFRLUFRL", {.from = Format::moves}), pocket("(U F R L)6"));
  EXPECT_EQ(pocket("R U F D L B R U F D"), pocket("RUFDLBRUFD"));
  EXPECT_EQ(pocket("(F' L) R", {.niss = Niss::on}), pocket("L' F R"));
}

TEST(PocketFacelets, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("UUUURRRRFFFFDDDDLLLLBBB"), "there are 23 facelets; a 2x2x2 cube has 24, four for each face");
  EXPECT_EQ(error_of("UUUU"), "there are 4 facelets; a 2x2x2 cube has 24, four for each face");
  EXPECT_EQ(error_of("UUUURRRRFFFFDDDDLLLLBBBU"),
            "this cube is impossible: each colour must occur four times, but there are 5 U stickers and 3 B stickers");
  EXPECT_EQ(error_of("UUUURRRRFFFFDDDDLLLLUUUU"),
            "this cube is impossible: each colour must occur four times, but there are 8 U stickers and no B stickers");
  EXPECT_EQ(error_of("UUUURRRRFFFFDDDDLLLLBBBX"),
            "facelet 24, at B4: 'X' is not one of the six colours U, R, F, D, L and B");
  EXPECT_EQ(parse_pocket("UUUURRRRFFFFDDDDLLLLBBBX").error().position, 23u);
  EXPECT_EQ(error_of("aaaabbbbccccddddeeeeeeee"),
            "the number of different colours is 5; expected six, four stickers of each");
  // The corner URF twisted in its place, both ways; its U and the D of DLF exchanged.
  EXPECT_EQ(error_of("UUUFURRRFRFFDDDDLLLLBBBB"), "this cube is impossible: one corner is twisted clockwise");
  EXPECT_EQ(error_of("UUURFRRRFUFFDDDDLLLLBBBB"), "this cube is impossible: one corner is twisted anticlockwise");
  EXPECT_EQ(
      error_of("UUUDRRRRFFFFUDDDLLLLBBBB"),
      "this cube is impossible: the corner at URF shows D, R and F: a real corner has these colours the other way "
      "round (this one is its mirror image); the corner at DLF shows U, L and F: a real corner has these colours "
      "the other way round (this one is its mirror image); the corners URF and DLF are missing");
  // Other colours, of which no law but that of the corners is known.
  EXPECT_EQ(error_of("XXXZXYYYZYZZPPPPQQQQTTTT"), "this cube is impossible: one corner is twisted clockwise");
  EXPECT_EQ(error_of("XXXQYYYYZZZZPPPPXQQQTTTT"),
            "this cube is impossible: the colour Q meets every other colour on a corner; there must be one colour, its "
            "opposite, that it does not "
            "meet");
  EXPECT_EQ(error_of("XXXXXXYYYYYYZZZZPPPPQQTT").substr(0, 75),
            "this cube is impossible: each colour must occur four times, but there are 6");
  EXPECT_EQ(error_of("R U Q").substr(0, 23), "character 5: 'Q' found;");
  EXPECT_NE(error_of("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBR"), "");
}

// One text gives the same as parse_pocket, with notes, or all that is wrong.
TEST(PocketReading, GivesTheCubeOrTheDiagnosis) {
  const auto reading = read_pocket("R U F'");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->cube, *parse_pocket("R U F'"));
  EXPECT_EQ(reading->format, Format::moves);
  EXPECT_EQ(reading->held, Symmetry{});
  const auto held = read_pocket("R x");
  ASSERT_TRUE(held);
  EXPECT_EQ(held->cube, *parse_pocket("R x"));
  EXPECT_EQ(held->held, Symmetry{});
  EXPECT_EQ(read_pocket("UUUURRRRFFFFDDDDLLLLBBBB")->format, Format::facelets);

  const auto twisted = read_pocket("UUUFURRRFRFFDDDDLLLLBBBB");
  ASSERT_FALSE(twisted);
  EXPECT_EQ(twisted.error().problems, std::vector<std::string>{"one corner is twisted clockwise"});
  EXPECT_EQ(twisted.error().kind, ErrorKind::impossible);
  EXPECT_EQ(read_pocket("UUUURRRRFFFFDDDDLLLLBBBX").error().position, 23u);
  EXPECT_EQ(read_pocket("UUUURRRRFFFFDDDDLLLLBBBX").error().kind, ErrorKind::unreadable);
  // Of a whole cube the corners and their holding count, but its edges must be possible, too.
  EXPECT_EQ(read_pocket("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU").error().ways, 1);

  for (const char* empty : {"", " \t"}) EXPECT_EQ(read_pocket(empty).error().kind, ErrorKind::unreadable);
  EXPECT_EQ(read_pocket("", {.formats = {Format::moves}})->cube, kSolved);
  EXPECT_FALSE(read_pocket("R U F ", {.max_bytes = 5}));
  EXPECT_EQ(read_pocket("R U F", {.formats = {Format::facelets, Format::json}}).error().problems.front(),
            "this looks like moves, which are not accepted here; expected facelets and json");
  EXPECT_EQ(read_pocket("R U F", {.formats = {Format::facelets}}).error().problems.front(),
            "there are 3 facelets; a 2x2x2 cube has 24, four for each face");
}

// JSON with the 24 facelets is JSON: read where that is accepted, also as the only format.
TEST(PocketReading, FaceletsInJson) {
  const std::string json = R"({"facelets":"UUUURRRRFFFFDDDDLLLLBBBB"})";
  for (const Formats formats : {Formats{Format::json}, Formats{Format::facelets, Format::json}, Formats::all()}) {
    const auto reading = read_pocket(json, {.formats = formats});
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->cube, kSolved);
    EXPECT_EQ(reading->format, Format::json);
  }
  EXPECT_EQ(parse_pocket(json, {.from = Format::json}), kSolved);
  const std::string refusal = "this looks like json, which is not accepted here; expected facelets";
  EXPECT_EQ(read_pocket(json, {.formats = {Format::facelets}}).error().problems, std::vector<std::string>{refusal});
  EXPECT_EQ(parse_pocket(json, {.from = Format::facelets}).error().message, refusal);
  EXPECT_FALSE(read_pocket(json, {.formats = {Format::moves}}));
}

}  // namespace
}  // namespace superflip
