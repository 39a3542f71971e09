#include "superflip/cube/move_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
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
    for (Step& step : steps_)
      if (step.cube == cube) {
        if (price_) step.cost = *price_;
        return;
      }
    if (price_) cost = *price_;
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
    if (n == 2) return add(word, halves ? row_of(metric_).half_turn : 1, name(word, ""));
    add(word, 1, name(word, ""));
    if (n == 4 && row_of(metric_).half_turn == 1) add(then(word, word), 1, name(then(word, word), "2"));
    add(inverse(word), 1, name(inverse(word), "'"));
  }

  void generate_axial() {
    for (const Face face : {U, R, F})
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          if (row_of(metric_).half_turn != 1 && (i == 2 || j == 2)) continue;
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
  bool is_priced() const { return is_priced_; }

  // What is said of the costs of steps after others, for the steps in their order; empty if nothing is.
  Expected<std::vector<std::uint8_t>> follow_costs() const;

 private:
  static constexpr std::size_t kMaxFollows = 1000;

  // "A>B:n" in the text.
  struct Follow {
    std::string_view token;
    std::size_t place;  // in the user's text, in symbols
    std::vector<Cube> last;
    std::vector<Cube> next;
    int cost;
  };

  // A generator that was given with a cost.
  struct Priced {
    int cost;
    std::string_view token;
  };

  std::optional<Error> collect_generator(std::string_view token, std::size_t place, Centres letters);
  std::optional<Error> collect_follow(std::string_view token, std::string_view pair, std::size_t place, int cost,
                                      Centres letters);

  Metric metric_;
  Centres centres_;
  std::vector<Step> steps_;
  std::optional<int> price_{};  // of the generator that is being read
  bool is_priced_ = false;
  std::unordered_map<Cube, Priced> priced_;
  std::vector<Follow> follows_;
};

// Where a character stands outside of brackets; npos if nowhere.
std::size_t find_outside(std::string_view token, char wanted) {
  int depth = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '(' || token[i] == '[') ++depth;
    if (token[i] == ')' || token[i] == ']') --depth;
    if (depth <= 0 && token[i] == wanted) return i;
  }
  return std::string_view::npos;
}

// The number after the colon, `least` at least. `place`: of the colon, in symbols.
Expected<int> cost_of(std::string_view digits, int least, std::size_t place) {
  const auto wrong = [place, least](std::string_view why) {
    return tl::unexpected(Error{fmt::format("{}: expected a whole number from {} to {} after the colon, as in R{}:3",
                                            why, least, MoveSet::kMaxCost, least == 0 ? ">F" : ""),
                                place});
  };
  if (digits.empty()) return wrong("there is no cost");
  if (!std::all_of(digits.begin(), digits.end(), text::is_digit)) return wrong(text::quoted(digits) + " is no cost");
  const std::string_view number = digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  constexpr std::size_t kMostDigits = 4;
  const int cost = number.size() > kMostDigits ? MoveSet::kMaxCost + 1 : std::stoi(std::string(number));
  if (cost < least) return wrong("with a cost of 0 words could go on for nothing");
  if (cost > MoveSet::kMaxCost) return wrong("a cost of " + text::quoted(digits) + " is too large");
  return cost;
}

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
  std::size_t place = offset;
  std::size_t counted = 0;  // bytes before `place`
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_space(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    const std::string_view token = token_at(text, at);
    place += text::symbols_before(text.substr(counted), at - counted);
    counted = at;
    const std::size_t colon = find_outside(token, ':');
    const std::string_view moves = token.substr(0, colon);
    const bool is_follow = find_outside(moves, '>') != std::string_view::npos;
    price_.reset();
    if (colon != std::string_view::npos) {
      const Expected<int> cost =
          cost_of(token.substr(colon + 1), is_follow ? 0 : 1, place + text::symbols_before(token, colon));
      if (!cost) return cost.error();
      if (moves.empty()) return Error{"there are no moves before the cost: expected moves, as in R:3", place};
      price_ = *cost;
      is_priced_ = true;
    }
    if (is_follow && !price_)
      return Error{text::quoted(token) + " has no cost: expected what the second move costs more, as in R>F:2", place};
    if (auto error = is_follow ? collect_follow(token, moves, place, *price_, letters)
                               : collect_generator(moves, place, letters))
      return error;
    price_.reset();
    if (size() > MoveSet::kMaxSteps)
      return Error{"more than " + std::to_string(MoveSet::kMaxSteps) + " moves: expected fewer generators", place};
    if (follows_.size() > kMaxFollows)
      return Error{fmt::format("more than {} costs of what follows what: expected fewer", kMaxFollows), place};
    at += token.size();
  }
  return {};
}

