// Robots: their descriptions, and their schedules against a search that knows only single actions.
#include "superflip/robot/robot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/solver/robot/robot_solver.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "RobotQuestions.WordsAreChosenForTheRobot"},
                     {"threads", "RobotQuestions"},
                     {"long", "RobotQuestions.AnAnswerBetweenSlicesPlansNoSchedules"}};

// The cube in the robot: which face lies at which side of space, and the position so far.
struct InRobot {
  std::array<Face, kFaces> face_at{U, R, F, D, L, B};
  Cube cube = kSolved;
  Moves done{};

  void turn(Move in_space) {
    const Move m = make_move(face_at[face_of(in_space)], turns_of(in_space));
    cube = apply(cube, m);
    done.push_back(m);
  }
  void rotate(Symmetry rotation) {
    std::array<Face, kFaces> now{};
    for (std::size_t side = 0; side < kFaces; ++side) now[kFaceImages[rotation][side]] = face_at[side];
    face_at = now;
  }
};

// A robot as one person writes it, and what the test knows of it.
struct Known {
  const char* json;
  std::map<char, std::pair<int, int>> motors;  // milliseconds for 90 and 180 degrees
  std::set<std::string> together;
  std::vector<std::pair<const char*, int>> rotations;
  int regrip = 0;
  int change = 0;
};

const std::vector<Known>& known() {
  static const std::vector<Known> robots{
      {R"({"seconds": {"90": 0.06, "180": 0.1}, "motors": {"U":{}, "R":{}, "F":{}, "D":{}, "L":{}, "B":{"90": 0.2}},
           "together": ["UD", "BF"], "change": 0.01})",
       {{'U', {60, 100}}, {'R', {60, 100}}, {'F', {60, 100}}, {'D', {60, 100}}, {'L', {60, 100}}, {'B', {200, 400}}},
       {"UD", "FB"},
       {},
       0,
       10},
      {R"({"seconds": {"90": 0.2}, "motors": {"R": {}, "F": {"180": 0.3}, "L": {}, "B": {}}, "together": ["RL"],
           "rotations": {"x": 0.5, "x'": 0.45, "z": 0.7}, "regrip": 0.3, "change": 0.02})",
       {{'R', {200, 400}}, {'F', {200, 300}}, {'L', {200, 400}}, {'B', {200, 400}}},
       {"RL"},
       {{"x", 500}, {"x'", 450}, {"z", 700}},
       300,
       20},
      {R"({"motors": {"D": {"90": 0.5, "180": 0.8}}, "rotations": {"x'": 0.7, "y": 0.4, "y'": 0.4, "y2": 0.7}})",
       {{'D', {500, 800}}},
       {},
       {{"x'", 700}, {"y", 400}, {"y'", 400}, {"y2", 700}},
       0,
       0},
      {R"({"motors": {"U": {"90": 0.5}, "R": {"90": 0.1}}, "rotations": {"y": 0.2, "z": 0.3}, "regrip": 0.05})",
       {{'U', {500, 1000}}, {'R', {100, 200}}},
       {},
       {{"y", 200}, {"z", 300}},
       50,
       0},
  };
  return robots;
}

