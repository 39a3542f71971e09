// The face for C, from C++: its numbers are those of the library, its answers are those of the library, and what a
// callback throws becomes a status.
#include <superflip/superflip.h>
#include <superflip/superflip_c.h>

#include <cstring>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

using namespace superflip;

namespace {

int failures = 0;

void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::cout << "cpp_test.cpp:" << line << ": " << what << '\n';
  ++failures;
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

template <auto free>
struct Free {
  template <class T>
  void operator()(T* object) const {
    free(object);
  }
};
using EnginePtr = std::unique_ptr<sf_engine, Free<sf_engine_free>>;
using QuestionPtr = std::unique_ptr<sf_question, Free<sf_question_free>>;
using AnswerPtr = std::unique_ptr<sf_answer, Free<sf_answer_free>>;
using BudgetPtr = std::unique_ptr<sf_budget, Free<sf_budget_free>>;
using ErrorPtr = std::unique_ptr<sf_error, Free<sf_error_free>>;
using CoordinatePtr = std::unique_ptr<sf_coordinate, Free<sf_coordinate_free>>;

static_assert(noexcept(sf_engine_solve(nullptr, nullptr, nullptr, nullptr, nullptr)));
static_assert(sizeof(sf_cube) == sizeof(Cube) && std::is_trivial_v<sf_cube>);
static_assert(offsetof(sf_cube, edge) == offsetof(Cube, edge));

EnginePtr compact_engine() {
  std::unique_ptr<sf_options, Free<sf_options_free>> options(sf_options_create());
  sf_options_set_profile(options.get(), SF_PROFILE_COMPACT);
  sf_options_set_tables(options.get(), nullptr);
  sf_engine* engine = nullptr;
  CHECK(sf_engine_create(options.get(), &engine, nullptr) == SF_OK);
  return EnginePtr(engine);
}

// Every enumeration, by the names that both sides give its values.
void numbers_are_the_library_s() {
  for (int f = 0; f < kFormats; ++f) CHECK(sf_format_name(f) == name(Format(f)));
  for (int s = 0; s <= SF_SOLVER_POCKET; ++s) CHECK(sf_solver_name(s) == name(SolverKind(s)));
  for (int e = 0; e <= SF_ENDED_UNSOLVABLE; ++e) CHECK(sf_ended_name(e) == name(Ended(e)));
  for (int s = SF_UNREADABLE; s <= SF_INTERNAL; ++s) CHECK(sf_status_name(s) == name(ErrorKind(s)));
  CHECK(SF_HTM == int(Metric::htm) && SF_QTM == int(Metric::qtm) && SF_STM == int(Metric::stm));
  CHECK(SF_CENTRES_FIXED == int(Centres::fixed) && SF_CENTRES_MOVED == int(Centres::moved));
  CHECK(SF_3X3X3 == int(Puzzle::cube) && SF_WANT_GOOD == int(Want::good) && SF_WANT_SHORTEST == int(Want::shortest));
  CHECK(SF_PROFILE_COMPACT == int(Profile::compact) && SF_PROFILE_STANDARD == int(Profile::standard));
  using Kind = Event::Kind;
  CHECK(SF_EVENT_TABLE == int(Kind::table) && SF_EVENT_BOUND == int(Kind::bound));
  CHECK(SF_EVENT_PROGRESS == int(Kind::progress));
  CHECK(sf_catalogue_count() == catalogue().size());
  for (std::size_t i = 0; i < catalogue().size(); ++i) {
    CHECK(sf_catalogue_name(i) == catalogue()[i].name);
    CHECK(sf_catalogue_description(i) == catalogue()[i].description);
  }
  for (std::size_t i = 0; i < table_sets().size(); ++i) {
    sf_table table{sizeof table, nullptr, 0, 0, 0, 0};
    CHECK(sf_table_at(i, &table) == SF_OK && table.name == table_sets()[i].name &&
          table.bytes == table_sets()[i].bytes);
  }
}

void answers_are_the_library_s() {
  const EnginePtr engine = compact_engine();
  Engine own({.profile = Profile::compact});
  const QuestionPtr question(sf_question_create());
  Random random(11);
  std::unique_ptr<sf_random, Free<sf_random_free>> twin(sf_random_create(11));
  for (int i = 0; i < 30; ++i) {
    const Cube cube = random.cube();
    sf_cube same;
    CHECK(sf_random_cube(twin.get(), &same) == SF_OK && std::memcmp(&same, &cube, sizeof cube) == 0);
    CHECK(sf_question_set_cube(question.get(), &same) == SF_OK);
    CHECK(sf_question_set_held(question.get(), 2 * i % 48) == SF_OK);
    sf_answer* given = nullptr;
    CHECK(sf_engine_solve(engine.get(), question.get(), nullptr, &given, nullptr) == SF_OK);
    const AnswerPtr answer(given);
    const Question asked{.cube = cube, .held = Symmetry(2 * i % 48)};
    const auto expected = own.solve(asked);
    CHECK(expected && sf_answer_text(given, 0) == to_string(expected->solutions.front(), asked));
    CHECK(sf_answer_work(given, SF_WORK_NODES) == expected->counts.nodes);
    CHECK(sf_answer_lower_bound(given) == expected->lower_bound && sf_answer_ended(given) == int(expected->ended));
  }
  // The values of every coordinate of the catalogue.
  for (const CatalogueEntry& entry : catalogue()) {
    sf_coordinate* given = nullptr;
    CHECK(sf_coordinate_create(std::string(entry.name).c_str(), &given, nullptr) == SF_OK);
    const CoordinatePtr coordinate(given);
    const auto product = parse_description(entry.name)->product();
    CHECK(sf_coordinate_size(given) == (product ? product->size() : 0));
    if (!product) continue;
    for (int i = 0; i < 20; ++i) {
      const Cube cube = product->sample(random);
      sf_cube same;
      std::memcpy(&same, &cube, sizeof same);
      std::uint64_t value = 0;
      CHECK(sf_coordinate_index(given, &same, 1, sizeof same, &value, nullptr) == SF_OK);
      CHECK(value == product->index(cube));
      CHECK(sf_coordinate_cubes(given, &value, 1, &same, sizeof same, nullptr) == SF_OK);
      const Cube back = to_cube(*product, value);
      CHECK(std::memcmp(&same, &back, sizeof same) == 0);
    }
  }
}

template <class Thrown>
int throwing_listener(const sf_event*, void*) {
  throw Thrown();
}
struct NoException {};
struct Fault : std::runtime_error {
  Fault() : std::runtime_error("my fault") {}
};

// Callbacks must not throw. One that does all the same gets a status, and nothing is broken.
void exceptions_end_here() {
  const EnginePtr engine = compact_engine();
  const QuestionPtr question(sf_question_create());
  const BudgetPtr budget(sf_budget_create());
  const Cube cube = Random(12).cube();
  sf_cube same;
  std::memcpy(&same, &cube, sizeof same);
  sf_question_set_cube(question.get(), &same);
  const auto status_of = [&](sf_listener listener, const char* sentence) {
    sf_budget_set_listener(budget.get(), listener, nullptr);
    sf_answer* answer = nullptr;
    sf_error* error = nullptr;
    const sf_status status = sf_engine_solve(engine.get(), question.get(), budget.get(), &answer, &error);
    const ErrorPtr freed(error);
    CHECK(answer == nullptr && error != nullptr && std::strstr(sf_error_message(error), sentence) != nullptr);
    return status;
  };
  CHECK(status_of(throwing_listener<Fault>, "my fault") == SF_INTERNAL);
  CHECK(status_of(throwing_listener<NoException>, "not a std::exception") == SF_INTERNAL);
  CHECK(status_of(throwing_listener<std::bad_alloc>, "there is not enough memory") == SF_OUT_OF_MEMORY);
  const auto throwing_next = [](sf_question*, void*) -> int { throw Fault(); };
  const auto one = [](sf_question*, void* asked) -> int { return ++*static_cast<int*>(asked) < 5; };
  const auto throwing_done = [](const sf_answer*, const sf_error*, void*) -> int { throw Fault(); };
  const auto done = [](const sf_answer*, const sf_error*, void*) -> int { return 0; };
  int asked = 0;
  sf_engine* e = engine.get();
  CHECK(sf_engine_solve_all(e, throwing_next, done, &asked, nullptr, nullptr) == SF_INTERNAL);
  CHECK(sf_engine_solve_all(e, one, throwing_done, &asked, nullptr, nullptr) == SF_INTERNAL);
  asked = 0;
  CHECK(sf_engine_solve_all(e, one, done, &asked, nullptr, nullptr) == SF_OK && asked == 5);
}

}  // namespace

int main() {
  numbers_are_the_library_s();
  answers_are_the_library_s();
  exceptions_end_here();
  std::cout << failures << " failures\n";
  return failures > 0 ? 1 : 0;
}
