// Carriers: moves inside of addresses and rows of tables.
#include "superflip/reading/detail/carriers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "superflip/reading/detail/face_names.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"
#include "superflip/reading/pocket.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

void expect_read(const std::string& text, const std::string& moves) {
  const auto reading = read(text);
  ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
  EXPECT_EQ(reading->format, Format::moves) << text;
  EXPECT_EQ(reading->cube, parse_cube(moves).value()) << text;
  EXPECT_FALSE(reading->notes.empty()) << text;
}

TEST(Carriers, AddressesOfPages) {
  expect_read("https://alg.cubing.net/?alg=R_U_R-_U-", "R U R' U'");
  expect_read("https://alg.cubing.net/?setup=R2_F-&alg=U2_%2F%2Fcross%0AL&type=moves", "R2 F' U2 L");
  expect_read("https://alpha.twizzle.net/edit/?alg=R+U+R%27+U%27", "R U R' U'");
  expect_read("https://alpha.twizzle.net/edit/?setup-alg=F&alg=%28R+U%292", "F R U R U");
  expect_read("alg.cubing.net/?alg=R", "R");
  expect_read("http://example.org/?puzzle=3x3x3&alg=R2-#there", "R2");
  expect_read("https://cubedb.net/?puzzle=3&scramble=R_U&alg=F-", "R U F'");
  expect_read("https://alg.cubing.net/?alg=&setup=R_U", "R U");
  expect_read("https://cubedb.net/?puzzle=3x3&scramble=R_U&alg=F-", "R U F'");
  // The setup is that of the end: the cube is the one before the moves.
  expect_read("https://alg.cubing.net/?alg=R_U_F&type=alg", "F' U' R'");
  expect_read("https://alg.cubing.net/?alg=R_U%2F%2Fx&setup=F&type=reconstruction-end-with-setup", "F U' R'");
  expect_read("https://alpha.twizzle.net/edit/?alg=R+U&setup-alg=F&experimental-setup-anchor=end", "F U' R'");
  // A cuboid has another number of layers in one direction.
  for (const char* cube : {"3x3x3", "3x3", "333", "3", "3x3x3oh"})
    EXPECT_TRUE(moves_of_address(fmt::format("https://a.net/?puzzle={}&alg=R", cube))) << cube;
  for (const char* other : {"3x3x5", "3x3x2", "2x2x2", "4x4", "skewb"})
    EXPECT_FALSE(moves_of_address(fmt::format("https://a.net/?puzzle={}&alg=R", other))) << other;
  for (const char* none : {"?alg=R", "R?alg=U", "R U", "https://a/?alg=R U"})
    EXPECT_FALSE(*moves_of_address(none)) << none;
  for (const char* wrong :
       {"https://example.org/", "https://example.org/?x=R", "https://alpha.twizzle.net/edit/?puzzle=4x4x4&alg=Rw+U"})
    EXPECT_FALSE(moves_of_address(wrong)) << wrong;
  const auto wrong = read("https://alg.cubing.net/?alg=R_Q");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().problems.front().find("of the address"), std::string::npos);
}

TEST(Carriers, PrintsOfShow) {
  const std::string letters = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB";
  for (const std::string& text :
       {"U U L\n\n  facelets                " + letters + "\n  parity   even\n", "facelets " + letters})
    EXPECT_EQ(read(text)->cube, parse_cube("R U R' U'").value());
  EXPECT_FALSE(facelets_of_print("facelets UUU"));
  EXPECT_FALSE(facelets_of_print("my facelets " + letters));
}

TEST(Carriers, MovesAsInAnAddress) {
  expect_read("R%20U%27%20F2", "R U' F2");
  expect_read("R+U%27", "R U'");
  EXPECT_FALSE(read("R%2"));
  EXPECT_FALSE(moves_with_percent_signs("R U"));
}

TEST(Carriers, NotesOnRotationsAndInverses) {
  EXPECT_EQ(examine("(R U) x2").notes.back(),
            "x2 behind a bracket is the rotation of the cube; the bracket twice is (R U)2");
  EXPECT_TRUE(examine("(R U)2").notes.empty());
  for (const char* text : {"inverse: R U F", "Inv: R U", "undo: R"})
    EXPECT_NE(examine(text).problems.front().find("or their inverse"), std::string::npos) << text;
}

