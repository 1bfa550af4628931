"""Fairy-Stockfish, by its Python module pyffish, beside the chess-like games of the library."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pyffish

import ludens
from ludens.game import State
from ludens.notation.turns import Turn
from tests.oracles.grid import Grid, rows_of
from tests.oracles.lockstep import Comparison, Outcome, compare

#: the library's games and Fairy-Stockfish's variants; docs/oracles.md says why some are left out
VARIANTS: dict[str, str] = {
    "Almost Chess": "almost",
    "Amazon Chess": "amazon",
    "Antichess": "antichess",
    "ASEAN Chess": "asean",
    "Ataxx": "ataxx",
    "Atomic Chess": "atomic",
    "Berolina Chess": "berolina",
    "Breakthrough": "breakthrough",
    "Capablanca Chess": "capablanca",
    "Chaturanga": "chaturanga",
    "Chess": "chess",
    "Chigorin Chess": "chigorin",
    "Courier Chess": "courier",
    "Crazyhouse": "crazyhouse",
    "Dobutsu Shogi": "dobutsu",
    "Embassy Chess": "embassy",
    "Extinction Chess": "extinction",
    "Fox and Hounds": "fox-and-hounds",
    "Gardner's Minichess": "gardner",
    "Gorogoro Shogi": "gorogoro",
    "Grand Chess": "grand",
    "Grasshopper Chess": "grasshopper",
    "Hoppel-Poppel": "hoppelpoppel",
    "Horde": "horde",
    "Janggi": "janggitraditional",
    "Janus Chess": "janus",
    "Joust": "joust",
    "Judkins Shogi": "judkins",
    "King of the Hill": "kingofthehill",
    "Kinglet": "kinglet",
    "Knightmate": "knightmate",
    "Kyoto Shogi": "kyotoshogi",
    "Los Alamos Chess": "losalamos",
    "Makruk": "makruk",
    "Minishogi": "minishogi",
    "Minixiangqi": "minixiangqi",
    "Modern Chess": "modern",
    "Ouk Chatrang": "cambodian",
    "Racing Kings": "racingkings",
    "Reversi": "flipello",
    "Shatranj": "shatranj",
    "Shogi": "shogi",
    "Three-Check": "3check",
    "Tori Shogi": "torishogi",
    "Torpedo Chess": "torpedo",
    "Xiangqi": "xiangqi",
}
_PASS = re.compile(r"([a-z]\d+)\1\Z")
NAMES = list(VARIANTS)


class Fairy:
    """A game of Fairy-Stockfish; its moves are told as in UCI."""

    whole = True

    def __init__(self, variant: str, grid: Grid) -> None:
        self.variant, self.grid, self.start = variant, grid, pyffish.start_fen(variant)
        self.fen, self.moves = self.start, list[str]()

    def turns(self) -> Mapping[str, str]:
        """The moves; a pass is told as a move of the king from his square to the same.

        Behind a comma stands the square that a move burns, which is no choice of its own.
        """
        legal = pyffish.legal_moves(self.variant, self.fen, [])
        return {_PASS.sub("pass", move.partition(",")[0]): move for move in legal}

    def key(self, state: State, turn: Turn, after: State) -> str:
        return self.grid.uci(state, turn, after)

    def play(self, turn: str) -> None:
        self.fen = pyffish.get_fen(self.variant, self.fen, [turn])
        self.moves.append(turn)

    def trouble(self, state: State) -> str | None:
        rows, pocket = rows_of(self.fen)
        return self.grid.trouble(state, rows, pocket)

    def outcome(self) -> Outcome:
        over, value = pyffish.is_immediate_game_end(self.variant, self.fen, [])
        if not over:
            if pyffish.legal_moves(self.variant, self.fen, []):
                return None
            value = pyffish.game_result(self.variant, self.fen, [])
        return self._for_first(value)

    def may_end(self, outcome: float) -> bool:
        over, value = pyffish.is_optional_game_end(self.variant, self.start, self.moves)
        dead = all(pyffish.has_insufficient_material(self.variant, self.fen, []))
        return bool(over and self._for_first(value) == outcome) or (dead and outcome == 0)

    def may_go_on(self, state: State, outcome: float) -> bool:
        return False

    def _for_first(self, value: int) -> float:
        sign = 1 if self.fen.split()[1] == "w" else -1
        return float(sign * ((value > 0) - (value < 0)))


def against(name: str, games: int, seed: int = 1, plies: int = 300) -> Comparison:
    """A game of the library beside the variant of Fairy-Stockfish that it is."""
    game, variant = ludens.load(name), VARIANTS[name]
    grid = Grid(game, *rows_of(pyffish.start_fen(variant)))
    return compare(game, lambda choose: (game.start(seed=0), Fairy(variant, grid)), games, seed, plies)
