"""Cubes and algorithms as values: the laws of a group, texts that read back, and what is refused."""

from __future__ import annotations

import copy
import inspect
import itertools
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest
from conftest import IMPOSSIBLE, SOLVED
from hypothesis import given
from hypothesis import strategies as st

import superflip
from superflip import Algorithm, Cube, Random

seeds = st.integers(0, 2**64 - 1)
reachable = seeds.map(lambda seed: Random(seed).cube())
in_space = seeds.map(lambda seed: Random(seed).cube_in_space())


@st.composite
def any_cubes(draw: st.DrawFn) -> Cube:
    """Also those that no turns lead to."""
    return Cube.from_pieces(
        draw(st.permutations(range(8))),
        draw(st.lists(st.integers(0, 2), min_size=8, max_size=8)),
        draw(st.permutations(range(12))),
        draw(st.lists(st.integers(0, 1), min_size=12, max_size=12)),
    )


anything = st.one_of(reachable, in_space, any_cubes())
moves = st.lists(st.integers(0, 17), max_size=30).map(Algorithm.from_indices)
turned = st.lists(st.sampled_from("R U2 F' D L B2 M E' S2 x y' z2 Rw u'".split()), max_size=15).map(
    lambda words: Algorithm(" ".join(words))
)


@given(anything, anything, anything)
def test_cubes_are_a_group(a: Cube, b: Cube, c: Cube) -> None:
    assert (a * b) * c == a * (b * c)
    assert a * ~a == ~a * a == Cube()
    assert ~(a * b) == ~b * ~a
    assert a * Cube() == Cube() * a == a


@given(anything, st.integers(-50, 50), st.integers(-50, 50))
def test_powers_add(a: Cube, m: int, n: int) -> None:
    assert a**m * a**n == a ** (m + n)
    assert a**-1 == ~a
    assert a**a.order == Cube()


@given(anything)
def test_texts_and_bytes_read_back(a: Cube) -> None:
    names = {"Cube": Cube}
    assert eval(repr(a), names) == a
    assert pickle.loads(pickle.dumps(a)) == a
    assert copy.copy(a) == copy.deepcopy(a) == a
    assert Cube.from_bytes(bytes(a)) == a
    assert len(bytes(a)) == 32
    assert hash(a) == hash(Cube.from_bytes(bytes(a)))
    pieces = Cube.from_pieces(a.corners, a.twists, a.edges, a.flips, a.centres, a.centre_turns)
    assert pieces == a


@given(reachable)
def test_formats_read_back(a: Cube) -> None:
    for name in ("facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"):
        assert Cube(a.to(name), format=name) == a, name
        assert f"{a:{name}}" == a.to(name)
    for packing in ("packed69", "packed71", "rank"):
        assert Cube.unpack(a.pack(packing), packing) == a
        assert a.pack(packing) == int(a.to(packing))
        fields = a.packed_fields(packing)
        assert all(0 <= field.value < field.values for field in fields)
    assert str(a) == f"{a}" == a.facelets == Cube(a.facelets).facelets


def test_the_moves_of_a_cube_make_it(cubes: list[Cube]) -> None:
    for cube in cubes:
        assert Cube(cube.to("moves")) == cube
        assert superflip.word_to(cube).cube() == cube


@given(reachable, moves, st.integers(0, 47))
def test_symmetries_are_homomorphisms(a: Cube, word: Algorithm, s: int) -> None:
    assert (a * word).conjugate(s) == a.conjugate(s) * word.conjugate(s)
    assert 0 in a.symmetries
    assert all(a.conjugate(t) == a for t in a.symmetries)
    assert all(a.conjugate(t) == ~a for t in a.antisymmetries)
    image = a.conjugate(s)
    assert image.symmetry_type == a.symmetry_type
    assert image.least_image() == a.least_image() in {a.conjugate(t) for t in range(48)}
    assert (~image).least_image(inversion=True) == a.least_image(inversion=True)


