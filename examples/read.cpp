#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  for (const char* text : {"x R U F", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU"}) {
    const auto cube = read(text);
    if (cube) {
      for (const std::string& note : cube->notes) std::cout << "note: " << note << '\n';
      std::cout << "cube: " << to_facelets(cube->cube) << '\n';
      continue;
    }
    const Diagnosis& wrong = cube.error();
    for (const std::string& problem : wrong.problems) std::cout << "problem: " << problem << '\n';
    if (!wrong.repair.empty()) std::cout << "repair: " << wrong.repair << '\n';
    if (wrong.ways == 1) std::cout << "repaired: " << to_facelets(*wrong.repaired) << '\n';
  }
  // Output: note: the moves leave the cube held with F up and D in front
  // Output: note: it is turned to U up and F in front
  // Output: cube: UUFUUFLLLURRURRDDDFFFFFFLLBDDRDDRBBRLLDLLDUBBUBBUBBFRR
  // Output: problem: there are 10 U stickers and 8 B stickers; there must be 9 of each colour
  // Output: problem: the corner at DBL shows D, U and L: D and U are opposite, and no piece has both
  // Output: problem: the corner DBL is missing
  // Output: repair: change the sticker B9 to B
  // Output: repaired: UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
}
