"""The coordinate laboratory: arrays of cubes, coordinates in words, and their tables, with NumPy.

An *array of cubes* has shape (n, 32) and dtype uint8. A row holds the bytes of a `Cube`: for each place the piece in it,
plus 16 times its orientation (`Cube.from_bytes` says which place is where). A *coordinate* numbers classes of cubes by what
counts of them, such as the places of four edges. Both are worked on by the C++ library: moves, products and values at 100
to 500 million rows a second on one core, `Coordinate.cubes` and `DistanceTable.distances` at about 10 million, `random` at
about 3 million.

    >>> from superflip import lab
    >>> cubes = lab.random(1_000_000, seed=1)
    >>> twists = lab.Coordinate("CornerOrientation")
    >>> twists.size, twists.index(lab.apply(cubes, "R U2"))[:3]
    (2187, array([...], dtype=uint64))

Arrays that are given are checked: dtype, shape, layout and, row by row, that each is a cube. What is wrong raises
ValueError with a sentence that names the first bad row. Rows may be any distance apart (`cubes[::2]`), also backwards.
Functions that return arrays of cubes take `out`, which may be the very array that is read; if a row is then bad, the rows
before it may be changed already. Where a call takes longer than
about a millisecond, other threads run meanwhile, and Ctrl-C ends it within some 20 ms.

Coordinates are described in words: pieces, a colon, and what counts of them. "corners: orientation"; "edges FR FL BL BR:
place" (which places they occupy); "edges UF UR: order orientation" (where each is, and how it is turned); "... within G1"
(only the values that these moves reach); "... modulo squares" (values up to a subgroup); "A * B" (both count).
`catalogue()` lists those that have names.

Sources: kociemba.org/math/coordlevel.htm, kociemba.org/symmetric.htm.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union, overload

try:
    import numpy as np
except ImportError as missing:
    raise ImportError("the laboratory needs NumPy: pip install 'superflip[lab]'") from missing

from superflip import _core
from superflip._core import Algorithm, Cube
from superflip._progress import bar_or_none
from superflip._records import Event, Record

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Unpack

    from superflip._records import Answer
    from superflip.types import CubeLike, Metric, SolveOptions

    Cubes = NDArray[np.uint8]
    """An array of cubes, of shape (n, 32)."""
    Values = NDArray[np.uint64]
    """Values of a coordinate, of shape (n,)."""
    Packing = Literal["bytes", "nibbles", "mod3"]
    Progress = Union[bool, Callable[[str, float], object], None]

__all__ = [
    "MOVES",
    "SYMMETRY_INVERSES",
    "SYMMETRY_PRODUCTS",
    "CatalogueEntry",
    "ClassCount",
    "ClassTransitions",
    "Classes",
    "Coordinate",
    "DistanceTable",
    "Distribution",
    "Level",
    "apply",
    "catalogue",
    "check",
    "conjugate",
    "distribution",
    "from_cubes",
    "inverse",
    "is_reachable",
    "levels",
    "multiply",
    "random",
    "solved",
    "to_cubes",
    "transforms",
    "transitions",
]

MOVES = ("U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'")
"""The 18 moves of faces by their numbers."""

SYMMETRY_PRODUCTS: NDArray[np.uint8] = _core.symmetry_products()
"""For the symmetries s and t, 0..47, the one that is s, then t: an array of shape (48, 48)."""

SYMMETRY_INVERSES: NDArray[np.uint8] = np.argmin(SYMMETRY_PRODUCTS, axis=1).astype(np.uint8)
"""For each symmetry 0..47 the one that undoes it. Symmetry 0 is the identity."""

_ALL_MOVES = " ".join(MOVES)


# Arrays of cubes.


def _empty(n: int) -> Cubes:
    return np.empty((n, 32), np.uint8)


def _rows(cubes: Cubes) -> int:
    """The number of rows; the module in C++ checks all the rest."""
    if not isinstance(cubes, np.ndarray):
        raise TypeError("expected an array of cubes, of shape (n, 32) and dtype uint8; lab.from_cubes() makes one")
    return cubes.shape[0] if cubes.ndim > 0 else 0


def _result(n: int, out: Cubes | None) -> Cubes:
    return _empty(n) if out is None else out


def solved(n: int) -> Cubes:
    """n solved cubes."""
    return np.tile(np.frombuffer(bytes(Cube()), np.uint8), (n, 1))


def random(n: int, seed: int | None = None, *, in_space: bool = False) -> Cubes:
    """n cubes drawn uniformly from all that turns of faces reach; the same for the same seed on every machine.

    Without a seed the operating system provides one. With `in_space` the centres are moved and turned, too: uniform over
    the positions of a supercube in space.
    """
    if n < 0:
        raise ValueError("n is negative")
    out = _empty(n)
    _core.rows_random(seed, in_space, out)
    return out


def from_cubes(cubes: Iterable[CubeLike]) -> Cubes:
    """An array of these cubes: `Cube`, moves or texts in any format, each with U up and F in front.

    Raises `Unreadable` or `ImpossibleCube`.
    """
    if isinstance(cubes, str):
        raise TypeError("expected an iterable of cubes, and not one text")
    listed = list(cubes)
    out = _empty(len(listed))
    _core.rows_from_cubes(listed, out)
    return out


def to_cubes(cubes: Cubes) -> list[Cube]:
    """The rows as `Cube` objects."""
    return _core.rows_to_cubes(cubes)


def check(cubes: Cubes) -> None:
    """Raises ValueError if this is no array of cubes, and names the first row that is no cube.

    A cube has each of the 8 corners, 12 edges and 6 centres once, with orientations in range; it may be impossible.
    """
    _core.rows_check(cubes)


def is_reachable(cubes: Cubes) -> NDArray[np.bool_]:
    """Which of the cubes turns of faces lead to, the centres taken as fixed. Shape (n,)."""
    out = np.empty(_rows(cubes), np.uint8)
    _core.rows_reachable(cubes, out)
    return out.view(np.bool_)


def apply(cubes: Cubes, moves: str | Algorithm | NDArray[np.integer[Any]] | Sequence[int], out: Cubes | None = None) -> Cubes:
    """The cubes after moves: one word for all (a text or an `Algorithm`), or an array of moves 0..17, one for each row.

    The centres are taken as fixed: slices and wide moves become turns of faces, and rotations do nothing.
    """
    out = _result(_rows(cubes), out)
    if isinstance(moves, (str, Algorithm)):
        _core.rows_apply(cubes, Algorithm(moves) if isinstance(moves, str) else moves, out)
        return out
    _core.rows_apply_each(cubes, _move_bytes(moves), out)
    return out


def _move_bytes(moves: ArrayLike) -> NDArray[np.uint8]:
    """Moves as bytes; what does not fit into one becomes 255, which is no move."""
    array = np.asarray(moves)
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array)
    if not np.issubdtype(array.dtype, np.integer) and array.size > 0:
        raise ValueError(f"moves are whole numbers 0..17; this array has dtype {array.dtype}")
    return np.where((array >= 0) & (array < 18), array, 255).astype(np.uint8)


def multiply(a: Cubes | Cube, b: Cubes | Cube, out: Cubes | None = None) -> Cubes:
    """The products a[i] * b[i]: a, then b. One of them may be a `Cube`, which is then the same for all rows."""
    if not isinstance(a, Cube):
        out = _result(_rows(a), out)
    elif not isinstance(b, Cube):
        out = _result(_rows(b), out)
    else:
        raise TypeError("both are a Cube: use a * b")
    _core.rows_multiply(a, b, out)
    return out


def inverse(cubes: Cubes, out: Cubes | None = None) -> Cubes:
    """The inverse of each cube."""
    out = _result(_rows(cubes), out)
    _core.rows_invert(cubes, out)
    return out


def conjugate(cubes: Cubes, symmetry: int, out: Cubes | None = None) -> Cubes:
    """S^-1 * cube * S for each cube and the symmetry S, 0..47 (kociemba.org/symmetric.htm)."""
    out = _result(_rows(cubes), out)
    _core.rows_conjugate(cubes, symmetry, out)
    return out


# Coordinates.


class ClassCount(Record):
    """Classes of the values of a coordinate under symmetries."""

    classes: int
    sizes: dict[int, int]
    """How many classes have each number of values."""

    def __hash__(self) -> int:
        return hash((self.classes, tuple(self.sizes.items())))


class CatalogueEntry(Record):
    """A coordinate that has a name."""

    name: str
    words: str
    """Its description."""
    summary: str
    source: str
    """May be empty."""


def catalogue() -> tuple[CatalogueEntry, ...]:
    """The coordinates that have names, by name. `Coordinate` takes any of these names."""
    return tuple(CatalogueEntry(*entry) for entry in _core.catalogue())


class Coordinate:
    """A coordinate in words: a name, as "UDSlice", or a description, as "edges FR FL BL BR: place".

    It numbers the cosets H*c of a subgroup H from 0 (the solved cube's) to `size` - 1: cubes with the same number differ by
    an element of H on the left, so that moves act on the numbers. `a * b` is a product: both count. The
    documentation of this module has the words. Raises `BadOption`, whose `position` tells which character is wrong.

        >>> lab.Coordinate("UDSlice").index(Cube("R"))
        194
    """

    __slots__ = ("_core",)

    def __init__(self, words: str) -> None:
        self._core = _core.CoordinateInWords(words)

    @property
    def words(self) -> str:
        """As it was written."""
        return self._core.words

    @property
    def name(self) -> str:
        """A complete description of the same, with the same numbers."""
        return self._core.name

    @property
    def size(self) -> int:
        """How many values there are. Arrays and tables are for less than 2^63."""
        return self._core.size

    @property
    def parts(self) -> tuple[str, ...]:
        """The independent parts of a product; the first is the lowest digit: a + |A| * (b + |B| * ...)."""
        return self._core.parts

    @property
    def symmetries(self) -> tuple[int, ...]:
        """The symmetries 0..47 that act on the values, computed: those with S^-1 * H * S == H."""
        return self._core.symmetries

    @property
    def admits_inversion(self) -> bool:
        """Whether equal values always have inverses of equal value."""
        return self._core.admits_inversion

    @property
    def dtype(self) -> np.dtype[Any]:
        """The smallest of uint8, uint16, uint32 and uint64 that holds all values."""
        return np.min_scalar_type(self.size - 1)

    @overload
    def index(self, cubes: Cube) -> int: ...
    @overload
    def index(self, cubes: Cubes, out: NDArray[np.unsignedinteger[Any]] | None = None) -> Values: ...
    def index(self, cubes: Cubes | Cube, out: NDArray[np.unsignedinteger[Any]] | None = None) -> Values | int:
        """The values of cubes: for an array of shape (n, 32) an array of shape (n,), for a `Cube` a number.

        The result is uint64; `out` may have any unsigned dtype that holds all values, such as `dtype`. Raises ValueError that names the row for which the coordinate is not
        defined ("... within G1").
        """
        if isinstance(cubes, Cube):
            return self._core.value(cubes)
        if out is None:
            out = np.empty(_rows(cubes), np.uint64)
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is a {type(out).__name__}: expected an array of unsigned integers")
        if out.dtype in (np.uint8, np.uint16):
            if self.size - 1 > np.iinfo(out.dtype).max:
                raise ValueError(f"{self.words} has {self.size} values: they do not fit into {out.dtype}")
            if out.shape != (_rows(cubes),):
                raise ValueError(f"{_rows(cubes)} rows are read, but out has shape {out.shape}")
            out[:] = self.index(cubes)
        else:
            (self._core.index32 if out.dtype == np.uint32 else self._core.index64)(cubes, out)
        return out

    def cubes(self, values: ArrayLike, out: Cubes | None = None) -> Cubes:
        """A cube of each value, as rows; `index(cubes(v)) == v`.

        Only the pieces that count are arranged, so the cubes need not be reachable; `cube` makes one that is. Raises
        ValueError that names the first value out of range.
        """
        wanted = _as_values(values)
        out = _result(len(wanted), out)
        self._core.rows(wanted, out)
        return out

    def cube(self, value: int, *, reachable: bool = True) -> Cube:
        """A cube of that value, of any size; one that turns of faces reach, unless `reachable` is False.

        Raises ValueError out of range, and `ImpossibleCube` if no reachable cube has the value.
        """
        return self._core.cube(value, reachable)

    def is_defined(self, cube: Cube) -> bool:
        """Whether the cube has a value: always, but for coordinates "within" some moves."""
        return self._core.defined(cube)

    def count_classes(self, symmetry: str = "UD16", *, inversion: bool = False) -> ClassCount:
        """How many classes the symmetries make of the values (and inversion, where it acts): also of whole cubes.

        `symmetry` is "none", "axes8", "UD16", "rotations", "all", or generators: "URF3 F2 U4 LR2", "S0" ... "S47".
        Raises `BadOption` if they do not act on the values.

            >>> lab.Coordinate("FlipUDSlice").count_classes().classes
            64430
        """
        return ClassCount(*self._core.count_classes(symmetry, inversion))

    def classes(self, symmetry: str = "UD16", *, inversion: bool = False, threads: int = 0) -> Classes:
        """The classes of all values, numbered. The coordinate must have at most 2^32 values: 4 bytes each."""
        return Classes(self, symmetry, inversion=inversion, threads=threads)

    def solve(
        self, cube: CubeLike, *, goals: Sequence[CubeLike] = (), **options: Unpack[SolveOptions]
    ) -> Answer:
        """A shortest solution of this coordinate: moves that give it the value of the solved cube, or of one of `goals`.

        The options are those of `superflip.solve_optimal`: `moves` (by default those that the coordinate is "within"),
        `metric`, `time`, `solutions` ... The cube need not be reachable.

            >>> print(lab.Coordinate("Cross").solve("R U F' L2 D B"))
            D' F R' L2
        """
        import superflip

        if isinstance(cube, superflip.Question):
            raise TypeError("Coordinate.solve takes a cube and options; a Question has its own coordinates")
        if isinstance(goals, str):
            raise TypeError("goals is a str: expected an iterable of cubes")
        goal = (self.words, list(goals)) if len(goals) > 0 else self.words
        if self._core.within:
            options.setdefault("moves", self._core.within)
        options["coordinates"] = [goal, *options.get("coordinates", ())]
        return superflip.solve_optimal(cube, **options)

    def __mul__(self, other: Coordinate | str) -> Coordinate:
        words = other.words if isinstance(other, Coordinate) else other
        return Coordinate(f"{self.words} * {words}")

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Coordinate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Coordinate({self.words!r})"

    def __reduce__(self) -> tuple[type[Coordinate], tuple[str]]:
        return Coordinate, (self.words,)


CoordinateLike = Union[Coordinate, str]
"""A `Coordinate`, or its words."""


def _coordinate(given: CoordinateLike) -> _core.CoordinateInWords:
    return (given if isinstance(given, Coordinate) else Coordinate(given))._core


def _as_values(values: ArrayLike, name: str = "values") -> Values:
    if isinstance(values, str):
        raise TypeError(f"{name} is a str: expected whole numbers")
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} are a one-dimensional array; this one has shape {array.shape}")
    if array.dtype == np.uint64:
        return np.ascontiguousarray(array)
    if array.size > 0 and not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name} are whole numbers; this array has dtype {array.dtype}")
    if array.size > 0 and np.issubdtype(array.dtype, np.signedinteger) and (array < 0).any():
        first = int(np.argmax(array < 0))
        raise ValueError(f"value {first} is {array[first]}; values are not negative")
    return array.astype(np.uint64)


class Classes:
    """The values of a coordinate up to symmetries: Kociemba's sym-coordinates (kociemba.org/symmetric.htm).

    Classes are numbered in the order of their smallest values, the representatives. For a value v with class c and symmetry
    S, v is the value of S^-1 * representative * S. The sym-coordinate is maps * class + position of S in the group.
    """

    __slots__ = ("_core", "_inversion", "coordinate", "symmetry")

    def __init__(
        self, coordinate: CoordinateLike, symmetry: str = "UD16", *, inversion: bool = False, threads: int = 0
    ) -> None:
        self.coordinate = coordinate if isinstance(coordinate, Coordinate) else Coordinate(coordinate)
        """The coordinate whose values these are classes of."""
        self.symmetry = symmetry
        """The group, in words."""
        self._inversion = inversion
        self._core = _core.ClassesOfValues(self.coordinate._core, symmetry, inversion, threads)

    def __len__(self) -> int:
        """The number of classes."""
        return self._core.count

    @property
    def maps(self) -> int:
        """The order of the group, twice that with inversion."""
        return self._core.maps

    @property
    def group(self) -> tuple[int, ...]:
        """The symmetries 0..47 in the order in which they have positions."""
        return self._core.group

    @property
    def representatives(self) -> NDArray[np.uint32]:
        """The smallest value of each class, increasing; read-only, without a copy."""
        return self._core.representatives()  # type: ignore[no-any-return]

    @property
    def self_symmetries(self) -> NDArray[np.uint64]:
        """For each class the set of symmetries that carry its representative to itself, bit s for symmetry s; read-only,
        without a copy."""
        return self._core.self_symmetries()  # type: ignore[no-any-return]

    @property
    def sizes(self) -> NDArray[np.uint32]:
        """How many values each class has."""
        out = np.empty(len(self), np.uint32)
        self._core.sizes(out)
        return out

    def class_of(self, values: ArrayLike) -> Values:
        """The class of each value."""
        wanted = _as_values(values)
        out = np.empty(len(wanted), np.uint64)
        self._core.class_of(wanted, out)
        return out

    def symmetry_of(self, values: ArrayLike) -> Values:
        """The symmetry S, 0..47, with value == S^-1 * representative * S."""
        wanted = _as_values(values)
        out = np.empty(len(wanted), np.uint64)
        self._core.symmetry_of(wanted, out)
        return out

    def sym_coordinate(self, values: ArrayLike) -> Values:
        """maps * class + position of the symmetry."""
        wanted = _as_values(values)
        out = np.empty(len(wanted), np.uint64)
        self._core.sym_of(wanted, out)
        return out

    def transitions(self, moves: str | Algorithm = _ALL_MOVES, *, threads: int = 0) -> ClassTransitions:
        """What each move does to each class."""
        entries, bits = self._core.transitions(Algorithm(moves) if isinstance(moves, str) else moves, threads)
        return ClassTransitions(entries, bits, self.group)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as what it was made from; reading it makes the classes again."""
        return _classes_again, (self.coordinate, self.symmetry, self._inversion)

    def __repr__(self) -> str:
        return f"<{len(self)} classes of {self.coordinate.words} under {self.symmetry}>"


def _classes_again(coordinate: Coordinate, symmetry: str, inversion: bool) -> Classes:
    return Classes(coordinate, symmetry, inversion=inversion)


class ClassTransitions:
    """What each move does to the representative of each class: the class it leads to, and the symmetry (offset) that brings
    the result to the representative of that class. Source: Tronto's page on coordinates, "Moving coordinates"."""

    __slots__ = ("_bits", "_group", "entries")

    def __init__(self, entries: NDArray[np.uint32], bits: int, group: tuple[int, ...]) -> None:
        self.entries = entries
        """As the library has them, of shape (classes, moves): the class in the lower bits, the position of the offset in the
        group in the others; read-only, without a copy."""
        self._bits = bits
        self._group = group

    @property
    def classes(self) -> NDArray[np.uint32]:
        """The class after each move, of shape (classes, moves)."""
        return self.entries & np.uint32((1 << self._bits) - 1)

    @property
    def offsets(self) -> NDArray[np.uint8]:
        """The symmetry 0..47 that brings the result to the representative, of the same shape."""
        if self._bits == 32:
            return np.zeros(self.entries.shape, np.uint8)
        offsets: NDArray[np.uint8] = np.array(self._group, np.uint8)[self.entries >> np.uint32(self._bits)]
        return offsets


# Tables.


def transitions(
    coordinate: CoordinateLike, moves: str | Algorithm = _ALL_MOVES, *, threads: int = 0
) -> NDArray[np.uint32]:
    """What each move does to each value: an array of shape (size, moves), read-only, without a copy.

    Row v holds the values after the moves in their order; with all 18, column m is the move `MOVES[m]`. The coordinate must
    have at most 2^32 values, and each takes 4 bytes for each move. Raises `BadOption`, `OutOfMemory`.

        >>> table = lab.transitions("UDSlice")
        >>> table.shape, int(table[0, 3])            # R on the solved cube
        ((495, 18), 194)
    """
    table: NDArray[np.uint32] = _core.transitions(
        _coordinate(coordinate), Algorithm(moves) if isinstance(moves, str) else moves, threads
    )
    return table


def transforms(coordinate: CoordinateLike, symmetry: str = "UD16", *, threads: int = 0) -> NDArray[np.uint32]:
    """What each symmetry of a group does to each value, v to the value of S^-1 * c * S: an array of shape (order, size),
    read-only, without a copy. Raises `BadOption` if they do not act on the coordinate."""
    table: NDArray[np.uint32] = _core.transforms(_coordinate(coordinate), symmetry, threads)
    return table


class Distribution(Record):
    """How many values are at each distance from the goal."""

    values: tuple[int, ...]
    """Values at the distances 0, 1, 2, ..."""
    classes: tuple[int, ...]
    """Their classes under the symmetries by which the table was folded."""
    entries: tuple[int, ...]
    """Entries of the table."""
    folded_by: str
    """The group, "UD16"."""

    @property
    def depth(self) -> int:
        """The greatest distance."""
        return len(self.values) - 1

    @property
    def mean(self) -> float:
        """The mean distance of the values."""
        return sum(d * n for d, n in enumerate(self.values)) / sum(self.values)


class Level(Record):
    """The values at one distance."""

    distance: int
    values: int
    classes: int
    """Up to the symmetries, and inversion if that was asked for."""
    symmetric: int
    """Values that a symmetry, not the identity, carries to themselves."""
    words: int
    """Canonical words of that length."""


def _asked(
    moves: str | None,
    metric: Metric,
    goal: str | None,
    goals: ArrayLike | None,
    symmetry: str | None,
    fold: str | None,
    inversion: bool,
) -> _core.AskedDistances:
    values = None if goals is None else _as_values(goals, "goals")
    return _core.AskedDistances(moves, metric, goal, values, symmetry, fold, inversion)


class _Report:
    """Tells how far long work has come: to a function of the caller, or by a bar."""

    def __init__(self, wanted: Progress) -> None:
        is_function = wanted is not None and not isinstance(wanted, bool)
        self._bar = None if is_function else bar_or_none(wanted)  # type: ignore[arg-type]
        self.function = wanted if is_function else None if self._bar is None else self._draw

    def _draw(self, step: str, done: float) -> None:
        if self._bar is not None:
            self._bar(Event("table", step, done, None, None, 0, 0, None))

    def __enter__(self) -> _Report:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def distribution(
    coordinate: CoordinateLike,
    *,
    moves: str | None = None,
    metric: Metric = "htm",
    goal: str | None = None,
    goals: ArrayLike | None = None,
    symmetry: str | None = None,
    fold: str | None = None,
    inversion: bool = False,
    threads: int = 0,
    progress: Progress = None,
) -> Distribution:
    """How many values are at each distance, counted in about three bits of memory for each entry.

    `moves` may be turned (default: all of the metric, or those that the coordinate is "within"). Distance 0 is the solved
    cube's value, or all that the moves `goal` make from it, or the values `goals`. It is folded by `symmetry` (default: as
    much as can be) through the part `fold`, and by `inversion` where that acts. `progress` is a function that is called
    with a step's name and the part of it that is done, or whether to draw a bar (None: if standard error is a terminal).
    What it raises ends the work. Raises `BadOption`, `OutOfMemory`.

        >>> lab.distribution("UDSlice").values
        (1, 4, 50, 286, 152, 2)
    """
    asked = _asked(moves, metric, goal, goals, symmetry, fold, inversion)
    with _Report(progress) as report:
        return Distribution(*_core.distribution(_coordinate(coordinate), asked, threads, report.function))


def levels(
    coordinate: CoordinateLike,
    depth: int,
    *,
    moves: str | None = None,
    metric: Metric = "htm",
    goal: str | None = None,
    goals: ArrayLike | None = None,
    symmetry: str | None = None,
    inversion: bool = False,
    threads: int = 0,
    progress: Progress = None,
) -> tuple[Level, ...]:
    """The first levels of a coordinate of any size, the whole cube included, counted without a table. The options are
    those of `distribution`.

        >>> [level.values for level in lab.levels("Cube", 4)]
        [1, 18, 243, 3240, 43239]
    """
    asked = _asked(moves, metric, goal, goals, symmetry, None, inversion)
    with _Report(progress) as report:
        counted = _core.levels(_coordinate(coordinate), asked, depth, threads, report.function)
    return tuple(Level(*level) for level in counted)


class DistanceTable:
    """The distances of all values of a coordinate, as a pruning table.

    The options are those of `distribution`. `packing` is "bytes" (exact), "nibbles" (14 means 14 or more) or "mod3" (two
    bits). With `folder` the table is kept there as a file, and read from there the next time. Raises `BadOption`,
    `OutOfMemory`, `SystemFailure`.

        >>> cross = lab.DistanceTable("Cross")
        >>> cross.distance(Cube("R U F' L2 D B")), cross.word(Cube("R U F' L2 D B"))
        (4, "D' F R' L2")
    """

    UNKNOWN = 255
    """The distance of what no moves bring to the goal."""

    __slots__ = ("_core", "_options", "coordinate", "packing")

    def __init__(
        self,
        coordinate: CoordinateLike,
        *,
        moves: str | None = None,
        metric: Metric = "htm",
        goal: str | None = None,
        goals: ArrayLike | None = None,
        symmetry: str | None = None,
        fold: str | None = None,
        inversion: bool = False,
        packing: Packing = "bytes",
        folder: str | os.PathLike[str] | None = None,
        threads: int = 0,
        progress: Progress = None,
    ) -> None:
        self.coordinate = coordinate if isinstance(coordinate, Coordinate) else Coordinate(coordinate)
        """The coordinate."""
        self.packing = packing
        """How the entries are packed."""
        asked = _asked(moves, metric, goal, goals, symmetry, fold, inversion)
        kept_in = None if folder is None else os.fsdecode(folder)
        self._options = {
            "moves": moves, "metric": metric, "goal": goal, "goals": goals, "symmetry": symmetry, "fold": fold,
            "inversion": inversion, "packing": packing, "folder": folder,
        }  # fmt: skip
        with _Report(progress) as report:
            self._core = _core.TableOfDistances(
                self.coordinate._core, asked, packing, kept_in, threads, report.function
            )

    @property
    def distribution(self) -> Distribution:
        """How many values are at each distance."""
        return Distribution(*self._core.distribution)

    @property
    def name(self) -> str:
        """The coordinate and how it is folded."""
        return self._core.name

    @property
    def entries(self) -> NDArray[np.uint8]:
        """The table itself, read-only, without a copy.

        With the packing "bytes" of shape (classes of the folded part * values of the middle parts, values of the inner part):
        a distance for each entry, 255 where it is unknown. With "nibbles" and "mod3" the packed bytes, of shape (bytes,),
        entry i in the i-th half byte or pair of bits from below, with padding after each block (`shape`).
        """
        data: NDArray[np.uint8] = self._core.entries()
        if self.packing != "bytes":
            return data
        blocks, size, stride = self.shape
        by_block: NDArray[np.uint8] = data[: blocks * stride].reshape(blocks, stride)[:, :size]
        return by_block

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of blocks, the entries in each, and the distance from one block to the next in entries."""
        return self._core.shape

    def distance(self, cube: CubeLike) -> int:
        """The distance of a cube; `UNKNOWN` if no moves bring it to the goal."""
        return self._core.distance(cube)

    def distances(self, cubes: Cubes) -> NDArray[np.uint8]:
        """The distance of each cube, of shape (n,)."""
        out = np.empty(_rows(cubes), np.uint8)
        self._core.distances(cubes, out)
        return out

    def by_value(self, *, threads: int = 0) -> NDArray[np.uint8]:
        """The distance of each value of the coordinate, 0 to size - 1: a new array, in which one looks up by value."""
        out = np.empty(self.coordinate.size, np.uint8)
        self._core.distances_of_values(out, threads)
        return out

    def word(self, cube: CubeLike) -> str | None:
        """Shortest moves that bring the cube to the goal; None if there are none, or if nibbles cannot tell."""
        return self._core.word(cube)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as what it was made from; reading it makes the table again, or reads it from its folder."""
        return _table_again, (self.coordinate, self._options)

    def __repr__(self) -> str:
        return f"<distances of {self._core.name}, at most {self.distribution.depth}>"


def _table_again(coordinate: Coordinate, options: dict[str, Any]) -> DistanceTable:
    return DistanceTable(coordinate, **options)
