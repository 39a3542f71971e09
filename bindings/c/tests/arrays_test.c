/* Coordinates, and arrays of cubes. */
#include "c_test.h"

void coordinates_test(void) {
  struct record {
    char name[5];
    sf_cube cube;
    double weight;
  } records[50];
  sf_coordinate *twist = NULL, *c = NULL;
  sf_cube cubes[2187];
  uint64_t values[2187], again[2187];
  size_t i, count = 0;
  sf_random* random = sf_random_create(9);
  MUST(sf_coordinate_create("CornerOrientation", &twist, &error));
  CHECK(sf_coordinate_size(twist) == 2187 && is_text(sf_coordinate_size_text(twist), "2187"));
  CHECK(is_text(sf_coordinate_name(twist), "corners: orientation"));
  for (i = 0; i < 2187; ++i) values[i] = i;
  MUST(sf_coordinate_cubes(twist, values, 2187, cubes, sizeof *cubes, &error));
  MUST(sf_coordinate_index(twist, cubes, 2187, sizeof *cubes, again, &error));
  CHECK(memcmp(values, again, sizeof values) == 0);
  values[5] = 2187;
  FAILS(SF_UNREADABLE, "", sf_coordinate_cubes(twist, values, 10, cubes, sizeof *cubes, &error));

  /* Records with a stride, the cube at an odd place; of what the definition says: sum of twist times powers of 3. */
  for (i = 0; i < 50; ++i) CHECK(sf_random_cube(random, &records[i].cube) == SF_OK);
  MUST(sf_coordinate_index(twist, &records[0].cube, 50, sizeof *records, values, &error));
  for (i = 0; i < 50; ++i) {
    uint64_t value = 0;
    int place;
    for (place = 0; place < 7; ++place) value = 3 * value + (uint64_t)(records[i].cube.corner[place] >> 4);
    CHECK(values[i] == value);
  }
  records[33].cube.edge[11] = 12;
  FAILS(SF_UNREADABLE, "row 33 is not a cube",
        sf_coordinate_index(twist, &records[0].cube, 50, sizeof *records, values, &error));
  FAILS(SF_BAD_OPTION, "the stride", sf_coordinate_index(twist, cubes, 2, 16, values, &error));
  FAILS(SF_BAD_OPTION, "there are more cubes", sf_coordinate_index(twist, cubes, SIZE_MAX / 16, 32, values, &error));
  FAILS(SF_BAD_OPTION, "there is no array", sf_coordinate_index(twist, NULL, 2, 32, values, &error));
  FAILS(SF_BAD_OPTION, "there is no place", sf_coordinate_index(twist, cubes, 2, 32, NULL, &error));
  FAILS(SF_BAD_OPTION, "there is no coordinate", sf_coordinate_index(NULL, cubes, 2, 32, values, &error));
  MUST(sf_coordinate_index(twist, NULL, 0, 0, NULL, &error));
  sf_coordinate_free(twist);

  /* A product, one too large, one that is not defined everywhere, and nonsense. */
  MUST(sf_coordinate_create("UDSlice * corners: orientation", &c, &error));
  CHECK(sf_coordinate_size(c) == 495 * 2187);
  sf_coordinate_free(c);
  MUST(sf_coordinate_create("corners: order orientation * edges: order orientation", &c, &error));
  CHECK(sf_coordinate_size(c) == 0 && is_text(sf_coordinate_size_text(c), "86504006548979712000"));
  FAILS(SF_BAD_OPTION, "this coordinate has 2^63 values", sf_coordinate_index(c, cubes, 2, 32, values, &error));
  sf_coordinate_free(c);
  MUST(sf_coordinate_create("Phase2EdgePermutation", &c, &error));
  records[0].cube = read_cube("R");
  FAILS(SF_UNREADABLE, "row 0 has no value", sf_coordinate_index(c, &records[0].cube, 1, 32, values, &error));
  sf_coordinate_free(c);
  {
    sf_error* wrong = NULL;
    CHECK(sf_coordinate_create("edges: order of nothing", &c, &wrong) == SF_BAD_OPTION && c == NULL);
    CHECK(sf_error_position(wrong) > 0);
    sf_error_free(wrong);
  }
  count = sf_catalogue_count();
  CHECK(count > 10);
  for (i = 0; i < count; ++i) {
    CHECK(sf_catalogue_summary(i) != NULL);
    MUST(sf_coordinate_create(sf_catalogue_name(i), &c, &error));
    sf_coordinate_free(c);
    MUST(sf_coordinate_create(sf_catalogue_description(i), &c, &error));
    sf_coordinate_free(c);
  }
  CHECK(sf_catalogue_name(count) == NULL);
  sf_random_free(random);
}

