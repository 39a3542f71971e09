#include "superflip/campaign/campaign.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <system_error>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/base/version.h"
#include "superflip/campaign/detail/database.h"
#include "superflip/campaign/detail/process.h"

namespace superflip {
namespace {

using detail::Database;
using detail::ProcessIdentity;
using SQLite::Statement;
using SQLite::Transaction;
using SQLite::TransactionBehavior;

// Tables of the database. Of a list every task is a row of `list`; generated tasks have none. The run 0 is nobody's:
// what it has claimed is open.
constexpr const char* kSchemaOfCampaigns = R"(
CREATE TABLE campaign(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  spec TEXT NOT NULL,                  -- JSON: the kind and its options
  tasks INTEGER NOT NULL,
  cursor INTEGER NOT NULL DEFAULT 0,   -- tasks from here on are open
  done INTEGER NOT NULL DEFAULT 0,     -- rows of results with a result
  failed INTEGER NOT NULL DEFAULT 0,   -- rows of results with an error
  program TEXT NOT NULL,
  created REAL NOT NULL);
CREATE TABLE list(task INTEGER PRIMARY KEY, input TEXT NOT NULL);
CREATE TABLE tables(name TEXT PRIMARY KEY, checksum TEXT NOT NULL);
CREATE TABLE runs(
  run INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  host TEXT NOT NULL,
  machine TEXT NOT NULL,
  process INTEGER NOT NULL,
  process_began INTEGER NOT NULL,
  tables TEXT NOT NULL,                -- JSON: names and checksums
  began REAL NOT NULL,                 -- seconds since 1970, as all times here
  seen REAL NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,     -- tasks that it claimed or executed, with those that failed
  ended INTEGER NOT NULL DEFAULT 0);   -- 1; or 2: it executes tasks that another run claims
CREATE TABLE claims(
  task INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs(run),
  at REAL NOT NULL);
CREATE INDEX claims_of_runs ON claims(run);
CREATE TABLE results(
  task INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs(run),
  at REAL NOT NULL,
  seconds REAL NOT NULL,
  result TEXT,                         -- JSON
  error TEXT,                          -- a sentence, where there is no result
  kind INTEGER);                       -- ErrorKind
INSERT INTO runs VALUES(0, '', '', '', 0, 0, '{}', 0, 0, 0, 1);
)";

constexpr std::string_view kInMemory = "in memory";
constexpr double kSecondsOfALease = 600;  // of processes on other machines

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::int64_t signed_of(std::uint64_t n) { return static_cast<std::int64_t>(n); }
std::uint64_t unsigned_of(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

Error in_line(std::uint64_t line, Error error) {
  error.message = fmt::format("line {}: {}", line, error.message);
  return error;
}

// Fills the list of tasks; gives how many.
Expected<std::uint64_t> fill_list(SQLite::Database& database, const Work& work, const Campaign::NextLine& lines,
                                  const StopFlag* stop) {
  Statement insert(database, "INSERT INTO list VALUES(?, ?)");
  std::uint64_t count = 0;
  for (std::uint64_t number = 1;; ++number) {
    if (is_set(stop)) return fail(ErrorKind::stopped, "the campaign was not created: stopped");
    auto line = lines();
    if (!line && line.error().kind == ErrorKind::stopped) return tl::unexpected<Error>(line.error());
    if (!line) return tl::unexpected<Error>(in_line(number, std::move(line.error())));
    if (!*line) return count;
    const std::string_view text = text::trimmed(**line);
    if (text.empty() || text.front() == '#') continue;
    const auto task = work.read(text);
    if (!task) return tl::unexpected<Error>(in_line(number, task.error()));
    insert.bind(1, signed_of(count++));
    insert.bind(2, *task);
    insert.exec();
    insert.reset();
  }
}

// An empty file next to this path, with a name that no other file has.
Expected<std::string> make_draft(const std::string& path) {
  for (std::random_device random;;) {
    std::string draft = fmt::format("{}.new-{:08x}", path, random());
    const int file = ::open(draft.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0)
      return fail(ErrorKind::system,
                  fmt::format("{}: {}", text::escaped(path, 4096), std::generic_category().message(errno)));
    ::close(file);
    return draft;
  }
}

// Gives the file its name, unless something has that name.
Expected<void> name_file(const std::string& from, const std::string& to) {
  const auto exists = [&] {
    return fail(ErrorKind::bad_option, fmt::format("{} exists already: it is left as it is", text::escaped(to, 4096)));
  };
  if (::link(from.c_str(), to.c_str()) == 0) return {};
  if (errno == EEXIST) return exists();
  std::error_code error;  // a file system without hard links
  if (std::filesystem::exists(std::filesystem::symlink_status(to, error))) return exists();
  std::filesystem::rename(from, to, error);
  if (error) return fail(ErrorKind::system, fmt::format("{}: {}", text::escaped(to, 4096), error.message()));
  return {};
}

Expected<void> write_campaign(const std::string& path, const CampaignSpec& spec, const Work& work,
                              const Campaign::NextLine& lines, const StopFlag* stop) {
  auto opened = Database::open(path, Database::Mode::create, stop);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return opened->guarded([&]() -> Expected<void> {
    SQLite::Database& database = opened->get();
    Transaction transaction(database);
    database.exec(kSchemaOfCampaigns);
    database.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kCampaignId, kCampaignVersion));
    const std::optional<std::uint64_t> generated = work.generated();
    Expected<std::uint64_t> tasks = generated ? *generated : fill_list(database, work, lines, stop);
    if (!tasks) return tl::unexpected<Error>(tasks.error());
    if (*tasks == 0) return fail(ErrorKind::bad_option, "a campaign needs at least one task");
    Statement insert(database, "INSERT INTO campaign(id, spec, tasks, program, created) VALUES(1, ?, ?, ?, ?)");
    insert.bind(1, spec.to_json());
    insert.bind(2, signed_of(*tasks));
    insert.bind(3, fmt::format("superflip {}", library_version()));
    insert.bind(4, now());
    insert.exec();
    transaction.commit();
    return {};
  });
}

}  // namespace

