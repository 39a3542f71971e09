// Questions, budgets, listeners and cancellation.
//
// A value that makes no sense is stored as one that the engine refuses with a sentence, so that nobody can overlook it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_2X2X2 == static_cast<int>(Puzzle::pocket) && SF_WANT_ALL == static_cast<int>(Want::all) &&
              SF_SOLVER_POCKET + 1 == kSolverNames.names.size() && SF_NO_MAX_LENGTH == kNoMaxLength);
static_assert(SF_STARTS_ALL == static_cast<int>(Starts::all) && SF_STARTS_ANY + 1 == kStartsNames.names.size());
static_assert(SF_EVENT_NOTICE == static_cast<int>(Event::Kind::notice) &&
              SF_EVENT_SOLUTION == static_cast<int>(Event::Kind::solution) &&
              SF_EVENT_POLL == static_cast<int>(Event::Kind::poll));
static_assert(StopFlag::is_always_lock_free, "sf_cancel_set may be called from a signal handler");

namespace {

constexpr auto kNoSymmetry = Symmetry{255};

// SF_OK where the value is stored as it was given.
sf_status stored(bool makes_sense) noexcept { return makes_sense ? SF_OK : SF_BAD_OPTION; }

Done say(sf_question* question, Wider& wider, const Wording& wording) {
  return wording.say(question->question, wider).map_error([](Error error) { return sf_error(std::move(error)); });
}
Done say(sf_question* question, const Wording& wording) { return say(question, question->wider, wording); }

sf_status set_cube(sf_question* question, const sf_cube* cube, Cube& to) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  to = raw_cube(cube != nullptr ? *cube : sf_cube{});  // zeros are no cube
  return stored(!first_bad_row(repeated(to, 1)));
}

}  // namespace

namespace superflip::c {

Expected<Question> asked(const sf_question* question) {
  const auto refused = [](const char* sentence) { return fail(ErrorKind::bad_option, sentence); };
  if (question == nullptr) return refused("there is no question: the pointer is NULL");
  if (question->has_bad_moves) return refused("sf_question_set_moves refused the moves of this question");
  if (question->has_bad_goals) return refused("sf_question_add_goal refused a goal of this question");
  if (question->has_bad_starts) return refused("sf_question_add_start_reading refused a cube of this question");
  if (question->has_bad_targets) return refused("sf_question_add_goal_reading refused a goal of this question");
  if (question->has_bad_only) return refused("sf_question_set_only refused the mask of this question");
  if (question->has_bad_show) return refused("sf_question_set_show refused the patterns of this question");
  if (question->has_bad_up_to) return refused("sf_question_set_up_to refused a text for this question");
  if (question->has_bad_robot) return refused("sf_question_set_robot refused the robot of this question");
  const Question& q = question->question;
  Asking asking(q, question->wider);
  for (Reading goal : question->goal_readings) asking.add_target(goal);
  // A goal or a holding that is nonsense has no patterns, and the engine says so.
  const Symmetry held = question->reading ? question->reading->held : q.held;
  for (Reading start : question->start_readings)
    if (const auto added = asking.add_start(start); !added) return tl::unexpected<Error>(added.error());
  if (first_bad_row(repeated(asking.question().goal.cube, 1)) || static_cast<int>(held) >= kSymmetries) return q;
  if (!question->reading) return asking.about(q.cube, held);
  Reading cube = *question->reading;
  return asking.about(cube);
}

Expected<Budget> budget_of(const sf_budget* budget) {
  if (budget == nullptr) return Budget{};
  if (budget->has_bad_time)
    return fail(ErrorKind::bad_option, "the time of the budget is not valid: expected at least 0 seconds");
  return budget->budget;
}

Listener listener_of(const sf_budget* budget, const Question& question) {
  if (budget == nullptr || budget->listener == nullptr) return {};
  return [budget, &question, begun = Clock::now()](const Event& event) {
    const sf_news news{&event, &question};
    sf_event told{};
    told.size = sizeof told;
    told.news = &news;
    told.kind = static_cast<int>(event.kind);
    told.length = event.length;
    told.lower = event.lower;
    told.upper = event.upper;
    told.done = event.done;
    told.seconds_left = event.seconds_left;
    told.elapsed = std::chrono::duration<double>(Clock::now() - begun).count();
    told.step = event.step.c_str();
    std::optional<sf_solution> solution;
    if (event.kind == Event::Kind::solution) told.solution = &solution.emplace(event.solution, question);
    return budget->listener(&told, budget->user) == 0;
  };
}

Listener stopping_listener_of(const sf_budget* budget, const Question& question) {
  Listener listener = listener_of(budget, question);
  if (budget == nullptr || budget->budget.stop == nullptr) return listener;
  return [listener = std::move(listener), stop = budget->budget.stop](const Event& event) {
    return !is_set(stop) && (!listener || listener(event));
  };
}

}  // namespace superflip::c

