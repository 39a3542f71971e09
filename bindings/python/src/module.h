// What the files of the module share. A file binds one subject, in one function that module.cpp calls.
//
// A Cube in Python is a superflip::Cube, so that an array of shape (n, 32) of bytes is an array of cubes. Answers and
// diagnoses are records of superflip/_records.py, made here from all their values in the order of their fields; what
// goes wrong is an exception of superflip/_errors.py. The module has no logic of its own.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::python {

namespace nb = nanobind;
using namespace nb::literals;  // "name"_a

void bind_cube(nb::module_& module);
void bind_algorithm(nb::module_& module);
void bind_reading(nb::module_& module);
void bind_question(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_streams(nb::module_& module);
void bind_scramble(nb::module_& module);
void bind_arrays(nb::module_& module);
void bind_coordinates(nb::module_& module);
void bind_tables(nb::module_& module);

// Raises the exception of its kind.
[[noreturn]] void raise(const Error& error);
[[noreturn]] void raise(const Diagnosis& diagnosis);
// The exception as an object, for those that are kept.
nb::object exception_of(const Error& error);
nb::object exception_of(const Diagnosis& diagnosis);

// Gives up the GIL for a while. A daemon thread that wants it back when the interpreter ends would be ended by Python
// in the midst of C++, which ends the process; it sleeps instead, as newer Pythons let it.
class Released {
 public:
  Released() : state_(PyEval_SaveThread()) {}
  ~Released();
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* state_;
};
// Called by the thread that ends the interpreter. From then on no other thread may ask for the GIL.
void begin_to_end();
// Whether this thread may not.
bool is_too_late();

// The value, or its error raised.
template <class T>
T value_of(Expected<T>&& expected) {
  if (!expected) raise(expected.error());
  if constexpr (!std::is_void_v<T>) return *std::move(expected);
}

// A record of superflip/_records.py.
template <class... Values>
nb::object record(const char* name, Values&&... values) {
  return nb::module_::import_("superflip._records").attr(name)(std::forward<Values>(values)...);
}

template <class Values, class Convert>
nb::tuple tuple_of(const Values& values, const Convert& convert) {
  nb::list list;
  for (const auto& value : values) list.append(convert(value));
  return nb::tuple(list);
}

nb::object record_of(const Diagnosis& diagnosis);
nb::object record_of(const Reading& reading);
nb::object record_of(const Solution& solution, const Question& question);
nb::object record_of(const Answer& answer, const Question& question);
nb::object record_of(const Event& event, const Question& question);

nb::object integer(Uint128 number);
Uint128 natural_number(const nb::int_& number);  // ValueError below 0 and above 2^128 - 1

// A whole number that came as any Python int. BadOption with the option's name outside of least..most.
template <class Number>
Number within(std::string_view option, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most)
    raise({std::string(option) + " is " + std::to_string(value) + ": expected " + std::to_string(least) + " to " +
               std::to_string(most),
           {},
           ErrorKind::bad_option});
  return static_cast<Number>(value);
}

// What is accepted as a cube: Cube, Algorithm, Reading or a text (in any format, or in the one that is given).
Reading reading_of(nb::handle cube, Puzzle puzzle, std::optional<std::string_view> format = {}, bool niss = false);
// The UTF-8 of a str; UnicodeEncodeError, a ValueError, where it has none (half of a surrogate pair).
std::string_view text_of(nb::handle text);
Accept accept_of(std::optional<std::string_view> format, bool niss);
Puzzle parse_puzzle(std::string_view text);
Centres parse_centres(std::string_view text);
Packing parse_packing(std::string_view text);
// Moves: an Algorithm, or a text.
Algorithm algorithm_of(nb::handle moves);
Symmetry symmetry_of(std::int64_t index);  // IndexError outside of 0..47
Metric metric_of(std::string_view text);

}  // namespace superflip::python
