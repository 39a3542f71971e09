// What the files of the coordinate laboratory share: arrays from NumPy, and long work that Ctrl-C ends.
//
// The functions bound here take arrays that superflip/lab.py has made or asked for, and check all of it once more: what
// a caller does wrong is a ValueError with a sentence, whatever way it came.
#pragma once

#include <nanobind/ndarray.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "module.h"

namespace superflip::python {

// Rows of a uint8 array of shape (n, 32) with any distance between its rows, or one Cube as `count` equal rows. What is
// held keeps the memory alive, also that of a temporary which __dlpack__ has made.
struct ReadRows {
  nb::object cube;
  nb::ndarray<nb::ro, nb::device::cpu> array;
  ConstCubeRows rows;
};
struct WrittenRows {
  nb::ndarray<nb::device::cpu> array;
  CubeRows rows;
};
ReadRows rows_to_read(nb::handle array, std::size_t count = 1);
WrittenRows rows_to_write(nb::handle array);

// The elements of a one-dimensional contiguous array of that type, which is kept alive: it may be a temporary that
// __dlpack__ has made.
template <class T>
class Elements {
 public:
  Elements(nb::handle array, const char* what) {
    if (!nb::try_cast<Array>(array, array_, false)) throw nb::value_error(what);
  }
  std::size_t size() const { return array_.shape(0); }
  std::span<T> span() const { return {array_.data(), size()}; }
  T& operator[](std::size_t i) const { return array_.data()[i]; }

 private:
  using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  Array array_;
};

// A read-only array over memory that `owner` keeps alive.
template <class T, class Owner>
nb::object array_over(const T* data, std::initializer_list<std::size_t> shape, Owner owner) {
  auto* const kept = new Owner(std::move(owner));
  const nb::capsule capsule(kept, [](void* p) noexcept { delete static_cast<Owner*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, const T>(data, shape.size(), shape.begin(), capsule));
}

// work() while other threads of Python run.
template <class Work>
auto without_gil(const Work& work) {
  const Released released;
  return work();
}

// work(stop) on a thread of its own, without the GIL. Meanwhile this thread looks for signals every 20 ms, and calls
// poll() with the GIL. What either raises (KeyboardInterrupt) sets the flag, and is raised when the work has ended.
template <class Work, class Poll>
auto interruptible(const Work& work, const Poll& poll) {
  using Result = decltype(work(std::declval<const StopFlag&>()));
  StopFlag stop{false};
  std::optional<Result> result;
  std::exception_ptr failure;  // of the work
  std::exception_ptr raised;   // meanwhile, by Python
  const auto look = [&](Released& released) {
    const Retaken gil(released);
    try {
      hear_signals();
      poll();
    } catch (...) {
      raised = std::current_exception();
      stop.store(true);
    }
  };
  {
    Released released;
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false;
    const auto run = [&] {
      try {
        result.emplace(work(stop));
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      is_done = true;
      ended.notify_all();
    };
    std::thread thread;
    try {
      thread = std::thread(run);
    } catch (const std::system_error&) {
      run();  // the system grants no thread
    }
    if (thread.joinable()) {
      std::unique_lock lock(mutex);
      while (!ended.wait_for(lock, std::chrono::milliseconds(20), [&] { return is_done; })) {
        lock.unlock();
        if (!raised) look(released);
        lock.lock();
      }
      lock.unlock();
      thread.join();
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
  return *std::move(result);
}

template <class Work>
auto interruptible(const Work& work) {
  return interruptible(work, [] {});
}

// The same for work(stop, progress), whose progress goes to report(step, done) in Python, unless that is None.
template <class Work>
auto reported(const nb::object& report, const Work& work) {
  std::mutex mutex;  // guards the following
  std::string step;
  double done = 0;
  bool is_new = false;
  const Progress progress = [&](std::string_view now, double part) {
    const std::lock_guard lock(mutex);
    step = now;
    done = part;
    is_new = true;
  };
  const auto tell = [&] {
    std::unique_lock lock(mutex);
    if (!std::exchange(is_new, false) || report.is_none()) return;
    const std::string now = step;
    const double part = done;
    lock.unlock();
    called(report, now, part);
  };
  return interruptible([&](const StopFlag& stop) { return work(stop, progress); }, tell);
}

// work(stop) on so many rows. Few are done at once. More are done without the GIL, but on this thread; how many is for
// the caller to say, so that it takes some 10 ms. Only larger work is worth a thread.
inline constexpr std::size_t kFastRows = std::size_t{1} << 20;  // a few nanoseconds a row
inline constexpr std::size_t kSlowRows = std::size_t{1} << 16;  // up to a microsecond a row
template <class Work>
auto with_rows(std::size_t rows, std::size_t limit, const Work& work) {
  constexpr std::size_t kFew = 256;
  static const StopFlag never{false};
  if (rows <= kFew) return work(never);
  if (rows > limit) return interruptible(work);
  const Released released;
  return work(never);
}

// A coordinate in words, with what can be asked of it.
struct LabCoordinate {
  explicit LabCoordinate(std::string_view words);

  std::string words;
  Description description;
  std::optional<AnyCoordinate> whole;  // all parts as one, if it has fewer than 2^63 values
};
// A coordinate from words; listing the values that moves reach takes long. Raises BadOption.
Description described(std::string_view words);
const AnyCoordinate& whole_of(const LabCoordinate& coordinate);  // raises BadOption if there is none
SymmetryGroup group_of(std::string_view text);

// Allowed moves: words, or all of the metric (those that the coordinate is defined within) if empty.
std::shared_ptr<const MoveSet> moves_for(const Description& coordinate, const std::optional<std::string>& moves,
                                         std::string_view metric);
unsigned threads_of(nb::handle threads);  // 0: all cores

}  // namespace superflip::python
