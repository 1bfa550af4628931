"""A service in a process of its own, for descriptions by strangers."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import Any

from ludens.envs.tables.answers import Answer
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.service import JOBS
from ludens.system.confinement import OUT_OF_MEMORY
from ludens.system.processes import worker_environment

#: how much later a process is ended that does not stop by itself
_GRACE = 3.0
#: how long to wait until the system tells how it ended
_BURIAL = 1.0


class RemoteService:
    """Does the jobs of a service. If the process ends or takes too long it raises Refused, and nothing else is lost."""

    def __init__(self, text: str, name: str, options: Sequence[str], bounds: Bounds) -> None:
        self._bounds = bounds
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ludens.envs.tables.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the server's to handle
            env=worker_environment(),
        )
        #: the process ends with this object
        self._finish = weakref.finalize(self, _finish, self._process)
        limits = dataclasses.asdict(bounds) | {"folder": None}
        self._send({"text": text, "name": name, "options": list(options), "bounds": limits})

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job. Raises Refused."""
        seconds, late = self._bounds.call_seconds, threading.Event()
        timer = threading.Timer(seconds + _GRACE, self._end_late, (late,))
        timer.start()
        try:
            self._send({"job": job, "arguments": arguments, "seconds": seconds})
            assert self._process.stdout is not None
            line = self._process.stdout.readline(self._bounds.answer_size)
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise Refused(self._reason(late.is_set(), len(line)))
        answer = json.loads(line)
        if "error" in answer:
            raise Refused(str(answer["error"]))
        return JOBS[job].model_validate(answer["answer"])

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Refused(self._reason(False, 0)) from None

    def _end_late(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _reason(self, late: bool, size: int) -> str:
        """Why there is no answer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_BURIAL)
        status = self._process.poll()
        self.close()
        about = "this description cannot be compiled and played here: "
        if late:
            return f"{about}it takes more than {self._bounds.call_seconds:g} seconds"
        if size >= self._bounds.answer_size:
            return f"{about}the answer is too long"
        if status in (OUT_OF_MEMORY, -9):
            return f"{about}it takes more memory than {self._bounds.memory >> 20} MiB"
        return f"{about}its process ended with the status {status}"

    def close(self) -> None:
        """End the process."""
        self._finish()


def _finish(process: subprocess.Popen[bytes]) -> None:
    """End a process, which ends by itself where its input does and it is not at work."""
    assert process.stdin is not None and process.stdout is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.kill()
    process.wait()
    process.stdout.close()
