#include <superflip/superflip.h>

#include <algorithm>
#include <iostream>
#include <span>
#include <vector>

int main() {
  using namespace superflip;
  Random random(1);
  std::vector<Cube> cubes(1'000'000);
  for (Cube& cube : cubes) cube = random.cube();

  // Every cube after a turn of R, in place.
  const CubeRows rows{std::span(cubes)};
  if (const auto done = apply_rows(rows, make_move(R, 1), rows); !done) return 3;

  // In which of the 495 sets of places the edges of the middle layer are, for each cube.
  const auto slice = parse_description("edges FR FL BL BR: place")->product();
  std::vector<std::uint64_t> values(cubes.size());
  if (const auto done = row_indices(*slice, rows, std::span(values)); !done) return 3;
  std::cout << std::count(values.begin(), values.end(), 0) << " of " << cubes.size() << " have them at home\n";

  // Bytes from outside may be anything.
  cubes[123'456].edge[5] = 77;
  std::cout << row_indices(*slice, rows, std::span(values)).error().message << '\n';
  // Output: 1978 of 1000000 have them at home
  // Output: row 123456 is not a cube: byte 21 is 0x4d, which is no edge
}
