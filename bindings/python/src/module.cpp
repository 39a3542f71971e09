// superflip._core: the library for Python. The package around it is bindings/python/superflip.
#include "module.h"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace superflip::python {

void sleep_until_the_process_ends() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void refuse_type(std::string_view name, nb::handle value, std::string_view expected) {
  const std::string type = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
  const bool has_vowel = std::string_view("AEIOaeio").find(type.front()) != std::string_view::npos;
  throw nb::type_error(
      (std::string(name) + " is " + (has_vowel ? "an " : "a ") + type + ": expected " + std::string(expected)).c_str());
}

std::string_view text_argument(std::string_view name, nb::handle value) {
  if (!nb::isinstance<nb::str>(value)) refuse_type(name, value, "a str");
  return text_of(value);
}

std::optional<std::string_view> optional_text(std::string_view name, nb::handle value) {
  if (value.is_none()) return std::nullopt;
  if (!nb::isinstance<nb::str>(value)) refuse_type(name, value, "a str or None");
  return text_of(value);
}

std::int64_t whole_number(std::string_view name, nb::handle value, std::int64_t least, std::int64_t most) {
  const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    refuse_type(name, value, "a whole number");
  }
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || found < least || found > most)
    raise({std::string(name) + " is " + nb::str(number).c_str() + ": expected " + std::to_string(least) + " to " +
               std::to_string(most),
           {},
           ErrorKind::bad_option});
  return found;
}

}  // namespace superflip::python

NB_MODULE(_core, module) {
  using namespace superflip::python;
  // Objects that live when the interpreter ends are reported to those who look for leaks, and to nobody else.
  nb::set_leak_warnings(std::getenv("SUPERFLIP_PYTHON_LEAKS") != nullptr);
  module.doc() = "The C++ library, for the package superflip. Import names from superflip, not from here.";
  module.def("version", [] { return SUPERFLIP_VERSION; });
  bind_cube(module);
  bind_algorithm(module);
  bind_reading(module);
  bind_symmetry(module);
  bind_question(module);
  bind_engine(module);
  bind_streams(module);
  bind_coset(module);
  bind_scramble(module);
  bind_arrays(module);
  bind_coordinates(module);
  bind_tables(module);
  bind_campaigns(module);
}
