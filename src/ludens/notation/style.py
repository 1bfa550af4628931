"""How the players of a game write: moves, positions, games. `Style` itself is the standard notation of every game."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from ludens.game import Game, IllegalMove, Move, State, matching
from ludens.game.match import Match
from ludens.notation.drops import AT, placed, placing
from ludens.notation.errors import NotationError
from ludens.notation.marks import becomes, takes
from ludens.notation.reading import File, Refused, games
from ludens.notation.record import Record
from ludens.notation.turns import Turn

__all__ = ["File", "Position", "Style"]

T = TypeVar("T")
_WAY = re.compile(r"(?<=\w)-(?=\w)")


@dataclass(frozen=True)
class Position:
    """A format of positions: how it is written, and how read. Both raise NotationError, as does a game without it."""

    write: Callable[[State], str]
    read: Callable[[str], State]


class Style:
    """The notation of a game: here the standard one, sites with `x` where something is taken and `=` for promotion.

    >>> import ludens
    >>> game = ludens.load("Breakthrough")
    >>> Style(game).ply(state := game.start(), state.parse("a2a3"))
    'A2-A3'
    """

    family: ClassVar[str] = "standard"
    #: what stands between the plies of a turn
    between: ClassVar[str] = "/"
    #: whether labels of the board, which are names of other points here, are neither shown nor read
    renames: ClassVar[bool] = False

    def __init__(self, game: Game) -> None:
        self.game = game

    @classmethod
    def of(cls, game: Game) -> Style | None:
        """The notation for a game whose equipment and rules it is made for; None for others."""
        return cls(game)

    # --- sites

    def point(self, site: int) -> str:
        """What players call a site of the board, of the type that the game is played on; "" where they have no name."""
        return self.game.topology.elements(self.game.model.default_site)[site].label

    def place(self, text: str) -> int | str:
        """The site that a name of a point means; the text itself where it is the label of the board that counts."""
        return text

    # --- moves

    def names(self, state: State) -> Sequence[str]:
        """A name for each legal move, every one different, for people to choose from.

        They are `State.notations`, with pieces that come from hands by name, and with players' names of points where
        they could be taken for the labels of others.
        """
        return placing(state, state.notations())

    def name(self, state: State, move: Move) -> str:
        """What who moves knows of a legal move: its sites and its piece, but not what comes of it."""
        return placed(state, move, state.notation(move))

    def ply(self, state: State, move: Move) -> str:
        """A legal move of a state, which may be a part of a turn."""
        name = Style.name(self, state, move)
        if isinstance(self.game, Match) or state.is_simultaneous:
            return name
        after = state.copy()
        made = after.play(move)
        if takes(state, after, move):
            name = _taking(name)
        piece = becomes(self.game, made, move.to_site)
        return name if not piece or "=" in name else f"{name}={piece}"

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        """A whole turn, ply by ply."""
        parts, here = list[str](), state.copy()
        for move in turn:
            parts.append(self.ply(here, move))
            here.play(move)
        return self.between.join(parts)

    def parse(self, state: State, text: str) -> Turn:
        """The plies that a text means: a whole turn, or one ply of it.

        All that `State.parse` reads is read, too. Raises IllegalMove, which names what came close.
        """
        try:
            return (self._one(state, text),)
        except IllegalMove:
            parts = [part.strip() for part in text.split("/") if part.strip()]
            if len(parts) < 2:
                raise
        here, moves = state.copy(), list[Move]()
        for part in parts:
            moves.append(self._one(here, part))
            here.play(moves[-1])
        return tuple(moves)

    def _one(self, state: State, text: str) -> Move:
        try:
            return matching.find_labelled(state, text)
        except IllegalMove as error:
            folded, moves = text.strip().casefold(), state.legal_moves()
            for name, move in zip(self.names(state), moves, strict=True):
                if name.casefold() == folded:
                    return move
            for move in moves:
                if self.ply(state, move).casefold() == folded:
                    return move
            raise error

    # --- positions and games

    @property
    def positions(self) -> Mapping[str, Position]:
        """The formats of positions by their names, the usual one first."""
        return {}

    @property
    def files(self) -> Mapping[str, File]:
        """The formats of files with games by their names, the usual one first."""
        return {}

    def position(self, state: State, form: str | None = None) -> str:
        """A position as text, in the usual format or the one named. Raises NotationError."""
        return self._position(form).write(state)

    def state(self, text: str, form: str | None = None) -> State:
        """The state at the position that a text says: `position` backwards. Raises NotationError.

        Where no format is named, all are tried, and the error is that of the usual one.
        """
        first = self._position(form)
        try:
            return first.read(text)
        except NotationError:
            for other in self.positions.values() if form is None else ():
                with contextlib.suppress(NotationError):
                    return other.read(text)
            raise

    def write(self, records: Record | Sequence[Record], form: str | None = None) -> str:
        """Games as the text of a file. Raises NotationError."""
        several = [records] if isinstance(records, Record) else records
        return self.file(form).write(several)

    def read(self, text: str, form: str | None = None, name: str = "<text>", *, errors: str = "stop") -> list[Record]:
        """The games in the text of a file. Raises NotationError, with the place and the cause.

        With `errors="skip"` games that cannot be read are left out; `games` tells of them.
        """
        records = list[Record]()
        for one in self.games(io.StringIO(text, newline=None), form, name):
            if isinstance(one, Record):
                records.append(one)
            elif errors == "stop":
                raise one.error
        if not records and errors == "stop":
            raise NotationError("there is no game here", name, 1)
        return records

    def games(
        self, lines: Iterable[str], form: str | None = None, name: str = "<text>", *, only: int | None = None
    ) -> Iterator[Record | Refused]:
        """The games of a file, one by one; those that cannot be read are among them, with the cause.

        With `only` it is the game of that number alone, from 1.
        """
        return games(self.file(form), lines, name, only)

    def _position(self, form: str | None) -> Position:
        return _chosen(self.positions, form, f"positions of {self.game.name}")

    def file(self, form: str | None = None) -> File:
        """The format of files of that name, or the usual one. Raises NotationError."""
        return _chosen(self.files, form, f"files of {self.game.name}")


def _taking(name: str) -> str:
    """The name with an x before where the move goes: `A2xB3`, `xB3`, `Scout@xB3`."""
    piece, at, way = name.rpartition(AT)
    marked = way if "x" in way else _WAY.sub("x", way, count=1)
    return f"{piece}{at}{marked}" if "x" in marked else f"{piece}{at}x{marked}"


def _chosen(formats: Mapping[str, T], form: str | None, what: str) -> T:
    if not formats:
        raise NotationError(f"there is no format for {what}")
    name = next(iter(formats)) if form is None else form.lower()
    if name not in formats:
        raise NotationError(f"{what} are written as {', '.join(formats)}, not as {form}")
    return formats[name]