struct Campaign::State {
  Database database;
  CampaignSpec spec;
  std::shared_ptr<const Work> work;
  std::uint64_t tasks = 0;
  bool is_list = false;
  std::int64_t run = -1;       // none yet
  bool is_running = false;     // false with a run: its claims could not be given back
  mutable std::mutex mutex{};  // guards the connection

  SQLite::Database& db() const { return database.get(); }

  template <class Body>
  auto locked(const Body& body) const -> std::invoke_result_t<Body> {
    const std::lock_guard lock(mutex);
    return database.guarded(body);
  }

  // The same between begin_run() and release().
  template <class Body>
  auto in_run(const Body& body) const -> std::invoke_result_t<Body> {
    return locked([&]() -> std::invoke_result_t<Body> {
      if (is_running) return body();
      return fail(ErrorKind::bad_option, fmt::format("no run of {} has begun", text::escaped(database.path(), 4096)));
    });
  }

  Expected<void> check_numbers(std::uint64_t cursor, std::int64_t done, std::int64_t failed) const;
  std::string text_of(std::uint64_t task) const;
  bool is_dead(std::int64_t one) const;
  std::vector<std::int64_t> dead_runs() const;
  Expected<void> check_tables(const RunIdentity& identity) const;
  std::int64_t insert_run(const RunIdentity& identity, bool is_claiming) const;
  void take_from(std::int64_t dead, std::size_t most, std::vector<Task>& taken) const;
  bool keep(const Outcome& outcome, double at) const;
  Kept keep_all(std::span<const Outcome> outcomes) const;
  void give_back() const;
  std::vector<CampaignResult> page(std::uint64_t from, int most) const;
};

