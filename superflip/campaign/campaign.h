// Campaign: many tasks of one kind and their results, in a SQLite database.
//
// A task is open, claimed, done, or failed. A process claims tasks before it executes them, and a result is committed
// in one transaction together with the end of its claim. So a process can be killed at any moment, and several can work
// on one file. A claim belongs to a run: a process on a machine. If that process has ended, its claims are open again.
// A process on another machine counts as ended when it has not written anything for ten minutes.
//
// Invariant: tasks below the cursor are claimed, done or failed; all others are open and take no place in the file. So
// a campaign of 138,639,780 tasks begins with an empty one.
//
// The file is an ordinary database (docs/campaigns.md has its tables) with application_id kCampaignId and user_version
// kCampaignVersion, in WAL mode where the file system allows that. Each commit is flushed to the disk: neither kill -9
// nor a power failure loses a committed result. Errors are sentences with the path: `system` for a full disk, a file
// that cannot be read or written, or a table that has changed; `unreadable` for a file that is no campaign, is damaged,
// or is of a newer version; `bad_option` for a file that exists already. What was committed before an error stays.
//
// All functions of a Campaign may be called from several threads at once. A campaign must not be used after fork() in
// the child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/campaign/kind.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kCampaignId = 0x53464C50;  // "SFLP"
inline constexpr int kCampaignVersion = 1;

struct Task {
  std::uint64_t number = 0;  // 0..tasks-1
  std::string text{};
};

// What became of a task.
struct Outcome {
  std::uint64_t task = 0;
  Expected<std::string> result{};  // the JSON object, or why there is none
  double seconds = 0;              // that the task took
  std::int64_t run = 0;            // who executed it, if that is not the run that claimed it (add_run)
};

// How many outcomes were kept.
struct Kept {
  std::size_t all = 0;
  std::size_t failed = 0;  // of these
};

// Who executes tasks, and with what.
struct RunIdentity {
  std::string program{};                                    // "superflip 0.2.0"; empty: this library
  std::string host{};                                       // empty: this machine
  std::int64_t process = 0;                                 // 0: this process
  std::vector<std::pair<std::string, std::string>> tables;  // what they are (describe()), and their checksums
};

// A row of the results.
struct CampaignResult {
  Task task{};
  std::string result{};          // JSON object; empty where it failed
  std::optional<Error> error{};  // why it failed
  double seconds = 0;
  double at = 0;  // when it was committed, in seconds since 1970
  std::string host{};
  std::string program{};
  std::string tables{};  // JSON object: names and checksums
};

struct RunStatus {
  std::string host{};
  std::int64_t process = 0;
  std::string program{};
  bool is_alive = false;
  std::uint64_t claimed = 0;
  std::uint64_t done = 0;  // with those that failed
  double began = 0;        // in seconds since 1970
  double seen = 0;
};

struct CampaignStatus {
  std::uint64_t tasks = 0;
  std::uint64_t done = 0;  // without those that failed
  std::uint64_t failed = 0;
  std::uint64_t claimed = 0;      // by processes that are alive
  std::optional<double> rate{};   // tasks a second, of the processes that are alive, else of the last ones
  std::vector<RunStatus> runs{};  // the latest first, at most 100
  std::uint64_t left() const { return tasks - done - failed; }
  std::optional<double> seconds_left() const;
};

class Campaign {
 public:
  // The next line of a list; nothing at its end.
  using NextLine = std::function<Expected<std::optional<std::string>>()>;
  enum class Access : std::uint8_t { read, write };

  // Creates the file, complete or not at all. `lines` is needed where the tasks are a list, and refused where they are
  // not; lines that are empty or begin with # are left out. Errors: bad_option (the options, or the file exists), those
  // of Work::read with the number of the line in front, stopped, system.
  static Expected<Campaign> create(const std::string& path, const CampaignSpec& spec, const NextLine& lines = {},
                                   const StopFlag* stop = nullptr);
  // The flag ends a wait for another process that is writing, which else ends after a minute. It must outlive the
  // campaign.
  static Expected<Campaign> open(const std::string& path, Access access, const StopFlag* stop = nullptr);

  Campaign(Campaign&&) noexcept;
  Campaign& operator=(Campaign&&) noexcept;
  ~Campaign();  // gives back what it has claimed

  const std::string& path() const;
  const CampaignSpec& spec() const;
  const std::shared_ptr<const Work>& work() const;
  std::uint64_t tasks() const;

  // Whether take() would give tasks: those that are new, or those of processes that have ended.
  Expected<bool> has_open_tasks() const;

  // Begins a run of this process, to which all claims belong from now on, until release(). Errors: `system`, where a
  // table has another checksum than earlier results were computed with; `bad_option`, where a run has begun already.
  Expected<void> begin_run(const RunIdentity& identity = {});
  // The same for another process that executes tasks for this one; gives its number for Outcome::run.
  Expected<std::int64_t> add_run(const RunIdentity& identity);

  // Claims up to `most` tasks: first those of processes that have ended, then new ones. Error `bad_option`, as those of
  // the next two: no run has begun.
  Expected<std::vector<Task>> take(std::size_t most);
  // Keeps the outcomes of tasks that are claimed by this run, in one transaction. The others were taken over by another
  // process meanwhile, and are left out.
  Expected<Kept> commit(std::span<const Outcome> outcomes);
  // Says that this run is alive; to be called at least every few minutes, and by commit().
  Expected<void> touch();
  // Ends the run, if one has begun: keeps these outcomes as commit() does, and gives back all other claims, in one
  // transaction. If that fails the run has ended as well, and the next begin_run() or release() gives them back.
  Expected<Kept> release(std::span<const Outcome> outcomes = {});
  // Opens all failed tasks again; gives how many.
  Expected<std::uint64_t> retry();

  // What is done and what is left, and the runs, as they are in the database. Error: system.
  Expected<CampaignStatus> status() const;
  // The numbers of the tasks that are done, without those that failed, in their order.
  Expected<std::vector<std::uint64_t>> done_tasks() const;
  // How many tasks were given out, and have neither a result nor a claim: somebody has deleted rows. No run does them.
  Expected<std::uint64_t> lost_tasks() const;
  // The result of a task; nothing where there is none.
  Expected<std::optional<CampaignResult>> result(std::uint64_t task) const;
  // Calls `take` with each result in the order of the tasks until it returns false. Results that are committed
  // meanwhile may be among them.
  Expected<void> results(const std::function<bool(const CampaignResult&)>& take, std::uint64_t from = 0) const;

 private:
  struct State;
  explicit Campaign(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

// The checksums of tables as a run names them; "in memory" where there is no source or it does not have the table.
std::vector<std::pair<std::string, std::string>> table_checksums(const TableSource* source,
                                                                 const std::vector<TableIdentity>& tables,
                                                                 const StopFlag* stop = nullptr);

}  // namespace superflip
