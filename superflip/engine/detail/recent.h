// Recent: values that are made when they are asked for, of which those that were used last are kept.
//
// Each has a weight, and those that are kept weigh no more than a limit together, or are one alone. Threads that ask
// for the same value wait for the one that makes it (open_once.h). What is stopped leaves behind what it has begun, for
// the next who asks; of these, too, the last are kept, which weigh at most half of the limit, or are one alone.
// Invariant: only what has been made takes the place of others that were, and what fails leaves nothing behind.
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

template <class T, class Begun>
class Recent {
 public:
  using Pointer = std::shared_ptr<T>;

  // `most`: what all that are kept may weigh, in the caller's unit.
  explicit Recent(std::size_t most) : made_{most}, begun_{most / 2} {}

  // As OpenOnce::get with Begun. `weight`: of the value, in the same unit.
  template <class Make>
  Expected<Pointer> get(const std::string& key, std::size_t weight, const StopFlag* stop,
                        std::optional<Clock::time_point> deadline, const Make& make) {
    const std::shared_ptr<Value> value = at(key);
    Expected<Pointer> made = value->get(stop, deadline, [&](const StopFlag* until, std::unique_ptr<Begun>& begun) {
      drop_begun(key);
      Expected<Pointer> one = make(until, begun);
      if (!one && one.error().kind == ErrorKind::stopped && begun) keep(begun_, key, weight, value);
      return one;
    });
    if (made) keep(made_, key, weight, value);
    return made;
  }

  // Whether the value is kept.
  bool has(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return made_.find(key) != made_.entries.end();
  }

 private:
  using Value = OpenOnce<T, Begun>;
  struct Entry {
    std::string key;
    std::size_t weight;
    std::shared_ptr<Value> value;
  };
  struct Kept {
    const std::size_t most;
    std::list<Entry> entries{};  // the last used first
    std::size_t weight = 0;      // of all

    typename std::list<Entry>::iterator find(const std::string& key) {
      return std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
    }
  };

  std::shared_ptr<Value> at(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = made_.find(key); found != made_.entries.end()) return found->value;
    std::erase_if(making_, [](const auto& one) { return one.second.expired(); });
    std::weak_ptr<Value>& making = making_[key];
    std::shared_ptr<Value> value = making.lock();
    if (!value) {
      value = std::make_shared<Value>();
      making = value;
    }
    return value;
  }

  // As the last used.
  void keep(Kept& kept, const std::string& key, std::size_t weight, const std::shared_ptr<Value>& value) {
    std::list<Entry> dropped;  // is freed after the lock
    const std::lock_guard lock(mutex_);
    if (const auto found = kept.find(key); found != kept.entries.end()) {
      kept.entries.splice(kept.entries.begin(), kept.entries, found);
    } else {
      kept.entries.push_front({key, weight, value});
      kept.weight += weight;
    }
    if (&kept == &made_) making_.erase(key);
    while (kept.weight > kept.most && kept.entries.size() > 1) {
      kept.weight -= kept.entries.back().weight;
      dropped.splice(dropped.end(), kept.entries, std::prev(kept.entries.end()));
    }
  }

  void drop_begun(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = begun_.find(key);
    if (found == begun_.entries.end()) return;
    begun_.weight -= found->weight;
    begun_.entries.erase(found);
  }

  std::mutex mutex_;  // guards what follows
  Kept made_;
  Kept begun_;
  std::map<std::string, std::weak_ptr<Value>> making_{};  // for as long as somebody waits for it, or it is in begun_
};

}  // namespace superflip::detail
