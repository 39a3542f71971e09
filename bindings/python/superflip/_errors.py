"""The exceptions: one class for each `ErrorKind` of the library."""

from __future__ import annotations


TYPE_CHECKING = False  # of typing, which takes long to import
if TYPE_CHECKING:
    from typing import ClassVar

    from superflip._records import Diagnosis


class SuperflipError(Exception):
    """What all exceptions of this package have in common. The text is one sentence for a person."""

    kind: ClassVar[str] = ""
    """The name of the library's `ErrorKind`: "unreadable", "impossible", "bad option", ..."""

    code: ClassVar[int] = 0
    """The number of the library's `ErrorKind`, 1 to 8; the same in all of its interfaces, and stable."""

    position: int | None = None
    """Where in the text: the number of characters before the place. None if the error has no place."""

    def __reduce__(self) -> tuple[object, ...]:
        # Dask sends exceptions by tblib, which cannot make a MemoryError by the `__reduce__` of Python.
        return type(self), self.args, self.__dict__ or None


class Unreadable(SuperflipError, ValueError):
    """The text is in no format that is accepted."""

    kind = "unreadable"
    code = 1

    diagnosis: Diagnosis | None = None
    """What the doctor says; None where no cube was expected, as for moves."""


class ImpossibleCube(SuperflipError, ValueError):
    """No turns of faces lead to this cube: a corner is twisted, two pieces are exchanged, a sticker is wrong."""

    kind = "impossible"
    code = 2

    diagnosis: Diagnosis | None = None
    """All that is wrong, and the smallest repair; None if the cube did not come from a text."""


class BadOption(SuperflipError, ValueError):
    """An option, a coordinate, a set of moves or a question that makes no sense."""

    kind = "bad option"
    code = 3


class NoSolution(SuperflipError, LookupError):
    """An answer without any solution was asked for its moves. That a search finds none is no error by itself."""

    kind = "no solution"
    code = 4


class Stopped(SuperflipError, RuntimeError):
    """The listener or the time limit ended the loading or making of tables, or a scramble. A search that is stopped
    gives an answer instead."""

    kind = "stopped"
    code = 5


class OutOfMemory(SuperflipError, MemoryError):
    """The memory that is available or allowed is not enough."""

    kind = "out of memory"
    code = 6


class SystemFailure(SuperflipError, OSError):
    """A file, a lock or a thread: the operating system failed."""

    kind = "system"
    code = 7


class InternalError(SuperflipError, RuntimeError):
    """A defect of superflip."""

    kind = "internal"
    code = 8


BY_CODE: dict[int, type[SuperflipError]] = {
    kind.code: kind
    for kind in (Unreadable, ImpossibleCube, BadOption, NoSolution, Stopped, OutOfMemory, SystemFailure, InternalError)
}


def make(code: int, message: str, position: int | None, diagnosis: Diagnosis | None) -> SuperflipError:
    """The exception of an error of the library; called by the module in C++."""
    error = BY_CODE.get(code, InternalError)(message)
    error.position = position
    if isinstance(error, (Unreadable, ImpossibleCube)):
        error.diagnosis = diagnosis
    return error
