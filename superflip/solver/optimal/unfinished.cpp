#include "superflip/solver/optimal/unfinished.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "superflip/solver/optimal/optimal.h"

namespace superflip::optimal {

Unfinished::Unfinished(const TableStore* store, const Shape& shape, Patience patience)
    : store_(store), shape_(shape), patience_(patience), saved_at_(Clock::now()) {}

TableIdentity Unfinished::file(unsigned parts) const {
  TableIdentity identity = OptimalTable::file(shape_);
  identity.name += "-unfinished";
  identity.parameters += fmt::format("; {} of {} parts", parts, all_);
  return identity;
}

unsigned Unfinished::resume(std::span<std::byte> table, unsigned all, unsigned threads) {
  all_ = all;
  saved_at_ = Clock::now();
  if (store_ == nullptr) return 0;
  for (unsigned parts = all; parts > 0; --parts)
    if (const auto kept = store_->load(file(parts))) {
      parallel_for(table.size(), std::size_t{1} << 24, threads, [&](std::size_t begin, std::size_t end) {
        std::memcpy(table.data() + begin, kept->bytes().data() + begin, end - begin);
      });
      return done_ = saved_ = parts;
    }
  return 0;
}

void Unfinished::advance(std::span<const std::byte> table, unsigned parts) {
  done_ = parts;
  if (Clock::now() - saved_at_ >= patience_.killed) save(table);
}

bool Unfinished::give_up(std::span<const std::byte> table) {
  if (done_ > saved_ && Clock::now() - saved_at_ >= patience_.stopped) save(table);
  return saved_ > 0;
}

void Unfinished::save(std::span<const std::byte> table) {
  if (store_ == nullptr) return;
  if (store_->save(file(done_), table)) saved_ = done_;
  saved_at_ = Clock::now();  // a full disk is not tried all the time
}

void Unfinished::remove() {
  if (saved_ > 0) static_cast<void>(store_->remove(store_->path(file(saved_))));
  saved_ = 0;
}

}  // namespace superflip::optimal
