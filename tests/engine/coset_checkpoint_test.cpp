// Checkpoints of cosets: what goes on from one is what an uninterrupted run finds; files that are wrong are refused.
#include "superflip/engine/detail/coset_checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/engine/coset_report.h"
#include "superflip/engine/detail/coset_run.h"
#include "superflip/reading/read.h"
#include "superflip/solver/two_phase/tables.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/detail/table_file.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip::detail {
namespace {

using coset::Bitmap;
using coset::Enumeration;
using coset::kPageBits;
using coset::kPageBytes;
using coset::PagePool;
using coset::Place;
using coset::SearchTables;
using coset::Workspace;

const Labels kLabels{{"threads", "CosetCheckpoint"},
                     {"long", "CosetCheckpoint"},
                     {"threads", "SlowCosetCheckpoint"},
                     // Skipped where the memory is less than a coset takes.
                     {"environment", "SlowCosetCheckpoint"}};

CosetQuestion question_of(std::string_view moves) {
  CosetQuestion question;
  question.cube = read(moves).value().cube;
  return question;
}

std::shared_ptr<const SearchTables> tables() {
  static const auto opened = std::make_shared<const SearchTables>(
      TwoPhaseTables::open(Profile::standard, Metric::htm, default_tables().value().get(), hardware_threads())
          .value()
          ->inside());
  return opened;
}

// A run that is at the beginning of level `depth + 1`, or within it.
CosetProgress progress_of(const Enumeration& levels) {
  CosetProgress progress;
  progress.enumeration = levels.state();
  progress.parts.assign(static_cast<std::size_t>(levels.depth()) + 1, 1);
  for (int d = 0; d <= levels.depth(); ++d) {
    progress.levels.emplace_back();
    progress.levels.back().depth = d;
  }
  return progress;
}

std::vector<Place> sorted(std::vector<Place> places) {
  std::sort(places.begin(), places.end());
  return places;
}

// Searches on one thread until level `depth` is under way, and keeps what is known between two of its rounds.
// `before`: the finished levels as the file shall have them; if empty, as in progress_of().
void keep_within_a_level(const CosetCheckpoint& file, const CosetQuestion& question, int depth, Enumeration::Way way,
                         const std::vector<CosetLevel>& before = {}) {
  Workspace space(tables(), 1);
  int rounds = 0;
  Enumeration* running = nullptr;
  way.words_of_round = 1;
  way.on_round = [&](bool) {
    if (running->depth() < depth - 1 || ++rounds < 2) return true;
    CosetProgress progress = progress_of(*running);
    if (!before.empty()) progress.levels = before;
    EXPECT_TRUE(file.save(question, progress, running->bitmap()));
    return false;
  };
  Enumeration interrupted(space, question.cube, nullptr, {}, way);
  running = &interrupted;
  while (interrupted.depth() < depth - 1) ASSERT_TRUE(interrupted.next(1));
  EXPECT_FALSE(interrupted.next(1));
  EXPECT_EQ(rounds, 2);
}

enum class Cut : std::uint8_t { between_rounds, within_a_round, after_the_search };

// Searches on one thread, is stopped in the middle of level `depth`, and keeps what is known: at the fourth part of the
// second round, or at the fourth page of those in which images are looked up.
void keep_a_level_that_is_stopped(const CosetCheckpoint& file, const CosetQuestion& question, int depth,
                                  Enumeration::Way way, Cut cut) {
  Workspace space(tables(), 1);
  StopFlag stop{false};
  int rounds = 0;
  int steps = 0;
  bool is_searched = false;
  Enumeration* running = nullptr;
  way.words_of_round = 1;
  way.on_round = [&](bool is_last) {
    if (running->depth() < depth - 1) return true;
    ++rounds;
    is_searched = is_last;
    return true;
  };
  const auto on_progress = [&](double) {
    if ((cut == Cut::within_a_round ? rounds == 1 : is_searched) && ++steps == 4) stop = true;
  };
  Enumeration stopped(space, question.cube, &stop, on_progress, way);
  running = &stopped;
  while (stopped.depth() < depth - 1) ASSERT_TRUE(stopped.next(1));
  EXPECT_FALSE(stopped.next(1));
  ASSERT_TRUE(stopped.state().search);
  EXPECT_TRUE(file.save(question, progress_of(stopped), stopped.bitmap()));
}

// Searches to a depth, is interrupted within that level, and goes on from the file with other threads.
void check_a_search(std::string_view moves, int depth, const Enumeration::Way& way,
                    const std::vector<Cut>& cuts = {Cut::between_rounds, Cut::within_a_round}) {
  const TemporaryFolder folder;
  const CosetQuestion question = question_of(moves);
  const auto file = CosetCheckpoint::open(folder / "coset");
  ASSERT_TRUE(file);
  std::uint64_t found = 0;
  coset::SearchCounts counts;
  std::vector<Place> newest;
  {
    Workspace space(tables(), 2);
    Enumeration whole(space, question.cube, nullptr, {}, way);
    while (whole.depth() < depth) ASSERT_TRUE(whole.next(1));
    found = whole.found();
    counts = whole.counts();
    if (whole.newest()) newest = sorted(*whole.newest());
  }
  for (const Cut cut : cuts) {
    SCOPED_TRACE(static_cast<int>(cut));
    if (cut == Cut::between_rounds)
      keep_within_a_level(*file, question, depth, way);
    else
      keep_a_level_that_is_stopped(*file, question, depth, way, cut);
    Workspace space(tables(), 3);
    Enumeration levels(space, question.cube, nullptr, {}, way);
    auto progress = file->load(question, levels.bitmap(), nullptr);
    ASSERT_TRUE(progress && *progress);
    ASSERT_TRUE((*progress)->enumeration.search);
    EXPECT_GT((*progress)->enumeration.search->done, 0U);
    levels.resume(std::move((*progress)->enumeration));
    EXPECT_EQ(levels.depth(), depth - 1);
    EXPECT_EQ(levels.counts().leaves == counts.leaves, cut == Cut::after_the_search);
    ASSERT_TRUE(levels.next(1));
    EXPECT_EQ(levels.found(), found);
    EXPECT_EQ(levels.bitmap().count(), found);
    EXPECT_EQ(levels.exact_to(), depth);
    EXPECT_EQ(levels.counts().nodes, counts.nodes);
    EXPECT_EQ(levels.counts().endings, counts.endings);
    EXPECT_EQ(levels.counts().leaves, counts.leaves);
    EXPECT_EQ(levels.newest() ? sorted(*levels.newest()) : std::vector<Place>(), newest);
  }
}

constexpr std::string_view kMoves = "R U F L D B R U F L";

TEST(CosetCheckpoint, ASearchGoesOnFromItsRounds) { check_a_search(kMoves, 11, {}); }

// One word of those that are alike is searched, and what the others lead to is marked beside what it finds.
TEST(CosetCheckpoint, ASearchWithSymmetriesGoesOn) {
  constexpr std::string_view kAlikeFromBehind = "R L U F B D' R' L' F B U' R L D F' B'";
  {
    Workspace space(tables(), 1);
    ASSERT_GT(Enumeration(space, question_of(kAlikeFromBehind).cube, nullptr, {}).symmetries(), 1U);
  }
  check_a_search(kAlikeFromBehind, 11, {});
}

// A pass comes before the search, and must not be repeated: it would add neighbours of the level itself. Where the
// coset has symmetries, images are looked up after the search.
TEST(SlowCosetCheckpoint, ASearchGoesOnAfterItsPass) {
  if (available_memory() < 4'500'000'000) GTEST_SKIP() << "a pass needs 4 GB of free memory";
  check_a_search(kMoves, 12, {.max_listed = 100});
  check_a_search("R L' F B' U R L", 11, {.max_listed = 20'000, .closes = true},
                 {Cut::between_rounds, Cut::within_a_round, Cut::after_the_search});
}

// What a round that was stopped has marked is of the level, and is found again: here every other element of it.
TEST(CosetCheckpoint, MarksOfARoundThatWasStoppedDoNoHarm) {
  constexpr int kDepth = 11;
  const CosetQuestion question = question_of(kMoves);
  Workspace spaces[] = {Workspace(tables(), 2), Workspace(tables(), 2)};
  Enumeration whole(spaces[0], question.cube, nullptr, {});
  while (whole.depth() < kDepth) ASSERT_TRUE(whole.next(1));
  const std::vector<Place> newest = sorted(whole.newest().value());
  ASSERT_GT(newest.size(), 2U);
  Enumeration levels(spaces[1], question.cube, nullptr, {});
  while (levels.depth() < kDepth - 1) ASSERT_TRUE(levels.next(1));
  Enumeration::State state = levels.state();
  Enumeration::Search& search = state.search.emplace(Enumeration::Search{});
  search.words_before = state.counts.leaves;
  for (std::size_t i = 0; i < newest.size(); i += 2) {
    levels.bitmap().make_page(newest[i].page)[newest[i].bit / 8] |= std::byte{1} << newest[i].bit % 8;
    search.listed.push_back(newest[i]);
  }
  search.found = search.listed.size();
  levels.resume(std::move(state));
  ASSERT_TRUE(levels.next(1));
  EXPECT_EQ(levels.found(), whole.found());
  EXPECT_EQ(levels.bitmap().count(), whole.found());
  EXPECT_EQ(levels.counts().leaves, whole.counts().leaves);
  EXPECT_EQ(sorted(levels.newest().value()), newest);
}

// A part of a pass cannot be gone on with: what it has added would get neighbours, too.
TEST(CosetCheckpoint, APassThatWasStoppedIsNotKept) {
  Workspace space(tables(), 1);
  StopFlag stop{false};
  Enumeration levels(space, question_of(kMoves).cube, &stop, {}, {.max_listed = 100});
  while (levels.newest()) ASSERT_TRUE(levels.next(1));
  stop = true;
  EXPECT_FALSE(levels.next(1));
  EXPECT_FALSE(levels.state().search);
}

// One page is shorter as it is, one as a list.
TEST(CosetCheckpoint, AllPagesComeBack) {
  const TemporaryFolder folder;
  PagePool pool;
  Bitmap bitmap(pool);
  std::memset(bitmap.make_page(7), 0x5A, kPageBytes);
  bitmap.make_page(2519)[kPageBytes - 1] = std::byte{0x81};
  bitmap.make_page(9);  // empty
  CosetProgress progress;
  progress.levels.emplace_back();
  progress.parts.push_back(1);
  progress.pending.push_back({{2519, 5}, 0, true, CosetPending::Goes::to_listed});
  progress.probes = {{3, 4}, {5, 6}};
  progress.candidates = {{{7, 8}}, true};
  progress.spent = std::chrono::seconds(3);
  progress.enumeration.found = kPageBits / 2 + 2;
  progress.enumeration.newest.reset();
  const CosetQuestion question = question_of("R");
  const auto file = CosetCheckpoint::open(folder / "coset");
  ASSERT_TRUE(file);
  std::vector<double> written;
  for (int n = 0; n < 2; ++n)
    ASSERT_TRUE(file->save(question, progress, bitmap, [&](double done) { written.push_back(done); }));
  EXPECT_GT(written.front(), 0);
  EXPECT_EQ(written.back(), 1);
  EXPECT_EQ(*std::max_element(written.begin(), written.end()), 1);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"coset", "coset.lock"}));
  EXPECT_LT(std::filesystem::file_size(folder / "coset"), kPageBytes + 20'000);
  Bitmap back(pool);
  const auto loaded = file->load(question, back, nullptr);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ(back.count(), bitmap.count());
  EXPECT_EQ(std::memcmp(back.page(7), bitmap.page(7), kPageBytes), 0);
  EXPECT_TRUE(back.contains({2519, kPageBits - 1}));
  EXPECT_EQ(back.page(9), nullptr);
  EXPECT_EQ((*loaded)->pending.at(0).place, (Place{2519, 5}));
  EXPECT_EQ((*loaded)->probes, progress.probes);
  EXPECT_EQ((*loaded)->candidates.places, progress.candidates.places);
  EXPECT_TRUE((*loaded)->candidates.is_all);
  EXPECT_EQ((*loaded)->spent, progress.spent);
  EXPECT_FALSE((*loaded)->enumeration.newest);
  EXPECT_TRUE((*loaded)->enumeration.before);
  // When it cannot be written, or memory runs out meanwhile, the file stays as it was.
  const std::string before = read_file(folder / "coset");
  const auto starve = [](double) { throw std::bad_alloc(); };
  EXPECT_THROW(static_cast<void>(file->save(question, {}, bitmap, starve)), std::bad_alloc);
  EXPECT_EQ(read_file(folder / "coset"), before);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"coset", "coset.lock"}));
  std::filesystem::create_directories(folder / "coset.tmp" / "full");
  EXPECT_EQ(file->save(question, {}, bitmap).error().kind, ErrorKind::system);
  EXPECT_EQ(read_file(folder / "coset"), before);
}

