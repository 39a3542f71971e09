#include "superflip/cube/move_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>
#include <unordered_map>

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

// What a generator or a step does: face turns, and then a rotation of the whole cube.
struct Word {
  Moves moves;
  Symmetry rotation{};
};

Word word_of(const Algorithm& algorithm) { return {normalise(algorithm.moves), algorithm.rotation}; }

Word then(const Word& a, const Word& b) {
  Moves moves = a.moves;
  for (const Move m : b.moves) moves.push_back(conjugate(m, inverse(a.rotation)));
  return {normalise(moves), a.rotation * b.rotation};
}

Word inverse(const Word& word) {
  return {conjugate(inverse(word.moves), word.rotation), superflip::inverse(word.rotation)};
}

struct NamedWord {
  std::string name;
  Word word;
};

// The slices, wide moves and rotations that are written with one letter, with their half turns and inverses.
const std::vector<NamedWord>& letters() {
  static const std::vector<NamedWord> all = [] {
    std::vector<NamedWord> words;
    for (const char letter : std::string_view("MESurfdlbxyz"))
      for (const std::string_view turns : {"", "2", "'"}) {
        const std::string name = letter + std::string(turns);
        words.push_back({name, word_of(*parse_algorithm(name))});
      }
    return words;
  }();
  return all;
}

// "M2"; empty if the word cannot be written with one letter. `wide`: as Rw, not r.
std::string letter_name(const Word& word, bool wide) {
  for (const NamedWord& letter : letters())
    if (letter.word.rotation == word.rotation && letter.word.moves == word.moves) {
      const bool is_wide = std::string_view("urfdlb").find(letter.name[0]) != std::string_view::npos;
      if (!wide || !is_wide) return letter.name;
      return std::string{text::to_upper(letter.name[0]), 'w'} + letter.name.substr(1);
    }
  return {};
}

// A name for a step in space that was not written by the user: one letter, or face turns and a rotation.
std::string name_of(const Word& word, bool wide) {
  if (word.rotation == Symmetry{}) return name_of(word.moves);
  if (std::string name = letter_name(word, wide); !name.empty()) return name;
  std::string rotations;  // every rotation is a product of two about different axes
  for (const NamedWord& a : letters())
    for (const NamedWord& b : letters())
      if (rotations.empty() && a.word.moves.empty() && b.word.moves.empty()) {
        if (a.word.rotation == word.rotation) rotations = a.name;
        if (a.word.rotation * b.word.rotation == word.rotation) rotations = a.name + " " + b.name;
      }
  return "(" + to_string(word.moves) + (word.moves.empty() ? "" : " ") + rotations + ")";
}

// Whether it is written with slices, wide moves, rotations or numbers of layers (2R), not with face turns only.
bool is_of_space(std::string_view token) {
  const auto is_layer = [](char a, char b) { return text::is_digit(a) && text::is_letter(b); };
  return token.find_first_of("MESurfdlbwxyz") != std::string_view::npos ||
         std::adjacent_find(token.begin(), token.end(), is_layer) != token.end();
}

class Collector {
 public:
  Collector(Metric metric, Centres centres) : metric_(metric), centres_(centres) {}

  Cube cube_of(const Word& word) const { return apply(kSolved, word.moves, word.rotation, centres_); }

  void add(const Word& word, int cost, std::string name = {}) {
    const Cube cube = cube_of(word);
    if (cube == kSolved) return;
    for (const Step& step : steps_)
      if (step.cube == cube) return;
    if (name.empty()) name = name_of(word.moves);
    steps_.push_back({cube, word.moves, std::move(name), cost, word.rotation});
  }

  // Adds a generator and all steps it stands for. If `token` is not empty, the steps are named after it, the way the
  // generator was written.
  void generate(const Word& word, std::string_view token = {}) {
    const auto name = [&](const Word& power, const char* suffix) -> std::string {
      if (token.empty()) return {};
      if (std::string letter = letter_name(power, token.find('w') != std::string_view::npos); !letter.empty())
        return letter;
      const bool is_bracket = token.front() == '(' || token.front() == '[';
      const bool is_closed = token.back() == ')' || token.back() == ']';
      return is_bracket && is_closed ? std::string(token) + suffix : fmt::format("({}){}", token, suffix);
    };
    const int n = order(cube_of(word));
    const bool halves = std::all_of(word.moves.begin(), word.moves.end(), [](Move m) { return turns_of(m) == 2; });
    if (n == 2) return add(word, metric_ == Metric::qtm && halves ? 2 : 1, name(word, ""));
    add(word, 1, name(word, ""));
    if (n == 4 && metric_ != Metric::qtm) add(then(word, word), 1, name(then(word, word), "2"));
    add(inverse(word), 1, name(inverse(word), "'"));
  }

  void generate_axial() {
    for (const Face face : {U, R, F})
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          if (metric_ == Metric::qtm && (i == 2 || j == 2)) continue;
          Moves moves;
          if (i > 0) moves.push_back(make_move(face, i));
          if (j > 0) moves.push_back(make_move(opposite(face), j));
          if (!moves.empty()) add({moves}, 1);
        }
  }

  // Adds the generators of a text. `offset`: where it begins in the user's text, for the positions of errors.
  // `letters`: what slices, wide moves and rotations do.
  std::optional<Error> collect(std::string_view text, std::size_t offset, Centres letters);

  std::vector<Step> take() { return std::move(steps_); }
  std::size_t size() const { return steps_.size(); }

 private:
  Metric metric_;
  Centres centres_;
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

// The generators of a group that is written <R, U>; any other text as it is.
std::string_view inside_of_group(std::string_view text) {
  const std::string_view group = text::trimmed(text);
  if (group.size() < 2 || group.front() != '<' || group.back() != '>') return text;
  return group.substr(1, group.size() - 2);
}

