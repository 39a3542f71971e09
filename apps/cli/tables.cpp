// superflip tables: the table files of the cache folder.
//
// A NAME is a profile (all its files, of both metrics), coset-stm, a table of the optimal solver, goals (all tables
// that were made for masks and incomplete cubes), or a file, with or without its extension. Profiles and coset-stm
// share files: removing one of them removes only the files that no other complete one needs. None of these commands is
// required: solvers make the tables that are missing, and never use a damaged file.
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

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> names;
  Metric metric = Metric::htm;
  bool all = false;
  bool json = false;
  unsigned threads = 0;
};

// The name suffix of a checkpoint file, which holds the part of a table that is made so far.
constexpr std::string_view kUnfinished = "-unfinished";

// The name of all tables that were made for goals (kGoalTables).
constexpr std::string_view kGoals = "goals";

const char* state_of(const TableInfo& info) {
  switch (info.state) {
    case TableState::good:
      return info.identity.name.ends_with(kUnfinished) ? "unfinished" : "good";
    case TableState::unchecked:
      return "unchecked";
    case TableState::damaged:
      return "damaged";
    case TableState::foreign:
      return "foreign";
    case TableState::remains:
      return "remains";
  }
  return "";
}

std::string file_name(const TableInfo& info) { return info.path.filename().string(); }
std::string shown(const std::filesystem::path& path) { return text::escaped(path.string(), 4096); }

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

Json json_of(const std::vector<TableInfo>& infos) {
  Json tables = Json::array();
  for (const TableInfo& info : infos) {
    Json entry;
    entry["name"] = info.identity.name;
    entry["file"] = info.path.string();
    entry["version"] = info.identity.version;
    entry["parameters"] = info.identity.parameters;
    entry["bytes"] = info.file_bytes;
    entry["age_seconds"] = age_of(info).count();
    entry["state"] = state_of(info);
    if (!info.remark.empty()) entry["remark"] = info.remark;
    tables.push_back(std::move(entry));
  }
  return {{"tables", tables}};
}

void print_table(const std::vector<TableInfo>& infos) {
  std::size_t width = 4;
  for (const TableInfo& info : infos) width = std::max(width, shown(info.path.filename()).size());
  print(fmt::format("{:<{}}  {:>9}  {:>8}  {}\n", "NAME", width, "SIZE", "AGE", "STATE"));
  for (const TableInfo& info : infos)
    print(fmt::format("{:<{}}  {:>9}  {:>8}  {}{}\n", shown(info.path.filename()), width, human_bytes(info.file_bytes),
                      human_age(age_of(info)), state_of(info), info.remark.empty() ? "" : ": " + info.remark));
}

// The name of a table from the name of its file; any other text is returned unchanged.
std::string table_name(const std::string& text) {
  constexpr std::string_view kEnding = ".table";
  return text.ends_with(kEnding) ? text.substr(0, text.size() - kEnding.size()) : text;
}

std::set<std::string> names_of(const TableSet& set) {
  std::set<std::string> names;
  for (const TableIdentity& file : set.files) names.insert(file.name);
  return names;
}

// The table sets with that name, in all metrics.
std::vector<const TableSet*> sets_of(std::string_view name) {
  std::vector<const TableSet*> sets;
  for (const TableSet& set : table_sets())
    if (set.name == name) sets.push_back(&set);
  return sets;
}

// The files in the folder that the names stand for; an error when a name is unknown or the folder cannot be read. A
// file is identified by its own name, because the contents of a damaged one cannot be trusted.
Expected<std::vector<TableInfo>> select(const TableStore& store, const std::vector<std::string>& names) {
  Expected<std::vector<TableInfo>> infos = store.list();
  if (!infos || names.empty()) return infos;
  std::set<std::string> wanted;
  for (const std::string& text : names) {
    if (const auto sets = sets_of(text); !sets.empty() && !is_optimal(*sets.front())) {
      for (const TableSet* set : sets) wanted.merge(names_of(*set));
      continue;
    }
    if (text == kGoals) {
      for (const TableInfo& info : *infos)
        if (file_name(info).starts_with(kGoalTables)) wanted.insert(table_name(file_name(info)));
      continue;
    }
    const std::string name = table_name(text);
    const std::set<std::string> files{name, name + "-near", name + std::string(kUnfinished)};
    wanted.insert(files.begin(), files.end());
    if (std::none_of(infos->begin(), infos->end(),
                     [&](const TableInfo& info) { return files.contains(table_name(file_name(info))); }))
      return fail(ErrorKind::bad_option, fmt::format("there is no table '{}' in {}; see superflip tables list",
                                                     printable(text), shown(store.folder())));
  }
  std::erase_if(*infos, [&](const TableInfo& info) { return !wanted.contains(table_name(file_name(info))); });
  return infos;
}

