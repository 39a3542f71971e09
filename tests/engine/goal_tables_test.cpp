// Tables for masks and incomplete cubes in files: the next engine reads them, and only the last made stay.
#include "superflip/engine/detail/goal_tables.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/superflip.h"
#include "tests/support/temporary_folder.h"

namespace superflip::detail {
namespace {

constexpr GoalTables::Limits kSmall{.least = 1'000, .most = 100'000'000};
constexpr std::uint64_t kMemory = 10'000'000;  // so tables have at most a million values

struct Opened {
  int events = 0;  // of the making of tables
  Answer answer;
};

Cube after(std::string_view moves) { return to_cube(*parse_algorithm(moves)); }

// What has to be solved of the cube, which is to look like `goal` there.
Question question_of(std::string_view mask, const Cube& cube, const Cube& goal = kSolved) {
  Question question{.cube = cube, .want = Want::all, .solutions = 1000};
  question.goal.patterns = *goal_patterns({Target{.cube = goal}}, {.only = *Mask::parse(mask)}, {});
  return question;
}

// The answer of an engine of its own that uses the large tables.
Opened open(const Question& question, const EngineOptions& options, const GoalTables::Limits& limits = kSmall) {
  Opened opened;
  NarrowedPatterns narrowed;
  const auto assigned = detail::assigned(question, narrowed);
  if (!assigned) throw std::runtime_error(assigned.error().message);
  SharedTables tables(options, limits);
  const auto loan =
      pattern_solver(tables, assigned->standard, Effort::full, {.on_event = [&](const Event&) { ++opened.events; }});
  if (!loan) throw std::runtime_error(loan.error().message);
  opened.answer = (*loan)->solve(assigned->standard, {.threads = 1});
  return opened;
}

std::set<Moves> words_of(const Answer& answer) {
  std::set<Moves> words;
  for (const Solution& solution : answer.solutions) words.insert(solution.moves);
  return words;
}

EngineOptions in(const TemporaryFolder& folder, std::vector<std::string>& warnings) {
  const auto warn = [&warnings](const std::string& warning) { warnings.push_back(warning); };
  return {.tables = std::make_shared<TableStore>(folder.path(), warn), .memory = kMemory, .threads = 1};
}

std::vector<TableInfo> files_in(const TemporaryFolder& folder) { return TableStore(folder.path()).list().value(); }

TEST(GoalTables, AreReadByTheNextEngine) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const Question question = question_of("F2L", after("R U F' L2 D B R2"));
  const Opened first = open(question, in(folder, warnings));
  EXPECT_GT(first.events, 0);
  const std::vector<TableInfo> files = files_in(folder);
  ASSERT_FALSE(files.empty());
  for (const TableInfo& file : files) {
    EXPECT_TRUE(file.identity.name.starts_with(kGoalTables)) << file.path;
    EXPECT_EQ(file.state, TableState::good) << file.path << ' ' << file.remark;
  }
  const Opened second = open(question, in(folder, warnings));
  EXPECT_EQ(second.events, 0);
  EXPECT_EQ(files_in(folder).size(), files.size());
  const Opened alone = open(question, {.memory = kMemory, .threads = 1});  // in memory, a byte a value
  EXPECT_GT(alone.events, 0);
  EXPECT_EQ(first.answer.ended, Ended::complete);
  EXPECT_FALSE(first.answer.solutions.empty());
  EXPECT_EQ(words_of(first.answer), words_of(alone.answer));
  EXPECT_EQ(words_of(second.answer), words_of(alone.answer));
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

TEST(GoalTables, ADamagedOneIsMadeAgain) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const Question question = question_of("F2L", after("R U F' L2 D B R2"));
  const Opened first = open(question, in(folder, warnings));
  const std::filesystem::path file = files_in(folder).at(0).path;
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(file, bytes);
  const Opened second = open(question, in(folder, warnings));
  EXPECT_GT(second.events, 0);
  EXPECT_LT(second.events, first.events);  // only that one
  EXPECT_EQ(words_of(second.answer), words_of(first.answer));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings.front().find("it is made again"), std::string::npos) << warnings.front();
  EXPECT_EQ(TableStore(folder.path()).verify(file).state, TableState::good);
  EXPECT_EQ(open(question, in(folder, warnings)).events, 0);
}

// The same pieces for another goal, pieces that are an image of these, and another metric: tables of the same sizes.
TEST(GoalTables, OthersOfTheSameSizeAreNotUsed) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const Cube cube = after("R U F' L2 D B R2");
  const std::string below = "DR DF DL DB + DFR DLF";
  Question quarter = question_of(below, cube);
  quarter.metric = Metric::qtm;
  const std::vector<Question> questions{question_of(below, cube), question_of(below, cube, after("R U2 F")),
                                        question_of("UR UF UL UB + URF UFL", cube), quarter};
  std::size_t files = 0;
  std::vector<std::set<Moves>> words;
  for (const Question& question : questions) {
    words.push_back(words_of(open(question, in(folder, warnings)).answer));
    EXPECT_FALSE(words.back().empty());
    EXPECT_EQ(words.back(), words_of(open(question, {.memory = kMemory, .threads = 1}).answer));
    EXPECT_GT(files_in(folder).size(), files);
    files = files_in(folder).size();
  }
  // Each still has its own.
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Opened again = open(questions[i], in(folder, warnings));
    EXPECT_EQ(again.events, 0) << i;
    EXPECT_EQ(words_of(again.answer), words[i]) << i;
  }
  EXPECT_EQ(files_in(folder).size(), files);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

