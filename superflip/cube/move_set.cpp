#include "superflip/cube/move_set.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"

namespace superflip {
namespace {

constexpr std::array<std::array<std::string_view, 2>, 6> kNames{{{"all", "U R F D L B"},
                                                                 {"G1", "U D R2 L2 F2 B2"},
                                                                 {"squares", "U2 R2 F2 D2 L2 B2"},
                                                                 {"slices", "M E S"},
                                                                 {"antislices", "(R L) (U D) (F B)"},
                                                                 {"axial", ""}}};

std::string name_of(const Moves& moves) { return moves.size() == 1 ? to_string(moves) : "(" + to_string(moves) + ")"; }

class Collector {
 public:
  explicit Collector(Metric metric) : metric_(metric) {}

  void add(const Moves& word, int cost) {
    const Moves moves = normalise(word);
    const Cube cube = apply(kSolved, moves);
    if (cube == kSolved) return;
    for (const Step& step : steps_)
      if (step.cube == cube) return;
    steps_.push_back({cube, moves, name_of(moves), cost});
  }

  // Adds a generator and all steps it stands for.
  void generate(const Moves& word) {
    const int n = order(apply(kSolved, word));
    const bool halves = std::all_of(word.begin(), word.end(), [](Move m) { return turns_of(m) == 2; });
    if (n == 2) return add(word, metric_ == Metric::qtm && halves ? 2 : 1);
    add(word, 1);
    if (n == 4 && metric_ != Metric::qtm) {
      Moves twice = word;
      twice.insert(twice.end(), word.begin(), word.end());
      add(twice, 1);
    }
    add(inverse(word), 1);
  }

  void generate_axial() {
    for (const Face face : {U, R, F})
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          if (metric_ == Metric::qtm && (i == 2 || j == 2)) continue;
          Moves word;
          if (i > 0) word.push_back(make_move(face, i));
          if (j > 0) word.push_back(make_move(opposite(face), j));
          if (!word.empty()) add(word, 1);
        }
  }

  std::vector<Step> take() { return std::move(steps_); }
  std::size_t size() const { return steps_.size(); }

 private:
  Metric metric_;
  std::vector<Step> steps_;
};

// The part of the text from `at` to the next white space or comma outside brackets.
std::string_view token_at(std::string_view text, std::size_t at) {
  int depth = 0;
  std::size_t end = at;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth <= 0 && (text::is_space(c) || c == ',')) break;
  }
  return text.substr(at, end - at);
}

std::optional<Error> collect(std::string_view text, std::size_t offset, Collector& collector) {
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_space(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    const std::string_view token = token_at(text, at);
    const auto* named =
        std::find_if(kNames.begin(), kNames.end(), [token](const auto& entry) { return entry[0] == token; });
    if (token == "axial") {
      collector.generate_axial();
    } else if (named != kNames.end()) {
      collect((*named)[1], 0, collector);
    } else {
      const Expected<Algorithm> parsed = parse_algorithm(token);
      // Parses again with blanks in front, so that the error's position counts the characters of the whole text.
      if (!parsed)
        return parse_algorithm(std::string(offset + text::symbols_before(text, at), ' ') + std::string(token)).error();
      const Moves moves = normalise(parsed->moves);
      if (apply(kSolved, moves) == kSolved)
        return Error{text::quoted(token) + " moves no piece: expected a generator such as R, U2, M or (R U R' U')",
                     offset + text::symbols_before(text, at)};
      collector.generate(moves);
      if (collector.size() > MoveSet::kMaxSteps)
        return Error{"more than " + std::to_string(MoveSet::kMaxSteps) + " moves: expected fewer generators",
                     offset + text::symbols_before(text, at)};
    }
    at += token.size();
  }
  return {};
}

}  // namespace

Expected<MoveSet> MoveSet::make(std::string text, std::vector<Step> steps) {
  const auto wrong = [](std::string sentence) { return fail(ErrorKind::bad_option, std::move(sentence)); };
  if (steps.empty() || steps.size() > kMaxSteps)
    return wrong(std::to_string(steps.size()) + " steps: expected 1 to " + std::to_string(kMaxSteps));
  std::unordered_set<Cube> cubes;
  for (const Step& step : steps) {
    if (step.cost < 1 || step.cost > 2) return wrong("the step " + step.name + " has a cost that is not 1 or 2");
    if (apply(kSolved, step.moves) != step.cube || step.cube == kSolved)
      return wrong("the step " + step.name + " needs the cube that its moves make, and must move a piece");
    if (!cubes.insert(step.cube).second) return wrong("the step " + step.name + " does what another step does");
  }
  for (const Step& step : steps)
    if (!cubes.contains(superflip::inverse(step.cube)))
      return wrong("the inverse of the step " + step.name + " is not a step");
  return MoveSet(std::move(text), std::move(steps));
}