const char* sf_solver_name(sf_solver solver) noexcept {
  return is_enum(solver, kSolverNames) ? name(SolverKind(solver)).data() : nullptr;
}

sf_question* sf_question_create(void) noexcept { return make<sf_question>(); }
void sf_question_free(sf_question* question) noexcept { delete question; }

sf_status sf_question_set_reading(sf_question* question, const sf_reading* reading) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  if (reading == nullptr) return sf_question_set_cube(question, nullptr);
  const sf_status status = doing(nullptr, [&]() -> Done {
    question->reading = reading->reading;
    question->question.start = reading->reading.known;
    question->question.puzzle = reading->puzzle;
    return {};
  });
  if (status != SF_OK) sf_question_set_cube(question, nullptr);
  return status;
}
sf_status sf_question_set_cube(sf_question* question, const sf_cube* cube) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->reading.reset();
  question->question.start.reset();
  return set_cube(question, cube, question->question.cube);
}
sf_status sf_question_set_held(sf_question* question, int held) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  const bool makes_sense = held >= 0 && held < kSymmetries;
  if (question->reading) question->question.cube = question->reading->cube;
  question->reading.reset();
  question->question.held = makes_sense ? Symmetry(held) : kNoSymmetry;
  return stored(makes_sense);
}
sf_status sf_question_add_start_reading(sf_question* question, const sf_reading* reading) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  const sf_status status = doing(nullptr, [&]() -> Done {
    if (reading == nullptr) return nonsense("there is no reading: the pointer is NULL");
    question->start_readings.push_back(reading->reading);
    return {};
  });
  if (status != SF_OK) question->has_bad_starts = true;
  return status;
}
sf_status sf_question_clear_starts(sf_question* question) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->start_readings.clear();
  question->has_bad_starts = false;
  return SF_OK;
}
sf_status sf_question_set_starts(sf_question* question, sf_starts starts) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.starts = to_enum(starts, kStartsNames);
  if (starts == SF_STARTS_USUAL) question->question.starts.reset();
  return stored(starts == SF_STARTS_USUAL || is_enum(starts, kStartsNames));
}
sf_status sf_question_set_goal(sf_question* question, const sf_cube* goal) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->goal_readings.clear();
  question->has_bad_targets = false;
  question->has_goal_cube = true;
  return set_cube(question, goal, question->question.goal.cube);
}
sf_status sf_question_set_goal_reading(sf_question* question, const sf_reading* reading) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  if (reading == nullptr) return sf_question_set_goal(question, nullptr);
  question->goal_readings.clear();
  question->has_bad_targets = question->has_goal_cube = false;
  return sf_question_add_goal_reading(question, reading);
}
sf_status sf_question_add_goal_reading(sf_question* question, const sf_reading* reading) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  const sf_status status = doing(nullptr, [&]() -> Done {
    if (reading == nullptr) return nonsense("there is no reading: the pointer is NULL");
    if (question->has_goal_cube) {
      const Cube& cube = question->question.goal.cube;
      question->goal_readings.push_back({cube, Symmetry{}, Format::facelets, {}, cube});
      question->has_goal_cube = false;
    }
    question->goal_readings.push_back(reading->reading);
    question->question.goal.cube = question->goal_readings.front().cube;
    return {};
  });
  if (status != SF_OK) question->has_bad_targets = true;
  return status;
}