// Reports what select() could not do.
ExitCode failed(const Error& error) {
  say(error.message);
  return error.kind == ErrorKind::bad_option ? kBadInput : kSystemFailed;
}

ExitCode list(const TableStore& store, const Options& options) {
  const auto infos = select(store, options.names);
  if (!infos) return failed(infos.error());
  if (options.json) {
    print_json(json_of(*infos));
  } else if (infos->empty() && !options.names.empty()) {
    say(fmt::format("no such tables in {}", shown(store.folder())));
  } else if (infos->empty()) {
    say(fmt::format("no tables in {}; superflip tables build makes them, and so does the first solve",
                    shown(store.folder())));
  } else {
    print_table(*infos);
    std::size_t bytes = 0;
    for (const TableInfo& info : *infos) bytes += info.file_bytes;
    flush();
    tell(fmt::format("{} in {}", human_bytes(bytes), shown(store.folder())));
  }
  return kOk;
}

// The set to which the table belongs, the smallest if there are several.
const TableSet* owner_of(const std::string& table) {
  for (const TableSet& set : table_sets())
    if (names_of(set).contains(table)) return &set;
  return nullptr;
}

// "standard (htm)", "optimal-282-qtm".
std::string title(const TableSet& set) {
  return set.profile ? fmt::format("{} ({})", set.name, name(set.metric)) : set.name;
}

// Whether there is room to make the set; reports what is missing.
bool has_room(const TableStore& store, const TableSet& set) {
  if (set.profile) return true;
  std::error_code error;
  std::filesystem::create_directories(store.folder(), error);
  const auto disk = std::filesystem::space(store.folder(), error);
  const bool is_begun = std::filesystem::exists(store.folder() / (set.name + std::string(kUnfinished) + ".table"));
  if (!error && !is_begun && disk.available < set.bytes) {
    say(
        fmt::format("the table {} takes {} on the disk, and {} has {} left: free some space there, or set "
                    "SUPERFLIP_CACHE to another folder",
                    set.name, human_bytes(set.bytes), shown(store.folder()), human_bytes(disk.available)));
    return false;
  }
  if (set.bytes_to_make > available_memory()) {
    say(
        fmt::format("the table {} needs {} of memory while it is made, and {} is available: choose a smaller table, or "
                    "free some memory",
                    set.name, human_bytes(set.bytes_to_make), human_bytes(available_memory())));
    return false;
  }
  return true;
}

// Announces what will be made and how long it takes, for logs. For the optimal solver's tables the engine prints this.
void announce(const TableSet& set, unsigned threads) {
  if (is_optimal(set) || is_terminal(stderr)) return;
  const double seconds = seconds_to_make(set, threads != 0 ? threads : hardware_threads());
  tell(fmt::format("{}: making tables of {}; this takes about {}", title(set), human_bytes(set.bytes),
                   human_duration(seconds)));
}

ExitCode build_set(Engine& engine, const TableStore& store, const TableSet& set, unsigned threads) {
  const auto begin = Clock::now();
  const bool is_saved =
      std::all_of(set.files.begin(), set.files.end(), [&](const TableIdentity& file) { return store.has(file); });
  if (!is_saved) {
    if (!has_room(store, set)) return kSystemFailed;
    announce(set, threads);
  }
  ProgressBar bar;
  ProgressLines lines(title(set));
  const auto made = engine.make(set, {.threads = threads, .stop = &interrupted()}, [&](const Event& event) {
    bar.show(event);
    if (event.kind == Event::Kind::table) lines.show(event.step, event.done);
    return true;
  });
  bar.wipe();
  if (!made) {
    const bool is_stopped = made.error().kind == ErrorKind::stopped;
    if (!is_optimal(set) || !is_stopped)
      say(fmt::format("{}{}: {}", is_stopped ? "interrupted: " : "", title(set), made.error().message));
    return exit_code(made.error());
  }
  tell(fmt::format("{}: {}, {} in {:.1f} s", title(set), human_bytes(set.bytes),
                   set.files.empty() ? "made in memory at every start, without files," : "ready",
                   in_seconds(Clock::now() - begin)));
  return kOk;
}

