"""python-chess beside the library's chess and its variants."""

from __future__ import annotations

from collections.abc import Mapping

import chess
import chess.variant

import ludens
from ludens.game import State
from ludens.notation.turns import Turn
from tests.oracles.grid import Grid, rows_of
from tests.oracles.lockstep import Comparison, Outcome, compare

VARIANTS: dict[str, type[chess.Board]] = {
    "Antichess": chess.variant.AntichessBoard,
    "Atomic Chess": chess.variant.AtomicBoard,
    "Chess": chess.Board,
    "Crazyhouse": chess.variant.CrazyhouseBoard,
    "Horde": chess.variant.HordeBoard,
    "King of the Hill": chess.variant.KingOfTheHillBoard,
    "Racing Kings": chess.variant.RacingKingsBoard,
    "Three-Check": chess.variant.ThreeCheckBoard,
}
NAMES = list(VARIANTS)
_RESULTS = {"1-0": 1.0, "0-1": -1.0, "1/2-1/2": 0.0}


class Chess:
    """A game of python-chess; its moves are told as in UCI."""

    whole = True

    def __init__(self, variant: type[chess.Board], grid: Grid) -> None:
        self.board, self.grid = variant(), grid

    def turns(self) -> Mapping[str, chess.Move]:
        return {} if self.board.is_variant_end() else {move.uci(): move for move in self.board.legal_moves}

    def key(self, state: State, turn: Turn, after: State) -> str:
        return self.grid.uci(state, turn, after)

    def play(self, turn: chess.Move) -> None:
        self.board.push(turn)

    def trouble(self, state: State) -> str | None:
        rows, pocket = rows_of(self.board.fen().replace("~", ""))
        return self.grid.trouble(state, rows, pocket)

    def outcome(self) -> Outcome:
        """How it ended by the rules of the variant, mate or stalemate; other draws are left out."""
        ended = self.board.is_variant_end() or not any(self.board.legal_moves)
        return _RESULTS[self.board.result()] if ended else None

    def may_end(self, outcome: float) -> bool:
        return outcome == 0

    def may_go_on(self, state: State, outcome: float) -> bool:
        return False


def against(name: str, games: int, seed: int = 1, plies: int = 300) -> Comparison:
    """A game of the library beside that of python-chess."""
    game, variant = ludens.load(name), VARIANTS[name]
    grid = Grid(game, *rows_of(variant().fen()))
    return compare(game, lambda choose: (game.start(seed=0), Chess(variant, grid)), games, seed, plies)
