"""Whole cosets, near G1 and not deep, so that little of the 3 GB is touched. Words are counted one by one, too."""

from __future__ import annotations

import os
import pathlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from conftest import HAS_COUNT, IMPOSSIBLE, address_space, allocated, growth, long

import superflip
from superflip import Coset, CosetSolver, Cube, Engine, Event

# The large tables do not fit beside the bitmap, so that the standard ones are used.
MEMORY = 3_600_000_000
QUARTERS = tuple(face + turn for face in "URFDLB" for turn in ("", "'"))
TURNS = QUARTERS + tuple(face + "2" for face in "URFDLB")
TURNS_AND_SLICES = TURNS + tuple(f"{a}{n} {b}{m}" for a, b in ("UD", "RL", "FB") for n, m in (" '", "22", "' "))


@pytest.fixture(scope="module")
def solver(prover: Engine) -> Iterator[CosetSolver]:
    with CosetSolver(prover, memory=MEMORY, threads=2) as solver:
        yield solver


def of_phase_1(cube: Cube) -> tuple[object, ...]:
    return cube.twists, cube.flips, tuple(edge >= 8 for edge in cube.edges)


def count_words(cube: Cube, turns: tuple[str, ...], depth: int) -> tuple[int, ...]:
    """Elements of G1 at their first distance from the cube: so many positions of the coset are as far from solved."""
    seen, last, counts = {cube}, {cube}, []
    for _ in range(depth + 1):
        counts.append(sum(of_phase_1(c) == of_phase_1(Cube()) for c in last))
        last = {c.apply(turn) for c in last for turn in turns} - seen
        seen |= last
    return tuple(counts)


@long
@pytest.mark.parametrize("moves", ["U", "R U F", "R", "F' D2 L", "R L' U F"])
def test_levels_are_those_of_all_words(solver: CosetSolver, moves: str) -> None:
    coset = solver.solve(moves, max_depth=3)
    assert coset.distribution == count_words(Cube(moves), TURNS, 3)
    assert (coset.metric, coset.ended, coset.exact_to, coset.within) == ("htm", "complete", 3, None)
    assert coset.found + coset.left == 19_508_428_800
    assert coset.cube == Cube(moves)
    assert coset.left_solved is None
    assert coset.threads == 2
    assert 3_000_000_000 < coset.bytes <= MEMORY
    assert all(level.exact and level.depth == i and level.samples == () for i, level in enumerate(coset.levels))
    assert [level.proofs for level in coset.levels] == [0, 0, 0, 0]
    assert solver.solve(moves, max_depth=3, prove=True).distribution == coset.distribution
    by_quarters = solver.solve(moves, metric="qtm", max_depth=4)
    assert by_quarters.distribution == count_words(Cube(moves), QUARTERS, 4)
    by_slices = solver.solve(moves, metric="stm", max_depth=3)
    assert by_slices.distribution == count_words(Cube(moves), TURNS_AND_SLICES, 3)


@long
def test_positions_are_solved_by_their_moves(solver: CosetSolver) -> None:
    coset = solver.solve("R U F", max_depth=4, list_depth=4, samples=3, seed=2**64 - 1)
    assert len(coset.listed) == len(set(coset.listed)) == coset.distribution[4] == 18
    assert coset.list_complete
    assert [len(level.samples) for level in coset.levels] == [0, 0, 0, 2, 3]
    for depth, positions in [(4, coset.listed), *((level.depth, level.samples) for level in coset.levels)]:
        for position in positions:
            assert position.cube * position.moves == Cube()
            assert len(position.moves) == depth
            assert of_phase_1(position.cube) == of_phase_1(Cube("R U F"))
    few = solver.solve("R U F", max_depth=4, list_depth=4, list_limit=5)
    assert len(few.listed) == 5
    assert not few.list_complete
    assert set(few.listed) < set(coset.listed)
    again = solver.solve("R U F", max_depth=4, samples=3, seed=2**64 - 1)
    assert [level.samples for level in again.levels] == [level.samples for level in coset.levels]
    assert pickle.loads(pickle.dumps(coset)) == coset
    lab = pytest.importorskip("superflip.lab")
    assert lab.to_cubes(coset.listed_cubes) == [position.cube for position in coset.listed]
    assert coset.left_over_cubes.shape == (0, 32)


