// Answers and their solutions.
#include <chrono>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_ENDED_COMPLETE == static_cast<int>(Ended::complete) &&
              SF_ENDED_TIME == static_cast<int>(Ended::time) &&
              SF_ENDED_UNSOLVABLE == static_cast<int>(Ended::unsolvable));
static_assert(sizeof(Move) == sizeof(uint8_t));

namespace {

double seconds_of(Clock::duration time) noexcept { return std::chrono::duration<double>(time).count(); }

}  // namespace

sf_answer::sf_answer(Question asked, Answer given) : question(std::move(asked)), answer(std::move(given)) {
  solutions.reserve(answer.solutions.size());
  for (const Solution& solution : answer.solutions) solutions.emplace_back(solution, question);
  if (answer.too_long) too_long.emplace(*answer.too_long, question);
}

const uint8_t* sf_solution_turns(const sf_solution* solution) noexcept {
  return solution != nullptr ? reinterpret_cast<const uint8_t*>(solution->solution.moves.data()) : nullptr;
}
size_t sf_solution_count(const sf_solution* solution) noexcept {
  return solution != nullptr ? solution->solution.moves.size() : 0;
}
const char* sf_solution_text(const sf_solution* solution) noexcept {
  return solution != nullptr ? solution->text.c_str() : nullptr;
}
int sf_solution_length(const sf_solution* solution) noexcept {
  return solution != nullptr ? solution->solution.length : -1;
}
double sf_solution_seconds(const sf_solution* solution) noexcept {
  return solution != nullptr ? seconds_of(solution->solution.after) : 0;
}
const int* sf_solution_steps(const sf_solution* solution, size_t* count) noexcept {
  if (count != nullptr) *count = solution != nullptr ? solution->solution.steps.size() : 0;
  return solution != nullptr ? solution->solution.steps.data() : nullptr;
}
int sf_solution_rotation(const sf_solution* solution) noexcept {
  return solution != nullptr ? static_cast<int>(solution->solution.rotation) : -1;
}
int sf_solution_phases(const sf_solution* solution, sf_phases* phases) noexcept {
  if (solution == nullptr || !solution->solution.origin) return 0;
  const TwoPhaseOrigin& origin = *solution->solution.origin;
  return give(phases, {0, origin.axis, origin.inverse ? 1 : 0, origin.front, origin.back}) == SF_OK ? 1 : 0;
}

const char* sf_ended_name(sf_ended ended) noexcept {
  return is_enum(ended, kEndedNames) ? name(Ended(ended)).data() : nullptr;
}

size_t sf_answer_count(const sf_answer* answer) noexcept { return answer != nullptr ? answer->solutions.size() : 0; }
const sf_solution* sf_answer_solution(const sf_answer* answer, size_t i) noexcept {
  return i < sf_answer_count(answer) ? &answer->solutions[i] : nullptr;
}
const char* sf_answer_text(const sf_answer* answer, size_t i) noexcept {
  return sf_solution_text(sf_answer_solution(answer, i));
}
const sf_solution* sf_answer_too_long(const sf_answer* answer) noexcept {
  return answer != nullptr && answer->too_long ? &*answer->too_long : nullptr;
}
int sf_answer_lower_bound(const sf_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.lower_bound : -1;
}
int sf_answer_is_shortest(const sf_answer* answer) noexcept {
  return answer != nullptr && answer->answer.is_shortest() ? 1 : 0;
}
sf_ended sf_answer_ended(const sf_answer* answer) noexcept {
  return answer != nullptr ? static_cast<sf_ended>(answer->answer.ended) : -1;
}
double sf_answer_loading_seconds(const sf_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.loading) : 0;
}
double sf_answer_seconds(const sf_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.searching) : 0;
}
sf_solver sf_answer_solver(const sf_answer* answer) noexcept {
  return answer != nullptr ? static_cast<sf_solver>(answer->answer.solver) : -1;
}
const char* sf_answer_table(const sf_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.table.c_str() : nullptr;
}

uint64_t sf_answer_work(const sf_answer* answer, sf_work work) noexcept {
  if (answer == nullptr) return 0;
  const Counts& counts = answer->answer.counts;
  switch (work) {
    case SF_WORK_NODES:
      return counts.nodes;
    case SF_WORK_PHASE1_READS:
      return counts.phase1_reads;
    case SF_WORK_LEAVES:
      return counts.leaves;
    case SF_WORK_PHASE2_READS:
      return counts.phase2_reads;
    case SF_WORK_LOOKUPS:
      return counts.lookups;
    default:
      return 0;
  }
}

size_t sf_answer_iteration_count(const sf_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.iterations.size() : 0;
}
sf_status sf_answer_iteration(const sf_answer* answer, size_t i, sf_iteration* iteration) noexcept {
  if (i >= sf_answer_iteration_count(answer)) return SF_BAD_OPTION;
  const Iteration& it = answer->answer.iterations[i];
  return give(iteration, {0, it.length, it.is_complete ? 1 : 0, it.nodes, it.lookups});
}

sf_status sf_answer_json(const sf_answer* answer, char** json) noexcept {
  return giving(json, nullptr, [&](char*& text) -> Done {
    if (answer == nullptr) return nonsense("there is no answer: the pointer is NULL");
    Json object = begin_result();
    add_cubes(object, answer->question);
    add_answer(object, answer->question, answer->answer);
    if (!answer->answer.table.empty()) object["table"] = answer->answer.table;
    text = copy_text(to_line(object));
    return {};
  });
}
sf_status sf_answer_copy(const sf_answer* answer, sf_answer** copy) noexcept {
  return giving(copy, nullptr, [&](sf_answer*& out) -> Done {
    if (answer == nullptr) return nonsense("there is no answer: the pointer is NULL");
    out = fresh<sf_answer>(*answer);
    return {};
  });
}
void sf_answer_free(sf_answer* answer) noexcept { delete answer; }
