// The core module: near-optimal words of cubes by their facelets or moves, and scrambles. It is what a page downloads
// first, so it has neither files nor the doctor nor other forms, and opens its one solver itself: with an Engine come
// patterns, the choice of a solver and all solvers with their tables. From there a question goes the same way as those
// of an engine (superflip/engine/detail/way.h). A request that this module cannot answer throws Elsewhere, and the full
// module is asked.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/js/src/answers.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/detail/around_moves.h"
#include "superflip/cube/random.h"
#include "superflip/engine/detail/way.h"
#include "superflip/reading/detail/examination.h"
#include "superflip/reading/facelets.h"
#include "superflip/solver/scramble/scramble.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {

// Instead of those of the library: labels, and what is wrong with moves, are for the full module.
Expected<std::size_t> end_of_label(std::string_view text, std::size_t begin) {
  const std::size_t sign = text.find_first_of(":=[");  // [F: R U] has no label
  if (sign != std::string_view::npos && text[sign] != '[') return fail("");
  return begin;
}
bool has_label_of_pocket_cube(std::string_view /*text*/) { return false; }
bool names_other_puzzle(std::string_view /*word*/, bool /*is_pocket*/) { return false; }
std::string_view hint_on_moves(const StoppedAt& /*stopped*/) { return {}; }
std::string hint_on_name(std::string_view /*word*/) { return {}; }

}  // namespace superflip

namespace superflip::js {
namespace {

// What is wrong with a text, and other forms of cubes, are for the full module.
Reading reading_of(const Request& request, std::string_view key = "cube") {
  auto reading = read_usual(request.text(key), accept_of(request));
  if (!reading) throw Elsewhere{};
  return *std::move(reading);
}

// What this module answers, whatever the texts are, or with that text alone. All else is for the full module, also what
// is not known here: other puzzles, layouts, moves, metrics and proofs.
constexpr std::string_view kAnswered =
    "call cube format niss to goodEnough maxLength solutions time nodes endless seed fewestMoves "
    "puzzle=3x3x3 metric=htm solver=two-phase want=good order=URFDLB";

// A cube of a question. Stickers that may be unknown are for the full module.
Reading reading_in_question(const Request& request, std::string_view key) {
  for (const char c : request.text(key))
    if (c == '?' || c == '.' || c == '-' || c == '_' || c == '*') throw Elsewhere{};
  return reading_of(request, key);
}

// Made by the first job that needs them.
const std::shared_ptr<const TwoPhaseTables>& tables() {
  static std::shared_ptr<const TwoPhaseTables> made;
  if (!made) made = value_of(TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 1));
  return made;
}

detail::Way way_of(const Request& request) {
  const Budget budget = budget_of(request);
  const Reading cube = reading_in_question(request, "cube");
  Question question{.cube = cube.cube, .held = cube.held};
  if (request.has("to")) question.goal.cube = reading_in_question(request, "to").cube;
  set_limits(question, request);
  return {detail::whole_cube(std::move(question)), budget, 1};
}

std::string written(const Solution& word) { return to_object(word, to_string(word.moves)).text(); }

void hear(const Event& event) {
  if (event.kind == Event::Kind::solution) tell(to_object(event, written(event.solution)));
  if (event.kind == Event::Kind::bound) tell(to_object(event, {}));
}

// A question in slices. The first slice makes the tables.
class SolveJob final : public Job {
 public:
  explicit SolveJob(const Request& request) : way_(way_of(request)) {}

  std::optional<std::string> run(Clock::duration slice) override {
    if (!search_) {
      const auto begun = Clock::now();
      detail::Loan solver(std::make_shared<TwoPhaseSolver>(tables()));
      search_ = detail::turned_search(std::move(way_), std::move(solver), Clock::now() - begun, hear);
    }
    if (!search_->run_for(slice)) return std::nullopt;
    const Answer answer = value_of(search_->answer());
    std::vector<std::string> words;
    for (const Solution& word : answer.solutions) words.push_back(written(word));
    return to_object(answer, words, answer.too_long ? written(*answer.too_long) : "null").text();
  }

 private:
  detail::Way way_;  // until the search begins
  std::unique_ptr<Search> search_;
};

std::string scramble(const Request& request) {
  Random random = request.has("seed") ? Random(request.number("seed", 0, kNoMaxNodes)) : Random::from_entropy();
  TwoPhaseSolver solver(tables());
  const Cube state = random_scramble_state(random);
  return json(
      to_string(value_of(request.has("fewestMoves") ? fmc_scramble_for(solver, state) : scramble_for(solver, state))));
}

std::string convert(const Request& request) {
  const Format to = value_of(parse_format(request.text("to")).map_error(as_bad_option));
  if (to != Format::moves && to != Format::facelets) throw Elsewhere{};
  const Cube cube = reading_of(request).cube;
  if (to == Format::facelets) return json(to_facelets(cube));
  TwoPhaseSolver solver(tables());
  return json(to_string(value_of(scramble_for(solver, cube))));
}

}  // namespace

std::unique_ptr<Job> make_job(const Request& request) {
  const std::string_view call = request.text("call");
  if (!request.has_only(kAnswered)) throw Elsewhere{};
  if (call == "solve") return std::make_unique<SolveJob>(request);
  if (call == "check") return at_once([request] { return diagnosed(reading_of(request)); });
  if (call == "scramble") return at_once([request] { return scramble(request); });
  if (call == "convert") return at_once([request] { return convert(request); });
  if (call == "prepare")
    return at_once([] {
      tables();
      return std::string("null");
    });
  throw Elsewhere{};
}

}  // namespace superflip::js
