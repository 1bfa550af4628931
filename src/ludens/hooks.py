"""What rooms below ask of rooms above: the front door says where it is found, and it is imported when asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Drawing(Protocol):
    """The room that draws states and games, as characters and as pictures; see `ludens.render`."""

    def text(self, drawn: Any, /, *, viewer: int | None = None) -> str:
        """The drawing with characters, as a player sees it."""

    def svg(self, drawn: Any, /, *, viewer: int | None = None) -> str:
        """The picture, as a player sees it."""


def _nowhere() -> Drawing:
    raise RuntimeError("the room that draws is not known: import ludens first")


#: gives the room that draws
drawing: Callable[[], Drawing] = _nowhere
