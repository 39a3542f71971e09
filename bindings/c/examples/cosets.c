/* Whole cosets of G1, the group of U, D, R2, L2, F2 and B2: how many of their 19,508,428,800 positions lie at each
   distance from solved. Here only the first levels, of cosets that are near, one after the other on the same memory.
   Without the line that sets the last depth every position is found, which takes minutes and 3.3 to 4 GB.

     Output: R U F: 2 in 3 moves, 18 in 4, 117 in 5
     Output: for example UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB, solved by F' U' R'
     Output: R U F L: 2 in 4 moves, 20 in 5
*/
#include <stdio.h>
#include <stdlib.h>
#include <superflip/superflip_c.h>

/* Says what went wrong, and ends the program. */
static void must(sf_status status, sf_error* error) {
  if (status == SF_OK) return;
  fprintf(stderr, "%s\n", error != NULL ? sf_error_message(error) : sf_status_text(status));
  sf_error_free(error);
  exit(3);
}

/* Shows the levels that hold a position. */
static void show(const char* moves, const sf_coset_answer* answer) {
  const char* before = " ";
  size_t i;
  printf("%s:", moves);
  for (i = 0; i < sf_coset_answer_level_count(answer); ++i) {
    sf_coset_level level;
    level.size = sizeof level;
    sf_coset_answer_level(answer, i, &level);
    if (level.found == 0) continue;
    printf("%s%llu in %d%s", before, (unsigned long long)level.found, level.depth, *before == ' ' ? " moves" : "");
    before = ", ";
  }
  printf("\n");
}

int main(void) {
  static const char* const cubes[] = {"R U F", "R U F L"};
  sf_options* options = sf_options_create();
  sf_coset_question* question = sf_coset_question_create();
  sf_engine* engine = NULL;
  sf_coset_solver* solver = NULL;
  sf_coset_answer* answer = NULL;
  sf_error* error = NULL;
  sf_status status;
  int i;

  sf_options_set_optimal_table(options, "optimal-47"); /* a small table, for the words of positions */
  status = sf_engine_create(options, &engine, &error);
  must(status, error);
  /* At most so many bytes, with one thread; 0 and 0 are what is free, and all cores. */
  status = sf_coset_solver_create(engine, 3600000000u, 1, &solver, &error);
  must(status, error);

  sf_coset_question_set_max_depth(question, 5);
  sf_coset_question_set_list_depth(question, 3);
  for (i = 0; i < 2; ++i) {
    sf_reading* cube = NULL;
    sf_cube bytes;
    status = sf_read(cubes[i], SF_TO_END, SF_ANY_FORMAT, &cube, &error);
    must(status, error);
    sf_reading_cube(cube, &bytes);
    sf_reading_free(cube);
    sf_coset_question_set_cube(question, &bytes);
    sf_coset_answer_free(answer);
    status = sf_coset_solve(solver, question, NULL, &answer, &error);
    must(status, error);
    show(cubes[i], answer);
    if (sf_coset_answer_listed_count(answer) > 0) {
      sf_coset_position position;
      char text[SF_FACELETS_SIZE];
      position.size = sizeof position;
      sf_coset_answer_listed(answer, 0, &position);
      sf_cube_facelets(&position.cube, text);
      printf("for example %s, solved by %s\n", text, sf_moves_text(position.moves));
    }
  }
  sf_coset_answer_free(answer);
  sf_coset_solver_free(solver);
  sf_engine_free(engine);
  sf_coset_question_free(question);
  sf_options_free(options);
  return 0;
}
