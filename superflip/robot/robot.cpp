#include "superflip/robot/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "superflip/base/json_value.h"
#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"

namespace superflip {
namespace {

constexpr Microseconds kNever{-1};
constexpr std::size_t kHoldings = 24;
constexpr int kAxes = 3;

// A text from outside in an error: the beginning of it.
std::string shown(std::string_view text) { return "'" + text::escaped(text, 40) + "'"; }

tl::unexpected<Error> bad(std::string message) { return fail(ErrorKind::bad_option, std::move(message)); }

// The side of space at which a face of the cube lies.
Face side_of(std::size_t holding, Face face) { return kFaceImages[kAllRotations[holding]][face]; }

// The holding after a rotation of the cube.
std::size_t rotated(std::size_t holding, Symmetry rotation) {
  for (std::size_t to = 0; to < kHoldings; ++to) {
    bool is_it = true;
    for (int f = 0; f < kFaces; ++f) {
      const auto face = static_cast<Face>(f);
      is_it = is_it && side_of(to, face) == kFaceImages[rotation][side_of(holding, face)];
    }
    if (is_it) return to;
  }
  return holding;  // unreachable
}

std::string letter_of(Face face) { return std::string(1, kFaceLetters[face]); }

Expected<Face> parse_side(std::string_view text, const char* where) {
  const std::size_t at = text.size() == 1 ? kFaceLetters.find(text[0]) : std::string_view::npos;
  if (at == std::string_view::npos)
    return bad(fmt::format("\"{}\": {} is not a side: expected one of U, R, F, D, L, B", where, shown(text)));
  return static_cast<Face>(at);
}

Expected<Microseconds> parse_seconds(const JsonValue& value, const std::string& where) {
  constexpr int kMost = 600;  // so that no schedule has more milliseconds than an int
  const double seconds = value.is_number() ? value.number() : -1;
  if (!(seconds >= 0 && seconds <= kMost))
    return bad(fmt::format("\"{}\": expected seconds, a number 0 to {}", where, kMost));
  return Microseconds(std::llround(seconds * 1e6));
}

Expected<Microseconds> parse_turn(const JsonValue& value, const std::string& where) {
  auto seconds = parse_seconds(value, where);
  if (seconds && *seconds == Microseconds(0))
    return bad(fmt::format("\"{}\": a turn in no time could go on for nothing: expected more than 0 seconds", where));
  return seconds;
}

// Refuses members that are not known, so that a wrong spelling is not ignored.
Expected<void> check_members(const JsonValue& object, const std::string& where,
                             std::initializer_list<std::string_view> known) {
  for (const JsonValue& member : object)
    if (std::find(known.begin(), known.end(), member.key()) == known.end())
      return bad(fmt::format("{}{} is not known here: expected {}", where, shown(member.key()),
                             text::listed(std::vector<std::string>(known.begin(), known.end()))));
  return {};
}

// The 13 moves that turn U by a quarter, k times, without a turn of U: R L F2 B2 R' L' carries D to U.
Moves without_up(int turns) {
  const auto conjugator = moves_at(3, 12, 7, 16, 5, 14);  // R L F2 B2 R' L'
  Moves word(conjugator.begin(), conjugator.end());
  word.push_back(make_move(D, turns));
  const Moves back = inverse(Moves(conjugator.begin(), conjugator.end()));
  word.insert(word.end(), back.begin(), back.end());
  return word;
}

}  // namespace

// The times of a word, one letter after the other. A letter is what happens about one axis of the cube.
class Robot::Planner {
 public:
  explicit Planner(const Robot& robot) : robot_(robot) {}

