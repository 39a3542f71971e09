"""Everything that solves: answers are replayed, limits are answers, and iterators keep their order."""

from __future__ import annotations

import itertools
import pickle
import time
from collections.abc import Iterator

import pytest
from conftest import IMPOSSIBLE, SANITIZED, long
from hypothesis import given, settings
from hypothesis import strategies as st

import superflip
from superflip import Algorithm, Answer, Cube, Engine, Event, Question, Random


@settings(max_examples=3 if SANITIZED else 20)
@given(st.integers(0, 2**64 - 1))
def test_solutions_solve(seed: int) -> None:
    cube = Random(seed).cube()
    answer = superflip.solve(cube)
    assert cube * answer.moves == Cube()
    assert answer.length == len(answer.moves) <= 22
    assert answer.lower_bound <= answer.length
    assert Algorithm(str(answer)) == answer.moves
    assert superflip.solve(cube, good_enough=22, max_length=22).length <= 22
    assert superflip.solve(str(cube)) is not None


def test_answers_are_repeatable_and_can_be_pickled(cubes: list[Cube]) -> None:
    for cube in cubes[:3]:
        first, second = superflip.solve(cube, nodes=20_000), superflip.solve(cube, nodes=20_000)
        assert first.moves == second.moves
        assert first.counts == second.counts
        assert pickle.loads(pickle.dumps(first)) == first


def test_the_solved_cube_needs_no_moves() -> None:
    answer = superflip.solve(Cube())
    assert answer
    assert str(answer) == ""
    assert answer.length == 0
    assert answer.is_shortest


def test_all_ways_to_give_a_cube(cubes: list[Cube]) -> None:
    cube = Cube("R U2 F' L")
    expected = superflip.solve(cube).moves
    for given_as in ("R U2 F' L", cube.facelets, cube.to("reid"), Algorithm("R U2 F' L"), superflip.read(cube.facelets)):
        assert superflip.solve(given_as).moves == expected
    assert superflip.solve(Question(cube)).moves == expected
    with pytest.raises(TypeError):
        superflip.solve(Question(cube), max_length=3)
    with pytest.raises(TypeError):
        superflip.solve(cube, tme=3)  # type: ignore[call-arg]


def test_a_limit_is_no_error() -> None:
    answer = superflip.solve("R U F", max_length=2, nodes=1000)
    assert not answer
    assert answer.ended in ("complete", "nodes")
    assert answer.best is None
    assert str(answer).startswith("no solution (")
    with pytest.raises(superflip.Unreadable):  # what says that there is none cannot be taken for moves
        Algorithm(str(answer))
    with pytest.raises(superflip.NoSolution):
        answer.moves
    out_of_reach = superflip.solve("F", moves="R U")
    assert out_of_reach.reason == "the moves never bring the corner DFR to its place"
    assert str(out_of_reach) == (
        f"no solution (the allowed moves cannot bring this cube to the goal: {out_of_reach.reason})"
    )
    assert superflip.solve("R").reason == ""
    assert superflip.solve(Random(1).cube(), time=0).ended == "time"
    assert superflip.solve(Random(1).cube(), listener=lambda event: False).ended == "stopped"


IMPOSSIBLE_CUBE = Cube.from_pieces(range(8), [1] + [0] * 7, range(12), [0] * 12)


@long
def test_impossible_cubes_are_diagnosed() -> None:
    for call in (superflip.solve, superflip.solve_optimal, superflip.search, superflip.word_to, Question, superflip.plan):
        with pytest.raises(superflip.ImpossibleCube) as caught:
            call(IMPOSSIBLE_CUBE)  # type: ignore[operator]
        assert caught.value.diagnosis == superflip.check(IMPOSSIBLE_CUBE)
        assert caught.value.diagnosis is not None and caught.value.diagnosis.problems
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve("R", to=IMPOSSIBLE_CUBE)
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve(IMPOSSIBLE_CUBE, puzzle="2x2x2")
    kinds = [type(a) for a in superflip.solve_many(["R", IMPOSSIBLE_CUBE, "U"], errors="yield")]
    assert kinds == [Answer, superflip.ImpossibleCube, Answer]
    # Turns lead from one impossible cube to another, and solve what is possible of it.
    assert superflip.solve(IMPOSSIBLE_CUBE * "R U", to=IMPOSSIBLE_CUBE).length == 2
    assert superflip.solve_optimal(IMPOSSIBLE_CUBE * "R F", coordinates=["Cross"]).length == 2
    assert superflip.solve_optimal("F", moves="R U").ended == "unsolvable"


