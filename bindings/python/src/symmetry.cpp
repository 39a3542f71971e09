// The symmetries of cubes, the cubes that have them, those whose faces show patterns, and those that an incomplete cube
// may be.
#include "lab.h"
#include "module.h"

namespace superflip::python {
namespace {

constexpr std::int64_t kMost = 10'000'000;  // cubes of a list

nb::list list_of(const std::vector<Cube>& cubes) {
  nb::list all;
  for (const Cube& cube : cubes) all.append(nb::cast(cube));
  return all;
}

// What `visit` visits, at most so many; Ctrl-C ends it.
template <class Visit>
nb::list listed(std::int64_t most, const Visit& visit) {
  const auto cubes = interruptible([&](const StopFlag& stop) {
    std::vector<Cube> found;
    if (most == 0) return found;
    visit(
        [&](const Cube& cube) {
          if (is_set(&stop)) return false;
          found.push_back(cube);
          return static_cast<std::int64_t>(found.size()) < most;
        },
        stop);
    return found;
  });
  return list_of(cubes);
}

}  // namespace

void bind_symmetry(nb::module_& module) {
  module.def(
      "symmetry_type",
      [](nb::handle cube) { return std::string(symmetry_type_of(reading_of(cube, Puzzle::cube).cube).name); },
      "cube"_a.none(), nb::sig("def symmetry_type(cube: object) -> str"));
  module.def(
      "representative",
      [](nb::handle cube, bool inversion) { return least_image(reading_of(cube, Puzzle::cube).cube, inversion); },
      "cube"_a.none(), "inversion"_a, nb::sig("def representative(cube: object, inversion: bool) -> superflip.Cube"));
  module.def(
      "symmetric_cubes",
      [](nb::handle type, bool at_least, nb::handle most) {
        const SymmetryType& wanted = *value_of(find_symmetry_type(text_argument("type", type)));
        const SymmetricCubes cubes(wanted.group);
        return listed(whole_number("most", most, 0, kMost), [&](const auto& add, const StopFlag& stop) {
          cubes.visit([&](const Cube& cube) {
            return !is_set(&stop) && (at_least || symmetries_of(cube) == wanted.group.bits() ? add(cube) : true);
          });
        });
      },
      "type"_a.none(), "at_least"_a, "most"_a.none(),
      nb::sig("def symmetric_cubes(type: str, at_least: bool, most: int) -> list[superflip.Cube]"));
  module.def(
      "patterns",
      [](nb::handle text, nb::handle most) {
        const FacePatterns patterns = value_of(FacePatterns::parse(text_argument("text", text)));
        return listed(whole_number("most", most, 0, kMost),
                      [&](const auto& add, const StopFlag& stop) { patterns.visit(add, &stop); });
      },
      "text"_a.none(), "most"_a.none(), nb::sig("def patterns(text: str, most: int) -> list[superflip.Cube]"));
  module.def(
      "completions",
      [](nb::handle cube, nb::handle most) {
        const Completions all = completions_of(incomplete_reading_of(cube));
        return listed(whole_number("most", most, 0, kMost), [&](const auto& add, const StopFlag&) { all.visit(add); });
      },
      "cube"_a.none(), "most"_a.none(), nb::sig("def completions(cube: object, most: int) -> list[superflip.Cube]"));
}

}  // namespace superflip::python
