// Workers: the threads that answer, and the bounded queue before them.
//
// A job is one request. It takes one place in the queue, which is refused when all are taken. A batch is worked on in
// slices: after each it goes back to the end of the queue, so that several workers share a batch, and no batch holds up
// other requests. Its answers come in the order of its cubes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apps/server/routes.h"

namespace superflip::server {

// Who waits for the answer. All functions are called from workers, and the last one is answer() or end_events().
class Client {
 public:
  virtual ~Client() = default;
  virtual void answer(Response response) = 0;
  // Events instead. An answer after begin_events() is sent as one. `is_passing`: it may be left out when a newer one is
  // there.
  virtual void begin_events() = 0;
  virtual void event(std::string_view name, std::string data, bool is_passing) = 0;
  virtual void end_events() = 0;
};

class Workers;

class Job : public std::enable_shared_from_this<Job> {
 public:
  Job(Shared& shared, Request request, Target target, Match match, bool as_events, std::shared_ptr<Client> client)
      : shared_(shared),
        request_(std::move(request)),
        target_(std::move(target)),
        match_(std::move(match)),
        as_events_(as_events),
        client_(std::move(client)) {}

  // Ends the work soon: the client went away, or the server ends.
  StopFlag stop{false};

  const Route& route() const { return *match_.route; }
  // Whether its first slice was begun, so that it has no place in the queue any more.
  bool has_begun() const { return has_begun_; }
  // Seconds in the queue, once it has begun.
  double queued_seconds() const { return queued_seconds_; }

  // One slice; called by a worker.
  void run(Workers& workers) noexcept;
  // The server ends before a worker came to it.
  void refuse() noexcept;

 private:
  void begin(Workers& workers);
  void answer_alone();
  void answer_slice(Workers& workers);
  Task task();
  void fail_with(const Problem& problem);
  void show(const Event& event, const Question& question);

  Shared& shared_;
  const Request request_;
  const Target target_;
  const Match match_;
  const bool as_events_;
  const std::shared_ptr<Client> client_;
  const Clock::time_point arrived_ = Clock::now();
  double queued_seconds_ = 0;
  Clock::time_point begun_{};
  Clock::time_point last_progress_{};
  Ask ask_{};
  bool has_events_ = false;  // the stream has begun
  bool has_begun_ = false;   // set by the first slice, before there are others
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> finished_{0};
  std::vector<Json> results_{};
};

class Workers {
 public:
  explicit Workers(Shared& shared, unsigned threads, std::size_t places);
  // Waits for what is being worked on; the jobs in the queue are dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False: the queue is full.
  bool push(std::shared_ptr<Job> job);
  // The next slice of a job that has its place already.
  void again(std::shared_ptr<Job> job);

 private:
  void work();

  Shared& shared_;
  const std::size_t places_;
  std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<std::shared_ptr<Job>> queue_;
  std::size_t slices_ = 0;  // of the queue's entries: they take no place
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace superflip::server
