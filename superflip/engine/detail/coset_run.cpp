#include "superflip/engine/detail/coset_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/processor_time.h"
#include "superflip/cube/random.h"
#include "superflip/engine/detail/coset_forecast.h"
#include "superflip/engine/detail/coset_proofs.h"
#include "superflip/engine/detail/guarded.h"

namespace superflip::detail {
namespace {

using coset::Enumeration;
using coset::Place;

static_assert(kCosetSize == coset::kG1Order);

// Samples of levels that are no lists are drawn from so many random places, of each of which the level is noted.
constexpr std::size_t probes_for(std::size_t samples) {
  return std::max(std::clamp<std::size_t>(20'000 * samples, 100'000, 2'000'000), samples);
}
// The positions that may belong to a listed level that has no list of its own.
constexpr std::size_t kMaxCandidates = 4'000'000;

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

// The first places that no level holds.
CosetMissing missing(const coset::Bitmap& bitmap, std::uint64_t count, std::size_t most) {
  CosetMissing found;
  found.is_all = count <= most;
  found.places.reserve(std::min<std::uint64_t>(count, most));
  bitmap.visit_missing([&](Place place) {
    found.places.push_back(place);
    return found.places.size() < most;
  });
  return found;
}

double fraction(std::size_t done, std::size_t of) { return static_cast<double>(done) / static_cast<double>(of); }

// How a level was made, by its part of a search (Enumeration::next).
std::string made_by(std::uint32_t part) {
  if (part == 0) return "a pass";
  return part == 1 ? "a whole search" : fmt::format("1/{} of a search", part);
}

// One run over the levels, in the thread that works.
class Run {
 public:
  Run(Engine& engine, coset::Workspace& workspace, const CosetQuestion& question, const StopFlag* stop,
      const OnEvent& on_event, const CosetCheckpoint* checkpoint, Enumeration::Way way)
      : engine_(engine),
        workspace_(workspace),
        question_(question),
        stop_(stop),
        on_event_(on_event),
        checkpoint_(checkpoint),
        max_depth_(question.max_depth.value_or(greatest_distance(question.metric))),
        search_depth_(std::min(max_depth_, question.search_depth.value_or(default_search_depth(question.metric)))),
        forecast_(search_depth_, max_depth_, question.metric, workspace.threads(),
                  question.samples != 0 || question.list_depth || question.solve_left),
        levels_(
            workspace, question.cube, stop, [this](double part) { report(part); }, keeping(std::move(way))) {
    if (question.samples == 0) return;
    Random random(question.seed);
    for (std::size_t i = 0; i < probes_for(question.samples); ++i)
      probes_.push_back({static_cast<std::uint32_t>(random.below(coset::kPages)),
                         static_cast<std::uint32_t>(random.below(coset::kPageBits))});
  }

  // Sets `ended` to complete or stopped. Throws.
  Expected<CosetAnswer> run() {
    const auto begun = Clock::now();
    const auto computed = processor_time();
    answer_.symmetries = static_cast<int>(levels_.symmetries());
    answer_.threads = workspace_.threads();
    const Expected<void> resumed = resume();
    if (!resumed && resumed.error().kind != ErrorKind::stopped) return tl::unexpected<Error>(resumed.error());
    if (!resumed) answer_.ended = Ended::stopped;
    while (resumed && levels_.depth() < max_depth_ && found_ < kCosetSize) {
      const Expected<bool> made = make_next();
      if (!made) return tl::unexpected<Error>(made.error());
      if (!*made) break;
    }
    answer_.left = kCosetSize - found_;
    answer_.searching = Clock::now() - begun;
    if (answer_.ended == Ended::complete) gather_left();
    if (unsaved_) answer_.notes.push_back(*std::move(unsaved_));
    if (auto solved = solve_pending(); !solved) {
      if (solved.error().kind == ErrorKind::internal) return tl::unexpected<Error>(std::move(solved.error()));
      answer_.wordless = solved.error();
      answer_.notes.push_back(std::move(solved.error()));
    }
    check_list();
    answer_.solving = Clock::now() - begun - answer_.searching;
    answer_.computing = std::chrono::duration_cast<Clock::duration>(processor_time() - computed);
    return std::move(answer_);
  }

