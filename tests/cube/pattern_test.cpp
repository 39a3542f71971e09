// Patterns, masks, incomplete cubes and the answers for them, against definitions and against brute force.
#include "superflip/cube/pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/coordinate/mask.h"
#include "superflip/engine/engine.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/incomplete.h"
#include "superflip/reading/layout.h"
#include "superflip/reading/read.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/generic/pattern_goals.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "PatternQuestions.StepsOfOtherMetricsAndMovesAreUnits"},
                     {"long", "PatternQuestions.MasksHaveAllShortestWords"},
                     {"long", "PatternQuestions.IncompleteCubesAreSolvedBackwards"},
                     {"threads", "PatternQuestions"},
                     {"long", "PatternTables"},
                     {"threads", "PatternTables"},
                     {"long", "PatternQuestions.SeveralPatternsAreSolvedToTheNearest"},
                     {"long", "Incomplete.TheCubeAndAllOthersWithItsStickersFit"},
                     {"long", "Pattern.CompletionsKnowTheParityOfTurns"}};

Cube after(std::string_view moves) { return read(moves).value().cube; }
Mask mask(std::string_view text) { return *Mask::parse(text); }
Uint128 count(const Pattern& pattern) { return Completions(pattern).count(); }

// A pattern that the cube fits: at each place its own piece and some other options.
Pattern random_pattern(const Cube& cube, Random& random) {
  Pattern pattern = Pattern::of(cube);
  for (auto& options : pattern.corner) {
    if (random.below(2) == 0) continue;
    options |= static_cast<std::uint32_t>(random.below(Pattern::kAnyCorner + 1)) &
               static_cast<std::uint32_t>(random.below(Pattern::kAnyCorner + 1));
  }
  for (auto& options : pattern.edge) {
    if (random.below(2) == 0) continue;
    options |= static_cast<std::uint32_t>(random.below(Pattern::kAnyEdge + 1)) &
               static_cast<std::uint32_t>(random.below(Pattern::kAnyEdge + 1));
  }
  return pattern;
}

// Facelets with some of them unknown.
std::string hidden(std::string facelets, std::size_t most, Random& random) {
  for (std::size_t n = random.below(most) + 1; n > 0; --n) {
    const std::size_t at = random.below(kFacelets);
    if (at % 9 != 4) facelets[at] = '?';
  }
  if (facelets.find('?') == std::string::npos) facelets[0] = '?';
  return facelets;
}

TEST(Pattern, ProductsConjugatesAndInversesAreThoseOfTheirCubes) {
  Random random(1);
  int fitting = 0;
  for (int n = 0; n < 300; ++n) {
    const Cube cube = random.cube();
    const Cube g = random.cube();
    const Pattern pattern = random_pattern(cube, random);
    const Symmetry s = kAllSymmetries[random.below(kSymmetries)];
    ASSERT_TRUE(pattern.holds(cube));
    const Completions completions(pattern);
    for (int m = 0; m < 20; ++m) {
      const Cube other = m % 2 == 0 ? completions.draw(random) : random.cube();
      const bool fits = pattern.holds(other);
      fitting += fits && other != cube ? 1 : 0;
      ASSERT_EQ((pattern * g).holds(other * g), fits);
      ASSERT_EQ((g * pattern).holds(g * other), fits);
      ASSERT_EQ(conjugate(pattern, s).holds(conjugate(other, s)), fits);
      ASSERT_EQ(inverse(pattern).holds(inverse(other)), fits);
      ASSERT_EQ((pattern & Pattern::of(cube)).holds(other), other == cube);
    }
  }
  EXPECT_GT(fitting, 0);
}

// A pattern of a supercube in space: some other rotations and turns, too.
Pattern random_pattern_in_space(const Cube& cube, Random& random) {
  Pattern pattern = random_pattern(cube, random);
  const Pattern one = Pattern::of(cube, Centres::turned);
  pattern.rotations = one.rotations;
  for (const Symmetry s : kAllRotations)
    if (random.below(2) == 0) pattern.rotations |= std::uint64_t{1} << s;
  for (int f = 0; f < kFaces; ++f)
    pattern.centre[f] = one.centre[f] | static_cast<std::uint32_t>(random.below(Pattern::kAnyCentre + 1)) |
                        static_cast<std::uint32_t>(random.below(Pattern::kAnyCentre + 1));
  return pattern;
}

