/* Tests of the face for C, in C99. Every solution is replayed on the cube. Known answers are those of README.md and
   docs/library.md. */
#ifndef SUPERFLIP_C_TEST_H
#define SUPERFLIP_C_TEST_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <superflip/superflip_c.h>

/* All tests; each is run by c_test NAME. The last two need tables in the user's folder. */
#define TESTS(X) \
  X(versions)    \
  X(reading)     \
  X(doctor)      \
  X(moves)       \
  X(packing)     \
  X(solving)     \
  X(restricted)  \
  X(goals)       \
  X(options)     \
  X(events)      \
  X(cancelling)  \
  X(batches)     \
  X(slices)      \
  X(scrambles)   \
  X(coordinates) \
  X(arrays)      \
  X(plans)       \
  X(warnings)    \
  X(threads)     \
  X(nulls)       \
  X(refusals)    \
  X(cosets)      \
  X(optimal)

#define DECLARE(name) void name##_test(void);
TESTS(DECLARE)
#undef DECLARE

/* What must hold. */
#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
/* A call that must succeed, with `&error` as its last argument. */
#define MUST(call)                                  \
  do {                                              \
    sf_error* error = NULL;                         \
    sf_status status = (call);                      \
    must(status, error, #call, __FILE__, __LINE__); \
  } while (0)
/* A call that must fail with this status, and a sentence that begins so. */
#define FAILS(expected, sentence, call)                               \
  do {                                                                \
    sf_error* error = NULL;                                           \
    sf_status status = (call);                                        \
    must_fail(status, error, expected, sentence, __FILE__, __LINE__); \
  } while (0)

/* What a listener heard. */
typedef struct {
  int solutions, bounds, polls, last, end_at;
  sf_cancel* cancel;
} heard;

void check(int holds, const char* what, const char* file, int line);
void must(sf_status status, sf_error* error, const char* what, const char* file, int line);
void must_fail(sf_status status, sf_error* error, sf_status expected, const char* sentence, const char* file, int line);
int is_text(const char* text, const char* expected);
int has(const char* text, const char* part);
int same(const sf_cube* a, const sf_cube* b);
int is_solved(const sf_cube* cube);
sf_cube read_cube(const char* text);
sf_cube after(sf_cube cube, const uint8_t* turns, size_t count);
int solves(const sf_cube* cube, const sf_solution* word);
/* Compact tables in memory: an engine of one's own, one for all tests, and one that may use so many bytes (0: the
   default). */
sf_engine* new_engine(void);
sf_engine* compact_engine(void);
sf_engine* engine_with_memory(uint64_t bytes);
sf_answer* ask(sf_engine* engine, const sf_question* question, const sf_budget* budget);
int hear(const sf_event* event, void* user);

#endif
