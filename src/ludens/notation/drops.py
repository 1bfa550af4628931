"""What moves bring from hands, as people write it: `Marshal@N1`, `2|4@N1`, and `N1` where it can be one kind only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ludens.game import Game, Move, State
from ludens.game.hidden import hidden_sites
from ludens.game.notation import numbered, site_name
from ludens.game.state import Row
from ludens.ludemes.graphics.kinds import ShowComponentDataType
from ludens.ludemes.graphics.pieces import PieceAddStateToName
from ludens.ludemes.graphics.symbols import ShowPiece

#: stands between a piece and the site that it is put on
AT: Final = "@"
_DOMINO: Final = re.compile(r"[Dd]omino(\d?)(\d)")


def placing(state: State, names: Sequence[str]) -> list[str]:
    """Names of the legal moves, all different, with pieces in the place of their sites in hands."""
    game, moves = state.playing.game, state.legal_moves()
    first = game.model.first_other_site
    if not any(move.from_site >= first for move in moves):
        return list(names)
    pieces = _Pieces(state.playing)
    short = [pieces.word(move, name, whole=False) for move, name in zip(moves, names, strict=True)]
    counts = Counter(short)
    several = [
        pieces.word(move, name, whole=counts[short_name] > 1)
        for move, name, short_name in zip(moves, names, short, strict=True)
    ]
    return numbered(several)


def placed(state: State, move: Move, name: str) -> str:
    """The same of one move; moves that bring pieces alike have the same name."""
    return _Pieces(state.playing).word(move, name, whole=False)


class _Pieces:
    """The pieces in the hands of a position, as who moves sees them."""

    def __init__(self, state: State) -> None:
        self.game = game = state.game
        first = game.model.first_other_site
        self.rows: dict[int, Row] = {row[1]: row for row in state.sites() if row[0] == "C" and row[1] >= first}
        shared = {move.from_site for move in state.legal_moves() if self._is_shared(move.from_site)}
        #: the piece that all have chosen, and nobody need name again
        self._chosen = shared.pop() if len(shared) == 1 else None
        self._hidden: Callable[[int], dict[tuple[str, int], int]] = lambda player: hidden_sites(state, player)

    def _is_shared(self, site: int) -> bool:
        """Whether a site is in a hand of all players."""
        if site < self.game.model.first_other_site:
            return False
        return not 1 <= self.game.model.containers[self.game.model.container_of(site)].owner <= self.game.num_players

    def word(self, move: Move, name: str, *, whole: bool) -> str:
        """The name of a move; `whole` tells the piece also where the hand holds no more than one kind."""
        row = self.rows.get(move.from_site)
        origin = site_name(self.game, move.from_site, "Cell") if row is not None else ""
        player, colon, rest = name.rpartition(":")
        if row is None or not rest.startswith(origin) or ("C", move.from_site) in self._hidden(move.mover):
            return name
        target = rest.removeprefix(origin)
        if target and not target.startswith("-"):
            return name
        container = self.game.model.containers[self.game.model.container_of(move.from_site)]
        piece = piece_name(self.game, row)
        if not target:
            return f"{player}{colon}{piece}"
        is_one = (container.num_sites == 1 or move.from_site == self._chosen) and not whole
        return f"{player}{colon}{'' if is_one else piece + AT}{target[1:]}"


def piece_name(game: Game, row: Row) -> str:
    """What a piece is called, with its number where the number is what it is: `Marshal`, `2|4`, `Hearts11`."""
    component = game.components[row[3] - 1]
    if component.values:
        return "|".join(map(str, component.values))
    base = component.base_name.rstrip("0123456789") or component.name
    if match := _DOMINO.fullmatch(f"{base}{row[6]}"):
        return f"{match[1] or 0}|{match[2]}"
    drawing = game.metadata.drawing
    if any(isinstance(item, PieceAddStateToName) for item in drawing):
        return f"{base}{row[6]}"
    shows = next((item.data for item in drawing if isinstance(item, ShowPiece)), None)
    number = {ShowComponentDataType.State: row[6], ShowComponentDataType.Value: row[8]}.get(shows) if shows else None
    return base if number is None else f"{base}{number}"
