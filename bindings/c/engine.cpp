// The engine, searches in slices, plans, and tables by name.
#include <algorithm>
#include <chrono>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_PROFILE_LARGE == static_cast<int>(Profile::large));

struct sf_search {
  std::shared_ptr<Engine> engine;  // outlives the search
  Question question;
  std::unique_ptr<Search> search;
};

struct sf_plan {
  Plan plan;
};

namespace {

tl::unexpected<sf_error> no_engine() { return nonsense("there is no engine: the pointer is NULL"); }

// A question and a budget as the engine takes them, for one call. The listener keeps a reference to the question.
struct BudgetedQuestion {
  Question question;
  Budget budget;
};
Expected<BudgetedQuestion> budgeted(const sf_question* question, const sf_budget* budget) {
  auto q = asked(question);
  if (!q) return tl::unexpected<Error>(std::move(q.error()));
  const auto b = budget_of(budget);
  if (!b) return tl::unexpected<Error>(b.error());
  return BudgetedQuestion{*std::move(q), *b};
}

// The folder for the user's tables; where there is none, tables are made in memory.
std::shared_ptr<const TableSource> source_of(const sf_options& options) {
  if (!options.folder) return nullptr;
  const auto warn = [warning = options.warning, user = options.user](const std::string& sentence) {
    if (warning != nullptr) warning(sentence.c_str(), user);
  };
  if (!options.folder->empty()) return std::make_shared<TableStore>(*options.folder, warn);
  auto tables = default_tables(warn);
  if (tables) return *std::move(tables);
  warn(tables.error().message);
  return nullptr;
}

sf_table table_of(const char* name, bool is_there, std::uint64_t bytes, std::uint64_t bytes_to_make, double seconds) {
  return {0, name, is_there ? 1 : 0, bytes, bytes_to_make, seconds};
}

// Work of the engine that gives moves and takes only a listener.
template <class Work>
sf_status give_word(sf_engine* engine, const sf_budget* budget, sf_moves** moves, sf_error** error,
                    const Work& work) noexcept {
  return giving(moves, error, [&](sf_moves*& out) -> Done {
    if (engine == nullptr) return no_engine();
    if (budget != nullptr && is_set(budget->budget.stop))
      return wrong(Error{"stopped before the work began", {}, ErrorKind::stopped});
    const Question solved;
    auto word = work(*engine->engine, stopping_listener_of(budget, solved));
    if (!word) return wrong(std::move(word.error()));
    out = fresh<sf_moves>(*std::move(word));
    return {};
  });
}

}  // namespace

sf_options* sf_options_create(void) noexcept { return make<sf_options>(); }
void sf_options_free(sf_options* options) noexcept { delete options; }

sf_status sf_options_set_profile(sf_options* options, sf_profile profile) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  options->options.profile = to_enum(profile, kProfileNames);
  return is_enum(profile, kProfileNames) ? SF_OK : SF_BAD_OPTION;
}
sf_status sf_options_set_tables(sf_options* options, const char* folder) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  const sf_status status = doing(nullptr, [&]() -> Done {
    options->folder = folder != nullptr ? std::optional<std::string>(folder) : std::nullopt;
    return {};
  });
  options->has_bad_text |= status != SF_OK;
  return status;
}
sf_status sf_options_set_optimal_table(sf_options* options, const char* name) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  const sf_status status = doing(nullptr, [&]() -> Done {
    options->options.optimal_table = name != nullptr ? name : "";
    return {};
  });
  options->has_bad_text |= status != SF_OK;
  return status;
}
sf_status sf_options_set_memory(sf_options* options, uint64_t bytes) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  options->options.memory = bytes;
  return SF_OK;
}
sf_status sf_options_set_threads(sf_options* options, unsigned threads) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  options->options.threads = threads;
  return SF_OK;
}
sf_status sf_options_set_warning(sf_options* options, sf_warning warning, void* user) noexcept {
  if (options == nullptr) return SF_BAD_OPTION;
  options->warning = warning;
  options->user = user;
  return SF_OK;
}

