"""What both drop-ins do: short solutions first, and then the search for one that is as short as was asked for."""

from __future__ import annotations

from superflip import Question, default_engine, read

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip import Reading, Solution


def read_facelets(text: str) -> Reading:
    """The cube of 54 facelets. Raises `Unreadable` or `ImpossibleCube`, both `ValueError`."""
    return read(text, format="facelets")


def shortest_soon(cube: Reading, goal: Reading | None, target: int, time: float) -> Solution | None:
    """A short solution; one of at most `target` moves, if that is found within `time` seconds.

    The fixed work of `superflip.solve` comes first, about 10 ms: it finds solutions of 18 to 20 moves, two moves shorter
    on average than those of the original packages, whose search ends with the first one that is short enough.
    """
    answer = default_engine.solve(Question(cube, to=goal))
    best = answer.best
    target = max(target, answer.lower_bound)  # nothing is shorter
    if best is None or best.length <= target:
        return best
    more = default_engine.solve(Question(cube, to=goal, good_enough=target), time=time).best
    return best if more is None or more.length > best.length else more