// The link may lead to a file that is not there yet, by way of another one.
TEST(CosetCheckpoint, LinksStayLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "large");
  std::filesystem::create_symlink("second", folder / "first");
  std::filesystem::create_symlink(std::filesystem::path("large") / "coset", folder / "second");
  PagePool pool;
  const Bitmap bitmap(pool);
  CosetProgress progress;
  progress.levels.emplace_back();
  progress.parts.push_back(1);
  const CosetQuestion question = question_of("R");
  for (int n = 0; n < 2; ++n) {
    const auto file = CosetCheckpoint::open(folder / "first");
    ASSERT_TRUE(file);
    // Every name of the file means the same one.
    const auto second = CosetCheckpoint::open(folder / "large" / "coset");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another run uses the checkpoint"), std::string::npos);
    ASSERT_TRUE(file->save(question, progress, bitmap));
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"first", "large", "second"}));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "second"));
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(folder / "large" / "coset")));
  EXPECT_FALSE(std::filesystem::exists(folder / "large" / "coset.lock"));
  // A circle means no file.
  std::filesystem::create_symlink("circle", folder / "circle");
  const auto circle = CosetCheckpoint::open(folder / "circle");
  ASSERT_TRUE(circle);
  Bitmap back(pool);
  EXPECT_EQ(circle->load(question, back, nullptr).error().kind, ErrorKind::system);
}

