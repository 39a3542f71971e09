// This file is compiled once for every instruction set.

#include "superflip/solver/two_phase/starts.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/two_phase/starts.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/kernel-inl.h"
#include "superflip/solver/two_phase/end_words.h"
#include "superflip/solver/two_phase/raw.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {
namespace {

// Computes the distances of all words, one direction after the other, until the search is over. The reads of 64 words
// overlap. Returns their number.
template <class Store>
std::size_t measure(const Fold& fold, const Store& store, std::span<const EndWord> words,
                    std::span<const Cube> directions, std::span<std::uint8_t> distances, const Watch& watch) {
  namespace kernel = ::superflip::HWY_NAMESPACE;
  constexpr std::size_t kBatch = 64;
  std::size_t word = 0;
  std::size_t direction = 0;
  std::size_t begin = 0;
  for (; begin < distances.size() && !watch.is_over(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, distances.size() - begin);
    std::array<std::uint32_t, kBatch> place;
    for (std::size_t i = 0; i < count; ++i) {
      Cube start;
      kernel::store(kernel::compose(kernel::load(words[word].cube), kernel::load(directions[direction])), start);
      const Raw raw = raw_of(start);
      place[i] = fold.place(raw.twist, raw.flip, raw.slice).index;
      if (++word == words.size()) {
        word = 0;
        ++direction;
      }
    }
    for (std::size_t i = 0; i < count; ++i) store.prefetch_phase1(place[i]);
    for (std::size_t i = 0; i < count; ++i)
      distances[begin + i] = static_cast<std::uint8_t>(store.phase1_distance(place[i]));
  }
  return std::min(begin, distances.size());
}

std::size_t measure_starts(const Tables& tables, int k, std::span<const Cube> directions,
                           std::span<std::uint8_t> distances, const Watch& watch) {
  const std::span<const EndWord> words = end_words(tables.metric).of_length[k];
  return std::visit(
      [&](const auto& store) { return measure(*tables.fold, store, words, directions, distances, watch); },
      tables.by_profile);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::two_phase {

SUPERFLIP_DISPATCH_TABLE(measure_starts);

std::uint64_t make_starts(const Tables& tables, int k, std::span<const Cube> directions, std::span<StartList> lists,
                          const Watch& watch) {
  const std::size_t count = end_words(tables.metric).of_length[k].size();
  const std::size_t all = count * directions.size();
  std::vector<std::uint16_t>& words_of_all = lists[0].words_of_all;
  words_of_all.resize(all + (all + 1) / 2);
  const std::span distances(reinterpret_cast<std::uint8_t*>(words_of_all.data() + all), all);  // behind the words
  const std::size_t reads = SUPERFLIP_DISPATCH(measure_starts)(tables, k, directions, distances, watch);
  if (reads < all) return reads;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::span distance = distances.subspan(count * i, count);
    const std::span words = std::span(words_of_all).subspan(count * i, count);
    StartList& list = lists[i];
    list.within.fill(0);
    for (const std::uint8_t d : distance) ++list.within[d + 1];
    for (std::size_t d = 1; d < list.within.size(); ++d) list.within[d] += list.within[d - 1];
    auto next = list.within;
    for (std::size_t w = 0; w < count; ++w) words[next[distance[w]]++] = static_cast<std::uint16_t>(w);
    list.words = words;
  }
  return all;
}

}  // namespace superflip::two_phase
#endif  // HWY_ONCE
