// What all solvers share: the order in which limits are looked at, the turns of the listener, and the found words.
#include "superflip/solver/detail/watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "superflip/solver/detail/found.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

using namespace std::chrono_literals;

const Labels kLabels{{"threads", "Watch.NobodyWaitsForTheLock"}};

TEST(Watch, TheOrderIsStopNodesTime) {
  const OnEvent nobody;
  StopFlag stop{true};
  const auto ended = [&](const Budget& budget) {
    Watch watch(budget, nobody);
    EXPECT_TRUE(watch.look(7, [] { FAIL() << "nobody listens"; }) == watch.ended().has_value());
    EXPECT_EQ(watch.is_over(), watch.ended().has_value());
    return watch.ended();
  };
  EXPECT_EQ(ended({.time = 0s, .nodes = 7, .stop = &stop}), Ended::stopped);
  EXPECT_EQ(ended({.time = 0s, .nodes = 7}), Ended::nodes);
  EXPECT_EQ(ended({.time = 0s, .nodes = 8}), Ended::time);
  EXPECT_EQ(ended({.time = Clock::duration::max(), .nodes = 8}), std::nullopt);
}

TEST(Watch, TheFirstEndCounts) {
  const OnEvent nobody;
  Watch watch({.nodes = 0}, nobody);
  watch.end(Ended::enough);
  watch.end(Ended::complete);
  EXPECT_TRUE(watch.look(0, [] { FAIL() << "nobody listens"; }));
  EXPECT_EQ(watch.ended(), Ended::enough);
}

TEST(Watch, ItIsTheListenersTurn) {
  StopFlag stop{false};
  int polls = 0;
  const OnEvent listener = [&](const Event& /*event*/) { stop = ++polls == 2; };
  const Budget budget{.stop = &stop};
  // A search that began a minute ago is late.
  Watch watch(budget, listener, Clock::now() - 1min);
  EXPECT_FALSE(watch.look(0, [&] { watch.send({}); }));
  EXPECT_EQ(polls, 1);
  while (!watch.look(0, [&] { watch.send({}); })) {
  }
  // It has heard nothing since it set the flag.
  EXPECT_EQ(polls, 2);
  EXPECT_EQ(watch.ended(), Ended::stopped);
}

TEST(Watch, NobodyWaitsForTheLock) {
  const OnEvent listener = [](const Event& /*event*/) {};
  Watch watch({}, listener, Clock::now() - 1min);
  const auto held = watch.lock();
  std::thread([&] { EXPECT_FALSE(watch.look(0, [] { FAIL() << "the lock is held"; })); }).join();
}

TEST(Watch, AListenerMayThrow) {
  const OnEvent listener = [](const Event& /*event*/) { throw std::runtime_error("enough"); };
  Watch watch({}, listener, Clock::now() - 1min);
  EXPECT_THROW(watch.look(0, [&] { watch.send({}); }), std::runtime_error);
  EXPECT_TRUE(watch.lock().owns_lock());
  // It is still its turn.
  EXPECT_THROW(watch.look(0, [&] { watch.send({}); }), std::runtime_error);
}

// Solutions that come one after the other do not keep it from progress.
TEST(Watch, OtherEventsDoNotPostponeATurn) {
  int events = 0;
  const OnEvent listener = [&](const Event& /*event*/) { ++events; };
  Watch watch({}, listener, Clock::now() - 1min);
  for (int n = 0; n < 10; ++n) watch.send({.kind = Event::Kind::solution});
  EXPECT_FALSE(watch.look(0, [&] { watch.send({.kind = Event::Kind::progress}); }));
  EXPECT_EQ(events, 11);
}

TEST(Watch, ProgressHasItsOwnTurns) {
  const OnEvent nobody;
  Watch watch({}, nobody, Clock::now() - 1min);
  EXPECT_FALSE(watch.is_progress_due(1h, 0s));
  EXPECT_TRUE(watch.is_progress_due(1s, 1h));
  EXPECT_FALSE(watch.is_progress_due(1s, 1h));
}

