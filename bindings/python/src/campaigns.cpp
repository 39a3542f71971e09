// Campaigns, and the tasks of campaigns on other machines. What is read is JSON, which Python turns into its own
// values.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>

#include "engine.h"
#include "lab.h"
#include "superflip/superflip.h"

namespace superflip::python {
namespace {

std::shared_ptr<const TableSource> source_of(const nb::object& tables) {
  if (tables.is(nb::handle(Py_False))) return nullptr;
  if (!tables.is(nb::handle(Py_True))) return std::make_shared<TableStore>(nb::cast<std::string>(tables));
  return default_tables().value_or(nullptr);
}

// How the engine of the tasks is made, in the order of superflip/campaign.py.
struct EngineArguments {
  EngineArguments(const nb::object& tables, nb::handle optimal_table, nb::handle memory, nb::handle threads) {
    options.tables = source_of(tables);
    options.optimal_table = text_argument("optimal_table", optimal_table);
    if (!options.optimal_table.empty()) value_of(find_table_set(options.optimal_table));
    options.memory = within<std::uint64_t>("memory", memory, 0, std::numeric_limits<std::int64_t>::max());
    options.threads = within<unsigned>("threads", threads, 0, 1 << 16);
  }
  EngineOptions options;
};

std::vector<std::pair<std::string, std::string>> pairs_of(const nb::dict& tables) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [name, checksum] : tables)
    pairs.emplace_back(nb::cast<std::string>(name), nb::cast<std::string>(checksum));
  return pairs;
}

// A campaign of this process. After fork() the child must open its own.
class CampaignCore {
 public:
  CampaignCore(const std::string& path, bool writes)
      : campaign_(value_of(interruptible([&](const StopFlag&) {
          return Campaign::open(path, writes ? Campaign::Access::write : Campaign::Access::read);
        }))),
        process_(this_process()) {}

  ~CampaignCore() {
    if (process_ != this_process()) {                         // the parent's connection is left alone
      static_cast<void>(new Campaign(std::move(campaign_)));  // NOLINT(cppcoreguidelines-owning-memory)
      return;
    }
    const Released released;
    const Campaign ended = std::move(campaign_);
  }
  CampaignCore(const CampaignCore&) = delete;
  CampaignCore& operator=(const CampaignCore&) = delete;

  Campaign& get() {
    if (process_ != this_process())
      raise({"this campaign was opened before fork(): open it again in this process", {}, ErrorKind::bad_option});
    return campaign_;
  }

 private:
  Campaign campaign_;
  const long process_;
};

void create(const std::string& path, std::string_view spec, const std::optional<std::vector<std::string>>& lines) {
  const CampaignSpec parsed = value_of(CampaignSpec::parse(spec));
  value_of(interruptible([&](const StopFlag& stop) -> Expected<void> {
    Campaign::NextLine next;
    if (lines)
      next = [&, i = std::size_t{0}]() mutable -> Expected<std::optional<std::string>> {
        return i < lines->size() ? std::optional((*lines)[i++]) : std::nullopt;
      };
    const auto made = Campaign::create(path, parsed, next, &stop);
    if (!made) return tl::unexpected<Error>(made.error());
    return {};
  }));
}

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

nb::list take(CampaignCore& self, std::size_t most) {
  Campaign& campaign = self.get();
  const auto tasks = value_of([&] {
    const Released released;
    return campaign.take(most);
  }());
  nb::list list;
  for (const Task& task : tasks) list.append(nb::make_tuple(task.number, task.text));
  return list;
}

using OutcomeOfPython =
    std::tuple<std::uint64_t, double, std::int64_t, std::optional<std::string>, std::optional<std::string>, int>;

