"""What a state of one game asks of its game."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from ludens.game.game import Game

if TYPE_CHECKING:
    from ludens.game.described import Described
    from ludens.native import TracedProgram
    from ludens.native.desks import Places


class EnteredGame(Game):
    """A game whose states are played by native code without a call of Python, once there is an `entry`.

    That is what native code needs to know of the game, which is made once it is worth while.
    """

    entry: bytes | None = None

    @property
    @abstractmethod
    def described(self) -> Described:
        """What moves mean."""

    @property
    @abstractmethod
    def places(self) -> Places:
        """Where a state has what native code and `SingleState` read."""

    @property
    @abstractmethod
    def stepping(self) -> TracedProgram:
        """What makes single moves: the native code that logs what it does, as soon as there is any."""

    @abstractmethod
    def native_entry(self) -> bytes | None:
        """The entry, which is made when moves have been asked for often; None until then."""

    @abstractmethod
    def let_others_run(self, *, alone: bool = False) -> None:
        """Make the entry; unless `alone`, for calls during which other threads run, however short they are."""
