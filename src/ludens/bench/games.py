"""The games that are measured, and what other systems call them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Shared:
    """A game as each system calls it, with the options that make them one; "" where a system has it not.

    ludens finds it in its library, or takes it from a file.
    """

    ludens: str
    openspiel: str = ""
    pettingzoo: str = ""
    pgx: str = ""
    options: tuple[str, ...] = ()
    #: how PettingZoo makes it
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        title = Path(self.ludens).stem if self.ludens.endswith(".lud") else self.ludens
        return " ".join((title, *(option.split("/", 1)[1] for option in self.options)))

    @property
    def pyspiel(self) -> str:
        """The same library, without anything around it."""
        return self.openspiel

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


SHARED = [
    Shared("Tic-Tac-Toe", "tic_tac_toe", "tictactoe_v3", "tic_tac_toe"),
    Shared("Amazons", "amazons(board_size=10)"),
    Shared("Connect Four", "connect_four", "connect_four_v3", "connect_four"),
    Shared("Reversi", "othello", pgx="othello"),
    Shared("Hex", "hex(board_size=11)", pgx="hex"),
    Shared("Gomoku", "gomoku(size=15)"),
    Shared("Breakthrough", "breakthrough"),
    Shared("English Draughts", "checkers"),
    Shared("Nine Men's Morris", "nine_mens_morris"),
    Shared("Chess", "chess", "chess_v6", "chess"),
    Shared("Go", "go(board_size=19)", "go_v5", "go_19x19", (), {"board_size": 19}),
    Shared("Go", "go(board_size=9)", "go_v5", "go_9x9", ("Board Size/9x9",), {"board_size": 9}),
    Shared("Oware", "oware"),
    Shared("Kalah", "mancala"),
    Shared("Backgammon", "backgammon", pgx="backgammon"),
    Shared("Lines of Action", "lines_of_action"),
    Shared("Havannah", "havannah(board_size=8)"),
    Shared("Clobber", "clobber(rows=5,columns=6)"),
    Shared("Shogi", "shogi", pgx="shogi"),
    Shared("Nim", "nim(is_misere=False,pile_sizes=1;3;5;7)"),
    Shared("Xiangqi", "xiangqi"),
    Shared("Y", "y(board_size=12)"),
]
#: those that only ludens has, for playouts
OWN = [
    Shared(name)
    for name in (
        "Yavalath",
        "International Draughts",
        "Tablut",
        "Surakarta",
        "Konane",
        "Knightthrough",
        "Halma",
        "Lasca",
    )
]


def named(*names: str) -> list[Shared]:
    """Games of these lists; raises KeyError for another."""
    known = {game.name: game for game in [*SHARED, *OWN]}
    return [known[name] for name in names]


def chosen(name: str) -> list[Shared]:
    """The games of this name, with all options that are measured; what is in no list only ludens has."""
    found = [game for game in [*SHARED, *OWN] if name.lower() in (game.name.lower(), game.ludens.lower())]
    return found or [Shared(name)]
