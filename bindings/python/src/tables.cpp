// Tables of coordinates as arrays without a copy; distances, their distributions and levels.
#include <cstring>

#include "lab.h"

namespace superflip::python {
namespace {

nb::object transitions(const LabCoordinate& coordinate, const Algorithm& moves, nb::handle threads) {
  if (moves.moves.empty()) throw nb::value_error("expected at least one move");
  const AnyCoordinate& whole = whole_of(coordinate);
  const unsigned n = threads_of(threads);
  // The cubes that have a value are a subgroup, so a move keeps them if the cube that it makes is one of them.
  for (const Move m : moves.moves)
    if (!whole.defined(kMoveCubes[m]))
      raise(
          {"the move " + to_string(std::array{m}) + " leads to cubes on which " + coordinate.words + " is not defined",
           {},
           ErrorKind::bad_option});
  auto made = value_of(interruptible([&](const StopFlag& stop) {
    return TransitionTable<AnyCoordinate>::open(whole, nullptr, moves.moves, n, &stop);
  }));
  const auto* const first = made.row(0).data();
  return array_over(first, {made.size(), static_cast<std::size_t>(made.moves())}, made);
}

nb::object transforms(const LabCoordinate& coordinate, nb::handle symmetry, nb::handle threads) {
  const AnyCoordinate& whole = whole_of(coordinate);
  const SymmetryGroup group = group_of(text_argument("symmetry", symmetry));
  const unsigned n = threads_of(threads);
  auto made = value_of(interruptible(
      [&](const StopFlag& stop) { return TransformTable<AnyCoordinate>::open(whole, nullptr, group, n, &stop); }));
  const auto* const first = made.row(Symmetry{}).data();
  return array_over(first, {group.members().size(), made.size()}, made);
}

// How distances are asked for, in the order of superflip/lab.py.
struct AskedDistances {
  std::optional<std::string> moves;
  std::string metric;
  std::optional<std::string> goal;                     // moves that generate a subgroup
  std::optional<Elements<const std::uint64_t>> goals;  // values
  std::optional<std::string> symmetry;
  std::optional<std::string> fold;
  bool inversion;
};

std::vector<Cube> goals_for(const Description& coordinate, const AskedDistances& asked) {
  if (asked.goals)
    return value_of(
        interruptible([&](const StopFlag& stop) { return goals_at(coordinate, asked.goals->span(), &stop); }));
  if (!asked.goal) return {kSolved};
  const MoveSet subgroup = value_of(
      parse_generators(*asked.goal, std::max(centres_of(coordinate), Centres::moved)).map_error(as_bad_option));
  return value_of(interruptible([&](const StopFlag& stop) { return goals_of(coordinate, subgroup, &stop); }));
}

SchreierSpec spec_of(const LabCoordinate& coordinate, const AskedDistances& asked) {
  SchreierSpec spec{coordinate.description, moves_for(coordinate.description, asked.moves, asked.metric)};
  spec.goals = goals_for(coordinate.description, asked);
  if (asked.symmetry) spec.group = group_of(*asked.symmetry);
  if (asked.fold) spec.fold = described(*asked.fold);
  spec.inversion = asked.inversion;
  spec.memory = available_memory() / 10 * 9;
  return spec;
}

Expected<std::shared_ptr<const SchreierGraph>> graph_of(const SchreierSpec& spec, bool counts_only, unsigned threads,
                                                        const StopFlag& stop) {
  auto planned = plan(spec, &stop);
  if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
  const std::uint64_t needed = counts_only ? planned->estimated_bytes_to_count() : planned->estimated_bytes();
  if (needed > spec.memory)
    return fail(ErrorKind::out_of_memory, planned->name() + " needs about " + std::to_string(needed / 1'000'000) +
                                              " MB, and " + std::to_string(spec.memory / 1'000'000) + " MB are free");
  return SchreierGraph::make(*std::move(planned), threads, &stop);
}

nb::tuple tuple_of_counts(const std::vector<std::uint64_t>& counts) {
  return tuple_of(counts, [](std::uint64_t n) { return nb::int_(n); });
}

nb::tuple counts_of(const Distribution& found, const SchreierPlan& plan) {
  return nb::make_tuple(tuple_of_counts(found.values), tuple_of_counts(found.classes), tuple_of_counts(found.entries),
                        plan.folded_by());
}

AskedDistances asked_of(nb::handle moves, nb::handle metric, nb::handle goal, nb::handle goals, nb::handle symmetry,
                        nb::handle fold, bool inversion) {
  const auto text = [](std::string_view name, nb::handle value) -> std::optional<std::string> {
    const auto given = optional_text(name, value);
    return given ? std::optional(std::string(*given)) : std::nullopt;
  };
  AskedDistances asked{text("moves", moves),
                       std::string(text_argument("metric", metric)),
                       text("goal", goal),
                       {},
                       text("symmetry", symmetry),
                       text("fold", fold),
                       inversion};
  if (!goals.is_none()) asked.goals.emplace(goals, "goals are a one-dimensional array of uint64");
  return asked;
}

nb::tuple distribution(const LabCoordinate& coordinate, const AskedDistances& asked, nb::handle threads,
                       const nb::object& report) {
  const SchreierSpec spec = spec_of(coordinate, asked);
  const unsigned n = threads_of(threads);
  struct Counted {
    Distribution found;
    std::shared_ptr<const SchreierGraph> graph;
  };
  const auto counted =
      value_of(reported(report, [&](const StopFlag& stop, const Progress& progress) -> Expected<Counted> {
        auto graph = graph_of(spec, true, n, stop);
        if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
        auto found = count_distances(**graph, n, progress, &stop);
        if (!found) return tl::unexpected<Error>(std::move(found.error()));
        return Counted{*std::move(found), *std::move(graph)};
      }));
  return counts_of(counted.found, counted.graph->plan());
}

nb::tuple levels(const LabCoordinate& coordinate, const AskedDistances& asked, nb::handle depth, nb::handle threads,
                 const nb::object& report) {
  LevelsSpec spec{coordinate.description, moves_for(coordinate.description, asked.moves, asked.metric)};
  spec.goals = goals_for(coordinate.description, asked);
  if (asked.symmetry) spec.group = group_of(*asked.symmetry);
  spec.inversion = asked.inversion;
  spec.depth = within<int>("depth", depth, 0, kMaxLevels);
  spec.memory = available_memory() / 10 * 9;
  const unsigned n = threads_of(threads);
  const auto found = value_of(reported(report, [&](const StopFlag& stop, const Progress& progress) {
    return count_levels(spec, n, {}, progress, &stop);
  }));
  if (found.end == LevelsEnd::memory)
    raise({"distance " + std::to_string(found.levels.size()) + " does not fit into the memory that is free",
           {},
           ErrorKind::out_of_memory});
  return tuple_of(found.levels, [](const Level& level) {
    return nb::make_tuple(level.distance, level.values, level.classes, level.symmetric, integer(level.words));
  });
}

// A table of distances with the coordinate, as lab.DistanceTable holds it.
struct HeldTable {
  std::shared_ptr<const DistanceTable> table;
  std::shared_ptr<const AnyCoordinate> whole;  // null if the coordinate has 2^63 values or more
};

TablePacking packing_named(std::string_view name) {
  if (name == "bytes") return TablePacking::bytes;
  if (name == "nibbles") return TablePacking::nibbles;
  if (name == "mod3") return TablePacking::mod3;
  raise({"there is no packing '" + text::escaped(name, 40) + "'; expected bytes, nibbles or mod3",
         {},
         ErrorKind::bad_option});
}

HeldTable make_table(const LabCoordinate& coordinate, const AskedDistances& asked, nb::handle packing,
                     const std::optional<std::string>& folder, nb::handle threads, const nb::object& report) {
  const TablePacking packed = packing_named(text_argument("packing", packing));
  const SchreierSpec spec = spec_of(coordinate, asked);
  const unsigned n = threads_of(threads);
  const auto store = folder ? std::make_shared<const TableStore>(*folder) : nullptr;
  auto made = value_of(reported(report, [&](const StopFlag& stop, const Progress& progress) -> Expected<DistanceTable> {
    auto graph = graph_of(spec, false, n, stop);
    if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
    return DistanceTable::make(*std::move(graph), packed, n, progress, store.get(), &stop);
  }));
  return {std::make_shared<const DistanceTable>(std::move(made)),
          coordinate.whole ? std::make_shared<const AnyCoordinate>(*coordinate.whole) : nullptr};
}

constexpr std::size_t kBlock = 1024;  // cubes between two looks at the flag

int distance_of(const DistanceTable& table, const Cube& c) {
  const SchreierGraph& graph = table.graph();
  return graph.defined(c) ? table.distance(graph.place(c)) : DistanceTable::kUnknown;
}

void distances_of_rows(const HeldTable& self, nb::handle rows, nb::handle to) {
  const ReadRows from = rows_to_read(rows);
  const Elements<std::uint8_t> into(to, "distances need a writable one-dimensional array of uint8");
  if (into.size() != from.rows.count) throw nb::value_error("there is one distance for each row");
  value_of(with_rows(from.rows.count, kSlowRows, [&](const StopFlag& stop) -> Expected<void> {
    if (auto checked = check_rows(from.rows, &stop); !checked) return checked;
    for (std::size_t i = 0; i < into.size(); ++i) {
      if (i % kBlock == 0 && is_set(&stop)) return fail(ErrorKind::stopped, "stopped while distances were looked up");
      Cube c;
      std::memcpy(&c, from.rows.row(i), kCubeBytes);
      into[i] = static_cast<std::uint8_t>(distance_of(*self.table, c));
    }
    return {};
  }));
}

// The distance of each value of the coordinate, 0..size-1.
void distances_of_values(const HeldTable& self, nb::handle to, nb::handle threads) {
  const Elements<std::uint8_t> into(to, "distances need a writable one-dimensional array of uint8");
  if (self.whole == nullptr || into.size() != self.whole->size())
    throw nb::value_error("there is one distance for each value");
  const unsigned n = threads_of(threads);
  interruptible([&](const StopFlag& stop) {
    parallel_for(
        into.size(), kBlock, n,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            into[i] = static_cast<std::uint8_t>(distance_of(*self.table, to_cube(*self.whole, i)));
        },
        &stop);
    return true;
  });
}

nb::object word_of(const HeldTable& self, nb::handle cube) {
  const Cube c = reading_of(cube, Puzzle::cube).cube;
  if (!self.table->graph().defined(c)) return nb::none();
  const auto word = self.table->word(c);
  if (!word) return nb::none();
  std::string text;
  for (const int step : *word) text += (text.empty() ? "" : " ") + self.table->graph().move_set()[step].name;
  return nb::cast(text);
}

}  // namespace

