// superflip coord as its users meet it.
#include <gtest/gtest.h>

#include "superflip/coordinate/named.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/space.h"
#include "superflip/reading/facelets.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CliCoord.ListsAndShows"},
                     {"long", "CliCoord.CentresGoThroughAllCommands"},
                     {"long", "CliCoord.SeveralSolutions"},
                     {"long", "CliCoord.SolvesInSpace"},
                     {"long", "CliCoord.SolvesToAnotherCube"},
                     {"long", "CliCoord.ShowsClassesAndTransitions"},
                     {"long", "CliCoord.AllMetrics"},
                     {"long", "CliCoord.CountsClasses"},
                     {"long", "CliCoord.FoldsByInversion"},
                     {"long", "CliCoord.AWideMoveIsNotATurnOfTheOppositeFace"},
                     {"long", "CliCoord.AntipodesAreAsFarAsTheySay"}};

Ran coord(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "coord");
  return run(arguments);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CliCoord, ExplainsItself) {
  const Ran alone = run({"coord"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_EQ(alone.out, "");
  for (const std::string command :
       {"list", "show", "cube", "classes", "distribution", "table", "solve", "compatible"}) {
    EXPECT_TRUE(contains(alone.err, "\n  " + command + " ")) << command;
    const Ran own = coord({command, "--help"});
    EXPECT_EQ(own.code, 0);
    EXPECT_TRUE(contains(own.out, "Usage: superflip coord " + command)) << own.out;
    EXPECT_TRUE(contains(own.out, "Examples:\n  superflip coord " + command)) << own.out;
    EXPECT_EQ(run({"help", "coord", command}).out, own.out);
  }
  EXPECT_TRUE(contains(coord({"lsit"}).err, "did you mean 'list'?"));
}

TEST(CliCoord, ListsAndShows) {
  const Ran list = coord({"list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_TRUE(contains(list.out, "\nFlipUDSlice "));
  const Json json = Json::parse(coord({"list", "--json"}).out);
  EXPECT_GE(json["coordinates"].size(), 30u);
  for (const Json& entry : json["coordinates"])
    EXPECT_EQ(entry["values"].is_number_unsigned(), entry["name"] != "Cube") << entry;
  const Ran show = coord({"show", "corners: order", "R"});
  EXPECT_EQ(show.code, 0);
  EXPECT_TRUE(contains(show.out, "values      40320, 16 bits\n")) << show.out;
  EXPECT_TRUE(contains(show.out, "symmetries  all (48)\n"));
  EXPECT_TRUE(contains(show.out, "value       21021\n"));
  const Json value = Json::parse(coord({"show", "UDSlice", "R", "F", "--json"}).out);
  EXPECT_EQ(value["cubes"][0]["value"], 194);
  EXPECT_EQ(value["cubes"][1]["value"], 33);
  EXPECT_EQ(value["values"], 495);
  EXPECT_EQ(value["bits"], 9);
}

// Kociemba's sym-coordinate is 16 * class + symmetry; Tronto's transformation is the inverse of the symmetry.
TEST(CliCoord, ShowsClassesAndTransitions) {
  const Json shown =
      Json::parse(coord({"show", "FlipUDSlice", "--symmetry", "UD16", "--transitions", "--json", "R U F", "U D"}).out);
  const Symmetric<FlipUDSlice> classes;
  const auto expect = [&](const Json& seen, const Cube& cube) {
    const Index raw = classes.base().index(cube);
    EXPECT_EQ(seen["value"], raw);
    EXPECT_EQ(seen["class"], classes.class_of(raw));
    EXPECT_EQ(seen["symmetry"], int{classes.symmetry_of(raw)});
    EXPECT_EQ(seen["transformation"], int{inverse(classes.symmetry_of(raw))});
    EXPECT_EQ(seen["sym"], classes.index(cube));
    EXPECT_EQ(seen["representative"], classes.representative(classes.class_of(raw)));
  };
  const Cube cube = apply(kSolved, parse_algorithm("R U F")->moves);
  expect(shown["cubes"][0], cube);
  EXPECT_EQ(shown["cubes"][0]["transitions"].size(), 18u);
  for (const Move m : kAllMoves) expect(shown["cubes"][0]["transitions"][to_string(Moves{m})], cube * kMoveCubes[m]);
  EXPECT_EQ(shown["cubes"][0]["class_size"].get<std::size_t>() * shown["cubes"][0]["self_symmetries"].size(), 16u);
  EXPECT_EQ(shown["cubes"][1]["solved"], true);
  EXPECT_EQ(shown["cubes"][1]["self_symmetries"].size(), 16u);
  const std::string text = coord({"show", "FlipUDSlice", "--symmetry", "UD16", "R U F"}).out;
  EXPECT_TRUE(contains(text, "bits\n") && contains(text, "class       ") && contains(text, " with transformation S"))
      << text;
  EXPECT_TRUE(contains(coord({"show", "Phase2EdgePermutation", "R"}).out, "not defined for this cube"));
}

TEST(CliCoord, GoesBackFromNumbersToCubes) {
  const auto shown = [](const std::string& name, const std::string& facelets) {
    return Json::parse(coord({"show", name, facelets, "--json"}).out)["cubes"][0];
  };
  for (const auto& [name, values] : {std::pair<std::string, std::vector<std::string>>{"UDSlice", {"0", "33", "494"}},
                                     {"CornerOrientation", {"1494"}},
                                     {"CornerPermutation", {"1", "21021", "40319"}},
                                     {"edges UF UR: place orientation", {"7", "200"}},
                                     {"Phase2EdgePermutation", {"1", "40319"}},
                                     {"EdgeOrientation * corners: orientation tetrad", {"1000000"}}}) {
    std::vector<std::string> arguments{"cube", name};
    arguments.insert(arguments.end(), values.begin(), values.end());
    const auto lines = lines_of(coord(arguments).out);
    ASSERT_EQ(lines.size(), values.size()) << name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(shown(name, lines[i])["value"], std::stoull(values[i])) << name;
      EXPECT_TRUE(is_reachable(*parse_facelets(lines[i]))) << name << " " << lines[i];
    }
  }
  const Json sym = Json::parse(coord({"cube", "UDSlice", "--sym", "--symmetry", "UD16", "35", "--json"}).out);
  EXPECT_EQ(sym["sym"], 35);
  EXPECT_EQ(shown("UDSlice", sym["facelets"])["value"], sym["value"]);
  const Json back =
      Json::parse(coord({"show", "UDSlice", "--symmetry", "UD16", sym["facelets"].get<std::string>(), "--json"}).out);
  EXPECT_EQ(back["cubes"][0]["class"], 2);
  // Of the whole cube's corners and edges half the values are impossible.
  const Ran odd = coord({"cube", "corners: order * edges: order", "1"});
  EXPECT_EQ(odd.code, 0);
  EXPECT_TRUE(contains(odd.err, "cannot be solved")) << odd.err;
  EXPECT_TRUE(says(coord({"cube", "UDSlice", "495"}), 2, "'495' is not a whole number from 0 to 494"));
  EXPECT_TRUE(says(coord({"cube", "Cube", "--sym", "0"}), 2, "2^63"));
  EXPECT_TRUE(says(coord({"cube", "EdgeOrientation", "--sym", "--symmetry", "UD16", "0"}), 2, "does not admit"));
}

// The tuple (x1, x2, x3, x4) of kociemba.org/math/coordlevel.htm, and its one number, which has more than 64 bits.
TEST(CliCoord, NumbersWholeCubes) {
  const Json shown = Json::parse(coord({"show", "Cube", "R", "--transitions", "--json"}).out)["cubes"][0];
  EXPECT_EQ(shown["parts"], (Json::array({1494, 21021, 0, 443289849})));
  EXPECT_EQ(shown["transitions"]["R'"]["value"], 0);
  const auto value = shown["value"].get<std::string>();
  EXPECT_EQ(value, "80054738858939614101");
  EXPECT_EQ(lines_of(coord({"cube", "Cube", value}).out), (std::vector<std::string>{to_facelets(cube_of("R"))}));
  EXPECT_EQ(Json::parse(coord({"cube", "Cube", value, "--json"}).out)["value"], value);
  EXPECT_TRUE(contains(coord({"cube", "Cube", "2187"}).err, "cannot be solved"));
  const std::string text = coord({"show", "Cube", "R", "--transitions"}).out;
  EXPECT_TRUE(contains(text, "\nparts       1494 21021 0 443289849\n")) << text;
}

TEST(CliCoord, CountsClassesOfCubes) {
  const Json json = Json::parse(coord({"classes", "Cube", "--inverse", "--json"}).out);
  EXPECT_EQ(json["classes"], 450541810590509978);
  EXPECT_EQ(json["values"], "43252003274489856000");
  EXPECT_EQ(json["sizes"]["1"], 4);
  EXPECT_TRUE(contains(coord({"classes", "Cube"}).out, "classes     901083404981813616\n"));
  const auto lines =
      lines_of(coord({"classes", "edges: order orientation * Corners", "--symmetry", "UD16", "--csv"}).out);
  EXPECT_EQ(lines[1], "1,128,128");
  // Of few moves they are listed: the 663,552 cubes of the square group.
  EXPECT_EQ(Json::parse(coord({"classes", "Cube", "--moves", "squares", "--json"}).out)["values"], 663552);
}

// Classes under symmetry, and under inversion, too; symmetric values; canonical words.
TEST(CliCoord, CountsLevels) {
  EXPECT_EQ(coord({"distribution", "Cube", "--depth", "2", "--csv"}).out,
            "distance,values,classes,symmetric,canonical_words\n0,1,1,1,1\n1,18,2,18,18\n2,243,9,51,243\n");
  // In space a value is that of the pieces, wherever the centres are: <M, E> has 16 values of them.
  for (const char* group : {"none", "LR2"})
    EXPECT_EQ(
        Json::parse(coord({"distribution", "Cube", "--moves", "M E", "--depth", "9", "--json", "--symmetry", group})
                        .out)["distribution"],
        Json({1, 6, 9}));
  EXPECT_EQ(
      Json::parse(coord({"distribution", "Cube", "--moves", "r U", "--depth", "5", "--json"}).out)["distribution"],
      Json({1, 6, 18, 54, 162, 486}));
  const Json json = Json::parse(coord({"distribution", "Cube", "--depth", "3", "--inverse", "--json"}).out);
  EXPECT_EQ(json["distribution_of_classes"], (Json::array({1, 2, 8, 48})));
  EXPECT_EQ(json["distribution_of_symmetric_values"], (Json::array({1, 18, 51, 312})));
  EXPECT_TRUE(says(coord({"distribution", "UDSlice", "--depth", "3", "--inverse"}), 2, "inversion does not act"));
}

TEST(CliCoord, CountsClasses) {
  const Json json = Json::parse(coord({"classes", "FlipUDSlice", "--symmetry", "UD16", "--json"}).out);
  EXPECT_EQ(json["classes"], 64430);
  EXPECT_EQ(json["values"], 1013760);
  EXPECT_EQ(json["sizes"]["16"], 62397);
  EXPECT_TRUE(contains(coord({"classes", "FlipUDSlice"}).out, "1030880 = 16 * 64430"));
  EXPECT_TRUE(contains(coord({"classes", "corners: order", "--inverse"}).out, "classes     654\n"));
  EXPECT_TRUE(contains(coord({"classes", "Phase2EdgePermutation"}).out, "classes     2768\n"));
  EXPECT_TRUE(contains(coord({"classes", "Phase2SlicePermutation"}).out, "classes     8\n"));
  EXPECT_EQ(coord({"classes", "UDSlice", "--symmetry", "none", "--csv"}).out, "size,classes,values\n1,495,495\n");
  EXPECT_TRUE(says(coord({"classes", "EdgeOrientation", "--symmetry", "all"}), 2,
                   "does not admit all of the symmetries all; it does admit"));
  EXPECT_TRUE(contains(coord({"classes", "UDSlice", "--inverse"}).err, "inversion does not act"));
  EXPECT_TRUE(contains(coord({"classes", "DominoReduction"}).out, "classes     138639780\n"));
  EXPECT_TRUE(contains(coord({"classes", "CornerPermutation", "--representatives", "4"}).out, "representatives 0 1 "));
}

TEST(CliCoord, PrintsDistributions) {
  const Ran table = coord({"distribution", "Corners", "--moves", "U R F", "--antipodes", "2"});
  EXPECT_EQ(table.code, 0);
  EXPECT_TRUE(contains(table.out, "     11            2644")) << table.out;
  EXPECT_TRUE(contains(table.out, "    sum         3674160"));
  EXPECT_TRUE(contains(table.out, "\n11 away: "));
  const Ran csv = coord({"distribution", "UDSlice", "--metric", "qtm", "--csv"});
  EXPECT_EQ(csv.out.substr(0, 57), "distance,values,entries,classes\n0,1,1,1\n1,4,1,1\n2,34,3,3\n");
  const Json json = Json::parse(coord({"distribution", "CornerPermutation * edges: slice", "--moves", "G1", "--goal",
                                       "squares", "--json", "--antipodes", "1"})
                                    .out);
  EXPECT_EQ(json["reached"], 2822400);
  EXPECT_EQ(json["entries"], 193760);
  EXPECT_EQ(json["distribution_of_entries"][0], 22);
  EXPECT_EQ(json["classes"], 178976);
  EXPECT_EQ(json["distribution_of_classes"][2], 70);
  EXPECT_TRUE(json["entries_per_second_and_thread"].is_number_unsigned());
  EXPECT_EQ(json["antipodes"].size(), 1u);
}

TEST(CliCoord, FoldsByInversion) {
  const Ran plain = coord({"distribution", "CornerPermutation", "--csv"});
  const Json json = Json::parse(coord({"distribution", "CornerPermutation", "--inverse", "--json"}).out);
  EXPECT_EQ(json["inversion"], true);
  EXPECT_EQ(json["entries"], 654);
  EXPECT_EQ(json["reached"], 40320);
  EXPECT_TRUE(contains(plain.out, "7,192,")) << plain.out;
  EXPECT_EQ(json["distribution"][7], 192);
  EXPECT_TRUE(says(coord({"distribution", "UDSlice", "--inverse"}), 2, "inversion does not act on edges FR FL BL BR"));
  EXPECT_TRUE(
      says(coord({"table", "CornerPermutation", "--inverse", "--goal", "squares"}), 2, "expected no other goal"));
  for (const char* cube : {"R U F' L2 D B", "R L U2 F"})
    EXPECT_EQ(coord({"solve", "CornerPermutation", cube, "--all", "--inverse"}).out,
              coord({"solve", "CornerPermutation", cube, "--all"}).out);
}

// What was measured on a few values says nothing about a machine.
TEST(CliCoord, SmallTablesHaveNoRates) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  for (const std::string command : {"distribution", "table"}) {
    const Ran ran = run({"coord", command, "edges UF: place"}, "", here);
    EXPECT_TRUE(says(ran, 0, " s\n"));
    for (const std::string part : {"million", "bytes", "memory"}) EXPECT_FALSE(contains(ran.err, part)) << ran.err;
  }
  const Json json = Json::parse(coord({"distribution", "edges UF: place", "--json"}).out);
  EXPECT_FALSE(json.contains("entries_per_second_and_thread"));
}

TEST(CliCoord, AllMetrics) {
  const auto distances = [](const std::string& metric) {
    const Json json = Json::parse(coord({"distribution", "UDSlice", "--metric", metric, "--json"}).out);
    EXPECT_EQ(json["metric"], metric);
    return json["distribution"];
  };
  EXPECT_EQ(distances("htm"), Json({1, 4, 50, 286, 152, 2}));
  EXPECT_EQ(distances("stm"), Json({1, 6, 70, 350, 68}));
  EXPECT_EQ(distances("atm"), Json({1, 6, 118, 354, 16}));
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  for (int round = 0; round < 2; ++round) {  // without and with a table in a file
    const Json solved = Json::parse(
        lines_of(run({"coord", "solve", "Corners", "--metric", "stm", "--json", "R L' U"}, "", here).out).back());
    EXPECT_EQ(solved["solutions"][0]["moves"], "U' R' L");
    EXPECT_EQ(solved["lower"], 2);
    EXPECT_EQ(run({"coord", "table", "Corners", "--metric", "stm"}, "", here).code, 0);
  }
  EXPECT_TRUE(
      says(coord({"solve", "Cross", "--metric", "atm", "--moves", "U R", "R"}), 2, "--metric atm allows no --moves"));
}

TEST(CliCoord, GoalsAreValuesToo) {
  const Json values = Json::parse(coord({"distribution", "UDSlice", "--goal-values", "0,494", "--json"}).out);
  EXPECT_EQ(values["goal_values"], 2);
  EXPECT_EQ(values["distribution"][0], 2);
  EXPECT_EQ(values["reached"], 495);
  EXPECT_TRUE(contains(coord({"distribution", "UDSlice", "--goal-values", "495"}).err, "expected 0 to 494"));
  EXPECT_TRUE(contains(coord({"distribution", "UDSlice", "--goal-values", "1,x"}).err, "'x' is not a whole number"));
}

// Two questions whose dense numbers look alike.
TEST(CliCoord, ATableAnswersOnlyItsOwnQuestion) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const auto solve = [&] {
    return run({"coord", "solve", "edges UF: place", "--moves", "U2", "--goal", "F", "U2"}, "", here).out;
  };
  EXPECT_EQ(solve(), "U2\n");
  EXPECT_EQ(run({"coord", "table", "edges UF: place", "--moves", "U2", "--goal", "U"}, "", here).code, 0);
  EXPECT_EQ(solve(), "U2\n");
}

// What cannot be reached is told at once, whether the table has eight bits or four.
TEST(CliCoord, FourBitsKnowWhatCannotBeReached) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const std::string coordinate = "corners URF: order * edges UR: order";
  for (int round = 0; round < 2; ++round) {
    const Ran never = run({"coord", "solve", coordinate, "--moves", "U2 R2", "S2 U2"}, "", here);
    EXPECT_EQ(never.code, 1);
    EXPECT_TRUE(contains(never.err, "cannot bring this cube to the goal")) << never.err;
    EXPECT_EQ(run({"coord", "table", coordinate, "--moves", "U2 R2"}, "", here).code, 0);
  }
}

