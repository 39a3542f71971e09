// Answers: what the routes do with a request that was read. Each function works on one thread and hears the stop flag
// within about 20 ms.
#pragma once

#include <string>

#include "apps/server/routes.h"

namespace superflip::server {

// For each cube.
Answered<Json> solve_cube(const Context& context, const std::string& text);
Answered<Json> solve_optimally(const Context& context, const std::string& text);
Answered<Json> check_cube(const Context& context, const std::string& text);
Answered<Json> convert_cube(const Context& context, const std::string& text);
Answered<Json> list_completions(const Context& context, const std::string& text);

// For a request.
Answered<Response> give_schedule(const Context& context);
Answered<Response> give_scrambles(const Context& context);
Answered<Response> list_coordinates(const Context& context);
Answered<Response> show_coordinate(const Context& context);
Answered<Response> cube_of_value(const Context& context);

// At once.
Answered<Response> show_index(const Context& context);
Answered<Response> show_health(const Context& context);
Answered<Response> show_metrics(const Context& context);
Answered<Response> show_openapi(const Context& context);

// The search of a cube, with its events to the sink of the context.
Expected<Answer> search(const Context& context, const Question& question, const Budget& budget);

// A cube that must be facelets, in the standard question: what the compatible answers solve.
Answered<Reading> read_facelets(const std::string& text);

}  // namespace superflip::server