std::shared_ptr<const MoveSet> moves_for(const Description& coordinate, const std::optional<std::string>& moves,
                                         std::string_view metric) {
  const Metric counted = metric_of(metric);
  const Centres seen = centres_of(coordinate);
  const std::string text = moves.value_or(coordinate.within.empty() ? "all" : coordinate.within);
  if (!counts_face_turns(counted)) {
    if (text == "all") return std::make_shared<const MoveSet>(moves_of(counted, seen));
    raise({"the metric " + std::string(metric) + " counts all of its own moves; leave out `moves`",
           {},
           ErrorKind::bad_option});
  }
  return std::make_shared<const MoveSet>(
      value_of(parse_move_set(text, counted, std::max(seen, Centres::moved)).map_error(as_bad_option)));
}

void bind_tables(nb::module_& module) {
  module.def("transitions", &transitions, "coordinate"_a, "moves"_a, "threads"_a,
             nb::sig("def transitions(coordinate: CoordinateInWords, moves: Algorithm, threads: int) -> typing.Any"));
  module.def("transforms", &transforms, "coordinate"_a, "symmetry"_a, "threads"_a,
             nb::sig("def transforms(coordinate: CoordinateInWords, symmetry: str, threads: int) -> typing.Any"));
  nb::class_<AskedDistances>(module, "AskedDistances", nb::is_final())
      .def(
          "__init__",
          [](AskedDistances* self, nb::handle moves, nb::handle metric, nb::handle goal, nb::handle goals,
             nb::handle symmetry, nb::handle fold, bool inversion) {
            new (self) AskedDistances(asked_of(moves, metric, goal, goals, symmetry, fold, inversion));
          },
          nb::sig("def __init__(self, moves: str | None, metric: str, goal: str | None, goals: object, symmetry: str | "
                  "None, fold: str | None, inversion: bool) -> None"),
          "moves"_a.none(), "metric"_a, "goal"_a.none(), "goals"_a.none(), "symmetry"_a.none(), "fold"_a.none(),
          "inversion"_a);
  module.def(
      "distribution", &distribution, "coordinate"_a, "asked"_a, "threads"_a, "report"_a.none(),
      nb::sig("def distribution(coordinate: CoordinateInWords, asked: AskedDistances, threads: int, report: object) -> "
              "tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]"));
  module.def("levels", &levels, "coordinate"_a, "asked"_a, "depth"_a, "threads"_a, "report"_a.none(),
             nb::sig("def levels(coordinate: CoordinateInWords, asked: AskedDistances, depth: int, threads: int, "
                     "report: object) -> tuple[tuple[int, int, int, int, int], ...]"));
  nb::class_<HeldTable> table(module, "TableOfDistances", nb::is_final());
  table.def(
      "__init__",
      [](HeldTable* self, const LabCoordinate& coordinate, const AskedDistances& asked, nb::handle packing,
         std::optional<std::string> folder, nb::handle threads, const nb::object& report) {
        new (self) HeldTable(make_table(coordinate, asked, packing, folder, threads, report));
      },
      nb::sig(
          "def __init__(self, coordinate: CoordinateInWords, asked: AskedDistances, packing: str, folder: str | None, "
          "threads: int, report: object) -> None"),
      "coordinate"_a, "asked"_a, "packing"_a, "folder"_a.none(), "threads"_a, "report"_a.none());
  table.def_prop_ro(
      "distribution", [](const HeldTable& t) { return counts_of(t.table->distribution(), t.table->graph().plan()); },
      nb::sig("def distribution(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]"));
  table.def_prop_ro("name", [](const HeldTable& t) { return t.table->graph().plan().name(); });
  table.def_prop_ro(
      "shape",
      [](const HeldTable& t) {
        return nb::make_tuple(t.table->graph().blocks(), t.table->graph().block_size(), t.table->graph().stride());
      },
      nb::sig("def shape(self) -> tuple[int, int, int]"));
  table.def(
      "entries",
      [](const HeldTable& t) {
        const auto bytes = t.table->entries();
        return array_over(reinterpret_cast<const std::uint8_t*>(bytes.data()), {bytes.size()}, t.table);
      },
      nb::sig("def entries(self) -> typing.Any"));
  table.def(
      "distance",
      [](const HeldTable& t, nb::handle cube) { return distance_of(*t.table, reading_of(cube, Puzzle::cube).cube); },
      "cube"_a.none(), nb::sig("def distance(self, cube: object) -> int"));
  table.def("distances", &distances_of_rows, "rows"_a, "to"_a);
  table.def("distances_of_values", &distances_of_values, "to"_a, "threads"_a,
            nb::sig("def distances_of_values(self, to: object, threads: int) -> None"));
  table.def("word", &word_of, "cube"_a.none(), nb::sig("def word(self, cube: object) -> str | None"));
}

}  // namespace superflip::python