// The file of a few levels of a coset.
class WrongCheckpoint : public testing::Test {
 protected:
  WrongCheckpoint() {
    Workspace space(tables(), 1);
    Enumeration levels(space, question_.cube, nullptr, {});
    while (levels.depth() < 4) EXPECT_TRUE(levels.next(1));
    const auto file = CosetCheckpoint::open(path_);
    EXPECT_TRUE(file->save(question_, progress_of(levels), levels.bitmap()));
    contents_ = read_file(path_);
  }

  // What a file of these contents is taken for: nothing where it is right.
  std::optional<Error> refusal(const std::string& contents) {
    write_file(path_, contents);
    PagePool pool;
    Bitmap bitmap(pool);
    const auto loaded = CosetCheckpoint::open(path_)->load(question_, bitmap, nullptr);
    EXPECT_EQ(read_file(path_), contents);
    if (loaded) return std::nullopt;
    return loaded.error();
  }

  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "coset";
  CosetQuestion question_ = question_of("R U F");
  std::string contents_;
};
const Labels kWrongLabels{{"threads", "WrongCheckpoint"},
                          {"long", "WrongCheckpoint"},
                          // Not every file system has files of that length.
                          {"environment", "WrongCheckpoint.LargeFilesTakeNoMemory"}};

TEST_F(WrongCheckpoint, DamagedFilesAreRefused) {
  EXPECT_FALSE(refusal(contents_));
  for (std::size_t size = 0; size < contents_.size(); size += 501) {
    const auto error = refusal(contents_.substr(0, size));
    ASSERT_TRUE(error) << size;
    EXPECT_EQ(error->kind, size < 16 ? ErrorKind::bad_option : ErrorKind::system) << error->message;
  }
  for (std::size_t at = 0; at < contents_.size(); at += 101) {
    std::string flipped = contents_;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x40);
    ASSERT_TRUE(refusal(flipped)) << at;
  }
  EXPECT_NE(refusal(contents_ + "x")->message.find("bytes after its header"), std::string::npos);
  EXPECT_NE(refusal("a letter to a friend")->message.find("is no checkpoint of a coset"), std::string::npos);
}

