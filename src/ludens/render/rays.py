"""The directions in which a turnable piece goes, as far as its moves show them, for its picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ludens.ludemes.directions import DirectionsRelative
from ludens.rules.base import Ludeme
from ludens.rules.enums import RelativeDirection
from ludens.rules.state.model import Component

#: eighths of a turn, clockwise from the way that the piece faces; BL lies at the right rear (manual: directions 3)
_EIGHTHS: Final[dict[str, tuple[int, ...]]] = {
    "Forward": (0,), "FR": (1,), "Rightward": (2,), "BL": (3,), "Backward": (4,), "BR": (5,), "Leftward": (6,),
    "FL": (7,), "Forwards": (7, 0, 1), "Backwards": (3, 4, 5), "Rightwards": (1, 2, 3), "Leftwards": (5, 6, 7),
}  # fmt: skip


@lru_cache(maxsize=512)
def rays_of(component: Component) -> tuple[int, ...]:
    """The eighths of a turn in which a piece goes; none where its moves do not name directions."""
    eighths = {eighth for name in _named(component.moves) for eighth in _EIGHTHS.get(name, ())}
    return tuple(sorted(eighths))


def _named(part: object) -> Iterator[str]:
    """The relative directions that stand anywhere in a ludeme."""
    if isinstance(part, RelativeDirection):
        yield part.value
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from _named(inner)
    elif isinstance(part, DirectionsRelative):
        yield from _named(part.relative)
    elif isinstance(part, Ludeme):
        for name in part.parameters:
            yield from _named(getattr(part, name))
