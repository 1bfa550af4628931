"""Who plays which player of the rules: people keep their seats at the table, and may exchange the players they play.

A *player* is one of the rules' (Red, Blue; 1, 2, ...), a *seat* is where a person or an agent sits. Seat 1 begins as
player 1, and so on; where a rule lets somebody swap sides (the pie rule), the two seats exchange their players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludens.game.game import Game

T = TypeVar("T")


@dataclass(frozen=True)
class Seats:
    """The player that each seat plays, from seat 1.

    >>> swapped = Seats((2, 1))
    >>> swapped.seat(2), swapped.player(2), swapped.by_seat(["red", "blue"])
    (1, 1, ['blue', 'red'])
    """

    players: tuple[int, ...]

    @classmethod
    def own(cls, count: int) -> Seats:
        """Everybody plays the player whose number the seat has."""
        return cls(tuple(range(1, count + 1)))

    @classmethod
    def of_field(cls, order: Iterable[int]) -> Seats:
        """What the field `player_order` of a state says; seat 1 is its element 1."""
        return cls(tuple(int(player) for player in order)[1:-1])

    @property
    def is_swapped(self) -> bool:
        """Whether somebody plays another player than at the beginning."""
        return any(player != seat for seat, player in enumerate(self.players, 1))

    def player(self, seat: int) -> int:
        """The player whom a seat plays; a number that is no seat is given back."""
        return self.players[seat - 1] if 1 <= seat <= len(self.players) else seat

    def seat(self, player: int) -> int:
        """The seat that plays a player; a number that nobody plays (0 for a draw) is given back."""
        return self.players.index(player) + 1 if player in self.players else player

    def by_seat(self, values: Sequence[T]) -> list[T]:
        """What is given for each player, from player 1, in the order of the seats."""
        return [values[player - 1] for player in self.players]

    def by_player(self, values: Sequence[T]) -> list[T]:
        """What is given for each seat, from seat 1, in the order of the players."""
        return [values[self.seat(player) - 1] for player in range(1, len(self.players) + 1)]

    def after(self, later: Seats) -> Seats:
        """These seats, once the players whom they play exchange as `later` says."""
        return Seats(tuple(later.player(player) for player in self.players))


def may_swap(game: Game) -> bool:
    """Whether seats may exchange their players in a game."""
    return any("player_order" in one.layout for one in game.games)


def seated(fields: Any, name: str, players: int) -> npt.NDArray[np.int32]:
    """The seats of the players that a field of many states names (`mover`, `winner`); `fields` has a state a row."""
    seats: npt.NDArray[np.int32] = fields[name].astype(np.int32)
    if "player_order" in (fields.dtype.names or ()):
        named, order = seats.copy(), fields["player_order"]
        for seat in range(1, players + 1):
            seats[order[:, seat] == named] = seat
    return seats
