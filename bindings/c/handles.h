// What is behind the handles of superflip_c.h, and the one place where C++ ends: no exception leaves a function of this
// library. Each of them is a few lines that check what C may pass, call the library, and put the result into a handle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"
#include "superflip/superflip_c.h"

struct sf_error {
  sf_error() = default;
  sf_error(superflip::Error e) : error(std::move(e)) {}
  sf_error(superflip::Diagnosis d) : error(to_error(d)), diagnosis(std::move(d)) {}

  superflip::Error error{};
  std::optional<superflip::Diagnosis> diagnosis{};
};

struct sf_reading {
  superflip::Reading reading;
  superflip::Puzzle puzzle;
};

struct sf_moves {
  explicit sf_moves(superflip::Moves moves, superflip::Symmetry rotation = {});

  superflip::Moves turns;
  superflip::Symmetry rotation;
  std::string text;
  std::array<int, superflip::kMetricNames.names.size()> length;  // in each metric
};

struct sf_question {
  superflip::Question question{};                    // without goals of patterns
  std::optional<superflip::Reading> reading{};       // the cube and its holding, where they were read
  std::vector<superflip::Reading> start_readings{};  // more cubes at the start
  std::vector<superflip::Reading> goal_readings{};   // the goals, where they were read
  superflip::Wider wider{};                          // makes goals of patterns, when the question is asked
  bool has_bad_moves = false;                        // a setter refused them
  bool has_bad_goals = false;
  bool has_bad_starts = false;
  bool has_bad_targets = false;
  bool has_goal_cube = false;  // sf_question_set_goal
  bool has_bad_only = false;
  bool has_bad_show = false;
  bool has_bad_up_to = false;
  bool has_bad_robot = false;
};

struct sf_cancel {
  superflip::StopFlag flag{false};
};

struct sf_budget {
  superflip::Budget budget{};
  bool has_bad_time = false;
  sf_listener listener = nullptr;
  void* user = nullptr;
};

struct sf_solution {
  sf_solution(const superflip::Solution& word, const superflip::Question& question)
      : solution(word), text(to_string(word, question)) {}

  superflip::Solution solution;
  std::string text;
};

struct sf_answer {
  sf_answer(superflip::Question asked, superflip::Answer given);

  superflip::Question question;
  superflip::Answer answer;
  std::vector<sf_solution> solutions;
  std::optional<sf_solution> too_long;
};

struct sf_options {
  superflip::EngineOptions options{};
  std::optional<std::string> folder{""};  // nothing: no folder
  bool has_bad_text = false;              // memory was short when a setter copied it
  sf_warning warning = nullptr;
  void* user = nullptr;
};

struct sf_engine {
  std::shared_ptr<superflip::Engine> engine;  // shared with its searches
};

struct sf_coset_question {
  superflip::CosetQuestion question{};
  bool has_bad_text = false;  // memory was short when a setter copied it
};

struct sf_coset_solver {
  std::shared_ptr<superflip::Engine> engine;  // outlives the solver
  superflip::CosetSolver solver;
};

struct sf_coset_answer {
  sf_coset_answer(superflip::CosetQuestion asked, superflip::CosetAnswer given);

  superflip::CosetQuestion question;
  superflip::CosetAnswer answer;
  std::vector<sf_moves> listed;  // the words of its positions
  std::vector<sf_moves> left_over;
  std::vector<std::vector<sf_moves>> samples;  // of each level
};

struct sf_random {
  superflip::Random random;
};

struct sf_coordinate {
  explicit sf_coordinate(superflip::Description described);

  superflip::Description description;
  std::optional<superflip::AnyCoordinate> product;  // its values as one number, where they are fewer than 2^63
  std::string name;
  std::string size;
};

