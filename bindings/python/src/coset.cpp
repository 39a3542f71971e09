// Whole cosets of G1, and the solver that keeps its memory from one to the next.
#include <limits>
#include <stdexcept>

#include "engine.h"
#include "question.h"
#include "superflip/superflip.h"

namespace superflip::python {
namespace {

nb::tuple records_of(const std::vector<CosetPosition>& positions) {
  return tuple_of(positions, [](const CosetPosition& p) {
    return record("CosetPosition", p.cube, Algorithm{p.word, {}, {}});
  });
}

nb::object record_of(const CosetAnswer& a, const CosetQuestion& question) {
  const nb::tuple levels = tuple_of(a.levels, [](const CosetLevel& l) {
    return record("CosetLevel", l.depth, l.found, l.is_exact, l.nodes, l.words, in_seconds(l.time),
                  records_of(l.samples), l.proofs);
  });
  const int exact = exact_to(a);
  return record("Coset", question.cube, name(question.metric), levels, name(a.ended),
                exact >= 0 ? nb::cast(exact) : nb::none(), all_within(a), a.left, a.left_solved, a.longest_left,
                records_of(a.left_over), records_of(a.listed), a.is_list_complete, a.symmetries, a.threads, a.bytes,
                in_seconds(a.loading), in_seconds(a.searching), in_seconds(a.solving),
                tuple_of(a.notes, [](const Error& note) { return note.message; }), in_seconds(a.computing));
}

std::optional<int> depth_of(std::string_view name, nb::handle depth) {
  if (depth.is_none()) return std::nullopt;
  return within<int>(name, depth, 0, kMaxCosetDepth);
}

// A CosetSolver that one call uses at a time, and that survives fork(): the child gets a fresh one with its own memory.
class PythonCosetSolver {
 public:
  PythonCosetSolver(nb::object engine, nb::handle memory, nb::handle threads)
      : engine_(std::move(engine)),
        memory_(within<std::uint64_t>("memory", memory, 0, std::numeric_limits<std::int64_t>::max())),
        threads_(within<unsigned>("threads", threads, 0, 1 << 16)) {
    nb::cast<PythonEngine&>(engine_);  // a TypeError now and not later
  }
  ~PythonCosetSolver() {
    forget_if_forked();
    release();
  }
  PythonCosetSolver(const PythonCosetSolver&) = delete;
  PythonCosetSolver& operator=(const PythonCosetSolver&) = delete;

  nb::object solve(const CosetQuestion& question, const Budget& budget, const nb::object& listener) {
    check_idle();
    if (is_closed_) throw nb::value_error("this coset solver is closed");
    const Work work(is_at_work_);
    if (kept_ == nullptr) {
      const auto engine = nb::cast<PythonEngine&>(engine_).get();
      kept_ = std::make_unique<Kept>(Kept{engine, CosetSolver(*engine, memory_, threads_)});
    }
    return record_of(value_of(call(listener, nb::none(), Question{},
                                   [&](const Listener& l) { return kept_->solver.solve(question, budget, l); })),
                     question);
  }

  void close() {
    check_idle();
    is_closed_ = true;
    release();
  }

 private:
  struct Kept {
    std::shared_ptr<Engine> engine;  // outlives the solver
    CosetSolver solver;
  };
  // Marks the solver as used, with the GIL.
  class Work {
   public:
    explicit Work(bool& is_at_work) : is_at_work_(is_at_work) { is_at_work_ = true; }
    ~Work() { is_at_work_ = false; }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    bool& is_at_work_;
  };

  // Another thread may be at work, or the caller is a listener of this solver.
  void check_idle() {
    forget_if_forked();
    if (is_at_work_) throw std::runtime_error("this coset solver is at work: it solves one coset at a time");
  }

  // The parent's solver lies in this process's memory, perhaps at work. It is never touched again.
  void forget_if_forked() {
    if (process_ == this_process()) return;
    process_ = this_process();
    static_cast<void>(kept_.release());  // NOLINT(bugprone-unused-return-value)
    is_at_work_ = false;
  }

  void release() {
    auto kept = std::move(kept_);
    const Released released;  // giving back gigabytes takes a while
    kept.reset();
  }

  nb::object engine_;
  std::uint64_t memory_;
  unsigned threads_;
  std::unique_ptr<Kept> kept_;
  long process_ = this_process();
  bool is_at_work_ = false;
  bool is_closed_ = false;
};

}  // namespace

void bind_coset(nb::module_& module) {
  nb::class_<PythonCosetSolver>(module, "CosetSolverCore", nb::is_final(), "What superflip.CosetSolver is made of.")
      .def(nb::init<nb::object, nb::handle, nb::handle>(), "engine"_a, "memory"_a, "threads"_a,
           nb::sig("def __init__(self, engine: EngineCore, memory: int, threads: int) -> None"))
      .def(
          "solve",
          [](PythonCosetSolver& self, nb::handle cube, nb::handle metric, nb::handle search_depth, nb::handle max_depth,
             nb::handle extra, bool prove, nb::handle list_depth, nb::handle list_limit, nb::handle samples,
             nb::handle seed, bool solve_left, nb::handle checkpoint, nb::handle time, const nb::object& listener) {
            CosetQuestion question;
            question.cube = reading_of(cube, Puzzle::cube).cube;
            check_possible(question.cube, kSolved, Puzzle::cube);
            question.metric = metric_of(text_argument("metric", metric));
            question.search_depth = depth_of("search_depth", search_depth);
            question.max_depth = depth_of("max_depth", max_depth);
            question.extra = within<std::uint32_t>("extra", extra, 0, std::numeric_limits<std::uint32_t>::max());
            question.prove = prove;
            question.list_depth = depth_of("list_depth", list_depth);
            question.list_limit =
                within<std::size_t>("list_limit", list_limit, 0, std::numeric_limits<std::int64_t>::max());
            question.samples = within<std::size_t>("samples", samples, 0, kMaxCosetSamples);
            question.seed = seed_of(seed);
            question.solve_left = solve_left;
            question.checkpoint = optional_text("checkpoint", checkpoint).value_or("");
            return self.solve(question, budget_of(time), listener);
          },
          nb::sig(
              "def solve(self, cube: superflip.types.CubeLike, metric: str, search_depth: int | None, max_depth: "
              "int | None, extra: int, prove: bool, list_depth: int | None, list_limit: int, samples: int, seed: int, "
              "solve_left: bool, checkpoint: str | None, time: float | None, listener: object) -> "
              "superflip._records.Coset"),
          "cube"_a, "metric"_a, "search_depth"_a.none(), "max_depth"_a.none(), "extra"_a, "prove"_a,
          "list_depth"_a.none(), "list_limit"_a, "samples"_a, "seed"_a, "solve_left"_a, "checkpoint"_a.none(),
          "time"_a.none(), "listener"_a.none())
      .def("close", &PythonCosetSolver::close);
}

}  // namespace superflip::python