TEST(GoalTables, OfStrangersAreReadOnly) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const Question question = question_of("F2L", after("R U F' L2"));
  EngineOptions strangers = in(folder, warnings);
  strangers.kept_move_tables = 4;
  EXPECT_GT(open(question, strangers).events, 0);
  EXPECT_TRUE(folder.names().empty());
  open(question, in(folder, warnings));
  const std::set<std::string> names = folder.names();
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(open(question, strangers).events, 0);
  EXPECT_EQ(folder.names(), names);
  // No other source is given any.
  const auto memory = std::make_shared<MemoryTables>();
  EXPECT_GT(open(question, {.tables = memory, .memory = kMemory, .threads = 1}).events, 0);
  EXPECT_TRUE(memory->list().empty());
}

TEST(GoalTables, NeedNoFolderThatCanBeWritten) {
  const TemporaryFolder folder;
  write_file(folder / "file", "no folder");
  std::vector<std::string> warnings;
  const auto store = std::make_shared<TableStore>(
      folder / "file" / "tables", [&warnings](const std::string& warning) { warnings.push_back(warning); });
  const Question question = question_of("F2L", after("R U F' L2"));
  const Opened opened = open(question, {.tables = store, .memory = kMemory, .threads = 1});
  EXPECT_GT(opened.events, 0);
  EXPECT_FALSE(opened.answer.solutions.empty());
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

// Those that far cubes get where memory is not short.
TEST(SlowGoalTables, OfFullSizeAreKept) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const Question question = question_of("F2L", after("R U F' L2 D B R2 U' F"));
  EngineOptions options = in(folder, warnings);
  options.memory = 1'200'000'000;
  const Opened first = open(question, options, {});
  EXPECT_GT(first.events, 0);
  EXPECT_FALSE(files_in(folder).empty());
  for (const TableInfo& file : files_in(folder)) EXPECT_GE(file.identity.bytes, GoalTables::Limits{}.least);
  const Opened second = open(question, options, {});
  EXPECT_EQ(second.events, 0);
  EXPECT_FALSE(second.answer.solutions.empty());
  EXPECT_EQ(words_of(second.answer), words_of(first.answer));
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

// Tables of 20,000 bytes, of which each has a header of 4096 bytes in its file.
class SmallTables {
 public:
  static constexpr GoalTables::Limits kTwo{.least = 20'000, .most = 50'000};

  explicit SmallTables(const TemporaryFolder& folder) : store_(folder.path()), tables_(&store_, true, kTwo) {}

  // Opens a table and returns whether it was made. `stop` is set once it is made, so that it is not saved.
  bool makes(const std::string& name, std::uint64_t bytes = 20'000, StopFlag* stop = nullptr) {
    bool made = false;
    const auto table = tables_.load_or_build({name, 1, "", bytes}, building([&](std::span<std::byte> to) {
                                               made = true;
                                               fill_pattern(to);
                                               if (stop != nullptr) *stop = true;
                                             }),
                                             stop);
    EXPECT_TRUE(table && has_pattern(*table, bytes)) << name;
    return made;
  }

  const GoalTables& tables() const { return tables_; }

 private:
  TableStore store_;
  GoalTables tables_;
};

TEST(GoalTables, OnlyTheLastMadeStay) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  ASSERT_TRUE(store.load_or_build({"coordinate-7", 1, "", 20'000},
                                  building([](std::span<std::byte> to) { fill_pattern(to); })));
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto make = [&](const std::string& name, int hours_ago) {
    SmallTables engine(folder);  // a new one, which may write again
    EXPECT_TRUE(engine.makes("coordinate-" + name)) << name;
    if (hours_ago > 0)
      std::filesystem::last_write_time(folder / ("goal-" + name + ".table"), now - std::chrono::hours(hours_ago));
  };
  make("b", 2);
  make("a", 3);
  make("c", 0);
  const std::set<std::string> left{"coordinate-7.table", "coordinate-7.table.checked",
                                   "goal-b.table",       "goal-b.table.checked",
                                   "goal-c.table",       "goal-c.table.checked"};
  EXPECT_EQ(folder.names(), left);
  SmallTables engine(folder);
  for (const char* const there : {"coordinate-b", "coordinate-c", "coordinate-7"}) {
    EXPECT_FALSE(engine.makes(there)) << there;
    EXPECT_TRUE(engine.tables().has({there, 1, "", 20'000})) << there;
  }
  EXPECT_FALSE(engine.tables().has({"coordinate-a", 1, "", 20'000}));
  EXPECT_EQ(folder.names(), left);
}

TEST(GoalTables, AnEngineWritesNoMoreThanIsKept) {
  const TemporaryFolder folder;
  SmallTables engine(folder);
  EXPECT_FALSE(engine.tables().can_keep(19'999));
  EXPECT_TRUE(engine.tables().can_keep(20'000));
  EXPECT_FALSE(engine.tables().can_keep(50'001));
  EXPECT_TRUE(engine.makes("coordinate-small", 19'999));
  EXPECT_TRUE(folder.names().empty());
  for (const char* const name : {"coordinate-a", "coordinate-b", "coordinate-c"}) EXPECT_TRUE(engine.makes(name));
  EXPECT_FALSE(engine.tables().can_keep(20'000));
  EXPECT_EQ(files_in(folder).size(), 2U);
  EXPECT_FALSE(engine.makes("coordinate-b"));
  EXPECT_TRUE(engine.makes("coordinate-c"));
  EXPECT_FALSE(engine.tables().save({"coordinate-c", 1, "", 3}, std::vector<std::byte>(3)));
  SmallTables next(folder);
  EXPECT_TRUE(next.makes("coordinate-c"));
  EXPECT_FALSE(next.makes("coordinate-c"));
}

// Four bits an entry only where they are kept so, and where the memory holds them beside the distances.
TEST(GoalTables, AreOfFourBitsWhereTheseAreKeptAndFit) {
  const TemporaryFolder folder;
  const SmallTables engine(folder);
  const auto packing = [&](std::uint64_t nibbles, std::uint64_t memory, bool is_priced = false) {
    return packing_for_goals(engine.tables(), 2 * nibbles, nibbles, memory, is_priced);
  };
  EXPECT_EQ(packing(20'000, 60'000), TablePacking::nibbles);
  EXPECT_EQ(packing(20'000, 59'999), TablePacking::bytes);
  EXPECT_EQ(packing(20'000, 60'000, true), TablePacking::bytes);
  // Their file would be too small, where one of eight bits is not; or too large.
  EXPECT_EQ(packing(19'999, 60'000), TablePacking::bytes);
  EXPECT_TRUE(engine.tables().can_keep(2 * 19'999));
  EXPECT_EQ(packing(50'001, 200'000), TablePacking::bytes);
  EXPECT_EQ(packing_for_goals(ReadOnlyTables(nullptr), 40'000, 20'000, 60'000, false), TablePacking::bytes);
}

TEST(GoalTables, AStopWhileOneIsSavedLeavesItInMemory) {
  const TemporaryFolder folder;
  SmallTables engine(folder);
  StopFlag stop{false};
  EXPECT_TRUE(engine.makes("coordinate-a", 20'000, &stop));
  EXPECT_TRUE(folder.names().empty());
  EXPECT_TRUE(engine.tables().can_keep(50'000));  // as much as before
  EXPECT_TRUE(engine.makes("coordinate-a"));
  EXPECT_FALSE(engine.makes("coordinate-a"));
  EXPECT_FALSE(engine.tables().can_keep(50'000));
}

}  // namespace
}  // namespace superflip::detail
