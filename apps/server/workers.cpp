#include "apps/server/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace superflip::server {
namespace {

constexpr std::size_t kSlice = 4;
// Between two reports of progress on one stream.
constexpr auto kProgressPause = std::chrono::milliseconds(250);

Problem problem_of(const std::exception& error) {
  return server::problem_of(dynamic_cast<const std::bad_alloc*>(&error) != nullptr
                                ? Error{"not enough memory", {}, ErrorKind::out_of_memory}
                                : Error{error.what(), {}, ErrorKind::internal});
}

}  // namespace

Task Job::task() {
  const auto limit = std::chrono::duration<double>(shared_.options.limits.seconds);
  return {shared_, ask_, match_.captures, stop, begun_ + std::chrono::duration_cast<Clock::duration>(limit)};
}

void Job::run(Workers& workers) noexcept {
  try {
    if (!has_begun_)
      begin(workers);
    else
      answer_slice(workers);
  } catch (const std::exception& error) {
    fail_with(problem_of(error));
  }
}

void Job::refuse() noexcept {
  try {
    Problem problem = server::problem(503, "the server ends");
    problem.headers.push_back({"Retry-After", "5"});
    client_->answer(to_response(problem));
  } catch (const std::exception&) {
    stop = true;  // there is no memory for an answer
  }
}

void Job::begin(Workers& workers) {
  begun_ = Clock::now();
  queued_seconds_ = in_seconds(begun_ - arrived_);
  shared_.metrics.queued.add(begun_ - arrived_);
  if (stop) return refuse();
  auto ask = read_ask(request_, target_, shared_.fields, route().fields, route().work == Route::Work::a_cube);
  if (!ask) return fail_with(ask.error());
  ask_ = *std::move(ask);
  if (as_events_ && ask_.is_batch)
    return fail_with(
        server::problem_of(Error{"events are for one cube: ask for several cubes without Accept: text/event-stream",
                                 {},
                                 ErrorKind::bad_option}));
  if (route().work == Route::Work::a_cube && ask_.is_batch) {
    results_.resize(ask_.cubes.size());
    has_begun_ = true;
    return answer_slice(workers);
  }
  answer_alone();
}

void Job::answer_alone() {
  Task task = this->task();
  if (route().answer != nullptr) {
    auto response = route().answer(task);
    return client_->answer(response ? *std::move(response) : to_response(response.error()));
  }
  if (as_events_) task.sink = [this](const Event& event, const Question& question) { show(event, question); };
  const auto result = route().cube(task, ask_.cubes.front());
  if (!result) return fail_with(result.error());
  if (!as_events_) return client_->answer({.body = to_line(*result)});
  if (!has_events_) client_->begin_events();
  client_->event("result", to_line(*result), false);
  client_->end_events();
}

// An error before the first event is a plain response; the client decides which it is.
void Job::fail_with(const Problem& problem) { client_->answer(to_response(problem)); }

void Job::show(const Event& event, const Question& question) {
  if (!std::exchange(has_events_, true)) client_->begin_events();
  if (event.kind == Event::Kind::poll) return;
  const bool is_passing = event.kind == Event::Kind::progress || event.kind == Event::Kind::table;
  const auto now = Clock::now();
  if (is_passing && now - last_progress_ < kProgressPause && event.done < 1) return;
  if (is_passing) last_progress_ = now;
  Json json = to_json(event, question, std::chrono::duration<double>(now - begun_).count());
  constexpr std::array kNames{"notice", "table", "solution", "bound", "progress", "poll"};
  client_->event(kNames.at(static_cast<std::size_t>(event.kind)), to_line(json), is_passing);
}

void Job::answer_slice(Workers& workers) {
  const std::size_t all = ask_.cubes.size();  // the last slice to be finished takes the results away
  const std::size_t from = next_.fetch_add(kSlice);
  const std::size_t to = std::min(from + kSlice, all);
  if (to < all) workers.again(shared_from_this());
  for (std::size_t i = from; i < to; ++i) {
    const auto fail = [&](const Problem& problem) {
      Json json{{"input", text::escaped(ask_.cubes[i], 1000)}};
      add_problem(json, problem);
      return json;
    };
    try {
      auto result = route().cube(task(), ask_.cubes[i]);
      results_[i] = result ? *std::move(result) : fail(result.error());
    } catch (const std::exception& error) {
      results_[i] = fail(problem_of(error));
    }
  }
  if (finished_.fetch_add(to - from) + (to - from) < all) return;
  Json json{{"count", all}, {"results", std::exchange(results_, {})}};
  client_->answer({.body = to_line(json)});
}

Workers::Workers(Shared& shared, unsigned threads, std::size_t places) : shared_(shared), places_(places) {
  threads_.reserve(threads);
  try {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    if (threads_.empty()) throw;  // else there are fewer of them
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wakes_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::push(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() - slices_ >= places_) return false;
    queue_.push_back(std::move(job));
  }
  ++shared_.metrics.waiting;
  wakes_.notify_one();
  return true;
}

void Workers::again(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(job));
    ++slices_;
  }
  wakes_.notify_one();
}

void Workers::work() {
  for (;;) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      wakes_.wait(lock, [&] { return is_over_ || !queue_.empty(); });
      if (is_over_) return;
      job = std::move(queue_.front());
      queue_.pop_front();
      if (job->has_begun()) --slices_;
    }
    if (!job->has_begun()) --shared_.metrics.waiting;
    ++shared_.metrics.working;
    job->run(*this);
    --shared_.metrics.working;
  }
}

}  // namespace superflip::server
