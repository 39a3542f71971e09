#include "superflip/engine/coset.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "superflip/base/memory.h"
#include "superflip/base/text.h"
#include "superflip/engine/detail/alarm.h"
#include "superflip/engine/detail/attend.h"
#include "superflip/engine/detail/coset_checkpoint.h"
#include "superflip/engine/detail/coset_forecast.h"
#include "superflip/engine/detail/coset_run.h"
#include "superflip/engine/detail/guarded.h"
#include "superflip/engine/detail/state.h"
#include "superflip/engine/detail/until.h"
#include "superflip/solver/coset/enumeration.h"
#include "superflip/solver/two_phase/tables.h"

namespace superflip {
namespace {

using detail::CosetCheckpoint;
using detail::Opening;

Expected<void> check_metric(Metric metric) {
  if (kCosetMetricNames.has(metric)) return {};
  return fail(ErrorKind::bad_option, "cosets are counted in " + alternatives(kCosetMetricNames.names));
}

Expected<void> check_coset_question(const CosetQuestion& question) {
  const auto in_range = [](std::optional<int> depth) { return !depth || (*depth >= 0 && *depth <= kMaxCosetDepth); };
  if (!is_cube(question.cube) || !is_reachable(question.cube))
    return fail(ErrorKind::impossible, "no turns of faces lead to this cube, so no coset of G1 holds it");
  if (auto counted = check_metric(question.metric); !counted) return counted;
  if (!in_range(question.search_depth) || !in_range(question.max_depth) || !in_range(question.list_depth))
    return fail(ErrorKind::bad_option, fmt::format("the depths of a coset are 0 to {}", kMaxCosetDepth));
  const int max_depth = question.max_depth.value_or(greatest_distance(question.metric));
  if (question.search_depth > max_depth)
    return fail(ErrorKind::bad_option, fmt::format("the levels end at depth {}, so a search to depth {} makes no sense",
                                                   max_depth, *question.search_depth));
  if (question.list_depth > max_depth)
    return fail(ErrorKind::bad_option, fmt::format("the levels end at depth {}, so depth {} cannot be listed",
                                                   max_depth, *question.list_depth));
  if (question.samples > kMaxCosetSamples)
    return fail(ErrorKind::bad_option, fmt::format("at most {} samples of a level are chosen", kMaxCosetSamples));
  return {};
}

}  // namespace

std::uint64_t coset_bytes(Profile profile, Metric metric, unsigned threads) {
  std::uint64_t bytes = coset::workspace_bytes(metric, threads);
  if (metric != Metric::stm) return bytes + two_phase::bytes_of(profile, metric);
  for (const TableIdentity& file : coset::SearchTables::files_in_stm()) bytes += file.bytes;
  return bytes;
}

Profile coset_profile(std::uint64_t memory, Metric metric, unsigned threads) {
  if (metric == Metric::stm) return Profile::standard;
  return coset_bytes(Profile::large, metric, threads) <= memory ? Profile::large : Profile::standard;
}

unsigned coset_threads(std::uint64_t memory, Metric metric, unsigned most) {
  unsigned threads = std::max(most, 1U);
  while (threads > 1 && coset_bytes(Profile::standard, metric, threads) > memory) --threads;
  return threads;
}

Expected<std::uint32_t> parse_extra(std::string_view text) {
  constexpr std::uint32_t kMost = 1'000'000;
  if (text == "0") return 0U;
  const std::string_view part = text.starts_with("1/") ? text.substr(2) : text;
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), n);
  if (error != std::errc() || end != part.data() + part.size() || n == 0 || n > kMost)
    return fail(ErrorKind::bad_option, fmt::format("'{}' is not a part such as 1/8, or 0", text::escaped(text)));
  return n;
}

namespace {

// Whether the optimal solver will be asked, as far as that is known: for proofs, or for words of the first levels.
bool needs_optimal_solver(const CosetQuestion& question) {
  const bool lists_short_words = question.list_depth && question.list_limit != 0 &&
                                 *question.list_depth < detail::facts_of(question.metric).two_phase_from;
  return question.prove || question.samples != 0 || lists_short_words;
}

// Loads or makes its tables.
Expected<void> prepare_optimal_solver(Engine& engine, Metric metric, const Opening& opening) {
  Question question;
  question.metric = metric;
  question.solver = SolverKind::optimal;
  question.want = Want::shortest;
  Listener listener;
  if (opening.on_event)
    listener = [&opening](const Event& event) {
      if (event.kind == Event::Kind::table || event.kind == Event::Kind::notice) opening.on_event(event);
      return true;
    };
  return engine.prepare(question, {.stop = opening.stop}, listener);
}

// The tables of a search; those of stm are shared by all solvers of an engine.
Expected<std::shared_ptr<const coset::SearchTables>> open_tables(detail::SharedTables& tables, Profile profile,
                                                                 Metric metric, const Opening& opening) {
  using Made = Expected<std::shared_ptr<const coset::SearchTables>>;
  const auto resident = [&](std::shared_ptr<const coset::SearchTables> opened) -> Made {
    if (is_set(opening.stop)) return fail(ErrorKind::stopped, "stopped before the tables were in memory");
    return opened;
  };
  if (metric == Metric::stm)
    return tables.cosets_in_stm()
        .get(opening.stop, opening.deadline,
             [&](const StopFlag* stop) {
               return coset::SearchTables::open_in_stm(tables.source(), tables.threads(), tables.progress_of(opening),
                                                       stop);
             })
        .and_then(resident);
  return tables.two_phase(profile, metric, opening).and_then([&](const auto& opened) {
    return resident(std::make_shared<const coset::SearchTables>(opened->inside(), opening.stop));
  });
}

}  // namespace

