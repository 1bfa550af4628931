"""A position of one game: a block of bytes, its moves by native code, and what they mean on demand."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludens.game.errors import IllegalMove
from ludens.game.legal import LegalMoves
from ludens.game.move import Move, moves_of
from ludens.game.notation import number_of
from ludens.game.seats import Seats
from ludens.game.state import Row, State
from ludens.native import Block, desks, structs
from ludens.rules.state.trace import LoggedMove

if TYPE_CHECKING:
    from ludens.game.single import SingleGame

    class _Struct:
        """What native code knows of a state."""

else:
    _Struct = structs.TYPES.state


class SingleState(_Struct, State):
    """A state of one game: a block of bytes.

    What is often asked for is done by native code in place of the methods here, once the game has an entry
    (`ludens.native.methods`); it leaves to them what is unusual.
    """

    __slots__ = ()
    game: SingleGame

    def __init__(self, game: SingleGame, block: bytearray) -> None:
        self.game, self._notations = game, None
        self._block, self._entry, self._source = block, game.entry, game.described
        self._array: Block | None = None
        self._fields_read: Any = None
        #: the positions that moves were made in
        self._undo: list[bytes] = []
        #: the moves found last; they may be those of another position
        self._moves: LegalMoves | None = None

    # --- reading

    @property
    def playing(self) -> State:
        return self

    @property
    def is_simultaneous(self) -> bool:
        return self.game.is_simultaneous

    @property
    def mover(self) -> int:
        return self._number(self.game.places.mover)

    @property
    def next(self) -> int:
        return self._number(self.game.places.next)

    @property
    def is_over(self) -> bool:
        return self._number(self.game.places.over) != 0

    def _number(self, place: int) -> int:
        number: int = struct.unpack_from("=i", self._block, place)[0]
        return number

    @property
    def winner(self) -> int:
        return self._number(self.game.places.winner)

    @property
    def scores(self) -> list[int]:
        n = self.game.num_players
        if "scores" not in self.game.layout:
            return [0] * n
        return [int(x) for x in self._fields["scores"][1 : n + 1]]

    @property
    def dice(self) -> list[list[int]]:
        if "dice_value" not in self.game.layout:
            return []
        values = iter(self._fields["dice_value"].tolist())
        return [[next(values) for _ in container.sites] for container in self.game.model.dice()]

    @property
    def rolled(self) -> list[list[int]]:
        dice, moves = self.dice, self.legal_moves()
        for action in moves[0].actions if dice and moves else ():
            if ("decision", "true") in action.fields:  # what comes after it is no roll
                break
            if action.name == "SetStateAndUpdateDice":
                site, face = (int(value) for _, value in action.fields)
                number, hand = next((i, x) for i, x in enumerate(self.game.model.dice()) if site in x.sites)
                die = site - hand.first_site
                dice[number][die] = hand.faces[die][face]
        return dice

    @property
    def ranking(self) -> list[float]:
        return [float(x) for x in self._fields["ranking"][1 : self.game.num_players + 1]]

    @property
    def seats(self) -> Seats:
        if "player_order" not in self.game.layout:
            return Seats.own(self.game.num_players)
        return Seats.of_field(self._fields["player_order"].tolist())

    @property
    def rng_state(self) -> bytes:
        place = self.game.places.rng
        return int.from_bytes(self._block[place : place + 8], sys.byteorder).to_bytes(8, "little")

    @property
    def phases(self) -> list[str]:
        from ludens.rules.turns.phases import PHASES

        names = [phase.name for phase in PHASES.of(self.game.model)]
        return [names[int(phase)] for phase in self._fields["phase"][1 : self.game.num_players + 1]]

    def field(self, name: str) -> Any:
        try:
            return self._fields[name]
        except ValueError:
            raise KeyError(name) from None

    def set_field(self, name: str, value: Any) -> None:
        self._fields[name] = value
        self._moves = None

    def sites(self) -> list[Row]:
        model, f = self.game.model, self._fields
        rows: list[Row] = []
        what = f["what"]
        occupied = np.flatnonzero(f["size"] if model.stacking else what)
        for slot in occupied.tolist():
            kind, site = self.game.slots[slot]
            for level in range(int(f["size"][slot]) if model.stacking else 1):
                if not model.stacking or what[slot, level]:  # a level may have been moved in that did not exist
                    rows.append((kind, site, level, *self._content(slot, level)))
        return rows

    def _content(self, slot: int, level: int) -> tuple[int, int, int, int, int, int]:
        at = (slot, level) if self.game.model.stacking else slot
        f, layout = self._fields, self.game.layout
        what = int(f["what"][at])
        who = int(f["who"][at]) if "who" in layout else what
        count = int(f["count"][at]) if "count" in layout else 1
        if self.game.model.stacking:  # a pile has a count where its top piece has an owner
            count = int(f["who"][slot, int(f["size"][slot]) - 1] != 0)
        content = ("state", "rotation", "value")
        state, rotation, value = (int(f[name][at]) if name in layout else 0 for name in content)
        return what, who, count, state, rotation, value

    # --- playing

    def legal_moves(self) -> Sequence[Move]:
        before, entry = self._moves, self._entry
        moves = self.listed()
        if moves is not before and entry is not None:
            self._look_for_entry()
        return moves

    def listed(self) -> LegalMoves:
        """The legal moves by the code that logs, which knows their ends at once: see `LegalMoves.ends`."""
        moves, position = self._moves, self._position()
        if moves is None or moves.position != position:
            records = self.game.stepping.legal(self._block)
            moves = self._moves = LegalMoves(self._source, position, len(records))
            self._source.keep(position, records)
            if self._entry is None:
                self._look_for_entry()
        return moves

    def _position(self) -> bytes:
        """The block, without the part of a history that nothing is written in."""
        places, used = self.game.places, len(self._block)
        if places.length:
            used = min(places.history + 8 * max(self._number(places.length), 0), used)
        return bytes(self._block[:used])

    def _look_for_entry(self) -> None:
        """What could not be done by native code was unusual, or took longer than is fair to other threads."""
        if self._entry is not None and desks.are_open() and not desks.lets_others_run(self._entry):
            self.game.let_others_run()
        self._entry = self.game.native_entry()

    def play(self, move: Move | Sequence[Move]) -> Move:
        moves = moves_of(move)
        if self.is_simultaneous:
            self._check_joint(moves)
        elif len(moves) != 1:
            raise IllegalMove(f"{self.game.name} is played one move at a time, not {len(moves)}")
        records = [self._record_of(m) for m in moves]
        before = self._position()
        try:
            logged = self._run(records)
        except BaseException:  # a limit, or Ctrl-C, in the middle of the move
            self._go_back(before)
            raise
        self._undo.append(before)
        self._moves = None
        header = logged.header
        played = Move(header["mover"], header["from"], header["to"], logged)
        played._legal = moves[0]._legal or moves[0] if len(moves) == 1 else None
        return played

    def _check_joint(self, moves: list[Move]) -> None:
        active = [p for p in range(1, self.game.num_players + 1) if int(self._fields["active"]) >> p & 1]
        if [m.mover for m in moves] != active:
            raise IllegalMove(f"one move each of the players {active} is wanted, in that order")

    def _record_of(self, move: Move) -> bytes:
        moves = self.legal_moves()
        number = number_of(moves, move)
        if number is None:
            raise IllegalMove(f"{move} is not legal here")
        return moves[number].record

    def _run(self, records: list[bytes]) -> LoggedMove:
        if self.game.is_simultaneous:
            return self.game.stepping.play_joint(self._block, records)
        return self.game.stepping.play(self._block, records[0])

    def undo(self) -> None:
        if not self._undo:
            raise IndexError("there is no move to take back")
        self._go_back(self._undo.pop())
        self._moves = None

    def _go_back(self, position: bytes) -> None:
        self._block[:] = position.ljust(len(self._block), b"\0")

    def copy(self) -> SingleState:
        other = SingleState(self.game, bytearray(self._block))
        other._moves = self._moves
        return other

    def tobytes(self) -> bytes:
        return bytes(self._block)

    @property
    def block(self) -> Block:
        if self._array is None:
            self._array = np.frombuffer(self._block, np.uint8)
        return self._array

    @property
    def bytes_in_place(self) -> bytearray:
        """The block as Python has it."""
        return self._block

    @property
    def _fields(self) -> Any:
        """The fields as NumPy has them."""
        if self._fields_read is None:
            self._fields_read = self.block.view(self.game.layout.dtype)[0]
        return self._fields_read