// The numbers in the file agree with each other and with the options. A list has all numbers if it has the last one:
// what is missing inside it is found when the task is executed.
Expected<void> Campaign::State::check_numbers(std::uint64_t cursor, std::int64_t done, std::int64_t failed) const {
  const auto damaged = [&](const std::string& why) {
    return fail(fmt::format("{} is damaged: {}", text::escaped(database.path(), 4096), why));
  };
  const std::uint64_t expected =
      is_list ? unsigned_of(db().execAndGet("SELECT ifnull(max(task), -1) + 1 FROM list")) : *work->generated();
  if (tasks != expected) return damaged(fmt::format("it says that it has {} tasks, and there are {}", tasks, expected));
  if (cursor > tasks) return damaged("it has begun more tasks than there are");
  const std::int64_t begun = signed_of(cursor);
  if (done < 0 || failed < 0 || done > begun || failed > begun - done)
    return damaged("it has more results than tasks that were begun");
  return {};
}

// Precondition: the mutex is held.
std::string Campaign::State::text_of(std::uint64_t task) const {
  if (!is_list) return work->task(task);
  Statement find(db(), "SELECT input FROM list WHERE task = ?");
  find.bind(1, signed_of(task));
  return find.executeStep() ? find.getColumn(0).getString() : std::string();
}

bool Campaign::State::is_dead(std::int64_t one) const {
  Statement find(db(), "SELECT host, machine, process, process_began, seen, ended FROM runs WHERE run = ?");
  find.bind(1, one);
  if (!find.executeStep() || find.getColumn(5).getInt() != 0) return true;
  const ProcessIdentity theirs{find.getColumn(0).getString(), find.getColumn(1).getString(),
                               find.getColumn(2).getInt64(), find.getColumn(3).getInt64()};
  if (theirs.machine == detail::this_process_identity().machine) return detail::has_ended(theirs);
  return now() - find.getColumn(4).getDouble() > kSecondsOfALease;
}

std::vector<std::int64_t> Campaign::State::dead_runs() const {
  std::vector<std::int64_t> dead;
  Statement find(db(), "SELECT DISTINCT run FROM claims WHERE run != ?");
  find.bind(1, run);
  while (find.executeStep())
    if (const std::int64_t one = find.getColumn(0).getInt64(); is_dead(one)) dead.push_back(one);
  return dead;
}

Expected<void> Campaign::State::check_tables(const RunIdentity& identity) const {
  for (const auto& [name, checksum] : identity.tables) {
    if (checksum == kInMemory) continue;
    Statement find(db(), "SELECT checksum FROM tables WHERE name = ?");
    find.bind(1, name);
    if (!find.executeStep()) {
      Statement insert(db(), "INSERT INTO tables VALUES(?, ?)");
      insert.bind(1, name);
      insert.bind(2, checksum);
      insert.exec();
    } else if (const std::string before = find.getColumn(0).getString(); before != checksum) {
      return fail(
          ErrorKind::system,
          fmt::format("the table {} has changed: earlier results of {} were computed with the checksum {}, and "
                      "now it is {}. `superflip tables verify` checks it; `superflip tables remove` removes it, "
                      "so that it is made again",
                      name, text::escaped(database.path(), 4096), before, checksum));
    }
  }
  return {};
}

std::int64_t Campaign::State::insert_run(const RunIdentity& identity, bool is_claiming) const {
  ProcessIdentity process = detail::this_process_identity();
  if (!identity.host.empty()) process.host = identity.host;
  if (identity.process != 0) process.process = identity.process;
  Json tables = Json::object();
  for (const auto& [name, checksum] : identity.tables) tables[name] = checksum;
  Statement insert(db(),
                   "INSERT INTO runs(program, host, machine, process, process_began, tables, began, seen, ended) "
                   "VALUES(?, ?, ?, ?, ?, ?, ?7, ?7, ?8)");
  insert.bind(1, identity.program.empty() ? fmt::format("superflip {}", library_version()) : identity.program);
  insert.bind(2, process.host);
  insert.bind(3, process.machine);
  insert.bind(4, process.process);
  insert.bind(5, process.began);
  insert.bind(6, tables.dump());
  insert.bind(7, now());
  insert.bind(8, is_claiming ? 0 : 2);
  insert.exec();
  return db().getLastInsertRowid();
}