 private:
  // The levels that the checkpoint has, or level 0.
  Expected<void> resume() {
    std::optional<CosetProgress> progress;
    if (checkpoint_ != nullptr) {
      auto loaded = checkpoint_->load(question_, levels_.bitmap(), stop_);
      if (!loaded) return tl::unexpected<Error>(loaded.error());
      progress = *std::move(loaded);
    }
    if (!progress) {
      add_level(0);
      parts_.push_back(1);
      return write();  // where it cannot be written, that is said before hours of search
    }
    if (auto fits = check(*progress); !fits) return fits;
    answer_.levels = std::move(progress->levels);
    answer_.is_list_complete = progress->is_list_complete;
    parts_ = std::move(progress->parts);
    pending_ = std::move(progress->pending);
    probes_ = std::move(progress->probes);
    candidates_ = std::move(progress->candidates);
    spent_ = progress->spent;
    levels_.resume(std::move(progress->enumeration));
    for (const CosetLevel& level : answer_.levels) {
      found_ += level.found;
      counts_.nodes += level.nodes;
      counts_.leaves += level.words;
      if (level.depth == 0) continue;
      forecast_.begin(level.depth);
      forecast_.finish(seconds(level.time), level.nodes);
    }
    return {};
  }

  // Whether this run would make the levels of the checkpoint in the same way.
  Expected<void> check(const CosetProgress& progress) const {
    const auto refuse = [&](int depth, std::uint32_t there, const std::string& here) {
      return fail(ErrorKind::bad_option,
                  fmt::format("the checkpoint {} does not fit these depths: there level {} was made by {}, here {}; "
                              "name another file, or remove this one",
                              checkpoint_->shown(), depth, made_by(there), here));
    };
    std::vector<std::uint32_t> parts = progress.parts;
    // Levels of whole searches are complete without proofs.
    const bool is_searched = std::all_of(parts.begin(), parts.end(), [](std::uint32_t part) { return part == 1; });
    if (!is_searched && progress.is_proving != question_.prove)
      return fail(ErrorKind::bad_option,
                  fmt::format("the checkpoint {} is of a run {} proofs, and has levels that would be others {}: name "
                              "another file, or remove this one",
                              checkpoint_->shown(), progress.is_proving ? "with" : "without",
                              question_.prove ? "with them" : "without them"));
    if (progress.enumeration.search) parts.push_back(progress.enumeration.search->part);
    for (std::size_t d = 1; d < parts.size(); ++d) {
      const int depth = static_cast<int>(d);
      if (depth > max_depth_) return refuse(depth, parts[d], fmt::format("the last level is {}", max_depth_));
      if (parts[d] != part_of(depth)) return refuse(depth, parts[d], "it is made by " + made_by(part_of(depth)));
    }
    return {};
  }

  // Keeps all that is known, if that is wanted. What fails is kept in mind until it succeeds.
  void save() {
    const bool was_written = !unsaved_;
    const Expected<void> saved = guarded<void>([this] { return write(); });
    unsaved_ = saved ? std::nullopt : std::optional(saved.error());
    if (!saved) saved_at_ = Clock::now();  // it is tried again later, also where nothing could be written
    if (!unsaved_ || !was_written || !on_event_ || is_set(stop_)) return;
    Event event;
    event.kind = Event::Kind::notice;
    event.step = unsaved_->message + "; the work goes on";
    on_event_(event);
  }

  Expected<void> write() {
    if (checkpoint_ == nullptr) return {};
    const auto begun = Clock::now();
    CosetProgress progress;
    progress.levels = answer_.levels;
    progress.parts = parts_;
    progress.is_proving = question_.prove;
    progress.pending = pending_;
    progress.is_list_complete = answer_.is_list_complete;
    progress.probes = probes_;
    progress.enumeration = levels_.state();
    if (progress.enumeration.search) {
      progress.candidates = candidates_;
      progress.spent = begun - level_begun_;
    }
    const int depth = levels_.depth() + (progress.enumeration.search ? 1 : 0);
    auto saved = checkpoint_->save(question_, progress, levels_.bitmap(), [&](double done) {
      report(fmt::format("depth {}: writing the checkpoint", depth), depth,
             forecast_.rest_of_step(done, seconds(Clock::now() - begun)));
    });
    saved_at_ = Clock::now();
    saving_ = saved_at_ - begun;
    has_news_ = !saved;
    return saved;
  }

