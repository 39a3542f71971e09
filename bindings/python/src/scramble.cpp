// Random cubes.
#include <limits>

#include "module.h"

namespace superflip::python {

std::uint64_t seed_of(nb::handle seed) {
  const nb::object number = nb::steal(PyNumber_Index(seed.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    refuse_type("seed", seed, "a whole number or None");
  }
  const auto parsed = parse_uint128(nb::str(number).c_str());
  if (!parsed || *parsed >> 64 != 0)
    throw nb::value_error(("seed is " + std::string(nb::str(number).c_str()) + ": expected 0 to 2**64 - 1").c_str());
  return static_cast<std::uint64_t>(*parsed);
}

Random random_from(nb::handle seed) { return seed.is_none() ? Random::from_entropy() : Random(seed_of(seed)); }

void bind_scramble(nb::module_& module) {
  nb::class_<Random>(module, "Random", nb::is_final(),
                     "A source of random cubes. The same seed gives the same ones on every machine.\n\n"
                     "Not for several threads at once.")
      .def(
          "__init__", [](Random* self, nb::handle seed) { new (self) Random(random_from(seed)); },
          nb::sig("def __init__(self, seed: int | None = None) -> None"), "seed"_a = nb::none(),
          "From a seed, 0 to 2**64 - 1, or without one from the operating system. Raises ValueError.")
      .def("cube", &Random::cube, "A cube, uniformly from all 43,252,003,274,489,856,000.")
      .def("cube_in_space", &Random::cube_in_space, "A position of the supercube in space, uniformly.")
      .def(
          "below",
          [](Random& self, nb::handle n) {
            constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
            return self.below(within<std::uint64_t>("n", n, 1, kMost));
          },
          nb::sig("def below(self, n: int) -> int"), "n"_a,
          "A number, uniformly from 0 to n - 1. Raises ValueError below 1.");
}

}  // namespace superflip::python