TEST(Pattern, ProductsConjugatesAndInversesAreThoseOfCubesInSpace) {
  Random random(2);
  std::array<int, 2> counts{};
  for (int n = 0; n < 300; ++n) {
    const Cube cube = random.cube_in_space();
    const Cube g = random.cube_in_space();
    const Pattern pattern = random_pattern_in_space(cube, random);
    const Symmetry s = kAllSymmetries[random.below(kSymmetries)];
    ASSERT_TRUE(pattern.holds(cube));
    ASSERT_EQ(inverse(inverse(pattern)), pattern);
    ASSERT_EQ(conjugate(conjugate(pattern, s), inverse(s)), pattern);
    for (int m = 0; m < 20; ++m) {
      // Other centres, and some other corners.
      Cube other = cube;
      const Cube centres = random.cube_in_space();
      for (int f = 0; f < kFaces; ++f)
        m < 10 ? other.set_turn(f, centres.turn_at(f)) : other.set_centre(f, centres.centre_at(f), centres.turn_at(f));
      if (m % 2 == 1) other.set_twist(static_cast<int>(random.below(kCorners)), static_cast<int>(random.below(3)));
      const bool fits = pattern.holds(other);
      ++counts[fits ? 1 : 0];
      ASSERT_EQ((pattern * g).holds(other * g), fits);
      ASSERT_EQ((g * pattern).holds(g * other), fits);
      ASSERT_EQ(conjugate(pattern, s).holds(conjugate(other, s)), fits);
      ASSERT_EQ(inverse(pattern).holds(inverse(other)), fits);
      ASSERT_EQ((pattern & Pattern::of(cube, Centres::turned)).holds(other), other == cube);
    }
    EXPECT_EQ(Pattern::of(cube, Centres::turned).only(Centres::turned), cube);
    EXPECT_FALSE(Pattern::of(cube).only(Centres::turned));
  }
  EXPECT_GT(counts[0], 300);
  EXPECT_GT(counts[1], 300);
}

// Which of the 4096 ways to turn the centres go with some cube.
TEST(Pattern, CompletionsKnowTheParityOfTurns) {
  Random random(3);
  int narrower = 0;
  int without = 0;
  for (int n = 0; n < 200; ++n) {
    Cube cube = random.cube();
    Pattern pattern = random_pattern(cube, random);
    if (n % 2 == 0) pattern.corner = Pattern::of(cube).corner;
    for (int f = 0; f < kFaces; ++f)
      pattern.centre[f] = random.below(3) == 0 ? static_cast<std::uint32_t>(random.below(Pattern::kAnyCentre + 1))
                                               : Pattern::bit_of_centre(f, static_cast<int>(random.below(4)));
    Pattern free = pattern;
    free.centre = Pattern::kAnyTurns;
    std::array<Uint128, 2> cubes{};  // by the parity of the corners
    std::array<Pattern, 2> narrowed_of;
    for (const int parity : {0, 1}) {
      Pattern only = free;
      for (int f = 0; f < kFaces; ++f) only.centre[f] = Pattern::bit_of_centre(f, f == 0 ? parity : 0);
      cubes[static_cast<std::size_t>(parity)] = Completions(only).count();
      narrowed_of[static_cast<std::size_t>(parity)] = Completions(only).narrowed();
    }
    EXPECT_EQ(cubes[0] + cubes[1], count(free));
    std::array<std::uint32_t, kFaces> turns{};  // those that go with some cube
    std::array<bool, 2> is_met{};
    for (int code = 0; code < 4096; ++code) {
      int sum = 0;
      bool fits = true;
      for (int f = 0; f < kFaces; ++f) {
        const int turn = code >> 2 * f & 3;
        sum += turn;
        fits = fits && (pattern.turns_at(f, f) >> turn & 1) != 0;
      }
      if (!fits || cubes[static_cast<std::size_t>(sum % 2)] == 0) continue;
      is_met[static_cast<std::size_t>(sum % 2)] = true;
      for (int f = 0; f < kFaces; ++f) turns[static_cast<std::size_t>(f)] |= 1U << (code >> 2 * f & 3);
    }
    const Completions completions(pattern);
    Uint128 expected = 0;
    Pattern least{};
    for (const std::size_t parity : {0, 1}) {
      if (!is_met[parity]) continue;
      expected += cubes[parity];
      for (int x = 0; x < kCorners; ++x) least.corner[x] |= narrowed_of[parity].corner[x];
      for (int x = 0; x < kEdges; ++x) least.edge[x] |= narrowed_of[parity].edge[x];
    }
    ASSERT_EQ(completions.count(), expected);
    const Pattern narrowed = completions.narrowed();
    EXPECT_EQ(narrowed.corner, least.corner);
    EXPECT_EQ(narrowed.edge, least.edge);
    if (expected == 0) {
      ++without;
      continue;
    }
    for (int f = 0; f < kFaces; ++f) {
      EXPECT_EQ(narrowed.turns_at(f, f), turns[static_cast<std::size_t>(f)]);
      narrower += narrowed.turns_at(f, f) != pattern.turns_at(f, f) ? 1 : 0;
    }
    for (int i = 0; i < 5; ++i) {
      cube = with_turns(completions.draw(random), pattern);
      EXPECT_TRUE(pattern.holds(cube));
      EXPECT_TRUE(is_reachable_in_space(cube));
    }
  }
  EXPECT_GT(narrower, 5);
  EXPECT_GT(without, 5);
}

