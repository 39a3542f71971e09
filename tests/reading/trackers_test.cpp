// What people have pasted into the trackers of other programs, and what it is. Where the tracker itself tells the cube
// in another way, both are compared; the numbers are those of its issues.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/space.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

Reading reading_of(std::string_view text) {
  auto reading = read(text);
  EXPECT_TRUE(reading) << text << ": " << (reading ? "" : reading.error().problems.front());
  return reading ? *reading : Reading{};
}

TEST(Trackers, MovesAsOthersWriteThem) {
  struct Pair {
    const char* written;
    const char* meant;
  };
  for (const auto& [written, meant] :
       std::vector<Pair>{// cubing.js #5: an address with two commutators, one of them inverted.
                         {"https://alg.cubing.net/"
                          "?alg=%5BU2,_%5BR2_U2_L2,_U2%5D%5D_%5B%5BU2_R2_U2,_L2%5D,_U2%5D-",
                          "[U2, [R2 U2 L2, U2]] [[U2 R2 U2, L2], U2]'"},
                         // cubing.js #185: one word as commutators.
                         {"[U' R U,R2 D' R2]", "U' R U R2 D' R2 U' R' U R2 D R2"},
                         {"[U':[R,U R2 D' R2 U']]", "U' R U R2 D' R2 U' R' U R2 D R2"},
                         {"[R2:[R2 U' R U R2,D']]", "U' R U R2 D' R2 U' R' U R2 D R2"},
                         {"[R U':[S,U2][U2:[S2,R']]]", "R U' S U2 S R' S2 R U' R'"},
                         // cubedex #5: wide moves in lower case, and a rotation first.
                         {"U' (R U2 R') d (R' U' R)", "U' R U2 R' Dw R' U' R"},
                         {"y (L' U' L)", "y L' U' L"},
                         // cubejs #8: without blanks.
                         {"(RUR'U')3", "R U R' U' R U R' U' R U R' U'"},
                         // min2phase.js #2: both a number and a prime.
                         {"R2' U", "R2 U"},
                         // visualcube #10: a rotation by three quarter turns.
                         {"y3 Rw", "y' Rw"},
                         // tnoodle #366: scrambles of competitions with unusual signs.
                         {"R1 B2 FW2 D2", "R B2 Fw2 D2"},
                         // The WCA's regulations #757: what is written by hand.
                         {"rw U2 rW' F", "Rw U2 Rw' F"}}) {
    const Reading a = reading_of(written);
    const Reading b = reading_of(meant);
    EXPECT_EQ(a.in_space, b.in_space) << written;
    EXPECT_EQ(a.held, b.held) << written;
    EXPECT_NE(a.cube, kSolved) << written;
  }
}

TEST(Trackers, FaceletsAsOthersListThem) {
  // cubejs #3: lower case; the scramble stands beside it.
  EXPECT_EQ(reading_of("fluuufdfdlrrbrbbulbdfdflrdlbbubdlfufrflflrrudbddrbluru").cube,
            reading_of("L R' B2 F R' B F2 U' B' R' B D' L D2 B2 U L B' L2 B' R2 L2 D2 L2 U B2 R' B F R2 U F'").cube);
  // kociemba #48: one cube, from two sides.
  const Reading good = reading_of("UUUUUUUUURRRRLRRRRFFFFBFFFFDDDDDDDDDLLLLRLLLLBBBBFBBBB");
  const Reading bad = reading_of("UUUUUUUUUFFFFBFFFFLLLLRLLLLDDDDDDDDDBBBBFBBBBRRRRLRRRR");
  EXPECT_EQ(good.cube, bad.cube);
  EXPECT_NE(good.held, bad.held);
  // RubiksCube-TwophaseSolver #17: the answer of that program takes the letters for those of the usual holding. It
  // brings all pieces home, and leaves the centres.
  const Reading held = reading_of("DDBBLFBLUFURLFDBRBLULBDFLRLFUUDRFRDUFRDLBUULDDFRRUBRBF");
  EXPECT_NE(held.held, Symmetry{});
  const Cube answer = to_cube(*parse_algorithm("U2 L' D2 U2 L2 F2 R2 B2 U2 R2 B L' D2 B' F2 D R D L B R"));
  EXPECT_EQ(with_home_centres(held.in_space * answer), kSolved);
  // HighFrequencyTwister #3, in the usual order.
  EXPECT_TRUE(reading_of("UDUFUDFBDRLRLRFFDUURBRFULRDDFRUDBDLLLDRULUFFBBRBLBBFBL").notes.empty());
  // TwoPhaseSolver #3 in the order URFLBD, python-rubik #15 in ULFRBD with colours: the solved cube.
  EXPECT_EQ(reading_of("UUUUUUUUURRRRRRRRRFFFFFFFFFLLLLLLLLLBBBBBBBBBDDDDDDDDD").cube, kSolved);
  EXPECT_EQ(reading_of("wwwwwwwwwooooooooogggggggggrrrrrrrrrbbbbbbbbbyyyyyyyyy").cube, kSolved);
  // The README of rubik_solver: ULFRBD with yellow above and red in front.
  const Reading solver = reading_of("wowgybwyogygybyoggrowbrgywrborwggybrbwororbwborgowryby");
  EXPECT_EQ(solver.held, parse_holding("DR").value());
  ASSERT_GE(solver.notes.size(), 2u);
  EXPECT_EQ(solver.notes[1], "the faces were listed in another order than URFDLB: ULFRBD");
  // CubeSimRS, RubiksCube: a net of six lists, by the names of colours.
  EXPECT_EQ(reading_of(R"({"w": ["w","w","w","w","w","w","w","w","w"], "r": ["r","r","r","r","r","r","r","r","r"],
                           "g": ["g","g","g","g","g","g","g","g","g"], "o": ["o","o","o","o","o","o","o","o","o"],
                           "b": ["b","b","b","b","b","b","b","b","b"], "y": ["y","y","y","y","y","y","y","y","y"]})")
                .cube,
            kSolved);
}

// What has no meaning gets the word that helps.
TEST(Trackers, WhatIsRefused) {
  // tnoodle #366: a blank in a move, and several scrambles in a line.
  const auto blank = read("B2 R2 D2 R F2 D2 L' R' B2 F' R' D2 F' L2 U' F2 R' 2 B' L2 Fw'");
  ASSERT_FALSE(blank);
  EXPECT_NE(blank.error().problems.front().find("write the number directly after its move"), std::string::npos);
  const auto several = read("R2 B' D2 R2 Fw Uw'|F' L2 U2 F2 Rw Uw2");
  ASSERT_FALSE(several);
  EXPECT_NE(several.error().problems.front().find("several cubes are written one a line"), std::string::npos);
  EXPECT_EQ(parse_algorithm("scrambles.alg").error().position, 0u);
  // kociemba #51: stickers that no cube shows. The sentences name places and colours.
  const auto photo = read("URUDULRDRFUDURUFUDLFLFFFRBLDRULDBBRBBBBRLLDBFFFLDBLRDU");
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::impossible);
  EXPECT_NE(photo.error().problems.front().find("R and L are opposite"), std::string::npos);
}

}  // namespace
}  // namespace superflip
