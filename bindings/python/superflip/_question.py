"""What is asked: a cube, a goal, moves, and what is wanted."""

from __future__ import annotations

import superflip._core as _core
from superflip._robots import in_json

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeVar

    _Function = TypeVar("_Function", bound=Callable[..., Any])

    from superflip.types import (
        Centres,
        Coordinate,
        CubeLike,
        Metric,
        Puzzle,
        QuestionOptions,
        SolverName,
        Starts,
        Want,
    )


OF_THE_QUESTION = """
    Options of the question:
        to: the cube to reach, or a list of cubes, of which any is good; by default the solved one. Of a text of 54
            facelets, those that are ? are free.
        also: one more cube at the start, or a list of at most 100, held as the first one is: the same moves bring all of
            them to the goal. An empty list is none.
        starts: whether the same moves bring "all" cubes at the start to the goal, those of `also` and those that have the
            known facelets, or "any" one of them; by default any, if one cube and one cube to reach are given, else all.
        coordinates: instead of the whole cube, a list of coordinates in words ("edges DR DF DL DB: order orientation"),
            or of pairs of that and the cubes whose values are its goals.
        only: what of the cube counts, the rest being free: a name ("Cross", "F2L", "OLL"; `masks` lists them), or pieces
            ("edges D layer + DFR FR").
        show: instead of a cube to reach, what the faces shall show: "checkerboard", "xox/oxo/xox@UD" (docs/goals.md).
        up_to: "U": up to a last turn of U; "rotations": the same goal on any side of the cube; "holding": up to a last
            rotation of the whole cube, where `moves` carry the centres; several of them with commas: "U,rotations".
        moves: what may be turned: "U R2 F", "U (R L') M", "G1"; by default what the metric counts. "U R F:3 R>F:1" has
            costs: F costs 3, and 1 more directly after R. Lengths are then costs (docs/goals.md).
        metric: what counts as one move: "htm" (by default), "qtm", "stm" or "atm".
        robot: a robot whose words are wanted, those that it does fastest: a name ("turntable"; `robots` lists them), or a
            description, a dict or the same in JSON. Lengths are then milliseconds of its schedules.
        puzzle: "3x3x3" (by default) or "2x2x2".
        centres: what `moves` do to the centres: "fixed", slices are pairs of face turns; "moved" (by default), slices, wide
            moves and rotations carry them; or "turned". If they are turned, masks such as only="F2L + centres" count how
            (docs/goals.md).
        good_enough: the search ends with the first solutions of at most that many moves.
        max_length: longer solutions are no answers.
        solutions: how many are kept, the shortest of those met; 1 by default.
        solver: "two-phase", "optimal", "generic" or "pocket"; by default the library chooses.
"""
OF_THE_BUDGET = """
    Limits, of which the first that is reached ends the work:
        time: seconds from the call; loading and making tables count.
        nodes: positions expanded; with one thread the answer is then the same on every machine.
        threads: how many search; 0 (by default): one if that makes the answer repeatable, else all cores. With most
            `moves` near-optimal words of a whole cube are searched on one, as those of the 2x2x2 are.
"""
OF_THE_CALL = """        listener: a function that is called with each `Event`, at least every 20 ms. If it returns False, the work ends.
"""


def with_options(*texts: str) -> Callable[[_Function], _Function]:
    """Adds what is said of the options to a function's documentation."""

    def add(function: _Function) -> _Function:
        indent = "    " * (2 if "." in function.__qualname__ else 1)
        lines = "".join(text.rstrip() + "\n" for text in texts).replace("\n    ", "\n" + indent)
        function.__doc__ = (function.__doc__ or "").rstrip() + "\n" + lines + indent
        return function

    return add


class Question(_core.Question):
    """A cube, and what is wanted of it: what `solve` and the other functions take in place of a cube and options.

    `want` is "good" (a short solution soon, and shorter ones until the budget ends), "shortest" (proven), or "all" (every
    solution of at most `within` moves more than the shortest has). A text that is held another way is solved as it is
    held. Its 54 facelets may have some that are unknown, ?: then a solution of some cube with the others is wanted, or,
    where `only` or `to` says that not all counts, one that does the same for each; `starts` says which of both.

    Raises `Unreadable`, `ImpossibleCube` (with the diagnosis), `BadOption`. If the allowed moves cannot bring a cube to
    the goal although turns of faces can, that is no error: the answer says "unsolvable".
    """

    def __init__(
        self,
        cube: CubeLike,
        *,
        to: CubeLike | Sequence[CubeLike] | None = None,
        also: CubeLike | Sequence[CubeLike] | None = None,
        starts: Starts | None = None,
        coordinates: Sequence[Coordinate] = (),
        only: str | None = None,
        show: str | None = None,
        up_to: str | None = None,
        moves: str | None = None,
        metric: Metric = "htm",
        robot: str | Mapping[str, object] | None = None,
        puzzle: Puzzle = "3x3x3",
        centres: Centres = "moved",
        want: Want = "good",
        within: int = 0,
        good_enough: int | None = None,
        max_length: int | None = None,
        solutions: int = 1,
        solver: SolverName | None = None,
    ) -> None:
        if isinstance(coordinates, str):
            raise TypeError("coordinates is a str: expected a list of coordinates")
        if isinstance(to, list):
            to = tuple(to)
        if isinstance(also, list):
            also = tuple(also)
        described = None if robot is None else in_json(robot)
        arguments = (
            cube, to, also, starts, tuple(map(_in_words, coordinates)), only, show, up_to, moves, metric, described, puzzle, centres, want, within,
            good_enough, max_length, solutions, solver,
        )  # fmt: skip
        super().__init__(*arguments)
        self._arguments = arguments

    def __repr__(self) -> str:
        options = ", ".join(
            f"{name}={value!r}"
            for name, value, usual in zip(_NAMES[1:], self._arguments[1:], _USUAL)
            if value != usual
        )
        return f"Question({self._arguments[0]!r}{', ' if options else ''}{options})"

    def __eq__(self, other: object) -> bool:
        return self._arguments == other._arguments if isinstance(other, Question) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._arguments[0])

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, self._arguments


def _in_words(coordinate: object) -> object:
    """A coordinate as the module in C++ takes it: words, or a pair of these and goals. Others say their `words`."""
    if isinstance(coordinate, tuple) and len(coordinate) == 2:
        return _in_words(coordinate[0]), coordinate[1]
    return getattr(coordinate, "words", coordinate)


_USUAL = tuple((Question.__init__.__kwdefaults__ or {}).values())
_NAMES = ("cube", *(Question.__init__.__kwdefaults__ or {}))


def _restored(*arguments: object) -> Question:
    return Question(arguments[0], **dict(zip(_NAMES[1:], arguments[1:])))  # type: ignore[arg-type]


def question_of(cube: CubeLike | Question, options: QuestionOptions, **wanted: object) -> Question:
    """The question that was given, or one about a cube. What is `wanted` must fit a question that was given."""
    if not isinstance(cube, Question):
        return Question(cube, **wanted, **options)  # type: ignore[arg-type]
    if options or wanted.get("within"):
        raise TypeError("the options of a question belong into the Question")
    want = cube._arguments[_NAMES.index("want")]
    if wanted and want not in ("shortest", "all"):
        raise TypeError(f"this Question has want={want!r}: solve_optimal answers those with want='shortest' or 'all'")
    return cube