sf_status sf_engine_create(const sf_options* options, sf_engine** engine, sf_error** error) noexcept {
  return giving(engine, error, [&](sf_engine*& out) -> Done {
    const sf_options standard;
    const sf_options& given = options != nullptr ? *options : standard;
    if (given.has_bad_text) throw std::bad_alloc();
    if (!kProfileNames.has(given.options.profile))
      return nonsense("this is not a profile: expected SF_PROFILE_COMPACT, _STANDARD or _LARGE");
    EngineOptions all = given.options;
    all.tables = source_of(given);
    out = fresh<sf_engine>(std::make_shared<Engine>(std::move(all)));
    return {};
  });
}
void sf_engine_free(sf_engine* engine) noexcept { delete engine; }

sf_status sf_engine_solve(sf_engine* engine, const sf_question* question, const sf_budget* budget, sf_answer** answer,
                          sf_error** error) noexcept {
  return giving(answer, error, [&](sf_answer*& out) -> Done {
    if (engine == nullptr) return no_engine();
    auto call = budgeted(question, budget);
    if (!call) return wrong(std::move(call.error()));
    auto result = engine->engine->solve(call->question, call->budget, listener_of(budget, call->question));
    if (!result) return wrong(std::move(result.error()));
    out = fresh<sf_answer>(std::move(call->question), *std::move(result));
    return {};
  });
}

sf_status sf_engine_prepare(sf_engine* engine, const sf_question* question, const sf_budget* budget,
                            sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (engine == nullptr) return no_engine();
    const auto call = budgeted(question, budget);
    if (!call) return wrong(call.error());
    const auto done = engine->engine->prepare(call->question, call->budget, listener_of(budget, call->question));
    if (!done) return wrong(done.error());
    return {};
  });
}

sf_status sf_engine_solve_all(sf_engine* engine, sf_next next, sf_done done, void* user, const sf_budget* each,
                              sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (engine == nullptr) return no_engine();
    if (next == nullptr || done == nullptr) return nonsense("a function of the batch is NULL");
    const auto budget = budget_of(each);
    if (!budget) return wrong(budget.error());
    const auto ask = [&]() -> std::optional<Expected<Question>> {
      sf_question given;
      if (next(&given, user) == 0) return std::nullopt;
      return asked(&given);
    };
    const auto tell = [&](Question&& question, Expected<Answer>&& answer) {
      if (!answer) {
        const sf_error refusal(std::move(answer.error()));
        return done(nullptr, &refusal, user) == 0;
      }
      const sf_answer given(std::move(question), *std::move(answer));
      return done(&given, nullptr, user) == 0;
    };
    const auto all = engine->engine->solve_all(ask, *budget, tell);
    if (!all) return wrong(all.error());
    return {};
  });
}

sf_status sf_engine_begin(sf_engine* engine, const sf_question* question, const sf_budget* budget, sf_search** search,
                          sf_error** error) noexcept {
  return giving(search, error, [&](sf_search*& out) -> Done {
    if (engine == nullptr) return no_engine();
    auto call = budgeted(question, budget);
    if (!call) return wrong(std::move(call.error()));
    auto begun = engine->engine->begin(call->question, call->budget, listener_of(budget, call->question));
    if (!begun) return wrong(std::move(begun.error()));
    out = fresh<sf_search>(engine->engine, std::move(call->question), *std::move(begun));
    return {};
  });
}
int sf_search_run(sf_search* search, double seconds) noexcept {
  if (search == nullptr) return 1;
  constexpr double kLongest = 1e6;  // the caller may call again
  const double slice = seconds >= 0 ? std::min(seconds, kLongest) : 0;
  try {
    const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(slice));
    return search->search->run_for(time) ? 1 : 0;
  } catch (...) {
    return 1;
  }
}
sf_status sf_search_answer(const sf_search* search, sf_answer** answer, sf_error** error) noexcept {
  return giving(answer, error, [&](sf_answer*& out) -> Done {
    if (search == nullptr) return nonsense("there is no search: the pointer is NULL");
    auto result = search->search->answer();
    if (!result) return wrong(std::move(result.error()));
    out = fresh<sf_answer>(search->question, *std::move(result));
    return {};
  });
}
void sf_search_free(sf_search* search) noexcept { delete search; }

