// Reports: answers, events and errors as JSON, the same for every interface of the library.
//
// A key means the same wherever it occurs. Each report is an object in one line, and "schema" comes first (to_line).
// Times are in seconds, rounded to microseconds (those of `bench` to nanoseconds). Sizes are in bytes. Counts, lengths
// and bounds are whole numbers, lengths and bounds in the question's metric, with a robot in milliseconds. Moves are in
// standard notation. A key that does not apply is left out. kSchema is raised when a key changes its meaning or is
// removed; keys may be added.
//
// | key                          | meaning                                                       | where            |
// |------------------------------|---------------------------------------------------------------|------------------|
// | schema                       | kSchema                                                       | every report     |
// | event                        | result, or what happened on the way (Event::Kind)             | solving commands |
// | facelets, to                 | the cube as it was read, with U up and F in front; the goal   | of one cube      |
// | fits, to_fits                | how many cubes have the known facelets of an incomplete one,  | of one cube      |
// |                              | whose unknown facelets are ?; a decimal number as a string    |                  |
// | also, starts                 | more cubes at the start; whether all or any of the cubes at   | of one cube      |
// |                              | the start are brought to the goal, where that was said        |                  |
// | to_any                       | the goals, where several were given: any is good              | of one cube      |
// | only, up_to                  | the mask of the goal; U and rotations, by which it may differ | of one cube      |
// | show                         | what the faces of the goal look like                          | of one cube      |
// | notes                        | how the text of the cube was understood                       | of one cube      |
// | input, error, kind, position | a text that is no cube; what is wrong, its ErrorKind, where   | of one cube      |
// | solver, table, threads       | what searched: SolverKind, its optimal table, its threads     | result           |
// | metric, moves_allowed        | what counts as one move; the moves that may be made           | result, coord    |
// | within                       | how much longer than the shortest a solution may be           | result           |
// | count, solutions             | how many; each with moves, length, seconds (until found) and  | result           |
// |                              | phases                                                        |                  |
// | phases                       | of a two-phase word: its axis, whether the inverse cube was   | result           |
// |                              | searched; its first `front` and last `back` moves are phase 1 |                  |
// | unit                         | instead of metric: ms where lengths are milliseconds of a     | result, coord    |
// |                              | robot, also instead of lower; cost where moves have costs     |                  |
// | schedule                     | of a word for a robot: robot, seconds, and its actions, each  | result, schedule |
// |                              | with at and seconds, and turn (by sides of space), rotate or  |                  |
// |                              | regrip                                                        |                  |
// | too_long                     | the shortest word met, where none of the wanted length was;   | result           |
// |                              | like one of solutions                                         |                  |
// | lower, upper                 | no word is shorter; the length of the best word so far        | result, events   |
// | proven                       | the first solution is a shortest one; and where several were  | result           |
// |                              | asked for, all of them are there                              |                  |
// | known                        | the solution comes from a results file                        | result           |
// | ended                        | why the work ended (Ended)                                    | result           |
// | reason                       | why no word leads to the goal, where ended is unsolvable      | result           |
// | nodes, lookups               | positions expanded; entries read of the optimal table         | result           |
// | nodes, phase1_reads, leaves, | work of the two-phase solver (Counts)                         | result, bench    |
// | phase2_reads                 |                                                               |                  |
// | iterations                   | one for each length searched: length, nodes, lookups, and     | result           |
// |                              | complete: whether all words of that length were searched. It  |                  |
// |                              | is false for the last one where the search ended with a word  |                  |
// | seconds, loading_seconds     | of the work; of loading and making tables before it           | all that measure |
// | elapsed_seconds              | since the call                                                | events           |
// | step, done, seconds_left     | what is being done, the part done (0 to 1), an estimate       | events           |
// | text                         | a sentence for a person                                       | events           |
// | coordinate, values           | its description; the number of its values                     | show, coord      |
// | group, group_order           | the symmetries that a coordinate is folded by, or admits      | coord            |
// | bytes, file                  | of a table or of all tables used; the file where it is kept   | tables, coord    |
// |                              |                                                               | table, bench     |
// | entries, peak_bytes          | entries of a table; memory of the program at its peak         | coord            |
//
// Keys that belong to one command alone are not listed here.
#pragma once

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/engine/engine.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/goal.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kSchema = 1;

// The number, rounded to so many decimals, so that 0.3 is not written as 0.30000000000000004.
double rounded(double value, int decimals);

// A time as reports have it: seconds, rounded to microseconds.
double in_seconds(Clock::duration time);

// A report as one line of text, with "schema" in front. All JSON that a program writes goes through here. `object` is
// not empty.
std::string to_line(const Json& object);

// {"event": "result"}: what every result begins with.
Json begin_result();

// Adds the cube of the question and its goal: puzzle (of a 2x2x2), facelets, fits, also, starts, to, to_fits, to_any,
// only, show, up_to. `targets`: those that were given.
void add_cubes(Json& json, const Question& question, const std::vector<Target>& targets = {}, const Wider& wider = {});

// Adds what lengths and distances count: the metric, or, if the moves have costs of their own, "unit": "cost".
void add_unit(Json& json, Metric metric, const MoveSet* moves);

// Adds the keys of a result above, except table, threads, within and known.
void add_answer(Json& json, const Question& question, const Answer& answer);

// Adds "error", "kind", and "position" where there is one.
void add_error(Json& json, const Error& error);

// What the doctor found: state (possible, impossible, unreadable), possible, facelets, notes, others (other cubes that
// the stickers may mean, each with layout, holding and facelets), problems, position, repair, ways (how many repairs of
// that size there are) and repaired.
Json to_json(const Diagnosis& diagnosis);

// {"event": "solution" | "bound" | "progress" | "table" | "notice", ...}; `elapsed` seconds since the call.
Json to_json(const Event& event, const Question& question, double elapsed);

// {"robot": name, "seconds": ..., "actions": [{"at": 0.1, "seconds": 0.06, "turn": "R' L"} | {..., "rotate": "x"} |
// {..., "regrip": true}, ...]}
Json to_json(const RobotSchedule& schedule, const Robot& robot);

// {"moves": as they were given, "schedule": the above}: what schedule_of() gave for them.
Json schedule_report(std::string_view moves, const RobotSchedule& schedule, const Robot& robot);

// A word as one writes it with the question's moves: "R U2 F'", or with pairs and sequences in brackets, "(R L') U".
std::string to_string(const Solution& solution, const Question& question);

}  // namespace superflip
