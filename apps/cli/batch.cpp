#include "apps/cli/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/cli/console.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

void add_batch_options(Arguments& arguments, BatchOptions& options, const std::string& threads_text) {
  add_cubes(arguments, options.cubes);
  arguments
      .add_option("--to", options.to,
                  "Solve to this cube instead of the solved one, or, if some of its 54 stickers\nare ?, to any cube "
                  "that has the others. Given several times: to any of these.")
      .option_text("CUBE")
      .one_at_a_time()
      .group("Answers");
  arguments.add_flag("--json", options.json, "A line of JSON for each cube: solutions, lengths, times, counts.")
      .group("Answers");
  arguments.add_flag("-v,--verbose", options.verbose, "Report the progress of the search on standard error.")
      .group("Answers");
  arguments
      .add_flag("--keep-going", options.keep_going, "Print ? for a cube without an answer and go on with the next.")
      .group("Answers");
  add_read_options(arguments, options.read);
  constexpr std::uint64_t kMonth = 31ULL * 86'400'000;
  add_number(arguments, "--time", options.milliseconds, 1, kMonth,
             "Search at most MS milliseconds for each cube, then print the best\nfound.")
      .type_name("MS")
      .group("Limits");
  add_number(arguments, "--threads", options.threads, 1, 1024, threads_text);
}

namespace {

// Takes an option that is a word of the question.
Arguments::Take said(BatchOptions& options, std::optional<std::string_view> Wording::*word) {
  return [&options, word](std::string_view text) {
    Wording wording;
    wording.*word = text;
    return wording.say(options.question, options.wider);
  };
}

}  // namespace

void add_starts(Arguments& arguments, BatchOptions& options) {
  arguments
      .add_option(
          "--also", options.also,
          "One more cube at the start: the same moves bring it and CUBE to the goal\n(--only, --up-to, ...), or with "
          "--starts any one of them. May be given several\ntimes.")
      .option_text("CUBE")
      .one_at_a_time()
      .group("Answers");
  arguments
      .add_option(
          "--starts", said(options, &Wording::starts),
          "Whether the same moves bring all cubes at the start to the goal, --also and\nthose that have the known "
          "stickers, or any one of them. Default: any for one\nCUBE and one cube as the goal, else all.")
      .type_name("all|any")
      .group("Answers");
}

void add_wider(Arguments& arguments, BatchOptions& options) {
  arguments
      .add_option(
          "--only", said(options, &Wording::only),
          "Solve only these pieces: a name (Cross, F2L, OLL, EO, ...), or pieces such\nas \"edges D layer + DFR FR\".")
      .type_name("MASK")
      .group("Answers");
  arguments
      .add_option(
          "--show",
          [&options, show = said(options, &Wording::show)](std::string_view text) {
            return show(text).or_else([&](const Error& error) -> Expected<void> {
              if (error.kind != ErrorKind::impossible) return tl::unexpected<Error>(error);
              options.wider.show = Shown{std::string(text), {}};  // no mistake, but no answer either
              return {};
            });
          },
          "Instead of --to: any cube whose faces look so, such as checkerboard or\n\"xox/oxo/xox@UD\"; see superflip "
          "patterns --help.")
      .type_name("PATTERNS")
      .group("Answers")
      .excludes("--to")
      .excludes("--only");
  arguments
      .add_option("--up-to", said(options, &Wording::up_to),
                  "U: up to a last turn of U. rotations: the same goal on any side of the cube.\nholding: up to a last "
                  "rotation of the whole cube, where moves carry the centres.\nSeveral: U,rotations.")
      .type_name("U|rotations|holding")
      .group("Answers");
}

Option add_solutions(Arguments& arguments, std::optional<std::size_t>& solutions, std::size_t most) {
  return add_number(arguments, "--solutions", solutions, 1, most,
                    "Print the N shortest solutions that are found, shortest first.\nDefault: 1.")
      .group("Answers");
}

Option add_wanted(Arguments& arguments, Wanted& wanted) {
  add_solutions(arguments, wanted.solutions, kMaxSolutions);
  const Option all = arguments
                         .add_flag(
                             "--all", [&wanted] { wanted.within = wanted.within.value_or(0); },
                             "Print all shortest solutions, each once.")
                         .group("Answers");
  add_number(
      arguments, "--within", wanted.within, 0, kLongestCost,
      "Print all solutions of at most K moves more than the shortest has, or, with costs\nof moves, of at most K more.")
      .type_name("K")
      .group("Answers");
  return all;
}

void ask_for(Question& question, const Wanted& wanted) {
  const bool is_one = !wanted.within && wanted.solutions.value_or(1) == 1;
  question.want = is_one ? Want::shortest : Want::all;
  question.within = is_one ? 0 : wanted.within.value_or(kNoMaxLength);
  question.solutions = is_one ? 1 : wanted.solutions.value_or(kMaxSolutions);
}

bool has_all(const Answer& answer, const Wanted& wanted) {
  return answer.ended == Ended::complete || (answer.ended == Ended::enough && wanted.solutions);
}

