"""A program that uses all of superflip.lab. Its types are checked, and it runs (test_types.py, test_lab.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from superflip import Algorithm, Cube, lab

if TYPE_CHECKING:
    from numpy.typing import NDArray


def shortest(table: lab.DistanceTable, cubes: NDArray[np.uint8]) -> list[str]:
    return [table.word(cube) or "" for cube in lab.to_cubes(cubes)]


def main() -> None:
    cubes = lab.random(100, seed=1)
    space = lab.random(3, in_space=True)
    lab.check(space)
    listed: list[Cube] = lab.to_cubes(lab.from_cubes(["R U", Cube(), Algorithm("F")]))
    solved = lab.multiply(cubes, lab.inverse(cubes))
    assert (solved == lab.solved(100)).all() and len(listed) == 3
    lab.multiply(Cube("R"), cubes, out=cubes)
    lab.apply(cubes, "R U2", out=cubes)
    lab.apply(cubes, Algorithm("R U2"))
    lab.apply(cubes, [lab.MOVES.index("R")] * 100)
    lab.apply(cubes, np.zeros(100, np.int64))
    reachable: NDArray[np.bool_] = lab.is_reachable(lab.conjugate(cubes, int(lab.SYMMETRY_INVERSES[17])))
    assert reachable.all() and lab.SYMMETRY_PRODUCTS[0, 5] == 5

    udslice = lab.Coordinate("UDSlice")
    values: NDArray[np.uint64] = udslice.index(cubes)
    one: int = udslice.index(Cube("R"))
    narrow = udslice.index(cubes, np.empty(100, np.uint32))
    assert (narrow == values).all() and udslice.cube(one, reachable=True) and udslice.is_defined(Cube())
    assert (udslice.index(udslice.cubes(values)) == values).all() and udslice.cubes([1, 2]).shape == (2, 32)
    both = udslice * lab.Coordinate("CornerOrientation") * "EdgeOrientation"
    sizes: dict[int, int] = udslice.count_classes("UD16").sizes
    print(both.size, both.name, both.parts, both.words, both.dtype, udslice.symmetries, udslice.admits_inversion, sizes)
    print([entry.name for entry in lab.catalogue()][:3], udslice.solve("R U", goals=["F"]).length)

    classes = udslice.classes("UD16", threads=1)
    after = classes.transitions("R U")
    print(len(classes), classes.maps, classes.group, classes.representatives[classes.class_of(values)].sum())
    print(classes.symmetry_of([one]), classes.sym_coordinate([one]), classes.sizes.sum(), classes.self_symmetries[0])
    print(after.entries.shape, after.classes.max(), after.offsets.max())

    moves: NDArray[np.uint32] = lab.transitions(udslice)
    assert (moves[values, 3] == udslice.index(lab.apply(cubes, "R"))).all()
    print(lab.transitions("UDSlice", "U R2").shape, lab.transforms(udslice, "UD16").shape)

    table = lab.DistanceTable("Cross", packing="bytes", progress=False, threads=1)
    distances: NDArray[np.uint8] = table.distances(cubes)
    assert [len(word.split()) for word in shortest(table, cubes)] == distances.tolist()
    print(table.name, table.shape, table.entries.shape, table.by_value().max(), table.distance(Cube("R")))
    distribution = table.distribution
    print(distribution.values, distribution.mean, distribution.depth, distribution.folded_by)
    found = lab.distribution("UDSlice", moves="U R F", metric="qtm", goals=[0], progress=lambda step, done: None)
    print(found.entries, found.classes, [(level.distance, level.values) for level in lab.levels("Cube", 3)])


if __name__ == "__main__":
    main()