  bool run(const Moves& word) {
    layers_.assign(1, Layer{});
    layers_[0].takes.fill(kNever);
    layers_[0].takes[0] = Microseconds(0);  // state 0: as it was laid in, with nothing across
    for (std::size_t i = 0; i < word.size(); ++i) {
      const Move first = word[i];
      const bool is_pair = i + 1 < word.size() && face_of(word[i + 1]) == opposite(face_of(first));
      const Microseconds change = i == 0 ? Microseconds(0) : robot_.change_;
      const Layer from = layers_.back();
      if (!is_pair) {
        layers_.push_back(after(from, {{first, kNoMove}}, change));
      } else {
        const Move second = word[++i];
        Layer both = after(from, {{first, second}}, change);
        for (const auto& [a, b] : {std::pair{first, second}, std::pair{second, first}}) {
          const Layer middle = after(from, {{a, kNoMove}}, change);
          both.keep_faster(after(middle, {{b, kNoMove}}, Microseconds(0)), middle);
        }
        layers_.push_back(both);
      }
    }
    best_ = kStates;
    for (std::size_t s = 0; s < kStates; ++s)
      if (layers_.back().takes[s] != kNever && (best_ == kStates || layers_.back().takes[s] < takes())) best_ = s;
    return best_ != kStates;
  }

  // Precondition: run() was true.
  Microseconds takes() const { return layers_.back().takes[best_]; }

  RobotSchedule schedule() const {
    struct Done {
      std::size_t from, to;
      Turns turns;
      Microseconds change;
    };
    std::vector<Done> done;
    std::size_t state = best_;
    for (std::size_t n = layers_.size(); n-- > 1;) {
      const Arrival& last = layers_[n].arrival[state];
      done.push_back({last.from, state, last.turns, last.change});
      state = last.from;
      if (last.before.turns.size() == 0) continue;  // in one step
      done.push_back({last.before.from, state, last.before.turns, last.before.change});
      state = last.before.from;
    }
    RobotSchedule schedule;
    for (auto d = done.rbegin(); d != done.rend(); ++d) add(schedule, d->from, d->to, d->turns, d->change);
    return schedule;
  }

 private:
  static constexpr std::size_t kStates = 2 * kHoldings;  // 2 * holding + whether a gripper stands across

  // One turn, or two about one axis.
  struct Turns {
    std::array<Move, 2> moves{kNoMove, kNoMove};

    std::size_t size() const { return moves[0] == kNoMove ? 0 : moves[1] == kNoMove ? 1 : 2; }
    std::span<const Move> span() const { return std::span(moves).first(size()); }
  };

  // How a state was reached: from which one, and by which turns. `before`: where an axis took two steps, the first.
  struct Step {
    std::uint8_t from = 0;
    Turns turns{};
    Microseconds change{};
  };
  struct Arrival : Step {
    Step before{};
  };

  struct Layer {
    std::array<Microseconds, kStates> takes{};
    std::array<Arrival, kStates> arrival{};

    // Takes the states that `other` reaches sooner, by a step from `middle`.
    void keep_faster(const Layer& other, const Layer& middle) {
      for (std::size_t s = 0; s < kStates; ++s) {
        if (other.takes[s] == kNever || (takes[s] != kNever && takes[s] <= other.takes[s])) continue;
        takes[s] = other.takes[s];
        arrival[s] = other.arrival[s];
        arrival[s].before = middle.arrival[other.arrival[s].from];
      }
    }
  };

  Layer after(const Layer& before, const Turns& turns, Microseconds change) const {
    Layer layer;
    layer.takes.fill(kNever);
    const bool is_across = robot_.regrip_ != Microseconds(0) && std::any_of(turns.span().begin(), turns.span().end(),
                                                                            [](Move m) { return turns_of(m) != 2; });
    for (const std::size_t to : robot_.holdings_) {
      const Microseconds turning = robot_.time_of(turned(to, turns).span());
      if (turning == kNever) continue;
      const std::size_t state = 2 * to + (is_across ? 1 : 0);
      for (const std::size_t from : robot_.holdings_)
        for (std::size_t s = 2 * from; s <= 2 * from + 1; ++s) {
          const Microseconds way = robot_.way_[from][to];
          if (before.takes[s] == kNever || way == kNever) continue;
          const Microseconds takes =
              before.takes[s] + change + (s % 2 != 0 ? robot_.regrip_ : Microseconds(0)) + way + turning;
          if (layer.takes[state] != kNever && layer.takes[state] <= takes) continue;
          layer.takes[state] = takes;
          layer.arrival[state].from = static_cast<std::uint8_t>(s);
        }
      layer.arrival[state].turns = turns;
      layer.arrival[state].change = change;
    }
    return layer;
  }