// Their checksums are right, and one number is not: they are refused, or read as far as the number says nothing.
TEST_F(WrongCheckpoint, ForgedFilesAreRefused) {
  const std::string header = contents_.substr(0, kTableHeaderBytes);
  const ParsedHeader parsed = parse_header(std::as_bytes(std::span(header)), contents_.size());
  int refused = 0;
  for (std::size_t at = 0; at + 8 <= contents_.size() - kTableHeaderBytes; at += 8) {
    std::string payload = contents_.substr(kTableHeaderBytes);
    for (std::size_t i = 0; i < 8; ++i) payload[at + i] = static_cast<char>(0xFE);
    PayloadChecksum checksum;
    checksum.add(std::as_bytes(std::span(payload)));
    const TableHeader forged = make_header(parsed.identity, checksum.value());
    refused += refusal(std::string(reinterpret_cast<const char*>(forged.data()), forged.size()) + payload) ? 1 : 0;
    if (at > 2000) at += 800;  // pages, which are alike
  }
  EXPECT_GT(refused, 50);
}

// A file of a terabyte may take no room on the disk, and what it says of itself may be right.
TEST_F(WrongCheckpoint, LargeFilesTakeNoMemory) {
  constexpr std::uint64_t kBytes = std::uint64_t{1} << 40;
  const std::string header = contents_.substr(0, kTableHeaderBytes);
  TableIdentity identity = parse_header(std::as_bytes(std::span(header)), contents_.size()).identity;
  identity.bytes = kBytes;
  const TableHeader forged = make_header(identity, 0);
  constexpr std::uint64_t kNumbers = kBytes / 8 - 1;
  std::string begin(reinterpret_cast<const char*>(forged.data()), forged.size());
  begin.append(reinterpret_cast<const char*>(&kNumbers), sizeof kNumbers);
  write_file(path_, begin);
  std::filesystem::resize_file(path_, forged.size() + kBytes);
  PagePool pool;
  Bitmap bitmap(pool);
  const auto loaded = CosetCheckpoint::open(path_)->load(question_, bitmap, nullptr);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("is damaged"), std::string::npos) << loaded.error().message;
}

