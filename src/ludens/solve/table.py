"""Solved positions: who wins, and in how many plies, by key."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.game.single import SingleGame
from ludens.solve.errors import SolveError
from ludens.solve.exploration import read_progress
from ludens.solve.keys import Blocks, Keys, keys_of_note
from ludens.stage.cache import cache_directory

if TYPE_CHECKING:
    from ludens.game import Game, Move, State


class Value(NamedTuple):
    """What a position is worth when all play as well as can be: the winner, 0 for nobody, and in how many plies.

    The winner is the seat (`ludens.game.seats`), which is the player unless sides were swapped. Where one plays alone,
    0 is that the player cannot win. The winner goes the shortest way, the other the longest.
    """

    winner: int
    plies: int = 0

    def describe(self, player: int | None = None) -> str:
        """In words, seen by a player where one is given.

        >>> Value(1, 7).describe(), Value(1, 7).describe(2), Value(0).describe()
        ('player 1 wins in 7', 'lost in 7', 'a draw')
        """
        if not self.winner:
            return "a draw"
        if player is None:
            return f"player {self.winner} wins in {self.plies}"
        return f"{'won' if player == self.winner else 'lost'} in {self.plies}"


class Rated(NamedTuple):
    """A legal move, and the value of the position after it; its plies are counted from before the move."""

    move: Move
    value: Value


class Table:
    """The values of all positions that a game can come to from one on."""

    def __init__(self, game: Game, folder: Path) -> None:
        note = read_progress(folder)
        if note is None or not note.get("solved"):
            raise SolveError(f"{folder} has no solved game: `ludens solve` makes one")
        if note["game"] != game.fingerprint:
            raise SolveError(f"{folder} has {note['name']} solved, and not this {game.name}, or not with these options")
        self.game, self.folder, self.count = game, folder, int(note["known"])
        #: the most plies that a win takes
        self.longest: int = note["longest"]
        self._note = note
        self._first = self._mapped("first", np.uint64)
        self._second = self._mapped("second", np.uint64)
        self._values = self._mapped("sorted", np.int32)

    def _mapped(self, name: str, kind: npt.DTypeLike) -> npt.NDArray[np.generic]:
        path = self.folder / f"{name}.bin"
        try:
            return np.memmap(path, kind, "r", shape=(self.count,))
        except (OSError, ValueError):
            raise SolveError(f"{path} is gone or broken: `ludens solve` makes it again in an empty folder") from None

    @cached_property
    def keys(self) -> Keys:
        return keys_of_note(self.game, self._note)

    def __len__(self) -> int:
        return self.count

    def __contains__(self, state: State) -> bool:
        return self.value(state) is not None

    def value(self, state: State) -> Value | None:
        """The value of a position; None for one that the table does not have."""
        if state.is_over:
            return _ended(state)
        return next(self._looked_up(np.ascontiguousarray(state.block)[None]))

    def _looked_up(self, blocks: Blocks) -> Iterator[Value | None]:
        for first, second in self.keys.of(blocks):
            at = int(np.searchsorted(self._first, first))
            while at < len(self._first) and self._first[at] == first and self._second[at] != second:
                at += 1
            is_there = at < len(self._first) and self._first[at] == first
            yield _value(int(self._values[at])) if is_there else None

    def rated(self, state: State) -> list[Rated]:
        """The legal moves of a position, the best for its mover first. Raises SolveError where the table lacks it."""
        moves = list[Rated]()
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            value = self.value(after)
            if value is None:
                raise SolveError("the table does not have this position")
            moves.append(Rated(move, Value(value.winner, value.plies + 1) if value.winner else value))
        return sorted(moves, key=lambda one: _order(one.value, state.seat))

    def line(self, state: State, most: int = 1000) -> list[Move]:
        """Best play from a position on: until the end where somebody wins, else a few moves."""
        here = state.copy()
        moves: list[Move] = []
        value = self.value(here)
        most = min(most, value.plies if value is not None and value.winner else 1)
        while len(moves) < most and not here.is_over:
            moves.append(self.rated(here)[0].move)
            here.play(moves[-1])
        return moves


def _order(value: Value, mover: int) -> tuple[int, int]:
    """Wins first, the shortest before all; then draws; then losses, the longest before all."""
    if not value.winner:
        return 1, 0
    return (0, value.plies) if value.winner == mover else (2, -value.plies)


def _ended(state: State) -> Value:
    players = max(state.game.num_players, 1)
    won = 1 <= state.winner <= players
    return Value(state.seats.seat(state.winner)) if won else Value(0)


def _value(number: int) -> Value:
    return Value(0 if number == 0 else 1 if number > 0 else 2, abs(number))


def counts_of(values: Any, movers: Any) -> dict[str, Any]:
    """How many positions are won by whom, how many are drawn, and the longest way to win."""
    longest = int(np.abs(values).max(initial=0))
    won = {"1": int((values > 0).sum()), "2": int((values < 0).sum())}
    own = int(((values > 0) & (movers == 1)).sum() + ((values < 0) & (movers == 2)).sum())
    return {"won": won, "won_by_mover": own, "drawn": int((values == 0).sum()), "longest": longest}


def solved_folder(game: Game) -> Path | None:
    """Where what is solved of a game is kept, a folder for each root; None where nothing is cached."""
    folder = _everything()
    return None if folder is None else folder / game.fingerprint[:32]


def _everything() -> Path | None:
    cache = cache_directory()
    return None if cache is None else cache / "solved"


def find(game: Game) -> list[Table]:
    """The tables of a game in the cache, the greatest first; broken ones are passed over."""
    everything, tables = _everything(), list[Table]()
    if everything is None or not everything.is_dir() or not isinstance(game, SingleGame):
        return tables
    for path in sorted((everything / game.fingerprint[:32]).glob("*/progress.json")):
        with contextlib.suppress(SolveError, OSError):
            tables.append(Table(game, path.parent))
    return sorted(tables, key=len, reverse=True)
