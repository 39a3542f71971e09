// Asking: one way from readings to a question.
#include "superflip/engine/asking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "superflip/coordinate/described/description.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/names.h"
#include "superflip/cube/random.h"
#include "superflip/engine/engine.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"
#include "superflip/reading/read.h"
#include "superflip/robot/robot.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Asking.SeveralTargets"}, {"long", "Asking.SeveralTargets"}};

Reading reading_of(const std::string& text) { return read(text, {.incomplete = true}).value(); }

Question with_moves(const std::string& moves, Centres centres) {
  Question q;
  q.moves = std::make_shared<const MoveSet>(parse_move_set(moves, q.metric, centres).value());
  return q;
}

TEST(Asking, ACubeAsItIsHeld) {
  Reading cube = reading_of("R U y");
  const Question q = Asking().about(cube).value();
  EXPECT_EQ(q.cube, parse_cube("R U").value());
  EXPECT_EQ(q.held, cube.held);
  EXPECT_NE(q.held, Symmetry{});
  EXPECT_EQ(q.goal.cube, kSolved);
  EXPECT_TRUE(q.goal.patterns.empty());
  EXPECT_FALSE(q.start);
}

// Words replace what a question says; what they do not say stays as it is.
TEST(Asking, WhatIsSaidInWords) {
  Question question{.solutions = 3};
  Wider wider;
  ASSERT_TRUE(Wording{}.say(question, wider));
  EXPECT_EQ(question.metric, Metric::htm);
  EXPECT_FALSE(wider.any());
  const Wording wording{.metric = "qtm",
                        .centres = "moved",
                        .moves = "R U M",
                        .want = "all",
                        .solver = "generic",
                        .only = "Cross",
                        .up_to = "U"};
  ASSERT_TRUE(wording.say(question, wider));
  EXPECT_EQ(question.metric, Metric::qtm);
  EXPECT_EQ(question.moves->centres(), Centres::moved);
  EXPECT_EQ(question.moves->cost_unit(), 1);
  EXPECT_EQ(question.want, Want::all);
  EXPECT_EQ(question.solver, SolverKind::generic);
  EXPECT_EQ(question.solutions, 3U);
  EXPECT_TRUE(wider.only && wider.last_turn && !wider.holdings);
  for (const auto centres : kCentresNames.names) {
    ASSERT_TRUE((Wording{.centres = centres, .moves = "M U"}.say(question, wider)));
    EXPECT_EQ(kCentresNames[question.moves->centres()], centres);
  }
  // Slices carry the centres where nothing is said of them; turns of faces do not concern them.
  ASSERT_TRUE(Wording{.moves = "M U"}.say(question, wider));
  EXPECT_EQ(question.moves->centres(), Centres::moved);
  ASSERT_TRUE(Wording{.moves = "R U"}.say(question, wider));
  EXPECT_EQ(question.moves->centres(), Centres::fixed);
  ASSERT_TRUE(Wording{.robot = "four-grippers"}.say(question, wider));
  EXPECT_EQ(longest_limit(question), kLongestSchedule);
}

TEST(Asking, TheFirstWordThatIsNotUnderstood) {
  const auto error = [](const Wording& wording) {
    Question question;
    Wider wider;
    const auto said = wording.say(question, wider);
    return said ? Error{} : said.error();
  };
  EXPECT_EQ(error({.metric = "ftm", .moves = "Q"}).message, parse_metric("ftm").error().message);
  const Error bad_moves = error({.moves = "Q", .only = "Q"});
  EXPECT_EQ(bad_moves.message, parse_move_set("Q", Metric::htm).error().message);
  EXPECT_EQ(bad_moves.kind, ErrorKind::bad_option);
  EXPECT_EQ(error({.show = "aab/bcb/bbb@U xxx/xxx/xxx@RFDLB"}).kind, ErrorKind::impossible);
  Question question;
  Wider wider;
  const StopFlag stop{true};
  EXPECT_EQ((Wording{.show = "dot"}).say(question, wider, &stop).error().kind, ErrorKind::stopped);
}

TEST(Asking, CubesAreReadAsTheQuestionTakesThem) {
  const std::string unknown = std::string(27, '?') + to_facelets(kSolved).substr(27);
  EXPECT_TRUE(Asking().read(unknown));
  const Reading held = Asking().read("R x").value();
  EXPECT_EQ(held.notes.back(), kForTheHolding);
  Question pocket{.puzzle = Puzzle::pocket};
  EXPECT_TRUE(Asking(pocket).read("UUUURRRRFFFFDDDDLLLLBBBB"));
  EXPECT_FALSE(Asking(pocket).read(unknown));
  EXPECT_EQ(Asking(pocket).read("").error().problems, Asking().read("").error().problems);
  const Accept moves{.formats = Formats{Format::moves}};
  EXPECT_EQ(read(Puzzle::pocket, "", moves).value().cube, kSolved);
}

