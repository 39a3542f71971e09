// Compat: the answers of servers that robot builders already talk to, byte for byte.
//
//   GET /<54 facelets>      plain text, one line of moves; under --compat twophase the page of RubikTwoPhase's server,
//                           with the moves as U1 R2 F3 and their number, (19f)
//   GET /?<54 facelets>     Cube Explorer's page
//   <54 facelets> newline   a bare TCP line, answered by a line, as RubikTwoPhase's server does (--compat twophase)
//
// Sources: sockets.py and solver.py of RubikTwoPhase 1.1.1, read for the formats alone; Cube Explorer's page as its
// clients take it apart. An error is never something that could be taken for moves: it has an error status and is
// problem+json. With --old-errors it is what the originals send, a page with the status 200.
#pragma once

#include <string>
#include <string_view>

#include "apps/server/routes.h"

namespace superflip::server {

// Whether a path segment is meant as facelets: nothing but the letters of faces, and not few, or about 54 letters.
bool is_meant_as_facelets(std::string_view text);

// "/<54 facelets>" and "/?<54 facelets>".
Answered<Response> answer_facelets(const Context& context);
Answered<Response> answer_cube_explorer(const Context& context);

// The answer to a line, with its newline: "R1 U2 (2f)", or a sentence that begins with "Error: ".
std::string answer_line(const Context& context, const std::string& line);

// The moves as RubikTwoPhase writes them: "R1 U2 F3 (3f)", and "(0f)" for none.
std::string two_phase_moves(const Moves& moves);

}  // namespace superflip::server