namespace superflip::c {

// What the body of a function gives: nothing, or what went wrong.
using Done = tl::expected<void, sf_error>;

inline tl::unexpected<sf_error> wrong(sf_error error) { return tl::unexpected<sf_error>(std::move(error)); }
inline tl::unexpected<sf_error> nonsense(std::string sentence) {
  return wrong(Error{std::move(sentence), {}, ErrorKind::bad_option});
}

// Makes the status and the object of a failure, or of the exception that is being handled.
sf_status report(sf_error&& failure, sf_error** error) noexcept;
sf_status report_exception(sf_error** error) noexcept;

// Runs the body of a function: its result, or what it threw, becomes a status and *error.
template <class Body>
sf_status doing(sf_error** error, const Body& body) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    Done done = body();
    return done ? SF_OK : report(std::move(done.error()), error);
  } catch (...) {
    return report_exception(error);
  }
}

// The same for a function that gives an object: *out is NULL unless it succeeds. The body takes a pointer to be set.
template <class T, class Body>
sf_status giving(T** out, sf_error** error, const Body& body) noexcept {
  if (out != nullptr) *out = nullptr;
  return doing(error, [&]() -> Done {
    if (out == nullptr) return nonsense("there is no place for the result: the pointer is NULL");
    return body(*out);
  });
}

// A new object, which C will free.
template <class T, class... Given>
T* fresh(Given&&... given) {
  return new T{std::forward<Given>(given)...};
}
// The same, or NULL where memory is short.
template <class T, class... Given>
T* make(Given&&... given) noexcept {
  try {
    return fresh<T>(std::forward<Given>(given)...);
  } catch (...) {
    return nullptr;
  }
}

// A text that the caller frees.
char* copy_text(std::string_view text);

// Writes a struct that begins with `size`, as much of it as the caller knows. A size that no struct can have was never
// set.
template <class T>
sf_status give(T* to, T from) noexcept {
  constexpr std::size_t kMax = 4096;
  if (to == nullptr || to->size < sizeof(to->size) || to->size > kMax) return SF_BAD_OPTION;
  from.size = to->size;
  std::memset(static_cast<void*>(to), 0, from.size);
  std::memcpy(static_cast<void*>(to), &from, from.size < sizeof from ? from.size : sizeof from);
  return SF_OK;
}

// Text from outside. An error where it is NULL.
Expected<std::string_view> text_from(const char* text, std::size_t size);

// Whether the number is a value of an enumeration, which has as many values as names.
template <class Enum, std::size_t kCount>
bool is_enum(int value, const Names<Enum, kCount>& names) {
  return value >= 0 && value < static_cast<int>(names.names.size());
}
// The value; a number that is none becomes 255, which the engine refuses with a sentence.
template <class Enum, std::size_t kCount>
Enum to_enum(int value, const Names<Enum, kCount>& names) {
  return is_enum(value, names) ? static_cast<Enum>(value) : static_cast<Enum>(255);
}

// The bytes as they are, whatever they are.
inline Cube raw_cube(const sf_cube& from) {
  Cube cube;
  static_assert(sizeof from == sizeof cube);
  std::memcpy(static_cast<void*>(&cube), &from, sizeof cube);
  return cube;
}
inline void put_cube(const Cube& cube, sf_cube* to) { std::memcpy(to, &cube, sizeof cube); }
// The cube; an error where it is NULL or no cube.
Expected<Cube> cube_from(const sf_cube* from);

// Rows of an array from outside; an error where numbers or pointers make no sense.
Expected<ConstCubeRows> rows_from(const sf_cube* cubes, std::size_t count, std::size_t stride);
Expected<CubeRows> rows_to(sf_cube* cubes, std::size_t count, std::size_t stride);

// The question as the engine takes it, and the budget.
Expected<Question> asked(const sf_question* question);
Expected<Budget> budget_of(const sf_budget* budget);
// Calls the budget's listener; empty if there is none. It keeps references to both.
Listener listener_of(const sf_budget* budget, const Question& question);
// The same for work that takes no stop flag: the listener ends it when the flag is set.
Listener stopping_listener_of(const sf_budget* budget, const Question& question);

}  // namespace superflip::c

// A place in an event, from which sf_event_json writes it.
struct sf_news {
  const superflip::Event* event;
  const superflip::Question* question;
};