// The moves say what is concerned of the centres, and cube and goal follow.
TEST(Asking, CubesArePutInSpace) {
  for (const Centres centres : {Centres::fixed, Centres::moved, Centres::turned}) {
    Asking asking(with_moves("M U", centres));
    EXPECT_EQ(asking.centres(), centres);
    Reading cube = reading_of("M U y");
    Reading goal = reading_of("U M");
    const Cube from = position_of(cube, centres);
    const Cube to = position_of(goal, centres);
    asking.add_target(goal);
    const Question q = asking.about(cube).value();
    EXPECT_EQ(q.cube, from);
    EXPECT_EQ(q.goal.cube, to);
    EXPECT_EQ(q.held == Symmetry{}, centres != Centres::fixed);
  }
  Asking turned(with_moves("R U", Centres::turned));
  Reading stickers = reading_of(to_facelets(parse_cube("R U").value()));
  EXPECT_TRUE(turned.about(stickers));
  ASSERT_EQ(stickers.notes.size(), 1u);
  EXPECT_NE(stickers.notes[0].find("does not show how the centres are turned"), std::string::npos);
}

TEST(Asking, GoalsOfCoordinates) {
  Question q;
  for (const char* name : {"UDSlice", "corners"}) q.goal.coordinates.push_back({parse_description(name).value()});
  q.goal.coordinates.push_back({parse_description("UDSlice").value(), {kSolved}});
  Asking asking(q);
  EXPECT_EQ(asking.about(kSolved, {}).value().goal.cube, kSolved);
  EXPECT_FALSE(asking.may_be_incomplete());
  Reading goal = reading_of("R U");
  asking.add_target(goal);
  const Cube other = parse_cube("F").value();
  asking.set_goals(1, {other, kSolved});
  Reading cube = reading_of("L");
  const Question asked = asking.about(cube).value();
  EXPECT_EQ(asked.goal.cube, goal.cube);
  EXPECT_TRUE(asked.goal.coordinates[0].goals.empty());  // that of the question
  EXPECT_EQ(asked.goal.coordinates[1].goals, (std::vector<Cube>{other, kSolved}));
  EXPECT_EQ(asked.goal.coordinates[2].goals, std::vector<Cube>{kSolved});  // as the question has it
  EXPECT_EQ(asked.cube, cube.cube);
}

TEST(Asking, WiderGoalsAreThoseOfTheCubeAsItIsHeld) {
  Wider wider;
  wider.only = Mask::parse("Cross").value();
  const Asking asking({}, wider);
  Reading cube = reading_of("R U x");
  const Question q = asking.about(cube).value();
  ASSERT_EQ(q.goal.patterns.size(), 1u);
  EXPECT_EQ(q.goal.patterns, goal_patterns({{}}, wider, cube.held).value());
  EXPECT_NE(q.goal.patterns, goal_patterns({{}}, wider, {}).value());
  EXPECT_EQ(asking.about(q.cube, q.held).value().goal.patterns, q.goal.patterns);
  // What it does not go with, the engine refuses.
  Question pocket;
  pocket.puzzle = Puzzle::pocket;
  Question coordinate;
  coordinate.goal.coordinates.push_back({parse_description("corners").value()});
  Engine engine({.profile = Profile::compact});
  for (const Question& other : {pocket, coordinate}) {
    EXPECT_FALSE(Asking(other).may_be_incomplete());
    const auto refused = engine.solve(Asking(other, wider).about(cube).value());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_option);
    EXPECT_NE(refused.error().message.find("cannot be combined with coordinates"), std::string::npos);
  }
}

Moves word_of(int length, Random& random) {
  Moves moves;
  while (length-- > 0) moves.push_back(Move(random.below(kMoves)));
  return moves;
}

