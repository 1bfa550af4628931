"""A process that measures one system: a line of JSON asks, a line answers.

This package is put into the tree that is measured, so that all trees are measured by the same code: of ludens it uses
what has long been there. `systems` starts it.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from ludens.bench.games import BenchGame
from ludens.bench.suites import SUITES, Probe


def main(system: str) -> None:
    """Answer until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    worker = _Worker(system)
    for line in sys.stdin:
        try:
            answer = worker.answer(json.loads(line))
        except Exception as error:
            text = str(error).strip().partition("\n")[0]
            answer = {"error": f"{type(error).__name__}: {text}" if text else type(error).__name__}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


class _Worker:
    def __init__(self, system: str) -> None:
        self.system = system
        self.probe: Probe | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["do"] == "prepare":
            self.probe = None  # the memory of the last game is free before the next one is loaded
            game = BenchGame(**{**question["game"], "options": tuple(question["game"]["options"])})
            self.probe = SUITES[question["suite"]].probes[self.system](game)
            return {"played": self.probe.played}
        if question["do"] == "yardstick":
            from ludens.bench import yardstick  # late: it uses what older trees of ludens do not have

            return {"rate": yardstick.rate()}
        assert self.probe is not None
        if question["do"] == "sizes":
            return {"sizes": self.probe.sizes(question["seconds"])}
        return {"samples": self.probe.round(question["sizes"])}
