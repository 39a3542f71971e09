/* Whole cosets, near G1 and not deep, so that little of the 3 GB is touched. The words are counted one by one, too. */
#include <stdlib.h>

#include "c_test.h"

/* Enough for the bitmap and the standard tables. */
#define MEMORY 3600000000u
enum { DEPTH = 4 };

static const char* const phase1[] = {"CornerOrientation", "EdgeOrientation", "UDSlice"};

static uint64_t value_of(int coordinate, const sf_cube* cube) {
  sf_coordinate* c = NULL;
  uint64_t value = 0;
  MUST(sf_coordinate_create(phase1[coordinate], &c, &error));
  MUST(sf_coordinate_index(c, cube, 1, sizeof *cube, &value, &error));
  sf_coordinate_free(c);
  return value;
}

typedef struct {
  sf_coordinate* coordinates[3];
  sf_cube seen[10000];
  int count;
  uint64_t levels[DEPTH + 1];
} census;

static int is_in_g1(const census* c, const sf_cube* cube) {
  int i;
  for (i = 0; i < 3; ++i) {
    uint64_t value = 1;
    MUST(sf_coordinate_index(c->coordinates[i], cube, 1, sizeof *cube, &value, &error));
    if (value != 0) return 0;
  }
  return 1;
}

/* All words of so many moves: each element of G1 is counted once, at its first length. */
static void count_words(census* c, const sf_cube* cube, int length, int depth) {
  sf_cube next;
  uint8_t turn;
  int i;
  if (length == 0) {
    if (!is_in_g1(c, cube)) return;
    for (i = 0; i < c->count; ++i)
      if (same(&c->seen[i], cube)) return;
    c->seen[c->count++] = *cube;
    ++c->levels[depth];
    return;
  }
  for (turn = 0; turn < 18; ++turn) {
    next = *cube;
    MUST(sf_cubes_apply_each(&next, 1, sizeof next, &turn, &error));
    count_words(c, &next, length - 1, depth);
  }
}

typedef struct {
  int progress, polls, end;
} noise;
static int listen_to(const sf_event* event, void* user) {
  noise* n = (noise*)user;
  char* json = NULL;
  CHECK(sf_event_json(event, &json) == SF_OK && json != NULL);
  sf_string_free(json);
  if (event->kind == SF_EVENT_PROGRESS) {
    CHECK(event->done >= 0 && event->done <= 1 && event->length >= 0 && has(event->step, " of "));
    ++n->progress;
  }
  if (event->kind == SF_EVENT_POLL) ++n->polls;
  return n->end;
}

/* A position of the coset, which its moves solve. */
static void check_position(const sf_coset_position* p, const sf_cube* of, int depth) {
  sf_cube end = p->cube;
  int i;
  CHECK((int)sf_moves_count(p->moves) == depth && strlen(sf_moves_text(p->moves)) >= (size_t)depth);
  MUST(sf_cubes_apply(&end, 1, sizeof end, p->moves, &error));
  CHECK(is_solved(&end));
  for (i = 0; i < 3; ++i) CHECK(value_of(i, &p->cube) == value_of(i, of));
}

static void check_levels(const sf_coset_answer* a, const census* c) {
  uint64_t found = 0;
  size_t i;
  CHECK(sf_coset_answer_level_count(a) == DEPTH + 1);
  for (i = 0; i <= DEPTH; ++i) {
    sf_coset_level level;
    level.size = sizeof level;
    CHECK(sf_coset_answer_level(a, i, &level) == SF_OK);
    CHECK(level.depth == (int)i && level.is_exact == 1 && level.seconds >= 0 && level.found == c->levels[i]);
    CHECK(level.samples == (level.found < 2 ? level.found : 2));
    found += level.found;
  }
  CHECK(sf_coset_answer_left(a) == SF_COSET_SIZE - found && sf_coset_answer_exact_to(a) == DEPTH);
  CHECK(sf_coset_answer_within(a) == -1 && sf_coset_answer_left_solved(a) == -1);
  CHECK(sf_coset_answer_longest_left(a) == 0 && sf_coset_answer_left_over_count(a) == 0);
  CHECK(sf_coset_answer_ended(a) == SF_ENDED_COMPLETE && sf_coset_answer_threads(a) == 1);
  CHECK(sf_coset_answer_note_count(a) == 0 && sf_coset_answer_note(a, 0) == NULL);
  CHECK(sf_coset_answer_bytes(a) > 3000000000u && sf_coset_answer_bytes(a) <= MEMORY);
  CHECK(sf_coset_answer_loading_seconds(a) >= 0 && sf_coset_answer_seconds(a) > 0);
  CHECK(sf_coset_answer_cpu_seconds(a) > 0);
  CHECK(sf_coset_answer_solving_seconds(a) > 0 && sf_coset_answer_symmetries(a) == 1);
}