// The word of an antipode leads to a cube that the table says is so far away.
TEST(CliCoord, AntipodesAreAsFarAsTheySay) {
  const Json json = Json::parse(coord({"distribution", "Cross", "--json", "--antipodes", "3"}).out);
  for (const std::string word : json["antipodes"]) {
    const Ran solved = coord({"solve", "Cross", word});
    EXPECT_EQ(parse_algorithm(solved.out)->moves.size(), 8u) << solved.out;
  }
}

// A part of which the moves reach one value only has that value in the antipodes, too: U never moves DBL.
TEST(CliCoord, AntipodesKeepWhatNeverMoves) {
  const Ran ran = coord({"distribution", "corner DBL: place * edge UF: place", "--moves", "U", "--goal-values", "3",
                         "--json", "--antipodes", "2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_GE(json["antipodes"].size(), 1u);
  for (const std::string word : json["antipodes"]) EXPECT_EQ(parse_algorithm(word)->moves.size(), 1u) << word;
}

TEST(CliCoord, SolvesCoordinates) {
  const Ran one = coord({"solve", "EdgeOrientation", "R U F' L2 D B", "--solutions", "5"});
  EXPECT_EQ(one.code, 0);
  const auto lines = lines_of(one.out);
  EXPECT_EQ(lines.size(), 5u);
  for (const std::string& line : lines) EXPECT_EQ(EdgeOrientation::index(cube_of("R U F' L2 D B " + line)), 0u) << line;
  const auto json = lines_of(
      coord({"solve", "Corners", "--with", "FlipUDSlice", "--with", "edges: slice", "R U F", "--json", "--all"}).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(Json::parse(json[0])["moves"], "F' U' R'");
  EXPECT_EQ(Json::parse(json[0])["length"], 3);
  EXPECT_EQ(Json::parse(json[1])["ended"], "complete");
  EXPECT_EQ(Json::parse(json[1])["count"], 1);
  EXPECT_EQ(coord({"solve", "CornerOrientation", "R"}).out, "R\n");
  EXPECT_EQ(coord({"solve", "Cross", "U"}).out, "\n");
  EXPECT_EQ(coord({"solve", "Corners", "R U2", "--moves", "U R F", "--metric", "qtm"}).out, "U2 R'\n");
  EXPECT_TRUE(says(coord({"solve", "CornerOrientation", "R U F L B", "--max-length", "1"}), 1,
                   "no solution of at most 1 move exists"));
  EXPECT_TRUE(
      says(coord({"solve", "CornerPermutation", "F", "--moves", "U R"}), 1, "cannot bring this cube to the goal"));
}

// The options of superflip optimal, with the same meaning.
TEST(CliCoord, SolvesToAnotherCube) {
  EXPECT_EQ(coord({"solve", "Cross", "R", "--to", "R"}).out, "\n");
  const Ran found = coord({"solve", "Cross", "U L", "--to", "R U F"});
  ASSERT_EQ(found.code, 0) << found.err;
  const auto value = [](const std::string& moves) {
    return Json::parse(coord({"show", "Cross", moves, "--json"}).out)["cubes"][0]["value"];
  };
  EXPECT_EQ(value("U L " + found.out), value("R U F"));
  EXPECT_NE(value("R U F"), 0);
  EXPECT_TRUE(
      says(coord({"solve", "Cross", "R", "--to", "R", "--goal", "U"}), 2, "the goal is the cube that --to names"));
}

TEST(CliCoord, SeveralSolutions) {
  const auto solve = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"solve", "Cross", "R U F' L2 D B"});
    return coord(std::move(options));
  };
  const Ran all = solve({"--all"});
  EXPECT_EQ(all.out, "D' F R' L2\nD' L2 F R'\n");
  EXPECT_EQ(solve({"--within", "0"}).out, all.out);
  EXPECT_EQ(solve({"--shortest"}).out, all.out);  // its name before
  EXPECT_EQ(solve({"--all", "--solutions", "1"}).out, "D' F R' L2\n");
  const auto within = lines_of(solve({"--within", "1"}).out);
  ASSERT_GT(within.size(), 4u);
  EXPECT_EQ(parse_algorithm(within.back())->moves.size(), 5u);
  EXPECT_EQ(lines_of(solve({"--solutions", "4"}).out), std::vector(within.begin(), within.begin() + 4));
  EXPECT_EQ(solve({"R", "--all"}).out, "D' F R' L2\tD' L2 F R'\nR'\n");
  const Json json = Json::parse(lines_of(solve({"--within", "1", "--json"}).out).back());
  EXPECT_EQ(json["within"], 1);
  EXPECT_EQ(json["count"], within.size());
  EXPECT_EQ(json["proven"], true);
  for (const Json& iteration : json["iterations"]) EXPECT_EQ(iteration["complete"], true);
  EXPECT_TRUE(says(solve({"--solutions", "9", "--max-length", "4"}), 0, "only 2 solutions of at most 4 moves exist"));
  const Ran verbose = solve({"-v"});
  EXPECT_TRUE(says(verbose, 0, "4 moves  D' F R' L2\n"));
  EXPECT_TRUE(says(verbose, 0, "lower bound 4 moves, ended: complete"));
}