void Campaign::State::take_from(std::int64_t dead, std::size_t most, std::vector<Task>& taken) const {
  Statement update(db(),
                   "UPDATE claims SET run = ?, at = ? WHERE task IN "
                   "(SELECT task FROM claims WHERE run = ? ORDER BY task LIMIT ?) RETURNING task");
  update.bind(1, run);
  update.bind(2, now());
  update.bind(3, dead);
  update.bind(4, static_cast<std::int64_t>(most));
  while (update.executeStep()) taken.push_back({unsigned_of(update.getColumn(0)), {}});
}

// Whether the task was claimed by this run.
bool Campaign::State::keep(const Outcome& outcome, double at) const {
  Statement unclaim(db(), "DELETE FROM claims WHERE task = ? AND run = ?");
  unclaim.bind(1, signed_of(outcome.task));
  unclaim.bind(2, run);
  if (unclaim.exec() == 0) return false;
  Statement insert(db(),
                   "INSERT INTO results(task, run, at, seconds, result, error, kind) VALUES(?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, signed_of(outcome.task));
  insert.bind(2, outcome.run != 0 ? outcome.run : run);
  insert.bind(3, at);
  insert.bind(4, outcome.seconds);
  if (outcome.result) {
    insert.bind(5, *outcome.result);
  } else {
    insert.bind(6, outcome.result.error().message);
    insert.bind(7, static_cast<int>(outcome.result.error().kind));
  }
  insert.exec();
  return true;
}

// Those that were claimed by this run. Precondition: the mutex is held, and a transaction is open.
Kept Campaign::State::keep_all(std::span<const Outcome> outcomes) const {
  const double at = now();
  Kept kept;
  std::map<std::int64_t, std::size_t> done{{run, 0}};  // by run: this one, and those that execute tasks for it
  for (const Outcome& outcome : outcomes) {
    if (!keep(outcome, at)) continue;
    ++kept.all;
    if (!outcome.result) ++kept.failed;
    ++done[run];
    if (outcome.run != 0 && outcome.run != run) ++done[outcome.run];
  }
  db().exec(
      fmt::format("UPDATE campaign SET done = done + {}, failed = failed + {}", kept.all - kept.failed, kept.failed));
  for (const auto& [one, tasks_of_one] : done) {
    Statement update(db(), "UPDATE runs SET seen = ?, done = done + ? WHERE run = ?");
    update.bind(1, at);
    update.bind(2, static_cast<std::int64_t>(tasks_of_one));
    update.bind(3, one);
    update.exec();
  }
  return kept;
}

// Opens what the run has claimed, and ends it. Precondition: as keep_all().
void Campaign::State::give_back() const {
  for (const char* query : {"UPDATE claims SET run = 0 WHERE run = ?", "UPDATE runs SET ended = 1 WHERE run = ?"}) {
    Statement update(db(), query);
    update.bind(1, run);
    update.exec();
  }
}

Campaign::Campaign(std::unique_ptr<State> state) : state_(std::move(state)) {}
Campaign::Campaign(Campaign&&) noexcept = default;
Campaign& Campaign::operator=(Campaign&&) noexcept = default;

Campaign::~Campaign() {
  if (state_ && state_->run >= 0) static_cast<void>(release());
}

Expected<Campaign> Campaign::create(const std::string& path, const CampaignSpec& spec, const NextLine& lines,
                                    const StopFlag* stop) {
  auto work = spec.open();
  if (!work) return tl::unexpected<Error>(work.error());
  if (!(*work)->generated() && !lines)
    return fail(ErrorKind::bad_option, fmt::format("a campaign of these {} needs a list of them", spec.kind));
  if ((*work)->generated() && lines)
    return fail(ErrorKind::bad_option, "the tasks follow from the options, so there is no place for others");
  if (path.empty()) return fail(ErrorKind::bad_option, "the name of the campaign's file is empty");
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, error)))
    return fail(ErrorKind::bad_option,
                fmt::format("{} exists already: it is left as it is", text::escaped(path, 4096)));
  // All of it is written under another name first, so that a file of the right name is always complete.
  const auto drafted = make_draft(path);
  if (!drafted) return tl::unexpected<Error>(drafted.error());
  const std::string& draft = *drafted;
  const auto made = write_campaign(draft, spec, **work, lines, stop).and_then([&] { return name_file(draft, path); });
  for (const char* ending : {"", "-journal"}) std::filesystem::remove(draft + ending, error);
  if (!made) {
    Error reason = made.error();  // the sentence names the file that was asked for
    if (const std::size_t at = reason.message.find(text::escaped(draft, 4096)); at != std::string::npos)
      reason.message.replace(at, text::escaped(draft, 4096).size(), text::escaped(path, 4096));
    return tl::unexpected<Error>(std::move(reason));
  }
  return open(path, Access::write, stop);
}