static sf_engine* engine_for_cosets(void) {
  sf_options* o = sf_options_create();
  sf_engine* engine = NULL;
  CHECK(sf_options_set_optimal_table(o, "optimal-47") == SF_OK);
  MUST(sf_engine_create(o, &engine, &error));
  sf_options_free(o);
  return engine;
}

void cosets_test(void) {
  sf_engine* engine = engine_for_cosets();
  sf_coset_solver* solver = NULL;
  sf_coset_question* q = sf_coset_question_create();
  sf_coset_answer* a = NULL;
  sf_budget* budget = sf_budget_create();
  sf_cancel* cancel = sf_cancel_create();
  census* c = (census*)calloc(1, sizeof *c);
  const sf_cube cube = read_cube("R U F");
  sf_coset_position p;
  sf_coset_level level;
  noise n = {0, 0, 0};
  char* json = NULL;
  size_t i;
  int d;
  for (d = 0; d < 3; ++d) MUST(sf_coordinate_create(phase1[d], &c->coordinates[d], &error));
  for (d = 0; d <= DEPTH; ++d) count_words(c, &cube, d, d);
  CHECK(c->levels[0] == 0 && c->levels[DEPTH] > 1);

  MUST(sf_coset_solver_create(engine, MEMORY, 1, &solver, &error));
  sf_engine_free(engine); /* the solver keeps what it needs */
  CHECK(sf_coset_question_set_cube(q, &cube) == SF_OK && sf_coset_question_set_max_depth(q, DEPTH) == SF_OK);
  CHECK(sf_coset_question_set_list_depth(q, DEPTH) == SF_OK && sf_coset_question_set_samples(q, 2, 7) == SF_OK);
  CHECK(sf_budget_set_listener(budget, listen_to, &n) == SF_OK);
  MUST(sf_coset_solve(solver, q, budget, &a, &error));
  CHECK(n.progress > 0);
  check_levels(a, c);

  p.size = level.size = 0;
  CHECK(sf_coset_answer_listed(a, 0, &p) == SF_BAD_OPTION && sf_coset_answer_level(a, 0, &level) == SF_BAD_OPTION);
  p.size = sizeof p;
  level.size = sizeof level;
  CHECK(sf_coset_answer_level(a, DEPTH + 1, &level) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_listed_count(a) == c->levels[DEPTH] && sf_coset_answer_is_list_complete(a));
  for (i = 0; i < sf_coset_answer_listed_count(a); ++i) {
    CHECK(sf_coset_answer_listed(a, i, &p) == SF_OK);
    check_position(&p, &cube, DEPTH);
  }
  CHECK(sf_coset_answer_listed(a, i, &p) == SF_BAD_OPTION && sf_coset_answer_left_over(a, 0, &p) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_sample(a, DEPTH, 1, &p) == SF_OK);
  check_position(&p, &cube, DEPTH);
  CHECK(sf_coset_answer_sample(a, DEPTH, 2, &p) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_sample(a, DEPTH + 1, 0, &p) == SF_BAD_OPTION);
  CHECK(sf_coset_answer_json(a, &json) == SF_OK && strncmp(json, "{\"schema\":1,\"event\":\"result\"", 28) == 0);
  CHECK(has(json, "\"exact_to\":4") && has(json, "\"list_complete\":true"));
  sf_string_free(json);
  sf_coset_answer_free(a);

  /* The same memory, another coset: that of the solved cube in the other metric. */
  sf_coset_question_free(q);
  q = sf_coset_question_create();
  CHECK(sf_coset_question_set_metric(q, SF_QTM) == SF_OK && sf_coset_question_set_max_depth(q, 2) == SF_OK);
  MUST(sf_coset_solve(solver, q, NULL, &a, &error));
  CHECK(sf_coset_answer_symmetries(a) == 16 && sf_coset_answer_level_count(a) == 3);
  CHECK(sf_coset_answer_level(a, 1, &level) == SF_OK && level.found == 4 && level.samples == 0);
  sf_coset_answer_free(a);

  CHECK(sf_coset_question_set_checkpoint(q, "/no/such/folder/coset") == SF_OK);
  FAILS(SF_SYSTEM, "the checkpoint /no/such/folder/coset cannot be written",
        sf_coset_solve(solver, q, NULL, &a, &error));
  CHECK(sf_coset_question_set_checkpoint(q, NULL) == SF_OK);

  /* The listener, the handle and the time end it. */
  CHECK(sf_coset_question_set_metric(q, SF_STM) == SF_OK);
  CHECK(sf_coset_question_set_metric(q, SF_HTM) == SF_OK);
  CHECK(sf_coset_question_set_max_depth(q, SF_COSET_USUAL) == SF_OK); /* which takes minutes */
  n.end = 1;
  MUST(sf_coset_solve(solver, q, budget, &a, &error));
  CHECK(sf_coset_answer_ended(a) == SF_ENDED_STOPPED && sf_coset_answer_left(a) > 0);
  sf_coset_answer_free(a);
  n.end = 0;
  sf_cancel_set(cancel);
  CHECK(sf_budget_set_cancel(budget, cancel) == SF_OK);
  MUST(sf_coset_solve(solver, q, budget, &a, &error));
  CHECK(sf_coset_answer_ended(a) == SF_ENDED_STOPPED);
  sf_coset_answer_free(a);
  CHECK(sf_budget_set_cancel(budget, NULL) == SF_OK && sf_budget_set_time(budget, 0) == SF_OK);
  MUST(sf_coset_solve(solver, q, budget, &a, &error));
  CHECK(sf_coset_answer_ended(a) == SF_ENDED_TIME && sf_coset_answer_within(a) == -1);
  sf_coset_answer_free(a);

  for (d = 0; d < 3; ++d) sf_coordinate_free(c->coordinates[d]);
  free(c);
  sf_cancel_free(cancel);
  sf_budget_free(budget);
  sf_coset_question_free(q);
  sf_coset_solver_free(solver);
}

