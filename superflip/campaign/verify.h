// Checks results of a campaign from scratch, by the independent path of its kind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/campaign/campaign.h"
#include "superflip/engine/engine.h"

namespace SUPERFLIP_API superflip {

struct VerifyOptions {
  // The share of the results that is drawn: numerator / denominator, rounded up. All of them: 1 / 1.
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;
  std::uint64_t seed = 1;  // the same seed draws the same results of the same file
  unsigned threads = 0;    // 0: all cores
  const StopFlag* stop = nullptr;
};

struct Verification {
  std::uint64_t results = 0;  // all that there are, without failed tasks
  std::uint64_t drawn = 0;
  std::uint64_t done = 0;  // fewer than drawn where it was stopped
  std::uint64_t wrong = 0;
  std::uint64_t lost = 0;                          // Campaign::lost_tasks()
  std::map<std::string, std::uint64_t> checked{};  // what, and how often
};

// `on_wrong` gets each result that is not true, and `on_progress` the counts so far; one call at a time. Errors: those
// of Campaign and Work::verify.
Expected<Verification> verify(const Campaign& campaign, Engine& engine, const VerifyOptions& options,
                              const std::function<void(const Task&, const std::string& sentence)>& on_wrong,
                              const std::function<void(const Verification&)>& on_progress = {});

}  // namespace superflip
