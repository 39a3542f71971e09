#include <algorithm>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/two_phase/engine.h"

namespace superflip::two_phase {
namespace {

// Which words of length k are searched at which length n: k = 0 and 1 always, longer b from the length on at which
// there are enough of them to pay (the list of starts costs a look-up each). When a k is switched on, its smaller
// lengths come first.
struct Job {
  int n;
  int k;
};

std::vector<Job> make_jobs(const std::array<int, kLongestEndWord + 1>& from) {
  std::vector<Job> jobs;
  for (int n = 0; n <= kLongestWord; ++n)
    for (int k = 0; k <= kLongestEndWord; ++k) {
      if (n < from[k]) continue;
      for (int m = n == from[k] ? k : n; m <= n; ++m) jobs.push_back({m, k});
    }
  return jobs;
}

const std::vector<Job>& jobs_of(Metric metric) {
  static const std::vector<Job> htm = make_jobs({0, 0, 10, 11, 12});
  static const std::vector<Job> qtm = make_jobs({0, 0, 11, 12, 13});
  return metric == Metric::htm ? htm : qtm;
}

EndWords make_end_words(Metric metric) {
  EndWords words;
  words.of_length[0].push_back({});
  for (int k = 1; k <= kLongestEndWord; ++k) {
    // Extends words by moves at their end; by cost, so that a half turn may add 2.
    for (int before = 0; before < k; ++before)
      for (const EndWord& w : words.of_length[before])
        for (Move m = 0; m < kMoves; ++m) {
          if (before + cost(m, metric) != k) continue;
          std::size_t length = 0;
          while (length < w.moves.size() && w.moves[length] != EndWord::kNone) ++length;
          if (length == 0 && (face_of(m) % 3 == U || turns_of(m) != 1)) continue;
          if (length > 0 && !may_follow(w.moves[length - 1], m)) continue;
          if (length == 1 && turns_of(m) == 2 && face_of(m) == opposite(face_of(w.moves[0]))) continue;
          EndWord longer = w;
          longer.cube = apply(w.cube, m);
          longer.moves[length] = m;
          words.of_length[k].push_back(longer);
        }
  }
  return words;
}

// All normal words of that cost that solve the cube. A turn moves four edges, so that more of them out of place
// cannot be brought home in time.
template <class Found>
void find_words(const Cube& cube, Metric metric, int to_go, Moves& word, const Found& found) {
  if (to_go == 0) {
    if (cube == kSolved) found(word);
    return;
  }
  int away = 0;
  for (int x = 0; x < kEdges; ++x) away += cube.edge[x] != x;
  if (away > 4 * to_go) return;
  for (Move m = 0; m < kMoves; ++m) {
    if (cost(m, metric) > to_go || (!word.empty() && !may_follow(word.back(), m))) continue;
    word.push_back(m);
    find_words(apply(cube, m), metric, to_go - cost(m, metric), word, found);
    word.pop_back();
  }
}

}  // namespace

const EndWords& end_words(Metric metric) {
  static const EndWords htm = make_end_words(Metric::htm);
  static const EndWords qtm = make_end_words(Metric::qtm);
  return metric == Metric::htm ? htm : qtm;
}

Call::Call(const Tables& all_tables, const Cube& cube, const Limits& all_limits, const OnSolution& on_each,
           unsigned thread_count)
    : tables(&all_tables),
      words(&end_words(all_tables.metric_)),
      limit(all_limits.max_length > 0 ? all_limits.max_length : kNoLimit),
      limits(&all_limits),
      on_solution(&on_each),
      begun(Clock::now()),
      threads(thread_count) {
  for (int i = 0; i < kDirections; ++i) {
    directions[i] = conjugate(cube, static_cast<Symmetry>(16 * (i / 2)));
    if (i % 2 == 1) directions[i] = inverse(directions[i]);
  }
}

void Call::solve_short() {
  constexpr int kShort = 4;
  for (int k = 0; k <= 1; ++k) {
    make_starts(*this, k, 0, kDirections, start_counts);
    for (auto& lists : starts) lists[k].state = StartList::State::made;
  }
  for (const auto& lists : starts)
    if (lists[0].within[kShort + 1] == 0) return;  // farther from G1 along this axis
  Moves word;
  for (int total = 0; total <= kShort && solutions.empty(); ++total)
    find_words(directions[0], tables->metric_, total, word, [this](const Moves& found) { keep(found); });
  if (!solutions.empty() && limits->solutions == 1) end(Ended::enough);  // nothing is shorter
}

void Call::prepare(int k, std::unique_lock<std::mutex>& lock) {
  constexpr int kLongestMadeTogether = 2;
  int first = cursor.direction;
  while (first < kDirections && starts[first][k].state != StartList::State::none) ++first;
  if (first == kDirections) return list_made.wait(lock);
  const int last = k <= kLongestMadeTogether ? kDirections : first + 1;
  const auto set_states = [&](StartList::State state) {
    for (int direction = first; direction < last; ++direction) starts[direction][k].state = state;
  };
  set_states(StartList::State::making);
  lock.unlock();
  Counts counts;
  try {
    make_starts(*this, k, first, last, counts);
  } catch (...) {  // no memory; another thread may still try
    lock.lock();
    set_states(StartList::State::none);
    list_made.notify_all();
    throw;
  }
  lock.lock();
  set_states(StartList::State::made);
  start_counts += counts;
  list_made.notify_all();
}

bool Call::take(Chunk& chunk) {
  std::unique_lock lock(mutex);
  const std::vector<Job>& jobs = jobs_of(tables->metric_);
  while (cursor.job < jobs.size()) {
    const auto [n, k] = jobs[cursor.job];
    if (cursor.direction == kDirections || n > limit.load(std::memory_order_relaxed)) {
      cursor = {cursor.job + 1, 0, 0};
      continue;
    }
    StartList& list = starts[cursor.direction][k];
    if (list.state != StartList::State::made) {
      if (ended.load(std::memory_order_relaxed)) return false;
      prepare(k, lock);  // meanwhile others may have moved the cursor
      continue;
    }
    const std::uint32_t usable = list.within[n - k + 1];
    if (cursor.next >= usable) {
      cursor = {cursor.job, cursor.direction + 1, 0};
      continue;
    }
    int distance = 0;
    while (list.within[distance + 1] <= cursor.next) ++distance;
    const std::uint32_t same_distance = list.within[distance + 1];
    const std::uint32_t grain = std::clamp<std::uint32_t>((usable - cursor.next) / (8 * threads), 1, 64);
    chunk = {&list,
             cursor.next,
             std::min(cursor.next + grain, same_distance),
             n,
             static_cast<std::uint8_t>(distance),
             static_cast<std::uint8_t>(k),
             static_cast<std::uint8_t>(cursor.direction)};
    cursor.next = chunk.end;
    return true;
  }
  return false;
}

void Call::found(const Leaf& leaf, std::span<const Move> g) {
  Moves moves(leaf.word.begin(), leaf.word.end());
  moves.insert(moves.end(), g.begin(), g.end());
  for (const Move m : words->of_length[leaf.start.k][leaf.start.word].moves) {
    if (m == EndWord::kNone) break;
    moves.push_back(m);
  }
  if (leaf.other_first) {
    Move& first = moves[leaf.word.size() + g.size()];
    first = inverse(first);
  }
  // Direction 2*axis + 1 solved the inverse of the conjugate of the cube by S_URF3^axis.
  if (leaf.start.direction % 2 == 1) moves = inverse(moves);
  const Symmetry back = inverse_symmetry(static_cast<Symmetry>(16 * (leaf.start.direction / 2)));
  for (Move& m : moves) m = conjugate(m, back);
  keep(std::move(moves));
}

void Call::keep(Moves moves) {
  moves = normalise(moves);
  const Metric metric = tables->metric_;
  const int n = length(moves, metric);
  const std::lock_guard lock(mutex);
  if (n > limit.load(std::memory_order_relaxed)) return;
  for (const Solution& s : solutions)
    if (s.moves == moves) return;
  const auto longer = [metric, n](const Solution& s) { return length(s.moves, metric) > n; };
  const bool best = solutions.empty() || longer(solutions.front());
  const auto at = std::find_if(solutions.begin(), solutions.end(), longer);
  const auto kept = solutions.insert(at, {std::move(moves), Clock::now() - begun});
  if (best && *on_solution) (*on_solution)(*kept);
  const auto wanted = static_cast<std::size_t>(limits->solutions);
  if (solutions.size() > wanted) solutions.pop_back();
  if (solutions.size() < wanted) return;
  const int worst = length(solutions.back().moves, metric);
  if (worst <= limits->max_length || worst == 0) {
    why = Ended::enough;
    ended.store(true, std::memory_order_relaxed);
  }
  limit.store(worst - 1, std::memory_order_relaxed);
}

void Call::look(std::uint64_t more) {
  const std::uint64_t total = nodes.fetch_add(more, std::memory_order_relaxed) + more;
  if (limits->stop != nullptr && limits->stop->load(std::memory_order_relaxed))
    end(Ended::stopped);
  else if (total >= limits->nodes)
    end(Ended::nodes);
  else if (limits->time && Clock::now() - begun >= *limits->time)
    end(Ended::time);
}

void Call::end(Ended reason) {
  const std::lock_guard lock(mutex);
  if (ended.exchange(true, std::memory_order_relaxed)) return;
  why = reason;
}

}  // namespace superflip::two_phase
