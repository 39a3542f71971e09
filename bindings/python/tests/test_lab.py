"""The coordinate laboratory: arrays do what single cubes do, numbers are the published ones, and mistakes are named."""

from __future__ import annotations

import gc
import inspect
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import SANITIZED, long, turns_of_others

np = pytest.importorskip("numpy")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

settings.register_profile("laboratory", settings.get_profile("superflip"), max_examples=10 if SANITIZED else 60)
settings.load_profile("laboratory")

import superflip  # noqa: E402
from superflip import Algorithm, BadOption, Cube, ImpossibleCube, lab  # noqa: E402

seeds = st.integers(0, 2**63)
sizes = st.integers(0, 60)
symmetries = st.integers(0, 47)

# Numbers of values at the distances 0, 1, 2, ... All were also counted by a brute force that is not this library's. Some
# are published: forum.cubeman.org (threads 51, 115, 198), oeis.org/A079761 and A080627, rokicki/cube20src, nissy-core.
DISTRIBUTIONS = [
    ("CornerOrientation", {}, [1, 4, 34, 186, 816, 1018, 128]),
    ("CornerOrientation", {"metric": "qtm"}, [1, 4, 26, 110, 372, 684, 816, 150, 24]),
    ("EdgeOrientation", {}, [1, 2, 25, 202, 620, 900, 285, 13]),
    ("EdgeOrientation", {"metric": "qtm"}, [1, 2, 17, 132, 444, 866, 546, 40]),
    ("UDSlice", {}, [1, 4, 50, 286, 152, 2]),
    ("UDSlice", {"metric": "qtm"}, [1, 4, 34, 202, 232, 22]),
    ("CornerPermutation", {}, [1, 18, 243, 2646, 12516, 17624, 7080, 192]),
    ("CornerPermutation", {"moves": "G1"}, [1, 10, 67, 330, 752, 1400, 2752, 4384, 6208, 7136, 8064, 6528, 2432, 256]),
    ("UDSliceSorted", {}, [1, 12, 138, 1308, 6005, 4348, 68]),
    ("Phase2EdgePermutation", {"moves": "G1"}, [1, 10, 63, 352, 1623, 5890, 14345, 15772, 2264]),
    ("Phase2SlicePermutation", {"moves": "G1"}, [1, 4, 10, 8, 1]),
    ("FlipUDSlice", {}, [1, 4, 50, 532, 4804, 41832, 238263, 555636, 172314, 324]),
    ("TwistUDSlice", {}, [1, 4, 50, 586, 6184, 54066, 296322, 582492, 142520, 340]),
    ("TwistFlip", {}, [1, 4, 46, 504, 5662, 61008, 549711, 2422226, 1431344, 8470]),
    ("Corners", {"moves": "U R F"}, [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]),
    ("Cube", {"moves": "squares"}, [1, 6, 27, 120, 519, 1932, 6484, 20310, 55034, 113892, 178495, 179196, 89728, 16176, 1488, 144]),
]  # fmt: skip


# Arrays of cubes.