// The least milliseconds for a word, by Dijkstra's search over single actions. A state: how many letters of the word
// are done, which turns of the next letter, where each face lies, and whether a gripper stands across.
int least_time(const Known& robot, const Moves& word) {
  std::vector<Moves> letters;
  for (const Move m : word)
    if (!letters.empty() && face_of(letters.back()[0]) == opposite(face_of(m)))
      letters.back().push_back(m);
    else
      letters.push_back({m});
  using State = std::tuple<std::size_t, int, std::array<Face, kFaces>, bool>;
  std::map<State, int> seen;
  std::priority_queue<std::pair<int, State>, std::vector<std::pair<int, State>>, std::greater<>> waiting;
  waiting.push({0, {0, 0, {U, R, F, D, L, B}, false}});
  while (!waiting.empty()) {
    const auto [time, state] = waiting.top();
    waiting.pop();
    if (!seen.try_emplace(state, time).second) continue;
    const auto [done, part, face_at_now, is_across] = state;
    const std::array<Face, kFaces> face_at = face_at_now;  // for lambdas, which Clang 14 gives no structured bindings
    if (done == letters.size()) return time;
    // A change is due before the first turn of a letter.
    const int change = done > 0 && part == 0 ? robot.change : 0;
    for (const auto& [name, takes] : robot.rotations) {
      InRobot now{face_at};
      now.rotate(parse_algorithm(name)->rotation);
      waiting.push({time + takes + (is_across ? robot.regrip : 0), {done, part, now.face_at, false}});
    }
    const Moves& letter = letters[done];
    const auto time_of = [&](Move m) -> int {
      for (const auto& [side, times] : robot.motors)
        if (face_at[kFaceLetters.find(side)] == face_of(m)) return turns_of(m) == 2 ? times.second : times.first;
      return -1;
    };
    const auto side_of = [&](Move m) {
      return kFaceLetters[static_cast<std::size_t>(std::find(face_at.begin(), face_at.end(), face_of(m)) -
                                                   face_at.begin())];
    };
    const auto is_quarter = [](Move m) { return turns_of(m) != 2; };
    // One turn. The gripper of another axis must not stand across; one of the same axis may.
    for (std::size_t i = 0; i < letter.size(); ++i) {
      if ((part >> i & 1) != 0 || time_of(letter[i]) < 0) continue;
      const int now = part | 1 << i;
      const bool is_over = now == (1 << letter.size()) - 1;
      const bool is_first = part == 0;
      const int regrip = is_across && is_first ? robot.regrip : 0;
      const bool across = robot.regrip > 0 && (is_quarter(letter[i]) || (is_across && !is_first));
      waiting.push({time + change + regrip + time_of(letter[i]),
                    {is_over ? done + 1 : done, is_over ? 0 : now, face_at, across}});
    }
    if (letter.size() != 2 || part != 0 || time_of(letter[0]) < 0 || time_of(letter[1]) < 0) continue;
    const std::string pair{side_of(letter[0]), side_of(letter[1])};
    if (!robot.together.contains(pair) && !robot.together.contains({pair[1], pair[0]})) continue;
    waiting.push({time + change + (is_across ? robot.regrip : 0) + std::max(time_of(letter[0]), time_of(letter[1])),
                  {done + 1, 0, face_at, robot.regrip > 0 && (is_quarter(letter[0]) || is_quarter(letter[1]))}});
  }
  return -1;
}

Moves random_word(Random& random, int length) {
  Moves word;
  while (static_cast<int>(word.size()) < length) {
    word.push_back(Move(random.below(kMoves)));
    word = normalise(word);
  }
  return word;
}

TEST(Robots, SchedulesAreTheFastest) {
  Random random(1);
  for (const Known& one : known()) {
    const Robot robot = Robot::parse(one.json).value();
    for (int n = 0; n < 60; ++n) {
      const Moves word = random_word(random, 1 + n % 6);
      const auto schedule = robot.schedule(word);
      ASSERT_TRUE(schedule) << one.json;
      EXPECT_EQ(schedule->takes, std::chrono::milliseconds(least_time(one, word))) << one.json << to_string(word);
      EXPECT_EQ(schedule->takes, robot.duration(word));
    }
  }
}

TEST(Robots, SchedulesDoWhatTheWordDoes) {
  Random random(2);
  for (const NamedRobot& named : named_robots()) {
    const Robot robot = Robot::parse(named.json).value();
    EXPECT_EQ(robot.name(), named.name);
    EXPECT_FALSE(robot.about().empty());
    for (int n = 0; n < 50; ++n) {
      const Moves word = random_word(random, n % 22);
      const Moves reachable = robot.within_reach(word);
      EXPECT_EQ(apply(kSolved, reachable), apply(kSolved, word));
      const auto schedule = robot.schedule(reachable);
      ASSERT_TRUE(schedule);
      InRobot in_robot;
      Microseconds now{};
      for (const RobotAction& action : schedule->actions) {
        EXPECT_GE(action.begin, now);
        now = action.begin + action.takes;
        for (const Move m : action.turns) {
          EXPECT_TRUE(robot.has_motor(face_of(m)));
          in_robot.turn(m);
        }
        if (action.kind == RobotAction::Kind::rotate) in_robot.rotate(action.rotation);
      }
      EXPECT_EQ(now, schedule->takes);
      EXPECT_EQ(normalise(in_robot.done), reachable);
    }
  }
  EXPECT_TRUE(robot_of("six-motors")->schedule({})->actions.empty());
  EXPECT_FALSE(robot_of("five-motors")->schedule({make_move(U, 1)}));
}

