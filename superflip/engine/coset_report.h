// Reports of cosets as JSON, the same for every interface of the library (report.h has the rules).
//
// | key                            | meaning                                                                          |
// |--------------------------------|----------------------------------------------------------------------------------|
// | facelets, metric               | the cube that was given; what counts as one move                                 |
// | class, class_size              | the number of the coset up to symmetry; how many cosets are like it              |
// | size, symmetries               | positions of the coset; symmetries that map it onto itself                       |
// | search_depth, max_depth, extra | as asked for                                                                     |
// | levels                         | one for each depth: depth, found, exact, nodes, words, seconds, samples          |
// | distribution, exact_to         | found of all levels; the last depth up to which they are exact                   |
// | within                         | the number of moves that solve every position of the coset, as far as is known;  |
// |                                | left out while it is not                                                         |
// | found, left, left_solved,      | positions that levels hold; that no level holds, which are left over where       |
// | longest_left                   | `ended` is "complete", else not found yet; how many of these got a word; the     |
// |                                | length of the longest one                                                        |
// | listed, list_complete,         | positions of the listed level; whether they are all; the first of those left     |
// | left_over                      |                                                                                  |
// | ended, threads, bytes          | why the work ended; threads and memory used                                      |
// | notes                          | what failed, but not the levels: a checkpoint, proofs, words. Sentences; mostly  |
// |                                | none                                                                             |
// | loading_seconds, seconds,      | of tables; of the levels; of the words for samples, lists and what was left      |
// | solving_seconds                |                                                                                  |
// | cpu_seconds                    | processor time of all threads, for the levels and the words                      |
//
// A position (in samples, listed, left_over) has facelets, and moves that solve it.
#pragma once

#include <optional>

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/engine/coset.h"

namespace SUPERFLIP_API superflip {

// The depth up to which all levels are exact; -1: none.
int exact_to(const CosetAnswer& answer);

// So many moves solve every position of the coset; nothing while that is not known.
std::optional<int> all_within(const CosetAnswer& answer);

// {"event": "result", ...}
Json to_json(const CosetQuestion& question, const CosetAnswer& answer);

}  // namespace superflip