MoveSet::MoveSet(std::string text, std::vector<Step> steps) : text_(std::move(text)), steps_(std::move(steps)) {
  const int n = size();
  std::unordered_map<Cube, int> position;
  for (int i = 0; i < n; ++i) position[steps_[i].cube] = i;
  conjugate_.resize(n);
  for (int i = 0; i < n; ++i) {
    inverse_.push_back(position.at(superflip::inverse(steps_[i].cube)));
    for (const Symmetry s : kAllSymmetries) {
      const auto found = position.find(superflip::conjugate(steps_[i].cube, s));
      const bool kept = found != position.end() && steps_[found->second].cost == steps_[i].cost;
      conjugate_[i][s] = static_cast<std::int16_t>(kept ? found->second : -1);
    }
  }
  for (const Symmetry s : kAllSymmetries)
    if (std::all_of(conjugate_.begin(), conjugate_.end(), [s](const auto& row) { return row[s] >= 0; }))
      symmetries_ |= std::uint64_t{1} << s;

  using Word = std::tuple<int, int, int, int>;  // cost, length, first, second
  std::unordered_map<Cube, Word> least{{kSolved, {0, 0, 0, 0}}};
  const auto meet = [&least](const Cube& cube, const Word& word) {
    const auto [at, is_new] = least.try_emplace(cube, word);
    if (!is_new) at->second = std::min(at->second, word);
  };
  const auto pair = [this](int a, int b) { return Word{steps_[a].cost + steps_[b].cost, 2, a, b}; };
  for (int a = 0; a < n; ++a) {
    meet(steps_[a].cube, {steps_[a].cost, 1, a, 0});
    for (int b = 0; b < n; ++b) meet(steps_[a].cube * steps_[b].cube, pair(a, b));
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      const Cube product = steps_[a].cube * steps_[b].cube;
      may_follow_.push_back(least.at(product) == pair(a, b));
      commute_.push_back(product == steps_[b].cube * steps_[a].cube);
    }
}

bool MoveSet::generates_everything() const {
  int faces = 0;
  for (int f = 0; f < kFaces; ++f)
    faces += std::any_of(steps_.begin(), steps_.end(), [f](const Step& step) {
      return step.moves.size() == 1 && face_of(step.moves[0]) == f && turns_of(step.moves[0]) != 2;
    });
  return faces >= 5;
}

Expected<MoveSet> parse_move_set(std::string_view text, Metric metric) {
  Collector collector(metric);
  if (auto error = collect(text, 0, collector)) return tl::unexpected<Error>(as_bad_option(*std::move(error)));
  if (collector.size() == 0)
    return fail(ErrorKind::bad_option, "no moves: expected generators such as U R F, or all", 0);
  return MoveSet(std::string(text), collector.take());
}

MoveSet moves_of(Metric metric) {
  switch (metric) {
    case Metric::stm:
      return *parse_move_set("U R F D L B M E S");
    case Metric::atm:
      return *parse_move_set("axial");
    case Metric::htm:
    case Metric::qtm:
      break;
  }
  return *parse_move_set("all", metric);
}

Expected<MoveSet> parse_face_turns(std::string_view text, Metric metric) {
  if (metric == Metric::stm || metric == Metric::atm)
    return fail(ErrorKind::bad_option, "a set of single face turns is possible only with the metrics htm and qtm");
  // A wide turn would be read as a turn of the opposite face and a rotation, which is not what was written.
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view token = token_at(text, at);
    const bool is_lower = token.size() <= 2 && !token.empty() && token[0] >= 'a' && token[0] <= 'z';
    if (is_lower || token.find('w') == 1)
      return fail(ErrorKind::bad_option, std::string(token) + " is not a turn of one face",
                  text::symbols_before(text, at));
    at += std::max<std::size_t>(token.size(), 1);
  }
  Expected<MoveSet> moves = parse_move_set(text, metric);
  if (!moves) return moves;
  for (const Step& step : moves->steps())
    if (step.moves.size() != 1) return fail(ErrorKind::bad_option, step.name + " is not a turn of one face");
  return moves;
}

MoveSet conjugate(const MoveSet& moves, Symmetry s) {
  std::vector<Step> steps = moves.steps();
  std::string text;
  for (Step& step : steps) {
    step.moves = conjugate(step.moves, s);
    step.cube = conjugate(step.cube, s);
    step.name = name_of(step.moves);
    text += (text.empty() ? "" : " ") + step.name;
  }
  return MoveSet(std::move(text), std::move(steps));
}

}  // namespace superflip