def cubes_of(seed: int, n: int) -> Any:
    """Random cubes, with impossible ones and such in space among them."""
    cubes = lab.random(n, seed % 2**64, in_space=seed % 3 == 0)
    if seed % 2 and n:
        cubes[0, 0] = cubes[0, 0] % 16 + 16 * ((cubes[0, 0] // 16 + 1) % 3)
    return cubes


def strided(cubes: Any, way: int) -> Any:
    """The same cubes with another layout in memory."""
    if way == 0:
        return cubes
    if way == 1:
        wide = np.zeros((len(cubes), 40), np.uint8)
        wide[:, 3:35] = cubes
        return wide[:, 3:35]
    double = np.zeros((2 * len(cubes), 32), np.uint8)
    double[::2] = cubes
    return double[::2] if way == 2 else np.ascontiguousarray(cubes[::-1])[::-1]


@given(seeds, sizes, st.integers(0, 3))
def test_rows_are_cubes_and_back(seed: int, n: int, way: int) -> None:
    cubes = strided(cubes_of(seed, n), way)
    listed = lab.to_cubes(cubes)
    assert [bytes(cube) for cube in listed] == [row.tobytes() for row in cubes]
    assert (lab.from_cubes(listed) == cubes).all()
    assert lab.is_reachable(cubes).tolist() == [cube.is_reachable for cube in listed]
    lab.check(cubes)


@given(seeds, sizes, st.integers(0, 3), st.booleans(), symmetries)
def test_rows_are_changed_as_one_cube_is(seed: int, n: int, way: int, in_place: bool, symmetry: int) -> None:
    cubes = strided(cubes_of(seed, n), way)
    others = cubes_of(seed + 1, n)
    moves = np.random.default_rng(seed).integers(0, 18, n)
    one, another = lab.to_cubes(cubes), lab.to_cubes(others)
    word = Algorithm("R U2 F' M x")
    single = Cube("R U F")

    def expect(wanted: list[Cube], change: Any) -> None:
        source = cubes.copy() if not in_place else strided(cubes.copy(), way)
        made = change(source, out=source) if in_place else change(source)
        assert lab.to_cubes(made) == wanted
        if in_place:
            assert made is source
        else:
            assert (source == cubes).all()

    expect([c.apply(word) for c in one], lambda a, **out: lab.apply(a, "R U2 F' M x", **out))
    expect([c.apply(word) for c in one], lambda a, **out: lab.apply(a, word, **out))
    expect([c.apply(lab.MOVES[m]) for c, m in zip(one, moves)], lambda a, **out: lab.apply(a, moves, **out))
    expect([c * d for c, d in zip(one, another)], lambda a, **out: lab.multiply(a, others, **out))
    expect([c * single for c in one], lambda a, **out: lab.multiply(a, single, **out))
    expect([single * c for c in one], lambda a, **out: lab.multiply(single, a, **out))
    expect([~c for c in one], lambda a, **out: lab.inverse(a, **out))
    expect([c.conjugate(symmetry) for c in one], lambda a, **out: lab.conjugate(a, symmetry, **out))


@given(seeds, st.integers(1, 40))
def test_the_laws_of_the_group(seed: int, n: int) -> None:
    a, b, c = (lab.random(n, seed + i) for i in range(3))
    assert (lab.multiply(lab.multiply(a, b), c) == lab.multiply(a, lab.multiply(b, c))).all()
    assert (lab.multiply(a, lab.inverse(a)) == lab.solved(n)).all()
    assert lab.is_reachable(a).all()
    assert (lab.conjugate(lab.multiply(a, b), 17) == lab.multiply(lab.conjugate(a, 17), lab.conjugate(b, 17))).all()


def test_random_cubes_are_the_same_everywhere() -> None:
    draw = superflip.Random(1)
    assert lab.to_cubes(lab.random(50, 1)) == [draw.cube() for _ in range(50)]
    assert (lab.random(20) != lab.random(20)).any()
    assert len(lab.random(0)) == 0
    with pytest.raises(ValueError, match="negative"):
        lab.random(-1)


@given(seeds, st.integers(0, 29), st.integers(0, 31), st.integers(0, 255))
def test_the_first_bad_row_is_named(seed: int, row: int, byte: int, value: int) -> None:
    cubes = lab.random(30, seed)
    cubes[row, byte] = value
    try:
        Cube.from_bytes(cubes[row].tobytes())
    except ValueError:
        twists = lab.Coordinate("CornerOrientation")
        out = np.zeros(30, np.uint64)
        for call in (
            lambda: lab.check(cubes),
            lambda: lab.apply(cubes, "R"),
            lambda: lab.apply(cubes, np.zeros(30, int)),
            lambda: lab.multiply(Cube(), cubes),
            lambda: lab.inverse(cubes),
            lambda: lab.conjugate(cubes, 5),
            lambda: lab.is_reachable(cubes),
            lambda: lab.to_cubes(cubes),
            lambda: twists.index(cubes, out),
        ):
            with pytest.raises(ValueError, match=f"^row {row} is not a cube: byte "):
                call()
    else:
        lab.check(cubes)


def test_arrays_from_outside_are_checked() -> None:
    cubes = lab.random(10, 1)
    for wrong, what in (
        (cubes.astype(np.int64), "dtype"),
        (cubes[:, :31], r"shape \(10, 31\)"),
        (cubes[0], r"shape \(32,\)"),
        (np.asfortranarray(cubes), "one after the other"),
        (cubes[:, ::-1], "one after the other"),
        (cubes.reshape(2, 5, 32), r"shape \(2, 5, 32\)"),
    ):
        with pytest.raises(ValueError, match=what):
            lab.check(wrong)
        with pytest.raises(ValueError, match=what):
            lab.inverse(wrong)
        with pytest.raises(ValueError, match=what):
            lab.Coordinate("UDSlice").index(wrong)
    for wrong in ([1, 2, 3], None, "R U"):
        with pytest.raises(TypeError, match="array of cubes"):
            lab.apply(wrong, "R")  # type: ignore[arg-type]
    locked = cubes.copy()
    locked.flags.writeable = False
    assert (lab.inverse(lab.inverse(locked)) == cubes).all()
    with pytest.raises(ValueError, match="writable"):
        lab.inverse(cubes, out=locked)
    with pytest.raises(ValueError, match="10 rows are read, but 9 are written"):
        lab.inverse(cubes, out=lab.solved(9))
    with pytest.raises(ValueError, match="overlap"):
        lab.inverse(cubes[:5], out=cubes[1:6])
    with pytest.raises(ValueError, match="10 rows are read, but 9"):
        lab.multiply(cubes[:9], cubes, out=cubes[:9].copy())
    with pytest.raises(ValueError, match="move of row 3 is 255; expected 0..17"):
        lab.apply(cubes, [0, 1, 2, 18, 0, 0, 0, 0, 0, 0])
    with pytest.raises(ValueError, match="10 rows, but 2 moves"):
        lab.apply(cubes, [0, 1])
    with pytest.raises(ValueError, match="dtype float64"):
        lab.apply(cubes, np.zeros(10))
    with pytest.raises(ValueError):
        lab.apply(cubes, "R4")
    with pytest.raises(IndexError):
        lab.conjugate(cubes, 48)
    with pytest.raises(TypeError):
        lab.multiply(Cube(), Cube())  # type: ignore[arg-type]


def test_one_text_is_not_many() -> None:
    for call in (
        lambda: lab.from_cubes("RU"),
        lambda: lab.distribution("UDSlice", goals="12"),
        lambda: lab.Coordinate("Cross").solve("R", goals="R U"),
        lambda: superflip.Question("R", coordinates=[("Cross", "R U")]),
    ):
        with pytest.raises(TypeError):
            call()


def test_numbers_of_numpy_are_numbers() -> None:
    udslice = lab.Coordinate("UDSlice")
    values = udslice.index(lab.random(3, 1))
    assert udslice.index(udslice.cube(values[0])) == values[0]
    assert Cube.unpack(np.uint64(5)) == Cube.unpack(5)
    assert superflip.Random(np.int64(3)).cube() == superflip.Random(3).cube()
    assert superflip.solve("R U", nodes=np.int32(5000), time=np.float64(900)).length == 2
    with pytest.raises(ValueError, match="seed is -1: expected 0 to"):
        lab.random(10, seed=-1)


def test_arrays_that_others_make() -> None:
    """Of an object with __dlpack__ only the temporary array keeps the memory alive."""

    class Exporter:
        def __dlpack__(self, **_: object) -> Any:
            return np.tile(np.frombuffer(bytes(Cube("R")), np.uint8), (500_000, 1)).__dlpack__()

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    exported: Any = Exporter()
    lab.check(exported)
    cubes = lab.to_cubes(exported)
    assert len(cubes) == 500_000 and set(cubes) == {Cube("R")}


def test_products_of_symmetries() -> None:
    assert lab.SYMMETRY_PRODUCTS.shape == (48, 48) and not lab.SYMMETRY_PRODUCTS.flags.writeable
    cube = Cube("R U F")
    for s in range(48):
        assert cube.conjugate(s).conjugate(int(lab.SYMMETRY_INVERSES[s])) == cube
        for t in range(0, 48, 5):
            assert cube.conjugate(s).conjugate(t) == cube.conjugate(int(lab.SYMMETRY_PRODUCTS[s, t]))


# Coordinates.


def test_the_numbers_of_the_sources() -> None:
    """kociemba.org/math/coordlevel.htm and twophase.htm."""
    size = {name: lab.Coordinate(name).size for name in ("CornerOrientation", "EdgeOrientation", "UDSlice")}
    assert size == {"CornerOrientation": 2187, "EdgeOrientation": 2048, "UDSlice": 495}
    assert lab.Coordinate("CornerPermutation").size == 40320
    assert lab.Coordinate("EdgePermutation").size == 479001600
    assert lab.Coordinate("UDSliceSorted").size == 11880
    assert lab.Coordinate("TwistUDSlice").size == 1082565
    assert lab.Coordinate("DominoReduction").size == 2217093120
    assert lab.Coordinate("Cube").size == 2 * 43252003274489856000
    assert lab.Coordinate("CornerOrientation").index(Cube("R")) == 1494
    assert lab.Coordinate("CornerPermutation").index(Cube("R")) == 21021
    assert lab.Coordinate("EdgeOrientation").index(Cube("F")) == 550


@long
def test_the_classes_of_the_sources() -> None:
    """kociemba.org/symmetric.htm; the whole cube: oeis.org/A005452."""
    published = {
        ("FlipUDSlice", "UD16"): 64430,
        ("UDSliceSorted", "UD16"): 788,
        ("UDSlice", "UD16"): 45,
        ("CornerPermutation", "UD16"): 2768,
        ("CornerPermutation", "all"): 984,
        ("Cube", "all"): 901083404981813616,
    }
    for (name, group), classes in published.items():
        assert lab.Coordinate(name).count_classes(group).classes == classes
    assert lab.Coordinate("Cube").count_classes("all", inversion=True).classes == 450541810590509978
    sizes = lab.Coordinate("FlipUDSlice").count_classes().sizes
    assert sum(size * n for size, n in sizes.items()) == 1013760
    with pytest.raises(BadOption, match="do not act"):
        lab.Coordinate("CornerOrientation").count_classes("all")


@pytest.mark.parametrize(
    "words",
    [
        "CornerOrientation", "EdgeOrientation", "UDSlice", "UDSliceSorted", "CornerPermutation", "EdgePermutation",
        "edges: orientation symmetric", "corners: orientation RL", "corners: tetrad", "edges: slice * edges UR: order",
        "centres: order orientation", "HalfTurnReduction", "DominoReduction", "Cross", "edges UF UR: place orientation",
    ],
)  # fmt: skip
def test_values_of_rows_are_those_of_cubes(words: str) -> None:
    coordinate = lab.Coordinate(words)
    cubes = lab.random(300, 7, in_space="centres" in words)
    values = coordinate.index(cubes)
    assert values.dtype == np.uint64
    assert values.tolist() == [coordinate.index(cube) for cube in lab.to_cubes(cubes)]
    if coordinate.size <= 2**32:
        narrow = np.empty(300, np.uint32)
        assert coordinate.index(cubes, narrow) is narrow
        assert (narrow == values).all()
    for dtype in (np.uint8, np.uint16):
        narrow = np.empty(300, dtype)
        if coordinate.size - 1 <= np.iinfo(dtype).max:
            assert coordinate.index(cubes, narrow) is narrow and (narrow == values).all()
        else:
            with pytest.raises(ValueError, match="do not fit"):
                coordinate.index(cubes, narrow)
    assert (coordinate.index(coordinate.cubes(values)) == values).all()
    assert values.max() < coordinate.size
    assert values.max() <= np.iinfo(coordinate.dtype).max


def test_every_value_has_a_cube() -> None:
    for words in ("CornerOrientation", "UDSliceSorted", "CornerPermutation", "corners: order modulo squares"):
        coordinate = lab.Coordinate(words)
        values = np.arange(coordinate.size)
        cubes = coordinate.cubes(values)
        lab.check(cubes)
        assert (coordinate.index(cubes) == values).all()
    whole = lab.Coordinate("Cube")
    cube = Cube("R U F")
    assert whole.cube(whole.index(cube)) == cube
    with pytest.raises(ImpossibleCube):
        whole.cube(lab.Coordinate("CornerPermutation").index(Cube("R")) * 0 + 2187 * 1)


@long
def test_coordinates_are_values() -> None:
    a, b = lab.Coordinate("UDSlice"), lab.Coordinate("edges FR FL BL BR: place")
    assert a == b and hash(a) == hash(b) and a != lab.Coordinate("EdgeOrientation")
    assert pickle.loads(pickle.dumps(a)) == a
    assert repr(a) == "Coordinate('UDSlice')"
    assert lab.Coordinate("EdgeOrientation") * "UDSlice" == lab.Coordinate("FlipUDSlice")
    assert a.symmetries == tuple(range(16))
    assert lab.Coordinate("CornerPermutation").symmetries == tuple(range(48))
    assert lab.Coordinate("CornerPermutation").admits_inversion and not a.admits_inversion


@long
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry.name, marks=[pytest.mark.slow] if entry.name == "Phase2Edges" else [])
        for entry in lab.catalogue()
    ],
)
def test_names_of_the_catalogue_stand_for_their_words(entry: Any) -> None:
    assert lab.Coordinate(entry.name) == lab.Coordinate(entry.words)


