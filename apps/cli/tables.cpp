// superflip tables: the table files of the cache folder.
//
// A NAME is a profile (all its files) or a file. Nothing here must be run by hand: solvers make what they miss, and
// never use a file that is damaged.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kProfiles{Profile::compact, Profile::standard, Profile::large};
constexpr std::array kMetrics{Metric::htm, Metric::qtm};

struct Options {
  std::vector<std::string> names;
  Metric metric = Metric::htm;
  bool all = false;
  bool json = false;
};

std::optional<TableStore> open_store() {
  auto folder = TableStore::default_folder();
  if (!folder) {
    say(folder.error().message);
    return std::nullopt;
  }
  return TableStore(*folder, [](const std::string& warning) { say(warning); });
}

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
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_table(const std::vector<TableInfo>& infos) {
  std::size_t width = 4;
  for (const TableInfo& info : infos) width = std::max(width, file_name(info).size());
  print(fmt::format("{:<{}}  {:>9}  {:>8}  {}\n", "NAME", width, "SIZE", "AGE", "STATE"));
  for (const TableInfo& info : infos)
    print(fmt::format("{:<{}}  {:>9}  {:>8}  {}{}\n", file_name(info), width, human_bytes(info.file_bytes),
                      human_age(age_of(info)), name(info.state), info.remark.empty() ? "" : ": " + info.remark));
}

// The files in the folder that the names stand for, or nothing after saying which name is unknown.
std::optional<std::vector<TableInfo>> select(const TableStore& store, const std::vector<std::string>& names) {
  std::vector<TableInfo> infos = store.list();
  if (names.empty()) return infos;
  std::set<std::string> wanted;  // names of files
  for (const std::string& text : names) {
    if (const auto profile = parse_profile(text)) {
      for (const Metric metric : kMetrics)
        for (const TableIdentity& file : TwoPhaseTables::files(*profile, metric)) wanted.insert(file.name);
      continue;
    }
    const auto found = std::find_if(infos.begin(), infos.end(), [&](const TableInfo& info) {
      return info.identity.name == text || file_name(info) == text;
    });
    if (found == infos.end()) {
      say(fmt::format("there is no table '{}' in {}; see superflip tables list", printable(text),
                      store.folder().string()));
      return std::nullopt;
    }
    wanted.insert(file_name(*found));
  }
  infos.erase(std::remove_if(infos.begin(), infos.end(),
                             [&](const TableInfo& info) {
                               return !wanted.contains(info.identity.name) && !wanted.contains(file_name(info));
                             }),
              infos.end());
  return infos;
}

ExitCode list(const Options& options) {
  const auto store = open_store();
  if (!store) return kSystemFailed;
  const auto infos = select(*store, options.names);
  if (!infos) return kBadInput;
  if (options.json) {
    print_json(*infos);
  } else if (infos->empty()) {
    say(fmt::format("no tables in {}; superflip tables build makes them, as does the first solve",
                    store->folder().string()));
  } else {
    print_table(*infos);
    std::size_t bytes = 0;
    for (const TableInfo& info : *infos) bytes += info.file_bytes;
    flush();
    tell(fmt::format("{} in {}", human_bytes(bytes), store->folder().string()));
  }
  return kOk;
}

ExitCode build(const Options& options) {
  std::vector<SolverOptions> wanted;
  const std::vector<std::string> standard{"standard"};
  for (const std::string& text : options.names.empty() ? standard : options.names) {
    if (const auto profile = parse_profile(text)) {
      wanted.push_back({*profile, options.metric});
      continue;
    }
    std::optional<SolverOptions> owner;
    for (const Profile profile : kProfiles)
      for (const Metric metric : kMetrics)
        for (const TableIdentity& file : TwoPhaseTables::files(profile, metric))
          if (!owner && file.name == text) owner = SolverOptions{profile, metric};
    if (!owner) {
      say(fmt::format("there is no table '{}'; the profiles are compact, standard and large", printable(text)));
      return kBadInput;
    }
    wanted.push_back(*owner);
  }
  for (const SolverOptions& which : wanted) {
    const auto begin = Clock::now();
    const auto tables = open_tables(which);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const bool files = !TwoPhaseTables::files(which.profile, which.metric).empty();
    tell(fmt::format("{} ({}): {}, {} in {:.1f} s", superflip::name(which.profile), cli::name(which.metric),
                     human_bytes(tables->bytes()), files ? "ready" : "needs no files: made at every start", seconds));
  }
  return kOk;
}

