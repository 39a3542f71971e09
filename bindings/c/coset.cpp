// Whole cosets: questions, solvers, answers.
#include <chrono>
#include <new>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_COSET_SIZE == kCosetSize && SF_COSET_MAX_DEPTH == kMaxCosetDepth &&
              SF_COSET_MAX_SAMPLES == kMaxCosetSamples);

namespace {

double seconds_of(Clock::duration time) noexcept { return std::chrono::duration<double>(time).count(); }

// A value that makes no sense is stored, too: the solver refuses it.
sf_status set_depth(std::optional<int>& to, int depth) noexcept {
  to.reset();
  if (depth == SF_COSET_USUAL) return SF_OK;
  to = depth;
  return depth >= 0 && depth <= SF_COSET_MAX_DEPTH ? SF_OK : SF_BAD_OPTION;
}

std::vector<sf_moves> words_of(const std::vector<CosetPosition>& positions) {
  std::vector<sf_moves> words;
  words.reserve(positions.size());
  for (const CosetPosition& position : positions) words.emplace_back(position.word);
  return words;
}

sf_status give_position(const std::vector<CosetPosition>& positions, const std::vector<sf_moves>& words, std::size_t i,
                        sf_coset_position* to) noexcept {
  if (i >= positions.size()) return SF_BAD_OPTION;
  sf_coset_position position{0, {}, &words[i]};
  put_cube(positions[i].cube, &position.cube);
  return give(to, position);
}

}  // namespace

sf_coset_question* sf_coset_question_create(void) noexcept { return make<sf_coset_question>(); }
void sf_coset_question_free(sf_coset_question* question) noexcept { delete question; }

sf_status sf_coset_question_set_cube(sf_coset_question* question, const sf_cube* cube) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  Cube& to = question->question.cube;
  to = raw_cube(cube != nullptr ? *cube : sf_cube{});  // zeros are no cube
  return first_bad_row(repeated(to, 1)) ? SF_BAD_OPTION : SF_OK;
}
sf_status sf_coset_question_set_metric(sf_coset_question* question, sf_metric metric) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.metric = to_enum(metric, kMetricNames);
  return is_enum(metric, kCosetMetricNames) ? SF_OK : SF_BAD_OPTION;
}
sf_status sf_coset_question_set_search_depth(sf_coset_question* question, int depth) noexcept {
  return question != nullptr ? set_depth(question->question.search_depth, depth) : SF_BAD_OPTION;
}
sf_status sf_coset_question_set_max_depth(sf_coset_question* question, int depth) noexcept {
  return question != nullptr ? set_depth(question->question.max_depth, depth) : SF_BAD_OPTION;
}
sf_status sf_coset_question_set_extra(sf_coset_question* question, uint32_t extra) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.extra = extra;
  return SF_OK;
}
sf_status sf_coset_question_set_prove(sf_coset_question* question, int prove) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.prove = prove != 0;
  return SF_OK;
}
sf_status sf_coset_question_set_solve_left(sf_coset_question* question, int solve) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.solve_left = solve != 0;
  return SF_OK;
}
sf_status sf_coset_question_set_list_depth(sf_coset_question* question, int depth) noexcept {
  return question != nullptr ? set_depth(question->question.list_depth, depth) : SF_BAD_OPTION;
}
sf_status sf_coset_question_set_list_limit(sf_coset_question* question, size_t limit) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.list_limit = limit;
  return SF_OK;
}
sf_status sf_coset_question_set_samples(sf_coset_question* question, size_t samples, uint64_t seed) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  question->question.samples = samples;
  question->question.seed = seed;
  return samples <= SF_COSET_MAX_SAMPLES ? SF_OK : SF_BAD_OPTION;
}
sf_status sf_coset_question_set_checkpoint(sf_coset_question* question, const char* file) noexcept {
  if (question == nullptr) return SF_BAD_OPTION;
  const sf_status status = doing(nullptr, [&]() -> Done {
    question->question.checkpoint = file != nullptr ? file : "";
    return {};
  });
  question->has_bad_text |= status != SF_OK;
  return status;
}

sf_status sf_coset_solver_create(sf_engine* engine, uint64_t memory, unsigned threads, sf_coset_solver** solver,
                                 sf_error** error) noexcept {
  return giving(solver, error, [&](sf_coset_solver*& out) -> Done {
    if (engine == nullptr) return nonsense("there is no engine: the pointer is NULL");
    out = fresh<sf_coset_solver>(engine->engine, CosetSolver(*engine->engine, memory, threads));
    return {};
  });
}
void sf_coset_solver_free(sf_coset_solver* solver) noexcept { delete solver; }