def test_the_catalogue_has_the_classic_ones() -> None:
    assert {"UDSlice", "Phase2Edges"} <= {entry.name for entry in lab.catalogue()}


def test_mistakes_in_coordinates() -> None:
    with pytest.raises(BadOption) as caught:
        lab.Coordinate("edges UR: plaice")
    assert caught.value.position == 10
    udslice = lab.Coordinate("UDSlice")
    with pytest.raises(ValueError, match="value 1 is 495; .* has the values 0..494"):
        udslice.cubes([0, 495])
    with pytest.raises(ValueError, match="value 1 is -1"):
        udslice.cubes([0, -1])
    with pytest.raises(ValueError, match="dtype float64"):
        udslice.cubes([0.5])
    with pytest.raises(ValueError, match="495 is no value"):
        udslice.cube(495)
    phase2 = lab.Coordinate("Phase2EdgePermutation")
    with pytest.raises(ValueError, match="row 2 has no value"):
        phase2.index(lab.from_cubes(["U", "R2", "R"]))
    with pytest.raises(ValueError, match="not defined"):
        phase2.index(Cube("R"))
    assert not phase2.is_defined(Cube("R")) and phase2.is_defined(Cube("R2"))
    with pytest.raises(BadOption, match="2\\^63"):
        lab.Coordinate("Cube").index(lab.solved(1))
    with pytest.raises(TypeError, match="out is a list"):
        udslice.index(lab.solved(3), [0, 0, 0])  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="uint32 or uint64"):
        udslice.index(lab.solved(3), np.zeros(3))  # type: ignore[call-overload]


