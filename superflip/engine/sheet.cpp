#include "superflip/engine/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/cycles.h"
#include "superflip/cube/names.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"
#include "superflip/solver/coset_classes.h"

namespace superflip {
namespace {

// A subgroup, its coordinate for one axis, and that axis. For the other axes the cube is turned.
struct Subgroup {
  const char* name;
  const char* coordinate;
  Face axis;
  std::array<const char*, 3> generators;  // by the axis: UD, RL, FB
};

constexpr std::array<Subgroup, 2> kSubgroups{{
    {"EO", "EdgeOrientation", F, {"U2 D2 R L F B", "U D R2 L2 F B", "U D R L F2 B2"}},
    {"DR", "DominoReduction", U, {"U D R2 L2 F2 B2", "U2 D2 R L F2 B2", "U2 D2 R2 L2 F B"}},
}};

// A rotation that carries a face to another one.
Symmetry rotation(Face from, Face to) {
  return *std::find_if(kAllRotations.begin(), kAllRotations.end(),
                       [&](Symmetry s) { return kFaceImages[s][from] == to; });
}

Expected<void> add_distances(Sheet& sheet, Engine& engine, const Budget& budget, const Listener& listener) {
  for (const Subgroup& subgroup : kSubgroups)
    for (const Face axis : {U, R, F}) {
      const Symmetry turn = rotation(axis, subgroup.axis);
      Question question;
      question.cube = conjugate(sheet.cube, turn);
      question.want = Want::shortest;
      question.goal.coordinates = {{parse_description(subgroup.coordinate).value()}};
      const auto answer = engine.solve(question, budget, listener);
      if (!answer) return tl::unexpected<Error>(answer.error());
      if (answer->solutions.empty()) continue;  // there was no time
      sheet.distances.push_back({subgroup.name, subgroup.generators[axis],
                                 normalise(conjugate(answer->solutions.front().moves, inverse(turn)))});
    }
  return {};
}

}  // namespace

Expected<Sheet> make_sheet(const Cube& cube, const SheetOptions& options, const Listener& listener) {
  if (!is_reachable(cube)) return fail(ErrorKind::impossible, "turns of faces cannot solve this cube");
  Sheet sheet{.cube = cube, .symmetry = symmetry_report(cube)};
  const std::vector<Cycle> cycles = cycles_of({cube});
  sheet.order = order(cycles);
  for (const Cycle& cycle : cycles) sheet.cycles += (sheet.cycles.empty() ? "" : " ") + to_string(cycle);
  sheet.is_odd = corner_parity(cube) != 0;
  sheet.coset_class = CosetClasses::get().number(cube);
  for (const Metric metric : kMetricNames.values()) {
    if (is_set(options.stop)) return sheet;
    // Each has tables of its own: those of the last one are given back.
    Engine engine(options.engine);
    const Budget budget{.time = options.time, .stop = options.stop};
    if (metric == Metric::htm) {
      const auto added = add_distances(sheet, engine, budget, listener);
      if (!added) return tl::unexpected<Error>(added.error());
    }
    Question question{.cube = cube, .metric = metric, .want = Want::all};
    question.solutions = Sheet::kMostWords;
    auto answer = engine.solve(question, budget, listener);
    if (!answer) return tl::unexpected<Error>(answer.error());
    sheet.words.push_back({metric, *std::move(answer)});
  }
  return sheet;
}

Json to_json(const Sheet& sheet) {
  Json json{{"facelets", to_facelets(sheet.cube)}};
  json["symmetry"] = to_json(sheet.cube, sheet.symmetry);
  json["order"] = sheet.order;
  json["cycles"] = sheet.cycles;
  json["parity"] = sheet.is_odd ? "odd" : "even";
  json["words"] = Json::array();
  for (const auto& [metric, answer] : sheet.words) {
    Json words{{"metric", std::string(name(metric))}, {"lower", answer.lower_bound}};
    if (!answer.solutions.empty()) {
      const Solution& first = answer.solutions.front();
      words["upper"] = first.length;
      words["proven"] = answer.is_shortest();
      words["count"] = answer.is_shortest() ? answer.solutions.size() : std::size_t{0};
      words["moves"] = to_string(first.moves);
    }
    words["complete"] = answer.ended == Ended::complete;
    json["words"].push_back(words);
  }
  json["distances"] = Json::array();
  for (const auto& [name, subgroup, word] : sheet.distances)
    json["distances"].push_back(Json{{"name", name},
                                     {"subgroup", subgroup},
                                     {"distance", static_cast<int>(word.size())},
                                     {"moves", to_string(word)}});
  json["coset_class"] = sheet.coset_class;
  return json;
}

}  // namespace superflip