TEST_F(WrongCheckpoint, FilesOfOtherRunsAreRefused) {
  const auto says = [&](const std::string& part) {
    const auto error = refusal(contents_);
    return error && error->kind == ErrorKind::bad_option && error->message.find(part) != std::string::npos;
  };
  const CosetQuestion same = question_;
  question_.search_depth = 12;  // is not compared here
  EXPECT_FALSE(refusal(contents_));
  question_ = same;
  question_.metric = Metric::qtm;
  EXPECT_TRUE(says("there 'metric: htm', here 'metric: qtm'"));
  question_ = question_of("R U F'");
  EXPECT_TRUE(says("is of another run: there 'cube: "));
  question_ = same;
  question_.samples = 3;
  EXPECT_TRUE(says("there 'nothing more', here 'samples: 3, seed 1'"));
  const auto first = CosetCheckpoint::open(path_);
  const auto second = CosetCheckpoint::open(path_);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another run uses the checkpoint"), std::string::npos);
}

void expect_same_levels(const CosetAnswer& answer, const CosetAnswer& whole) {
  EXPECT_EQ(answer.left, whole.left);
  ASSERT_EQ(answer.levels.size(), whole.levels.size());
  for (std::size_t d = 0; d < whole.levels.size(); ++d) {
    EXPECT_EQ(answer.levels[d].found, whole.levels[d].found);
    EXPECT_EQ(answer.levels[d].is_exact, whole.levels[d].is_exact);
    EXPECT_EQ(answer.levels[d].nodes, whole.levels[d].nodes);
    EXPECT_EQ(answer.levels[d].words, whole.levels[d].words);
  }
}

