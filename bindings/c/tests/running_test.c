/* Work that is watched, stopped, shared and refused. */
#include <pthread.h>
#include <stdlib.h>

#include "c_test.h"

/* A cube that no search finishes in a day, and a budget that ends by being told to. */
static void ask_for_ever(sf_question* q, sf_budget* budget) {
  sf_random* random = sf_random_create(3);
  sf_cube cube;
  CHECK(sf_random_cube(random, &cube) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
  CHECK(sf_budget_set_time(budget, 86400) == SF_OK);
  sf_random_free(random);
}

void events_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_answer* a;
  heard h = {0, 0, 0, 99, 20, NULL};
  ask_for_ever(q, budget);
  CHECK(sf_budget_set_listener(budget, hear, &h) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_ended(a) == SF_ENDED_STOPPED && h.solutions > 0);
  CHECK(sf_answer_count(a) == 1 && sf_solution_length(sf_answer_solution(a, 0)) == h.last && h.last <= 20);
  sf_answer_free(a);
  /* A listener may set the handle. */
  h.end_at = 0;
  h.solutions = 0;
  h.polls = 0;
  h.cancel = sf_cancel_create();
  CHECK(sf_budget_set_cancel(budget, h.cancel) == SF_OK);
  a = ask(engine, q, budget);
  CHECK(sf_answer_ended(a) == SF_ENDED_STOPPED && h.polls >= 3);
  sf_answer_free(a);
  sf_cancel_free(h.cancel);
  sf_budget_free(budget);
  sf_question_free(q);
}

typedef struct {
  sf_engine* engine;
  const sf_question* question;
  const sf_budget* budget;
  sf_answer* answer;
} job;
static void* run_job(void* user) {
  job* j = (job*)user;
  j->answer = ask(j->engine, j->question, j->budget);
  return NULL;
}

void cancelling_test(void) {
  sf_engine* engine = compact_engine();
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_cancel* cancel = sf_cancel_create();
  sf_moves* word = NULL;
  sf_random* random = sf_random_create(1);
  pthread_t threads[3];
  job jobs[3];
  int i;
  CHECK(!sf_cancel_is_set(cancel));
  CHECK(sf_budget_set_cancel(budget, cancel) == SF_OK);
  ask_for_ever(q, budget);
  for (i = 0; i < 3; ++i) {
    const job j = {engine, q, budget, NULL};
    jobs[i] = j;
    CHECK(pthread_create(&threads[i], NULL, run_job, &jobs[i]) == 0);
  }
  sf_cancel_set(cancel);
  for (i = 0; i < 3; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(sf_answer_ended(jobs[i].answer) == SF_ENDED_STOPPED);
    sf_answer_free(jobs[i].answer);
  }
  CHECK(sf_cancel_is_set(cancel));
  FAILS(SF_STOPPED, "stopped before the work",
        sf_engine_scramble(engine, random, SF_SCRAMBLE_3X3X3, budget, &word, &error));
  CHECK(word == NULL);
  sf_cancel_clear(cancel);
  MUST(sf_engine_scramble(engine, random, SF_SCRAMBLE_3X3X3, budget, &word, &error));
  sf_moves_free(word);
  sf_random_free(random);
  sf_cancel_free(cancel);
  sf_budget_free(budget);
  sf_question_free(q);
}

typedef struct {
  sf_random* random;
  sf_cube cubes[300];
  int asked, answered, errors, count, bad, last;
  sf_answer* kept;
} batch;
static int next_cube(sf_question* question, void* user) {
  batch* b = (batch*)user;
  if (b->asked == b->count) return 0;
  CHECK(sf_random_cube(b->random, &b->cubes[b->asked]) == SF_OK);
  CHECK(sf_question_set_cube(question, &b->cubes[b->asked]) == SF_OK);
  CHECK(sf_question_set_good_enough(question, 22) == SF_OK);
  if (b->asked == b->bad) CHECK(sf_question_set_moves(question, "nonsense", SF_HTM, 0, NULL) == SF_BAD_OPTION);
  if (b->asked == b->bad + 1) CHECK(sf_question_set_solutions(question, 0) == SF_BAD_OPTION);
  ++b->asked;
  return 1;
}
static int take_answer(const sf_answer* answer, const sf_error* error, void* user) {
  batch* b = (batch*)user;
  CHECK((answer == NULL) != (error == NULL));
  if (error != NULL) {
    CHECK(sf_error_status(error) == SF_BAD_OPTION);
    CHECK(b->answered == b->bad || b->answered == b->bad + 1);
    ++b->errors;
  } else {
    CHECK(solves(&b->cubes[b->answered], sf_answer_solution(answer, 0)));
    if (b->answered == 7) CHECK(sf_answer_copy(answer, &b->kept) == SF_OK);
  }
  return ++b->answered == b->last;
}