Expected<Campaign> Campaign::open(const std::string& path, Access access, const StopFlag* stop) {
  auto database = Database::open(path, access == Access::read ? Database::Mode::read : Database::Mode::write, stop);
  if (!database) return tl::unexpected<Error>(database.error());
  auto state = std::make_unique<State>();
  state->database = *std::move(database);
  const auto read = state->locked([&]() -> Expected<void> {
    Statement row(state->db(), "SELECT spec, tasks, cursor, done, failed FROM campaign");
    if (!row.executeStep())
      return fail(fmt::format("{} is damaged: it says nothing of its tasks", text::escaped(path, 4096)));
    auto work = CampaignSpec::parse(row.getColumn(0).getString()).and_then([&](const CampaignSpec& spec) {
      state->spec = spec;
      return spec.open();
    });
    if (!work) return fail(work.error().kind, fmt::format("{}: {}", text::escaped(path, 4096), work.error().message));
    state->work = *std::move(work);
    state->is_list = !state->work->generated();
    state->tasks = unsigned_of(row.getColumn(1));
    return state->check_numbers(unsigned_of(row.getColumn(2)), row.getColumn(3).getInt64(),
                                row.getColumn(4).getInt64());
  });
  if (!read) return tl::unexpected<Error>(read.error());
  return Campaign(std::move(state));
}

const std::string& Campaign::path() const { return state_->database.path(); }
const CampaignSpec& Campaign::spec() const { return state_->spec; }
const std::shared_ptr<const Work>& Campaign::work() const { return state_->work; }
std::uint64_t Campaign::tasks() const { return state_->tasks; }

Expected<bool> Campaign::has_open_tasks() const {
  return state_->locked([&]() -> Expected<bool> {
    const std::uint64_t cursor = unsigned_of(state_->db().execAndGet("SELECT cursor FROM campaign"));
    const bool is_left_over = state_->run >= 0 && !state_->is_running;
    return cursor < state_->tasks || is_left_over || !state_->dead_runs().empty();
  });
}

Expected<void> Campaign::begin_run(const RunIdentity& identity) {
  return state_->locked([&]() -> Expected<void> {
    if (state_->is_running)
      return fail(ErrorKind::bad_option, fmt::format("a run of {} has begun already: it must end first, or the file be "
                                                     "opened a second time",
                                                     text::escaped(path(), 4096)));
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    if (auto same = state_->check_tables(identity); !same) return same;
    if (state_->run >= 0) state_->give_back();
    const std::int64_t run = state_->insert_run(identity, true);
    transaction.commit();
    state_->run = run;
    state_->is_running = true;
    return {};
  });
}

Expected<std::int64_t> Campaign::add_run(const RunIdentity& identity) {
  return state_->locked([&]() -> Expected<std::int64_t> {
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    if (auto same = state_->check_tables(identity); !same) return tl::unexpected<Error>(same.error());
    const std::int64_t run = state_->insert_run(identity, false);
    transaction.commit();
    return run;
  });
}

Expected<std::vector<Task>> Campaign::take(std::size_t most) {
  return state_->in_run([&]() -> Expected<std::vector<Task>> {
    std::vector<Task> taken;
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    for (const std::int64_t dead : state_->dead_runs())
      if (taken.size() < most) state_->take_from(dead, most - taken.size(), taken);
    const std::uint64_t cursor = unsigned_of(state_->db().execAndGet("SELECT cursor FROM campaign"));
    const std::uint64_t end = std::min<std::uint64_t>(state_->tasks, cursor + (most - taken.size()));
    for (std::uint64_t task = cursor; task < end; ++task) {
      Statement insert(state_->db(), "INSERT INTO claims VALUES(?, ?, ?)");
      insert.bind(1, signed_of(task));
      insert.bind(2, state_->run);
      insert.bind(3, now());
      insert.exec();
      taken.push_back({task, {}});
    }
    if (end > cursor) state_->db().exec(fmt::format("UPDATE campaign SET cursor = {}", end));
    for (Task& task : taken) task.text = state_->text_of(task.number);
    transaction.commit();
    std::sort(taken.begin(), taken.end(), [](const Task& a, const Task& b) { return a.number < b.number; });
    return taken;
  });
}

