"""Words for robots, and their schedules."""

from __future__ import annotations

import json
import pickle

import pytest

import superflip
from superflip import Algorithm, Cube, Question


def test_words_have_schedules() -> None:
    cube = Cube("R U2 F' L D B2 U R' F D2 L' B")
    for name, robot in superflip.robots().items():
        assert robot["name"] == name and robot["about"]
        answer = superflip.solve(cube, robot=name, solutions=2)
        assert [superflip.solve(cube, robot=given).solutions[0].text for given in (robot, json.dumps(robot))] == [
            superflip.solve(cube, robot=name).solutions[0].text
        ] * 2
        for solution in answer.solutions:
            assert cube * Cube(str(solution)) == Cube()
            end = 0.0
            for action in solution.schedule:
                assert action.at >= end - 1e-9
                end = action.at + action.seconds
                assert action.kind in ("turn", "rotate", "regrip") and action.text
            assert solution.length == pytest.approx(1000 * end, abs=1)
    assert superflip.solve(cube).solutions[0].schedule == ()


def test_robots_can_be_changed() -> None:
    robot = superflip.robots()["turntable"]
    robot["motors"]["D"] = {"90": 0.25, "180": 0.5}
    fast, slow = (superflip.solve("R U", robot=given).length for given in (robot, "turntable"))
    assert fast == slow - 500
    assert superflip.solve("R U F", robot=robot, good_enough=60_000).ended == "enough"


def test_robots_reach_any_of_several_goals() -> None:
    # Lengths are milliseconds, more than any limit of moves.
    cube = Cube("R F2 U")
    last_turn = superflip.solve(cube, robot="turntable", up_to="U").solutions[0]
    assert last_turn.length > 99
    assert cube * last_turn.algorithm in [Cube(turn) for turn in ("U U'", "U", "U2", "U'")]
    several = superflip.solve(cube, robot="turntable", to=["U", "R"]).solutions[0]
    assert cube * several.algorithm in [Cube("U"), Cube("R")]


def test_robots_are_checked() -> None:
    for robot, message in {
        "six motors": "there is no robot",
        "{": "not valid JSON",
        '{"motors": {"U": {"90": 1}}}': "no motor comes to",
    }.items():
        with pytest.raises(superflip.BadOption, match=message):
            superflip.solve("R", robot=robot)
    with pytest.raises(superflip.BadOption, match="none is proven to be the fastest"):
        superflip.solve_optimal("R", robot="turntable")
    with pytest.raises(superflip.BadOption, match="no moves and no metric"):
        superflip.solve("R", robot="turntable", metric="qtm")
    with pytest.raises(TypeError):
        superflip.solve("R", robot=5)  # type: ignore[arg-type]


def test_given_words_have_schedules() -> None:
    cube = Cube("R U2 F' L D B2 U R' F D2 L' B")
    for name, robot in superflip.robots().items():
        best = superflip.solve(cube, robot=name).solutions[0]
        for moves in (best.algorithm, best.text):
            for given in (name, robot, json.dumps(robot)):
                assert superflip.schedule(moves, given) == best.schedule
        shortest = superflip.solve(cube).solutions[0]
        end = superflip.schedule(shortest.algorithm, robot)[-1]
        assert end.at + end.seconds > best.length / 1000 - 0.001
    assert superflip.schedule("", "turntable") == ()
    assert [action.text for action in superflip.schedule("x R U", "six-motors")] == ["R", "F"]
    with pytest.raises(superflip.Unreadable, match="'Q' found") as wrong:
        superflip.schedule("R Q", "turntable")
    assert wrong.value.position == 2
    with pytest.raises(superflip.BadOption, match="501 turns are too many"):
        superflip.schedule("(R U)250 R", "turntable")
    with pytest.raises(superflip.BadOption, match="there is no robot 'x'"):
        superflip.schedule("R", "x")
    with pytest.raises(ValueError, match="NISS"):
        superflip.schedule(Algorithm("(F' L) R", niss=True), "turntable")
    with pytest.raises(TypeError):
        superflip.schedule("R", None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        superflip.schedule(5, "turntable")  # type: ignore[arg-type]


def test_questions_with_robots_can_be_sent() -> None:
    question = Question("R U", robot=superflip.robots()["six-motors"])
    assert pickle.loads(pickle.dumps(question)) == question
    assert eval(repr(question), {"Question": Question}) == question
