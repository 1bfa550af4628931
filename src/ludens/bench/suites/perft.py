"""Positions after some plies, counted without a table: ludens beside programs that experts wrote for a game.

Leaves are counted in bulk, as all of these programs do it: the moves of the last ply are listed, and not made. Nodes
are the positions that are made where they are. Stockfish and Fairy-Stockfish are the programs of the system, by their
`go perft`; python-chess and pydraughts are called in loops, as one writes them by hand. Seconds are the processor's.
"""

from __future__ import annotations

import os
import subprocess
import time
from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, Final

from ludens.bench.games import BenchGame
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, load_game
from ludens.bench.systems import program
from ludens.game import State

LEAVES: Final = Metric("leaves, in bulk", "leaves/s")
NODES: Final = Metric("nodes", "nodes/s")
#: no program is asked for more plies
_DEEPEST: Final = 30
_KIWIPETE: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class PerftProbe(ABC):
    """Counts to the deepest ply that a round has time for; `played` says how many leaves two plies have."""

    def __init__(self, game: BenchGame) -> None:
        self.fen = game.fen
        self.open(game)
        self.played = str(self.count(2)[0])

    @abstractmethod
    def open(self, game: BenchGame) -> None:
        """Make ready for a game."""

    @abstractmethod
    def count(self, depth: int) -> tuple[int, float]:
        """The leaves after so many plies, in bulk, and the seconds that they took."""

    def sizes(self, seconds: float) -> Sizes:
        """The depth that comes nearest to the seconds, and how often it is counted in them."""
        depth, leaves, spent = 1, *self.count(1)
        while depth < _DEEPEST:
            following, longer = self.count(depth + 1)
            if not following or (longer > seconds and longer - seconds > seconds - spent):
                break
            depth, leaves, spent = depth + 1, following, longer
            if spent * following / max(leaves, 1) > 4 * seconds:
                break
        return {"depth": depth, "times": max(1, round(seconds / max(spent, 1e-6)))}

    def round(self, sizes: Sizes) -> dict[str, float]:
        counts = [self.count(sizes["depth"]) for _ in range(sizes["times"])]
        return {LEAVES.name: sum(leaves for leaves, _ in counts) / max(sum(spent for _, spent in counts), 1e-9)}


class Ludens(PerftProbe):
    state: State

    def open(self, game: BenchGame) -> None:
        from ludens import notation

        self.game = load_game(game)
        self.state = notation.of(self.game).state(self.fen) if self.fen else self.game.start(seed=0)

    def count(self, depth: int) -> tuple[int, float]:
        began = time.process_time()
        return self.game.perft(depth, self.state), time.process_time() - began

    def round(self, sizes: Sizes) -> dict[str, float]:
        depth, rates = max(1, sizes["depth"] - 1), super().round(sizes)
        made = sum(self.game.perft(ply, self.state) for ply in range(1, depth + 1))
        began = time.process_time()
        self.game.perft(depth, self.state, bulk=False)
        return rates | {NODES.name: made / max(time.process_time() - began, 1e-9)}


class Uci(PerftProbe):
    """A program of the system, started for each count; what a count of one ply takes is its start."""

    program = ""

    def open(self, game: BenchGame) -> None:
        path = program(self.program)
        if path is None:
            raise FileNotFoundError(f"there is no program {self.program}")
        self.path, variant = path, getattr(game, self.program.replace("-", ""))
        self.begin = [] if variant == "chess" else [f"setoption name UCI_Variant value {variant}"]
        self.begin.append(f"position fen {self.fen}" if self.fen else "position startpos")
        self.start = min(self._run(1)[1] for _ in range(3))

    def count(self, depth: int) -> tuple[int, float]:
        leaves, spent = self._run(depth)
        return leaves, max(spent - self.start, 1e-6)

    def _run(self, depth: int) -> tuple[int, float]:
        before = _of_children()
        lines = "\n".join([*self.begin, f"go perft {depth}", "quit", ""])
        done = subprocess.run([self.path], input=lines, capture_output=True, text=True, check=True)
        (leaves,) = (line.split(":")[1] for line in done.stdout.splitlines() if line.startswith("Nodes searched"))
        return int(leaves), _of_children() - before


class Stockfish(Uci):
    program = "stockfish"


class FairyStockfish(Uci):
    program = "fairy-stockfish"


class PythonChess(PerftProbe):
    def open(self, game: BenchGame) -> None:
        import chess

        self.board = chess.Board(self.fen or chess.STARTING_FEN)

    def count(self, depth: int) -> tuple[int, float]:
        began = time.process_time()
        return self._below(depth), time.process_time() - began

    def _below(self, depth: int) -> int:
        if depth == 1:
            return self.board.legal_moves.count()
        total = 0
        for move in self.board.legal_moves:
            self.board.push(move)
            total += self._below(depth - 1)
            self.board.pop()
        return total


class Pydraughts(PerftProbe):
    def open(self, game: BenchGame) -> None:
        draughts = import_module("draughts")  # it declares no types

        self.board: Any = draughts.Board(variant=game.pydraughts)

    def count(self, depth: int) -> tuple[int, float]:
        began = time.process_time()
        return self._below(depth), time.process_time() - began

    def _below(self, depth: int) -> int:
        moves = self.board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            self.board.push(move)
            total += self._below(depth - 1)
            self.board.pop()
        return total


def _of_children() -> float:
    """The seconds of the processes that this one has started and waited for."""
    used = os.times()
    return used.children_user + used.children_system


GAMES: Final = [
    BenchGame("Chess", stockfish="chess", fairystockfish="chess", pythonchess="chess"),
    BenchGame(
        "Chess", stockfish="chess", fairystockfish="chess", pythonchess="chess", position="Kiwipete", fen=_KIWIPETE
    ),
    BenchGame("Xiangqi", fairystockfish="xiangqi"),
    BenchGame("Shogi", fairystockfish="shogi"),
    BenchGame("Reversi", fairystockfish="flipello"),
    BenchGame("Breakthrough", fairystockfish="breakthrough"),
    BenchGame("Amazons", fairystockfish="amazons"),
    BenchGame("English Draughts", pydraughts="english"),
    BenchGame("International Draughts", pydraughts="standard"),
    BenchGame("Hex"),
]

SUITE: Final = Suite(
    "perft",
    "leaves and nodes of the tree of moves, by processor time",
    (LEAVES, NODES),
    (LEAVES.name,),
    GAMES,
    {
        "ludens": Ludens, "stockfish": Stockfish, "fairystockfish": FairyStockfish, "pythonchess": PythonChess,
        "pydraughts": Pydraughts,
    },
)  # fmt: skip
