"""The collector of cycles runs seldom while a game is made, and as before afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ludens.collecting import SELDOM, seldom


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_seldom_within_and_as_before_behind() -> None:
    inner = seldom(gc.get_threshold)
    outer = seldom(lambda: (inner(), gc.get_threshold()))
    assert outer() == ((SELDOM, 10, 10), (SELDOM, 10, 10))
    assert gc.get_threshold() == (700, 10, 10)


def test_as_before_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        seldom(lambda: 1 / 0)()
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("own", [(0, 10, 10), (SELDOM + 1, 5, 5)])
def test_one_that_is_off_or_seldomer_stays_so(own: tuple[int, int, int]) -> None:
    gc.set_threshold(*own)
    assert seldom(gc.get_threshold)() == own
    assert gc.get_threshold() == own


def test_what_somebody_sets_meanwhile_stays() -> None:
    seldom(lambda: gc.set_threshold(50, 5, 5))()
    assert gc.get_threshold() == (50, 5, 5)