TEST(Found, TheShortestWordsAreKeptOnce) {
  const Moves r = {make_move(R, 1)};
  const Cube cube = apply(kSolved, inverse(r));
  const auto word = [&](int turns_of_u, int length) {
    Moves moves = r;
    for (int i = 0; i < turns_of_u; ++i) moves.push_back(make_move(U, 1));
    return Solution{.moves = moves, .length = length};
  };
  Found found(cube, 2);
  EXPECT_EQ(found.upper(), -1);
  ASSERT_NE(found.keep(word(8, 9)), nullptr);
  EXPECT_EQ(found.keep(word(8, 9)), nullptr);  // the same turns
  EXPECT_TRUE(found.has(word(8, 9).moves));
  EXPECT_FALSE(found.has(r));
  ASSERT_NE(found.keep(word(4, 5)), nullptr);
  EXPECT_EQ(found.upper(), 5);
  EXPECT_TRUE(found.is_full());
  EXPECT_EQ(found.keep(word(12, 9)), nullptr);  // no better than the longest
  ASSERT_NE(found.keep(word(0, 1)), nullptr);
  ASSERT_EQ(found.words().size(), 2U);
  EXPECT_EQ(found.upper(), 1);
  EXPECT_EQ(found.words().back().length, 5);
}

TEST(Found, WordsCanHaveARankOfTheirOwn) {
  const auto word = [](int turns_of_u) {
    return Solution{.moves = Moves(static_cast<std::size_t>(turns_of_u), make_move(U, 1)), .length = 1};
  };
  Found found(kSolved, 2);
  EXPECT_FALSE(found.is_first(nullptr));
  EXPECT_TRUE(found.is_first(found.keep(word(4), 20)));
  EXPECT_FALSE(found.is_first(found.keep(word(8), 20)));  // after those of the same rank
  EXPECT_TRUE(found.is_first(found.keep(word(12), 19)));
  ASSERT_EQ(found.words().size(), 2U);
  EXPECT_EQ(found.words().front().moves, word(12).moves);
  EXPECT_EQ(found.words().back().moves, word(4).moves);
  EXPECT_EQ(found.keep(word(16), 20), nullptr);
  EXPECT_EQ(found.keep(word(12), 19), nullptr);
}

// As in another order, where it counts what follows what.
TEST(Found, TheSameTurnsAtLessRankTakeTheirPlace) {
  const auto word = [](int turns_of_u) {
    return Solution{.moves = Moves(static_cast<std::size_t>(turns_of_u), make_move(U, 1)), .length = 1};
  };
  Found found(kSolved, 3);
  for (const int turns : {4, 8, 12}) found.keep(word(turns), 20 + turns);
  EXPECT_TRUE(found.is_first(found.keep(word(12), 7)));
  EXPECT_EQ(found.keep(word(8), 28), nullptr);
  EXPECT_EQ(found.keep(word(12), 8), nullptr);
  ASSERT_EQ(found.words().size(), 3U);
  EXPECT_EQ(found.words()[1].moves, word(4).moves);
  EXPECT_EQ(found.words()[2].moves, word(8).moves);
  // A word that went comes back.
  EXPECT_NE(found.keep(word(16), 21), nullptr);
  EXPECT_EQ(found.words()[2].moves, word(4).moves);
  EXPECT_TRUE(found.is_first(found.keep(word(8), 6)));
  ASSERT_EQ(found.words().size(), 3U);
  EXPECT_EQ(found.words()[2].moves, word(16).moves);
}

TEST(Found, AWordThatDoesNotLeadToTheGoalIsADefect) {
  const Solution turn{.moves = {make_move(R, 1)}, .length = 1};
  Found solved(kSolved, 1);
  EXPECT_THROW(solved.keep(turn), std::logic_error);
  EXPECT_TRUE(solved.words().empty());
  Found any(kSolved, 1, [](const Solution& word) { return !word.moves.empty(); });
  EXPECT_NE(any.keep(turn), nullptr);
}

}  // namespace
}  // namespace superflip
