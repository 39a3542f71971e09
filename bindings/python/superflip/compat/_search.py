"""What both drop-ins do: short words first, and then the search for one that is as short as was asked for."""

from __future__ import annotations

from superflip import Question, default_engine, read

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip import Reading, Solution


def read_facelets(text: str) -> Reading:
    """The cube of 54 facelets. Raises `Unreadable` or `ImpossibleCube`, both `ValueError`."""
    return read(text, format="facelets")


def shortest_soon(cube: Reading, goal: Reading | None, target: int, time: float) -> Solution | None:
    """A short word; one of at most `target` moves, if that is found within `time` seconds.

    The fixed work of `superflip.solve` comes first, about 10 ms: it finds words of 18 to 20 moves, mostly shorter than
    those of the original packages, whose search ends with the first one that is short enough.
    """
    best = default_engine.solve(Question(cube, to=goal)).best
    if best is None or best.length <= target:
        return best
    answer = default_engine.solve(Question(cube, to=goal, good_enough=max(target, 0)), time=time)
    return min((s for s in (answer.best, best) if s is not None), key=lambda s: s.length)