ExitCode verify(const Options& options) {
  const auto store = open_store();
  if (!store) return kSystemFailed;
  auto infos = select(*store, options.names);
  if (!infos) return kBadInput;
  {
    ProgressBar bar;
    const Progress progress = bar.callback();
    for (std::size_t i = 0; i < infos->size(); ++i) {
      if (progress) progress(file_name((*infos)[i]), static_cast<double>(i) / static_cast<double>(infos->size()));
      (*infos)[i] = store->verify((*infos)[i].path);
    }
  }
  if (options.json)
    print_json(*infos);
  else if (infos->empty())
    say(fmt::format("no tables in {}", store->folder().string()));
  else
    print_table(*infos);
  const bool good =
      std::all_of(infos->begin(), infos->end(), [](const TableInfo& i) { return i.state == TableState::good; });
  if (!good) say("what is not good is never used and is made again when it is needed");
  return good ? kOk : kSystemFailed;
}

ExitCode remove(const Options& options) {
  if (options.names.empty() && !options.all) {
    say("which tables? Name profiles or files, or give --all");
    return kBadInput;
  }
  const auto store = open_store();
  if (!store) return kSystemFailed;
  const auto infos = select(*store, options.names);
  if (!infos) return kBadInput;
  ExitCode code = kOk;
  std::size_t bytes = 0;
  for (const TableInfo& info : *infos) {
    if (const auto removed = store->remove(info.path)) {
      bytes += info.file_bytes;
    } else {
      say(removed.error().message);
      code = kSystemFailed;
    }
  }
  tell(fmt::format("removed {} of {} files, {}", code == kOk ? "all" : "some", infos->size(), human_bytes(bytes)));
  return code;
}

Run add(CLI::App& app) {
  struct Task {
    const char* name;
    const char* summary;
    ExitCode (*run)(const Options&);
  };
  constexpr std::array kTasks{Task{"list", "Names, sizes, ages and states of the files (default)", list},
                              Task{"build", "Make what is missing; default: standard", build},
                              Task{"verify", "Read every byte and compare checksums; default: all", verify},
                              Task{"remove", "Delete files; they can be made again", remove}};
  auto options = std::make_shared<Options>();
  app.add_flag("--json", options->json, "The list as JSON.");
  app.require_subcommand(0, 1);
  auto chosen = std::make_shared<ExitCode (*)(const Options&)>(list);
  for (const Task& task : kTasks) {
    CLI::App* sub = app.add_subcommand(task.name, task.summary);
    sub->group("Commands");
    sub->add_option("NAME", options->names, "A profile (compact, standard, large), or a file as list shows it.")
        ->option_text("...");
    if (task.run == list || task.run == verify) sub->add_flag("--json", options->json, "The list as JSON.");
    if (task.run == build) add_metric(*sub, options->metric);
    if (task.run == remove) sub->add_flag("--all", options->all, "All of them.");
    sub->callback([chosen, run = task.run] { *chosen = run; });
  }
  app.footer(
      "Tables make solving fast. They are made by the first command that needs them, and kept in $SUPERFLIP_CACHE,\n"
      "else $XDG_CACHE_HOME/superflip, else ~/.cache/superflip. A file that is damaged is never used.\n"
      "States: good (every byte was checked), unchecked (not read since it was last changed), damaged,\n"
      "foreign (not a table of this version).\n"
      "\n"
      "Examples:\n"
      "  superflip tables\n"
      "  superflip tables build large\n"
      "  superflip tables verify\n"
      "  superflip tables remove large");
  return [options, chosen] { return (*chosen)(*options); };
}

const Registration registered{{60, "tables", "The table files: list, build, verify, remove", add}};

}  // namespace

}  // namespace superflip::cli