std::optional<Error> Collector::collect(std::string_view text, std::size_t offset, Centres letters) {
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_space(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    const std::string_view token = token_at(text, at);
    const auto* named =
        std::find_if(kNames.begin(), kNames.end(), [token](const auto& entry) { return entry[0] == token; });
    if (token == "axial") {
      generate_axial();
    } else if (named != kNames.end()) {
      collect((*named)[1], 0, Centres::fixed);
    } else {
      const Expected<Algorithm> parsed = parse_algorithm(token);
      // Parses again with blanks in front, so that the error's position counts the characters of the whole text.
      if (!parsed) {
        const auto shifted =
            parse_algorithm(std::string(offset + text::symbols_before(text, at), ' ') + std::string(token));
        return shifted ? parsed.error() : shifted.error();
      }
      if (const auto is_move = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 && c != 'w'; };
          token.front() != '(' && token.front() != '[' && std::count_if(token.begin(), token.end(), is_move) > 1)
        return Error{text::quoted(token) +
                         " is a sequence of moves: put blanks between generators, or brackets around "
                         "a sequence that is one generator",
                     offset + text::symbols_before(text, at)};
      Word word = word_of(*parsed);
      if (letters == Centres::fixed) word.rotation = Symmetry{};
      if (cube_of(word) == kSolved)
        return Error{text::quoted(token) + " moves no piece: expected a generator such as R, U2, M or (R U R' U')",
                     offset + text::symbols_before(text, at)};
      generate(word, letters != Centres::fixed && is_of_space(token) ? token : std::string_view());
      if (size() > MoveSet::kMaxSteps)
        return Error{"more than " + std::to_string(MoveSet::kMaxSteps) + " moves: expected fewer generators",
                     offset + text::symbols_before(text, at)};
    }
    at += token.size();
  }
  return {};
}

}  // namespace

Expected<MoveSet> MoveSet::make(std::string text, std::vector<Step> steps, Centres centres) {
  const auto wrong = [](std::string sentence) { return fail(ErrorKind::bad_option, std::move(sentence)); };
  if (steps.empty() || steps.size() > kMaxSteps)
    return wrong(std::to_string(steps.size()) + " steps: expected 1 to " + std::to_string(kMaxSteps));
  std::unordered_map<Cube, int> costs;
  for (const Step& step : steps) {
    if (step.cost < 1 || step.cost > 2) return wrong("the step " + step.name + " has a cost that is not 1 or 2");
    if (static_cast<int>(step.rotation) >= kSymmetries || is_reflection(step.rotation))
      return wrong("the step " + step.name + " has a rotation that is none");
    if (apply(kSolved, step.moves, step.rotation, centres) != step.cube || step.cube == kSolved)
      return wrong("the step " + step.name + " needs the cube that its moves make, and must move a piece");
    if (!costs.try_emplace(step.cube, step.cost).second)
      return wrong("the step " + step.name + " does what another step does");
  }
  for (const Step& step : steps) {
    const auto back = costs.find(superflip::inverse(step.cube));
    if (back == costs.end()) return wrong("the inverse of the step " + step.name + " is not a step");
    if (back->second != step.cost) return wrong("the step " + step.name + " and its inverse have different costs");
  }
  return MoveSet(std::move(text), std::move(steps), centres);
}

MoveSet::MoveSet(std::string text, std::vector<Step> steps, Centres centres)
    : text_(std::move(text)), steps_(std::move(steps)), centres_(centres) {
  if (std::all_of(steps_.begin(), steps_.end(),
                  [](const Step& step) { return step.cube == with_home_centres(step.cube); }))
    centres_ = Centres::fixed;
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
      return step.moves.size() == 1 && step.rotation == Symmetry{} && face_of(step.moves[0]) == f &&
             turns_of(step.moves[0]) != 2;
    });
  return faces >= 5;
}

Expected<MoveSet> parse_move_set(std::string_view text, Metric metric, Centres centres) {
  if (const std::string_view group = text::trimmed(text); group.starts_with('<') && !group.ends_with('>'))
    return fail(ErrorKind::bad_option, "expected '>' at the end of the group, as in <R, U>",
                text::symbols_before(text, static_cast<std::size_t>(group.data() - text.data())));
  Collector collector(metric, centres);
  const std::string_view list = inside_of_group(text);
  if (auto error = collector.collect(list, text::symbols_before(text, list.data() - text.data()), centres))
    return tl::unexpected<Error>(as_bad_option(*std::move(error)));
  if (collector.size() == 0)
    return fail(ErrorKind::bad_option, "no moves: expected generators such as U R F, or all", 0);
  return MoveSet(std::string(text), collector.take(), centres);
}

MoveSet moves_of(Metric metric, Centres centres) {
  switch (metric) {
    case Metric::stm:
      return *parse_move_set("all slices", metric, centres);
    case Metric::atm:
      return *parse_move_set("axial", metric, centres);
    case Metric::htm:
    case Metric::qtm:
      break;
  }
  return *parse_move_set("all", metric, centres);
}

MoveSet conjugate(const MoveSet& moves, Symmetry s) {
  std::vector<Step> steps = moves.steps();
  std::string text;
  for (Step& step : steps) {
    step.moves = conjugate(step.moves, s);
    step.cube = conjugate(step.cube, s);
    step.rotation = inverse(s) * step.rotation * s;
    step.name = name_of(Word{step.moves, step.rotation}, step.name.find('w') != std::string::npos);
    text += (text.empty() ? "" : " ") + step.name;
  }
  return MoveSet(std::move(text), std::move(steps), moves.centres());
}

}  // namespace superflip
