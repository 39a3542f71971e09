// Campaigns of cosets: each task is a coset of G1, by one of its cubes; its result is how many of its 19,508,428,800
// positions are at each distance.
//
// The check counts the first levels again by a plain search. It does every word that is kept, of samples and of
// positions that were left over, on the stickers of its position, which must belong to the coset. Then it repeats the
// whole coset as it looks in a mirror, where all of its positions have other numbers. That is the same code, so at last
// random positions of the coset are solved, each within as many moves as are said to suffice for all.
#include <fmt/format.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "superflip/base/detail/file.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/base/text.h"
#include "superflip/campaign/detail/coset_positions.h"
#include "superflip/campaign/detail/found_result.h"
#include "superflip/campaign/detail/option_reader.h"
#include "superflip/campaign/detail/plain_coset.h"
#include "superflip/campaign/detail/seed.h"
#include "superflip/campaign/detail/stickers.h"
#include "superflip/campaign/kind.h"
#include "superflip/coordinate/basic.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/coset_report.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"
#include "superflip/solver/coset_classes.h"
#include "superflip/solver/coset_cover.h"

namespace superflip::kinds {
namespace {

using Document = nlohmann::json;

constexpr Symmetry kMirror{1};
constexpr std::uint64_t kEnough = 400;  // positions that the plain search counts

// Which cosets are the tasks.
enum class From : std::uint8_t {
  list,            // those of given cubes
  random_cubes,    // those of random cubes: each of the 2,217,093,120 cosets is as likely
  random_numbers,  // drawn from a numbering
  numbers,         // a range of a numbering, from `first` on
};

struct Options {
  From from = From::list;
  bool is_of_cover = false;  // the numbering: CosetCover, else CosetClasses
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  CosetQuestion pattern{};  // without its cube
};

std::uint64_t size_of_numbering(bool is_of_cover) { return is_of_cover ? CosetCover::get().count() : kCosetClasses; }

Expected<Cube> cube_of(std::string_view task) {
  const auto reading = superflip::read(task, {.formats = Formats{Format::facelets}});
  if (reading) return reading->cube;
  return tl::unexpected<Error>(to_error(reading.error()));
}

class Cosets final : public Work {
 public:
  explicit Cosets(Options asked) : asked_(std::move(asked)) {}

  std::optional<std::uint64_t> generated() const override {
    if (asked_.from == From::list) return std::nullopt;
    return asked_.count;
  }

  std::string task(std::uint64_t i) const override {
    Random random(detail::seed_of(asked_.seed, i));
    if (asked_.from == From::random_cubes) return to_facelets(random.cube());
    const auto number = static_cast<std::uint32_t>(
        asked_.from == From::numbers ? asked_.first + i : random.below(size_of_numbering(asked_.is_of_cover)));
    return to_facelets(asked_.is_of_cover ? CosetCover::get().cube(number) : CosetClasses::get().cube(number));
  }

  Expected<std::string> read(std::string_view line) const override {
    const auto reading = superflip::read(line);
    if (reading) return to_facelets(reading->cube);
    return tl::unexpected<Error>(to_error(reading.error()));
  }

  // The search needs these tables, and what is left over is solved with them too.
  EngineOptions engine_options(EngineOptions given) const override {
    if (given.memory == 0) given.memory = available_memory();
    if (given.threads == 0) given.threads = coset_threads(given.memory, asked_.pattern.metric, hardware_threads());
    given.profile = coset_profile(given.memory, asked_.pattern.metric, given.threads);
    return given;
  }

  Expected<std::vector<TableIdentity>> prepare(Engine& engine, const Budget& budget,
                                               const Listener& listener) const override {
    return CosetSolver::prepare(engine, asked_.pattern.metric, {.stop = budget.stop}, listener);
  }

  // Several cosets with fewer threads each are faster than one with all.
  Expected<unsigned> at_once(const Engine& engine, unsigned threads) const override {
    unsigned n = threads;
    while (n > 0 && n * bytes_of_one(engine, (threads + n - 1) / n) > engine.options().memory) --n;
    if (n > 0) return n;
    return fail(ErrorKind::out_of_memory,
                fmt::format("a coset needs {} MB of memory with {}, and {} MB are available{}",
                            bytes_of_one(engine, threads) / 1'000'000 + 1, text::counted(threads, "thread"),
                            engine.options().memory / 1'000'000, threads > 1 ? "; fewer threads need less" : ""));
  }

  void release_memory() const override {
    const std::lock_guard lock(mutex_);
    idle_.clear();
  }

