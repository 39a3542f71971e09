// Workers: the threads that answer, and the bounded queue before them.
//
// A job is one request. It takes one place (Shared::places) before it enters the queue, and is refused when all are
// taken. A batch is worked on in slices: after each it goes back to the end of the queue, so that several workers share
// a batch, and no batch holds up other requests. Its answers come in the order of its cubes.
//
// Only reading a request tells whether it is a batch, and a worker does that. So every job keeps its place until it is
// read. A single request then gives it back, and a batch keeps it until just before it is answered. So the places bound
// the batches that are begun, too, and whoever has an answer never finds its place still taken.
//
// A worker that has no memory for an answer says so by a call that needs none (Asker::fail_short_of_memory).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apps/server/routes.h"

namespace superflip::server {

// Who asked and waits for the answer: a session, for its client. All functions are called from workers, and the last
// one is answer(), end_events() or fail_short_of_memory(), which all three need no memory. The others may throw
// std::bad_alloc.
class Asker {
 public:
  virtual ~Asker() = default;
  virtual void answer(Response response) noexcept = 0;
  virtual void fail_short_of_memory() noexcept = 0;
  // Events instead: after begin_events(), answer() sends the answer as the last event. `is_passing`: the event may be
  // dropped while an earlier one is still being sent.
  virtual void begin_events() = 0;
  virtual void event(std::string_view name, std::string data, bool is_passing) = 0;
  virtual void end_events() noexcept = 0;
};

class Workers;

class Job : public std::enable_shared_from_this<Job> {
 public:
  // `room` is that of the request's body.
  Job(Shared& shared, Request request, Target target, Match match, bool as_events, Room::Share room,
      std::shared_ptr<Asker> asker)
      : shared_(shared),
        request_(std::move(request)),
        target_(std::move(target)),
        match_(std::move(match)),
        as_events_(as_events),
        room_(std::move(room)),
        asker_(std::move(asker)) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Its place among those that wait; called before it enters the queue.
  void hold(Room::Share place) { place_ = std::move(place); }
  // Ends the work soon; what was found is still the answer.
  StopFlag stop{false};
  // Ends it without an answer: the client went away.
  void abandon() noexcept { is_answered_ = stop = true; }

  const Route& route() const { return *match_.route; }
  // Whether it is a batch whose first slice was begun.
  bool has_slices() const { return has_slices_; }
  // Whether its time is over, though its work is not: what has no limit of its own, as the making of a table, must then
  // be stopped. The cubes of a batch have a limit each.
  bool is_late() const;
  // Seconds in the queue, once it has begun.
  double queued_seconds() const { return queued_seconds_; }

  // One slice; called by a worker.
  void run(Workers& workers) noexcept;

 private:
  void begin(Workers& workers);
  std::optional<Problem> read_request();
  void answer_alone();
  void answer_slice(Workers& workers);
  std::string result_of(const std::string& cube);
  Context context();
  bool is_first_answer() noexcept;
  void answer_once(Response response) noexcept;
  void fail_with(const Problem& problem);
  void show(const Event& event, const Question& question);

  Shared& shared_;
  Request request_;  // its body is dropped when it was read
  const Target target_;
  const Match match_;
  const bool as_events_;
  const Room::Share room_;
  Room::Share room_of_results_{};
  Room::Share place_{};  // given back by whoever reads the request or answers it, else by the end of the job
  const std::shared_ptr<Asker> asker_;
  const Clock::time_point arrived_ = Clock::now();
  std::atomic<double> queued_seconds_{0};
  Clock::time_point begun_{};
  Clock::time_point last_progress_{};
  Ask ask_{};
  bool has_events_ = false;           // the stream has begun
  bool has_slices_ = false;           // set by the first slice, before there are others
  std::atomic<Clock::rep> until_{0};  // unless it is a batch; 0 before it is begun
  std::atomic<bool> is_answered_{false};
  std::atomic<Clock::rep> used_{0};    // the time of the cubes that are answered
  std::atomic<std::size_t> bytes_{0};  // of the answers about them
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> finished_{0};
  std::vector<std::string> results_{};  // as JSON
};

class Workers {
 public:
  explicit Workers(Shared& shared, unsigned threads);
  // Waits for what is being worked on; the jobs in the queue are dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False: all places are taken.
  bool push(std::shared_ptr<Job> job);
  // Takes a job out of the queue again. False: a worker has it already.
  bool withdraw(const Job& job);
  // The next slice of a batch.
  void again(std::shared_ptr<Job> job);

 private:
  void work();

  Shared& shared_;
  std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<std::shared_ptr<Job>> queue_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace superflip::server
