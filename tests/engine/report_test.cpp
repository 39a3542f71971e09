// Reports: what a number looks like, and that every line has the schema in front. tests/cli/cli_json_test.cpp sees to
// it that every command writes such lines.
#include "superflip/engine/report.h"

#include <gtest/gtest.h>

#include <chrono>

#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"

namespace superflip {
namespace {

TEST(Report, NumbersAreRounded) {
  EXPECT_EQ(rounded(0.1 + 0.2, 6), 0.3);
  EXPECT_EQ(rounded(-1.0 / 3, 3), -0.333);
  EXPECT_EQ(rounded(1e300, 6), 1e300);
  EXPECT_EQ(rounded(1e305, 6), 1e305);  // times 10^6 is no number any more
  EXPECT_EQ(in_seconds(std::chrono::nanoseconds(1'234'567'891)), 1.234568);
}

TEST(Report, ALineHasTheSchemaInFront) {
  EXPECT_EQ(to_line(begin_result()), "{\"schema\":1,\"event\":\"result\"}\n");
  Event event;
  event.kind = Event::Kind::progress;
  event.done = 1.0 / 3;
  event.seconds_left = 2.0 / 3;
  EXPECT_EQ(to_json(event, {}, 0.1 + 0.2).dump(),
            R"({"event":"progress","length":0,"done":0.3333,"seconds_left":0.667,"lower":0,"elapsed_seconds":0.3})");
}

TEST(Report, DiagnosesAreWhole) {
  EXPECT_EQ(to_json(diagnose("UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")).dump(),
            R"({"state":"impossible","possible":false,"notes":[],"problems":["one corner is twisted anticlockwise"],)"
            R"("repair":"turn the corner at URF clockwise","ways":1,)"
            R"("repaired":"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"})");
  EXPECT_EQ(to_json(unreadable({"no cube", 3})).dump(),
            R"({"state":"unreadable","notes":[],"problems":["no cube"],"position":3,"ways":0})");
}

// Of the solvers only the optimal one reads an optimal table.
TEST(Report, KeysThatDoNotApplyAreLeftOut) {
  Answer answer;
  answer.iterations.push_back({3, 12, 5, true});
  const auto text = [&answer](SolverKind solver) {
    answer.solver = solver;
    Json json;
    add_answer(json, {}, answer);
    return json.dump();
  };
  EXPECT_NE(text(SolverKind::generic).find(R"("iterations":[{"length":3,"nodes":12,"complete":true}])"),
            std::string::npos);
  EXPECT_EQ(text(SolverKind::generic).find("lookups"), std::string::npos);
  EXPECT_EQ(text(SolverKind::generic).find("too_long"), std::string::npos);
  EXPECT_NE(text(SolverKind::optimal).find(R"("nodes":12,"lookups":5,"complete":true)"), std::string::npos);
}

TEST(Report, HoldsTheWholeDiagnosis) {
  EXPECT_EQ(to_json(examine("R x")).dump(),
            R"({"state":"possible","possible":true,"facelets":")" + to_facelets(kMoveCubes[3]) +
                R"(","notes":["the moves leave the cube held with F up and D in front"],"problems":[],"ways":0})");
  EXPECT_EQ(to_json(examine("R Q")).dump().substr(0, 43), R"({"state":"unreadable","notes":[],"problems")");
  const std::string flipped = to_json(examine("1", {.from = Format::packed69})).dump();
  EXPECT_NE(flipped.find(R"("problems":["one edge is flipped"],"repair":"flip the edge at DL","ways":)"),
            std::string::npos)
      << flipped;
  EXPECT_NE(flipped.find(R"("repaired":"UUU)"), std::string::npos) << flipped;
}

}  // namespace
}  // namespace superflip