TEST(Carriers, RowsOfTimers) {
  const std::string scramble = "R2 U' F2 D L2 B R U2 F' L D2 B2 U R' F2 L2 D' B2 R2 U";
  expect_read("1;15.92;;" + scramble + ";2024-02-03 12:00:00;15.92", scramble);
  expect_read("1,15.92,\"" + scramble + "\",2024-02-03", scramble);
  expect_read("12\t9.8\t" + scramble, scramble);
  EXPECT_FALSE(*moves_of_row("1;2;3"));
  EXPECT_FALSE(*moves_of_row("1;R U F;3"));                       // too few
  EXPECT_FALSE(*moves_of_row("1;" + scramble + ";" + scramble));  // which of them?
  EXPECT_FALSE(*moves_of_row(""));
}

// What people write around the stickers of a cube. These letters can all be moves, and none of these texts are.
TEST(Carriers, StickersWithWordsAroundThem) {
  const std::string stickers = "LLBRURLLRUDLDRDLBFUBBFFLRUDFRFFDDDUDDBFBLRBUUUFBFBURLR";
  const Cube cube = parse_cube(stickers).value();
  const std::string colours = "OOBRWROORWYOYRYOBGWBBGGORWYGRGGYYYWYYBGBORBWWWGBGBWROR";
  const std::string emoji = [&] {
    std::string squares;
    for (const char c : colours)
      squares += c == 'W'   ? "⬜"
                 : c == 'R' ? "🟥"
                 : c == 'G' ? "🟩"
                 : c == 'Y' ? "🟨"
                 : c == 'O' ? "🟧"
                            : "🟦";
    return squares;
  }();
  for (const std::string& written : {stickers, colours, emoji})
    for (const std::string& text : {"facelets: " + written,
                                    "  cube:" + written,
                                    "my cube = " + written,
                                    "Scramble: " + written,
                                    "1) " + written,
                                    "12. " + written,
                                    written + " // solved",
                                    written + " // c",
                                    "// mine\n" + written,
                                    written + " # 2",
                                    "facelets: " + written + " // R U F",
                                    "2024-01-01," + written + ",3",
                                    "7;" + written + ";ok",
                                    "\"a\",\"" + written + "\"",
                                    "1\t" + written,
                                    "cube = '" + written + "'",
                                    "Cube('" + written + "')",
                                    "solve(\"" + written + "\")",
                                    "?cube=" + written,
                                    "cube=" + written + "&x=1",
                                    "https://example.org/solve?a=b&state=" + written + "&c=d",
                                    "kociemba.solve('" + written + "')",
                                    "Cube.fromString('" + written + "').solve()",
                                    "Search.solution(\"" + written + "\", 21, 1000, false)"}) {
      const auto reading = read(text);
      ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
      EXPECT_EQ(reading->format, Format::facelets) << text;
      EXPECT_EQ(reading->cube, cube) << text;
      ASSERT_FALSE(reading->notes.empty()) << text;
      EXPECT_NE(reading->notes.front().find("around the cube is left out: "), std::string::npos) << text;
    }
  for (const char* mark : {"'", "2", "’", ".", ";"}) EXPECT_EQ(read(stickers + mark)->cube, cube) << mark;
  EXPECT_EQ(read("2024-01-01," + stickers + ",3")->notes.front(),
            "what stands around the cube is left out: 2024-01-01 and 3");
  // One is missing, or a mark stands among them: no moves are made of it.
  for (const std::string& wrong : {"facelets: " + stickers.substr(1), stickers.substr(0, 9) + "'" + stickers.substr(9)})
    EXPECT_EQ(read(wrong).error().kind, ErrorKind::unreadable) << wrong;
  // Named, they are moves.
  EXPECT_EQ(read(stickers + "'", {.formats = {Format::moves}})->format, Format::moves);
  // Two cubes in a row are no one cube, and moves with the same things around them are moves.
  EXPECT_FALSE(read(stickers + "," + stickers));
  EXPECT_EQ(read("cube: R U F' // solved")->cube, parse_cube("R U F'").value());
  EXPECT_EQ(read("(R U F D L B)9")->format, Format::moves);
}

