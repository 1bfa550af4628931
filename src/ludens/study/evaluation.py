"""What a search says of a position, and what a move has cost."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from ludens.game import State

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder", "unknown"]
#: the words for moves, by the share of the chance to win that they cost at least
JUDGEMENTS: Final[tuple[tuple[Judgement, float], ...]] = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
#: estimates that swing by more from depth to depth have seen something
SWING: Final = 0.15
#: how many moves show flattery, and how large it is at most
FEWEST: Final = 6
MOST: Final = 0.1
#: the glyphs that say the same
GLYPH_OF: Final = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}


@dataclass(frozen=True)
class Choice:
    """A move that a search looked at: its name, its value for the mover, and how it would go on."""

    name: str
    value: float
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evaluation:
    """The value of a position for the `player` to move, from 0 (lost) to 1 (won), and the best moves, in order.

    `unit` says what the value is: a share of games won ("wins"), an estimate from pieces and points ("points"), and so
    on; "end" if the game is over there. A search of `iterations` gave it. `depths` are the values of the last depths
    of an estimate. `seat` is who plays the player there, 0 where that is the seat of the player's own number: who swaps
    sides wants what the other player wants from then on.
    """

    player: int
    value: float
    moves: tuple[Choice, ...] = ()
    unit: str = "wins"
    iterations: int = 0
    depths: tuple[tuple[int, float], ...] = ()
    seat: int = 0

    @property
    def who(self) -> int:
        """The seat to move."""
        return self.seat or self.player

    @property
    def best(self) -> str:
        """The name of the best move; empty at the end of a game."""
        return self.moves[0].name if self.moves else ""

    @property
    def line(self) -> tuple[str, ...]:
        """The best moves in turn, of both sides."""
        return (self.moves[0].line or (self.best,)) if self.moves else ()

    def value_for(self, seat: int, num_players: int) -> float | None:
        """The value for a seat: in games of two the rest of the other one's; None if it is unknown.

        >>> Evaluation(1, 0.75).value_for(2, 2), Evaluation(1, 0.75).value_for(2, 3)
        (0.25, None)
        """
        if seat == self.who:
            return self.value
        return 1 - self.value if num_players == 2 else None


def at_the_end(state: State, player: int) -> Evaluation:
    """The value of a game that is over for a player: 1 for the first rank, 0 for the last, between them for others.

    >>> import ludens
    >>> state = ludens.load("Tic-Tac-Toe").start()
    >>> for move in ("A1", "A2", "B1", "B2", "C1"):
    ...     played = state.play(state.parse(move))
    >>> at_the_end(state, 2).value
    0.0
    """
    ranks, n = state.ranking, len(state.ranking)
    if n == 1:
        return Evaluation(player, 1.0 if state.winner == player else 0.0, unit="end")
    rank = ranks[player - 1] if 1 <= player <= n else (n + 1) / 2
    return Evaluation(player, (n - rank) / (n - 1) if rank else 0.5, unit="end", seat=seat_of(state, player))


def seat_of(state: State, player: int) -> int:
    """The seat that plays a player, as evaluations have it: 0 where it has the player's own number."""
    seat = state.seats.seat(player)
    return 0 if seat == player else seat


def cost(
    before: Evaluation, after: Evaluation | None, name: str, num_players: int, flattery: float = 0.0
) -> float | None:
    """How much of the chance to win the move of that name gave away; None if that is unknown.

    It is what the position was worth for the mover, less what it is worth after the move: by the search of the position
    after it where that tells of the mover, else by what the search before it said of the move. `flattery` is what
    searches think too well of whoever moves.
    """
    if name == before.best:
        return 0.0
    if after is not None and num_players == 2 and after.who != before.who:
        lost = (
            _lost_by_depths(before, after) if before.depths and after.depths else _difference(before, after) - flattery
        )
        return max(0.0, lost)
    after_value = None if after is None else after.value_for(before.who, num_players)
    if after_value is None:
        after_value = next((move.value for move in before.moves if move.name == name), None)
    return None if after_value is None else max(0.0, before.value - after_value)


def _difference(before: Evaluation, after: Evaluation) -> float:
    """How much less a position is worth for who moved than the one before it, of two players."""
    return before.value - (1 - after.value)


def _lost_by_depths(before: Evaluation, after: Evaluation) -> float:
    """The same of estimates: by the deepest values in which the same player has the last move, whom they flatter.

    What an estimate swings by from depth to depth, it cannot tell from a cost.
    """
    pairs = [(one, other) for one in before.depths for other in after.depths if (one[0] - other[0]) % 2]
    if not pairs:
        return _difference(before, after)
    one, other = max(pairs, key=lambda pair: (pair[1][0], pair[0][0]))
    lost = one[1] - (1 - other[1])
    swing = max(abs(a - b) for _, a in before.depths[-2:] for _, b in before.depths[-2:])
    swing = max(swing, *(abs(a - b) for _, a in after.depths[-2:] for _, b in after.depths[-2:]))
    return 0.0 if lost <= min(swing, SWING) + 1e-6 else lost


def flattery(pairs: Iterable[tuple[Evaluation, Evaluation]], num_players: int) -> float:
    """By how much the searches of positions, each with one after it, think too well of whoever moves.

    Searches by random games do so, in every position alike. Most moves are good ones: a cost that most have is no cost.

    >>> flattery([(Evaluation(1, 0.53), Evaluation(2, 0.53))] * 9, 2)
    0.06
    """
    lost = [
        _difference(one, other)
        for one, other in pairs
        if one.who != other.who and other.unit != "end" and not (one.depths and other.depths)
    ]
    if num_players != 2 or len(lost) < FEWEST:
        return 0.0
    return round(min(max(0.0, statistics.median(lost)), MOST), 6)


def judgement(name: str, before: Evaluation, lost: float | None) -> Judgement:
    """The word for a move, by its cost."""
    if name == before.best:
        return "best"
    if lost is None:
        return "unknown"
    return next((word for word, least in JUDGEMENTS if lost >= least), "good")
