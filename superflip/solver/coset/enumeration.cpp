#include "superflip/solver/coset/enumeration.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "superflip/base/parallel.h"
#include "superflip/solver/coset/pass.h"
#include "superflip/solver/two_phase/raw.h"

namespace superflip::coset {
namespace {

// The numbers of the metric's letters of G1 whose cost is 1, and of those whose cost is 2.
struct LettersByCost {
  std::vector<std::size_t> one;
  std::vector<std::size_t> two;
};

LettersByCost letters_by_cost(Metric metric) {
  LettersByCost letters;
  for (std::size_t n = 0; n < g1_letters(metric); ++n)
    (cost(kG1Letters[n], metric) == 1 ? letters.one : letters.two).push_back(n);
  return letters;
}

// Phase 1 is solved.
bool is_in_g1(const Cube& cube) {
  const two_phase::Raw raw = two_phase::raw_of(cube);
  return raw.twist == 0 && raw.flip == 0 && raw.slice == 0;
}

// The search's share of a level's progress, where images are looked up after it (an estimate).
constexpr double kSearchShare = 0.9;

// The parts of a search that is deep enough to be divided: one for each beginning of three letters, or of more where
// the symmetries of the coset or many threads leave too few for all threads and for steady progress. Nothing for a
// search that takes less time than to divide it.
std::vector<Branch> parts_of(const SearchTables& tables, const Start& start, int cost, unsigned threads) {
  constexpr std::size_t kPartsOfAThread = 16 * WordSearch::kBatch;
  constexpr int kLeastToGo = 7;
  std::vector<Branch> parts;
  for (int length = 3; length <= cost - kLeastToGo && parts.size() < kPartsOfAThread * threads; ++length)
    parts = branches(tables, start, cost, length);
  return parts;
}

}  // namespace

Workspace::Workspace(std::shared_ptr<const SearchTables> tables, unsigned threads) : tables_(std::move(tables)) {
  for (unsigned i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->search = make_search(*tables_);
  }
}

std::uint64_t workspace_bytes(Metric metric, unsigned threads) {
  // While a further thread works on its orbit, however long, there are the orbit's new pages, and all that it reads.
  constexpr std::uint64_t kNewPages = 16;
  const PassOrder& order = pass_order(metric);
  const std::uint64_t pages = order.peak + (kNewPages + order.most_read) * (threads - 1);
  return pages * kPageBytes + threads * Marks::bytes();
}

Enumeration::Enumeration(Workspace& workspace, const Cube& start, const StopFlag* stop,
                         std::function<void(double)> on_progress, const Way& way)
    : workspace_(workspace),
      stop_(stop),
      on_progress_(std::move(on_progress)),
      way_(way),
      cube_(start),
      start_(start_of(workspace.tables(), start)),
      start_parity_(corner_parity(start)),
      bitmap_(workspace.pool()) {
  if (start_.root.twist != 0 || start_.root.flip != 0 || start_.root.slice != 0) return;
  // The empty word leads into G1.
  const Place place = g1_numbers().place(start);
  add(place);
  state_.newest->push_back(place);
}

void Enumeration::add(Place place) {
  if (bitmap_.contains(place)) return;
  bitmap_.make_page(place.page)[place.bit / 8] |= std::byte{1} << place.bit % 8;
  ++state_.found;
}

bool Enumeration::holds(const Cube& position) const { return is_in_g1(cube_ * inverse(position)); }

std::vector<Place> Enumeration::alike(Place place) const {
  const G1Numbers& g1 = g1_numbers();
  const Cube position = inverse(g1.element(place)) * cube_;
  const Cube backwards = inverse(position);
  std::vector<Place> places;
  const auto push = [&](const Cube& image) { places.push_back(g1.place(cube_ * inverse(image))); };
  const auto push_images = [&](const Cube& of) {
    push(of);
    for (const Symmetry s : start_.symmetries) push(conjugate(of, s));
  };
  push_images(position);
  if (holds(backwards)) push_images(backwards);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void Enumeration::complete(const std::vector<Place>& places) {
  for (const Place place : places) add(place);
  if (state_.newest) state_.newest->insert(state_.newest->end(), places.begin(), places.end());
  state_.exact_to = state_.depth;
}

bool Enumeration::next(std::uint32_t part) {
  const bool has_lists = state_.newest && state_.before;
  if (!state_.search) {
    if (!has_lists && !pass(part == 0)) return false;
    if (part != 0) state_.search = Search{.part = part, .threads = threads(), .words_before = state_.counts.leaves};
  }
  std::optional<std::vector<Place>> newest;
  if (has_lists || part != 0) {
    MarkSink sink(bitmap_);
    sink.room = has_lists ? way_.max_listed : 0;
    for (unsigned i = 0; i < threads(); ++i) workspace_.worker(i).marks.begin(sink);
    if (state_.search) {
      sink.found = state_.search->found;
      workspace_.worker(0).marks.listed() = state_.search->listed;
    }
    if (!finish_level(part, sink)) {
      if (state_.search) keep(sink);
      return false;
    }
    state_.found += sink.found;
    if (has_lists && sink.found <= sink.room) newest = lists();
  }
  state_.before = std::exchange(state_.newest, std::move(newest));
  ++state_.depth;
  if (state_.search) state_.last_words = state_.counts.leaves - state_.search->words_before;
  state_.search.reset();
  if (part == 1 && state_.exact_to == state_.depth - 1) state_.exact_to = state_.depth;
  return true;
}

bool Enumeration::finish_level(std::uint32_t part, MarkSink& sink) {
  const bool has_lists = state_.newest && state_.before;
  if (has_lists && !push_lists()) return false;
  if (part == 0) return true;
  const bool closes = !has_lists && way_.closes.value_or(is_closing_faster(part));
  return search(sink, !closes) && (!closes || close_levels(sink));
}

void Enumeration::keep(const MarkSink& sink) {
  state_.search->found = sink.found;
  state_.search->listed = sink.found <= sink.room ? lists() : std::vector<Place>();
}

std::vector<Place> Enumeration::lists() {
  std::vector<Place> all;
  for (unsigned i = 0; i < threads(); ++i) {
    const std::vector<Place>& listed = workspace_.worker(i).marks.listed();
    all.insert(all.end(), listed.begin(), listed.end());
  }
  return all;
}

bool Enumeration::push_lists() {
  const G1Numbers& g1 = g1_numbers();
  const LettersByCost letters = letters_by_cost(workspace_.tables().metric());
  const auto push = [&](const std::vector<Place>& from, const std::vector<std::size_t>& by) {
    constexpr std::size_t kGrain = 4096;
    std::atomic<std::size_t> next{0};
    const auto work = [&](unsigned i) {
      Marks& marks = workspace_.worker(i).marks;
      while (!is_set(stop_)) {
        const std::size_t begin = next.fetch_add(kGrain);
        if (begin >= from.size()) return;
        for (std::size_t n = begin; n < std::min(from.size(), begin + kGrain); ++n)
          for (const std::size_t letter : by) marks.add(g1.moved(from[n], letter));
      }
    };
    run_on_threads(threads(), work, [&] { next = from.size(); });
  };
  push(*state_.newest, letters.one);
  push(*state_.before, letters.two);
  return work_off();
}

bool Enumeration::pass(bool is_all) {
  Pass pass;
  pass.metric = workspace_.tables().metric();
  if (pass.metric == Metric::qtm) pass.corner_parity = (start_parity_ + state_.depth + 1) & 1;
  pass.threads = threads();
  pass.stop = stop_;
  if (is_all) pass.on_progress = on_progress_;
  const std::optional<std::uint64_t> count = run(pass, bitmap_);
  if (count) state_.found = *count;
  return count.has_value();
}

bool Enumeration::is_closing_faster(std::uint32_t part) const {
  // From one level to the next words become more by this factor at least; each makes two marks for each image.
  constexpr std::uint64_t kGrowth = 5;
  return !start_.images.empty() && kG1Order - state_.found < 2 * kGrowth * state_.last_words / part;
}

bool Enumeration::close_levels(MarkSink& sink) {
  if (maps_.empty()) maps_ = maps_of(start_.images);
  sink.found += close(maps_, bitmap_, threads(), stop_, [this](double done) {
    if (on_progress_) on_progress_(kSearchShare + (1 - kSearchShare) * done);
  });
  return !is_set(stop_);
}

std::size_t Enumeration::parts_of_round(std::size_t parts) const {
  if (!way_.on_round) return parts;
  constexpr std::uint64_t kGrowth = 10;  // of words, from one level to the next, about
  // Of each thread. At the end of a round all wait for the last part, which is a small piece of so many.
  constexpr std::uint64_t kLeastParts = 16;
  const std::uint64_t words = kGrowth * state_.last_words / state_.search->part + 1;
  return std::max(kLeastParts * threads(), parts * way_.words_of_round * threads() / words);
}

bool Enumeration::search(MarkSink& sink, bool marks_images) {
  Search& search = *state_.search;
  const int depth = state_.depth + 1;
  std::vector<Branch> parts = parts_of(workspace_.tables(), start_, depth, search.threads);
  const bool is_divided = !parts.empty();
  if (!is_divided) parts = {{start_.root, depth}};
  if (search.part > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); i += search.part) parts[kept++] = parts[i];
    parts.resize(kept);
  }
  const std::span<const Image> images =
      is_divided && marks_images ? std::span<const Image>(start_.images) : std::span<const Image>();
  const double share = marks_images ? 1 : kSearchShare;
  const auto report = [&](std::size_t done) {
    if (on_progress_) on_progress_(share * static_cast<double>(done) / static_cast<double>(parts.size()));
  };
  const std::size_t round = parts_of_round(parts.size());
  while (search.done < parts.size()) {
    const std::size_t end = std::min<std::size_t>(search.done + round, parts.size());
    if (!search_parts(parts, images, search.done, end, report)) return false;
    search.done = end;
    if (!way_.on_round) continue;
    keep(sink);
    if (!way_.on_round(end == parts.size())) return false;
  }
  return true;
}

