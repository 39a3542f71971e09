// What goes on in the background while Python does something else: one search with its events, and batches.
//
// The background threads never touch Python: questions go in and events and answers come out as values of the library.
// Who waits for them gives up the GIL, and looks for signals every 15 ms.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "engine.h"
#include "question.h"

namespace superflip::python {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(15);

// A thread and what it shares. It is told to end, and waited for, when its owner goes, and when the interpreter ends.
class Background {
 public:
  Background() = default;
  virtual ~Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // With the GIL; also of one that a fork has left without its thread.
  void end() {
    if (process_ != this_process()) return;
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    const Released released;
    const std::lock_guard joining(joining_);
    if (thread_.joinable()) thread_.join();
  }

  bool is_forked() const { return process_ != this_process(); }

  // Before anything is locked: after a fork another thread, which is not there, may hold the lock.
  void check_process() const {
    if (is_forked()) throw nb::value_error("this search belongs to the process before the fork");
  }

 protected:
  void start(std::function<void()> body) {
    try {
      thread_ = std::thread(std::move(body));
    } catch (const std::system_error& e) {
      raise({e.what(), {}, ErrorKind::system});
    }
  }

  // Waits until `done`, called with the lock, is true. With the GIL.
  template <class Done>
  void wait_for(const Done& done) {
    check_process();
    for (;;) {
      {
        const Released released;
        std::unique_lock lock(mutex_);
        if (changed_.wait_for(lock, kPatience, done)) return;
      }
      hear_signals();
    }
  }

  std::mutex mutex_;  // guards what the thread shares
  std::condition_variable changed_;
  StopFlag stop_{false};

 private:
  std::mutex joining_;
  std::thread thread_;
  const long process_ = this_process();
};

// All that live, to end them with the interpreter. With the GIL.
std::vector<std::weak_ptr<Background>>& all() {
  static std::vector<std::weak_ptr<Background>> list;
  return list;
}

template <class T>
std::shared_ptr<T> remembered(std::shared_ptr<T> background) {
  std::erase_if(all(), [](const auto& weak) { return weak.expired(); });
  try {
    all().push_back(background);
  } catch (...) {
    background->end();  // its thread must not outlive it
    throw;
  }
  return background;
}

void end_all() {
  for (const auto& weak : std::exchange(all(), {}))
    if (const auto background = weak.lock()) background->end();
}

// Engine::solve in the background.
class SearchWork final : public Background {
 public:
  SearchWork(std::shared_ptr<Engine> engine, Question question, Budget budget)
      : engine_(std::move(engine)), question_(std::move(question)), budget_(budget) {
    budget_.stop = &stop_;
    start([this] { work(); });
  }

  const Question& question() const { return question_; }

  // The next event; nothing when the search is over and all were taken.
  std::optional<Event> next() {
    wait_for([this] { return answer_ || !events_.empty(); });
    const std::lock_guard lock(mutex_);
    if (events_.empty()) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

  Expected<Answer> answer() {
    wait_for([this] { return answer_.has_value(); });
    const std::lock_guard lock(mutex_);
    return *answer_;
  }

  void stop() {
    check_process();
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }

  bool is_over() {
    check_process();
    const std::lock_guard lock(mutex_);
    return answer_.has_value();
  }

 private:
  void work() {
    Expected<Answer> answer = engine_->solve(question_, budget_, [this](const Event& event) {
      hear(event);
      return !is_set(&stop_);
    });
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
    changed_.notify_all();
  }

  void hear(const Event& event) {
    if (event.kind == Event::Kind::poll) return;
    const std::lock_guard lock(mutex_);
    // Of progress only the newest counts.
    if (is_passing(event.kind) && !events_.empty() && events_.back().kind == event.kind)
      events_.back() = event;
    else
      events_.push_back(event);
    changed_.notify_all();
  }

  const std::shared_ptr<Engine> engine_;
  const Question question_;
  Budget budget_;
  std::deque<Event> events_;
  std::optional<Expected<Answer>> answer_;
};

// Engine::solve_all in the background.
class BatchWork final : public Background {
 public:
  BatchWork(std::shared_ptr<Engine> engine, Budget each) : engine_(std::move(engine)), each_(each) {
    each_.stop = &stop_;
    start([this] { work(); });
  }

  void put(const Question& question) {
    check_process();
    const std::lock_guard lock(mutex_);
    waiting_.push_back(question);
    ++pending_;
    changed_.notify_all();
  }

  // How many questions were put whose answers were not taken.
  std::size_t pending() {
    check_process();
    const std::lock_guard lock(mutex_);
    return pending_;
  }

  bool is_ready() {
    check_process();
    const std::lock_guard lock(mutex_);
    return !answers_.empty() || is_over_;
  }

  // The answer to the first of them, with its question. Precondition: pending() > 0.
  std::pair<Question, Expected<Answer>> take() {
    wait_for([this] { return !answers_.empty() || is_over_; });
    const std::lock_guard lock(mutex_);
    --pending_;
    if (answers_.empty()) {
      Error why = failure_.value_or(Error{"the batch was ended", {}, ErrorKind::stopped});
      return {Question{}, tl::unexpected<Error>(std::move(why))};
    }
    auto first = std::move(answers_.front());
    answers_.pop_front();
    return first;
  }

