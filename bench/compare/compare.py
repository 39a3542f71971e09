"""The same random cubes to superflip for Python and to the package kociemba, in one run on one thread.

    python compare.py [CUBES] [SEED] [twophase]

With `twophase` also to RubikTwoPhase, which is given the 3 s and the 20 moves of its defaults. It makes tables of 72 MB
in the folder `twophase`, in about a quarter of an hour, when it is imported for the first time. A call is timed from
the text of 54 facelets to the text of moves; the first call, which loads or makes tables, is apart. Every solution is
checked."""

from __future__ import annotations

import contextlib
import statistics
import sys
import time
from collections.abc import Callable

import kociemba

import superflip
import superflip.compat.kociemba
import superflip.compat.twophase.solver

with_twophase = "twophase" in sys.argv[1:]
numbers = [int(text) for text in sys.argv[1:] if text != "twophase"]
count, seed = (numbers + [100, 1][len(numbers) :])[:2]
random = superflip.Random(seed)
cubes = [random.cube() for _ in range(count)]


def row(name: str, solve: Callable[[str], str]) -> list[int]:
    begun = time.process_time()
    solve(cubes[0].facelets)
    first = 1000 * (time.process_time() - begun)
    times, lengths = [], []
    for cube in cubes:
        text = cube.facelets
        begun = time.process_time()
        moves = solve(text)
        times.append(1000 * (time.process_time() - begun))
        lengths.append(len(moves.split()))
        if cube * superflip.Algorithm(moves) != superflip.Cube():
            raise SystemExit(f"{name} does not solve {text}: {moves}")
    times.sort()
    p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    print(
        f"{name:<34}{first:11.1f}{statistics.mean(times):11.3f}{statistics.median(times):11.3f}{p99:11.3f}"
        f"{statistics.mean(lengths):8.2f}"
    )
    return lengths


print(f"Python: {count} random cubes, seed {seed}, one thread; milliseconds of CPU a call\n")
print(f"{'':<34}{'first':>11}{'mean':>11}{'median':>11}{'p99':>11}{'moves':>8}")
theirs = row("kociemba 1.2.1", kociemba.solve)
ours = row("superflip.compat.kociemba", superflip.compat.kociemba.solve)
for bound in (22, 21, 20):
    row(
        f"superflip.solve, at most {bound}",
        lambda text, n=bound: str(superflip.solve(text, good_enough=n, max_length=n)),
    )


def compare(ours: list[int], theirs: list[int], name: str) -> None:
    shorter = sum(a < b for a, b in zip(ours, theirs))
    longer = sum(a > b for a, b in zip(ours, theirs))
    print(f"{name} is shorter for {shorter} cubes and longer for {longer}")


compare(ours, theirs, "superflip.compat.kociemba")
if with_twophase:
    with contextlib.redirect_stdout(sys.stderr):  # it tells what it does at length
        import twophase.solver
    count_left_out = [
        lambda text, solve=solve: solve(text, 20, 3).rpartition(" ")[0]
        for solve in (twophase.solver.solve, superflip.compat.twophase.solver.solve)
    ]
    theirs = row("RubikTwoPhase 1.1.1, at most 20", count_left_out[0])
    compare(row("superflip.compat.twophase", count_left_out[1]), theirs, "superflip.compat.twophase")