Expected<Kept> Campaign::commit(std::span<const Outcome> outcomes) {
  return state_->in_run([&]() -> Expected<Kept> {
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    const Kept kept = state_->keep_all(outcomes);
    transaction.commit();
    return kept;
  });
}

Expected<void> Campaign::touch() {
  return state_->in_run([&]() -> Expected<void> {
    Statement update(state_->db(), "UPDATE runs SET seen = ? WHERE run = ?");
    update.bind(1, now());
    update.bind(2, state_->run);
    update.exec();
    return {};
  });
}

Expected<Kept> Campaign::release(std::span<const Outcome> outcomes) {
  return state_->locked([&]() -> Expected<Kept> {
    if (state_->run < 0) return Kept{};
    state_->is_running = false;
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    const Kept kept = state_->keep_all(outcomes);
    state_->give_back();
    transaction.commit();
    state_->run = -1;
    return kept;
  });
}

Expected<std::uint64_t> Campaign::retry() {
  return state_->locked([&]() -> Expected<std::uint64_t> {
    Transaction transaction(state_->db(), TransactionBehavior::IMMEDIATE);
    state_->db().exec("INSERT INTO claims SELECT task, 0, at FROM results WHERE error IS NOT NULL");
    const int opened = state_->db().exec("DELETE FROM results WHERE error IS NOT NULL");
    state_->db().exec("UPDATE campaign SET failed = 0");
    transaction.commit();
    return static_cast<std::uint64_t>(opened);
  });
}

std::optional<double> CampaignStatus::seconds_left() const {
  if (left() == 0) return 0;
  if (!rate || *rate <= 0) return std::nullopt;
  return static_cast<double>(left()) / *rate;
}

namespace {

// Of the processes that are alive; where there are none, of those that were the last to end.
std::optional<double> rate_of(const std::vector<RunStatus>& runs) {
  constexpr double kAtTheSameTime = 60;
  // A run that has just begun says nothing yet.
  const bool is_any_alive =
      std::any_of(runs.begin(), runs.end(), [](const RunStatus& run) { return run.is_alive && run.done > 0; });
  double last = 0;
  for (const RunStatus& run : runs) last = std::max(last, run.seen);
  std::optional<double> rate;
  for (const RunStatus& run : runs) {
    const bool counts = is_any_alive ? run.is_alive : run.seen > last - kAtTheSameTime;
    if (counts && run.done > 0 && run.seen > run.began)
      rate = rate.value_or(0) + static_cast<double>(run.done) / (run.seen - run.began);
  }
  return rate;
}

}  // namespace

Expected<CampaignStatus> Campaign::status() const {
  return state_->locked([&]() -> Expected<CampaignStatus> {
    CampaignStatus status;
    // All of it is of one moment.
    Transaction transaction(state_->db());
    Statement row(state_->db(), "SELECT tasks, done, failed FROM campaign");
    row.executeStep();
    status.tasks = unsigned_of(row.getColumn(0));
    status.done = unsigned_of(row.getColumn(1));
    status.failed = unsigned_of(row.getColumn(2));
    Statement runs(state_->db(),
                   "SELECT run, host, process, program, done, began, seen, "
                   "(SELECT count(*) FROM claims WHERE claims.run = runs.run) FROM runs "
                   "WHERE run != 0 AND ended < 2 ORDER BY ended, seen DESC LIMIT 100");
    while (runs.executeStep()) {
      RunStatus run{runs.getColumn(1).getString(), runs.getColumn(2).getInt64(), runs.getColumn(3).getString()};
      run.is_alive = !state_->is_dead(runs.getColumn(0).getInt64());
      run.done = unsigned_of(runs.getColumn(4));
      run.began = runs.getColumn(5).getDouble();
      run.seen = runs.getColumn(6).getDouble();
      if (run.is_alive) status.claimed += run.claimed = unsigned_of(runs.getColumn(7));
      status.runs.push_back(std::move(run));
    }
    status.rate = rate_of(status.runs);
    return status;
  });
}

