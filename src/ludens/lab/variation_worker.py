"""A process that tries variants: each is compiled and measured there, so that what hangs or grows can be ended.

`python -m ludens.lab.variation_worker BYTES` reads a task a line from standard input and answers each with a line of
JSON; it has no more memory than that, no network, and starts no programs.
"""

from __future__ import annotations

import hashlib
import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final

from ludens.agents.agent import AgentError
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.lab.measurement import measure
from ludens.lab.variation_fitness import FitnessLimit, refused
from ludens.language import LudError
from ludens.system.confinement import Bounds, confine
from ludens.system.processes import worker_environment

#: bytes of address space of a process that tries variants
MEMORY: Final = 6 << 30
_CHUNK: Final = 1 << 16
#: random games by which variants that play alike are known
_GAMES: Final = 100
_TOO_LARGE: Final = "it needs too much memory"


def tried(task: Mapping[str, Any]) -> dict[str, Any]:
    """What is found about a variant: the reports of random games and of an agent's, and their fingerprint; or why there
    is none."""
    try:
        game = compile_text(task["text"], "<variant>")
        played = _behaviour(game, task["seed"])
        if played in task["known"]:
            return {"why": "it plays like another"}
        report = measure(game, task["games"], task["seed"])
        answer = {"fingerprint": played, "report": report.to_dict()}
        agent, n = task["agent"], task["agent_games"]
        if agent is not None and not refused(report, [FitnessLimit(**limit) for limit in task["limits"]]):
            searched = measure(game, n, task["seed"], agent=agent, thinking=agent, duels=n)
            answer["searched"] = searched.to_dict()
        return answer
    except (LudError, BoardError, LimitExceeded, AgentError, ValueError) as error:
        return {"why": " ".join(str(error).split())[:300]}
    except MemoryError:
        return {"why": _TOO_LARGE}


def _behaviour(game: Game, seed: int) -> str:
    """Equal for games of which the same random games are the same, however they are written."""
    playouts = game.playouts(_GAMES, seed=seed)
    results = playouts.winners.tobytes() + playouts.lengths.tobytes() + bytes([game.num_players])
    return hashlib.blake2b(results, digest_size=16).hexdigest()


class Trials:
    """Processes that try variants, `workers` at once, each variant for so many seconds. A context manager."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds, self._threads = seconds, ThreadPoolExecutor(workers)
        self._own, self._lock, self._processes = threading.local(), threading.Lock(), list[_VariationProcess]()

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            for process in self._processes:
                process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._processes:
            process.kill()

    def run(self, tasks: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """What `tried` gives for each task, in their order; or that one took too long, or ended its process."""
        return self._threads.map(self._try, tasks)

    def _try(self, task: Mapping[str, Any]) -> dict[str, Any]:
        process: _VariationProcess | None = getattr(self._own, "process", None)
        if process is None or not process.is_alive:
            process = self._own.process = _VariationProcess()
            with self._lock:
                self._processes.append(process)
        return process.ask(task, self._seconds)


class _VariationProcess:
    """One process, asked a line and waited for."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "ludens.lab.variation_worker", str(MEMORY)]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=worker_environment(),
        )
        self._ready = False

    @property
    def is_alive(self) -> bool:
        return self._child.poll() is None

    def ask(self, task: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        stdin, stdout = self._child.stdin, self._child.stdout
        assert stdin is not None and stdout is not None
        try:
            if not self._ready:  # starting is not the variant's time
                self._line(stdout, time.monotonic() + 120.0)
                self._ready = True
            stdin.write(json.dumps(dict(task)).encode() + b"\n")
            stdin.flush()
            line = self._line(stdout, time.monotonic() + seconds)
        except OSError:
            line = b""
        if line is None:
            self.kill()
            return {"why": f"it took longer than {seconds:g} s"}
        if not line:
            self.kill()
            return {"why": "it ended the process that tried it"}
        answer: dict[str, Any] = json.loads(line)
        if answer.get("why") == _TOO_LARGE:  # there may be none left for the next
            self.kill()
        return answer

    def _line(self, stdout: IO[bytes], until: float) -> bytes | None:
        """A line; nothing where the process has ended, None where it is late."""
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return None
            part = os.read(stdout.fileno(), _CHUNK)
            if not part:
                return b""
            line += part
        return line

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except OSError:
                    continue


def main() -> None:
    """Answer tasks until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    confine(Bounds(int(sys.argv[1])))
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        answers.write(json.dumps(tried(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
