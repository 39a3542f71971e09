#include "superflip/engine/coset_report.h"

#include <algorithm>
#include <string>

#include "superflip/cube/algorithm.h"
#include "superflip/engine/report.h"
#include "superflip/reading/facelets.h"
#include "superflip/solver/coset_classes.h"

namespace superflip {
namespace {

Json to_json(const std::vector<CosetPosition>& positions) {
  Json list = Json::array();
  for (const CosetPosition& p : positions)
    list.push_back({{"facelets", to_facelets(p.cube)}, {"moves", to_string(p.word)}});
  return list;
}

Json to_json(const CosetLevel& level, bool has_samples) {
  Json json{{"depth", level.depth}, {"found", level.found}, {"exact", level.is_exact},
            {"nodes", level.nodes}, {"words", level.words}, {"seconds", in_seconds(level.time)}};
  if (level.proofs != 0) json["proofs"] = level.proofs;
  if (has_samples) json["samples"] = to_json(level.samples);
  return json;
}

}  // namespace

int exact_to(const CosetAnswer& answer) {
  int depth = -1;
  for (const CosetLevel& level : answer.levels)
    if (level.is_exact) depth = level.depth;
  return depth;
}

std::optional<int> all_within(const CosetAnswer& answer) {
  if (answer.levels.empty()) return std::nullopt;
  const int depth = answer.levels.back().depth;
  if (answer.left == 0) return depth;
  if (answer.left_solved == answer.left) return std::max(depth, answer.longest_left);
  return std::nullopt;
}

Json to_json(const CosetQuestion& question, const CosetAnswer& answer) {
  Json json = begin_result();
  json["facelets"] = to_facelets(question.cube);
  json["metric"] = std::string(name(question.metric));
  json["class"] = CosetClasses::get().number(question.cube);
  json["class_size"] = CosetClasses::size(question.cube);
  json["size"] = kCosetSize;
  json["symmetries"] = answer.symmetries;
  const int max_depth = question.max_depth.value_or(greatest_distance(question.metric));
  json["search_depth"] = std::min(max_depth, question.search_depth.value_or(default_search_depth(question.metric)));
  json["max_depth"] = max_depth;
  json["extra"] = question.extra;
  json["levels"] = Json::array();
  json["distribution"] = Json::array();
  for (const CosetLevel& level : answer.levels) {
    json["levels"].push_back(to_json(level, question.samples != 0));
    json["distribution"].push_back(level.found);
  }
  json["exact_to"] = exact_to(answer);
  if (const auto depth = all_within(answer)) json["within"] = *depth;
  json["found"] = answer.found();
  json["left"] = answer.left;
  if (answer.left_solved) {
    json["left_solved"] = *answer.left_solved;
    json["longest_left"] = answer.longest_left;
    json["left_over"] = to_json(answer.left_over);
  }
  if (question.list_depth) {
    json["listed"] = to_json(answer.listed);
    json["list_complete"] = answer.is_list_complete;
  }
  json["ended"] = std::string(name(answer.ended));
  json["notes"] = Json::array();
  for (const Error& note : answer.notes) json["notes"].push_back(note.message);
  json["threads"] = answer.threads;
  json["bytes"] = answer.bytes;
  json["loading_seconds"] = in_seconds(answer.loading);
  json["seconds"] = in_seconds(answer.searching);
  json["solving_seconds"] = in_seconds(answer.solving);
  json["cpu_seconds"] = in_seconds(answer.computing);
  return json;
}

}  // namespace superflip