// How many were kept, and how many of these have failed. Then removes the checkpoints of what is done, in a folder;
// empty: there are none.
std::tuple<std::size_t, std::size_t> commit(CampaignCore& self, const std::vector<OutcomeOfPython>& given,
                                            const std::string& checkpoints) {
  std::vector<Outcome> outcomes;
  for (const auto& [task, seconds, run, result, error, kind] : given) {
    Outcome outcome{task, std::string(), seconds, run};
    if (result)
      outcome.result = *result;
    else
      outcome.result =
          fail(static_cast<ErrorKind>(std::clamp(kind, 1, static_cast<int>(kErrorNames.size()))), error.value_or(""));
    outcomes.push_back(std::move(outcome));
  }
  Campaign& campaign = self.get();
  const Kept kept = value_of([&] {
    const Released released;
    auto committed = campaign.commit(outcomes);
    if (committed && !checkpoints.empty()) remove_checkpoints(campaign, checkpoints, outcomes);
    return committed;
  }());
  return {kept.all, kept.failed};
}

// A page of results from a task on, as JSON lines, and the next task; none at the end.
nb::tuple page(CampaignCore& self, nb::handle start) {
  auto from = within<std::uint64_t>("start", start, 0, kMost);
  constexpr std::size_t kLines = 1000;
  std::vector<std::string> lines;
  Campaign& campaign = self.get();
  value_of([&] {
    const Released released;
    return campaign.results(
        [&](const CampaignResult& result) {
          lines.push_back(json_line(result));
          from = result.task.number + 1;
          return lines.size() < kLines;
        },
        from);
  }());
  return nb::make_tuple(lines, from);
}

std::string run_here(CampaignCore& self, const nb::object& tables, nb::handle optimal_table, nb::handle memory,
                     nb::handle threads, nb::handle limit, const std::string& checkpoints, const nb::object& report) {
  const auto most = within<std::uint64_t>("limit", limit, 0, kMost);
  EngineArguments arguments(tables, optimal_table, memory, threads);
  Campaign& campaign = self.get();
  std::mutex mutex;
  RunProgress progress;  // guarded by the mutex
  const auto ran = value_of(interruptible(
      [&](const StopFlag& stop) {
        Engine engine(campaign.work()->engine_options(arguments.options));
        return run(campaign, engine,
                   {.threads = arguments.options.threads, .most = most, .stop = &stop, .checkpoints = checkpoints},
                   [&](const RunProgress& now) {
                     const std::lock_guard lock(mutex);
                     progress = now;
                   });
      },
      [&] {
        if (report.is_none()) return;
        std::unique_lock lock(mutex);
        const RunProgress now = progress;
        lock.unlock();
        called(report, now.done, now.failed, now.seconds);
      }));
  return Json{{"done", ran.done - ran.failed}, {"failed", ran.failed}, {"seconds", ran.seconds}}.dump();
}

std::string verify_here(CampaignCore& self, std::uint64_t numerator, std::uint64_t denominator, nb::handle given_seed,
                        const nb::object& tables, nb::handle optimal_table, nb::handle memory, nb::handle threads) {
  EngineArguments arguments(tables, optimal_table, memory, threads);
  const auto seed = within<std::uint64_t>("seed", given_seed, 0, kMost);
  const Campaign& campaign = self.get();
  Json wrong = Json::array();
  const auto found = value_of(interruptible([&](const StopFlag& stop) {
    Engine engine(campaign.work()->engine_options(arguments.options));
    return verify(campaign, engine,
                  {.numerator = numerator,
                   .denominator = denominator,
                   .seed = seed,
                   .threads = arguments.options.threads,
                   .stop = &stop},
                  [&](const Task& task, const std::string& sentence) {
                    wrong.push_back({{"task", task.number}, {"input", task.text}, {"why", sentence}});
                  });
  }));
  Json checked = Json::object();
  for (const auto& [what, times] : found.checked) checked[what] = times;
  return Json{{"results", found.results},
              {"verified", found.done},
              {"lost", found.lost},
              {"wrong", wrong},
              {"checked", checked}}
      .dump();
}

