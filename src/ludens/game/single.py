"""One game: its native code, and its states, which are blocks of bytes."""

from __future__ import annotations

import struct
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ludens.game import portable
from ludens.game.batch import Batch
from ludens.game.described import Described
from ludens.game.errors import IllegalMove
from ludens.game.game import Game, Unread
from ludens.game.legal import LegalMoves
from ludens.game.move import Move
from ludens.game.notation import number_of
from ludens.game.playouts import Series, any_seed
from ludens.game.programs import Extension, Module, digest_of, emit_located
from ludens.game.state import Row, State
from ludens.game.tiers import Tiers
from ludens.language import Description, LudWarning
from ludens.ludemes.runtime.trace import LoggedMove
from ludens.native import Block, Classes, FastProgram, Package, Places, TracedProgram, desks

# the ludemes, and what stands on them, are imported where they are needed: a game from the cache can do without
if TYPE_CHECKING:
    from ludens.board import Topology
    from ludens.game.blocks import BlockCheck
    from ludens.game.builder import Rulebook
    from ludens.ludemes.base import Ludeme
    from ludens.ludemes.runtime.layout import Layout
    from ludens.ludemes.runtime.model import Component, Container, Model

#: how often a game's moves are listed by the module that logs before the fast one is used, where it is at hand; and
#: before it is compiled
_SOME: Final = 16
_MANY: Final = 100
#: seconds of random games between two looks whether better code is there
_AT_ONCE: Final = 0.01


