// Campaigns through the library: what is claimed, committed and lost, whatever happens to processes and files.
#include "superflip/campaign/campaign.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "superflip/base/detail/file.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/campaign/checkpoints.h"
#include "superflip/campaign/detail/process.h"
#include "superflip/campaign/detail/stickers.h"
#include "superflip/campaign/export.h"
#include "superflip/campaign/run.h"
#include "superflip/campaign/verify.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "superflip/solver/coset_classes.h"
#include "superflip/solver/coset_cover.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "CampaignRuns"},
                     {"slow", "CampaignRuns.CosetsAreCountedAgain"},
                     {"slow", "CampaignRuns.ACheckpointInUseIsLeftAlone"},
                     {"slow", "CampaignRuns.AForgedProofIsFound"},
                     {"slow", "CampaignRuns.WhatIsNotProvenIsFound"},
                     {"threads", "Campaigns.ThreadsShareOneConnection"},
                     {"threads", "CosetCampaigns.TasksAreRandomNumberedOrOfACover"},
                     {"long", "CosetCampaigns.TasksAreRandomNumberedOrOfACover"},
                     {"long", "CampaignRuns.ForgedDistributionsAreFound"},
                     {"long", "CampaignRuns.DistributionsInCostsAreCountedAgain"}};
// Rights of files, a full disk, and the memory of a coset.
const Labels kEnvironment{{"environment", "Campaigns.AReadOnlyFileCanBeReadOnly"},
                          {"environment", "Campaigns.AFullDiskLosesNothingThatWasCommitted"},
                          {"environment", "CampaignRuns.ACheckpointInUseIsLeftAlone"},
                          {"environment", "CampaignRuns.CosetsAreCountedAgain"}};

using Document = nlohmann::json;
using Access = Campaign::Access;

// Runs in another process; gives the exit code, or 128 + the signal.
int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

class Campaigns : public testing::Test {
 protected:
  std::string path() const { return folder_ / "c.db"; }

  Campaign made(std::uint64_t tasks = 20, KindOptions options = {}) const {
    options["random"] = std::to_string(tasks);
    auto campaign = Campaign::create(path(), {"cubes", options});
    if (!campaign) throw std::runtime_error(campaign.error().message);
    return *std::move(campaign);
  }

  Campaign opened(Access access = Access::write) const {
    auto campaign = Campaign::open(path(), access);
    if (!campaign) throw std::runtime_error(campaign.error().message);
    return *std::move(campaign);
  }

  Error error_of(Access access = Access::write) const {
    const auto campaign = Campaign::open(path(), access);
    EXPECT_FALSE(campaign);
    return campaign ? Error{} : campaign.error();
  }

  // The tables agree with each other, and SQLite finds the file intact.
  void check_consistency() const {
    SQLite::Database database(path());
    EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
    const auto count = [&](const std::string& query) { return database.execAndGet(query).getInt64(); };
    EXPECT_EQ(count("SELECT count(*) FROM results JOIN claims USING(task)"), 0);
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE error IS NULL"), count("SELECT done FROM campaign"));
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE error IS NOT NULL"), count("SELECT failed FROM campaign"));
    EXPECT_EQ(count("SELECT (SELECT count(*) FROM results) + (SELECT count(*) FROM claims)"),
              count("SELECT cursor FROM campaign"));
  }

  std::map<std::uint64_t, std::string> results(const Campaign& campaign) const {
    std::map<std::uint64_t, std::string> all;
    EXPECT_TRUE(campaign.results([&](const CampaignResult& result) {
      EXPECT_TRUE(all.emplace(result.task.number, result.result).second);
      return true;
    }));
    return all;
  }

  const TemporaryFolder folder_;
};

std::vector<Outcome> outcomes_of(const std::vector<Task>& tasks) {
  std::vector<Outcome> outcomes;
  for (const Task& task : tasks) outcomes.push_back({task.number, "{\"of\":\"" + task.text + "\"}", 0.5});
  return outcomes;
}

TEST_F(Campaigns, TasksAreTakenOnceAndKept) {
  Campaign campaign = made(5);
  EXPECT_EQ(campaign.tasks(), 5U);
  ASSERT_TRUE(campaign.begin_run({.tables = {{"table", "00ff"}}}));
  const auto first = campaign.take(3);
  ASSERT_TRUE(first);
  ASSERT_EQ(first->size(), 3U);
  EXPECT_EQ(first->front().text, campaign.work()->task(0));
  const auto rest = campaign.take(100);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->size(), 2U);
  EXPECT_TRUE(campaign.take(100)->empty());
  EXPECT_EQ(campaign.commit(outcomes_of(*first))->all, 3U);
  EXPECT_EQ(campaign.commit(outcomes_of(*first))->all, 0U);  // they are not claimed any more
  const auto status = campaign.status();
  ASSERT_TRUE(status);
  EXPECT_EQ(status->done, 3U);
  EXPECT_EQ(status->left(), 2U);
  EXPECT_EQ(status->claimed, 2U);
  ASSERT_EQ(status->runs.size(), 1U);
  EXPECT_TRUE(status->runs[0].is_alive);
  EXPECT_EQ(status->runs[0].process, ::getpid());
  EXPECT_EQ(results(campaign).size(), 3U);
  check_consistency();
}

TEST_F(Campaigns, GeneratedTasksTakeNoPlace) {
  Campaign campaign = made(std::uint64_t{1} << 40);
  ASSERT_TRUE(campaign.begin_run());
  EXPECT_EQ(campaign.take(2)->back().text, campaign.work()->task(1));
  EXPECT_LT(std::filesystem::file_size(path()), 200'000U);
  EXPECT_EQ(campaign.status()->left(), std::uint64_t{1} << 40);
}

TEST_F(Campaigns, AListKeepsItsTasksAndNamesABadLine) {
  std::vector<std::string> lines{"# two cubes", "R U F", "", " F2 "};
  const auto next = [&, i = std::size_t{0}]() mutable -> Expected<std::optional<std::string>> {
    return i < lines.size() ? std::optional(lines[i++]) : std::nullopt;
  };
  {
    auto campaign = Campaign::create(path(), {"cubes"}, next);
    ASSERT_TRUE(campaign);
    EXPECT_EQ(campaign->tasks(), 2U);
    ASSERT_TRUE(campaign->begin_run());
    EXPECT_EQ(campaign->take(9)->at(1).text, to_facelets(apply(kSolved, parse_algorithm("F2")->moves)));
  }
  lines[2] = "R4";
  const auto bad = Campaign::create(folder_ / "bad.db", {"cubes"}, next);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message.substr(0, 7), "line 3:");
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"c.db"}));
}

