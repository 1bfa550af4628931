"""Clocks: what is left of each kind, when flags fall, what a slow line and a server that is down cost."""

from __future__ import annotations

import time

import msgspec
import pytest

from ludens.web.people.clock import DAY, MOST_LAG, Clock, ClockRules
from ludens.web.session.connection import Line
from standing_in import replace_in

FISCHER = ClockRules("fischer", main=60, step=2)
DELAY = ClockRules("delay", main=60, step=5)
BYOYOMI = ClockRules("byoyomi", main=10, step=30, periods=3)
DAYS = ClockRules("days", days=3)


def turns(rules: ClockRules, *seconds: float, lag: int = 0) -> Clock:
    """The clock of seat 1 after turns that took so long."""
    clock = Clock.full(rules, 2)
    for number, spent in enumerate(seconds):
        clock.start(1, 1000.0 * number)
        clock.stop(rules, 1, 1000.0 * number + spent, lag)
    return clock


@pytest.mark.parametrize(
    ("rules", "seconds", "left", "periods"),
    [
        (FISCHER, (5,), 57_000, 1),
        (FISCHER, (1, 1), 62_000, 1),
        (DELAY, (4,), 60_000, 1),
        (DELAY, (7, 5), 58_000, 1),
        (BYOYOMI, (4,), 6_000, 3),
        (BYOYOMI, (4, 30), 0, 3),  # six seconds of it were main time
        (BYOYOMI, (10, 29, 29), 0, 3),
        (BYOYOMI, (10, 31), 0, 2),
        (BYOYOMI, (10, 61), 0, 1),
        (ClockRules("fischer", main=60), (20, 30), 10_000, 1),
    ],
)
def test_what_is_left(rules: ClockRules, seconds: tuple[float, ...], left: int, periods: int) -> None:
    clock = turns(rules, *seconds)
    assert (clock.left[0], clock.periods[0]) == (left, periods)
    assert clock.left[1] == 1000 * rules.main


@pytest.mark.parametrize(
    ("rules", "seconds"), [(FISCHER, 60), (DELAY, 65), (BYOYOMI, 100), (DAYS, 3 * DAY)], ids=lambda one: str(one)[:20]
)
def test_when_the_flag_falls(rules: ClockRules, seconds: int) -> None:
    clock = Clock.full(rules, 2)
    assert clock.next_deadline(rules) is None
    clock.start(2, 500.0)
    clock.start(2, 700.0)
    assert clock.next_deadline(rules) == (500.0 + seconds, 2)
    clock.start(1, 400.0)
    assert clock.next_deadline(rules) == (400.0 + seconds, 1), "of those who think at once, the first"


def test_a_slow_line_is_forgiven_within_bounds() -> None:
    assert turns(FISCHER, 5, lag=300).left[0] == 57_300
    assert turns(FISCHER, 5, lag=60_000).left[0] == 57_000 + MOST_LAG
    assert turns(FISCHER, 0.1, lag=300).left[0] == 62_000, "nobody gains time by a fast move"


def test_a_game_that_is_adjourned_costs_what_was_thought_and_gains_nothing() -> None:
    clock = Clock.full(FISCHER, 2)
    clock.start(1, 0.0)
    clock.hold(10.0, FISCHER)
    assert clock.left[0] == 50_000 and clock.next_deadline(FISCHER) is None


def test_the_time_without_a_server_counts_for_nobody() -> None:
    clock = Clock.full(FISCHER, 2)
    clock.start(1, 0.0)
    clock.forgive(1000.0)
    assert clock.deadline(FISCHER, 1) == 1060.0


def test_what_pages_are_told_counts_down() -> None:
    clock = Clock.full(BYOYOMI, 2)
    clock.start(1, 0.0)
    (first, second) = clock.shown(BYOYOMI, 45.0)
    assert (first.left, first.step, first.periods, first.runs) == (0, 25_000, 2, True)
    assert (second.left, second.periods, second.runs) == (10_000, 3, False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "fischer"},
        {"kind": "delay", "step": 5},
        {"kind": "byoyomi", "main": 5},
        {"kind": "sand"},
        {"kind": "fischer", "main": -1},
        {"kind": "fischer", "main": 10**9},
        {"kind": "days", "days": 0},
    ],
)
def test_clocks_that_are_none_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, ClockRules)


def test_a_line_is_as_slow_as_its_fastest_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    replace_in(monkeypatch, "ludens.web.session.connection", time, monotonic=lambda: now[0])
    line = Line()
    assert line.lag == 0
    for number, seconds in enumerate((0.4, 0.2, 3.0), 1):
        assert line.probe() == number and line.probe() is None, "one at a time"
        line.answered(number + 1)
        now[0] += seconds
        line.answered(number)
        line.answered(number)
        assert line.probe() is None, "and not too often"
        now[0] += 6
    assert line.lag == 200, "who answers late now and then gains nothing"
