"""Notations in which points have other names than the labels of the board, which may give the same ones to others.

Go's columns leave out I, and Hex counts from a sharp corner: `J5` of a player is not the board's J5. So players' names
alone are shown and read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ludens.game import Game, Move, State, matching
from ludens.notation.style import Style
from ludens.notation.turns import Turn

_LABEL = re.compile(r"[A-Z]+\d+")


class Renamed(Style):
    """A notation with its own names of points."""

    renames = True

    def __init__(self, game: Game, names: Mapping[int, str]) -> None:
        super().__init__(game)
        self._points = names
        elements = game.topology.elements(game.model.default_site)
        self._name_by_label = {elements[site].label: name for site, name in names.items()}

    def point(self, site: int) -> str:
        return self._points[site]

    def place(self, text: str) -> int | str:
        """Raises ValueError for what is no point."""
        own = next((site for site, name in self._points.items() if name.casefold() == text.strip().casefold()), None)
        if own is None and _LABEL.fullmatch(text.strip().upper()):
            raise ValueError(f"{self.game.name} has no point {text!r}")
        return text if own is None else own

    def ply(self, state: State, move: Move) -> str:
        return self._renamed(super().ply(state, move))

    def name(self, state: State, move: Move) -> str:
        return self._renamed(super().name(state, move))

    def names(self, state: State) -> Sequence[str]:
        return [self._renamed(name) for name in state.notations()]

    def parse(self, state: State, text: str) -> Turn:
        if matching.is_trial(text):
            return super().parse(state, text)
        return (state.legal_moves()[matching.chosen(self.names(state), text)],)

    def _renamed(self, name: str) -> str:
        """A name that the labels of the board are part of, with players' names for them."""
        return _LABEL.sub(lambda match: self._name_by_label.get(match[0], match[0]), name)
