"""The stubs are complete and true: they match the module, and strict checkers pass on a program that uses everything."""

from __future__ import annotations

import ast
import json
import pathlib
import subprocess
import sys
from collections.abc import Iterable

import pytest

import superflip
import superflip._core as _core

PROGRAM = pathlib.Path(__file__).with_name("program.py")
PACKAGES = pathlib.Path(superflip.__file__).parents[1]


def checked(tmp_path: pathlib.Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_runs() -> None:
    done = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_mypy(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM.read_text())
    checked(tmp_path, "mypy", "--strict", "program.py")


def test_mypy_of_the_package(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    checked(tmp_path, "mypy", "--strict", "-p", "superflip")


def test_the_stub_has_every_name() -> None:
    """The types in it come from the module's own signatures, so that names are all that can be missing."""
    stub = ast.parse(pathlib.Path(str(_core.__file__)).with_name("_core.pyi").read_text())

    def names_of(nodes: list[ast.stmt]) -> set[str]:
        return {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}

    def public(names: Iterable[str]) -> set[str]:
        return {name for name in names if not name.startswith("_")}

    assert public(names_of(stub.body)) == public(vars(_core))
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            of_class = vars(getattr(_core, node.name))
            assert public(names_of(node.body)) == public(of_class)
            assert "object, **" not in ast.unparse(node)  # what an unknown signature looks like


def test_pyright(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyright")
    (tmp_path / "program.py").write_text(PROGRAM.read_text())
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(PACKAGES)], "include": ["program.py"]})
    )
    version = subprocess.run([sys.executable, "-m", "pyright", "--version"], capture_output=True, text=True)
    if version.returncode != 0:
        pytest.skip("pyright cannot fetch its program")
    checked(tmp_path, "pyright", "--pythonpath", sys.executable)