  Expected<Json> execute(std::string_view task, Engine& engine, const Budget& given, const OnPart& on_part,
                         const std::filesystem::path& checkpoint) const override {
    const auto cube = cube_of(task);
    if (!cube) return tl::unexpected<Error>(cube.error());
    Listener listener;
    if (on_part)
      listener = [&on_part](const Event& event) {
        if (event.kind == Event::Kind::progress) on_part(event.done);
        return true;
      };
    CosetQuestion question = question_of(*cube);
    // A process that has lost this task may still be at it: then all of it is done here.
    if (!checkpoint.empty() && !FileLock::is_held(std::filesystem::path(checkpoint) += ".lock"))
      question.checkpoint = checkpoint;
    const auto answer = solve(question, engine, given, listener);
    if (!answer) return tl::unexpected<Error>(answer.error());
    return to_json(question, *answer);
  }

  bool keeps_checkpoints() const override { return true; }

  Expected<Verdict> verify(std::string_view task, std::string_view result, Engine& engine,
                           const Budget& budget) const override {
    const auto cube = cube_of(task);
    if (!cube) return tl::unexpected<Error>(cube.error());
    Verdict verdict;
    const Document found = detail::found_result(result);
    std::vector<std::uint64_t> theirs;
    verdict.wrong = read_result(task, found, theirs);
    if (verdict.wrong) return verdict;
    const int exact_to = found.value("exact_to", -1);
    const detail::PlainBounds bounds(asked_.pattern.metric);
    detail::PlainCoset plain(bounds, *cube, budget.stop);
    int levels = 0;
    for (; levels <= exact_to && plain.met().size() < kEnough; ++levels) {
      const auto count = plain.next();
      if (!count) return fail(ErrorKind::stopped, "the check was stopped");
      const std::uint64_t claimed = theirs[static_cast<std::size_t>(levels)];
      if (*count != claimed && !verdict.wrong)
        verdict.wrong = fmt::format("{} positions are at distance {}, not {}", *count, levels, claimed);
    }
    verdict.checked.emplace_back("levels counted by a plain search", levels);
    std::uint64_t words = 0;
    if (!verdict.wrong) verdict.wrong = check_words(*cube, found, words);
    verdict.checked.emplace_back("words done", words);
    if (verdict.wrong) return verdict;
    CosetQuestion mirror = question_of(conjugate(*cube, kMirror));
    mirror.samples = mirror.list_limit = 0;
    const auto mirrored = solve(mirror, engine, budget, {});
    if (!mirrored) return tl::unexpected<Error>(mirrored.error());
    verdict.wrong = compare(found, Document::parse(to_json(question_of(*cube), *mirrored).dump()));
    verdict.checked.emplace_back("cosets repeated in a mirror", 1);
    if (verdict.wrong) return verdict;
    detail::PositionsCheck positions;
    if (const int within = found.value("within", -1); within >= 0) {
      const auto solved = detail::solve_random_positions(engine, *cube, asked_.pattern.metric, within, budget);
      if (!solved) return tl::unexpected<Error>(solved.error());
      positions = *solved;
    }
    verdict.checked.emplace_back("random positions of cosets solved", positions.solved);
    verdict.wrong = positions.wrong;
    return verdict;
  }

  std::vector<Column> columns() const override {
    return {{"distribution", "/distribution", "integers"},
            {"exact_to", "/exact_to", "integer"},
            {"within", "/within", "integer"},
            {"left", "/left", "integer"},
            {"longest_left", "/longest_left", "integer"},
            {"symmetries", "/symmetries", "integer"},
            {"search_seconds", "/seconds", "real"},
            {"solving_seconds", "/solving_seconds", "real"},
            {"cpu_seconds", "/cpu_seconds", "real"}};
  }

 private:
  CosetQuestion question_of(const Cube& cube) const {
    CosetQuestion question = asked_.pattern;
    question.cube = cube;
    return question;
  }

  // What a result says otherwise than that of the coset in a mirror; nothing where they agree. With --extra the mirror
  // searches other words of the depth after the search, so only the complete levels are compared.
  std::optional<std::string> compare(const Document& found, const Document& mirrored) const {
    std::vector<std::string> keys{"metric",       "class",     "class_size", "size",     "symmetries",
                                  "search_depth", "max_depth", "extra",      "exact_to", "ended"};
    if (asked_.pattern.extra == 0) keys.insert(keys.end(), {"distribution", "found", "left", "left_solved"});
    for (const std::string& key : keys) {
      const Document ours = mirrored.value(key, Document());
      const Document theirs = found.value(key, Document());
      if (ours != theirs) return fmt::format("in a mirror \"{}\" is {}, not {}", key, ours.dump(), theirs.dump());
    }
    const int exact_to = mirrored["exact_to"];
    for (int d = 0; d <= exact_to; ++d)
      if (found["distribution"][static_cast<std::size_t>(d)] != mirrored["distribution"][static_cast<std::size_t>(d)])
        return fmt::format("in a mirror {} positions are at distance {}", mirrored["distribution"][d].dump(), d);
    const auto longest = found.value("longest_left", 0);
    const auto within = found.value("within", -1);
    const int last = static_cast<int>(found["distribution"].size()) - 1;
    const bool is_solved = found["left"] == 0 || found.value("left_solved", Document()) == found["left"];
    if (longest < 0 || longest > greatest_distance(asked_.pattern.metric) ||
        within != (is_solved ? std::max(last, longest) : -1))
      return "\"within\" or \"longest_left\" does not follow from what was found";
    return std::nullopt;
  }

