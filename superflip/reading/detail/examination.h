// Examination with a choice of formats: what examine() and read() do (formats.h, read.h), for a program that has not
// all of the formats' parsers. A page that downloads its solver has only those for moves and facelets.
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "superflip/reading/formats.h"
#include "superflip/reading/read.h"

namespace superflip {

// Diagnoses a text of a known format.
using ExamineAs = Diagnosis (*)(Format format, std::string_view text, const ReadOptions& how);

Diagnosis examine_moves(std::string_view text, Niss niss);
// All formats.
Diagnosis examine_any(Format format, std::string_view text, const ReadOptions& how);

// examine(), with these parsers.
Examined examine_with(ExamineAs examine_as, std::string_view text, Formats accepted, const ReadOptions& how);

// read(), with these parsers. May throw std::bad_alloc, and what a parser throws.
tl::expected<Reading, Diagnosis> read_with(ExamineAs examine_as, std::string_view text, const Accept& accept);

}  // namespace superflip
