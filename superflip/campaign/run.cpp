#include "superflip/campaign/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/campaign/checkpoints.h"
#include "superflip/campaign/detail/released.h"

namespace superflip {
namespace {

using namespace std::chrono_literals;

// The tasks that are claimed but not begun, and the outcomes that are not committed. Workers take from the one and add
// to the other; the thread that called run() does the reverse, and alone touches the database.
class Exchange {
 public:
  void offer(std::vector<Task> tasks) {
    const std::lock_guard lock(mutex_);
    for (Task& task : tasks) tasks_.push_back(std::move(task));
    changed_tasks_.notify_all();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    changed_tasks_.notify_all();
  }
  // Nothing: there will be no more.
  std::optional<Task> next() {
    std::unique_lock lock(mutex_);
    changed_tasks_.wait(lock, [&] { return is_ended_ || !tasks_.empty(); });
    if (is_ended_) return std::nullopt;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    ++under_way_;
    return task;
  }
  // Nothing: the task was stopped.
  void add(std::optional<Outcome> outcome) {
    const std::lock_guard lock(mutex_);
    --under_way_;
    if (outcome) outcomes_.push_back(*std::move(outcome));
    changed_outcomes_.notify_all();
  }
  // The outcomes so far; waits a while for the first one.
  std::vector<Outcome> collect(Clock::duration patience) {
    std::unique_lock lock(mutex_);
    changed_outcomes_.wait_for(lock, patience, [&] { return !outcomes_.empty(); });
    return std::exchange(outcomes_, {});
  }
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return tasks_.size();
  }
  std::size_t under_way() const {
    const std::lock_guard lock(mutex_);
    return under_way_;
  }
  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return tasks_.empty() && outcomes_.empty() && under_way_ == 0;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_tasks_, changed_outcomes_;
  std::deque<Task> tasks_;
  std::vector<Outcome> outcomes_;
  std::size_t under_way_ = 0;
  bool is_ended_ = false;
};

// How many tasks are claimed at a time. Short ones: as many as keep the workers busy for some tenths of a second, and
// ahead of need. Long ones: only when a worker has none, so that another process can have the rest.
class Claiming {
 public:
  explicit Claiming(std::size_t workers) : workers_(workers), size_(workers) {}

  std::size_t wanted(std::size_t waiting, std::size_t under_way) const {
    if (size_ > workers_) return waiting <= size_ / 2 ? size_ : 0;
    return workers_ - std::min(workers_, waiting + under_way);
  }
  void claimed() {
    const auto now = Clock::now();
    if (now - last_ < 200ms) size_ = std::min<std::size_t>(2 * size_, 1024 * workers_);
    if (now - last_ > 1s) size_ = std::max(size_ / 2, workers_);
    last_ = now;
  }

 private:
  std::size_t workers_;
  std::size_t size_;
  Clock::time_point last_ = Clock::now() - 1s;
};

class Runner {
 public:
  Runner(Campaign& campaign, Engine& engine, const RunOptions& options,
         const std::function<void(const RunProgress&)>& on_progress, unsigned threads, unsigned workers)
      : campaign_(campaign),
        engine_(engine),
        options_(options),
        on_progress_(on_progress),
        threads_(threads),
        workers_(std::clamp(workers, 1U, threads)),
        parts_(workers_) {}

