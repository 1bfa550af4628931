"""One game: its native code, and its states, which are blocks of bytes."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ludens.game import portable
from ludens.game.batch import Batch
from ludens.game.errors import IllegalMove
from ludens.game.game import Game, Unread
from ludens.game.move import Move
from ludens.game.notation import number_of
from ludens.game.playouts import Series
from ludens.game.programs import Extension, Module, digest_of, emit_located
from ludens.game.state import Row, State
from ludens.game.tiers import Tiers
from ludens.language import Description, LudWarning
from ludens.ludemes.runtime.trace import LoggedMove
from ludens.native import Block, FastProgram, Package, TracedProgram

# the ludemes, and what stands on them, are imported where they are needed: a game from the cache can do without
if TYPE_CHECKING:
    from ludens.board import Topology
    from ludens.game.blocks import BlockCheck
    from ludens.game.builder import Rulebook
    from ludens.ludemes.base import Ludeme
    from ludens.ludemes.runtime.layout import Layout
    from ludens.ludemes.runtime.model import Component, Container, Model

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

    @cached_property
    def _book(self) -> Rulebook:
        from ludens.game.builder import build

        return build(self.description)

    def _built(self) -> Rulebook:
        with self._building:
            return self._book

    @property
    def model(self) -> Model:
        return self._built().model

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
        return self._built().game.walk()

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

        start = self._built().rules.start
        before = set(start.walk()) if start else set()
        listed = (ludeme for ludeme in self._built().game.walk() if ludeme not in before)
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
        return self._built().layout

    @property
    def traced(self) -> TracedProgram:
        return self._traced.best()

    @property
    def fast(self) -> FastProgram:
        return self._fast.best()

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
        return emit_located(self._built(), traced=traced).ir

    def describe(self, position: bytes, record: bytes) -> LoggedMove:
        """A recorded legal move of a position, as generated."""
        return self.stepping.describe(np.frombuffer(position, np.uint8).copy(), record)

    # --- states

    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> SingleState:
        state = self._seeded(seed, rng_state)
        self.stepping.start(state)
        return state

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
        state = SingleState(self, self._block())
        given = secrets.randbits(64) if seed is None else seed
        word = given if rng_state is None else int.from_bytes(rng_state, "little")
        state.set_field("rng", np.uint64(word & (1 << 64) - 1))
        return state

    def from_bytes(self, data: bytes) -> SingleState:
        if len(data) != self.layout.size:
            raise ValueError(f"a state of {self.name} has {self.layout.size} bytes, not {len(data)}")
        block = self._block()
        block[:] = np.frombuffer(data, np.uint8)
        self._check.check(block)
        return SingleState(self, block)

    @cached_property
    def _check(self) -> BlockCheck:
        from ludens.game.blocks import BlockCheck

        return BlockCheck(self.model, self.layout)

    def _block(self) -> Block:
        return np.zeros(self.layout.size, np.uint8)

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


class SingleState(State):
    """A state of one game: a block of bytes."""

    game: SingleGame

    def __init__(self, game: SingleGame, block: Block) -> None:
        super().__init__(game)
        self._block = block
        self._fields = block.view(game.layout.dtype)[0]
        self._undo: list[bytes] = []
        self._moves: list[Move] | None = None

    # --- reading

    @property
    def playing(self) -> State:
        return self

    @property
    def is_simultaneous(self) -> bool:
        return self.game.is_simultaneous

    @property
    def mover(self) -> int:
        return int(self._fields["mover"])

    @property
    def next(self) -> int:
        return int(self._fields["next"])

    @property
    def is_over(self) -> bool:
        return bool(self._fields["over"])

    @property
    def winner(self) -> int:
        return int(self._fields["winner"])

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
        return int(self._fields["rng"]).to_bytes(8, "little")

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
        if self._moves is None:
            self._moves = self._generate()
        return self._moves

    def _generate(self) -> list[Move]:
        records, position = self.game.stepping.legal(self), self._block.tobytes()
        data, size = records.tobytes(), records.strides[0]
        ends = records[:, 1:4].tolist()
        return [self._move(data[i * size : (i + 1) * size], position, i, *ends[i]) for i in range(len(records))]

    def _move(self, record: bytes, position: bytes, number: int, mover: int, origin: int, target: int) -> Move:
        return Move(mover, origin, target, lambda: self.game.describe(position, record), record, position, number)

    def play(self, move: Move | Sequence[Move]) -> Move:
        moves = [move] if isinstance(move, Move) else list(move)
        if not all(isinstance(one, Move) for one in moves):
            raise TypeError(f"a move is expected, not {move!r}; state.parse reads moves that are written")
        if self.is_simultaneous:
            self._check_joint(moves)
        elif len(moves) != 1:
            raise IllegalMove(f"{self.game.name} is played one move at a time, not {len(moves)}")
        records = [self._record_of(m) for m in moves]
        before = self._block.tobytes()
        try:
            logged = self._run(records)
        except BaseException:  # a limit, or Ctrl-C, in the middle of the move
            self._block[:] = np.frombuffer(before, np.uint8)
            raise
        self._undo.append(before)
        self._moves = None
        header = logged.header
        return Move(header["mover"], header["from"], header["to"], lambda: logged)

    def _check_joint(self, moves: list[Move]) -> None:
        active = [p for p in range(1, self.game.num_players + 1) if int(self._fields["active"]) >> p & 1]
        if [m.mover for m in moves] != active:
            raise IllegalMove(f"one move each of the players {active} is wanted, in that order")

    def _record_of(self, move: Move) -> bytes:
        if move.position == self._block.tobytes():
            return move.record
        moves = self.legal_moves()
        number = number_of(moves, move)
        if number is None:
            raise IllegalMove(f"{move} is not legal here")
        return moves[number].record

    def _run(self, records: list[bytes]) -> LoggedMove:
        if self.game.is_simultaneous:
            return self.game.stepping.play_joint(self, records)
        return self.game.stepping.play(self, records[0])

    def undo(self) -> None:
        if not self._undo:
            raise IndexError("there is no move to take back")
        before = self._undo.pop()
        self._block[:] = np.frombuffer(before, np.uint8)
        self._moves = None

    def copy(self) -> SingleState:
        return SingleState(self.game, self._block.copy())

    def tobytes(self) -> bytes:
        return self._block.tobytes()

    @property
    def block(self) -> Block:
        return self._block