std::string length_in_words(int length, const Question& question) {
  if (is_priced(question)) return fmt::format("a cost of {}", length);
  return counted(static_cast<std::size_t>(length), "move");
}

Batch::Batch(std::string command, const BatchOptions& options, EngineOptions engine, Question question, Sharing sharing,
             Budget budget)
    : command_(std::move(command)),
      options_(options),
      engine_(std::move(engine)),
      asking_(std::move(question), options.wider),
      budget_(budget),
      sharing_(sharing),
      source_(options.cubes, options.read, asking_.question().puzzle) {
  if (options.milliseconds > 0) budget_.time = std::chrono::milliseconds(options.milliseconds);
}

ExitCode Batch::run() {
  for (const std::string& to : options_.to) {
    const Input input{to, "--to", {}};
    auto target = read_cube(input, {std::nullopt, options_.read.niss}, asking_);
    if (!target) {
      complain(input.where, target.error(), input.text);
      return exit_code(target.error());
    }
    asking_.add_target(*target);
    say_notes(input, target->notes);
  }
  if (options_.wider.show && options_.wider.show->sets.empty()) {
    say("--show: no cube looks so");
    return kNoSolution;
  }
  if (const auto asked = asking_.about(kSolved, {}); !asked) {
    const bool are_too_many = asking_.targets().size() > kMaxTargets;
    const char* const option = are_too_many          ? "--to: "
                               : options_.wider.show ? "--show: "
                               : options_.wider.only ? "--only: "
                                                     : "--to: ";
    say(option + asked.error().message);
    return kBadInput;
  }
  if (const auto wrong = read_starts()) return *wrong;
  warn_about_quotes(command_, options_.cubes);
  hint_if_interactive(source_);
  catch_interrupts();
  const std::size_t threads = options_.threads != 0 ? options_.threads : hardware_threads();
  workers_ = sharing_ == Sharing::one_by_one
                 ? 1
                 : static_cast<unsigned>(std::min<std::size_t>(threads, source_.count().value_or(threads)));
  const StopFlag& stop = interrupted();
  Pipeline<Input, Reply>::run(
      workers_,
      [&](const std::atomic<bool>& cancelled) {
        auto input = source_.next([&] { return cancelled || stop; });
        if (input) ++under_way_;
        return input;
      },
      [&](unsigned, Input&& input) {
        Reply reply = work(std::move(input));
        --under_way_;
        return reply;
      },
      [&](Reply&& reply) { return emit(reply); }, flush);
  if (worst_ == kBadInput && !is_any_read_) hint_at_one_cube(source_, options_.read, asking_.question().puzzle);
  if (worst_ != kOk && worst_ != kNoSolution && worst_ != kBadInput) return worst_;
  if (stop && answered_ < source_.count().value_or(answered_ + 1)) return kInterrupted;
  return worst_;
}

std::optional<ExitCode> Batch::read_starts() {
  for (const std::string& also : options_.also) {
    const Input input{also, "--also", {}};
    auto start = read_cube(input, {std::nullopt, options_.read.niss}, asking_);
    const Expected<void> added = start ? asking_.add_start(*start) : tl::unexpected<Error>(std::move(start.error()));
    if (!added) {
      complain(input.where, added.error(), input.text);
      return exit_code(added.error());
    }
    say_notes(input, start->notes);
  }
  return std::nullopt;
}

unsigned Batch::threads_for_one() const {
  const unsigned all = options_.threads != 0 ? options_.threads : hardware_threads();
  switch (sharing_) {
    case Sharing::one_each:
      return is_alone() ? options_.threads : 1;  // 0: the engine chooses
    case Sharing::shared:
      return std::max(1U, all / std::clamp(under_way_.load(), 1U, workers_));
    case Sharing::one_by_one:
      break;
  }
  return all;
}

// Tables are loaded or made only when the first readable cube needs them, so that a mistake in a cube is reported at
// once. Until they are ready, progress is shown.
Listener Batch::listener_of(const Reply& reply) {
  Listener listener = listener_for(reply);
  if (is_open_) return listener;
  return [this, listener = std::move(listener), bar = std::make_shared<ProgressBar>()](const Event& event) {
    const bool is_of_tables = event.kind == Event::Kind::table || event.kind == Event::Kind::notice;
    const std::lock_guard lock(drawing_);
    if (is_of_tables)
      bar->show(event);
    else if (event.kind != Event::Kind::poll)
      bar->wipe();
    return !listener || listener(event);
  };
}

