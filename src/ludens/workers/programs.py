"""Programs that speak lines, such as bots: started without a shell, held to deadlines, killed with their children."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar

from ludens.system import scheduling
from ludens.system.pipes import Source, sink, source
from ludens.system.processes import CAN_WATCH, hold_together, how_it_ended, kill_all

LINE_LIMIT = 4096
STDERR_LIMIT = 1 << 20
_TAIL = 2048
_LOOK_SECONDS = 0.1
_PATIENCE = 3.0  # seconds that a process has between closing its output and its end


class CommandError(ValueError):
    """A command that names no program that can be started."""


class Fault(Exception):
    """What a process did, or did not do, that ends its game; `name` is the short word for it."""

    name: ClassVar[str]


class Late(Fault):
    """No whole line within the time."""

    name = "timeout"


class Died(Fault):
    """The process ended, or closed its output."""

    name = "died"


class Flooded(Fault):
    """More output than a line may have, and no end of line."""

    name = "flood"


def split_command(command: str) -> list[str]:
    """The words of a command as a shell would see them, the first resolved to a program. Raises CommandError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CommandError(f"the command {command!r} cannot be read: {str(error).lower()}") from None
    if not words:
        raise CommandError("an empty command starts no bot")
    program = shutil.which(words[0])
    if program is None:
        missing = "is not a program that may be run" if Path(words[0]).exists() else "is not found"
        raise CommandError(f"{words[0]!r} {missing} (of the command {command!r})")
    return [program, *words[1:]]


