#include "superflip/solver/optimal/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <system_error>

#include "superflip/base/parallel.h"
#include "superflip/solver/optimal/low_distances.h"

namespace superflip::optimal {

namespace fs = std::filesystem;

Checkpoint::Checkpoint(const TableStore* store, const Shape& shape, Patience patience)
    : store_(store), shape_(shape), patience_(patience), saved_at_(Clock::now()) {}

fs::path Checkpoint::path(const TableStore& store, const Shape& shape) {
  return store.path(Checkpoint(&store, shape).identity(0));
}

bool Checkpoint::exists(const TableStore& store, const Shape& shape) {
  std::error_code error;
  return fs::exists(path(store, shape), error);
}

TableIdentity Checkpoint::identity(unsigned parts) const {
  constexpr int kCut = 1;  // raised whenever the division into parts changes
  TableIdentity file = optimal::identity(shape_.whole());
  file.name += "-unfinished";
  file.parameters += fmt::format("; {} of {} parts, cut {}", parts, all_, kCut);
  return file;
}

unsigned Checkpoint::resume(std::span<std::byte> table, unsigned all, unsigned threads, const StopFlag* stop) try {
  all_ = all;
  saved_at_ = Clock::now();
  if (store_ == nullptr || !exists(*store_, shape_)) return 0;
  for (unsigned parts = all; parts > 0 && !is_set(stop); --parts)
    if (const auto kept = store_->load(identity(parts), stop)) {
      const auto copy = [&](std::size_t begin, std::size_t end) {
        std::memcpy(table.data() + begin, kept->bytes().data() + begin, end - begin);
      };
      parallel_for(table.size(), std::size_t{1} << 22, threads, copy, stop);
      return done_ = saved_ = parts;
    }
  return 0;
} catch (const std::bad_alloc&) {  // there is no memory for it beside the table
  return 0;
}

void Checkpoint::advance(std::span<const std::byte> table, unsigned parts) {
  done_ = parts;
  if (parts < all_ && Clock::now() - saved_at_ >= std::max(patience_.killed, 10 * saving_)) save(table);
}

void Checkpoint::stop(std::span<const std::byte> table) {
  if (done_ > saved_ && Clock::now() - saved_at_ >= patience_.stopped) save(table);
}

void Checkpoint::save(std::span<const std::byte> table) {
  if (store_ == nullptr) return;
  const auto begin = Clock::now();
  std::error_code error;
  const auto disk = fs::space(store_->folder(), error);
  if ((error || disk.available >= table.size() + shape_.bytes()) && store_->save(identity(done_), table))
    saved_ = done_;
  saved_at_ = Clock::now();
  saving_ = saved_at_ - begin;
}

void Checkpoint::make_room() {
  if (store_ == nullptr) return;
  std::error_code error;
  const auto disk = fs::space(store_->folder(), error);
  constexpr std::uint64_t kSlack = std::uint64_t{1} << 20;  // headers, stamps, the file system's own blocks
  if (!error && disk.available < shape_.bytes() + LowDistances::identity(shape_).bytes + kSlack) remove();
}

void Checkpoint::remove() {
  if (store_ != nullptr && exists(*store_, shape_)) static_cast<void>(store_->remove(path(*store_, shape_)));
  saved_ = 0;
}

}  // namespace superflip::optimal
