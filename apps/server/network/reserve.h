// Reserve: memory for one handler, so that what must go on does so where the rest of the memory is used up.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cstddef>
#include <new>
#include <utility>

namespace superflip::server {

class Reserve {
 public:
  Reserve() = default;
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  // Runs `handler` on the thread of `io`. It needs no memory unless another handler is still in this reserve, or is
  // larger than it. Asio frees a handler's memory before it calls the handler, which may destroy the reserve.
  template <class Handler>
  void post(boost::asio::io_context& io, Handler handler) {
    boost::asio::post(io, bound(std::move(handler)));
  }

  // The handler of another operation, which then needs no memory either.
  template <class Handler>
  auto bound(Handler handler) {
    return Reserved<Handler>{std::move(handler), this};
  }

 private:
  template <class T>
  struct Allocator {
    using value_type = T;
    Reserve* reserve;
    explicit Allocator(Reserve* of) : reserve(of) {}
    template <class Other>
    Allocator(const Allocator<Other>& other) : reserve(other.reserve) {}
    T* allocate(std::size_t count) { return static_cast<T*>(reserve->take(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t) { reserve->give_back(memory); }
    template <class Other>
    bool operator==(const Allocator<Other>& other) const {
      return reserve == other.reserve;
    }
  };
  template <class Handler>
  struct Reserved {
    using allocator_type = Allocator<std::byte>;
    Handler handler;
    Reserve* reserve;
    allocator_type get_allocator() const noexcept { return allocator_type(reserve); }
    template <class... Results>
    void operator()(Results&&... results) {
      handler(std::forward<Results>(results)...);
    }
  };

  void* take(std::size_t bytes) {
    if (bytes <= memory_.size() && !is_taken_.exchange(true)) return memory_.data();
    return ::operator new(bytes);
  }
  void give_back(void* memory) {
    if (memory == memory_.data())
      is_taken_ = false;
    else
      ::operator delete(memory);
  }

  static constexpr std::size_t kBytes = 384;
  alignas(std::max_align_t) std::array<std::byte, kBytes> memory_;
  std::atomic<bool> is_taken_{false};
};

}  // namespace superflip::server
