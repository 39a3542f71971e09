"""Campaigns: many tasks and their results in a file, a SQLite database.

    >>> from superflip.campaign import Campaign
    >>> campaign = Campaign.create("c.db", "cubes", random=100, seed=7)  # doctest: +SKIP
    >>> campaign.run()  # doctest: +SKIP
    >>> campaign.columns()["length"].mean()  # doctest: +SKIP

A run may be killed at any moment: the next one goes on, and nothing is lost or done twice. Several processes can run
one file. The program `superflip campaign` works on the same files, and docs/campaigns.md describes both.
`superflip.cluster` runs a campaign on many machines. Do not open the file with another copy of SQLite (the module
`sqlite3`) in a process that has it open here: closing one would undo the locks of the other.

`python -m superflip.campaign export FILE --parquet OUT` writes Apache Parquet, which needs pyarrow: pip install
'superflip[campaign]'.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import stat
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from superflip import _core
from superflip._core import Cube
from superflip._errors import BadOption

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Campaign", "kinds"]


def kinds() -> dict[str, str]:
    """The kinds of campaigns that there are, with a line about each."""
    return _core.campaign_kinds()


class Campaign:
    """A campaign that is there. With `readonly` it can be looked at while others work on it, and on a disk that cannot
    be written.

    All functions may be called from several threads at once. After a fork the child must open it again. Raises
    `SystemFailure` (the file cannot be read or written), `Unreadable` (it is no campaign, or a newer one).
    """

    def __init__(self, path: str | os.PathLike[str], *, readonly: bool = False) -> None:
        self.path = os.fsdecode(path)
        self._core = _core.CampaignCore(self.path, not readonly)

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], kind: str, tasks: Iterable[object] | None = None, **options: object
    ) -> Campaign:
        """A new campaign. `tasks` are cubes in any format, or names of coordinates, where these do not follow from the
        options. Options are those of `superflip campaign create FILE KIND --help`: `random=100`, `optimal=True`,
        `max_length=20`. Raises `BadOption`, also if the file exists; `Unreadable`, `ImpossibleCube` for a bad task.
        """
        spec = {"kind": kind} | {name.replace("_", "-"): value for name, value in options.items()}
        lines = None if tasks is None else [task.facelets if isinstance(task, Cube) else str(task) for task in tasks]
        _core.CampaignCore.create(os.fsdecode(path), json.dumps(spec), lines)
        return cls(path)

    def __repr__(self) -> str:
        return f"Campaign({self.path!r})"

    def __len__(self) -> int:
        """How many tasks there are."""
        return self._core.tasks

    @property
    def spec(self) -> dict[str, Any]:
        """What the campaign does: its kind and options."""
        spec: dict[str, Any] = json.loads(self._core.spec)
        return spec

    def status(self) -> dict[str, Any]:
        """What is done and left: the keys of `superflip campaign status --json`."""
        status: dict[str, Any] = json.loads(self._core.status())
        return status

    def results(self, start: int = 0) -> Iterator[dict[str, Any]]:
        """The results in the order of the tasks: dictionaries with `task`, `input`, `result` (or `error` and `kind`),
        `seconds`, `at`, `host`, `program` and `tables`. Those of tasks before `start` are left out."""
        while True:
            lines, start = self._core.page(start)
            if not lines:
                return
            for line in lines:
                yield json.loads(line)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The same as flat rows: the columns of `superflip campaign export --csv`. Lists are texts of JSON."""
        return self._rows(lambda value, _: _flat(value))

    def _rows(self, convert: Callable[[Any, str], Any]) -> Iterator[dict[str, Any]]:
        columns = self._core.columns
        for result in self.results():
            row: dict[str, Any] = {"task": result["task"], "input": result["input"]}
            for name, pointer, kind in columns:
                row[name] = convert(_at(result.get("result"), pointer), kind)
            for name in ("seconds", "at", "host", "program", "error"):
                row[name] = result.get(name)
            yield row

    def columns(self) -> dict[str, NDArray[Any]]:
        """The same as arrays of NumPy by the names of columns. Where a value is missing, the array is of objects."""
        import numpy as np

        own = [name for name, _, _ in self._core.columns]
        names = ["task", "input", *own, "seconds", "at", "host", "program", "error"]
        values: dict[str, list[Any]] = {name: [] for name in names}
        for row in self.rows():
            for name, value in row.items():
                values[name].append(value)

        def array(column: list[Any]) -> NDArray[Any]:
            is_whole = all(value is not None for value in column)
            return np.array(column) if is_whole else np.array(column, dtype=object)

        return {name: array(column) for name, column in values.items()}

    def run(
        self,
        *,
        threads: int = 0,
        limit: int = 0,
        tables: bool | str | os.PathLike[str] = True,
        optimal_table: str = "",
        memory: int = 0,
        retry: bool = False,
        checkpoints: str | os.PathLike[str] = "",
        progress: bool | None = None,
    ) -> dict[str, Any]:
        """Executes the tasks that are open, on all cores; at most `limit`. `retry` opens failed tasks again first.
        `checkpoints` is a folder, of this campaign of cosets alone, in which what is done of a coset is kept; the next
        run goes on from there. The other options are those of `superflip.Engine`. Gives how many are `done` and
        `failed`, and the `seconds`. Ctrl-C ends it, and loses nothing that is done.

        Raises `SystemFailure` where the machine fails (a full disk, a table that has changed), `OutOfMemory`, and
        `BadOption` for `checkpoints` of tasks that keep none.
        """
        if retry:
            self._core.retry()
        before = self.status()
        shown = _Line(before["done"] + before["failed"], before["tasks"], progress)
        try:
            folder = tables if isinstance(tables, bool) else os.fsdecode(tables)
            ran: dict[str, Any] = json.loads(
                self._core.run(folder, optimal_table, memory, threads, limit, os.fsdecode(checkpoints), shown)
            )
        finally:
            shown.close()
        return ran

    def verify(
        self,
        share: float | Fraction | str = 1,
        *,
        seed: int = 1,
        threads: int = 0,
        tables: bool | str | os.PathLike[str] = True,
        optimal_table: str = "",
        memory: int = 0,
    ) -> dict[str, Any]:
        """Checks a random share of the results from scratch, by a simpler path than the one that found them. Gives how
        many `results` there are and how many are `verified`, what was `checked` and how often, and those that are
        `wrong`: dictionaries with `task`, `input` and `why`."""
        try:
            part = Fraction(share).limit_denominator(1_000_000)
        except (ValueError, OverflowError, ZeroDivisionError):
            part = Fraction(0)
        if not 0 < part <= 1:
            raise BadOption(f"share is {share}: expected more than 0 and at most 1")
        folder = tables if isinstance(tables, bool) else os.fsdecode(tables)
        found: dict[str, Any] = json.loads(
            self._core.verify(part.numerator, part.denominator, seed, folder, optimal_table, memory, threads)
        )
        return found

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows as Apache Parquet, by a file that is complete when it is there. Needs pyarrow."""
        name = os.path.realpath(os.fsdecode(path))
        if any(_is_same(name, os.path.realpath(self.path) + end) for end in ("", "-wal", "-shm", "-journal")):
            raise BadOption(f"{os.fsdecode(path)} belongs to the campaign: it is left as it is")
        if os.path.exists(name) and not os.path.isfile(name):  # a device or a pipe
            with open(name, "wb") as file:
                self._write_parquet(file)
            return
        draft = f"{name}.part-{uuid.uuid4().hex[:8]}"
        try:
            with open(draft, "xb") as file:
                self._write_parquet(file)
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(name):
                os.chmod(draft, stat.S_IMODE(os.stat(name).st_mode))
            os.replace(draft, name)
        finally:
            if os.path.exists(draft):
                os.remove(draft)

    def _write_parquet(self, file: Any) -> None:
        try:
            pyarrow = importlib.import_module("pyarrow")
            parquet = importlib.import_module("pyarrow.parquet")
        except ImportError as missing:
            raise ImportError("Parquet needs pyarrow: pip install 'superflip[campaign]'") from missing
        integer, real, text = pyarrow.int64(), pyarrow.float64(), pyarrow.string()
        types = {"integer": integer, "real": real, "text": text, "boolean": pyarrow.bool_()}
        types["integers"] = pyarrow.list_(integer)
        own = [(name, types[kind]) for name, _, kind in self._core.columns]
        schema = pyarrow.schema(
            [
                ("task", integer),
                ("input", text),
                *own,
                ("seconds", real),
                ("at", real),
                ("host", text),
                ("program", text),
                ("error", text),
            ]
        )
        with parquet.ParquetWriter(file, schema) as writer:
            for rows in _groups(self._rows(_typed), 50_000):
                writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))


class _Line:
    """A line about a run on standard error."""

    def __init__(self, done: int, tasks: int, wanted: bool | None) -> None:
        self._done, self._tasks = done, tasks
        self.is_wanted = sys.stderr is not None and sys.stderr.isatty() if wanted is None else wanted
        self._last: tuple[int, int] | None = None

    def __call__(self, done: int, failed: int, seconds: float) -> None:
        if not self.is_wanted or self._last == (done, int(10 * seconds)):
            return
        self._last = (done, int(10 * seconds))
        text = f"{self._done + done} of {self._tasks} tasks" + (f", {failed} failed" if failed else "")
        if done > 0 and seconds > 0:
            text += f", {done / seconds:.3g} a second"
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._last is not None:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _is_same(a: str, b: str) -> bool:
    return a == b or (os.path.exists(a) and os.path.exists(b) and os.path.samefile(a, b))


def _at(value: Any, pointer: str) -> Any:
    """The value at a JSON pointer; None if there is none."""
    for key in pointer.split("/")[1:]:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _typed(value: Any, kind: str) -> Any:
    """The value, if it is of that kind of column; None for another one, which somebody else has written."""
    if kind == "text":
        return None if value is None else str(value)
    types: dict[str, type | tuple[type, ...]] = {
        "integer": int,
        "real": (int, float),
        "boolean": bool,
        "integers": list,
    }
    return value if isinstance(value, types[kind]) else None


def _flat(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def _groups(rows: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append(row)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def _main(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m superflip.campaign")
    commands = parser.add_subparsers(required=True)
    export = commands.add_parser("export", help="write the results as Apache Parquet")
    export.add_argument("file")
    export.add_argument("--parquet", metavar="OUT", required=True, help="the file to write; - is standard output")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    campaign = Campaign(given.file, readonly=True)
    if given.parquet == "-":
        campaign._write_parquet(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        campaign.to_parquet(given.parquet)
    return 0


def _exit_code(error: Exception) -> int:
    """That of the program `superflip`."""
    return {1: 2, 2: 2, 3: 2, 5: 130}.get(getattr(error, "code", 0), 3)


def _run_main(main: Any) -> None:
    from superflip._errors import SuperflipError

    try:
        sys.exit(main(sys.argv[1:]))
    except (SuperflipError, OSError, ImportError) as error:
        print(f"superflip: {error}", file=sys.stderr)
        sys.exit(_exit_code(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    _run_main(_main)
