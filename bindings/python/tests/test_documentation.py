"""What the pages show is true: each Python block of README.md and docs/python.md prints its `# Output:` lines."""

from __future__ import annotations

import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import superflip
import superflip.compat
import superflip.types

ROOT = pathlib.Path(__file__).parents[3]
BLOCKS = [
    (page, code)
    for page in ("README.md", "docs/python.md")
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