  // What is wrong with the words that are kept, of samples and of what was left over; counts those that are right.
  std::optional<std::string> check_words(const Cube& cube, const Document& found, std::uint64_t& words) const {
    for (const Document& level : found["levels"]) {
      const int depth = level["depth"];
      if (auto wrong = check_words(cube, level, "samples", level["exact"] ? depth : 0, depth, words)) return wrong;
    }
    return check_words(cube, found, "left_over", 0, found.value("longest_left", 0), words);
  }

  std::optional<std::string> check_words(const Cube& cube, const Document& found, const char* key, int shortest,
                                         int longest, std::uint64_t& words) const {
    if (!found.contains(key)) return std::nullopt;
    if (!found[key].is_array()) return fmt::format("\"{}\" is no list", key);
    for (const Document& position : found[key]) {
      const auto text = [&](const char* name) {
        const auto at = position.is_object() ? position.find(name) : position.end();
        return position.is_object() && at != position.end() && at->is_string() ? at->get<std::string>() : "?";
      };
      const std::string facelets = text("facelets");
      const std::string moves = text("moves");
      const auto start = parse_facelets(facelets);
      const auto after = detail::turned(facelets, moves);
      if (!start || !after) return fmt::format("\"{}\" has a position or moves that cannot be read", key);
      const bool is_inside = CornerOrientation::index(*start) == CornerOrientation::index(cube) &&
                             EdgeOrientation::index(*start) == EdgeOrientation::index(cube) &&
                             UDSlice::index(*start) == UDSlice::index(cube);
      const int turns = detail::length_of(moves, asked_.pattern.metric);
      if (!is_inside || !detail::is_uniform(*after) || turns < shortest || turns > longest)
        return fmt::format("'{}' does not solve {} as a position of this coset at that depth", moves, facelets);
      ++words;
    }
    return std::nullopt;
  }

  // The answer of a complete run, by a solver that keeps its memory for the next coset.
  Expected<CosetAnswer> solve(const CosetQuestion& question, Engine& engine, const Budget& given,
                              const Listener& listener) const {
    const std::unique_ptr<CosetSolver> solver = take(engine, given.threads);
    auto answer = solver->solve(question, {.stop = given.stop}, listener);
    give_back(std::move(*solver), engine, given.threads);
    if (!answer) return answer;
    if (answer->ended == Ended::stopped) return fail(ErrorKind::stopped, "the coset was stopped");
    // A result has all of its words. A checkpoint that could not be written takes nothing from it.
    if (answer->wordless) return tl::unexpected<Error>(*answer->wordless);
    return answer;
  }

  std::uint64_t bytes_of_one(const Engine& engine, unsigned threads) const {
    return coset_bytes(engine.options().profile, asked_.pattern.metric, threads);
  }

  struct Idle {
    const Engine* engine;
    unsigned threads;
    CosetSolver solver;
  };

  std::unique_ptr<CosetSolver> take(Engine& engine, unsigned threads) const {
    const std::lock_guard lock(mutex_);
    for (auto it = idle_.begin(); it != idle_.end(); ++it)
      if (it->engine == &engine && it->threads == threads) {
        auto solver = std::make_unique<CosetSolver>(std::move(it->solver));
        idle_.erase(it);
        return solver;
      }
    return std::make_unique<CosetSolver>(engine, bytes_of_one(engine, threads), threads);
  }

  void give_back(CosetSolver solver, const Engine& engine, unsigned threads) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back({&engine, threads, std::move(solver)});
  }

