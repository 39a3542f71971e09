"""The symmetries of cubes, the cubes that have them, those whose faces show patterns, and those that an incomplete cube may
be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from superflip import _core

if TYPE_CHECKING:
    from superflip._core import Cube
    from superflip.types import CubeLike


def symmetry_type(cube: CubeLike) -> str:
    """The type of the symmetries that a cube has, one of 33 (docs/symmetry.md). "C1" is none but the identity.

    >>> superflip.symmetry_type("U2 D2 R2 L2 F2 B2")
    'Oh'
    """
    return _core.symmetry_type(cube)


def representative(cube: CubeLike, *, inversion: bool = False) -> Cube:
    """One cube for all that are alike: those that a rotation or reflection of the cube, colours included, carries to each
    other; with `inversion` their inverses are alike, too.

    >>> superflip.representative("R U") == superflip.representative("L' U'")
    True
    """
    return _core.representative(cube, inversion)


def symmetric_cubes(type: str, *, at_least: bool = False, most: int = 1000) -> list[Cube]:
    """At most so many cubes whose symmetries are those of one group of a type; with `at_least` they may have more.

    >>> len(superflip.symmetric_cubes("Oh"))
    4
    """
    return _core.symmetric_cubes(type, at_least, most)


def patterns(text: str, *, most: int = 1000) -> list[Cube]:
    """At most so many cubes whose faces show patterns: "checkerboard", "xox/oxo/xox@UD dot@RLFB" (docs/goals.md).

    >>> len(superflip.patterns("checkerboard"))
    17
    """
    return _core.patterns(text, most)


def completions(cube: CubeLike, *, most: int = 1000) -> list[Cube]:
    """At most so many of the cubes that have the known facelets, where some are ?, and that turns of faces can reach.

    >>> len(superflip.completions("U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB"))
    3

    Raises `Unreadable`, or `ImpossibleCube` if no cube has them.
    """
    return _core.completions(cube, most)
