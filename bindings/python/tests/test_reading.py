"""Texts in, diagnoses and exceptions out."""

from __future__ import annotations

import json
import pathlib
import pickle

import pytest
from conftest import IMPOSSIBLE, SOLVED
from hypothesis import given
from hypothesis import strategies as st

import superflip
from superflip import Algorithm, Cube, Random


def test_the_doctor_names_everything() -> None:
    diagnosis = superflip.check(IMPOSSIBLE)
    assert not diagnosis
    assert diagnosis.state == "impossible"
    assert diagnosis.cube is None
    assert len(diagnosis.problems) == 2
    assert diagnosis.repair == "exchange the stickers U9 and F3"
    assert diagnosis.ways == 1
    assert diagnosis.repaired == Cube()
    assert "repaired: " + SOLVED in str(diagnosis)
    good = superflip.check("x R U F")
    assert good.possible
    assert good.cube == superflip.read("x R U F").cube
    assert good.held != 0
    assert good.notes
    assert pickle.loads(pickle.dumps(diagnosis)) == diagnosis
    assert superflip.check(Cube("R")) and superflip.check(Algorithm("R")).cube == Cube("R")
    twisted = superflip.check(Cube.from_pieces(range(8), [1] + [0] * 7, range(12), [0] * 12))
    assert twisted.state == "impossible" and twisted.problems
    assert superflip.check("R4").state == "unreadable"
    assert superflip.check("R4").position == 0
    assert superflip.check("x" * 100_000).state == "unreadable"


def test_what_people_have_pasted() -> None:
    """The table of tests/pasted.json, which every door reads alike."""
    table = json.loads((pathlib.Path(__file__).parents[3] / "tests" / "pasted.json").read_text(encoding="utf-8"))
    for row in (row for rows in table.values() for row in rows):
        found = superflip.check(row["text"])
        if "refused" in row:
            assert not found.possible and found.problems[0] == row["refused"], row["text"]
            continue
        if "moves" in row:
            meant = superflip.check(row["moves"], format="moves")
        else:
            meant = superflip.check(row["stickers"], format="facelets", order="URFDLB")
        assert (found.cube, found.held) == (meant.cube, meant.held), row["text"]
        assert list(found.notes) == row.get("notes", []), row["text"]


@given(st.text(max_size=80))
def test_the_doctor_never_fails(text: str) -> None:
    for puzzle in ("3x3x3", "2x2x2"):
        diagnosis = superflip.check(text, puzzle=puzzle)
        assert diagnosis.possible == (not diagnosis.problems)
        if diagnosis:
            assert superflip.read(text, puzzle=puzzle).cube == diagnosis.cube
        else:
            with pytest.raises(ValueError) as caught:
                superflip.read(text, puzzle=puzzle)
            assert isinstance(caught.value, (superflip.Unreadable, superflip.ImpossibleCube))
            assert caught.value.diagnosis == diagnosis
            assert caught.value.position == diagnosis.position


@given(st.text(alphabet="URFDLB", min_size=54, max_size=54))
def test_54_letters_are_facelets(text: str) -> None:
    assert superflip.recognise(text) == "facelets"
    diagnosis = superflip.check(text)
    if diagnosis.repaired is not None:
        assert superflip.check(diagnosis.repaired.facelets)


@given(st.integers(0, 2**64 - 1), st.permutations("WRGYOB"))
def test_any_colours_will_do(seed: int, colours: list[str]) -> None:
    cube = Random(seed).cube()
    text = cube.facelets.translate(str.maketrans("URFDLB", "123456"))
    assert superflip.read(text).cube == cube


def test_one_class_for_each_kind() -> None:
    with pytest.raises(superflip.ImpossibleCube) as impossible:
        superflip.solve(IMPOSSIBLE)
    assert isinstance(impossible.value, ValueError)
    assert impossible.value.code == 2
    assert impossible.value.diagnosis is not None
    assert impossible.value.diagnosis.repaired == Cube()
    with pytest.raises(superflip.Unreadable) as unreadable:
        superflip.solve("R U R4")
    assert unreadable.value.position == 4
    assert unreadable.value.code == 1
    with pytest.raises(superflip.BadOption):
        superflip.solve("R", metric="nonsense")  # type: ignore[arg-type]
    copied = pickle.loads(pickle.dumps(impossible.value))
    assert copied.diagnosis == impossible.value.diagnosis
    assert str(copied) == str(impossible.value)
    codes = {kind.code: kind for kind in superflip.SuperflipError.__subclasses__()}
    assert sorted(codes) == [1, 2, 3, 4, 5, 6, 7, 8]
    bases = {1: ValueError, 2: ValueError, 3: ValueError, 4: LookupError, 5: RuntimeError, 6: MemoryError, 7: OSError}
    assert all(issubclass(codes[code], base) for code, base in bases.items())


def test_readings_keep_how_a_cube_is_held() -> None:
    reading = superflip.read("x R U F")
    answer = superflip.solve(reading)
    assert str(answer) == str(superflip.solve("x R U F")) == "F' U' R'"
    assert superflip.describe_symmetry(reading.held)
    assert superflip.read(SOLVED).notes == ()
    assert superflip.read("R", format="moves").format == "moves"
    assert superflip.read("(F) R", niss=True).cube == ~Cube("F") * Cube("R")
    with pytest.raises(superflip.Unreadable):
        superflip.read("R U", format="facelets")


def test_the_2x2x2_is_read() -> None:
    cube = Cube.from_pocket("R U F'")
    assert Cube.from_pocket(cube.pocket_facelets).pocket_facelets == cube.pocket_facelets
    assert superflip.check("UUUU", puzzle="2x2x2").state == "unreadable"


def test_every_type_error_is_one() -> None:
    for call in (superflip.check, superflip.read, superflip.solve, Cube, superflip.word_to):
        for nonsense in (None if call is not Cube else 5, 5, b"R", ["R"], object(), 1.5):
            with pytest.raises(TypeError):
                call(nonsense)  # type: ignore[operator]


def test_half_a_surrogate_pair_is_no_text() -> None:
    for call in (superflip.solve, Cube, superflip.word_to, Cube().apply):
        with pytest.raises(ValueError):
            call("R \ud800")
    for function in (superflip.check, superflip.read, Algorithm):
        with pytest.raises((ValueError, TypeError)):
            function("R \ud800")