// One word of 54 letters is stickers, whatever stands around it.
TEST(Carriers, OneWordOfStickersInAnyText) {
  const std::string f = "DBBFURUUFRBLLRFBFFBFDUFBULDRULRDLDBULRRDLRBDFUDFDBLLUR";
  const Cube cube = parse_cube(f).value();
  for (const std::string& text :
       {"\"facelets\": \"" + f + "\",", "id: 3, cube: " + f + ", x: 2", "3;cube: " + f + ";x", "3\tcube: " + f,
        f + " R U R' U'", f + " R2 U2", "R2 U F' B'  " + f, f + " (R2 U F')", "b'" + f + "'", "b'" + f + "\\r\\n'",
        "print(kociemba.solve('" + f + "'))", "new Search().solution(\"" + f + "\", 21, 100000000, 0, 0)",
        "Cube::new(\"" + f + "\")", "http://localhost:8080/" + f, f + " (12f)", "“" + f + "”", "kociemba " + f,
        "return \"" + f + "\"", "Cube c{\"" + f + "\"}"}) {
    const auto reading = read(text);
    ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
    EXPECT_EQ(reading->cube, cube) << text;
    EXPECT_FALSE(reading->notes.empty()) << text;
  }
  for (const std::string& wrong : {"id: 3, cube: " + f.substr(1), f + " " + f + "' R2 U2"})
    EXPECT_FALSE(read(wrong)) << wrong;
  EXPECT_EQ(read(f + " R U R' U'", {.formats = {Format::moves}})->format, Format::moves);
  EXPECT_EQ(parse_pocket("x = LBFLUUUBRFLFBRDRFDLURDDB;").value(), parse_pocket("LBFLUUUBRFLFBRDRFDLURDDB").value());
  EXPECT_EQ(parse_pocket("https://alpha.twizzle.net/edit/?puzzle=2x2x2&alg=R+U").value(), parse_pocket("R U").value());
  EXPECT_EQ(parse_pocket(R"({"puzzle": "2x2x2", "scramble": "R U"})").value(), parse_pocket("R U").value());
  EXPECT_FALSE(read("R U2 F // " + f));  // a remark, or the cube
  std::string remarks;
  for (int i = 0; i < 7; ++i) remarks += "R U // insertion\n";
  EXPECT_TRUE(read(remarks));
  // Words as long as faces are no moves, either.
  std::string faces;
  for (std::size_t i = 0; i < 54; i += 9) faces += f.substr(i, 9) + " (" + f[i + 4] + ")\n";
  EXPECT_NE(read(faces).error().problems.front().find("as the stickers of a face"), std::string::npos);
}

TEST(Carriers, CyclesAreNoMoves) {
  for (const char* cycles : {"(UR UF UB)(URF ULB)", "(UF UB) (LF LB)", "(UR,UF,UB)"})
    EXPECT_NE(read(cycles).error().problems.front().find("cycles of pieces"), std::string::npos) << cycles;
  for (const char* moves : {"(R U)(R U)", "(RU FU)(RU FU)", "(RUF)", "(RU FB LD)2", "(R, U, F)"})
    EXPECT_TRUE(read(moves)) << moves;
}

TEST(Carriers, FencesAreNoMoves) {
  for (const char* text : {"```\nR U F2\n```", "```text\nR U\nF2\n```\n", "  ```\n```\nR U F2"})
    EXPECT_EQ(read(text)->cube, parse_cube("R U F2").value()) << text;
  EXPECT_FALSE(read("``` R U\nF2"));
  // What stands before and behind is left out, unless it is moves, too.
  expect_read("My moves, I think:\n```\nR U F2\n```\nIt has 3 moves.", "R U F2");
  EXPECT_EQ(read("R U\n```\nF2\n```")->cube, parse_cube("R U F2").value());
  EXPECT_FALSE(read("```\n```"));
}