# Tables.


@pytest.mark.parametrize("words", ["CornerOrientation", "EdgeOrientation", "UDSlice", "CornerPermutation"])
def test_transitions(words: str) -> None:
    coordinate = lab.Coordinate(words)
    table = lab.transitions(words)
    assert table.shape == (coordinate.size, 18) and table.dtype == np.uint32
    cubes = coordinate.cubes(np.arange(coordinate.size))
    for m, move in enumerate(lab.MOVES):
        assert (table[:, m] == coordinate.index(lab.apply(cubes, move))).all()
    only = lab.transitions(words, "U R2")
    assert (only == table[:, [0, 4]]).all()


def test_transforms() -> None:
    coordinate = lab.Coordinate("UDSliceSorted")
    table = lab.transforms(coordinate)
    cubes = coordinate.cubes(np.arange(coordinate.size))
    for s in range(16):
        assert (table[s] == coordinate.index(lab.conjugate(cubes, s))).all()
    with pytest.raises(BadOption, match="does not admit"):
        lab.transforms(coordinate, "all")


def test_tables_are_read_only_and_keep_what_they_need() -> None:
    arrays = [lab.transitions("UDSlice"), lab.transforms("UDSlice"), lab.DistanceTable("UDSlice").entries]
    classes = lab.Coordinate("FlipUDSlice").classes()
    arrays += [classes.representatives, classes.self_symmetries, classes.transitions("U R").entries]
    copies = [array.copy() for array in arrays]
    del classes
    gc.collect()
    for array, copy in zip(arrays, copies):
        assert not array.flags.owndata and not array.flags.writeable
        with pytest.raises(ValueError):
            array[0] = 0
        assert (array == copy).all()