// Executes tasks of a campaign without its database: all that a worker on another machine needs.
class TaskExecutor {
 public:
  TaskExecutor(std::string_view spec, const nb::object& tables, nb::handle optimal_table, nb::handle memory,
               nb::handle threads)
      : spec_(value_of(CampaignSpec::parse(spec))), work_(value_of(spec_.open())) {
    const EngineArguments arguments(tables, optimal_table, memory, threads);
    engine_ = std::make_shared<Engine>(work_->engine_options(arguments.options));
    const unsigned allowed = engine_->options().threads;
    threads_ = allowed != 0 ? allowed : hardware_threads();
    at_once_ = std::clamp(value_of(work_->at_once(*engine_, threads_)), 1U, threads_);
    left_over_ = threads_ % at_once_;
  }
  ~TaskExecutor() { work_->release_memory(); }
  TaskExecutor(const TaskExecutor&) = delete;
  TaskExecutor& operator=(const TaskExecutor&) = delete;

  unsigned at_once() const { return at_once_; }

  // Loads or makes tables; gives their names and checksums.
  nb::dict prepare() {
    const auto tables =
        value_of(interruptible([&](const StopFlag& stop) -> Expected<std::vector<std::pair<std::string, std::string>>> {
          const auto opened = work_->prepare(*engine_, {.threads = threads_, .stop = &stop}, {});
          if (!opened) return tl::unexpected<Error>(opened.error());
          return table_checksums(engine_->options().tables.get(), *opened, &stop);
        }));
    nb::dict dict;
    for (const auto& [name, checksum] : tables) dict[name.c_str()] = checksum;
    return dict;
  }

  // (seconds, result, error, kind). `checkpoints`: the folder for what is done of the task; empty: none.
  nb::tuple execute(std::uint64_t number, const std::string& text, const std::string& checkpoints) {
    std::filesystem::path checkpoint;
    if (!checkpoints.empty()) checkpoint = checkpoint_of(checkpoints, spec_, {number, text});
    const auto begun = Clock::now();
    const OneMore more(left_over_);
    const auto result = interruptible([&](const StopFlag& stop) {
      Budget budget;
      budget.threads = threads_ / at_once_ + (more.is_there() ? 1 : 0);
      budget.stop = &stop;
      return execute_task(*work_, text, *engine_, budget, {}, checkpoint);
    });
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    if (result) return nb::make_tuple(seconds, *result, nb::none(), 0);
    const Error& error = result.error();
    if (!is_of_task(*work_, error)) raise(error);
    return nb::make_tuple(seconds, nb::none(), error.message, static_cast<int>(error.kind));
  }

 private:
  // A thread of those that are left over, as long as a task is executed; none where all are taken.
  class OneMore {
   public:
    explicit OneMore(std::atomic<unsigned>& all) : all_(all), before_(all) {
      while (before_ > 0 && !all_.compare_exchange_weak(before_, before_ - 1)) {
      }
    }
    ~OneMore() {
      if (is_there()) ++all_;
    }
    OneMore(const OneMore&) = delete;
    OneMore& operator=(const OneMore&) = delete;
    bool is_there() const { return before_ > 0; }

   private:
    std::atomic<unsigned>& all_;
    unsigned before_;
  };

  CampaignSpec spec_;
  std::shared_ptr<const Work> work_;
  std::shared_ptr<Engine> engine_;
  unsigned threads_ = 1;
  unsigned at_once_ = 1;
  std::atomic<unsigned> left_over_{0};  // threads that the shares do not use
};

nb::list columns_of(CampaignCore& self) {
  nb::list list;
  for (const Column& column : self.get().work()->columns())
    list.append(nb::make_tuple(column.name, column.pointer, column.type));
  return list;
}

}  // namespace

