"""The process that compiles and draws the texts of editors: it is confined, and may be ended at any time.

Texts may ask for endless loops or all the memory there is: there that costs nothing but the process.
"""

from __future__ import annotations

from typing import Any

from ludens.board.errors import BoardError
from ludens.game import LimitExceeded, compile_text
from ludens.language import LudError
from ludens.lsp.answers import answer
from ludens.render import svg
from ludens.system.confinement import Bounds
from ludens.workers.blocking import BlockingWorker
from ludens.workers.frames import WorkerDied
from ludens.workers.serving import Call, Handler

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


class Answering(Handler):
    """What runs in the process."""

    def answer(self, question: Any, call: Call) -> Any:
        return answer_any(question)


class Worker:
    """A process that answers one question at a time; a new one is started if it has ended."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self.seconds = seconds
        self._worker = BlockingWorker("ludens.lsp.worker:Answering", Bounds(_MEMORY))

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Wait for the answer; `{"late": True}` if there is none in time, or the process ended."""
        try:
            reply: dict[str, Any] = self._worker.ask(question, self.seconds)
            return reply
        except WorkerDied:
            return {"late": True}

    def close(self) -> None:
        """End the process; a question that it is at is answered as late."""
        self._worker.close()
