"""Goals of which only a part counts, and incomplete cubes: looked at by their stickers."""

from __future__ import annotations

import pickle

import pytest
from conftest import IMPOSSIBLE, SOLVED, long

import superflip
from superflip import Algorithm, Answer, Cube, Engine, Question, Random

# Where the stickers of the four side faces are in the facelets.
SIDES = {"R": 9, "F": 18, "L": 36, "B": 45}
CENTRES = range(4, 54, 9)


def moved(cube: Cube, answer: Answer) -> Cube:
    return cube * answer.moves


def has_cross(facelets: str) -> bool:
    return all(facelets[i] == "D" for i in (28, 30, 31, 32, 34)) and all(
        facelets[first + 7] == face for face, first in SIDES.items()
    )


def has_two_layers(facelets: str) -> bool:
    return facelets[27:36] == "D" * 9 and all(
        facelets[first + 3 : first + 9] == face * 6 for face, first in SIDES.items()
    )


def scrambled(random: Random, length: int) -> Algorithm:
    return Algorithm.from_indices([3 * (2 * n + random.below(2)) % 18 + random.below(3) for n in range(length)])


def hidden(facelets: str, *places: int) -> str:
    return "".join("?" if i in places else sticker for i, sticker in enumerate(facelets))


def fits(facelets: str, known: str) -> bool:
    return all(sticker in ("?", shown) for shown, sticker in zip(facelets, known, strict=True))


@long
def test_only_what_is_named_is_solved() -> None:
    random = Random(1)
    for _ in range(5):
        cube = random.cube()
        cross = superflip.solve(cube, only="Cross")
        assert has_cross(moved(cube, cross).facelets)
        assert cross.is_shortest
        # The same by another way to say it, with tables of its own.
        assert cross.length == superflip.solve_optimal(cube, coordinates=["Cross"]).length
    for _ in range(3):
        cube = scrambled(random, 6).cube()
        layers = superflip.solve_optimal(cube, only="F2L")
        assert has_two_layers(moved(cube, layers).facelets)
        assert layers.length <= 6
    face = superflip.solve_optimal("R U R' U R U2 R' F", only="F2L + U layer: orientation")
    facelets = moved(Cube("R U R' U R U2 R' F"), face).facelets
    assert has_two_layers(facelets) and facelets[:9] == "U" * 9


@long
def test_only_towards_another_cube() -> None:
    cube, to = Cube("R U F' L2 D B"), Cube("F R' U")
    answer = superflip.solve_optimal(cube, to=to, only="edges D layer")
    after = moved(cube, answer)
    assert [after.edges[i] for i in range(4, 8)] == [to.edges[i] for i in range(4, 8)]
    assert [after.flips[i] for i in range(4, 8)] == [to.flips[i] for i in range(4, 8)]


@long
def test_up_to_a_last_turn_of_u(prover: Engine) -> None:
    up_to = [Cube(), Cube("U"), Cube("U2"), Cube("U'")]
    cube = Cube("R U F D U2")
    answer = prover.solve_optimal(cube, up_to="U")
    assert moved(cube, answer) in up_to
    assert answer.length == min(prover.solve_optimal(cube, to=goal).length for goal in up_to)
    assert str(prover.solve_optimal("R U", up_to="U")) == "U' R'"  # nothing is shorter
    assert str(prover.solve_optimal("U", up_to="U")) == ""
    near = superflip.solve(Random(3).cube(), up_to="U")
    assert moved(Random(3).cube(), near) in up_to


@long
def test_what_the_faces_show(prover: Engine) -> None:
    answer = prover.solve_optimal("R2 L2 U", show="checkerboard")
    faces = [moved(Cube("R2 L2 U"), answer).facelets[9 * i : 9 * i + 9] for i in range(6)]
    assert answer.length == 4 and all(len({*f[0::2]}) == len({*f[1::2]}) == 1 and f[0] != f[1] for f in faces)
    with pytest.raises(superflip.ImpossibleCube, match="no cube looks so"):
        superflip.solve("R", show="aab/acb/abb continuous")
    with pytest.raises(superflip.BadOption, match="a goal of its own"):
        superflip.solve("R", show="dot", only="F2L")