bool Enumeration::search_parts(std::span<const Branch> parts, std::span<const Image> images, std::size_t begin,
                               std::size_t end, const std::function<void(std::size_t)>& report) {
  std::atomic<std::size_t> next{begin};
  std::mutex mutex;  // guards the progress and the counts
  std::size_t done = begin;
  SearchCounts counts;
  const auto work = [&](unsigned i) {
    Workspace::Worker& worker = workspace_.worker(i);
    worker.search->counts = {};
    worker.search->begin(images);
    while (!is_set(stop_)) {
      const std::size_t n = next.fetch_add(1);
      if (n >= end) break;
      worker.search->search(parts[n], worker.marks, stop_);
      const std::lock_guard lock(mutex);
      report(++done);
    }
    worker.search->finish(worker.marks, stop_);
    const std::lock_guard lock(mutex);
    counts += worker.search->counts;
  };
  run_on_threads(threads(), work, [&] { next = end; });
  if (is_set(stop_) || !work_off()) return false;
  state_.counts += counts;
  return true;
}

bool Enumeration::work_off() {
  std::atomic<std::uint32_t> next{0};
  const auto work = [&](unsigned i) {
    Marks& lister = workspace_.worker(i).marks;
    while (!is_set(stop_)) {
      const std::uint32_t page = next.fetch_add(1);
      if (page >= kPages) return;
      for (unsigned of = 0; of < threads(); ++of) workspace_.worker(of).marks.work_off(page, lister);
    }
  };
  run_on_threads(threads(), work, [&] { next = kPages; });
  return !is_set(stop_);
}

}  // namespace superflip::coset
