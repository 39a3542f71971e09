"""The module `twophase.solver`: moves are written U1 U2 U3 for quarter, half and three-quarter turns, and the number of
moves comes last: "U1 R2 F3 (3f)"."""

from __future__ import annotations

import sys

from superflip._errors import SuperflipError
from superflip.compat._search import read_facelets, shortest_soon

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip import Reading, Solution

_TURNS = {"": "1", "2": "2", "'": "3"}


def solve(cubestring: str, max_length: int = 20, timeout: float = 3) -> str:
    """Moves that solve the cube, 54 facelets: the first ones of at most `max_length` moves that are found, or the
    shortest ones after `timeout` seconds. With `max_length` 0 all the time is used, unless a solution is proven to be a
    shortest one.

    The solved cube gives "(0f)". Raises ValueError with what is wrong.
    """
    return _solve(cubestring, None, max_length, timeout)


def solveto(cubestring: str, goalstring: str, max_length: int = 20, timeout: float = 3) -> str:
    """The same for moves that bring the cube to the goal. The sentence of an error begins with the cube that it is
    about."""
    return _solve(cubestring, goalstring, max_length, timeout)


def _solve(cubestring: str, goalstring: str | None, max_length: int, timeout: float) -> str:
    of_two = goalstring is not None
    try:
        cube = _read(cubestring, "first cube " if of_two else "")
        goal = None if goalstring is None else _read(goalstring, "second cube ")
    except _Wrong as wrong:
        if sys.modules["superflip.compat.twophase"].errors_as_strings:
            return str(wrong)
        assert wrong.__cause__ is not None
        raise wrong.__cause__ from None
    # A negative timeout means the first solution, as in the original.
    return _written(shortest_soon(cube, goal, int(max_length), max(0, timeout)))


class _Wrong(Exception):
    """The original's form of an error, with ours as its cause."""


def _read(text: str, which: str) -> Reading:
    try:
        return read_facelets(text)
    except SuperflipError as error:
        raise _Wrong(f"{which}Error: {error}") from error


def _written(solution: Solution | None) -> str:
    assert solution is not None  # a reachable cube has one
    moves = [move[0] + _TURNS[move[1:]] for move in solution.algorithm]
    return "".join(move + " " for move in moves) + f"({len(moves)}f)"
