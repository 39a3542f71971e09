/* Questions and their answers. */
#include "c_test.h"

void solving_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_random* random = sf_random_create(2);
  sf_answer *a, *b = NULL;
  sf_cube cube;
  sf_reading* r = NULL;
  sf_phases phases = {sizeof phases, 0, 0, 0, 0};
  sf_iteration iteration = {sizeof iteration, 0, 0, 0, 0};
  int i;

  /* Random cubes of at most 21 moves. */
  CHECK(sf_question_set_good_enough(q, 21) == SF_OK);
  for (i = 0; i < 100; ++i) {
    CHECK(sf_random_cube(random, &cube) == SF_OK);
    CHECK(sf_question_set_cube(q, &cube) == SF_OK);
    a = ask(engine, q, NULL);
    CHECK(sf_answer_count(a) == 1 && solves(&cube, sf_answer_solution(a, 0)));
    CHECK(sf_solution_length(sf_answer_solution(a, 0)) <= 21);
    CHECK(sf_answer_lower_bound(a) > 0 && sf_answer_lower_bound(a) <= sf_solution_length(sf_answer_solution(a, 0)));
    CHECK(sf_answer_ended(a) == SF_ENDED_ENOUGH && sf_answer_solver(a) == SF_SOLVER_TWO_PHASE);
    CHECK(sf_answer_work(a, SF_WORK_NODES) > 0 && sf_answer_work(a, SF_WORK_PHASE1_READS) > 0);
    CHECK(sf_answer_work(a, 5) == 0 && sf_answer_work(a, -1) == 0);
    CHECK(sf_solution_phases(sf_answer_solution(a, 0), &phases) == 1 && phases.axis >= 0 && phases.axis < 3);
    CHECK(phases.front + phases.back <= (int)sf_solution_count(sf_answer_solution(a, 0)));
    CHECK(sf_answer_seconds(a) >= 0 && sf_answer_loading_seconds(a) >= 0 && is_text(sf_answer_table(a), ""));
    sf_answer_free(a);
  }

  /* Without limits, the same on every machine; and a copy, in JSON. */
  CHECK(sf_question_set_good_enough(q, 0) == SF_OK && sf_question_set_solutions(q, 3) == SF_OK);
  a = ask(engine, q, NULL);
  b = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 3 && is_text(sf_answer_text(a, 0), sf_answer_text(b, 0)));
  CHECK(sf_answer_work(a, SF_WORK_NODES) == sf_answer_work(b, SF_WORK_NODES));
  CHECK(sf_answer_text(a, 3) == NULL && sf_answer_solution(a, 3) == NULL);
  for (i = 0; i < 3; ++i) CHECK(solves(&cube, sf_answer_solution(a, (size_t)i)));
  sf_answer_free(b);
  {
    char *one = NULL, *two = NULL;
    char letters[SF_FACELETS_SIZE];
    CHECK(sf_answer_copy(a, &b) == SF_OK);
    CHECK(sf_answer_json(a, &one) == SF_OK && sf_answer_json(b, &two) == SF_OK && is_text(one, two));
    CHECK(sf_cube_facelets(&cube, letters) == SF_OK);
    CHECK(strncmp(one, "{\"schema\":1,\"event\":\"result\",\"facelets\":\"", 41) == 0 && has(one, letters));
    CHECK(has(one, "\"solver\":\"two-phase\",\"metric\":\"htm\",\"count\":3,") && one[strlen(one) - 1] == '\n');
    sf_string_free(one);
    sf_string_free(two);
  }
  sf_answer_free(a);
  CHECK(sf_answer_count(b) == 3);
  sf_answer_free(b);

  /* Too short a limit: no solution, but what was met. */
  CHECK(sf_question_set_max_length(q, 16) == SF_OK && sf_budget_set_nodes(budget, 100000) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_count(a) == 0 && sf_answer_ended(a) == SF_ENDED_NODES && !sf_answer_is_shortest(a));
  CHECK(sf_answer_too_long(a) == NULL || solves(&cube, sf_answer_too_long(a)));
  sf_answer_free(a);
  CHECK(sf_question_set_max_length(q, 8) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_count(a) == 0 && sf_answer_ended(a) == SF_ENDED_COMPLETE && sf_answer_lower_bound(a) > 8);
  sf_answer_free(a);

  /* The limit of time, also when it is nothing. */
  CHECK(sf_question_set_max_length(q, SF_NO_MAX_LENGTH) == SF_OK && sf_question_set_solutions(q, 1) == SF_OK);
  CHECK(sf_budget_set_nodes(budget, UINT64_MAX) == SF_OK && sf_budget_set_time(budget, 0.05) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_ended(a) == SF_ENDED_TIME);
  sf_answer_free(a);
  CHECK(sf_budget_set_time(budget, 0) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_ended(a) == SF_ENDED_TIME);
  sf_answer_free(a);

  /* The solved cube, one move, an impossible cube. */
  cube = sf_cube_solved();
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 1 && is_text(sf_answer_text(a, 0), "") && sf_answer_is_shortest(a));
  sf_answer_free(a);
  cube = read_cube("R");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R'") && sf_answer_lower_bound(a) == 1 && sf_answer_is_shortest(a));
  sf_answer_free(a);
  cube = sf_cube_solved();
  cube.edge[0] = 0x10;
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 0 && sf_answer_ended(a) == SF_ENDED_UNSOLVABLE);
  sf_answer_free(a);

  /* A cube as it is held: its moves after the scramble solve it. */
  MUST(sf_read("y R U F' x", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_set_reading(q, r) == SF_OK);
  sf_reading_free(r);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 1 && sf_solution_length(sf_answer_solution(a, 0)) == 3);
  {
    char text[100];
    snprintf(text, sizeof text, "y R U F' x %s", sf_answer_text(a, 0));
    cube = read_cube(text);
    CHECK(is_solved(&cube));
  }
  sf_answer_free(a);

  /* Another goal: from docs/library.md. */
  {
    const sf_cube from = read_cube("R U F' L2 D B"), goal = read_cube("R U F");
    CHECK(sf_question_set_held(q, 0) == SF_OK && sf_question_set_cube(q, &from) == SF_OK);
    CHECK(sf_question_set_goal(q, &goal) == SF_OK);
    a = ask(engine, q, NULL);
    CHECK(is_text(sf_answer_text(a, 0), "B' D' L2 F2"));
    cube = after(from, sf_solution_turns(sf_answer_solution(a, 0)), 4);
    CHECK(same(&cube, &goal));
    sf_answer_free(a);
    cube = sf_cube_solved();
    CHECK(sf_question_set_goal(q, &cube) == SF_OK);
  }

  /* 2x2x2, from docs/library.md; shortest words with what was searched. */
  MUST(sf_read_pocket("R U F' R2 U", SF_TO_END, SF_ANY_FORMAT, &r, &error));
  CHECK(sf_question_set_reading(q, r) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
  sf_reading_free(r);
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "U' R2 F U' R'") && sf_answer_is_shortest(a));
  CHECK(sf_answer_solver(a) == SF_SOLVER_POCKET && sf_solution_phases(sf_answer_solution(a, 0), &phases) == 0);
  {
    char* json = NULL;
    CHECK(sf_answer_json(a, &json) == SF_OK && has(json, "\"puzzle\":\"2x2x2\",\"facelets\":\""));
    sf_string_free(json);
  }
  CHECK(sf_answer_iteration(a, sf_answer_iteration_count(a), &iteration) == SF_BAD_OPTION);
  sf_answer_free(a);

  sf_random_free(random);
  sf_budget_free(budget);
  sf_question_free(q);
}

