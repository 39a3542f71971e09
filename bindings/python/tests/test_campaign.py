"""Campaigns: the file is the same for Python and the program, and what is wrong is an exception with a sentence."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest

import superflip
from superflip.campaign import Campaign, _at, kinds

from conftest import long

FAST = {"profile": "compact", "nodes": 2000}


def test_a_campaign_from_end_to_end(tmp_path: pathlib.Path) -> None:
    assert set(kinds()) >= {"cubes", "coordinates"}
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=20, seed=3, **FAST)
    assert len(campaign) == 20
    assert campaign.spec == {"kind": "cubes", "random": "20", "seed": "3", "profile": "compact", "nodes": "2000"}
    assert campaign.run(limit=5)["done"] == 5
    assert campaign.status()["left"] == 15
    ran = campaign.run(threads=2)
    assert (ran["done"], ran["failed"]) == (15, 0)
    results = list(campaign.results())
    assert [result["task"] for result in results] == list(range(20))
    for result in results:
        word = result["result"]["solutions"][0]["moves"]
        assert superflip.Cube(result["input"]) * superflip.Cube(word) == superflip.Cube()
    assert [result["task"] for result in campaign.results(start=18)] == [18, 19]
    found = campaign.verify("1/2", seed=2)
    assert (found["results"], found["verified"], found["wrong"]) == (20, 10, [])
    assert found["checked"] == {"words replayed on stickers": 10}


def test_columns_are_arrays(tmp_path: pathlib.Path) -> None:
    np = pytest.importorskip("numpy")
    campaign = Campaign.create(tmp_path / "c.db", "coordinates", ["EdgeOrientation", "UDSlice", "Cube"])
    assert campaign.run()["failed"] == 1
    columns = campaign.columns()
    assert columns["task"].dtype == np.int64
    assert columns["reached"].tolist() == [2048, 495, None]
    assert json.loads(columns["distribution"][0]) == [1, 2, 25, 202, 620, 900, 285, 13]
    assert "Cube" in columns["input"] and columns["error"][0] is None and "values" in columns["error"][2]


def test_tasks_from_any_iterable(tmp_path: pathlib.Path) -> None:
    cubes = [superflip.Cube("R U F"), "R2 U2", superflip.Cube("F")]
    campaign = Campaign.create(tmp_path / "c.db", "cubes", (cube for cube in cubes), **FAST)
    campaign.run()
    assert [row["length"] for row in campaign.rows()] == [3, 2, 1]


def test_mistakes(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "c.db"
    with pytest.raises(superflip.BadOption, match="no kind"):
        Campaign.create(path, "nothing")
    with pytest.raises(superflip.BadOption, match="metric"):
        Campaign.create(path, "cubes", random=3, metric="xtm")
    with pytest.raises(superflip.BadOption, match="^seed: it is for random cubes$"):
        Campaign.create(path, "cubes", ["R"], seed=3)
    with pytest.raises(superflip.BadOption, match="needs a list"):
        Campaign.create(path, "cubes")
    with pytest.raises(superflip.Unreadable, match="line 2"):
        Campaign.create(path, "cubes", ["R", "R4"])
    assert not list(tmp_path.iterdir())
    with pytest.raises(superflip.SystemFailure):
        Campaign(path)
    path.write_text("text, and long enough for a header of a database: some notes of mine, on cubes and other things")
    with pytest.raises(superflip.Unreadable, match="not a SQLite database"):
        Campaign(path, readonly=True)
    path.unlink()
    campaign = Campaign.create(path, "cubes", random=3, **FAST)
    with pytest.raises(superflip.BadOption, match="exists already"):
        Campaign.create(path, "cubes", random=3)
    with pytest.raises(superflip.BadOption):
        campaign.verify(2)
    with pytest.raises(superflip.BadOption):
        campaign.run(optimal_table="none")
    with pytest.raises(superflip.BadOption, match="campaigns of cubes keep no checkpoints"):
        campaign.run(checkpoints=tmp_path / "checkpoints")
    with pytest.raises(superflip.BadOption, match="no place for others"):
        Campaign.create(tmp_path / "other.db", "cubes", ["R"], random=3)
    for option in ({"limit": -1}, {"threads": -1}, {"memory": -1}):
        with pytest.raises(superflip.BadOption, match="is -1"):
            campaign.run(**option)
    for share in ("some", 0, -1, float("nan")):
        with pytest.raises(superflip.BadOption, match="share"):
            campaign.verify(share)
    with pytest.raises(superflip.BadOption, match="seed is -1"):
        campaign.verify(seed=-1)
    with pytest.raises(superflip.BadOption, match="start is -1"):
        next(campaign.results(start=-1))


def test_one_run_at_a_time(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=10, **FAST)
    campaign._core.begin_run({})
    with pytest.raises(superflip.BadOption, match="has begun already"):
        campaign.run()
    campaign._core.release()
    with pytest.raises(superflip.BadOption, match="no run"):
        campaign._core.take(1)
    assert campaign.run()["done"] == 10


def test_a_forged_result_is_found(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cubes", ["R U F", "R2 U2"], **FAST)
    campaign.run()
    del campaign  # this process must not open the file with another copy of SQLite at the same time
    with sqlite3.connect(tmp_path / "c.db") as database:
        database.execute("UPDATE results SET result = replace(result, 'U2 R2', 'U2 R') WHERE task = 1")
    database.close()
    found = Campaign(tmp_path / "c.db", readonly=True).verify()
    assert [wrong["task"] for wrong in found["wrong"]] == [1]
    assert "does not solve" in found["wrong"][0]["why"]


def test_failed_tasks_are_opened_again(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "coordinates", ["Cube"])
    assert campaign.run()["failed"] == 1
    assert campaign.run()["failed"] == 0
    assert campaign.run(retry=True)["failed"] == 1


def test_ctrl_c_ends_a_run(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=10**9, **FAST)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        campaign.run()
    timer.join()
    status = campaign.status()
    assert status["claimed"] == 0
    assert sum(1 for _ in campaign.results()) == status["done"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_opens_it_again(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=10, **FAST)
    child = os.fork()
    if child == 0:
        try:
            campaign.status()
        except superflip.BadOption:
            os._exit(0 if len(Campaign(tmp_path / "c.db")) == 10 else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert campaign.run()["done"] == 10


@long
def test_parquet(tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is missing")
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=30, **FAST)
    campaign.run()
    campaign.to_parquet(tmp_path / "out.parquet")
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert rows == list(campaign.rows())
    # The same columns and types without any result.
    Campaign.create(tmp_path / "open.db", "cubes", random=30, **FAST).to_parquet(tmp_path / "open.parquet")
    assert parquet.read_schema(tmp_path / "open.parquet") == parquet.read_schema(tmp_path / "out.parquet")
    written = subprocess.run(
        [sys.executable, "-m", "superflip.campaign", "export", str(tmp_path / "c.db"), "--parquet", "-"],
        capture_output=True,
    )
    assert written.returncode == 0, written.stderr
    (tmp_path / "again.parquet").write_bytes(written.stdout)
    assert parquet.read_table(tmp_path / "again.parquet").to_pylist() == rows
    refused = subprocess.run(
        [sys.executable, "-m", "superflip.campaign", "export", str(tmp_path / "none.db"), "--parquet", "-"],
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 3 and refused.stderr.startswith("superflip: ")


def test_an_export_destroys_nothing(tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is missing")
    campaign = Campaign.create(tmp_path / "c.db", "coordinates", ["EdgeOrientation"])
    campaign.run()
    (tmp_path / "link").symlink_to("c.db")
    for name in ("c.db", "link", "c.db-wal", "c.db-shm"):
        with pytest.raises(superflip.BadOption, match="belongs to the campaign"):
            campaign.to_parquet(tmp_path / name)
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o640)
    (tmp_path / "to-old").symlink_to("old")
    campaign.to_parquet(tmp_path / "to-old")
    assert (tmp_path / "to-old").is_symlink() and (tmp_path / "old").stat().st_mode & 0o777 == 0o640
    assert parquet.read_table(tmp_path / "old").num_rows == 1
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE)
    campaign.to_parquet(tmp_path / "pipe")
    assert reader.communicate()[0] == (tmp_path / "old").read_bytes()
    assert not [name for name in os.listdir(tmp_path) if ".part-" in name]


def test_an_empty_campaign_is_a_table_without_rows(tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is missing")
    Campaign.create(tmp_path / "c.db", "cubes", random=3).to_parquet(tmp_path / "out.parquet")
    assert parquet.read_table(tmp_path / "out.parquet").num_rows == 0


def test_pointers() -> None:
    value = {"a": [{"b": 5}], "c": None}
    assert _at(value, "/a/0/b") == 5
    assert _at(value, "/a/1/b") is None
    assert _at(value, "/c/d") is None
    assert _at(None, "/a") is None