  static Turns turned(std::size_t holding, const Turns& turns) {
    Turns in_space = turns;
    for (Move& m : in_space.moves)
      if (m != kNoMove) m = make_move(side_of(holding, face_of(m)), turns_of(m));
    return in_space;
  }

  void add(RobotSchedule& schedule, std::size_t from, std::size_t to, const Turns& turns, Microseconds change) const {
    using Kind = RobotAction::Kind;
    const auto push = [&schedule](RobotAction action) {
      action.begin = schedule.takes;
      schedule.takes += action.takes;
      schedule.actions.push_back(std::move(action));
    };
    if (from % 2 != 0) push({.kind = Kind::regrip, .takes = robot_.regrip_});
    for (std::size_t holding = from / 2; holding != to / 2;) {
      const Rotation& rotation = robot_.rotations_[robot_.first_[holding][to / 2]];
      push({.kind = Kind::rotate, .takes = rotation.takes, .rotation = rotation.rotation, .name = rotation.name});
      holding = rotated(holding, rotation.rotation);
    }
    schedule.takes += change;
    const Turns in_space = turned(to / 2, turns);
    const std::span<const Move> all = in_space.span();
    const bool is_together = robot_.together_[static_cast<std::size_t>(face_of(all[0]) % kAxes)];
    for (std::size_t i = 0; i < all.size(); i += is_together ? all.size() : 1) {
      const std::span<const Move> now = all.subspan(i, is_together ? all.size() : 1);
      push({.kind = Kind::turn, .takes = robot_.time_of(now), .turns = Moves(now.begin(), now.end())});
    }
  }

