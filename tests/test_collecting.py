"""The collector of cycles runs seldom while a game is made, and as before afterwards.

Each test has a process of its own: in this one threads may be making other games meanwhile.
"""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

PRELUDE = """
import gc, weakref
from ludens.collecting import SELDOM, seldom
gc.set_threshold(700, 10, 10)
"""


def alone(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", PRELUDE + dedent(code)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_seldom_within_and_as_before_behind() -> None:
    alone("""
        inner = seldom(gc.get_threshold)
        outer = seldom(lambda: (inner(), gc.get_threshold()))
        assert outer() == ((SELDOM, 10, 10), (SELDOM, 10, 10))
        assert gc.get_threshold() == (700, 10, 10)
    """)


def test_as_before_after_an_error() -> None:
    alone("""
        try:
            seldom(lambda: 1 / 0)()
        except ZeroDivisionError:
            assert gc.get_threshold() == (700, 10, 10)
        else:
            raise AssertionError
    """)


@pytest.mark.parametrize("own", ["(0, 10, 10)", "(SELDOM + 1, 5, 5)"])
def test_one_that_is_off_or_seldomer_stays_so(own: str) -> None:
    alone(f"""
        gc.set_threshold(*{own})
        assert seldom(gc.get_threshold)() == {own}
        assert gc.get_threshold() == {own}
    """)


def test_what_somebody_sets_meanwhile_stays() -> None:
    alone("""
        seldom(lambda: gc.set_threshold(50, 5, 5))()
        assert gc.get_threshold() == (50, 5, 5)
    """)


def test_what_was_made_counts_as_old_and_garbage_among_it_is_found() -> None:
    alone("""
        class Node:
            pass

        def make():
            kept = [Node() for _ in range(5000)]
            kept[0].other = kept[0]
            return kept

        kept = seldom(make)()
        assert any(one is kept[0] for one in gc.get_objects(generation=2))
        gone = weakref.ref(kept[0])
        kept.clear()
        gc.collect()
        assert gone() is None
    """)


def test_what_somebody_froze_stays_so() -> None:
    alone("""
        gc.freeze()
        frozen = gc.get_freeze_count()
        kept = seldom(lambda: [[i] for i in range(5000)])()
        assert len(kept) == 5000 and frozen / 2 < gc.get_freeze_count() <= frozen  # a few of them may be gone
    """)