ExitCode build(const TableStore& store, const Options& options) {
  std::vector<const TableSet*> wanted;
  const std::vector<std::string> standard{"standard"};
  for (const std::string& text : options.names.empty() ? standard : options.names) {
    if (const auto set = find_table_set(table_name(text), options.metric)) {
      wanted.push_back(*set);
    } else if (const TableSet* const owner = owner_of(table_name(text))) {
      wanted.push_back(owner);
    } else {
      say(printable(set.error().message, 1000));
      return kBadInput;
    }
  }
  catch_interrupts();
  Engine engine(engine_options({.threads = options.threads}));
  ExitCode code = kOk;
  for (const TableSet* set : wanted) {
    code = std::max(code, build_set(engine, store, *set, options.threads));
    if (code == kInterrupted) break;
  }
  return code;
}

std::string in_capitals(std::string_view text) {
  std::string capitals;
  for (const char c : text) capitals += text::to_upper(c);
  return capitals;
}

// A heading, and a line for each optimal table: its size, and the time to make it on all cores of this machine.
std::string costs() {
  std::string lines = "  NAME             SIZE";
  for (const std::string_view metric : kMetricNames.names) lines += fmt::format("  {:>11}", in_capitals(metric));
  lines += '\n';
  for (const TableSet& set : table_sets()) {
    if (!is_optimal(set) || set.metric != Metric::htm) continue;
    lines += fmt::format("  {:<13} {:>7}", set.name, human_bytes(set.bytes));
    for (const Metric metric : kMetricNames.values()) {
      const auto found = find_table_set(set.name, metric);
      lines += fmt::format("  {:>11}", found ? human_duration(seconds_to_make(**found, hardware_threads())) : "");
    }
    lines += '\n';
  }
  return lines;
}

ExitCode verify(const TableStore& store, const Options& options) {
  auto infos = select(store, options.names);
  if (!infos) return failed(infos.error());
  std::erase_if(*infos, [](const TableInfo& info) { return info.state == TableState::remains; });
  {
    ProgressBar bar;
    const Progress progress = bar.callback();
    for (std::size_t i = 0; i < infos->size(); ++i) {
      if (progress)
        progress(shown((*infos)[i].path.filename()), static_cast<double>(i) / static_cast<double>(infos->size()));
      (*infos)[i] = store.verify((*infos)[i].path);
    }
  }
  if (options.json)
    print_json(json_of(*infos));
  else if (infos->empty())
    say(fmt::format("no tables in {}", shown(store.folder())));
  else
    print_table(*infos);
  const bool good =
      std::all_of(infos->begin(), infos->end(), [](const TableInfo& i) { return i.state == TableState::good; });
  if (!good) say("a damaged or foreign table is never used; it is made again when it is needed");
  return good ? kOk : kSystemFailed;
}

// The files to keep, with the sets that need them: profiles and coset-stm, if they were not named and are complete. If
// two profiles consist of the same files (in quarter turns), only the smaller one counts; otherwise neither could ever
// be removed. Files that were named explicitly are removed in any case.
std::map<std::string, std::set<std::string>> still_needed(const TableStore& store,
                                                          const std::vector<std::string>& named) {
  const auto is_named = [&](std::string_view text) {
    return std::any_of(named.begin(), named.end(), [&](const std::string& n) { return table_name(n) == text; });
  };
  std::set<std::string> there;
  const auto infos = store.list();
  for (const TableInfo& info : infos ? *infos : std::vector<TableInfo>{}) there.insert(table_name(file_name(info)));
  std::map<std::string, std::set<std::string>> needed;
  std::set<std::set<std::string>> seen;
  for (const TableSet& set : table_sets()) {
    if (is_optimal(set)) continue;
    const std::set<std::string> files = names_of(set);
    const bool is_smallest = seen.insert(files).second;
    if (!is_smallest || is_named(set.name) || !std::includes(there.begin(), there.end(), files.begin(), files.end()))
      continue;
    for (const std::string& file : files)
      if (!is_named(file)) needed[file].insert(set.name);
  }
  return needed;
}