class SingleGame(Game):
    """A game of its own, and not a match.

    What is in the cache is neither read nor bound before somebody asks. Of a description that need not be read `digest`
    tells what `digest_of` gives.
    """

    def __init__(self, description: Description | Unread, digest: str | None = None) -> None:
        super().__init__(description)
        self._lock, self._building = threading.Lock(), threading.Lock()
        self.digest = digest_of(self.description) if digest is None else digest
        modules = [Module(self._built, self.digest, traced=traced) for traced in (False, True)]
        if not any(module.is_kept for module in modules):
            modules[0].check()
        self._fast, self._traced = Tiers(modules[0], FastProgram), Tiers(modules[1], TracedProgram)
        self.described = Described(self)
        #: what native code needs to know of the game to play its states, once that is worth while
        self.entry: bytes | None = None
        self._asked = 0
        #: a state at the start, where chance has no part in it
        self._first: SingleState | None = None

    @cached_property
    def _book(self) -> Rulebook:
        from ludens.game.builder import build

        return build(self.description)

    def _built(self) -> Rulebook:
        with self._building:
            return self._book

    @property
    def rulebook(self) -> Rulebook:
        """The rules, bound: what code is emitted from."""
        return self._built()

    @property
    def model(self) -> Model:
        return self.rulebook.model

    @property
    def components(self) -> list[Component]:
        return self.model.components[1:]

    @property
    def containers(self) -> list[Container]:
        return self.model.containers

    @property
    def topology(self) -> Topology:
        board: Topology = self.model.topology
        return board

    def ludemes(self) -> Iterator[Ludeme]:
        return self.rulebook.game.walk()

    @cached_property
    def warnings(self) -> Sequence[LudWarning]:
        """What is wrong in the metadata, and what the rules say that can hardly be meant."""
        from ludens.game.doubts import doubts

        return (*super().warnings, *doubts(self.ludemes(), self.model))

    @property
    def games(self) -> Sequence[Game]:
        return [self]

    @property
    def is_puzzle(self) -> bool:
        from ludens.ludemes.base import Need

        return Need.DEDUCTION in self.model.needs

    @cached_property
    def is_stochastic(self) -> bool:
        from ludens.ludemes.base import Need

        start = self.rulebook.rules.start
        before = set(start.walk()) if start else set()
        listed = (ludeme for ludeme in self.rulebook.game.walk() if ludeme not in before)
        return any(Need.STOCHASTIC in ludeme.own_needs(self.model.default_site) for ludeme in listed)

    @cached_property
    def slots(self) -> list[tuple[str, int]]:
        model = self.model
        own = [(model.default_site[0], s) for s in range(model.first_other_site)]
        others = [("C", s) for s in range(model.first_other_site, model.total_sites)]
        return own + others + [(t[0], s) for t in model.site_types[1:] for s in range(model.count(t))]

    # --- native code

    @property
    def layout(self) -> Layout:
        return self.rulebook.layout

    @property
    def traced(self) -> TracedProgram:
        return self._traced.best()

    @property
    def fast(self) -> FastProgram:
        return self._fast.best()

    @property
    def ready(self) -> FastProgram:
        """What `fast` is, as soon as there is any: while the best code is made, it runs slower and does the same."""
        return self._fast.soonest()

    @property
    def stepping(self) -> TracedProgram:
        """What makes single moves: the native code that logs what it does, as soon as there is any."""
        return self._traced.soonest()

    def begin(self) -> None:
        self._fast.soonest()

    def extended(self, extension: Extension) -> Package:
        """The native code with what a room above adds to it, from the cache where it is there."""
        with self._lock:
            return Module(self._built, self.digest, extension=extension).package()

    def ir(self, *, traced: bool = False) -> str:
        return emit_located(self.rulebook, traced=traced).ir

    def native_entry(self) -> bytes | None:
        """The entry of this game, which is made when its moves have been asked for often; None until then.

        Nobody waits for the fast module: it is compiled while moves are made by the one that logs.
        """
        if self.entry is None and self._asked >= 0 and desks.are_open():
            self._asked += 1
            if self._asked >= _MANY:
                self.begin()
            if self._fast.is_best if self._asked >= _MANY else self._asked >= _SOME and self._fast.is_kept:
                self._asked = -1
                self.let_others_run(alone=True)
        return self.entry

    def let_others_run(self, *, alone: bool = False) -> None:
        """Make the entry; unless `alone`, for calls during which other threads run, however short they are."""
        if desks.install(Classes(SingleState, LegalMoves, Move)):
            self.entry, self._first = desks.entry_of(self.fast, self.places, alone=alone), None

    @cached_property
    def places(self) -> Places:
        """Where a state has what native code and `SingleState` read; a history counts that lies behind all else."""
        from ludens.ludemes.runtime.fields.histories import HASHES, TURN_HASHES

        fields = self.layout.fields
        over, mover, following, winner, rng = (fields[n].offset for n in ("over", "mover", "next", "winner", "rng"))
        last = max(fields, key=lambda name: fields[name].offset)
        count = {HASHES.items.name: HASHES.count.name, TURN_HASHES.items.name: TURN_HASHES.count.name}.get(last)
        history = (fields[last].offset, fields[count].offset) if count is not None else (0, 0)
        return Places(self.layout.size, *history, over, mover, following, winner, rng)

    # --- states

    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> SingleState:
        if self._first is not None and rng_state is None:
            state = self._first.copy()
            struct.pack_into("=Q", state.bytes_in_place, self.places.rng, _word(seed))
            return state
        state = self._seeded(seed, rng_state)
        before = state.rng_state
        (self.stepping if self.entry is None else self.fast).start(state.bytes_in_place)
        if self.entry is not None and self._starts_alike and state.rng_state == before:
            self._first = state.copy()
        return state

    @cached_property
    def _starts_alike(self) -> bool:
        """Whether states at the start differ in nothing but the state of the generator."""
        from ludens.ludemes.base import Need

        return self.model.mode == "Alternating" and Need.STOCHASTIC not in self.model.needs

    def placements(self, rng_state: bytes) -> list[LoggedMove]:
        return self.stepping.placements(self._seeded(None, rng_state))

    def position(
        self,
        rows: Iterable[Row],
        *,
        mover: int = 1,
        next: int | None = None,
        seed: int | None = None,
        rng_state: bytes | None = None,
    ) -> SingleState:
        from ludens.game import setup

        words = setup.words(self, list(rows))
        n = self.num_players
        following = mover % n + 1 if next is None else next
        for player in (mover, following):
            if not 1 <= player <= n:
                raise ValueError(f"{self.name} has the players 1 to {n}, not {player}")
        state = self._seeded(seed, rng_state)
        self.stepping.set_up(state, words, mover, following)
        return state

    def _seeded(self, seed: int | None, rng_state: bytes | None) -> SingleState:
        """A state with nothing but its random generator set."""
        if rng_state is not None and len(rng_state) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(rng_state)}")
        word = _word(seed) if rng_state is None else int.from_bytes(rng_state, "little")
        block = bytearray(self.layout.size)
        struct.pack_into("=Q", block, self.places.rng, word)
        return SingleState(self, block)

    def from_bytes(self, data: bytes) -> SingleState:
        if len(data) != self.layout.size:
            raise ValueError(f"a state of {self.name} has {self.layout.size} bytes, not {len(data)}")
        self._check.check(np.frombuffer(data, np.uint8))
        return SingleState(self, bytearray(data))

    @cached_property
    def _check(self) -> BlockCheck:
        from ludens.game.blocks import BlockCheck

        return BlockCheck(self.model, self.layout)

    def batch(self, n: int, *, seed: int | None = None) -> Batch:
        return Batch(self, n, seed)

    # --- playouts

    def _leaves(self, depth: int, state: State) -> int:
        return self.fast.perft(state, depth)

    def play_part(self, series: Series, first: int, last: int) -> None:
        block, number = np.zeros(self._fast.state_size, np.uint8), 1
        while first < last:
            program = self._fast.soonest()
            # a few games at a time, until the best code is there
            behind = last if self._fast.is_best else min(first + number, last)
            part, began = slice(first, behind), time.perf_counter()
            program.playouts(block, first, series.seed, series.winners[part], series.lengths[part])
            number *= 2 if time.perf_counter() - began < _AT_ONCE else 1
            first = behind

    @cached_property
    def fingerprint(self) -> str:
        return portable.digest(self.description.expanded, repr(self.layout.dtype))


