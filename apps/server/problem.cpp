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

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
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

Response to_response(const Problem& problem) {
  std::string type = "urn:superflip:" + problem.title;
  for (char& c : type)
    if (c == ' ') c = '-';
  Json json{{"type", type}, {"title", problem.title}, {"status", problem.status}, {"detail", problem.detail}};
  add_problem(json, problem);
  return {problem.status, "application/problem+json", to_line(json), problem.headers};
}

}  // namespace superflip::server
