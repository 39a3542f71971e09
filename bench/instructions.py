#!/usr/bin/env python3
"""How many instructions a fixed, seeded set of work takes: a guard against getting slower unseen.

  bench/instructions.py [BUILD]                  compares with bench/instructions.json, as `make check` does
  bench/instructions.py [BUILD] --renew REASON   adds today's counts to that file, and draws docs/instructions.svg

Each piece of work runs twice under callgrind, once with twice as many items, on one thread. The difference, divided by
the items, does not depend on the machine's speed or load, nor on what a start costs: the processor that valgrind shows
to a program has AVX2 on all machines that have it. Two runs differ by less than 0.3 %. A count may differ from the last
one in the file by 1 % both ways; more is a finding, or, if the change is meant, a reason to renew the file. Another
compiler makes other code, so that each entry of the file names the tools with which it was made, and only entries of
the same tools are compared.

BUILD is a folder with a release build, its tests' tables and the Python package (build/release).
"""

from __future__ import annotations

import argparse
import concurrent.futures
import datetime
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COUNTS = ROOT / "bench" / "instructions.json"
PLOT = ROOT / "docs" / "instructions.svg"
TOLERANCE = 0.01
FORMATS = ["moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"]
NAMED = {"packed69", "packed71", "rank"}  # formats that are not recognised

PYTHON = """
import sys, superflip
engine = superflip.Engine(threads=1, profile="standard")
for line in sys.stdin:
    print(engine.solve(line, good_enough=20))
"""
# The same through C, whose functions Python calls here: some thousand instructions a call.
C = """
import ctypes, sys
c = ctypes.CDLL(sys.argv[1])
c.sf_question_create.restype = c.sf_options_create.restype = c.sf_answer_text.restype = ctypes.c_void_p
pointer, size = ctypes.c_void_p, ctypes.c_size_t
def made(call, *arguments):
    result = pointer()
    if call(*arguments, ctypes.byref(result), None) != 0: sys.exit("failed")
    return result
options = pointer(c.sf_options_create())
c.sf_options_set_threads(options, 1)
engine = made(c.sf_engine_create, options)
for line in sys.stdin.buffer:
    cube = made(c.sf_read, line, size(len(line)), 0)
    question = pointer(c.sf_question_create())
    c.sf_question_set_reading(question, cube)
    c.sf_question_set_good_enough(question, 20)
    answer = made(c.sf_engine_solve, engine, question, None)
    print(ctypes.string_at(c.sf_answer_text(answer, size(0))))
    for free, what in (c.sf_answer_free, answer), (c.sf_question_free, question), (c.sf_reading_free, cube):
        free(what)
"""


@dataclass
class Work:
    """What is done, and with how many items (the second run has twice as many); without items it is done as it is."""

    name: str
    command: list[str]
    items: int = 0
    lines: Callable[[int], list[str]] | None = None


def scrambles(seed: int, moves: int) -> Callable[[int], list[str]]:
    """So many words of random moves, which do not depend on the version of Python."""

    def make(count: int) -> list[str]:
        source = random.Random(seed)
        words = []
        for _ in range(count):
            word: list[str] = []
            while len(word) < moves:
                face = "URFDLB"[int(source.random() * 6)]
                if not word or word[-1][0] != face:
                    word.append(face + ["", "2", "'"][int(source.random() * 3)])
            words.append(" ".join(word))
        return words

    return make