std::optional<Error> Collector::collect_generator(std::string_view token, std::size_t place, Centres letters) {
  const auto* named =
      std::find_if(kNames.begin(), kNames.end(), [token](const auto& entry) { return entry[0] == token; });
  if (token == "axial") {
    generate_axial();
    return {};
  }
  if (named != kNames.end()) {
    // Names are made of what each metric counts as steps.
    const std::string_view all = (*named)[1];
    for (std::size_t at = 0; at < all.size();) {
      const std::string_view one = token_at(all, at);
      Word word = word_of(*parse_algorithm(one));
      word.rotation = Symmetry{};
      generate(word);
      at += one.size() + 1;
    }
    return {};
  }
  const Expected<Algorithm> parsed = parse_algorithm(token);
  // Parses again with blanks in front, so that the error's position counts the characters of the whole text.
  if (!parsed) {
    const auto shifted = parse_algorithm(std::string(place, ' ') + std::string(token));
    return shifted ? parsed.error() : shifted.error();
  }
  if (const auto is_move = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 && c != 'w'; };
      token.front() != '(' && token.front() != '[' && std::count_if(token.begin(), token.end(), is_move) > 1)
    return Error{text::quoted(token) +
                     " is a sequence of moves: put blanks between generators, or brackets around "
                     "a sequence that is one generator",
                 place};
  Word word = word_of(*parsed);
  if (letters == Centres::fixed) word.rotation = Symmetry{};
  if (cube_of(word) == kSolved)
    return Error{text::quoted(token) + " moves no piece: expected a generator such as R, U2, M or (R U R' U')", place};
  if (price_) {
    const Cube cube = cube_of(word);
    const auto back = priced_.find(superflip::inverse(cube));
    if (back != priced_.end() && back->first != cube && back->second.cost != *price_)
      return Error{fmt::format("{} is the inverse of {}, and a move costs as much as its inverse: expected one cost",
                               text::quoted(token), text::quoted(back->second.token)),
                   place};
    priced_[cube] = {*price_, token};
  }
  generate(word, letters != Centres::fixed && is_of_space(token) ? token : std::string_view());
  return {};
}

std::optional<Error> Collector::collect_follow(std::string_view token, std::string_view pair, std::size_t place,
                                               int cost, Centres letters) {
  const std::size_t middle = find_outside(pair, '>');
  Follow follow{token, place, {}, {}, cost};
  const auto cubes = [&](std::string_view side, std::size_t at, std::vector<Cube>& found) -> std::optional<Error> {
    if (side.empty())
      return Error{text::quoted(token) + " has moves on one side only: expected them on both, as in R>F:2", place};
    Collector own(metric_, centres_);
    if (auto error = own.collect_generator(side, place + text::symbols_before(pair, at), letters)) return error;
    for (const Step& step : own.steps_) found.push_back(step.cube);
    return {};
  };
  if (auto error = cubes(pair.substr(0, middle), 0, follow.last)) return error;
  if (auto error = cubes(pair.substr(middle + 1), middle + 1, follow.next)) return error;
  follows_.push_back(std::move(follow));
  return {};
}

