#include "apps/server/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
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

// The limit is on time of search: what other requests do between the slices of a batch does not count.
Context Job::context() {
  const auto limit =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(shared_.options.limits.seconds));
  return {shared_, ask_, match_.captures, stop, Clock::now() + limit - Clock::duration(used_)};
}

bool Job::is_late() const {
  constexpr Clock::duration kForItself = std::chrono::milliseconds(200);  // to end by its own limit
  const Clock::rep until = until_;
  return until != 0 && Clock::now().time_since_epoch() > Clock::duration(until) + kForItself;
}

void Job::run(Workers& workers) noexcept {
  try {
    try {
      if (!has_slices_)
        begin(workers);
      else
        answer_slice(workers);
      return;
    } catch (const std::bad_alloc&) {
    } catch (const std::exception& error) {
      return fail_with(problem_of(error));
    }
  } catch (const std::bad_alloc&) {
  }
  stop = true;  // the other slices
  if (is_first_answer()) asker_->fail_short_of_memory();
}

void Job::begin(Workers& workers) {
  begun_ = Clock::now();
  queued_seconds_ = in_seconds(begun_ - arrived_);
  const std::optional<Problem> refused = read_request();
  if (refused || !has_slices_) place_ = {};
  shared_.metrics.queued.add(begun_ - arrived_);  // whoever sees this count sees the place free, or kept for good
  if (refused) return fail_with(*refused);
  if (!has_slices_) return answer_alone();
  answer_slice(workers);
}

// Reads the request, and takes what a batch needs. Returns why it is refused.
std::optional<Problem> Job::read_request() {
  if (stop) {
    Problem late = problem(503, "the server is shutting down");
    late.headers.push_back({"Retry-After", "5"});
    return late;
  }
  auto ask = read_ask(request_, target_, shared_.fields, route().fields, route().work == Route::Work::a_cube,
                      route().required, &stop);
  request_.body = {};
  if (!ask) return ask.error();
  ask_ = *std::move(ask);
  if (as_events_ && ask_.is_batch)
    return server::problem_of(Error{
        "events are for one cube: ask for several cubes without Accept: text/event-stream", {}, ErrorKind::bad_option});
  if (!ask_.is_batch) return std::nullopt;
  const std::size_t bytes = bytes_of_answers(ask_, shared_.options.limits);
  const std::size_t most = shared_.room.size() - shared_.options.limits.body;
  if (bytes > most)
    return server::problem_of(
        Error{fmt::format("the answers may take {}, and there is room for {}: ask for fewer cubes "
                          "or solutions, or for shorter moves",
                          human_bytes(bytes), human_bytes(most)),
              {},
              ErrorKind::bad_option});
  auto room = shared_.room.take(bytes);
  if (!room) {
    Problem full = problem(503, "too many long lists are under way: try again soon");
    full.headers.push_back({"Retry-After", "1"});
    return full;
  }
  room_of_results_ = *std::move(room);
  if (route().work != Route::Work::a_cube) return std::nullopt;
  results_.resize(ask_.cubes.size());
  has_slices_ = true;
  return std::nullopt;
}

void Job::answer_alone() {
  Context context = this->context();
  until_ = context.until.time_since_epoch().count();
  if (route().answer != nullptr) {
    auto response = route().answer(context);
    return answer_once(response ? *std::move(response) : to_response(response.error()));
  }
  if (as_events_) context.sink = [this](const Event& event, const Question& question) { show(event, question); };
  const auto result = route().cube(context, ask_.cubes.front());
  if (!result) return fail_with(result.error());
  if (!as_events_) return answer_once({.body = to_line(*result)});
  if (!has_events_) asker_->begin_events();
  asker_->event("result", to_line(*result), false);
  is_answered_ = true;
  asker_->end_events();
}

// Whether nothing was answered yet. The place is free before the asker hears that.
bool Job::is_first_answer() noexcept {
  if (is_answered_.exchange(true)) return false;
  place_ = {};
  return true;
}

void Job::answer_once(Response response) noexcept {
  if (is_first_answer()) asker_->answer(std::move(response));
}

// An error before the first event is a plain response; the asker decides which it is.
void Job::fail_with(const Problem& problem) { answer_once(to_response(problem)); }

void Job::show(const Event& event, const Question& question) {
  if (!std::exchange(has_events_, true)) asker_->begin_events();
  if (event.kind == Event::Kind::poll) return;
  const auto now = Clock::now();
  if (is_passing(event.kind) && now - last_progress_ < kProgressPause && event.done < 1) return;
  if (is_passing(event.kind)) last_progress_ = now;
  Json json = to_json(event, question, std::chrono::duration<double>(now - begun_).count());
  asker_->event(name(event.kind), to_line(json), is_passing(event.kind));
}

// The answer about a cube of a list, as JSON. It is an error where all answers take more room than was counted.
std::string Job::result_of(const std::string& cube) {
  const auto failed = [&](const Problem& problem) { return failed_cube(cube, problem).dump(); };
  try {
    const auto answer = route().cube(context(), cube);
    if (!answer) return failed(answer.error());
    std::string result = answer->dump();
    if (bytes_ += result.size(); bytes_ <= room_of_results_.size()) return result;
    bytes_ -= result.size();
    return failed(
        server::problem_of(Error{"the answers take more room than there is for this list: ask for fewer "
                                 "cubes or solutions, or for shorter moves",
                                 {},
                                 ErrorKind::out_of_memory}));
  } catch (const std::exception& error) {
    return failed(problem_of(error));
  }
}

void Job::answer_slice(Workers& workers) {
  if (is_answered_) return;                   // it failed, or its client went away
  const std::size_t all = ask_.cubes.size();  // the last slice to be finished takes the results away
  const std::size_t from = next_.fetch_add(kSlice);
  const std::size_t to = std::min(from + kSlice, all);
  if (to < all) workers.again(shared_from_this());
  for (std::size_t i = from; i < to; ++i) {
    const auto begun = Clock::now();
    results_[i] = result_of(ask_.cubes[i]);
    used_ += (Clock::now() - begun).count();
  }
  if (finished_.fetch_add(to - from) + (to - from) < all) return;
  std::string body = fmt::format("{{\"schema\":{},\"count\":{},\"results\":[", kSchema, all);
  constexpr std::size_t kEnd = 3;
  std::size_t size = body.size() + kEnd;
  for (const std::string& result : results_) size += result.size() + 1;
  body.reserve(size);
  for (std::string& result : results_) {
    if (body.back() != '[') body += ',';
    body += std::exchange(result, {});
  }
  body += "]}\n";
  answer_once({.body = std::move(body)});
}

Workers::Workers(Shared& shared, unsigned threads) : shared_(shared) {
  threads_.reserve(threads);
  try {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::exception&) {  // the system grants no thread, or there is no memory for one
    if (threads_.empty()) throw;     // else there are fewer of them
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
  auto place = shared_.places.take(1);
  if (!place) return false;
  job->hold(*std::move(place));
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(job));
    ++shared_.metrics.waiting;
  }
  wakes_.notify_one();
  return true;
}

bool Workers::withdraw(const Job& job) {
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(queue_.begin(), queue_.end(), [&](const auto& other) { return other.get() == &job; });
  if (at == queue_.end() || job.has_slices()) return false;
  queue_.erase(at);
  --shared_.metrics.waiting;
  return true;
}

void Workers::again(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(job));
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
      ++shared_.metrics.working;
      if (!job->has_slices()) --shared_.metrics.waiting;
    }
    job->run(*this);
    --shared_.metrics.working;
  }
}

}  // namespace superflip::server
