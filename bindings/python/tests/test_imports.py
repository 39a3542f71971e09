"""The modules of the package import each other in one direction: there are no circles.

What is imported for types alone counts, too. What a function imports when it is called does not: that is how what takes
long, or needs NumPy, is left until it is asked for.
"""

from __future__ import annotations

import ast
import graphlib
import pathlib
from collections.abc import Iterator

import superflip

FOLDER = pathlib.Path(superflip.__file__).parent


def name_of(file: pathlib.Path) -> str:
    return ".".join([FOLDER.name, *file.relative_to(FOLDER).with_suffix("").parts]).removesuffix(".__init__")


MODULES = {name_of(file): file for file in FOLDER.rglob("*.py")}


def imported_by(statements: list[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            assert statement.level == 0 and statement.module is not None, ast.unparse(statement)
            for alias in statement.names:
                name = f"{statement.module}.{alias.name}"
                yield name if name in MODULES or name == "superflip._core" else statement.module
        elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for part in ("body", "orelse", "handlers", "finalbody"):
                yield from imported_by(getattr(statement, part, []))


def test_no_circles() -> None:
    graph = {
        name: {other for other in imported_by(ast.parse(file.read_text(encoding="utf-8")).body) if other in MODULES}
        for name, file in MODULES.items()
    }
    assert "superflip._records" in graph["superflip._errors"]  # imports are seen
    list(graphlib.TopologicalSorter(graph).static_order())  # CycleError names the modules of a circle
