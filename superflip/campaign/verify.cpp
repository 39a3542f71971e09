#include "superflip/campaign/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/base/text.h"
#include "superflip/campaign/detail/released.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

// The numbers of the drawn tasks, in their order: each set of that size is equally likely.
Expected<std::vector<std::uint64_t>> draw(const Campaign& campaign, const VerifyOptions& options, Verification& found) {
  const auto done = campaign.done_tasks();
  if (!done) return tl::unexpected<Error>(done.error());
  const std::vector<std::uint64_t>& all = *done;
  found.results = all.size();
  const Uint128 share = Uint128(all.size()) * options.numerator;
  const auto drawn = static_cast<std::uint64_t>((share + options.denominator - 1) / options.denominator);
  Random random(options.seed);
  std::vector<std::uint64_t> chosen;
  for (std::size_t i = 0; i < all.size() && chosen.size() < drawn; ++i)
    if (random.below(all.size() - i) < drawn - chosen.size()) chosen.push_back(all[i]);
  found.drawn = chosen.size();
  return chosen;
}

Expected<CampaignResult> result_of(const Campaign& campaign, std::uint64_t task) {
  auto found = campaign.result(task);
  if (!found) return tl::unexpected<Error>(found.error());
  if (*found) return **std::move(found);
  return fail(fmt::format("{} has lost the result of task {}", text::escaped(campaign.path(), 4096), task));
}

Expected<Verdict> verdict_on(const Work& work, const CampaignResult& result, Engine& engine, const Budget& budget) {
  try {
    return work.verify(result.task.text, result.result, engine, budget);
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::out_of_memory, "there is not enough memory to check a result");
  } catch (const std::system_error& error) {
    return fail(ErrorKind::system, error.what());
  } catch (const std::exception&) {
    return Verdict{{}, "the result is not the JSON of a result of this campaign"};
  }
}

}  // namespace

Expected<Verification> verify(const Campaign& campaign, Engine& engine, const VerifyOptions& options,
                              const std::function<void(const Task&, const std::string& sentence)>& on_wrong,
                              const std::function<void(const Verification&)>& on_progress) {
  if (options.denominator == 0 || options.numerator == 0 || options.numerator > options.denominator)
    return fail(ErrorKind::bad_option, fmt::format("a share of {}/{} is not more than 0 and at most 1",
                                                   options.numerator, options.denominator));
  Verification found;
  const auto lost = campaign.lost_tasks();
  if (!lost) return tl::unexpected<Error>(lost.error());
  found.lost = *lost;
  const auto chosen = draw(campaign, options, found);
  if (!chosen) return tl::unexpected<Error>(chosen.error());
  const unsigned threads = options.threads != 0 ? options.threads : hardware_threads();
  const auto at_once = campaign.work()->at_once(engine, threads);
  if (!at_once) return tl::unexpected<Error>(at_once.error());
  const unsigned workers = std::clamp(*at_once, 1U, threads);
  const detail::Released released(*campaign.work());
  std::mutex mutex;  // guards the results and the calls of the functions
  std::optional<Error> failure;
  StopFlag halt{false};
  std::atomic<std::size_t> next{0};
  const auto work = [&](unsigned worker) {
    Budget budget;
    budget.threads = share_of(worker, threads, workers);
    budget.stop = options.stop != nullptr ? options.stop : &halt;
    while (!is_set(options.stop) && !halt) {
      const std::size_t i = next++;
      if (i >= chosen->size()) return;
      const auto result = result_of(campaign, (*chosen)[i]);
      const auto verdict =
          result.and_then([&](const CampaignResult& one) { return verdict_on(*campaign.work(), one, engine, budget); });
      const std::lock_guard lock(mutex);
      if (!verdict) {
        if (verdict.error().kind != ErrorKind::stopped && !failure) failure = verdict.error();
        halt = true;
        return;
      }
      ++found.done;
      for (const auto& [what, times] : verdict->checked) found.checked[what] += times;
      if (verdict->wrong) {
        ++found.wrong;
        on_wrong(result->task, *verdict->wrong);
      }
      if (on_progress) on_progress(found);
    }
  };
  run_on_threads(workers, [&](unsigned worker) {
    try {
      work(worker);
    } catch (...) {
      halt = true;  // the others end, and the caller gets it
      throw;
    }
  });
  if (failure) return tl::unexpected<Error>(*failure);
  return found;
}

}  // namespace superflip
