"""One play of a game, or of a match: a position, and how it goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ludens import hooks
from ludens.game import matching, portable
from ludens.game.move import Move, moves_of
from ludens.game.notation import name_of, notations
from ludens.game.seats import Seats
from ludens.native import Block

if TYPE_CHECKING:
    from ludens.game.ending import Ending
    from ludens.game.game import Game
    from ludens.game.reasons import Done, Why, WhyNot, WhyOver

Row = tuple[str, int, int, int, int, int, int, int, int]


#: subclasses say where the fields of states are
_SLOTS: Final = ("__weakref__",)


class State(ABC):
    """A state of a game. Moves are made in place and can be undone.

    That of a match is about the game being played, but for its end and its ranking, which are the match's.
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
    @abstractmethod
    def mover(self) -> int:
        """The player to move; the last one to have moved once the game is over."""

    @property
    @abstractmethod
    def next(self) -> int:
        """The player after the mover, as it stands."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nobody moves any more."""

    @property
    @abstractmethod
    def winner(self) -> int:
        """The winner of a game that is over: a player, 0 for nobody, n+1 for a tie, -1 if it was abandoned."""

    @property
    def ending(self) -> Ending | None:
        """Why a game that is over is so, in words, with the sites that show it; None where its rule has no words."""
        from ludens.game.ending import ending  # late: it reads the rules, which a game from the cache need not

        return ending(self)

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
    @abstractmethod
    def scores(self) -> list[int]:
        """The score of each player, from player 1; zeros in games without scores."""

    @property
    @abstractmethod
    def dice(self) -> list[list[int]]:
        """The current values of each dice container, 0 for a used die."""

    @property
    @abstractmethod
    def rolled(self) -> list[list[int]]:
        """What the dice show as the player to move chooses: where moves are found after a roll, that roll."""

    @property
    @abstractmethod
    def phases(self) -> list[str]:
        """The name of the phase that each player is in, from player 1."""

    @property
    @abstractmethod
    def rng_state(self) -> bytes:
        """The generator's eight bytes."""

    @abstractmethod
    def field(self, name: str) -> Any:
        """A field of the state block, as NumPy sees it. Raises KeyError for one that the game does not have."""

    @abstractmethod
    def set_field(self, name: str, value: Any) -> None:
        """Overwrite a field of the state block; for tools that know what they do."""

    @abstractmethod
    def sites(self) -> list[Row]:
        """What stands where: rows (type, site, level, what, who, count, state, rotation, value) of sites not empty."""

    # --- moves as text

    def notations(self) -> list[str]:
        """What people call the legal moves, in their order; every one is different."""
        moves = self.legal_moves()
        if self._notations is None or self._notations[0] is not moves:
            self._notations = moves, notations(self)
        return self._notations[1]

    def notation(self, move: Move | Sequence[Move]) -> str:
        """What people call a move, as in `D1-D5`; where players move at once, also the moves of several.

        Of legal moves every one has its own; of others, such as one that was played, it tells the sites.
        """
        return ", ".join(name_of(self, one) for one in moves_of(move))

    def parse(self, text: str) -> Move:
        """The legal move that a text means: `notation` backwards.

        Capitals, spaces and how the sites are joined do not matter (`d1d5`, `D1xD5`, `d1 to d5`); trial format is
        understood, too. What is none of these is read as players of the game write: `Nf3`, `7g7f`, `32-28`. Of a turn
        of several plies it is the first: see `parse_turn`. Raises IllegalMove, which names what came close, or the
        moves that it may be.
        """
        return matching.find(self, text)

    def parse_turn(self, text: str) -> list[Move]:
        """The moves that a text means, to be played one after the other: `8/5 6/5`, `e8=Q`, or one move alone.

        Raises IllegalMove as `parse` does.
        """
        return matching.find_turn(self, text)

    def parse_all(self, text: str) -> list[Move]:
        """What `play` takes: the move that a text means, or one of each player's where they move at once (`1:A, 2:B`).

        Raises IllegalMove as `parse` does.
        """
        return matching.find_all(self, text)

    # --- why

    def why(self, move: Move | str) -> Why:
        """Why a legal move is: the clauses that made it, with their places in the text and what each gave.

        Raises IllegalMove for a move that is not legal here.
        """
        from ludens.game import reasons  # late: it binds the rules, which a game from the cache need not

        return reasons.why(self, move)

    def why_not(self, from_site: int | str | None, to_site: int | str | None = None) -> WhyNot:
        """Why there is no move between two sites, by number or label: the first clause that refuses it, and others.

        What is put down is asked about by one site alone, a pass as `"pass"`. Raises IllegalMove for a move that is
        legal, ValueError for a site that is not there.
        """
        from ludens.game import reasons

        return reasons.why_not(self, from_site, to_site)

    def why_over(self) -> WhyOver:
        """Which end rule ended a game that is over, with its place in the text. Raises ValueError while it goes on."""
        from ludens.game import reasons

        return reasons.why_over(self)

    def steps(self, move: Move | str | Sequence[Move]) -> Sequence[Done]:
        """What a legal move does, action by action, each with the state behind it; this state stays as it is.

        Raises IllegalMove for a move that is not legal here.
        """
        from ludens.game import reasons

        return reasons.steps(self, move)

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
    @abstractmethod
    def block(self) -> Block:
        """The state's block, for native code."""

    # --- learning

    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The planes of `Game.encoding`, as a player sees them: the mover, unless given."""
        return self.game.encoding.observation(self, player)

    def action_mask(self, player: int | None = None) -> npt.NDArray[np.bool_]:
        """Which numbers of moves are legal; where players move at once, for `player` or for any of them."""
        return self.game.encoding.mask(self, player)

    def information_state(self, player: int | None = None) -> str:
        """All that a player sees of the position, as a text: the mover, unless given."""
        return hooks.learning().information_state(self, self.game.encoding.observer(self, player))

    def resample(self, player: int | None = None, seed: int | None = None) -> State:
        """A state that a player cannot tell from this one: what is hidden is dealt anew, and what chance will bring.

        The player is the mover, unless given. Equal seeds give equal states.
        """
        other: State = hooks.learning().resample(self, self.game.encoding.observer(self, player), seed)
        return other

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

    def to_dict(self) -> dict[str, Any]:
        """All that there is to know of this state, ready for JSON; `Game.from_dict` reads it. It hides nothing."""
        return portable.of_state(self)

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {'over' if self.is_over else f'player {self.mover} to move'}>"

    def __str__(self) -> str:
        """The board as text, as the player to move sees it; `ludens.render.text` shows it in other ways."""
        return hooks.drawing().text(self)

    def _repr_svg_(self) -> str:
        return hooks.drawing().svg(self)