// The least memory, of which little is touched.
class CosetWithCheckpoint : public testing::Test {
 protected:
  Expected<CosetAnswer> solve(const CosetQuestion& question) {
    CosetSolver solver(engine_, 3'600'000'000, 1);
    return solver.solve(question);
  }

  Engine engine_{{.tables = default_tables().value(), .threads = 1}};
  const TemporaryFolder folder_;
};
const Labels kEngineLabels{{"threads", "CosetWithCheckpoint"}, {"long", "CosetWithCheckpoint"}};

TEST_F(CosetWithCheckpoint, LevelsGoOnFromThoseThatAreThere) {
  CosetQuestion question = question_of("R U F");
  question.max_depth = 5;
  question.samples = 2;
  question.list_depth = 4;
  const auto whole = solve(question);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_TRUE(folder_.names().empty());
  question.checkpoint = folder_ / "coset";
  question.max_depth = 4;
  ASSERT_TRUE(solve(question));
  EXPECT_EQ(folder_.names(), std::set<std::string>{"coset"});
  question.max_depth = 5;
  // Once from level 4, and once from the end.
  for (int n = 0; n < 2; ++n) {
    const auto answer = solve(question);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->ended, Ended::complete);
    ASSERT_NO_FATAL_FAILURE(expect_same_levels(*answer, *whole));
    EXPECT_TRUE(answer->is_list_complete);
    const auto cubes = [](const std::vector<CosetPosition>& positions) {
      std::vector<Cube> of;
      for (const CosetPosition& position : positions) of.push_back(position.cube);
      return of;
    };
    EXPECT_EQ(cubes(answer->listed), cubes(whole->listed));
    for (std::size_t d = 0; d < whole->levels.size(); ++d)
      EXPECT_EQ(cubes(answer->levels[d].samples), cubes(whole->levels[d].samples));
  }
}

// All that the answer says of the level that was under way is what it says without an interruption.
TEST_F(CosetWithCheckpoint, ALevelGoesOnWhereItWasInterrupted) {
  CosetQuestion question = question_of(kMoves);
  question.max_depth = 11;
  question.list_depth = 11;
  question.list_limit = 3;
  const auto whole = solve(question);
  ASSERT_TRUE(whole) << whole.error().message;
  question.checkpoint = folder_ / "coset";
  {
    const auto file = CosetCheckpoint::open(question.checkpoint);
    ASSERT_TRUE(file);
    keep_within_a_level(*file, question, 11, {}, {whole->levels.begin(), whole->levels.end() - 1});
  }
  const auto answer = solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  expect_same_levels(*answer, *whole);
  EXPECT_EQ(answer->is_list_complete, whole->is_list_complete);
  ASSERT_EQ(answer->listed.size(), whole->listed.size());
  for (std::size_t i = 0; i < whole->listed.size(); ++i) EXPECT_EQ(answer->listed[i].cube, whole->listed[i].cube);
}

// It is stopped within the second round of the last level. The events come from the thread that searches.
TEST_F(CosetWithCheckpoint, AStopKeepsTheRoundsThatAreDone) {
  CosetQuestion question = question_of(kMoves);
  question.max_depth = 11;
  const auto whole = solve(question);
  ASSERT_TRUE(whole) << whole.error().message;
  question.checkpoint = folder_ / "coset";
  {
    const auto file = CosetCheckpoint::open(question.checkpoint);
    ASSERT_TRUE(file);
    Workspace space(tables(), 1);
    StopFlag stop{false};
    int searched = 0;
    int written = 0;
    const OnEvent on_event = [&](const Event& event) {
      if (event.length != 11) return;
      written += event.step.find("writing the checkpoint") != std::string::npos ? 1 : 0;
      // The first event is that of no part.
      if (event.step.find("search") != std::string::npos && ++searched == 21) stop = true;
    };
    const auto stopped = run_coset(engine_, space, question, &stop, on_event, &*file, {.words_of_round = 1});
    ASSERT_TRUE(stopped) << stopped.error().message;
    EXPECT_EQ(stopped->ended, Ended::stopped);
    EXPECT_EQ(stopped->levels.size(), 11U);
    EXPECT_GT(written, 0);
    Bitmap bitmap(space.pool());
    const auto progress = file->load(question, bitmap, nullptr);
    ASSERT_TRUE(progress && *progress);
    ASSERT_TRUE((*progress)->enumeration.search);
    EXPECT_EQ((*progress)->enumeration.search->done, 16U);
    // Nothing is written where nothing is new: it is stopped by the first event.
    stop = false;
    searched = 20;
    written = 0;
    const auto again = run_coset(engine_, space, question, &stop, on_event, &*file);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->ended, Ended::stopped);
    EXPECT_EQ(again->levels.size(), 11U);
    EXPECT_EQ(written, 0);
  }
  const auto answer = solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  expect_same_levels(*answer, *whole);
}

