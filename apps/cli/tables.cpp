// superflip tables: the table files of the cache folder.
//
// A NAME is a profile (all its files, of both metrics), a table of the optimal solver, or a file, with or without its
// ending. Profiles share files; what goes when one of them is removed is what no other profile needs that is wholly
// there. Nothing here must be run by hand: solvers make what they miss, and never use a file that is damaged.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "apps/cli/optimal_tables.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/solver/optimal/unfinished.h"

namespace superflip::cli {

namespace {

constexpr std::array kProfiles{Profile::compact, Profile::standard, Profile::large};
constexpr std::array kMetrics{Metric::htm, Metric::qtm};

struct Options {
  std::vector<std::string> names;
  Metric metric = Metric::htm;
  bool all = false;
  bool json = false;
  unsigned threads = hardware_threads();
};

const char* name(TableState state) {
  switch (state) {
    case TableState::good:
      return "good";
    case TableState::unchecked:
      return "unchecked";
    case TableState::damaged:
      return "damaged";
    case TableState::foreign:
      return "foreign";
  }
  return "";
}

std::string file_name(const TableInfo& info) { return info.path.filename().string(); }

std::chrono::seconds age_of(const TableInfo& info) {
  return std::chrono::duration_cast<std::chrono::seconds>(std::filesystem::file_time_type::clock::now() - info.written);
}

std::string human_age(std::chrono::seconds age) {
  const auto s = std::max<std::chrono::seconds::rep>(age.count(), 0);
  if (s < 120) return fmt::format("{} s", s);
  if (s < 2 * 3600) return fmt::format("{} min", s / 60);
  if (s < 2 * 86400) return fmt::format("{} h", s / 3600);
  return fmt::format("{} days", s / 86400);
}

void print_json(const std::vector<TableInfo>& infos) {
  Json json = Json::array();
  for (const TableInfo& info : infos) {
    Json entry;
    entry["name"] = info.identity.name;
    entry["file"] = info.path.string();
    entry["version"] = info.identity.version;
    entry["parameters"] = info.identity.parameters;
    entry["bytes"] = info.file_bytes;
    entry["age_seconds"] = age_of(info).count();
    entry["state"] = name(info.state);
    if (!info.remark.empty()) entry["remark"] = info.remark;
    json.push_back(std::move(entry));
  }
  print(json.dump(2) + "\n");
}

void print_table(const std::vector<TableInfo>& infos) {
  std::size_t width = 4;
  for (const TableInfo& info : infos) width = std::max(width, file_name(info).size());
  print(fmt::format("{:<{}}  {:>9}  {:>8}  {}\n", "NAME", width, "SIZE", "AGE", "STATE"));
  for (const TableInfo& info : infos)
    print(fmt::format("{:<{}}  {:>9}  {:>8}  {}{}\n", file_name(info), width, human_bytes(info.file_bytes),
                      human_age(age_of(info)), name(info.state), info.remark.empty() ? "" : ": " + info.remark));
}

// The name of a table from that of its file, or itself.
std::string table_name(const std::string& text) {
  constexpr std::string_view kEnding = ".table";
  return text.ends_with(kEnding) ? text.substr(0, text.size() - kEnding.size()) : text;
}

std::set<std::string> names_of(Profile profile, Metric metric) {
  std::set<std::string> names;
  for (const TableIdentity& file : TwoPhaseTables::files(profile, metric)) names.insert(file.name);
  return names;
}

// The files in the folder that the names stand for, or nothing after saying which name is unknown. A file is known by
// its own name: what is in a damaged one does not count.
std::optional<std::vector<TableInfo>> select(const TableStore& store, const std::vector<std::string>& names) {
  std::vector<TableInfo> infos = store.list();
  if (names.empty()) return infos;
  std::set<std::string> wanted;
  for (const std::string& text : names) {
    if (const auto profile = parse_profile(text)) {
      for (const Metric metric : kMetrics) wanted.merge(names_of(*profile, metric));
      continue;
    }
    const std::string name = table_name(text);
    const std::set<std::string> files{name, name + "-near", name + "-unfinished"};
    wanted.insert(files.begin(), files.end());
    if (std::none_of(infos.begin(), infos.end(),
                     [&](const TableInfo& info) { return files.contains(table_name(file_name(info))); })) {
      say(fmt::format("there is no table '{}' in {}; see superflip tables list", printable(text),
                      store.folder().string()));
      return std::nullopt;
    }
  }
  std::erase_if(infos, [&](const TableInfo& info) { return !wanted.contains(table_name(file_name(info))); });
  return infos;
}

ExitCode list(const TableStore& store, const Options& options) {
  const auto infos = select(store, options.names);
  if (!infos) return kBadInput;
  if (options.json) {
    print_json(*infos);
  } else if (infos->empty()) {
    say(fmt::format("no tables in {}; superflip tables build makes them, as does the first solve",
                    store.folder().string()));
  } else {
    print_table(*infos);
    std::size_t bytes = 0;
    for (const TableInfo& info : *infos) bytes += info.file_bytes;
    flush();
    tell(fmt::format("{} in {}", human_bytes(bytes), store.folder().string()));
  }
  return kOk;
}

// The profile of which the table is a file, the smallest if there are several.
std::optional<SolverOptions> owner_of(const std::string& table) {
  for (const Profile profile : kProfiles)
    for (const Metric metric : kMetrics)
      if (names_of(profile, metric).contains(table)) return SolverOptions{profile, metric};
  return std::nullopt;
}

ExitCode build_profile(const TableStore& store, const SolverOptions& which) {
  const auto files = TwoPhaseTables::files(which.profile, which.metric);
  const auto begin = Clock::now();
  const auto tables = open_tables(which);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const auto missing =
      std::count_if(files.begin(), files.end(), [&](const TableIdentity& file) { return !store.load(file); });
  if (missing > 0) {
    say(fmt::format("{} of the {} files of {} ({}) could not be saved in {}", missing, files.size(),
                    superflip::name(which.profile), cli::name(which.metric), store.folder().string()));
    return kSystemFailed;
  }
  tell(fmt::format("{} ({}): {}, {} in {:.1f} s", superflip::name(which.profile), cli::name(which.metric),
                   human_bytes(tables->bytes()), files.empty() ? "needs no files: made at every start" : "ready",
                   seconds));
  return kOk;
}

ExitCode build_optimal(const TableStore& store, const optimal::Shape& shape, unsigned threads) {
  const auto begin = Clock::now();
  const auto is_saved = [&] { return store.load(OptimalTable::file(shape)) && store.load(optimal::Near::file(shape)); };
  if (!is_saved()) {
    if (choose_table({&shape, 0}, shape.metric) == nullptr) return kSystemFailed;
    std::error_code error;
    std::filesystem::create_directories(store.folder(), error);
    // What is kept of an unfinished one goes before the whole is saved.
    const std::uint64_t needed = store.load(OptimalTable::file(shape))       ? optimal::Near::file(shape).bytes
                                 : optimal::Unfinished::exists(store, shape) ? 0
                                                                             : shape.bytes();
    if (const auto disk = std::filesystem::space(store.folder(), error); !error && disk.available < needed) {
      say(fmt::format(
          "the table {} takes {} on the disk, and {} has {} left: make room there, or set SUPERFLIP_CACHE to "
          "another folder",
          shape.name, human_bytes(needed), store.folder().string(), human_bytes(disk.available)));
      return kSystemFailed;
    }
    if (!open_optimal_table(shape, threads)) return kInterrupted;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!is_saved()) {
    say(fmt::format("the table {} could not be saved in {}", shape.name, store.folder().string()));
    return kSystemFailed;
  }
  tell(fmt::format("{}: {}, ready in {:.1f} s", shape.name, human_bytes(shape.bytes()), seconds));
  return kOk;
}

ExitCode build(const TableStore& store, const Options& options) {
  std::vector<std::variant<SolverOptions, const optimal::Shape*>> wanted;
  const std::vector<std::string> standard{"standard"};
  for (const std::string& text : options.names.empty() ? standard : options.names) {
    if (const auto profile = parse_profile(text)) {
      wanted.emplace_back(SolverOptions{*profile, options.metric});
    } else if (const auto* const shape = optimal::find_shape(table_name(text))) {
      wanted.emplace_back(options.metric == Metric::qtm ? optimal::in_metric(*shape, options.metric) : shape);
    } else if (const auto owner = owner_of(table_name(text))) {
      wanted.emplace_back(*owner);
    } else {
      say(
          fmt::format("there is no table '{}'; the profiles are compact, standard and large, and the optimal solver's "
                      "tables {}",
                      printable(text), shape_names()));
      return kBadInput;
    }
  }
  ExitCode code = kOk;
  for (const auto& which : wanted) {
    const auto* const shape = std::get_if<const optimal::Shape*>(&which);
    code = std::max(code, shape != nullptr ? build_optimal(store, **shape, options.threads)
                                           : build_profile(store, std::get<SolverOptions>(which)));
    if (code == kInterrupted) break;
  }
  return code;
}

ExitCode verify(const TableStore& store, const Options& options) {
  auto infos = select(store, options.names);
  if (!infos) return kBadInput;
  {
    ProgressBar bar;
    const Progress progress = bar.callback();
    for (std::size_t i = 0; i < infos->size(); ++i) {
      if (progress) progress(file_name((*infos)[i]), static_cast<double>(i) / static_cast<double>(infos->size()));
      (*infos)[i] = store.verify((*infos)[i].path);
    }
  }
  if (options.json)
    print_json(*infos);
  else if (infos->empty())
    say(fmt::format("no tables in {}", store.folder().string()));
  else
    print_table(*infos);
  const bool good =
      std::all_of(infos->begin(), infos->end(), [](const TableInfo& i) { return i.state == TableState::good; });
  if (!good) say("what is not good is never used and is made again when it is needed");
  return good ? kOk : kSystemFailed;
}

// What of the files is to stay, with the profiles that need it: those that were not named and are wholly there. Where
// two profiles are the same files (in quarter turns), they are those of the smaller one, or neither could be removed.
// What was named itself goes in any case.
std::map<std::string, std::set<std::string>> still_needed(const TableStore& store,
                                                          const std::vector<std::string>& named) {
  const auto is_named = [&](std::string_view text) {
    return std::any_of(named.begin(), named.end(), [&](const std::string& n) { return table_name(n) == text; });
  };
  std::set<std::string> there;
  for (const TableInfo& info : store.list()) there.insert(table_name(file_name(info)));
  std::map<std::string, std::set<std::string>> needed;
  std::set<std::set<std::string>> seen;
  for (const Profile profile : kProfiles)
    for (const Metric metric : kMetrics) {
      const std::set<std::string> files = names_of(profile, metric);
      const bool smallest = seen.insert(files).second;
      if (!smallest || is_named(superflip::name(profile)) ||
          !std::includes(there.begin(), there.end(), files.begin(), files.end()))
        continue;
      for (const std::string& file : files)
        if (!is_named(file)) needed[file].insert(std::string(superflip::name(profile)));
    }
  return needed;
}

ExitCode remove(const TableStore& store, const Options& options) {
  if (options.names.empty() && !options.all) {
    say("which tables? Name profiles or files, or give --all");
    return kBadInput;
  }
  const auto infos = select(store, options.names);
  if (!infos) return kBadInput;
  const auto needed =
      options.names.empty() ? std::map<std::string, std::set<std::string>>{} : still_needed(store, options.names);
  ExitCode code = kOk;
  std::size_t files = 0;
  std::size_t bytes = 0;
  for (const TableInfo& info : *infos) {
    if (const auto needs = needed.find(table_name(file_name(info))); needs != needed.end()) {
      tell(fmt::format("kept {}: {} needs it", file_name(info), fmt::join(needs->second, " and ")));
    } else if (const auto removed = store.remove(info.path)) {
      ++files;
      bytes += info.file_bytes;
    } else {
      say(removed.error().message);
      code = kSystemFailed;
    }
  }
  tell(fmt::format("removed {} of {} files, {}", files, infos->size(), human_bytes(bytes)));
  return code;
}

Run add(Arguments& arguments) {
  struct Task {
    const char* name;
    const char* summary;
    ExitCode (*run)(const TableStore&, const Options&);
  };
  static constexpr std::array kTasks{Task{"list", "Names, sizes, ages and states of the files (default)", list},
                                     Task{"build", "Make what is missing; default: the profile standard", build},
                                     Task{"verify", "Read every byte and compare checksums; default: all", verify},
                                     Task{"remove", "Delete files that no other profile needs", remove}};
  auto options = std::make_shared<Options>();
  arguments.add_flag("--json", options->json, "The list as JSON.");
  arguments.require_at_most_one_command();
  std::vector<std::pair<Arguments, const Task*>> commands;
  for (const Task& task : kTasks) {
    Arguments command = arguments.add_command(task.name, task.summary);
    command
        .add_option("NAME", options->names,
                    "A profile (compact, standard, large), a table of the optimal solver\n(optimal-282), or a file as "
                    "list shows it.")
        .option_text("...");
    if (task.run == list || task.run == verify) command.add_flag("--json", options->json, "The list as JSON.");
    if (task.run == build) {
      add_metric(command, options->metric);
      add_number(command, "--threads", options->threads, 1, 1024,
                 "For the tables of the optimal solver. Default: all cores.");
      command.footer(fmt::format(
          "What tables of the optimal solver take of memory and of the disk, and about how long it takes this\n"
          "machine to make one, with all its cores; in quarter turns (--metric qtm) the time is another.\n"
          "\n"
          "  NAME             SIZE        TIME   IN QUARTERS\n"
          "{}"
          "\n"
          "optimal-1409 takes three times its size of memory while it is made. What Ctrl-C ends after more than\n"
          "twenty seconds is kept (as NAME-unfinished, of the same size) where the disk has room for it and the\n"
          "table, and so is every few minutes what is made; the next run goes on there. Besides each table lie\n"
          "its near entries (NAME-near, 2 or 17 MB). remove NAME removes all of them.\n"
          "\n"
          "Examples:\n"
          "  superflip tables build large optimal-282\n"
          "  superflip tables build optimal-2818 --metric qtm --threads 1",
          shape_costs()));
    }
    if (task.run == remove) command.add_flag("--all", options->all, "All of them.");
    commands.emplace_back(command, &task);
  }
  arguments.footer(
      "Tables make solving fast. They are made by the first command that needs them, and kept in $SUPERFLIP_CACHE,\n"
      "else $XDG_CACHE_HOME/superflip, else ~/.cache/superflip. A file that is damaged is never used.\n"
      "States: good (every byte was checked), unchecked (not read since it was last changed), damaged,\n"
      "foreign (not a table of this version).\n"
      "\n"
      "Profiles share files. remove PROFILE keeps what another profile needs that is wholly there; remove FILE\n"
      "and remove --all keep nothing. build FILE makes all files of its profile. What cannot be saved is an\n"
      "error of build (exit code 3).\n"
      "\n"
      "The optimal solver's tables (optimal-47 ... optimal-5636) are named by their megabytes, in memory and on disk;\n"
      "while one is made it takes little more memory than that. build --help tells how long each takes.\n"
      "\n"
      "Examples:\n"
      "  superflip tables\n"
      "  superflip tables build large optimal-282\n"
      "  superflip tables verify\n"
      "  superflip tables remove large");
  return [options, commands] {
    const auto store = find_store();
    if (!store) {
      say(store.error().message);
      return kSystemFailed;
    }
    for (const auto& [command, task] : commands)
      if (command.given()) return task->run(*store, *options);
    return list(*store, *options);
  };
}

const Registration registered{{60, "tables", "The table files: list, build, verify, remove", add}};

}  // namespace

}  // namespace superflip::cli
