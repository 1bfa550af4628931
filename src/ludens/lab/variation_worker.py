"""Processes that try variants: each is compiled and measured there, so that what hangs or grows can be ended.

They have little memory, no network, and start no programs.
"""

from __future__ import annotations

import hashlib
import queue
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from ludens.agents.agent import AgentError
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.lab.measurement import measure
from ludens.lab.variation_fitness import FitnessLimit, refused
from ludens.language import LudError
from ludens.system.confinement import Bounds
from ludens.workers.blocking import BlockingWorker
from ludens.workers.frames import WorkerDied, WorkerLate
from ludens.workers.serving import Call, Handler

#: bytes of address space of a process that tries variants
MEMORY: Final = 6 << 30
#: random games by which variants that play alike are known
_GAMES: Final = 100


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


def _behaviour(game: Game, seed: int) -> str:
    """Equal for games of which the same random games are the same, however they are written."""
    playouts = game.playouts(_GAMES, seed=seed)
    results = playouts.winners.tobytes() + playouts.lengths.tobytes() + bytes([game.num_players])
    return hashlib.blake2b(results, digest_size=16).hexdigest()


class Trying(Handler):
    """What runs in a process that tries variants."""

    def answer(self, question: Any, call: Call) -> Any:
        """What is found about a variant."""
        return tried(question)


class Trials:
    """Processes that try variants, `workers` at once, each variant for so many seconds. A context manager."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds, self._threads = seconds, ThreadPoolExecutor(workers)
        self._workers = [BlockingWorker("ludens.lab.variation_worker:Trying", Bounds(MEMORY)) for _ in range(workers)]
        self._idle = queue.SimpleQueue[BlockingWorker]()
        for worker in self._workers:
            self._idle.put(worker)

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=True)

    def run(self, tasks: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """What `tried` gives for each task, in their order; or that one took too long, or ended its process."""
        return self._threads.map(self._try, tasks)

    def _try(self, task: Mapping[str, Any]) -> dict[str, Any]:
        worker = self._idle.get()
        try:
            answer: dict[str, Any] = worker.ask(dict(task), self._seconds)
            return answer
        except WorkerLate:
            return {"why": f"it took longer than {self._seconds:g} s"}
        except WorkerDied as died:
            return {"why": f"it ended the process that tried it: {died}"}
        finally:
            self._idle.put(worker)
