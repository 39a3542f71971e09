#include "superflip/engine/detail/shared_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/base/text.h"
#include "superflip/solver/optimal/checkpoint.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/two_phase/phase1_tables.h"

namespace superflip::detail {
namespace {

void notice(const Opening& opening, std::string sentence) {
  if (!opening.on_event) return;
  Event event;
  event.kind = Event::Kind::notice;
  event.step = std::move(sentence);
  opening.on_event(event);
}

// Whether the caller ends the call. A thread whose wait for another one's table is over may not have heard of it yet,
// where one signal ends both: so it asks, before it says that it makes the table itself.
bool is_ended(const Opening& opening) {
  if (opening.on_event) opening.on_event({});  // a poll
  return is_set(opening.stop);
}

tl::unexpected<Error> ended_before() { return fail(ErrorKind::stopped, "stopped before a table was made"); }

// Whether an interrupted build of the table left a checkpoint.
bool is_kept(const optimal::Shape& shape, const TableSource* source) {
  const TableStore* const store = source == nullptr ? nullptr : source->as_folder();
  return store != nullptr && optimal::Checkpoint::exists(*store, shape);
}

bool has_missing_file(Profile profile, Metric metric, const TableSource& source, const StopFlag* stop) {
  const auto files = TwoPhaseTables::files(profile, metric);
  return std::any_of(files.begin(), files.end(), [&](const TableIdentity& file) { return !source.load(file, stop); });
}

// The message before an optimal table is made: its size and about how long it takes.
std::string announce(const optimal::Shape& shape, const TableSource* source, unsigned threads) {
  if (is_kept(shape, source)) return fmt::format("making the table {} continues where it was interrupted", shape.name);
  const double seconds = optimal::seconds_to_compute(optimal::entries_to_compute(shape), threads);
  return fmt::format("the table {} ({}) is made {}{}", shape.name, human_bytes(shape.bytes()),
                     source != nullptr ? "once and kept" : "in memory",
                     fmt::format("; this takes about {}", human_duration(seconds)));
}

}  // namespace

Expected<OneAtATime::Turn> SharedTables::turn_to_make(const StopFlag* stop) {
  auto turn = making_.wait(stop);
  if (!turn) return fail(ErrorKind::stopped, "stopped while another thread was making a table");
  return *std::move(turn);
}

unsigned SharedTables::threads() const {
  constexpr unsigned kMax = 1024;  // more threads only take memory and time to start
  return options_.threads != 0 ? std::min(options_.threads, kMax) : hardware_threads();
}

Progress SharedTables::progress_of(const Opening& opening) const {
  if (!opening.on_event) return {};
  return [&opening](std::string_view step, double done) {
    Event event;
    event.kind = Event::Kind::table;
    event.step = step;
    event.done = done;
    opening.on_event(event);
  };
}

Expected<std::shared_ptr<const TwoPhaseTables>> SharedTables::two_phase(Profile profile, Metric metric,
                                                                        const Opening& opening) {
  if (!kProfileNames.has(profile)) return tl::unexpected<Error>(no_profile());
  using Made = Expected<std::shared_ptr<const TwoPhaseTables>>;
  return two_phase_.at({profile, metric}).get(opening.stop, opening.deadline, [&](const StopFlag* stop) -> Made {
    if (is_ended(opening)) return ended_before();
    const bool is_made = source() != nullptr && opening.on_event && has_missing_file(profile, metric, *source(), stop);
    if (is_made) {
      const TableSet& set = **find_table_set(name(profile), metric);
      notice(opening, fmt::format("the tables of {} ({}) are made once and kept; this takes about {}", set.name,
                                  human_bytes(set.bytes), human_duration(seconds_to_make(set, threads()))));
    }
    auto opened = TwoPhaseTables::open(profile, metric, source(), threads(), progress_of(opening), stop);
    if (is_made && !opened && opened.error().kind == ErrorKind::stopped)
      notice(opening, fmt::format("interrupted: not all tables of {} were saved", name(profile)));
    return opened;
  });
}

Expected<std::shared_ptr<const TableChoice>> SharedTables::choice(Metric metric, const Opening& opening) {
  return choices_.at(metric).get(opening.stop, opening.deadline, [&](const StopFlag* stop) {
    return choose_table(options_.optimal_table, options_.memory, metric, source(), stop).map([&](TableChoice choice) {
      if (!choice.remark.empty()) notice(opening, choice.remark);
      return std::make_shared<const TableChoice>(std::move(choice));
    });
  });
}

Expected<std::shared_ptr<const OptimalTable>> SharedTables::optimal(const optimal::Shape& shape,
                                                                    const Opening& opening) {
  using Made = Expected<std::shared_ptr<const OptimalTable>>;
  return optimal_.at(std::string(shape.name)).get(opening.stop, opening.deadline, [&](const StopFlag* stop) -> Made {
    if (is_ended(opening)) return ended_before();
    return open(shape, threads(), opening.with(stop));
  });
}

Expected<std::shared_ptr<const OptimalTable>> SharedTables::open(const optimal::Shape& shape, unsigned threads,
                                                                 const Opening& opening) const {
  const auto kept = source() != nullptr ? source()->load(optimal::identity(shape), opening.stop)
                                        : Expected<Table>(tl::unexpect, Error{"", {}, ErrorKind::system});
  if (!kept && kept.error().kind == ErrorKind::stopped) return tl::unexpected<Error>(kept.error());
  const bool is_there = kept.has_value();
  if (!is_there && opening.on_event) notice(opening, announce(shape, source(), threads));
  auto opened = OptimalTable::open(shape, source(), threads, progress_of(opening), opening.stop);
  const TableIdentity file = optimal::identity(shape);
  const bool is_cut_off = opened ? is_set(opening.stop) && source() != nullptr && !source()->has(file)
                                 : opened.error().kind == ErrorKind::stopped;
  if (is_cut_off)
    notice(opening,
           is_kept(shape, source())
               ? fmt::format(
                     "interrupted: the finished part of the table {} is kept, and the next run continues from there",
                     shape.name)
               : fmt::format("interrupted: the table {} was not saved", shape.name));
  return opened;
}

Expected<void> SharedTables::wait_until_resident(Metric metric, const Opening& opening) {
  constexpr auto kPatience = std::chrono::milliseconds(10);
  const Until until{opening.stop, opening.deadline};
  const auto chosen = choices_.at(metric).peek();
  const auto table = chosen ? optimal_.at(std::string(chosen->shape->name)).peek() : nullptr;
  while (table && table->until_resident() > Clock::duration::zero()) {
    if (until.is_over()) return fail(ErrorKind::stopped, "stopped while a table was being copied to memory");
    std::this_thread::sleep_for(kPatience);
  }
  return {};
}

Expected<void> SharedTables::add_plan(std::string_view set_name, Metric metric, Plan& plan) const {
  return find_table_set(set_name, metric).map([&](const TableSet* set) {
    const auto is_there = [this](const TableIdentity& file) { return source() != nullptr && source()->has(file); };
    PlannedTable table{set->name, !set->files.empty() && std::all_of(set->files.begin(), set->files.end(), is_there),
                       set->bytes, set->bytes_to_make, 0};
    if (!table.is_there) table.seconds_to_make = seconds_to_make(*set, threads());
    plan.tables.push_back(std::move(table));
  });
}

Expected<void> SharedTables::make(const TableSet& set, unsigned threads, const Opening& opening) {
  const auto is_set = [&](const TableSet& of) {
    return of.name == set.name && of.profile == set.profile && of.metric == set.metric;
  };
  if (std::none_of(table_sets().begin(), table_sets().end(), is_set))
    return fail(ErrorKind::bad_option, fmt::format("there is no table {}", text::quoted(set.name)));
  if (source() == nullptr)
    return fail(ErrorKind::bad_option,
                "this engine keeps no tables: it was made without a folder or another source of tables");
  const bool is_there =
      std::all_of(set.files.begin(), set.files.end(), [&](const auto& file) { return source()->has(file); });
  if (!is_there && !source()->can_keep(set.bytes))
    return fail(ErrorKind::system,
                fmt::format("the table source cannot keep {} bytes: the tables {} are not made", set.bytes, set.name));
  const unsigned all = threads != 0 ? threads : this->threads();
  const Alarm alarm(opening.stop, opening.deadline);
  const auto kept = [&](const auto&) -> Expected<void> {
    for (const TableIdentity& file : set.files)
      if (!source()->has(file)) {
        if (superflip::is_set(alarm.stop())) return tl::unexpected<Error>(stopped_error(file, "saved"));
        return fail(ErrorKind::system, fmt::format("the table {} could not be kept", file.name));
      }
    return {};
  };
  if (set.profile)
    return TwoPhaseTables::open(*set.profile, set.metric, source(), all, progress_of(opening), alarm.stop())
        .and_then(kept);
  if (const optimal::Shape* const shape = optimal::find_shape(set.name))
    return open(*shape, all, opening.with(alarm.stop())).and_then(kept);
#ifdef __EMSCRIPTEN__
  return fail(ErrorKind::internal, "no set is left");  // table_sets() has no others there
#else
  return two_phase::open_fold(source(), all, alarm.stop())
      .and_then([&](const Table& fold) {
        return two_phase::open_phase1(*fold.as<two_phase::Fold>(), Metric::stm, source(), all, progress_of(opening),
                                      alarm.stop());
      })
      .and_then(kept);
#endif
}

}  // namespace superflip::detail
