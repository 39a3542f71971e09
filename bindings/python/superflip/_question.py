"""What is asked: a cube, a goal, moves, and what is wanted."""

from __future__ import annotations

import superflip._core as _core

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from superflip.types import (
        Centres,
        Coordinate,
        CubeLike,
        Metric,
        Puzzle,
        QuestionOptions,
        SolverName,
        Want,
    )


class Question(_core.Question):
    """A cube, and what is wanted of it: what `solve` and the other functions take in place of a cube and options.

    `want` is "good" (a short word soon, and shorter ones until the budget ends), "shortest" (proven), or "all" (every
    word of at most `within` moves more than the shortest has). `superflip.types.QuestionOptions` explains the other options. A text
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
