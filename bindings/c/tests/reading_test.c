/* Reading, the doctor, formats, moves. */
#include "c_test.h"

void versions_test(void) {
  CHECK(sf_version_number() == SF_VERSION_NUMBER);
  CHECK(is_text(sf_version(), "0.2.0"));
  CHECK(SF_OK == 0 && SF_UNREADABLE == 1 && SF_IMPOSSIBLE == 2 && SF_BAD_OPTION == 3 && SF_NO_SOLUTION == 4);
  CHECK(SF_STOPPED == 5 && SF_OUT_OF_MEMORY == 6 && SF_SYSTEM == 7 && SF_INTERNAL == 8);
  CHECK(is_text(sf_status_name(SF_OUT_OF_MEMORY), "out of memory"));
  CHECK(is_text(sf_status_name(-1), "unknown"));
  CHECK(is_text(sf_status_name(9), "unknown"));
  CHECK(is_text(sf_status_text(SF_IMPOSSIBLE), "no turns of faces lead to this cube"));
  CHECK(is_text(sf_format_name(SF_FORMAT_KOCIEMBA_CUBIES), "kociemba-cubies"));
  CHECK(sf_format_name(8) == NULL && sf_format_name(-1) == NULL);
  CHECK(is_text(sf_solver_name(SF_SOLVER_TWO_PHASE), "two-phase"));
  CHECK(sf_solver_name(SF_SOLVER_ANY) == NULL);
  CHECK(is_text(sf_ended_name(SF_ENDED_UNSOLVABLE), "unsolvable"));
  CHECK(sf_ended_name(6) == NULL);
}