@long
def test_a_coset_goes_on_from_its_checkpoint(solver: CosetSolver, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "coset"
    solver.solve("R U F", max_depth=3, checkpoint=file)
    went_on = solver.solve("R U F", max_depth=5, checkpoint=str(file))
    assert went_on.distribution == solver.solve("R U F", max_depth=5).distribution
    assert [path.name for path in tmp_path.iterdir()] == ["coset"]
    assert went_on.notes == ()
    assert went_on.cpu > 0
    (tmp_path / "coset.tmp" / "full").mkdir(parents=True)  # so that the file cannot be written
    unsaved = solver.solve("R U F", max_depth=6, checkpoint=file)
    assert unsaved.distribution == solver.solve("R U F", max_depth=6).distribution
    assert len(unsaved.notes) == 1
    assert "cannot be written" in unsaved.notes[0]
    assert str(unsaved).endswith(unsaved.notes[0])
    with pytest.raises(superflip.BadOption, match="is of another run: there 'metric: htm', here 'metric: stm'"):
        solver.solve("R U F", metric="stm", checkpoint=file)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(superflip.SystemFailure, match="cannot be used"):
        superflip.coset("R U F", max_depth=5, memory=3_600_000_000, threads=1, checkpoint=file)


@long
def test_cosets_as_text(solver: CosetSolver) -> None:
    assert str(solver.solve("R U F", max_depth=4)).splitlines() == [
        "depth           found          in all",
        "    3               2               2",
        "    4              18              20",
        "19508428780 positions are left over",
    ]
    fields = list(solver.solve("R", max_depth=1)._values())
    fields[5:8] = 20, 0, None  # within, left
    assert str(Coset(*fields)).endswith("all positions are within 20 moves (htm)")


@pytest.mark.parametrize(
    "options",
    [
        {"metric": "atm"}, {"metric": "x"}, {"search_depth": -1}, {"max_depth": 31}, {"list_depth": 31}, {"extra": -1},
        {"search_depth": 5, "max_depth": 4}, {"samples": 100_001}, {"list_limit": -1}, {"time": -1}, {"memory": -1},
        {"threads": -1},
    ],
)  # fmt: skip
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(superflip.BadOption):
        superflip.coset("R U", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_depth": "3"}, "max_depth is a str: expected a whole number"),
        ({"samples": 1.5}, "samples is a float: expected a whole number"),
        ({"metric": 5}, "metric is an int: expected a str"),
        ({"time": "1"}, "time is a str: expected seconds"),
        ({"memory": "3G"}, "memory is a str: expected a whole number"),
    ],
)
def test_options_of_another_type(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        superflip.coset("R U", **options)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


def test_cubes_and_memory_that_will_not_do() -> None:
    with pytest.raises(superflip.ImpossibleCube) as caught:
        superflip.coset(IMPOSSIBLE)
    assert caught.value.diagnosis is not None
    with pytest.raises(superflip.Unreadable):
        superflip.coset("R4")
    with pytest.raises(ValueError, match="seed"):
        superflip.coset("R", seed=-1)
    with pytest.raises(superflip.OutOfMemory, match="a coset needs .* are available"):
        superflip.coset("R", memory=2_000_000_000)
    with pytest.raises(superflip.OutOfMemory):
        superflip.coset("R", threads=1 << 16)


@long
def test_limits_and_listeners_end_it(solver: CosetSolver) -> None:
    heard: list[Event] = []
    assert solver.solve("R U F", max_depth=4, samples=1, listener=heard.append).ended == "complete"
    progress = [event for event in heard if event.kind == "progress"]
    assert {event.length for event in progress} <= {1, 2, 3, 4}
    assert all(0 <= event.done <= 1 for event in progress)
    assert [event.done for event in progress] == sorted(event.done for event in progress)
    assert progress[-1].step == "words for positions: 2 of 2"
    stopped = solver.solve("R U F", listener=lambda event: False)
    assert stopped.ended == "stopped"
    assert len(stopped.levels) < 20
    assert stopped.left == 19_508_428_800 - stopped.found
    assert str(stopped).endswith(f"{stopped.left} positions are not found yet")
    timed = solver.solve("R U F", time=0)
    assert timed.ended == "time"
    assert timed.within is None

    class Mine(Exception):
        pass

    def fail(event: Event) -> None:
        raise Mine

    with pytest.raises(Mine):
        solver.solve("R U F", max_depth=4, listener=fail)
    assert solver.solve("R U F", max_depth=4).found == 20


@long
def test_a_solver_works_for_one_at_a_time(solver: CosetSolver) -> None:
    refused = []

    def again(event: Event) -> None:
        for call in (lambda: solver.solve("R", max_depth=1), solver.close):
            with pytest.raises(RuntimeError, match="at work"):
                call()
        thread = threading.Thread(target=lambda: refused.append(pytest.raises(RuntimeError, solver.solve, "R")))
        thread.start()
        thread.join()

    assert solver.solve("R U F", max_depth=3, listener=again).found == 2
    assert refused
    other = CosetSolver(memory=MEMORY, threads=1)
    assert repr(other).startswith("CosetSolver(Engine(")
    assert other.solve("R", max_depth=1).distribution == (0, 2)
    other.close()
    other.close()
    with pytest.raises(ValueError, match="closed"):
        other.solve("R")
    with pytest.raises(AttributeError):
        CosetSolver(5)  # type: ignore[arg-type]


@long
@pytest.mark.skipif(not HAS_COUNT, reason="the C library does not count what is allocated")
def test_the_memory_is_given_back() -> None:
    def work() -> None:
        assert superflip.coset("R U F", max_depth=3, memory=MEMORY, threads=1).found == 2
        with pytest.raises(ZeroDivisionError):
            superflip.coset("R U F", max_depth=3, memory=MEMORY, threads=1, listener=lambda event: 1 // 0)

    assert growth(address_space, work, 1) < 1 << 30  # a third of a coset
    assert growth(allocated, work, 1) < 1 << 16


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "dev", "-c", f"import superflip\noptions = dict(memory={MEMORY}, threads=2)\n{program}"],
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"SUPERFLIP_PYTHON_LEAKS": "1"},
    )