TEST(CliCoord, KeepsTablesInFiles) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  for (const std::string bits : {"8", "4", "2"}) {
    const Ran made = run({"coord", "table", "FlipUDSlice", "--bits", bits, "--json"}, "", here);
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_TRUE(Json::parse(made.out)["made"]);
    EXPECT_FALSE(Json::parse(run({"coord", "table", "FlipUDSlice", "--bits", bits, "--json"}, "", here).out)["made"]);
  }
  EXPECT_TRUE(contains(run({"tables", "list"}, "", here).out, "coordinate-"));
  EXPECT_EQ(run({"coord", "solve", "FlipUDSlice", "R F U R F", "--all"}, "", here).out,
            coord({"solve", "FlipUDSlice", "R F U R F", "--all"}).out);
  EXPECT_TRUE(says(run({"coord", "table", "UDSlice", "--bits", "2", "--moves", "R2 U F", "--metric", "qtm"}, "", here),
                   2, "use 4 or 8"));
  EXPECT_EQ(run({"coord", "table", "UDSlice"}, "", kNowhere).code, 3);
}

TEST(CliCoord, SaysWhatIsWrong) {
  const auto refuses = [](const Ran& ran, const std::string& part) {
    EXPECT_TRUE(says(ran, 2, part));
    EXPECT_EQ(ran.out, "");
  };
  refuses(coord({"distribution", "corners: foo"}), "'foo' found; expected order");
  refuses(coord({"distribution", "Cube"}), "a table of them would take about");
  refuses(coord({"distribution", "DominoReduction", "--memory", "10M"}),
          "needs about 65.4 MB, and 10.0 MB are allowed");
  refuses(coord({"distribution", "UDSlice", "--moves", "Q"}), "--moves");
  refuses(coord({"distribution", "UDSlice", "--moves", "(x x')"}), "moves no piece");
  refuses(coord({"distribution", "UDSlice", "--goal", "U Q"}), "--goal");
  refuses(coord({"distribution", "UDSlice", "--symmetry", "all"}), "not every symmetry of 'all' keeps the coordinate");
  refuses(coord({"distribution", "UDSlice", "--symmetry", "foo"}), "'foo' is not a symmetry");
  refuses(coord({"distribution", "UDSlice", "--fold", "Corners"}), "cannot be folded by itself");
  refuses(coord({"distribution", "UDSlice", "--memory", "lots"}), "'lots' is not a size");
  refuses(coord({"table", "UDSlice", "--bits", "3"}), "'3' is not a number of bits per entry");
  refuses(coord({"solve", "UDSlice", "UUUU"}), "");
  EXPECT_EQ(coord({"distribution"}).code, 2);
  refuses(coord({"distribution", "UDSlice", "--csv", "--antipodes", "1"}), "--antipodes");
  refuses(coord({"compatible", "UDSlice", "nope"}), "'nope' found");
  refuses(coord({"show", "Cube", "--symmetry", "all", "R"}), "2^63");
  refuses(coord({"cube", "Cube", "86504006548979712000"}), "not a whole number from 0 to 86504006548979711999");
  std::vector<std::string> many{"solve", "Cross", "R"};
  for (int i = 0; i < 8; ++i) many.insert(many.end(), {"--with", "Cross"});
  refuses(coord(many), "9 coordinates: expected at most 8");
  EXPECT_TRUE(says(coord({"distribution", "Cube", "--moves", "(R U2 D' B D')"}), 2,  // of order 1260
                   "farther than 252 from the goal"));
}

