"""The room as others see it."""

from __future__ import annotations

import pytest

from ludens import explain


def test_the_old_name_works_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match=r"ludens\.explain"):
        from ludens.game.reasons import Why
    assert Why is explain.Why
