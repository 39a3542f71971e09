/* A cube robot. It reads the 54 letters of a scanner, one cube a line, and prints the moves that solve the cube as the
   robot holds it. Where a scan cannot be right, it says why. An answer takes at most 50 ms, and Ctrl-C ends the program
   at any moment.

     cc robot.c $(pkg-config --cflags --libs superflip-c) -o robot
     echo UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB | ./robot
     Output: U R U' R'

   The letters are those of the faces U R F D L B, each row by row; any six letters do, for the centres name the faces.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <superflip/superflip_c.h>

static sf_cancel* interrupted;

static void on_interrupt(int signal) {
  (void)signal;
  sf_cancel_set(interrupted); /* may be called from a signal handler and from any thread */
}

/* Says what is wrong, and how little would have to change. */
static void explain(sf_error* error) {
  size_t i;
  if (sf_error_problem_count(error) == 0) printf("! %s\n", sf_error_message(error));
  for (i = 0; i < sf_error_problem_count(error); ++i) printf("! %s\n", sf_error_problem(error, i));
  if (sf_error_ways(error) == 1) printf("! perhaps: %s\n", sf_error_repair(error));
  sf_error_free(error);
}

/* Prints the moves. Returns 0 when the program should end. */
static int answer_scan(sf_engine* engine, sf_question* question, const sf_budget* budget, const char* scan) {
  sf_error* error = NULL;
  sf_reading* cube = NULL;
  sf_answer* answer = NULL;
  if (sf_read(scan, SF_TO_END, SF_ACCEPT(SF_FORMAT_FACELETS), &cube, &error) != SF_OK) {
    explain(error);
    return 1;
  }
  sf_question_set_reading(question, cube); /* with the way in which the cube is held */
  sf_reading_free(cube);
  if (sf_engine_solve(engine, question, budget, &answer, &error) != SF_OK) {
    explain(error);
    return 0;
  }
  if (sf_answer_count(answer) > 0) {
    const sf_solution* word = sf_answer_solution(answer, 0);
    const uint8_t* turns = sf_solution_turns(word);
    size_t i;
    for (i = 0; i < sf_solution_count(word); ++i) {
      /* Here a robot moves: face 0..5 of U R F D L B, and 1, 2 or 3 quarter turns clockwise. */
      const int face = turns[i] / 3, quarters = turns[i] % 3 + 1;
      printf("%s%c%s", i > 0 ? " " : "", "URFDLB"[face], quarters == 1 ? "" : quarters == 2 ? "2" : "'");
    }
    printf("\n");
  } else {
    printf("! no moves were found: %s\n", sf_ended_name(sf_answer_ended(answer)));
  }
  sf_answer_free(answer);
  return !sf_cancel_is_set(interrupted);
}

int main(void) {
  sf_options* options = sf_options_create();
  sf_question* question = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_engine* engine = NULL;
  sf_error* error = NULL;
  struct sigaction action;
  char line[1000];
  interrupted = sf_cancel_create();

  /* 5 MB of tables, made here in some tenths of a second: no files. SF_PROFILE_STANDARD finds shorter words, and keeps
     145 MB of tables in the user's cache folder. */
  sf_options_set_profile(options, SF_PROFILE_COMPACT);
  sf_budget_set_time(budget, 0.05);
  sf_budget_set_cancel(budget, interrupted);
  if (sf_engine_create(options, &engine, &error) != SF_OK ||
      sf_engine_prepare(engine, question, NULL, &error) != SF_OK) {
    explain(error);
    return 3;
  }

  memset(&action, 0, sizeof action); /* without SA_RESTART, so that Ctrl-C also ends the reading of a line */
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, NULL);
  while (fgets(line, sizeof line, stdin) != NULL && answer_scan(engine, question, budget, line)) fflush(stdout);

  sf_engine_free(engine);
  sf_budget_free(budget);
  sf_question_free(question);
  sf_options_free(options);
  sf_cancel_free(interrupted);
  return 0;
}
