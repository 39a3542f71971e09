// Cube: the 32 bytes of superflip::Cube as an immutable value.
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "module.h"

namespace superflip::python {

void bind_cube(nb::module_& module) {
  nb::class_<Cube>(module, "Cube")
      .def(nb::init<>())
      .def(nb::self * nb::self)
      .def(nb::self == nb::self)
      .def_prop_ro("facelets", [](const Cube& c) { return to_facelets(c); });
}

}  // namespace superflip::python
