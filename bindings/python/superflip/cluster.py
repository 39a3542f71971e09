"""Campaigns on many machines, by Dask: pip install 'superflip[cluster]'.

    superflip campaign run c.db --dask local --workers 4
    superflip campaign run c.db --dask tcp://scheduler:8786
    superflip campaign run c.db --dask slurm --workers 1-40

The client, which is this process, owns the database: it claims tasks, and commits what workers give. Workers need the
package and nothing else. A worker executes a task from two texts, what the campaign does and what the task is, with
tables that are mapped files: once in memory for all workers of a machine. If a worker is lost, its tasks are done
again; if the client is killed, what was committed stays, and the next run goes on. Dask's dashboard shows the progress.
"""

from __future__ import annotations

import collections
import contextlib
import importlib
import logging
import os
import queue
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple, Optional

from superflip import _core, _errors
from superflip._errors import BadOption, OutOfMemory, SuperflipError, SystemFailure
from superflip.campaign import Campaign, _Line, _run_main

__all__ = ["execute", "run"]

# A task is failed when Dask has given it up so often, each time after several workers died with it.
_MOST_DEATHS = 3
# A run ends when workers have so often failed at the same task: their machines are full, or have too little memory.
_MOST_FAILURES = 3
# Short tasks are given out together, so that a group takes about so many seconds, and at most so many.
_GROUP, _MOST_AT_ONCE = 0.5, 256
_TOUCH = 60.0
_PATIENCE = 20  # seconds, until a scheduler answers
_INTERNAL = 8  # ErrorKind
# Of the memory of a machine, what the tasks of all of its workers may take. The rest is for Python.
_OF_AVAILABLE, _OF_ALL = 0.9, 0.8
# Of what Dask lets a worker take: at a little more than that it gives it no more tasks.
_OF_LIMIT = 0.75
_ADDRESS = re.compile(r"(tcp|tls|ucx|ucxx|ws|wss)://[^\s/]+|[^\s/]+:[0-9]+")

# A task's number, its seconds, its result, or why there is none and the `ErrorKind` of that.
_Outcome = tuple[int, float, Optional[str], Optional[str], int]
# The same with the row of the worker in the database, after the seconds.
_Commit = tuple[int, float, int, Optional[str], Optional[str], int]
# The code and the text of a `SuperflipError`.
_Failure = tuple[int, str]
# How the engines of workers are made: where tables are, the optimal solver's table, memory.
_Options = tuple[object, str, int]


class _Executor:
    """What a worker process keeps: the tables of a campaign, and the memory of its tasks."""

    def __init__(self, spec: str, options: _Options, threads: int) -> None:
        tables, optimal_table, memory = options
        self.core = _core.TaskExecutor(spec, tables, optimal_table, memory, threads)
        self.tables = self.core.prepare()
        self.turns = threading.BoundedSemaphore(self.core.at_once)
        self.users = 0


# The last one is the newest. Others are there only while they are used.
_executors: dict[tuple[object, ...], _Executor] = {}
_lock = threading.Lock()


def _drop_unused(newest: tuple[object, ...]) -> None:
    for key, executor in list(_executors.items()):
        if key != newest and key[0] == newest[0] and executor.users == 0:
            del _executors[key]


@contextlib.contextmanager
def _executor_of(spec: str, options: _Options, threads: int, hosts: dict[str, int] | None) -> Iterator[_Executor]:
    key = (os.getpid(), spec, options, threads)  # after a fork, those of the parent are left alone
    with _lock:
        if key not in _executors:
            _drop_unused(key)  # first, so that their memory is there for this one
            share = options if hosts is None else (*options[:2], _memory_of_worker(options[2], hosts))
            _executors[key] = _Executor(spec, share, threads)
        executor = _executors[key]
        executor.users += 1
    try:
        yield executor
    finally:
        with _lock:
            executor.users -= 1
            _drop_unused(next(reversed(_executors)))


