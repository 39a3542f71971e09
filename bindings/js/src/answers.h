// Questions from requests, and answers and events as JSON: what the modules share.
#pragma once

#include <string>

#include "bindings/js/src/module.h"
#include "superflip/reading/read.h"
#include "superflip/solver/solver.h"

namespace superflip::js {

// What a request says about how its cube is read ("format", "niss").
Accept accept_of(const Request& request);

// The reading, or its diagnosis is thrown; and the diagnosis of both as JSON.
Reading value_of(tl::expected<Reading, Diagnosis> reading);
std::string diagnosed(const tl::expected<Reading, Diagnosis>& reading);

// Adds what is common to all questions: "goodEnough", "maxLength", "solutions".
void set_limits(Question& question, const Request& request);
// "time", "nodes" and "endless".
Budget budget_of(const Request& request);

// The text of a word is what the module writes for it.
Object to_object(const Solution& solution, const std::string& text);
// With the words as JSON; `too_long` is "null" if there is none.
Object to_object(const Answer& answer, const std::vector<std::string>& solutions, const std::string& too_long);
// The event as the object of a report; `solution` is the JSON of its word.
Object to_object(const Event& event, const std::string& solution);

}  // namespace superflip::js