void restricted_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_cube cube = read_cube("R U R' U R U2 R'");
  sf_coordinate* cross = NULL;
  sf_answer* a;
  sf_metric metric;
  size_t steps = 0;
  static const int lengths[] = {3, 4, 2, 2};

  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
  MUST(sf_question_set_moves(q, "R U", SF_HTM, SF_CENTRES_FIXED, &error));
  a = ask(engine, q, NULL);
  CHECK(is_text(sf_answer_text(a, 0), "R U2 R' U' R U' R'") && sf_answer_is_shortest(a));
  CHECK(sf_solution_steps(sf_answer_solution(a, 0), &steps) != NULL && steps == 7);
  CHECK(sf_answer_iteration_count(a) > 0);
  {
    sf_iteration it = {sizeof it, 0, 0, 0, 0};
    struct {
      sf_iteration known;
      int future;
    } newer;
    memset(&newer, 7, sizeof newer);
    newer.known.size = sizeof newer;
    CHECK(sf_answer_iteration(a, 0, &it) == SF_OK && it.length == 7 && it.nodes > 0 && it.size == sizeof it);
    CHECK(sf_answer_iteration(a, 0, &newer.known) == SF_OK && newer.future == 0 && newer.known.length == it.length);
    it.size = offsetof(sf_iteration, is_complete);
    it.is_complete = 7;
    CHECK(sf_answer_iteration(a, 0, &it) == SF_OK && it.is_complete == 7);
    it.size = 3;
    CHECK(sf_answer_iteration(a, 0, &it) == SF_BAD_OPTION);
  }
  sf_answer_free(a);
  cube = read_cube("F");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_ended(a) == SF_ENDED_UNSOLVABLE);
  sf_answer_free(a);

  /* A refused setting is not lost. */
  FAILS(SF_BAD_OPTION, "", sf_question_set_moves(q, "Q", SF_HTM, SF_CENTRES_FIXED, &error));
  FAILS(SF_BAD_OPTION, "sf_question_set_moves refused", sf_engine_solve(engine, q, NULL, &a, &error));
  MUST(sf_question_set_moves(q, NULL, SF_HTM, SF_CENTRES_FIXED, &error));
  CHECK(sf_question_set_want(q, 3) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "this is not what can be wanted", sf_engine_solve(engine, q, NULL, &a, &error));
  CHECK(a == NULL);
  CHECK(sf_question_set_want(q, SF_WANT_GOOD) == SF_OK);

  cube = read_cube("R L' U2");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK);
  for (metric = SF_HTM; metric <= SF_ATM; ++metric) {
    CHECK(sf_question_set_metric(q, metric) == SF_OK);
    a = ask(engine, q, NULL);
    CHECK(is_text(sf_answer_text(a, 0), "U2 R' L") && sf_solution_length(sf_answer_solution(a, 0)) == lengths[metric]);
    sf_answer_free(a);
  }
  CHECK(sf_question_set_metric(q, SF_HTM) == SF_OK);

  /* Slices carry the centres: a reading is put in space. */
  {
    sf_reading* r = NULL;
    MUST(sf_read("M U M'", SF_TO_END, SF_ANY_FORMAT, &r, &error));
    MUST(sf_question_set_moves(q, "M U", SF_HTM, SF_CENTRES_MOVED, &error));
    CHECK(sf_question_set_reading(q, r) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
    sf_reading_free(r);
    a = ask(engine, q, NULL);
    CHECK(is_text(sf_answer_text(a, 0), "M U' M'") && sf_solution_length(sf_answer_solution(a, 0)) == 3);
    sf_answer_free(a);
    MUST(sf_question_set_moves(q, NULL, SF_HTM, SF_CENTRES_FIXED, &error));
  }

  /* A part of the cube: the cross of docs/library.md, all its shortest words as in README.md. */
  cube = read_cube("R U F' L2 D B");
  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_held(q, 0) == SF_OK);
  MUST(sf_coordinate_create("Cross", &cross, &error));
  MUST(sf_question_add_goal(q, cross, NULL, 0, 0, &error));
  CHECK(sf_question_set_want(q, SF_WANT_ALL) == SF_OK && sf_question_set_solutions(q, 100) == SF_OK);
  a = ask(engine, q, NULL);
  CHECK(sf_answer_count(a) == 2 && is_text(sf_answer_text(a, 0), "D' F R' L2"));
  CHECK(is_text(sf_answer_text(a, 1), "D' L2 F R'") && sf_answer_ended(a) == SF_ENDED_COMPLETE);
  sf_answer_free(a);

  /* Goals that are cubes: a cross turned against the centres is one, too. */
  {
    sf_cube goals[4];
    const char* turns[] = {"", "D", "D2", "D'"};
    int i;
    for (i = 0; i < 4; ++i) goals[i] = *turns[i] ? read_cube(turns[i]) : sf_cube_solved();
    CHECK(sf_question_clear_goals(q) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
    CHECK(sf_question_set_solutions(q, 1) == SF_OK);
    MUST(sf_question_add_goal(q, cross, goals, 4, sizeof *goals, &error));
    a = ask(engine, q, NULL);
    {
      const sf_solution* word = sf_answer_solution(a, 0);
      const sf_cube end = after(cube, sf_solution_turns(word), sf_solution_count(word));
      uint64_t value, values[4];
      MUST(sf_coordinate_index(cross, &end, 1, sizeof end, &value, &error));
      MUST(sf_coordinate_index(cross, goals, 4, sizeof *goals, values, &error));
      CHECK(value == values[0] || value == values[1] || value == values[2] || value == values[3]);
      CHECK(sf_solution_length(word) <= 4 && sf_answer_is_shortest(a));
    }
    sf_answer_free(a);
    goals[2].edge[3] = 77;
    FAILS(SF_UNREADABLE, "row 2 is not a cube", sf_question_add_goal(q, cross, goals, 4, sizeof *goals, &error));
    FAILS(SF_BAD_OPTION, "sf_question_add_goal refused", sf_engine_solve(engine, q, NULL, &a, &error));
    FAILS(SF_BAD_OPTION, "the stride", sf_question_add_goal(q, cross, goals, 4, 31, &error));
    CHECK(sf_question_clear_goals(q) == SF_OK);
  }
  sf_coordinate_free(cross);
  FAILS(SF_BAD_OPTION, "this is not a metric", sf_question_set_moves(q, "R U", 4, 0, &error));
  FAILS(SF_BAD_OPTION, "this is not what moves do", sf_question_set_moves(q, "R U", 0, 3, &error));
  sf_question_free(q);
}

