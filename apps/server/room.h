// Room: what requests may hold together: bytes, so that many large ones at a time do not take all memory, and places in
// the queue.
//
// A share of the bytes is taken for a body before it is read, and for the answers to a list before they are made; one
// place is taken by each job (workers.h). A share is given back when it is destroyed. Invariant: the shares never
// exceed the room. From any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

#include "superflip/superflip.h"

namespace superflip::server {

// Bytes of the longest name of a turn: Rw2'.
inline constexpr std::size_t kLongestTurn = 4;

// About the most bytes that the answers to a list of cubes take while they are made. `longest_name`: bytes of a move's.
// `lengths`: how many may be searched. `repeated`: other cubes that each answer repeats, those to reach and those
// beside the one at the start.
constexpr std::size_t bytes_of_answers(std::size_t cubes, std::size_t solutions,
                                       std::size_t longest_name = kLongestTurn, std::size_t lengths = 20,
                                       std::size_t repeated = 0) {
  constexpr std::size_t kOfCube = 1'024;
  constexpr std::size_t kOfLength = 50;
  constexpr std::size_t kOfRepeated = 64;  // 54 facelets in JSON
  constexpr std::size_t kOfSolution = 256;
  return cubes * (kOfCube + lengths * kOfLength + repeated * kOfRepeated) +
         solutions * (kOfSolution + kLongestWord * (longest_name + 1));
}

class Room {
 public:
  explicit Room(std::size_t size) : size_(size), free_(size) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept { *this = std::move(other); }
    Share& operator=(Share&& other) noexcept {
      std::swap(room_, other.room_);
      std::swap(size_, other.size_);
      return *this;
    }
    ~Share() {
      if (room_ != nullptr) room_->free_ += size_;
    }

    std::size_t size() const { return size_; }

   private:
    friend class Room;
    Share(Room* room, std::size_t size) : room_(room), size_(size) {}
    Room* room_ = nullptr;
    std::size_t size_ = 0;
  };

  // Nothing where not so much is free.
  std::optional<Share> take(std::size_t size) {
    std::size_t free = free_;
    while (free >= size)
      if (free_.compare_exchange_weak(free, free - size)) return Share(this, size);
    return std::nullopt;
  }
  std::size_t free() const { return free_; }
  std::size_t size() const { return size_; }

 private:
  const std::size_t size_;
  std::atomic<std::size_t> free_;
};

}  // namespace superflip::server
