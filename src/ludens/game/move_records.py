"""What is told of the moves of a game, when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from ludens.native import Block, Records, TracedProgram
from ludens.rules.state.trace import LoggedMove

if TYPE_CHECKING:
    from ludens.rules.state.layout import Layout

#: positions whose records are kept
_MOST_POSITIONS: Final = 16
#: behind the generator's number in a record: mover, from and to
_ENDS: Final = slice(1, 4)


class Coded(Protocol):
    """A game, as far as it is needed here: the code that logs, and the layout of a state."""

    @property
    def stepping(self) -> TracedProgram: ...
    @property
    def layout(self) -> Layout: ...


class MoveRecords:
    """What is told of the moves of a game: by the module that logs, for one position after the other.

    A position is a state's block, without the part of its history that nothing is written in.
    """

    def __init__(self, game: Coded) -> None:
        self._game, self._records = game, dict[bytes, Records]()

    def records(self, position: bytes) -> Records:
        """The records of the legal moves, as the module has them that logs."""
        records = self._records.get(position)
        if records is None:
            records = self.keep(position, self._game.stepping.legal(self._array(position)))
        return records

    def keep(self, position: bytes, records: Records) -> Records:
        """The records of a position, which were found already."""
        if len(self._records) >= _MOST_POSITIONS:
            self._records.clear()
        self._records[position] = records
        return records

    def record(self, position: bytes, number: int) -> bytes:
        data: bytes = self.records(position)[number].tobytes()
        return data

    def ends(self, position: bytes, number: int) -> list[int]:
        """The mover, the site from and the site to of a legal move."""
        row: list[int] = self.records(position)[number, _ENDS].tolist()
        return row

    def all_ends(self, position: bytes) -> list[list[int]]:
        """The same of every legal move."""
        rows: list[list[int]] = self.records(position)[:, _ENDS].tolist()
        return rows

    def towards(self, position: bytes, site: int) -> list[tuple[int, int]]:
        """The numbers of the legal moves that go to a site, and where each comes from."""
        records = self.records(position)
        numbers = (records[:, _ENDS.stop - 1] == site).nonzero()[0].tolist()
        return [(number, int(records[number, _ENDS.start + 1])) for number in numbers]

    def logged(self, position: bytes, number: int) -> LoggedMove:
        """A legal move, as generated."""
        return self._game.stepping.describe(self._array(position), self.record(position, number))

    def played(self, position: bytes, number: int) -> LoggedMove:
        """A legal move that was played, with its consequences."""
        return self._game.stepping.play(self._array(position), self.record(position, number))

    def block(self, position: bytes) -> bytes:
        """The whole block of a state."""
        return position.ljust(self._game.layout.size, b"\0")

    def _array(self, position: bytes) -> Block:
        return np.frombuffer(bytearray(self.block(position)), np.uint8)