TEST(Mask, TurnsOfCentresCountWhereTheyAreSpokenOf) {
  const auto turned = [](std::string_view text) {  // which faces have one turn left
    const Pattern pattern = mask(text).of(after("R U F"), Centres::turned);
    std::string faces;
    for (int f = 0; f < kFaces; ++f)
      if (std::popcount(pattern.turns_at(f, f)) == 1) faces += kFaceLetters[static_cast<std::size_t>(f)];
    return faces;
  };
  for (const char* text : {"F2L", "F2B", "corners + edges", "PLL - centres U", "centres: order", "centres U D: place",
                           "F2L + centres U: order", "all - centres", "CMLL + centres L: place"})
    EXPECT_EQ(turned(text), "") << text;
  for (const char* text :
       {"all", "centres", "F2L + centres", "centres: orientation", "F2B + centres: order orientation"})
    EXPECT_EQ(turned(text), "URFDLB") << text;
  EXPECT_EQ(turned("F2B + centres L U"), "UL");
  EXPECT_EQ(turned("all - centres U D"), "RFLB");
  EXPECT_EQ(turned("all - centre U"), "RFDLB");
  EXPECT_EQ(turned("centres U D: place orientation"), "UD");
  EXPECT_TRUE(mask("all").of(kSolved).leaves_turns_free());
  EXPECT_EQ(mask("all").of(kSolved).only(), kSolved);
  EXPECT_TRUE(mask("F2L + centre U: orientation").names_turns());
  for (const char* text : {"all", "edges: orientation", "centres: order", "OLL + centres U"})
    EXPECT_FALSE(mask(text).names_turns()) << text;
}

TEST(Pattern, CountsAreTheKnownOnes) {
  const auto of = [](std::string_view text) { return count(mask(text).of(kSolved)); };
  const Uint128 all = parse_uint128("43252003274489856000").value();
  EXPECT_EQ(count(Pattern::any()), all);
  EXPECT_EQ(count(Pattern::of(kSolved)), 1U);
  EXPECT_EQ(count(Pattern::of(after("R U F"))), 1U);
  Cube flipped;
  flipped.set_flip(3, 1);
  EXPECT_EQ(count(Pattern::of(flipped)), 0U);
  EXPECT_EQ(of("Cross"), all / 190080);
  EXPECT_EQ(of("EO"), all / 2048);
  EXPECT_EQ(of("Domino"), 19508428800U);
  EXPECT_EQ(of("F2L"), 62208U);  // 4! 3^3 4! 2^3 / 2, of which the last layer is made
  EXPECT_EQ(of("OLL"), 288U);
  EXPECT_EQ(of("EOLL"), 62208U / 8);
  EXPECT_EQ(of("COLL"), 12U);
  EXPECT_EQ(of("CLL"), 96U);
  EXPECT_EQ(of("PLL"), 1U);
  EXPECT_EQ(of("2x2x2"), all / 253440);
  EXPECT_EQ(of("2x2x3"), all / 1532805120);
  EXPECT_EQ(of("corners"), 490497638400U);
  EXPECT_EQ(of("corners + edges - U layer"), 62208U);
  EXPECT_EQ(of("edges: orientation UD"), all / 2048);
  EXPECT_EQ(of("edges: orientation symmetric"), all / 2048);
  EXPECT_EQ(of("corners: order"), all / 40320);
  EXPECT_EQ(of("edges E slice: place"), all / 495);
  EXPECT_EQ(of("UF"), all / 24);
}

// The last layer, cube by cube.
TEST(Pattern, CompletionsAreExactlyTheCubesThatFit) {
  std::vector<Cube> layers;
  std::array<int, 4> corners{0, 1, 2, 3};
  do {
    std::array<int, 4> edges{0, 1, 2, 3};
    do {
      for (int turned = 0; turned < 81 * 16; ++turned) {
        Cube cube;
        for (int x = 0, twists = turned % 81, flips = turned / 81; x < 4; ++x, twists /= 3, flips /= 2) {
          cube.set_corner(x, corners[static_cast<std::size_t>(x)], twists % 3);
          cube.set_edge(x, edges[static_cast<std::size_t>(x)], flips % 2);
        }
        if (is_reachable(cube)) layers.push_back(cube);
      }
    } while (std::next_permutation(edges.begin(), edges.end()));
  } while (std::next_permutation(corners.begin(), corners.end()));
  ASSERT_EQ(layers.size(), 62208U);
  Random random(2);
  const Pattern first_two = mask("F2L").of(kSolved);
  for (int n = 0; n < 200; ++n) {
    const Pattern pattern = random_pattern(layers[random.below(layers.size())], random) & first_two;
    Pattern narrowed{};
    std::uint64_t fitting = 0;
    for (const Cube& cube : layers) {
      if (!pattern.holds(cube)) continue;
      ++fitting;
      const Pattern own = Pattern::of(cube);
      for (int x = 0; x < kCorners; ++x) narrowed.corner[x] |= own.corner[x];
      for (int x = 0; x < kEdges; ++x) narrowed.edge[x] |= own.edge[x];
    }
    const Completions completions(pattern);
    ASSERT_EQ(completions.count(), fitting);
    ASSERT_EQ(completions.narrowed(), narrowed);
    const std::vector<Cube> listed = completions.list();
    ASSERT_EQ(listed.size(), fitting);
    ASSERT_EQ(std::set<std::string>(), [&] {
      std::set<std::string> wrong;
      std::set<std::string> all;
      for (const Cube& cube : listed)
        if (!pattern.holds(cube) || !is_reachable(cube) || !all.insert(to_facelets(cube)).second)
          wrong.insert(to_facelets(cube));
      return wrong;
    }());
    if (fitting == 0) continue;
    const Cube drawn = completions.draw(random);
    ASSERT_TRUE(pattern.holds(drawn) && is_reachable(drawn));
  }
}