def test_classes() -> None:
    coordinate = lab.Coordinate("FlipUDSlice")
    classes = coordinate.classes()
    assert len(classes) == 64430 and classes.maps == 16 and classes.group == tuple(range(16))
    representatives = classes.representatives
    assert (np.diff(representatives.astype(np.int64)) > 0).all()
    assert classes.sizes.sum() == coordinate.size
    fixing = np.array([int(bits).bit_count() for bits in classes.self_symmetries])
    assert (classes.sizes * fixing == 16).all()
    values = np.arange(0, coordinate.size, 97)
    cls, symmetry = classes.class_of(values), classes.symmetry_of(values)
    assert (classes.sym_coordinate(values) == 16 * cls + symmetry).all()
    back = coordinate.cubes(representatives[cls])
    for s in range(16):
        mine = symmetry == s
        assert (coordinate.index(lab.conjugate(back[mine], s)) == values[mine]).all()
    with pytest.raises(ValueError, match="value 0 is 1013760"):
        classes.class_of([coordinate.size])


def test_class_transitions() -> None:
    coordinate = lab.Coordinate("UDSliceSorted")
    classes = coordinate.classes()
    table = classes.transitions()
    after, offset = table.classes, table.offsets
    assert after.shape == offset.shape == (788, 18)
    cubes = coordinate.cubes(classes.representatives)
    for m, move in enumerate(lab.MOVES):
        moved = lab.apply(cubes, move)
        for s in range(16):
            mine = offset[:, m] == s
            value = coordinate.index(lab.conjugate(moved[mine], s))
            assert (value == classes.representatives[after[mine, m]]).all()