@long
def test_any_of_several_cubes(prover: Engine) -> None:
    cube = Cube("R U")
    targets = [Cube("R U F"), "R U B", "L2 D F' R"]
    found = prover.solve_optimal(cube, to=targets, all=True)
    assert {str(word) for word in found.solutions} == {"F", "B"}
    question = Question(cube, to=targets)
    assert question == Question(cube, to=tuple(targets))
    assert pickle.loads(pickle.dumps(question)) == question
    assert superflip.solve(question).length == 1
    with pytest.raises(superflip.BadOption, match="to is empty"):
        superflip.solve(cube, to=[])
    with pytest.raises(superflip.BadOption, match="101 cubes to reach"):
        superflip.solve(cube, to=["U"] * 101)
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve(cube, to=[Cube("R"), IMPOSSIBLE])


def test_several_cubes_at_the_start() -> None:
    cubes = [Cube("U F R"), "U2 F R"]
    assert str(superflip.solve("F R", also=cubes, up_to="U")) == "R' F'"
    assert str(superflip.solve("F R", also="U F R", up_to="U")) == "R' F'"
    assert str(superflip.solve("F R", also=[], up_to="U")) == "R' F'"
    assert str(superflip.solve("R", also=[], puzzle="2x2x2")) == "R'"
    assert str(superflip.solve("F R", also=Cube("D2"), starts="any", up_to="U")) == "D2"
    question = Question("F R", also=cubes, starts="all", up_to="U")
    assert pickle.loads(pickle.dumps(question)) == question and "starts='all'" in repr(question)
    with pytest.raises(superflip.ImpossibleCube, match="no moves bring all these cubes to the goal: it is one cube"):
        superflip.solve("F R", also=cubes)
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve("F R", also=IMPOSSIBLE, up_to="U")
    with pytest.raises(superflip.BadOption, match="held in different ways"):
        Question("F R", also="U y")
    with pytest.raises(superflip.BadOption, match="expected all or any"):
        Question("F R", starts="both")  # type: ignore[arg-type]


def test_cubes_that_show_patterns() -> None:
    cubes = superflip.patterns("dot")
    assert len(cubes) == len(set(cubes)) == 8 and superflip.patterns("dot", most=3) == cubes[:3]
    assert all(len({*cube.facelets[9 * i : 9 * i + 9]}) == 2 for cube in cubes for i in range(6))
    assert superflip.patterns("aab/acb/abb continuous") == [] == superflip.patterns("dot", most=0)
    with pytest.raises(superflip.BadOption, match="'dots' is not a pattern"):
        superflip.patterns("dots")


def test_the_cubes_that_an_incomplete_one_may_be() -> None:
    solved = str(Cube().to("facelets"))
    known = hidden(solved, 1, 10, 19, 37, 46)
    cubes = superflip.completions(known)
    assert len(cubes) == len(set(cubes)) > 1 and Cube() in cubes
    assert all(fits(cube.to("facelets"), known) and cube.is_reachable for cube in cubes)
    assert superflip.completions(known, most=2) == cubes[:2]
    assert superflip.completions("R U") == [Cube("R U")] == superflip.completions(Cube("R U"))
    with pytest.raises(superflip.ImpossibleCube):
        superflip.completions("?" + solved[1:10] + "D" + solved[11:])
    with pytest.raises(superflip.BadOption):
        superflip.completions(known, most=-1)


def test_symmetric_cubes() -> None:
    names = ["Oh", "Th", "D3d", "C1"]
    counts = [len(superflip.symmetric_cubes(name, most=2000)) for name in names]
    assert counts[0] == 4 and counts[3] == 2000
    for name in names[:3]:
        for cube in superflip.symmetric_cubes(name, most=20):
            assert superflip.symmetry_type(cube) == name
        assert len(superflip.symmetric_cubes(name, at_least=True, most=2000)) >= len(
            superflip.symmetric_cubes(name, most=2000)
        )
    cube = Random(4).cube()
    assert superflip.symmetry_type(cube) == "C1"
    for s in range(48):
        assert superflip.representative(cube.conjugate(s)) == superflip.representative(cube)
    assert superflip.representative(~cube, inversion=True) == superflip.representative(cube, inversion=True)
    with pytest.raises(superflip.BadOption):
        superflip.symmetric_cubes("D9")