TEST(Carriers, MovesInPrograms) {
  expect_read("Cube('R U2 F2')", "R U2 F2");
  expect_read("cube.move(\"R U F'\")", "R U F'");
  expect_read("new Alg('R U R' U'')", "R U R' U'");
  expect_read("<twisty-player alg=\"R U R' U'\"></twisty-player>", "R U R' U'");
  for (const char* none : {"solve(\"R U\", \"F\")", "R U \"F\"", "solve(\"Q\")", "solve(\"\")", "invert(\"R U\")",
                           "new Alg(\"R U\").invert()", "alg = \"R U\" * 6", "alg = \"R U\".repeat(3)",
                           "alg = \"R U\"[::-1]", "cube.turn(\"R\", -1)", "cube.turn(\"R\", 3)", "x = (\"R U\") * 2",
                           "for m in moves(\"R U\"):", "solve(\"R U\"); undo()"})
    EXPECT_FALSE(moves_of_quotation(none, Niss::off)) << none;
  for (const char* moves :
       {"alg = \"R U2\";", "alg = \"R U2\"  # for OLL", "alg = \"R U2\" #mine", "alg = \"R U2\"; // mine",
        "cube(\"R U2\")", "moves: \"R U2\",", "<p data-alg=\"R U2\"></p>", "<p data-alg=\"R U2\"/>"})
    expect_read(moves, "R U2");
  expect_read("http://localhost:8080/v1/solve?cube=R+U2+F%27", "R U2 F'");
}

TEST(Carriers, OtherPuzzlesInRows) {
  for (const char* row : {"pyraminx;R2 U F D L", "1,4x4x4,R U F R2 U2,3.1", "1;5x5x5;R U F R2 U2"})
    EXPECT_NE(read(row).error().problems.front().find("of another puzzle"), std::string::npos) << row;
  EXPECT_NE(read("https://example.org/visualcube.php?pzl=4&alg=R").error().problems.front().find("another puzzle"),
            std::string::npos);
  expect_read("444,R U F R2 U2,3.1", "R U F R2 U2");  // the number of a row
  // Twisty Timer names the puzzle in quotation marks.
  expect_read(R"("333";"Normal";"12340";"1715500000000";"R U F R2 U2";"0";"")", "R U F R2 U2");
  expect_read(R"("444","12.34","R U F R2 U2")", "R U F R2 U2");  // the number of a row
  expect_read("3;12.0;mega;R U F2 D", "R U F2 D");               // a remark
  for (const char* puzzle : {"222", "444", "777", "pyra", "skewb"})
    EXPECT_EQ(read(fmt::format(R"("{}";"Normal";"12340";"17";"R U F R2 U2";"0";"")", puzzle)).error().problems.front(),
              fmt::format("this is of another puzzle, '{}'", puzzle));
  for (const char* row : {R"("mega";"Normal";"1";"2";"R++ D-- R++";"0";"")", R"("sq1";"";"1";"2";"(1,0)/(3,3)/";"0")",
                          R"("clock";"Normal";"1";"2";"UR3+ DR2-";"0";"")"})
    EXPECT_NE(read(row).error().problems.front().find("of another puzzle"), std::string::npos) << row;
  // A label; only a number is that of a line.
  for (const char* label : {"2x2: ", "Scramble (2x2): ", "2x2x2: ", "clock: ", "4x4: "})
    EXPECT_NE(read(std::string(label) + "R U F").error().problems.front().find("another puzzle"), std::string::npos)
        << label;
  for (const char* moves : {"222: R U F", "Petrus 2x2x2: R U F", "R U F // 2x2x2: 4/4", "{2x2x2 block} R U [F: D]",
                            "3x3 (not 2x2): R U F", "Like clock work: R U"})
    EXPECT_TRUE(read(moves)) << moves;
  EXPECT_TRUE(parse_pocket("2x2: R U F"));
  // Moves that no cube has.
  for (const auto& [moves, puzzle] : {std::pair{"(1,0)/(-3,3)/", "Square-1"},
                                      {"/ (1,-2) / (3,0)", "Square-1"},
                                      {"UR3+ DR2- DL1+ ALL2+", "the clock"}})
    EXPECT_NE(read(moves).error().problems.front().find(puzzle), std::string::npos) << moves;
}

