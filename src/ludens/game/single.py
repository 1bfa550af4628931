"""One game, its native code, and what plays it at random: states and all that tells of moves are imported by need."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ludens.game.code import Code
from ludens.game.game import Game, Unread
from ludens.game.playouts import Series, any_seed
from ludens.game.programs import Extension, digest_of
from ludens.language import Description, LudWarning
from ludens.native import FastProgram, Package, TracedProgram

# the ludemes, and what stands on them, are imported where they are needed: a game from the cache can do without
if TYPE_CHECKING:
    from ludens.board import Topology
    from ludens.game.blocks import BlockCheck
    from ludens.game.builder import Rulebook
    from ludens.game.move_records import MoveRecords
    from ludens.game.singlestate import SingleState
    from ludens.game.state import Row, State
    from ludens.native.desks import Places
    from ludens.rules.base import Ludeme
    from ludens.rules.state.model import Component, Container, Model
    from ludens.rules.state.trace import LoggedMove

#: how often a game's moves are listed by the module that logs before the fast one is used, where it is at hand; and
#: before it is compiled
_SOME: Final = 16
_MANY: Final = 100


class SingleGame(Game):
    """A game of its own, and not a match.

    What is in the cache is neither read nor bound before somebody asks. Of a description that need not be read `digest`
    tells what `digest_of` gives. Its states are played by native code without a call of Python, once there is an
    `entry`: what native code needs to know of the game, which is made once it is worth while.
    """

    entry: bytes | None = None

    def __init__(self, description: Description | Unread, digest: str | None = None) -> None:
        super().__init__(description)
        self._rulebook: Rulebook | None = None
        self._building = threading.Lock()
        self._code = Code(lambda: self.rulebook, digest_of(self.description) if digest is None else digest)
        #: how often moves were listed before there was an entry; -1 once there is one
        self._listings = 0
        #: a state at the start, where chance has no part in it
        self._first: SingleState | None = None

    @cached_property
    def described(self) -> MoveRecords:
        """What moves mean."""
        from ludens.game.move_records import MoveRecords

        return MoveRecords(self)

    @property
    def rulebook(self) -> Rulebook:
        """The rules, bound: what code is emitted from. They are built when somebody first looks into them."""
        if self._rulebook is None:
            from ludens.game.builder import build

            with self._building:
                self._rulebook = self._rulebook or build(self.description)
        return self._rulebook

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
        from ludens.game.gaps import missing
        from ludens.game.traps import traps

        ludemes, root = list(self.ludemes()), self.rulebook.game
        return (*super().warnings, *doubts(ludemes, self.model), *missing(ludemes, self.model), *traps(root))

    @property
    def games(self) -> Sequence[Game]:
        return [self]

    @property
    def is_puzzle(self) -> bool:
        from ludens.rules.base import Need

        return Need.DEDUCTION in self.model.needs

    @cached_property
    def is_stochastic(self) -> bool:
        from ludens.rules.base import Need

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
    def code(self) -> Code:
        return self._code

    @property
    def digest(self) -> str:
        """What decides the native code."""
        return self._code.digest

    @property
    def ready(self) -> FastProgram:
        """What `fast` is, as soon as there is any: while the best code is made, it runs slower and does the same."""
        return self._code.plain.soonest()

    @property
    def stepping(self) -> TracedProgram:
        """What makes single moves: the native code that logs what it does, as soon as there is any."""
        return self._code.logging.soonest()

    def extended(self, extension: Extension) -> Package:
        """The native code with what a room above adds to it, from the cache where it is there."""
        return self._code.extended(extension)

    def native_entry(self) -> bytes | None:
        """The entry, which is made when moves have been listed often; None until then.

        Nobody waits for the fast module: it is compiled while moves are made by the one that logs.
        """
        from ludens.native import desks

        if self.entry is None and self._listings >= 0 and desks.are_open():
            self._listings += 1
            if self._listings >= _MANY:
                self.begin()
            fast = self._code.plain
            if fast.is_best if self._listings >= _MANY else self._listings >= _SOME and fast.is_kept:
                self._listings = -1
                self.let_others_run(alone=True)
        return self.entry

    def let_others_run(self, *, alone: bool = False) -> None:
        """Make the entry; unless `alone`, for calls during which other threads run, however short they are."""
        from ludens.game.legal import LegalMoves
        from ludens.game.move import Move
        from ludens.game.singlestate import SingleState
        from ludens.native import desks
        from ludens.native.desks import Classes

        if desks.install(Classes(SingleState, LegalMoves, Move)):
            self.entry, self._first = desks.entry_of(self.fast, self.places, alone=alone), None

    @cached_property
    def places(self) -> Places:
        """Where a state has what native code and `SingleState` read; a history counts that lies behind all else."""
        from ludens.native.desks import Places
        from ludens.rules.state.fields.histories import HASHES, POSITIONS, TURN_HASHES

        fields = self.layout.fields
        over, mover, following, winner, rng = (fields[n].offset for n in ("over", "mover", "next", "winner", "rng"))
        last = max(fields, key=lambda name: fields[name].offset)
        count = {one.items.name: one.count.name for one in (HASHES, POSITIONS, TURN_HASHES)}.get(last)
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
        from ludens.rules.base import Need

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
        from ludens.game.singlestate import SingleState

        if rng_state is not None and len(rng_state) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(rng_state)}")
        word = _word(seed) if rng_state is None else int.from_bytes(rng_state, "little")
        block = bytearray(self.layout.size)
        struct.pack_into("=Q", block, self.places.rng, word)
        return SingleState(self, block)

    def from_bytes(self, data: bytes) -> SingleState:
        from ludens.game.singlestate import SingleState

        if len(data) != self.layout.size:
            raise ValueError(f"a state of {self.name} has {self.layout.size} bytes, not {len(data)}")
        import numpy as np

        self._check.check(np.frombuffer(data, np.uint8))
        return SingleState(self, bytearray(data))

    @cached_property
    def _check(self) -> BlockCheck:
        from ludens.game.blocks import BlockCheck

        return BlockCheck(self.model, self.layout)

    # --- playouts

    def _leaves(self, depth: int, state: State, bulk: bool) -> int:
        return self.fast.perft(state, depth, bulk)

    def play_part(self, series: Series, first: int, last: int) -> None:
        self._code.play_part(series, first, last)

    @cached_property
    def fingerprint(self) -> str:
        from ludens.game import portable

        return portable.digest(self.description.expanded, repr(self.layout.dtype))


def _word(seed: int | None) -> int:
    """The state of the generator that a seed gives."""
    return any_seed() if seed is None else seed & (1 << 64) - 1
