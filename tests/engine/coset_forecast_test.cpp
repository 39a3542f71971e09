// How much of a coset is done: the bar never goes back, whatever levels take, and words for positions are its end.
#include "superflip/engine/detail/coset_forecast.h"

#include <gtest/gtest.h>

#include <vector>

namespace superflip::detail {
namespace {

// Levels to depth 20, of which each takes `seconds`; a step as long as `writing` within each, and after it.
std::vector<Forecast::Rest> bar_of(Forecast& forecast, double seconds, double writing) {
  std::vector<Forecast::Rest> bar;
  for (int depth = 1; depth <= 20; ++depth) {
    forecast.begin(depth);
    bar.push_back(forecast.rest(0, 0));
    bar.push_back(forecast.rest(0.5, seconds));
    for (const double part : {0.01, 0.5, 1.0}) bar.push_back(forecast.rest_of_step(part, writing * part));
    bar.push_back(forecast.rest(1, seconds + writing));
    forecast.finish(seconds + writing, 1'000'000);
    for (const double part : {0.01, 0.5, 1.0}) bar.push_back(forecast.rest_of_step(part, writing * part));
    forecast.spend(writing);
  }
  return bar;
}

TEST(CosetForecast, TheBarNeverGoesBack) {
  for (const double seconds : {0.0, 0.001, 1.0, 1000.0})
    for (const double writing : {0.001, 50.0}) {
      Forecast forecast(15, 20, Metric::htm, 1, true);
      double before = 0;
      std::vector<Forecast::Rest> bar = bar_of(forecast, seconds, writing);
      EXPECT_DOUBLE_EQ(bar.back().done, 0.9);
      EXPECT_EQ(bar.back().seconds_left, 0);
      for (const double part : {0.001, 0.5, 1.0}) bar.push_back(forecast.rest_of_words(part, 1000 * part));
      for (const Forecast::Rest& rest : bar) {
        EXPECT_GE(rest.done, before);
        EXPECT_GE(rest.seconds_left, 0);
        before = rest.done;
      }
      EXPECT_DOUBLE_EQ(before, 1);
    }
}

TEST(CosetForecast, LevelsAreAllThereIsWithoutWords) {
  Forecast forecast(15, 20, Metric::htm, 1, false);
  EXPECT_DOUBLE_EQ(bar_of(forecast, 1, 0.001).back().done, 1);
}

// What follows a step counts while it is made: here 19 levels.
TEST(CosetForecast, LevelsToComeAreLeftInAStep) {
  Forecast forecast(0, 20, Metric::htm, 1, false);
  forecast.begin(1);
  forecast.finish(10, 0);
  EXPECT_DOUBLE_EQ(forecast.rest_of_step(0.5, 3).seconds_left, 193);
}

}  // namespace
}  // namespace superflip::detail
