#include "apps/server/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "apps/server/room.h"

namespace superflip::server {
namespace {

constexpr int kMostWithin = 20;  // moves

using Kind = Field::Kind;

const std::string& text_of(const Value& value) { return std::get<std::string>(value.is); }
std::uint64_t whole_of(const Value& value) { return std::get<std::uint64_t>(value.is); }

// A field whose text a parser of the library reads.
template <class T, class Parse>
std::function<Expected<void>(Ask&, const Value&)> parsed(T Ask::*member, Parse parse) {
  return [member, parse](Ask& ask, const Value& value) -> Expected<void> {
    auto read = parse(text_of(value));
    if (!read) return tl::unexpected<Error>(as_bad_option(std::move(read.error())));
    ask.*member = *std::move(read);
    return {};
  };
}

// A field that is a word of the question.
std::function<Expected<void>(Ask&, const Value&)> said(std::optional<std::string_view> Wording::*word) {
  return [word](Ask& ask, const Value& value) {
    Wording wording;
    wording.*word = text_of(value);
    return wording.say(ask.question, ask.wider);
  };
}

template <class T>
std::function<Expected<void>(Ask&, const Value&)> number(T Ask::*member) {
  return [member](Ask& ask, const Value& value) -> Expected<void> {
    ask.*member = whole_of(value);
    return {};
  };
}

std::function<Expected<void>(Ask&, const Value&)> length(int Ask::*member) {
  return [member](Ask& ask, const Value& value) -> Expected<void> {
    ask.*member = static_cast<int>(whole_of(value));
    return {};
  };
}

std::function<Expected<void>(Ask&, const Value&)> truth(bool Ask::*member) {
  return [member](Ask& ask, const Value& value) -> Expected<void> {
    ask.*member = std::get<bool>(value.is);
    return {};
  };
}

std::string described(const Field& field) {
  switch (field.kind) {
    case Kind::cube:
      return "a text, or an object with corners and edges";
    case Kind::cubes:
      return fmt::format("an array of {} to {} cubes, each a text or an object", field.least, field.most);
    case Kind::text:
      if (field.choices.empty()) return "a text";
      return field.choices.size() == 1 ? field.choices[0] : fmt::format("{}", fmt::join(field.choices, ", "));
    case Kind::whole:
      return fmt::format("a whole number from {} to {}", static_cast<std::uint64_t>(field.least),
                         static_cast<std::uint64_t>(field.most));
    case Kind::number:
      return fmt::format("a number from {} to {}", field.least, field.most);
    case Kind::truth:
      break;
  }
  return "true or false";
}

std::string shown(const Value& value) {
  struct Show {
    std::string operator()(const Value::Other& other) const { return other.what; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::uint64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return "'" + text::escaped(text, 40) + "'"; }
    std::string operator()(const std::vector<std::string>& list) const {
      return fmt::format("an array of {}", list.size());
    }
    std::string operator()(const Value::FromQuery& query) const { return (*this)(query.text); }
  };
  return std::visit(Show{}, value.is);
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The value as the field's kind has it, or nothing: texts of the query are read, whole numbers are numbers, too.
std::optional<Value> as_kind(const Field& field, const Value& value) {
  const auto* const query = std::get_if<Value::FromQuery>(&value.is);
  switch (field.kind) {
    case Kind::cube:
    case Kind::text:
      if (query != nullptr) return Value{query->text};
      return std::holds_alternative<std::string>(value.is) ? std::optional(value) : std::nullopt;
    case Kind::cubes:
      return std::holds_alternative<std::vector<std::string>>(value.is) ? std::optional(value) : std::nullopt;
    case Kind::whole:
      if (query != nullptr) {
        const auto number = number_in<std::uint64_t>(query->text);
        return number ? std::optional(Value{*number}) : std::nullopt;
      }
      // JSON does not tell 5 from 5.0.
      if (const auto* const number = std::get_if<double>(&value.is);
          number != nullptr && *number >= 0 && *number < 9e15 && *number == std::floor(*number))
        return Value{static_cast<std::uint64_t>(*number)};
      return std::holds_alternative<std::uint64_t>(value.is) ? std::optional(value) : std::nullopt;
    case Kind::number:
      if (query != nullptr) {
        const auto number = number_in<double>(query->text);
        return number ? std::optional(Value{*number}) : std::nullopt;
      }
      if (const auto* const whole = std::get_if<std::uint64_t>(&value.is)) return Value{static_cast<double>(*whole)};
      return std::holds_alternative<double>(value.is) ? std::optional(value) : std::nullopt;
    case Kind::truth:
      if (query != nullptr) {
        if (query->text == "true") return Value{true};
        if (query->text == "false") return Value{false};
        return std::nullopt;
      }
      return std::holds_alternative<bool>(value.is) ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

bool is_allowed(const Field& field, const Value& value) {
  switch (field.kind) {
    case Kind::whole: {
      const std::uint64_t number = whole_of(value);
      // As a double the largest number of 64 bits is one more.
      return number >= static_cast<std::uint64_t>(field.least) &&
             (field.most >= 0x1p64 || number <= static_cast<std::uint64_t>(field.most));
    }
    case Kind::number: {
      const double number = std::get<double>(value.is);
      return number >= field.least && number <= field.most;
    }
    case Kind::cubes: {
      const auto count = static_cast<double>(std::get<std::vector<std::string>>(value.is).size());
      return count >= field.least && count <= field.most;
    }
    case Kind::text:
      return field.choices.empty() ||
             std::find(field.choices.begin(), field.choices.end(), text_of(value)) != field.choices.end();
    case Kind::cube:
    case Kind::truth:
      break;
  }
  return true;
}

Error bad_field(std::string_view name, const std::string& what) {
  return {fmt::format("{}: {}", text::escaped(name, 40), what), {}, ErrorKind::bad_option};
}

Expected<void> take(Ask& ask, const Field& field, const Value& value) {
  if (field.kind == Kind::cubes && std::holds_alternative<Value::FromQuery>(value.is))
    return tl::unexpected<Error>(
        bad_field(field.in_requests(), "a list is not for the address: send it as JSON, by POST"));
  const auto typed = as_kind(field, value);
  if (!typed || !is_allowed(field, *typed))
    return tl::unexpected<Error>(
        bad_field(field.in_requests(), fmt::format("{} is not possible: expected {}", shown(value), described(field))));
  auto taken = field.take(ask, *typed);
  if (!taken) return tl::unexpected<Error>(bad_field(field.in_requests(), taken.error().message));
  return {};
}

Expected<Pairs> pairs_of(const Request& request, const Target& target) {
  Pairs pairs;
  for (const auto& [key, value] : target.query) pairs.emplace_back(key, Value{Value::FromQuery{value}});
  if (request.method != "POST") return pairs;
  auto body = parse_body(request.body);
  if (!body) return body;
  pairs.insert(pairs.end(), std::make_move_iterator(body->begin()), std::make_move_iterator(body->end()));
  return pairs;
}

std::string names_of_masks() {
  std::vector<std::string_view> names;
  for (const NamedMask& mask : named_masks()) names.push_back(mask.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string names_of_face_patterns() {
  std::vector<std::string_view> names;
  for (const NamedFacePattern& pattern : named_face_patterns()) names.push_back(pattern.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// A text that each answer of a list repeats. All pieces by name take 67 bytes.
Expected<std::string> repeated_text(const Value& value) {
  constexpr std::size_t kMost = 500;
  const std::string& text = text_of(value);
  if (text.size() > kMost)
    return fail(ErrorKind::bad_option, fmt::format("this text has {} bytes, and {} are allowed", text.size(), kMost));
  return text;
}

Expected<SymmetryGroup> parse_group(std::string_view text) { return parse_symmetry_group(text); }

// The names of values, for a field's choices.
template <class Enum, std::size_t kCount>
std::vector<std::string> choices_of(const Names<Enum, kCount>& names) {
  return {names.names.begin(), names.names.end()};
}

// Says the moves of the request, in its metric. Error: bad_option.
Expected<void> say_moves(Ask& ask, const Limits& limits) {
  const Wording wording{.centres = ask.centres_text, .moves = ask.moves_text};
  if (auto understood = wording.say(ask.question, ask.wider); !understood) return understood;
  for (const Step& step : ask.question.moves->steps())
    if (step.moves.size() > limits.turns_of_a_move)
      return fail(ErrorKind::bad_option, fmt::format("a move of {} turns is too long: expected at most {}",
                                                     step.moves.size(), limits.turns_of_a_move));
  return {};
}

}  // namespace

Fields::Fields(const Limits& limits) : limits_(limits) {
  const std::vector<std::string> formats = choices_of(kFormatNames);
  const double cap = 1e15;  // whole numbers up to here are the same in every JSON library
  fields_ = {
      {"cube",
       Kind::cube,
       "One cube: the moves that scramble it (R U2 F'), its 54 facelets (faces U R F D L B, each row by row), or any "
       "other format that superflip reads. Where a 3x3x3 is solved or completed, facelets may be unknown: ?. In JSON "
       "also an object with corners and edges. Give either cube or cubes.",
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.cubes = {text_of(value)};
         return {};
       }},
      {"cubes",
       Kind::cubes,
       "Many cubes, which are answered in their order. Only in a JSON body.",
       {},
       1,
       static_cast<double>(limits.batch),
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.cubes = std::get<std::vector<std::string>>(value.is);
         ask.is_batch = true;
         return {};
       }},
      {"from", Kind::text,
       "How the cubes are written. Without it the format is recognised; packed69, packed71 and rank must be named.",
       formats, 0, 0, "", parsed(&Ask::from, parse_format)},
      {"niss",
       Kind::truth,
       "Moves in parentheses are moves on the inverse: (F' L) R.",
       {},
       0,
       0,
       "false",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.niss = std::get<bool>(value.is) ? Niss::on : Niss::off;
         return {};
       }},
      {"order",
       Kind::text,
       "The order in which facelets list the faces, as in ULFRBD; a net has commas, as in U,LFRB,D, and D2 is D turned "
       "by half a turn. Without it, the order is recognised.",
       {},
       0,
       0,
       "",
       parsed(&Ask::order, parse_layout)},
      {"holding",
       Kind::text,
       "How facelets hold the cube: the face that is up and the one in front, as in FR. Without it, the centres tell.",
       {},
       0,
       0,
       "",
       parsed(&Ask::holding, parse_holding)},
      {"also",
       Kind::cubes,
       "More cubes at the start, held as the cube is: the same moves bring all of them to the goal, or with starts: "
       "any, "
       "one of them. Only in a JSON body.",
       {},
       0,
       static_cast<double>(kMaxStarts),
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.also = std::get<std::vector<std::string>>(value.is);
         return {};
       }},
      {"starts", Kind::text,
       "Which of the cubes at the start, those of also and those that have the known facelets, the same moves bring to "
       "the goal: all or any. Without it: any, if one cube and one goal are given; else all.",
       choices_of(kStartsNames), 0, 0, "", said(&Wording::starts)},
      {"goal",
       Kind::cube,
       "The cube to reach, in any format. Without it: the solved one. Facelets that are ? are free.",
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         if (ask.has_goals) return fail(ErrorKind::bad_option, "goal and goals exclude each other");
         ask.goals = {text_of(value)};
         return {};
       }},
      {"goals",
       Kind::cubes,
       "Instead of goal, several cubes of which any is good. Only in a JSON body.",
       {},
       1,
       static_cast<double>(kMaxTargets),
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         if (!ask.goals.empty()) return fail(ErrorKind::bad_option, "goal and goals exclude each other");
         ask.goals = std::get<std::vector<std::string>>(value.is);
         ask.has_goals = true;
         return {};
       }},
      {"only",
       Kind::text,
       fmt::format(
           "What of the goal counts, the rest being free: a name ({}), or pieces (edges D layer + DFR FR). It is "
           "that of the cube as it is held.",
           names_of_masks()),
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         return repeated_text(value).and_then(
             [&](const std::string& text) { return Wording{.only = text}.say(ask.question, ask.wider); });
       }},
      {"show",
       Kind::text,
       fmt::format("Instead of goal, what the faces shall show: three rows of a face in letters for colours, as in "
                   "xox/oxo/xox, for the faces after @ or for all, as in xox/oxo/xox@UD; or a name: {}. Any cube that "
                   "looks so is a goal.",
                   names_of_face_patterns()),
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         return repeated_text(value).map([&](const std::string& text) { ask.show_text = text; });
       }},
      {"up_to",
       Kind::text,
       "What makes the goal wider: U, up to a last turn of U; rotations, the same goal on any side of the cube; "
       "holding, up to a last rotation of the whole cube, where moves carry the centres; U,rotations, both.",
       {},
       0,
       0,
       "",
       said(&Wording::up_to)},
      {"puzzle", Kind::text, "2x2x2 counts the corners alone; a cube may then have 24 facelets.",
       choices_of(kPuzzleNames), 0, 0, "\"3x3x3\"", said(&Wording::puzzle)},
      {"robot",
       Kind::text,
       "The robot: a name, or a description as JSON in a text. /v1/solve then gives the words that it does fastest, "
       "with schedules, and lengths are milliseconds.",
       {},
       0,
       0,
       "",
       said(&Wording::robot)},
      {"word",
       Kind::text,
       fmt::format("The moves of a schedule, at most {} turns: R U2 F'.", kMostTurns),
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.word = text_of(value);
         return {};
       },
       false,
       {},
       "moves"},
      {"metric", Kind::text,
       fmt::format("What counts as one move: {}.", fmt::join(with_meanings(kMetricNames.values()), ", ")),
       choices_of(kMetricNames), 0, 0, "\"htm\"", said(&Wording::metric)},
      {"moves",
       Kind::text,
       fmt::format(
           "What may be turned: U R2 F, <R,U>, U (R L') M, G1; by default what the metric counts. A move may have "
           "a cost: in U R F:3 R>F:1 F costs 3, and 1 more directly after R; lengths are then costs. A sequence "
           "in brackets is one move of at most {} turns.",
           limits.turns_of_a_move),
       {},
       0,
       0,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         return repeated_text(value).map([&](const std::string& text) { ask.moves_text = text; });
       }},
      {"centres", Kind::text,
       "What the moves do to the centres: nothing, so that slices are pairs of face turns and rotations vanish "
       "(fixed); slices, wide moves and rotations carry them (moved); and each turn of a face turns its own (turned).",
       choices_of(kCentresNames), 0, 0, "\"moved\"",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.centres_text = text_of(value);
         return {};
       }},
      {"want",
       Kind::text,
       "The shortest solutions, or with `within` all that are not much longer.",
       {std::string(kWantNames[Want::shortest]), std::string(kWantNames[Want::all])},
       0,
       0,
       "\"shortest\"",
       said(&Wording::want)},
      {"within",
       Kind::whole,
       "With want all: how many moves longer than the shortest a solution may be, at most 20; where moves have costs, "
       "how much more it may cost.",
       {},
       0,
       kMostWithin * MoveSet::kMaxCost,
       "0",
       length(&Ask::within)},
      {"good_enough",
       Kind::whole,
       "The search ends with a solution of at most that many moves, of that cost where moves have costs, or of that "
       "many milliseconds of a robot. Without time, nodes, max_length and good_enough it "
       "ends after a fixed amount of work, and the answer is the same on every machine.",
       {},
       0,
       kLongestSchedule,
       "",
       length(&Ask::good_enough)},
      {"max_length",
       Kind::whole,
       "Longer solutions are no answers; where moves have costs, those that cost more, and with a robot, those of more "
       "milliseconds. Without good_enough the search also "
       "ends with the first one found.",
       {},
       0,
       kLongestSchedule,
       "",
       length(&Ask::max_length)},
      {"solutions",
       Kind::whole,
       fmt::format("How many solutions are given, the shortest that were found; at most {} for all cubes of a "
                   "request.",
                   limits.all_solutions),
       {},
       1,
       static_cast<double>(limits.solutions),
       "1",
       number(&Ask::solutions),
       true},
      {"time",
       Kind::number,
       "Seconds of search for a cube; the cubes of a request together have the maximum.",
       {},
       0.001,
       limits.seconds,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.seconds = std::get<double>(value.is);
         return {};
       }},
      {"nodes",
       Kind::whole,
       "Positions that are searched for a cube, or some hundreds more.",
       {},
       1,
       static_cast<double>(limits.nodes),
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.nodes = whole_of(value);
         return {};
       }},
      {"to", Kind::text, "The format to convert to.", formats, 0, 0, "\"facelets\"", parsed(&Ask::to, parse_format)},
      {"most",
       Kind::whole,
       fmt::format("How many cubes are listed, and at most {} for all cubes of a request. Without it as many as that "
                   "allows, up to {} for each.",
                   limits.all_solutions, limits.solutions),
       {},
       1,
       static_cast<double>(limits.solutions),
       "",
       number(&Ask::most),
       true,
       [](Ask& ask, const Limits& bounds) {
         ask.most = std::min(bounds.solutions, bounds.all_solutions / std::max<std::size_t>(1, ask.cubes.size()));
       }},
      {"count", Kind::whole, "How many scrambles.", {}, 1, static_cast<double>(limits.batch), "1", number(&Ask::count)},
      {"seed",
       Kind::whole,
       "The same number gives the same scrambles, on every machine.",
       {},
       0,
       cap,
       "",
       [](Ask& ask, const Value& value) -> Expected<void> {
         ask.seed = whole_of(value);
         return {};
       }},
      {"fewest_moves",
       Kind::truth,
       "Scrambles for Fewest Moves: they begin and end with R' U' F.",
       {},
       0,
       0,
       "false",
       truth(&Ask::fewest_moves)},
      {"symmetry",
       Kind::text,
       "The symmetries that make a class: none, axes8, UD16, rotations, all, or generators. Without it: all that the "
       "coordinate admits.",
       {},
       0,
       0,
       "",
       parsed(&Ask::symmetry, parse_group)},
      {"transitions",
       Kind::truth,
       "Also what each move makes of the value.",
       {},
       0,
       0,
       "false",
       truth(&Ask::transitions)},
      {"distance",
       Kind::truth,
       "Also how many turns of faces the value is from the solved one.",
       {},
       0,
       0,
       "false",
       truth(&Ask::distance)},
  };
}