// Words that are missing are not forgotten: the run says that it was stopped.
TEST_F(CosetWithCheckpoint, AStopAfterTheLastLevelIsSaid) {
  CosetQuestion question = question_of("R U F");
  question.max_depth = 5;
  question.samples = 2;
  question.checkpoint = folder_ / "coset";
  const auto file = CosetCheckpoint::open(question.checkpoint);
  ASSERT_TRUE(file);
  Workspace space(tables(), 1);
  StopFlag stop{false};
  const auto answer = run_coset(
      engine_, space, question, &stop,
      [&stop](const Event& event) {
        if (event.length == 5 && event.step.find("writing the checkpoint") != std::string::npos) stop = true;
      },
      &*file);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::stopped);
  EXPECT_EQ(answer->levels.size(), 6U);
}

// Levels, checkpoints and words are steps of one run. The events come from the thread that searches: a listener need
// not hear all of them.
TEST_F(CosetWithCheckpoint, TheBarNeverGoesBack) {
  CosetQuestion question = question_of("R U F");
  question.max_depth = 5;
  question.samples = 2;
  question.checkpoint = folder_ / "coset";
  std::vector<Event> bar;
  const OnEvent on_event = [&](const Event& event) { bar.push_back(event); };
  const auto file = CosetCheckpoint::open(question.checkpoint);
  ASSERT_TRUE(file);
  Workspace space(tables(), 1);
  const auto answer = run_coset(engine_, space, question, nullptr, on_event, &*file);
  ASSERT_TRUE(answer) << answer.error().message;
  const auto counts = [&](std::string_view step) {
    return std::count_if(bar.begin(), bar.end(),
                         [&](const Event& e) { return e.step.find(step) != std::string::npos; });
  };
  EXPECT_GT(counts("search"), 0);
  EXPECT_GT(counts("writing the checkpoint"), 0);
  EXPECT_GT(counts("words for positions"), 0);
  EXPECT_TRUE(std::is_sorted(bar.begin(), bar.end(), [](const Event& a, const Event& b) { return a.done < b.done; }));
  ASSERT_FALSE(bar.empty());
  EXPECT_DOUBLE_EQ(bar.back().done, 1);
}

TEST_F(CosetWithCheckpoint, DepthsThatDoNotFitAreRefused) {
  CosetQuestion question = question_of("R U F");
  question.checkpoint = folder_ / "coset";
  question.max_depth = 4;
  ASSERT_TRUE(solve(question));
  // Levels that are searched are the same with proofs.
  question.prove = true;
  EXPECT_TRUE(solve(question));
  question.prove = false;
  question.max_depth = 3;
  EXPECT_NE(solve(question).error().message.find("level 4 was made by a whole search, here the last level is 3"),
            std::string::npos);
  question.max_depth = 5;
  question.search_depth = 3;
  EXPECT_NE(solve(question).error().message.find("level 4 was made by a whole search, here it is made by a pass"),
            std::string::npos);
  question.extra = 8;
  EXPECT_NE(solve(question).error().message.find("here it is made by 1/8 of a search"), std::string::npos);
  question.search_depth = 4;
  EXPECT_TRUE(solve(question));
  question.prove = true;
  EXPECT_NE(solve(question).error().message.find("is of a run without proofs"), std::string::npos);
}

