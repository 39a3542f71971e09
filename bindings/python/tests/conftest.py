"""What the tests share."""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable

import pytest

# By hand, too, tests never touch the user's tables.
os.environ.setdefault("SUPERFLIP_CACHE", tempfile.mkdtemp(prefix="superflip-tests-"))

# What scripts/python-environment.sh fetched for pyright, which then asks nobody for newer versions.
PYRIGHT = os.path.join(sys.prefix, "pyright")
os.environ.update(PYRIGHT_PYTHON_CACHE_DIR=PYRIGHT, PYRIGHT_PYTHON_IGNORE_WARNINGS="1")

from hypothesis import HealthCheck, settings

import superflip

# Under the address sanitizer, the module is some ten times slower.
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
long = pytest.mark.skipif(SANITIZED, reason="takes long under a sanitizer")

# The examples of a law are the same in each run, so that no change fails by chance. SUPERFLIP_SEED asks for others: a
# number, or "random". What was used is printed at the end, to repeat it.
SEED = os.environ.get("SUPERFLIP_SEED", "")
if SEED == "random":
    SEED = str(random.SystemRandom().getrandbits(32))

# No test measures time: a busy machine or a sanitizer may be slow.
settings.register_profile(
    "superflip",
    deadline=None,
    max_examples=10 if SANITIZED else 100,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not SEED,
    database=None,
)
settings.load_profile("superflip")

SOLVED = "".join(9 * face for face in "URFDLB")
# Two stickers of one corner are exchanged.
IMPOSSIBLE = "UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


@pytest.hookimpl(tryfirst=True)  # before the plugin of Hypothesis, which reads the option
def pytest_configure(config: pytest.Config) -> None:
    if SEED:
        config.option.hypothesis_seed = SEED
    config.addinivalue_line("markers", "slow: for `make check`; `make test` leaves it out")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    fixed = "fixed (SUPERFLIP_SEED=random for others)"
    terminalreporter.write_line(f"examples of laws: {f'SUPERFLIP_SEED={SEED}' if SEED else fixed}")


class _MallInfo(ctypes.Structure):
    """What mallinfo2 of the GNU C library returns: numbers of bytes, and of parts."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


try:
    _mallinfo = ctypes.CDLL(None).mallinfo2
    _mallinfo.restype = _MallInfo
except (AttributeError, OSError, TypeError):  # another C library, or one before 2.33
    _mallinfo = None
HAS_COUNT = _mallinfo is not None and not SANITIZED


def allocated() -> int:
    """Bytes that are allocated and not freed, by the C library; each block of Python's own counts as 16, its least size.
    Precondition: HAS_COUNT."""
    found = _mallinfo()
    return found.uordblks + found.hblkhd + 16 * sys.getallocatedblocks()


def address_space() -> int:
    """Bytes of the addresses of this process, which large tables get from the system. Precondition: HAS_COUNT."""
    with open("/proc/self/status") as file:
        return 1024 * next(int(line.split()[1]) for line in file if line.startswith("VmSize:"))


def growth(measure: Callable[[], int], work: Callable[[], object], times: int) -> int:
    """By how much a measure grows while work() is done so many times. This is the median of several rounds: what leaks does
    so in all of them, and what is kept once, or freed late, in few."""

    def measured() -> int:
        for _ in range(times):
            work()
        gc.collect()
        return measure()

    measured()
    rounds = [measured() for _ in range(8)]
    return statistics.median_low(after - before for before, after in itertools.pairwise(rounds))


def turns_of_others(work: Callable[[int], object], wanted: int) -> None:
    """Checks that another thread of Python gets so many turns during work(i), i = 0, 1, 2, ..., each longer than the one
    before, on a machine of any speed. Python takes the GIL from nobody meanwhile: a turn is one that the work allows."""
    turns = 0
    over = False

    def take() -> None:
        nonlocal turns
        while not over:
            turns += 1
            time.sleep(0.0001)  # gives the GIL back

    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    thread = threading.Thread(target=take)
    try:
        thread.start()
        deadline = time.monotonic() + 60
        longer = 0
        while True:
            before = turns
            work(longer)
            if turns - before >= wanted:
                break
            assert time.monotonic() < deadline, f"{turns - before} turns of the other thread"
            longer += 1
    finally:
        over = True
        thread.join()
        sys.setswitchinterval(interval)


@pytest.fixture(scope="session")
def prover() -> superflip.Engine:
    """An engine whose table for proofs is small, and there."""
    return superflip.Engine(optimal_table="optimal-47")


@pytest.fixture
def cubes() -> list[superflip.Cube]:
    random = superflip.Random(1)
    return [random.cube() for _ in range(20)]