  Expected<RunProgress> run() {
    ThreadGroup group;
    unsigned started = 0;
    while (started < workers_ && group.start([this, started] { work(started); })) ++started;
    Expected<void> served = fail(ErrorKind::system, "the system grants no thread");
    std::exception_ptr thrown;
    try {
      if (started > 0) served = serve();
    } catch (...) {
      thrown = std::current_exception();
    }
    halt_ = true;
    exchange_.end();
    try {
      group.join();
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
    const std::vector<Outcome> rest = exchange_.collect(0s);  // what was finished meanwhile
    const auto kept = campaign_.release(rest);
    if (kept) remove_done(rest);
    if (thrown) std::rethrow_exception(thrown);
    if (served && !kept) served = tl::unexpected<Error>(kept.error());
    if (served && failure_) served = tl::unexpected<Error>(*failure_);
    if (!served) return tl::unexpected<Error>(served.error());
    count(*kept);
    progress_.is_stopped = is_set(options_.stop);
    return progress_;
  }

 private:
  // What is thrown here is rethrown when all threads have ended, and ends the run.
  void work(unsigned worker) {
    try {
      while (auto task = exchange_.next()) execute(*task, worker);
    } catch (...) {
      has_failed_ = true;
      throw;
    }
  }

  void execute(const Task& task, unsigned worker) {
    const auto begun = Clock::now();
    Budget budget;
    budget.threads = share_of(worker, threads_, workers_);
    budget.stop = &halt_;
    const auto on_part = [&](double part) { parts_[worker] = part; };
    const std::filesystem::path checkpoint =
        has_checkpoints() ? checkpoint_of(options_.checkpoints, campaign_.spec(), task) : std::filesystem::path();
    auto result = execute_task(*campaign_.work(), task.text, engine_, budget, on_part, checkpoint);
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    parts_[worker] = 0;
    if (result || is_of_task(*campaign_.work(), result.error())) {
      exchange_.add(Outcome{task.number, std::move(result), seconds});
      return;
    }
    if (result.error().kind != ErrorKind::stopped) fail_with(result.error());
    exchange_.add(std::nullopt);
  }

  void fail_with(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = error;
    has_failed_ = true;
  }

  // Claims and commits until nothing is open, the flag is set, or something fails.
  Expected<void> serve() {
    Claiming claiming(workers_);
    bool is_more = true;
    auto touched = Clock::now();
    while (!is_set(options_.stop) && !has_failed_) {
      const std::size_t wanted = is_more ? claiming.wanted(exchange_.waiting(), exchange_.under_way()) : 0;
      if (wanted > 0) {
        const std::uint64_t allowed = options_.most != 0 ? options_.most - claimed_ : wanted;
        const std::size_t most = std::min<std::uint64_t>(wanted, allowed);
        auto tasks = most > 0 ? campaign_.take(most) : Expected<std::vector<Task>>();
        if (!tasks) return tl::unexpected<Error>(tasks.error());
        is_more = !tasks->empty();
        claimed_ += tasks->size();
        exchange_.offer(*std::move(tasks));
        claiming.claimed();
      }
      if (!is_more && exchange_.is_idle()) return {};
      // Ctrl-C is heard while it waits, and the workers hear it from here.
      if (auto done = commit(exchange_.collect(20ms)); !done) return done;
      if (Clock::now() - touched > 1min) {
        touched = Clock::now();
        if (auto seen = campaign_.touch(); !seen) return seen;
      }
    }
    return {};
  }

  bool has_checkpoints() const { return !options_.checkpoints.empty(); }

  // Removes the checkpoints of tasks that are committed.
  void remove_done(const std::vector<Outcome>& outcomes) const {
    if (has_checkpoints()) remove_checkpoints(campaign_, options_.checkpoints, outcomes);
  }

  void count(const Kept& kept) {
    progress_.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    progress_.done += kept.all;
    progress_.failed += kept.failed;
  }

  Expected<void> commit(const std::vector<Outcome>& outcomes) {
    const auto kept = outcomes.empty() ? Expected<Kept>() : campaign_.commit(outcomes);
    if (!kept) return tl::unexpected<Error>(kept.error());
    remove_done(outcomes);
    count(*kept);
    const auto now = Clock::now();
    if (on_progress_ && (!outcomes.empty() || now - reported_ > 100ms)) {
      reported_ = now;
      progress_.seconds = std::chrono::duration<double>(now - begun_).count();
      progress_.under_way = 0;
      for (const std::atomic<double>& part : parts_) progress_.under_way += part;
      on_progress_(progress_);
    }
    return {};
  }

  Campaign& campaign_;
  Engine& engine_;
  const RunOptions& options_;
  const std::function<void(const RunProgress&)>& on_progress_;
  const unsigned threads_;
  const unsigned workers_;
  std::vector<std::atomic<double>> parts_;  // of the task of each worker: what is done
  Exchange exchange_;
  StopFlag halt_{false};
  std::atomic<bool> has_failed_{false};
  std::mutex mutex_;  // guards failure_
  std::optional<Error> failure_;
  std::uint64_t claimed_ = 0;
  RunProgress progress_;
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point reported_ = begun_;
};

}  // namespace

Expected<RunProgress> run(Campaign& campaign, Engine& engine, const RunOptions& options,
                          const std::function<void(const RunProgress&)>& on_progress, const Listener& listener) {
  if (!options.checkpoints.empty())
    if (auto made = make_checkpoint_folder(campaign, options.checkpoints); !made)
      return tl::unexpected<Error>(made.error());
  const auto has_open = campaign.has_open_tasks();
  if (!has_open) return tl::unexpected<Error>(has_open.error());
  if (!*has_open) return RunProgress{.is_stopped = is_set(options.stop)};
  const unsigned allowed = options.threads != 0 ? options.threads : engine.options().threads;
  const unsigned threads = allowed != 0 ? allowed : hardware_threads();
  const auto workers = campaign.work()->at_once(engine, threads);
  if (!workers) return tl::unexpected<Error>(workers.error());
  const auto tables = campaign.work()->prepare(engine, {.threads = threads, .stop = options.stop}, listener);
  if (!tables && tables.error().kind == ErrorKind::stopped) return RunProgress{.is_stopped = true};
  if (!tables) return tl::unexpected<Error>(tables.error());
  RunIdentity identity;
  identity.tables = table_checksums(engine.options().tables.get(), *tables, options.stop);
  if (is_set(options.stop)) return RunProgress{.is_stopped = true};
  if (auto begun = campaign.begin_run(identity); !begun) return tl::unexpected<Error>(begun.error());
  const detail::Released released(*campaign.work());
  return Runner(campaign, engine, options, on_progress, threads, *workers).run();
}

}  // namespace superflip