TEST(Pattern, CompletionsAreDrawnUniformly) {
  Random random(3);
  const Completions twelve(mask("COLL").of(after("R U F")));
  std::map<std::string, int> seen;
  constexpr int kDraws = 12'000;
  for (int n = 0; n < kDraws; ++n) ++seen[to_facelets(twelve.draw(random))];
  ASSERT_EQ(seen.size(), 12U);
  double chi = 0;
  for (const auto& [cube, times] : seen) chi += (times - 1000.0) * (times - 1000.0) / 1000.0;
  EXPECT_LT(chi, 40);  // 11 degrees of freedom: more once in 30,000
  // All cubes: the odd ones are as many as the even ones.
  const Completions all(Pattern::any());
  int odd = 0;
  for (int n = 0; n < 4000; ++n) {
    const Cube cube = all.draw(random);
    ASSERT_TRUE(is_reachable(cube));
    odd += corner_parity(cube);
  }
  EXPECT_NEAR(odd, 2000, 150);
}

TEST(Mask, NamesAreReadAndAreNoPieces) {
  std::set<std::string> names;
  for (const NamedMask& named : named_masks()) {
    const auto parsed = Mask::parse(named.name);
    ASSERT_TRUE(parsed) << named.name;
    EXPECT_EQ(parsed->of(kSolved), mask(named.mask).of(kSolved));
    EXPECT_TRUE(names.insert(std::string(named.name)).second);
    EXPECT_FALSE(named.what.empty());
    for (const auto& piece : kEdgeNames)
      EXPECT_FALSE(std::is_permutation(piece.begin(), piece.end(), named.name.begin(), named.name.end())) << named.name;
    for (const auto& piece : kCornerNames)
      EXPECT_FALSE(std::is_permutation(piece.begin(), piece.end(), named.name.begin(), named.name.end())) << named.name;
  }
  EXPECT_EQ(mask("f2l").of(kSolved), mask("F2L").of(kSolved));
  EXPECT_EQ(mask("FU, rfd").of(kSolved), mask("UF DFR").of(kSolved));
}

TEST(Mask, MistakesAreNamed) {
  const auto message = [](std::string_view text) {
    const auto parsed = Mask::parse(text);
    return parsed ? std::string("read") : parsed.error().message;
  };
  EXPECT_EQ(message(""), "the mask is empty: expected pieces, or a name such as F2L");
  EXPECT_NE(message("UX").find("'UX' is not known here"), std::string::npos);
  EXPECT_NE(message("F2L + ").find("the mask ends here"), std::string::npos);
  EXPECT_NE(message("F2L UF").find("+, - or the end after a name"), std::string::npos);
  EXPECT_NE(message("UF:").find("expected order, place or orientation"), std::string::npos);
  EXPECT_NE(message("UF: colour").find("expected order, place or orientation"), std::string::npos);
  EXPECT_NE(message("UF - UF").find("nothing is left"), std::string::npos);
  EXPECT_NE(message("corners: orientation symmetric").find("no symmetric frame"), std::string::npos);
  EXPECT_NE(message("centres: orientation UD").find("only one frame"), std::string::npos);
  EXPECT_NE(message("U slice").find("not known"), std::string::npos);
  EXPECT_EQ(Mask::parse("F2L + ÄX").error().position, 6U);
}

TEST(Incomplete, TheCubeAndAllOthersWithItsStickersFit) {
  Random random(4);
  int several = 0;
  for (int n = 0; n < 300; ++n) {
    const Cube cube = n % 2 == 0 ? random.cube() : after("R U R' U'");
    const std::string text = hidden(to_facelets(cube), 40, random);
    ASSERT_TRUE(is_incomplete(text));
    const auto found = read_incomplete(text);
    ASSERT_TRUE(found) << text << found.error().message;
    ASSERT_TRUE(found->pattern.holds(cube));
    const Completions completions(found->pattern);
    ASSERT_EQ(completions.count(), found->count);
    several += found->count > 1 ? 1 : 0;
    for (int m = 0; m < 5; ++m) {
      const std::string other = to_facelets(completions.draw(random));
      for (std::size_t i = 0; i < kFacelets; ++i) ASSERT_TRUE(text[i] == '?' || text[i] == other[i]);
    }
    // What all have in common is at least what is known.
    const Stickers known = known_stickers(found->pattern);
    for (std::size_t i = 0; i < kFacelets; ++i) ASSERT_TRUE(text[i] == '?' || known[i] == to_stickers(cube)[i]);
    const auto reading = read(text, {.incomplete = true});
    ASSERT_TRUE(reading);
    ASSERT_TRUE(found->pattern.holds(reading->cube));
    ASSERT_EQ(completions_of(*reading).count(), found->count);
    std::uint64_t listed = 0;
    completions_of(*reading).visit(
        [&](const Cube& one) { return found->pattern.holds(one) && is_reachable(one) && ++listed < 100; });
    ASSERT_EQ(listed, std::min(found->count, Uint128{100}));
    ASSERT_EQ(reading->known.has_value(), found->count > 1);
    ASSERT_FALSE(read(text));
  }
  EXPECT_GT(several, 100);
}