Reply Batch::work(Input&& input) {
  Reply reply{std::move(input)};
  reply.reading = read_cube(reply.input, options_.read, asking_);
  reply.is_skipped = interrupted();
  if (!reply.reading || reply.is_skipped) return reply;
  auto asked = asking_.about(*reply.reading);
  if (!asked) {
    reply.reading = tl::unexpected<Error>(std::move(asked.error()));
    return reply;
  }
  reply.question = *std::move(asked);
  if (auto known = find_known(reply.question)) {
    reply.answer = *std::move(known);
    reply.is_known = true;
    return reply;
  }
  Budget budget = budget_;
  budget.stop = &interrupted();
  budget.threads = threads_for_one();
  // --time limits the search only, so the tables are prepared first, without a limit.
  if (budget.time && !is_open_)
    static_cast<void>(engine_.prepare(reply.question, {.stop = budget.stop}, listener_of(reply)));
  reply.answer = engine_.solve(reply.question, budget, listener_of(reply));
  // What is unknown of an incomplete cube may be its own mistake, and so may what other cubes at the start exclude.
  const auto is_its_own = [](ErrorKind kind) { return kind == ErrorKind::bad_option || kind == ErrorKind::impossible; };
  if (!reply.answer && (reply.question.start || !reply.question.also.empty()) &&
      is_its_own(reply.answer.error().kind)) {
    reply.reading = tl::unexpected<Error>(reply.answer.error());
    return reply;
  }
  if (!reply.answer) return reply;
  is_open_ = true;
  reply.kept = keep(reply.question, *reply.answer);
  return reply;
}

// Prints a reply; returns false when nothing may follow it.
bool Batch::emit(const Reply& reply) {
  if (reply.is_skipped) return false;
  is_any_read_ = is_any_read_ || reply.reading.has_value();
  if (reply.reading && !reply.answer) {  // what fails for one cube fails for all
    const bool is_stopped = reply.answer.error().kind == ErrorKind::stopped;
    say(prefix(reply.input) +
        (is_stopped ? "interrupted: " + reply.answer.error().message : reply.answer.error().message));
    worst_ = exit_code(reply.answer.error());
    return false;
  }
  if (reply.reading && reply.reading->format != Format::moves) say_notes(reply.input, reply.reading->notes);
  ExitCode code = kBadInput;
  if (!reply.reading) {
    complain(reply.input.where, reply.reading.error(), reply.input.text);
  } else if (const auto judged = judge(reply)) {
    code = *judged;
  } else {
    return false;
  }
  worst_ = std::max(worst_, code);
  const bool go_on = may_go_on(code) || options_.keep_going || source_.interactive();
  if (options_.json)
    print_json(json_of(reply));
  else if (go_on)
    print(lines_of(reply));
  ++answered_;
  finish(reply);
  if (!reply.kept) {
    say(prefix(reply.input) + reply.kept.error().message);
    worst_ = exit_code(reply.kept.error());
    return false;
  }
  if (!go_on && !is_alone())
    say("the batch ends here, so that every line printed belongs to its cube; --keep-going prints ? and continues");
  return go_on;
}

Json Batch::json_of(const Reply& reply) const {
  Json json = begin_result();
  if (!reply.reading) {
    json["input"] = reply.input.text;
    add_error(json, reply.reading.error());
    return json;
  }
  add_cubes(json, reply.question, asking_.targets(), options_.wider);
  json["notes"] = reply.reading->notes;
  add_answer(json, reply.question, *reply.answer);
  if (reply.answer->threads != 0) json["threads"] = reply.answer->threads;
  add_json(json, reply);
  return json;
}

std::string described(const Solution& solution, const Question& question) {
  constexpr std::array kAxes{"UD", "RL", "FB"};
  std::string text = fmt::format(
      "{:10.3f} ms  {:2} moves  {}", std::chrono::duration<double, std::milli>(solution.after).count(),
      question.robot ? static_cast<int>(solution.moves.size()) : solution.length, to_string(solution, question));
  if (question.robot) text += fmt::format("  ({:.3f} s)", solution.length / 1000.0);
  if (solution.origin)
    text += fmt::format(
        "  (axis {}{}; phase 1: the first {} and the last {})", kAxes[static_cast<std::size_t>(solution.origin->axis)],
        solution.origin->inverse ? ", of the inverse" : "", solution.origin->front, solution.origin->back);
  return text;
}

std::string described(const Answer& answer) {
  return fmt::format("{}, lower bound {}, ended: {}", counted(answer.counts.nodes, "node"),
                     counted(static_cast<std::size_t>(answer.lower_bound), "move"), name(answer.ended));
}

std::string lines_of_solutions(const Reply& reply, bool is_alone, std::size_t printed) {
  std::string text;
  for (std::size_t i = printed; i < reply.solutions().size(); ++i)
    text += (i == printed ? "" : is_alone ? "\n" : "\t") + to_string(reply.solutions()[i], reply.question);
  return printed < reply.solutions().size() ? text + "\n" : text;
}

ExitCode exit_code(const Error& error) {
  switch (error.kind) {
    case ErrorKind::unreadable:
    case ErrorKind::impossible:
    case ErrorKind::bad_option:
      return kBadInput;
    case ErrorKind::no_solution:
      return kNoSolution;
    case ErrorKind::stopped:
      return kInterrupted;
    case ErrorKind::out_of_memory:
    case ErrorKind::system:
    case ErrorKind::internal:
      break;
  }
  return kSystemFailed;
}

}  // namespace superflip::cli