def execute(
    spec: str,
    tasks: list[tuple[int, str]],
    options: _Options = (True, "", 0),
    threads: int = 0,
    hosts: dict[str, int] | None = None,
    checkpoints: str = "",
) -> tuple[dict[str, Any], list[_Outcome], _Failure | None]:
    """Executes tasks, on a worker: who it is, what came out, and why tasks are left, where the machine failed. `spec`
    is the JSON of `Campaign.spec`, `tasks` are numbers and texts, and `threads` is how many this process may use; 0: as
    many as Dask runs tasks here at once. With `hosts`, how many workers there are on each, the memory in `options` is
    for all workers of a host together; 0: what the machine has. `checkpoints` is the folder of `run`, if not empty.

    A failure is given and not raised: Dask would lose the outcomes with it, and report each one in many lines.
    """
    who = {"host": socket.gethostname(), "process": os.getpid(), "program": f"superflip {_core.version()}"}
    outcomes: list[_Outcome] = []
    try:
        with _executor_of(spec, options, threads or _threads_of_worker(), hosts) as executor:
            who["tables"] = executor.tables
            for number, text in tasks:
                with executor.turns:
                    outcomes.append((number, *executor.core.execute(number, text, checkpoints)))
    except SuperflipError as error:
        return who, outcomes, (error.code, str(error))
    return who, outcomes, None


def _worker() -> Any:
    """Dask's worker that this is; None elsewhere."""
    try:
        return importlib.import_module("distributed").get_worker()
    except (ImportError, ValueError):
        return None


def _threads_of_worker() -> int:
    worker = _worker()
    return int(worker.state.nthreads) if worker else 1


def _host_of(address: str) -> str:
    return urllib.parse.urlsplit(address).hostname or ""


def _memory() -> tuple[int, int]:
    """What this machine has available, and all of it, as far as this process may use it."""
    most = int(importlib.import_module("distributed.system").MEMORY_LIMIT)
    return min(int(importlib.import_module("psutil").virtual_memory().available), most), most