 private:
  void work() {
    const auto next = [this]() -> std::optional<Expected<Question>> {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return std::nullopt;
      Question question = std::move(waiting_.front());
      waiting_.pop_front();
      return question;
    };
    const auto done = [this](Question&& question, Expected<Answer>&& answer) {
      const std::lock_guard lock(mutex_);
      try {
        answers_.emplace_back(std::move(question), std::move(answer));
      } catch (...) {
        stop_ = true;  // next() must not wait: the batch is over, with this failure
        changed_.notify_all();
        throw;
      }
      changed_.notify_all();
      return !stop_;
    };
    auto ended = engine_->solve_all(next, each_, done);
    const std::lock_guard lock(mutex_);
    if (!ended) failure_ = std::move(ended.error());
    is_over_ = true;
    changed_.notify_all();
  }

  const std::shared_ptr<Engine> engine_;
  Budget each_;
  std::deque<Question> waiting_;  // until the engine takes them
  std::size_t pending_ = 0;       // questions whose answers were not taken
  std::deque<std::pair<Question, Expected<Answer>>> answers_;
  std::optional<Error> failure_;
  bool is_over_ = false;
};

// Owns work in the background.
template <class Work>
struct Owner {
  std::shared_ptr<Work> work;

  explicit Owner(std::shared_ptr<Work> given) : work(remembered(std::move(given))) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    work->end();
    // After a fork the thread is not there: what it holds is never touched again.
    if (work->is_forked()) static_cast<void>(new std::shared_ptr<Work>(std::move(work)));  // NOLINT
  }
};

using SearchOwner = Owner<SearchWork>;
using BatchOwner = Owner<BatchWork>;

void bind_search(nb::module_& module) {
  nb::class_<SearchOwner>(
      module, "Search", nb::is_final(),
      "A search that goes on in the background, and an iterator of its events: solutions, proven bounds, progress.\n\n"
      "It ends by itself, by `stop()`, when its `with` block is left, or when nothing refers to it any more. If a "
      "question cannot\nbe answered, the error is raised by `answer()` and at the end of the events.")
      .def(
          "__init__",
          [](SearchOwner* self, PythonEngine& engine, const Question& question, nb::handle time, nb::handle nodes,
             nb::handle threads) {
            const Budget budget = budget_of(time, nodes, threads);
            new (self) SearchOwner(std::make_shared<SearchWork>(engine.get(), question, budget));
          },
          nb::sig("def __init__(self, engine: EngineCore, question: Question, time: float | None, nodes: int | None, "
                  "threads: int) -> None"),
          "engine"_a, "question"_a, "time"_a.none(), "nodes"_a.none(), "threads"_a)
      .def(
          "__iter__", [](nb::object self) { return self; }, nb::sig("def __iter__(self) -> Search"))
      .def(
          "__next__",
          [](SearchOwner& self) {
            const auto event = self.work->next();
            if (event) return record_of(*event, self.work->question());
            value_of(self.work->answer());
            throw nb::stop_iteration();
          },
          nb::sig("def __next__(self) -> superflip._records.Event"))
      .def(
          "answer", [](SearchOwner& self) { return record_of(value_of(self.work->answer()), self.work->question()); },
          nb::sig("def answer(self) -> superflip._records.Answer"),
          "Waits for the end of the search. Ctrl-C ends the waiting. Raises as `solve`.")
      .def(
          "stop", [](SearchOwner& self) { self.work->stop(); },
          "Ends the search within some 20 ms, from any thread. Its answer holds what was found.")
      .def_prop_ro(
          "is_over", [](SearchOwner& self) { return self.work->is_over(); }, "Whether the answer is there.")
      .def(
          "__enter__", [](nb::object self) { return self; }, nb::sig("def __enter__(self) -> Search"))
      .def(
          "__exit__", [](SearchOwner& self, const nb::args&) { self.work->end(); },
          nb::sig("def __exit__(self, *exception: object) -> None"));
}

void bind_batch(nb::module_& module) {
  nb::class_<BatchOwner>(module, "Batch", nb::is_final(), "Questions in, answers out, for solve_many.")
      .def(
          "__init__",
          [](BatchOwner* self, PythonEngine& engine, nb::handle time, nb::handle nodes, nb::handle threads) {
            const Budget each = budget_of(time, nodes, threads);
            new (self) BatchOwner(std::make_shared<BatchWork>(engine.get(), each));
          },
          nb::sig(
              "def __init__(self, engine: EngineCore, time: float | None, nodes: int | None, threads: int) -> None"),
          "engine"_a, "time"_a.none(), "nodes"_a.none(), "threads"_a)
      .def(
          "put", [](BatchOwner& self, const Question& question) { self.work->put(question); }, "question"_a)
      .def_prop_ro("pending", [](BatchOwner& self) { return self.work->pending(); })
      .def_prop_ro("is_ready", [](BatchOwner& self) { return self.work->is_ready(); })
      .def(
          "take",
          [](BatchOwner& self) {
            auto [question, answer] = self.work->take();
            return record_of(value_of(std::move(answer)), question);
          },
          nb::sig("def take(self) -> superflip._records.Answer"))
      .def("end", [](BatchOwner& self) { self.work->end(); });
}

}  // namespace

void bind_streams(nb::module_& module) {
  bind_search(module);
  bind_batch(module);
  module.def(
      "check_budget", [](nb::handle time, nb::handle nodes, nb::handle threads) { budget_of(time, nodes, threads); },
      "time"_a.none(), "nodes"_a.none(), "threads"_a,
      nb::sig("def check_budget(time: float | None, nodes: int | None, threads: int) -> None"));
  module.def("hardware_threads", &hardware_threads, "The cores of this machine.");
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_all));
}

}  // namespace superflip::python
