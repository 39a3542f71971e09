"""Threads, processes, signals and leaks: what a program around a search does meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import HAS_COUNT, SANITIZED, allocated, growth, long, turns_of_others

import superflip
from superflip import Cube, Engine, Question, Random


def run(program: str, *, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "dev", "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"SUPERFLIP_PYTHON_LEAKS": "1"} | (environment or {}),
    )


@long
def test_eight_threads_share_an_engine() -> None:
    engine = Engine(tables=False)
    random = Random(3)
    cubes = [random.cube() for _ in range(64)]
    expected = [superflip.solve(cube, nodes=5_000).moves for cube in cubes]

    def solve(i: int) -> bool:
        if i % 8 == 0:
            word = engine.scramble(i)
            return Cube() * word * engine.solve(word, nodes=5_000).moves == Cube()
        if i % 8 == 1:
            return [a.length for a in engine.solve_many(cubes[i : i + 3], nodes=5_000)] == [
                len(moves) for moves in expected[i : i + 3]
            ]
        if i % 8 == 2:
            return min(s.length for s in engine.improve(cubes[i], nodes=5_000, threads=1)) == len(expected[i])
        return engine.solve(cubes[i], nodes=5_000).moves == expected[i]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(solve, range(64)))


def test_other_threads_go_on_meanwhile() -> None:
    cube = Random(4).cube()
    turns_of_others(lambda longer: superflip.solve(cube, nodes=100_000 << longer), 100)


@long
@pytest.mark.parametrize(
    "work",
    [
        "superflip.solve(cube, time=3600)",
        "superflip.solve(cube, time=3600, listener=lambda event: None)",
        "next(s for s in superflip.improve(cube) if s.length < 15)",
        "superflip.search(cube).answer()",
        "list(superflip.solve_many([cube] * 99, time=3600))",
        "superflip.Engine(tables=False, optimal_table='optimal-282').solve_optimal(cube)",
        "superflip.Engine(tables=False, profile='large').prepare()",
        "superflip.Engine(tables=tempfile.mkdtemp()).make_tables('optimal-94')",
    ],
)
def test_ctrl_c_ends_it(work: str) -> None:
    """The work would take longer than run() waits, so it is the signal that ends it."""
    program = f"""
import os, signal, tempfile, threading, time
import superflip
cube = superflip.Random(1).cube()
superflip.solve(cube)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test runner in the background may ignore it
def send():
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGINT)
try:
    threading.Thread(target=send).start()
    {work}
except KeyboardInterrupt:
    print("interrupted")
    print(len(superflip.solve("R U F").moves))
"""
    done = run(program)
    assert done.stdout == "interrupted\n3\n", done.stderr
    assert done.returncode == 0
    assert "leaked" not in done.stderr


def has_memory_for_a_coset() -> bool:
    try:
        with open("/proc/meminfo") as file:
            found = dict(line.split(":") for line in file)
        return int(found["MemAvailable"].split()[0]) > 4_500_000
    except OSError:
        return False


@long
@pytest.mark.skipif(not has_memory_for_a_coset(), reason="a coset needs 4.5 GB of free memory")
def test_ctrl_c_ends_a_coset() -> None:
    """At the first pass over the whole bitmap, which is seen from another thread by the memory that it has touched."""
    program = """
import os, signal, threading, time
import superflip
signal.signal(signal.SIGINT, signal.default_int_handler)
def own_memory():
    with open("/proc/self/status") as file:
        return 1024 * sum(int(line.split()[1]) for line in file if line.startswith(("RssAnon:", "VmSwap:")))
def send():
    while own_memory() < 2_000_000_000:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    superflip.coset("R U F L D B R U F L", memory=3_600_000_000, threads=2)
except KeyboardInterrupt:
    print("interrupted", own_memory() < 1_000_000_000)
