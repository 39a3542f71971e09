"""The engine, and the solver of whole cosets: all that solves."""

from __future__ import annotations

import os

import superflip._core as _core
from superflip._coset import OF_A_COSET, OF_THE_SOLVER, drawing
from superflip._errors import SuperflipError
from superflip._progress import bar_or_none
from superflip._question import (
    OF_THE_BUDGET,
    OF_THE_CALL,
    OF_THE_QUESTION,
    Question,
    question_of,
    with_options,
)

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal, overload

    from typing_extensions import Unpack

    from superflip._core import Algorithm, Random, Search
    from superflip._progress import Bar
    from superflip._records import Answer, Coset, Plan, Solution
    from superflip.types import (
        CosetMetric,
        CubeLike,
        Listener,
        Metric,
        Profile,
        Puzzle,
        QuestionOptions,
        SearchOptions,
        SolveOptions,
    )

# The keys of options that belong to the call and not to the question.
_OF_THE_CALL = ("time", "nodes", "threads", "listener")
# Many more solutions than anybody reads, and few enough to be kept.
_ALL = 1 << 20
# No limit that anybody reaches, where the engine would set a small one.
_NO_END = 1e9
# Questions that a batch has read before an answer that is there is given, and that it reads at most, for each thread.
_AHEAD = (2, 16)
# A source that takes longer for a cube, in seconds, is not asked for another one while an answer is there.
_SLOW = 0.002