@long
@pytest.mark.parametrize(("words", "options", "counts"), DISTRIBUTIONS)
def test_distributions(words: str, options: Any, counts: list[int]) -> None:
    found = lab.distribution(words, **options)
    assert list(found.values) == counts
    assert found.depth == len(counts) - 1
    assert found.mean == pytest.approx(sum(d * n for d, n in enumerate(counts)) / sum(counts))


@long
def test_levels_of_the_whole_cube() -> None:
    """oeis.org/A080601 and the classes of cube20.org."""
    levels = lab.levels("Cube", 5)
    assert [level.values for level in levels] == [1, 18, 243, 3240, 43239, 574908]
    assert [level.classes for level in levels] == [1, 2, 9, 75, 934, 12077]
    assert [level.words for level in levels][:4] == [1, 18, 243, 3240]
    inverse = lab.levels("Cube", 4, inversion=True)
    assert [level.classes for level in inverse] == [1, 2, 8, 48, 509]


@long
@pytest.mark.parametrize("packing", ["bytes", "nibbles", "mod3"])
def test_distance_tables(packing: Any) -> None:
    table = lab.DistanceTable("FlipUDSlice", packing=packing)
    assert table.distribution.values == (1, 4, 50, 532, 4804, 41832, 238263, 555636, 172314, 324)
    assert table.distribution.folded_by == "axes8" and sum(table.distribution.classes) == 128688  # FlipUDSlice mod 8
    cubes = lab.random(200, 3)
    distances = table.distances(cubes)
    for cube, distance in zip(lab.to_cubes(cubes), distances):
        assert table.distance(cube) == distance
        word = table.word(cube)
        assert word is not None and len(Algorithm(word)) == distance
        assert table.coordinate.index(cube.apply(word)) == 0


@long
def test_distances_by_value_are_those_of_a_plain_search() -> None:
    """Breadth-first search over the transitions, as an oracle that shares nothing but these."""
    for words, options in (("UDSliceSorted", {}), ("CornerOrientation", {"symmetry": "none"}), ("UDSlice", {"goals": [3]})):
        coordinate = lab.Coordinate(words)
        moves = lab.transitions(words)
        expected = np.full(coordinate.size, 255, np.uint8)
        frontier = np.array(options.get("goals", [0]))
        distance = 0
        while len(frontier):
            expected[frontier] = distance
            distance += 1
            after = np.unique(moves[frontier])
            frontier = after[expected[after] == 255]
        table = lab.DistanceTable(words, **options)
        assert (table.by_value() == expected).all()
        assert np.bincount(expected).tolist() == list(table.distribution.values)
        if table.distribution.folded_by == "none":
            assert sorted(table.entries.ravel()) == sorted(expected)


