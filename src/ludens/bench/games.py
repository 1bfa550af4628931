"""The games that are measured, and what other systems call them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class BenchGame:
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
    stockfish: str = ""
    fairystockfish: str = ""
    pythonchess: str = ""
    pydraughts: str = ""
    #: what a position is called that games begin at in place of the start, and its FEN
    position: str = ""
    fen: str = ""

    @property
    def name(self) -> str:
        title = Path(self.ludens).stem if self.ludens.endswith(".lud") else self.ludens
        return " ".join((title, *(option.split("/", 1)[1] for option in self.options), *filter(None, [self.position])))

    @property
    def pyspiel(self) -> str:
        """The same library, without anything around it."""
        return self.openspiel

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


SHARED = [
    BenchGame("Tic-Tac-Toe", "tic_tac_toe", "tictactoe_v3", "tic_tac_toe"),
    BenchGame("Amazons", "amazons(board_size=10)"),
    BenchGame("Connect Four", "connect_four", "connect_four_v3", "connect_four"),
    BenchGame("Reversi", "othello", pgx="othello"),
    BenchGame("Hex", "hex(board_size=11)", pgx="hex"),
    BenchGame("Gomoku", "gomoku(size=15)"),
    BenchGame("Breakthrough", "breakthrough"),
    BenchGame("English Draughts", "checkers"),
    BenchGame("Nine Men's Morris", "nine_mens_morris"),
    BenchGame("Chess", "chess", "chess_v6", "chess"),
    BenchGame("Go", "go(board_size=19)", "go_v5", "go_19x19", (), {"board_size": 19}),
    BenchGame("Go", "go(board_size=9)", "go_v5", "go_9x9", ("Board Size/9x9",), {"board_size": 9}),
    BenchGame("Oware", "oware"),
    BenchGame("Kalah", "mancala"),
    BenchGame("Backgammon", "backgammon", pgx="backgammon"),
    BenchGame("Lines of Action", "lines_of_action"),
    BenchGame("Havannah", "havannah(board_size=8)"),
    BenchGame("Clobber", "clobber(rows=5,columns=6)"),
    BenchGame("Shogi", "shogi", pgx="shogi"),
    BenchGame("Nim", "nim(is_misere=False,pile_sizes=1;3;5;7)"),
    BenchGame("Xiangqi", "xiangqi"),
    BenchGame("Y", "y(board_size=12)"),
]
#: those that only ludens has, for playouts
OWN = [
    BenchGame(name)
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


def games_named(*names: str) -> list[BenchGame]:
    """Games of these lists; raises KeyError for another."""
    games = {game.name: game for game in [*SHARED, *OWN]}
    return [games[name] for name in names]


def chosen(name: str) -> list[BenchGame]:
    """The games of this name, with all options that are measured; what is in no list only ludens has."""
    games = [game for game in [*SHARED, *OWN] if name.lower() in (game.name.lower(), game.ludens.lower())]
    return games or [BenchGame(name)]
