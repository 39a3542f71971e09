// Ask: what a request asks for, read from its query or its JSON body by one table of fields. The same table says what
// each field may be, so that the OpenAPI document states what the reader really accepts.
//
// The reader takes exactly the fields of the route. Every other field, a value of another type or out of its range, and
// a field given twice is an error that names the field.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/server/message.h"
#include "apps/server/options.h"
#include "apps/server/problem.h"
#include "apps/server/target.h"
#include "superflip/superflip.h"

namespace superflip::server {

struct Ask {
  std::vector<std::string> cubes{};  // their texts
  bool is_batch = false;             // given as `cubes`: the answer is a list
  std::optional<Format> from{};
  Niss niss = Niss::off;
  std::optional<Layout> order{};  // of the faces in facelets
  std::optional<Symmetry> holding{};
  std::vector<std::string> also{};   // the texts of more cubes at the start
  std::vector<std::string> goals{};  // the texts of cubes, of which any is good
  bool has_goals = false;            // they were given as a list
  // What the words of the request say of the question and of its goal (Wording). Those of `show_text`, `moves_text` and
  // `centres_text` depend on others, or take long: they are said when all fields have been read.
  Question question{.want = Want::shortest};
  Wider wider{};
  std::string show_text{};
  std::string moves_text{};
  std::optional<std::string> centres_text{};
  std::string word{};  // moves that are given
  int within = 0;
  int good_enough = 0;
  int max_length = kNoMaxLength;
  std::optional<std::size_t> solutions{};
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};
  Format to = Format::facelets;
  std::size_t most = 0;  // cubes that are listed; 0 where the route lists none
  std::size_t count = 1;
  std::optional<std::uint64_t> seed{};
  bool fewest_moves = false;
  std::optional<SymmetryGroup> symmetry{};
  bool transitions = false;
  bool distance = false;
};

// How many solutions, or cubes of a list, the answer about one cube of the request may have.
std::size_t most_for_each(const Ask& ask, const Limits& limits);

// About the most bytes that the answers to the request take: see room.h.
std::size_t bytes_of_answers(const Ask& ask, const Limits& limits);

// A value of a field as the client wrote it. A text of the query stands for any type.
struct Value {
  struct Other {
    std::string what;  // "null", "an array", ...
  };
  struct FromQuery {
    std::string text;
  };
  std::variant<Other, bool, std::uint64_t, double, std::string, std::vector<std::string>, FromQuery> is = Other{"null"};
};

struct Field {
  enum class Kind : std::uint8_t { cube, cubes, text, whole, number, truth };
  std::string_view name;
  Kind kind;
  std::string description;
  std::vector<std::string> choices{};  // of a text; empty: any
  double least = 0;                    // of numbers, and of the cubes of a list
  double most = 0;
  std::string fallback{};  // what it is without being given, as JSON; empty: nothing
  // Sets the field; the value is of the kind, and in the range or among the choices.
  std::function<Expected<void>(Ask&, const Value&)> take{};
  bool is_for_each = false;  // it says how many solutions, or cubes of a list, the answer about one cube may have
  // Sets the field where the route has it and the request does not.
  std::function<void(Ask&, const Limits&)> otherwise{};
  std::string_view written{};  // in requests, where that is not its name, since another field of other routes has it

  std::string_view in_requests() const { return written.empty() ? name : written; }
};

// All fields of all routes, with the limits of this server.
class Fields {
 public:
  explicit Fields(const Limits& limits);
  // nullptr if there is none of that name, which is not always that of requests.
  const Field* find(std::string_view name) const;
  const Limits& limits() const { return limits_; }

 private:
  Limits limits_;
  std::vector<Field> fields_;
};

using Pairs = std::vector<std::pair<std::string, Value>>;

// The members of a JSON object. Error: unreadable.
Expected<Pairs> parse_body(std::string_view body);

// What a request to a route with these fields asks for. `needs_cube`: one of `cube` and `cubes` must be there.
// `required`: fields that must be there, too. `stop`: ends what takes long, up to a second.
Answered<Ask> read_ask(const Request& request, const Target& target, const Fields& fields,
                       const std::vector<std::string_view>& accepted, bool needs_cube,
                       const std::vector<std::string_view>& required = {}, const StopFlag* stop = nullptr);

}  // namespace superflip::server
