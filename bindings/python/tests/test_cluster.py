"""Campaigns by workers of Dask: the results are those of one process, whoever is killed on the way."""

from __future__ import annotations

import contextlib
import http.client
import importlib
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
import types
import urllib.parse
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

import superflip
from superflip.campaign import Campaign

from conftest import SANITIZED

distributed = pytest.importorskip("distributed", reason="Dask is missing: pip install 'superflip[cluster]'")
psutil = pytest.importorskip("psutil")
pytestmark = pytest.mark.skipif(SANITIZED, reason="starts many processes of Python")

from superflip import cluster

Found = TypeVar("Found")
TASKS = 400
OPTIONS = {"random": TASKS, "seed": 9, "nodes": 150_000}
SHORT = ("--memory", "1000000000")  # too little for a coset


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """What one process finds."""
    campaign = Campaign.create(tmp_path_factory.mktemp("one") / "c.db", "cubes", **OPTIONS)
    campaign.run()
    return words_of(campaign)


def words_of(campaign: Campaign) -> list[tuple[str, str]]:
    return [(row["input"], row["moves"]) for row in campaign.rows()]


@pytest.fixture
def campaign(tmp_path: pathlib.Path) -> Campaign:
    return Campaign.create(tmp_path / "c.db", "cubes", **OPTIONS)


