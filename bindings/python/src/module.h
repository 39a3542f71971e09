// What the files of the module share: a file binds one subject, in one function that module.cpp calls.
//
// Everything that Python gets is a value of the library (superflip/superflip.h): a Cube in Python is a superflip::Cube,
// so that an array of shape (n, 32) of bytes is an array of cubes. The module has no logic of its own.
#pragma once

#include <nanobind/nanobind.h>

#include "superflip/superflip.h"

namespace superflip::python {

namespace nb = nanobind;

void bind_cube(nb::module_& module);

}  // namespace superflip::python
