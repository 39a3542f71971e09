"""What is asked: a cube, a goal, moves, and what is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from superflip import _core

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Union

    from typing_extensions import Unpack

    from superflip._types import Centres, CubeLike, Listener, Metric, Puzzle, SolverName, Want

    Coordinate = Union[str, tuple[str, Sequence[CubeLike]]]


class QuestionOptions(TypedDict, total=False):
    """What may be said of a question besides its cube."""

    to: CubeLike | None
    """The cube to reach; by default the solved one."""
    coordinates: Sequence[Coordinate]
    """Instead of the whole cube: coordinates in words ("edges DR DF DL DB: order orientation"; docs/coordinates.md),
    all of which must get the value of `to`, or each of one of the cubes in `(words, cubes)`."""
    moves: str | None
    """What may be turned: "U R2 F", "U (R L') M", "G1" (superflip/cube/move_set.h); by default what the metric counts."""
    metric: Metric
    """What counts as one move: "htm" (by default), "qtm", "stm" or "atm"."""
    puzzle: Puzzle
    """"3x3x3" (by default) or "2x2x2"."""
    centres: Centres
    """What `moves` do to the centres: "fixed" (by default), "moved" or "turned"."""
    good_enough: int | None
    """The search ends with the first solutions of at most that many moves. Longer ones are answers too."""
    max_length: int | None
    """Longer words are no answers; the search is fastest if `good_enough` is the same."""
    solutions: int
    """How many are kept, the shortest of those met; 1 by default."""
    solver: SolverName | None
    """Which solver answers; by default the library chooses."""


class BudgetOptions(TypedDict, total=False):
    """What an answer may cost. The first limit that is reached ends the work."""

    time: float | None
    """Seconds from the call; loading and making tables count."""
    nodes: int | None
    """Positions expanded; with one thread the answer is then the same on every machine."""
    threads: int
    """How many threads search; 0 (by default): one if that makes the answer repeatable, else all cores."""


class SolveOptions(QuestionOptions, BudgetOptions, total=False):
    """All options of a call that solves."""

    listener: Listener | None
    """Called with each event; False ends the work."""


class SearchOptions(QuestionOptions, BudgetOptions, total=False):
    """All options of a search in the background."""


class Question(_core.Question):
    """A cube, and what is wanted of it: what `solve` and the other functions take in place of a cube and options.

    `want` is "good" (a short word soon, and shorter ones until the budget ends), "shortest" (proven), or "all" (every
    word of at most `within` moves more than the shortest has). `QuestionOptions` explains the other options. A text
    that is held another way is solved as it is held.

    Raises `Unreadable`, `ImpossibleCube` or `BadOption`. A `Cube` may be impossible: the answer then says "unsolvable".
    """

    def __init__(
        self,
        cube: CubeLike,
        *,
        to: CubeLike | None = None,
        coordinates: Sequence[Coordinate] = (),
        moves: str | None = None,
        metric: Metric = "htm",
        puzzle: Puzzle = "3x3x3",
        centres: Centres = "fixed",
        want: Want = "good",
        within: int = 0,
        good_enough: int | None = None,
        max_length: int | None = None,
        solutions: int = 1,
        solver: SolverName | None = None,
    ) -> None:
        if isinstance(coordinates, str):
            raise TypeError("coordinates is a str: expected a list of coordinates")
        arguments = (
            cube, to, tuple(coordinates), moves, metric, puzzle, centres, want, within, good_enough, max_length,
            solutions, solver,
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


_NAMES = tuple(Question.__init__.__code__.co_varnames[1:14])
_USUAL = tuple((Question.__init__.__kwdefaults__ or {}).values())


def _restored(*arguments: object) -> Question:
    return Question(arguments[0], **dict(zip(_NAMES[1:], arguments[1:])))  # type: ignore[arg-type]


def question_of(cube: CubeLike | Question, options: QuestionOptions, **wanted: object) -> Question:
    """The question that was given, or one about a cube."""
    if not isinstance(cube, Question):
        return Question(cube, **wanted, **options)  # type: ignore[arg-type]
    if options or any(value != "good" for value in wanted.values()):
        raise TypeError("the options of a question belong into the Question")
    return cube