class Guard:
    def __init__(self, build: Path, folder: Path) -> None:
        self.build = build
        self.folder = folder
        self.program = str(build / "bin" / "superflip")
        python = build / "python-environment" / "bin" / "python"
        self.python = str(python if python.exists() else sys.executable)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "LANG": "C.UTF-8",
            "SUPERFLIP_CACHE": str(build / "tables"),
            "PYTHONPATH": str(build / "python"),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, command: list[str], lines: list[str]) -> str:
        text = "".join(f"{line}\n" for line in lines)
        done = subprocess.run(command, input=text, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with exit code {done.returncode}:\n{done.stderr}")
        return done.stdout

    def works(self) -> list[Work]:
        def solve(profile: str, *options: str) -> list[str]:
            return [self.program, "solve", "--threads", "1", "--profile", profile, *options]

        def read(form: str) -> list[str]:
            named = ["--from", form] if form in NAMED else []
            return [self.program, "convert", "--lines", *named, "--to", "facelets" if form != "facelets" else "reid"]

        def written(form: str) -> Callable[[int], list[str]]:
            return lambda n: self.run([self.program, "convert", "--lines", "--to", form], scrambles(3, 25)(n)).splitlines()

        cubes = scrambles(1, 40)
        distribution = [self.program, "coord", "distribution", "--threads", "1"]
        return [
            Work("first word, large", solve("large", "--max-length", "30"), 500, cubes),
            Work("<= 20 moves, large", solve("large", "--max-length", "20"), 200, cubes),
            Work("<= 20 moves, standard", solve("standard", "--max-length", "20"), 100, cubes),
            Work("<= 20 moves, compact", solve("compact", "--max-length", "20"), 20, cubes),
            Work("start with compact", solve("compact", "--max-length", "30", cubes(1)[0])),
            Work(
                "shortest of 13, optimal-47",
                [self.program, "optimal", "--threads", "1", "--table", "optimal-47"],
                10,
                scrambles(2, 13),
            ),
            Work("distances of UDSlice x EdgeOrientation", [*distribution, "UDSlice * EdgeOrientation"]),
            *[
                Work(f"reading {form}", read(form), 1000, scrambles(3, 25) if form == "moves" else written(form))
                for form in FORMATS
            ],
            Work("<= 20 moves through Python", [self.python, "-c", PYTHON], 100, cubes),
            Work("<= 20 moves through C", [self.python, "-c", C, str(self.build / "libsuperflip_c.so")], 100, cubes),
        ]

    def instructions(self, work: Work, count: int) -> int:
        lines = work.lines(count) if work.lines else []
        self.run(work.command, lines)  # tables and files are there, and checked
        file = self.folder / re.sub(r"\W+", "-", f"{work.name} {count}")
        self.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", "--quiet", *work.command], lines)
        found = re.search(r"^(?:summary|totals): (\d+)", file.read_text(), re.MULTILINE)
        if not found:
            sys.exit(f"valgrind left no count in {file}")
        return int(found.group(1))

    def count(self, work: Work) -> int:
        if work.items == 0:
            return self.instructions(work, 0)
        return round((self.instructions(work, 2 * work.items) - self.instructions(work, work.items)) / work.items)


def tools_of(build: Path, python: str) -> str:
    cache = (build / "CMakeCache.txt").read_text()
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    commands = [found.group(1) if found else "c++", python, "valgrind"]
    return ", ".join(
        subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
        for command in commands
    )


def draw(history: list[dict]) -> str:
    """Each count relative to its first one, by the entries of the file with the last one's tools."""
    history = [entry for entry in history if entry["tools"] == history[-1]["tools"]]
    names = list(history[-1]["instructions"])
    width, height, left, top, right = 1120, 560, 60, 40, 370
    rows = {n: [(i, e["instructions"][n]) for i, e in enumerate(history) if n in e["instructions"]] for n in names}
    ratios = {n: [(i, c / row[0][1]) for i, c in row] for n, row in rows.items()}
    low = min(0.95, *(r for row in ratios.values() for _, r in row))
    high = max(1.05, *(r for row in ratios.values() for _, r in row))

    def x(i: int) -> float:
        return left + (width - left - right) * i / max(len(history) - 1, 1)

    def y(ratio: float) -> float:
        return top + (height - 2 * top) * (high - ratio) / (high - low)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        "<title>Instructions of fixed work, relative to the first entry of bench/instructions.json</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    step = 0.05 if high - low < 0.5 else 0.25
    for k in range(round(low / step), round(high / step) + 1):
        if low <= k * step <= high:
            at = y(k * step)
            lines.append(f'<path d="M{left} {at:.1f}H{width - right}" stroke="#ddd"/>')
            lines.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{k * step:.2f}</text>')
    for i, entry in enumerate(history):
        lines.append(f'<text x="{x(i):.1f}" y="{height - 12}" text-anchor="middle">{entry["date"]}</text>')
    for n, (name, row) in enumerate(ratios.items()):
        colour = f"hsl({360 * n // len(names)} 70% 40%)"
        points = " ".join(f"{x(i):.1f},{y(r):.1f}" for i, r in row)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.extend(f'<circle cx="{x(i):.1f}" cy="{y(r):.1f}" r="3" fill="{colour}"/>' for i, r in row)
        at = top + 24 * n
        lines.append(f'<circle cx="{width - right + 28}" cy="{at}" r="5" fill="{colour}"/>')
        lines.append(f'<text x="{width - right + 40}" y="{at + 4}">{html.escape(name)}: {rows[name][-1][1]:,}</text>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build" / "release", metavar="BUILD")
    parser.add_argument("--renew", metavar="REASON", help="why the counts are others now")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("valgrind is missing: scripts/install-packages.sh checks")
    history = json.loads(COUNTS.read_text()) if COUNTS.exists() else []
    with tempfile.TemporaryDirectory() as folder:
        guard = Guard(options.build.resolve(), Path(folder))
        tools = tools_of(guard.build, guard.python)
        before = next((entry["instructions"] for entry in reversed(history) if entry["tools"] == tools), {})
        if not options.renew and not before:
            print(f"bench/instructions.json has no counts of {tools}: not compared")
            return
        works = guard.works()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = dict(zip([work.name for work in works], pool.map(guard.count, works)))
    others = sorted(before.keys() - counts.keys())
    print(f"{'instructions':<42}{'now':>15}{'before':>15}{'change':>10}")
    for name, now in counts.items():
        was = before.get(name)
        change = f"{now / was - 1:+.2%}" if was else "new"
        if was is None or abs(now / was - 1) > TOLERANCE:
            others.append(name)
        print(f"{name:<42}{now:>15,}{was or 0:>15,}{change:>10}")
    if options.renew:
        today = datetime.date.today().isoformat()
        history.append({"date": today, "reason": options.renew, "tools": tools, "instructions": counts})
        COUNTS.write_text(json.dumps(history, indent=1) + "\n")
        PLOT.write_text(draw(history))
    elif others:
        sys.exit(f"more than 1 % other than before: {', '.join(others)}.\nIf that is meant: bench/instructions.py --renew REASON")


if __name__ == "__main__":
    main()