TEST_F(Campaigns, WrongOptionsAreRefused) {
  for (const CampaignSpec& spec :
       {CampaignSpec{"nothing"}, CampaignSpec{"cubes", {{"metric", "xtm"}}}, CampaignSpec{"cubes", {{"random", "0"}}},
        CampaignSpec{"cubes", {{"random", "3"}, {"optimal", "yes"}}}, CampaignSpec{"cubes", {{"seed", "3"}}},
        CampaignSpec{"cubes", {{"unknown", "3"}}}, CampaignSpec{"cubes", {{"random", ""}}}, CampaignSpec{"cubes"},
        CampaignSpec{"coordinates", {{"depth", "3"}, {"table", ""}}}, CampaignSpec{"cosets", {{"metric", "stm"}}},
        CampaignSpec{"cosets", {{"random", "3"}, {"first", "3"}}},
        CampaignSpec{"cosets", {{"cover", ""}, {"seed", "3"}}}, CampaignSpec{"cosets", {{"first", "138639780"}}},
        CampaignSpec{"cosets", {{"cover", ""}, {"first", "52073384"}, {"count", "2"}}}}) {
    const auto campaign = Campaign::create(path(), spec);
    ASSERT_FALSE(campaign) << spec.to_json();
    EXPECT_EQ(campaign.error().kind, ErrorKind::bad_option) << campaign.error().message;
  }
  EXPECT_TRUE(folder_.names().empty());
}

TEST(CosetCampaigns, TasksAreRandomNumberedOrOfACover) {
  const auto open = [](const KindOptions& options) { return CampaignSpec{"cosets", options}.open().value(); };
  const auto cube_of = [](const Work& work, std::uint64_t task) { return parse_facelets(work.task(task)).value(); };
  EXPECT_EQ(open({{"first", "0"}})->generated(), kCosetClasses);
  const auto numbered = open({{"first", "1000"}, {"count", "20"}});
  EXPECT_EQ(numbered->generated(), 20U);
  EXPECT_EQ(CosetClasses::get().number(cube_of(*numbered, 7)), 1007U);
  EXPECT_EQ(open({{"cover", ""}})->generated(), CosetCover::get().count());
  const auto last = open({{"cover", ""}, {"first", std::to_string(CosetCover::get().count() - 1)}});
  EXPECT_EQ(last->generated(), 1U);
  EXPECT_EQ(cube_of(*last, 0), CosetCover::get().cube(CosetCover::get().count() - 1));
  const auto drawn = open({{"cover", ""}, {"random", "50"}, {"seed", "3"}});
  EXPECT_EQ(drawn->generated(), 50U);
  std::set<std::uint32_t> classes;
  for (std::uint64_t i = 0; i < 50; ++i) {
    EXPECT_TRUE(CosetCover::get().contains(cube_of(*drawn, i)));
    classes.insert(CosetClasses::get().number(cube_of(*drawn, i)));
  }
  EXPECT_EQ(classes.size(), 50U);
  EXPECT_FALSE(open({})->generated().has_value());
}

TEST_F(Campaigns, ASpecIsReadAsItIsWritten) {
  const CampaignSpec spec{"cubes", {{"random", "100"}, {"optimal", ""}, {"metric", "qtm"}}};
  const auto again = CampaignSpec::parse(spec.to_json());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, spec.kind);
  EXPECT_EQ(again->options, spec.options);
  EXPECT_EQ(CampaignSpec::parse(R"({"kind":"cubes","random":7,"all":true,"optimal":false})")->options,
            (KindOptions{{"random", "7"}, {"all", ""}}));
  const std::string deep(200'000, '[');
  const std::map<std::string, std::string> expected{
      {"", "what a campaign does is not valid JSON: character 1: the text ends; expected a value"},
      {"[]", "a JSON object with \"kind\""},
      {"{}", "a JSON object with \"kind\""},
      {R"({"kind":1})", "a JSON object with \"kind\""},
      {R"({"kind":"cubes","random":[1]})", "the option 'random' is neither a text, a number nor true"},
      {R"({"kind":"cubes","random":""})", "the option 'random' is neither"},
      {"{\"kind\":\n \"cubes\" 7}", "line 2, character 10: '7' found; expected ',' or '}'"},
      {R"({"kind":"cubes","all":true,"all":true})", "has 'all' twice"},
      {R"({"kind":"cubes","random":)" + deep, "character 200026: the text ends"},
      {"{\"kind\":\"cubes\",\"\xff\":1}", "character 18"}};
  for (const auto& [text, sentence] : expected) {
    const auto parsed = CampaignSpec::parse(text);
    ASSERT_FALSE(parsed) << sentence;
    EXPECT_EQ(parsed.error().kind, ErrorKind::bad_option);
    EXPECT_NE(parsed.error().message.find(sentence), std::string::npos) << parsed.error().message;
    EXPECT_LT(parsed.error().message.size(), 300U);
  }
}

TEST_F(Campaigns, AnotherFileIsLeftAsItIs) {
  write_file(path(), "my notes, which are long enough for a page of a database; ");
  const std::string before = read_file(path());
  EXPECT_EQ(error_of().kind, ErrorKind::unreadable);
  EXPECT_NE(error_of(Access::read).message.find("not a SQLite database"), std::string::npos);
  EXPECT_FALSE(Campaign::create(path(), {"cubes", {{"random", "3"}}}));
  EXPECT_EQ(read_file(path()), before);
  write_file(path(), "");
  EXPECT_NE(error_of().message.find("empty"), std::string::npos);
  std::filesystem::remove(path());
  EXPECT_EQ(error_of().kind, ErrorKind::system);
  std::filesystem::create_directory(path());
  EXPECT_NE(error_of().message.find("regular file"), std::string::npos);
  std::filesystem::remove(path());
  SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE notes(text)");
  EXPECT_NE(error_of().message.find("another program"), std::string::npos);
}

TEST_F(Campaigns, ANewerVersionIsRefused) {
  made();
  SQLite::Database(path(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 2");
  EXPECT_EQ(error_of().kind, ErrorKind::unreadable);
  EXPECT_NE(error_of(Access::read).message.find("newer superflip"), std::string::npos);
}

TEST_F(Campaigns, ADamagedFileIsRecognised) {
  made();
  std::filesystem::resize_file(path(), 4096);
  EXPECT_EQ(error_of().kind, ErrorKind::unreadable);
}

TEST_F(Campaigns, AReadOnlyFileCanBeReadOnly) {
  made();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0555));
  std::filesystem::permissions(path(), std::filesystem::perms(0444));
  const int code = in_child([&] {
    if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return 9;  // root may write anywhere
    if (::access(path().c_str(), R_OK) != 0) return 77;
    const auto writing = Campaign::open(path(), Access::write);
    if (writing || writing.error().kind != ErrorKind::system) return 1;
    if (writing.error().message.find("read-only") == std::string::npos) return 2;
    const auto reading = Campaign::open(path(), Access::read);
    if (!reading) return 3;
    if (reading->status()->left() != 20) return 4;
    const auto inside = Campaign::create(folder_ / "new.db", {"cubes", {{"random", "3"}}});
    return !inside && inside.error().kind == ErrorKind::system ? 0 : 5;
  });
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  if (code == 77) GTEST_SKIP() << "nobody may enter the folder for temporary files";
  EXPECT_EQ(code, 0);
}

TEST_F(Campaigns, AFullDiskLosesNothingThatWasCommitted) {
  made(1'000'000);
  constexpr rlim_t kBytes = 1'000'000;
  const int code = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{kBytes, kBytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto campaign = Campaign::open(path(), Access::write);
    if (!campaign || !campaign->begin_run()) return 1;
    for (;;) {
      const auto tasks = campaign->take(100);
      const auto kept = tasks ? campaign->commit(outcomes_of(*tasks)) : tl::unexpected<Error>(tasks.error());
      if (kept) continue;
      return kept.error().kind == ErrorKind::system &&
                     kept.error().message.find("committed before is kept") != std::string::npos
                 ? 0
                 : 2;
    }
  });
  EXPECT_EQ(code, 0);
  Campaign campaign = opened();
  const std::uint64_t done = campaign.status()->done;
  EXPECT_GT(done, 1000U);
  EXPECT_EQ(done % 100, 0U);
  EXPECT_EQ(results(campaign).size(), done);
  ASSERT_TRUE(campaign.begin_run());
  const auto next = campaign.take(1);  // what was claimed and not committed, or the first new one
  ASSERT_EQ(next->size(), 1U);
  EXPECT_EQ(next->front().number, done);
  check_consistency();
}

