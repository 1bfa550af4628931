"""Workers: asked, late, ended, bounded; forked from a process that has all imported, and started afresh."""

from __future__ import annotations

import asyncio
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ludens.system.confinement import Bounds
from ludens.system.processes import CAN_FORK
from ludens.workers.forking import Forker
from ludens.workers.frames import Codec, WorkerDied, WorkerFailed, WorkerLate
from ludens.workers.startup import Starter
from ludens.workers.worker import Worker

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="needs fork(2)")
TOP = Path(__file__).parents[2]
#: seconds that no answer takes
PATIENCE = 120.0
ROOM = Bounds(4 << 30, resident=1 << 30)
Work = Callable[[Starter], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find the handlers of these tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")]))


def with_starter(
    work: Work, handler: str = "Doing", *, fresh: bool = False, longest: int = 1 << 20, memory: int = 4 << 30
) -> None:
    async def run() -> None:
        target = f"tests.workers.handlers:{handler}"
        starter = Starter(target, Codec(), longest) if fresh else Forker(target, Codec(), longest, memory)
        try:
            await work(starter)
        finally:
            await starter.close()

    asyncio.run(run())


both = pytest.mark.parametrize("fresh", [False, True], ids=["forked", "fresh"])


async def ask(worker: Worker, name: str, argument: Any = None, seconds: float = PATIENCE) -> Any:
    return await worker.ask([name, argument], None, seconds)


@both
def test_a_worker_answers_and_fails_and_goes_on(fresh: bool, capfd: pytest.CaptureFixture[str]) -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        assert await ask(worker, "square", 7) == 49
        with pytest.raises(WorkerFailed, match="ValueError: no such thing"):
            await ask(worker, "fail", "no such thing")
        assert await asyncio.gather(*(ask(worker, "square", n) for n in range(5))) == [0, 1, 4, 9, 16]
        assert await ask(worker, "length", "x" * (1 << 20)) == 1 << 20
        assert await ask(worker, "repeat", 100_000) == "x" * 100_000

    with_starter(work, fresh=fresh)
    assert not capfd.readouterr().out


@both
def test_an_end_is_told_with_its_cause(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        with pytest.raises(WorkerDied, match=r"it crashed \(SIGSEGV\)"):
            await ask(worker, "die", signal.SIGSEGV)
        with pytest.raises(WorkerDied, match="SIGSEGV"):  # whoever comes later is told too
            await ask(worker, "square", 1)

    with_starter(work, fresh=fresh)


@both
def test_a_worker_that_does_not_begin_says_why(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        with pytest.raises(WorkerDied, match="SIGTERM"):
            await ask(await starter.begin(ROOM), "square", 1)

    with_starter(work, "Broken", fresh=fresh)


@both
def test_a_call_does_not_pay_for_the_start(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        assert await (await starter.begin(ROOM)).ask(1, int, 0.4) == 1

    with_starter(work, "Slow", fresh=fresh)


def test_a_worker_that_takes_too_long_ends_and_what_it_did_is_told() -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        with pytest.raises(WorkerLate, match=r"longer than 0\.2 seconds: it was still being boiled"):
            await ask(worker, "sleep", "boiled", 0.2)
        assert worker.ended

    with_starter(work)


def test_a_call_ends_by_itself_when_its_time_is_over_or_nobody_waits() -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        assert await ask(worker, "wait", PATIENCE, 2.0) == "late"
        future = worker.begin(["wait", PATIENCE], None, PATIENCE)
        future.cancel()
        assert await ask(worker, "square", 3) == 9

    with_starter(work)


def test_whoever_asks_and_leaves_ends_the_worker() -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        asking = asyncio.create_task(ask(worker, "wait", PATIENCE))
        while not worker.is_busy:
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert worker.ended

    with_starter(work)


def test_a_search_goes_on_beside_calls_until_it_is_stopped() -> None:
    async def work(starter: Starter) -> None:
        worker, news = await starter.begin(ROOM), list[bytes]()
        search = worker.begin(["search", None], None, PATIENCE, news.append)
        assert await ask(worker, "square", 2) == 4
        assert worker.is_busy and not worker.is_asked
        worker.stop()
        assert await search == "found" and news == [b"begun"]

    with_starter(work)


@both
def test_answers_are_of_the_form_that_is_asked_for(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        with pytest.raises(WorkerDied, match="makes no sense"):
            await ask(await starter.begin(ROOM), "square", 1)

    with_starter(work, "Nonsense", fresh=fresh)


@both
def test_a_worker_that_answers_too_much(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        with pytest.raises(WorkerDied, match="answers too much"):
            await ask(await starter.begin(ROOM), "repeat", 1000)

    with_starter(work, fresh=fresh, longest=200)


# --- what they may have


@both
def test_what_a_worker_may_have(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(Bounds(5 << 30, 3, resident=1 << 30))
        limits, facts = await ask(worker, "limits"), await ask(worker, "facts")
        assert limits["Max address space"] == str(5 << 30)
        assert limits["Max core file size"] == "0"
        assert int(limits["Max open files"]) <= 64
        assert int(limits["Max cpu time"]) <= PATIENCE + 4
        assert facts["nice"] == min(os.getpriority(os.PRIO_PROCESS, 0) + 3, 19)
        assert facts["sockets"] <= 1  # its line, and no other's
        assert os.getsid(facts["pid"]) != os.getsid(0)  # the Ctrl-C of a terminal is for who asks
        if platform.machine() in ("x86_64", "aarch64"):
            assert await ask(worker, "start", ["/bin/true"]) == "PermissionError"

    with_starter(work, fresh=fresh)


REFUSED = """
import os, socket, signal, sys, threading
from ludens.system.confinement import Bounds, confine
confine(Bounds(8 << 30))
def attempt(call):
    try:
        call()
    except PermissionError:
        return "refused"
    return "done"
thread = threading.Thread(target=lambda: None)
thread.start()
thread.join()
print(attempt(os.fork), attempt(lambda: os.execv("/bin/true", ["true"])), attempt(socket.socket),
    attempt(lambda: os.kill(os.getppid(), 0)), attempt(lambda: open(os.devnull)), flush=True)
os.abort()
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="the filter knows two machines")
def test_what_a_worker_may_not_ask_of_the_kernel() -> None:
    done = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True)
    assert done.stdout.split() == ["refused", "refused", "refused", "refused", "done"], done.stderr
    assert done.returncode == -signal.SIGABRT


def test_a_worker_that_gets_no_more_memory() -> None:
    async def work(starter: Starter) -> None:
        with pytest.raises(WorkerDied, match="memory"):
            await ask(await starter.begin(Bounds(100 << 20)), "grow", 1 << 30)

    with_starter(work)


@both
def test_a_worker_that_uses_more_memory_than_it_may(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        with pytest.raises(WorkerDied, match="memory"):
            await ask(await starter.begin(Bounds(4 << 30, resident=1 << 20)), "grow", 32 << 20)

    with_starter(work, fresh=fresh)


def test_workers_that_use_more_memory_together_than_they_may() -> None:
    async def work(starter: Starter) -> None:
        large, ours = await starter.begin(ROOM), await starter.begin(ROOM, ours=True)
        with pytest.raises(WorkerDied, match="memory"):
            await ask(large, "grow", 64 << 20)
        assert await ask(ours, "square", 2) == 4

    with_starter(work, memory=16 << 20)


# --- where they come from


def test_a_fork_server_that_died_is_replaced() -> None:
    async def work(starter: Starter) -> None:
        assert isinstance(starter, Forker)
        worker = await starter.begin(ROOM)
        assert starter.pid is not None
        os.kill(starter.pid, signal.SIGKILL)
        with pytest.raises(WorkerDied):
            await ask(worker, "wait", PATIENCE)
        while starter.pid is not None:
            await asyncio.sleep(0.01)
        assert await ask(await starter.begin(ROOM), "square", 3) == 9

    with_starter(work)


@both
def test_no_worker_begins_after_the_end(fresh: bool) -> None:
    async def work(starter: Starter) -> None:
        worker = await starter.begin(ROOM)
        starter.halt()
        with pytest.raises(WorkerDied):
            await ask(worker, "square", 1)
        with pytest.raises(WorkerDied, match="about to end"):
            await starter.begin(ROOM)

    with_starter(work, fresh=fresh)


ASKER = """
import asyncio, sys
from ludens.system.confinement import Bounds
from ludens.workers.{module} import {starter}
from ludens.workers.frames import Codec
async def main():
    starter = {starter}("tests.workers.handlers:Doing", Codec(), 1 << 20{more})
    worker = await starter.begin(Bounds(4 << 30))
    print((await worker.ask(["facts", None], None, 60))["pid"], flush=True)
    await worker.ask(["sleep", ""], None, 600)
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "asker",
    [
        ASKER.format(module="forking", starter="Forker", more=", 4 << 30"),
        ASKER.format(module="startup", starter="Starter", more=""),
    ],
    ids=["forked", "fresh"],
)
def test_no_worker_outlives_who_asks(asker: str) -> None:
    asking = subprocess.Popen([sys.executable, "-c", asker], stdout=subprocess.PIPE, text=True)
    assert asking.stdout is not None
    with asking:
        worker = int(asking.stdout.readline())
        assert is_alive(worker)
        asking.kill()
    end = time.monotonic() + PATIENCE
    while is_alive(worker) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_alive(worker)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
