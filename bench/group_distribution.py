"""How many of all 43,252,003,274,489,856,000 positions are at each distance, estimated from campaigns, beside the
published numbers (docs/proof.md):

    group_distribution.py [--cubes CUBES.db] [--picture OUT.png] COSETS.db...

COSETS.db has random cosets: the mean of their counts, times the number of cosets, estimates the number of positions at
each distance to which their levels are exact. Several such campaigns may be exact to different depths: each distance is
estimated from all that are exact there. CUBES.db has shortest solutions of random cubes: the share of each length
estimates the rest. Errors are standard errors: of the mean over cosets, and of a share. Needs superflip and NumPy; the
picture needs matplotlib.
"""

from __future__ import annotations

import argparse

import numpy as np

from superflip.campaign import Campaign

POSITIONS = 43_252_003_274_489_856_000
COSETS = 2_217_093_120
# Exact to 15 (OEIS A080601); estimates beyond (cube20.org).
PUBLISHED = [1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288, 17596479795, 232248063316]
PUBLISHED += [3063288809012, 40374425656248, 531653418284628, 6989320578825358, 91365146187124313]
PUBLISHED += [11 * 10**17, 12 * 10**18, 29 * 10**18, 15 * 10**17, 490_000_000]

Estimate = dict[int, tuple[float, float]]  # by distance: the number of positions and its standard error


def from_cosets(paths: list[str]) -> tuple[int, Estimate]:
    counts: dict[str, list[int]] = {}  # by coset: those of its exact levels
    for path in paths:
        for row in Campaign(path, readonly=True).results():
            if "result" not in row:  # it failed
                continue
            result = row["result"]
            exact = result["distribution"][: result["exact_to"] + 1]
            counts[result["facelets"]] = max(exact, counts.get(result["facelets"], []), key=len)
    estimate: Estimate = {}
    for d in range(max(map(len, counts.values()))):
        level = np.array([c[d] for c in counts.values() if len(c) > d], dtype=float)
        if len(level) > 1 and level.mean() > 0:
            estimate[d] = (level.mean() * COSETS, level.std(ddof=1) / np.sqrt(len(level)) * COSETS)
    return len(counts), estimate


def from_cubes(path: str) -> tuple[int, Estimate]:
    results = [row["result"] for row in Campaign(path, readonly=True).results() if "result" in row]
    lengths = [result["lower"] for result in results if result["proven"]]
    shares = {d: lengths.count(d) / len(lengths) for d in sorted(set(lengths))}
    return len(lengths), {
        d: (p * POSITIONS, np.sqrt(p * (1 - p) / len(lengths)) * POSITIONS) for d, p in shares.items()
    }


def show(columns: list[tuple[str, Estimate]]) -> None:
    print(f"{'distance':>8}  {'published':>11}" + "".join(f"  {name:>20}" for name, _ in columns))
    for d, published in enumerate(PUBLISHED):
        cells = [f"{e[d][0]:.3g} +- {e[d][1] / e[d][0]:.1%}" if d in e else "" for _, e in columns]
        print(f"{d:>8}  {published:>11.4g}" + "".join(f"  {cell:>20}" for cell in cells))


def draw(columns: list[tuple[str, Estimate]], path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    axes.bar(range(len(PUBLISHED)), [float(n) for n in PUBLISHED], color="#d5dbe3", label="published: exact to 15, then estimates")
    looks = (("#c0392b", "o", -0.15), ("#1f4e8c", "s", 0.15))
    for (name, estimate), (color, mark, shift) in zip(columns, looks):
        distances = np.array(list(estimate))
        values, errors = np.array(list(estimate.values())).T
        axes.errorbar(distances + shift, values, 2 * errors, fmt=mark, color=color, markersize=4, capsize=3,
                      label=f"{name}, two standard errors")  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylim(1, 1e21)
    axes.set_xticks(range(len(PUBLISHED)))
    axes.set_xlabel("distance from solved, in face turns")
    axes.set_ylabel("positions")
    axes.set_title("The positions of the cube by their distance")
    axes.legend(loc="upper left", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cosets", nargs="+", metavar="COSETS.db")
    parser.add_argument("--cubes", metavar="CUBES.db")
    parser.add_argument("--picture", metavar="OUT.png")
    given = parser.parse_args()
    number, estimate = from_cosets(given.cosets)
    columns = [(f"{number} random cosets", estimate)]
    if given.cubes:
        number, estimate = from_cubes(given.cubes)
        columns.append((f"{number} random cubes", estimate))
    show(columns)
    if given.picture:
        draw(columns, given.picture)


if __name__ == "__main__":
    main()