TEST_F(Campaigns, AKillInACommitLosesAndRepeatsNothing) {
  constexpr std::uint64_t kTasks = 1500;
  made(kTasks);
  Random random(1);
  int kills = 0;
  for (bool is_done = false; !is_done;) {
    // The child tells each commit, and waits for its end after some. It is killed soon after one of those before.
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      auto campaign = Campaign::open(path(), Access::write);
      if (!campaign || !campaign->begin_run()) ::_exit(1);
      for (int commits = 0;; ++commits) {
        if (commits == 40) ::pause();
        const auto tasks = campaign->take(7);
        if (!tasks) ::_exit(2);
        if (tasks->empty()) ::_exit(0);
        if (!campaign->commit(outcomes_of(*tasks))) ::_exit(3);
        if (::write(ends[1], "", 1) != 1) ::_exit(4);
      }
    }
    ::close(ends[1]);
    char commit = 0;
    for (auto commits = 1 + random.below(35); commits > 0 && ::read(ends[0], &commit, 1) == 1; --commits) {
    }
    ::usleep(static_cast<useconds_t>(random.below(3000)));
    ::kill(child, SIGKILL);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    is_done = WIFEXITED(status);
    EXPECT_TRUE(!is_done || WEXITSTATUS(status) == 0);
    if (!is_done) ++kills;
    check_consistency();
  }
  EXPECT_GT(kills, 0);
  const Campaign campaign = opened(Access::read);
  EXPECT_EQ(campaign.status()->done, kTasks);
  const auto all = results(campaign);
  ASSERT_EQ(all.size(), kTasks);
  for (const auto& [task, result] : all) EXPECT_EQ(Document::parse(result)["of"], campaign.work()->task(task));
}

TEST_F(Campaigns, ClaimsOfTheLivingAreLeftAlone) {
  Campaign mine = made(10);
  ASSERT_TRUE(mine.begin_run());
  ASSERT_EQ(mine.take(4)->size(), 4U);
  {
    Campaign other = opened();
    ASSERT_TRUE(other.begin_run());
    const auto theirs = other.take(3);
    ASSERT_EQ(theirs->size(), 3U);
    EXPECT_EQ(theirs->front().number, 4U);
    EXPECT_EQ(mine.commit(outcomes_of(*theirs))->all, 0U);  // not mine
  }                                                         // gives them back
  EXPECT_EQ(mine.take(3)->front().number, 4U);
  EXPECT_EQ(in_child([&] {
              auto campaign = Campaign::open(path(), Access::write);
              const bool has = campaign && campaign->begin_run() && campaign->take(100)->size() == 3;
              ::_exit(has ? 0 : 1);  // without giving them back
              return 0;
            }),
            0);
  const auto status = mine.status();
  EXPECT_EQ(status->claimed, 7U);
  EXPECT_EQ(mine.take(100)->size(), 3U);
  check_consistency();
}

TEST_F(Campaigns, AnotherMachineHasALease) {
  Campaign mine = made(10);
  ASSERT_TRUE(mine.begin_run());
  ASSERT_EQ(mine.take(4)->size(), 4U);
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec("UPDATE runs SET machine = 'another' WHERE run != 0");
  Campaign other = opened();
  ASSERT_TRUE(other.begin_run());
  EXPECT_EQ(other.take(1)->front().number, 4U);
  database.exec("UPDATE runs SET seen = seen - 601 WHERE machine = 'another'");
  EXPECT_EQ(other.take(1)->front().number, 0U);
}

TEST_F(Campaigns, ThreadsShareOneConnection) {
  constexpr std::uint64_t kTasks = 400;
  Campaign campaign = made(kTasks);
  ASSERT_TRUE(campaign.begin_run());
  run_on_threads(4, [&](unsigned) {
    for (;;) {
      const auto tasks = campaign.take(3);
      ASSERT_TRUE(tasks);
      if (tasks->empty()) return;
      ASSERT_EQ(campaign.commit(outcomes_of(*tasks))->all, tasks->size());
    }
  });
  EXPECT_EQ(campaign.status()->done, kTasks);
  check_consistency();
}

TEST_F(Campaigns, AChangedTableIsNoticed) {
  Campaign campaign = made();
  ASSERT_TRUE(campaign.begin_run({.tables = {{"first", "1111"}, {"second", "2222"}}}));
  EXPECT_TRUE(opened().begin_run({.tables = {{"second", "2222"}, {"third", "3333"}}}));
  EXPECT_TRUE(opened().begin_run({.tables = {{"second", "in memory"}}}));
  const auto changed = opened().begin_run({.tables = {{"second", "beef"}}});
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().kind, ErrorKind::system);
  for (const char* part : {"second", "2222", "beef", "tables verify"})
    EXPECT_NE(changed.error().message.find(part), std::string::npos) << changed.error().message;
  EXPECT_FALSE(campaign.add_run({.tables = {{"third", "4444"}}}));
}

TEST_F(Campaigns, FailedTasksCanBeOpenedAgain) {
  Campaign campaign = made(3);
  ASSERT_TRUE(campaign.begin_run());
  const auto tasks = campaign.take(3);
  auto outcomes = outcomes_of(*tasks);
  outcomes[1].result = fail(ErrorKind::out_of_memory, "too large, \"really\"");
  ASSERT_EQ(campaign.commit(outcomes)->all, 3U);
  EXPECT_EQ(campaign.status()->failed, 1U);
  std::string csv;
  ASSERT_TRUE(export_results(campaign, ExportFormat::csv, [&](std::string_view text) {
    csv += text;
    return true;
  }));
  EXPECT_NE(csv.find("\"too large, \"\"really\"\"\""), std::string::npos) << csv;
  EXPECT_EQ(campaign.retry(), 1U);
  check_consistency();
  const auto again = campaign.take(3);
  ASSERT_EQ(again->size(), 1U);
  EXPECT_EQ(again->front().number, 1U);
}