// Of several targets any is good: the nearest one counts.
TEST(Asking, SeveralTargets) {
  Engine engine({.tables = default_tables().value(), .profile = Profile::compact, .optimal_table = "optimal-47"});
  Random random(22);
  for (int round = 0; round < 3; ++round) {
    Asking any({.want = Want::shortest});
    Asking last({.want = Want::shortest}, {.last_turn = true});
    const Cube from = random.cube();
    std::vector<int> lengths;
    for (int n = 5; n <= 7; ++n) {
      Reading target{apply(from, word_of(n, random)), Symmetry{}, Format::moves, {}, {}};
      Asking one({.want = Want::shortest});
      for (Asking* asking : {&one, &any, &last}) asking->add_target(target);
      lengths.push_back(engine.solve(one.about(from, {}).value()).value().lower_bound);
    }
    const Question question = any.about(from, {}).value();
    EXPECT_EQ(question.goal.patterns.size(), 3u);
    const Answer answer = engine.solve(question).value();
    EXPECT_EQ(answer.lower_bound, *std::min_element(lengths.begin(), lengths.end()));
    const Cube there = apply(from, answer.solutions.at(0).moves);
    EXPECT_TRUE(std::any_of(any.targets().begin(), any.targets().end(),
                            [&](const Target& target) { return target.cube == there; }));
    EXPECT_EQ(last.about(from, {}).value().goal.patterns.size(), 12u);
  }
  // One twice is one, each incomplete one is many, and a hundred are enough.
  Asking asking;
  Reading first = reading_of("R");
  Reading incomplete = reading_of("UUUUUUUUU?????????????????????????????????????????????");
  for (Reading* target : {&first, &first, &incomplete}) asking.add_target(*target);
  EXPECT_EQ(asking.about(kSolved, {}).value().goal.patterns.size(), 2u);
  while (asking.targets().size() <= kMaxTargets) asking.add_target(first);
  EXPECT_EQ(asking.about(kSolved, {}).error().kind, ErrorKind::bad_option);
  // Of a coordinate they are the goals.
  Question q;
  q.goal.coordinates.push_back({parse_description("corners").value()});
  Asking coordinate(q);
  Reading second = reading_of("U");
  coordinate.add_target(first);
  coordinate.add_target(second);
  const Question corners = coordinate.about(parse_cube("U F").value(), {}).value();
  EXPECT_EQ(corners.goal.coordinates[0].goals, (std::vector<Cube>{first.cube, second.cube}));
  EXPECT_EQ(engine.solve(corners).value().lower_bound, 1);
  while (coordinate.targets().size() <= kMaxTargets) coordinate.add_target(second);
  EXPECT_EQ(coordinate.about(kSolved, {}).error().kind, ErrorKind::bad_option);
  q.goal.coordinates.push_back({parse_description("UDSlice").value()});
  Asking two(q);
  for (Reading* target : {&first, &second}) two.add_target(*target);
  EXPECT_EQ(two.about(kSolved, {}).error().kind, ErrorKind::bad_option);
  // For a robot lengths are milliseconds.
  Question timed;
  timed.robot = std::make_shared<const Robot>(robot_of("turntable").value());
  Asking robot(timed);
  for (Reading* target : {&first, &second}) robot.add_target(*target);
  const Answer turned = engine.solve(robot.about(parse_cube("R F2").value(), {}).value()).value();
  ASSERT_FALSE(turned.solutions.empty());
  EXPECT_GT(turned.solutions.front().length, 99);
  // A whole cube is one goal however it is held.
  const Asking held(timed, {.holdings = true, .last_rotation = true});
  EXPECT_TRUE(held.about(parse_cube("R F2").value(), {}).value().goal.patterns.empty());
}

TEST(Asking, UnknownStickers) {
  const std::string facelets =
      "????U????"
      "???RRRRRR"
      "???FFFFFF"
      "DDDDDDDDD"
      "???LLLLLL"
      "???BBBBBB";
  Reading cube = reading_of(facelets);
  ASSERT_TRUE(cube.known);
  EXPECT_EQ(Asking().about(cube).value().start, cube.known);
  Asking asking;
  Reading goal = reading_of(facelets);
  asking.add_target(goal);
  ASSERT_EQ(asking.targets().size(), 1u);
  EXPECT_EQ(asking.targets()[0].known, goal.known);
  Reading solved = reading_of("R");
  EXPECT_EQ(asking.about(solved).value().goal.patterns.size(), 1u);
  // A mask needs a goal without unknown stickers.
  Wider wider;
  wider.only = Mask::parse("Cross").value();
  Asking masked({}, wider);
  masked.add_target(goal);
  EXPECT_EQ(masked.about(solved).error().kind, ErrorKind::bad_option);
}

}  // namespace
}  // namespace superflip
