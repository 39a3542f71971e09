"""What the library answers: immutable records, which compare by their fields, and can be hashed and pickled."""

from __future__ import annotations

TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar

    import numpy as np
    from numpy.typing import NDArray

    from superflip._core import Algorithm, Cube
    from superflip._names import CosetMetric, Ended, EventKind, Format, Metric, Profile, SolverName


class _Documentation:
    """A record's `__doc__`: the text with its fields, which are read from the source when they are asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, record: object, owner: type) -> str:
        import ast
        import inspect

        text = inspect.cleandoc(self.text)
        try:
            body = ast.parse(inspect.cleandoc("\n" + inspect.getsource(owner))).body[0].body  # type: ignore[attr-defined]
        except (OSError, TypeError):
            return text
        lines = []
        for field, after in zip(body, body[1:] + [None]):
            if isinstance(field, ast.AnnAssign):
                lines.append(f"    {ast.unparse(field.target)}: {ast.unparse(field.annotation)}")
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    lines += ["        " + line for line in inspect.cleandoc(str(after.value.value)).splitlines()]
        return text + "\n\nAttributes:\n" + "\n".join(lines)


class Record:
    """A value whose fields are its annotations, in their order. The module in C++ makes them from all their values."""

    _fields: ClassVar[tuple[str, ...]] = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(name for name in cls.__annotations__ if not name.startswith("_"))
        cls.__match_args__ = cls._fields  # type: ignore[misc]
        cls.__doc__ = _Documentation(cls.__doc__ or "")  # type: ignore[assignment]

    def __init__(self, *values: Any) -> None:
        if len(values) != len(self._fields):
            raise TypeError(f"{type(self).__name__} has {len(self._fields)} fields, and {len(values)} are given")
        self.__dict__.update(zip(self._fields, values))

    def _values(self) -> tuple[Any, ...]:
        return tuple(self.__dict__[name] for name in self._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}: a record cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}: a record cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Record], tuple[Any, ...]]:
        return type(self), self._values()


class OtherReading(Record):
    """Another cube that the same facelets show, if they list the faces in another order."""

    layout: str
    """The order of the faces, as in "ULFRBD", or a net, as in "U,LFRB,D"; `order` of read() takes it."""
    held: int
    """How the cube was held, as in `Diagnosis`."""
    cube: Cube
    """The cube with U up and F in front."""


class Diagnosis(Record):
    """What the doctor says of a text: whether it is a cube that can be solved, all that is wrong, and the smallest
    repair. It is true in a condition exactly if the cube is possible."""

    cube: Cube | None
    """The cube with U up and F in front; None if there is no possible one."""
    held: int
    """How it was held: the symmetry 0..47 (always a rotation) that carries each face of `cube` there; 0: U up, F in
    front."""
    state: str
    """"possible", "impossible" or "unreadable"."""
    notes: tuple[str, ...]
    """How the text was understood, in sentences; empty for a text in plain standard form."""
    others: tuple[OtherReading, ...]
    """Of facelets: the other cubes that they may mean."""
    problems: tuple[str, ...]
    """All that is wrong, in sentences, in the text's own colours; empty exactly if the cube is possible."""
    repair: str
    """The smallest repair, as a sentence; empty if none is needed or known."""
    ways: int
    """How many repairs of that size there are."""
    repaired: Cube | None
    """The cube after one of them; the only one if `ways` is 1."""
    position: int | None
    """Where an unreadable text is wrong: the number of characters before the place, if known."""

    @property
    def possible(self) -> bool:
        """Whether turns of faces can solve it."""
        return self.cube is not None

    def __bool__(self) -> bool:
        return self.cube is not None

    def __str__(self) -> str:
        lines = ["This cube can be solved." if self.cube is not None else "This is no cube that can be solved."]
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  problem: {problem}" for problem in self.problems]
        if self.repair:
            lines.append(f"  repair: {self.repair}")
        if self.repaired is not None:
            several = f" (one of {self.ways} cubes)" if self.ways > 1 else ""
            lines.append(f"  repaired: {self.repaired.facelets}{several}")
        return "\n".join(lines)


class Reading(Record):
    """A cube from a text, with what else the text tells."""

    cube: Cube
    """The cube with U up and F in front; of a 2x2x2 the corners as they are held."""
    held: int
    """How it was held: the symmetry 0..47 (always a rotation) that carries each face of `cube` there."""
    format: Format
    """What the text was taken for."""
    notes: tuple[str, ...]
    """How the text was understood, in sentences; empty for a text in plain standard form."""
    in_space: Cube
    """The cube as it is held, with its centres as the moves have turned them."""


class Solution(Record):
    """A solution. `str()` gives its moves as one writes them."""

    algorithm: Algorithm
    """The face turns, for the cube as it is held."""
    length: int
    """In the question's metric, or in the costs of its moves; with a robot in milliseconds."""
    text: str
    """As one writes it with the question's moves: "R U2 F'", or "(R L') U" with pairs of turns."""
    seconds: float
    """From the beginning of the search, after loading tables, until it was found."""
    phases: tuple[str, bool, int, int] | None
    """Of a two-phase solution: the axis of its phase 2 ("UD", "RL" or "FB"), whether the inverse cube was searched, and
    how many moves at its front and at its back are phase 1."""
    steps: tuple[int, ...]
    """The same word as indices of the steps of the question's moves; empty without such."""
    rotation: int
    """The symmetry 0..47 by which the whole cube is turned after `algorithm`; only where moves carry the centres."""
    schedule: tuple[RobotAction, ...]
    """What the robot of the question does, and when; empty without one."""

    def __str__(self) -> str:
        return self.text