TEST(CliCoord, SaysWhichSymmetriesAct) {
  const Json json = Json::parse(coord({"compatible", "--json"}).out)["coordinates"];
  EXPECT_EQ(json[0], Json({{"coordinate", "CornerOrientation"},
                           {"all", false},
                           {"UD16", true},
                           {"group", "UD16"},
                           {"group_order", 16},
                           {"classes", 168},
                           {"used_in", "phase 1, optimal solvers"}}));
  EXPECT_EQ(json[1]["UD16"], false);
  EXPECT_EQ(json[3]["classes"], 64430);
  EXPECT_EQ(json[4]["all"], true);
  EXPECT_EQ(json[4]["classes"], 2768);
  EXPECT_EQ(json[5]["UD16"], true);
  EXPECT_EQ(json[6]["classes"], 788);
}

// --- Centres, in space ----------------------------------------------------------------------------------------------

TEST(CliCoord, SolvesInSpace) {
  const auto solved = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    const Ran ran = coord(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  EXPECT_EQ(solved({"LastSixEdges", "M U M'", "--moves", "M U"}), "M U' M'\n");
  EXPECT_EQ(solved({"LastSixEdges", "M U M'"}), "M U' M'\n");
  EXPECT_EQ(solved({"LastSixEdges", "M U2 M' U2 M", "--all"}), "M' U2 M U2 M'\n");
  EXPECT_EQ(solved({"Centres", "x", "--moves", "x y"}), "x'\n");
  EXPECT_EQ(solved({"Centres", "x y", "--moves", "r u"}), "u' r'\n");
  EXPECT_EQ(solved({"Cross", "Rw U", "--moves", "Rw U R"}), "U' Rw'\n");
  EXPECT_EQ(solved({"CentreOrientation", "R' U2"}), "U2 R\n");
  // Stickers show where the centres are.
  EXPECT_EQ(solved({"LastSixEdges", "UBUUBUUBURRRRRRRRRFUFFUFFUFDFDDFDDFDLLLLLLLLLBDBBDBBDB"}), "M'\n");
  // The goal of a subgroup, and pairs of turns by the name of their set.
  EXPECT_EQ(solved({"LastSixEdges", "U M", "--goal", "M"}), "M' U'\n");
  EXPECT_EQ(solved({"Cube", "R L' U D'", "--moves", "slices"}), "(U' D) (R' L)\n");
  const Json json = Json::parse(lines_of(solved({"LastSixEdges", "M U", "--json"})).back());
  EXPECT_EQ(json["solutions"][0]["moves"], "U' M'");
  EXPECT_EQ(json["solutions"][0]["length"], 2);
  EXPECT_EQ(json["moves_allowed"], "U M");
  EXPECT_EQ(json["facelets"], to_facelets(to_cube(parse_algorithm("M U").value(), Centres::moved)));
}

TEST(CliCoord, SaysWhatCannotBeSolvedInSpace) {
  EXPECT_TRUE(contains(coord({"solve", "LastSixEdges", "R"}).err, "these moves cannot bring this cube to the goal"));
  EXPECT_EQ(coord({"solve", "LastSixEdges", "x"}).code, 1);
  EXPECT_EQ(coord({"solve", "Centres", "M"}).code, 1);                     // face turns do not move centres
  EXPECT_EQ(coord({"solve", "Centres", "M", "--metric", "stm"}).code, 1);  // nor do slices as seen from the centres
  const Ran stickers = coord({"solve", "CentreOrientation", to_facelets(to_cube(parse_algorithm("R").value()))});
  EXPECT_TRUE(contains(stickers.err, "this does not show how the centres are turned"));
  EXPECT_EQ(stickers.out, "\n");
}

TEST(CliCoord, AWideMoveIsNotATurnOfTheOppositeFace) {
  const auto reached = [](const char* coordinate, const char* moves) {
    return Json::parse(coord({"distribution", coordinate, "--moves", moves, "--json"}).out)["reached"];
  };
  EXPECT_EQ(reached("edges: slice * centres: order", "L U2"), reached("edges: slice", "L U2"));
  EXPECT_EQ(reached("Cube", "L2 U2"), 12);
  EXPECT_NE(reached("Cube", "r2 U2"), 12);
  EXPECT_EQ(reached("Centres", "r U"), 4);
  EXPECT_EQ(reached("Centres", "slices"), 1);
  EXPECT_EQ(reached("Centres", "M E S"), 24);
  EXPECT_EQ(reached("Cube", "slices"), 768);
  const Json stm = Json::parse(coord({"distribution", "CentreOrientation", "--metric", "stm", "--json"}).out);
  EXPECT_EQ(stm["distribution"][1], 27);
}

TEST(CliCoord, CentresGoThroughAllCommands) {
  const Json shown = Json::parse(coord({"show", "centers: order", "M U x", "R", "--transitions", "--json"}).out);
  EXPECT_EQ(shown["coordinate"], "centres: order");
  EXPECT_EQ(shown["values"], 720);
  EXPECT_EQ(shown["group_order"], 48);
  EXPECT_EQ(shown["cubes"][1]["value"], 0);
  EXPECT_EQ(shown["cubes"][0]["value"], shown["cubes"][1]["value"]);  // x undoes what M does to the centres
  EXPECT_EQ(shown["cubes"][1]["transitions"].size(), 36u);
  EXPECT_EQ(shown["cubes"][1]["transitions"]["U"]["value"], 0);
  EXPECT_EQ(shown["cubes"][1]["transitions"]["M"]["value"], shown["cubes"][1]["transitions"]["x'"]["value"]);
  EXPECT_NE(shown["cubes"][1]["transitions"]["M"]["value"], 0);

  // From a value to a cube and back, through stickers.
  for (const char* value : {"0", "4567", "300001"}) {
    const Json cube = Json::parse(coord({"cube", "LastSixEdges", value, "--json"}).out);
    const Json back = Json::parse(coord({"show", "LastSixEdges", cube["facelets"].get<std::string>(), "--json"}).out);
    EXPECT_EQ(cube["reachable"], true) << value;
    EXPECT_EQ(std::to_string(back["cubes"][0]["value"].get<int>()), value);
  }
  const Json turned = Json::parse(coord({"cube", "CentreOrientation", "1027", "--json"}).out);
  EXPECT_EQ(turned["turns"], (Json{{"U", 1}, {"R", 0}, {"F", 0}, {"D", 0}, {"L", 0}, {"B", 3}}));
  EXPECT_TRUE(contains(coord({"cube", "CentreOrientation", "1027"}).err, "quarter turns of the centres: U 1, B 3"));

  const Json classes = Json::parse(coord({"classes", "Centres", "--moves", "x y", "--json"}).out);
  EXPECT_EQ(classes["values"], 24);
  EXPECT_EQ(classes["classes"], 5);  // of rotations, up to conjugation by all 48: those of the octahedral group
  EXPECT_EQ(Json::parse(coord({"classes", "Centres", "--json"}).out)["values"], 720);

  const Json table = Json::parse(coord({"table", "LastSixEdges", "--metric", "qtm", "--json"}).out);
  EXPECT_EQ(table["deepest"], 23);
  const Json again = Json::parse(coord({"table", "LastSixEdges", "--metric", "qtm", "--json"}).out);
  EXPECT_EQ(again["made"], false);
  EXPECT_NE(Json::parse(coord({"table", "LastSixEdges", "--json"}).out)["file"], table["file"]);
  const Json compatible = Json::parse(coord({"compatible", "Centres", "--json"}).out);
  EXPECT_EQ(compatible["coordinates"][0]["all"], true);
}

TEST(CliCoord, SaysWhatIsWrongWithCentres) {
  const auto refuses = [](const std::string& description, const std::string& part) {
    EXPECT_TRUE(says(coord({"show", description}), 2, part)) << description;
  };
  refuses("centres: layer", "expected order, place, orientation or sets of centres (U D | R L)");
  refuses("centre XY", "'XY' found; expected a centre (U) or a colon");
  refuses("centres U F: orientation", "means nothing without their places");
  refuses("centres: orientation FB", "no frame");
  refuses("centres: order within M U * centres: orientation", "must be within the same moves");
  EXPECT_TRUE(says(coord({"distribution", "Centres", "--moves", "M Q"}), 2, "'Q' found"));
  EXPECT_TRUE(says(coord({"distribution", "Centres", "--moves", "M", "--metric", "stm"}), 2, "allows no --moves"));
}

}  // namespace
}  // namespace superflip