void bind_campaigns(nb::module_& module) {
  nb::class_<CampaignCore>(module, "CampaignCore", nb::is_final(), "What superflip.campaign.Campaign is made of.")
      .def(nb::init<const std::string&, bool>(), "path"_a, "writes"_a)
      .def_static("create", &create, "path"_a, "spec"_a, "lines"_a.none())
      .def_prop_ro("spec", [](CampaignCore& self) { return self.get().spec().to_json(); })
      .def_prop_ro("tasks", [](CampaignCore& self) { return self.get().tasks(); })
      .def_prop_ro("columns", &columns_of, nb::sig("def columns(self) -> list[tuple[str, str, str]]"))
      .def(
          "begin_run",
          [](CampaignCore& self, const nb::dict& tables) {
            value_of(self.get().begin_run({.tables = pairs_of(tables)}));
          },
          nb::sig("def begin_run(self, tables: dict[str, str]) -> None"), "tables"_a)
      .def(
          "add_run",
          [](CampaignCore& self, const std::string& host, std::int64_t process, const std::string& program,
             const nb::dict& tables) {
            return value_of(self.get().add_run({program, host, process, pairs_of(tables)}));
          },
          nb::sig("def add_run(self, host: str, process: int, program: str, tables: dict[str, str]) -> int"), "host"_a,
          "process"_a, "program"_a, "tables"_a)
      .def("take", &take, nb::sig("def take(self, most: int) -> list[tuple[int, str]]"), "most"_a)
      .def(
          "make_checkpoint_folder",
          [](CampaignCore& self, const std::string& folder) { value_of(make_checkpoint_folder(self.get(), folder)); },
          "folder"_a)
      .def("commit", &commit, "outcomes"_a, "checkpoints"_a)
      .def("has_open_tasks", [](CampaignCore& self) { return value_of(self.get().has_open_tasks()); })
      .def("touch", [](CampaignCore& self) { value_of(self.get().touch()); })
      .def("release", [](CampaignCore& self) { value_of(self.get().release()); })
      .def("retry", [](CampaignCore& self) { return value_of(self.get().retry()); })
      .def("status",
           [](CampaignCore& self) {
             const Campaign& campaign = self.get();
             return to_json(value_of(campaign.status()), campaign).dump();
           })
      .def("page", &page, nb::sig("def page(self, start: int) -> tuple[list[str], int]"), "start"_a)
      .def("run", &run_here,
           nb::sig("def run(self, tables: object, optimal_table: str, memory: int, threads: int, most: int, "
                   "checkpoints: str, report: object) -> str"),
           "tables"_a, "optimal_table"_a, "memory"_a, "threads"_a, "most"_a, "checkpoints"_a, "report"_a.none())
      .def("verify", &verify_here,
           nb::sig("def verify(self, numerator: int, denominator: int, seed: int, tables: object, optimal_table: str, "
                   "memory: int, threads: int) -> str"),
           "numerator"_a, "denominator"_a, "seed"_a, "tables"_a, "optimal_table"_a, "memory"_a, "threads"_a);
  nb::class_<TaskExecutor>(module, "TaskExecutor", nb::is_final(),
                           "Executes tasks of a campaign without its database (superflip.cluster).")
      .def(nb::init<std::string_view, const nb::object&, nb::handle, nb::handle, nb::handle>(),
           nb::sig(
               "def __init__(self, spec: str, tables: object, optimal_table: str, memory: int, threads: int) -> None"),
           "spec"_a, "tables"_a, "optimal_table"_a, "memory"_a, "threads"_a)
      .def_prop_ro("at_once", &TaskExecutor::at_once)
      .def("prepare", &TaskExecutor::prepare, nb::sig("def prepare(self) -> dict[str, str]"))
      .def(
          "execute", &TaskExecutor::execute,
          nb::sig("def execute(self, number: int, task: str, checkpoints: str) -> tuple[float, str | None, str | None, "
                  "int]"),
          "number"_a, "task"_a, "checkpoints"_a);
  module.def(
      "campaign_kinds",
      [] {
        nb::dict kinds;
        for (const Kind& kind : campaign_kinds()) kinds[kind.name.c_str()] = kind.summary;
        return kinds;
      },
      nb::sig("def campaign_kinds() -> dict[str, str]"));
}

}  // namespace superflip::python
