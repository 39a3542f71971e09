"""Whole cosets of G1: the solver that keeps its memory."""

from __future__ import annotations

import os

import superflip._core as _core
from superflip._question import with_options

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip._engine import Engine
    from superflip._progress import Bar
    from superflip._records import Coset, Event
    from superflip.types import CosetMetric, CubeLike, Listener

OF_A_COSET = """
    Options of the coset:
        metric: what counts as one move: "htm" (by default), "qtm" or "stm".
        search_depth: up to this depth all words are searched, so that the levels are exact. One more takes 13 times as
            long, 9 times in qtm, 18 times in stm; by default 15, in qtm 18, in stm 13.
        max_depth: the last depth; by default 20, in qtm 26. Beyond the search, positions may be nearer than it says.
        extra: after `search_depth`, 1 of so many words of the next depth is searched too, so that fewer positions are
            left over.
        prove: a level after complete ones is completed by the optimal solver, if at most 10,000,000 positions are left
            after it: each has a word of that length or is proven to have none. All further levels then are exact.
        list_depth: the level whose positions are listed, with moves that solve them.
        list_limit: the most positions that are listed, of that level and of those left over.
        samples: how many positions of each level are chosen at random; `seed` is that of the choice.
        solve_left: whether the two-phase solver solves what no level holds, if these are at most 1,000,000.
        checkpoint: a file in which the levels are kept, and what is done of the one that is searched: every five
            minutes, and when the work is stopped or its time is over, which then takes some seconds more. If it exists,
            the work goes on from it: for the same cube, metric, list and samples, and the same version of superflip. It
            takes at most 2.4 GB, and stays when the work has ended.
        time: seconds from the call; loading and making tables count.
        listener: a function that is called with each `Event`, at least every 20 ms; a "progress" has the depth as
            `length`. If it returns False, the work ends.
"""
OF_THE_SOLVER = """        memory: the most bytes that may be used; 0: what is available. The tables are the large ones (741 MB)
            if they fit beside the positions, else the standard ones; in stm there is one of 85 MB.
        threads: how many work; 0: those of the engine.
"""


class CosetSolver:
    """Solves whole cosets one after the other on the same memory: 3.1 GB, and the tables.

    By default it belongs to the engine of this module. `memory` is the most bytes that may be used; 0: what is
    available. `threads` is how many work; 0: those of the engine. Memory is taken when it is needed, and given back by
    `close()`, or when the `with` block is left. One call works at a time: a second one, from another thread or from a
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
        heard = listener if bar is None else _drawing(bar, listener)
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


def _drawing(bar: Bar, listener: Listener | None) -> Listener:
    """A listener that also draws the bar."""

    def hear(event: Event) -> object:
        if event.kind in ("notice", "table", "progress"):
            bar(event)
        return None if listener is None else listener(event)

    return hear
