// Shortage of memory: every function of the face for C is called while the n-th request for memory fails, for one n
// after the other, and while all requests from the n-th on fail. Each must succeed, or say SF_OUT_OF_MEMORY (or give
// NULL where it says so); what it left must be usable; nothing may end the process. The words that threads find
// together are tried by themselves, since it is chance which thread finds one after another had no memory for its own;
// so is what is made once for all.
//
// Which request fails must be the same in each run: most of the work is done on one thread, and where there are two,
// each counts its own requests.
//
// memory_test REQUESTS [cosets]: so many requests of each piece of work fail. Those of cosets need the user's tables.
#include <superflip/superflip_c.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "superflip/engine/detail/guarded.h"
#include "superflip/solver/coset/bitmap.h"
#include "superflip/solver/detail/found.h"
#include "superflip/solver/optimal/low_distance_ball.h"
#include "tests/support/letters.h"

namespace {

enum class Fails { none, of_caller, of_helpers, of_all };  // a request of which threads; of_all: and those after it

std::atomic<Fails> fails{Fails::none};
std::atomic<long> which{0};  // the number of the request
std::atomic<long> run{0};    // with each run of the work the threads count anew
std::atomic<long> most_of_helpers{0};
thread_local bool is_caller = false;
thread_local long counted = 0;
thread_local long counted_in = 0;

bool must_fail(long n) {
  const Fails now = fails;
  if (now == Fails::of_all) return n >= which;
  return n == which && now == (is_caller ? Fails::of_caller : Fails::of_helpers);
}

void* request(std::size_t size, std::size_t alignment) {
  const long current = run;
  if (counted_in != current) counted = 0;
  counted_in = current;
  const long n = counted++;
  if (!is_caller && n >= most_of_helpers) most_of_helpers = n + 1;
  if (must_fail(n)) return nullptr;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size > 0 ? size : 1);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void* request_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = request(size, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return request_or_throw(size, 1); }
void* operator new[](std::size_t size) { return request_or_throw(size, 1); }
void* operator new(std::size_t size, std::align_val_t a) { return request_or_throw(size, std::size_t(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return request_or_throw(size, std::size_t(a)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return request(size, 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return request(size, 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

int failures = 0;
long short_of_memory = 0;  // calls that said so

void check(bool holds, const char* what, long n, Fails of = Fails::none) {
  if (holds) return;
  static constexpr const char* kOf[] = {"", " of the calling thread", " of other threads",
                                        " of each thread and all after it"};
  std::printf("request %ld%s: %s\n", n, kOf[int(of)], what);
  ++failures;
}

sf_engine* engine = nullptr;
sf_engine* coset_engine = nullptr;  // with the standard tables
sf_cube cube;
unsigned threads = 1;   // of the work
bool is_heard = false;  // it has a listener, which is called more often where it takes longer
sf_cube near_cube;      // R U F

// What a function may say when memory is short, with an object that says the same.
bool is_fair(sf_status status, sf_error*& error) {
  const bool fair = status == SF_OK ? error == nullptr
                                    : status == SF_OUT_OF_MEMORY && sf_error_status(error) == status &&
                                          std::strstr(sf_error_message(error), "memory") != nullptr;
  short_of_memory += status == SF_OUT_OF_MEMORY;
  if (!fair) std::printf("%s: %s\n", sf_status_name(status), error != nullptr ? sf_error_message(error) : "no error");
  sf_error_free(error);
  return fair;
}
// The same where the call fails in any case.
bool is_refused(sf_status status, sf_status expected, sf_error*& error) {
  const bool fair = (status == expected || status == SF_OUT_OF_MEMORY) && sf_error_status(error) == status;
  sf_error_free(error);
  return fair;
}

bool reads() {
  sf_error* error = nullptr;
  sf_reading* reading = nullptr;
  bool fair = is_fair(sf_read("R U2 [F, D] x", SF_TO_END, SF_ANY_FORMAT, &reading, &error), error);
  sf_reading_free(reading);
  fair = is_refused(sf_read("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU", SF_TO_END, 0, &reading, &error),
                    SF_IMPOSSIBLE, error) &&
         fair;
  fair = is_refused(sf_read("nonsense", SF_TO_END, 0, nullptr, &error), SF_BAD_OPTION, error) && fair;
  fair = is_fair(sf_read("{\"result\": {\"moves\": [\"R\", \"U\"]}}", SF_TO_END, SF_ANY_FORMAT, &reading, &error),
                 error) &&
         fair;
  sf_reading_free(reading);
  fair = is_fair(sf_read_pocket("R U F'", SF_TO_END, SF_ANY_FORMAT, &reading, &error), error) && fair;
  sf_reading_free(reading);
  return fair;
}

bool writes() {
  sf_error* error = nullptr;
  char* text = nullptr;
  char letters[SF_FACELETS_SIZE];
  sf_moves *moves = nullptr, *back = nullptr;
  bool fair = is_fair(sf_cube_write(&cube, SF_FORMAT_JSON, &text, &error), error);
  sf_string_free(text);
  const sf_status status = sf_cube_facelets(&cube, letters);
  fair = (status == SF_OK || status == SF_OUT_OF_MEMORY) && fair;
  fair = is_fair(sf_moves_parse("(R U R' U')6", SF_TO_END, &moves, &error), error) && fair;
  if (moves != nullptr) fair = is_fair(sf_moves_inverse(moves, &back, &error), error) && fair;
  sf_moves_free(moves);
  sf_moves_free(back);
  return fair;
}

int listen(const sf_event* event, void*) {
  char* json = nullptr;
  sf_event_json(event, &json);
  sf_string_free(json);
  return 0;
}

bool solves() {
  sf_error* error = nullptr;
  sf_question* question = sf_question_create();
  sf_budget* budget = sf_budget_create();
  sf_answer *answer = nullptr, *copy = nullptr;
  bool fair = true;
  if (question != nullptr && budget != nullptr) {
    sf_question_set_cube(question, &cube);
    if (threads == 1) sf_question_set_good_enough(question, 23);  // the first one; two threads would hardly begin
    sf_budget_set_nodes(budget, 20000);
    sf_budget_set_threads(budget, threads);
    if (is_heard) sf_budget_set_listener(budget, listen, nullptr);
    fair = is_fair(sf_engine_solve(engine, question, budget, &answer, &error), error);
    fair = (answer == nullptr || sf_answer_count(answer) == 1) && fair;
    if (answer != nullptr) {
      char* json = nullptr;
      const sf_status copied = sf_answer_copy(answer, &copy);
      const sf_status written = sf_answer_json(answer, &json);
      fair = (copied == SF_OK || copied == SF_OUT_OF_MEMORY) && (written == SF_OK || json == nullptr) && fair;
      sf_string_free(json);
    }
  }
  sf_answer_free(answer);
  sf_answer_free(copy);
  sf_budget_free(budget);
  sf_question_free(question);
  return fair;
}

// The first question to an engine, which makes its tables.
bool asks_first(bool (*prepare)(sf_question*)) {
  sf_error* error = nullptr;
  sf_options* options = sf_options_create();
  sf_question* question = sf_question_create();
  sf_engine* fresh = nullptr;
  sf_answer* answer = nullptr;
  bool fair = true;
  if (options != nullptr && question != nullptr && sf_options_set_tables(options, nullptr) == SF_OK &&
      sf_options_set_threads(options, threads) == SF_OK && sf_question_set_want(question, SF_WANT_SHORTEST) == SF_OK &&
      prepare(question)) {
    fair = is_fair(sf_engine_create(options, &fresh, &error), error);
    if (fresh != nullptr) fair = is_fair(sf_engine_solve(fresh, question, nullptr, &answer, &error), error) && fair;
    fair = (answer == nullptr || sf_answer_is_shortest(answer) == 1) && fair;
  }
  sf_answer_free(answer);
  sf_engine_free(fresh);
  sf_question_free(question);
  sf_options_free(options);
  return fair;
}
bool solves_a_part() {
  return asks_first([](sf_question* question) {
    sf_coordinate* coordinate = nullptr;
    const bool is_set = sf_question_set_cube(question, &cube) == SF_OK &&
                        sf_coordinate_create("edges DF DR: order orientation", &coordinate, nullptr) == SF_OK &&
                        sf_question_add_goal(question, coordinate, nullptr, 0, 0, nullptr) == SF_OK;
    sf_coordinate_free(coordinate);
    return is_set;
  });
}
bool solves_by_few_moves() {
  return asks_first([](sf_question* question) {
    sf_reading* reading = nullptr;
    const bool is_set = sf_read("R2 U2 R2", SF_TO_END, SF_ANY_FORMAT, &reading, nullptr) == SF_OK &&
                        sf_question_set_reading(question, reading) == SF_OK &&
                        sf_question_set_moves(question, "R2 U2", SF_HTM, SF_CENTRES_FIXED, nullptr) == SF_OK;
    sf_reading_free(reading);
    return is_set;
  });
}
bool solves_a_pocket_cube() {
  return asks_first([](sf_question* question) {
    return sf_question_set_cube(question, &cube) == SF_OK && sf_question_set_puzzle(question, SF_2X2X2) == SF_OK;
  });
}

int next(sf_question* question, void* user) {
  sf_question_set_cube(question, &cube);
  sf_question_set_good_enough(question, 23);
  return ++*static_cast<int*>(user) <= 3 ? 1 : 0;
}
int done(const sf_answer* answer, const sf_error* error, void*) {
  check(answer != nullptr || sf_error_status(error) == SF_OUT_OF_MEMORY, "an answer of a batch", -1);
  return 0;
}
bool solves_many() {
  sf_error* error = nullptr;
  sf_budget* budget = sf_budget_create();
  int asked = 0;
  bool fair = true;
  if (budget != nullptr) {
    sf_budget_set_threads(budget, threads);
    fair = is_fair(sf_engine_solve_all(engine, next, done, &asked, budget, &error), error);
  }
  sf_budget_free(budget);
  return fair;
}

bool searches() {
  sf_error* error = nullptr;
  sf_question* question = sf_question_create();
  sf_search* search = nullptr;
  sf_answer* answer = nullptr;
  bool fair = true;
  if (question != nullptr) {
    sf_question_set_cube(question, &cube);
    fair = is_fair(sf_engine_begin(engine, question, nullptr, &search, &error), error);
    while (sf_search_run(search, 0.01) == 0) continue;
    if (search != nullptr) fair = is_fair(sf_search_answer(search, &answer, &error), error) && fair;
  }
  sf_answer_free(answer);
  sf_search_free(search);
  sf_question_free(question);
  return fair;
}

bool scrambles() {
  sf_error* error = nullptr;
  sf_random* random = sf_random_create(1);
  sf_moves* moves = nullptr;
  bool fair = true;
  if (random != nullptr)
    fair = is_fair(sf_engine_scramble(engine, random, SF_SCRAMBLE_3X3X3, nullptr, &moves, &error), error);
  sf_moves_free(moves);
  sf_random_free(random);
  return fair;
}

bool numbers() {
  sf_error* error = nullptr;
  sf_coordinate* coordinate = nullptr;
  sf_question* question = sf_question_create();
  sf_plan* plan = nullptr;
  sf_moves* moves = nullptr;
  sf_cube cubes[3] = {cube, cube, cube};
  std::uint64_t values[3];
  bool fair = is_fair(sf_coordinate_create("UDSlice * corners: orientation", &coordinate, &error), error);
  if (coordinate != nullptr) {
    fair = is_fair(sf_coordinate_index(coordinate, cubes, 3, sizeof *cubes, values, &error), error) && fair;
    cubes[1].corner[0] = 77;
    fair = is_refused(sf_coordinate_index(coordinate, cubes, 3, sizeof *cubes, values, &error), SF_UNREADABLE, error) &&
           fair;
    cubes[1] = cube;
  }
  fair = is_fair(sf_moves_parse("R U", SF_TO_END, &moves, &error), error) && fair;
  if (moves != nullptr) fair = is_fair(sf_cubes_apply(cubes, 3, sizeof *cubes, moves, &error), error) && fair;
  if (question != nullptr) {
    if (coordinate != nullptr)
      fair = is_fair(sf_question_add_goal(question, coordinate, cubes, 3, sizeof *cubes, &error), error) && fair;
    sf_question_clear_goals(question);
    fair = is_fair(sf_question_set_moves(question, "R U F2", SF_HTM, SF_CENTRES_FIXED, &error), error) && fair;
    fair = is_fair(sf_question_set_moves(question, nullptr, SF_HTM, SF_CENTRES_FIXED, &error), error) && fair;
    if (fair) {
      const sf_status status = sf_engine_plan(engine, question, nullptr, &plan, &error);
      // Moves that were refused for lack of memory are said to be refused.
      fair = status == SF_BAD_OPTION ? is_refused(status, SF_BAD_OPTION, error) : is_fair(status, error);
    }
  }
  sf_catalogue_name(0);
  sf_plan_free(plan);
  sf_moves_free(moves);
  sf_question_free(question);
  sf_coordinate_free(coordinate);
  return fair;
}

// Goals of which a part counts, and incomplete cubes. The plan of such a question makes no tables.
bool sets_goals() {
  sf_error* error = nullptr;
  sf_question* question = sf_question_create();
  sf_reading* reading = nullptr;
  sf_plan* plan = nullptr;
  bool fair = is_fair(sf_read("???UUUUUURRRRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLL????BBBBB", SF_TO_END, SF_ACCEPT_INCOMPLETE,
                              &reading, &error),
                      error);
  if (reading != nullptr) {
    std::uint64_t count = 0;
    fair = is_fair(sf_reading_completion_count(reading, &count, &error), error) && fair;
    const auto stop_at_once = [](const sf_cube*, void*) { return 1; };
    fair = is_fair(sf_reading_completions(reading, stop_at_once, nullptr, &error), error) && fair;
  }
  if (question != nullptr && reading != nullptr) {
    const auto is_set = [](sf_status status) { return status == SF_OK || status == SF_OUT_OF_MEMORY; };
    const sf_status goal = sf_question_set_goal_reading(question, reading);
    fair = is_set(goal) && fair;
    if (goal == SF_OK) fair = is_fair(sf_engine_plan(engine, question, nullptr, &plan, &error), error) && fair;
    sf_plan_free(plan);
    plan = nullptr;
    sf_question_set_goal(question, &cube);
    const sf_status start = sf_question_set_reading(question, reading);
    fair = is_set(start) && fair;
    const sf_status more = sf_question_add_start_reading(question, reading);
    fair = is_set(more) && fair;
    const sf_status only = sf_question_set_only(question, "F2L + UF", &error);
    fair = is_fair(only, error) && fair;
    const sf_status up_to = sf_question_set_up_to(question, "U", &error);
    fair = is_fair(up_to, error) && fair;
    // What is unknown of the cube may matter for the goal.
    if (start == SF_OK && more == SF_OK && only == SF_OK && up_to == SF_OK) {
      const sf_status status = sf_engine_plan(engine, question, nullptr, &plan, &error);
      fair = (status == SF_BAD_OPTION ? is_refused(status, SF_BAD_OPTION, error) : is_fair(status, error)) && fair;
    }
  }
  sf_plan_free(plan);
  sf_reading_free(reading);
  sf_question_free(question);
  return fair;
}

// A robot that is described in JSON.
bool describes_robots() {
  constexpr const char* kRobot = "{\"motors\": {\"D\": {\"90\": 1}}, \"rotations\": {\"x\": 1, \"y\": 1}}";
  sf_error* error = nullptr;
  char* json = nullptr;
  sf_question* question = sf_question_create();
  bool fair = is_fair(sf_schedule_json(kRobot, "R U", &json, &error), error);
  sf_string_free(json);
  fair = is_refused(sf_schedule_json("{\"motors\": {\"D\": [1, 2}", "R", &json, &error), SF_BAD_OPTION, error) && fair;
  if (question != nullptr) fair = is_fair(sf_question_set_robot(question, kRobot, &error), error) && fair;
  sf_question_free(question);
  return fair;
}

// A small part of a coset: little of its memory is touched.
bool counts_a_coset() {
  sf_error* error = nullptr;
  sf_coset_question* question = sf_coset_question_create();
  sf_budget* budget = sf_budget_create();
  sf_coset_solver* solver = nullptr;
  sf_coset_answer* answer = nullptr;
  bool fair = true;
  if (question != nullptr && budget != nullptr) {
    sf_coset_question_set_cube(question, &near_cube);
    sf_coset_question_set_max_depth(question, 3);
    sf_coset_question_set_list_depth(question, 3);
    sf_budget_set_listener(budget, listen, nullptr);
    fair = is_fair(sf_coset_solver_create(coset_engine, 3'600'000'000, 2, &solver, &error), error);
    if (solver != nullptr) fair = is_fair(sf_coset_solve(solver, question, budget, &answer, &error), error) && fair;
    if (answer != nullptr) {
      char* json = nullptr;
      const sf_status written = sf_coset_answer_json(answer, &json);
      // The levels are there without the words, too, and say so.
      const bool has_words = sf_coset_answer_listed_count(answer) == 2 && sf_coset_answer_is_list_complete(answer) == 1;
      fair = (written == SF_OK) == (json != nullptr) && sf_coset_answer_level_count(answer) == 4 &&
             (has_words || sf_coset_answer_note_count(answer) != 0) && fair;
      sf_string_free(json);
    }
  }
  sf_coset_answer_free(answer);
  sf_coset_solver_free(solver);
  sf_budget_free(budget);
  sf_coset_question_free(question);
  return fair;
}

// A new engine makes its tables.
bool begins() {
  sf_error* error = nullptr;
  sf_options* options = sf_options_create();
  sf_question* question = sf_question_create();
  sf_engine* fresh = nullptr;
  bool fair = true;
  if (options != nullptr && question != nullptr) {
    sf_options_set_profile(options, SF_PROFILE_COMPACT);
    sf_options_set_threads(options, threads);
    const sf_status status = sf_options_set_tables(options, nullptr);
    fair = status == SF_OK || status == SF_OUT_OF_MEMORY;
    fair = is_fair(sf_engine_create(options, &fresh, &error), error) && fair;
    if (fresh != nullptr) fair = is_fair(sf_engine_prepare(fresh, question, nullptr, &error), error) && fair;
  }
  sf_engine_free(fresh);
  sf_question_free(question);
  sf_options_free(options);
  return fair;
}

// Words for R2, which are found while memory is short and once more when it no longer is.
bool keeps_words() {
  using namespace superflip;
  const Move r = make_move(Face::R, 1), back = inverse(r), half = make_move(Face::R, 2);
  static const std::vector<Moves> words = {{back, back, half, half}, {r, r}, {half}, {back, back}};
  Found found(apply(kSolved, half), 2);
  const auto find = [&] {
    for (const Moves& word : words) {
      try {
        found.keep({.moves = word, .length = static_cast<int>(word.size())});
      } catch (const std::bad_alloc&) {
        ++short_of_memory;
      }
    }
  };
  find();
  fails = Fails::none;
  find();
  return found.words().size() == 2 && found.words()[0].moves == words[2] && found.words()[1].length == 2;
}

void begin_to_fail(Fails of, long n) {
  which = n;
  ++run;
  fails = of;
}

// The ball of an optimal search, once for all: whoever finds it unfinished goes on with it. No position may be lost
// where memory was short: a proof would be wrong. One position takes up to three requests, so each second call gets on.
bool makes_a_ball() {
  using namespace superflip;
  using optimal::LowDistanceBall;
  const LowDistanceBall* ball = LowDistanceBall::get(Metric::atm, [] { return false; });
  for (long n = 0; ball == nullptr; ++n) {
    begin_to_fail(Fails::of_caller, n % 2 == 0 ? 1 : 3);
    try {
      ball = LowDistanceBall::get(Metric::atm, [] { return true; });
    } catch (const std::bad_alloc&) {
      ++short_of_memory;
    }
    fails = Fails::none;
  }
  std::vector<Cube> steps;
  for (const Moves& step : steps_of(Metric::atm)) steps.push_back(apply(kSolved, step));
  bool is_whole = short_of_memory > 1000 && ball->radius() >= 3;
  for (const Cube& a : steps)
    for (const Cube& b : steps) {
      is_whole = is_whole && ball->bound(a * b) <= 2;
      for (const Cube& c : steps) is_whole = is_whole && ball->bound(a * b * c) <= 3;
    }
  return is_whole;
}

// No function of the engine throws, even where there is no memory for a sentence.
bool guards() {
  using namespace superflip;
  const auto result = detail::guarded<int>([]() -> Expected<int> { throw std::bad_alloc(); });
  if (result || result.error().kind != ErrorKind::out_of_memory) return false;
  ++short_of_memory;
  return result.error().message.find("memory") != std::string::npos;
}

// Pages of a coset are given back without any memory: that happens in destructors.
bool gives_pages_back() {
  superflip::coset::PagePool pool;
  std::vector<std::byte*> pages;
  for (int i = 0; i < 200; ++i) pages.push_back(pool.take());
  begin_to_fail(Fails::of_all, 0);
  for (std::byte* const page : pages) pool.give(page);
  fails = Fails::none;
  return pool.used() == 0 && pool.peak() == 200;
}

bool run_with(bool (*work)(), Fails of, long n) {
  begin_to_fail(of, n);
  const bool fair = work();
  fails = Fails::none;
  return fair;
}

// Fails request 0, 1, 2, ... of the work, at most `most` of them, evenly spread where there are more.
void starve(const char* name, bool (*work)(), long most) {
  check(work(), name, -1);  // with all the memory that it wants; what is made once for all is made here
  most_of_helpers = 0;
  check(run_with(work, Fails::none, 0), name, -1);
  const long of_caller = counted;
  const long of_helpers = most_of_helpers;
  short_of_memory = 0;
  for (const Fails of : {Fails::of_caller, Fails::of_helpers, Fails::of_all}) {
    const long all = of == Fails::of_caller    ? of_caller
                     : of == Fails::of_helpers ? of_helpers
                                               : std::max(of_caller, of_helpers);
    const long step = std::max(1L, all / most);
    for (long n = 0; n < all; n += step) check(run_with(work, of, n), name, n, of);
  }
  check(short_of_memory > 0, "nothing was short of memory", -1);
  check(work(), name, -1);
  std::printf("%s: %ld requests, %ld of a thread beside it, %ld calls failed\n", name, of_caller, of_helpers,
              short_of_memory);
}

}  // namespace

int main(int argc, char** argv) {
  is_caller = true;
  const long most = argc > 1 ? std::atol(argv[1]) : 300;
  sf_options* options = sf_options_create();
  sf_options_set_profile(options, SF_PROFILE_COMPACT);
  sf_options_set_tables(options, nullptr);
  sf_options_set_threads(options, 1);
  check(sf_engine_create(options, &engine, nullptr) == SF_OK, "an engine", -1);
  sf_options_free(options);
  sf_random* random = sf_random_create(4);
  sf_random_cube(random, &cube);
  sf_random_free(random);
  for (const long n : {0, 1, 10, 100, 1000, 3000}) {  // before the lists that are made once for all are there
    check(run_with(numbers, Fails::of_all, n), "coordinates at first", n, Fails::of_all);
  }
  starve("reading", reads, most);
  starve("writing", writes, most);
  starve("solving", solves, most);
  is_heard = true;
  starve("solving with a listener", solves, most);
  is_heard = false;
  starve("a part of the cube", solves_a_part, most);
  starve("few moves", solves_by_few_moves, most);
  starve("a pocket cube", solves_a_pocket_cube, most / 10);
  starve("batches", solves_many, most);
  starve("searching in slices", searches, most);
  starve("scrambles", scrambles, most);
  starve("coordinates", numbers, most);
  starve("goals", sets_goals, most);
  starve("robots", describes_robots, most);
  starve("an engine", begins, most / 10);
  starve("words that are found", keeps_words, most);
  starve("an exception", guards, most);
  check(makes_a_ball(), "a ball", -1);
  check(gives_pages_back(), "pages of a coset", -1);
  threads = 2;
  starve("solving together", solves, most / 3);
  starve("batches together", solves_many, most / 3);
  starve("an engine together", begins, most / 20);
  if (argc > 2) {
    sf_reading* reading = nullptr;
    options = sf_options_create();
    sf_options_set_optimal_table(options, "optimal-47");
    check(sf_engine_create(options, &coset_engine, nullptr) == SF_OK, "an engine for cosets", -1);
    check(sf_read("R U F", SF_TO_END, SF_ANY_FORMAT, &reading, nullptr) == SF_OK, "a cube", -1);
    sf_reading_cube(reading, &near_cube);
    sf_reading_free(reading);
    sf_options_free(options);
    starve("cosets", counts_a_coset, most / 10);
    sf_engine_free(coset_engine);
  }
  sf_engine_free(engine);
  std::printf("%d failures\n", failures);
  return failures > 0 ? 1 : 0;
}