sf_status sf_engine_plan(const sf_engine* engine, const sf_question* question, const sf_budget* budget, sf_plan** plan,
                         sf_error** error) noexcept {
  return giving(plan, error, [&](sf_plan*& out) -> Done {
    if (engine == nullptr) return no_engine();
    const auto call = budgeted(question, budget);
    if (!call) return wrong(call.error());
    auto planned = engine->engine->plan(call->question, call->budget, listener_of(budget, call->question));
    if (!planned) return wrong(std::move(planned.error()));
    out = fresh<sf_plan>(*std::move(planned));
    return {};
  });
}
sf_solver sf_plan_solver(const sf_plan* plan) noexcept {
  return plan != nullptr ? static_cast<sf_solver>(plan->plan.solver) : -1;
}
uint64_t sf_plan_bytes(const sf_plan* plan) noexcept { return plan != nullptr ? plan->plan.bytes() : 0; }
uint64_t sf_plan_bytes_to_make(const sf_plan* plan) noexcept {
  return plan != nullptr ? plan->plan.bytes_to_make() : 0;
}
double sf_plan_seconds_to_make(const sf_plan* plan) noexcept {
  return plan != nullptr ? plan->plan.seconds_to_make() : 0;
}
const char* sf_plan_remark(const sf_plan* plan) noexcept {
  return plan != nullptr ? plan->plan.remark.c_str() : nullptr;
}
size_t sf_plan_table_count(const sf_plan* plan) noexcept { return plan != nullptr ? plan->plan.tables.size() : 0; }
sf_status sf_plan_table(const sf_plan* plan, size_t i, sf_table* table) noexcept {
  if (i >= sf_plan_table_count(plan)) return SF_BAD_OPTION;
  const PlannedTable& t = plan->plan.tables[i];
  return give(table, table_of(t.name.c_str(), t.is_there, t.bytes, t.bytes_to_make, t.seconds_to_make));
}
void sf_plan_free(sf_plan* plan) noexcept { delete plan; }

size_t sf_table_count(void) noexcept {
  std::size_t count = 0;
  doing(nullptr, [&]() -> Done {
    count = table_sets().size();
    return {};
  });
  return count;
}
sf_status sf_table_at(size_t i, sf_table* table) noexcept {
  return doing(nullptr, [&]() -> Done {
    if (i >= table_sets().size()) return nonsense("");
    const TableSet& set = table_sets()[i];
    const double seconds = seconds_to_make(set, hardware_threads());
    if (give(table, table_of(set.name.c_str(), false, set.bytes, set.bytes_to_make, seconds)) != SF_OK)
      return nonsense("");
    return {};
  });
}
sf_status sf_engine_make(sf_engine* engine, const char* name, const sf_budget* budget, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (engine == nullptr) return no_engine();
    const auto text = text_from(name, SF_TO_END);
    if (!text) return wrong(text.error());
    const auto set = find_table_set(*text);
    if (!set) return wrong(set.error());
    const auto limits = budget_of(budget);
    if (!limits) return wrong(limits.error());
    const Question none;
    const auto made = engine->engine->make(**set, *limits, listener_of(budget, none));
    if (!made) return wrong(made.error());
    return {};
  });
}

sf_status sf_engine_word_to(sf_engine* engine, const sf_cube* cube, const sf_budget* budget, sf_moves** moves,
                            sf_error** error) noexcept {
  return give_word(engine, budget, moves, error, [&](Engine& e, const Listener& listener) -> Expected<Moves> {
    const auto given = cube_from(cube);
    if (!given) return tl::unexpected<Error>(given.error());
    return e.word_to(*given, listener);
  });
}

sf_status sf_engine_scramble(sf_engine* engine, sf_random* random, int kind, const sf_budget* budget, sf_moves** moves,
                             sf_error** error) noexcept {
  return give_word(engine, budget, moves, error, [&](Engine& e, const Listener& listener) -> Expected<Moves> {
    if (random == nullptr) return fail(ErrorKind::bad_option, "there are no random numbers: the pointer is NULL");
    if (kind < SF_SCRAMBLE_3X3X3 || kind > SF_SCRAMBLE_FEWEST_MOVES)
      return fail(ErrorKind::bad_option, "this is not a kind of scrambles");
    return e.scramble(random->random, kind == SF_SCRAMBLE_2X2X2 ? Puzzle::pocket : Puzzle::cube,
                      kind == SF_SCRAMBLE_FEWEST_MOVES, listener);
  });
}