TEST(Incomplete, ColoursAndHoldingsAreThoseOfTheDoctor) {
  const std::string usual = "WWWWWWWWW?RRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB";
  EXPECT_EQ(read_incomplete(usual)->count, 1U);
  // Held with F up: the known centres say so.
  Random random(5);
  for (const Symmetry s : kAllRotations) {
    const Cube cube = random.cube();
    std::string text = to_facelets(cube * kSymmetryCubes[s]);
    text[0] = text[10] = text[20] = '.';
    const auto found = read_incomplete(text);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->pattern.holds(cube));
    EXPECT_EQ(found->held, s);
    EXPECT_EQ(found->notes.empty(), s == Symmetry{});
  }
  // Without centres it is held as usual.
  std::string text = to_facelets(after("R U F"));
  for (int f = 0; f < kFaces; ++f) text[static_cast<std::size_t>(centre_of(f))] = '?';
  EXPECT_TRUE(read_incomplete(text)->pattern.holds(after("R U F")));
  EXPECT_EQ(read_incomplete(text)->count, 1U);
  EXPECT_EQ(read_incomplete("aaaaaaaaabbbbbbbbbcccccccccdddddddddeeeeeeeeeffff?ffff").error().kind,
            ErrorKind::unreadable);
}

// The centres tell that the order is another; a net is known by its lines, and names by themselves.
TEST(Incomplete, OtherLayouts) {
  Random random(6);
  const auto written = [](const std::string& usual, const Layout& layout) {
    std::string text;
    for (const std::uint8_t facelet : layout.facelet_of) text += usual[facelet];
    return text;
  };
  for (int n = 0; n < 20; ++n) {
    const Cube cube = random.cube();
    std::string usual = to_facelets(cube);
    for (const std::size_t i : {0U, 10U, 20U, 30U}) usual[i] = '?';
    for (const Layout& order : orders_in_use()) {
      const auto found = read_incomplete(written(usual, order), {.order = order});
      ASSERT_TRUE(found);
      EXPECT_TRUE(found->pattern.holds(cube));
      const auto guessed = read_incomplete(written(usual, order));
      ASSERT_TRUE(guessed) << order.code << guessed.error().message;
      EXPECT_EQ(guessed->notes.empty(), order == orders_in_use().front());
      if (guessed->notes.size() == 1) {
        EXPECT_TRUE(guessed->pattern.holds(cube)) << order.code;
      }
    }
    const std::string letters = written(usual, nets().front());
    std::string lines;
    std::size_t at = 0;
    for (const std::size_t row : {3U, 3U, 3U, 12U, 12U, 12U, 3U, 3U, 3U}) {
      lines += letters.substr(at, row) + "\n";
      at += row;
    }
    EXPECT_TRUE(read_incomplete(lines)->pattern.holds(cube));
    EXPECT_EQ(read_incomplete(lines)->notes.front(), "the stickers are read as a net with the sides L F R B");
    std::string named;
    for (const std::size_t face : {3U, 1U, 4U, 0U, 5U, 2U}) {
      named += std::string(1, "URFDLB"[face]) + ": " + usual.substr(9 * face, 9) + "\n";
    }
    const auto reading = read(named, {.incomplete = true});
    ASSERT_TRUE(reading) << named;
    EXPECT_TRUE(reading->known ? reading->known->holds(cube) : reading->cube == cube);
    EXPECT_TRUE(read_incomplete(usual, {.held = Symmetry{}})->pattern.holds(cube));
    EXPECT_FALSE(read_incomplete(usual, {.held = parse_holding("FR").value()}));
  }
}

TEST(Incomplete, ImpossibleOnesAreExplained) {
  const auto message = [](const std::string& text) {
    const auto found = read_incomplete(text);
    return found ? std::string("possible") : found.error().message;
  };
  const std::string solved = to_facelets(kSolved);
  std::string text = solved;
  text[0] = '?';
  text[9] = 'U';
  EXPECT_NE(message(text).find("there are 9 U stickers"), 0U);
  text = std::string(54, '?');
  for (int f = 0; f < kFaces; ++f)
    text[static_cast<std::size_t>(centre_of(f))] = kFaceLetters[static_cast<std::size_t>(f)];
  text[8] = 'U';
  text[9] = 'D';  // U and D on one corner
  EXPECT_EQ(message(text), "no corner shows U and D as URF does");
  text = solved;  // a single corner twisted, and a hidden edge that cannot help
  std::swap(text[8], text[9]);
  std::swap(text[9], text[20]);
  text[1] = '?';
  EXPECT_NE(message(text).find("a single corner is twisted"), std::string::npos) << message(text);
  text = std::string(54, '?');
  text[5] = text[7] = 'U';
  text[10] = text[19] = 'R';  // two edges UR
  EXPECT_EQ(message(text), "there are two edges UR");
}

