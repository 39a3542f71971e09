#include "superflip/base/detail/helpers.h"

#ifdef __EMSCRIPTEN__  // whose modules have no threads

namespace superflip {

struct Helpers::Pool {};

Helpers::Helpers() = default;
Helpers::~Helpers() = default;

void Helpers::lead(const std::function<void()>& work) { work(); }
void Helpers::call(unsigned, const std::function<void(unsigned)>&) {}

}  // namespace superflip

#else

#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace superflip {

struct Helpers::Pool {
  const pid_t process = ::getpid();
  std::mutex mutex;  // guards all that follows, but for the threads, which are the leader's
  std::condition_variable called;
  std::condition_variable ended;
  const std::function<void(unsigned)>* body = nullptr;
  std::uint64_t calls = 0;
  unsigned begun = 0;   // of the last call
  unsigned count = 0;   // that may begin
  unsigned active = 0;  // begun and not ended
  bool is_closing = false;
  std::exception_ptr failure;
  std::vector<std::thread> threads;

  // The life of a helper. It answers a call once: after the body has ended there is nothing left to do.
  void help() {
    std::uint64_t answered = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      called.wait(lock, [&] { return is_closing || (begun < count && answered != calls); });
      if (is_closing) return;
      answered = calls;
      const unsigned i = ++begun;
      ++active;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        (*body)(i);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      if (thrown && !failure) failure = std::move(thrown);
      if (--active == 0) ended.notify_all();
    }
  }

  void grow(unsigned size) {
    try {
      while (threads.size() < size) threads.emplace_back([this] { help(); });
    } catch (const std::system_error&) {  // no more threads
    } catch (const std::bad_alloc&) {
    }
  }

  void close() {
    {
      const std::lock_guard lock(mutex);
      is_closing = true;
    }
    called.notify_all();
    for (std::thread& t : threads) t.join();
  }
};

Helpers::Helpers() = default;

Helpers::~Helpers() {
  if (Pool* const threads = pool()) threads->close();
}

// The pool of this process, if it has one. A process that was forked off has no threads, and nothing of its parent's
// pool can be waited for, so that pool is left as it is.
Helpers::Pool* Helpers::pool() {
  if (pool_ != nullptr && pool_->process != ::getpid()) static_cast<void>(pool_.release());
  return pool_.get();
}

void Helpers::call(unsigned count, const std::function<void(unsigned)>& body) {
  if (pool() == nullptr) pool_.reset(new (std::nothrow) Pool);
  if (pool_ == nullptr) return;
  pool_->grow(count);
  {
    const std::lock_guard lock(pool_->mutex);
    pool_->body = &body;
    ++pool_->calls;
    pool_->begun = 0;
    pool_->count = count;
  }
  pool_->called.notify_all();
}

// Lets no more helpers begin, and waits for the others. Returns what one of them threw.
std::exception_ptr Helpers::leave() {
  Pool* const threads = pool();
  if (threads == nullptr) return {};
  std::unique_lock lock(threads->mutex);
  threads->count = 0;
  threads->ended.wait(lock, [threads] { return threads->active == 0; });
  return std::exchange(threads->failure, nullptr);
}

void Helpers::lead(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    leave();
    throw;
  }
  if (const std::exception_ptr failure = leave()) std::rethrow_exception(failure);
}

}  // namespace superflip

#endif