print(superflip.coset("R U F", max_depth=3, memory=3_600_000_000, threads=2).found)
"""
    done = run(program)
    assert done.stdout == "interrupted True\n2\n", done.stderr
    assert done.returncode == 0
    assert "leaked" not in done.stderr


def test_other_signals_run_their_handlers() -> None:
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        superflip.solve(Random(1).cube(), time=30, listener=lambda event: not seen)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen


def _solve_in_child(text: str) -> superflip.Answer:
    return superflip.solve(text, nodes=5_000)


@long
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method: str) -> None:
    random = Random(6)
    cubes = [random.cube() for _ in range(8)]
    expected = [superflip.solve(cube, nodes=5_000).moves for cube in cubes]  # the parent's engine is in use
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert [a.moves for a in pool.map(_solve_in_child, map(str, cubes))] == expected
        answers = pool.map(superflip.default_engine.solve, cubes[:2])
        assert [a.length for a in answers] == [superflip.solve(cube).length for cube in cubes[:2]]


@pytest.mark.skipif(SANITIZED, reason="the sanitizer's allocator may be locked at a fork")
def test_a_fork_while_searches_go_on() -> None:
    program = """
import os, threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of fork with threads, which is what is tested
import superflip
cube = superflip.Random(1).cube()
search = superflip.search(cube)
next(search)
batch = superflip.solve_many([cube] * 9)
next(batch)
over = False
class Searching(threading.Thread):
    def __init__(self):
        super().__init__()
        self.begun = threading.Event()
    def run(self):
        superflip.solve(cube, time=3600, threads=1, listener=self.hear)
    def hear(self, event):
        self.begun.set()
        return not over