Expected<std::vector<std::uint8_t>> Collector::follow_costs() const {
  std::vector<std::uint8_t> costs;
  if (follows_.empty()) return costs;
  costs.resize(steps_.size() * steps_.size());
  std::unordered_map<Cube, std::size_t> position;
  for (std::size_t i = 0; i < steps_.size(); ++i) position[steps_[i].cube] = i;
  for (const Follow& follow : follows_) {
    bool is_met = false;
    for (const Cube& last : follow.last)
      for (const Cube& next : follow.next) {
        const auto a = position.find(last);
        const auto b = position.find(next);
        if (a == position.end() || b == position.end()) continue;
        costs[a->second * steps_.size() + b->second] = static_cast<std::uint8_t>(follow.cost);
        is_met = true;
      }
    if (!is_met)
      return tl::unexpected(Error{
          text::quoted(follow.token) + " is about moves that are not allowed: expected moves that are in the list",
          follow.place});
  }
  return costs;
}

}  // namespace

Expected<MoveSet> MoveSet::make(std::string text, std::vector<Step> steps, Centres centres) {
  const auto wrong = [](std::string sentence) { return fail(ErrorKind::bad_option, std::move(sentence)); };
  if (steps.empty() || steps.size() > kMaxSteps)
    return wrong(std::to_string(steps.size()) + " steps: expected 1 to " + std::to_string(kMaxSteps));
  std::unordered_map<Cube, int> costs;
  for (const Step& step : steps) {
    if (step.cost < 1 || step.cost > kMaxCost)
      return wrong(fmt::format("the step {} has a cost that is not 1 to {}", step.name, kMaxCost));
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
  const bool is_priced = std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.cost > 2; });
  return MoveSet(std::move(text), std::move(steps), centres, is_priced);
}

MoveSet::MoveSet(std::string text, std::vector<Step> steps, Centres centres, bool is_priced,
                 std::vector<std::uint8_t> follow_costs)
    : text_(std::move(text)),
      steps_(std::move(steps)),
      centres_(centres),
      is_priced_(is_priced),
      follow_costs_(std::move(follow_costs)) {
  if (std::all_of(steps_.begin(), steps_.end(),
                  [](const Step& step) { return step.cube == with_home_centres(step.cube); }))
    centres_ = Centres::fixed;
  for (int b = 0; b < size(); ++b) {
    cost_unit_ = std::gcd(cost_unit_, steps_[b].cost);
    for (int a = 0; a < size(); ++a) {
      cost_unit_ = std::gcd(cost_unit_, follow_cost(a, b));
      max_cost_ = std::max(max_cost_, steps_[b].cost + follow_cost(a, b));
    }
  }
  find_symmetries();
  find_normal_pairs();
}

void MoveSet::find_symmetries() {
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
  const auto keeps_follow_costs = [&](Symmetry s) {
    if (!has_follow_costs()) return true;
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        if (follow_cost(a, b) != follow_cost(conjugate_[a][s], conjugate_[b][s])) return false;
    return true;
  };
  for (const Symmetry s : kAllSymmetries)
    if (std::all_of(conjugate_.begin(), conjugate_.end(), [s](const auto& row) { return row[s] >= 0; }) &&
        keeps_follow_costs(s))
      symmetries_ |= std::uint64_t{1} << s;
}

// A pair of steps may be left out where another word of at most two steps does the same and is better in every word:
// it costs less, or as much and is earlier in order. With follow costs, how much it costs depends on the steps before
// and after, so that the largest difference counts.
void MoveSet::find_normal_pairs() {
  const int n = size();
  struct Other {
    int length;
    int first;
    int second;
  };
  std::unordered_map<Cube, std::vector<Other>> others;
  others[kSolved].push_back({0, -1, -1});
  for (int a = 0; a < n; ++a) {
    others[steps_[a].cube].push_back({1, a, a});
    for (int b = 0; b < n; ++b) others[steps_[a].cube * steps_[b].cube].push_back({2, a, b});
  }
  // How much more a step may cost than another one after the same step, and how much more what follows it.
  std::vector<int> more_after(static_cast<std::size_t>(n * n));
  std::vector<int> more_before(static_cast<std::size_t>(n * n));
  if (has_follow_costs())
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        for (int c = 0; c < n; ++c) {
          more_after[at(a, b)] = std::max(more_after[at(a, b)], follow_cost(c, a) - follow_cost(c, b));
          more_before[at(a, b)] = std::max(more_before[at(a, b)], follow_cost(a, c) - follow_cost(b, c));
        }
  const auto cost_of = [this](const Other& word) {
    if (word.length == 0) return 0;
    if (word.length == 1) return steps_[word.first].cost;
    return steps_[word.first].cost + follow_cost(word.first, word.second) + steps_[word.second].cost;
  };
  const auto order_of = [](const Other& word) { return std::tuple(word.length, word.first, word.second); };
  // How much more the word costs than the pair, at most.
  const auto excess = [&](const Other& word, const Other& pair) {
    const int own = cost_of(word) - cost_of(pair);
    if (!has_follow_costs()) return own;
    if (word.length > 0)
      return own + more_after[at(word.first, pair.first)] + more_before[at(word.second, pair.second)];
    int joined = 0;
    for (int p = 0; p < n; ++p)
      for (int q = 0; q < n; ++q)
        joined = std::max(joined, follow_cost(p, q) - follow_cost(p, pair.first) - follow_cost(pair.second, q));
    return own + joined;
  };
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      const Other pair{2, a, b};
      const Cube product = steps_[a].cube * steps_[b].cube;
      const std::vector<Other>& same = others.at(product);
      may_follow_.push_back(std::none_of(same.begin(), same.end(), [&](const Other& word) {
        const int more = excess(word, pair);
        return more < 0 || (more == 0 && order_of(word) < order_of(pair));
      }));
      commute_.push_back(product == steps_[b].cube * steps_[a].cube);
    }
}