// The element of cubing.js, with any of its attributes.
TEST(Carriers, PlayersInPages) {
  expect_read("<twisty-player puzzle=\"3x3x3\" alg=\"R U R' U'\"></twisty-player>", "R U R' U'");
  expect_read("<twisty-player experimental-setup-alg=\"F\" alg=\"R U\"></twisty-player>", "F R U");
  expect_read("<twisty-player alg='R U' experimental-setup-anchor='end'></twisty-player>", "U' R'");
  expect_read("<twisty-player\n  alg=\"R U\"\n></twisty-player>", "R U");
  EXPECT_NE(
      read("<twisty-player puzzle=\"4x4x4\" alg=\"R U\">").error().problems.front().find("another puzzle, '4x4x4'"),
      std::string::npos);
  expect_read("<twisty-player\talg='R U'></twisty-player><!-- setup=\"x2\" -->", "R U");
  for (const char* wrong : {"<twisty-player puzzle=\"3x3x3\"></twisty-player>", "<twisty-player",
                            "<twisty-player alg=", "<twisty-player alg=\">",
                            "<twisty-player alg=\"R U\"></twisty-player><twisty-player experimental-setup-alg=\"F\">"})
    EXPECT_FALSE(read(wrong)) << wrong;
}

// Means and averages stand above the list.
TEST(Carriers, OneSolveOfATimer) {
  const std::string head = "Generated By csTimer on 2024-11-27\nsingle: 12.34\n\nTime List:\n";
  const auto solve = read(head + "1. 12.34   R U F2   @2024-11-27 10:00:00");
  ASSERT_TRUE(solve);
  EXPECT_EQ(solve->cube, parse_cube("R U F2").value());
  EXPECT_FALSE(read(head + "1. 12.34   R U F2\n2. 11.00   L D"));
  EXPECT_FALSE(read(head));
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "Generated By csTimer Time List: ";
  EXPECT_FALSE(read(many));
  EXPECT_NE(
      read(R"j({"session1":[[[0,12340],"R U2 F","",17]],"properties":{}})j").error().problems.front().find("timer"),
      std::string::npos);
}

TEST(Carriers, AFaceAloneIsNoMoves) {
  for (const char* face : {"const up = [[\"U\", \"U\", \"U\"],[\"U\", \"U\", \"U\"],[\"U\", \"U\", \"U\"]];",
                           "my front: F F F F F F F F F"})
    EXPECT_FALSE(read(face)) << face;
  for (const char* face :
       {"faces[0] = \"RDRRURBFF\";", "Layer 1: RDRRURBFF", "first = 'RDRRURBFF'", "Top row: RDRRURBFF"})
    EXPECT_FALSE(read(face)) << face;
  EXPECT_EQ(
      read("Scramble: RDRRURBFF").error().problems.front(),
      "these nine letters may be the stickers of a face, or moves; expected all six faces, or the moves without a "
      "name before them");
  EXPECT_TRUE(read("RDRRURBFF"));
  for (const char* moves : {"https://alg.cubing.net/?alg=RDRRURBFF", "#12: RDRRURBFF", "1: RDRRURBFF",
                            "1. 9.87 RDRRURBFF", "R U // note: RUFRUFRUF"})
    EXPECT_TRUE(read(moves)) << moves;
  EXPECT_TRUE(read("Scramble: R D R R U R B F F"));
  EXPECT_TRUE(read("Scramble: RDRRURBF"));
  for (const char* moves : {"F2 premove: R U", "D' premove: R U", "R then: U F", "x2 cross: R U F"})
    EXPECT_FALSE(read(moves)) << moves;
}

// The cubie level as programs print it.
TEST(Carriers, ListsOfPieces) {
  const Cube cube = parse_cube("R").value();
  for (const char* sign : {" = ", ": ", "="})
    for (const char* end : {"\n", ", "}) {
      const std::string text = fmt::format(
          "cp{0}[4, 1, 2, 0, 7, 5, 6, 3]{1}co{0}[2, 0, 0, 1, 1, 0, 0, 2]{1}ep{0}[8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0]"
          "{1}eo{0}[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
          sign, end);
      ASSERT_TRUE(read(text)) << text;
      EXPECT_EQ(read(text)->cube, cube) << text;
      // Nothing is left out without a word.
      EXPECT_FALSE(object_of_lists("R U\n" + text)) << text;
      EXPECT_FALSE(object_of_lists(text + end + "cp = [0]")) << text;
      EXPECT_FALSE(object_of_lists(text.substr(0, text.rfind("eo")))) << text;
    }
  for (const char* none : {"", "cp", "cp =", "cp = [", "cp]", "co = ep]"}) EXPECT_FALSE(object_of_lists(none)) << none;
}

