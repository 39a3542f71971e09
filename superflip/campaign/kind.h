// Kinds of campaigns: what a task is, how it is executed, and how its result is checked.
//
// A kind is one file superflip/campaign/kinds/NAME.cpp that defines the function superflip::kinds::NAME, which returns
// a Kind; cmake/kinds.cmake finds it. The database (campaign.h), the runs (run.h), the checks (verify.h), the program's
// commands, the Python package and its workers on other machines follow from that alone.
//
// Invariant: a task is a short text, and the options of a campaign with the text of a task determine what is asked. So
// any process on any machine can execute a task without the database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/json.h"
#include "superflip/base/stop.h"
#include "superflip/engine/engine.h"

namespace SUPERFLIP_API superflip {

// An option of a kind, for the help of `superflip campaign create FILE KIND`.
struct KindOption {
  std::string name;   // "max-length"
  std::string value;  // how its value is called in the help, "N"; empty for a flag
  std::string text;
};

// The options that are given: the texts of their values by name. The text of a flag is empty.
using KindOptions = std::map<std::string, std::string>;

// A column of the exported table: a name, where its value is in the JSON of a result, as a JSON pointer without escapes
// ("/solutions/0/moves"), and what its values are, where there are any: "integer", "real", "text", "boolean", or
// "integers" (a list).
struct Column {
  std::string name;
  std::string pointer;
  std::string type;
};

// What an independent check found.
struct Verdict {
  // What was checked, and how often: {"words replayed on the stickers", 3}. The texts are the same for all results, so
  // that their numbers can be summed.
  std::vector<std::pair<std::string, std::uint64_t>> checked{};
  std::optional<std::string> wrong{};  // a sentence, where the result is not true
};

// Hears how much of a task is done, 0..1.
using OnPart = std::function<void(double part)>;

// A kind with its options: all that there is to know of a campaign, but for its database. Immutable; all functions may
// be called from several threads at once.
class Work {
 public:
  virtual ~Work() = default;

  // How many tasks follow from the options alone, such as random cubes or a range of numbers. They are made when they
  // are needed and take no place in the database. Nothing: the tasks are a list, one from each line of a text.
  virtual std::optional<std::uint64_t> generated() const { return std::nullopt; }
  // Task i of those. Precondition: i < generated().
  virtual std::string task(std::uint64_t i) const;
  // The task that a line of a list stands for. Errors: unreadable, impossible, bad_option.
  virtual Expected<std::string> read(std::string_view line) const;

  // The options of the engine that the tasks need; where tables are kept, threads and memory are as they are given.
  virtual EngineOptions engine_options(EngineOptions given) const { return given; }
  // Loads or makes all tables, and names those that results depend on. Errors: those of Engine::prepare.
  virtual Expected<std::vector<TableIdentity>> prepare(Engine& engine, const Budget& budget,
                                                       const Listener& listener) const = 0;
  // How many tasks are executed, or results checked, at the same time by so many threads; 1..threads. Each gets an
  // equal share of them, or one more. Error: out_of_memory, where the engine's memory is too little for one.
  virtual Expected<unsigned> at_once(const Engine& engine, unsigned threads) const {
    static_cast<void>(engine);
    return threads;
  }
  // Frees what is kept from one task to the next one. Must be called before the engine goes, when no task is under way.
  virtual void release_memory() const {}

  // The result, an object, and the same on each machine but for times and for which words of a length are kept. Of the
  // budget only `threads` and `stop` are used: limits that belong to the question are options of the kind. Errors:
  // stopped, where the flag ended the work; system, where the machine failed. is_of_task() says what becomes of others.
  // A task that takes long calls `on_part`, where there is one, with the part that is done, 0..1. `checkpoint`: the
  // file in which what is done is kept, and from which it goes on if it exists; empty: none, and so where another
  // process holds it. Precondition for a file: keeps_checkpoints(). The flag then ends the work after the file is
  // written, which may take half a minute.
  virtual Expected<Json> execute(std::string_view task, Engine& engine, const Budget& budget, const OnPart& on_part,
                                 const std::filesystem::path& checkpoint) const = 0;
  // Whether what is done of a task can be kept in a file.
  virtual bool keeps_checkpoints() const { return false; }
  // Whether some tasks need more memory than others, so that out_of_memory is about the task and not the machine.
  virtual bool needs_differ() const { return false; }

  // Checks a result from scratch, by a simpler path that shares as little code as possible with execute(). `result` is
  // any text: the database may have been changed by others. Errors: stopped, out_of_memory, system.
  virtual Expected<Verdict> verify(std::string_view task, std::string_view result, Engine& engine,
                                   const Budget& budget) const = 0;

  virtual std::vector<Column> columns() const = 0;
};

// The threads of a worker, 0..workers-1: equal shares, and the first ones get what is left over.
constexpr unsigned share_of(unsigned worker, unsigned threads, unsigned workers) {
  return threads / workers + (worker < threads % workers ? 1 : 0);
}

// Work::execute as text, with exceptions as errors.
Expected<std::string> execute_task(const Work& work, std::string_view task, Engine& engine, const Budget& budget,
                                   const OnPart& on_part = {}, const std::filesystem::path& checkpoint = {});

// Whether an error of a task belongs to it, so that it has failed. Others belong to the machine: the task stays open.
bool is_of_task(const Work& work, const Error& error);

struct Kind {
  std::string name;     // "cubes"
  std::string summary;  // one line, no full stop
  std::string tasks;    // what a line of a list is: "cubes, in any format"; empty if the kind takes no list
  std::vector<KindOption> options;
  std::string footer;  // more about it, for the help
  // Reads the options; those that are not named above never come here. Error: bad_option.
  std::function<Expected<std::shared_ptr<const Work>>(const KindOptions& options)> open;
};

// All kinds, ordered by name.
const std::vector<Kind>& campaign_kinds();

// What a campaign does, as a text that any process can read again: {"kind": "cubes", "random": "100", "optimal": true}.
struct CampaignSpec {
  std::string kind;
  KindOptions options{};

  // As parse() reads it: one line.
  std::string to_json() const;
  // Values may be texts, numbers or true; false and null are as if they were not there. Error: bad_option; where it is
  // no JSON, with the line and the character.
  static Expected<CampaignSpec> parse(std::string_view json);
  // Errors: bad_option, for a kind or an option that there is not, and for wrong values.
  Expected<std::shared_ptr<const Work>> open() const;
};

}  // namespace superflip