// All words of the least length, as the solvers report them: they do not reach the goal on the way, not even if two
// neighbours that commute are exchanged.
std::set<Moves> shortest_words(const Cube& from, int most, const std::function<bool(const Cube&)>& is_goal) {
  std::set<Moves> words;
  Moves word;
  const std::function<void(const Cube&, const Cube&, int)> walk = [&](const Cube& before, const Cube& now, int left) {
    if (left == 0) {
      if (is_goal(now)) words.insert(word);
      return;
    }
    if (is_goal(now)) return;
    for (const Move m : kAllMoves) {
      if (!word.empty() && !may_follow(word.back(), m)) continue;
      if (!word.empty() && face_of(word.back()) % 3 == face_of(m) % 3 && is_goal(before * kMoveCubes[m])) continue;
      word.push_back(m);
      walk(now, now * kMoveCubes[m], left - 1);
      word.pop_back();
    }
  };
  for (int length = 0; length <= most && words.empty(); ++length) walk(from, from, length);
  return words;
}

std::set<Moves> words_of(const Answer& answer) {
  std::set<Moves> words;
  for (const Solution& s : answer.solutions) words.insert(s.moves);
  return words;
}

// Tables of masks have at most six million values: the cubes are near, and sanitized, larger ones take long to make.
Engine& engine() {
  static Engine made(
      {.tables = default_tables().value(), .optimal_table = "optimal-47", .memory = 60'000'000, .threads = 2});
  return made;
}

constexpr int kMostMoves = 4;

Cube near(const Cube& goal, Random& random) {
  Cube cube = goal;
  for (std::uint64_t n = random.below(kMostMoves + 1); n > 0; --n) cube = cube * kMoveCubes[random.below(kMoves)];
  return cube;
}

void expect_all_words(const Question& asked, const std::function<bool(const Cube&)>& is_goal, const Cube& from) {
  Question question = asked;
  question.want = Want::all;
  question.solutions = 100'000;
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  const auto expected = shortest_words(from, kMostMoves, is_goal);
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(answer->ended, Ended::complete);
  EXPECT_EQ(words_of(*answer), expected);
  EXPECT_EQ(answer->lower_bound, static_cast<int>(expected.begin()->size()));
  question.want = Want::shortest;
  question.solutions = 1;
  const auto one = engine().solve(question);
  ASSERT_TRUE(one && one->is_shortest());
  EXPECT_TRUE(expected.contains(one->solutions.front().moves));
  const auto sliced = engine().begin(question);
  ASSERT_TRUE(sliced);
  while (!(*sliced)->run_for(std::chrono::milliseconds(1))) {
  }
  const auto last = (*sliced)->answer();
  ASSERT_TRUE(last && last->is_shortest());
  EXPECT_EQ(last->solutions.front().length, one->solutions.front().length);
}

TEST(PatternQuestions, MasksHaveAllShortestWords) {
  Random random(6);
  for (const std::string_view text :
       {"Cross", "OLL", "EO", "2x2x2", "corners: order", "edges E slice: place", "F2L", "U layer: orientation",
        "UF UB DFR", "Domino", "edges: orientation RL", "corners D layer", "corners + edges - U layer"}) {
    SCOPED_TRACE(text);
    const Cube target = random.below(2) == 0 ? kSolved : random.cube();
    const Pattern goal = mask(text).of(target);
    Question question;
    question.cube = near(target, random);
    question.goal.patterns = {goal};
    expect_all_words(
        question, [&](const Cube& c) { return goal.holds(c); }, question.cube);
  }
}

TEST(PatternQuestions, SeveralPatternsAreSolvedToTheNearest) {
  Random random(7);
  for (const std::string_view text : {"", "Cross", "F2L", "OLL", "COLL", "edges"})
    for (const bool holdings : {false, true}) {
      SCOPED_TRACE(std::string(text) + (holdings ? " on any side" : ""));
      Wider wider;
      if (!text.empty()) wider.only = mask(text);
      wider.last_turn = true;
      wider.holdings = holdings;
      const Cube target = text.empty() && !holdings ? random.cube() : kSolved;
      const auto goals = goal_patterns({{target, {}}}, wider, {});
      ASSERT_TRUE(goals);
      EXPECT_EQ(goals->size() > 1,
                holdings || text.empty() || text == "COLL" || text == "edges");  // Cross, F2L and OLL allow a turn of U
      Question question;
      question.cube = near(target, random);
      question.goal.patterns = *goals;
      expect_all_words(
          question,
          [&](const Cube& c) {
            return std::any_of(goals->begin(), goals->end(), [&](const Pattern& p) { return p.holds(c); });
          },
          question.cube);
    }
}