TEST(Robots, GivenWordsHaveSchedules) {
  const auto lines = [](const char* robot, const char* moves) {
    std::string text;
    const RobotSchedule schedule = schedule_of(robot_of(robot).value(), moves).value();
    for (const RobotAction& action : schedule.actions) text += to_string(action) + ", ";
    return fmt::format("{}{}", text, schedule.takes.count() / 1'000);
  };
  EXPECT_EQ(lines("six-motors", "R L' F2"), "R L', F2, 170");
  EXPECT_EQ(lines("six-motors", "L' F F R R'"), "L', F2, 170");
  EXPECT_EQ(lines("six-motors", "M' x"), lines("six-motors", "R' L"));  // M' is R' L x
  EXPECT_EQ(lines("six-motors", "x R U"), lines("six-motors", "R F"));
  EXPECT_EQ(lines("turntable", "F2"), "x', D2, 1500");
  EXPECT_EQ(lines("turntable", ""), "0");
  EXPECT_EQ(lines("five-motors", "U"), lines("five-motors", "R L F2 B2 R' L' D R L F2 B2 R' L'"));
  const Robot robot = robot_of("five-motors").value();
  EXPECT_EQ(schedule_of(robot, "R Q").error().position, 2U);
  EXPECT_TRUE(schedule_of(robot, "(U R)250"));
  const auto longer = schedule_of(robot, "(U R)250 U");
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().kind, ErrorKind::bad_option);
  EXPECT_NE(longer.error().message.find("501 turns are too many"), std::string::npos);
}

TEST(Robots, WrongDescriptionsAreRefused) {
  const auto message = [](const std::string& json) {
    const auto robot = robot_of(json);
    return robot ? std::string("none") : robot.error().message;
  };
  EXPECT_NE(message("six motors").find("there are six-motors, five-motors"), std::string::npos);
  EXPECT_NE(message("a\nb").find("there is no robot 'a\\x0ab'"), std::string::npos);
  EXPECT_LT(message(std::string(100'000, 'x')).size(), 300U);
  EXPECT_LT(message(R"({")" + std::string(50'000, 'x') + R"(": 1})").size(), 300U);
  EXPECT_EQ(message("{\n  \"seconds\": {\"90\": 0.1}\n  \"motors\": {}\n}"),
            "the description of the robot is not valid JSON: line 3, character 3: '\"' found; expected ',' or '}'");
  EXPECT_EQ(message("{\"motors\": {\"U\": {\"90\": .5}}}"),
            "the description of the robot is not valid JSON: character 25: '.' found; expected a value");
  EXPECT_NE(message(std::string(60'000, '{')).find("character 2: '{' found"), std::string::npos);
  EXPECT_NE(message("{\"a\": " + std::string(60'000, '[')).find("the text ends"), std::string::npos);
  EXPECT_NE(message("{}").find("\"motors\": expected"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"X": {}}})").find("is not a side"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {}}})").find("90 degrees are missing"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": -1}}})").find("expected seconds"), std::string::npos);
  EXPECT_EQ(message(R"({"motors": {"U": {"90": 1e9}}})"),
            "\"motors\".\"U\".\"90\": expected seconds, a number 0 to 600");
  EXPECT_EQ(message(R"({"motors": {"U": {"90": 1, "180": 1e400}}})"),
            "\"motors\".\"U\".\"180\": expected seconds, a number 0 to 600");
  EXPECT_EQ(message(R"({"seconds": {"90": "1"}, "motors": {"U": {}}})"),
            "\"seconds\".\"90\": expected seconds, a number 0 to 600");
  EXPECT_EQ(message(R"({"seconds": {"90": 0}, "motors": {"U": {}}})"),
            "\"seconds\".\"90\": a turn in no time could go on for nothing: expected more than 0 seconds");
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1, "180": 1e-9}}})").find("\"180\": a turn in no time"),
            std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}}, "motor": 1})").find("'motor' is not known"), std::string::npos);
  EXPECT_EQ(message(R"({"motors": {"U": {"90": 1, "45": 1}}})"),
            "\"motors\".\"U\": '45' is not known here: expected 90 and 180");
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}}, "together": ["UR"]})").find("not a pair"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}}, "together": ["UD"]})").find("not two sides with motors"),
            std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}}, "together": [5]})").find("expected texts"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1, "90": 2}}})").find("the robot has '90' twice"), std::string::npos);
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}, "U": {"90": 1}}})").find("the robot has 'U' twice"),
            std::string::npos);
  for (const char* const name : {"x ", "x y", "x3", "", "x''", "X"})
    EXPECT_NE(message(fmt::format(R"({{"motors": {{"U": {{"90": 1}}}}, "rotations": {{"{}": 1}}}})", name))
                  .find("not a rotation"),
              std::string::npos)
        << name;
  EXPECT_NE(message(R"({"motors": {"U": {"90": 1}}, "rotations": {"R": 1}})").find("not a rotation"),
            std::string::npos);
  // Rotations about y alone never bring another face to the motor; without U and D most cubes are out of reach.
  EXPECT_NE(
      message(R"({"motors": {"U": {"90": 1}}, "rotations": {"y": 1}})").find("no motor comes to R, F, D, L and B"),
      std::string::npos);
  EXPECT_NE(message(R"({"seconds": {"90": 1}, "motors": {"R": {}, "F": {}, "L": {}, "B": {}}})")
                .find("no motor comes to U and D"),
            std::string::npos);
}