sf_status sf_question_set_only(sf_question* question, const char* mask, sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    question->wider.only.reset();
    return mask == nullptr ? Done() : say(question, {.only = mask});
  });
  if (question != nullptr) question->has_bad_only = status != SF_OK;
  return status;
}
sf_status sf_question_set_show(sf_question* question, const char* patterns, sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    question->wider.show.reset();
    return patterns == nullptr ? Done() : say(question, {.show = patterns});
  });
  if (question != nullptr) question->has_bad_show = status != SF_OK;
  return status;
}
sf_status sf_question_set_up_to(sf_question* question, const char* text, sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    Wider asked;
    if (text != nullptr)
      if (Done said = say(question, asked, {.up_to = text}); !said) return said;
    question->wider.last_turn = asked.last_turn;
    question->wider.holdings = asked.holdings;
    question->wider.last_rotation = asked.last_rotation;
    return {};
  });
  if (question != nullptr) question->has_bad_up_to = status != SF_OK;
  return status;
}

sf_status sf_question_set_robot(sf_question* question, const char* robot, sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    question->question.robot.reset();
    return robot == nullptr ? Done() : say(question, {.robot = robot});
  });
  if (question != nullptr) question->has_bad_robot = status != SF_OK;
  return status;
}
sf_status sf_schedule_json(const char* robot, const char* moves, char** json, sf_error** error) noexcept {
  return giving(json, error, [&](char*& out) -> Done {
    if (robot == nullptr) return nonsense("there is no robot: the pointer is NULL");
    if (moves == nullptr) return nonsense("there are no moves: the pointer is NULL");
    const auto does = robot_of(robot);
    if (!does) return wrong(does.error());
    const auto schedule = schedule_of(*does, moves);
    if (!schedule) return wrong(schedule.error());
    out = copy_text(to_line(schedule_report(moves, *schedule, *does)));
    return {};
  });
}
size_t sf_robot_count(void) noexcept { return named_robots().size(); }
const char* sf_robot_name(size_t i) noexcept { return i < sf_robot_count() ? named_robots()[i].name.data() : nullptr; }
const char* sf_robot_json(size_t i) noexcept { return i < sf_robot_count() ? named_robots()[i].json.data() : nullptr; }

size_t sf_mask_count(void) noexcept { return named_masks().size(); }
const char* sf_mask_name(size_t i) noexcept { return i < sf_mask_count() ? named_masks()[i].name.data() : nullptr; }
const char* sf_mask_description(size_t i) noexcept {
  return i < sf_mask_count() ? named_masks()[i].mask.data() : nullptr;
}
const char* sf_mask_summary(size_t i) noexcept { return i < sf_mask_count() ? named_masks()[i].what.data() : nullptr; }

sf_status sf_question_add_goal(sf_question* question, const sf_coordinate* coordinate, const sf_cube* goals,
                               size_t count, size_t stride, sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr || coordinate == nullptr) return nonsense("a pointer is NULL");
    CoordinateGoal goal{.coordinate = coordinate->description};
    if (count > 0) {
      const auto rows = rows_from(goals, count, stride);
      if (!rows) return wrong(rows.error());
      if (const auto checked = check_rows(*rows); !checked) return wrong(checked.error());
      goal.goals.resize(count);
      for (std::size_t i = 0; i < count; ++i) std::memcpy(static_cast<void*>(&goal.goals[i]), rows->row(i), kCubeBytes);
    }
    question->question.goal.coordinates.push_back(std::move(goal));
    return {};
  });
  if (status != SF_OK && question != nullptr) question->has_bad_goals = true;
  return status;
}
sf_status sf_question_clear_goals(sf_question* question) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.goal.coordinates.clear();
  question->has_bad_goals = false;
  return SF_OK;
}

