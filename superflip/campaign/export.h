// Results of a campaign as text: JSON lines with all that is known, or CSV with the columns of its kind.
//
// A JSON line is {"schema": 1, "task": number, "input": its text, "result": {...} or "error" and "kind", "seconds",
// "at" (seconds since 1970), "host", "program", "tables": {...}}. The columns of CSV are task, input, those of the
// kind, seconds, at, host, program, error. The lines are in the order of the tasks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/json.h"
#include "superflip/campaign/campaign.h"

namespace SUPERFLIP_API superflip {

enum class ExportFormat : std::uint8_t { csv, json_lines };

// {"campaign": what it does, "tasks", "done", "failed", "left", "claimed", "tasks_per_second", "seconds_left", "runs":
// [{ "host", "process", "program", "alive", "claimed", "done", "began", "seen"}]}. Times are in seconds since 1970.
Json to_json(const CampaignStatus& status, const Campaign& campaign);

// One line with its newline.
std::string json_line(const CampaignResult& result);

// Calls `write` with pieces of the text until it returns false. Errors: those of Campaign::results.
Expected<void> export_results(const Campaign& campaign, ExportFormat format,
                              const std::function<bool(std::string_view)>& write);

}  // namespace superflip
