"""The Rubik's cube as numbers: the fastest solvers there are, coordinates and tables.

    >>> import superflip
    >>> print(superflip.solve("R U2 F' L D"))
    D' L' F U2 R'
    >>> print(superflip.check("UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").repair)
    exchange the stickers U9 and F3

A cube is a `Cube`, or a text in any format: moves, 54 facelets in any colours and any holding, and the formats of other
programs. `solve` finds short solutions in milliseconds, `solve_optimal` proven shortest ones, `improve` and `search` tell
on the way what is found and proven, `solve_many` takes any iterable, `check` says what is wrong with a cube, and `coset`
counts how far all positions of a coset of G1 are from solved. Nothing is downloaded, and no file is needed: the first
call of `solve` makes its tables in a few tenths of a second.

Mistakes are exceptions derived from `SuperflipError`, with a sentence for a person. If a limit ends a search, nothing is
raised: the `Answer` says so.

The functions here are those of one `Engine` with its defaults; make your own for larger tables.
"""

from __future__ import annotations

from collections.abc import Sequence

import superflip._main_interpreter  # before the module in C++
from superflip._core import Algorithm, Cube, Random, Search, version
from superflip._engine import CosetSolver, Engine
from superflip._errors import (
    BadOption,
    ImpossibleCube,
    InternalError,
    NoSolution,
    OutOfMemory,
    Stopped,
    SuperflipError,
    SystemFailure,
    Unreadable,
)
from superflip._question import Question
from superflip._reading import cache_folder, check, describe_symmetry, masks, read, recognise, table_sets
from superflip._records import (
    Answer,
    Coset,
    CosetLevel,
    CosetPosition,
    Counts,
    Diagnosis,
    Event,
    Iteration,
    NamedMask,
    PackedField,
    Plan,
    PlannedTable,
    Reading,
    RobotAction,
    Solution,
    TableSet,
)
from superflip._robots import robots, schedule
from superflip._signature import SignatureOfClass
from superflip._symmetry import completions, patterns, representative, symmetric_cubes, symmetry_type

__version__ = version()
for _class in (Algorithm, Cube, Random):
    _class.__signature__ = SignatureOfClass()
Sequence.register(Algorithm)

default_engine = Engine()
"""The engine to which the functions of this module belong."""

solve = default_engine.solve
solve_optimal = default_engine.solve_optimal
solve_many = default_engine.solve_many
search = default_engine.search
improve = default_engine.improve
coset = default_engine.coset
plan = default_engine.plan
prepare = default_engine.prepare
make_tables = default_engine.make_tables
word_to = default_engine.word_to
scramble = default_engine.scramble



def __getattr__(name: str) -> object:
    """The modules of the package, when they are first asked for: `superflip.lab` needs NumPy."""
    if name in ("campaign", "cluster", "compat", "lab", "types"):
        import importlib

        return importlib.import_module(f"superflip.{name}")
    raise AttributeError(f"module 'superflip' has no attribute {name!r}")


__all__ = [
    "Algorithm",
    "Answer",
    "BadOption",
    "Coset",
    "CosetLevel",
    "CosetPosition",
    "CosetSolver",
    "Counts",
    "Cube",
    "Diagnosis",
    "Engine",
    "Event",
    "ImpossibleCube",
    "InternalError",
    "Iteration",
    "NamedMask",
    "NoSolution",
    "OutOfMemory",
    "PackedField",
    "Plan",
    "PlannedTable",
    "Question",
    "Random",
    "Reading",
    "RobotAction",
    "Search",
    "Solution",
    "Stopped",
    "SuperflipError",
    "SystemFailure",
    "TableSet",
    "Unreadable",
    "cache_folder",
    "check",
    "completions",
    "coset",
    "default_engine",
    "describe_symmetry",
    "improve",
    "make_tables",
    "masks",
    "patterns",
    "plan",
    "prepare",
    "read",
    "recognise",
    "representative",
    "robots",
    "schedule",
    "scramble",
    "search",
    "solve",
    "solve_many",
    "solve_optimal",
    "symmetric_cubes",
    "symmetry_type",
    "table_sets",
    "word_to",
]
