"""Runs the work of arenas and training here, in processes, or on a Dask cluster.

Work is one function of a module, called once for each part. A worker is handed the name of that
function and the part, which is plain data (names, options, seeds, numbers), and sends the result
back. Results come in the order of the parts and do not depend on where they were made, so that
figures are the same whatever the number of processes or machines. The part of a worker that was
lost is done again.

Processes come from joblib where it is installed (requirements-lab.txt), else from the
standard library. Both notice a process that ends early. With `--cluster tcp://HOST:PORT` a running
Dask scheduler spreads the parts over its workers, which have to be started in the project's folder.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import importlib
import importlib.util
import logging
import multiprocessing
import os
import re
import secrets
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from importlib.metadata import version
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from ai.lab.audit import Audit
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.interrupts import starting_processes
from ai.lab.progress import Progress
from games import bots, weights
from games.paths import ROOT, STARTED_AS, WEIGHTS, lacks

ATTEMPTS: Final = 3
"""How often in a row all processes may be lost before a single part is done."""
ANSWER_SECONDS: Final = 10.0
"""How long a scheduler may take to answer."""
IDLE_SECONDS: Final = 60.0
"""How long a cluster may be without workers, while somebody starts new ones."""

Part = TypeVar("Part")
Result = TypeVar("Result")
Numbered = tuple[int, Any]
"""The place of a part among all, and its result."""
Way = Callable[[str, Mapping[int, Any], int], Iterator[Numbered]]
"""Does parts by a named function with a number of processes; gives results as they come.

Raises `BrokenExecutor` where a process was lost.
"""


class Jobs(NamedTuple):
    """The number of processes that work here, or the address of a Dask scheduler with workers."""

    processes: int = 1
    cluster: str = ""

    def in_this_process(self, parts: int) -> bool:
        """Return whether `parts` parts are done in this very process, one after another."""
        return not self.cluster and (self.processes == 1 or parts < 2)

    def results(self, work: Callable[[Part], Result], parts: Sequence[Part]) -> Iterator[Result]:
        """Yield the result of `work`, a function of a module, for each part, in order.

        An error that `work` raises is raised here. Raises `LostWorkers` where workers end again
        and again, and `BadArguments` where the cluster cannot be used.
        """
        if self.cluster:
            yield from in_order(on_cluster(self.cluster, name_of(work), parts))
        elif self.in_this_process(len(parts)):
            yield from map(work, parts)
        else:
            way = by_joblib if importlib.util.find_spec("joblib") else by_standard_library
            yield from in_order(until_done(way, name_of(work), parts, self.processes))


HERE: Final = Jobs()
"""This very process."""


def in_order(found: Iterator[Numbered]) -> Iterator[Any]:
    """Yield the results, `found` in any order, in order, each once all before it are there."""
    early: dict[int, Any] = {}
    due = 0
    for number, result in found:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


# -- what a worker is sent -----------------------------------------------------------------


def name_of(work: Callable[..., Any]) -> str:
    """Return the name, `module:function`, by which a worker finds the function."""
    name = f"{work.__module__}:{work.__qualname__}"
    assert named(name) is work, f"{name} is not a function of a module"
    return name


def named(name: str) -> Callable[[Any], Any]:
    """Return the function of this name."""
    module, _, function = name.partition(":")
    found: Callable[[Any], Any] = getattr(importlib.import_module(module), function)
    return found


class Here(NamedTuple):
    """Facts of this machine for a worker: the folder of trained weights ("": none), the
    files of bots.
    """

    trained: str
    bots: Mapping[str, str]


def here() -> Here:
    """Return what a worker has to know of this machine."""
    return Here(trained_here(), bots.handed())


def call(name: str, number: int, part: object, known: Here) -> Numbered:
    """Do one part in a worker, with the weights and the bots of the machine that asks."""
    weights.choose(Path(known.trained) if known.trained else None)
    bots.take(known.bots)
    return number, named(name)(part)


def trained_here() -> str:
    """Return the folder of trained weights for workers, "" where they use what ships."""
    return str(weights.chosen() or "")


def is_plain(value: object) -> bool:
    """Return whether a value is made of text, numbers, and records and lists of them alone."""
    if value is None or isinstance(value, str | int | float | range):
        return True
    if isinstance(value, Mapping):
        return all(is_plain(key) and is_plain(entry) for key, entry in value.items())
    if dataclasses.is_dataclass(value):
        return all(is_plain(getattr(value, field.name)) for field in dataclasses.fields(value))
    return isinstance(value, tuple | list) and all(is_plain(entry) for entry in value)


# -- processes on this machine -------------------------------------------------------------


def until_done(way: Way, name: str, parts: Sequence[Any], processes: int) -> Iterator[Numbered]:
    """Do all parts, again those that were lost with a process. Raises `LostWorkers`."""
    assert all(map(is_plain, parts)), f"{name} is handed what is not plain data"
    left = dict(enumerate(parts))
    losses = 0
    while left:
        try:
            for number, result in way(name, dict(left), min(processes, len(left))):
                del left[number]
                losses = 0
                yield number, result
        except BrokenExecutor:
            losses += 1
            if losses == ATTEMPTS:
                raise LostWorkers(_LOST.format(ATTEMPTS)) from None


_LOST: Final = (
    "Processes ended {} times before a part of the work was done, perhaps for lack of memory; "
    "try it with fewer --jobs."
)


def by_standard_library(name: str, parts: Mapping[int, Any], processes: int) -> Iterator[Numbered]:
    """Yield a way to do `parts`: the processes of `concurrent.futures`."""
    context = multiprocessing.get_context("spawn")
    with lifeline() as end, contextlib.ExitStack() as closing:
        pool = ProcessPoolExecutor(processes, context, begin_worker, (end,))
        closing.callback(pool.shutdown, wait=False, cancel_futures=True)
        with starting_processes():
            futures = [
                pool.submit(call, name, number, part, here()) for number, part in parts.items()
            ]
        for future in as_completed(futures):
            yield future.result()


def by_joblib(name: str, parts: Mapping[int, Any], processes: int) -> Iterator[Numbered]:
    """Yield a way to do `parts`: the processes of joblib."""
    import joblib

    with lifeline() as end, contextlib.ExitStack() as closing:
        pool = joblib.Parallel(
            n_jobs=max(2, processes),  # one alone would be this very process
            backend="loky",
            return_as="generator_unordered",
            batch_size=1,
            max_nbytes=None,
            initializer=begin_worker,
            initargs=(end,),
        )
        one = joblib.delayed(call)
        calls = (one(name, number, part, here()) for number, part in parts.items())
        with starting_processes():
            found = pool(calls)
            closing.callback(_close_quietly, found)
        yield from found


def _close_quietly(found: Generator[Numbered, None, None]) -> None:
    """End what joblib has begun; that this cancels work is what is wanted, and no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found.close()