void batches_test(void) {
  sf_engine* engine = compact_engine();
  sf_budget* budget = sf_budget_create();
  sf_cancel* cancel = sf_cancel_create();
  batch b;
  memset(&b, 0, sizeof b);
  b.random = sf_random_create(5);
  b.count = 300;
  b.bad = 100;
  MUST(sf_engine_solve_all(engine, next_cube, take_answer, &b, NULL, &error));
  CHECK(b.asked == 300 && b.answered == 300 && b.errors == 2);
  CHECK(solves(&b.cubes[7], sf_answer_solution(b.kept, 0)));
  sf_answer_free(b.kept);
  b.kept = NULL;
  /* `done` ends it. */
  b.asked = b.answered = b.errors = 0;
  b.last = 20;
  CHECK(sf_budget_set_threads(budget, 3) == SF_OK);
  MUST(sf_engine_solve_all(engine, next_cube, take_answer, &b, budget, &error));
  CHECK(b.answered == 20);
  sf_answer_free(b.kept);
  b.kept = NULL;
  /* The handle ends it. */
  b.asked = b.answered = 0;
  CHECK(sf_budget_set_cancel(budget, cancel) == SF_OK);
  sf_cancel_set(cancel);
  FAILS(SF_STOPPED, "stopped before all questions",
        sf_engine_solve_all(engine, next_cube, take_answer, &b, budget, &error));
  CHECK(b.answered == 0);
  FAILS(SF_BAD_OPTION, "a function of the batch", sf_engine_solve_all(engine, NULL, take_answer, &b, budget, &error));
  sf_random_free(b.random);
  sf_cancel_free(cancel);
  sf_budget_free(budget);
}

void slices_test(void) {
  sf_engine* engine = new_engine();
  sf_question* q = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_search* search = NULL;
  sf_answer* a = NULL;
  sf_random* random = sf_random_create(6);
  sf_cube cube;
  CHECK(sf_random_cube(random, &cube) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
  CHECK(sf_budget_set_nodes(budget, 200000) == SF_OK);
  MUST(sf_engine_begin(engine, q, budget, &search, &error));
  sf_engine_free(engine); /* the search keeps what it needs */
  while (!sf_search_run(search, 0.001)) {
    MUST(sf_search_answer(search, &a, &error));
    CHECK(sf_answer_count(a) == 0 || solves(&cube, sf_answer_solution(a, 0)));
    sf_answer_free(a);
  }
  MUST(sf_search_answer(search, &a, &error));
  CHECK(solves(&cube, sf_answer_solution(a, 0)) && sf_answer_ended(a) == SF_ENDED_NODES);
  CHECK(sf_search_run(search, NAN) == 1 && sf_search_run(search, -1) == 1 && sf_search_run(NULL, 1) == 1);
  sf_answer_free(a);
  sf_search_free(search);
  sf_random_free(random);
  sf_budget_free(budget);
  sf_question_free(q);
}

typedef struct {
  sf_engine* engine;
  int seed;
} worker;
static void* work(void* user) {
  const worker* w = (const worker*)user;
  sf_random* random = sf_random_create((uint64_t)w->seed);
  sf_question* q = sf_question_create();
  sf_cube cube;
  int i;
  CHECK(sf_question_set_good_enough(q, 22) == SF_OK);
  for (i = 0; i < 20; ++i) {
    sf_answer* a;
    CHECK(sf_random_cube(random, &cube) == SF_OK && sf_question_set_cube(q, &cube) == SF_OK);
    a = ask(w->engine, q, NULL);
    CHECK(solves(&cube, sf_answer_solution(a, 0)));
    sf_answer_free(a);
  }
  sf_question_free(q);
  sf_random_free(random);
  return NULL;
}
void threads_test(void) {
  sf_engine* engine = compact_engine();
  pthread_t all[8];
  worker workers[8];
  int i;
  for (i = 0; i < 8; ++i) {
    workers[i].engine = engine;
    workers[i].seed = i;
    CHECK(pthread_create(&all[i], NULL, work, &workers[i]) == 0);
  }
  for (i = 0; i < 8; ++i) CHECK(pthread_join(all[i], NULL) == 0);
}

static void be_warned(const char* sentence, void* user) {
  CHECK(has(sentence, "HOME"));
  ++*(int*)user;
}

/* Where a user has no folder, tables are made in memory, and somebody hears of it. */
void warnings_test(void) {
  static const char* const names[] = {"SUPERFLIP_CACHE", "XDG_CACHE_HOME", "HOME"};
  char kept[3][1000];
  int is_set[3], i, warned = 0;
  sf_options* o = sf_options_create();
  sf_engine* engine = NULL;
  sf_question* q = sf_question_create();
  for (i = 0; i < 3; ++i) {
    const char* value = getenv(names[i]);
    is_set[i] = value != NULL;
    snprintf(kept[i], sizeof kept[i], "%s", value != NULL ? value : "");
    CHECK(unsetenv(names[i]) == 0);
  }
  CHECK(sf_options_set_profile(o, SF_PROFILE_COMPACT) == SF_OK && sf_options_set_tables(o, "") == SF_OK);
  CHECK(sf_options_set_warning(o, be_warned, &warned) == SF_OK);
  MUST(sf_engine_create(o, &engine, &error));
  CHECK(warned == 1);
  sf_answer_free(ask(engine, q, NULL));
  for (i = 0; i < 3; ++i)
    if (is_set[i]) CHECK(setenv(names[i], kept[i], 1) == 0);
  sf_question_free(q);
  sf_engine_free(engine);
  sf_options_free(o);
}
