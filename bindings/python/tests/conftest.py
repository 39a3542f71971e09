"""What the tests share."""

from __future__ import annotations

import os
import tempfile

import pytest

# By hand, too, tests never touch the user's tables.
os.environ.setdefault("SUPERFLIP_CACHE", tempfile.mkdtemp(prefix="superflip-tests-"))

from hypothesis import HealthCheck, settings

import superflip

# Under the address sanitizer, the module is some ten times slower.
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
long = pytest.mark.skipif(SANITIZED, reason="takes long under a sanitizer")

# No test measures time: a busy machine or a sanitizer may be slow.
settings.register_profile(
    "superflip",
    deadline=None,
    max_examples=10 if SANITIZED else 100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("superflip")

SOLVED = "".join(9 * face for face in "URFDLB")
# Two stickers of one corner are exchanged.
IMPOSSIBLE = "UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: for `make test`; `make quick` leaves it out")


@pytest.fixture(scope="session")
def prover() -> superflip.Engine:
    """An engine whose table for proofs is small, and there."""
    return superflip.Engine(optimal_table="optimal-47")


@pytest.fixture
def cubes() -> list[superflip.Cube]:
    random = superflip.Random(1)
    return [random.cube() for _ in range(20)]
