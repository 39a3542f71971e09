// Campaigns of cubes: each task is a cube, as its 54 stickers; its result is the engine's answer (report.h).
//
// Random cube i of a seed is drawn from a generator of its own, so that any of them is known without those before it.
// Results are checked on stickers that are turned in space (detail/stickers.h). A proof that no word is shorter is
// repeated for the inverse cube, seen in a mirror: its shortest words are as long and as many, and the search for them
// visits other positions; and where words are short, by the generic solver, which shares no table with the optimal one.
#include <fmt/format.h>

#include <cassert>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "superflip/base/text.h"
#include "superflip/campaign/detail/found_result.h"
#include "superflip/campaign/detail/option_reader.h"
#include "superflip/campaign/detail/seed.h"
#include "superflip/campaign/detail/stickers.h"
#include "superflip/campaign/kind.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/names.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/asking.h"
#include "superflip/engine/report.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"

namespace superflip::kinds {
namespace {

using Document = nlohmann::json;

constexpr Symmetry kMirror{1};                           // exchanges left and right
constexpr int kShort = 9;                                // words that the generic solver proves in no time
constexpr std::size_t kMaxWords = std::size_t{1} << 20;  // of a cube with --all

struct Options {
  std::optional<std::uint64_t> random{};
  std::uint64_t seed = 1;
  std::optional<Format> format{};
  Profile profile = Profile::standard;
  Question pattern{};  // without its cube
  std::optional<Clock::duration> time{};
  std::uint64_t nodes = kNoMaxNodes;
};

Expected<Cube> cube_of(std::string_view task) {
  const auto reading = superflip::read(task, {.formats = Formats{Format::facelets}});
  if (reading) return reading->cube;
  return tl::unexpected<Error>(to_error(reading.error()));
}

class Cubes final : public Work {
 public:
  explicit Cubes(Options asked) : asked_(std::move(asked)) {}

  std::optional<std::uint64_t> generated() const override { return asked_.random; }

  std::string task(std::uint64_t i) const override {
    return to_facelets(Random(detail::seed_of(asked_.seed, i)).cube());
  }

  Expected<std::string> read(std::string_view line) const override {
    const auto reading = superflip::read(line, {.formats = asked_.format ? Formats{*asked_.format} : Formats::all()});
    if (reading) return to_facelets(reading->cube);
    return tl::unexpected<Error>(to_error(reading.error()));
  }

  EngineOptions engine_options(EngineOptions given) const override {
    given.profile = asked_.profile;
    return given;
  }

  Expected<std::vector<TableIdentity>> prepare(Engine& engine, const Budget& budget,
                                               const Listener& listener) const override {
    const auto plan = engine.plan(asked_.pattern, {.stop = budget.stop});
    if (!plan) return tl::unexpected<Error>(plan.error());
    std::vector<TableIdentity> tables;
    for (const PlannedTable& table : plan->tables)
      if (const auto set = find_table_set(table.name, asked_.pattern.metric))
        tables.insert(tables.end(), (*set)->files.begin(), (*set)->files.end());
    return engine.prepare(asked_.pattern, {.threads = budget.threads, .stop = budget.stop}, listener).map([&] {
      return tables;
    });
  }

  Expected<Json> execute(std::string_view task, Engine& engine, const Budget& given, const OnPart&,
                         const std::filesystem::path&) const override {
    const auto cube = cube_of(task);
    if (!cube) return tl::unexpected<Error>(cube.error());
    const Question question = question_about(*cube);
    const auto answer = engine.solve(question, budget_of(given));
    if (!answer) return tl::unexpected<Error>(answer.error());
    if (answer->ended == Ended::stopped) return fail(ErrorKind::stopped, "the search was stopped");
    Json json{{"facelets", std::string(task)}};
    add_answer(json, question, *answer);
    if (!answer->table.empty()) json["table"] = answer->table;
    return json;
  }

  Expected<Verdict> verify(std::string_view task, std::string_view result, Engine& engine,
                           const Budget& budget) const override {
    const auto cube = cube_of(task);
    if (!cube) return tl::unexpected<Error>(cube.error());
    Verdict verdict;
    const Document found = detail::found_result(result);
    verdict.wrong = check_words(task, found, verdict);
    if (verdict.wrong || asked_.pattern.want == Want::good) return verdict;
    const bool is_beyond = found["solutions"].empty() && found["lower"] > asked_.pattern.max_length;
    if (found.value("proven", false) || is_beyond) return prove_again(*cube, found, engine, budget, std::move(verdict));
    if (!asked_.time) verdict.wrong = "it is not proven, and the search had no limit";
    return verdict;
  }