def test_the_known_cubes() -> None:
    assert Cube().is_solved
    assert [Cube(moves).symmetry_type for moves in ("U U'", "R L' U2", "R U", "U D'")] == ["Oh", "Cs(a)", "C1", "C4h"]
    assert Cube().facelets == SOLVED
    assert Cube().pack() == 0
    assert Cube.unpack(43252003274489855999).is_reachable
    assert Cube("R").corners == (4, 1, 2, 0, 7, 5, 6, 3)  # the table of kociemba.org/cube.htm
    assert Cube("R").twists == (2, 0, 0, 1, 1, 0, 0, 2)
    assert Cube("R U").order == 105
    assert Cube("R U2 D' B D'").order == 1260
    assert Cube("R U R' U'") ** 6 == Cube()
    assert len(Cube("U2 D2 F2 B2 R2 L2").symmetries) == 48
    assert Cube("R").parity == 1
    assert Cube("R2").parity == 0
    assert Cube("x R U F").facelets == superflip.read("x R U F").cube.facelets
    assert len({Cube(), Cube("R2 R2"), Cube("R")}) == 2


@pytest.mark.filterwarnings("ignore:nanobind:RuntimeWarning")  # which it says beside the error
def test_a_cube_cannot_be_changed() -> None:
    cube = Cube("R U")
    for name in ("corners", "facelets", "anything"):
        with pytest.raises(AttributeError):
            setattr(cube, name, 1)
    with pytest.raises((TypeError, RuntimeError)):
        cube.__init__("F")  # type: ignore[misc]
    assert cube == Cube("R U")


def test_other_things_are_not_equal_to_a_cube() -> None:
    assert Cube() != 1
    assert Cube() != SOLVED
    assert Algorithm("R") != Cube("R")
    with pytest.raises(TypeError):
        Cube() * 3  # type: ignore[operator]
    with pytest.raises(TypeError):
        Cube() ** "R"  # type: ignore[operator]


@given(st.binary(max_size=40))
def test_bytes_that_are_no_cube_are_refused(data: bytes) -> None:
    try:
        assert bytes(Cube.from_bytes(data)) == data
    except ValueError:
        pass


@pytest.mark.parametrize("place", range(32))
def test_each_byte_is_checked(place: int) -> None:
    data = bytearray(bytes(Cube()))
    good = 0
    for value in range(256):
        data[place] = value
        try:
            Cube.from_bytes(bytes(data))
            good += 1
        except ValueError:
            pass
    assert good == (3 if place < 8 else 4 if place < 14 else 1 if place < 16 else 2 if place < 28 else 1)


def test_what_is_out_of_range_is_refused() -> None:
    pieces = [list(range(8)), [0] * 8, list(range(12)), [0] * 12]
    for which, index, value in ((0, 0, 1), (0, 0, 8), (1, 0, 3), (2, 0, -1), (2, 3, 12), (3, 5, 2), (3, 5, 10**6)):
        wrong = [list(values) for values in pieces]
        wrong[which][index] = value
        with pytest.raises(ValueError):
            Cube.from_pieces(*wrong)
    with pytest.raises(TypeError):
        Cube.from_pieces(range(7), *pieces[1:])
    for number in (-1, 2**128, 43252003274489856000):
        with pytest.raises(ValueError):
            Cube.unpack(number)
    for s in (-1, 48, 10**9):
        with pytest.raises(IndexError):
            Cube().conjugate(s)
    with pytest.raises(superflip.BadOption):
        Cube().to("nonsense")  # type: ignore[arg-type]
    with pytest.raises(superflip.BadOption):
        f"{Cube():>60}"
    with pytest.raises(superflip.ImpossibleCube):
        Cube.from_pieces(range(8), [1] + [0] * 7, range(12), [0] * 12).pack("rank")
    with pytest.raises(superflip.ImpossibleCube):
        Cube.from_pieces(range(8), [1] + [0] * 7, range(12), [0] * 12).to("moves")
    with pytest.raises(superflip.ImpossibleCube):
        Cube(IMPOSSIBLE)
    with pytest.raises(TypeError):
        Cube(5)  # type: ignore[arg-type]


@given(anything)
def test_the_net_shows_every_sticker(a: Cube) -> None:
    svg = ElementTree.fromstring(a._repr_svg_())
    stickers = svg.findall("{http://www.w3.org/2000/svg}rect")
    assert len(stickers) == 54
    assert len({(s.get("x"), s.get("y")) for s in stickers}) == 54
    assert sorted(a.net().replace(" ", "").replace("\n", "")) == sorted(a.facelets)
    assert [line.strip() for line in a.net().splitlines()[:3]] == [a.facelets[i : i + 3] for i in (0, 3, 6)]


