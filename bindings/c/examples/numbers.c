/* Cubes as numbers. A million records, each with a cube inside, are turned by the same moves, and numbered by what
   counts: how the corners are twisted, and where the four edges of the middle layer are.

     Output: edges FR FL BL BR: place * corners: orientation: 1082565 values
     Output: 1 like record 123
     Output: UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
     Output: LURUUFFURFRBFRRDBDLRUDFDFRRDDFFDUBBBBFUBLLDLLULUBBDRLL
     Output: unreadable: row 77 is not a cube: byte 19 is 0xc8, which is no edge
*/
#include <stdio.h>
#include <stdlib.h>
#include <superflip/superflip_c.h>

typedef struct {
  int id;
  sf_cube cube;
} record;

enum { COUNT = 1000000 };

/* Says what went wrong, and ends the program. */
static void must(sf_status status, sf_error* error) {
  if (status == SF_OK) return;
  fprintf(stderr, "%s\n", error != NULL ? sf_error_message(error) : sf_status_text(status));
  sf_error_free(error);
  exit(3);
}

int main(void) {
  record* records = (record*)malloc(COUNT * sizeof *records);
  uint64_t* values = (uint64_t*)malloc(COUNT * sizeof *values);
  sf_random* random = sf_random_create(1);
  sf_coordinate* coordinate = NULL;
  sf_moves* moves = NULL;
  sf_error* error = NULL;
  sf_status status;
  sf_cube cube;
  char text[SF_FACELETS_SIZE];
  int i, solved = 0;
  if (records == NULL || values == NULL || random == NULL) return 3;

  for (i = 0; i < COUNT; ++i) {
    records[i].id = i;
    sf_random_cube(random, &records[i].cube); /* uniform over all 43,252,003,274,489,856,000 */
  }
  records[123].cube = sf_cube_solved();

  status = sf_coordinate_create("UDSlice * corners: orientation", &coordinate, &error);
  must(status, error);
  printf("%s: %s values\n", sf_coordinate_name(coordinate), sf_coordinate_size_text(coordinate));

  /* The cubes are in the records: each begins sizeof(record) bytes after the one before. */
  status = sf_coordinate_index(coordinate, &records[0].cube, COUNT, sizeof *records, values, &error);
  must(status, error);
  for (i = 0; i < COUNT; ++i) solved += values[i] == values[123];
  printf("%d like record 123\n", solved);

  status = sf_moves_parse("R U R' U'", SF_TO_END, &moves, &error);
  must(status, error);
  status = sf_cubes_apply(&records[0].cube, COUNT, sizeof *records, moves, &error);
  must(status, error);
  sf_cube_facelets(&records[123].cube, text);
  printf("%s\n", text);

  /* And back: some cube of a value. */
  status = sf_coordinate_cubes(coordinate, values, 1, &cube, sizeof cube, &error);
  must(status, error);
  sf_cube_facelets(&cube, text);
  printf("%s\n", text);

  /* Bytes from outside may be anything. */
  records[77].cube.edge[3] = 200;
  status = sf_cubes_apply(&records[0].cube, COUNT, sizeof *records, moves, &error);
  printf("%s: %s\n", sf_status_name(status), sf_error_message(error));
  sf_error_free(error);

  sf_moves_free(moves);
  sf_coordinate_free(coordinate);
  sf_random_free(random);
  free(values);
  free(records);
  return 0;
}
