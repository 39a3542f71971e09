#include "superflip/engine/detail/coset_proofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "superflip/coordinate/basic.h"
#include "superflip/cube/move_set.h"

namespace superflip::detail {
namespace {

using coset::Enumeration;
using coset::Place;

// From this length on a near-optimal word of that length is found at once; shortest words take seconds. In stm none is:
// words of few face turns say little.
constexpr int long_words(Metric metric) { return metric == Metric::stm ? 99 : metric == Metric::qtm ? 24 : 19; }
// About a second.
constexpr std::uint64_t kTwoPhaseNodes = 6'000'000;

// Whether words of `length` solve a cube, asked for a place.
struct Inquiry {
  Place place;
  Cube cube;
  int length;
};

// Answers inquiries, all with the same solver.
class Inquirer {
 public:
  Inquirer(Engine& engine, Metric metric, SolverKind solver) : engine_(engine), metric_(metric), solver_(solver) {}

  // The places of the cubes with a word of that length, in order; the others' searches were complete, or, of the
  // two-phase solver, ended.
  Expected<std::set<Place>> ask(const std::vector<Inquiry>& inquiries, unsigned threads, const StopFlag* stop,
                                const std::function<void(std::size_t, std::size_t)>& on_progress) {
    std::set<Place> solved;
    std::size_t next = 0;
    std::size_t answered = 0;
    std::optional<Error> failure;
    Budget each;
    each.stop = stop;
    each.threads = threads;
    each.nodes = solver_ == SolverKind::two_phase ? kTwoPhaseNodes : kNoMaxNodes - 1;
    const auto done = [&](Question&&, Expected<Answer>&& answer) {
      const Inquiry& inquiry = inquiries[answered++];
      const Expected<bool> has_word = judge(inquiry, std::move(answer));
      if (!has_word) {
        failure = has_word.error();
        return false;
      }
      if (*has_word) solved.insert(inquiry.place);
      if (on_progress) on_progress(answered, inquiries.size());
      return true;
    };
    const auto all = engine_.solve_all(
        [&]() -> std::optional<Question> {
          if (next == inquiries.size()) return std::nullopt;
          return question_for(inquiries[next++]);
        },
        each, done);
    if (failure) return tl::unexpected<Error>(*failure);
    if (!all) return tl::unexpected<Error>(all.error());
    return solved;
  }

 private:
  Question question_for(const Inquiry& inquiry) const {
    Question question;
    question.cube = inquiry.cube;
    question.metric = metric_;
    question.solver = solver_;
    question.want = solver_ == SolverKind::optimal ? Want::shortest : Want::good;
    question.max_length = inquiry.length;
    question.good_enough = inquiry.length;
    return question;
  }

  Expected<bool> judge(const Inquiry& inquiry, Expected<Answer>&& answer) const {
    if (!answer) return tl::unexpected<Error>(std::move(answer.error()));
    if (answer->solutions.empty()) {
      if (solver_ == SolverKind::two_phase || answer->ended == Ended::complete) return false;
      return fail(ErrorKind::stopped, "stopped");
    }
    const Solution& word = answer->solutions.front();
    if (word.length == inquiry.length && apply(inquiry.cube, word.moves) == kSolved) return true;
    return fail(ErrorKind::internal,
                fmt::format("this is a defect of superflip: a position without a word of fewer than "
                            "{} moves has one of {}",
                            inquiry.length, word.length));
  }

  Engine& engine_;
  const Metric metric_;
  const SolverKind solver_;
};

// The letters of the metric that are not in G1, as cubes. All cost 1.
std::vector<Cube> letters_outside(Metric metric) {
  std::vector<Cube> cubes;
  const MoveSet letters = moves_of(metric);
  for (const Step& letter : letters.steps())
    if (!in_g1(letter.cube)) cubes.push_back(letter.cube);
  return cubes;
}

// Whether words of `length` solve the position at a place that end outside G1 and, if the coset holds the position's
// inverse, begin outside it.
void push_ends(const Enumeration& levels, const std::vector<Cube>& outside, Place place, const Cube& position,
               int length, std::vector<Inquiry>& inquiries) {
  const bool has_inverse = levels.holds(inverse(position)) && length > 1;
  for (const Cube& last : outside) {
    const Cube before = last * position;  // position * w * last is solved if last * position * w is
    if (!has_inverse) inquiries.push_back({place, before, length - 1});
    for (std::size_t i = 0; has_inverse && i < outside.size(); ++i)
      inquiries.push_back({place, before * outside[i], length - 2});
  }
}

}  // namespace

Expected<CosetProofs> prove(Engine& engine, const Enumeration& levels, const Cube& cube, Metric metric, int depth,
                            const std::vector<Place>& candidates, unsigned threads, const StopFlag* stop,
                            const std::function<void(std::size_t, std::size_t)>& on_progress) {
  CosetProofs proofs;
  const auto position = [&](Place place) { return inverse(coset::g1_numbers().element(place)) * cube; };
  const auto add_classes = [&](const std::set<Place>& places) {
    for (const Place place : places)
      for (const Place alike : levels.alike(place)) proofs.at_depth.push_back(alike);
  };
  std::set<Place> representatives;
  for (const Place place : candidates) {
    if (is_set(stop)) return fail(ErrorKind::stopped, "stopped");
    const std::vector<Place> alike = levels.alike(place);
    const auto is_known = [&](Place p) { return levels.bitmap().contains(p); };
    // Inverses can be found where a position is not.
    if (std::any_of(alike.begin(), alike.end(), is_known))
      proofs.at_depth.push_back(place);
    else if (alike.front() == place)
      representatives.insert(place);
  }
  proofs.asked = representatives.size();
  std::vector<Inquiry> inquiries;
  if (depth >= long_words(metric)) {
    for (const Place place : representatives) inquiries.push_back({place, position(place), depth});
    const auto solved = Inquirer(engine, metric, SolverKind::two_phase).ask(inquiries, threads, stop, on_progress);
    if (!solved) return tl::unexpected<Error>(solved.error());
    add_classes(*solved);
    for (const Place place : *solved) representatives.erase(place);
    inquiries.clear();
  }
  const std::vector<Cube> outside = letters_outside(metric);
  for (const Place place : representatives) push_ends(levels, outside, place, position(place), depth, inquiries);
  const auto solved = Inquirer(engine, metric, SolverKind::optimal).ask(inquiries, threads, stop, on_progress);
  if (!solved) return tl::unexpected<Error>(solved.error());
  add_classes(*solved);
  std::sort(proofs.at_depth.begin(), proofs.at_depth.end());
  return proofs;
}

}  // namespace superflip::detail