int MoveSet::cost(const std::vector<int>& word) const {
  int sum = cost_of_steps(word);
  for (std::size_t i = 1; i < word.size(); ++i) sum += follow_cost(word[i - 1], word[i]);
  return sum;
}

int MoveSet::cost_of_steps(const std::vector<int>& word) const {
  int sum = 0;
  for (const int s : word) sum += steps_[s].cost;
  return sum;
}

MoveSet MoveSet::without_follow_costs() const {
  if (!has_follow_costs()) return *this;
  return MoveSet(text_, steps_, centres_, is_priced_);
}

MoveSet MoveSet::reversed() const {
  if (!has_follow_costs()) return *this;
  std::vector<std::uint8_t> costs(follow_costs_.size());
  for (int a = 0; a < size(); ++a)
    for (int b = 0; b < size(); ++b) costs[at(a, b)] = follow_costs_[at(inverse(b), inverse(a))];
  return MoveSet(text_, steps_, centres_, is_priced_, std::move(costs));
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
  Expected<std::vector<std::uint8_t>> follow_costs = collector.follow_costs();
  if (!follow_costs) return tl::unexpected<Error>(as_bad_option(std::move(follow_costs.error())));
  const bool is_priced = collector.is_priced();
  return MoveSet(std::string(text), collector.take(), centres, is_priced, *std::move(follow_costs));
}

Expected<MoveSet> parse_generators(std::string_view text, Centres centres) {
  return parse_move_set(text, Metric::htm, centres).and_then([](MoveSet moves) -> Expected<MoveSet> {
    if (moves.is_priced()) return fail(ErrorKind::bad_option, "moves have no costs here");
    return moves;
  });
}

Expected<void> check_no_follow_costs(const MoveSet& moves) {
  if (!moves.has_follow_costs()) return {};
  return fail(
      ErrorKind::bad_option,
      "distances of coordinates are sums of the costs of single moves: expected no cost of a move after another "
      "one, such as R>F:2");
}

MoveSet moves_of(Metric metric, Centres centres) { return *parse_move_set(row_of(metric).moves, metric, centres); }

MoveSet conjugate(const MoveSet& moves, Symmetry s) {
  std::vector<Step> steps = moves.steps();
  std::string text;
  for (Step& step : steps) {
    step.moves = conjugate(step.moves, s);
    step.cube = conjugate(step.cube, s);
    step.rotation = inverse(s) * step.rotation * s;
    step.name = name_of(Word{step.moves, step.rotation}, step.name.find('w') != std::string::npos);
    text += (text.empty() ? "" : " ") + step.name;
    if (moves.is_priced()) text += fmt::format(":{}", step.cost);
  }
  return MoveSet(std::move(text), std::move(steps), moves.centres(), moves.is_priced(), moves.follow_costs_);
}

}  // namespace superflip