class Engine:
    """Answers questions. It loads or makes each table once, when a question first needs it, and shares it among all
    threads: make one for a program, or use the functions of this module, which belong to one that is there already.

    `profile` says how large the tables for near-optimal solutions are: "compact" (by default) takes 5 MB, made in
    a few tenths of a second and never kept; "standard" (145 MB) and "large" (741 MB) are faster and find shorter solutions.
    `tables` says where tables are kept: True, in the user's cache folder, which the program `superflip` shares; False,
    only in memory; or a folder. `optimal_table` names the table for proofs, "optimal-282"; by default the largest that
    is there and fits, or one that is soon made. `memory` is the most bytes that such a table may take; 0: half of what
    is available. `threads` is how many load, make and search; 0: all cores. `progress` says whether making tables
    shows a bar; None: if standard error is a terminal.

    All functions may be called from any number of threads at once. They give up the GIL while they work, and Ctrl-C
    ends them. After a fork the child has a fresh engine with the same options. Raises `BadOption`.
    """

    def __init__(
        self,
        *,
        profile: Profile = "compact",
        tables: bool | str | os.PathLike[str] = True,
        optimal_table: str = "",
        memory: int = 0,
        threads: int = 0,
        progress: bool | None = None,
    ) -> None:
        folder = tables if isinstance(tables, bool) else os.fsdecode(tables)
        self._core = _core.EngineCore(folder, profile, optimal_table, memory, threads)
        self._options = {
            "profile": profile,
            "tables": tables,
            "optimal_table": optimal_table,
            "memory": memory,
            "threads": threads,
            "progress": progress,
        }
        self._threads = threads or _core.hardware_threads()

    def __repr__(self) -> str:
        return f"Engine({', '.join(f'{name}={value!r}' for name, value in self._options.items())})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self._options,)

    def _bar(self) -> Bar | None:
        return bar_or_none(self._options["progress"])  # type: ignore[arg-type]

    @with_options(OF_THE_QUESTION, OF_THE_BUDGET, OF_THE_CALL)
    def solve(self, cube: CubeLike | Question, **options: Unpack[SolveOptions]) -> Answer:
        """A short solution of the cube: usually 18 to 20 moves, in milliseconds.

        Without any limit a fixed amount of work is done on one thread, so that the answer is the same on every machine.
        With `time` (seconds), `nodes` or `good_enough` the search goes on until one of these ends it.

            >>> print(superflip.solve("R U2 F'"))
            F U2 R'

        Raises `Unreadable`, `ImpossibleCube` (with the diagnosis), `BadOption`, `OutOfMemory`, `SystemFailure`. Nothing is
        raised if a limit or the listener ends the search: the answer says so.
        """
        call = _split(options)
        return self._ask(question_of(cube, options), call)

    @with_options(OF_THE_QUESTION, OF_THE_BUDGET, OF_THE_CALL)
    def solve_optimal(
        self, cube: CubeLike | Question, *, all: bool = False, within: int = 0, **options: Unpack[SolveOptions]
    ) -> Answer:
        """A shortest solution, proven; with `all` every shortest one, and with `within` those of so many moves more.

        A random cube takes seconds to minutes. The first one needs a table for proofs, which is made in 10 to 30
        seconds and kept (see `Engine`). If a limit ends the search before the proof, `answer.lower_bound` is what is
        proven. Solutions that reach the goal before their end do not count. A `Question` must have `want="shortest"` or
        "all". Raises as `solve`.

            >>> superflip.solve_optimal("R U R' U R U2 R'").length
            7
        """
        call = _split(options)
        if all or within > 0:
            options.setdefault("solutions", _ALL)
        if all and isinstance(cube, Question):
            raise TypeError("the options of a question belong into the Question")
        want = "all" if all or within > 0 or options.get("solutions", 1) > 1 else "shortest"
        return self._ask(question_of(cube, options, want=want, within=within), call)

    def _ask(self, question: Question, call: SolveOptions) -> Answer:
        bar = self._bar()
        try:
            return self._core.solve(
                question, call.get("time"), call.get("nodes"), call.get("threads", 0), call.get("listener"), bar
            )
        finally:
            if bar is not None:
                bar.close()

    @with_options(OF_THE_QUESTION, OF_THE_BUDGET)
    def search(self, cube: CubeLike | Question, **options: Unpack[SearchOptions]) -> Search:
        """A search in the background: an iterator of its events, with solutions, proven bounds, and the progress of making
        tables (it draws no bar).

        Without any limit it goes on until it is stopped or nothing shorter can exist.

            >>> with superflip.search("R U F' L2 D B") as search:
            ...     for event in search:
            ...         if event.solution is not None and event.solution.length <= 6:
            ...             break
            >>> search.answer().length
            6

        Raises as `solve`.
        """
        call = _split(options, "search")
        question = question_of(cube, options)
        time = call.get("time")
        if time is None and call.get("nodes") is None:
            time = _NO_END
        return _core.Search(self._core, question, time, call.get("nodes"), call.get("threads", 0))

    @with_options(OF_THE_QUESTION, OF_THE_BUDGET)
    def improve(self, cube: CubeLike | Question, **options: Unpack[SearchOptions]) -> Iterator[Solution]:
        """Solutions, each shorter than the one before, as they are found.

        The search goes on in the background while you look at one. It ends when the loop is left, when a limit is
        reached, or when nothing shorter can exist. Raises as `solve`.
        """
        _refuse_listener(options, "improve")
        search = self.search(cube, **options)  # so that mistakes are raised now
        return self._improvements(search)

    def _improvements(self, search: Search) -> Iterator[Solution]:
        bar = self._bar()
        with search:
            for event in search:
                if event.solution is not None:
                    if bar is not None:
                        bar.close()
                    yield event.solution
                elif bar is not None and event.kind in ("notice", "table"):
                    bar(event)

    if TYPE_CHECKING:

        @overload
        def solve_many(
            self,
            cubes: Iterable[CubeLike | Question],
            *,
            errors: Literal["raise"] = "raise",
            ahead: int | None = None,
            **options: Unpack[SearchOptions],
        ) -> Iterator[Answer]: ...
        @overload
        def solve_many(
            self,
            cubes: Iterable[CubeLike | Question],
            *,
            errors: Literal["yield"],
            ahead: int | None = None,
            **options: Unpack[SearchOptions],
        ) -> Iterator[Answer | Exception]: ...

    @with_options(OF_THE_QUESTION, OF_THE_BUDGET)
    def solve_many(
        self,
        cubes: Iterable[CubeLike | Question],
        *,
        errors: str = "raise",
        ahead: int | None = None,
        **options: Unpack[SearchOptions],
    ) -> Iterator[Answer | Exception]:
        """The answers to many cubes, in their order, over all cores.

        `cubes` may be any iterable, also an endless one: it is read on your thread when answers are asked for, at most
        `ahead` cubes beyond the one whose answer comes next (by default 16 for each thread). Until the first answer is
        there cubes are read, and from a quick source a few more, so that all threads have work. With `ahead=0` each cube
        is solved before the next one is read.

        The budget is that of each cube; `threads` is how many are solved at the same time. A cube that cannot be read or
        answered raises its exception in its place; with `errors="yield"` the exception is yielded there, and the others
        go on. If `cubes` itself raises, the answers to what was read before come first.

            >>> for answer in superflip.solve_many(["R U F", "x R' D2"]):
            ...     print(answer)
            F' U' R'
            D2 R
        """
        if errors not in ("raise", "yield"):
            raise ValueError(f"errors is {errors!r}: expected 'raise' or 'yield'")
        if isinstance(cubes, str):
            raise TypeError("expected an iterable of cubes, and not one text")
        if ahead is not None and ahead < 0:
            raise ValueError(f"ahead is {ahead}: expected 0 or more")
        call = _split(options, "solve_many")
        question_of(_core.Cube(), options)  # so that mistakes are raised now
        _core.check_budget(call.get("time"), call.get("nodes"), call.get("threads", 0))
        return self._answers(iter(cubes), options, call, errors == "yield", ahead)

    def _answers(
        self,
        cubes: Iterator[CubeLike | Question],
        options: QuestionOptions,
        call: SolveOptions,
        yields: bool,
        ahead: int | None,
    ) -> Iterator[Answer | Exception]:
        import contextlib
        from collections import deque
        from time import monotonic

        threads = call.get("threads") or self._threads
        batch = _core.Batch(self._core, call.get("time"), call.get("nodes"), threads)
        least, most = (n * threads for n in _AHEAD)
        if ahead is not None:
            least, most = min(least, ahead), ahead
        # In order: an exception, or None where the batch has or will have the answer.
        places: deque[Exception | None] = deque()
        ended: Exception | None = None  # why there are no more cubes
        bar = self._bar()
        is_slow = False
        try:
            while True:
                while ended is None and len(places) <= most:
                    is_ready = bool(places) and (places[0] is not None or batch.is_ready)
                    if is_ready and (is_slow or len(places) > least):
                        break
                    begun = monotonic()
                    try:
                        cube = next(cubes)
                    except Exception as why:
                        ended = why
                        break
                    is_slow = monotonic() - begun > _SLOW
                    try:
                        question = question_of(cube, options)
                    except Exception as error:
                        places.append(error)
                    else:
                        if bar is not None:  # the batch draws none
                            with contextlib.suppress(SuperflipError), contextlib.closing(bar):
                                self._core.prepare(question, call.get("time"), None, bar)
                            bar = None
                        batch.put(question)
                        places.append(None)
                if not places:
                    if ended is not None and not isinstance(ended, StopIteration):
                        raise ended
                    return
                failure = places.popleft()
                if failure is None:
                    try:
                        answer = batch.take()
                    except SuperflipError as error:
                        failure = error
                    else:
                        yield answer
                        continue
                if not yields:
                    raise failure
                yield failure
        finally:
            batch.end()

    @with_options(OF_A_COSET, OF_THE_SOLVER)
    def coset(
        self,
        cube: CubeLike,
        *,
        metric: CosetMetric = "htm",
        search_depth: int | None = None,
        max_depth: int | None = None,
        extra: int = 0,
        prove: bool = False,
        list_depth: int | None = None,
        list_limit: int = 1000,
        samples: int = 0,
        seed: int = 1,
        solve_left: bool = True,
        checkpoint: str | os.PathLike[str] | None = None,
        memory: int = 0,
        threads: int = 0,
        time: float | None = None,
        listener: Listener | None = None,
    ) -> Coset:
        """How many of the 19,508,428,800 positions that phase 1 cannot tell from this cube lie at each distance.

        These are the positions with the same twists, flips and places of the slice's edges, with U up and F in front. The
        whole takes minutes and 3.3 to 4 GB; `CosetSolver` keeps the memory for the next coset. God's number was proven in
        this way.

            >>> superflip.coset("R U F", max_depth=4, memory=3_600_000_000, threads=1).distribution
            (0, 0, 0, 2, 18)

        If the time or the listener ends the work, nothing is raised: the levels that were finished are there. Raises
        `Unreadable`, `ImpossibleCube`, `BadOption`, `OutOfMemory`, `SystemFailure`.
        """
        with CosetSolver(self, memory=memory, threads=threads) as solver:
            return solver.solve(
                cube,
                metric=metric,
                search_depth=search_depth,
                max_depth=max_depth,
                extra=extra,
                prove=prove,
                list_depth=list_depth,
                list_limit=list_limit,
                samples=samples,
                seed=seed,
                solve_left=solve_left,
                checkpoint=checkpoint,
                time=time,
                listener=listener,
            )

    def plan(self, cube: CubeLike | Question, **options: Unpack[QuestionOptions]) -> Plan:
        """Which solver and which tables a question would use, with their sizes and whether they are there. Loads
        nothing, but for parts of the cube and coordinates it may take seconds. Raises `Unreadable`, `ImpossibleCube`,
        `BadOption`, `OutOfMemory`."""
        return self._core.plan(question_of(cube, options))

    def prepare(
        self,
        question: CubeLike | Question | None = None,
        *,
        time: float | None = None,
        listener: Listener | None = None,
        **options: Unpack[QuestionOptions],
    ) -> None:
        """Loads or makes all tables that a question needs, and waits until they are in memory; without a question,
        those of `solve`. Raises as `solve`, and `Stopped` if the time or the listener ended it."""
        bar = self._bar()
        try:
            self._core.prepare(question_of(_core.Cube() if question is None else question, options), time, listener, bar)
        finally:
            if bar is not None:
                bar.close()

    def make_tables(
        self, name: str, *, metric: Metric = "htm", threads: int = 0, listener: Listener | None = None
    ) -> None:
        """Makes the tables of that name (`table_sets` lists them) where they are missing, and keeps them. Raises
        `BadOption`, `Stopped`, `OutOfMemory`, and `SystemFailure` also where they cannot be kept."""
        bar = self._bar()
        try:
            self._core.make(name, metric, threads, listener, bar)
        finally:
            if bar is not None:
                bar.close()

    def word_to(self, cube: CubeLike) -> Algorithm:
        """Moves that lead from the solved cube to this one. Raises `ImpossibleCube` (with the diagnosis) if none do."""
        bar = self._bar()
        try:
            return self._core.word_to(cube, None, bar)
        finally:
            if bar is not None:
                bar.close()

    def scramble(
        self, random: Random | int | None = None, *, puzzle: Puzzle = "3x3x3", fewest_moves: bool = False
    ) -> Algorithm:
        """A scramble by the rules of the World Cube Association: a state drawn uniformly from all that are at least
        two moves from solved (2x2x2: four), and moves that lead there (2x2x2: of exactly 11 moves).

        `random` is a seed, or a `Random` from which several are drawn; by default the operating system decides.
        `fewest_moves`: with R' U' F at both ends, for the 3x3x3 only.
        """
        bar = self._bar()
        source = random if isinstance(random, _core.Random) else _core.Random(random)
        try:
            return self._core.scramble(source, puzzle, fewest_moves, None, bar)
        finally:
            if bar is not None:
                bar.close()