ExitCode remove(const TableStore& store, const Options& options) {
  if (options.names.empty() && !options.all) {
    say("no table is named: name profiles, tables or files, or give --all");
    return kBadInput;
  }
  if (!options.names.empty() && options.all) {
    say("--all and names of tables cannot be given together");
    return kBadInput;
  }
  const auto infos = select(store, options.names);
  if (!infos) return failed(infos.error());
  const auto needed =
      options.names.empty() ? std::map<std::string, std::set<std::string>>{} : still_needed(store, options.names);
  ExitCode code = kOk;
  std::size_t files = 0;
  std::size_t bytes = 0;
  for (const TableInfo& info : *infos) {
    if (const auto needs = needed.find(table_name(file_name(info))); needs != needed.end()) {
      tell(fmt::format("kept {}: {} needs it", shown(info.path.filename()), fmt::join(needs->second, " and ")));
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

std::string build_footer() {
  const TableSet& cosets = *find_table_set("coset-stm").value();
  return fmt::format(
      R"(The tables of the optimal solver, with their size in memory and on the disk, and the time that it takes this
machine to make each, with all its cores, for each --metric:

{}
While it is made, optimal-1409 takes three times its size in memory; the others take little more than their
size. Unfinished work is saved as NAME-unfinished every few minutes, and at Ctrl-C if more than twenty seconds
of work would be lost; the next run continues from there. That file is as large as the table (for optimal-1409
twice as large), and the disk must have room for both. Each table also has a file NAME-near of 2 or 17 MB.
superflip tables remove NAME removes all these files.

Cosets in stm need coset-stm, {} on the disk, and {} of memory while it is made; those in htm and qtm need
standard or large.

If NAME is a file of a profile, all files of that profile are made. If a table cannot be saved, the exit code
is 3.

Examples:
  superflip tables build large optimal-282
  superflip tables build optimal-2818 --metric qtm --threads 1)",
      costs(), human_bytes(cosets.bytes), human_bytes(cosets.bytes_to_make));
}

constexpr const char* kFooter =
    R"(Tables make solving fast. The first command that needs a table makes it and keeps it in $SUPERFLIP_CACHE, else
in $XDG_CACHE_HOME/superflip, else in ~/.cache/superflip. A damaged file is never used. A folder or file is not
used either if it belongs to a user other than you or root, or if everybody may write to it.

States of a file:
  good        every byte was checked since the file was last changed
  unchecked   the header is right; the rest was not read since the file was last changed
  damaged     it is made again when it is needed
  foreign     not a table of this version, or a file of another user
  unfinished  the finished part of a table; the next build continues from there
  remains     left by a program that was killed; remove --all deletes it

The tables of the optimal solver (optimal-47 ... optimal-5636) are named by their megabytes, in memory and on
the disk. superflip tables build --help says how long it takes to make each.

goals are the large tables that a far cube needs for a mask (--only) or an incomplete cube: files goal-....
At most 1 GB of them is kept; the oldest are removed.

Examples:
  superflip tables
  superflip tables build large optimal-282
  superflip tables verify
  superflip tables list goals
  superflip tables remove large)";

constexpr const char* kRemoveFooter =
    R"(Profiles and coset-stm share files. When you remove one, the files that another complete one needs are kept;
a named file is always removed, and --all removes everything. Removed tables are made again when a command
needs them.

Examples:
  superflip tables remove large
  superflip tables remove --all)";

struct Action {
  const char* name;
  const char* summary;
  ExitCode (*run)(const TableStore&, const Options&);
};

constexpr std::array kActions{Action{"list", "List the files: names, sizes, ages and states (default)", list},
                              Action{"build", "Make the tables that are missing; default: those of standard", build},
                              Action{"verify", "Read every byte and compare checksums; default: of all files", verify},
                              Action{"remove", "Delete files", remove}};

void add_options(Arguments& command, const Action& action, Options& options) {
  constexpr const char* kJson = "A line of JSON instead of the table.";
  command
      .add_option("NAME", options.names,
                  fmt::format("A profile (compact, standard, large), a table of the optimal solver\n(optimal-282), "
                              "coset-stm, {}or a file as superflip tables list shows it.",
                              action.run == build ? "" : "goals, "))
      .option_text("...");
  if (action.run == list || action.run == verify) command.add_flag("--json", options.json, kJson);
  if (action.run == build) {
    add_metric(command, options.metric);
    add_number(command, "--threads", options.threads, 1, 1024, "How many threads work. Default: all cores.");
    command.footer(build_footer);
  }
  if (action.run == remove) {
    command.add_flag("--all", options.all, "Delete all files.");
    command.footer(kRemoveFooter);
  }
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments.add_flag("--json", options->json, "The list as a line of JSON.");
  arguments.require_at_most_one_command();
  std::vector<std::pair<Arguments, const Action*>> commands;
  for (const Action& action : kActions) {
    Arguments command = arguments.add_command(action.name, action.summary);
    add_options(command, action, *options);
    commands.emplace_back(command, &action);
  }
  arguments.footer(kFooter);
  return [options, commands] {
    const auto store = find_store();
    if (!store) {
      say(store.error().message);
      return kSystemFailed;
    }
    for (const auto& [command, action] : commands)
      if (command.given()) return action->run(*store, *options);
    return list(*store, *options);
  };
}

const Registration registered{{60, "tables", "The table files: list, build, verify, remove", add}};

}  // namespace

}  // namespace superflip::cli
