"""Forced wins: what a proof of one has to tell, however it was found, and what is kept of it in a folder."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from ludens.solve.checking import Checked, wins
from ludens.solve.errors import SolveError
from ludens.solve.exploration import Limits
from ludens.solve.rows import on_disk, read_note, write_note, write_whole
from ludens.solve.solving import check
from ludens.solve.table import Value

if TYPE_CHECKING:
    from ludens.game import Move, State

Progress = Callable[[int], object]
T = TypeVar("T")
#: seconds between two writings of what was found, and how much longer that is than the last one took
_NOTED: Final = 30.0
_RARELY: Final = 20


@dataclass(frozen=True)
class Proved:
    """What was found: whether `player` can force the win, False where no way was found, None where a limit was met.

    `plies` is how long the win takes at most; a shorter one may be there. `positions` were looked at, some of them more
    than once, also those of earlier searches in the same `folder`; of those that are kept so many are `decided`.
    """

    player: int
    won: bool | None
    plies: int
    positions: int
    decided: int
    stopped: str
    folder: Path | None
    proof: Proof


class Proof(ABC):
    """A search for a win of one player from a root on, and what it found.

    It is kept in a folder, where there is one, and so is what an earlier search found there. Raises SolveError for a
    game that cannot be solved, and for a folder that has another search.
    """

    #: what a search's note begins with, which changes with the form of the files; and the file beside the note
    form: ClassVar[int]
    file: ClassVar[str]

    def __init__(
        self, root: State, player: int, limits: Limits | None, progress: Progress, folder: Path | None
    ) -> None:
        check(root.game)
        self.root, self.player, self.progress = root, player, progress
        self.limits = limits or Limits()
        self.folder = None if folder is None else folder / f"player-{player}"
        self._next_note = time.monotonic() + _NOTED

    @abstractmethod
    def prove(self) -> Proved:
        """Search until it is known, or a limit is met. Raises SolveError where the folder cannot be written."""

    @abstractmethod
    def answer(self, state: State) -> Move:
        """The move of a won position, with the player to move, that wins by the proof, and soonest by it.

        Raises LookupError for a position that play by the proof does not come to.
        """

    @abstractmethod
    def key(self, state: State) -> bytes:
        """What tells positions apart where a win is checked."""

    @property
    @abstractmethod
    def plies(self) -> int | None:
        """In how many plies the root is won at most; None where no win is proved."""

    @abstractmethod
    def defence(self, state: State) -> Move:
        """The other player's move after which a won position holds out longest by the proof."""

    # --- the folder

    def _read_note(self) -> dict[str, Any] | None:
        """What the folder has of this search; None where it has nothing."""
        if self.folder is None:
            return None
        note = read_note(self.folder, self.form)
        if note is not None and note["game"] != self.root.game.fingerprint:
            raise SolveError(f"{self.folder} has a search in another game, or with other options")
        return note

    def _read_file(self, note: dict[str, Any], read: Callable[[Path], T]) -> T:
        """The file beside a note. All that it has is true by itself, so the note may be older."""
        assert self.folder is not None
        if note["root"] != self.key(self.root).hex():
            raise SolveError(f"{self.folder} has a search from another position on")
        try:
            return read(self.folder / self.file)
        except FileNotFoundError:
            raise SolveError(f"{self.folder / self.file} is gone: begin anew, in an empty folder") from None

    def _write(self, data: bytes | memoryview, facts: dict[str, Any], began: float) -> None:
        """Write the file and its note; it was `began` to make them at that time."""
        assert self.folder is not None
        note = {"form": self.form, "player": self.player, "root": self.key(self.root).hex()}
        with on_disk(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / self.file, data)
            write_note(self.folder, note | facts)
        now = time.monotonic()
        self._next_note = now + max(_NOTED, _RARELY * (now - began))

    # --- what was found

    def is_own(self, state: State) -> bool:
        """Whether the position is one in which the wanted seat moves."""
        return state.seat == self.player

    def line(self) -> list[Move]:
        """The proof's line against the defence that holds out longest by it."""
        here = self.root.copy()
        moves: list[Move] = []
        while not here.is_over:
            move = self.answer(here) if self.is_own(here) else self.defence(here)
            moves.append(move)
            here.play(move)
        return moves

    def verify(self, most: int = 1_000_000) -> Checked:
        """Play the win out against every defence, with nothing but the rules.

        Raises LookupError where none is proved.
        """
        if self.plies is None:
            raise LookupError("no win was proved")
        return wins(self.root, Value(self.player, self.plies), self.answer, self.key, most)