def test_tables_and_classes_can_be_pickled() -> None:
    table = lab.DistanceTable("UDSlice", moves="U R F", metric="qtm", packing="nibbles")
    again = pickle.loads(pickle.dumps(table))
    assert again.distribution == table.distribution and again.packing == "nibbles"
    classes = pickle.loads(pickle.dumps(lab.Coordinate("CornerPermutation").classes("UD16", inversion=True)))
    assert (len(classes), classes.maps) == (1672, 32)


@long
def test_tables_in_a_folder(tmp_path: Any) -> None:
    lab.DistanceTable("UDSlice", folder=os.fsencode(tmp_path / "bytes"))
    assert list((tmp_path / "bytes").iterdir())
    shutil.rmtree(tmp_path / "bytes")
    first = lab.DistanceTable("TwistUDSlice", folder=tmp_path)
    assert list(tmp_path.iterdir())
    again = lab.DistanceTable("TwistUDSlice", folder=tmp_path)
    assert again.distribution == first.distribution
    assert (again.entries == first.entries).all()


@long
def test_progress_is_told(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float]] = []

    def fail(step: str, done: float) -> None:
        told.append((step, done))
        if len(told) == 3:
            raise LookupError(step)

    with pytest.raises(LookupError):
        lab.DistanceTable("DominoReduction", progress=fail)
    assert len(told) == 3
    assert all(isinstance(step, str) and 0 <= done <= 1 for step, done in told)
    assert capfd.readouterr().err == ""
    monkeypatch.setattr("superflip._progress._PATIENCE", 0)  # a fast machine shows the bar, too
    lab.distribution("DominoReduction", progress=True)
    assert "%|" in capfd.readouterr().err


@long
def test_mistakes_in_tables() -> None:
    with pytest.raises(BadOption):
        lab.distribution("UDSlice", moves="Q")
    with pytest.raises(BadOption, match="do not|not admit|symmetr"):
        lab.distribution("UDSlice", symmetry="all")
    with pytest.raises(BadOption):
        lab.distribution("UDSlice", metric="ftm")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="packing"):
        lab.DistanceTable("UDSlice", packing="zip")  # type: ignore[arg-type]
    with pytest.raises(BadOption):
        lab.DistanceTable("UDSlice", goals=[495])
    with pytest.raises(BadOption, match="not defined"):
        lab.transitions("Phase2EdgePermutation")
    with pytest.raises(BadOption, match="2\\^32|too many"):
        lab.transitions("FlipUDSliceSorted * corners: order")
    with pytest.raises(ValueError, match="at least one move"):
        lab.transitions("UDSlice", "")
    with pytest.raises(BadOption):
        lab.distribution("UDSlice", threads=-1)
    with pytest.raises((MemoryError, BadOption)):
        lab.DistanceTable("Edges")


@long
def test_solving_over_coordinates() -> None:
    cross = lab.Coordinate("Cross")
    answer = cross.solve("R U F' L2 D B")
    assert answer.is_shortest and answer.length == 4
    for word in cross.solve("R U F' L2 D B", solutions=10):
        assert cross.index(Cube("R U F' L2 D B").apply(word.algorithm)) == 0
    with pytest.raises(TypeError, match="takes a cube"):
        cross.solve(superflip.Question("R"))  # type: ignore[arg-type]
    # What is within some moves is solved by these.
    phase2 = lab.Coordinate("Phase2EdgePermutation")
    assert set(str(phase2.solve("U R2 D")).split()) <= set("U U2 U' D D2 D' R2 L2 F2 B2".split())
    there = cross.solve("R U", goals=["F D"])
    assert cross.index(Cube("R U").apply(there.moves)) == cross.index(Cube("F D"))


# Documentation.


def test_every_public_name_is_documented() -> None:
    for name in lab.__all__:
        thing = getattr(lab, name)
        if not inspect.isclass(thing):
            assert not callable(thing) or inspect.getdoc(thing), name
            continue
        assert inspect.getdoc(thing), name
        for attribute, value in vars(thing).items():
            if not attribute.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{attribute}"


