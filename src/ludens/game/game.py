"""What is played: a game, or a match of several. What can be asked of one can be asked of the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Self

from ludens.game.playouts import Playouts, Series, any_seed, play
from ludens.language import Description, LudWarning, parse
from ludens.members import GameMembers, playouts_on_device

if TYPE_CHECKING:
    from ludens.board import Topology
    from ludens.game.code import Code
    from ludens.game.state import Row, State
    from ludens.ludemes.metadata import Metadata
    from ludens.native import FastProgram, TracedProgram
    from ludens.rules.base import Ludeme
    from ludens.rules.state.layout import Layout
    from ludens.rules.state.model import Component, Container, Model
    from ludens.rules.state.trace import LoggedMove


@dataclass(frozen=True)
class Unread:
    """A description that has been read before and is right; it is read again when somebody asks what it says."""

    text: str
    name: str
    options: tuple[str, ...]


class Game(GameMembers, ABC):
    """A game, compiled: what it is played with, and how a state of it starts.

    `components` are numbered from 1, `containers` from 0, which is the board. A match answers for its first game, or
    raises ValueError where only its games can answer, each for itself.
    """

    def __init__(self, description: Description | Unread) -> None:
        self._described = description

    @cached_property
    def description(self) -> Description:
        """What was read."""
        described = self._described
        if isinstance(described, Unread):
            return parse(described.text, name=described.name, options=described.options)
        return described

    @property
    @abstractmethod
    def model(self) -> Model:
        """What is known of the game while it is compiled."""

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def num_players(self) -> int:
        return self.model.num_players

    @property
    def options(self) -> tuple[str, ...]:
        """What `ludens.load` takes for the options of this game: the ruleset, if one is chosen, and every item."""
        ruleset = self.description.active_ruleset
        return (*([ruleset.heading] if ruleset else []), *self.description.selected)

    @property
    def metadata(self) -> Metadata:
        """What the description tells about the game besides its rules, for the selected options."""
        return self._metadata[0]

    @property
    def warnings(self) -> Sequence[LudWarning]:
        """What is wrong in the description, and does not keep the game from being played: each with its place."""
        return self._metadata[1]

    @cached_property
    def _metadata(self) -> tuple[Metadata, Sequence[LudWarning]]:
        from ludens.ludemes.metadata import read_metadata

        metadata, warnings = read_metadata(self.description)
        return metadata, (*self.description.slips, *warnings)

    @property
    @abstractmethod
    def games(self) -> Sequence[Game]:
        """The games that are played: this one; of a match, those that it is made of."""

    @abstractmethod
    def ludemes(self) -> Iterator[Ludeme]:
        """All ludemes of the description, from the outermost; of a match, not those of its games."""

    @property
    def components(self) -> list[Component]:
        """The kinds of pieces."""
        return self.games[0].components

    @property
    def containers(self) -> list[Container]:
        """The board, hands, dice, decks."""
        return self.games[0].containers

    @property
    def topology(self) -> Topology:
        """The board: see `ludens.board.Topology`."""
        return self.games[0].topology

    @property
    def slots(self) -> list[tuple[str, int]]:
        """The site type's letter and the site of each slot of a state."""
        return self.games[0].slots

    @property
    def is_simultaneous(self) -> bool:
        """Whether the players move at once."""
        return self.model.mode == "Simultaneous"

    @property
    def is_puzzle(self) -> bool:
        """Whether the player finds the values of sites, by deduction."""
        return any(game.is_puzzle for game in self.games)

    @property
    def is_stochastic(self) -> bool:
        """Whether random numbers are drawn in play, and not by the start rules alone."""
        return any(game.is_stochastic for game in self.games)

    # --- native code

    def compile(self) -> None:
        """Compile all native code now, so that nothing waits for it later."""
        for game in self.games:
            _ = game.traced, game.fast

    @property
    @abstractmethod
    def code(self) -> Code:
        """The native code of the game, and the layout of its states. Raises ValueError for a match."""

    def begin(self) -> None:
        """See that there is native code for random games; that it runs as fast as it can comes by itself, later.

        Raises ValueError for a match.
        """
        self.code.begin()

    @property
    def layout(self) -> Layout:
        """The fields of a state's block. Raises ValueError for a match."""
        return self.code.layout

    @property
    def traced(self) -> TracedProgram:
        """The native code that logs what it does. Raises ValueError for a match."""
        return self.code.logging.best()

    @property
    def fast(self) -> FastProgram:
        """The native code that does not. Raises ValueError for a match."""
        return self.code.plain.best()

    def ir(self, *, traced: bool = False) -> str:
        """The LLVM assembly of the native code, before optimisation. Raises ValueError for a match."""
        return self.code.ir(traced=traced)

    # --- states

    @abstractmethod
    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> State:
        """A state at the start. Its random generator is seeded by `seed`, or set to `rng_state`, its eight bytes."""

    def placements(self, rng_state: bytes) -> list[LoggedMove]:
        """The moves of the start rules, where the random generator is at these eight bytes."""
        return self.games[0].placements(rng_state)

    @abstractmethod
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

    @abstractmethod
    def from_bytes(self, data: bytes) -> State:
        """The state that `State.tobytes` gave. Raises ValueError where the length is not that of this game's states."""

    # --- playouts

    def perft(self, depth: int, state: State | None = None, *, bulk: bool = True) -> int:
        """The number of positions after `depth` plies, counted by move sequences, without games that ended earlier.

        In `bulk` the moves of the last ply are counted and not made, which says the same in less time.
        """
        if depth < 0:
            raise ValueError("perft wants a depth >= 0")
        return self._leaves(depth, state or self.start(seed=0), bulk)

    @abstractmethod
    def _leaves(self, depth: int, state: State, bulk: bool) -> int: ...

    def playouts(self, n: int, *, seed: int | None = None, threads: int = 1, device: str | None = None) -> Playouts:
        """Play n random games, all in native code. Equal seeds give equal games, whatever the number of threads.

        A `device`, as in `cuda` or `cuda:1`, plays them in place of this machine's threads: see `ludens.gpu`, which
        raises DeviceError where it is missing.
        """
        if n < 0 or threads < 1:
            raise ValueError("playouts wants n >= 0 and threads >= 1")
        series = Series(n, any_seed() if seed is None else seed)
        if device is not None:
            return playouts_on_device(self, series, device)
        for game in self.games:
            game.begin()
        return play(series, self.play_part, threads)

    @abstractmethod
    def play_part(self, series: Series, first: int, last: int) -> None:
        """Play the games number `first` to `last` - 1 of a series."""

    # --- as a value

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Equal for games whose states have the same bytes and go on in the same way."""

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
        return restored, (type(self), self.description.source.text, self.description.source.name, self.options)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


@lru_cache(maxsize=32)
def restored(kind: type[Game], text: str, name: str, options: tuple[str, ...]) -> Game:
    """The game of a pickle; the games restored last are kept, as many states may come one by one."""
    return kind(parse(text, name=name, options=options))