void arrays_test(void) {
  enum { N = 1000 };
  static sf_cube cubes[N], others[N], expected[N];
  static uint8_t turns[N], possible[N];
  sf_random* random = sf_random_create(10);
  sf_moves *m = NULL, *back = NULL;
  size_t i, row = 0;
  for (i = 0; i < N; ++i) {
    CHECK(sf_random_cube(random, &cubes[i]) == SF_OK && sf_random_cube(random, &others[i]) == SF_OK);
    turns[i] = (uint8_t)(i % 18);
  }
  MUST(sf_cubes_check(cubes, N, sizeof *cubes, &row, &error));
  CHECK(row == N);
  memcpy(expected, cubes, sizeof cubes);
  MUST(sf_moves_parse("R U2 F' D", SF_TO_END, &m, &error));
  MUST(sf_moves_inverse(m, &back, &error));
  MUST(sf_cubes_apply(cubes, N, sizeof *cubes, m, &error));
  CHECK(!same(&cubes[0], &expected[0]));
  MUST(sf_cubes_apply(cubes, N, sizeof *cubes, back, &error));
  CHECK(memcmp(cubes, expected, sizeof cubes) == 0);
  /* One move each, against the cube that the move makes. */
  MUST(sf_cubes_apply_each(cubes, N, sizeof *cubes, turns, &error));
  for (i = 0; i < N; ++i) {
    const sf_cube turned = after(expected[i], &turns[i], 1);
    CHECK(same(&cubes[i], &turned));
  }
  /* c * d * inverse(d) is c. */
  MUST(sf_cubes_multiply(cubes, N, sizeof *cubes, others, sizeof *others, &error));
  MUST(sf_cubes_invert(others, N, sizeof *others, &error));
  MUST(sf_cubes_multiply(cubes, N, sizeof *cubes, others, sizeof *others, &error));
  for (i = 0; i < N; ++i) turns[i] = (uint8_t)(3 * (turns[i] / 3) + 2 - turns[i] % 3);
  MUST(sf_cubes_apply_each(cubes, N, sizeof *cubes, turns, &error));
  CHECK(memcmp(cubes, expected, sizeof cubes) == 0);
  cubes[3].edge[1] ^= 0x10;
  MUST(sf_cubes_possible(cubes, N, sizeof *cubes, possible, &error));
  for (i = 0; i < N; ++i) CHECK(possible[i] == (i != 3));
  /* What is wrong leaves all as it was. */
  memcpy(cubes, expected, sizeof cubes);
  cubes[700].corner[0] = 0xFF;
  memcpy(expected, cubes, sizeof cubes);
  FAILS(SF_UNREADABLE, "row 700 is not a cube", sf_cubes_check(cubes, N, sizeof *cubes, &row, &error));
  CHECK(row == 700);
  FAILS(SF_UNREADABLE, "row 700 is not a cube", sf_cubes_apply(cubes, N, sizeof *cubes, m, &error));
  FAILS(SF_UNREADABLE, "row 700 is not a cube", sf_cubes_invert(cubes, N, sizeof *cubes, &error));
  FAILS(SF_UNREADABLE, "row 700 is not a cube", sf_cubes_possible(cubes, N, sizeof *cubes, possible, &error));
  FAILS(SF_UNREADABLE, "row 700 is not a cube",
        sf_cubes_multiply(others, N, sizeof *others, cubes, sizeof *cubes, &error));
  turns[9] = 18;
  FAILS(SF_BAD_OPTION, "the move of row 9 is 18", sf_cubes_apply_each(cubes, 10, sizeof *cubes, turns, &error));
  CHECK(memcmp(cubes, expected, sizeof cubes) == 0);
  FAILS(SF_BAD_OPTION, "rows to write overlap",
        sf_cubes_multiply(cubes, 10, sizeof *cubes, cubes + 1, sizeof *cubes, &error));
  FAILS(SF_BAD_OPTION, "the array lies among the bytes of the cubes",
        sf_cubes_possible(cubes, 10, sizeof *cubes, &cubes[9].edge[15], &error));
  FAILS(SF_BAD_OPTION, "the array lies among the bytes of the cubes",
        sf_cubes_apply_each(cubes, 10, sizeof *cubes, (const uint8_t*)&cubes[0] - 9, &error));
  CHECK(memcmp(cubes, expected, sizeof cubes) == 0);
  FAILS(SF_BAD_OPTION, "there are no moves", sf_cubes_apply(cubes, 10, sizeof *cubes, NULL, &error));
  FAILS(SF_BAD_OPTION, "there are no moves", sf_cubes_apply_each(cubes, 10, sizeof *cubes, NULL, &error));
  FAILS(SF_BAD_OPTION, "the stride", sf_cubes_apply(cubes, 10, 0, m, &error));
  FAILS(SF_BAD_OPTION, "there are more cubes", sf_cubes_apply(cubes, SIZE_MAX, sizeof *cubes, m, &error));
  FAILS(SF_BAD_OPTION, "there are more cubes", sf_cubes_apply(cubes, 2, SIZE_MAX - 31, m, &error));
  MUST(sf_cubes_apply(NULL, 0, 0, m, &error));
  sf_moves_free(m);
  sf_moves_free(back);
  sf_random_free(random);
}
