// superflip._core: the library for Python. The package around it is bindings/python/superflip.
#include "module.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace superflip::python {
namespace {

std::atomic<std::thread::id> ender{};

}  // namespace

bool is_too_late() {
  const std::thread::id thread = ender;
  return thread != std::thread::id{} && thread != std::this_thread::get_id();
}

void begin_to_end() { ender = std::this_thread::get_id(); }

Released::~Released() {
  while (is_too_late()) std::this_thread::sleep_for(std::chrono::hours(1));
  PyEval_RestoreThread(state_);
}

}  // namespace superflip::python

NB_MODULE(_core, module) {
  using namespace superflip::python;
  // Objects that live when the interpreter ends are reported to those who look for leaks, and to nobody else.
  nb::set_leak_warnings(std::getenv("SUPERFLIP_PYTHON_LEAKS") != nullptr);
  module.doc() = "The C++ library, for the package superflip. Import names from superflip, not from here.";
  bind_cube(module);
  bind_algorithm(module);
  bind_reading(module);
  bind_question(module);
  bind_engine(module);
  bind_streams(module);
  bind_scramble(module);
  bind_arrays(module);
  bind_coordinates(module);
  bind_tables(module);
}