sf_status sf_question_set_moves(sf_question* question, const char* moves, sf_metric metric, sf_centres centres,
                                sf_error** error) noexcept {
  const sf_status status = doing(error, [&]() -> Done {
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    if (!is_enum(metric, kMetricNames))
      return nonsense("this is not a metric: expected SF_HTM, SF_QTM, SF_STM or SF_ATM");
    if (!is_enum(centres, kCentresNames))
      return nonsense("this is not what moves do to the centres: expected SF_CENTRES_FIXED, _MOVED or _TURNED");
    std::shared_ptr<const MoveSet> set;
    if (moves != nullptr) {
      auto parsed = allowed_moves(moves, Metric(metric), Centres(centres));
      if (!parsed) return wrong(std::move(parsed.error()));
      set = *std::move(parsed);
    } else if (centres != SF_CENTRES_FIXED) {
      set = std::make_shared<const MoveSet>(moves_of(Metric(metric), Centres(centres)));
    }
    question->question.moves = std::move(set);
    question->question.metric = Metric(metric);
    return {};
  });
  if (question != nullptr) question->has_bad_moves = status != SF_OK;
  return status;
}
sf_status sf_question_set_metric(sf_question* question, sf_metric metric) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.metric = to_enum(metric, kMetricNames);
  return stored(is_enum(metric, kMetricNames));
}
sf_status sf_question_set_puzzle(sf_question* question, sf_puzzle puzzle) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.puzzle = to_enum(puzzle, kPuzzleNames);
  return stored(is_enum(puzzle, kPuzzleNames));
}
sf_status sf_question_set_want(sf_question* question, sf_want want) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.want = to_enum(want, kWantNames);
  return stored(is_enum(want, kWantNames));
}
sf_status sf_question_set_within(sf_question* question, int within) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.within = within;
  return stored(within >= 0);
}
sf_status sf_question_set_good_enough(sf_question* question, int length) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.good_enough = length;
  return stored(length >= 0);
}
sf_status sf_question_set_max_length(sf_question* question, int length) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.max_length = length;
  return stored(length >= 0);
}
sf_status sf_question_set_solutions(sf_question* question, size_t count) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.solutions = count;
  return stored(count >= 1);
}
sf_status sf_question_set_solver(sf_question* question, sf_solver solver) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.solver = to_enum(solver, kSolverNames);
  if (solver == SF_SOLVER_ANY) question->question.solver.reset();
  return stored(solver == SF_SOLVER_ANY || is_enum(solver, kSolverNames));
}

sf_cancel* sf_cancel_create(void) noexcept { return make<sf_cancel>(); }
void sf_cancel_set(sf_cancel* cancel) noexcept {
  if (cancel != nullptr) cancel->flag.store(true, std::memory_order_relaxed);
}
void sf_cancel_clear(sf_cancel* cancel) noexcept {
  if (cancel != nullptr) cancel->flag.store(false, std::memory_order_relaxed);
}
int sf_cancel_is_set(const sf_cancel* cancel) noexcept { return cancel != nullptr && is_set(&cancel->flag) ? 1 : 0; }
void sf_cancel_free(sf_cancel* cancel) noexcept { delete cancel; }

sf_budget* sf_budget_create(void) noexcept { return make<sf_budget>(); }
void sf_budget_free(sf_budget* budget) noexcept { delete budget; }
sf_status sf_budget_set_time(sf_budget* budget, double seconds) noexcept {
  if (budget == nullptr) return SF_BAD_OPTION;
  constexpr double kForever = 1e9;  // longer times do not fit the clock, and nobody can tell
  budget->has_bad_time = !(seconds >= 0);
  budget->budget.time.reset();
  if (seconds >= 0 && seconds < kForever)
    budget->budget.time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  return stored(!budget->has_bad_time);
}
sf_status sf_budget_set_nodes(sf_budget* budget, uint64_t nodes) noexcept {
  if (budget == nullptr) return SF_BAD_OPTION;
  budget->budget.nodes = nodes;
  return SF_OK;
}
sf_status sf_budget_set_threads(sf_budget* budget, unsigned threads) noexcept {
  if (budget == nullptr) return SF_BAD_OPTION;
  budget->budget.threads = threads;
  return SF_OK;
}
sf_status sf_budget_set_cancel(sf_budget* budget, const sf_cancel* cancel) noexcept {
  if (budget == nullptr) return SF_BAD_OPTION;
  budget->budget.stop = cancel != nullptr ? &cancel->flag : nullptr;
  return SF_OK;
}
sf_status sf_budget_set_listener(sf_budget* budget, sf_listener listener, void* user) noexcept {
  if (budget == nullptr) return SF_BAD_OPTION;
  budget->listener = listener;
  budget->user = user;
  return SF_OK;
}

sf_status sf_event_json(const sf_event* event, char** json) noexcept {
  return giving(json, nullptr, [&](char*& text) -> Done {
    if (event == nullptr || event->news == nullptr) return nonsense("there is no event: the pointer is NULL");
    text = copy_text(to_line(to_json(*event->news->event, *event->news->question, event->elapsed)));
    return {};
  });
}
