// Errors of the library as Python's exceptions (superflip/_errors.py).
#include "module.h"

namespace superflip::python {
namespace {

nb::object make(const Error& error, const nb::object& diagnosis) {
  return nb::module_::import_("superflip._errors")
      .attr("make")(static_cast<int>(error.kind), error.message, error.position, diagnosis);
}

[[noreturn]] void raise(const nb::object& exception) {
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

}  // namespace

nb::object exception_of(const Error& error) { return make(error, nb::none()); }

nb::object exception_of(const Diagnosis& diagnosis) { return make(to_error(diagnosis), record_of(diagnosis)); }

void raise(const Error& error) { raise(exception_of(error)); }

void raise(const Diagnosis& diagnosis) { raise(exception_of(diagnosis)); }

}  // namespace superflip::python
