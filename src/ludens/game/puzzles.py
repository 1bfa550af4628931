"""What a description tells of a deduction puzzle: hints, ranges of values, given variables (manual: puzzles 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.board import SiteType
from ludens.language import LudError
from ludens.ludemes.boards import Values
from ludens.ludemes.equipment import Hints
from ludens.ludemes.start.set_pieces import SetGiven
from ludens.rules.base import Ludeme
from ludens.rules.state.constants import at_load
from ludens.rules.state.context import Context
from ludens.rules.state.model import Hint, Puzzle
from ludens.rules.structure import Rules


def prepare(c: Context, listed: Sequence[Ludeme], rules: Rules) -> None:
    """Note what is told of a puzzle in the model, and drop the components: its values are the pieces."""
    c.model.puzzle = Puzzle(_hints(listed), _ranges(c, listed), _given(rules))
    del c.model.components[1:]


def _hints(listed: Sequence[Ludeme]) -> Mapping[SiteType, Sequence[Hint]]:
    items = [item for item in listed if isinstance(item, Hints)]
    return {item.site_type.value if item.site_type else "Cell": [hint.clue for hint in item.hints] for item in items}


def _ranges(c: Context, listed: Sequence[Ludeme]) -> Mapping[SiteType, tuple[int, int]]:
    ranges: dict[SiteType, tuple[int, int]] = {}
    for values in (ludeme for ludeme in listed if isinstance(ludeme, Values)):
        low, high = at_load(c, values.range.emit)
        assert isinstance(low, int) and isinstance(high, int)
        if not 0 <= low <= high:
            raise LudError(
                f"the values of a puzzle go from 0 or more upwards, not from {low} to {high}", values.node.span
            )
        ranges[values.type.value] = (low, high)
    return ranges


def _given(rules: Rules) -> frozenset[int]:
    """The variables that the first start rule sets."""
    first = next(iter(rules.start.listed if rules.start else ()), None)
    return frozenset(pair[0] for pair in first.pairs) if isinstance(first, SetGiven) else frozenset()