class RobotAction(Record):
    """What a robot does at one time."""

    at: float
    """Seconds from the beginning."""
    seconds: float
    """How long it takes."""
    kind: str
    """"turn": one motor, or two opposite ones; "rotate": the whole cube; "regrip": the grippers."""
    text: str
    """The turns by sides of space ("R' L"), or the rotation ("x'")."""


class Counts(Record):
    """Counts of work; with one thread and no time limit the same on every machine."""

    nodes: int
    """Positions expanded."""
    phase1_reads: int
    """Two-phase: entries read of the phase-1 table."""
    leaves: int
    """Two-phase: positions of the subgroup G1 that phase 1 reached."""
    phase2_reads: int
    """Two-phase: entries read of the large phase-2 table."""
    lookups: int
    """Optimal: entries read of the table for proofs."""


class Iteration(Record):
    """One length of a search that tries one length after the other."""

    length: int
    nodes: int
    lookups: int
    complete: bool
    """Whether all words of that length were searched."""


class Answer(Record):
    """What was found, what is proven, and why the search ended. That nothing was found is an answer, not an error:
    `ended` says why. `str()` gives the moves of the first solution, or says in words why there is none. An answer is true
    in a condition if it has a solution. Two answers are equal only if their seconds are, too."""

    solutions: tuple[Solution, ...]
    """The shortest first."""
    lower_bound: int
    """Proven: no word is shorter. 0 if nothing is known."""
    ended: Ended
    """Why the search ended: "complete", "enough", "time", "nodes", "stopped" or "unsolvable"."""
    too_long: Solution | None
    """The shortest word met, where none of at most `max_length` was found."""
    counts: Counts
    iterations: tuple[Iteration, ...]
    loading: float
    """Seconds of loading and making tables."""
    searching: float
    """Seconds of the search, after loading."""
    solver: SolverName
    """Which solver answered."""
    table: str
    """The table for proofs that it used, "optimal-282"; may be empty."""
    reason: str
    """Where `ended` is "unsolvable": why no word leads to the goal, in a sentence. Else empty."""

    @property
    def best(self) -> Solution | None:
        """The first solution, if there is one."""
        return self.solutions[0] if self.solutions else None

    def _why_none(self) -> str:
        why = {
            "time": "the time was over",
            "nodes": "the limit of nodes was reached",
            "stopped": "the search was stopped",
            "unsolvable": f"the allowed moves cannot bring this cube to the goal: {self.reason}",
        }
        return why.get(self.ended, "all that is allowed was searched")

    def _first(self) -> Solution:
        if self.solutions:
            return self.solutions[0]
        from superflip._errors import NoSolution  # here, since errors know records

        raise NoSolution(f"there is no solution: {self._why_none()}")

    @property
    def moves(self) -> Algorithm:
        """The moves of the first solution. Raises `NoSolution` if there is none."""
        return self._first().algorithm

    @property
    def length(self) -> int:
        """The length of the first solution, in the question's metric. Raises `NoSolution` if there is none."""
        return self._first().length

    @property
    def is_shortest(self) -> bool:
        """Whether the first solution is proven to be a shortest one."""
        return bool(self.solutions) and self.solutions[0].length <= self.lower_bound

    def __bool__(self) -> bool:
        return bool(self.solutions)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def __str__(self) -> str:
        return self.solutions[0].text if self.solutions else f"no solution ({self._why_none()})"


class Event(Record):
    """What happens while the library works."""

    kind: EventKind
    """"notice": a sentence for a person, in `step`. "table": a table is loaded or made. "solution": shorter than all
    before, or one more where all are wanted. "bound": no word is shorter than `lower`. "progress": `done` of the words
    of `length` are searched. "poll": nothing new."""
    step: str
    """What is being done, or the sentence of a notice."""
    done: float
    """The part of it that is done, 0 to 1."""
    seconds_left: float | None
    """An estimate; None if unknown."""
    solution: Solution | None
    length: int
    """Of the words that are searched now."""
    lower: int
    """Proven so far: no word is shorter."""
    upper: int | None
    """The length of the best word so far."""


class CosetPosition(Record):
    """A position of a coset, with moves that solve it. In an exact level these are as few as can be."""

    cube: Cube
    moves: Algorithm


class CosetLevel(Record):
    """The positions of a coset that were found at one depth."""

    depth: int
    found: int
    """Positions that are at most so many moves away, and that no level before holds."""
    exact: bool
    """Whether they are at this distance, and no other positions of the coset are."""
    nodes: int
    """Of the search."""
    words: int
    """That the search found; each counts two words, which differ in the last turn's direction."""
    seconds: float
    samples: tuple[CosetPosition, ...]
    """Positions chosen at random, as many as were asked for."""
    proofs: int
    """With `prove`: the positions that solvers were asked about, one for those that are alike."""