@contextlib.contextmanager
def started(path: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "superflip.cluster", path, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        yield process


def workers_of(process: subprocess.Popen[str]) -> list[Any]:
    with contextlib.suppress(psutil.NoSuchProcess):
        children = psutil.Process(process.pid).children(recursive=True)
        return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    return []


def wait_for(process: subprocess.Popen[str], condition: Callable[[], Found]) -> Found:
    """What the condition gives as soon as it is true."""
    while not (found := condition()):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    return found


def wait_for_results(campaign: Campaign, results: int, process: subprocess.Popen[str], what: str = "done") -> None:
    wait_for(process, lambda: campaign.status()[what] >= results)


def test_several_workers_find_the_same(campaign: Campaign, expected: list[tuple[str, str]]) -> None:
    ran = cluster.run(campaign.path, "local", workers=3, limit=50)
    assert (ran["done"], ran["failed"], ran["left"]) == (50, 0, TASKS - 50)
    assert cluster.run(campaign.path, "local", workers="1-3")["left"] == 0
    assert words_of(campaign) == expected
    assert len({result["host"] for result in campaign.results()}) == 1
    assert all(result["tables"] for result in campaign.results())
    runs = _rows(campaign.path, "SELECT sum(done) AS done FROM runs WHERE ended = 2")
    assert runs[0]["done"] == TASKS  # of the workers
    assert campaign.verify()["wrong"] == []


@pytest.mark.slow
def test_killed_workers_lose_nothing(campaign: Campaign, expected: list[tuple[str, str]]) -> None:
    kills = 0
    with started(campaign.path, "--workers", "3") as process:
        for results in (10, 30, 50):
            wait_for_results(campaign, results, process)
            with contextlib.suppress(psutil.NoSuchProcess, IndexError):
                workers_of(process)[0].send_signal(signal.SIGKILL)
                kills += 1
        said = process.communicate()[1]
        assert process.returncode == 0, said
    assert kills > 0
    assert words_of(campaign) == expected


@pytest.mark.slow
def test_a_killed_client_goes_on(campaign: Campaign, expected: list[tuple[str, str]]) -> None:
    for results in (10, 40):
        with started(campaign.path, "--workers", "2") as process:
            wait_for_results(campaign, results, process)
            workers = workers_of(process)
            process.kill()
            assert "superflip" not in process.communicate()[1]  # Dask may say that its scheduler is gone
        psutil.wait_procs(workers, timeout=60)  # they notice that they are alone
        assert not any(worker.is_running() for worker in workers)
        status = campaign.status()
        assert status["claimed"] == 0 and results <= status["done"] <= TASKS
    # The last part in this process, without Dask.
    campaign.run()
    assert words_of(campaign) == expected


@pytest.mark.slow
def test_ctrl_c_gives_back_what_is_claimed(campaign: Campaign) -> None:
    with started(campaign.path, "--workers", "2") as process:
        wait_for_results(campaign, 5, process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said = process.communicate()[1]
    assert process.returncode == 130
    assert "Traceback" not in said and "distributed" not in said, said
    status = campaign.status()
    assert status["claimed"] == 0
    assert status["runs"][0]["alive"] is False


@contextlib.contextmanager
def separate_scheduler(tmp_path: pathlib.Path, workers: int) -> Iterator[str]:
    """A scheduler and workers that are started on their own, as SSHCluster does, on the loopback interface."""
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file), "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    processes = [subprocess.Popen([*command, "--no-dashboard", "--scheduler-file", str(file)], **quiet)]
    try:
        while not file.exists() or not file.read_text().strip():
            assert processes[0].poll() is None
            time.sleep(0.05)
        for threads in range(1, workers + 1):
            processes.append(subprocess.Popen([*worker, "--nthreads", str(threads), "--memory-limit", "0"], **quiet))
        address = json.loads(file.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=120)
        yield address
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:  # a worker of Dask that is just starting may miss the signal
                process.kill()
                process.wait()


@pytest.mark.slow
def test_a_scheduler_of_its_own(campaign: Campaign, expected: list[tuple[str, str]], tmp_path: pathlib.Path) -> None:
    with separate_scheduler(tmp_path, 2) as address:
        ran = cluster.run(campaign.path, address)
    assert ran["left"] == 0
    assert words_of(campaign) == expected


@pytest.mark.slow
def test_coordinates_use_the_threads_of_a_worker(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "coordinates", ["EdgeOrientation", "UDSlice", "Cube"])
    with separate_scheduler(tmp_path, 2) as address:
        ran = cluster.run(campaign.path, address)
    assert (ran["done"], ran["failed"]) == (2, 1)
    assert next(campaign.results())["result"]["distribution"] == [1, 2, 25, 202, 620, 900, 285, 13]


def test_the_dashboard_has_charts() -> None:
    pytest.importorskip("bokeh", reason="Bokeh is missing: pip install 'superflip[cluster]'")
    with cluster._client_of("local", cluster._Workers(0, 0, 1, 0)) as client:
        link = urllib.parse.urlsplit(client.dashboard_link)
        assert link.hostname is not None
        connection = http.client.HTTPConnection(link.hostname, link.port)
        with contextlib.closing(connection):
            connection.request("GET", link.path)
            answer = connection.getresponse()
            assert answer.status == 200
            assert 'id="status-tasks"' in answer.read().decode()


def test_mistakes(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(superflip.BadOption, match="workers"):
        cluster.run(campaign.path, "local", workers="many")
    for address in ("foo", "tcp://", "http://scheduler:8786", "scheduler:", ""):
        with pytest.raises(superflip.BadOption, match="expected local, slurm, or an address"):
            cluster.run(campaign.path, address)
    with pytest.raises(superflip.BadOption, match="limit"):
        cluster.run(campaign.path, limit=-1)
    with pytest.raises(superflip.BadOption, match="campaigns of cubes keep no checkpoints"):
        cluster.run(campaign.path, checkpoints="checkpoints")
    with pytest.raises(superflip.BadOption, match="has its own"):
        cluster.run(campaign.path, "tcp://127.0.0.1:1", workers=3)
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with pytest.raises(superflip.SystemFailure, match="no scheduler of Dask answers"):
        cluster.run(campaign.path, "tcp://127.0.0.1:1")
    with pytest.raises(superflip.SystemFailure):
        cluster.run(campaign.path + "none", "local")


def test_mistakes_are_refused_also_when_all_is_done(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cubes", random=1)
    campaign.run()
    assert cluster.run(campaign.path) == {"done": 0, "failed": 0, "left": 0}
    with pytest.raises(superflip.BadOption, match="expected local, slurm, or an address"):
        cluster.run(campaign.path, "foo")
    with pytest.raises(superflip.BadOption, match="expected a number"):
        cluster.run(campaign.path, workers=0)
    with pytest.raises(superflip.BadOption, match="has its own"):
        cluster.run(campaign.path, "tcp://127.0.0.1:1", workers=3)


def test_workers_with_other_tables_are_refused(campaign: Campaign) -> None:
    campaign.run(limit=1)
    name = next(iter(next(campaign.results())["tables"]))
    with pytest.raises(superflip.SystemFailure, match="has changed"):
        campaign._core.add_run("other", 1, "superflip", {name: "0123"})


def test_a_task_that_kills_its_workers_has_failed(campaign: Campaign) -> None:
    class KilledWorker(Exception):
        pass

    class FutureCancelledError(Exception):
        pass

    side = cluster._Client(campaign, None, (True, "", 0), 0, 0)
    again: list[list[tuple[int, str]]] = []
    side._submit = again.append  # type: ignore[method-assign]
    assert side._do_again(KilledWorker(), [(3, "three"), (4, "four")]) == []
    assert again == [[(3, "three")], [(4, "four")]]
    assert side._do_again(KilledWorker(), [(3, "three")]) == []
    assert [outcome[0] for outcome in side._do_again(KilledWorker(), [(3, "three")])] == [3]
    with pytest.raises(superflip.SystemFailure, match="scheduler"):
        side._do_again(FutureCancelledError(), [(4, "four")])
    with pytest.raises(superflip.OutOfMemory):
        side._do_again(superflip.OutOfMemory("all of it"), [(4, "four")])


def short_of_memory(bytes_needed: int) -> str:
    available, _ = cluster._memory()
    return "" if available >= bytes_needed else f"{bytes_needed / 1e9:.0f} GB of free memory are needed"


def cosets(path: pathlib.Path) -> Campaign:
    """Near G1 and not deep, so that little of the 3.3 GB of each is touched."""
    return Campaign.create(path, "cosets", ["R U F", "F R' U2 B", "L2 F D B'"], max_depth=6, keep_left=True)


# Far from G1, with few positions up to depth 11.
DEEP = ["R U F L D B R U F L", "B' L F L2 D B2 R B L' U2"]
ROOM = ("--workers", "1", "--memory", "3500000000")  # for one coset


def counts_of(campaign: Campaign) -> list[tuple[str, list[int], int]]:
    return [(row["input"], json.loads(row["distribution"]), row["left"]) for row in campaign.rows()]


@pytest.mark.slow
def test_cosets(tmp_path: pathlib.Path) -> None:
    if reason := short_of_memory(5_000_000_000):
        pytest.skip(reason)
    one = cosets(tmp_path / "one.db")
    one.run(memory=4_500_000_000, threads=1)
    expected = counts_of(one)
    assert len(expected) == 3 and all(sum(distribution) > 0 for _, distribution, _ in expected)
    local = cosets(tmp_path / "local.db")
    # Without a number, as many as there is room for: here for one.
    ran = cluster.run(local.path, "local", memory=4_500_000_000)
    assert (ran["done"], ran["failed"], ran["left"]) == (3, 0, 0)
    assert counts_of(local) == expected
    assert len(_rows(local.path, "SELECT run FROM runs WHERE ended = 2")) == 1


@pytest.mark.slow
def test_killed_workers_lose_no_coset(tmp_path: pathlib.Path) -> None:
    """One is killed when it has been given the first coset, and one when that is done."""
    if reason := short_of_memory(5_000_000_000):
        pytest.skip(reason)
    one, campaign = cosets(tmp_path / "one.db"), cosets(tmp_path / "c.db")
    one.run(memory=4_500_000_000, threads=1)
    kills = 0
    with started(campaign.path, "--workers", "1", "--memory", "4500000000") as process:
        for what in ("claimed", "done"):
            wait_for_results(campaign, 1, process, what)
            with contextlib.suppress(psutil.NoSuchProcess, IndexError):
                workers_of(process)[0].send_signal(signal.SIGKILL)
                kills += 1
        said = process.communicate()[1]
        assert process.returncode == 0, said
    assert kills > 0
    assert campaign.status()["left"] == 0
    assert counts_of(campaign) == counts_of(one)


@pytest.mark.slow
def test_cosets_go_on_from_checkpoints(tmp_path: pathlib.Path) -> None:
    """The worker is killed when its checkpoint has the levels to depth 13, with 73,621 positions of four bytes."""
    if reason := short_of_memory(4_500_000_000):
        pytest.skip(reason)
    options = {"search_depth": 15, "max_depth": 15, "keep_left": True}
    campaign = Campaign.create(tmp_path / "c.db", "cosets", [DEEP[0]], **options)
    folder = tmp_path / "checkpoints"

    def has_levels() -> bool:
        with contextlib.suppress(FileNotFoundError):  # one is just being replaced
            return any(file.stat().st_size > 250_000 for file in folder.glob("*.checkpoint"))
        return False

    with started(campaign.path, *ROOM, "--checkpoints", str(folder)) as process:
        wait_for(process, has_levels)
        for worker in workers_of(process):
            with contextlib.suppress(psutil.NoSuchProcess):
                worker.kill()
        said = process.communicate()[1]
        assert process.returncode == 0, said
    assert json.loads(next(campaign.rows())["distribution"])[10:] == [4, 184, 3844, 69589, 1158714, 18276639]
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_kills_in_passes_lose_no_coset(tmp_path: pathlib.Path) -> None:
    """The worker is killed in a pass, then the client when another worker is in one."""
    if reason := short_of_memory(4_500_000_000):
        pytest.skip(reason)
    one, campaign = (
        Campaign.create(tmp_path / name, "cosets", DEEP, search_depth=11, keep_left=True) for name in ("one.db", "c.db")
    )
    one.run(memory=3_500_000_000, threads=1)
    killed: list[Any] = []

    def in_pass(process: subprocess.Popen[str]) -> list[Any]:
        """The workers that are in a pass. The search marks a few hundred of the bitmap's 2,520 pages of a megabyte, and
        passes mark all."""
        found = []
        for worker in workers_of(process):
            with contextlib.suppress(psutil.NoSuchProcess):
                if worker not in killed and worker.memory_info().rss > 2_000_000_000:
                    found.append(worker)
        return found

    with started(campaign.path, *ROOM) as process:
        killed += wait_for(process, lambda: in_pass(process))
        for worker in killed:
            worker.kill()
        wait_for(process, lambda: in_pass(process))
        workers = workers_of(process)
        process.kill()
        process.communicate()
    psutil.wait_procs(workers, timeout=60)
    status = campaign.status()
    assert (status["claimed"], status["failed"]) == (0, 0)
    assert cluster.run(campaign.path, "local", workers=1, memory=3_500_000_000)["left"] == 0
    assert counts_of(campaign) == counts_of(one)
    assert len(counts_of(one)[0][1]) == 21


@pytest.mark.slow
def test_cosets_of_several_workers(tmp_path: pathlib.Path) -> None:
    if reason := short_of_memory(9_000_000_000):
        pytest.skip(reason)
    one, local, remote = (cosets(tmp_path / name) for name in ("one.db", "local.db", "remote.db"))
    one.run()
    assert cluster.run(local.path, "local", workers=2)["done"] == 3
    with separate_scheduler(tmp_path, 2) as address:
        # The two share it, which the workers find out.
        assert cluster.run(remote.path, address, memory=8_000_000_000)["done"] == 3
        with pytest.raises(superflip.OutOfMemory, match=r"and 2500 MB are available"):
            cluster.run(cosets(tmp_path / "other.db").path, address, memory=5_000_000_000)
    assert counts_of(local) == counts_of(remote) == counts_of(one)


def test_workers_of_a_machine_share_its_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    spec = cosets(tmp_path / "c.db")._core.spec
    others = ['{"kind": "cubes", "random": 8}', '{"kind": "coordinates", "catalogue": true}']
    assert [cluster._takes_memory(text) for text in (spec, *others)] == [True, False, False]
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(cluster, "_memory", lambda: (20_000_000_000, 24_000_000_000))

    def local(wanted: tuple[int, int] | None, memory: int = 0) -> tuple[int, ...]:
        return cluster._local_workers(spec, (True, "", memory), wanted)

    least, most, threads, memory = local(None)
    assert 1 < most < 6 and (least, threads, memory) == (most, 8 // most, 18_000_000_000 // most)
    assert local((1, 2)) == (1, 2, 4, 9_000_000_000)
    assert local((2, 2), 10_000_000_000) == (2, 2, 4, 5_000_000_000)
    assert local(None, 5_000_000_000)[:2] == (1, 1)
    with pytest.raises(superflip.OutOfMemory, match="8 workers are too many: a coset needs .* for each"):
        local((8, 8))
    with pytest.raises(superflip.OutOfMemory, match="a coset needs .* and 3000 MB are available$"):
        local(None, 3_000_000_000)
    # Others share tables, which are there once.
    assert cluster._local_workers(others[0], (True, "", 0), None) == (8, 8, 1, 0)
    assert cluster._local_workers(others[0], (True, "", 5), (2, 3)) == (2, 3, 1, 5)


def test_workers_on_other_machines_share_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_memory", lambda: (20_000_000_000, 20_000_000_000))
    limits = types.SimpleNamespace(memory_limit=None)
    worker = types.SimpleNamespace(address="tcp://10.0.0.5:1234", memory_manager=limits)
    monkeypatch.setattr(cluster, "_worker", lambda: worker)
    hosts = {"10.0.0.5": 4, "10.0.0.6": 1}
    assert cluster._memory_of_worker(0, hosts) == 4_000_000_000
    assert cluster._memory_of_worker(10_000_000_000, hosts) == 2_500_000_000
    assert cluster._memory_of_worker(0, {}) == 16_000_000_000
    monkeypatch.setattr(cluster, "_memory", lambda: (3_000_000_000, 20_000_000_000))
    assert cluster._memory_of_worker(0, hosts) == 2_700_000_000
    limits.memory_limit = 2_000_000_000  # of Dask
    assert cluster._memory_of_worker(0, hosts) == 1_500_000_000


def test_a_worker_keeps_one_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_executors", {})
    begun, may_end = threading.Event(), threading.Event()

    class Core:
        at_once = 1

        def __init__(self, spec: str, *_: object) -> None:
            assert len(cluster._executors) <= 1  # the others have been dropped
            self.spec = spec

        def prepare(self) -> dict[str, str]:
            return {}

        def execute(self, number: int, task: str, checkpoints: str) -> tuple[float, str, None, int]:
            if task == "slow":
                begun.set()
                may_end.wait()
            return 0.1, task, None, 0

    def kept() -> list[object]:
        return [executor.core.spec for executor in cluster._executors.values()]

    monkeypatch.setattr(cluster, "_core", types.SimpleNamespace(TaskExecutor=Core, version=superflip._core.version))
    for spec in "aabca":
        assert cluster.execute(spec, [(0, "a task")])[1] == [(0, 0.1, "a task", None, 0)]
        assert kept() == [spec]
    slow = threading.Thread(target=cluster.execute, args=("d", [(0, "slow")]))
    slow.start()
    begun.wait()
    cluster.execute("e", [(0, "a task")])
    assert kept() == ["d", "e"]
    may_end.set()
    slow.join()
    assert kept() == ["e"]


class Ended:
    """A future that has ended on a worker."""

    status = "finished"

    def __init__(self, *given: Any) -> None:
        self._given = given

    def result(self) -> tuple[Any, ...]:
        return self._given


def test_what_is_done_is_kept_when_a_worker_fails(campaign: Campaign) -> None:
    side = cluster._Client(campaign, None, (True, "", 0), 0, 0)
    again: list[list[tuple[int, str]]] = []
    side._submit = again.append  # type: ignore[method-assign]
    campaign._core.begin_run({})
    tasks = campaign._core.take(4)
    who = {"host": "other", "process": 1, "program": "superflip", "tables": {}}

    def result(task: tuple[int, str]) -> tuple[int, float, str, None, int]:
        return (task[0], 0.1, "{}", None, 0)

    def receive(*given: tuple[Ended, list[tuple[int, str]]]) -> None:
        side._groups.update(given)
        side._receive([future for future, _ in given])

    full = (superflip.SystemFailure.code, "the disk is full")
    receive((Ended(who, [result(tasks[0])], full), tasks[:2]))
    assert (side.done, again) == (1, [tasks[1:2]])
    receive((Ended(who, [], full), tasks[1:2]))
    assert (side.done, again) == (1, [tasks[1:2], tasks[1:2]])
    with pytest.raises(superflip.SystemFailure, match="the disk is full"):
        receive((Ended(who, [], full), tasks[1:2]), (Ended(who, [result(tasks[2])], None), tasks[2:3]))
    assert side.done == 2
    with pytest.raises(superflip.BadOption, match="no such option"):  # at once
        receive((Ended(who, [], (superflip.BadOption.code, "no such option")), tasks[3:]))
    campaign._core.release()


@pytest.mark.parametrize("kind", superflip.SuperflipError.__subclasses__())
def test_exceptions_come_through_dask(kind: type[superflip.SuperflipError]) -> None:
    error = kind("a sentence")
    error.position = 3
    pickled = importlib.import_module("tblib.pickling_support").pickle_exception(error)
    for copy in (pickle.loads(pickle.dumps(error)), pickled[0](*pickled[1])):
        assert (type(copy), str(copy)) == (kind, "a sentence")
    assert pickle.loads(pickle.dumps(error)).position == 3


@pytest.mark.slow
def test_too_little_memory_is_one_sentence(tmp_path: pathlib.Path) -> None:
    campaign = Campaign.create(tmp_path / "c.db", "cosets", random=2, max_depth=4, keep_left=True)

    def check(dask: str) -> None:
        with started(campaign.path, "--dask", dask, *SHORT) as process:
            said = process.communicate()[1]
        assert process.returncode == 3
        assert said.startswith("superflip: a coset needs") and said.count("\n") == 1, said
        assert campaign.status()["left"] == 2

    check("local")
    with separate_scheduler(tmp_path, 1) as address:  # there a worker finds out
        check(address)


def test_slurm_needs_to_be_configured(campaign: Campaign) -> None:
    pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is missing: pip install 'superflip[cluster]'")
    import dask

    if dask.config.get("jobqueue.slurm.cores", None):
        pytest.skip("there is a configuration for Slurm here")
    with pytest.raises(superflip.BadOption, match=r"campaigns\.md"):
        cluster.run(campaign.path, "slurm")


@pytest.mark.slow
def test_jobs_of_slurm(campaign: Campaign, expected: list[tuple[str, str]], tmp_path: pathlib.Path) -> None:
    """With a real Slurm of one node, where it can be started; one of its jobs is cancelled in the middle."""
    by_slurm(
        campaign,
        """
        set -eu
        "$1" -m superflip.cluster "$2" --dask slurm --workers 2 &
        client=$!
        "$1" -c "$3" "$2" $client
        job=$(squeue -h -o %i | head -n 1)
        [ -z "$job" ] || scancel "$job"
        wait $client
        """,
        "1GB",
        tmp_path,
    )
    assert words_of(campaign) == expected
    assert _rows(campaign.path, "SELECT run FROM runs WHERE ended = 2")


@pytest.mark.slow
def test_a_job_of_slurm_counts_cosets(tmp_path: pathlib.Path) -> None:
    if reason := short_of_memory(6_000_000_000):
        pytest.skip(reason)
    one, campaign = cosets(tmp_path / "one.db"), cosets(tmp_path / "c.db")
    by_slurm(campaign, 'exec "$1" -m superflip.cluster "$2" --dask slurm --workers 1', "5GB", tmp_path)
    assert _rows(campaign.path, "SELECT run FROM runs WHERE ended = 2")
    one.run(memory=4_500_000_000, threads=1)
    assert counts_of(campaign) == counts_of(one)


def by_slurm(campaign: Campaign, script: str, memory: str, tmp_path: pathlib.Path) -> None:
    """Runs a script with a Slurm of its own, whose jobs have one core and that memory. Its arguments are Python, the
    campaign, and a program that waits for ten results: `python -c PROGRAM CAMPAIGN PROCESS`. Skips the test where Slurm
    cannot be started."""
    pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is missing: pip install 'superflip[cluster]'")
    (tmp_path / "job.sh").write_text(script)
    count = """
import os, sys, time
from superflip.campaign import Campaign
campaign = Campaign(sys.argv[1], readonly=True)
while campaign.status()["done"] < 10:
    os.kill(int(sys.argv[2]), 0)  # fails when the client has ended
    time.sleep(0.05)
"""
    job = ["sh", tmp_path / "job.sh", sys.executable, campaign.path, count]
    done = subprocess.run(
        [pathlib.Path(__file__).with_name("slurm.sh"), tmp_path / "slurm", *job],
        cwd=tmp_path,
        env=os.environ
        | {
            "DASK_JOBQUEUE__SLURM__CORES": "1",
            "DASK_JOBQUEUE__SLURM__MEMORY": memory,
            "DASK_JOBQUEUE__SLURM__LOG_DIRECTORY": str(tmp_path),
        },
        capture_output=True,
        text=True,
    )
    if done.returncode == 77:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr


def _rows(path: str, query: str) -> list[dict[str, Any]]:
    """In a process of its own: two copies of SQLite in one process would undo each other's locks."""
    code = "import json, sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.row_factory = sqlite3.Row;"
    code += "print(json.dumps([dict(row) for row in d.execute(sys.argv[2])]))"
    done = subprocess.run([sys.executable, "-c", code, path, query], capture_output=True, text=True, check=True)
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
