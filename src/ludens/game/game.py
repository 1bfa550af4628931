"""A compiled game."""

from __future__ import annotations

import hashlib
import os
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from ludens import hooks
from ludens.game import portable, setup
from ludens.game.batch import Batch
from ludens.game.builder import Rulebook, build
from ludens.game.playouts import Playouts, Series, play
from ludens.game.programs import Module, emit_located
from ludens.game.state import Row, State
from ludens.language import Description, LudWarning, parse
from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.boards import load_board
from ludens.ludemes.metadata import Metadata, read_metadata
from ludens.ludemes.runtime.model import Component, Container
from ludens.ludemes.runtime.trace import LoggedMove
from ludens.native import Block, FastProgram, TracedProgram

_LETTERS = {"Cell": "C", "Vertex": "V", "Edge": "E"}


class Game:
    """A game, compiled: what it is played with, and how a state of it starts.

    `components` are numbered from 1, `containers` from 0, which is the board.
    """

    def __init__(self, description: Description) -> None:
        self.description = description
        self._book: Rulebook = build(description)
        self.model, self.layout = self._book.model, self._book.layout
        self._lock = threading.Lock()
        text = description.expanded
        self._modules = {traced: Module(self._book, text, traced=traced) for traced in (True, False)}
        self._modules[True].check()

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def num_players(self) -> int:
        return self.model.num_players

    @property
    def components(self) -> list[Component]:
        return self.model.components[1:]

    @property
    def containers(self) -> list[Container]:
        return self.model.containers

    @property
    def metadata(self) -> Metadata:
        """What the description tells about the game besides its rules, for the selected options."""
        return self._told[0]

    @property
    def warnings(self) -> Sequence[LudWarning]:
        """What is wrong in the description, and does not keep the game from being played: each with its place."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[Metadata, Sequence[LudWarning]]:
        return read_metadata(self.description)

    @property
    def topology(self) -> Any:
        """The board: see `ludens.board.Topology`."""
        return self.model.topology

    def ludemes(self) -> Iterator[Ludeme]:
        """All ludemes of the description, from the outermost."""
        return self._book.game.walk()

    @property
    def games(self) -> Sequence[Game]:
        """The games that are played: this one; of a match, those that it is made of."""
        return [self]

    @property
    def is_simultaneous(self) -> bool:
        """Whether the players move at once."""
        return self.model.mode == "Simultaneous"

    @property
    def is_puzzle(self) -> bool:
        """Whether the player finds the values of sites, by deduction."""
        return Need.DEDUCTION in self.model.needs

    @cached_property
    def is_stochastic(self) -> bool:
        """Whether random numbers are drawn in play, and not by the start rules alone."""
        start = self._book.rules.start
        before = set(start.walk()) if start else set()
        listed = (ludeme for ludeme in self._book.game.walk() if ludeme not in before)
        return any(Need.STOCHASTIC in ludeme.own_needs(self.model.default_site) for ludeme in listed)

    @cached_property
    def slots(self) -> list[tuple[str, int]]:
        """The site type's letter and the site of each slot of a state."""
        model = self.model
        own = [(_LETTERS[model.default_site], s) for s in range(model.first_other_site)]
        others = [("C", s) for s in range(model.first_other_site, model.total_sites)]
        return own + others + [(_LETTERS[t], s) for t in model.site_types[1:] for s in range(model.count(t))]

    # --- native code

    def compile(self) -> None:
        """Compile all native code now, so that nothing waits for it later."""
        for game in self.games:
            _ = game.traced, game.fast

    @cached_property
    def traced(self) -> TracedProgram:
        """The module that logs what it does."""
        with self._lock:
            return TracedProgram(self._modules[True].package())

    @cached_property
    def fast(self) -> FastProgram:
        """The module that does not."""
        with self._lock:
            return FastProgram(self._modules[False].package())

    def ir(self, *, traced: bool = False) -> str:
        """The LLVM assembly of a module, before optimisation."""
        return emit_located(self._book, traced=traced).ir

    def describe(self, position: bytes, record: bytes) -> LoggedMove:
        """A recorded legal move of a position, as generated."""
        return self.traced.describe(np.frombuffer(position, np.uint8).copy(), record)

    # --- states

    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> State:
        """A state at the start. Its random generator is seeded by `seed`, or set to `rng_state`, its eight bytes."""
        state = self._seeded(seed, rng_state)
        self.traced.start(state)
        return state

    def placements(self, rng_state: bytes) -> list[LoggedMove]:
        """The moves of the start rules, where the random generator is at these eight bytes."""
        return self.traced.placements(self._seeded(None, rng_state))

    def position(
        self,
        rows: Iterable[Row],
        *,
        mover: int = 1,
        next: int | None = None,
        seed: int | None = None,
        rng_state: bytes | None = None,
    ) -> State:
        """A position of one's own, as if the game started with it: `rows` are what `State.sites` gives.

        The start rules are left out, and so is what does not stand on a site: scores, variables, earlier positions.
        Pieces are put down in the order given, the levels of a stack from below; `next` is the player
        after `mover` unless given. Raises ValueError for a row that this game cannot hold.
        """
        words = setup.words(self, list(rows))
        n = self.num_players
        following = mover % n + 1 if next is None else next
        for player in (mover, following):
            if not 1 <= player <= n:
                raise ValueError(f"{self.name} has the players 1 to {n}, not {player}")
        state = self._seeded(seed, rng_state)
        self.traced.set_up(state, words, mover, following)
        return state

    def _seeded(self, seed: int | None, rng_state: bytes | None) -> State:
        """A state with nothing but its random generator set."""
        if rng_state is not None and len(rng_state) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(rng_state)}")
        state = State(self, self._block())
        given = secrets.randbits(64) if seed is None else seed
        word = given if rng_state is None else int.from_bytes(rng_state, "little")
        state.set_field("rng", np.uint64(word & (1 << 64) - 1))
        return state

    def from_bytes(self, data: bytes) -> State:
        """The state that `State.tobytes` gave. Raises ValueError where the length is not that of this game's states."""
        if len(data) != self.layout.size:
            raise ValueError(f"a state of {self.name} has {self.layout.size} bytes, not {len(data)}")
        block = self._block()
        block[:] = np.frombuffer(data, np.uint8)
        return State(self, block)

    def _block(self) -> Block:
        return np.zeros(self.layout.size, np.uint8)

    def batch(self, n: int, *, seed: int | None = None) -> Batch:
        """n states at the start, in one array, stepped by native code."""
        return Batch(self, n, seed)

    # --- playouts

    def perft(self, depth: int, state: State | None = None) -> int:
        """The number of positions after `depth` plies, counted by move sequences, without games that ended earlier."""
        if depth < 0:
            raise ValueError("perft wants a depth >= 0")
        return self.fast.perft(state or self.start(seed=0), depth)

    def playouts(self, n: int, *, seed: int | None = None, threads: int = 1) -> Playouts:
        """Play n random games, all in native code. Equal seeds give equal games, whatever the number of threads."""
        if n < 0 or threads < 1:
            raise ValueError("playouts wants n >= 0 and threads >= 1")
        series = Series(n, secrets.randbits(64) if seed is None else seed)
        _ = self.fast
        return play(series, self.play_part, threads)

    def play_part(self, series: Series, first: int, last: int) -> None:
        """Play the games number `first` to `last` - 1 of a series."""
        part = slice(first, last)
        self.fast.playouts(self._block(), first, series.seed, series.winners[part], series.lengths[part])

    # --- as a value

    @property
    def options(self) -> tuple[str, ...]:
        """What `ludens.load` takes for the options of this game: the ruleset, if one is chosen, and every item."""
        ruleset = self.description.active_ruleset
        return (*([ruleset.heading] if ruleset else []), *self.description.selected)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for games whose states have the same bytes and go on in the same way."""
        return _digest(self.description.expanded, repr(self.layout.dtype))

    def __eq__(self, other: object) -> bool:
        """Games are equal that have the same text and options."""
        return self is other or (isinstance(other, Game) and type(self) is type(other) and self._text == other._text)

    def __hash__(self) -> int:
        return hash(self._text)

    @cached_property
    def _text(self) -> tuple[str, tuple[str, ...]]:
        return self.description.source.text, self.options

    def __copy__(self) -> Self:
        return self  # nothing of a game ever changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the description and the options; the code comes back from the cache of compiled games."""
        return restored, (self.description.source.text, self.description.source.name, self.options)

    def to_dict(self) -> dict[str, Any]:
        """The description and the options, ready for JSON; `ludens.load` takes it."""
        return portable.of_game(self)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_dict` gave; a position of one's own where there is no block.

        Raises ValueError for the data of another game, of other options, or of another version of ludens.
        """
        return portable.state_from(self, data)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def _repr_svg_(self) -> str:
        return hooks.drawing().svg(self)


def compile_text(text: str, name: str = "<text>", options: Sequence[str] = ()) -> Game:
    """The game that a description describes. Raises LudError."""
    description = parse(text, name=name, options=options)
    if description.game.keyword == "match":
        from ludens.game.match import Match

        return Match(description)
    return Game(description)


@lru_cache(maxsize=32)
def restored(text: str, name: str, options: tuple[str, ...]) -> Game:
    """The game of a pickle; the games restored last are kept, as many states may come one by one."""
    return compile_text(text, name, options)


def game_from(data: Mapping[str, Any], options: Sequence[str] = ()) -> Game:
    """The game that `Game.to_dict` gave, with other options where some are given. Raises LudError, ValueError."""
    portable.check(data, portable.GAME)
    try:
        return compile_text(data["description"], data["source"], options or data["options"])
    except KeyError as error:
        raise ValueError(f"the data of this game have no {error}") from None


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def compile_file(path: str | os.PathLike[str], options: Sequence[str] = ()) -> Game:
    """The game that a file describes. Raises LudError, OSError."""
    return compile_text(Path(path).read_text(encoding="utf-8"), str(path), options)


__all__ = ["Game", "compile_file", "compile_text", "game_from", "load_board"]