const Field* Fields::find(std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const Field& f) { return f.name == name; });
  return found == fields_.end() ? nullptr : &*found;
}

std::size_t most_for_each(const Ask& ask, const Limits& limits) {
  if (ask.most != 0) return ask.most;
  return ask.solutions.value_or(ask.question.want == Want::all ? limits.solutions : 1);
}

std::size_t bytes_of_answers(const Ask& ask, const Limits& limits) {
  std::size_t longest_name = kLongestTurn;
  if (ask.question.moves)
    for (const Step& step : ask.question.moves->steps()) longest_name = std::max(longest_name, step.name.size());
  return bytes_of_answers(ask.cubes.size(), ask.cubes.size() * most_for_each(ask, limits), longest_name,
                          kMostWithin * static_cast<std::size_t>(is_priced(ask.question) ? MoveSet::kMaxCost : 1),
                          ask.goals.size() + ask.also.size());
}

Answered<Ask> read_ask(const Request& request, const Target& target, const Fields& fields,
                       const std::vector<std::string_view>& accepted, bool needs_cube,
                       const std::vector<std::string_view>& required, const StopFlag* stop) {
  auto pairs = pairs_of(request, target);
  if (!pairs) return tl::unexpected<Problem>(problem_of(pairs.error()));
  Ask ask;
  std::vector<std::string_view> given;
  const auto refuse = [](std::string_view name, const std::string& what) {
    return tl::unexpected<Problem>(problem_of(bad_field(name, what)));
  };
  std::vector<std::string_view> written;  // the accepted ones, in requests
  written.reserve(accepted.size());
  for (const std::string_view name : accepted) written.push_back(fields.find(name)->in_requests());
  for (const auto& [name, value] : *pairs) {
    const auto found = std::find(written.begin(), written.end(), name);
    if (found == written.end())
      return refuse(name, accepted.empty()
                              ? std::string("there is no such field; this takes none")
                              : fmt::format("there is no such field; there are {}", fmt::join(written, ", ")));
    const Field& field = *fields.find(accepted[static_cast<std::size_t>(found - written.begin())]);
    if (std::find(given.begin(), given.end(), field.name) != given.end()) return refuse(name, "it is given twice");
    given.push_back(field.name);
    if (const auto taken = take(ask, field, value); !taken) return tl::unexpected<Problem>(problem_of(taken.error()));
  }
  const auto has = [&](std::string_view name) { return std::find(given.begin(), given.end(), name) != given.end(); };
  if (has("cube") && has("cubes")) return refuse("cubes", "cube and cubes cannot be given together");
  if (needs_cube && !has("cube") && !has("cubes"))
    return refuse("cube", "there is no cube: expected moves such as \"R U2 F'\", or 54 facelets");
  for (const std::string_view name : required)
    if (!has(name)) return refuse(fields.find(name)->in_requests(), "it is missing");
  const Limits& limits = fields.limits();
  std::string_view for_each = "solutions";
  for (const std::string_view name : accepted) {
    const Field& field = *fields.find(name);
    if (field.is_for_each) for_each = name;
    if (field.otherwise && !has(name)) field.otherwise(ask, limits);
  }
  if (const std::size_t each = most_for_each(ask, limits); each * ask.cubes.size() > limits.all_solutions)
    return refuse(for_each, fmt::format("{} for each of {} cubes are too many: expected at most {} for all of them",
                                        each, ask.cubes.size(), limits.all_solutions));
  for (const std::string_view name : {"also", "starts", "only", "show", "up_to", "moves"})
    if (has(name) && ask.question.puzzle == Puzzle::pocket && (name != "also" || !ask.also.empty()))
      return refuse(name, "this is for the 3x3x3 alone");
  if (ask.centres_text == kCentresNames[Centres::turned] && !has("moves"))
    return refuse("centres", "to turn them needs moves");
  if (has("show"))
    if (auto shown = Wording{.show = ask.show_text}.say(ask.question, ask.wider, stop); !shown)
      return tl::unexpected<Problem>(
          problem_of({"show: " + shown.error().message,
                      {},
                      shown.error().kind == ErrorKind::stopped ? ErrorKind::stopped : ErrorKind::bad_option}));
  if (has("moves"))
    if (const auto moves = say_moves(ask, limits); !moves) return refuse("moves", moves.error().message);
  if (has("within") && ask.question.want != Want::all) return refuse("within", "this needs want: all");
  if (ask.within > kMostWithin && !is_priced(ask.question))
    return refuse("within", fmt::format("expected at most {}, where moves have no costs", kMostWithin));
  return ask;
}

}  // namespace superflip::server
