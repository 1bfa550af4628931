"""The process that handles inputs: `python -m fuzz.worker`, with a request on its input for each answer on its output.

What handles them is a fork of this process, in which everything is imported already; where that dies, this process says
of what, and forks another.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import mmap
import os
import re
import resource
import signal
import struct
import sys
import tempfile
import traceback
from dataclasses import replace
from typing import Any, BinaryIO

from fuzz import exercise
from fuzz.exercise import reached
from fuzz.outcome import Outcome
from ludens import LimitExceeded, Limits, LudError
from ludens.native import OutOfBounds

#: what one input may take: seconds of the processor, seconds by the clock (other work may take the processor), memory
CPU_SECONDS = float(os.environ.get("FUZZ_CPU_SECONDS", "20"))
WALL_SECONDS = 30 * CPU_SECONDS
#: rounds of the rules' loops, some seconds: rules may be written that look ahead for ever
WORK = 1 << 26
MEMORY = int(float(os.environ.get("FUZZ_MEMORY_GB", "4")) * (1 << 30))
#: inputs that one process handles, since what native code leaves behind is nobody's
LIFE = 200
DONE = 77
LENGTH = struct.Struct("<I")
SOURCES = os.sep + "ludens" + os.sep
FRAME = re.compile(r'File "([^"]*/ludens/[^"]*)", line \d+ in (\w+)')


def receive(source: int) -> dict[str, Any] | None:
    """The next message; None once there are no more. Nothing behind it is read."""
    head = _exactly(source, LENGTH.size)
    if head is None:
        return None
    data = _exactly(source, LENGTH.unpack(head)[0])
    return None if data is None else json.loads(data)


def send(target: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode()
    data = LENGTH.pack(len(data)) + data
    while data:
        data = data[os.write(target, data) :]


def _exactly(source: int, length: int) -> bytes | None:
    parts = []
    while length:
        part = os.read(source, length)
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


class Notes:
    """The step that is under way, in memory that outlives the process."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 64)

    def __call__(self, step: str) -> None:
        self._memory[:] = step.encode()[:64].ljust(64)

    @property
    def step(self) -> str:
        return self._memory[:].decode().strip()


def outcome_of(kind: str, data: str, notes: Notes) -> Outcome:
    """Handle one input."""
    try:
        with Limits(work=WORK):
            return Outcome(exercise.KINDS[kind](data, notes))
    except LimitExceeded as error:
        return Outcome("limited", notes.step, detail=str(error))
    except LudError as error:
        if error.span is not None:
            return Outcome("refused", notes.step, detail=error.message)
        return Outcome("broken", notes.step, "no place", f"an error without a place: {error.message}")
    except MemoryError as error:
        return Outcome("memory", notes.step, _where(error), repr(error))
    except exercise.Broken as error:
        return Outcome("broken", notes.step, str(error).partition(":")[0], str(error))
    except OutOfBounds as error:
        return Outcome("access", notes.step, _accessed(str(error)), str(error)[:1000])
    except Exception as error:
        cause = error.__cause__ if type(error).__name__ == "Defect" and error.__cause__ else error
        return Outcome("exception", notes.step, f"{type(cause).__name__} {_where(cause)}", str(error)[:1000])


def _accessed(report: str) -> str:
    """The object and the ludeme of a report of the checking mode, without its numbers."""
    return re.sub(r"-?\d+", "n", report.partition(" at ")[0].rpartition("report it: ")[2])


def _where(error: BaseException) -> str:
    """The innermost function of ludens on the way to an error."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if SOURCES in frame.filename]
    if not frames:
        return ""
    last = frames[-1]
    return f"{last.filename.rpartition(SOURCES)[2]}:{last.name}"


def _restrict() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _serve(source: int, target: int, notes: Notes) -> int:
    """Handle inputs until there are no more, or until this process is old; gives its exit code."""
    _restrict()
    for _ in range(LIFE):
        request = receive(source)
        if request is None:
            return 0
        notes("begin")
        signal.setitimer(signal.ITIMER_PROF, request.get("seconds", CPU_SECONDS))
        signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
        exercise.optimise(request.get("optimised", False))
        outcome = outcome_of(request["kind"], request["data"], notes)
        plies, forms = reached.taken()
        outcome = replace(outcome, plies=plies, reached=forms)
        gc.collect()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        send(target, outcome.to_dict())
    return DONE


def _death(code: int, notes: Notes, log: BinaryIO) -> Outcome:
    log.seek(0)
    text = log.read().decode(errors="replace")
    log.truncate(0)
    log.seek(0)
    if code >= 0:
        return Outcome("crash", notes.step, f"exit {code}", text[-1000:])
    name = signal.Signals(-code).name
    if name in ("SIGPROF", "SIGALRM"):
        return Outcome("hang", notes.step, name, "it did not end within its time")
    return Outcome("crash", notes.step, f"{name} {_innermost(text)}".strip(), text[:600])


def _innermost(stack: str) -> str:
    """The innermost function of ludens in what `faulthandler` wrote."""
    found = FRAME.search(stack)
    return f"{found[1].rpartition(SOURCES)[2]}:{found[2]}" if found else ""


def main() -> None:
    exercise.warm_up()
    gc.freeze()  # or each collection of a child would walk all that was imported
    source, target = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)
    log = tempfile.TemporaryFile()  # noqa: SIM115 - for as long as the process lives
    os.dup2(log.fileno(), 2)
    faulthandler.enable(log)
    notes = Notes()
    send(target, {"ready": True})
    while True:
        child = os.fork()
        if not child:
            code = 1
            try:
                code = _serve(source, target, notes)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 0:
            return
        if code != DONE:
            send(target, _death(code, notes, log).to_dict())


if __name__ == "__main__":
    main()