/* What makes no sense is refused by the setter, and by the solver. */
void refusals_test(void) {
  sf_engine* engine = compact_engine();
  sf_coset_solver* solver = NULL;
  sf_coset_question* q = sf_coset_question_create();
  sf_coset_answer* a = NULL;
  sf_budget* budget = sf_budget_create();
  sf_cube cube = sf_cube_solved();
  MUST(sf_coset_solver_create(engine, 2000000000u, 1, &solver, &error));
#define REFUSED(setting, status, sentence, repair)                          \
  do {                                                                      \
    CHECK((setting) == SF_BAD_OPTION);                                      \
    FAILS(status, sentence, sf_coset_solve(solver, q, budget, &a, &error)); \
    CHECK(a == NULL && (repair) == SF_OK);                                  \
  } while (0)
  REFUSED(sf_coset_question_set_cube(q, NULL), SF_IMPOSSIBLE, "no turns of faces",
          sf_coset_question_set_cube(q, &cube));
  REFUSED(sf_coset_question_set_metric(q, SF_ATM), SF_BAD_OPTION, "cosets are counted in htm, qtm or stm",
          sf_coset_question_set_metric(q, SF_QTM));
  REFUSED(sf_coset_question_set_search_depth(q, 31), SF_BAD_OPTION, "the depths of a coset are 0 to 30",
          sf_coset_question_set_search_depth(q, SF_COSET_USUAL));
  REFUSED(sf_coset_question_set_max_depth(q, -2), SF_BAD_OPTION, "the depths of a coset are 0 to 30",
          sf_coset_question_set_max_depth(q, SF_COSET_USUAL));
  REFUSED(sf_coset_question_set_list_depth(q, 31), SF_BAD_OPTION, "the depths of a coset are 0 to 30",
          sf_coset_question_set_list_depth(q, SF_COSET_USUAL));
  REFUSED(sf_coset_question_set_samples(q, SIZE_MAX, 0), SF_BAD_OPTION, "at most 100000 samples",
          sf_coset_question_set_samples(q, SF_COSET_MAX_SAMPLES, 0));
  REFUSED(sf_budget_set_time(budget, NAN), SF_BAD_OPTION, "the time of the budget", sf_budget_set_time(budget, 1));
  CHECK(sf_coset_question_set_search_depth(q, 12) == SF_OK && sf_coset_question_set_max_depth(q, 11) == SF_OK);
  FAILS(SF_BAD_OPTION, "the levels end at depth 11", sf_coset_solve(solver, q, NULL, &a, &error));
  CHECK(sf_coset_question_set_max_depth(q, 12) == SF_OK);
  cube.corner[0] |= 0x10; /* a twisted corner */
  CHECK(sf_coset_question_set_cube(q, &cube) == SF_OK);
  FAILS(SF_IMPOSSIBLE, "no turns of faces", sf_coset_solve(solver, q, NULL, &a, &error));
  cube = sf_cube_solved();
  CHECK(sf_coset_question_set_cube(q, &cube) == SF_OK);
  FAILS(SF_OUT_OF_MEMORY, "a coset needs ", sf_coset_solve(solver, q, NULL, &a, &error));
  CHECK(a == NULL);
  /* Without a limit, but with more threads than any memory holds. */
  sf_coset_solver_free(solver);
  MUST(sf_coset_solver_create(engine, 0, UINT32_MAX, &solver, &error));
  FAILS(SF_OUT_OF_MEMORY, "a coset needs ", sf_coset_solve(solver, q, NULL, &a, &error));
  sf_coset_solver_free(solver);
  sf_budget_free(budget);
  sf_coset_question_free(q);
}