  Enumeration::Way keeping(Enumeration::Way way) {
    if (checkpoint_ == nullptr) return way;
    way.on_round = [this](bool is_last) {
      has_news_ = true;
      // A level that is searched is kept when it is finished, unless proofs, which may take hours, come first.
      const bool is_due = is_last ? question_.prove && levels_.depth() >= search_depth_
                                  : Clock::now() - saved_at_ >= std::max<Clock::duration>(kPatience, 10 * saving_);
      if (is_due) save();
      return true;
    };
    return way;
  }

  // Enumeration::next()
  std::uint32_t part_of(int depth) const {
    return depth <= search_depth_ ? 1 : depth == search_depth_ + 1 ? question_.extra : 0;
  }

  // False when it was stopped.
  Expected<bool> make_next() {
    const int depth = levels_.depth() + 1;
    const std::uint32_t part = part_of(depth);
    level_begun_ = Clock::now() - std::exchange(spent_, {});
    forecast_.begin(depth);
    report(0);
    if (!levels_.state().search) {
      const std::uint64_t left = kCosetSize - found_;
      const bool is_listed = question_.list_depth == depth && question_.list_limit != 0;
      candidates_ = is_listed || (question_.samples != 0 && left <= kMaxCandidates)
                        ? missing(levels_.bitmap(), left, kMaxCandidates)
                        : CosetMissing{};
    }
    if (!levels_.next(part)) {
      if (has_news_ && levels_.state().search) save();
      answer_.ended = Ended::stopped;
      return false;
    }
    forecast_.finish(seconds(Clock::now() - level_begun_), levels_.counts().nodes - counts_.nodes);
    const Expected<std::size_t> proofs = guarded<std::size_t>([&] { return complete(depth); });
    add_level(depth);
    parts_.push_back(part);
    if (!proofs) return go_on_without_proofs(proofs.error());
    answer_.levels.back().proofs = *proofs;
    // A pass takes no longer than the reading of what it finds.
    if (part != 0 || *proofs != 0) save();
    return true;
  }

  // The level is not complete, and no later one is. It is not kept, so that the next run tries again.
  Expected<bool> go_on_without_proofs(const Error& error) {
    if (error.kind == ErrorKind::internal) return tl::unexpected<Error>(error);
    if (error.kind != ErrorKind::stopped) {
      answer_.notes.push_back(error);
      return true;
    }
    answer_.ended = Ended::stopped;
    return false;
  }

  // Completes the level by proofs, if they are wanted, complete levels precede it and few positions are left. Returns
  // how many were asked about.
  Expected<std::size_t> complete(int depth) {
    const std::uint64_t left = kCosetSize - levels_.found();
    if (!question_.prove || levels_.exact_to() != depth - 1 || left == 0 || left > kMaxCosetProven) return 0;
    std::vector<Place> candidates = missing(levels_.bitmap(), left, left).places;
    // In quarter turns the parity of a length is that of the corners.
    if (question_.metric == Metric::qtm)
      std::erase_if(candidates, [&](Place place) {
        return ((corner_parity(coset::g1_numbers().element(place)) ^ corner_parity(question_.cube) ^ depth) & 1) != 0;
      });
    const auto begun = Clock::now();
    const auto proofs = prove(engine_, levels_, question_.cube, question_.metric, depth, candidates,
                              workspace_.threads(), stop_, [&](std::size_t done, std::size_t of) {
                                report(fmt::format("depth {}: proofs: {} of {}", depth, done, of), depth,
                                       forecast_.rest_of_step(fraction(done, of), seconds(Clock::now() - begun)));
                              });
    forecast_.spend(seconds(Clock::now() - begun));
    if (!proofs) return tl::unexpected<Error>(proofs.error());
    levels_.complete(proofs->at_depth);
    return proofs->asked;
  }

  void add_level(int depth) {
    CosetLevel level;
    level.depth = depth;
    level.found = levels_.found() - found_;
    found_ = levels_.found();
    // What is found at the first depth that is not complete is not nearer; if nothing is left, it is all there is.
    level.is_exact = depth <= levels_.exact_to() || (depth == levels_.exact_to() + 1 && found_ == kCosetSize);
    level.nodes = levels_.counts().nodes - counts_.nodes;
    level.words = levels_.counts().leaves - counts_.leaves;
    counts_ = levels_.counts();
    if (depth != 0) level.time = Clock::now() - level_begun_;
    answer_.levels.push_back(std::move(level));
    choose_samples(candidates_);
    if (question_.list_depth == depth) choose_listed(candidates_);
  }

