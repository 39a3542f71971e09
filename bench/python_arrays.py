"""How fast is the coordinate laboratory of the Python package, on one core?

    python bench/python_arrays.py [ROWS [REPETITIONS]]

Prints millions of rows a second and nanoseconds a row, the best of the repetitions. Every call checks each row that it
reads, and its result is compared with that of single cubes once. `arrays` (bench/arrays.cpp) measures the same in C++.
"""

import sys
import time

import numpy as np

from superflip import lab

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 16384
REPETITIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 200


def measure(name, call, rows=ROWS, repetitions=REPETITIONS):
    best = 1e9
    for _ in range(repetitions):
        begin = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - begin)
    print(f"{name:44}{rows / best / 1e6:9.1f} M/s{best * 1e9 / rows:9.2f} ns")
    return result


cubes = lab.random(ROWS, 1)
few = lab.to_cubes(cubes[:100])
out = cubes.copy()
moves = np.random.default_rng(1).integers(0, 18, ROWS, np.uint8)

measure("check", lambda: lab.check(cubes))
for name, call, one in [
    ("one move", lambda: lab.apply(cubes, "R", out), lambda c, m: c.apply("R")),
    ("a move for each", lambda: lab.apply(cubes, moves, out), lambda c, m: c.apply(lab.MOVES[m])),
    ("product", lambda: lab.multiply(cubes, cubes, out), lambda c, m: c * c),
    ("inverse", lambda: lab.inverse(cubes, out), lambda c, m: ~c),
    ("conjugate", lambda: lab.conjugate(cubes, 5, out), lambda c, m: c.conjugate(5)),
]:
    result = measure(name, call)
    assert lab.to_cubes(result[:100]) == [one(c, m) for c, m in zip(few, moves)], name
for name in [
    "CornerOrientation", "EdgeOrientation", "UDSlice", "CornerPermutation", "UDSliceSorted", "EdgePermutation",
    "FlipUDSlice", "Cross", "DominoReduction",
]:  # fmt: skip
    coordinate = lab.Coordinate(name)
    values = np.empty(ROWS, np.uint64)
    measure(name, lambda: coordinate.index(cubes, values))
    assert values[:100].tolist() == [coordinate.index(c) for c in few], name
