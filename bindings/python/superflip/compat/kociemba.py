"""The package `kociemba`: https://pypi.org/project/kociemba/, version 1.2.1."""

from __future__ import annotations

from superflip.compat._search import read_facelets, shortest_soon

# As long as the original searches.
_SECONDS = 1000


def solve(cubestring: str, patternstring: str | None = None, max_depth: int = 24) -> str:
    """Moves of at most `max_depth` face turns that solve the cube, or bring it to the pattern: "R2 U' F".

    A cube is 54 facelets, faces U R F D L B, each row by row. The solved cube gives the empty text.

        >>> solve("BBURUDBFUFFFRRFUUFLULUFUDLRRDBBDBDBLUDDFLLRRBRLLLBRDDF")
        "..."

    Raises ValueError with what is wrong, and if no solution of at most `max_depth` moves was found.
    """
    cube = read_facelets(cubestring)
    pattern = None if patternstring is None else read_facelets(patternstring)
    solution = shortest_soon(cube, pattern, max_depth, _SECONDS)
    if solution is None or solution.length > max_depth:
        raise ValueError(f"no solution of at most {max_depth} moves was found")
    return str(solution)


__all__ = ["solve"]