TEST(Carriers, FacesWithWordsForColours) {
  constexpr std::array<const char*, kFaces> kWords{"white", "red", "green", "yellow", "orange", "blue"};
  const Cube cube = parse_cube("R U2 F' L D B2 R' U L2 F").value();
  std::string faces;
  std::size_t i = 0;
  for (const std::uint8_t colour : to_stickers(cube)) {
    if (i % 9 == 0) faces += fmt::format("{}{}:", i == 0 ? "" : "\n", kFaceLetters[i / 9]);
    faces += fmt::format(" {}", kWords[colour]);
    ++i;
  }
  const auto reading = read(faces);
  ASSERT_TRUE(reading) << faces;
  EXPECT_EQ(reading->cube, cube);
}

TEST(Carriers, ReidsPiecesWithWordsAroundThem) {
  const std::string reid = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
  std::string commas;
  std::string lower;
  for (const char c : reid) {
    commas += c == ' ' ? ", " : std::string(1, c);
    lower += c == ' ' ? ' ' : static_cast<char>(c - 'A' + 'a');
  }
  for (const std::string& text : {commas, "(" + commas + ")", "[" + reid + "]", lower, "Reid: " + reid,
                                  reid + " // solved", "\"" + reid + "\""}) {
    const auto reading = read(text);
    ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
    EXPECT_EQ(reading->format, Format::reid) << text;
    EXPECT_EQ(reading->cube, kSolved) << text;
  }
  const auto problem = [](const std::string& text) { return read(text).error().problems.front(); };
  std::string wrong = reid;
  wrong.replace(wrong.find("FL"), 2, "UX");
  EXPECT_EQ(problem(wrong), "piece 10, at FL: expected 2 of the letters U R F D L B");
  EXPECT_NE(problem(reid.substr(0, 35)).find("there are only 12 pieces"), std::string::npos);
  EXPECT_EQ(read("UF UR UB UL")->format, Format::moves);
}

