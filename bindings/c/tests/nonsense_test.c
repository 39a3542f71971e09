/* What makes no sense: options and pointers. */
#include "c_test.h"

/* The nonsense that a program may set, one after the other. */
void options_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_options* o = sf_options_create();
  sf_answer* a = NULL;
  sf_engine* other = NULL;
  sf_cube zeros;
  memset(&zeros, 0, sizeof zeros);
#define REFUSED(setting, sentence, repair)                                          \
  do {                                                                              \
    CHECK((setting) == SF_BAD_OPTION);                                              \
    FAILS(SF_BAD_OPTION, sentence, sf_engine_solve(engine, q, budget, &a, &error)); \
    CHECK((repair) == SF_OK);                                                       \
  } while (0)
  zeros = sf_cube_solved();
  {
    sf_cube none;
    memset(&none, 0, sizeof none);
    REFUSED(sf_question_set_cube(q, &none), "the cube of the question is not valid", sf_question_set_cube(q, &zeros));
    REFUSED(sf_question_set_cube(q, NULL), "the cube of the question is not valid", sf_question_set_cube(q, &zeros));
    REFUSED(sf_question_set_reading(q, NULL), "the cube of the question is not valid", sf_question_set_cube(q, &zeros));
    REFUSED(sf_question_set_goal(q, &none), "the cube of the goal is not valid", sf_question_set_goal(q, &zeros));
  }
  REFUSED(sf_question_set_held(q, 48), "the holding of the cube", sf_question_set_held(q, 47));
  REFUSED(sf_question_set_held(q, -1), "the holding of the cube", sf_question_set_held(q, 0));
  REFUSED(sf_question_set_metric(q, 256), "this is not a metric", sf_question_set_metric(q, SF_QTM));
  REFUSED(sf_question_set_puzzle(q, -1), "this is not a puzzle", sf_question_set_puzzle(q, SF_3X3X3));
  REFUSED(sf_question_set_within(q, -1), "within is negative", sf_question_set_within(q, 0));
  REFUSED(sf_question_set_good_enough(q, -5), "good_enough is negative", sf_question_set_good_enough(q, 0));
  REFUSED(sf_question_set_max_length(q, -1), "max_length is negative", sf_question_set_max_length(q, 99));
  REFUSED(sf_question_set_solutions(q, 0), "solutions is 0", sf_question_set_solutions(q, 1));
  REFUSED(sf_question_set_solver(q, 4), "this is not a solver", sf_question_set_solver(q, SF_SOLVER_ANY));
  REFUSED(sf_budget_set_time(budget, -0.1), "the time of the budget", sf_budget_set_time(budget, 1));
  REFUSED(sf_budget_set_time(budget, NAN), "the time of the budget", sf_budget_set_time(budget, INFINITY));
  CHECK(sf_budget_set_time(budget, 1e300) == SF_OK);
  CHECK(sf_budget_set_threads(budget, 4000000000u) == SF_OK); /* as many as are useful */
  a = ask(engine, q, budget);
  CHECK(sf_answer_count(a) == 1);
  sf_answer_free(a);
  CHECK(sf_options_set_profile(o, 3) == SF_BAD_OPTION);
  FAILS(SF_BAD_OPTION, "this is not a profile", sf_engine_create(o, &other, &error));
  CHECK(other == NULL);
  CHECK(sf_options_set_profile(o, SF_PROFILE_COMPACT) == SF_OK && sf_options_set_optimal_table(o, "none") == SF_OK);
  CHECK(sf_options_set_memory(o, 1000000) == SF_OK && sf_options_set_threads(o, 1) == SF_OK);
  MUST(sf_engine_create(o, &other, &error));
  CHECK(sf_question_set_want(q, SF_WANT_SHORTEST) == SF_OK);
  FAILS(SF_BAD_OPTION, "there is no table 'none'", sf_engine_solve(other, q, NULL, &a, &error));
  sf_engine_free(other);
  sf_options_free(o);
  sf_budget_free(budget);
  sf_question_free(q);
}