TEST(PatternQuestions, IncompleteCubesAreSolvedBackwards) {
  Random random(8);
  for (int n = 0; n < 6; ++n) {
    const Cube target = n % 2 == 0 ? kSolved : random.cube();
    const Cube cube = near(target, random);
    const auto found = read_incomplete(hidden(to_facelets(cube), 40, random));
    ASSERT_TRUE(found);
    Question question;
    question.start = found->pattern;
    question.goal.cube = target;
    question.want = Want::all;
    question.solutions = 100'000;
    const auto answer = engine().solve(question);
    ASSERT_TRUE(answer) << answer.error().message;
    // cube * w == target: w^-1 leads from the target to a cube that fits.
    const auto expected = shortest_words(target, kMostMoves, [&](const Cube& c) { return found->pattern.holds(c); });
    std::set<Moves> backwards;
    for (const Moves& word : expected) backwards.insert(normalise(inverse(word)));
    EXPECT_EQ(words_of(*answer), backwards);
  }
}

// All words of steps with that cost that obey the order of words and do not pass a goal, as Want::all says.
std::set<Moves> words_of_steps(const Cube& from, const MoveSet& moves, int cost,
                               const std::function<bool(const Cube&)>& is_goal) {
  std::set<Moves> words;
  std::vector<int> word;
  const auto has_detour = [&] {
    Cube now = from;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (is_goal(now)) return true;
      if (i + 1 < word.size() && moves.commute(word[i], word[i + 1]) && is_goal(now * moves[word[i + 1]].cube))
        return true;
      now = now * moves[word[i]].cube;
    }
    return false;
  };
  const std::function<void(const Cube&, int)> walk = [&](const Cube& now, int left) {
    if (left == 0) {
      if (!is_goal(now) || has_detour()) return;
      Moves turns;
      for (const int s : word) turns.insert(turns.end(), moves[s].moves.begin(), moves[s].moves.end());
      words.insert(normalise(turns));
      return;
    }
    for (int s = 0; s < moves.size(); ++s) {
      if (moves[s].cost > left || (!word.empty() && !moves.may_follow(word.back(), s))) continue;
      word.push_back(s);
      walk(now * moves[s].cube, left - moves[s].cost);
      word.pop_back();
    }
  };
  walk(from, cost);
  return words;
}

TEST(PatternQuestions, StepsOfOtherMetricsAndMovesAreUnits) {
  struct Case {
    std::string_view cube, mask, moves;
    Metric metric;
    int within;
    bool holdings;
  };
  for (const Case& c :
       {Case{"D2 U2", "EOLL", "", Metric::qtm, 1, false}, Case{"D2 U2 R", "2x2x3", "", Metric::qtm, 1, false},
        Case{"R2 L2", "Cross", "", Metric::qtm, 2, true}, Case{"R L' U", "UF UR", "", Metric::stm, 1, true},
        Case{"R L' U D'", "Cross", "", Metric::stm, 0, true}, Case{"R L U", "edges D layer", "", Metric::atm, 1, true},
        Case{"R L'", "edges U layer", "slices", Metric::htm, 2, true},
        Case{"R L' F B'", "edges", "slices", Metric::htm, 0, true}, Case{"U R", "UF", "U R", Metric::htm, 2, false}}) {
    SCOPED_TRACE(std::string(c.cube) + " to " + std::string(c.mask) + " in " + std::string(name(c.metric)));
    Wider wider;
    wider.only = mask(c.mask);
    wider.holdings = c.holdings;
    Question question;
    question.cube = after(c.cube);
    question.metric = c.metric;
    question.want = Want::all;
    question.within = c.within;
    question.solutions = 100'000;
    question.goal.patterns = *goal_patterns({{}}, wider, {});
    const auto moves = std::make_shared<const MoveSet>(c.moves.empty() ? moves_of(c.metric, Centres::fixed)
                                                                       : *parse_move_set(c.moves, c.metric));
    if (!c.moves.empty()) question.moves = moves;
    const auto is_goal = [&](const Cube& cube) {
      return std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                         [&](const Pattern& p) { return p.holds(cube); });
    };
    std::set<Moves> expected;
    int least = 0;
    while (least < 5 && expected.empty() && !is_goal(question.cube))
      expected = words_of_steps(question.cube, *moves, ++least, is_goal);
    for (int more = 1; more <= c.within; ++more) {
      const auto longer = words_of_steps(question.cube, *moves, least + more, is_goal);
      expected.insert(longer.begin(), longer.end());
    }
    ASSERT_FALSE(expected.empty());
    const auto answer = engine().solve(question);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->ended, Ended::complete);
    EXPECT_EQ(answer->lower_bound, least);
    EXPECT_EQ(words_of(*answer), expected);
  }
}

TEST(PatternQuestions, HeldCubesHaveTheirOwnMasks) {
  Random random(9);
  for (int n = 0; n < 6; ++n) {
    const Symmetry held = kAllRotations[random.below(kAllRotations.size())];
    Wider wider;
    wider.only = mask("Cross");
    wider.last_turn = true;
    Question question;
    question.cube = near(kSolved, random);
    question.held = held;
    question.want = Want::shortest;
    question.goal.patterns = *goal_patterns({{}}, wider, held);
    const auto answer = engine().solve(question);
    ASSERT_TRUE(answer && !answer->solutions.empty());
    // The cube as it is held, after the word, has the cross on its own D face up to a turn of U, which moves none of
    // it.
    Cube now = conjugate(question.cube, held);
    for (const Move m : answer->solutions.front().moves) now = now * kMoveCubes[m];
    EXPECT_TRUE(wider.only->of(kSolved).holds(now));
  }
}