def _memory_of_worker(memory: int, hosts: dict[str, int]) -> int:
    """The share of this worker in what the workers of its host may take together; 0: what there is."""
    worker = _worker()
    workers = max(1, hosts.get(_host_of(worker.address), 1)) if worker else 1
    if memory:
        return max(1, memory // workers)
    # The others may have taken their share, or not yet.
    available, most = _memory()
    share = min(_OF_AVAILABLE * available, _OF_ALL * most / workers)
    limit = worker.memory_manager.memory_limit if worker else None
    return max(1, int(min(share, _OF_LIMIT * limit) if limit else share))


def _takes_memory(spec: str) -> bool:
    """Whether each task takes memory of its own, beside tables, so that there is only room for some at once."""
    try:
        _core.TaskExecutor(spec, False, "", 1, 1)
    except OutOfMemory:
        return True
    return False


class _Workers(NamedTuple):
    """The workers of this machine, or the jobs that are asked for."""

    least: int
    most: int
    threads: int  # of each
    memory: int  # of each; 0: each finds its share


def _local_workers(spec: str, options: _Options, wanted: tuple[int, int] | None) -> _Workers:
    """As many as are wanted, or as there is room for. Raises `OutOfMemory` where there is no room for those."""
    cores = os.cpu_count() or 1
    if not _takes_memory(spec):
        return _Workers(*(wanted or (cores, cores)), 1, options[2])
    memory = options[2] or int(_OF_AVAILABLE * _memory()[0])

    def at_once(share: int, threads: int) -> int:
        """How many tasks there is room for; raises `OutOfMemory` for none."""
        return _core.TaskExecutor(spec, *options[:2], max(1, share), threads).at_once

    if wanted:
        least, most = wanted
    else:
        try:
            least = most = at_once(memory, cores)
        except OutOfMemory:  # perhaps there is room with fewer threads
            least = most = 1
    # Each thread takes memory, too.
    for threads in range(max(1, cores // most), 0, -1):
        try:
            at_once(memory // most, threads)
            break
        except OutOfMemory as error:
            if threads == 1:
                raise (OutOfMemory(f"{most} workers are too many: {error} for each") if most > 1 else error) from None
    return _Workers(least, most, threads, max(1, memory // most))


class _Client:
    """The side of the database: claims tasks, gives them to workers in groups, and commits what they give."""

    def __init__(
        self,
        campaign: Campaign,
        client: Any,
        options: _Options,
        limit: int,
        most_workers: int,
        shares_memory: bool = False,
        checkpoints: str = "",
    ) -> None:
        self._campaign, self._core, self._client = campaign, campaign._core, client
        self._options, self._limit, self._most_workers = options, limit, most_workers
        self._shares_memory, self._checkpoints = shares_memory, checkpoints
        self._hosts: dict[str, int] | None = None  # how many workers there are on each
        self._spec = self._core.spec
        self._name = f"campaign of {campaign.spec['kind']}"  # what the dashboard shows
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._groups: dict[Any, list[tuple[int, str]]] = {}  # by future, of those that are under way
        self._deaths: dict[int, int] = {}  # of workers, by task
        self._failures: dict[int, int] = {}  # of workers, by the first task that was left
        self._runs: dict[tuple[object, ...], int] = {}
        self._size = 1
        self._claimed = 0
        self.done = self.failed = 0

    def run(self, line: _Line) -> None:
        self._core.begin_run({})
        begun = touched = time.monotonic()
        is_more = self._claim()
        while self._groups:
            # Now and then without any result, so that others see that this process is alive.
            with contextlib.suppress(queue.Empty):
                ended = [self._ended.get(timeout=1.0)]
                with contextlib.suppress(queue.Empty):
                    while True:
                        ended.append(self._ended.get_nowait())
                self._receive(ended)
            if is_more:
                is_more = self._claim()
            if time.monotonic() - touched > _TOUCH:
                touched = time.monotonic()
                self._core.touch()
            line(self.done, self.failed, time.monotonic() - begun)

    def cancel(self) -> None:
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self._client.cancel(list(self._groups))
        self._groups.clear()

    def _claim(self) -> bool:
        """Keeps two groups under way for each thread, so that no worker waits for the next. False: nothing is open."""
        workers = self._client.nthreads()
        threads = sum(workers.values())
        if self._shares_memory:
            self._hosts = dict(collections.Counter(_host_of(address) for address in workers))
        while len(self._groups) < max(2 * threads, self._most_workers, 2):
            most = self._size if self._limit == 0 else min(self._size, self._limit - self._claimed)
            tasks = self._core.take(most) if most > 0 else []
            if not tasks:
                return False
            self._claimed += len(tasks)
            self._submit(tasks)
        return True

    def _submit(self, tasks: list[tuple[int, str]]) -> None:
        key = f"{self._name}-{tasks[0][0]}-{uuid.uuid4().hex[:8]}"
        future = self._client.submit(
            execute,
            self._spec,
            tasks,
            self._options,
            hosts=self._hosts,
            checkpoints=self._checkpoints,
            key=key,
            pure=False,
            retries=3,
        )
        self._groups[future] = tasks
        future.add_done_callback(self._ended.put)

    def _receive(self, futures: list[Any]) -> None:
        """Commits all that is there, also where one of them ends the run."""
        commits: list[_Commit] = []
        failure: Exception | None = None
        for future in futures:
            try:
                self._add(future, commits)
            except Exception as error:
                failure = failure or error
        if commits:
            kept, failed = self._core.commit(commits, self._checkpoints)
            self.done += kept
            self.failed += failed
        if failure:
            raise failure

    def _add(self, future: Any, commits: list[_Commit]) -> None:
        tasks = self._groups.get(future)
        if tasks is None:
            return
        if future.status in ("pending", "lost"):  # its worker has died since; Dask does it again
            future.add_done_callback(self._ended.put)
            return
        del self._groups[future]
        try:
            who, outcomes, why = future.result()
        except Exception as error:
            commits += self._do_again(error, tasks)
            return
        if outcomes:
            run = self._run_of(who)
            commits += [(task, seconds, run, *rest) for task, seconds, *rest in outcomes]
            mean = sum(outcome[1] for outcome in outcomes) / len(outcomes)
            self._size = max(1, min(_MOST_AT_ONCE, int(_GROUP / max(mean, 1e-6))))
        if why:
            self._do_elsewhere(why, tasks[len(outcomes) :])

    def _do_elsewhere(self, why: _Failure, tasks: list[tuple[int, str]]) -> None:
        """Tasks that a worker has left. Raises what ended it, where another worker would not do better."""
        code, message = why
        first = tasks[0][0]
        failures = self._failures[first] = self._failures.get(first, 0) + 1
        if code not in (SystemFailure.code, OutOfMemory.code) or failures >= _MOST_FAILURES:
            raise _errors.make(code, message, None, None)
        self._submit(tasks)

    def _do_again(self, error: Exception, tasks: list[tuple[int, str]]) -> list[_Commit]:
        """Tasks of a group that Dask has given up: one by one, since one of them may kill its workers."""
        name = type(error).__name__
        if name.endswith("CancelledError"):
            raise SystemFailure("Dask's scheduler is lost, or has cancelled the tasks: run it again") from error
        if name != "KilledWorker":
            raise error
        failed: list[_Commit] = []
        for task in tasks:
            deaths = self._deaths[task[0]] = self._deaths.get(task[0], 0) + 1
            if deaths < _MOST_DEATHS:
                self._submit([task])
            else:
                failed.append((task[0], 0.0, 0, None, "the workers that executed this task have died", _INTERNAL))
        return failed

    def _run_of(self, who: dict[str, Any]) -> int:
        """The row of a worker in the database; raises SystemFailure where its tables are others."""
        tables = who["tables"]
        key = (who["host"], who["process"], who["program"], tuple(sorted(tables.items())))
        if key not in self._runs:
            self._runs[key] = self._core.add_run(who["host"], who["process"], who["program"], tables)
        return self._runs[key]


def _range_of(workers: str | int | None) -> tuple[int, int] | None:
    """ "4" or "1-40"."""
    if workers is None:
        return None
    least, _, most = str(workers).partition("-")
    if not least.isdecimal() or (_ and not most.isdecimal()) or int(most or least) < max(int(least), 1):
        raise BadOption(f"workers is {workers!r}: expected a number such as 4, or a range such as 1-40")
    return int(least), int(most or least)


def _check(dask: str, workers: str | int | None) -> None:
    """Raises `BadOption`."""
    wanted = _range_of(workers)
    if dask in ("local", "slurm"):
        return
    if not _ADDRESS.fullmatch(dask):
        raise BadOption(f"dask is {dask!r}: expected local, slurm, or an address such as tcp://scheduler:8786")
    if wanted:
        raise BadOption("workers is for local and slurm: a scheduler at an address has its own")


def dask_setup(worker: Any) -> None:
    """Called by Dask in each local worker: Ctrl-C is for the client, which ends its workers in the middle of tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("distributed.worker").setLevel(logging.ERROR)


def _interrupt(*_: object) -> None:
    logging.disable()  # what Dask says of workers that end under its hands
    raise KeyboardInterrupt


@contextlib.contextmanager
def _client_of(dask: str, workers: _Workers | None) -> Iterator[Any]:
    """A client of Dask. `workers` are those of "local" and "slurm"."""
    distributed = importlib.import_module("distributed")
    if workers is None:
        try:
            client = distributed.Client(dask, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SystemFailure(f"no scheduler of Dask answers at {dask}: {error}") from error
        with client:
            yield client
        return
    if dask == "local":
        # Tables are mapped files, which Dask would count once for each worker.
        cluster = distributed.LocalCluster(
            n_workers=workers.least,
            threads_per_worker=workers.threads,
            memory_limit=0,
            dashboard_address=":0",
            preload=[__name__],
        )
    else:
        try:
            cluster = importlib.import_module("dask_jobqueue").SLURMCluster()
        except ImportError as missing:
            raise ImportError("Slurm needs dask-jobqueue: pip install 'superflip[cluster]'") from missing
        except (ValueError, TypeError) as error:
            raise BadOption(f"Dask does not know how to ask Slurm for a job: {error} (docs/campaigns.md)") from error
    with cluster, distributed.Client(cluster, set_as_default=False) as client:
        if dask == "slurm" or workers.least != workers.most:  # jobs that end are then replaced
            cluster.adapt(minimum=workers.least, maximum=workers.most)
        yield client


def run(
    file: str | os.PathLike[str],
    dask: str = "local",
    *,
    workers: str | int | None = None,
    limit: int = 0,
    retry: bool = False,
    tables: bool | str = True,
    optimal_table: str = "",
    memory: int = 0,
    checkpoints: str | os.PathLike[str] = "",
    progress: bool | None = None,
) -> dict[str, Any]:
    """Runs a campaign by workers of Dask: processes on this machine ("local"), jobs of Slurm ("slurm", as Dask's own
    configuration says), or those of the scheduler at an address. `workers` is how many of the first two, "4", or from
    how many to how many as there is work, "1-40". `limit` is the most tasks, and `retry` opens failed ones again first.
    `tables`, `optimal_table` and `memory` are for the engines of the workers. Where each task takes memory (cosets), the
    workers of a machine share what it has available, or `memory` of it; without `workers` there are as many on this
    machine as there is room for. `checkpoints` is a folder that this process and all workers see, for this campaign of
    cosets alone: what is done of a coset is kept there, and goes on when a worker is lost. Gives how many are `done` and
    `failed`.

    Raises `SystemFailure` (the file or a machine fails), `OutOfMemory` (as for so many workers of this machine),
    `BadOption` (also for `checkpoints` of tasks that keep none), ImportError where Dask is missing.
    """
    if limit < 0 or memory < 0:
        raise BadOption(f"limit is {limit} and memory is {memory}: expected 0 or more")
    _check(dask, workers)
    campaign = Campaign(file)
    folder = os.path.abspath(os.fsdecode(checkpoints)) if checkpoints else ""  # workers may be in other folders
    if folder:
        campaign._core.make_checkpoint_folder(folder)
    if retry:
        campaign._core.retry()
    if not campaign._core.has_open_tasks():
        return {"done": 0, "failed": 0, "left": campaign.status()["left"]}
    before = campaign.status()
    line = _Line(before["done"] + before["failed"], before["tasks"], progress)
    try:
        importlib.import_module("distributed")
    except ImportError as missing:
        raise ImportError("workers need Dask: pip install 'superflip[cluster]'") from missing
    options, wanted, spec = (tables, optimal_table, memory), _range_of(workers), campaign._core.spec
    asked: _Workers | None = None
    if dask == "local":
        asked = _local_workers(spec, options, wanted)
        options = (tables, optimal_table, asked.memory)
    elif dask == "slurm":
        asked = _Workers(*(wanted or (os.cpu_count() or 1,) * 2), 0, 0)
    shares_memory = dask != "local" and _takes_memory(spec)
    with _client_of(dask, asked) as client:
        if line.is_wanted:
            print(f"Dask's dashboard: {client.dashboard_link}", file=sys.stderr)
        side = _Client(campaign, client, options, limit, asked.most if asked else 0, shares_memory, folder)
        try:
            side.run(line)
        finally:
            line.close()
            side.cancel()
            campaign._core.release()
    return {"done": side.done - side.failed, "failed": side.failed, "left": campaign.status()["left"]}


def _main(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m superflip.cluster", description="Runs a campaign by workers of Dask."
    )
    parser.add_argument("file", help="the campaign")
    parser.add_argument("--dask", metavar="ADDRESS|local|slurm", default="local", help="the workers")
    parser.add_argument("--workers", metavar="N|M-N", help="local and slurm: how many")
    parser.add_argument("--limit", metavar="N", type=int, default=0, help="end after N tasks")
    parser.add_argument("--table", metavar="NAME", default="", help="the optimal solver's table")
    parser.add_argument("--memory", metavar="BYTES", type=int, default=0, help="the largest table that may be used")
    parser.add_argument("--checkpoints", metavar="FOLDER", default="", help="for what is done of each coset")
    parser.add_argument("--retry", action="store_true", help="open failed tasks again first")
    given = parser.parse_args(arguments)
    # If this process is killed, a helper of Python's multiprocessing reports semaphores that it then removes.
    warnings = [os.environ.get("PYTHONWARNINGS"), "ignore:resource_tracker:UserWarning"]
    os.environ["PYTHONWARNINGS"] = ",".join(text for text in warnings if text)
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    ran = run(
        given.file,
        given.dask,
        workers=given.workers,
        limit=given.limit,
        retry=given.retry,
        optimal_table=given.table,
        memory=given.memory,
        checkpoints=given.checkpoints,
    )
    print(f"{ran['done'] + ran['failed']} tasks, {ran['failed']} failed; {ran['left']} left", file=sys.stderr)
    return 1 if ran["failed"] else 0


if __name__ == "__main__":
    # Workers know `execute` by the module's name, which is another one here.
    _run_main(importlib.import_module("superflip.cluster")._main)