void scrambles_test(void) {
  sf_engine* engine = compact_engine();
  sf_moves *m = NULL, *again = NULL;
  sf_random *random = sf_random_create(1), *twin = sf_random_create(1), *any = sf_random_create_unseeded();
  sf_cube cube;
  int i;
  for (i = 0; i < 5; ++i) {
    MUST(sf_engine_scramble(engine, random, SF_SCRAMBLE_3X3X3, NULL, &m, &error));
    MUST(sf_engine_scramble(engine, twin, SF_SCRAMBLE_3X3X3, NULL, &again, &error));
    CHECK(sf_moves_count(m) > 10 && is_text(sf_moves_text(m), sf_moves_text(again)));
    sf_moves_free(m);
    sf_moves_free(again);
    MUST(sf_engine_scramble(engine, any, SF_SCRAMBLE_2X2X2, NULL, &m, &error));
    CHECK(sf_moves_count(m) == 11);
    sf_moves_free(m);
  }
  MUST(sf_engine_scramble(engine, random, SF_SCRAMBLE_FEWEST_MOVES, NULL, &m, &error));
  CHECK(strncmp(sf_moves_text(m), "R' U' F ", 8) == 0);
  CHECK(strcmp(sf_moves_text(m) + strlen(sf_moves_text(m)) - 8, " R' U' F") == 0);
  sf_moves_free(m);
  FAILS(SF_BAD_OPTION, "this is not a kind", sf_engine_scramble(engine, random, 3, NULL, &m, &error));
  FAILS(SF_BAD_OPTION, "there are no random numbers", sf_engine_scramble(engine, NULL, 0, NULL, &m, &error));
  /* Moves that make a cube. */
  CHECK(sf_random_cube(random, &cube) == SF_OK);
  MUST(sf_engine_word_to(engine, &cube, NULL, &m, &error));
  {
    const sf_cube made = after(sf_cube_solved(), sf_moves_turns(m), sf_moves_count(m));
    CHECK(same(&made, &cube));
  }
  sf_moves_free(m);
  cube.edge[0] ^= 0x10;
  FAILS(SF_IMPOSSIBLE, "no turns of faces", sf_engine_word_to(engine, &cube, NULL, &m, &error));
  sf_random_free(random);
  sf_random_free(twin);
  sf_random_free(any);
}