TEST(RobotQuestions, WordsAreChosenForTheRobot) {
  Engine engine({.profile = Profile::compact});
  Random random(3);
  for (const NamedRobot& named : named_robots()) {
    const auto robot = std::make_shared<const Robot>(robot_of(named.name).value());
    for (int n = 0; n < 4; ++n) {
      Question question{.cube = random.cube(), .held = Symmetry(random.below(24) * 2)};
      if (is_reflection(question.held)) question.held = {};
      if (n == 1) question.goal.cube = random.cube();
      const auto plain = engine.solve(question);
      question.robot = robot;
      question.solutions = 3;
      const auto answer = engine.solve(question);
      ASSERT_TRUE(answer) << answer.error().message;
      ASSERT_EQ(answer->solutions.size(), 3U);
      for (const Solution& s : answer->solutions) {
        EXPECT_EQ(after(question, s), question.goal.cube);
        EXPECT_EQ(s.length, std::chrono::ceil<std::chrono::milliseconds>(*robot->duration(s.moves)).count());
      }
      EXPECT_LE(answer->solutions[0].length, answer->solutions[1].length);
      const Moves shortest = robot->within_reach(plain->solutions.front().moves);
      EXPECT_LE(Microseconds(answer->solutions[0].length * 1000 - 1000), *robot->duration(shortest));
      // In slices the same.
      const auto search = engine.begin(question);
      ASSERT_TRUE(search);
      while (!(*search)->run_for(std::chrono::milliseconds(1))) {
      }
      EXPECT_EQ((*search)->answer()->solutions.front().moves, answer->solutions.front().moves);
    }
  }
  Question wrong{.cube = random.cube()};
  wrong.robot = std::make_shared<const Robot>(robot_of("turntable").value());
  wrong.want = Want::shortest;
  EXPECT_EQ(engine.solve(wrong).error().kind, ErrorKind::bad_option);
  wrong.want = Want::good;
  wrong.metric = Metric::qtm;
  EXPECT_EQ(engine.solve(wrong).error().kind, ErrorKind::bad_option);
}

// A caller may look after each slice, and there are thousands of words.
TEST(RobotQuestions, AnAnswerBetweenSlicesPlansNoSchedules) {
  RobotSolver solver(
      std::make_shared<TwoPhaseSolver>(TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr).value()));
  Question question;
  question.robot = std::make_shared<const Robot>(robot_of("turntable").value());
  Random random(5);
  for (int n = 0; n < 4; ++n) {
    question.cube = random.cube();
    int told = -1;
    const auto search = solver.begin(question, {.nodes = 400'000}, [&](const Event& event) {
      if (event.kind == Event::Kind::solution) told = event.length;
    });
    for (bool is_over = false; !is_over;) {
      is_over = search->run_for(std::chrono::milliseconds(1));
      const auto answer = search->answer();
      ASSERT_TRUE(answer);
      ASSERT_EQ(answer->solutions.empty() ? -1 : answer->solutions.front().length, told);
    }
    EXPECT_GT(told, 0);
  }
}

