// Random cubes.
#include "module.h"

namespace superflip::python {

void bind_scramble(nb::module_& module) {
  nb::class_<Random>(module, "Random", nb::is_final(),
                     "A source of random cubes. The same seed gives the same ones on every machine.\n\n"
                     "Not for several threads at once.")
      .def(
          "__init__",
          [](Random* self, std::optional<nb::int_> seed) {
            if (!seed) {
              new (self) Random(Random::from_entropy());
              return;
            }
            const Uint128 number = natural_number(*seed);
            if (number >> 64 != 0) throw nb::value_error("expected a seed from 0 to 2**64 - 1");
            new (self) Random(static_cast<std::uint64_t>(number));
          },
          "seed"_a = nb::none(),
          "From a seed, 0 to 2**64 - 1, or without one from the operating system. Raises ValueError.")
      .def("cube", &Random::cube, "A cube, uniformly from all 43,252,003,274,489,856,000.")
      .def("cube_in_space", &Random::cube_in_space,
           "A position of the supercube in space, uniformly (superflip/cube/space.h).")
      .def(
          "below",
          [](Random& self, std::int64_t n) {
            if (n < 1) throw nb::value_error("expected at least 1");
            return self.below(static_cast<std::uint64_t>(n));
          },
          "n"_a, "A number, uniformly from 0 to n - 1. Raises ValueError below 1.");
}

}  // namespace superflip::python
