/* c_test NAME...: runs these tests; without a name, all that need no tables in the user's folder. */
#include "c_test.h"

/* What programs are compiled with never changes: numbers, sizes and places, here of machines with 64 bits. */
#define STAYS(name, holds) typedef char name##_stays[(sizeof(void*) != 8 || (holds)) ? 1 : -1]
STAYS(statuses, SF_UNREADABLE == 1 && SF_IMPOSSIBLE == 2 && SF_BAD_OPTION == 3 && SF_NO_SOLUTION == 4 &&
                    SF_STOPPED == 5 && SF_OUT_OF_MEMORY == 6 && SF_SYSTEM == 7 && SF_INTERNAL == 8);
STAYS(formats, SF_FORMAT_MOVES == 0 && SF_FORMAT_FACELETS == 1 && SF_FORMAT_RANK == 7);
STAYS(metrics, SF_HTM == 0 && SF_QTM == 1 && SF_STM == 2 && SF_ATM == 3);
STAYS(wants, SF_WANT_GOOD == 0 && SF_WANT_SHORTEST == 1 && SF_WANT_ALL == 2);
STAYS(events, SF_EVENT_NOTICE == 0 && SF_EVENT_TABLE == 1 && SF_EVENT_SOLUTION == 2 && SF_EVENT_BOUND == 3 &&
                  SF_EVENT_PROGRESS == 4 && SF_EVENT_POLL == 5);
STAYS(cube, sizeof(sf_cube) == 32 && offsetof(sf_cube, edge) == 16);
STAYS(event, offsetof(sf_event, kind) == 16 && offsetof(sf_event, done) == 32 && offsetof(sf_event, step) == 56 &&
                 offsetof(sf_event, solution) == 64);
STAYS(table,
      offsetof(sf_table, name) == 8 && offsetof(sf_table, bytes) == 24 && offsetof(sf_table, seconds_to_make) == 40);
STAYS(cosets, offsetof(sf_coset_level, found) == 16 && offsetof(sf_coset_level, samples) == 48 &&
                  offsetof(sf_coset_position, cube) == 8 && offsetof(sf_coset_position, moves) == 40);

static int failures = 0;

void check(int holds, const char* what, const char* file, int line) {
  if (holds) return;
  printf("%s:%d: %s\n", file, line, what);
  ++failures;
}

/* A call that must succeed: says what went wrong. */
void must(sf_status status, sf_error* error, const char* what, const char* file, int line) {
  if (status == SF_OK && error == NULL) return;
  printf("%s:%d: %s: %s: %s\n", file, line, what, sf_status_name(status), error ? sf_error_message(error) : "");
  sf_error_free(error);
  ++failures;
}

/* A call that must fail so, with a sentence that begins so. */
void must_fail(sf_status status, sf_error* error, sf_status expected, const char* sentence, const char* file,
               int line) {
  if (status != expected || error == NULL || sf_error_status(error) != expected ||
      strncmp(sf_error_message(error), sentence, strlen(sentence)) != 0) {
    printf("%s:%d: got %s: %s\n", file, line, sf_status_name(status), error ? sf_error_message(error) : "no error");
    ++failures;
  }
  sf_error_free(error);
}

int is_text(const char* text, const char* expected) {
  if (text != NULL && strcmp(text, expected) == 0) return 1;
  printf("got \"%s\"\n", text ? text : "NULL");
  return 0;
}
int has(const char* text, const char* part) { return text != NULL && strstr(text, part) != NULL; }

int same(const sf_cube* a, const sf_cube* b) { return memcmp(a, b, sizeof *a) == 0; }
int is_solved(const sf_cube* cube) {
  const sf_cube solved = sf_cube_solved();
  return same(cube, &solved);
}

sf_cube read_cube(const char* text) {
  sf_reading* reading = NULL;
  sf_cube cube = sf_cube_solved();
  MUST(sf_read(text, SF_TO_END, SF_ANY_FORMAT, &reading, &error));
  CHECK(sf_reading_cube(reading, &cube) == SF_OK);
  sf_reading_free(reading);
  return cube;
}

/* The cube after a word. */
sf_cube after(sf_cube cube, const uint8_t* turns, size_t count) {
  sf_moves* moves = NULL;
  MUST(sf_moves_create(turns, count, &moves, &error));
  MUST(sf_cubes_apply(&cube, 1, sizeof cube, moves, &error));
  sf_moves_free(moves);
  return cube;
}
int solves(const sf_cube* cube, const sf_solution* word) {
  const sf_cube end = after(*cube, sf_solution_turns(word), sf_solution_count(word));
  return word != NULL && is_solved(&end);
}

sf_engine* engine_with_memory(uint64_t bytes) {
  sf_options* options = sf_options_create();
  sf_engine* engine = NULL;
  CHECK(sf_options_set_profile(options, SF_PROFILE_COMPACT) == SF_OK);
  CHECK(sf_options_set_tables(options, NULL) == SF_OK && sf_options_set_memory(options, bytes) == SF_OK);
  MUST(sf_engine_create(options, &engine, &error));
  sf_options_free(options);
  return engine;
}

sf_engine* new_engine(void) { return engine_with_memory(0); }

static sf_engine* shared = NULL;
sf_engine* compact_engine(void) {
  if (shared == NULL) shared = new_engine();
  return shared;
}

sf_answer* ask(sf_engine* engine, const sf_question* question, const sf_budget* budget) {
  sf_answer* answer = NULL;
  MUST(sf_engine_solve(engine, question, budget, &answer, &error));
  return answer;
}

int hear(const sf_event* event, void* user) {
  heard* h = (heard*)user;
  char* json = NULL;
  CHECK(event->size == sizeof *event && event->step != NULL && event->elapsed >= 0);
  CHECK((event->solution != NULL) == (event->kind == SF_EVENT_SOLUTION));
  CHECK(sf_event_json(event, &json) == SF_OK && strncmp(json, "{\"schema\":1,\"event\":\"", 20) == 0);
  if (event->kind == SF_EVENT_SOLUTION) {
    CHECK(has(json, sf_solution_text(event->solution)));
    CHECK(h->solutions == 0 || sf_solution_length(event->solution) < h->last);
    h->last = sf_solution_length(event->solution);
    ++h->solutions;
  }
  sf_string_free(json);
  if (event->kind == SF_EVENT_BOUND) ++h->bounds;
  if (event->kind == SF_EVENT_POLL) ++h->polls;
  if (h->cancel != NULL && h->polls == 3) sf_cancel_set(h->cancel);
  return h->end_at > 0 && h->solutions > 0 && h->last <= h->end_at;
}

static const struct {
  const char* name;
  void (*run)(void);
} tests[] = {
#define ENTRY(name) {#name, name##_test},
    TESTS(ENTRY)
#undef ENTRY
};

int main(int argc, char** argv) {
  const size_t count = sizeof tests / sizeof *tests;
  int i, ran = 0;
  size_t t;
  for (t = 0; t < count; ++t) {
    int wanted = argc < 2 && t + 2 < count;
    for (i = 1; i < argc; ++i) wanted = wanted || strcmp(argv[i], tests[t].name) == 0;
    if (!wanted) continue;
    tests[t].run();
    ++ran;
  }
  sf_engine_free(shared);
  printf("%d tests, %d failures\n", ran, failures);
  return failures > 0 || ran == 0 || (argc > 1 && ran != argc - 1);
}
