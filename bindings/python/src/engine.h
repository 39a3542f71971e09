// The engine as Python has it, and the listener that keeps Python alive meanwhile.
#pragma once

#include <exception>
#include <memory>

#include "module.h"

namespace superflip::python {

// An engine that survives fork(): the child gets a fresh one, for the threads and locks of the old one are not there.
class PythonEngine {
 public:
  // `tables`: True, the user's cache folder; False, memory; else a folder.
  PythonEngine(const nb::object& tables, nb::handle profile, nb::handle optimal_table, nb::handle memory,
               nb::handle threads);
  ~PythonEngine();
  PythonEngine(const PythonEngine&) = delete;
  PythonEngine& operator=(const PythonEngine&) = delete;

  // With the GIL.
  std::shared_ptr<Engine> get();

 private:
  void open();
  void forget_if_forked();

  nb::object tables_;
  EngineOptions options_;
  std::shared_ptr<Engine> engine_;
  long process_ = 0;
};

// Hears the library's events for one call. Whatever Python raises meanwhile ends the work and is kept: the listener's
// exceptions, and those of signals, KeyboardInterrupt for one. The library calls the listener at least every 20 ms,
// from the thread that called, which has given up the GIL.
class Ears {
 public:
  // Both may be None. `bar` is called with events of tables only.
  Ears(nb::object listener, nb::object bar, const Question& question)
      : listener_(std::move(listener)), bar_(std::move(bar)), question_(question) {}

  Listener listener(Released& released) {
    return [this, &released](const Event& event) { return hear(event, released); };
  }
  // Raises what was kept. With the GIL.
  void raise_what_was_heard() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool hear(const Event& event, Released& released);

  nb::object listener_;
  nb::object bar_;
  const Question& question_;
  std::exception_ptr failure_;
};

// body(listener) without the GIL. Raises what Python raised meanwhile.
template <class Body>
auto call(const nb::object& listener, const nb::object& bar, const Question& question, const Body& body) {
  Ears ears(listener, bar, question);
  auto result = [&] {
    Released released;
    return body(ears.listener(released));
  }();
  ears.raise_what_was_heard();
  return result;
}

// Numbers the processes, so that what was made before a fork() is recognised.
long this_process();

}  // namespace superflip::python
