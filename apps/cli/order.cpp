// superflip order: what a sequence does when it is repeated.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> sequences;
  std::optional<Pieces> only;
  bool json = false;
};

std::vector<std::string> names(const Pieces& pieces) {
  std::vector<std::string> list;
  for (int piece = 0; piece < kPieces; ++piece)
    if (pieces[piece]) list.push_back(piece_name(piece));
  return list;
}

// "corner", "edge" or "centre", from the number of letters in a place's name.
std::string_view kind(const Cycle& cycle) {
  switch (piece_name(cycle.steps.front().place).size()) {
    case 3:
      return "corner";
    case 2:
      return "edge";
    default:
      return "centre";
  }
}

std::string text_of(const std::vector<Cycle>& cycles, const std::optional<Pieces>& only) {
  std::string text = fmt::format("order    {}\n", order(cycles));
  for (const std::string_view k : {"corner", "edge", "centre"}) {
    std::string line;
    for (const Cycle& cycle : cycles)
      if (kind(cycle) == k) line += to_string(cycle);
    if (!line.empty()) text += fmt::format("{:<9}{}\n", fmt::format("{}s", k), line);
  }
  const auto line = [&](const Power& p) {
    text += fmt::format("{:>7}  {:>2}{}{}\n", p.n, p.moved.count(), p.moved.any() ? "  " : "",
                        fmt::join(names(p.moved), " "));
  };
  text += "  times  pieces moved\n";
  for (const Power& p : powers(cycles)) line(p);
  if (only) {
    text += fmt::format("only {}\n", fmt::join(names(*only), " "));
    const int n = least_power(cycles, *only);
    line({n, moved(cycles, n)});
  }
  return text;
}

Json json_of(const std::string& sequence, const std::vector<Cycle>& cycles, const std::optional<Pieces>& only) {
  Json json;
  json["moves"] = sequence;
  json["order"] = order(cycles);
  json["cycles"] = Json::array();
  for (const Cycle& cycle : cycles) {
    Json places = Json::array();
    for (const Visit& step : cycle.steps) places.push_back(piece_name(step.place));
    json["cycles"].push_back({{"piece", kind(cycle)},
                              {"cycle", to_string(cycle)},
                              {"places", places},
                              {"turn", cycle.turn},
                              {"order", cycle.order()}});
  }
  json["orbits"] = Json::object();
  for (const Cycle& cycle : cycles)
    for (std::size_t i = 0; i < cycle.steps.size(); ++i) {
      Json& orbit = json["orbits"][piece_name(cycle.steps[i].place)];
      for (std::size_t j = 0; j < cycle.steps.size(); ++j)
        orbit.push_back(piece_name(cycle.steps[(i + j) % cycle.steps.size()].place));
    }
  const auto power = [](const Power& p) { return Json{{"times", p.n}, {"moved", names(p.moved)}}; };
  json["powers"] = Json::array();
  for (const Power& p : powers(cycles)) json["powers"].push_back(power(p));
  if (only) {
    const int n = least_power(cycles, *only);
    json["only"] = {{"pieces", names(*only)}, {"times", n}, {"moved", names(moved(cycles, n))}};
  }
  return json;
}

Expected<Algorithm> parse_moves(const std::string& moves) {
  if (text::trimmed(moves).empty()) return fail("there are no moves: the text is empty");
  return parse_algorithm(moves);
}

ExitCode run(const Options& options) {
  bool is_later = false;
  const auto show = [&](const std::string& moves) {
    return parse_moves(moves).map([&](const Algorithm& algorithm) {
      const std::vector<Cycle> cycles = cycles_of(motion_of(algorithm));
      if (std::exchange(is_later, true) && !options.json) print("\n");
      if (options.json)
        print_json(json_of(moves, cycles, options.only));
      else
        print(text_of(cycles, options.only));
    });
  };
  return for_each_sequence("order", options.sequences, "one sequence of moves", show, options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments
      .add_option("MOVES", options->sequences,
                  "Each argument is one sequence, so quote it: \"R U\". Without arguments,\n"
                  "or for -, sequences are read from standard input, one in each line.")
      .option_text("...");
  add_parsed(
      arguments, "--only", options->only, parse_pieces,
      "Print the least number of repetitions after which only these pieces are moved\nor turned, such as \"URF UF\".")
      .type_name("PIECES");
  arguments.add_flag("--json", options->json, "A line of JSON for each sequence, with the orbit of each piece.");
  arguments.footer(
      R"(order    how many times the moves must be made until every piece is back in its place and not turned
corners, edges, centres
         the cycles: in (URF BRU DRB FRD) the piece at URF goes to BRU, its sticker on U to B, that on R to R,
         that on F to U; the piece at BRU goes on to the next place, and that at the last place to the first.
         A sign says how a piece comes back after a round: a corner twisted clockwise + or anticlockwise -, an
         edge flipped +. The places of a cycle are the orbit of each of its pieces. Pieces that are not named
         stay as they are.
times    each set of pieces that some number of repetitions moves or turns, with the least such number
only     the least number of repetitions after which all other pieces are in their places and not turned
Wide moves, slices and rotations carry the centres, which then count as pieces: the order of M is 4, and x R has
returned only when the whole cube is back as well. The turn of a centre in its place does not count.

Examples:
  superflip order "R U"
  superflip order --only "UR UF UL UB FR BR DR" "R U"      15: then the corners are back
  superflip order --json "R U2 D' B D'"                     1260, the greatest of face turns)");
  return [options] { return run(*options); };
}

const Registration registered{{35, "order", "What a sequence does when it is repeated: order and cycles", add}};

}  // namespace

}  // namespace superflip::cli
