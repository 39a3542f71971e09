"""Reading: cubes from texts, what is wrong with them, and what else needs no engine."""

from __future__ import annotations

import superflip._core as _core

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from superflip._records import Diagnosis, NamedMask, Reading, TableSet
    from superflip.types import CubeLike, Format, Puzzle


def read(
    text: str,
    *,
    format: Format | None = None,
    niss: bool = False,
    puzzle: Puzzle = "3x3x3",
    order: str | None = None,
    holding: str | None = None,
) -> Reading:
    """The cube of a text, with how it was held and understood.

    With `format` only that one is accepted. With `niss`, moves in parentheses are done on the inverse. Facelets are read
    in the layout that shows a cube; `order` names the order of the faces ("ULFRBD", or a net "U,LFRB,D"; "D2" is D turned by half a turn), `holding` the face that is up and
    the one in front ("FR").

        >>> superflip.read("x R U").notes[0]
        'the moves leave the cube held with F up and D in front'

    Raises `Unreadable`, or `ImpossibleCube` with the diagnosis.
    """
    return _core.read(text, format, niss, puzzle, order, holding)


def check(
    cube: CubeLike,
    *,
    format: Format | None = None,
    niss: bool = False,
    puzzle: Puzzle = "3x3x3",
    order: str | None = None,
    holding: str | None = None,
) -> Diagnosis:
    """The doctor: whether this is a cube that can be solved, all that is wrong, and the smallest repair.

    Of a text, any six symbols and any holding will do, and nothing is raised where it is wrong. The options are those of
    `read`.

        >>> superflip.check("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU").repair
        'change the sticker B9 to B'
    """
    return _core.check(cube, format, niss, puzzle, order, holding)


def recognise(text: str) -> Format:
    """The format that a text seems to be in; it may still be wrong.

    >>> superflip.recognise("R U2")
    'moves'
    """
    return _core.recognise(text)


def describe_symmetry(symmetry: int) -> str:
    """A symmetry 0..47 in words. Raises IndexError.

    >>> superflip.describe_symmetry(4)
    '...'
    """
    return _core.describe_symmetry(symmetry)


def masks() -> tuple[NamedMask, ...]:
    """All masks that have names, for the option `only`. Their names may also be parts of others: "Cross + DFR FR".

    >>> [mask.what for mask in superflip.masks() if mask.name == "F2L"]
    ['the first two layers']
    """
    return _core.masks()


def cache_folder() -> str:
    """The folder in which a user's tables are kept: $SUPERFLIP_CACHE, else $XDG_CACHE_HOME/superflip, else
    ~/.cache/superflip. Raises `SystemFailure` if none of these is set."""
    return _core.cache_folder()


def table_sets() -> tuple[TableSet, ...]:
    """All tables that can be made by name: the profiles in htm, those in qtm, then the tables for proofs."""
    return _core.table_sets()
