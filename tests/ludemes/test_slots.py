"""Slots seen through another context: what is known of their ranges is that of the values behind them."""

from __future__ import annotations

import pytest

from ludens.ludemes.moves.do import OuterSlots
from ludens.ludemes.moves.operators import PrefixedSlots
from ludens.rules.state.context import Slots
from ludens.stage import Int, Stage


@pytest.mark.parametrize("kind", [OuterSlots, PrefixedSlots])
def test_ranges_are_those_of_the_values(kind: type[OuterSlots] | type[PrefixedSlots]) -> None:
    value = Int(Stage(), "%v1", (2, 7))
    seen = kind(Slots({"to": value, "1.to": value}), "1.")
    assert seen["to"] is value
    assert seen.range("to", {}) == (2, 7)
    assert seen.range("to", {"%v1": (3, 9)}) == (3, 7)
    assert seen.bind({"to": 4}).range("to", {}) == (4, 4)
    assert seen.range("site", {}) == (-1, -1)
