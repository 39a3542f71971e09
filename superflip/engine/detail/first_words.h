// First words: near-optimal words to a goal of patterns, some tens of milliseconds after the question.
//
// Such a goal is a set of whole cubes, and a word to one of them is an answer: it ends at the first cube of the set on
// its way. The two-phase solver finds these words at once, where the other solvers make tables for seconds and search
// until a word is a shortest one. So they are told first, they are the answer where a limit ends the other search
// without a word, and without any limit they end a search for a near-optimal word that small tables cannot finish
// (call.h). Where the moves have costs, the cheapest of many short words is taken.
#pragma once

#include <vector>

#include "superflip/engine/detail/shared_tables.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

struct SolverRow;  // solvers/row.h

// Whether the question has first words: patterns as the goal, a near-optimal or a shortest word wanted, and turns of
// all faces among the moves, which leave the centres where they are. Precondition for all of these: the question is one
// of to_standard() (holding.h).
bool has_first_words(const Question& question);

// Whether it has them, and the solver of that row may search for seconds before it has a word.
bool wants_first_words(const SolverRow& row, const Question& question);

// What the two-phase solver is asked for them: about a whole cube, in turns of faces, whatever these cost. Its cube is
// to be set.
Question question_of_first_words(const Question& question);

// First words beside the search that follows them.
struct FirstWords {
  std::vector<Solution> words{};  // the best first; none: nothing below has an effect
  int max_length = kNoMaxLength;  // of the question
  std::size_t solutions = 1;      // of the question
  Clock::duration loading{};      // of the tables of the two-phase solver

  // The length of the best word within the limits, negative without one.
  int upper() const { return words.empty() || words.front().length > max_length ? -1 : words.front().length; }

  // The answer of the search. If a limit left it without words that are wanted, these are first words, and so they are
  // if it was only for shorter ones and is complete.
  Answer with(Answer answer) const;

  // The events of the search, of which solutions are told only if they are better than the first word. `on_event` must
  // outlive the result.
  OnEvent heard(const OnEvent& on_event) const;
};

// The words, the shortest or cheapest first, at most Question::solutions. They may be longer than
// Question::max_length. Their work is not counted. If the tables of the two-phase solver are there, this takes some
// tens of milliseconds, or a few once the deadline is over; if not, these are made, whatever the deadline. Without
// memory for them, or once the stop flag is set, there may be no word. Precondition: has_first_words(), and the cube is
// at none of the goals.
FirstWords first_words(SharedTables& tables, const Question& question, const Opening& opening);

}  // namespace superflip::detail
