"""The process that compiles and draws the texts of editors: it is confined, and may be ended at any time.

`python -m ludens.lsp.worker` reads a question as JSON from each line, and writes the answer as one; it ends with its
input. Texts may ask for endless loops or all the memory there is: there that costs nothing but the process.
"""

from __future__ import annotations

import json
import sys
import threading
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from ludens.board.errors import BoardError
from ludens.game import LimitExceeded, compile_text
from ludens.language import LudError
from ludens.lsp.answers import answer
from ludens.render import svg
from ludens.system.confinement import Bounds, allow_processor, confine
from ludens.system.processes import worker_environment

_MEMORY = 6 << 30
_SECONDS = 20.0


def board(text: str, options: list[str]) -> dict[str, Any]:
    """A picture of the start as SVG, or why there is none."""
    try:
        game = compile_text(text, options=options)
        return {"svg": svg(game.start(seed=0), background=None), "name": game.name}
    except (LudError, BoardError, LimitExceeded) as error:
        return {"error": _first_error(text, options) or str(error)}


def _first_error(text: str, options: list[str]) -> str:
    """The first error of the diagnostics, which know better where a bracket is missing; "" for none."""
    findings = answer({"ask": "diagnostics", "text": text, "options": options, "deep": False})["findings"]
    errors = [one for one in findings if one["severity"] == "error"]
    return f"{errors[0]['line']}:{errors[0]['column']}: {errors[0]['message']}" if errors else ""


def answer_any(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question, of which one may be for a picture."""
    try:
        if question["ask"] == "board":
            return board(question["text"], question.get("options", []))
        return answer(question)
    except Exception as error:  # a defect of ludens: the editor shows it, and the process goes on
        return {"error": f"ludens fails on this text: {error!r}"}


def serve() -> None:
    """Answer the questions of standard input."""
    confine(Bounds(_MEMORY))
    for line in sys.stdin:
        allow_processor(_SECONDS)
        sys.stdout.write(json.dumps(answer_any(json.loads(line))) + "\n")
        sys.stdout.flush()


class Worker:
    """A process that answers one question at a time; a new one is started if it has ended."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self.seconds = seconds
        self._process: Popen[str] | None = None
        self._lock = threading.Lock()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Wait for the answer; `{"late": True}` if there is none in time, or the process ended."""
        with self._lock:
            process = self._ready()
            timer = threading.Timer(self.seconds, process.kill)
            timer.start()
            try:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
                if line.endswith("\n"):
                    reply: dict[str, Any] = json.loads(line)
                    return reply
            except BrokenPipeError:
                pass
            finally:
                timer.cancel()
            self._end()
            return {"late": True}

    def _ready(self) -> Popen[str]:
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            command = [sys.executable, "-m", "ludens.lsp.worker"]
            self._process = Popen(
                command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                text=True,
                encoding="utf-8",
                env=worker_environment(),
            )
        return self._process

    def close(self) -> None:
        """End the process; a question that it is at is answered as late."""
        if self._process is not None:
            self._process.kill()
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            with suppress(BrokenPipeError), self._process:  # closes its pipes, and waits for its end
                pass
            self._process = None


if __name__ == "__main__":
    serve()