// Instead of the two-phase solver: it finds the same words in each search, at once and without events.
class KnownWords final : public Solver {
 public:
  explicit KnownWords(Answer answer) : answer_(std::move(answer)) {}

  Answer solve(const Question& /*question*/, const Budget& /*budget*/, const OnEvent& /*on_event*/) override {
    return answer_;
  }
  std::unique_ptr<Search> begin(const Question& /*question*/, const Budget& /*budget*/,
                                const OnEvent& /*on_event*/) override {
    class Done final : public Search {
     public:
      explicit Done(const Answer& answer) : answer_(answer) {}
      bool run_for(Clock::duration /*slice*/) override { return true; }
      Expected<Answer> answer() const override { return answer_; }

     private:
      const Answer answer_;
    };
    return std::make_unique<Done>(answer_);
  }

 private:
  const Answer answer_;
};

// Each motor has a time of its own, so that many words differ in theirs.
constexpr const char* kUneven = R"({"motors": {"U": {"90": 0.1}, "R": {"90": 0.1003}, "F": {"90": 0.1011},
    "D": {"90": 0.1035}, "L": {"90": 0.1107}, "B": {"90": 0.1324}}})";

// What a search of 1,000 nodes finds for the solved cube: words w (R2 U2)6 w', each faster than those before.
constexpr std::size_t kWords = 200;
Answer many_words(const Robot& robot) {
  Random random(7);
  std::map<Microseconds, Moves> by_time;
  while (by_time.size() < kWords) {
    const Moves there = random_word(random, 6);
    const Moves back = inverse(there);
    Moves word = there;
    for (int n = 0; n < 6; ++n) {
      word.push_back(make_move(R, 2));
      word.push_back(make_move(U, 2));
    }
    word.insert(word.end(), back.begin(), back.end());
    word = normalise(word);
    by_time.try_emplace(robot.duration(word).value(), word);
  }
  Answer answer;
  for (auto one = by_time.rbegin(); one != by_time.rend(); ++one)
    answer.solutions.push_back({.moves = one->second, .length = static_cast<int>(one->second.size())});
  answer.counts.nodes = 1'000;
  answer.ended = Ended::nodes;
  return answer;
}

// Schedules of hundreds of words take longer than a slice.
TEST(RobotQuestions, LimitsEndThePlanningOfSchedules) {
  Question question;
  question.robot = std::make_shared<const Robot>(Robot::parse(kUneven).value());
  question.solutions = 1'000;
  RobotSolver solver(std::make_shared<KnownWords>(many_words(*question.robot)));
  for (const std::size_t stop_at : {1U, 32U, 33U, 100U}) {
    StopFlag stop{false};
    std::size_t told = 0;
    const Answer answer = solver.solve(question, {.stop = &stop}, [&](const Event& event) {
      if (event.kind == Event::Kind::solution && ++told == stop_at) stop = true;
    });
    EXPECT_EQ(answer.ended, Ended::stopped);
    EXPECT_EQ(answer.solutions.size(), (stop_at + 31) / 32 * 32);
    EXPECT_EQ(answer.solutions.size(), told);
    EXPECT_EQ(answer.counts.nodes, 1'000U);
  }
  // A time that is used up leaves the words that were found first, and the limit of nodes leaves all.
  const Answer timed = solver.solve(question, {.time = Clock::duration::zero()});
  EXPECT_EQ(timed.ended, Ended::time);
  EXPECT_EQ(timed.solutions.size(), 32U);
  const Answer counted = solver.solve(question, {.nodes = 1'000});
  EXPECT_EQ(counted.ended, Ended::nodes);
  EXPECT_EQ(counted.solutions.size(), kWords);
  // Slices without any time plan some each.
  const auto search = solver.begin(question, {.nodes = 1'000});
  for (std::size_t planned = 32; planned < kWords; planned += 32) {
    EXPECT_FALSE(search->run_for(Clock::duration::zero()));
    EXPECT_EQ(search->answer()->solutions.size(), planned);
  }
  while (!search->run_for(Clock::duration::zero())) {
  }
  const Answer sliced = search->answer().value();
  EXPECT_EQ(sliced.ended, Ended::nodes);
  ASSERT_EQ(sliced.solutions.size(), kWords);
  for (std::size_t i = 0; i < kWords; ++i) EXPECT_EQ(sliced.solutions[i].moves, counted.solutions[i].moves);
}

}  // namespace
}  // namespace superflip
