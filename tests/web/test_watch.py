"""The time that players take: what runs it, and what is counted."""

from __future__ import annotations

import time

import pytest

from ludens.web.session import watch
from ludens.web.session.watch import Watch, used
from ludens.web.storage import Ply
from standing_in import replace_in


def test_a_watch_runs_while_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    replace_in(monkeypatch, watch.__name__, time, monotonic=lambda: now[0])
    one = Watch()
    now[0] += 5
    assert one.ms == 0
    one.run(on=True)
    now[0] += 2
    one.run(on=True)
    now[0] += 1
    assert one.ms == 3000
    one.run(on=False)
    now[0] += 9
    assert one.ms == 3000
    one.run(on=True)
    now[0] += 0.5
    assert one.ms == 3500
    one.begin()
    now[0] += 1
    assert one.ms == 1000


def test_what_all_do_at_once_counts_for_all() -> None:
    plies = [Ply((0, 1), 4, "", 0, "A1, B1", ms=300), Ply((0,), 4, "", 2, "A2", ms=50)]
    assert used(plies, 3) == [300, 350, 300]