  std::vector<Column> columns() const override {
    return {{"moves", "/solutions/0/moves", "text"}, {"length", "/solutions/0/length", "integer"},
            {"count", "/count", "integer"},          {"lower", "/lower", "integer"},
            {"proven", "/proven", "boolean"},        {"ended", "/ended", "text"},
            {"solver", "/solver", "text"},           {"nodes", "/nodes", "integer"}};
  }

 private:
  Question question_about(const Cube& cube) const {
    auto question = Asking(asked_.pattern).about(cube, {});
    assert(question.has_value());  // the goal is the solved cube, and nothing makes it wider
    return *std::move(question);
  }

  Budget budget_of(const Budget& given) const {
    Budget budget;
    budget.time = asked_.time;
    budget.nodes = asked_.nodes;
    // A near-optimal word is the same on every machine only if one thread looks for it.
    budget.threads = asked_.pattern.want == Want::good ? 1 : given.threads;
    budget.stop = given.stop;
    return budget;
  }

  // Whether the result has the right form, and its words solve the cube and are as long as it says.
  std::optional<std::string> check_words(std::string_view task, const Document& found, Verdict& verdict) const {
    if (!found.is_object() || !found.contains("solutions") || !found["solutions"].is_array() ||
        !found.value("count", Document()).is_number_unsigned() || !found.value("proven", Document()).is_boolean() ||
        !found.value("lower", Document()).is_number_unsigned() || !found.value("solver", Document()).is_string())
      return "the result is not the JSON of an answer";
    if (found.value("facelets", Document()) != std::string(task)) return "the result is that of another cube";
    if (found.value("metric", Document()) != std::string(name(asked_.pattern.metric)))
      return "the result is that of another metric";
    if (found["count"] != found["solutions"].size())
      return fmt::format("it counts {} words, and there are {}", found["count"].dump(), found["solutions"].size());
    std::set<std::string> words;
    for (const Document& word : found["solutions"]) {
      const Document moves = word.is_object() ? word.value("moves", Document()) : Document();
      if (!moves.is_string()) return "a solution without moves";
      const auto text = moves.get<std::string>();
      const auto after = detail::turned(task, text);
      if (!after || !detail::is_uniform(*after))
        return fmt::format("the word {} does not solve the cube", text::escaped(text));
      const int length = detail::length_of(text, asked_.pattern.metric);
      if (word.value("length", Document()) != length)
        return fmt::format("the word {} has the length {}, not {}", text, length,
                           word.value("length", Document()).dump());
      if (word["length"] > asked_.pattern.max_length)
        return fmt::format("the word {} is longer than {}", text, asked_.pattern.max_length);
      if (word["length"] < found["lower"])
        return fmt::format("it says that no word is shorter than {}, and has one of {}", found["lower"].dump(),
                           word["length"].dump());
      if (!words.insert(text).second) return fmt::format("it has the word {} twice", text);
    }
    if (found["proven"] == true && !found["solutions"].empty() &&
        found["lower"] != found["solutions"].front()["length"])
      return fmt::format("it is proven, and says only that no word is shorter than {}", found["lower"].dump());
    if (!found["solutions"].empty()) verdict.checked.emplace_back("words replayed on stickers", found["count"]);
    return std::nullopt;
  }