class CosetSolver:
    """Solves whole cosets one after the other on the same memory: 3.1 GB, and the tables.

    By default it belongs to the engine of this module. `memory` is the most bytes that may be used; 0: what is
    available. `threads` is how many work; 0: those of the engine, or fewer where these do not fit in the
    memory. Memory is taken when it is needed, and given back by `close()`, or when the `with` block is left. One call works at a time: a second one, from another thread or from a
    listener, raises RuntimeError. After a fork the child has a fresh solver. Raises `BadOption`.

        >>> with superflip.CosetSolver(memory=3_600_000_000, threads=1) as solver:
        ...     [solver.solve(cube, max_depth=4).found for cube in ("R U F", "R U F L")]
        [20, 2]
    """

    def __init__(self, engine: Engine | None = None, *, memory: int = 0, threads: int = 0) -> None:
        if engine is None:
            from superflip import default_engine

            engine = default_engine
        self._engine = engine
        self._options = f"memory={memory}, threads={threads}"
        self._core = _core.CosetSolverCore(engine._core, memory, threads)

    def __repr__(self) -> str:
        return f"CosetSolver({self._engine!r}, {self._options})"

    @with_options(OF_A_COSET)
    def solve(
        self,
        cube: CubeLike,
        *,
        metric: CosetMetric = "htm",
        search_depth: int | None = None,
        max_depth: int | None = None,
        extra: int = 0,
        prove: bool = False,
        list_depth: int | None = None,
        list_limit: int = 1000,
        samples: int = 0,
        seed: int = 1,
        solve_left: bool = True,
        checkpoint: str | os.PathLike[str] | None = None,
        time: float | None = None,
        listener: Listener | None = None,
    ) -> Coset:
        """The coset of a cube, as `coset`. Raises as that, and ValueError if the solver is closed."""
        bar = self._engine._bar()
        heard = listener if bar is None else drawing(bar, listener)
        try:
            return self._core.solve(
                cube, metric, search_depth, max_depth, extra, prove, list_depth, list_limit, samples, seed, solve_left,
                None if checkpoint is None else os.fsdecode(checkpoint), time, heard,
            )  # fmt: skip
        finally:
            if bar is not None:
                bar.close()

    def close(self) -> None:
        """Gives the memory back. The solver can be closed again, but solves no more."""
        self._core.close()

    def __enter__(self) -> CosetSolver:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _split(options: SolveOptions | SearchOptions, function: str = "") -> SolveOptions:
    """Takes the options of the call out of the others. A function that is named takes no listener."""
    if function:
        _refuse_listener(options, function)
    return {name: options.pop(name) for name in _OF_THE_CALL if name in options}  # type: ignore[return-value,misc]


def _refuse_listener(options: object, function: str) -> None:
    if "listener" in options:  # type: ignore[operator]
        raise TypeError(f"{function} takes no listener: it tells what happens as an iterator")


def _restored(options: dict[str, object]) -> Engine:
    return Engine(**options)  # type: ignore[arg-type]