sf_status sf_coset_solve(sf_coset_solver* solver, const sf_coset_question* question, const sf_budget* budget,
                         sf_coset_answer** answer, sf_error** error) noexcept {
  return giving(answer, error, [&](sf_coset_answer*& out) -> Done {
    if (solver == nullptr) return nonsense("there is no coset solver: the pointer is NULL");
    if (question == nullptr) return nonsense("there is no question: the pointer is NULL");
    if (question->has_bad_text) throw std::bad_alloc();
    CosetQuestion asked = question->question;
    const auto limits = budget_of(budget);
    if (!limits) return wrong(limits.error());
    const Question none;
    auto result = solver->solver.solve(asked, *limits, listener_of(budget, none));
    if (!result) return wrong(std::move(result.error()));
    out = fresh<sf_coset_answer>(std::move(asked), *std::move(result));
    return {};
  });
}

sf_coset_answer::sf_coset_answer(CosetQuestion asked, CosetAnswer given)
    : question(std::move(asked)),
      answer(std::move(given)),
      listed(words_of(answer.listed)),
      left_over(words_of(answer.left_over)) {
  samples.reserve(answer.levels.size());
  for (const CosetLevel& level : answer.levels) samples.push_back(words_of(level.samples));
}

size_t sf_coset_answer_level_count(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.levels.size() : 0;
}
sf_status sf_coset_answer_level(const sf_coset_answer* answer, size_t i, sf_coset_level* level) noexcept {
  if (i >= sf_coset_answer_level_count(answer)) return SF_BAD_OPTION;
  const CosetLevel& l = answer->answer.levels[i];
  return give(level, {0, l.depth, l.is_exact ? 1 : 0, l.found, l.nodes, l.words, seconds_of(l.time), l.samples.size()});
}
sf_status sf_coset_answer_sample(const sf_coset_answer* answer, size_t level, size_t i,
                                 sf_coset_position* sample) noexcept {
  if (level >= sf_coset_answer_level_count(answer)) return SF_BAD_OPTION;
  return give_position(answer->answer.levels[level].samples, answer->samples[level], i, sample);
}
int sf_coset_answer_exact_to(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? exact_to(answer->answer) : -1;
}
int sf_coset_answer_within(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? all_within(answer->answer).value_or(-1) : -1;
}
sf_ended sf_coset_answer_ended(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? static_cast<sf_ended>(answer->answer.ended) : -1;
}

size_t sf_coset_answer_note_count(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.notes.size() : 0;
}
const char* sf_coset_answer_note(const sf_coset_answer* answer, size_t i) noexcept {
  return i < sf_coset_answer_note_count(answer) ? answer->answer.notes[i].message.c_str() : nullptr;
}

uint64_t sf_coset_answer_left(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.left : 0;
}
int64_t sf_coset_answer_left_solved(const sf_coset_answer* answer) noexcept {
  return answer != nullptr && answer->answer.left_solved ? static_cast<int64_t>(*answer->answer.left_solved) : -1;
}
int sf_coset_answer_longest_left(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.longest_left : -1;
}
size_t sf_coset_answer_left_over_count(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->left_over.size() : 0;
}
sf_status sf_coset_answer_left_over(const sf_coset_answer* answer, size_t i, sf_coset_position* position) noexcept {
  if (answer == nullptr) return SF_BAD_OPTION;
  return give_position(answer->answer.left_over, answer->left_over, i, position);
}

size_t sf_coset_answer_listed_count(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->listed.size() : 0;
}
sf_status sf_coset_answer_listed(const sf_coset_answer* answer, size_t i, sf_coset_position* position) noexcept {
  if (answer == nullptr) return SF_BAD_OPTION;
  return give_position(answer->answer.listed, answer->listed, i, position);
}
int sf_coset_answer_is_list_complete(const sf_coset_answer* answer) noexcept {
  return answer != nullptr && answer->answer.is_list_complete ? 1 : 0;
}

int sf_coset_answer_symmetries(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.symmetries : 0;
}
uint64_t sf_coset_answer_bytes(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.bytes : 0;
}
unsigned sf_coset_answer_threads(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? answer->answer.threads : 0;
}
double sf_coset_answer_loading_seconds(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.loading) : 0;
}
double sf_coset_answer_seconds(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.searching) : 0;
}
double sf_coset_answer_solving_seconds(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.solving) : 0;
}
double sf_coset_answer_cpu_seconds(const sf_coset_answer* answer) noexcept {
  return answer != nullptr ? seconds_of(answer->answer.computing) : 0;
}

sf_status sf_coset_answer_json(const sf_coset_answer* answer, char** json) noexcept {
  return giving(json, nullptr, [&](char*& text) -> Done {
    if (answer == nullptr) return nonsense("there is no answer: the pointer is NULL");
    text = copy_text(to_line(to_json(answer->question, answer->answer)));
    return {};
  });
}
void sf_coset_answer_free(sf_coset_answer* answer) noexcept { delete answer; }
