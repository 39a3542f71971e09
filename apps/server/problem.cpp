#include "apps/server/problem.h"

#include <fmt/format.h>

#include <utility>

namespace superflip::server {

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::unreadable:
    case ErrorKind::bad_option:
      return 400;
    case ErrorKind::impossible:
      return 422;
    case ErrorKind::no_solution:
    case ErrorKind::stopped:
    case ErrorKind::out_of_memory:
      return 503;
    case ErrorKind::system:
    case ErrorKind::internal:
      break;
  }
  return 500;
}

Problem problem_of(const Error& error) {
  Problem problem;
  problem.status = status_of(error.kind);
  problem.title = name(error.kind);
  problem.detail = error.message;
  problem.position = error.position;
  if (problem.status == 503) problem.headers.push_back({"Retry-After", "1"});
  return problem;
}

Problem problem_of(Diagnosis diagnosis) {
  Problem problem = problem_of(to_error(diagnosis));
  problem.diagnosis = std::move(diagnosis);
  return problem;
}

Problem problem(int status, std::string detail) {
  Problem problem;
  problem.status = status;
  for (const char c : reason(status)) problem.title += to_lower(c);
  problem.detail = std::move(detail);
  return problem;
}

void add_problem(Json& json, const Problem& problem) {
  json["error"] = problem.detail;
  json["kind"] = problem.title;
  if (problem.position) json["position"] = *problem.position;
  const Diagnosis& d = problem.diagnosis;
  if (d.problems.empty()) return;
  json["problems"] = d.problems;
  json["notes"] = d.notes;
  if (d.repair.empty()) return;
  json["repair"] = d.repair;
  json["ways"] = d.ways;
  if (d.repaired) json["repaired"] = to_facelets(*d.repaired);
}

Json failed_cube(std::string_view text, const Problem& problem) {
  constexpr std::size_t kMostShown = 1'000;
  Json json{{"input", text::escaped(text, kMostShown)}};
  add_problem(json, problem);
  return json;
}

Response to_response(const Problem& problem) {
  std::string type = "urn:superflip:" + problem.title;
  for (char& c : type)
    if (c == ' ') c = '-';
  Json json{{"type", type}, {"title", problem.title}, {"status", problem.status}, {"detail", problem.detail}};
  add_problem(json, problem);
  return {problem.status, "application/problem+json", to_line(json), problem.headers};
}

}  // namespace superflip::server
