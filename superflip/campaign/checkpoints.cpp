#include "superflip/campaign/checkpoints.h"

#include <fmt/format.h>

#include <string>
#include <system_error>

#include "superflip/base/text.h"
#include "superflip/base/version.h"
#include "superflip/table/detail/table_file.h"

namespace superflip {

namespace fs = std::filesystem;

fs::path checkpoint_of(const fs::path& folder, const CampaignSpec& spec, const Task& task) {
  const std::string asked = fmt::format("{}\n{}\n{}", library_version(), spec.to_json(), task.text);
  const std::uint64_t checksum = checksum_of_record(std::as_bytes(std::span(asked)));
  return folder / fmt::format("{}-{:016x}.checkpoint", task.number, checksum);
}

Expected<void> make_checkpoint_folder(const Campaign& campaign, const fs::path& folder) {
  if (!campaign.work()->keeps_checkpoints())
    return fail(ErrorKind::bad_option, fmt::format("campaigns of {} keep no checkpoints: leave out the folder for them",
                                                   campaign.spec().kind));
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return fail(ErrorKind::system, fmt::format("{}: {}", text::escaped(folder.string(), 4096), error.message()));
}

void remove_checkpoints(const Campaign& campaign, const fs::path& folder, std::span<const Outcome> outcomes) {
  for (const Outcome& outcome : outcomes) {
    const auto kept = campaign.result(outcome.task);
    std::error_code ignored;
    if (kept && *kept && !(*kept)->error) fs::remove(checkpoint_of(folder, campaign.spec(), (*kept)->task), ignored);
  }
}

}  // namespace superflip
