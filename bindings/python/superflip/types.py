"""Names of types that occur in signatures, and the options of the functions that solve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypedDict, Union

from superflip import _names
from superflip._core import Algorithm, Cube
from superflip._records import Event, Reading

Metric = _names.Metric
"""What counts as one move: a turn of a face (htm), a quarter turn (qtm), a turn of a face or slice (stm), a turn of a
face or of two opposite faces (atm)."""

CosetMetric = _names.CosetMetric
"""The metrics in which cosets are counted."""

Want = _names.Want
"""What a question wants: a short solution soon, a shortest one, or all of them."""

Starts = _names.Starts
"""Whether a word must bring all cubes at the start to the goal, or any one of them."""

Puzzle = _names.Puzzle
"""The puzzle. A 2x2x2 is a `Cube` of which only the corners count, up to a rotation of the whole."""

Profile = _names.Profile
"""The tables for near-optimal solutions: 5 MB made in a few tenths of a second at each start, without files; 145 MB;
741 MB."""

Format = _names.Format
"""How a cube is written: moves; 54 facelets; Reid's names of pieces ("UF UR ..."); Kociemba's pieces with orientations
("(URF,0)(UFL,0)..."); a JSON object of arrays; and three numbers: 69 bits, 71 bits, and the rank among all cubes."""

Packing = _names.Packing
"""The formats that are one whole number."""

Centres = _names.Centres
"""What moves do to the centres: nothing; slices and rotations carry them; and each face turn turns its own."""

SolverName = _names.SolverName
"""Which solver answers."""

Ended = _names.Ended
"""Why a search ended: everything was searched; the solutions are good enough; a limit; the listener; no
allowed moves bring the cube to the goal."""

EventKind = _names.EventKind
"""What an event tells."""

CubeLike = Union[Cube, Algorithm, Reading, str]
"""What is accepted as a cube: a `Cube`, an `Algorithm` (the cube that it makes), a `Reading`, or a text in any format.
A text or a reading that is held another way is solved as it is held. Of the cube of a question and of `to`, facelets may be
unknown: "?"."""

Listener = Callable[[Event], object]
"""Called with each event, on the thread that called, at least every 20 ms. `False` ends the work; what was found until
then is the answer. An exception ends it too, and is raised by the call."""



class HasWords(Protocol):
    """A coordinate as an object."""

    @property
    def words(self) -> str:
        """The coordinate in words."""
        ...


Coordinate = Union[str, HasWords, tuple[Union[str, HasWords], Sequence[CubeLike]]]
"""A coordinate in words ("edges DR DF DL DB: order orientation"; `superflip.lab` explains them), or a pair of that and the
cubes whose values are its goals. An object with an attribute `words`, a `lab.Coordinate`, will do as well."""


class QuestionOptions(TypedDict, total=False):
    """What may be said of a question besides its cube."""

    to: CubeLike | Sequence[CubeLike] | None
    """The cube to reach, or cubes of which any is good; by default the solved one. Of a text of 54 facelets, those that are ? are free."""
    also: CubeLike | Sequence[CubeLike] | None
    """One more cube at the start, or several, held as the first one is: the same moves bring all of them to the goal."""
    starts: Starts | None
    """"all" or "any": which of the cubes at the start the same moves bring to the goal, those of `also` and those that have
    the known facelets. By default any, if one cube and one cube to reach are given, else all."""
    coordinates: Sequence[Coordinate]
    """Instead of the whole cube: coordinates, all of which must get the value of `to`, or of one of their goals."""
    only: str | None
    """What of the cube counts, the rest being free: "Cross", "F2L", "OLL" (`superflip.masks` lists the names), or pieces, "edges D layer + DFR FR"."""
    show: str | None
    """Instead of a cube to reach, what the faces shall show: "checkerboard", "xox/oxo/xox@UD"."""
    up_to: str | None
    """"U": up to a last turn of U; "rotations": the same goal on any side of the cube; "holding": up to a last rotation
    of the whole cube, where `moves` carry the centres; several of them with commas: "U,rotations"."""
    moves: str | None
    """What may be turned: "U R2 F", "U (R L') M", "G1" (U D R2 L2 F2 B2), "squares", "slices"; by default what the metric counts."""
    metric: Metric
    """What counts as one move: "htm" (by default), "qtm", "stm" or "atm"."""
    robot: str | Mapping[str, object] | None
    """A robot whose words are wanted: a name (`superflip.robots` lists them), or a description, a dict or JSON."""
    puzzle: Puzzle
    """"3x3x3" (by default) or "2x2x2"."""
    centres: Centres
    """What `moves` do to the centres: "fixed", "moved" (by default) or "turned"."""
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
