// What the files of the module share. A file binds one subject, in one function that module.cpp calls.
//
// A Cube in Python is a superflip::Cube, so that an array of shape (n, 32) of bytes is an array of cubes. Answers and
// diagnoses are records of superflip/_records.py, made here from all their values in the order of their fields; what
// goes wrong is an exception of superflip/_errors.py. The module has no logic of its own.
#pragma once

#include <cxxabi.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <functional>
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
void bind_symmetry(nb::module_& module);
void bind_question(nb::module_& module);
void bind_engine(nb::module_& module);
void bind_streams(nb::module_& module);
void bind_coset(nb::module_& module);
void bind_scramble(nb::module_& module);
void bind_arrays(nb::module_& module);
void bind_coordinates(nb::module_& module);
void bind_tables(nb::module_& module);
void bind_campaigns(nb::module_& module);

// Raises the exception of its kind.
[[noreturn]] void raise(const Error& error);
[[noreturn]] void raise(const Diagnosis& diagnosis);
// The exception as an object, for those that are kept.
nb::object exception_of(const Error& error);
nb::object exception_of(const Diagnosis& diagnosis);

// Never returns.
[[noreturn]] void sleep_until_the_process_ends();

// f(), which runs Python or takes the GIL. When the interpreter ends, Python ends a daemon thread that wants the GIL.
// With glibc it does so by unwinding the stack, and a noexcept function or a catch (...) that is met on the way ends
// the process. Here the thread sleeps instead, as from Python 3.14 on. Objects of Python that are alive outside of f()
// are not touched any more.
template <class F>
decltype(auto) staying(const F& f) {
#ifdef __GLIBCXX__
  try {
    return f();
  } catch (abi::__forced_unwind&) {
    sleep_until_the_process_ends();
  }
#else
  return f();
#endif
}

// Gives up the GIL for a while.
class Released {
 public:
  Released() { give(); }
  ~Released() { take(); }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

  void take() {
    staying([this] { PyEval_RestoreThread(state_); });
  }
  void give() { state_ = PyEval_SaveThread(); }

 private:
  PyThreadState* state_ = nullptr;
};

// Takes it back for a while, on the same thread.
class Retaken {
 public:
  explicit Retaken(Released& released) : released_(released) { released_.take(); }
  ~Retaken() { released_.give(); }
  Retaken(const Retaken&) = delete;
  Retaken& operator=(const Retaken&) = delete;

 private:
  Released& released_;
};

// function(values...) in Python.
template <class... Values>
nb::object called(const nb::object& function, Values&&... values) {
  return staying([&] { return function(std::forward<Values>(values)...); });
}

// Runs the handlers of signals that came, on the main thread; raises what they raise.
inline void hear_signals() {
  if (staying([] { return PyErr_CheckSignals(); }) != 0) throw nb::python_error();
}

// The value, or its error raised.
template <class T, class Failure>
T value_of(tl::expected<T, Failure>&& expected) {
  if (!expected) raise(expected.error());
  if constexpr (!std::is_void_v<T>) return *std::move(expected);
}

// The value of that name.
template <class Enum, std::size_t kCount>
Enum named(const Names<Enum, kCount>& names, std::string_view text) {
  return value_of(names.parse(text));
}

// A record of superflip/_records.py.
template <class... Values>
nb::object record(const char* name, Values&&... values) {
  return called(nb::module_::import_("superflip._records").attr(name), std::forward<Values>(values)...);
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
Uint128 natural_number(nb::handle number);  // ValueError below 0 and above 2^128 - 1

// Now and then in long work that has the GIL.
inline void let_others_run() {
  { const Released released; }
  hear_signals();
}

// Arguments of Python with their names. A TypeError says what was expected.
[[noreturn]] void refuse_type(std::string_view name, nb::handle value, std::string_view expected);
std::string_view text_argument(std::string_view name, nb::handle value);
std::optional<std::string_view> optional_text(std::string_view name, nb::handle value);  // or None
// A whole number of any type (NumPy has its own); BadOption outside of least..most.
std::int64_t whole_number(std::string_view name, nb::handle value, std::int64_t least, std::int64_t most);

template <class Number>
Number within(std::string_view name, nb::handle value, std::int64_t least, std::int64_t most) {
  return static_cast<Number>(whole_number(name, value, least, most));
}

// What is accepted as a cube: Cube, Algorithm, Reading or a text (in any format, or in the one that is given).
Reading reading_of(nb::handle cube, Puzzle puzzle, std::optional<std::string_view> format = {}, bool niss = false);
// The same of the 3x3x3; stickers of a text may be unknown (Reading::known).
Reading incomplete_reading_of(nb::handle cube);
// Calls take(i, reading) for each of many, those of texts read without the GIL. Meanwhile signals are heard.
void read_many(nb::handle cubes, Puzzle puzzle, const std::function<void(std::size_t, Reading&&)>& take);
// Raises ImpossibleCube with the diagnosis if no turns of faces lead from one cube to the other.
void check_possible(const Cube& from, const Cube& to, Puzzle puzzle);
// The UTF-8 of a str; UnicodeEncodeError, a ValueError, where it has none (half of a surrogate pair).
std::string_view text_of(nb::handle text);
Accept accept_of(std::optional<std::string_view> format, bool niss, std::optional<std::string_view> order = {},
                 std::optional<std::string_view> holding = {});
Packing parse_packing(std::string_view text);
// Moves: an Algorithm, or a text.
Algorithm algorithm_of(nb::handle moves);
Symmetry symmetry_of(nb::handle index);  // IndexError outside of 0..47
Metric metric_of(std::string_view text);
std::uint64_t seed_of(nb::handle seed);  // ValueError outside of 0..2^64-1
Random random_from(nb::handle seed);     // the same, or None: from the operating system

}  // namespace superflip::python