static void coset_nulls(void) {
  sf_coset_question* q = sf_coset_question_create();
  sf_coset_solver* solver = NULL;
  sf_coset_answer* a = NULL;
  sf_coset_level level;
  sf_coset_position p;
  level.size = sizeof level;
  p.size = sizeof p;
  CHECK(sf_coset_question_set_cube(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_metric(NULL, SF_HTM) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_search_depth(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_max_depth(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_extra(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_prove(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_solve_left(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_list_depth(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_list_limit(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_samples(NULL, 1, 1) == SF_BAD_OPTION);
  CHECK(sf_coset_question_set_checkpoint(NULL, "c") == SF_BAD_OPTION);
  CHECK(sf_coset_solver_create(NULL, 0, 0, &solver, NULL) == SF_BAD_OPTION && solver == NULL);
  CHECK(sf_coset_solver_create(compact_engine(), 0, 0, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_coset_solve(NULL, q, NULL, &a, NULL) == SF_BAD_OPTION && a == NULL);
  MUST(sf_coset_solver_create(compact_engine(), 0, 0, &solver, &error));
  CHECK(sf_coset_solve(solver, NULL, NULL, &a, NULL) == SF_BAD_OPTION);
  CHECK(sf_coset_solve(solver, q, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_level_count(NULL) == 0 && sf_coset_answer_level(NULL, 0, &level) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_sample(NULL, 0, 0, &p) == SF_BAD_OPTION && sf_coset_answer_exact_to(NULL) == -1);
  CHECK(sf_coset_answer_within(NULL) == -1 && sf_coset_answer_ended(NULL) == -1 && sf_coset_answer_left(NULL) == 0);
  CHECK(sf_coset_answer_left_solved(NULL) == -1 && sf_coset_answer_longest_left(NULL) == -1);
  CHECK(sf_coset_answer_left_over_count(NULL) == 0 && sf_coset_answer_left_over(NULL, 0, &p) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_note_count(NULL) == 0 && sf_coset_answer_note(NULL, 0) == NULL);
  CHECK(sf_coset_answer_listed_count(NULL) == 0 && sf_coset_answer_listed(NULL, 0, &p) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_is_list_complete(NULL) == 0 && sf_coset_answer_symmetries(NULL) == 0);
  CHECK(sf_coset_answer_bytes(NULL) == 0 && sf_coset_answer_threads(NULL) == 0);
  CHECK(sf_coset_answer_loading_seconds(NULL) == 0 && sf_coset_answer_seconds(NULL) == 0);
  CHECK(sf_coset_answer_cpu_seconds(NULL) == 0);
  CHECK(sf_coset_answer_solving_seconds(NULL) == 0 && sf_coset_answer_json(NULL, NULL) == SF_BAD_OPTION);
  sf_coset_solver_free(solver);
  sf_coset_solver_free(NULL);
  sf_coset_answer_free(NULL);
  sf_coset_question_free(q);
  sf_coset_question_free(NULL);
}

/* Numbers that are no value, and places after the end of a list. */
static void out_of_range(void) {
  int bad[3] = {-1, 1000, 1 << 30};
  size_t i;
  for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
    CHECK(is_text(sf_status_name(bad[i]), "unknown"));
    CHECK(is_text(sf_status_text(bad[i]), "this is not a status of this version"));
    CHECK(sf_format_name(bad[i]) == NULL && sf_solver_name(bad[i]) == NULL && sf_ended_name(bad[i]) == NULL);
  }
  for (i = 0; i < 2; ++i) {
    CHECK(sf_robot_name(sf_robot_count() + i) == NULL && sf_robot_json(sf_robot_count() + i) == NULL);
    CHECK(sf_mask_name(sf_mask_count() + i) == NULL && sf_mask_summary(sf_mask_count() + i) == NULL);
    CHECK(sf_mask_description(sf_mask_count() + i) == NULL);
    CHECK(sf_catalogue_name(sf_catalogue_count() + i) == NULL);
    CHECK(sf_catalogue_description(sf_catalogue_count() + i) == NULL);
    CHECK(sf_catalogue_summary(sf_catalogue_count() + i) == NULL);
  }
}

/* NULL everywhere: a status, 0 or NULL, and no crash. */
void nulls_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_answer* a = NULL;
  sf_cube cube;
  uint64_t high, low;
  size_t n = 5;
  char* text;
  CHECK(sf_error_status(NULL) == SF_BAD_OPTION && sf_error_message(NULL) == NULL && sf_error_position(NULL) == -1);
  CHECK(sf_error_problem_count(NULL) == 0 && sf_error_problem(NULL, 0) == NULL && sf_error_note_count(NULL) == 0);
  CHECK(sf_error_note(NULL, 0) == NULL && is_text(sf_error_repair(NULL), "") && sf_error_ways(NULL) == 0);
  CHECK(sf_error_repaired(NULL, &cube) == 0 && sf_error_json(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_read("R", 1, 0, NULL, NULL) == SF_BAD_OPTION && sf_read_pocket("R", 1, 0, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_read_listed("R", 1, 0, NULL, NULL, NULL, NULL) == SF_BAD_OPTION && sf_reading_other_count(NULL) == 0);
  CHECK(sf_reading_other_layout(NULL, 0) == NULL && sf_reading_other_held(NULL, 0) == -1);
  CHECK(sf_reading_other_cube(NULL, 0, &cube) == SF_BAD_OPTION);
  CHECK(sf_reading_cube(NULL, &cube) == SF_BAD_OPTION && sf_reading_held(NULL) == -1);
  CHECK(sf_reading_completions(NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_reading_completion_count(NULL, &high, NULL) == SF_BAD_OPTION);
  CHECK(sf_reading_format(NULL) == -1 && sf_reading_note_count(NULL) == 0 && sf_reading_note(NULL, 0) == NULL);
  CHECK(sf_cube_check(NULL, NULL) == SF_BAD_OPTION && sf_cube_write(NULL, 1, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cube_facelets(NULL, NULL) == SF_BAD_OPTION && sf_cube_pocket_facelets(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cube_pack(NULL, SF_FORMAT_RANK, &high, &low, NULL) == SF_BAD_OPTION);
  CHECK(sf_cube_pack(&cube, SF_FORMAT_RANK, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cube_unpack(SF_FORMAT_RANK, 0, 0, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_moves_parse(NULL, 0, NULL, NULL) == SF_BAD_OPTION && sf_moves_create(NULL, 0, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_moves_inverse(NULL, NULL, NULL) == SF_BAD_OPTION && sf_moves_normalise(NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_moves_text(NULL) == NULL && sf_moves_count(NULL) == 0 && sf_moves_turns(NULL) == NULL);
  CHECK(sf_moves_length(NULL, 0) == -1 && sf_moves_rotation(NULL) == -1);
  CHECK(sf_question_set_reading(NULL, NULL) == SF_BAD_OPTION && sf_question_set_cube(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_held(NULL, 0) == SF_BAD_OPTION && sf_question_set_goal(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_add_goal(NULL, NULL, NULL, 0, 0, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_clear_goals(NULL) == SF_BAD_OPTION &&
        sf_question_set_moves(NULL, "R", 0, 0, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_metric(NULL, 0) == SF_BAD_OPTION && sf_question_set_puzzle(NULL, 0) == SF_BAD_OPTION);
  CHECK(sf_question_set_want(NULL, 0) == SF_BAD_OPTION && sf_question_set_within(NULL, 0) == SF_BAD_OPTION);
  CHECK(sf_question_set_good_enough(NULL, 0) == SF_BAD_OPTION && sf_question_set_max_length(NULL, 0) == SF_BAD_OPTION);
  CHECK(sf_question_set_solutions(NULL, 1) == SF_BAD_OPTION && sf_question_set_solver(NULL, 0) == SF_BAD_OPTION);
  CHECK(sf_question_set_goal_reading(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_add_goal_reading(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_add_start_reading(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_question_clear_starts(NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_starts(NULL, SF_STARTS_ANY) == SF_BAD_OPTION);
  CHECK(sf_question_set_only(NULL, "F2L", NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_show(NULL, "dot", NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_up_to(NULL, "U", NULL) == SF_BAD_OPTION);
  CHECK(sf_question_set_robot(NULL, "turntable", NULL) == SF_BAD_OPTION);
  CHECK(sf_schedule_json("turntable", "R", NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_schedule_json(NULL, "R", &text, NULL) == SF_BAD_OPTION && text == NULL);
  CHECK(sf_schedule_json("turntable", NULL, &text, NULL) == SF_BAD_OPTION && text == NULL);
  CHECK(sf_reading_is_incomplete(NULL) == 0 && sf_search_run(NULL, 1) == 1);
  CHECK(sf_cancel_is_set(NULL) == 0);
  sf_cancel_set(NULL);
  sf_cancel_clear(NULL);
  CHECK(sf_budget_set_time(NULL, 1) == SF_BAD_OPTION && sf_budget_set_nodes(NULL, 1) == SF_BAD_OPTION);
  CHECK(sf_budget_set_threads(NULL, 1) == SF_BAD_OPTION && sf_budget_set_cancel(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_budget_set_listener(NULL, NULL, NULL) == SF_BAD_OPTION && sf_event_json(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_solution_turns(NULL) == NULL && sf_solution_count(NULL) == 0 && sf_solution_text(NULL) == NULL);
  CHECK(sf_solution_length(NULL) == -1 && sf_solution_seconds(NULL) == 0 && sf_solution_steps(NULL, &n) == NULL &&
        n == 0);
  CHECK(sf_solution_steps(NULL, NULL) == NULL && sf_solution_rotation(NULL) == -1 &&
        sf_solution_phases(NULL, NULL) == 0);
  CHECK(sf_answer_count(NULL) == 0 && sf_answer_solution(NULL, 0) == NULL && sf_answer_text(NULL, 0) == NULL);
  CHECK(sf_answer_too_long(NULL) == NULL && sf_answer_lower_bound(NULL) == -1 && sf_answer_is_shortest(NULL) == 0);
  CHECK(sf_answer_ended(NULL) == -1 && sf_answer_loading_seconds(NULL) == 0 && sf_answer_seconds(NULL) == 0);
  CHECK(sf_answer_solver(NULL) == -1 && sf_answer_table(NULL) == NULL && sf_answer_work(NULL, 0) == 0);
  CHECK(sf_answer_iteration_count(NULL) == 0 && sf_answer_iteration(NULL, 0, NULL) == SF_BAD_OPTION);
  CHECK(sf_answer_json(NULL, NULL) == SF_BAD_OPTION && sf_answer_copy(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_options_set_profile(NULL, 0) == SF_BAD_OPTION && sf_options_set_tables(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_options_set_optimal_table(NULL, NULL) == SF_BAD_OPTION && sf_options_set_memory(NULL, 0) == SF_BAD_OPTION);
  CHECK(sf_options_set_threads(NULL, 0) == SF_BAD_OPTION && sf_options_set_warning(NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_create(NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_solve(NULL, q, NULL, &a, NULL) == SF_BAD_OPTION && a == NULL);
  CHECK(sf_engine_solve(engine, NULL, NULL, &a, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_solve(engine, q, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_prepare(NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_solve_all(NULL, NULL, NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_begin(NULL, NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_search_answer(NULL, &a, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_plan(NULL, NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_plan_solver(NULL) == -1 && sf_plan_bytes(NULL) == 0 && sf_plan_bytes_to_make(NULL) == 0);
  CHECK(sf_plan_seconds_to_make(NULL) == 0 && sf_plan_remark(NULL) == NULL && sf_plan_table_count(NULL) == 0);
  {
    sf_table table;
    table.size = (size_t)1 << 40;
    CHECK(sf_table_at(0, &table) == SF_BAD_OPTION);
    table.size = 2 * sizeof table.size; /* of an older program */
    table.bytes = 7;
    CHECK(sf_table_at(0, &table) == SF_OK && table.name != NULL && table.bytes == 7);
  }
  CHECK(sf_plan_table(NULL, 0, NULL) == SF_BAD_OPTION && sf_table_at(0, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_make(NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_word_to(engine, NULL, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_random_cube(NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_engine_scramble(NULL, NULL, 0, NULL, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cubes_check(NULL, 1, 32, NULL, NULL) == SF_BAD_OPTION &&
        sf_cubes_possible(NULL, 1, 32, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cubes_apply(NULL, 1, 32, NULL, NULL) == SF_BAD_OPTION &&
        sf_cubes_apply_each(NULL, 1, 32, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_cubes_multiply(NULL, 1, 32, NULL, 32, NULL) == SF_BAD_OPTION &&
        sf_cubes_invert(NULL, 1, 32, NULL) == SF_BAD_OPTION);
  CHECK(sf_coordinate_create(NULL, NULL, NULL) == SF_BAD_OPTION && sf_coordinate_name(NULL) == NULL);
  CHECK(sf_coordinate_size(NULL) == 0 && sf_coordinate_size_text(NULL) == NULL);
  CHECK(sf_coordinate_index(NULL, NULL, 0, 0, NULL, NULL) == SF_BAD_OPTION);
  CHECK(sf_coordinate_cubes(NULL, NULL, 0, NULL, 0, NULL) == SF_BAD_OPTION);
  coset_nulls();
  out_of_range();
  sf_string_free(NULL);
  sf_error_free(NULL);
  sf_reading_free(NULL);
  sf_moves_free(NULL);
  sf_question_free(NULL);
  sf_cancel_free(NULL);
  sf_budget_free(NULL);
  sf_answer_free(NULL);
  sf_options_free(NULL);
  sf_engine_free(NULL);
  sf_search_free(NULL);
  sf_plan_free(NULL);
  sf_random_free(NULL);
  sf_random_free(sf_random_create((uint64_t)-1)); /* any number is a seed */
  sf_coordinate_free(NULL);
  sf_question_free(q);
}