  const Robot& robot_;
  std::vector<Layer> layers_;
  std::size_t best_ = 0;
};

Microseconds Robot::time_of(std::span<const Move> in_space) const {
  Microseconds all{};
  Microseconds longest{};
  for (const Move m : in_space) {
    const auto& motor = motors_[face_of(m)];
    if (!motor) return kNever;
    const Microseconds takes = turns_of(m) == 2 ? motor->half : motor->quarter;
    all += takes;
    longest = std::max(longest, takes);
  }
  return together_[static_cast<std::size_t>(face_of(in_space[0]) % kAxes)] ? longest : all;
}

Expected<Robot> Robot::parse(std::string_view json) {
  constexpr std::size_t kLongest = 1 << 16;
  if (json.size() > kLongest) return bad(fmt::format("the description is longer than {} bytes", kLongest));
  const auto parsed = JsonDocument::parse(json, "the description of the robot");
  if (!parsed) return bad(parsed.error().message);
  const JsonValue& document = parsed->value();
  if (!document.is_object()) return bad("expected a JSON object that describes a robot, with \"motors\"");
  if (const auto checked = check_members(
          document, "", {"name", "about", "seconds", "motors", "together", "rotations", "regrip", "change"});
      !checked)
    return tl::unexpected<Error>(checked.error());
  Robot robot;
  for (const auto& [key, text] : {std::pair{"name", &robot.name_}, std::pair{"about", &robot.about_}}) {
    const JsonValue* const member = document.find(key);
    if (member == nullptr) continue;
    if (!member->is_text()) return bad(fmt::format("\"{}\": expected a text", key));
    *text = member->text();
  }

  // The times of an object with "90" and "180", or what they are without it.
  const auto motor_of = [](const JsonValue& object, const std::string& where,
                           std::optional<Motor> otherwise) -> Expected<Motor> {
    if (!object.is_object()) return bad(fmt::format("\"{}\": expected an object with \"90\" and \"180\"", where));
    if (const auto checked = check_members(object, fmt::format("\"{}\": ", where), {"90", "180"}); !checked)
      return tl::unexpected<Error>(checked.error());
    const JsonValue* const quarter = object.find("90");
    const JsonValue* const half = object.find("180");
    if (quarter == nullptr && half == nullptr && otherwise) return *otherwise;
    if (quarter == nullptr && !otherwise)
      return bad(fmt::format("\"{}\": the seconds of a turn by 90 degrees are missing", where));
    Motor motor = otherwise.value_or(Motor{});
    if (quarter != nullptr) {
      const auto seconds = parse_turn(*quarter, where + "\".\"90");
      if (!seconds) return tl::unexpected<Error>(seconds.error());
      motor = {*seconds, 2 * *seconds};
    }
    if (half != nullptr) {
      const auto seconds = parse_turn(*half, where + "\".\"180");
      if (!seconds) return tl::unexpected<Error>(seconds.error());
      motor.half = *seconds;
    }
    return motor;
  };
  std::optional<Motor> usual;
  if (const JsonValue* const member = document.find("seconds"); member != nullptr) {
    const auto motor = motor_of(*member, "seconds", std::nullopt);
    if (!motor) return tl::unexpected<Error>(motor.error());
    usual = *motor;
  }
  const JsonValue* const motors = document.find("motors");
  if (motors == nullptr || !motors->is_object() || motors->empty())
    return bad("\"motors\": expected an object with the sides that have one: {\"R\": {}, \"L\": {\"90\": 0.1}}");
  for (const JsonValue& member : *motors) {
    const auto side = parse_side(member.key(), "motors");
    if (!side) return tl::unexpected<Error>(side.error());
    const auto motor = motor_of(member, "motors\".\"" + std::string(member.key()), usual);
    if (!motor) return tl::unexpected<Error>(motor.error());
    robot.motors_[*side] = *motor;
  }
  if (const JsonValue* const member = document.find("together"); member != nullptr) {
    if (!member->is_array()) return bad("\"together\": expected an array of pairs of opposite sides, such as \"RL\"");
    for (const JsonValue& pair : *member) {
      if (!pair.is_text()) return bad("\"together\": expected texts, such as \"RL\"");
      const std::string_view text = pair.text();
      const auto a = parse_side(text.substr(0, 1), "together");
      const auto b = parse_side(text.size() == 2 ? text.substr(1) : text, "together");
      if (!a || !b || *b != opposite(*a))
        return bad(fmt::format("\"together\": {} is not a pair of opposite sides: expected UD, RL or FB", shown(text)));
      if (!robot.motors_[*a] || !robot.motors_[*b])
        return bad(fmt::format("\"together\": {} are not two sides with motors", shown(text)));
      robot.together_[static_cast<std::size_t>(*a % kAxes)] = true;
    }
  }
  if (const JsonValue* const member = document.find("rotations"); member != nullptr) {
    if (!member->is_object()) return bad("\"rotations\": expected an object such as {\"x\": 0.5, \"x'\": 0.5}");
    for (const JsonValue& rotation : *member) {
      const std::string key(rotation.key());
      const auto turn = parse_algorithm(key);
      const bool is_plain = key.size() <= 2 && std::string_view("xyz").find(key[0]) != std::string_view::npos &&
                            (key.size() == 1 || key[1] == '2' || key[1] == '\'');
      if (!turn || !is_plain)
        return bad(fmt::format("\"rotations\": {} is not a rotation of the cube: expected x, y', z2 and the like",
                               shown(key)));
      const auto seconds = parse_seconds(rotation, "rotations\".\"" + key);
      if (!seconds) return tl::unexpected<Error>(seconds.error());
      robot.rotations_.push_back({key, turn->rotation, *seconds});
    }
  }
  for (const auto& [key, time] : {std::pair{"regrip", &robot.regrip_}, std::pair{"change", &robot.change_}}) {
    const JsonValue* const member = document.find(key);
    if (member == nullptr) continue;
    const auto seconds = parse_seconds(*member, key);
    if (!seconds) return tl::unexpected<Error>(seconds.error());
    *time = *seconds;
  }
  robot.connect();

  std::vector<std::string> out;
  for (int f = 0; f < kFaces; ++f) {
    const auto face = static_cast<Face>(f);
    bool can_turn = false;
    for (std::size_t to = 0; to < kHoldings; ++to)
      can_turn = can_turn || (robot.way_[0][to] != kNever && robot.has_motor(side_of(to, face)));
    if (can_turn) continue;
    out.push_back(letter_of(face));
    robot.out_of_reach_ = face;
  }
  // Five faces generate the whole group, four do not.
  if (out.size() > 1)
    return bad(fmt::format("this robot cannot solve every cube: no motor comes to {}; a motor or a rotation is missing",
                           text::listed(out)));
  return robot;
}

void Robot::connect() {
  for (std::size_t from = 0; from < kHoldings; ++from) {
    way_[from].fill(kNever);
    way_[from][from] = Microseconds(0);
    for (std::size_t r = 0; r < rotations_.size(); ++r) {
      const std::size_t to = rotated(from, rotations_[r].rotation);
      if (way_[from][to] != kNever && way_[from][to] <= rotations_[r].takes) continue;
      way_[from][to] = rotations_[r].takes;
      first_[from][to] = static_cast<std::uint8_t>(r);
    }
  }
  for (std::size_t by = 0; by < kHoldings; ++by)
    for (std::size_t from = 0; from < kHoldings; ++from)
      for (std::size_t to = 0; to < kHoldings; ++to) {
        if (way_[from][by] == kNever || way_[by][to] == kNever) continue;
        const Microseconds takes = way_[from][by] + way_[by][to];
        if (way_[from][to] != kNever && way_[from][to] <= takes) continue;
        way_[from][to] = takes;
        first_[from][to] = first_[from][by];
      }
  for (std::size_t to = 0; to < kHoldings; ++to)
    if (way_[0][to] != kNever) holdings_.push_back(static_cast<std::uint8_t>(to));
}

std::optional<RobotSchedule> Robot::schedule(const Moves& word) const {
  Planner planner(*this);
  if (!planner.run(word)) return std::nullopt;
  return planner.schedule();
}

std::optional<Microseconds> Robot::duration(const Moves& word) const {
  Planner planner(*this);
  if (!planner.run(word)) return std::nullopt;
  return planner.takes();
}

Moves Robot::within_reach(const Moves& word) const {
  if (!out_of_reach_) return word;
  const Symmetry to_face = *std::find_if(kAllRotations.begin(), kAllRotations.end(),
                                         [this](Symmetry s) { return kFaceImages[s][U] == *out_of_reach_; });
  Moves reachable;
  for (const Move m : word) {
    if (face_of(m) != *out_of_reach_) {
      reachable.push_back(m);
      continue;
    }
    const Moves detour = conjugate(without_up(turns_of(m)), to_face);
    reachable.insert(reachable.end(), detour.begin(), detour.end());
  }
  return normalise(reachable);
}

Expected<RobotSchedule> schedule_of(const Robot& robot, std::string_view moves) {
  return parse_algorithm(moves).and_then([&](const Algorithm& given) -> Expected<RobotSchedule> {
    const Moves word = normalise(given.moves);
    if (word.size() > kMostTurns)
      return bad(fmt::format("{} turns are too many for a schedule: expected at most {}", word.size(), kMostTurns));
    return robot.schedule(robot.within_reach(word)).value();
  });
}

std::string to_string(const RobotAction& action) {
  switch (action.kind) {
    case RobotAction::Kind::turn:
      return to_string(action.turns);
    case RobotAction::Kind::rotate:
      return action.name;
    case RobotAction::Kind::regrip:
      break;
  }
  return "regrip";
}

}  // namespace superflip