class Process:
    """A running program. Use it as a context manager: at the end it is killed, with all processes it started.

    `stderr` is a file that what the process says on standard error is added to, up to a limit; without it only the
    end of it is kept (`complaints`). A line of more bytes than `line_limit` is a fault. `settings` are added to its
    environment. Raises CommandError where the program cannot be started.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        stderr: Path | None = None,
        *,
        stderr_limit: int = STDERR_LIMIT,
        line_limit: int = LINE_LIMIT,
        settings: Mapping[str, str] | None = None,
    ):
        words = split_command(command) if isinstance(command, str) else list(command)
        mark = uuid.uuid4().hex
        self._mark = f"LUDENS_BOT={mark}"
        self._log, self._line_limit = _Log(stderr, stderr_limit), line_limit
        try:
            self._child, self._lifeline = _started(words, {**os.environ, **(settings or {}), "LUDENS_BOT": mark})
        except OSError as error:
            self._log.close()
            raise CommandError(f"{words[0]!r} cannot be started: {error.strerror}") from None
        self._in, self._out = sink(_descriptor(self._child.stdin)), source(_descriptor(self._child.stdout))
        self._received = b""
        self._ended = False
        self._closed = False
        self._log.listen(_descriptor(self._child.stderr))

    @property
    def pid(self) -> int:
        """The number of the process, or of the one that watches over it (`descendants`) and ends as it does."""
        return self._child.pid

    @property
    def complaints(self) -> str:
        """The end of what the process said on standard error."""
        return self._log.tail.decode("utf-8", "replace")

    def ask(self, text: str, seconds: float) -> tuple[str, float]:
        """Write `text` and wait for a line: the line without its end, and the seconds from here to it.

        Time in which this thread had no core is not the bot's. Lines beyond the first stay for the next call. Raises
        Late, Died, Flooded.
        """
        began, waited = time.monotonic(), scheduling.waited()
        deadline = began + seconds
        try:
            self._send(text.encode(), deadline)
            line = self._line(deadline)
        except Late:
            raise Late(f"no answer within {seconds * 1000:.0f} ms") from None
        took = max(time.monotonic() - began - (scheduling.waited() - waited), 0.0)  # the clocks tick apart
        if took > seconds:
            raise Late(f"no answer within {seconds * 1000:.0f} ms: it came after {took * 1000:.0f} ms")
        return line, took

    def _send(self, data: bytes, deadline: float) -> None:
        """A process that no longer reads is no fault in itself: whether it answers decides."""
        if not self._in.write(data, deadline):
            raise Late("the time is up")

    def _line(self, deadline: float) -> str:
        while (end := self._received.find(b"\n")) < 0 and len(self._received) <= self._line_limit:
            if self._ended:
                return self._last_words()
            self._receive(deadline)
        if not 0 <= end <= self._line_limit:
            raise Flooded(f"a line of more than {self._line_limit} bytes")
        line, self._received = self._received[:end], self._received[end + 1 :]
        return line.removesuffix(b"\r").decode("utf-8", "replace")

    def _receive(self, deadline: float) -> None:
        data = self._out.read(deadline)
        if data is None:
            raise Late("the time is up")
        self._received += data
        self._ended = not data

    def _last_words(self) -> str:
        """What came before the end of the output without an end of line. Raises Died where that is nothing."""
        if self._received:
            line, self._received = self._received, b""
            return line.decode("utf-8", "replace")
        raise Died(how_it_ended(self._child, _PATIENCE) or "it closed its output")

    def close(self) -> None:
        """Kill the process and all that it started; more than once is harmless."""
        if self._closed:
            return
        self._closed = True
        kill_all(self.pid, self._mark)
        self._child.wait()
        if self._lifeline is not None:
            os.close(self._lifeline)
        self._log.close()
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _started(words: Sequence[str], environment: Mapping[str, str]) -> tuple[subprocess.Popen[bytes], int | None]:
    """The process of a command, and what ends it when it is closed, also by our own end. Raises OSError."""
    if sys.platform == "linux" and CAN_WATCH:
        return _watched(words, environment)
    child = _popen(words, environment)
    hold_together(child.pid)
    return child, None


if sys.platform == "linux":

    def _watched(words: Sequence[str], environment: Mapping[str, str]) -> tuple[subprocess.Popen[bytes], int]:
        from ludens.system.descendants import watched

        (theirs, lifeline), (answer, started) = os.pipe(), os.pipe()
        try:
            child = _popen(watched(words, theirs, started), environment, (theirs, started))
        except OSError:
            os.close(lifeline)
            os.close(answer)
            raise
        finally:
            os.close(theirs)
            os.close(started)
        with open(answer, "rb") as lines:
            number = lines.read()
        if not number:
            return child, lifeline
        os.close(lifeline)
        child.communicate()
        raise OSError(int(number), os.strerror(int(number)))


def _popen(words: Sequence[str], environment: Mapping[str, str], passed: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        env=environment,
        pass_fds=passed,
    )


def _descriptor(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    return pipe.fileno()


class _Log:
    """What a process says on standard error, read in a thread: its end, and the first `limit` bytes in a file."""

    def __init__(self, path: Path | None, limit: int) -> None:
        self.tail = b""
        self._limit, self._cut = limit, False
        self._file = None if path is None else path.open("ab", buffering=0)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def listen(self, descriptor: int) -> None:
        """Begin to read."""
        self._thread = threading.Thread(target=self._drain, args=(source(descriptor),), daemon=True)
        self._thread.start()

    def _drain(self, complaints: Source) -> None:
        while (data := complaints.read(time.monotonic() + _LOOK_SECONDS)) != b"":
            if data is not None:
                self.tail = (self.tail + data)[-_TAIL:]
                self._keep(data)
            elif self._stop.is_set():
                return

    def _keep(self, data: bytes) -> None:
        if self._file is None or self._cut:
            return
        part = data[: self._limit]
        self._limit -= len(part)
        self._cut = len(part) < len(data)
        try:
            self._file.write(part + (b"\n[cut off here]\n" if self._cut else b""))
        except OSError:  # a full disk must not stop the game: the end of the text is still in memory
            self._file.close()
            self._file = None

    def close(self) -> None:
        """Wait for what is still on its way, and close the file."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(2)
        if self._file is not None:
            self._file.close()
