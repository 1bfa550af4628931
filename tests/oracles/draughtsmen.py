"""pydraughts beside the library's draughts: a turn is told by its squares and by what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from draughts import Board

import ludens
from ludens import notation
from ludens.game import State
from ludens.notation.turns import Turn
from tests.oracles.lockstep import Comparison, Outcome, compare

VARIANTS = {
    "Brazilian Draughts": "brazilian",
    "Breakthrough Draughts": "breakthrough",
    "English Draughts": "english",
    "Five-Man Frisian Draughts": "frysk!",
    "Frisian Draughts": "frisian",
    "Giveaway International Draughts": "antidraughts",
    "International Draughts": "standard",
    "Italian Draughts": "italian",
    "Russian Draughts": "russian",
}
NAMES = list(VARIANTS)
#: where the squares are counted from the other side
_FROM_BELOW = ("brazilian", "russian")
#: where the game is won in another way than by the opponent's having no move
_OTHER_AIMS = ("antidraughts", "breakthrough")


class Draughts:
    """A game of pydraughts. It leaves most draws to the players."""

    whole = True

    def __init__(self, variant: str, first: State) -> None:
        self.board = Board(variant=variant)
        self.variant, self.point = variant, notation.of(first.game).point
        self.first_colour = self.board.turn

    def turns(self) -> Mapping[Any, Any]:
        return {self._told(move): move for move in self.board.legal_moves()}

    @staticmethod
    def _told(move: Any) -> Any:
        steps = [square for step in move.board_move for square in step]
        taken = [one for one in move.captures or () if one is not None]
        return steps[0], steps[-1], tuple(sorted(taken))

    def key(self, state: State, turn: Turn, after: State) -> Any:
        enemy = 3 - state.mover
        before, now = ({row[1] for row in one.sites() if row[4] == enemy} for one in (state, after))
        taken = sorted(self._square(site) for site in before - now)
        return self._square(turn[0].from_site), self._square(turn[-1].to_site), tuple(taken)

    def _square(self, site: int) -> int:
        row, column = divmod(int(self.point(site)) - 1, 4)
        return (7 - row) * 4 + column + 1 if self.variant in _FROM_BELOW else int(self.point(site))

    def play(self, turn: Any) -> None:
        self.board.push(turn)

    def trouble(self, state: State) -> str | None:
        return None

    def outcome(self) -> Outcome:
        if self.variant in _OTHER_AIMS:
            winner = self.board.winner()
            return (1.0 if winner == self.first_colour else -1.0) if winner else None
        if self.board.legal_moves():
            return None
        return -1.0 if self.board.turn == self.first_colour else 1.0

    def may_end(self, outcome: float) -> bool:
        return outcome == 0

    def may_go_on(self, state: State, outcome: float) -> bool:
        return False


def against(name: str, games: int, seed: int = 1, plies: int = 300) -> Comparison:
    """A game of the library beside that of pydraughts."""
    game = ludens.load(name)
    first = game.start(seed=0)
    return compare(game, lambda choose: (game.start(seed=0), Draughts(VARIANTS[name], first)), games, seed, plies)