@given(moves, moves, turned)
def test_algorithms_act_as_cubes_do(a: Algorithm, b: Algorithm, c: Algorithm) -> None:
    for first in (a, c):
        for second in (b, c):
            for centres in ("moved", "turned"):
                both = (first + second).cube(centres)
                assert both == first.cube(centres) * second.cube(centres)
        for centres in ("moved", "turned"):
            assert (first + ~first).cube(centres).is_solved
    assert Cube() * a * b == (a + b).cube() == Cube().apply(a).apply(b)
    assert a.normalised().cube() == a.cube()
    assert a.normalised().length("stm") <= a.normalised().length("htm") <= a.length("qtm")
    for word in (a, b, c, ~c):
        assert eval(repr(word), {"Algorithm": Algorithm}) == word
        assert pickle.loads(pickle.dumps(word)) == word
        assert hash(word) == hash(pickle.loads(pickle.dumps(word)))
    assert Algorithm(str(a)) == a


def test_whole_numbers_may_be_of_any_type() -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    five: int = Five()  # type: ignore[assignment]
    assert Cube.unpack(five) == Cube.unpack(5)
    assert Random(five).cube() == Random(5).cube()
    assert Cube("R").conjugate(five) == Cube("R").conjugate(5)
    assert superflip.scramble(five) == superflip.scramble(5)
    assert superflip.solve("R U", max_length=five).length == 2
    assert Cube("R U") ** 2**70 == Cube("R U") ** (2**70 % 105)
    assert Cube("R U") ** -(2**70) == ~Cube("R U") ** (2**70 % 105)


def test_signatures_are_known() -> None:
    assert str(inspect.signature(Cube)).startswith("(text: ")
    assert list(inspect.signature(Cube).parameters) == ["text", "format", "niss"]
    assert list(inspect.signature(Algorithm).parameters) == ["text", "niss"]
    assert list(inspect.signature(Random).parameters) == ["seed"]
    assert list(inspect.signature(superflip.check).parameters) == ["cube", "format", "niss", "puzzle", "order", "holding"]


def test_algorithms_are_sequences() -> None:
    assert isinstance(Algorithm("R"), Sequence)
    assert Algorithm("R U F")[1:] == Algorithm("U F")
    assert Algorithm("R U F D")[::-2] == Algorithm("D U")
    assert Algorithm("R U R").count("R") == 2
    assert Algorithm("R U R").index("U") == 1
    with pytest.raises(ValueError):
        Algorithm("R").index("U")
    assert Algorithm("R") + "U" == "R" + Algorithm("U") == Algorithm("R U")
    assert Cube() * "R U" == Cube("R U")
    with pytest.raises(superflip.Unreadable):
        Algorithm("R") + "R4"
    with pytest.raises(TypeError, match="text is a list: expected a str"):
        Algorithm(["R"])  # type: ignore[arg-type]
    for rotation in itertools.product(["", "x", "x2", "x'", "z", "z'"], ["", "y", "y2", "y'"]):
        word = Algorithm("R U " + " ".join(rotation))
        assert Algorithm(str(word)) == word == eval(repr(word))
    word = Algorithm("[F: R U] (R U R' U')3")
    assert list(word) == str(word).split()
    assert len(word) == 16
    assert word[0] == "F"
    assert word[-1] == word[15]
    with pytest.raises(IndexError):
        word[16]
    assert Algorithm("M").rotation != 0
    assert Algorithm("M2").length("stm") == 1
    assert Algorithm("(F) R", niss=True).on_inverse == ("F",)
    with pytest.raises(ValueError):
        ~Algorithm("(F) R", niss=True)
    with pytest.raises(superflip.Unreadable) as caught:
        Algorithm("R U R4")
    assert caught.value.position == 4


def test_random_is_the_same_everywhere() -> None:
    # The first cube of `superflip scramble --seed 1`, as its moves make it.
    assert Random(1).cube() == Random(1).cube()
    assert Random().cube() != Random().cube()
    assert [Random(7).below(10) for _ in range(3)] == [Random(7).below(10)] * 3
    for seed in (-1, 2**64):
        with pytest.raises(ValueError):
            Random(seed)
    with pytest.raises(ValueError):
        Random(1).below(0)