@long
def test_a_program_that_uses_everything() -> None:
    """Its types are checked in test_types.py."""
    program = Path(__file__).with_name("lab_program.py")
    done = subprocess.run([sys.executable, str(program)], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


# Long work.


# Runs each piece of work that it is told over and over, and sends itself Ctrl-C meanwhile. The work is ended by the third
# one that is heard during one call. A call that lets signals wait hears one before it begins and one when it ends, so it
# is never ended, and the machine may be of any speed.
INTERRUPTED = """
    import os, signal, sys, threading, time
    import numpy as np
    import superflip
    from superflip import lab

    def hear(*_):
        heard.append(calls)
        if heard[-3:] == 3 * [calls] and working.is_set():
            working.clear()
            raise KeyboardInterrupt

    def send():
        while True:
            working.wait()
            time.sleep(0.03)
            if working.is_set():
                os.kill(os.getpid(), signal.SIGINT)

    working = threading.Event()
    calls = 0
    heard = []
    signal.signal(signal.SIGINT, hear)
    threading.Thread(target=send, daemon=True).start()
    cubes = lab.random(10**6, 1)
    many = np.broadcast_to(cubes[0], (10**8, 32))
    words = 3_000_000 * [100 * 'R U F D ']
    for line in sys.stdin:
        work = eval("lambda: " + line)
        calls += 1
        try:
            working.set()
            while True:
                work()
                calls += 1
        except KeyboardInterrupt:
            print("ended", flush=True)
        except Exception as error:
            working.clear()
            print(error, flush=True)
"""


class Interrupted:
    """A process for such work. It is started again after one that did not end."""

    process: subprocess.Popen[str] | None = None

    def said(self, work: str) -> str:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", textwrap.dedent(INTERRUPTED)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
        process = self.process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        guard = threading.Timer(120, process.kill)
        guard.start()
        process.stdin.write(work + "\n")
        process.stdin.flush()
        said = process.stdout.readline()
        guard.cancel()
        if said == "":
            self.process = None
            return process.stderr.read() or "not ended within 120 s"
        return said

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def interrupted() -> Iterator[Interrupted]:
    process = Interrupted()
    yield process
    process.close()


@long
@pytest.mark.parametrize(
    "work",
    [
        "superflip.Question('R', coordinates=['edges: order orientation within U R F D'])",
        "lab.Coordinate('edges: order orientation within U R F D')",
        "superflip.Question('R', coordinates=[('corners', words)])",
        "lab.from_cubes(words)",
        "lab.distribution('edges: order', goal='U R F')",
        "lab.distribution('corners: order orientation', goals=range(2_000_000))",
        "lab.to_cubes(cubes)",
        "lab.DistanceTable('DominoReduction')",
        "lab.distribution('DominoReduction')",
        "lab.levels('Cube', 9)",
        "lab.transitions('EdgeOrientation * corners: order')",
        "lab.Coordinate('EdgeOrientation * UDSliceSorted').classes()",
        "lab.random(10**7)",
        "lab.Coordinate('HalfTurnReduction * edges: order').index(many)",
    ],
)
def test_control_c_ends_it(work: str, interrupted: Interrupted) -> None:
    assert interrupted.said(work) == "ended\n"


@long
def test_other_threads_run_meanwhile() -> None:
    turns_of_others(lambda longer: lab.levels("Cube", 5 + longer), 10)


@long
def test_many_threads_at_once() -> None:
    cubes = lab.random(50_000, 5)
    coordinate = lab.Coordinate("FlipUDSlice")
    table = lab.DistanceTable("FlipUDSlice")
    expected = coordinate.index(cubes)
    distances = table.distances(cubes[:2000])
    failed = []

    def work() -> None:
        for _ in range(3):
            if (coordinate.index(cubes) != expected).any() or (table.distances(cubes[:2000]) != distances).any():
                failed.append(1)
            if lab.Coordinate("UDSliceSorted").classes().transitions().classes.shape != (788, 18):
                failed.append(2)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


@long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork()")
def test_after_a_fork() -> None:
    lab.distribution("FlipUDSlice")
    child = os.fork()
    if child == 0:
        right = lab.distribution("UDSlice").values == (1, 4, 50, 286, 152, 2)
        right = right and len(lab.Coordinate("UDSlice").index(lab.random(100_000, 1))) == 100_000
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0


