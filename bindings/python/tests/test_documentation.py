"""What the pages show is true: each Python block of README.md, docs/python.md and docs/robots.md prints its
`# Output:` lines."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import superflip
import superflip.compat
import superflip.types
from superflip._records import Record

ROOT = pathlib.Path(__file__).parents[3]
BLOCKS = [
    (page, code)
    for page in ("README.md", "docs/python.md", "docs/robots.md")
    for code in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
]


@pytest.mark.parametrize(("page", "code"), BLOCKS)
def test_blocks_print_what_they_show(page: str, code: str) -> None:
    expected = re.findall(r"^# Output: (.*)\n", code, re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == expected


def test_the_readme_shows_what_the_page_shows() -> None:
    assert BLOCKS[0][1] == next(code for page, code in BLOCKS if page == "docs/python.md")


MODULES = ["superflip", *(found.name for found in pkgutil.walk_packages(superflip.__path__, "superflip."))]


@pytest.mark.parametrize("module", MODULES)
def test_examples_print_what_they_show(module: str, prover: superflip.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `>>>` lines print what stands below them; "..." stands for anything."""
    if module == "superflip.lab":
        pytest.importorskip("numpy")
    monkeypatch.setattr(superflip, "solve_optimal", prover.solve_optimal)  # else it makes a table of 280 MB
    found = importlib.import_module(module)
    names = {"superflip": superflip, "Cube": superflip.Cube, module.rpartition(".")[2]: found}
    tests = doctest.DocTestFinder().find(found, extraglobs=names)
    if found.__file__ and found.__file__.endswith(".py"):
        written = re.findall(r"^ *>>> ", pathlib.Path(found.__file__).read_text(), re.MULTILINE)
        assert sum(len(test.examples) for test in tests) == len(written)
    for owner in filter(inspect.isclass, vars(found).values()):  # functions of the module in C++ are not found
        for name, function in vars(owner).items():
            if hasattr(function, "__nb_signature__"):
                tests.append(doctest.DocTestParser().get_doctest(function.__doc__, names, name, None, None))
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for test in tests:
        assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0, test.name


def test_help_tells_fields_and_options() -> None:
    for name in superflip.__all__:
        thing = getattr(superflip, name)
        if inspect.isclass(thing) and issubclass(thing, Record):
            text = inspect.getdoc(thing) or ""
            assert all(f"    {field}: " in text for field in thing._fields), name
    options = [*superflip.types.SolveOptions.__annotations__]
    assert len(options) > 10
    for function in (superflip.solve, superflip.solve_optimal):
        assert all(f"    {option}: " in (inspect.getdoc(function) or "") for option in options)
    for name in inspect.signature(superflip.coset).parameters:
        for function in (superflip.coset, superflip.CosetSolver.solve):
            is_of_it = name in inspect.signature(function).parameters and name not in ("cube", "seed")
            assert (f"    {name}: " in (inspect.getdoc(function) or "")) == is_of_it, name
    for function in (superflip.search, superflip.improve, superflip.solve_many):
        shown = [option for option in options if f"    {option}: " in (inspect.getdoc(function) or "")]
        assert shown == [option for option in options if option != "listener"]


def test_the_pages_have_every_text(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pdoc")
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "python-pages.py", tmp_path], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "superflip.html").read_text()
    assert "(unknown)" not in text
    sections = dict(re.findall(r'id="([\w.]+)"(.*?)(?=<section|</section)', text, re.DOTALL))
    for name in superflip.__all__:
        assert '<div class="docstring">' in sections[name], name
    for method in ("from_bytes(data: bytes)", "apply(self, moves:", "The cube after moves, the centres taken as fixed."):
        assert method in re.sub(r"<[^>]*>", "", text).replace("\n", ""), method


def test_every_public_name_is_documented() -> None:
    for name in superflip.__all__:
        thing = getattr(superflip, name)
        assert inspect.getdoc(thing), name
        if not inspect.isclass(thing):
            continue
        for attribute, value in vars(thing).items():
            if not attribute.startswith("_"):
                is_field = attribute in ("kind", "code", "position", "diagnosis")  # documented after their annotation
                assert is_field or inspect.getdoc(value), f"{name}.{attribute}"
    for function in (superflip.compat.install, superflip.compat.kociemba.solve):
        assert function.__doc__
