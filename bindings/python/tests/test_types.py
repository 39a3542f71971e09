"""The stubs are complete and true: they match the module, and strict checkers pass on a program that uses everything."""

from __future__ import annotations

import ast
import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterable

import pytest
from conftest import PYRIGHT

import superflip
import superflip._core as _core

PROGRAM = pathlib.Path(__file__).with_name("program.py")
PROGRAMS = [PROGRAM, PROGRAM.with_name("lab_program.py")]
PACKAGES = pathlib.Path(superflip.__file__).parents[1]


def checked(tmp_path: pathlib.Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_runs() -> None:
    done = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_program_uses_every_name() -> None:
    nodes = list(ast.walk(ast.parse(PROGRAM.read_text())))
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    used |= {node.id for node in nodes if isinstance(node, ast.Name)}
    assert set(superflip.__all__) - used == set()


def test_mypy(tmp_path: pathlib.Path) -> None:
    """Of the package and of both programs, in one run."""
    pytest.importorskip("mypy")
    pytest.importorskip("numpy")
    for program in PROGRAMS:
        shutil.copy(program, tmp_path)
    checked(tmp_path, "mypy", "--strict", "-p", "superflip", "-m", "program", "-m", "lab_program")


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
    pytest.importorskip("numpy")
    if not os.path.exists(os.path.join(PYRIGHT, "runs")):
        pytest.skip("scripts/python-environment.sh could not fetch what pyright needs")
    for program in PROGRAMS:
        shutil.copy(program, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps(
            {
                "typeCheckingMode": "strict",
                "extraPaths": [str(PACKAGES)],
                "include": [program.name for program in PROGRAMS],
            }
        )
    )
    checked(tmp_path, "pyright", "--pythonpath", sys.executable)