@long
def test_the_same_on_any_side() -> None:
    random = Random(2)
    for _ in range(3):
        cube = random.cube()
        answer = superflip.solve_optimal(cube, only="Cross", up_to="rotations")
        after = moved(cube, answer)
        # The cube as one sees it who holds it with another side down.
        assert any(has_cross(after.conjugate(s).facelets) for s in range(0, 48, 2) if superflip.describe_symmetry(s))
        each = [superflip.solve_optimal(cube.conjugate(s), only="Cross").length for s in range(48)]
        assert answer.length == min(each)
    cube = Cube("R U F D")
    both = superflip.solve_optimal(cube, only="F2L", up_to="U,rotations")
    assert any(has_two_layers(moved(cube, both).conjugate(s).facelets) for s in range(48))


def test_parts_with_moves_that_carry_the_centres() -> None:
    blocks = {"only": "F2B", "moves": "R U r M", "centres": "moved"}
    assert str(superflip.solve_optimal("M U R", **blocks)) == "R'"  # type: ignore[arg-type]
    words = superflip.solve_optimal("M U R U' r2 U", all=True, **blocks)  # type: ignore[arg-type]
    assert sorted(word.text for word in words.solutions) == ["U' r2 U R'", "U' r2 U r'"]
    cross = {"only": "Cross", "moves": "F R y", "centres": "moved"}
    assert str(superflip.solve_optimal("F y'", **cross)) == "R' y"  # type: ignore[arg-type]
    assert str(superflip.solve_optimal("F y'", up_to="holding", **cross)) == "R'"  # type: ignore[arg-type]


@long
def test_masks_are_those_of_the_cube_as_it_is_held() -> None:
    for scramble in ("x2 R U F L", "z R U' F2", "y' x D R2 B"):
        answer = superflip.solve(scramble, only="Cross")
        facelets = superflip.read(f"{scramble} {answer}").in_space.facelets
        down = [facelets[i] for i in (28, 30, 31, 32, 34)]
        assert len(set(down)) == 1
        assert all(facelets[first + 7] == facelets[first + 4] for first in SIDES.values())


@long
def test_incomplete_cubes_are_solved() -> None:
    random = Random(4)
    for _ in range(2):
        cube = scrambled(random, 4).cube()
        known = hidden(cube.facelets, *(random.below(54) for _ in range(30)))
        answer = superflip.solve_optimal(known)
        # The word undone is a cube that has the known stickers, and nothing nearer has them than the scramble.
        assert fits((~answer.moves).cube().facelets, known)
        assert answer.length <= 4
    one = hidden(Cube("R U F'").facelets, 0, 9, 20)
    assert Cube("R U F'") * superflip.solve(one).moves == Cube()
    shown = hidden("".join(SOLVED), *(i for i in range(54) if i not in CENTRES))
    assert str(superflip.solve(shown)) == ""


@long
def test_incomplete_cubes_as_goals() -> None:
    cube = Cube("R U F' L2 D B")
    known = hidden(Cube("F R").facelets, *range(9, 40))
    for solve in (superflip.solve, superflip.solve_optimal):
        answer = solve(cube, to=known)
        assert fits(moved(cube, answer).facelets, known)
    # Both are incomplete: what is unknown does not matter.
    two_layers = hidden(SOLVED, *range(9), *(i for first in SIDES.values() for i in range(first, first + 3)))
    start = hidden(Cube("R U R'").facelets, 0)
    answer = superflip.solve(start, to=two_layers)
    assert has_two_layers(moved(Cube("R U R'"), answer).facelets)
    assert answer.length == superflip.solve_optimal("R U R'", only="F2L").length
    assert str(superflip.solve(two_layers, only="F2L")) == ""


