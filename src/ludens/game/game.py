"""What is played: a game, or a match of several. What can be asked of one can be asked of the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from ludens import hooks
from ludens.game.playouts import Playouts, Series, any_seed, play
from ludens.language import Description, LudWarning, parse

if TYPE_CHECKING:
    from ludens.board import Topology
    from ludens.game.batch import Batch
    from ludens.game.state import Row, State
    from ludens.game.traits import Trait
    from ludens.ludemes.base import Ludeme
    from ludens.ludemes.metadata import Metadata
    from ludens.ludemes.runtime.layout import Layout
    from ludens.ludemes.runtime.model import Component, Container, Model
    from ludens.ludemes.runtime.trace import LoggedMove
    from ludens.native import FastProgram, TracedProgram


@dataclass(frozen=True)
class Unread:
    """A description that has been read before and is right; it is read again when somebody asks what it says."""

    text: str
    name: str
    options: tuple[str, ...]


class Game(ABC):
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
        return self._told[0]

    @property
    def warnings(self) -> Sequence[LudWarning]:
        """What is wrong in the description, and does not keep the game from being played: each with its place."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[Metadata, Sequence[LudWarning]]:
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
    @abstractmethod
    def components(self) -> list[Component]:
        """The kinds of pieces."""

    @property
    @abstractmethod
    def containers(self) -> list[Container]:
        """The board, hands, dice, decks."""

    @property
    @abstractmethod
    def topology(self) -> Topology:
        """The board: see `ludens.board.Topology`."""

    @property
    @abstractmethod
    def slots(self) -> list[tuple[str, int]]:
        """The site type's letter and the site of each slot of a state."""

    @property
    def is_simultaneous(self) -> bool:
        """Whether the players move at once."""
        return self.model.mode == "Simultaneous"

    @property
    @abstractmethod
    def is_puzzle(self) -> bool:
        """Whether the player finds the values of sites, by deduction."""

    @property
    @abstractmethod
    def is_stochastic(self) -> bool:
        """Whether random numbers are drawn in play, and not by the start rules alone."""

    @property
    def traits(self) -> tuple[Trait, ...]:
        """What sets the game apart: "chance", "hidden information", "moves at once", "puzzle", "match", and so on."""
        from ludens.game.traits import traits_of

        return traits_of(self)

    # --- native code

    def compile(self) -> None:
        """Compile all native code now, so that nothing waits for it later."""
        for game in self.games:
            _ = game.traced, game.fast

    @abstractmethod
    def begin(self) -> None:
        """See that there is native code for random games; that it runs as fast as it can comes by itself, later.

        Raises ValueError for a match.
        """

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The fields of a state's block. Raises ValueError for a match."""

    @property
    @abstractmethod
    def traced(self) -> TracedProgram:
        """The native code that logs what it does. Raises ValueError for a match."""

    @property
    @abstractmethod
    def fast(self) -> FastProgram:
        """The native code that does not. Raises ValueError for a match."""

    @abstractmethod
    def ir(self, *, traced: bool = False) -> str:
        """The LLVM assembly of the native code, before optimisation. Raises ValueError for a match."""

    # --- states

    @abstractmethod
    def start(self, seed: int | None = None, *, rng_state: bytes | None = None) -> State:
        """A state at the start. Its random generator is seeded by `seed`, or set to `rng_state`, its eight bytes."""

    @abstractmethod
    def placements(self, rng_state: bytes) -> list[LoggedMove]:
        """The moves of the start rules, where the random generator is at these eight bytes."""

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

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_dict` gave; a position of one's own where there is no block.

        Raises ValueError for the data of another game, of other options, or of another version of ludens.
        """
        from ludens.game import portable

        return portable.state_from(self, data)

    @abstractmethod
    def batch(self, n: int, *, seed: int | None = None) -> Batch:
        """n states at the start, in one array, stepped by native code. Raises ValueError for a match."""

    # --- learning

    @cached_property
    def encoding(self) -> hooks.Encoding:
        """How states are arrays, and moves numbers: see `ludens.encoding.Encoding`. Raises ValueError for a match."""
        return hooks.learning().Encoding(self)

    @overload
    def vector(
        self,
        n: int,
        *,
        device: Literal["cpu"] = "cpu",
        seed: int | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
        autoreset: bool = True,
        observe: bool = True,
    ) -> hooks.Vector[State]: ...

    @overload
    def vector(self, n: int, *, device: str, **options: Any) -> Any: ...

    def vector(self, n: int, *, device: str = "cpu", **options: Any) -> Any:
        """n states that are stepped by the numbers of moves: see `ludens.encoding.Vector`, which names the options.

        On a `device`, as in `cuda` or `cuda:1`, they and all arrays lie there: see `ludens.gpu.DeviceVector`, which
        raises DeviceError where it is missing. Raises ValueError for a match.
        """
        if device != "cpu":
            return hooks.devices().DeviceVector(self.encoding, n, device=device, **options)
        return hooks.learning().Vector(self.encoding, n, **options)

    # --- playouts

    def perft(self, depth: int, state: State | None = None) -> int:
        """The number of positions after `depth` plies, counted by move sequences, without games that ended earlier."""
        if depth < 0:
            raise ValueError("perft wants a depth >= 0")
        return self._leaves(depth, state or self.start(seed=0))

    @abstractmethod
    def _leaves(self, depth: int, state: State) -> int: ...

    def playouts(self, n: int, *, seed: int | None = None, threads: int = 1, device: str | None = None) -> Playouts:
        """Play n random games, all in native code. Equal seeds give equal games, whatever the number of threads.

        A `device`, as in `cuda` or `cuda:1`, plays them in place of this machine's threads: see `ludens.gpu`, which
        raises DeviceError where it is missing.
        """
        if n < 0 or threads < 1:
            raise ValueError("playouts wants n >= 0 and threads >= 1")
        series = Series(n, any_seed() if seed is None else seed)
        if device is not None:
            played: Playouts = hooks.devices().playouts(self, series, device)
            return played
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

    def from_pickle(self, fingerprint: str, data: bytes) -> State:
        """The state of a pickle. Raises ValueError for that of a version which keeps states in another way."""
        if fingerprint != self.fingerprint:
            raise ValueError(f"this state of {self.name} was pickled by another version of ludens")
        return self.from_bytes(data)

    def __copy__(self) -> Self:
        return self  # nothing of a game ever changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the description and the options; the code comes back from the cache of compiled games."""
        return restored, (type(self), self.description.source.text, self.description.source.name, self.options)

    def to_dict(self) -> dict[str, Any]:
        """The description and the options, ready for JSON; `ludens.load` takes it."""
        from ludens.game import portable

        return portable.of_game(self)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def _repr_svg_(self) -> str:
        return hooks.drawing().svg(self)


@lru_cache(maxsize=32)
def restored(kind: type[Game], text: str, name: str, options: tuple[str, ...]) -> Game:
    """The game of a pickle; the games restored last are kept, as many states may come one by one."""
    return kind(parse(text, name=name, options=options))
