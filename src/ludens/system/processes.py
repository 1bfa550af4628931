"""Processes: their priority, their signals, how they end. Bots start from here: little is imported."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    import subprocess

#: whether a process can be copied with all that it holds; macOS has fork(2), but its libraries do not outlive it
CAN_FORK: Final = sys.platform == "linux" and hasattr(os, "fork")

#: whether a process can be watched over with all that it starts
CAN_WATCH: Final = CAN_FORK and os.path.isdir("/proc")

#: what a child does: it reads jobs from a descriptor, writes answers to another, and gives its exit code
Work = Callable[..., int]

#: the signals that tell a process to end
ENDING: Final = tuple(number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None)


def make_nice(process: int, by: int) -> None:
    """Let a process leave the cores to others, where the system lets us."""
    if sys.platform != "win32":
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, process, by)


@contextmanager
def paused(process: int) -> Iterator[None]:
    """Stop a process within the block, where the system can."""
    if sys.platform == "win32" or not hasattr(signal, "SIGSTOP"):
        yield
        return
    _send(process, signal.SIGSTOP)
    try:
        yield
    finally:
        _send(process, signal.SIGCONT)


def _send(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches this thread, and processes that it starts within, only behind the block, where the system can."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear_interrupts() -> None:
    """Let Ctrl-C reach this thread again in a process that was started while interrupts were held."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def after_fork_in_child(do: Callable[[], object]) -> None:
    """Do something in each child that is forked from now on, where there is fork(2)."""
    if sys.platform != "win32" and hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=do)


def before_fork(do: Callable[[], object]) -> None:
    """Do something before each fork from now on, where there is fork(2)."""
    if sys.platform != "win32" and hasattr(os, "register_at_fork"):
        os.register_at_fork(before=do)


class Child:
    """A process that does work of ours: it reads from `input`, and what it writes is read from `output`."""

    def __init__(self, process: int, input: int, output: int, end: Callable[[], object]) -> None:
        self.pid, self.input, self.output = process, input, output
        self._end: Callable[[], object] | None = end

    def close(self) -> None:
        """End the process, whatever it does; more than once is harmless."""
        if self._end is not None:
            self._end()
            self._end = None


def child(work: Work, module: str, arguments: Sequence[str]) -> Child:
    """A process that does some work: a copy of this one, where the system can; else one that runs `module`.

    The module calls `serve_as_child` with the same work where it is run as a program. A copy is taken while this
    process has one thread.
    """
    return _forked(work, arguments) if CAN_FORK else _spawned(module, arguments)


def serve_as_child(work: Work) -> NoReturn:
    """Do the work of a child that was started as a program."""
    jobs, answers = os.dup(0), os.dup(1)
    silence(0, 1)
    os._exit(work(jobs, answers, *sys.argv[1:]))


def _forked(work: Work, arguments: Sequence[str]) -> Child:
    if sys.platform != "linux":
        raise OSError("this system cannot copy a process")
    jobs, input = os.pipe()
    output, answers = os.pipe()
    process = os.fork()
    if process == 0:
        code = 1
        try:
            os.close(input)
            os.close(output)
            silence(0, 1)  # the lines of the one that was copied are not this one's to read or write
            code = work(jobs, answers, *arguments)
        finally:
            os._exit(code)
    os.close(jobs)
    os.close(answers)

    def end() -> None:
        _send(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(input)
        os.close(output)

    return Child(process, input, output, end)


def _spawned(module: str, arguments: Sequence[str]) -> Child:
    import subprocess

    command = [sys.executable, "-m", module, *arguments]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, env=worker_environment())
    assert process.stdin is not None and process.stdout is not None
    end_with_us(process.pid)

    def end() -> None:
        process.kill()
        with process:  # closes the pipes, and waits
            pass

    return Child(process.pid, process.stdin.fileno(), process.stdout.fileno(), end)


def silence(*files: int) -> None:
    """Let these file descriptors lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nowhere, file)
    os.close(nowhere)


def end_with_us(process: int) -> None:
    """Let a process that we started end when this one does, however that ends, where the system can: Windows.

    Elsewhere processes of ours see that their line is closed, and bots are watched over.
    """
    if sys.platform == "win32":
        with suppress(OSError):
            _family().add(process)


def hold_together(process: int) -> None:
    """Let `kill_all` reach all that this process starts from now on, where the system needs to know it before."""
    if sys.platform == "win32":
        from ludens.system.jobs import Job, Limits

        with suppress(OSError):
            job = Job(Limits())
            job.add(process)
            _jobs[process] = job


if sys.platform == "win32":
    from functools import cache

    from ludens.system.jobs import Job

    #: the jobs of processes that `kill_all` ends
    _jobs: Final[dict[int, Job]] = {}

    @cache
    def _family() -> Job:
        """The job that ends with this process."""
        from ludens.system.jobs import Limits

        return Job(Limits())


def kill_all(root: int, mark: str) -> None:
    """Kill a process of a session of its own and what it started; on Linux also whoever carries `mark` (`NAME=value`).

    The group comes last: until then, a watcher keeps what it watches over below it.
    """
    if sys.platform == "win32":
        import subprocess

        if (job := _jobs.pop(root, None)) is not None:
            job.end()
        with suppress(OSError):
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(root)], capture_output=True, check=False)
        return
    if sys.platform == "linux" and CAN_WATCH:
        from ludens.system.descendants import kill_below

        kill_below(root, mark)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(root, signal.SIGKILL)


def worker_environment() -> dict[str, str]:
    """This process's environment, with the package where this process has it from; one thread each."""
    source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    few = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **few}


def how_it_ended(process: subprocess.Popen[bytes], patience: float) -> str | None:
    """How a process ended, in words, None if it still runs after `patience` seconds.

    Where the system can, the process stays unreaped, so that its number cannot be another's yet.
    """
    status = _status(process, time.monotonic() + patience)
    if status is None:
        return None
    if status >= 0:
        return f"it ended with exit code {status}"
    return f"it was ended by signal {-status} ({signal_name(-status)})"


def _status(process: subprocess.Popen[bytes], until: float) -> int | None:
    """The exit code of a process, or a signal's number below 0."""
    if sys.platform == "win32" or not hasattr(os, "waitid"):
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            return process.wait(max(until - time.monotonic(), 0.0))
        return None
    while (ended := os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
        if time.monotonic() > until:
            return None
        time.sleep(0.005)
    status: int = ended.si_status
    return status if ended.si_code == os.CLD_EXITED else -status


def signal_name(number: int) -> str:
    """The name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "of no name"


def how_status_reads(status: int) -> str:
    """How a process ended, in words for people, from a status of waitpid(2)."""
    number = status & 0x7F
    if not number:
        return "it ended by itself"
    if number == getattr(signal, "SIGXCPU", None):
        return "it computed for too long"
    if number == getattr(signal, "SIGKILL", None):
        return "the system ended it"
    return f"it crashed ({signal_name(number)})"