TEST(Carriers, NamedFaces) {
  const Cube cube = parse_cube("LLBRURLLRUDLDRDLBFUBBFFLRUDFRFFDDDUDDBFBLRBUUUFBFBURLR").value();
  for (const char* text :
       {"U: LLBRURLLR R: UDLDRDLBF F: UBBFFLRUD D: FRFFDDDUD L: DBFBLRBUU B: UFBFBURLR",
        "U = LLBRURLLR\nR = UDLDRDLBF\nF = UBBFFLRUD\nD = FRFFDDDUD\nL = DBFBLRBUU\nB = UFBFBURLR",
        "Face U: LLBRURLLR\nFace R: UDLDRDLBF\nFace F: UBBFFLRUD\nFace D: FRFFDDDUD\nFace L: DBFBLRBUU\nFace B: "
        "UFBFBURLR",
        "cube:\n  U: LLBRURLLR\n  R: UDLDRDLBF\n  F: UBBFFLRUD\n  D: FRFFDDDUD\n  L: DBFBLRBUU\n  B: UFBFBURLR",
        "1. Up: LLBRURLLR\n2. Right: UDLDRDLBF\n3. Front: UBBFFLRUD\n4. Down: FRFFDDDUD\n5. Left: DBFBLRBUU\n"
        "6. Back: UFBFBURLR",
        "U,LLBRURLLR\nR,UDLDRDLBF\nF,UBBFFLRUD\nD,FRFFDDDUD\nL,DBFBLRBUU\nB,UFBFBURLR",
        "U; LLB RUR LLR\nR; UDL DRD LBF\nF; UBB FFL RUD\nD; FRF FDD DUD\nL; DBF BLR BUU\nB; UFB FBU RLR",
        "U LLBRURLLR\nR UDLDRDLBF\nF UBBFFLRUD\nD FRFFDDDUD\nL DBFBLRBUU\nB UFBFBURLR",
        "Front: UBBFFLRUD, Back: UFBFBURLR, Left: DBFBLRBUU, Right: UDLDRDLBF, Up: LLBRURLLR, Down: FRFFDDDUD",
        "U LLBRURLLR R UDLDRDLBF F UBBFFLRUD D FRFFDDDUD L DBFBLRBUU B UFBFBURLR",
        "Up (U): LLBRURLLR\n**Right**: UDLDRDLBF\n1. **Front (F center)**: UBBFFLRUD\n- **Down** (D): FRFFDDDUD\n"
        "### Left\nDBFBLRBUU\n**Back side**\nUFB FBU RLR",
        "| Face | Stickers |\n|---|---|\n| Up | LLBRURLLR |\n| R | UDLDRDLBF |\n| F | UBBFFLRUD |\n| D | FRFFDDDUD |\n"
        "| L | D B F B L R B U U |\n| B | UFBFBURLR |",
        "const up = 'LLBRURLLR';\nlet right = 'UDLDRDLBF';\nvar front='UBBFFLRUD';\nself.down = \"FRFFDDDUD\"\n"
        "this.faces['left'] = 'DBFBLRBUU'\nString back = \"UFBFBURLR\";",
        "up_face = ['L','L','B','R','U','R','L','L','R']\nrightFace = 'UDLDRDLBF'\nfront_face = 'UBBFFLRUD'\n"
        "cube.down = 'FRFFDDDUD'\nchar left[9] = {'D','B','F','B','L','R','B','U','U'};\nback = UFBFBURLR",
        "top = np.array([['L','L','B'],['R','U','R'],['L','L','R']])\nright = np.array([['U','D','L'],['D','R','D'],"
        "['L','B','F']])\nfront = np.array(list('UBBFFLRUD'))\nbottom = FRFFDDDUD\nleft = DBFBLRBUU\nback = UFBFBURLR",
        "U center: LLBRURLLR\nR centre: UDLDRDLBF\nF: UBBFFLRUD\nD: FRFFDDDUD\nL: DBFBLRBUU\nB: UFBFBURLR",
        "Up face: LLBRURLLR\nright side: UDLDRDLBF\nFront - UBBFFLRUD\nDown: FRFFDDDUD\nLeft: DBFBLRBUU\n"
        "Back:\nUFB FBU RLR"}) {
    const auto reading = read(text);
    ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
    EXPECT_EQ(reading->cube, cube) << text;
    // The names say which face is which.
    EXPECT_EQ(read(text, {.listed = {parse_layout("ULFRBD").value(), {}}})->cube, cube) << text;
  }
  // A face may be turned all the same.
  const auto turned = read("U: LRLLULRRB R: UDLDRDLBF F: UBBFFLRUD D: FRFFDDDUD L: DBFBLRBUU B: UFBFBURLR");
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->cube, cube);
  EXPECT_EQ(turned->notes.front(), "the stickers are a cube if some faces are turned");
  // "Red, red" is no name of a face among the words of one.
  EXPECT_EQ(read("Up: white, white, white, white, white, white, white, white, white\n"
                 "Right: red, red, red, red, red, red, red, red, red\n"
                 "Front: green, green, green, green, green, green, green, green, green\n"
                 "Down: yellow, yellow, yellow, yellow, yellow, yellow, yellow, yellow, yellow\n"
                 "Left: orange, orange, orange, orange, orange, orange, orange, orange, orange\n"
                 "Back: blue, blue, blue, blue, blue, blue, blue, blue, blue")
                ->cube,
            kSolved);
  // Rows of words: "orange red" are two stickers and not nine.
  std::string rows;
  const std::string facelets = to_facelets(cube);
  constexpr std::array<const char*, 6> kColours{"white", "red", "green", "yellow", "orange", "blue"};
  for (std::size_t i = 0; i < kFacelets; ++i) {
    if (i % 9 == 0) rows += std::string(kColours[i / 9]) + " face:\n";
    rows += kColours[std::string_view(kFaceLetters).find(facelets[i])];
    rows += i % 3 == 2 ? "\n" : " ";
  }
  ASSERT_TRUE(read(rows)) << rows;
  EXPECT_EQ(read(rows)->cube, cube) << rows;
  for (const char* moves : {"[U: R]", "U R F D L B", "U\nR\nF"})
    EXPECT_FALSE(facelets_of_named_faces(moves, 9)) << moves;
  EXPECT_EQ(parse_pocket("U: LBFL\nR: UUUB\nF: RFLF\nD: BRDR\nL: FDLU\nB: RDDB").value(),
            parse_pocket("LBFLUUUBRFLFBRDRFDLURDDB").value());
  EXPECT_EQ(parse_pocket("facelets: LBFLUUUBRFLFBRDRFDLURDDB // x").value(),
            parse_pocket("LBFLUUUBRFLFBRDRFDLURDDB").value());
}

}  // namespace
}  // namespace superflip