void plans_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_plan* plan = NULL;
  sf_table table = {sizeof table, NULL, 0, 0, 0, 0};
  size_t i, optimal = 0;
  MUST(sf_engine_plan(engine, q, NULL, &plan, &error));
  CHECK(sf_plan_solver(plan) == SF_SOLVER_TWO_PHASE && sf_plan_table_count(plan) == 1);
  CHECK(sf_plan_table(plan, 0, &table) == SF_OK && is_text(table.name, "compact"));
  CHECK(table.bytes > 1000000 && sf_plan_bytes(plan) == table.bytes && sf_plan_remark(plan) != NULL);
  CHECK(sf_plan_table(plan, 1, &table) == SF_BAD_OPTION && sf_plan_table(plan, 0, NULL) == SF_BAD_OPTION);
  CHECK(sf_plan_seconds_to_make(plan) >= 0);
  sf_plan_free(plan);
  MUST(sf_engine_prepare(engine, q, NULL, &error));
  for (i = 0; i < sf_table_count(); ++i) {
    CHECK(sf_table_at(i, &table) == SF_OK && table.bytes > 0);
    if (strcmp(table.name, "optimal-282") == 0) ++optimal;
  }
  CHECK(optimal == 1 && sf_table_at(sf_table_count(), &table) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "", sf_engine_make(engine, "optimal-1", NULL, &error));
  FAILS(SF_BAD_OPTION, "there is no text", sf_engine_make(engine, NULL, NULL, &error));
  sf_question_free(q);
}

