"""Amazons and its like: `d1-d6/g9`, where a piece goes and then where its arrow does; files with numbered turns.

A game is one of these whose two players move pieces on squares, and shoot after each move. The library's own game has
more in `ludens.founding.amazons`: positions, scores, and records, which these files are, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NoReturn

from ludens.game import Game, Move, State
from ludens.ludemes.moves.shoot import Shoot
from ludens.notation.errors import NotationError
from ludens.notation.grid import Grid
from ludens.notation.style import File, Style
from ludens.notation.tag_files import TagFormat, Words
from ludens.notation.turns import Turn, goes_on

_COMPACT: Final = re.compile(r"([a-z]\d{1,2})[-\s]?([a-z]\d{1,2})[/(\s]?([a-z]\d{1,2})\)?", re.IGNORECASE)
#: the words of these files
WORDS: Final = Words(turn=r"[A-Za-z][^\s{};()\[\]!?]*")


class Amazons(Style):
    family = "amazons"
    between = ""

    def __init__(self, game: Game, grid: Grid) -> None:
        super().__init__(game)
        self.grid = grid

    @classmethod
    def of(cls, game: Game) -> Style | None:
        if game.num_players != 2 or len(game.containers) != 1 or game.model.stacking:
            return None
        grid = Grid.of(game)
        fits = grid is not None and grid.kind == "Cell" and any(isinstance(one, Shoot) for one in game.ludemes())
        return cls(game, grid) if fits and grid is not None else None

    def point(self, site: int) -> str:
        return self.grid.square(site)

    def ply(self, state: State, move: Move) -> str:
        if move.to_site < 0:
            return super().ply(state, move)
        to = self.grid.square(move.to_site)
        return f"/{to}" if goes_on(state) else f"{self.grid.square(move.from_site)}-{to}"

    def parse(self, state: State, text: str) -> Turn:
        turn_text = text.strip()
        if (match := _COMPACT.fullmatch(turn_text)) is not None and not goes_on(state):
            turn_text = f"{match[1]}-{match[2]}/{match[3]}"
        return super().parse(state, turn_text.lstrip("/"))

    @property
    def files(self) -> Mapping[str, File]:
        tags = (("Game", self.game.name), ("Board", f"{self.grid.columns}x{self.grid.rows}"))
        form = TagFormat(self.game, self.parse, self.turn, _no_position, _no_position, WORDS, tags)
        return {"record": File(form.write, form.read, (".amazons",), split=form.split)}


def _no_position(_: object) -> NoReturn:
    raise NotationError("positions are not written in these files: ludens record has them")