// JSON that this program would not write, and what is none.
TEST_F(Campaigns, ResultsOfOthersAreExported) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  Campaign campaign = made(4);
  ASSERT_TRUE(campaign.begin_run());
  auto outcomes = outcomes_of(*campaign.take(4));
  outcomes[0].result = R"({"solutions":[{"moves":"R, \"U\"","length":2}],"lower":null,"count":[1,2]})";
  outcomes[1].result = R"({"count":)" + deep + "}";
  outcomes[2].result = "\xEF\xBB\xBF{\"solutions\":\n[]\r\n}\n";
  outcomes[3].result = R"({"solutions":[)";
  ASSERT_EQ(campaign.commit(outcomes)->all, 4U);
  std::vector<std::string> csv;
  std::vector<std::string> json;
  const auto into = [](std::vector<std::string>& lines) {
    return [&lines](std::string_view text) {
      lines.emplace_back(text);
      return true;
    };
  };
  ASSERT_TRUE(export_results(campaign, ExportFormat::csv, into(csv)));
  ASSERT_TRUE(export_results(campaign, ExportFormat::json_lines, into(json)));
  ASSERT_EQ(csv.size(), 5U);
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(csv[0].find("task,input,moves,length,count,lower,"), 0U) << csv[0];
  EXPECT_NE(csv[1].find(R"(,"R, ""U""",2,"[1,2]",,,)"), std::string::npos) << csv[1];
  EXPECT_NE(csv[2].find(",,," + deep + ",,"), std::string::npos);
  EXPECT_NE(csv[3].find(",,,,,,,,,"), std::string::npos) << csv[3];
  EXPECT_NE(csv[4].find(",,,,,,,,,"), std::string::npos) << csv[4];
  EXPECT_NE(json[1].find(R"("result":{"count":)" + deep + "}"), std::string::npos);
  EXPECT_NE(json[2].find("\"result\":{\"solutions\": []  }"), std::string::npos) << json[2];
  EXPECT_NE(json[3].find(R"("result":"{\"solutions\":[")"), std::string::npos) << json[3];
  for (const std::string& line : json) EXPECT_EQ(line.find('\n'), line.size() - 1) << line.substr(0, 200);
}

TEST_F(Campaigns, AKilledProcessHasEndedBeforeItsParentAsks) {
  made(10);
  const pid_t child = ::fork();
  if (child == 0) {
    auto campaign = Campaign::open(path(), Access::write);
    const bool has = campaign && campaign->begin_run() && campaign->take(4)->size() == 4;
    if (has) ::raise(SIGKILL);
    ::_exit(1);
  }
  siginfo_t how{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &how, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(how.si_status, SIGKILL);
  {
    Campaign campaign = opened();
    EXPECT_EQ(campaign.status()->claimed, 0U);
    ASSERT_TRUE(campaign.begin_run());
    EXPECT_EQ(campaign.take(1)->front().number, 0U);
  }
  ::waitpid(child, nullptr, 0);
  for (const std::int64_t process : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1} << 40})
    EXPECT_TRUE(detail::has_ended({"", "", process, 0})) << process;
}

TEST_F(Campaigns, NumbersThatCannotBeAreDamage) {
  for (const char* set : {"tasks = 21", "tasks = 0", "tasks = -1", "cursor = -1", "cursor = 21", "done = -1",
                          "failed = 1", "done = 9223372036854775807, failed = 2"}) {
    std::filesystem::remove(path());
    made();
    SQLite::Database(path(), SQLite::OPEN_READWRITE).exec(std::string("UPDATE campaign SET ") + set);
    EXPECT_EQ(error_of(Access::read).kind, ErrorKind::unreadable) << set;
    EXPECT_NE(error_of().message.find("is damaged: it "), std::string::npos) << error_of().message;
  }
  std::filesystem::remove(path());
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    return i++ < 3 ? std::optional<std::string>("R") : std::nullopt;
  };
  ASSERT_TRUE(Campaign::create(path(), {"cubes"}, next));
  SQLite::Database(path(), SQLite::OPEN_READWRITE).exec("DELETE FROM list WHERE task = 2");
  EXPECT_EQ(error_of().kind, ErrorKind::unreadable);
}

TEST_F(Campaigns, OneRunAtATime) {
  Campaign campaign = made(3);
  for (const ErrorKind kind :
       {campaign.take(1).error().kind, campaign.commit({}).error().kind, campaign.touch().error().kind})
    EXPECT_EQ(kind, ErrorKind::bad_option);
  ASSERT_TRUE(campaign.begin_run());
  EXPECT_EQ(campaign.take(1)->size(), 1U);
  const auto second = campaign.begin_run();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::bad_option);
  EXPECT_EQ(campaign.status()->claimed, 1U);
  ASSERT_TRUE(campaign.release());
  EXPECT_TRUE(campaign.begin_run());
}

TEST_F(Campaigns, WorkersAreCreditedAndWhatIsNotKeptDoesNotCount) {
  Campaign campaign = made(5);
  ASSERT_TRUE(campaign.begin_run());
  const auto worker = campaign.add_run({.program = "superflip", .host = "far", .process = 7, .tables = {}});
  ASSERT_TRUE(worker);
  const auto tasks = campaign.take(2);
  auto outcomes = outcomes_of(*tasks);
  for (Outcome& outcome : outcomes) outcome.run = *worker;
  outcomes.push_back({4, fail(ErrorKind::internal, "not claimed")});
  const auto kept = campaign.commit(outcomes);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->all, 2U);
  EXPECT_EQ(kept->failed, 0U);
  SQLite::Database database(path());
  EXPECT_EQ(database.execAndGet("SELECT group_concat(done) FROM runs WHERE run != 0").getString(), "2,2");
}

TEST_F(Campaigns, ResultsWithoutARunAreThere) {
  Campaign campaign = made(3);
  ASSERT_TRUE(campaign.begin_run());
  ASSERT_TRUE(campaign.release(outcomes_of(*campaign.take(2))));
  SQLite::Database(path(), SQLite::OPEN_READWRITE).exec("DELETE FROM runs WHERE run != 0");
  EXPECT_EQ(results(campaign).size(), 2U);
  EXPECT_EQ(campaign.result(1)->value().task.text, campaign.work()->task(1));
  EXPECT_FALSE(campaign.result(2)->has_value());
}

TEST_F(Campaigns, ACampaignThatIsNotCreatedLeavesNothing) {
  const auto stopped = []() -> Expected<std::optional<std::string>> { return fail(ErrorKind::stopped, "interrupted"); };
  EXPECT_EQ(Campaign::create(path(), {"cubes"}, stopped).error().message, "interrupted");
  EXPECT_EQ(Campaign::create(path(), {"cubes", {{"random", "3"}}}, stopped).error().kind, ErrorKind::bad_option);
  EXPECT_TRUE(folder_.names().empty());
  const auto nowhere = Campaign::create("/nonexistent/x.db", {"cubes", {{"random", "3"}}});
  EXPECT_EQ(nowhere.error().message, "/nonexistent/x.db: No such file or directory");
  EXPECT_EQ(nowhere.error().kind, ErrorKind::system);
}

TEST_F(Campaigns, CheckpointsOfTasksThatAreDoneAreRemoved) {
  Campaign campaign = made(3);
  const std::filesystem::path folder = folder_.path();
  ASSERT_TRUE(campaign.begin_run());
  const std::vector<Task> tasks = campaign.take(3).value();
  ASSERT_EQ(tasks.size(), 3U);
  const std::vector<Outcome> outcomes{
      {tasks[0].number, "{}"}, {tasks[1].number, fail(ErrorKind::internal, "it has failed")}, {tasks[2].number, "{}"}};
  const auto file = [&](std::size_t i) { return checkpoint_of(folder, campaign.spec(), tasks[i]); };
  for (std::size_t i = 0; i < 3; ++i) write_file(file(i), "what is done");
  ASSERT_TRUE(campaign.commit(std::span(outcomes).first(2)));
  remove_checkpoints(campaign, folder, outcomes);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(std::filesystem::exists(file(i)), i != 0) << i;
}

TEST_F(Campaigns, CheckpointsAreOfOneTask) {
  const CampaignSpec spec{"cosets", {{"random", "2"}}};
  const auto name = [](const CampaignSpec& of, const Task& task) { return checkpoint_of("folder", of, task).string(); };
  const std::string one = name(spec, {0, "a"});
  EXPECT_TRUE(one.starts_with("folder/0-") && one.ends_with(".checkpoint")) << one;
  EXPECT_EQ(name(spec, {0, "a"}), one);
  const std::set<std::string> names{one, name(spec, {0, "b"}), name(spec, {1, "a"}),
                                    name({"cosets", {{"random", "3"}}}, {0, "a"})};
  EXPECT_EQ(names.size(), 4U);
}

TEST_F(Campaigns, AFolderForCheckpointsIsMadeOrRefused) {
  const auto cosets = Campaign::create(path(), {"cosets", {{"random", "2"}}});
  ASSERT_TRUE(cosets);
  const std::filesystem::path folder = folder_ / "some/folder";
  EXPECT_TRUE(make_checkpoint_folder(*cosets, folder));
  EXPECT_TRUE(std::filesystem::is_directory(folder));
  EXPECT_TRUE(make_checkpoint_folder(*cosets, folder));
  EXPECT_EQ(make_checkpoint_folder(*cosets, path()).error().kind, ErrorKind::system);
  auto cubes = Campaign::create(folder_ / "cubes.db", {"cubes", {{"random", "2"}}});
  ASSERT_TRUE(cubes);
  Engine engine;
  RunOptions options;
  options.checkpoints = folder;
  EXPECT_EQ(run(*cubes, engine, options).error().message,
            "campaigns of cubes keep no checkpoints: leave out the folder for them");
}

// Fails in the way that its task says.
class Failing final : public Work {
 public:
  explicit Failing(bool needs_differ) : needs_differ_(needs_differ) {}
  Expected<std::vector<TableIdentity>> prepare(Engine&, const Budget&, const Listener&) const override { return {}; }
  Expected<Json> execute(std::string_view task, Engine&, const Budget&, const OnPart&,
                         const std::filesystem::path&) const override {
    if (task == "memory") throw std::bad_alloc();
    if (task == "system") throw std::system_error(std::make_error_code(std::errc::io_error));
    throw std::out_of_range("a defect");
  }
  Expected<Verdict> verify(std::string_view, std::string_view, Engine&, const Budget&) const override { return {}; }
  std::vector<Column> columns() const override { return {}; }
  bool needs_differ() const override { return needs_differ_; }

 private:
  const bool needs_differ_;
};

// To copy or print such a value calls itself once for each bracket.
TEST(CampaignTasks, ResultsOfBracketsAloneAreWrong) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  Engine engine;
  for (const CampaignSpec& spec : {CampaignSpec{"cubes", {{"random", "1"}}}, CampaignSpec{"cosets", {{"random", "1"}}},
                                   CampaignSpec{"coordinates", {{"catalogue", ""}}}}) {
    const auto work = spec.open();
    ASSERT_TRUE(work) << spec.kind;
    for (const std::string& result :
         {deep, R"({"count":)" + deep + R"(,"distribution":)" + deep + R"(,"solutions":)" + deep + "}",
          R"({"distribution":[1],"exact_to":0,"left":0,"facelets":)" + deep + R"(,"coordinate":)" + deep + "}"}) {
      const auto verdict = (*work)->verify((*work)->task(0), result, engine, {});
      ASSERT_TRUE(verdict) << spec.kind;
      EXPECT_TRUE(verdict->wrong.has_value()) << spec.kind;
      EXPECT_LT(verdict->wrong.value_or("").size(), 1000U);
    }
  }
}

TEST(CampaignTasks, FailOrEndTheRun) {
  Engine engine;
  const auto error_of = [&](const Work& work, const char* task) {
    return execute_task(work, task, engine, {}).error();
  };
  const Failing equal(false);
  const Failing different(true);
  EXPECT_EQ(error_of(equal, "memory").kind, ErrorKind::out_of_memory);
  EXPECT_FALSE(is_of_task(equal, error_of(equal, "memory")));
  EXPECT_TRUE(is_of_task(different, error_of(different, "memory")));
  EXPECT_FALSE(is_of_task(different, error_of(different, "system")));
  EXPECT_EQ(error_of(equal, "defect").kind, ErrorKind::internal);
  EXPECT_TRUE(is_of_task(equal, error_of(equal, "defect")));
}

TEST(CampaignTasks, GetAllThreads) {
  for (unsigned threads = 1; threads < 20; ++threads)
    for (unsigned workers = 1; workers <= threads; ++workers) {
      unsigned sum = 0;
      for (unsigned worker = 0; worker < workers; ++worker) sum += share_of(worker, threads, workers);
      EXPECT_EQ(sum, threads);
    }
}

// Runs with the tables of the profile compact, which need no files.
class CampaignRuns : public Campaigns {
 protected:
  static Engine engine_of(const Campaign& campaign) { return Engine(campaign.work()->engine_options({})); }

  void forge(const std::string& set) const {
    SQLite::Database(path(), SQLite::OPEN_READWRITE).exec("UPDATE results SET " + set + " WHERE task = 3");
  }

  // The number of results that are wrong, and the sentence about the last of them.
  std::pair<std::uint64_t, std::string> wrong_of(const VerifyOptions& options = {}) const {
    const Campaign campaign = opened(Access::read);
    Engine engine = engine_of(campaign);
    std::string sentence;
    const auto found = verify(campaign, engine, options, [&](const Task& task, const std::string& text) {
      EXPECT_EQ(task.number, 3U);
      sentence = text;
    });
    EXPECT_TRUE(found);
    return {found ? found->wrong : 0, sentence};
  }
};

TEST_F(CampaignRuns, GiveTheSameHoweverTheyAreDivided) {
  std::map<std::uint64_t, Document> whole;
  for (const std::uint64_t most : {0, 7}) {
    std::filesystem::remove(path());
    Campaign campaign = made(30, {{"profile", "compact"}, {"nodes", "2000"}});
    Engine engine = engine_of(campaign);
    while (campaign.status()->left() > 0) ASSERT_TRUE(run(campaign, engine, {.threads = 3, .most = most}));
    std::map<std::uint64_t, Document> moves;
    for (const auto& [task, result] : results(campaign)) moves[task] = Document::parse(result)["solutions"][0]["moves"];
    if (most == 0) whole = moves;
    EXPECT_EQ(moves, whole);
    check_consistency();
  }
  EXPECT_EQ(whole.size(), 30U);
}

TEST_F(CampaignRuns, AStopGivesBackWhatIsClaimed) {
  StopFlag stop{false};
  Campaign campaign = made(100'000, {{"profile", "compact"}, {"nodes", "2000"}});
  Engine engine = engine_of(campaign);
  const auto ran = run(campaign, engine, {.threads = 2, .stop = &stop}, [&](const RunProgress& progress) {
    if (progress.done > 10) stop = true;
  });
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->is_stopped);
  const auto status = campaign.status();
  EXPECT_EQ(status->claimed, 0U);
  EXPECT_EQ(status->done, ran->done);
  EXPECT_FALSE(status->runs.at(0).is_alive);
  check_consistency();
}

TEST_F(CampaignRuns, AnExceptionEndsARun) {
  Campaign campaign = made(100'000, {{"profile", "compact"}, {"nodes", "2000"}});
  Engine engine = engine_of(campaign);
  const auto ran = [&] {
    return run(campaign, engine, {.threads = 2}, [](const RunProgress& progress) {
      if (progress.done > 10) throw std::runtime_error("no more");
    });
  };
  EXPECT_THROW(static_cast<void>(ran()), std::runtime_error);
  EXPECT_EQ(campaign.status()->claimed, 0U);
  check_consistency();
  EXPECT_TRUE(run(campaign, engine, {.threads = 2, .most = 3}));
}

TEST_F(CampaignRuns, AFinishedCampaignLoadsNothing) {
  Campaign campaign = made(2, {{"profile", "compact"}, {"nodes", "500"}});
  Engine engine = engine_of(campaign);
  ASSERT_TRUE(run(campaign, engine));
  Engine other = engine_of(campaign);
  const auto ran = run(campaign, other, {}, {}, [](const Event&) {
    ADD_FAILURE() << "a table was loaded";
    return true;
  });
  EXPECT_EQ(ran->done, 0U);
  EXPECT_EQ(campaign.status()->runs.size(), 1U);
}

TEST_F(CampaignRuns, ForgedWordsAreFound) {
  {
    Campaign campaign = made(10, {{"profile", "compact"}, {"nodes", "2000"}});
    Engine engine = engine_of(campaign);
    ASSERT_TRUE(run(campaign, engine));
  }
  EXPECT_EQ(wrong_of().first, 0U);
  const auto original = results(opened(Access::read))[3];
  const auto with = [&](const std::function<void(Document&)>& change) {
    Document result = Document::parse(original);
    change(result);
    forge("result = '" + [&] {
      std::string text = result.dump();
      for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.insert(at, "'");
      return text;
    }() + "'");
    return wrong_of();
  };
  EXPECT_EQ(with([](Document&) {}).first, 0U);
  EXPECT_NE(with([](Document& r) { r["solutions"][0]["moves"] = "R U F"; }).second.find("does not solve"),
            std::string::npos);
  EXPECT_NE(with([](Document& r) { r["solutions"][0]["moves"] = "R4"; }).second.find("does not solve"),
            std::string::npos);
  EXPECT_NE(with([](Document& r) { r["solutions"][0]["length"] = 3; }).second.find("has the length"),
            std::string::npos);
  EXPECT_NE(with([](Document& r) { r["facelets"] = to_facelets(kSolved); }).second.find("another cube"),
            std::string::npos);
  EXPECT_EQ(with([](Document& r) { r["solutions"] = 7; }).first, 1U);
  EXPECT_EQ(with([](Document& r) { r["count"] = "x"; }).first, 1U);
  EXPECT_EQ(with([](Document& r) { r = "text"; }).first, 1U);
  for (const char* key : {"solver", "lower", "metric", "proven", "facelets", "solutions"}) {
    EXPECT_EQ(with([&](Document& r) { r[key] = 5.5; }).first, 1U) << key;
    EXPECT_EQ(with([&](Document& r) { r.erase(key); }).first, 1U) << key;
  }
  EXPECT_EQ(with([](Document& r) { r["lower"] = r["solutions"][0]["length"].get<unsigned>() + 1; }).first, 1U);
  EXPECT_NE(with([](Document& r) { r["proven"] = true; }).second.find("it is proven, and says only"),
            std::string::npos);
  forge("result = 'no JSON'");
  EXPECT_EQ(wrong_of().first, 1U);
}

TEST_F(CampaignRuns, AForgedProofIsFound) {
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    static const std::vector<std::string> cubes{"R", "R U", "R U F", "R U F D", "U2 D2"};
    return i < 5 ? std::optional(cubes[static_cast<std::size_t>(i++)]) : std::nullopt;
  };
  ASSERT_TRUE(Campaign::create(path(), {"cubes", {{"all", ""}, {"metric", "stm"}, {"profile", "compact"}}}, next));
  {
    Campaign campaign = opened();
    Engine engine = engine_of(campaign);
    const auto ran = run(campaign, engine);
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->failed, 0U);
  }
  EXPECT_EQ(wrong_of().first, 0U);
  // A word that solves the cube, and is no shortest one.
  forge(R"(result = replace(replace(result, '"D'' F'' U'' R''"', '"D'' F'' U2 U R''"'), '"length":4', '"length":5'))");
  EXPECT_EQ(wrong_of().first, 1U);
  forge(R"(result = replace(result, '"lower":4', '"lower":5'))");
  EXPECT_NE(wrong_of().second.find("has 4 moves, not 5"), std::string::npos) << wrong_of().second;
}

TEST_F(CampaignRuns, WhatIsNotProvenIsFound) {
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    return i < 4 ? std::optional<std::string>(i++ < 3 ? "R" : "R U F D") : std::nullopt;
  };
  const KindOptions options{{"optimal", ""}, {"max-length", "3"}, {"metric", "stm"}, {"profile", "compact"}};
  ASSERT_TRUE(Campaign::create(path(), {"cubes", options}, next));
  Campaign campaign = opened();
  Engine engine = engine_of(campaign);
  ASSERT_TRUE(run(campaign, engine));
  const auto found = verify(campaign, engine, {}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->wrong, 0U);
  EXPECT_EQ(found->checked.at("proofs repeated for the inverse cube in a mirror"), 4U);
  forge(R"(result = json_set(result, '$.lower', 3))");
  EXPECT_NE(wrong_of().second.find("the search had no limit"), std::string::npos) << wrong_of().second;
}

TEST_F(CampaignRuns, DistributionsAreCountedAgain) {
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    static const std::vector<std::string> names{"EdgeOrientation", "corners: orientation", "UDSlice",
                                                "CornerPermutation"};
    return i < 4 ? std::optional(names[static_cast<std::size_t>(i++)]) : std::nullopt;
  };
  ASSERT_TRUE(Campaign::create(path(), {"coordinates", {{"metric", "qtm"}}}, next));
  {
    Campaign campaign = opened();
    Engine engine;
    const auto ran = run(campaign, engine);
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->failed, 0U);
    EXPECT_EQ(ran->done, 4U);
  }
  EXPECT_EQ(wrong_of().first, 0U);
  const Document corners = Document::parse(results(opened(Access::read))[3]);
  EXPECT_EQ(corners["distribution"][1], 12);
  EXPECT_EQ(corners["reached"], 40'320);
  forge("result = replace(result, '[1,12,', '[1,13,')");
  EXPECT_EQ(wrong_of().first, 1U);
  forge(
      "result = replace(replace(result, '\"reached\":40320', '\"reached\":40321'), '\"mean_distance\":', '\"mean\":')");
  EXPECT_EQ(wrong_of().first, 1U);
}

// A level can be empty, and reached from one that is as far away as a step costs.
TEST_F(CampaignRuns, DistributionsInCostsAreCountedAgain) {
  for (const char* moves : {"U:3 R F", "all:3", "R:20 U:7 F:19"}) {
    std::filesystem::remove(path());
    const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
      return i++ < 1 ? std::optional<std::string>("EdgeOrientation") : std::nullopt;
    };
    ASSERT_TRUE(Campaign::create(path(), {"coordinates", {{"moves", moves}}}, next));
    {
      Campaign campaign = opened();
      Engine engine;
      ASSERT_TRUE(run(campaign, engine));
    }
    EXPECT_EQ(wrong_of().first, 0U) << moves << ": " << wrong_of().second;
    const Document result = Document::parse(results(opened(Access::read))[0]);
    EXPECT_EQ(result["unit"], "cost");
    EXPECT_FALSE(result.contains("metric"));
  }
}

TEST_F(CampaignRuns, ForgedDistributionsAreFound) {
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    return i++ < 4 ? std::optional<std::string>("EdgeOrientation") : std::nullopt;
  };
  for (const KindOptions& options : {KindOptions{}, KindOptions{{"depth", "3"}}, KindOptions{{"depth", "9"}}}) {
    std::filesystem::remove(path());
    auto rewind = next;
    ASSERT_TRUE(Campaign::create(path(), {"coordinates", options}, rewind));
    {
      Campaign campaign = opened();
      Engine engine;
      ASSERT_TRUE(run(campaign, engine));
    }
    EXPECT_EQ(wrong_of().first, 0U) << wrong_of().second;
    const Document right = Document::parse(results(opened(Access::read))[3]);
    const auto with = [&](const std::function<void(Document&)>& change) {
      Document result = right;
      change(result);
      forge("result = '" + result.dump() + "'");
      return wrong_of().first;
    };
    // The figures that follow from a distribution are made to fit.
    const auto with_distribution = [&](const Document& distribution) {
      return with([&](Document& result) {
        result["distribution"] = distribution;
        if (options.empty()) result["deepest"] = distribution.empty() ? 0 : distribution.size() - 1;
      });
    };
    EXPECT_EQ(with([](Document&) {}), 0U);
    Document shorter = right["distribution"];
    shorter.erase(shorter.size() - 1);
    Document other = right["distribution"];
    other[2] = 26;
    for (const Document& forged : {Document::array(), Document{1}, Document{1, "2"}, shorter, other})
      EXPECT_EQ(with_distribution(forged), 1U) << forged.dump();
    for (const char* key : {"values", "coordinate", "metric", "goal_values"})
      EXPECT_EQ(with([&](Document& result) { result[key] = 7; }), 1U) << key;
    if (options.empty())
      for (const char* key : {"reached", "deepest", "mean_distance"}) {
        EXPECT_EQ(with([&](Document& result) { result[key] = 3; }), 1U) << key;
        EXPECT_EQ(with([&](Document& result) { result[key] = "x"; }), 1U) << key;
      }
  }
}

TEST_F(CampaignRuns, TheDrawnShareIsTheSameForASeed) {
  {
    Campaign campaign = made(40, {{"profile", "compact"}, {"nodes", "500"}});
    Engine engine = engine_of(campaign);
    ASSERT_TRUE(run(campaign, engine));
  }
  const Campaign campaign = opened(Access::read);
  Engine engine = engine_of(campaign);
  const auto ignore = [](const Task&, const std::string&) {};
  const auto tenth = verify(campaign, engine, {.numerator = 1, .denominator = 7}, ignore);
  EXPECT_EQ(tenth->drawn, 6U);
  EXPECT_EQ(tenth->done, 6U);
  EXPECT_EQ(tenth->checked.at("words replayed on stickers"), 6U);
  EXPECT_FALSE(verify(campaign, engine, {.numerator = 2, .denominator = 1}, ignore));
}

// Of a process that has lost the task, and does not know it.
TEST_F(CampaignRuns, ACheckpointInUseIsLeftAlone) {
  if (available_memory() < 4'000'000'000) GTEST_SKIP() << "a coset takes 3.2 GB";
  const KindOptions options{{"random", "1"}, {"search-depth", "5"}, {"max-depth", "5"}, {"keep-left", ""}};
  ASSERT_TRUE(Campaign::create(path(), {"cosets", options}));
  Campaign campaign = opened();
  std::filesystem::path lock = checkpoint_of(folder_.path(), campaign.spec(), {0, campaign.work()->task(0)});
  lock += ".lock";
  std::error_code error;
  const FileLock held = FileLock::try_take(lock, error);
  ASSERT_TRUE(held) << error.message();
  Engine engine(
      campaign.work()->engine_options({.tables = default_tables().value(), .memory = 3'500'000'000, .threads = 1}));
  const auto ran = run(campaign, engine, {.threads = 1, .checkpoints = folder_.path()});
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->done - ran->failed, 1U);
  EXPECT_TRUE(std::filesystem::exists(lock));
}

// With the memory of one coset, which the standard tables leave room for.
TEST_F(CampaignRuns, CosetsAreCountedAgain) {
  if (available_memory() < 4'000'000'000) GTEST_SKIP() << "a coset takes 3.2 GB";
  const auto next = [i = 0]() mutable -> Expected<std::optional<std::string>> {
    static const std::vector<std::string> cubes{"R U F", "R U F L"};
    return i < 2 ? std::optional(cubes[static_cast<std::size_t>(i++)]) : std::nullopt;
  };
  const KindOptions options{{"search-depth", "5"}, {"max-depth", "5"}, {"keep-left", ""}, {"samples", "2"}};
  ASSERT_TRUE(Campaign::create(path(), {"cosets", options}, next));
  Campaign campaign = opened();
  const auto engine_with = [&](std::uint64_t memory) {
    return Engine(
        campaign.work()->engine_options({.tables = default_tables().value(), .memory = memory, .threads = 2}));
  };
  Engine small = engine_with(3'000'000'000);
  const auto refused = run(campaign, small, {.threads = 2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::out_of_memory);
  EXPECT_EQ(campaign.status()->failed, 0U);

  Engine engine = engine_with(3'500'000'000);
  EXPECT_EQ(engine.options().profile, Profile::standard);
  EXPECT_EQ(campaign.work()->at_once(engine, 2).value(), 1U);
  const auto ran = run(campaign, engine, {.threads = 2});
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->done, 2U);
  const auto found = results(campaign);
  EXPECT_EQ(Document::parse(found.at(0))["distribution"], (Document{0, 0, 0, 2, 18, 117}));
  EXPECT_EQ(Document::parse(found.at(1))["distribution"], (Document{0, 0, 0, 0, 2, 20}));
  std::string sentence;
  const auto check = [&] {
    return verify(campaign, engine, {.threads = 2}, [&](const Task&, const std::string& text) { sentence = text; });
  };
  const auto right = check();
  ASSERT_TRUE(right);
  EXPECT_EQ(right->wrong, 0U) << sentence;
  EXPECT_EQ(right->checked.at("levels counted by a plain search"), 12U);
  EXPECT_EQ(right->checked.at("cosets repeated in a mirror"), 2U);
  EXPECT_EQ(right->checked.at("random positions of cosets solved"), 0U);  // the levels end before all are found
  EXPECT_EQ(right->checked.at("words done"), 10U);
  const auto change = [&](const char* sql) { SQLite::Database(path(), SQLite::OPEN_READWRITE).exec(sql); };
  change("UPDATE results SET result = replace(result, '[0,0,0,0,2,20]', '[0,0,0,0,3,19]')");
  ASSERT_EQ(check()->wrong, 1U);
  EXPECT_EQ(sentence, "its level 4 is not that of its distribution");
  change(
      "UPDATE results SET result = json_set(result, '$.levels[4].found', 3, '$.levels[5].found', 19) WHERE task = 1");
  ASSERT_EQ(check()->wrong, 1U);
  EXPECT_EQ(sentence, "2 positions are at distance 4, not 3");

  change(
      "UPDATE results SET result = json_set(result, '$.levels[4].found', 2, '$.levels[5].found', 20, "
      "'$.distribution[4]', 2, '$.distribution[5]', 20) WHERE task = 1");
  // A word that solves nothing, one that is longer than the level says, and none; then a position of another coset with
  // a right word, and a word that is left over although nothing was solved.
  const auto set_sample = [&](const std::string& facelets, const std::string& moves) {
    SQLite::Database database(path(), SQLite::OPEN_READWRITE);
    SQLite::Statement set(database,
                          "UPDATE results SET result = json_set(result, '$.levels[5].samples[1].facelets', ?, "
                          "'$.levels[5].samples[1].moves', ?) WHERE task = 0");
    set.bind(1, facelets);
    set.bind(2, moves);
    set.exec();
  };
  const Document sample = Document::parse(found.at(0))["levels"][5]["samples"][1];
  const std::string facelets = sample["facelets"];
  const std::string word = sample["moves"];
  for (const std::string& forged : {std::string("R"), word + " U U'", std::string("?")}) {
    set_sample(facelets, forged);
    EXPECT_EQ(check()->wrong, 1U) << forged;
    EXPECT_NE(sentence.find(forged == "?" ? "cannot be read" : "does not solve"), std::string::npos) << sentence;
  }
  const Cube other = to_cube(parse_algorithm("L2 U2 R D F").value());
  set_sample(to_facelets(other), "F' D' R' U2 L2");
  EXPECT_EQ(check()->wrong, 1U);
  EXPECT_NE(sentence.find("does not solve"), std::string::npos) << sentence;
  set_sample(facelets, word);
  EXPECT_EQ(check()->wrong, 0U);
  const std::string left = R"([{"facelets": ")" + facelets + R"(", "moves": ")" + word + R"("}])";
  {
    SQLite::Database database(path(), SQLite::OPEN_READWRITE);
    SQLite::Statement set(database,
                          "UPDATE results SET result = json_set(result, '$.left_over', json(?)) WHERE task = 0");
    set.bind(1, left);
    set.exec();
  }
  EXPECT_EQ(check()->wrong, 1U);
  EXPECT_NE(sentence.find("does not solve"), std::string::npos) << sentence;
  change("UPDATE results SET result = json_remove(result, '$.left_over') WHERE task = 0");

  EXPECT_EQ(check()->lost, 0U);
  change("DELETE FROM results WHERE task = 1");
  const auto after = check();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->wrong, 0U);
  EXPECT_EQ(after->lost, 1U);

  const auto too_small = verify(campaign, small, {.threads = 2}, {});
  ASSERT_FALSE(too_small);
  EXPECT_EQ(too_small.error().kind, ErrorKind::out_of_memory);
}

RC_GTEST_PROP(CampaignStickers, TurnAsTheCubeDoes, (std::uint64_t seed)) {
  Random random(seed);
  const Cube cube = random.cube();
  Moves moves;
  for (int i = 0; i < 12; ++i) moves.push_back(static_cast<Move>(random.below(kMoves)));
  RC_ASSERT(detail::turned(to_facelets(cube), to_string(moves)) == to_facelets(apply(cube, moves)));
}

TEST(CampaignStickers, KnowWhatIsSolvedAndWhatIsAMove) {
  const std::string solved = to_facelets(kSolved);
  EXPECT_TRUE(detail::is_uniform(solved));
  EXPECT_FALSE(detail::is_uniform(*detail::turned(solved, "R")));
  EXPECT_EQ(detail::turned(solved, "R U R' U' R U R' U' R U R' U' R U R' U' R U R' U' R U R' U'"), solved);
  for (const char* text : {"X", "R3", "R U2'", "r", "(R)"}) EXPECT_FALSE(detail::turned(solved, text)) << text;
  const auto length = [](std::string_view moves) {
    std::vector<int> in;
    for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm})
      in.push_back(detail::length_of(moves, metric));
    return in;
  };
  EXPECT_EQ(length("R U2 F'"), (std::vector<int>{3, 4, 3, 3}));
  EXPECT_EQ(length("R L' U2 D F2 B2"), (std::vector<int>{6, 9, 4, 3}));
  EXPECT_EQ(length("R M"), (std::vector<int>{-1, -1, -1, -1}));
}

}  // namespace
}  // namespace superflip
