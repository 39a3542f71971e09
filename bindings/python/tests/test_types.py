"""The stubs are complete and true: they match the module, and strict checkers pass on a program that uses everything."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pytest

import superflip

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


def test_stubs_match_the_module(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"
    # What nanobind adds to its classes, and constructors that take their arguments by position.
    allowed.write_text(".*\\.__(new|init|setstate|getstate)__\n.*TYPE_CHECKING\n")
    checked(tmp_path, "mypy.stubtest", "superflip._core", "--ignore-missing-stub", "--allowlist", str(allowed), "--ignore-unused-allowlist")


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