void reading_test(void) {
  static const sf_format formats[] = {SF_FORMAT_FACELETS, SF_FORMAT_REID,     SF_FORMAT_KOCIEMBA_CUBIES,
                                      SF_FORMAT_JSON,     SF_FORMAT_PACKED69, SF_FORMAT_PACKED71,
                                      SF_FORMAT_RANK};
  const char* of_moves[] = {"R U2 F'", "x R", "(R U R' U')6", "[R, U]"};
  sf_random* random = sf_random_create(1);
  sf_reading* r = NULL;
  sf_cube cube;
  int i;
  size_t f;
  for (i = 0; i < 100; ++i) {
    CHECK(sf_random_cube(random, &cube) == SF_OK);
    for (f = 0; f < sizeof formats / sizeof *formats; ++f) {
      char* text = NULL;
      sf_cube again;
      MUST(sf_cube_write(&cube, formats[f], &text, &error));
      MUST(sf_read(text, SF_TO_END, SF_ACCEPT(formats[f]), &r, &error));
      CHECK(sf_reading_cube(r, &again) == SF_OK && same(&cube, &again));
      CHECK(sf_reading_format(r) == formats[f] && sf_reading_held(r) == 0 && sf_reading_note_count(r) == 0);
      sf_reading_free(r);
      if (formats[f] < SF_FORMAT_PACKED69) {
        MUST(sf_read(text, strlen(text), SF_ANY_FORMAT, &r, &error));
        CHECK(sf_reading_format(r) == formats[f]);
        sf_reading_free(r);
      }
      sf_string_free(text);
    }
  }
  sf_random_free(random);
  for (f = 0; f < sizeof of_moves / sizeof *of_moves; ++f) {
    MUST(sf_read(of_moves[f], SF_TO_END, SF_ANY_FORMAT, &r, &error));
    CHECK(sf_reading_format(r) == SF_FORMAT_MOVES);
    sf_reading_free(r);
  }
  cube = read_cube("[R, U]");
  {
    char letters[SF_FACELETS_SIZE], corners[SF_POCKET_FACELETS_SIZE];
    CHECK(sf_cube_facelets(&cube, letters) == SF_OK);
    CHECK(is_text(letters, "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"));
    cube = sf_cube_solved();
    CHECK(sf_cube_pocket_facelets(&cube, corners) == SF_OK);
    CHECK(is_text(corners, "UUUURRRRFFFFDDDDLLLLBBBB"));
  }

  /* The size counts, not the end. */
  MUST(sf_read("R U F", 1, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_reading_cube(r, &cube) == SF_OK);
  sf_reading_free(r);
  {
    const sf_cube turned = read_cube("R");
    CHECK(same(&cube, &turned));
  }

  /* Facelets in another order. */
  {
    static const char turned[] = "YYRYYRYYRBBBBBBBBBRRWRRWRRWGGGGGGGGGYOOYOOYOOWWOWWOWWO";
    const sf_cube right = read_cube("R");
    sf_cube other;
    MUST(sf_read(turned, SF_TO_END, SF_ANY_FORMAT, &r, &error));
    CHECK(sf_reading_other_count(r) == 1 && is_text(sf_reading_other_layout(r, 0), "DRFLBU"));
    CHECK(sf_reading_other_cube(r, 0, &other) == SF_OK && sf_reading_cube(r, &cube) == SF_OK && !same(&cube, &other));
    CHECK(sf_reading_other_held(r, 0) > 0 && sf_reading_other_held(r, 1) == -1);
    CHECK(sf_reading_other_layout(r, 1) == NULL && sf_reading_other_cube(r, 1, &other) == SF_BAD_OPTION);
    sf_reading_free(r);
    MUST(sf_read_listed(turned, SF_TO_END, SF_ANY_FORMAT, "drflbu", NULL, &r, &error));
    CHECK(sf_reading_cube(r, &cube) == SF_OK && same(&cube, &other) && sf_reading_other_count(r) == 0);
    sf_reading_free(r);
    MUST(sf_read_listed(turned, SF_TO_END, SF_ANY_FORMAT, NULL, "DR", &r, &error));
    CHECK(sf_reading_cube(r, &cube) == SF_OK && !same(&cube, &other) && !same(&cube, &right));
    sf_reading_free(r);
    FAILS(SF_BAD_OPTION, "'URF' is not an order",
          sf_read_listed(turned, SF_TO_END, SF_ANY_FORMAT, "URF", NULL, &r, &error));
    FAILS(SF_BAD_OPTION, "'UU' is not a holding",
          sf_read_listed(turned, SF_TO_END, SF_ANY_FORMAT, NULL, "UU", &r, &error));
  }

  /* A holding. */
  MUST(sf_read("R x", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_reading_held(r) != 0 && sf_reading_note_count(r) == 2);
  CHECK(is_text(sf_reading_note(r, 0), "the moves leave the cube held with F up and D in front"));
  CHECK(sf_reading_note(r, 2) == NULL);
  sf_reading_free(r);

  /* Moves on the inverse only where they are asked for. */
  MUST(sf_read("(F' L) R", SF_TO_END, SF_ACCEPT(SF_FORMAT_MOVES) | SF_ACCEPT_NISS, &r, &error));
  CHECK(sf_reading_cube(r, &cube) == SF_OK);
  sf_reading_free(r);
  {
    const sf_cube niss = read_cube("L' F R"), plain = read_cube("F' L R");
    CHECK(same(&cube, &niss));
    MUST(sf_read("(F' L) R", SF_TO_END, SF_ACCEPT(SF_FORMAT_MOVES), &r, &error));
    CHECK(sf_reading_cube(r, &cube) == SF_OK && same(&cube, &plain));
    sf_reading_free(r);
  }
  FAILS(SF_UNREADABLE, "there are 3 facelets", sf_read("UUU", SF_TO_END, SF_ACCEPT(SF_FORMAT_FACELETS), &r, &error));
  CHECK(r == NULL);
  FAILS(SF_UNREADABLE, "a plain number may be", sf_read("0", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  FAILS(SF_UNREADABLE, "there is no cube: the text is empty", sf_read("", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  FAILS(SF_UNREADABLE, "the text is longer than", sf_read("R", 65537, SF_ANY_FORMAT, &r, &error));
  FAILS(SF_BAD_OPTION, "the formats to accept", sf_read("R", 1, SF_ACCEPT(9), &r, &error));
  FAILS(SF_BAD_OPTION, "the formats to accept", sf_read("R", 1, SF_ACCEPT(40), &r, &error));
  FAILS(SF_BAD_OPTION, "the formats to accept", sf_read("R", 1, SF_ACCEPT(-1), &r, &error));
  FAILS(SF_BAD_OPTION, "there is no text", sf_read(NULL, 1, SF_ANY_FORMAT, &r, &error));

  /* 2x2x2 */
  MUST(sf_read_pocket("R U F'", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  sf_reading_free(r);
  FAILS(SF_IMPOSSIBLE, "this cube is impossible: one corner is twisted clockwise",
        sf_read_pocket("UUUFURRRFRFFDDDDLLLLBBBB", SF_TO_END, SF_ANY_FORMAT, &r, &error));
}

void doctor_test(void) {
  static const char scan[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU";
  sf_error* wrong = NULL;
  sf_reading* r = NULL;
  sf_cube cube;
  char* json = NULL;
  CHECK(sf_read(scan, SF_TO_END, SF_ANY_FORMAT, &r, &wrong) == SF_IMPOSSIBLE);
  CHECK(r == NULL && sf_error_status(wrong) == SF_IMPOSSIBLE && sf_error_position(wrong) == -1);
  CHECK(sf_error_problem_count(wrong) == 3);
  CHECK(
      is_text(sf_error_problem(wrong, 0), "there are 10 U stickers and 8 B stickers; there must be 9 of each colour"));
  CHECK(is_text(sf_error_problem(wrong, 2), "the corner DBL is missing"));
  CHECK(sf_error_problem(wrong, 3) == NULL);
  CHECK(is_text(sf_error_repair(wrong), "change the sticker B9 to B"));
  CHECK(sf_error_ways(wrong) == 1);
  CHECK(sf_error_repaired(wrong, &cube) == 1 && is_solved(&cube));
  CHECK(sf_error_json(wrong, &json) == SF_OK);
  CHECK(has(json, "{\"schema\":1,\"error\":\"this cube is impossible: ") && has(json, "\"kind\":\"impossible\""));
  CHECK(has(json, "\"repair\":\"change the sticker B9 to B\",\"ways\":1,\"repaired\":\"UUU"));
  sf_string_free(json);
  sf_error_free(wrong);

  CHECK(sf_read("R Q", SF_TO_END, SF_ANY_FORMAT, &r, &wrong) == SF_UNREADABLE);
  CHECK(sf_error_position(wrong) == 2 && sf_error_repaired(wrong, &cube) == 0);
  CHECK(is_text(sf_error_repair(wrong), "") && sf_error_ways(wrong) == 0);
  sf_error_free(wrong);

  /* A cube in bytes. */
  cube = sf_cube_solved();
  MUST(sf_cube_check(&cube, &error));
  cube.corner[0] = 0x10;
  FAILS(SF_IMPOSSIBLE, "this cube is impossible: one corner is twisted clockwise", sf_cube_check(&cube, &error));
  CHECK(sf_cube_check(&cube, NULL) == SF_IMPOSSIBLE);
  cube.corner[0] = 1;
  FAILS(SF_UNREADABLE, "these bytes are no cube", sf_cube_check(&cube, &error));
  cube = sf_cube_solved();
  cube.corner[8] = 0x18; /* the centre of U, turned */
  FAILS(SF_IMPOSSIBLE, "the centres of this cube", sf_cube_check(&cube, &error));
  memset(&cube, 0xFF, sizeof cube);
  FAILS(SF_UNREADABLE, "these bytes are no cube", sf_cube_check(&cube, &error));
  FAILS(SF_BAD_OPTION, "there is no cube", sf_cube_check(NULL, &error));
}

void moves_test(void) {
  static const uint8_t turns[] = {3, 1, 8};
  static const uint8_t bad[] = {3, 18};
  sf_moves *m = NULL, *n = NULL;
  MUST(sf_moves_parse("R U2 F'", SF_TO_END, &m, &error));
  CHECK(sf_moves_count(m) == 3 && memcmp(sf_moves_turns(m), turns, 3) == 0 && sf_moves_rotation(m) == 0);
  CHECK(is_text(sf_moves_text(m), "R U2 F'"));
  CHECK(sf_moves_length(m, SF_HTM) == 3 && sf_moves_length(m, SF_QTM) == 4 && sf_moves_length(m, 4) == -1);
  MUST(sf_moves_inverse(m, &n, &error));
  CHECK(is_text(sf_moves_text(n), "F U2 R'"));
  sf_moves_free(n);
  sf_moves_free(m);
  MUST(sf_moves_parse("L R' U U R' R", SF_TO_END, &m, &error));
  MUST(sf_moves_normalise(m, &n, &error));
  CHECK(is_text(sf_moves_text(n), "R' L U2"));
  CHECK(sf_moves_length(n, SF_HTM) == 3 && sf_moves_length(n, SF_STM) == 2 && sf_moves_length(n, SF_ATM) == 2);
  CHECK(sf_moves_length(m, SF_STM) == 2 && sf_moves_length(m, SF_HTM) == 6);
  sf_moves_free(n);
  sf_moves_free(m);
  MUST(sf_moves_parse("R x", SF_TO_END, &m, &error));
  CHECK(sf_moves_rotation(m) != 0);
  /* R x undone is x' R', whose turn is R' after the rotation too: x' leaves R where it is. */
  MUST(sf_moves_inverse(m, &n, &error));
  CHECK(is_text(sf_moves_text(n), "R'") && sf_moves_rotation(n) != 0 && sf_moves_rotation(n) != sf_moves_rotation(m));
  sf_moves_free(n);
  MUST(sf_moves_parse("U x", SF_TO_END, &n, &error));
  sf_moves_free(m);
  MUST(sf_moves_inverse(n, &m, &error));
  CHECK(is_text(sf_moves_text(m), "F'") || is_text(sf_moves_text(m), "B'"));
  sf_moves_free(n);
  sf_moves_free(m);
  MUST(sf_moves_create(turns, 3, &m, &error));
  CHECK(is_text(sf_moves_text(m), "R U2 F'"));
  sf_moves_free(m);
  MUST(sf_moves_create(NULL, 0, &m, &error));
  CHECK(sf_moves_count(m) == 0 && is_text(sf_moves_text(m), ""));
  sf_moves_free(m);
  FAILS(SF_BAD_OPTION, "move 1 is 18", sf_moves_create(bad, 2, &m, &error));
  FAILS(SF_UNREADABLE, "character 1: R4 does not say", sf_moves_parse("R4", SF_TO_END, &m, &error));
  FAILS(SF_BAD_OPTION, "there are no moves", sf_moves_create(NULL, 1, &m, &error));
}

void packing_test(void) {
  uint64_t high = 7, low = 7;
  sf_cube cube = read_cube("R U2 F'"), again;
  char* text = NULL;
  MUST(sf_cube_pack(&cube, SF_FORMAT_RANK, &high, &low, &error));
  CHECK(high == 1 && low == UINT64_C(17785310847836597792)); /* 36232054921546149408 */
  MUST(sf_cube_unpack(SF_FORMAT_RANK, high, low, &again, &error));
  CHECK(same(&cube, &again));
  MUST(sf_cube_write(&cube, SF_FORMAT_RANK, &text, &error));
  CHECK(is_text(text, "36232054921546149408"));
  sf_string_free(text);
  FAILS(SF_UNREADABLE, "", sf_cube_unpack(SF_FORMAT_RANK, 2, UINT64_C(6358515327070752768), &again, &error));
  FAILS(SF_UNREADABLE, "", sf_cube_unpack(SF_FORMAT_PACKED69, UINT64_MAX, UINT64_MAX, &again, &error));
  FAILS(SF_BAD_OPTION, "only the formats packed69", sf_cube_pack(&cube, SF_FORMAT_JSON, &high, &low, &error));
  FAILS(SF_BAD_OPTION, "moves that make a cube", sf_cube_write(&cube, SF_FORMAT_MOVES, &text, &error));
  FAILS(SF_BAD_OPTION, "this is not a format", sf_cube_write(&cube, 8, &text, &error));
  cube.corner[0] = (uint8_t)((cube.corner[0] & 15) | (cube.corner[0] >> 4 == 2 ? 0 : (cube.corner[0] >> 4) + 1) << 4);
  FAILS(SF_IMPOSSIBLE, "only a cube that face turns lead to", sf_cube_pack(&cube, SF_FORMAT_RANK, &high, &low, &error));
  FAILS(SF_IMPOSSIBLE, "only a cube that face turns lead to", sf_cube_write(&cube, SF_FORMAT_RANK, &text, &error));
  MUST(sf_cube_write(&cube, SF_FORMAT_PACKED69, &text, &error));
  sf_string_free(text);
}
