#!/usr/bin/env python3
"""All shortest words for the cases of last-layer algorithms: how many, how long, and how fast.

  bench/cases.py build/release/bin/superflip [--metric stm] [SET...]      OLL PLL COLL CMLL ZBLL

A case is a last layer up to turns of U before and after. OLL: 57 ways in which the last layer's pieces are turned. PLL:
21 permutations. COLL and CMLL: 42 states of the corners; COLL keeps the edges turned right, CMLL both blocks of Roux.
ZBLL: 493 states with edges turned right, those of PLL included. The program answers each set in one run; tables are made meanwhile.
"""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

Layer = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]  # corners, twists, edges, flips

EVEN = [p for p in itertools.permutations(range(4))]
TWISTS = [t for t in itertools.product(range(3), repeat=4) if sum(t) % 3 == 0]
FLIPS = [f for f in itertools.product(range(2), repeat=4) if sum(f) % 2 == 0]
SOLVED = ((0, 1, 2, 3), (0,) * 4, (0, 1, 2, 3), (0,) * 4)


def parity(p: tuple[int, ...]) -> int:
    return sum(p[i] > p[j] for j in range(4) for i in range(j)) % 2


def turned(layer: Layer, before: int, after: int) -> Layer:
    """The layer up to turns of U: pieces renamed, places moved."""
    c, t, e, f = layer

    def places(x: tuple[int, ...]) -> tuple[int, ...]:
        return x[after:] + x[:after]

    return (
        places(tuple((p - before) % 4 for p in c)),
        places(t),
        places(tuple((p - before) % 4 for p in e)),
        places(f),
    )


def cases(layers: Iterator[Layer]) -> list[Layer]:
    """One of each class, without the solved one."""
    seen = {turned(SOLVED, a, b) for a in range(4) for b in range(4)}
    found = []
    for layer in layers:
        if layer in seen:
            continue
        seen |= {turned(layer, a, b) for a in range(4) for b in range(4)}
        found.append(layer)
    return found


def edges_for(corners: tuple[int, ...]) -> tuple[int, ...]:
    """Edges of the same parity."""
    return (0, 1, 2, 3) if parity(corners) == 0 else (1, 0, 2, 3)


def oll() -> list[Layer]:
    seen = {SOLVED}
    found = []
    for t, f in itertools.product(TWISTS, FLIPS):
        rotations = {(SOLVED[0], t[k:] + t[:k], SOLVED[2], f[k:] + f[:k]) for k in range(4)}
        if not rotations & seen:
            found.append(min(rotations))
        seen |= rotations
    return found


def corners() -> list[Layer]:
    """The corners up to turns of U; the edges only make the parity right."""
    seen = {(c, t) for a in range(4) for b in range(4) for c, t, _, _ in [turned(SOLVED, a, b)]}
    found = []
    for c, t in itertools.product(EVEN, TWISTS):
        if (c, t) in seen:
            continue
        layer = (c, t, edges_for(c), (0,) * 4)
        seen |= {turned(layer, a, b)[:2] for a in range(4) for b in range(4)}
        found.append(layer)
    return found


def layers_with(twists: list[tuple[int, ...]]) -> list[Layer]:
    return cases(
        (c, t, e, (0,) * 4)
        for c, t, e in itertools.product(EVEN, twists, EVEN)
        if parity(c) == parity(e)
    )


SETS = {
    "OLL": (oll, ["--only", "OLL"]),
    "PLL": (lambda: layers_with([(0,) * 4]), ["--up-to", "U"]),
    "COLL": (corners, ["--only", "COLL", "--up-to", "U"]),
    "CMLL": (corners, ["--only", "CMLL", "--up-to", "U"]),
    "ZBLL": (lambda: layers_with(TWISTS), ["--up-to", "U"]),
}


def text_of(layer: Layer) -> str:
    c, t, e, f = layer
    return json.dumps(
        {
            "corners": {"permutation": [*c, 4, 5, 6, 7], "orientation": [*t, 0, 0, 0, 0]},
            "edges": {"permutation": [*e, *range(4, 12)], "orientation": [*f] + [0] * 8},
        }
    )


def main() -> None:
    program, *rest = sys.argv[1:]
    metric = "htm"
    if rest[:1] == ["--metric"]:
        metric, rest = rest[1], rest[2:]
    print("set   cases  words  longest     mean  seconds  CPU seconds")
    for name in rest or SETS:
        make, options = SETS[name]
        layers = make()
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(
            [program, "optimal", "--all", "--json", "--metric", metric, *options],
            input="\n".join(map(text_of, layers)),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        seconds, now = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        assert len(answers) == len(layers) and all(a["proven"] and a["ended"] == "complete" for a in answers)
        lengths = Counter(a["lower"] for a in answers)
        words = sum(len(a["solutions"]) for a in answers)
        cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        mean = sum(length * n for length, n in lengths.items()) / len(layers)
        print(f"{name:5} {len(layers):5} {words:6} {max(lengths):8} {mean:8.2f} {seconds:8.2f} {cpu:12.2f}", flush=True)


if __name__ == "__main__":
    main()