TEST(PatternQuestions, WhatIsUnknownMustNotMatterForAGoalOfPatterns) {
  std::string text = to_facelets(after("R U F D2"));
  for (std::size_t i = 0; i < 9; ++i)
    if (i != 4) text[i] = '?';
  Question question;
  question.start = read_incomplete(text)->pattern;
  question.goal.patterns = {mask("U layer").of(kSolved)};
  const auto refused = engine().solve(question);
  if (!refused) {
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_option);
    EXPECT_NE(refused.error().message.find("is not fully known, and the goal depends on it"), std::string::npos);
  }
  // Without the last layer's side stickers, its pieces are unknown, and the first two layers do not need them.
  text = to_facelets(kSolved);
  for (const int f : {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 36, 37, 38, 45, 46, 47})
    text[static_cast<std::size_t>(f)] = '?';
  question.start = read_incomplete(text)->pattern;
  question.goal.patterns = {mask("U layer").of(kSolved)};
  EXPECT_FALSE(engine().solve(question));
  question.goal.patterns = {mask("F2L").of(kSolved)};
  const auto solved = engine().solve(question);
  ASSERT_TRUE(solved);
  EXPECT_TRUE(solved->solutions.front().moves.empty());
}

TEST(PatternQuestions, NonsenseIsRefused) {
  const auto kind_of = [](const Question& question) {
    const auto answer = engine().solve(question);
    return answer ? ErrorKind::internal : answer.error().kind;
  };
  Question question;
  question.goal.patterns = {Pattern{}};  // no options at all
  EXPECT_EQ(kind_of(question), ErrorKind::impossible);
  Cube twisted;
  twisted.set_twist(0, 1);
  question.goal.patterns = {Pattern::of(twisted)};
  EXPECT_EQ(kind_of(question), ErrorKind::impossible);
  question.goal.patterns = {Pattern::of(kSolved)};
  question.puzzle = Puzzle::pocket;
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question.puzzle = Puzzle::cube;
  question.goal.coordinates = {{*parse_description("Cross")}};
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question.goal.coordinates.clear();
  question.start = Pattern{};
  EXPECT_EQ(kind_of(question), ErrorKind::impossible);
  question.start.reset();
  // A cube that no turns reach cannot be brought to a goal of reachable cubes.
  question.goal.patterns = {mask("Cross").of(kSolved)};
  question.cube = twisted;
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->ended, Ended::unsolvable);
}

// The tables are bounds: with others, the words are the same.
TEST(PatternTables, LargeAndSmallOnesGiveTheSameWords) {
  Random random(10);
  const auto moves = std::make_shared<const MoveSet>(*parse_move_set("all"));
  for (const std::string_view text :
       {"XCross", "2x2x3", "EOCross", "edges: orientation RL + DF DR", "corners D layer + DF"}) {
    SCOPED_TRACE(text);
    const Cube target = random.cube();
    const std::vector<Pattern> goals{Completions(mask(text).of(target)).narrowed()};
    std::vector<std::set<Moves>> words;
    std::vector<std::size_t> tables;
    for (const double most : {5e3, 30e6}) {
      std::vector<std::shared_ptr<const DistanceTable>> made;
      const auto chosen = generic::goals_of_patterns(goals, *moves, most);
      ASSERT_TRUE(chosen);
      for (const CoordinateGoal& goal : *chosen) {
        EXPECT_LE(goal.coordinate.size(), most);
        auto planned = plan({goal.coordinate, moves, goal.goals});
        ASSERT_TRUE(planned);
        const auto graph = SchreierGraph::make(*std::move(planned), 2);
        ASSERT_TRUE(graph);
        made.push_back(std::make_shared<const DistanceTable>(*DistanceTable::make(*graph, TablePacking::bytes, 2)));
      }
      tables.push_back(made.size());
      Question question;
      question.cube = target;
      for (const int m : {0, 5, 7, 12, 16, 4, 9})
        question.cube = question.cube * kMoveCubes[(m + text.size()) % kMoves];
      question.goal.patterns = goals;
      question.want = Want::all;
      question.solutions = 100'000;
      const Answer answer = GenericSolver(made).solve(question, {.threads = 2});
      EXPECT_EQ(answer.ended, Ended::complete);
      words.push_back(words_of(answer));
    }
    EXPECT_EQ(words[0], words[1]);
    EXPECT_FALSE(words[0].empty());
    EXPECT_GT(tables[0], 1U);
  }
}

// All cubes fit: the word is empty.
TEST(PatternQuestions, AGoalOfAllCubesIsReached) {
  Question question;
  question.cube = after("R U F");
  question.goal.patterns = {Pattern::any()};
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->solutions.size(), 1U);
  EXPECT_TRUE(answer->solutions.front().moves.empty());
}

}  // namespace
}  // namespace superflip
