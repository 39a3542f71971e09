// Recent: values that are made when they are asked for, of which those that were used last are kept.
//
// Each has a weight, and those that are kept weigh no more than a limit together, or are one alone. Threads that ask
// for the same value wait for the one that makes it (open_once.h). Invariant: only what has been made takes the place
// of others; what fails or is stopped leaves nothing behind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/open_once.h"

namespace superflip::detail {

template <class T>
class Recent {
 public:
  using Pointer = std::shared_ptr<T>;

  // `most`: what all that are kept may weigh, in the caller's unit.
  explicit Recent(std::size_t most) : most_(most) {}

  // As OpenOnce::get. `weight`: of the value, in the same unit.
  template <class Make>
  Expected<Pointer> get(const std::string& key, std::size_t weight, const StopFlag* stop,
                        std::optional<Clock::time_point> deadline, const Make& make) {
    const std::shared_ptr<OpenOnce<T>> value = at(key);
    Expected<Pointer> made = value->get(stop, deadline, make);
    if (made) keep(key, weight, value);
    return made;
  }

  // Whether the value is kept.
  bool has(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return find(key) != entries_.end();
  }

 private:
  struct Entry {
    std::string key;
    std::size_t weight;
    std::shared_ptr<OpenOnce<T>> value;
  };
  using Entries = std::list<Entry>;

  // The caller holds the mutex.
  typename Entries::iterator find(const std::string& key) {
    return std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  }

  std::shared_ptr<OpenOnce<T>> at(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = find(key); found != entries_.end()) return found->value;
    std::erase_if(making_, [](const auto& one) { return one.second.expired(); });
    std::weak_ptr<OpenOnce<T>>& making = making_[key];
    std::shared_ptr<OpenOnce<T>> value = making.lock();
    if (!value) {
      value = std::make_shared<OpenOnce<T>>();
      making = value;
    }
    return value;
  }

  // As the last used.
  void keep(const std::string& key, std::size_t weight, const std::shared_ptr<OpenOnce<T>>& value) {
    Entries dropped;  // is freed after the lock
    const std::lock_guard lock(mutex_);
    if (const auto found = find(key); found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
    } else {
      entries_.push_front({key, weight, value});
      weight_ += weight;
    }
    making_.erase(key);
    while (weight_ > most_ && entries_.size() > 1) {
      weight_ -= entries_.back().weight;
      dropped.splice(dropped.end(), entries_, std::prev(entries_.end()));
    }
  }

  const std::size_t most_;
  std::mutex mutex_;                                            // guards what follows
  Entries entries_;                                             // the last used first
  std::size_t weight_ = 0;                                      // of all
  std::map<std::string, std::weak_ptr<OpenOnce<T>>> making_{};  // for as long as somebody waits for it
};

}  // namespace superflip::detail