def _word(seed: int | None) -> int:
    """The state of the generator that a seed gives."""
    return any_seed() if seed is None else seed & (1 << 64) - 1


class SingleState(State):
    """A state of one game: a block of bytes.

    What is often asked for is done by native code in place of the methods here, once the game has an entry
    (`ludens.native.methods`); it leaves to them what is unusual.
    """

    __slots__ = ("_array", "_block", "_entry", "_fields_read", "_moves", "_told", "_undo")
    game: SingleGame

    def __init__(self, game: SingleGame, block: bytearray) -> None:
        super().__init__(game)
        self._block, self._entry, self._told = block, game.entry, game.described
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
    def rng_state(self) -> bytes:
        place = self.game.places.rng
        return int.from_bytes(self._block[place : place + 8], sys.byteorder).to_bytes(8, "little")

    @property
    def phases(self) -> list[str]:
        from ludens.ludemes.play.phases import PHASES

        names = [phase.name for phase in PHASES.of(self.game.model)]
        return [names[int(phase)] for phase in self._fields["phase"][1 : self.game.num_players + 1]]

    def field(self, name: str) -> Any:
        if name not in self.game.layout:
            raise KeyError(name)
        return self._fields[name]

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
        game, moves = self.game, self._moves
        if moves is None or moves.position != self._position():
            records = game.stepping.legal(self._block)
            moves = self._moves = LegalMoves(self._told, self._position(), len(records))
            self._told.keep(moves.position, records)
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
        moves = [move] if isinstance(move, Move) else list(move)
        if not all(isinstance(one, Move) for one in moves):
            raise TypeError(f"a move is expected, not {move!r}; state.parse reads moves that are written")
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
