"""The process of a service for a description that is no library game's: one service in its life.

It reads a line of JSON for each job from its standard input, and writes one for each answer; it ends with its input.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import IO, Any, NoReturn

from ludens.envs.tables.bounds import Bounds
from ludens.envs.tables.failures import describe_failure
from ludens.envs.tables.service import JOBS, GameService
from ludens.game import Limits
from ludens.stage.cache import strangers_cache
from ludens.system.confinement import OUT_OF_MEMORY, allow_processor, confine
from ludens.system.confinement import Bounds as Confines

_NICE = 5


def main() -> NoReturn:
    """Serve the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing but answers goes to the standard output
    first = json.loads(sys.stdin.readline())
    bounds = Bounds(**first["bounds"])
    confine(Confines(bounds.memory, _NICE, strangers_cache()))
    jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    service = GameService(first["text"], first["name"], first["options"], bounds)
    while True:
        _write(answers, _answer(service, jobs.get()))


def _read(jobs: queue.SimpleQueue[dict[str, Any]]) -> NoReturn:
    for line in sys.stdin:
        jobs.put(json.loads(line))
    os._exit(0)


def _answer(service: GameService, request: dict[str, Any]) -> dict[str, Any]:
    seconds: float = request["seconds"]
    allow_processor(seconds)
    try:
        if request["job"] not in JOBS:
            raise KeyError(request["job"])
        with Limits(seconds=seconds):
            return {"answer": service.do(request["job"], request["arguments"]).model_dump(mode="json")}
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        return {"error": describe_failure(error, seconds)}


def _write(answers: IO[str], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