@contextlib.contextmanager
def lifeline() -> Iterator[Connection]:
    """Yield a line that workers hold on to: they end when this end is closed or its process is
    gone.
    """
    theirs, ours = multiprocessing.get_context("spawn").Pipe(duplex=False)
    with theirs, ours:
        yield theirs


def begin_worker(line: Connection) -> None:
    """Leave, in a worker process, Ctrl-C to the parent, and end when its `line` does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    with contextlib.suppress(OSError):
        line.poll(None)
    os._exit(1)


# -- a cluster -----------------------------------------------------------------------------


def on_cluster(address: str, name: str, parts: Sequence[Any]) -> Iterator[Numbered]:
    """Do all parts on the workers of a Dask scheduler, which hands out again what one of them lost.

    Some are done here too (`ai.lab.audit`). Where a worker returns another result, all that it did
    is done again without it; so results come when all are there. Raises `BadArguments` where there
    is no such cluster, and `LostWorkers` where it goes away.
    """
    assert all(map(is_plain, parts)), f"{name} is handed what is not plain data"
    if not re.fullmatch(r"(tcp|tls)://[^/\s]+:\d+", address):
        raise BadArguments(
            f"--cluster needs the address of a Dask scheduler as in tcp://HOST:8786, "
            f"not {address[:60]!r}."
        )
    distributed = _dask()
    left, barred = dict(enumerate(parts)), set[str]()
    with (
        contextlib.closing(_client(distributed, address)) as client,
        contextlib.closing(Progress()) as progress,
    ):
        while left:
            workers = sorted({*client.scheduler_info()["workers"]} - barred)
            if barred and not workers:
                yield from ((number, named(name)(part)) for number, part in left.items())
                return
            asked = _Asked(distributed, client, name, left, workers if barred else None)
            audit = Audit(named(name), left)
            try:
                results = asked.results(progress)
            except asked.gone:
                raise LostWorkers(_GONE.format(address)) from None
            makers = asked.makers()
            groups = {worker: _made_by(worker, makers) for worker in {*makers.values()}}
            wrong = audit.wrong(results, groups.values())
            liars = {makers[number] for number in wrong | asked.refused}
            for worker in sorted(liars):
                _tell(_LIES.format(worker, len(groups[worker])))
            barred |= liars
            for number in [number for number in left if makers[number] not in liars]:
                del left[number]
                yield number, results[number]


_LIES: Final = (
    "The worker at {} does not return what this machine finds; its {} parts of the work are done "
    "again without it."
)


def _made_by(worker: str, makers: Mapping[int, str]) -> list[int]:
    return [number for number, maker in makers.items() if maker == worker]


def _tell(sentence: str) -> None:
    with contextlib.suppress(OSError):
        print(f"{STARTED_AS}: {sentence}", file=sys.stderr, flush=True)


class _Asked:
    """Some parts of the work, by number, in the hands of a cluster's workers.

    `gone` are the errors that say that workers or the scheduler went away, `refused` the parts that
    a worker could not do, or claimed so, and that were done here.
    """

    def __init__(
        self,
        distributed: ModuleType,
        client: Cluster,
        name: str,
        parts: Mapping[int, Any],
        workers: Sequence[str] | None,
    ) -> None:
        """Hand out `parts`, to `workers` alone where they are named."""
        self.gone = (
            distributed.scheduler.KilledWorker,  # some of them, by one part
            distributed.CancelledError,
            distributed.comm.CommClosedError,
            _NoWorkers,
        )
        self._distributed, self._client, self._name = distributed, client, name
        self._parts, self._workers = parts, workers
        self.refused: set[int] = set()
        client.get_task_stream(count=1)  # from now on the scheduler notes who does what
        count, run = len(parts), secrets.token_hex(8)
        self._keys = {f"{name}-{run}-{number}": number for number in parts}
        told = [name] * count, list(parts), list(parts.values()), [here()] * count
        keys, only = list(self._keys), {"workers": workers} if workers else {}
        self._futures = client.map(call, *told, key=keys, pure=False, **only)

    def results(self, progress: Progress) -> dict[int, Any]:
        """Return all results by number, all at once; raises `gone` and errors of the work."""
        found: dict[int, Any] = {}
        left = set(self._futures)
        self._futures.clear()  # what was fetched is let go of there
        while left:
            done = self._distributed.as_completed(
                left, loop=self._client.loop, timeout=IDLE_SECONDS
            )
            refused: int | None = None
            try:
                for future in done:
                    number = self._keys[future.key]
                    answer = self._answer(future)
                    left.discard(future)
                    if answer is None or answer[0] != number:
                        refused = number
                        break
                    found[number] = answer[1]
                    progress(len(found) / len(self._keys), "done on the cluster")
            except TimeoutError:
                known = set(self._client.scheduler_info()["workers"])
                if not known & set(self._workers or known):
                    raise _NoWorkers from None
            if refused is not None:  # whether the part is at fault or the worker shows here
                found[refused] = named(self._name)(self._parts[refused])
                self.refused.add(refused)
        return found

    def _answer(self, future: Future) -> Numbered | None:
        """Return the result of a part, None if it failed; raises `gone`, `TimeoutError` if lost."""
        try:
            answer = future.result(IDLE_SECONDS)  # a worker may be lost with it
        except Exception as problem:
            if future.status != "error" or isinstance(problem, self.gone):
                raise
            return None
        return answer if isinstance(answer, tuple) and len(answer) == 2 else None

    def makers(self) -> dict[int, str]:
        """Return the address of the worker that did each part, as the scheduler noted it."""
        notes = self._client.get_task_stream()
        noted = {note["key"]: note["worker"] for note in notes if note["key"] in self._keys}
        return {number: noted.get(key, "an unknown address") for key, number in self._keys.items()}


class _NoWorkers(Exception):
    """No worker is left."""


_GONE: Final = "The cluster at {} has lost its workers; see what they wrote, and start them again."


def _dask() -> ModuleType:
    """Return Dask's package for clusters, whose own lines on standard error are left out.

    Raises `BadArguments` where it is missing.
    """
    try:
        found = importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise BadArguments(lacks("--cluster", "Dask", "requirements-lab.txt")) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    return found


class Future(Protocol):
    """A part in the hands of a cluster, as far as it is used here: `distributed.Future`."""

    key: str
    status: str

    def result(self, timeout: float) -> object:
        """Return the result, or an error; raises `TimeoutError` after `timeout` seconds."""
        ...


class Cluster(Protocol):
    """The part of a connection to a scheduler that is used here, `distributed.Client`."""

    loop: object

    def map(
        self,
        work: Callable[..., Numbered],
        *parts: Sequence[Any],
        key: Sequence[str],
        **how: Sequence[str] | bool,
    ) -> list[Future]:
        """Return the futures of `work` on the workers for each entry of `parts`, with its `key`."""
        ...

    def get_task_stream(self, count: int | None = None) -> Sequence[Mapping[str, Any]]:
        """Return the worker of each task, as the scheduler noted since the first call."""
        ...

    def run(self, work: Callable[[str], str], told: str) -> Mapping[str, str]:
        """Return the result of `work` for `told` on each worker, by its address."""
        ...

    def run_on_scheduler(self, work: Callable[[str], str], told: str) -> str:
        """Return the result of `work` for `told` on the scheduler."""
        ...

    def scheduler_info(self) -> Mapping[str, Any]:
        """Return the state of the cluster, with its "workers" by address."""
        ...

    def wait_for_workers(self, count: int, timeout: float) -> None:
        """Wait for `count` workers; raises `TimeoutError` after `timeout` seconds."""
        ...

    def close(self) -> None:
        """End the connection."""
        ...


def _client(distributed: ModuleType, address: str) -> Cluster:
    """Return a connection to the scheduler at `address`, whose workers have this project.

    Raises `BadArguments` where there is no scheduler or no such worker.
    """
    try:
        client: Cluster = distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except OSError:
        raise BadArguments(
            f"No Dask scheduler answers at {address}; start one in this folder with "
            f"`{_DASK} scheduler`, and workers with `{_DASK} worker {address}`."
        ) from None
    try:
        client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        _check_project(client, address)
    except TimeoutError:
        client.close()
        raise BadArguments(
            f"The scheduler at {address} has no workers; start some in this folder with "
            f"`{_DASK} worker {address}`."
        ) from None
    except BadArguments:
        client.close()
        raise
    return client


_DASK: Final = "python -m dask"


def _check_project(client: Cluster, address: str) -> None:
    """Raise `BadArguments` unless the cluster runs this very project."""
    found: set[str] = set()
    with contextlib.suppress(Exception):  # what comes of a missing project depends on the place
        trained = trained_here()
        here = client.run_on_scheduler(fingerprint, trained)
        found = {here, *client.run(fingerprint, trained).values()}
    if found != {fingerprint(trained_here())}:
        also = f", and let them reach {trained_here()}" if trained_here() else ""
        raise BadArguments(
            f"Not all of the cluster at {address} runs this version of the project; start its "
            f"scheduler and its workers anew in a folder with the same files{also}."
        )


def fingerprint(trained: str = "") -> str:
    """Return a SHA-256 of all that figures may depend on: code, weights, Python and numpy.

    `trained` is the folder of the trained weights that are in use, "" where what ships is.
    """
    files = [*ROOT.glob("ai/**/*.py"), *ROOT.glob("games/**/*.py"), *WEIGHTS.glob("**/*.npz")]
    sums = hashlib.sha256(f"{sys.version_info[:3]} {version('numpy')}".encode())
    for path in sorted(files):
        sums.update(
            path.relative_to(ROOT).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest()
        )
    for path in sorted(Path(trained).glob("*/*.npz")) if trained else ():
        sums.update(f"{path.parent.name}/{path.name} {weights.sum_of(path)}".encode())
    return sums.hexdigest()