@long
def test_questions_that_are_given(prover: Engine) -> None:
    assert prover.solve_optimal(Question("R U F", want="shortest")).length == 3
    assert {s.text for s in prover.solve_optimal(Question("U2 D2", want="all", solutions=9))} == {"U2 D2"}
    with pytest.raises(TypeError, match="want='good'"):
        prover.solve_optimal(Question("R"))
    for options in ({"all": True}, {"within": 1}, {"max_length": 3}):
        with pytest.raises(TypeError, match="belong into the Question"):
            prover.solve_optimal(Question("R", want="all"), **options)  # type: ignore[arg-type]


@long
def test_coordinates_may_be_objects() -> None:
    class Cross:
        words = "Cross"

    for given in (Cross(), (Cross(), [Cube()])):
        assert superflip.solve_optimal("R U F' L2 D B", coordinates=[given]).length == 4  # type: ignore[list-item]


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": -1}, {"max_length": 10**9}, {"nodes": 0}, {"nodes": -5}, {"time": -1}, {"time": float("nan")},
        {"threads": -1}, {"threads": 10**9}, {"solutions": 0}, {"moves": "R Q"}, {"metric": "x"}, {"puzzle": "4x4x4"},
        {"solver": "magic"}, {"centres": "gone"}, {"coordinates": ["nonsense"]}, {"coordinates": [("corners", [])]},
        {"solver": "optimal"} | {"moves": "R U"},
    ],
)  # fmt: skip
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(superflip.BadOption):
        superflip.solve("R U", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_length": "3"}, "max_length is a str: expected a whole number"),
        ({"good_enough": 2.5}, "good_enough is a float: expected a whole number"),
        ({"time": "1"}, "time is a str: expected seconds"),
        ({"nodes": 1.5}, "nodes is a float: expected a whole number"),
        ({"threads": 2.0}, "threads is a float: expected a whole number"),
        ({"moves": ["U"]}, "moves is a list: expected a str or None"),
        ({"metric": 5}, "metric is an int: expected a str"),
        ({"coordinates": "corners"}, "coordinates is a str: expected a list of coordinates"),
    ],
)
def test_options_of_another_type(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        superflip.solve("R U", **options)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


def test_arguments_that_do_not_fit() -> None:
    with pytest.raises(superflip.BadOption, match=f"max_length is {2**70}: expected 0 to "):
        superflip.solve("R", max_length=2**70)
    with pytest.raises(TypeError, match="Cube, a str, an Algorithm or a Reading"):
        superflip.check(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Engine(tables=5)  # type: ignore[arg-type]
    for function in (superflip.search, superflip.improve, superflip.solve_many):
        with pytest.raises(TypeError, match="takes no listener"):
            function("R" if function is not superflip.solve_many else ["R"], listener=print)  # type: ignore[operator]


@long
def test_shortest_words_are_proven(prover: Engine) -> None:
    answer = prover.solve_optimal("R U R' U R U2 R'")
    assert answer.length == 7
    assert answer.is_shortest
    assert answer.solver == "optimal"
    all_shortest = prover.solve_optimal("U2 D2", all=True)
    assert {s.text for s in all_shortest} == {"U2 D2"}
    # The commutator has one shortest word; these are all of at most two moves more, against a search by hand.
    cube = Cube("R U R'")
    within = prover.solve_optimal(cube, within=1)
    assert all(cube * s.algorithm == Cube() for s in within)
    assert len({s.text for s in within}) == len(within.solutions)
    assert {s.text for s in within if s.length == 3} == {"R U' R'"}
    two = prover.solve_optimal("R2 L2 U2 D2 F2 B2", solutions=2)
    assert len(two.solutions) == 2
    limited = prover.solve_optimal(Random(1).cube(), nodes=100_000)
    assert limited.ended == "nodes"
    assert not limited.is_shortest
    assert 10 <= limited.lower_bound <= 20


@long
def test_every_word_of_a_length_is_found(prover: Engine) -> None:
    """Against brute force over the words of up to three moves."""
    names = [face + turn for face in "URFDLB" for turn in ("", "2", "'")]
    cube = Cube("R U' F2")
    shortest = {
        " ".join(word)
        for word in itertools.product(names, repeat=3)
        if cube * Algorithm(" ".join(word)) == Cube()
    }  # fmt: skip
    found = {s.text for s in prover.solve_optimal(cube, all=True)}
    assert found == {str(Algorithm(word).normalised()) for word in shortest}


@long
def test_goals_moves_and_metrics(prover: Engine) -> None:
    start, goal = Cube("R U F' L2 D B"), Cube("R U F")
    to_goal = superflip.solve(start, to=goal)
    assert start * to_goal.moves == goal
    cross = superflip.solve_optimal(start, coordinates=["edges DR DF DL DB: order orientation"])
    after = start * cross.moves
    assert cross.length == 4
    assert all(after.edges[i] == i and after.flips[i] == 0 for i in range(4, 8))
    by_goals = superflip.solve_optimal(start, coordinates=[("edges DR DF DL DB: order orientation", [Cube(), "D"])])
    assert by_goals.length <= cross.length
    two = superflip.solve_optimal("R U R' U R U2 R'", moves="R U")
    assert two.length == 7
    assert set(str(two)) <= set("RU2' ")
    assert superflip.solve_optimal("F", moves="R U").ended == "unsolvable"
    assert [superflip.solve("R L' U2", metric=m).length for m in ("htm", "qtm", "stm", "atm")] == [3, 4, 2, 2]
    dear = superflip.solve_optimal("R U R' U R U2 R'", moves="R:20 U:20")
    assert dear.length == 140 and dear.is_shortest
    assert str(superflip.solve_optimal("R' L'", moves="R L R>L:1")) == "L R"
    with pytest.raises(superflip.BadOption, match="a cost of 0"):
        superflip.solve_optimal("R", moves="R:0")
    slices = superflip.solve_optimal("M2 U2", moves="U M")
    assert slices.length == 2
    assert str(superflip.solve_optimal("M U", moves="U M")) == "U' M'"
    assert str(superflip.solve_optimal("M U", moves="U M", centres="fixed")) == "U' (R' L)"
    assert slices.best is not None
    assert slices.best.text in ("U2 M2", "M2 U2")
    assert prover.plan("R", coordinates=["corners: orientation"]).solver == "generic"


@long
def test_the_2x2x2_is_solved() -> None:
    answer = superflip.solve("R U F' R2 U", puzzle="2x2x2")
    assert answer.length == 5
    assert answer.solver == "pocket"
    assert superflip.solve(Cube.from_pocket("R U F' R2 U"), puzzle="2x2x2").length == 5
    with pytest.raises(superflip.ImpossibleCube):
        superflip.solve("UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", puzzle="2x2x2")


@long
def test_scrambles() -> None:
    assert superflip.scramble(1) == superflip.scramble(1)
    random = Random(5)
    words = [superflip.scramble(random) for _ in range(5)]
    assert len(set(words)) == 5
    assert all(word.cube() * superflip.solve(word).moves == Cube() for word in words)
    fewest = str(superflip.scramble(3, fewest_moves=True))
    assert fewest.startswith("R' U' F")
    assert fewest.endswith("R' U' F")
    pocket = superflip.scramble(1, puzzle="2x2x2")
    assert len(pocket) == 11
    assert {move[0] for move in pocket} <= set("URF")
    with pytest.raises(superflip.BadOption):
        superflip.scramble(1, puzzle="2x2x2", fewest_moves=True)
    with pytest.raises(ValueError):
        superflip.scramble(-1)


@long
def test_improving_solutions(cubes: list[Cube]) -> None:
    lengths = []
    for solution in superflip.improve(cubes[0], nodes=2_000_000, threads=1):
        assert cubes[0] * solution.algorithm == Cube()
        lengths.append(solution.length)
    assert lengths == sorted(set(lengths), reverse=True)
    assert len(lengths) > 1
    # Without a limit it goes on, and ends with the loop.
    first = next(iter(superflip.improve(cubes[1])))
    assert cubes[1] * first.algorithm == Cube()
    for solution in superflip.improve(cubes[1]):
        if solution.length <= 20:
            break
    assert [s.length for s in superflip.improve("R U F")][-1] == 3


@long
def test_events_tell_bounds(prover: Engine) -> None:
    cube = Cube("R U F' L2 D B R2 U' F L")
    with prover.search(Question(cube, want="shortest")) as search:
        events = list(search)
        answer = search.answer()
    assert search.is_over
    assert answer.is_shortest
    bounds = [event.lower for event in events if event.kind == "bound"]
    assert bounds == sorted(bounds)
    assert all(bound <= answer.length for bound in bounds)
    assert bounds
    found = [event.solution for event in events if event.kind == "solution"]
    assert answer.best is not None
    assert found[-1] is not None
    assert found[-1].text == answer.best.text
    assert pickle.loads(pickle.dumps(events)) == events


def test_a_search_can_be_stopped() -> None:
    search = superflip.search(Random(1).cube())
    next(search)
    assert not search.is_over
    search.stop()
    assert search.answer().ended == "stopped"
    assert list(search)[-1:] == list(search) or search.is_over
    with pytest.raises(superflip.BadOption):
        list(superflip.search("R U", solver="optimal", moves="R U"))


def test_listeners_hear_and_stop() -> None:
    heard: list[Event] = []
    answer = superflip.solve(Random(1).cube(), nodes=200_000, listener=heard.append)
    assert answer
    lengths = [event.solution.length for event in heard if event.solution is not None]
    assert lengths[-1] == answer.length

    def stop(event: Event) -> bool:
        return event.kind != "solution"

    assert superflip.solve(Random(1).cube(), time=60, listener=stop).ended == "stopped"

    class Mine(Exception):
        pass

    def fail(event: Event) -> None:
        raise Mine

    with pytest.raises(Mine):
        superflip.solve(Random(1).cube(), time=60, listener=fail)
    assert superflip.solve("R")  # the engine is as before


def test_batches_keep_their_order(cubes: list[Cube]) -> None:
    answers = list(superflip.solve_many(cubes, threads=3))
    assert [a.moves for a in answers] == [superflip.solve(cube).moves for cube in cubes]
    assert list(superflip.solve_many([])) == []
    assert list(superflip.solve_many(iter(["R", "x R U", Cube("F"), Question("R", to="U")])))[3].length == 2


def test_batches_are_lazy() -> None:
    read = 0

    def endless() -> Iterator[Cube]:
        nonlocal read
        random = Random(2)
        while True:
            read += 1
            yield random.cube()

    answers = superflip.solve_many(endless(), good_enough=22, threads=2)
    assert read == 0
    for _ in range(5):
        assert next(answers).length <= 22
    assert 5 <= read <= 5 + 2 * 16
    answers.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(answers)


def test_how_far_batches_read_ahead() -> None:
    for ahead in (0, 3):
        read = 0

        def source() -> Iterator[str]:
            nonlocal read
            for _ in range(20):
                read += 1
                yield "R U F"

        for given, answer in enumerate(superflip.solve_many(source(), ahead=ahead), 1):
            assert answer.length == 3
            assert given <= read <= given + ahead


def test_a_slow_source_does_not_keep_answers_back() -> None:
    """It takes a minute for all of its cubes, and all may be read ahead. The answers come as soon as they are there."""
    read = 0

    def camera() -> Iterator[str]:
        nonlocal read
        for _ in range(3000):
            time.sleep(0.02)
            read += 1
            yield "R U F"

    answers = superflip.solve_many(camera(), threads=4, ahead=3000)
    for _ in range(5):
        assert next(answers).length == 3
    assert read < 3000
    answers.close()  # type: ignore[attr-defined]


def test_wrong_cubes_in_batches() -> None:
    texts = ["R U", IMPOSSIBLE, "F", "R4"]
    answers = superflip.solve_many(texts)
    assert next(answers).length == 2
    with pytest.raises(superflip.ImpossibleCube):
        next(answers)
    kinds = [type(answer) for answer in superflip.solve_many(texts, errors="yield")]
    assert kinds == [Answer, superflip.ImpossibleCube, Answer, superflip.Unreadable]

    def broken() -> Iterator[str]:
        yield "R"
        raise RuntimeError("mine")

    answers = superflip.solve_many(broken())
    assert next(answers).length == 1  # what was read before is not lost
    with pytest.raises(RuntimeError, match="mine"):
        list(answers)
    kinds = [type(answer) for answer in superflip.solve_many(["R", "\ud800", "U"], errors="yield")]
    assert kinds == [Answer, UnicodeEncodeError, Answer]
    with pytest.raises(superflip.BadOption):
        superflip.solve_many(["R"], nodes=0)
    with pytest.raises(superflip.BadOption):
        superflip.solve_many(["R"], metric="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not one text"):
        superflip.solve_many("UF2")
    with pytest.raises(ValueError):
        superflip.solve_many([], ahead=-1)
    with pytest.raises(ValueError):
        superflip.solve_many([], errors="ignore")  # type: ignore[call-overload]


@long
def test_plans_and_tables(tmp_path: object) -> None:
    plan = superflip.plan("R U", solver="two-phase")
    assert plan.solver == "two-phase"
    assert plan.bytes > 1_000_000
    names = [table.name for table in superflip.table_sets()]
    assert names[:3] == ["compact", "standard", "large"]
    assert "optimal-282" in names
    superflip.prepare()
    with pytest.raises(superflip.BadOption):
        superflip.make_tables("optimal-1")
    engine = Engine(profile="standard", tables=str(tmp_path))
    assert not any(table.is_there for table in engine.plan("R").tables)
    with pytest.raises(superflip.Stopped):
        engine.make_tables("standard", listener=lambda event: False)
    with pytest.raises(superflip.Stopped):
        engine.prepare(time=0)
    with pytest.raises(superflip.BadOption):
        Engine(profile="huge")  # type: ignore[arg-type]
    with pytest.raises(superflip.BadOption):
        Engine(memory=-1)
    with pytest.raises(superflip.BadOption):
        Engine(optimal_table="optimal-1")


def test_memory_that_is_not_allowed() -> None:
    with pytest.raises(superflip.OutOfMemory) as caught:
        Engine(tables=False, optimal_table="optimal-47", memory=1000).solve_optimal("R U F")
    assert isinstance(caught.value, MemoryError)
    assert caught.value.code == 6


def test_engines_can_be_sent_to_other_processes() -> None:
    engine = pickle.loads(pickle.dumps(Engine(profile="compact", tables=False)))
    assert repr(engine) == repr(Engine(profile="compact", tables=False))
    assert engine.solve("R U").length == 2
    question = Question(
        "x R U", to=Cube("F"), max_length=9, metric="qtm", coordinates=["corners: orientation"], solver="generic"
    )
    again = pickle.loads(pickle.dumps(question))
    assert again == question
    assert eval(repr(question), {"Question": Question, "Cube": Cube}) == question
