// superflip._core: the library for Python. The package around it is bindings/python/superflip.
#include "module.h"

NB_MODULE(_core, module) {
  using namespace superflip::python;
  module.doc() = "The C++ library, for the package superflip. Import names from superflip, not from here.";
  bind_cube(module);
}