@long
def test_a_fork_leaves_the_solver_usable() -> None:
    done = run("""
import os, threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)
solver = superflip.CosetSolver(**options)
parts = solver.solve("R U F", max_depth=4).distribution
inside, go_on = threading.Event(), threading.Event()
def hear(event):
    inside.set()
    go_on.wait()
thread = threading.Thread(target=lambda: solver.solve("R U F", max_depth=4, listener=hear))
thread.start()
inside.wait()
child = os.fork()  # while another thread is at work
if child == 0:
    os._exit(0 if solver.solve("R U F", max_depth=4).distribution == parts else 1)
assert os.waitpid(child, 0)[1] == 0
go_on.set()
thread.join()
print(solver.solve("R U F", max_depth=4).distribution == parts)
""")
    assert done.stdout == "True\n", done.stderr
    assert "leaked" not in done.stderr


@long
def test_ctrl_c_ends_the_making_of_tables() -> None:
    done = run("""
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
begun = threading.Event()
def send():
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    superflip.Engine(tables=False).coset("R U F", max_depth=3, listener=lambda event: begun.set(), **options)
except KeyboardInterrupt:
    print("interrupted")
print(superflip.coset("R U F", max_depth=3, **options).found)
""")
    assert done.stdout == "interrupted\n2\n", done.stderr
    assert "leaked" not in done.stderr


@long
@pytest.mark.parametrize(
    "left",
    [
        "solver = superflip.CosetSolver(**options)\nsolver.solve('R U F', max_depth=3)",
        "threading.Thread(target=again, daemon=True).start()\ntime.sleep(0.3)",
    ],
)
def test_a_program_may_end_at_any_time(left: str) -> None:
    done = run(f"""
import threading, time
def again():
    while True: superflip.coset("R U F", max_depth=4, **options)
{left}
print("end")
""")
    assert done.stdout == "end\n"
    assert done.returncode == 0, done.stderr


@long
def test_a_bar_is_for_terminals() -> None:
    program = """
import superflip._progress
superflip._progress._PATIENCE = superflip._progress._PERIOD = 0
superflip.Engine({}).coset("R U F", max_depth=3, **options)
"""
    quiet = run(program.format(""))
    assert (quiet.stdout, quiet.stderr) == ("", "")
    shown = run(program.format("progress=True"))
    assert "depth 3: search: " in shown.stderr
    assert shown.stderr.endswith("\x1b[K")
