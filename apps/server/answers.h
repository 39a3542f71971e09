// Answers: what the routes do with a request that was read. Each function works on one thread and hears the stop flag
// within about 20 ms.
#pragma once

#include <string>

#include "apps/server/routes.h"

namespace superflip::server {

// For each cube.
Answered<Json> solve_cube(const Task& task, const std::string& text);
Answered<Json> solve_optimally(const Task& task, const std::string& text);
Answered<Json> check_cube(const Task& task, const std::string& text);
Answered<Json> convert_cube(const Task& task, const std::string& text);
Answered<Json> list_completions(const Task& task, const std::string& text);

// For a request.
Answered<Response> give_scrambles(const Task& task);
Answered<Response> list_coordinates(const Task& task);
Answered<Response> show_coordinate(const Task& task);
Answered<Response> cube_of_value(const Task& task);

// At once.
Answered<Response> show_index(const Task& task);
Answered<Response> show_health(const Task& task);
Answered<Response> show_metrics(const Task& task);
Answered<Response> show_openapi(const Task& task);

// The search of a cube, with its events to the sink of the task.
Expected<Answer> search(const Task& task, const Question& question, const Budget& budget);

// A cube that must be facelets, in the standard question: what the compatible answers solve.
Answered<Reading> read_facelets(const std::string& text);

}  // namespace superflip::server