// As on a full disk: FILE.tmp cannot be made where a folder has that name.
TEST_F(CosetWithCheckpoint, AFileThatCannotBeWrittenTakesNoLevelsAway) {
  CosetQuestion question = question_of("R U F");
  question.max_depth = 5;
  const auto whole = solve(question);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_TRUE(whole->notes.empty());
  question.checkpoint = folder_ / "coset";
  question.max_depth = 2;
  ASSERT_TRUE(solve(question));
  const std::string before = read_file(folder_ / "coset");
  std::filesystem::create_directories(folder_ / "coset.tmp" / "full");
  question.max_depth = 5;
  const auto answer = solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::complete);
  expect_same_levels(*answer, *whole);
  ASSERT_EQ(answer->notes.size(), 1U);
  EXPECT_EQ(answer->notes[0].kind, ErrorKind::system);
  EXPECT_NE(answer->notes[0].message.find("cannot be written"), std::string::npos) << answer->notes[0].message;
  EXPECT_NE(to_json(question, *answer).dump().find("cannot be written"), std::string::npos);
  EXPECT_TRUE(read_file(folder_ / "coset") == before);
  // There is room again before the last level.
  {
    const auto file = CosetCheckpoint::open(question.checkpoint);
    ASSERT_TRUE(file);
    Workspace space(tables(), 1);
    int notices = 0;
    const OnEvent on_event = [&](const Event& event) {
      notices += event.kind == Event::Kind::notice ? 1 : 0;
      if (event.length == 5 && std::filesystem::is_directory(folder_ / "coset.tmp"))
        std::filesystem::remove_all(folder_ / "coset.tmp");
    };
    const auto saved = run_coset(engine_, space, question, nullptr, on_event, &*file);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_TRUE(saved->notes.empty()) << saved->notes[0].message;
    EXPECT_EQ(notices, 1);
  }
  EXPECT_TRUE(read_file(folder_ / "coset") != before);
  // At the beginning nothing is lost yet.
  std::filesystem::create_directories(folder_ / "other.tmp" / "full");
  question.checkpoint = folder_ / "other";
  const auto refused = solve(question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::system);
}

// Words that cannot be found, since the optimal solver's table does not fit.
TEST_F(CosetWithCheckpoint, TooLittleMemoryForWordsTakesNoLevelsAway) {
  Engine small(
      {.tables = default_tables().value(), .optimal_table = "optimal-705", .memory = 300'000'000, .threads = 1});
  CosetQuestion question = question_of("R U F");
  question.max_depth = 4;
  const auto whole = solve(question);
  ASSERT_TRUE(whole) << whole.error().message;
  question.samples = 2;
  question.list_depth = 4;
  Workspace space(tables(), 1);
  const auto answer = run_coset(small, space, question, nullptr, {}, nullptr);
  ASSERT_TRUE(answer) << answer.error().message;
  expect_same_levels(*answer, *whole);
  ASSERT_EQ(answer->notes.size(), 1U);
  EXPECT_EQ(answer->notes[0].kind, ErrorKind::out_of_memory);
  EXPECT_TRUE(answer->listed.empty());
  EXPECT_FALSE(answer->is_list_complete);
}

// Where that can be known, it is said before the first level.
TEST_F(CosetWithCheckpoint, TooLittleMemoryForWordsIsSaidAtOnce) {
  Engine small(
      {.tables = default_tables().value(), .optimal_table = "optimal-705", .memory = 300'000'000, .threads = 1});
  CosetSolver solver(small, 3'600'000'000, 1);
  CosetQuestion samples = question_of("R U F");
  samples.max_depth = 4;
  samples.samples = 1;
  CosetQuestion list = samples;
  list.samples = 0;
  list.list_depth = 4;
  for (const CosetQuestion& question : {samples, list}) {
    int levels = 0;
    const auto refused = solver.solve(question, {}, [&](const Event& event) {
      levels += event.kind == Event::Kind::progress ? 1 : 0;
      return true;
    });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::out_of_memory);
    EXPECT_EQ(levels, 0);
  }
  // Long words, and those of what is left over, are the two-phase solver's.
  list.list_depth = 20;
  list.max_depth = 20;
  list.search_depth = 3;
  const StopFlag stop{true};
  const auto stopped = solver.solve(list, {.stop = &stop});
  ASSERT_TRUE(stopped) << stopped.error().message;
  EXPECT_EQ(stopped->ended, Ended::stopped);
}

TEST_F(CosetWithCheckpoint, AFolderThatCannotBeWrittenIsSaidAtOnce) {
  CosetQuestion question = question_of("R U F");
  question.max_depth = 4;
  question.checkpoint = folder_ / "none" / "coset";
  const auto refused = solve(question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::system);
  EXPECT_NE(refused.error().message.find("cannot be written: No such file or directory"), std::string::npos);
  question.checkpoint = folder_.path();
  EXPECT_EQ(solve(question).error().kind, ErrorKind::system);
}

}  // namespace
}  // namespace superflip::detail
