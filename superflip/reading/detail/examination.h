// Examination of the usual texts alone, for a page that downloads its solver and wants little of it: moves, and the
// facelets of a cube in the usual order and holding. It answers as read() does (read.h), or not at all.
#pragma once

#include <optional>
#include <string_view>

#include "superflip/reading/formats.h"
#include "superflip/reading/read.h"

namespace superflip {

// What read() answers; nothing if that takes another form, or a search for what is wrong. May throw std::bad_alloc.
std::optional<Reading> read_usual(std::string_view text, const Accept& accept);

// The same of examine() and diagnose(), which begin with these.
std::optional<Examined> examine_usual(std::string_view text, Formats accepted, const ReadOptions& how);
std::optional<Diagnosis> diagnose_usual(std::string_view facelets);

}  // namespace superflip