  // From the whole level where its places are known: a list, or those of the places left over before that it holds now.
  // Else from random places, which belong to the first level that holds them.
  void choose_samples(const CosetMissing& before) {
    if (question_.samples == 0) return;
    const int depth = answer_.levels.back().depth;
    const auto is_found = [&](Place place) { return levels_.bitmap().contains(place); };
    std::vector<Place> chosen;
    std::erase_if(probes_, [&](Place place) {
      if (!is_found(place)) return false;
      if (chosen.size() < question_.samples) chosen.push_back(place);
      return true;
    });
    if (levels_.newest() || before.is_all) {
      chosen = levels_.newest() ? *levels_.newest() : before.places;
      if (!levels_.newest()) std::erase_if(chosen, [&](Place place) { return !is_found(place); });
      std::sort(chosen.begin(), chosen.end());
      Random random(question_.seed + static_cast<std::uint64_t>(depth));
      const std::size_t count = std::min(question_.samples, chosen.size());
      for (std::size_t i = 0; i < count; ++i) std::swap(chosen[i], chosen[i + random.below(chosen.size() - i)]);
      chosen.resize(count);
    }
    for (const Place place : chosen)
      pending_.push_back({place, depth, answer_.levels.back().is_exact, CosetPending::Goes::to_samples});
  }

  void choose_listed(const CosetMissing& candidates) {
    const CosetLevel& level = answer_.levels.back();
    std::vector<Place> places;
    if (levels_.newest()) {
      places = *levels_.newest();
      std::sort(places.begin(), places.end());
    } else {
      places = candidates.places;
      std::erase_if(places, [&](Place place) { return !levels_.bitmap().contains(place); });
    }
    if (places.size() > question_.list_limit) places.resize(question_.list_limit);
    answer_.is_list_complete = places.size() == level.found;
    for (const Place place : places)
      pending_.push_back({place, level.depth, level.is_exact, CosetPending::Goes::to_listed});
  }

  void gather_left() {
    if (answer_.left == 0 || answer_.left > kMaxCosetLeft || !question_.solve_left) return;
    answer_.left_solved = 0;
    const int depth = std::max(max_depth_, greatest_distance(question_.metric));
    for (const Place place : missing(levels_.bitmap(), answer_.left, kMaxCosetLeft).places)
      pending_.push_back({place, depth, false, CosetPending::Goes::to_left_over});
  }

  // The two-phase solver finds long words at once; short ones are found by the optimal solver.
  Question question_for(const CosetPending& pending) const {
    const MetricFacts facts = facts_of(question_.metric);
    Question question;
    question.cube = inverse(coset::g1_numbers().element(pending.place)) * question_.cube;
    question.metric = question_.metric;
    question.max_length = pending.depth;
    if (pending.depth >= facts.two_phase_from) {
      question.metric = facts.two_phase_in;
      question.solver = SolverKind::two_phase;
      question.good_enough = pending.depth;
    } else {
      question.want = Want::shortest;
    }
    return question;
  }

  Expected<void> solve_pending() {
    if (pending_.empty()) return {};
    if (is_set(stop_)) {
      answer_.ended = Ended::stopped;
      return {};
    }
    std::size_t asked = 0;
    std::size_t answered = 0;
    std::optional<Error> failure;
    Budget each;
    each.stop = stop_;
    each.threads = workspace_.threads();
    // Enough for any word of that length.
    each.nodes = kNoMaxNodes - 1;
    const auto next = [&]() -> std::optional<Question> {
      if (asked == pending_.size()) return std::nullopt;
      return question_for(pending_[asked++]);
    };
    const auto begun = Clock::now();
    const auto done = [&](Question&&, Expected<Answer>&& answer) {
      if (const auto kept = keep(pending_[answered], std::move(answer)); !kept) {
        if (kept.error().kind == ErrorKind::stopped)
          answer_.ended = Ended::stopped;
        else
          failure = kept.error();
        return false;
      }
      ++answered;
      report(fmt::format("words for positions: {} of {}", answered, pending_.size()), levels_.depth(),
             forecast_.rest_of_words(fraction(answered, pending_.size()), seconds(Clock::now() - begun)));
      return true;
    };
    auto all = engine_.solve_all(next, each, done);
    if (failure) return tl::unexpected<Error>(*failure);
    if (!all && all.error().kind == ErrorKind::stopped)
      answer_.ended = Ended::stopped;
    else if (!all)
      return all;
    return {};
  }

