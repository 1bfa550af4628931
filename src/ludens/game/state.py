"""One play of a game, or of a match: a position, and how it goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ludens.game.move import Move
from ludens.game.notation import notations
from ludens.game.seats import Seats
from ludens.members import StateMembers
from ludens.native import Block

if TYPE_CHECKING:
    from ludens.game.game import Game

Row = tuple[str, int, int, int, int, int, int, int, int]


#: subclasses say where the fields of states are
_SLOTS: Final = ("__weakref__",)


class State(StateMembers, ABC):
    """A state of a game. Moves are made in place and can be undone.

    That of a match is about the game being played (`playing`), but for its end and its ranking, which are the match's.
    """

    __slots__ = _SLOTS
    game: Game
    _notations: tuple[Sequence[Move], list[str]] | None

    # --- reading

    @property
    @abstractmethod
    def playing(self) -> State:
        """The state of the game on the board: this one; of a match, that of the game being played."""

    @property
    @abstractmethod
    def is_simultaneous(self) -> bool:
        """Whether the players move at once here."""

    @property
    def mover(self) -> int:
        """The player to move; the last one to have moved once the game is over."""
        return self.playing.mover

    @property
    def next(self) -> int:
        """The player after the mover, as it stands."""
        return self.playing.next

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nobody moves any more."""

    @property
    @abstractmethod
    def winner(self) -> int:
        """The winner of a game that is over: a player, 0 for nobody, n+1 for a tie, -1 if it was abandoned."""

    @property
    @abstractmethod
    def ranking(self) -> list[float]:
        """The rank of each player, from player 1; 1.0 is best, 0.0 undecided."""

    @property
    @abstractmethod
    def seats(self) -> Seats:
        """Who plays which player: everybody the own one, until a rule lets players swap sides.

        `mover`, `winner`, `ranking` and `scores` are about players; `seats` tells whose they are.
        """

    @property
    def seat(self) -> int:
        """The seat to move: that of the mover; once the game is over, of the last one to have moved."""
        return self.seats.seat(self.mover)

    @property
    def scores(self) -> list[int]:
        """The score of each player, from player 1; zeros in games without scores."""
        return self.playing.scores

    @property
    def dice(self) -> list[list[int]]:
        """The current values of each dice container, 0 for a used die."""
        return self.playing.dice

    @property
    def rolled(self) -> list[list[int]]:
        """What the dice show as the player to move chooses: where moves are found after a roll, that roll."""
        return self.playing.rolled

    @property
    def phases(self) -> list[str]:
        """The name of the phase that each player is in, from player 1."""
        return self.playing.phases

    @property
    def rng_state(self) -> bytes:
        """The generator's eight bytes."""
        return self.playing.rng_state

    def field(self, name: str) -> Any:
        """A field of the state block, as NumPy sees it. Raises KeyError for one that the game does not have."""
        return self.playing.field(name)

    def set_field(self, name: str, value: Any) -> None:
        """Overwrite a field of the state block; for tools that know what they do."""
        self.playing.set_field(name, value)

    def sites(self) -> list[Row]:
        """What stands where: rows (type, site, level, what, who, count, state, rotation, value) of sites not empty."""
        return self.playing.sites()

    # --- moves as text

    def notations(self) -> list[str]:
        """What people call the legal moves, in their order; every one is different."""
        moves = self.legal_moves()
        if self._notations is None or self._notations[0] is not moves:
            self._notations = moves, notations(self)
        return self._notations[1]

    # --- playing

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves, in order of generation; empty once the game is over."""

    @abstractmethod
    def play(self, move: Move | Sequence[Move]) -> Move:
        """Make a move; gives it with its consequences. In simultaneous games a sequence of one move a player.

        Raises IllegalMove where the position does not allow it, TypeError for what is no move.
        """

    @abstractmethod
    def undo(self) -> None:
        """Take the last move back. Raises IndexError at the start."""

    # --- keeping

    @abstractmethod
    def copy(self) -> State:
        """Another state, at the same position, without the moves made so far."""

    @abstractmethod
    def tobytes(self) -> bytes:
        """The state's block; `Game.from_bytes` reads it."""

    @property
    def block(self) -> Block:
        """The state's block, for native code."""
        return self.playing.block

    # --- as a value

    def __eq__(self, other: object) -> bool:
        """States are equal that are of the same game and have the same block.

        They go on in the same way, chance included. Positions that look alike but were reached in other ways may differ
        in what the rules remember; what `undo` takes back is no part of it.
        """
        return isinstance(other, State) and self.tobytes() == other.tobytes() and self.game == other.game

    def __hash__(self) -> int:
        """Of the state as it stands: a state that is a key must not be played on."""
        return hash(self.tobytes())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds what `copy` copies: the game and the position, without the moves made so far."""
        return self.game.from_pickle, (self.game.fingerprint, self.tobytes())

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {'over' if self.is_over else f'player {self.mover} to move'}>"
