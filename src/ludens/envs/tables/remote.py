"""A service in a process of its own, for descriptions by strangers; and what runs there."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

from ludens.envs.tables.answers import Answer
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.failures import describe_failure
from ludens.envs.tables.service import JOBS, GameService
from ludens.game import Limits
from ludens.native.limits import TIMED_OUT
from ludens.stage.cache import strangers_cache
from ludens.system import confinement
from ludens.workers.blocking import BlockingWorker
from ludens.workers.frames import WorkerDied, WorkerLate
from ludens.workers.serving import Call, Handler

_NICE: Final = 5


class RemoteService:
    """Does the jobs of a service. If the process ends or takes too long it raises Refused, and nothing else is lost."""

    def __init__(self, text: str, name: str, options: Sequence[str], bounds: Bounds) -> None:
        limits = dataclasses.asdict(bounds) | {"folder": None}
        self._opening: dict[str, Any] = {"text": text, "name": name, "options": list(options), "bounds": limits}
        self._bounds = bounds
        confines = confinement.Bounds(bounds.memory, _NICE, strangers_cache())
        target = "ludens.envs.tables.remote:Serving"
        self._worker = BlockingWorker(target, confines, longest=bounds.answer_size, quiet=False)
        self._is_over = False

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job. Raises Refused."""
        question, self._opening = {**self._opening, "job": job, "arguments": arguments}, {}
        try:
            if self._is_over:
                raise WorkerDied("it has ended")
            answer = self._worker.ask(question, self._bounds.call_seconds)
        except WorkerDied as died:
            self._is_over = True  # a new process would know nothing of the game
            self.close()
            late = f"it takes more than {self._bounds.call_seconds:g} seconds"
            why = late if isinstance(died, WorkerLate) else died
            raise Refused(f"this description cannot be compiled and played here: {why}") from None
        if "error" in answer:
            raise Refused(str(answer["error"]))
        return JOBS[job].model_validate(answer["answer"])

    def close(self) -> None:
        """End the process."""
        self._worker.close()


class Serving(Handler):
    """One service in the life of its process; the first job says of what game."""

    def __init__(self) -> None:
        self._service: GameService | None = None

    def answer(self, question: Any, call: Call) -> Any:
        """The answer to a job, or an error for a model to read."""
        limits = Limits()
        call.ends_by(lambda: limits.stop(TIMED_OUT))
        try:
            with limits:
                if self._service is None:
                    bounds = Bounds(**question["bounds"])
                    self._service = GameService(question["text"], question["name"], question["options"], bounds)
                if question["job"] not in JOBS:
                    raise KeyError(question["job"])
                return {"answer": self._service.do(question["job"], question["arguments"]).model_dump(mode="json")}
        except MemoryError:
            raise
        except Exception as error:
            return {"error": describe_failure(error, call.seconds)}
