"""The engine's side of the conversation with its bot, without a process of its own."""

from __future__ import annotations

import gc
import time

import pytest

from ludens.founding.amazons.codingame.engine import AmazonsSearcher, _serve
from ludens.founding.amazons.codingame.protocol import NOTHING, Request
from ludens.founding.amazons.position import Position
from ludens.founding.amazons.turn import parse_turn
from ludens.language import LudError

START = Position.parse("1b4b1/8/8/b6b/w6w/8/8/1w4w1 w")


def test_every_job_is_answered_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    """A job that makes no sense is answered with no turn, and the next one is served all the same."""
    soon, later = time.monotonic() + 0.05, time.monotonic() + 60
    rows = "/".join(START.rows())
    jobs = iter([f"1 {soon!r} {later!r} w x/y {NOTHING}\n", f"2 {soon!r} {later!r} w {rows} {NOTHING}\n", ""])
    told: list[str] = []
    _serve(lambda: next(jobs), told.append, "random", 1)
    gc.unfreeze()
    first, second = told
    assert first == "1 \n"
    assert "no turn found" in capsys.readouterr().err
    number, turn = second.split()
    assert number == "2"
    assert parse_turn(turn) in set(START.turns())


def test_a_turn_that_fails_is_not_followed() -> None:
    """The turn before it must not be played again on the position that is followed."""
    later = time.monotonic() + 60
    thinker = AmazonsSearcher("random", 1)
    request = Request("w", tuple(START.rows()), None, 0)
    assert thinker.turn(request, 0.0, later) is not None
    thinker.follow()
    with pytest.raises(LudError):
        thinker.turn(Request("w", ("x",), None, 0), 0.0, later)
    thinker.follow()
    assert thinker.turn(request, 0.0, later) is not None