// Some results from a task on, also those whose run is missing. Precondition: the mutex is held.
std::vector<CampaignResult> Campaign::State::page(std::uint64_t from, int most) const {
  std::vector<CampaignResult> results;
  Statement find(
      db(),
      "SELECT task, result, error, kind, seconds, at, ifnull(host, ''), ifnull(program, ''), ifnull(tables, '{}') "
      "FROM results LEFT JOIN runs USING(run) "
      "WHERE task >= ? ORDER BY task LIMIT ?");
  find.bind(1, signed_of(from));
  find.bind(2, most);
  while (find.executeStep()) {
    CampaignResult result{{unsigned_of(find.getColumn(0)), {}}, find.getColumn(1).getString()};
    if (!find.getColumn(2).isNull())
      result.error = Error{find.getColumn(2).getString(), {}, static_cast<ErrorKind>(find.getColumn(3).getInt())};
    result.seconds = find.getColumn(4).getDouble();
    result.at = find.getColumn(5).getDouble();
    result.host = find.getColumn(6).getString();
    result.program = find.getColumn(7).getString();
    result.tables = find.getColumn(8).getString();
    results.push_back(std::move(result));
  }
  for (CampaignResult& result : results) result.task.text = text_of(result.task.number);
  return results;
}

Expected<std::vector<std::uint64_t>> Campaign::done_tasks() const {
  return state_->locked([&]() -> Expected<std::vector<std::uint64_t>> {
    std::vector<std::uint64_t> tasks;
    Statement find(state_->db(), "SELECT task FROM results WHERE error IS NULL ORDER BY task");
    while (find.executeStep()) tasks.push_back(unsigned_of(find.getColumn(0)));
    return tasks;
  });
}

Expected<std::uint64_t> Campaign::lost_tasks() const {
  return state_->locked([&]() -> Expected<std::uint64_t> {
    Statement find(state_->db(),
                   "SELECT cursor - (SELECT count(*) FROM (SELECT task FROM results WHERE task < cursor UNION "
                   "SELECT task FROM claims WHERE task < cursor)) FROM campaign");
    find.executeStep();
    return unsigned_of(find.getColumn(0));
  });
}

Expected<std::optional<CampaignResult>> Campaign::result(std::uint64_t task) const {
  return state_->locked([&]() -> Expected<std::optional<CampaignResult>> {
    auto page = state_->page(task, 1);
    if (page.empty() || page[0].task.number != task) return std::nullopt;
    return std::move(page[0]);
  });
}

Expected<void> Campaign::results(const std::function<bool(const CampaignResult&)>& take, std::uint64_t from) const {
  constexpr int kResults = 256;
  for (;;) {
    // A page at a time, so that a long export does not hold up the others.
    const auto page =
        state_->locked([&]() -> Expected<std::vector<CampaignResult>> { return state_->page(from, kResults); });
    if (!page) return tl::unexpected<Error>(page.error());
    if (page->empty()) return {};
    for (const CampaignResult& result : *page)
      if (!take(result)) return {};
    from = page->back().task.number + 1;
  }
}

std::vector<std::pair<std::string, std::string>> table_checksums(const TableSource* source,
                                                                 const std::vector<TableIdentity>& tables,
                                                                 const StopFlag* stop) {
  std::vector<std::pair<std::string, std::string>> checksums;
  for (const TableIdentity& table : tables) {
    const auto checksum = source != nullptr ? source->checksum(table, stop) : Expected<std::uint64_t>(fail(""));
    checksums.emplace_back(describe(table), checksum ? fmt::format("{:016x}", *checksum) : std::string(kInMemory));
  }
  return checksums;
}

}  // namespace superflip