class Coset(Record):
    """How far the 19,508,428,800 positions of a coset of G1 = <U, D, R2, L2, F2, B2> are from solved: all that phase 1
    cannot tell from a cube. `str()` is a table of the levels, and what follows from them."""

    cube: Cube
    """The cube that was given, with U up and F in front."""
    metric: CosetMetric
    levels: tuple[CosetLevel, ...]
    """Depth 0, 1, 2, ...: those that were finished."""
    ended: Ended
    """"complete": the last depth is reached, or every position is found. Else "time" or "stopped"."""
    exact_to: int | None
    """All levels up to this depth are exact."""
    within: int | None
    """So many moves solve every position of the coset; None while that is not known."""
    left: int
    """Positions that no level holds: left over, or not found yet where `ended` is not "complete"."""
    left_solved: int | None
    """How many of these the two-phase solver solved; None if it did not try."""
    longest_left: int
    """The most moves that one of these took."""
    left_over: tuple[CosetPosition, ...]
    """The first of these, at most `list_limit`."""
    listed: tuple[CosetPosition, ...]
    """The positions of the level `list_depth`, at most `list_limit`."""
    list_complete: bool
    """Whether these are all of that level."""
    symmetries: int
    """How many of the 16 symmetries that preserve the axis UD map the coset onto itself."""
    threads: int
    bytes: int
    """Of memory: tables and bitmap."""
    loading: float
    """Seconds of loading and making tables."""
    searching: float
    """Seconds of the levels."""
    solving: float
    """Seconds of the moves for positions: listed, chosen or left over."""
    notes: tuple[str, ...]
    """What failed beside the levels, which are right: proofs, the last writing of the checkpoint, or moves for
    positions, of which there are then fewer."""
    cpu: float
    """Seconds of processor time of all threads, for the levels and the moves."""

    @property
    def distribution(self) -> tuple[int, ...]:
        """How many positions were found at depth 0, 1, 2, ..."""
        return tuple(level.found for level in self.levels)

    @property
    def found(self) -> int:
        """The positions that some level holds."""
        return sum(self.distribution)

    @property
    def listed_cubes(self) -> NDArray[np.uint8]:
        """The cubes of `listed` as an array for `superflip.lab`, a row for each. Needs NumPy."""
        return _array_of(self.listed)

    @property
    def left_over_cubes(self) -> NDArray[np.uint8]:
        """The cubes of `left_over` as such an array. Needs NumPy."""
        return _array_of(self.left_over)

    def __str__(self) -> str:
        lines = ["depth           found          in all"]
        total = 0
        for level in self.levels:
            total += level.found
            if total:
                depth = f"{'' if level.exact else '<='}{level.depth}"
                lines.append(f"{depth:>5}{level.found:>16}{total:>16}")
        if self.within is not None:
            lines.append(f"all positions are within {self.within} moves ({self.metric})")
        else:
            are_missed = self.ended == "complete" or self.left_solved is not None
            lines.append(f"{self.left} positions are {'left over' if are_missed else 'not found yet'}")
        lines += self.notes
        return "\n".join(lines)


def _array_of(positions: tuple[CosetPosition, ...]) -> NDArray[np.uint8]:
    from superflip import lab

    return lab.from_cubes(position.cube for position in positions)


class PlannedTable(Record):
    """A table that a question needs."""

    name: str
    is_there: bool
    """Whether it is kept already; else it would be made."""
    bytes: int
    """Of memory, when loaded."""
    bytes_to_make: int
    """Of memory, while it is made."""
    seconds_to_make: float
    """About, with the engine's threads; 0 if it is there."""


class Plan(Record):
    """Which solver and which tables a question would use. Nothing is loaded for it."""

    solver: SolverName
    tables: tuple[PlannedTable, ...]
    remark: str
    """Why a larger table is not used; may be empty."""
    bytes: int
    """Of memory, all tables loaded."""
    bytes_to_make: int
    """Of memory: the most that making what is missing takes at a time."""
    seconds_to_make: float
    """Of all that is missing."""


class NamedMask(Record):
    """A mask that has a name: what of a cube counts, the rest being free."""

    name: str
    """"Cross", "F2L", ..."""
    mask: str
    """What it stands for: "D layer + E slice"."""
    what: str
    """The same in words: "the first two layers"."""


class TableSet(Record):
    """Tables that can be made by name."""

    name: str
    """"compact", "standard", "large", "optimal-47", ..., "optimal-47-qtm", ..., "coset-stm"."""
    profile: Profile | None
    """None: a table for proofs, or that of cosets in stm."""
    metric: Metric
    bytes: int
    """Of memory and, but for compact, of the disk."""
    bytes_to_make: int
    """Of memory, while it is made."""


class PackedField(Record):
    """A field of a number that stands for a cube."""

    name: str
    symbol: str
    """The source's name of it; empty for the rank."""
    value: int
    """0 to `values` - 1."""
    values: int
    bits: int
    parts: tuple[PackedField, ...]
