// JSON of others: what cubejs, cubing.js and programs of Python print of a cube is read as that cube.
#include "superflip/reading/cube_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"

namespace superflip {
namespace {

Cube cube_of(std::string_view moves) { return to_cube(parse_algorithm(moves).value()); }

// The nine letters of a face.
std::string face_of(const Cube& c, int face) { return to_facelets(c).substr(static_cast<std::size_t>(9 * face), 9); }

std::string listed(const std::string& letters, char quote, std::size_t row = 0) {
  std::string text = "[";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (row > 0 && i % row == 0) text += i == 0 ? "[" : "], [";
    if (i > 0 && (row == 0 || i % row != 0)) text += ", ";
    text += std::string(1, quote) + letters[i] + quote;
  }
  return text + (row > 0 ? "]]" : "]");
}

// R U F' L2 D B, as cubejs prints it.
TEST(CubeJson, ReadsCubejs) {
  const Diagnosis d = examine_json(R"({"center":[0,1,2,3,4,5],"cp":[7,6,2,5,1,0,4,3],"co":[2,0,1,1,0,0,2,0],)"
                                   R"("ep":[3,4,6,0,9,1,7,8,5,10,2,11],"eo":[0,1,0,1,1,0,0,0,1,0,1,1]})");
  EXPECT_EQ(d.cube, cube_of("R U F' L2 D B"));
  EXPECT_TRUE(d.notes.empty());
  EXPECT_EQ(examine_json(R"({"cp":[7],"co":[],"ep":[],"eo":[]})").problems.front(),
            "cp: expected an array of 8 whole numbers 0..7");
  EXPECT_EQ(examine_json(R"({"cp":[0,1,2,3,4,5,6,7],"co":[0,0,0,0,0,0,0,0],"ep":[0,1,2,3,4,5,6,7,8,9,10,11]})")
                .problems.front(),
            "eo: expected an array of 12 whole numbers 0..1");
}

// The patterns of R U F' L2 D B and of x y R U, as cubing.js prints them.
TEST(CubeJson, ReadsPatternsOfCubing) {
  const Diagnosis d =
      examine_json(R"({"EDGES":{"pieces":[5,2,1,7,0,9,8,6,4,11,10,3],"orientation":[1,0,1,0,0,1,0,0,1,0,1,1]},)"
                   R"("CORNERS":{"pieces":[7,5,2,6,3,0,4,1],"orientation":[2,1,1,0,0,0,2,0]},)"
                   R"("CENTERS":{"pieces":[0,1,2,3,4,5],"orientation":[0,0,0,0,0,0]}})");
  EXPECT_EQ(d.cube, cube_of("R U F' L2 D B"));
  const std::string held = R"({"EDGES":{"pieces":[1,9,4,8,10,3,11,6,2,5,0,7],"orientation":[1,0,1,0,0,1,0,1,1,1,1,1]},)"
                           R"("CORNERS":{"pieces":[0,5,4,1,2,7,6,3],"orientation":[2,1,2,1,2,1,2,1]},)"
                           R"("CENTERS":{"pieces":[2,5,3,0,1,4],"orientation":[0,0,0,0,0,0]}})";
  for (const std::string& text : {held, "{\"patternData\":" + held + "}"}) {
    const Diagnosis turned = examine_json(text);
    EXPECT_EQ(turned.cube, cube_of("x y R U"));
    EXPECT_EQ(turned.held, parse_algorithm("x y R U").value().rotation);
    EXPECT_EQ(turned.notes.size(), 1u);
  }
}

RC_GTEST_PROP(CubeJson, ReadsFacesAndLists, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const auto reads = [&](const std::string& text) {
    RC_ASSERT(recognise(text) == Format::json);
    RC_ASSERT(examine_json(text).cube == c);
  };
  std::string letters = "{";
  std::string words = "{";
  std::string rows = "{";
  constexpr std::array<const char*, kFaces> kNames{"up", "Right", "front", "DOWN", "left", "back"};
  for (const int f : {L, U, F, B, R, D}) {  // in any order
    const std::string comma = f == L ? "" : ", ";
    letters += comma + fmt::format("\"{}\": \"{}\"", kFaceLetters[f], face_of(c, f));
    words += comma + fmt::format("\"{}\": {}", kNames[f], listed(face_of(c, f), '"'));
    rows += comma + fmt::format("\"{}\": {}", kFaceLetters[f], listed(face_of(c, f), '"', 3));
  }
  for (const std::string& text : {letters, words, rows}) reads(text + "}");
  for (const char quote : {'"', '\''})
    for (const std::size_t row : {std::size_t{0}, std::size_t{9}}) reads(listed(to_facelets(c), quote, row));
}

TEST(CubeJson, ReadsWordsForColours) {
  std::string text = "[";
  constexpr std::array<const char*, kFaces> kWords{"white", "red", "green", "yellow", "orange", "blue"};
  for (const std::uint8_t colour : to_stickers(cube_of("R U F")))
    text += fmt::format("{}\"{}\"", text.size() == 1 ? "" : ", ", kWords[colour]);
  EXPECT_EQ(examine_json(text + "]").cube, cube_of("R U F"));
}

TEST(CubeJson, NamesTheKeysOfOtherObjects) {
  EXPECT_EQ(
      examine_json(R"({"state": 5, "name": "x"})").problems.front(),
      "the object has the keys \"name\" and \"state\", which are no cube; a cube needs \"corners\" and \"edges\", or "
      "{\"facelets\": \"UUU...\"} alone");
  EXPECT_NE(examine_json("{}").problems.front().find("the object is empty"), std::string::npos);
  EXPECT_NE(examine_json("[[[]]]").problems.front().find("54 facelets"), std::string::npos);
}

TEST(CubeJson, ReadsWhatHasOneMeaning) {
  for (const char* text : {R"({"cube": "R U F"})", R"({"scramble": "R U F"})", "{alg: 'R U F'}"})
    EXPECT_EQ(examine(text).cube, cube_of("R U F")) << text;
  const std::string facelets = to_facelets(cube_of("R U F"));
  EXPECT_EQ(examine("{state: '" + facelets + "'}").cube, cube_of("R U F"));
  std::string object = "{";
  constexpr std::array<const char*, kFaces> kNames{"up", "right", "front", "down", "left", "back"};
  for (std::size_t f = 0; f < kFaces; ++f)
    object += fmt::format("{}{}: \"{}\"", f == 0 ? "" : ", ", kNames[f], facelets.substr(9 * f, 9));
  EXPECT_EQ(examine(object + "}").cube, cube_of("R U F"));
  EXPECT_EQ(examine("{\"faces\": " + object + "}}").cube, cube_of("R U F"));
  EXPECT_EQ(examine(object + ",\n}").cube, cube_of("R U F"));
  EXPECT_EQ(examine(R"({"moves": ["R", "U", "F'"]})").cube, cube_of("R U F'"));
  EXPECT_EQ(examine(R"({"moves": ["R", "U", "F'", ]})").cube, cube_of("R U F'"));
  EXPECT_EQ(examine(R"({"result": {"cube": "R U F"}})").cube, cube_of("R U F"));
  EXPECT_EQ(examine(R"({"moves": [["R", "U"], ["F'"]]})").cube, cube_of("R U F'"));
  EXPECT_FALSE(examine(R"({"moves": ["R", 5]})").cube);
  for (const char* none : {R"({"moves": []})", R"({"moves": [null]})", R"({"moves": [{"face": "R", "turns": 1}]})",
                           R"({"x": [[]]})", R"({"faces": [{"name": "U", "stickers": ["F"]}]})"})
    EXPECT_EQ(examine(none).problems.front(), "the list is neither of 54 facelets nor of moves") << none;
  EXPECT_EQ(examine(R"([{"move": "R"}, {"move": "U"}])").problems.front(),
            "a list of objects is no cube; several cubes are written one a line");
  EXPECT_NE(examine(R"({"scrambles": ["R U F2", "L D"]})").problems.front().find("one a line"), std::string::npos);
  EXPECT_FALSE(examine(R"({"U": ["F", "D", "L", "F", "U", "B", "F", "D", "D"]})").cube);
  EXPECT_FALSE(examine(R"({"white": "x"})").cube);
  EXPECT_EQ(examine(R"({"alg": "R // \"}\" ,]", })").cube, cube_of("R"));
  std::string deep = R"({"cube": "R U F"})";
  for (int i = 0; i < 8000; ++i) deep = "{\"a\":" + deep + "}";
  EXPECT_EQ(examine(deep).cube, cube_of("R U F"));
  EXPECT_FALSE(examine("{U: 1}").cube);
  EXPECT_EQ(examine_json(R"({"U": "UUUUUUUUU", "R": "", "F": "", "D": ""})").problems.front(),
            "the object lacks the faces L and B");
  for (const char* twice :
       {R"({"cube": "R", "cube": "U"})", R"({"cube": "R", "cube": "U",})", "{cube: 'R', cube: 'U'}"})
    EXPECT_EQ(examine_json(twice).problems.front(), "the JSON text has 'cube' twice") << twice;
  EXPECT_EQ(examine_json(R"({"cp": [], "co": [], "eo": []})").problems.front(), "the object lacks the key \"ep\"");
}

// Beside other keys, the one under a name that says what it is; several have to agree.
TEST(CubeJson, ReadsTheCubeAmongOtherKeys) {
  const std::string facelets = to_facelets(cube_of("R U F"));
  for (const std::string& text :
       {R"({"state": ")" + facelets + R"(", "ok": true})", std::string(R"({"id": 1, "scramble": "R U F"})"),
        R"({"cube": {"facelets": ")" + facelets + R"("}, "solved": false})",
        R"({"puzzle": "3x3x3", "scramble": "R U F", "State": ")" + facelets + R"("})",
        R"({"facelets": ")" + facelets + R"(", "moves": ["R", "U", "F"]})",
        R"({"moves": "", "state": ")" + facelets + R"("})"}) {
    EXPECT_EQ(examine(text).cube, cube_of("R U F")) << text;
  }
  EXPECT_EQ(examine(R"({"id": 1, "scramble": "R U F"})").notes.front(), "the cube is \"scramble\"; left out: \"id\"");
  EXPECT_TRUE(examine(R"({"schema": 1, "facelets": ")" + facelets + "\"}").notes.empty());
  // Moves beside stickers may be what solves them.
  const Diagnosis solved = examine(R"({"moves": "F' U' R'", "facelets": ")" + facelets + "\"}");
  EXPECT_EQ(solved.cube, cube_of("R U F"));
  EXPECT_EQ(solved.notes.front(), "the cube is \"facelets\"; left out: \"moves\"");
  EXPECT_EQ(examine(R"({"state": "R U", "facelets": ")" + facelets + "\"}").problems.front(),
            "\"facelets\" and \"state\" show different cubes; leave one of them out");
  // Long texts are meant as cubes, and other puzzles as such.
  EXPECT_EQ(examine(R"({"cube": ")" + facelets.substr(1) + R"(", "moves": "R U"})").problems.front().substr(0, 19),
            "\"cube\": there are 5");
  EXPECT_NE(examine(R"({"scramble": "R U", "puzzle": "4x4x4"})").problems.front().find("another puzzle, '4x4x4'"),
            std::string::npos);
  EXPECT_EQ(examine(R"({"state": "solving", "scramble": "R U"})").notes.front(),
            "the cube is \"scramble\"; left out: \"state\"");
  EXPECT_EQ(examine(R"({"cube": "Q", "scramble": "R Q"})").problems.front().substr(0, 8), "\"cube\": ");
  EXPECT_EQ(examine(R"({"cube": " "})").problems.front(), "\"cube\" is empty");
  for (const char* none : {R"({"cube": null, "id": 1})", R"({"cube": 5})"})
    EXPECT_NE(examine(none).problems.front().find("no cube"), std::string::npos) << none;
  const std::string other = to_facelets(cube_of("R"));
  EXPECT_NE(examine(R"({"cubes": [")" + facelets + R"(", ")" + other + "\"]}").problems.front().find("several cubes"),
            std::string::npos);
  std::string faces = "{\"faces\": [";
  for (std::size_t f = 0; f < kFaces; ++f)
    faces += fmt::format("{}\"{}\"", f == 0 ? "" : ", ", facelets.substr(9 * f, 9));
  EXPECT_EQ(examine(faces + "]}").cube, cube_of("R U F"));
  // An object in an object in an object ... is no cube; a text with quotation marks in it is one.
  std::string deep = R"({"cube": "R"})";
  for (int i = 0; i < 3000; ++i) deep = "{\"cube\":" + deep + ",\"x\":1}";
  EXPECT_FALSE(examine(deep).cube);
  EXPECT_EQ(examine(R"({"cube": "{\"moves\": \"R U F\"}"})").cube, cube_of("R U F"));
}

TEST(CubeJson, ReadsFacesAndPlacesOfObjects) {
  const std::string facelets = to_facelets(cube_of("R U F"));
  std::string list;
  std::string nested;
  std::string places;
  for (std::size_t f = 0; f < kFaces; ++f) {
    const char* comma = f == 0 ? "" : ", ";
    const std::string face = facelets.substr(9 * f, 9);
    std::string letters;
    for (std::size_t i = 0; i < 9; ++i) {
      letters += fmt::format("{}\"{}\"", i == 0 ? "" : ",", face[i]);
      places += fmt::format("{}\"{}{}\": \"{}\"", f + i == 0 ? "" : ", ", kFaceLetters[f], i + 1, face[i]);
    }
    list += fmt::format("{}{{\"face\": \"{}\", \"stickers\": [{}]}}", comma, kFaceLetters[f], letters);
    nested += fmt::format("{}\"{}\": {{\"colors\": [{}]}}", comma, kFaceLetters[f], letters);
  }
  for (const std::string& text :
       {"{\"faces\": [" + list + "]}", "[" + list + "]", "{" + nested + "}", "{" + places + "}"})
    EXPECT_EQ(examine(text).cube, cube_of("R U F")) << text;
  EXPECT_EQ(examine(R"({"session1": [[[0, 12340], "R U F", "", 1612345678]]})").cube, cube_of("R U F"));
}

// Dictionaries of Python and objects of JavaScript: both kinds of quotation marks, remarks, and a name in front.
TEST(CubeJson, ReadsObjectsOfPrograms) {
  for (const char* text :
       {R"({'scramble': "R U' F"})", R"({'scramble': 'R U\' F', 'solved': True, 'x': None})",
        R"(cube = {'moves': "R U' F"})", R"(const my_cube = {moves: "R U' F"};)", R"(self.cube: {"moves": "R U' F"})",
        "let cube = {\n  'moves': \"R U' F\", # mine\n  // no other\n};"}) {
    const Diagnosis d = superflip::examine(text);
    ASSERT_TRUE(d.cube) << text;
    EXPECT_EQ(d.cube, cube_of("R U' F")) << text;
  }
  EXPECT_EQ(superflip::examine("cube = {'moves': 'R'};").notes.front(),
            "what stands around the cube is left out: cube =");
}

TEST(CubeJson, OtherPuzzlesAreRefused) {
  for (const char* text : {R"({"puzzleType": "skewb", "scramble": "R U"})",
                           R"({"event": {"id": "444"}, "scramble": "R U"})", R"({"puzzle": 4, "scramble": "R U"})",
                           R"({"cube": "pyraminx", "scramble": "R U"})", R"({"Event": "555bf", "scramble": "R U"})",
                           R"({"event": "pyram", "scramble": "R U"})", R"({"puzzle": "gigaminx", "scramble": "R U"})",
                           R"({"puzzle": "10x10x10", "scramble": "R U"})", R"({"puzzle": "2x2x2", "scramble": "R U"})"})
    EXPECT_NE(examine(text).problems.front().find("another puzzle"), std::string::npos) << text;
  for (const char* text :
       {R"({"event": "result", "cube": "R U"})", R"({"event": "333oh", "cube": "R U"})",
        R"({"id": "444", "cube": "R U"})", R"({"type": 3, "cube": "R U"})", R"({"shape": "square", "cube": "R U"})",
        R"({"size": 9, "cube": "R U"})", R"({"comment": "2x2", "cube": "R U"})", R"({"start": "R", "cube": "R U"})",
        R"({"puzzle": "GAN 356", "cube": "R U"})"})
    EXPECT_EQ(examine(text).cube, cube_of("R U")) << text;
}

TEST(CubeJson, MovesOfAnAnswerAreNoCube) {
  for (const char* key : {"solution", "Inverse", "undo"})
    EXPECT_NE(examine(fmt::format("{{\"{}\": \"R U F\"}}", key)).problems.front().find("or those that solve it"),
              std::string::npos)
        << key;
  for (const char* text : {R"({"solution": {"moves": "R U"}})", R"({"solution": ["R", "U"]})"})
    EXPECT_NE(examine(text).problems.front().find("what solves the cube"), std::string::npos) << text;
  const std::string facelets = to_facelets(cube_of("R U F"));
  EXPECT_EQ(examine(R"({"start": ")" + facelets + R"(", "moves": ["R", "U"]})").cube, cube_of("R U F"));
}

TEST(CubeJson, ReadsMovesOnTheInverse) {
  const ReadOptions niss{.niss = Niss::on};
  const Cube c = parse_cube("R (U F)", niss).value();
  EXPECT_NE(c, cube_of("R U F"));
  for (const char* text :
       {R"j({"scramble": "R (U F)"})j", R"j({"id": 1, "moves": "R (U F)"})j", R"j({"alg": ["R", "(U", "F)"]})j"})
    EXPECT_EQ(examine(text, niss).cube, c) << text;
}

TEST(CubeJson, IsNotMistakenForMoves) {
  EXPECT_EQ(recognise("{a comment} R U"), Format::moves);
  EXPECT_EQ(recognise("{}"), Format::json);
  EXPECT_EQ(recognise("{ \"facelets\": 5"), Format::json);
  EXPECT_EQ(recognise("[L', F, B2, R']"), Format::moves);
  EXPECT_EQ(recognise("['R', \"U'\"]"), Format::moves);
}

}  // namespace
}  // namespace superflip