def test_all_functions_take_goals() -> None:
    options = {"only": "Cross", "up_to": "U"}
    cube = Cube("R F")
    assert superflip.plan(cube, **options).solver == "generic"  # type: ignore[arg-type]
    superflip.prepare(cube, **options)  # type: ignore[arg-type]
    assert superflip.solve(cube, **options).length == 2  # type: ignore[arg-type]
    with superflip.search(cube, **options) as search:  # type: ignore[arg-type]
        assert [event.solution for event in search if event.solution is not None]
    assert [s.length for s in superflip.improve(cube, **options)][-1] == 2  # type: ignore[arg-type]
    answers = list(superflip.solve_many([cube, "U", "x F", hidden(SOLVED, 0, 1)], only="Cross"))
    assert [answer.length for answer in answers] == [2, 0, 1, 0]
    kinds = [type(a) for a in superflip.solve_many(["R", "?" * 54, IMPOSSIBLE], only="Cross", errors="yield")]
    assert kinds == [Answer, superflip.BadOption, superflip.ImpossibleCube]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"only": "UX"}, "'UX' is not known here: expected pieces (corners"),
        ({"only": ""}, "the mask is empty: expected pieces, or a name such as F2L"),
        ({"only": "F2L + "}, "the mask ends here"),
        ({"only": "UF - UF"}, "nothing is left of the mask"),
        ({"up_to": "D"}, "'D' is not known here: expected U"),
        ({"up_to": ""}, "is not known here: expected U"),
        ({"only": "Cross", "coordinates": ["corners"]}, "cannot be combined with coordinates"),
        ({"only": "Cross", "puzzle": "2x2x2"}, "are for the 3x3x3"),
        ({"up_to": "U", "puzzle": "2x2x2"}, "are for the 3x3x3"),
        ({"only": "Cross", "to": hidden(SOLVED, *range(9, 36))}, "a mask needs a target without unknown stickers"),
        ({"only": "Cross", "solver": "two-phase"}, "two-phase"),
    ],
)
def test_goals_that_make_no_sense(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(superflip.BadOption) as caught:
        superflip.solve("R U", **options)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_masks_are_not_for_the_pocket_cube() -> None:
    with pytest.raises(superflip.BadOption, match="are for the 3x3x3"):
        superflip.solve("R", puzzle="2x2x2", only="Cross")


def test_mistakes_have_their_place_and_type() -> None:
    with pytest.raises(superflip.BadOption) as caught:
        Question("R", only="F2L + UX")
    assert caught.value.position == 6
    with pytest.raises(TypeError, match="only is an int: expected a str or None"):
        superflip.solve("R", only=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="up_to is a list: expected a str or None"):
        superflip.solve("R", up_to=["U"])  # type: ignore[arg-type]
    with pytest.raises(superflip.BadOption, match="is not fully known, and the goal depends on it"):
        superflip.solve(hidden(SOLVED, *range(9), *range(9, 12), *range(18, 21)), only="U layer")


def test_cubes_that_cannot_be() -> None:
    twisted = Cube.from_pieces(range(8), [1] + [0] * 7, range(12), [0] * 12)
    for options in ({"only": "Cross"}, {"up_to": "U"}):
        with pytest.raises(superflip.ImpossibleCube) as caught:
            superflip.solve(twisted, **options)  # type: ignore[arg-type]
        assert caught.value.diagnosis == superflip.check(twisted)
        with pytest.raises(superflip.ImpossibleCube):
            superflip.solve("R", to=twisted, **options)  # type: ignore[arg-type]
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve(hidden(SOLVED, 0), to=twisted)
    with pytest.raises(superflip.ImpossibleCube, match="a single corner is twisted"):
        superflip.solve(hidden(twisted.facelets, 1))
    with pytest.raises(superflip.ImpossibleCube, match="a single corner is twisted"):
        superflip.solve("R", to=hidden(twisted.facelets, 1))


def test_a_whole_cube_is_wanted_elsewhere() -> None:
    known = hidden(SOLVED, 0, 1)
    for call in (Cube, superflip.read, superflip.word_to, superflip.coset):
        with pytest.raises(superflip.ImpossibleCube, match="is not one of the six colours"):
            call(known)  # type: ignore[operator]
    assert superflip.check(known).state == "impossible"
    for options in ({"coordinates": ["Cross"]}, {"puzzle": "2x2x2"}):
        with pytest.raises(superflip.SuperflipError, match="is not one of the six colours"):
            superflip.solve(known, **options)  # type: ignore[arg-type]


def test_questions_with_goals_can_be_sent() -> None:
    question = Question("x R U", only="Cross", up_to="U,rotations", max_length=9)
    assert pickle.loads(pickle.dumps(question)) == question
    assert eval(repr(question), {"Question": Question}) == question
    assert "only='Cross'" in repr(question)
    assert question != Question("x R U", only="Cross", max_length=9)


def test_masks_have_names() -> None:
    masks = superflip.masks()
    assert {"Cross", "F2L", "OLL", "EO"} <= {mask.name for mask in masks}
    for mask in masks:
        assert mask.what
        for text in (mask.name, mask.mask):
            assert str(superflip.solve(Cube(), only=text)) == ""
    assert pickle.loads(pickle.dumps(masks)) == masks
