// Room: the bytes that requests may hold together, so that many large ones at a time do not take all memory.
//
// A share is taken for a body before it is read, and for the answers to a list before they are made; it is given back
// when it is destroyed. Invariant: the shares never exceed the room. From any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

namespace superflip::server {

// The most bytes that the answers to a list of cubes take while they are made: of each cube, and of each solution.
constexpr std::size_t bytes_of_answers(std::size_t cubes, std::size_t solutions) {
  constexpr std::size_t kOfCube = 2'048;
  constexpr std::size_t kOfSolution = 512;
  return cubes * kOfCube + solutions * kOfSolution;
}

class Room {
 public:
  explicit Room(std::size_t bytes) : free_(bytes) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept { *this = std::move(other); }
    Share& operator=(Share&& other) noexcept {
      std::swap(room_, other.room_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Share() {
      if (room_ != nullptr) room_->free_ += bytes_;
    }

   private:
    friend class Room;
    Share(Room* room, std::size_t bytes) : room_(room), bytes_(bytes) {}
    Room* room_ = nullptr;
    std::size_t bytes_ = 0;
  };

  // Nothing where not so many bytes are free.
  std::optional<Share> take(std::size_t bytes) {
    std::size_t free = free_;
    while (free >= bytes)
      if (free_.compare_exchange_weak(free, free - bytes)) return Share(this, bytes);
    return std::nullopt;
  }
  std::size_t free() const { return free_; }

 private:
  std::atomic<std::size_t> free_;
};

}  // namespace superflip::server