/* With the tables of the user's folder. */
void optimal_test(void) {
  sf_options* o = sf_options_create();
  sf_engine* engine = NULL;
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_cube cube = read_cube("F U L2 F2 U F2 U' R2 F2 D' U' L F2 L' B2 D2 B L U2");
  sf_answer* a;
  heard h = {0, 0, 0, 99, 0, NULL};
  CHECK(sf_options_set_optimal_table(o, "optimal-47") == SF_OK);
  MUST(sf_engine_create(o, &engine, &error));
  CHECK(sf_question_set_cube(q, &cube) == SF_OK && sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
  CHECK(sf_budget_set_listener(budget, hear, &h) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(is_text(sf_answer_text(a, 0), "F2 U2 L' U F2 U' B U' B' D' L2 F' R2 F U R2") &&
        solves(&cube, sf_answer_solution(a, 0)));
  CHECK(sf_answer_is_shortest(a) && sf_answer_lower_bound(a) == 16 && sf_answer_solver(a) == SF_SOLVER_OPTIMAL);
  CHECK(is_text(sf_answer_table(a), "optimal-47") && sf_answer_work(a, SF_WORK_LOOKUPS) > 0 && h.bounds > 0);
  CHECK(sf_answer_iteration_count(a) > 0);
  sf_answer_free(a);
  sf_budget_free(budget);
  sf_question_free(q);
  sf_engine_free(engine);
  sf_options_free(o);
}
