// Problems: everything that a client is told instead of an answer, as RFC 9457 (application/problem+json) has it, with
// the keys of superflip/engine/report.h and the doctor's whole diagnosis. The status of an error of the library follows
// from its kind, here and nowhere else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/message.h"
#include "superflip/superflip.h"

namespace superflip::server {

struct Problem {
  int status = 400;
  std::string title{};    // of all problems of that kind: "impossible", "not found"
  std::string detail{};   // a sentence about this one
  Diagnosis diagnosis{};  // of a cube that cannot be read or does not exist; else without problems
  std::optional<std::size_t> position{};
  std::vector<Header> headers{};  // Allow, Retry-After
};

template <class T>
using Answered = tl::expected<T, Problem>;

// 400 unreadable and bad_option, 422 impossible, 500 system and internal, 503 for what may be better later.
int status_of(ErrorKind kind);

Problem problem_of(const Error& error);
Problem problem_of(Diagnosis diagnosis);
// One that HTTP alone knows: 404, 405, 413 and so on, with the title of the status.
Problem problem(int status, std::string detail);

// Adds "error", "kind", "position", and of a diagnosis "problems", "notes", "repair", "ways" and "repaired".
void add_problem(Json& json, const Problem& problem);

// A cube of a list without an answer: its text with the problem.
Json failed_cube(std::string_view text, const Problem& problem);

Response to_response(const Problem& problem);

}  // namespace superflip::server