  Expected<Verdict> prove_again(const Cube& cube, const Document& found, Engine& engine, const Budget& budget,
                                Verdict verdict) const {
    Question question = question_about(conjugate(inverse(cube), kMirror));
    const Document& words = found["solutions"];
    if (words.empty() && found["proven"] == true) {
      verdict.wrong = "it is proven, and has no word";
      return verdict;
    }
    // Of the shortest words; nothing where none is short enough for the campaign.
    const std::optional<int> length =
        words.empty() ? std::nullopt : std::optional<int>(words.front()["length"].get<int>());
    for (const Document& word : words)
      if (word["length"] != *length) {
        verdict.wrong = fmt::format("it has words of {} and {} moves, which are not all shortest ones", *length,
                                    word["length"].dump());
        return verdict;
      }
    const auto compare = [&](const Question& asked, const char* how) -> Expected<void> {
      const auto answer = engine.solve(asked, {.threads = budget.threads, .stop = budget.stop});
      if (!answer) return tl::unexpected<Error>(answer.error());
      if (answer->ended == Ended::stopped) return fail(ErrorKind::stopped, "the check was stopped");
      const std::optional<int> shortest =
          answer->solutions.empty() ? std::nullopt : std::optional(answer->solutions.front().length);
      const auto text = [](std::optional<int> n) { return n ? fmt::format("{} moves", *n) : "too many moves"; };
      if (shortest != length)
        verdict.wrong = fmt::format("the shortest word has {}, not {}", text(shortest), text(length));
      else if (asked.want == Want::all && answer->solutions.size() != words.size())
        verdict.wrong = fmt::format("there are {} shortest words, not {}", answer->solutions.size(), words.size());
      verdict.checked.emplace_back(how, 1);
      return {};
    };
    auto done = compare(question, "proofs repeated for the inverse cube in a mirror");
    if (done && !verdict.wrong && length.value_or(asked_.pattern.max_length) <= kShort &&
        found.value("solver", "") != "generic") {
      question.solver = SolverKind::generic;
      done = compare(question, "proofs repeated by the generic solver");
    }
    if (!done) return tl::unexpected<Error>(done.error());
    return verdict;
  }

  const Options asked_;
};

Expected<std::shared_ptr<const Work>> open(const KindOptions& options) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  constexpr std::uint64_t kMonth = 31ULL * 86'400'000;
  detail::OptionReader reader(options);
  Options asked;
  if (reader.has("random")) asked.random = reader.number("random", 1, kMost, 1);
  asked.seed = reader.number("seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
  if (reader.has("seed") && !reader.has("random")) reader.refuse("seed", "it is for random cubes");
  reader.parsed("from", parse_format, asked.format);
  if (reader.has("from") && reader.has("random")) reader.refuse("from", "random cubes are not read");
  reader.parsed("metric", parse_metric, asked.pattern.metric);
  reader.parsed("profile", parse_profile, asked.profile);
  const bool is_optimal = reader.has("optimal") || reader.has("all");
  if (is_optimal) asked.pattern.want = reader.has("all") ? Want::all : Want::shortest;
  if (reader.has("all")) asked.pattern.solutions = kMaxWords;
  if (is_optimal && reader.has("nodes"))
    reader.refuse("nodes", "it is for near-optimal words; a proof is limited by time");
  if (reader.has("max-length")) {
    asked.pattern.max_length = static_cast<int>(reader.number("max-length", 0, kLongestWord, 0));
    if (!is_optimal) asked.pattern.good_enough = asked.pattern.max_length;
  }
  if (reader.has("time")) asked.time = std::chrono::milliseconds(reader.number("time", 1, kMonth, 1));
  asked.nodes = reader.number("nodes", 1, kNoMaxNodes, kNoMaxNodes);
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  return std::make_shared<const Cubes>(asked);
}

}  // namespace

Kind cubes() {
  return {"cubes",
          "Cubes: near-optimal or shortest words",
          "cubes, in any format",
          {{"random", "N", "N random cubes, each drawn uniformly from all."},
           {"seed", "N", "Which random cubes. Default: 1."},
           {"from", "FORMAT", "How cubes are written. Default: the format is recognised."},
           {"optimal", "", "A shortest word for each cube, proven. Default: near-optimal words."},
           {"all", "", "All shortest words of each cube."},
           {"metric", fmt::format("{}", fmt::join(kMetricNames.names, "|")), "What counts as one move. Default: htm."},
           {"max-length", "N", "Near-optimal: search until a word has at most N moves. Optimal: no\nlonger ones."},
           {"time", "MS", "Search at most MS milliseconds for each cube."},
           {"nodes", "N", "Near-optimal: search N positions for each cube. Default: 60000."},
           {"profile", "NAME", "Tables of the two-phase solver: compact, standard, large. Default:\nstandard."}},
          "Without --time, near-optimal words are the same on every machine.",
          open};
}

}  // namespace superflip::kinds