struct CosetSolver::State {
  Engine& engine;
  const std::uint64_t memory;  // 0: what is available
  const unsigned threads;      // 0: as many of the engine's as fit in the memory
  // Of the last metric that was asked for.
  Metric metric = Metric::htm;
  Profile profile = Profile::large;
  std::shared_ptr<coset::Workspace> workspace{};

  // The workspace for a metric; its memory is kept for the next coset.
  Expected<void> open(Metric wanted, const Opening& opening) {
    if (workspace && metric == wanted) return {};
    workspace.reset();
    // Asked once: threads and tables that are chosen by different figures may not fit together.
    const std::uint64_t all = memory != 0 ? memory : available_memory();
    const unsigned used = threads != 0 ? threads : coset_threads(all, wanted, engine.state_->tables.threads());
    const Profile chosen = coset_profile(all, wanted, used);
    if (coset_bytes(chosen, wanted, used) > all)
      return fail(ErrorKind::out_of_memory,
                  fmt::format("a coset needs {} MB of memory with {}, and {} MB are available{}",
                              coset_bytes(chosen, wanted, used) / 1'000'000 + 1, text::counted(used, "thread"),
                              all / 1'000'000, used > 1 ? "; fewer threads need less" : ""));
    const auto tables = open_tables(engine.state_->tables, chosen, wanted, opening);
    if (!tables) return tl::unexpected<Error>(tables.error());
    workspace = std::make_shared<coset::Workspace>(*tables, used);
    metric = wanted;
    profile = chosen;
    return {};
  }

  // Precondition: open() succeeded.
  std::uint64_t bytes() const { return coset_bytes(profile, metric, workspace->threads()); }
};

CosetSolver::CosetSolver(Engine& engine, std::uint64_t memory, unsigned threads)
    : state_(new State{engine, memory, threads}) {}
CosetSolver::~CosetSolver() = default;
CosetSolver::CosetSolver(CosetSolver&&) noexcept = default;
CosetSolver& CosetSolver::operator=(CosetSolver&&) noexcept = default;

Expected<CosetAnswer> CosetSolver::solve(const CosetQuestion& question, const Budget& budget,
                                         const Listener& listener) {
  using Result = Expected<CosetAnswer>;
  return detail::guarded<CosetAnswer>([&]() -> Result {
    if (const auto checked = check_coset_question(question); !checked) return tl::unexpected<Error>(checked.error());
    std::optional<CosetCheckpoint> checkpoint;
    if (!question.checkpoint.empty()) {
      auto opened = CosetCheckpoint::open(question.checkpoint);
      if (!opened) return tl::unexpected<Error>(opened.error());
      checkpoint.emplace(*std::move(opened));
    }
    const auto begun = Clock::now();
    const auto deadline = detail::deadline_of(budget);
    Result answer = fail(ErrorKind::internal, "the work did not begin");
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      const detail::Alarm alarm(stop, deadline);
      const auto ended = [&] { return !is_set(stop) && is_set(alarm.stop()) ? Ended::time : Ended::stopped; };
      const Opening opening{alarm.stop(), deadline, on_event};
      auto opened = state_->open(question.metric, opening);
      // What proofs and words need is there, or missing, before hours of search.
      if (opened && needs_optimal_solver(question))
        opened = prepare_optimal_solver(state_->engine, question.metric, opening);
      const auto loaded = Clock::now();
      if (opened) {
        answer = detail::run_coset(state_->engine, *state_->workspace, question, alarm.stop(), on_event,
                                   checkpoint ? &*checkpoint : nullptr);
        if (answer && answer->ended == Ended::stopped) answer->ended = ended();
      } else if (opened.error().kind == ErrorKind::stopped) {
        answer = CosetAnswer{};
        answer->ended = ended();
        answer->left = kCosetSize;
      } else {
        answer = tl::unexpected<Error>(opened.error());
      }
      if (!answer) return;
      answer->loading = loaded - begun;
      if (state_->workspace) answer->bytes = state_->bytes();
    });
    return answer;
  });
}

Expected<std::vector<TableIdentity>> CosetSolver::prepare(Engine& engine, Metric metric, const Budget& budget,
                                                          const Listener& listener) {
  using Result = Expected<std::vector<TableIdentity>>;
  return detail::guarded<std::vector<TableIdentity>>([&]() -> Result {
    if (const auto counted = check_metric(metric); !counted) return tl::unexpected<Error>(counted.error());
    detail::SharedTables& tables = engine.state_->tables;
    const Profile profile = engine.options().profile;
    Result files = metric == Metric::stm ? coset::SearchTables::files_in_stm() : TwoPhaseTables::files(profile, metric);
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      const Opening opening{stop, {}, on_event};
      const auto keep_error = [&](const auto& opened) {
        if (!opened) files = tl::unexpected<Error>(opened.error());
      };
      if (metric == Metric::stm)
        keep_error(open_tables(tables, profile, metric, opening));
      else
        keep_error(tables.two_phase(profile, metric, opening));
    });
    return files;
  });
}

}  // namespace superflip
