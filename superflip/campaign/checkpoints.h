// Checkpoints of tasks that take long: what is done of a task is kept in a file, so that it goes on from there when the
// process is killed.
//
// All files of a campaign are in one folder, which is named to each run. The name of a file follows from the task
// alone, so that any process on any machine finds it; each is removed after the result of its task is committed. The
// files of cosets are those of CosetQuestion::checkpoint.
#pragma once

#include <filesystem>
#include <span>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/campaign/campaign.h"

namespace SUPERFLIP_API superflip {

// The file of a task. Other options, other tasks and other versions of this library, which could not go on from it,
// have other files.
std::filesystem::path checkpoint_of(const std::filesystem::path& folder, const CampaignSpec& spec, const Task& task);

// Makes the folder, if it is not there. Errors: bad_option, where tasks of this campaign keep no checkpoints
// (Work::keeps_checkpoints); system.
Expected<void> make_checkpoint_folder(const Campaign& campaign, const std::filesystem::path& folder);

// Removes the files of those tasks that have a result in the campaign. What cannot be removed stays.
void remove_checkpoints(const Campaign& campaign, const std::filesystem::path& folder,
                        std::span<const Outcome> outcomes);

}  // namespace superflip