  // The counts of a result; a sentence where it is none.
  static std::optional<std::string> read_result(std::string_view task, const Document& found,
                                                std::vector<std::uint64_t>& counts) {
    const auto is_count = [](const Document& value) { return value.is_number_unsigned(); };
    const auto list = found.is_object() ? found.value("distribution", Document()) : Document();
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_count) ||
        !found.value("exact_to", Document()).is_number_integer() || !is_count(found.value("left", Document())) ||
        !found.value("longest_left", Document(0)).is_number_integer() ||
        !found.value("within", Document(0)).is_number_integer())
      return "the result is not the JSON of a coset";
    if (found.value("facelets", Document()) != std::string(task)) return "the result is that of another cube";
    counts = list.get<std::vector<std::uint64_t>>();
    if (counts.empty() || found["exact_to"] < 0 || found["exact_to"] >= static_cast<int>(counts.size()))
      return "its levels are not those that it says are exact";
    std::uint64_t sum = found["left"];
    for (const std::uint64_t count : counts) sum += count;
    if (sum != kCosetSize) return fmt::format("its counts add up to {}, not {}", sum, kCosetSize);
    const auto levels = found.value("levels", Document());
    if (!levels.is_array() || levels.size() != counts.size()) return "its levels are not those of its distribution";
    for (std::size_t d = 0; d < levels.size(); ++d) {
      const auto figure = [&](const char* key) {
        return levels[d].is_object() ? levels[d].value(key, Document()) : "";
      };
      if (figure("depth") != d || figure("found") != counts[d] ||
          figure("exact") != (static_cast<int>(d) <= found["exact_to"].get<int>()))
        return fmt::format("its level {} is not that of its distribution", d);
    }
    return std::nullopt;
  }

  const Options asked_;
  mutable std::mutex mutex_;
  mutable std::vector<Idle> idle_;  // of engines that are alive, since prepare()
};

Expected<std::shared_ptr<const Work>> open(const KindOptions& options) {
  detail::OptionReader reader(options);
  Options asked;
  asked.is_of_cover = reader.has("cover");
  asked.seed = reader.number("seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  if (reader.has("seed") && !reader.has("random")) reader.refuse("seed", "it is for random cosets");
  if (reader.has("random")) {
    asked.from = asked.is_of_cover ? From::random_numbers : From::random_cubes;
    asked.count = reader.number("random", 1, std::uint64_t{1} << 40, 1);
    for (const char* name : {"first", "count"})
      if (reader.has(name)) reader.refuse(name, "random cosets are not a range of numbers");
  } else if (asked.is_of_cover || reader.has("first") || reader.has("count")) {
    asked.from = From::numbers;
    const std::uint64_t all = size_of_numbering(asked.is_of_cover);
    asked.first = reader.number("first", 0, all - 1, 0);
    const std::uint64_t rest = all - std::min(asked.first, all - 1);
    asked.count = reader.number("count", 1, rest, rest);
  }
  CosetQuestion& pattern = asked.pattern;
  reader.parsed("metric", parse_metric, pattern.metric);
  if (!kCosetMetricNames.has(pattern.metric))
    reader.refuse("metric", "cosets are counted in " + alternatives(kCosetMetricNames.names));
  const auto depth = [&](const char* name, std::optional<int>& value) {
    if (reader.has(name)) value = static_cast<int>(reader.number(name, 0, kMaxCosetDepth, 0));
  };
  depth("search-depth", pattern.search_depth);
  depth("max-depth", pattern.max_depth);
  const int last = pattern.max_depth.value_or(greatest_distance(pattern.metric));
  if (pattern.search_depth && *pattern.search_depth > last)
    reader.refuse("search-depth", fmt::format("it is deeper than the greatest depth, which is {}", last));
  reader.parsed("extra", parse_extra, pattern.extra);
  pattern.solve_left = !reader.has("keep-left");
  pattern.samples = static_cast<std::size_t>(reader.number("samples", 0, kMaxCosetSamples, 0));
  pattern.list_limit = static_cast<std::size_t>(reader.number("list-limit", 0, kMaxCosetLeft, 0));
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  return std::make_shared<const Cosets>(asked);
}

}  // namespace

Kind cosets() {
  return {
      "cosets",
      "Cosets of G1: the number of positions at each distance",
      "cubes, in any format; each stands for its coset",
      {{"random", "N", "N random cosets: those of cubes that are drawn uniformly from all."},
       {"seed", "N", "Which random ones. Default: 1."},
       {"first", "N", "The cosets up to symmetry with the numbers N, N+1, ... of 0..138639779. Default: 0."},
       {"count", "N", "So many of them. Default: all."},
       {"cover", "",
        "Instead of all cosets, a cover: enough of them for a proof about all cubes. --first\n"
        "and --count are about its numbers, and --random draws from them."},
       {"metric", fmt::format("{}", fmt::join(kCosetMetricNames.names, "|")), "What counts as one move. Default: htm."},
       {"search-depth", "N", "Counts are exact up to this depth. Default: 15, in qtm 18, in stm 13."},
       {"max-depth", "N", "The last depth. Default: 20, in qtm 26."},
       {"extra", "1/N",
        "Search one of N words of the depth after the search too, so that fewer\npositions are left over."},
       {"samples", "N", "Keep N random positions of each depth, each with a word. Default: 0."},
       {"list-limit", "N", "Keep the words of at most N positions that are left over. Default: 0."},
       {"keep-left", "", "Do not solve the positions that are left over."}},
      "Options are those of superflip coset; verify does the words that are kept. Each coset that is worked on "
      "takes 3.3 to 4 GB of memory.",
      open};
}

}  // namespace superflip::kinds