threads = [Searching() for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: assert thread.begun.wait(60)
children = []
for _ in range(5):
    child = os.fork()
    if child == 0:
        ok = superflip.solve("R U F").length == 3
        ok = ok and [a.length for a in superflip.solve_many(["R", "U F"])] == [1, 2]
        try:
            next(search)
            ok = False
        except ValueError:
            pass
        try:
            next(batch)
            ok = False
        except ValueError:
            pass
        del search, batch
        os._exit(0 if ok else 1)
    children.append(child)
for child in children: assert os.waitpid(child, 0)[1] == 0
over = True
for thread in threads: thread.join()
search.stop()
print(cube * search.answer().moves == superflip.Cube())
"""
    done = run(program)
    assert done.stdout == "True\n", done.stderr
    assert "leaked" not in done.stderr


@pytest.mark.parametrize(
    "left",
    [
        "search = superflip.search(cube)\nnext(search)",
        "batch = superflip.solve_many([cube] * 99, good_enough=21)\nnext(batch)",
        "steps = superflip.improve(cube)\nnext(steps)",
        "threading.Thread(target=superflip.solve, args=(cube,), kwargs={'time': 0.5}, daemon=True).start()",
        "engine = superflip.Engine()\nengine.prepare()\nquestion = superflip.Question(cube)",
        "again(lambda: superflip.solve(cube, time=5, listener=lambda event: sum(range(100_000))))",
        "again(lambda: list(superflip.solve_many([cube] * 5, nodes=3000)))",
        "from superflip import lab\nagain(lambda: lab.distribution('DominoReduction'))",
        "from superflip import lab\nagain(lambda: lab.random(2_000_000))",
        "from superflip import lab\nagain(lambda: lab.random(60_000))",
        "from superflip import lab\ncubes = lab.random(2000)\nagain(lambda: lab.apply(cubes, 'R'))",
        "from superflip import lab\nagain(lambda: lab.transitions('edges UR UF UL UB DR DF DL DB FR: order'))",
        "from superflip import lab\nagain(lambda: lab.from_cubes(['R U F'] * 5000))",
    ],
)
def test_a_program_may_end_at_any_time(left: str) -> None:
    if "lab" in left:
        pytest.importorskip("numpy")
    program = f"""
import threading, time, superflip
cube = superflip.Random(1).cube()
superflip.solve(cube)
def again(work):
    begun = threading.Barrier(4)
    def run():
        begun.wait()
        while True: work()
    for _ in range(3): threading.Thread(target=run, daemon=True).start()
    begun.wait()
    time.sleep(0.05)
{left}
print('end')
"""
    done = run(program)
    assert done.stdout == "end\n"
    assert done.returncode == 0, done.stderr


def test_the_exit_functions_of_a_program_may_solve() -> None:
    program = """
import atexit, threading
def bye():  # runs after the exit functions of superflip, which is imported later
    thread = threading.Thread(target=lambda: print(superflip.solve("R U F")))
    thread.start()
    thread.join()
    print(*superflip.solve_many(["R"]), superflip.search("R U").answer().length)
atexit.register(bye)
import superflip
superflip.solve("R")
"""
    done = run(program)
    assert done.stdout == "F' U' R'\nR' 2\n", done.stderr
    assert done.returncode == 0


@pytest.mark.skipif(not (3, 10) <= sys.version_info < (3, 13), reason="the module has another name")
@pytest.mark.parametrize("before", ["", "import superflip"])
def test_subinterpreters_are_refused(before: str) -> None:
    program = f"""
import _xxsubinterpreters as interpreters
{before}
other = interpreters.create()
try: interpreters.run_string(other, "import superflip")
except interpreters.RunFailedError as error: print(error)
interpreters.destroy(other)
import superflip
print(superflip.solve("R U F"))
"""
    done = run(program)
    assert "superflip works in the main interpreter only" in done.stdout, done.stderr
    assert done.stdout.endswith("\nF' U' R'\n"), done.stderr


def test_modules_are_found_when_they_are_asked_for() -> None:
    done = run("import superflip\nprint(superflip.types.Metric is not None, superflip.compat.kociemba.__name__)")
    assert done.stdout == "True superflip.compat.kociemba\n", done.stderr
    assert superflip.__version__[0].isdigit()
    with pytest.raises(AttributeError):
        superflip.nonsense  # type: ignore[attr-defined]


def test_the_laboratory_says_that_it_needs_numpy() -> None:
    done = run("import sys\nsys.modules['numpy'] = None\nfrom superflip import lab")
    assert "pip install 'superflip[lab]'" in done.stderr


@long
def test_nothing_leaks_at_the_end() -> None:
    done = run(
        "import superflip\n"
        "e = superflip.Engine()\n"
        "a = [e.solve('R U'), list(e.improve('R U F')), list(e.solve_many(['R'])), superflip.check('R4')]\n"
        "try: superflip.solve('R4')\n"
        "except ValueError as error: kept = error\n"
        "class Loop: pass\n"
        "del a, e\n"
        "print('end')"
    )
    assert done.stdout == "end\n"
    assert done.stderr == ""


def no_op(event: object) -> None:
    pass


@long
@pytest.mark.skipif(not HAS_COUNT, reason="the C library does not count what is allocated")
@pytest.mark.parametrize(
    "work",
    [
        lambda: superflip.solve("R U F", listener=no_op),
        lambda: superflip.check("R4"),
        lambda: pytest.raises(ValueError, superflip.solve, "R4 " * 50),
        lambda: pytest.raises(TypeError, superflip.solve, 5),
        lambda: list(superflip.solve_many(["R", "U"])),
        lambda: next(superflip.improve("R U F")),
        lambda: Cube("R U").to("json") + repr(Cube("R") ** 3 * ~Cube("U")),
        lambda: Question("R", to="U", coordinates=["corners: orientation"], moves="R U"),
        lambda: Engine(tables=False),
        lambda: superflip.scramble(),
    ],
)
def test_memory_stays_flat(work: Callable[[], object]) -> None:
    times = 300
    assert growth(allocated, work, times) < 8 * times  # half of the smallest block in each call


@long
def test_a_bar_is_for_terminals(tmp_path: object) -> None:
    at_once = "import superflip, superflip._progress; superflip._progress._PATIENCE = 0\n"  # for machines of any speed
    quiet = run(at_once + "superflip.Engine(tables=False).prepare()")
    assert (quiet.stdout, quiet.stderr) == ("", "")
    shown = run(at_once + "superflip.Engine(tables=False, progress=True).prepare()")
    assert "%|" in shown.stderr
    assert shown.stderr.endswith("\x1b[K")


@long
def test_a_folder_that_cannot_be_used_is_a_warning(tmp_path: object) -> None:
    blocked = os.path.join(str(tmp_path), "file")
    open(blocked, "w").close()
    done = run(f"import superflip; print(superflip.Engine(tables={blocked!r}).solve('R U F').length)")
    assert done.stdout == "3\n"
    nowhere = run(
        "import superflip; print(superflip.solve('R U F').length)",
        environment={"SUPERFLIP_CACHE": "", "XDG_CACHE_HOME": "", "HOME": ""},
    )
    assert nowhere.stdout == "3\n"
