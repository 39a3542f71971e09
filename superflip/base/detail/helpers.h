// Threads that wait for work, so that work of a tenth of a millisecond can be shared.
//
// A thread takes 40 us to make and to join, and on a busy machine it may not run for milliseconds; a waiting one is
// there after 20 us. So the calling thread leads: it begins alone, calls helpers when its work turns out to be long,
// and at the end waits only for those that have begun.
#pragma once

#include <exception>
#include <functional>
#include <memory>

namespace superflip {

// For one leader at a time. The threads are made when they are first called and end with the object.
class Helpers {
 public:
  Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers();

  // Runs work() on this thread. When it has ended, no helper begins any more; returns when those that have begun have
  // ended, too. Throws what work() throws, or else what a helper threw first.
  void lead(const std::function<void()>& work);

  // For work(), at most once in a lead(): each of up to `count` helpers that comes before work() ends runs body(i)
  // once, i = 1..count. Threads that the system does not grant are left out. `body` must live until lead() returns.
  void call(unsigned count, const std::function<void(unsigned)>& body);

 private:
  struct Pool;
  Pool* pool();
  std::exception_ptr leave();

  std::unique_ptr<Pool> pool_;
};

}  // namespace superflip