  Expected<void> keep(const CosetPending& pending, Expected<Answer>&& answer) {
    if (!answer) return tl::unexpected<Error>(std::move(answer.error()));
    if (answer->solutions.empty()) {
      if (is_set(stop_)) return fail(ErrorKind::stopped, "stopped");
      return fail(ErrorKind::internal,
                  fmt::format("this is a defect of superflip: a position of level {} has no such word", pending.depth));
    }
    const Solution& word = answer->solutions.front();
    const int cost = length(normalise(word.moves), question_.metric);
    if (cost > pending.depth || (pending.is_exact && cost != pending.depth))
      return fail(ErrorKind::internal,
                  fmt::format("this is a defect of superflip: a position of level {} has a word of "
                              "{} moves",
                              pending.depth, cost));
    CosetPosition position{inverse(coset::g1_numbers().element(pending.place)) * question_.cube, word.moves};
    if (apply(position.cube, position.word) != kSolved)
      return fail(
          ErrorKind::internal,
          fmt::format("this is a defect of superflip: a word does not solve its position of level {}", pending.depth));
    switch (pending.goes) {
      case CosetPending::Goes::to_samples:
        answer_.levels[static_cast<std::size_t>(pending.depth)].samples.push_back(std::move(position));
        break;
      case CosetPending::Goes::to_listed:
        answer_.listed.push_back(std::move(position));
        break;
      case CosetPending::Goes::to_left_over:
        ++*answer_.left_solved;
        answer_.longest_left = std::max(answer_.longest_left, cost);
        if (answer_.left_over.size() < question_.list_limit) answer_.left_over.push_back(std::move(position));
        break;
    }
    return {};
  }

  // Words may be missing: the work was ended before them, or they could not be found.
  void check_list() {
    const auto depth = static_cast<std::size_t>(question_.list_depth.value_or(kMaxCosetDepth));
    answer_.is_list_complete = answer_.is_list_complete && depth < answer_.levels.size() &&
                               answer_.listed.size() == answer_.levels[depth].found;
  }

  // From one thread at a time.
  void report(double part) {
    if (!on_event_ || answer_.levels.empty()) return;
    const int depth = levels_.depth() + 1;
    report(fmt::format("depth {}: {}; {} of {} positions found so far", depth,
                       depth <= search_depth_ ? "search" : "pass", found_, kCosetSize),
           depth, forecast_.rest(part, seconds(Clock::now() - level_begun_)));
  }

  void report(std::string step, int depth, Forecast::Rest rest) const {
    if (!on_event_) return;
    Event event;
    event.kind = Event::Kind::progress;
    event.length = depth;
    event.done = rest.done;
    event.seconds_left = rest.seconds_left;
    event.step = std::move(step);
    on_event_(event);
  }

  // How long a search goes on before it is kept.
  static constexpr std::chrono::minutes kPatience{5};

  Engine& engine_;
  coset::Workspace& workspace_;
  const CosetQuestion& question_;
  const StopFlag* const stop_;
  const OnEvent& on_event_;
  const CosetCheckpoint* const checkpoint_;  // nullptr: none
  const int max_depth_;
  const int search_depth_;
  Forecast forecast_;
  CosetAnswer answer_;
  Clock::time_point level_begun_ = Clock::now();
  Clock::duration spent_{};  // on the level that the checkpoint had begun
  Clock::time_point saved_at_ = Clock::now();
  Clock::duration saving_{};        // the last time
  std::optional<Error> unsaved_{};  // why the checkpoint was not written the last time
  bool has_news_ = false;           // rounds of the level that is searched which the checkpoint does not have
  std::uint64_t found_ = 0;
  coset::SearchCounts counts_;
  std::vector<std::uint32_t> parts_;  // of each level
  std::vector<Place> probes_;
  CosetMissing candidates_;  // for the level that is made
  std::vector<CosetPending> pending_;
  Enumeration levels_;  // calls report(), and save()
};

}  // namespace

Expected<CosetAnswer> run_coset(Engine& engine, coset::Workspace& workspace, const CosetQuestion& question,
                                const StopFlag* stop, const OnEvent& on_event, const CosetCheckpoint* checkpoint,
                                Enumeration::Way way) {
  return Run(engine, workspace, question, stop, on_event, checkpoint, std::move(way)).run();
}

}  // namespace superflip::detail
