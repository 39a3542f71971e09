"""Names of types that occur in signatures. At run time they are plain strings and values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Union

if TYPE_CHECKING:
    from superflip._core import Algorithm, Cube
    from superflip._records import Event, Reading

Metric = Literal["htm", "qtm", "stm", "atm"]
"""What counts as one move: a turn of a face (htm), a quarter turn (qtm), a turn of a face or slice (stm), a turn of a
face or of two opposite faces (atm)."""

Want = Literal["good", "shortest", "all"]
"""What a question wants: a short word soon, a shortest one, or all of them."""

Puzzle = Literal["3x3x3", "2x2x2"]
"""The puzzle. A 2x2x2 is a `Cube` of which only the corners count, up to a rotation of the whole."""

Profile = Literal["compact", "standard", "large"]
"""The tables for near-optimal solutions: 5 MB made in some tenths of a second at each start, without files; 145 MB;
741 MB."""

Format = Literal["moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"]
"""How a cube is written; `superflip/reading/formats.h` and `superflip convert --help` describe each."""

Packing = Literal["packed69", "packed71", "rank"]
"""The formats that are one whole number."""

Centres = Literal["fixed", "moved", "turned"]
"""What moves do to the centres: nothing; slices and rotations carry them; and each face turn turns its own."""

SolverName = Literal["two-phase", "optimal", "generic", "pocket"]
"""Which solver answers."""

Ended = Literal["complete", "enough", "time", "nodes", "stopped", "unsolvable"]
"""Why a search ended: everything was searched; the solutions are good enough; a limit; the listener; no word of the
allowed moves brings the cube to the goal."""

EventKind = Literal["notice", "table", "solution", "bound", "progress", "poll"]
"""What an event tells."""

CubeLike = Union["Cube", "Algorithm", "Reading", str]
"""What is accepted as a cube: a `Cube`, an `Algorithm` (the cube that it makes), a `Reading`, or a text in any format.
A text or a reading that is held another way is solved as it is held."""

Listener = Callable[["Event"], object]
"""Called with each event, on the thread that called, at least every 20 ms. `False` ends the work; what was found until
then is the answer. An exception ends it too, and is raised by the call."""
