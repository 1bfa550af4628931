"""What compiles strangers' texts: it answers, it ends in time, and another one takes its place."""

from __future__ import annotations

from ludens.lsp.worker import Worker, answer_any

GAME = (
    '(game "G" (players 2) (equipment {(board (square 3)) (piece "D" Each)}) '
    "(rules (play %s) (end (if (is Full) (result Mover Win)))))"
)
ENDLESS = '(define "A" ("B" ("B" #1 #1) ("B" #1 #1))) (define "B" ("A" #1 #1) (c #1)) (game "X" ("A" ("A" ("A" x))))'


def test_a_worker_that_is_late_is_replaced() -> None:
    worker = Worker(seconds=0.001)
    try:
        assert worker.ask({"ask": "diagnostics", "text": GAME % "(move Pass)"}) == {"late": True}
        worker.seconds = 120
        assert worker.ask({"ask": "diagnostics", "text": GAME % "(move Pass)"}) == {"findings": []}
        assert worker.ask({"ask": "board", "text": GAME % "(move Pass)"})["svg"].startswith("<svg")
        (found,) = worker.ask({"ask": "diagnostics", "text": GAME % "(moev Pass)"})["findings"]
        assert "no ludeme (moev" in found["message"]
        found = worker.ask({"ask": "diagnostics", "text": ENDLESS})["findings"]
        assert any("never ends" in one["message"] for one in found)
    finally:
        worker.close()


def test_a_defect_is_an_answer() -> None:
    assert "fails on this text" in answer_any({"ask": "weather", "text": ""})["error"]
