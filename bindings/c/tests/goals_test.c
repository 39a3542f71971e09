/* Goals of which only a part counts, and incomplete cubes: looked at by their stickers. */
#include "c_test.h"

static const char solved[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/* Words for robots, and their schedules in JSON. */
static void robots(sf_engine* engine) {
  sf_question* q;
  sf_answer* a;
  char* json;
  sf_cube cube = read_cube("R U2 F' L D B2 U R' F D2 L' B");
  size_t i;
  q = sf_question_create();
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  for (i = 0; i < sf_robot_count(); ++i) {
    const char* robot[2];
    size_t k;
    robot[0] = sf_robot_name(i);
    robot[1] = sf_robot_json(i);
    for (k = 0; k < 2; ++k) {
      MUST(sf_question_set_robot(q, robot[k], &error));
      a = ask(engine, q, NULL);
      CHECK(sf_answer_count(a) == 1 && sf_solution_length(sf_answer_solution(a, 0)) > 500);
      CHECK(sf_answer_json(a, &json) == SF_OK && strstr(json, "\"schedule\":{\"robot\":") != NULL);
      sf_string_free(json);
      sf_answer_free(a);
    }
  }
  CHECK(sf_robot_name(i) == NULL && sf_robot_json(i) == NULL);
  FAILS(SF_BAD_OPTION, "there is no robot 'x'", sf_question_set_robot(q, "x", &error));
  FAILS(SF_BAD_OPTION, "sf_question_set_robot refused", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_robot(q, NULL, &error));
  MUST(sf_schedule_json("turntable", "F2", &json, &error));
  CHECK(is_text(json,
                "{\"schema\":1,\"moves\":\"F2\",\"schedule\":{\"robot\":\"turntable\",\"seconds\":1.5,\"actions\":["
                "{\"at\":0.0,\"seconds\":0.7,\"rotate\":\"x'\"},{\"at\":0.7,\"seconds\":0.8,\"turn\":\"D2\"}]}}\n"));
  sf_string_free(json);
  FAILS(SF_BAD_OPTION, "there is no robot 'x'", sf_schedule_json("x", "F2", &json, &error));
  FAILS(SF_UNREADABLE, "character 3: 'Q' found", sf_schedule_json("turntable", "R Q", &json, &error));
  a = ask(engine, q, NULL);
  CHECK(sf_solution_length(sf_answer_solution(a, 0)) < 25);
  sf_answer_free(a);
  sf_question_free(q);
}

/* Where the stickers of the faces R, F, L and B begin. */
static const int sides[] = {9, 18, 36, 45};

static void letters_after(const sf_cube* cube, const sf_answer* a, char letters[SF_FACELETS_SIZE]) {
  const sf_solution* word = sf_answer_solution(a, 0);
  const sf_cube moved = after(*cube, sf_solution_turns(word), sf_solution_count(word));
  CHECK(sf_answer_count(a) >= 1 && sf_cube_facelets(&moved, letters) == SF_OK);
}

/* Whether letters first..last are those of their face. */
static int are_right(const char* letters, int first, int last) {
  return !memcmp(letters + first, solved + first, (size_t)(last - first + 1));
}

static int has_cross(const char* letters) {
  int s, right = letters[28] == 'D' && letters[30] == 'D' && letters[32] == 'D' && letters[34] == 'D';
  for (s = 0; s < 4; ++s) right = right && are_right(letters, sides[s] + 7, sides[s] + 7);
  return right;
}

static int has_two_layers(const char* letters) {
  int s, right = are_right(letters, 27, 35);
  for (s = 0; s < 4; ++s) right = right && are_right(letters, sides[s] + 3, sides[s] + 8);
  return right;
}

static int fits(const char* letters, const char* known) {
  size_t i;
  for (i = 0; known[i] != '\0'; ++i)
    if (known[i] != '?' && known[i] != letters[i]) return 0;
  return strlen(letters) == strlen(known);
}

static sf_reading* read_incomplete(const char* text) {
  sf_reading* r = NULL;
  MUST(sf_read(text, SF_TO_END, SF_ACCEPT_INCOMPLETE, &r, &error));
  return r;
}

static void masks(sf_engine* engine) {
  sf_question* q = sf_question_create();
  sf_cube cube = read_cube("R U2 F' L D B2"), other = read_cube("R U R'"), goal = read_cube("U F R"),
          home = sf_cube_solved();
  sf_coordinate* cross = NULL;
  sf_reading* r = NULL;
  sf_answer* a;
  sf_budget* budget = sf_budget_create();
  sf_cancel* cancel = sf_cancel_create();
  sf_plan* plan = NULL;
  char letters[SF_FACELETS_SIZE];
  int length;
  size_t i;

  /* The mask before the cube, and another cube after it. */
  MUST(sf_question_set_only(q, "Cross", &error));
  CHECK(sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  letters_after(&cube, a, letters);
  CHECK(has_cross(letters) && sf_answer_is_shortest(a) && sf_answer_solver(a) == SF_SOLVER_GENERIC);
  length = sf_solution_length(sf_answer_solution(a, 0));
  sf_answer_free(a);
  /* A plan ends when its budget does. */
  CHECK(sf_budget_set_cancel(budget, cancel) == SF_OK);
  MUST(sf_engine_plan(engine, q, budget, &plan, &error));
  CHECK(sf_plan_solver(plan) == SF_SOLVER_GENERIC);
  sf_plan_free(plan);
  plan = NULL;
  sf_cancel_set(cancel);
  FAILS(SF_STOPPED, "", sf_engine_plan(engine, q, budget, &plan, &error));
  CHECK(plan == NULL);
  CHECK(sf_budget_set_time(budget, -1) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "the time of the budget is not valid", sf_engine_plan(engine, q, budget, &plan, &error));
  sf_cancel_free(cancel);
  sf_budget_free(budget);
  MUST(sf_question_set_only(q, NULL, &error));
  MUST(sf_coordinate_create("Cross", &cross, &error));
  MUST(sf_question_add_goal(q, cross, NULL, 0, 0, &error));
  a = ask(engine, q, NULL);
  CHECK(sf_solution_length(sf_answer_solution(a, 0)) == length);
  sf_answer_free(a);
  CHECK(sf_question_set_goal(q, &cube) == SF_OK); /* a coordinate without goals has that one */
  a = ask(engine, q, NULL);
  CHECK(sf_answer_is_shortest(a) && sf_solution_length(sf_answer_solution(a, 0)) == 0);
  sf_answer_free(a);
  CHECK(sf_question_set_goal(q, &home) == SF_OK);
  MUST(sf_question_set_only(q, "Cross", &error));
  FAILS(SF_BAD_OPTION, "incomplete cubes, patterns and several cubes to reach are for the 3x3x3",
        sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_clear_goals(q) == SF_OK);
  sf_coordinate_free(cross);
  CHECK(sf_question_set_cube(q, &other) == SF_OK);
  MUST(sf_question_set_only(q, "F2L", &error));
  a = ask(engine, q, NULL);
  letters_after(&other, a, letters);
  CHECK(has_two_layers(letters) && sf_solution_length(sf_answer_solution(a, 0)) == 3);
  sf_answer_free(a);

  /* What the faces show, instead of a cube. These are whole cubes, whose shortest words need a large table. */
  MUST(sf_question_set_only(q, NULL, &error));
  CHECK(sf_question_set_want(q, SF_WANT_GOOD) == SF_OK && sf_question_set_good_enough(q, 1) == SF_OK);
  MUST(sf_question_set_show(q, "xox/oxo/xox", &error));
  cube = read_cube("R2 L2 U2 D2 F2");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "B2"));
  sf_answer_free(a);
  FAILS(SF_BAD_OPTION, "'xox' is not a pattern of a face", sf_question_set_show(q, "xox", &error));
  FAILS(SF_BAD_OPTION, "sf_question_set_show refused the patterns", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_show(q, NULL, &error));

  /* Up to a last turn of U, with the whole cube; and the same on any side. */
  MUST(sf_question_set_only(q, NULL, &error));
  MUST(sf_question_set_up_to(q, "U", &error));
  cube = read_cube("R U");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_good_enough(q, 2) == SF_OK);
  a = ask(engine, q, NULL);
  letters_after(&cube, a, letters);
  CHECK(has_two_layers(letters) && are_right(letters, 0, 8) && sf_solution_length(sf_answer_solution(a, 0)) == 2);
  sf_answer_free(a);
  cube = read_cube("U2");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), ""));
  sf_answer_free(a);
  MUST(sf_question_set_up_to(q, "rotations", &error));
  MUST(sf_question_set_only(q, "Cross", &error));
  cube = read_cube("D F");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
  a = ask(engine, q, NULL); /* F undoes what was done to B's side already */
  CHECK(sf_solution_length(sf_answer_solution(a, 0)) == 1);
  sf_answer_free(a);
  MUST(sf_question_set_up_to(q, NULL, &error));
  a = ask(engine, q, NULL);
  CHECK(sf_solution_length(sf_answer_solution(a, 0)) == 2);
  sf_answer_free(a);

  /* Moves that carry the centres: the blocks of Roux need two of them; a last rotation may be left out. */
  cube = read_cube("R F");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  MUST(sf_question_set_moves(q, "F r x", SF_HTM, SF_CENTRES_MOVED, &error));
  MUST(sf_question_set_only(q, "F2B", &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "F' r'"));
  sf_answer_free(a);
  cube = read_cube("F");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  MUST(sf_question_set_moves(q, "R y", SF_HTM, SF_CENTRES_MOVED, &error));
  MUST(sf_question_set_only(q, "Cross", &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "y' R' y"));
  sf_answer_free(a);
  MUST(sf_question_set_up_to(q, "holding", &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "y' R'"));
  sf_answer_free(a);
  MUST(sf_question_set_up_to(q, NULL, &error));
  MUST(sf_question_set_moves(q, NULL, SF_HTM, SF_CENTRES_FIXED, &error));

  /* The mask is that of the cube as it is held, also if the holding comes later. */
  MUST(sf_read("x2 U R", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_set_reading(q, r) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R'"));
  sf_answer_free(a);
  CHECK(sf_reading_cube(r, &cube) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
  CHECK(sf_question_set_held(q, sf_reading_held(r)) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R'"));
  sf_answer_free(a);
  sf_reading_free(r);

  /* Towards another cube, which is set after the mask. */
  cube = sf_cube_solved();
  CHECK(sf_question_set_held(q, 0) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
  CHECK(sf_question_set_goal(q, &goal) == SF_OK);
  MUST(sf_question_set_only(q, "corners U layer", &error));
  a = ask(engine, q, NULL);
  cube = after(cube, sf_solution_turns(sf_answer_solution(a, 0)), sf_solution_count(sf_answer_solution(a, 0)));
  CHECK(!memcmp(cube.corner, goal.corner, 4) && sf_solution_length(sf_answer_solution(a, 0)) <= 3);
  sf_answer_free(a);

  for (i = 0; i < sf_mask_count(); ++i) {
    CHECK(sf_mask_description(i) != NULL && sf_mask_summary(i) != NULL);
    MUST(sf_question_set_only(q, sf_mask_name(i), &error));
    MUST(sf_question_set_only(q, sf_mask_description(i), &error));
  }
  CHECK(sf_mask_count() > 10 && sf_mask_name(i) == NULL && sf_mask_description(i) == NULL &&
        sf_mask_summary(i) == NULL);
  sf_question_free(q);
}

/* What was listed of the cubes of a reading, at most `most`. */
typedef struct {
  size_t count, most;
  char letters[4][SF_FACELETS_SIZE];
} listed;

static int hear_cube(const sf_cube* cube, void* user) {
  listed* h = (listed*)user;
  CHECK(sf_cube_check(cube, NULL) == SF_OK);
  if (h->count < 4) CHECK(sf_cube_facelets(cube, h->letters[h->count]) == SF_OK);
  return ++h->count == h->most;
}

static listed cubes_of(const sf_reading* r, size_t most) {
  listed h;
  h.count = 0;
  h.most = most;
  MUST(sf_reading_completions(r, hear_cube, &h, &error));
  return h;
}

/* The cubes that `superflip convert --each` lists, in its order. */
static void completions(void) {
  static const char* const each[] = {solved, "UUUUUUUUURFRRRRRRRFBFFFFFFFDDDDDDDDDLLLLLLLLLBRBBBBBBB",
                                     "UUUUUUUUURBRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBFBBBBBBB"};
  sf_reading* r = read_incomplete("U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB");
  uint64_t count = 0;
  listed h = cubes_of(r, 0);
  size_t i;
  CHECK(h.count == 3);
  for (i = 0; i < 3; ++i) CHECK(is_text(h.letters[i], each[i]));
  MUST(sf_reading_completion_count(r, &count, &error));
  CHECK(count == 3);
  h = cubes_of(r, 2);
  CHECK(h.count == 2 && is_text(h.letters[1], each[1]));
  FAILS(SF_BAD_OPTION, "there is nobody to hear", sf_reading_completions(r, NULL, NULL, &error));
  FAILS(SF_BAD_OPTION, "there is no place for the number", sf_reading_completion_count(r, NULL, &error));
  sf_reading_free(r);

  /* As it is held with U up and F in front, however it was held. */
  r = read_incomplete("?FFFFFFFF???RRRRRRDDDDDDDDDBBBBBBBBB???LLLLLL???UUUUUU");
  MUST(sf_reading_completion_count(r, &count, &error));
  CHECK(count == 6 && cubes_of(r, 0).count == 6);
  h = cubes_of(r, 1);
  CHECK(fits(h.letters[0], "????U????????R????????F????????D????????L????????B????"));
  sf_reading_free(r);

  /* More than 64 bits; a whole cube; and one of the other puzzle. */
  r = read_incomplete("????U????????R????????F????????D????????L????????B????");
  MUST(sf_reading_completion_count(r, &count, &error));
  CHECK(count == UINT64_MAX && cubes_of(r, 1000).count == 1000);
  sf_reading_free(r);
  MUST(sf_read("R U F", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  MUST(sf_reading_completion_count(r, &count, &error));
  h = cubes_of(r, 0);
  CHECK(count == 1 && h.count == 1);
  CHECK(is_text(h.letters[0], "UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB"));
  sf_reading_free(r);
  MUST(sf_read_pocket("R U F", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  FAILS(SF_BAD_OPTION, "incomplete cubes are for the 3x3x3", sf_reading_completion_count(r, &count, &error));
  FAILS(SF_BAD_OPTION, "incomplete cubes are for the 3x3x3", sf_reading_completions(r, hear_cube, &h, &error));
  sf_reading_free(r);
}

static void incomplete(sf_engine* engine) {
  static const char hidden[] = "?UUUUUUUUR??RRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
  sf_question* q = sf_question_create();
  sf_cube cube = read_cube("R U F"), one;
  sf_reading* r = NULL;
  sf_answer* a;
  char letters[SF_FACELETS_SIZE], known[SF_FACELETS_SIZE];
  size_t i;
  CHECK(sf_cube_facelets(&cube, known) == SF_OK);
  for (i = 0; i < 40; i += 2) known[i] = i % 9 == 4 ? known[i] : '?';

  /* The word undone is a cube that has the known stickers. */
  r = read_incomplete(known);
  CHECK(sf_reading_is_incomplete(r) == 1 && sf_reading_format(r) == SF_FORMAT_FACELETS);
  CHECK(sf_reading_cube(r, &one) == SF_OK && sf_cube_check(&one, NULL) == SF_OK);
  CHECK(sf_cube_facelets(&one, letters) == SF_OK && fits(letters, known));
  CHECK(sf_question_set_reading(q, r) == SF_OK && sf_question_set_good_enough(q, 3) == SF_OK);
  a = ask(engine, q, NULL);
  {
    sf_moves *moves = NULL, *back = NULL;
    char* json = NULL;
    MUST(sf_moves_parse(sf_answer_text(a, 0), SF_TO_END, &moves, &error));
    MUST(sf_moves_inverse(moves, &back, &error));
    one = after(sf_cube_solved(), sf_moves_turns(back), sf_moves_count(back));
    CHECK(sf_cube_facelets(&one, letters) == SF_OK && fits(letters, known) && sf_moves_count(back) <= 3);
    CHECK(sf_answer_json(a, &json) == SF_OK && has(json, "\"facelets\":\"") && has(json, "?"));
    sf_string_free(json);
    sf_moves_free(moves);
    sf_moves_free(back);
  }
  sf_answer_free(a);
  /* As the cube of a reading that is held again. */
  CHECK(sf_question_set_held(q, 0) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_solution_length(sf_answer_solution(a, 0)) <= 3);
  sf_answer_free(a);
  /* A whole cube after it is whole. */
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);

  /* As a goal. */
  CHECK(sf_question_set_goal_reading(q, r) == SF_OK);
  sf_reading_free(r);
  cube = sf_cube_solved();
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  letters_after(&cube, a, letters);
  CHECK(fits(letters, known) && sf_solution_length(sf_answer_solution(a, 0)) <= 3);
  sf_answer_free(a);
  MUST(sf_question_set_only(q, "Cross", &error));
  FAILS(SF_BAD_OPTION, "a mask needs a target without unknown stickers", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_only(q, NULL, &error));
  CHECK(sf_question_set_puzzle(q, SF_2X2X2) == SF_OK);
  FAILS(SF_BAD_OPTION, "incomplete cubes, patterns and several cubes to reach are for the 3x3x3",
        sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_puzzle(q, SF_3X3X3) == SF_OK);
  cube = read_cube("R U R'");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  cube = sf_cube_solved();
  CHECK(sf_question_set_goal(q, &cube) == SF_OK); /* a whole one again */
  CHECK(sf_question_set_good_enough(q, 1) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R U' R'"));
  sf_answer_free(a);
  /* Any of two: R U R' is one turn from the second. */
  MUST(sf_read("L2 D B", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_set_goal_reading(q, r) == SF_OK);
  sf_reading_free(r);
  MUST(sf_read("R U R' F", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_add_goal_reading(q, r) == SF_OK);
  sf_reading_free(r);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "F"));
  sf_answer_free(a);
  CHECK(sf_question_add_goal_reading(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_add_goal_reading(q, NULL) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "sf_question_add_goal_reading refused", sf_engine_solve(engine, q, NULL, &a, &error));
  /* Beside a cube. */
  cube = read_cube("R U R' B");
  CHECK(sf_question_set_goal(q, &cube) == SF_OK);
  MUST(sf_read("L2 D B", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_add_goal_reading(q, r) == SF_OK);
  sf_reading_free(r);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "B"));
  sf_answer_free(a);
  MUST(sf_read("R U", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_reading_is_incomplete(r) == 0 && sf_question_set_goal_reading(q, r) == SF_OK);
  CHECK(sf_question_set_reading(q, r) == SF_OK);
  sf_reading_free(r);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), ""));
  sf_answer_free(a);

  /* What is unknown must not matter for a goal of many cubes. */
  cube = sf_cube_solved();
  r = read_incomplete("?????????R?RRRRRRR???FFFFFFDDDDDDDDD???LLLLLL???BBBBBB");
  CHECK(sf_reading_is_incomplete(r) == 1);
  CHECK(sf_question_set_reading(q, r) == SF_OK && sf_question_set_goal(q, &cube) == SF_OK);
  sf_reading_free(r);
  MUST(sf_question_set_only(q, "F2L", &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), ""));
  sf_answer_free(a);
  MUST(sf_question_set_only(q, "U layer", &error));
  FAILS(SF_BAD_OPTION, "what is at U", sf_engine_solve(engine, q, NULL, &a, &error));

  /* One choice is left: a cube. And texts that are refused. */
  r = read_incomplete(hidden);
  CHECK(sf_reading_is_incomplete(r) == 0 && sf_reading_note_count(r) == 1);
  CHECK(sf_reading_cube(r, &one) == SF_OK && is_solved(&one));
  sf_reading_free(r);
  CHECK(sf_reading_is_incomplete(NULL) == 0);
  CHECK(sf_read(hidden, SF_TO_END, SF_ANY_FORMAT, &r, NULL) == SF_IMPOSSIBLE && r == NULL);
  CHECK(sf_read(hidden, SF_TO_END, SF_ACCEPT(SF_FORMAT_MOVES) | SF_ACCEPT_INCOMPLETE, &r, NULL) == SF_UNREADABLE);
  CHECK(sf_read_pocket(hidden, SF_TO_END, SF_ACCEPT_INCOMPLETE, &r, NULL) != SF_OK && r == NULL);
  CHECK(sf_read("R U", SF_TO_END, 0x40000u, &r, NULL) == SF_BAD_OPTION);
  FAILS(SF_IMPOSSIBLE, "this cube is impossible: there are two edges UR",
        sf_read("?????U?U?"
                "?R??R????"
                "?R??F????"
                "????D????"
                "????L????"
                "????B????",
                SF_TO_END, SF_ACCEPT_INCOMPLETE, &r, &error));
  sf_question_free(q);
}

/* Several cubes at the start: the same word for all, or for any of them. */
static void starts(sf_engine* engine) {
  static const char* const also[] = {"U F R", "U2 F R"};
  sf_question* q = sf_question_create();
  sf_answer* a = NULL;
  sf_reading* r;
  char* json;
  size_t i;
  MUST(sf_read("F R", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_set_reading(q, r) == SF_OK);
  sf_reading_free(r);
  for (i = 0; i < 2; ++i) {
    MUST(sf_read(also[i], SF_TO_END, SF_ANY_FORMAT, &r, &error));
    CHECK(sf_question_add_start_reading(q, r) == SF_OK);
    sf_reading_free(r);
  }
  FAILS(SF_IMPOSSIBLE, "no moves bring all these cubes to the goal", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_up_to(q, "U", &error));
  CHECK(sf_question_set_starts(q, SF_STARTS_ALL) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R' F'"));
  CHECK(sf_answer_json(a, &json) == SF_OK && strstr(json, "\"starts\":\"all\"") != NULL);
  sf_string_free(json);
  sf_answer_free(a);
  MUST(sf_read("D2", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_add_start_reading(q, r) == SF_OK);
  sf_reading_free(r);
  CHECK(sf_question_set_starts(q, SF_STARTS_USUAL) == SF_OK);
  CHECK(sf_engine_solve(engine, q, NULL, &a, NULL) == SF_IMPOSSIBLE);
  CHECK(sf_question_set_starts(q, SF_STARTS_ANY) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "D2"));
  sf_answer_free(a);
  CHECK(sf_question_set_starts(q, 2) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "this is not a choice of cubes", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_starts(q, SF_STARTS_USUAL) == SF_OK);
  CHECK(sf_question_add_start_reading(q, NULL) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "sf_question_add_start_reading refused", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_clear_starts(q) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R' F'"));
  sf_answer_free(a);
  sf_question_free(q);
}

static void refusals(sf_engine* engine) {
  sf_question* q = sf_question_create();
  sf_answer* a = NULL;
  sf_cube zeros, cube = sf_cube_solved();
  memset(&zeros, 0, sizeof zeros);
  {
    sf_error* error = NULL;
    CHECK(sf_question_set_only(q, "F2L + UX", &error) == SF_BAD_OPTION && sf_error_position(error) == 6);
    CHECK(has(sf_error_message(error), "'UX' is not known here"));
    sf_error_free(error);
  }
  FAILS(SF_BAD_OPTION, "sf_question_set_only refused", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_only(q, "", NULL) == SF_BAD_OPTION &&
        sf_question_set_only(q, "\xff\xfe", NULL) == SF_BAD_OPTION);
  MUST(sf_question_set_only(q, "OLL", &error));
  FAILS(SF_BAD_OPTION, "'D' is not known here", sf_question_set_up_to(q, "U,D", &error));
  FAILS(SF_BAD_OPTION, "sf_question_set_up_to refused", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_up_to(q, "U,rotations", &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), ""));
  sf_answer_free(a);
  /* Bytes that are no cube, and a holding that is none, with a mask. */
  CHECK(sf_question_set_goal(q, &zeros) == SF_UNREADABLE || sf_question_set_goal(q, &zeros) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "the cube of the goal is not valid", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_goal_reading(q, NULL) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "the cube of the goal is not valid", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_goal(q, &cube) == SF_OK && sf_question_set_cube(q, &zeros) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "the cube of the question is not valid", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_held(q, 99) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "the holding of the cube", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(sf_question_set_held(q, 0) == SF_OK);
  /* How centres are turned counts only with moves that turn them. */
  MUST(sf_question_set_only(q, "Cross + centres: orientation", &error));
  FAILS(SF_BAD_OPTION, "the mask says how centres are turned", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_moves(q, "M U", SF_HTM, SF_CENTRES_TURNED, &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), ""));
  sf_answer_free(a);
  MUST(sf_question_set_moves(q, NULL, SF_HTM, SF_CENTRES_FIXED, &error));
  /* A goal and a cube that no turns reach. */
  cube.edge[0] = 0x10;
  CHECK(sf_question_set_goal(q, &cube) == SF_OK);
  MUST(sf_question_set_only(q, NULL, &error));
  CHECK(sf_engine_solve(engine, q, NULL, &a, NULL) == SF_IMPOSSIBLE);
  MUST(sf_question_set_only(q, "Cross", &error));
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 0 && sf_answer_ended(a) == SF_ENDED_UNSOLVABLE);
  sf_answer_free(a);
  CHECK(sf_question_set_only(NULL, "F2L", NULL) == SF_BAD_OPTION &&
        sf_question_set_up_to(NULL, "U", NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_goal_reading(NULL, NULL) == SF_BAD_OPTION);
  sf_question_free(q);
}

/* The cubes are near, so tables of six million values are enough; those that fit in all memory take long to make. So
   does that for shortest words of whole cubes: only near-optimal ones are asked for. */
void goals_test(void) {
  sf_engine* engine = engine_with_memory(60000000);
  masks(engine);
  incomplete(engine);
  starts(engine);
  completions();
  robots(engine);
  refusals(engine);
  sf_engine_free(engine);
}
