// The driver of every solving command: cubes in, answers out, in the order of the cubes.
//
// Standard output carries moves and nothing else, so that a robot can execute it. If there is no answer, the line is
// "?", which is not a move in any notation. (An empty line is the answer for the solved cube.) Moves are for the cube
// as it is held: after a scramble with rotations they start from the holding in which the scramble ends, so that the
// scramble and the moves together are one algorithm that ends with solved faces. A command consists of its options, the
// question it asks, and how it prints an answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/input.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli {

// The options of every solving command.
struct BatchOptions {
  std::vector<std::string> cubes;
  TextOptions read;
  std::vector<std::string> also;   // more cubes at the start of each question
  std::vector<std::string> to;     // any of them is good
  Question question;               // what the options say of it, but for its cubes; the command adds the rest
  Wider wider;                     // what makes the goal wider than one cube
  std::uint64_t milliseconds = 0;  // of search for a cube; 0: no limit
  unsigned threads = 0;            // 0: all cores
  bool keep_going = false;
  bool verbose = false;
  bool json = false;
};

// --also CUBE, --starts all|any.
void add_starts(Arguments& arguments, BatchOptions& options);

// --only MASK, --show PATTERNS, --up-to U|rotations. --to must have been added before.
void add_wider(Arguments& arguments, BatchOptions& options);

// CUBE..., --to, --json, -v, --keep-going, --from, --niss, --time, --threads.
void add_batch_options(Arguments& arguments, BatchOptions& options,
                       const std::string& threads_text = "How many threads search. Default: all cores.");

// Which solutions of a cube are wanted. Without any of these: one.
struct Wanted {
  std::optional<std::size_t> solutions{};  // so many, the shortest ones
  std::optional<int> within{};             // only those of at most so many moves more than the shortest has
};

// "18 moves", or "a cost of 18".
std::string length_in_words(int length, const Question& question);

// The maximum number of solutions reported for a cube.
inline constexpr std::size_t kMaxSolutions = std::size_t{1} << 20;

// --solutions N, with the maximum.
Option add_solutions(Arguments& arguments, std::optional<std::size_t>& solutions, std::size_t most);
// --solutions N, --all, --within K: for solvers that find shortest solutions. Returns --all.
Option add_wanted(Arguments& arguments, Wanted& wanted);
// Asks for the shortest solution, or for those that are wanted.
void ask_for(Question& question, const Wanted& wanted);
// Whether the answer has all that was wanted.
bool has_all(const Answer& answer, const Wanted& wanted);

// One cube of a batch.
struct Reply {
  Input input;
  Expected<Reading> reading = Reading{};
  Question question{};
  Expected<Answer> answer = Answer{};
  Expected<void> kept{};    // what became of the answer in a results file
  bool is_known = false;    // from a results file, without a search
  bool is_skipped = false;  // not searched, because an interrupt came first

  const std::vector<Solution>& solutions() const { return answer->solutions; }
};

// How the cubes of a batch share the threads.
enum class Sharing : std::uint8_t {
  one_each,   // one thread per cube; all threads for a single cube
  shared,     // the cubes in progress share all threads, so that none is idle
  one_by_one  // one cube after the other, each with all threads
};

class Batch {
 public:
  // `command` as the user types it; `question`: all but the cubes (Asking). The time of the options is added to the
  // budget.
  Batch(std::string command, const BatchOptions& options, EngineOptions engine, Question question, Sharing sharing,
        Budget budget = {});
  virtual ~Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  ExitCode run();

 protected:
  // An answer that is known without a search. Called from any worker.
  virtual std::optional<Answer> find_known(const Question&) { return std::nullopt; }
  // Receives an answer that was searched. Called from its worker; an error ends the batch.
  virtual Expected<void> keep(const Question&, const Answer&) { return {}; }
  // The listener of the search for this cube, if any. Called from its worker.
  virtual Listener listener_for(const Reply&) { return {}; }
  // The exit code for a cube that was answered; writes to standard error what the answer lacks. Empty: the interrupt
  // left an answer with nothing to print.
  virtual std::optional<ExitCode> judge(const Reply& reply) = 0;
  // Whether the next cube's answer may follow a reply of that code without --keep-going.
  virtual bool may_go_on(ExitCode code) const { return code == kOk; }
  // The lines of a reply, with "?" for what is missing; also for a reply without a cube.
  virtual std::string lines_of(const Reply& reply) const = 0;
  // Adds the command's own members to the JSON of a result.
  virtual void add_json(Json&, const Reply&) const {}
  // Called after a reply was printed.
  virtual void finish(const Reply&) {}

  bool is_alone() const { return source_.count() == 1U; }
  const BatchOptions& options() const { return options_; }
  const InputSource& source() const { return source_; }
  std::size_t answered() const { return answered_; }
  unsigned workers() const { return workers_; }
  Engine& engine() { return engine_; }

 private:
  Reply work(Input&& input);
  Listener listener_of(const Reply& reply);
  // Reads --also; what is wrong with it is reported.
  std::optional<ExitCode> read_starts();
  unsigned threads_for_one() const;
  bool emit(const Reply& reply);
  Json json_of(const Reply& reply) const;

  const std::string command_;
  const BatchOptions& options_;
  Engine engine_;
  Asking asking_;
  Budget budget_;
  const Sharing sharing_;
  InputSource source_;
  unsigned workers_ = 1;
  std::atomic<unsigned> under_way_{0};  // cubes without an answer yet
  std::atomic<bool> is_open_{false};    // the tables are ready
  std::mutex drawing_;                  // while they are made
  ExitCode worst_ = kOk;
  std::size_t answered_ = 0;
  bool is_any_read_ = false;  // a cube
};

// "1.250 ms  17 moves  R U ...  (axis RL, of the inverse; phase 1: the first 7 and the last 2)": a solution as shown to
// a person, with the time at which it was found.
std::string described(const Solution& solution, const Question& question);
// "5012 nodes, at least 17 moves, ended: nodes": an answer as shown to a person.
std::string described(const Answer& answer);

// The solutions of a reply that are not printed yet. For a single cube each has its own line; for several cubes, all
// solutions of a cube share a line, with tabs between them.
std::string lines_of_solutions(const Reply& reply, bool is_alone, std::size_t printed = 0);

// The exit code of `superflip` for an error of that kind.
ExitCode exit_code(const Error& error);

}  // namespace superflip::cli
