# mypy: disable-error-code="empty-body"
"""Members of games, states and encodings that are done elsewhere: the one list of them, and where each is done.

A declaration is all that a member is here: its signature, its documentation, and the function that does it, in a room
above the class or beside it, whose first argument is the game or the state. It is imported when it is first called. The
rooms below see these names and types, and nothing else of the rooms above.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    from ludens.encoding import Compact, Encoding, GraphEncoding, Symmetry, Vector
    from ludens.explain import Done, Ending, EndRule, Why, WhyNot, WhyOver
    from ludens.game import Game, Move, Playouts, Series, State
    from ludens.game.batch import Batch
    from ludens.game.traits import Trait
    from ludens.gpu import DeviceVector

F = TypeVar("F", bound=Callable[..., Any])


def done_by(place: str) -> Callable[[F], F]:
    """Declare a function that another does: `place` is its module and its name, as in `ludens.explain:why`."""
    module, _, name = place.partition(":")

    @cache
    def target() -> Any:
        return getattr(import_module(module), name)

    def declared(declaration: F) -> F:
        @wraps(declaration)
        def member(*arguments: Any, **named: Any) -> Any:
            return target()(*arguments, **named)

        member.place = place  # type: ignore[attr-defined]  # for the test that holds declarations to what does them
        return member  # type: ignore[return-value]  # it has the declaration's signature

    return declared


class GameMembers:
    """What is asked of a game, and done elsewhere."""

    @property
    @done_by("ludens.game.traits:traits_of")
    def traits(self) -> tuple[Trait, ...]:
        """What sets the game apart: "chance", "hidden information", "moves at once", "puzzle", "match", and so on."""

    # --- states

    @done_by("ludens.game.batch:Batch")
    def batch(self, n: int, *, seed: int | None = None) -> Batch:
        """n states at the start, in one array, stepped by native code. Raises ValueError for a match."""

    # --- learning

    @cached_property
    @done_by("ludens.encoding:Encoding")
    def encoding(self) -> Encoding:
        """How states are arrays, and moves numbers: see `ludens.encoding.Encoding`. Raises ValueError for a match."""

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
    ) -> Vector: ...

    @overload
    def vector(self, n: int, *, device: str, **options: Any) -> Any: ...

    @done_by("ludens.encoding.vector:vector_of")
    def vector(self, n: int, *, device: str = "cpu", **options: Any) -> Any:
        """n states that are stepped by the numbers of moves: see `ludens.encoding.Vector`, which names the options.

        On a `device`, as in `cuda` or `cuda:1`, they and all arrays lie there: see `ludens.gpu.DeviceVector`, which
        raises DeviceError where it is missing. Raises ValueError for a match.
        """

    # --- as plain data

    @done_by("ludens.game.portable:of_game")
    def to_dict(self) -> dict[str, Any]:
        """The description and the options, ready for JSON; `ludens.load` takes it."""

    @done_by("ludens.game.portable:state_from")
    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_dict` gave; a position of one's own where there is no block.

        Raises ValueError for the data of another game, of other options, or of another version of ludens.
        """

    @done_by("ludens.game.portable:state_of_pickle")
    def from_pickle(self, fingerprint: str, data: bytes) -> State:
        """The state of a pickle. Raises ValueError for that of a version which keeps states in another way."""

    @done_by("ludens.render:svg")
    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""


class StateMembers:
    """What is asked of a state, and done elsewhere."""

    __slots__ = ()

    # --- moves as text

    @done_by("ludens.game.notation:name_of")
    def notation(self, move: Move | Sequence[Move]) -> str:
        """What people call a move, as in `D1-D5`; where players move at once, also the moves of several.

        Of legal moves every one has its own; of others, such as one that was played, it tells the sites.
        """

    @done_by("ludens.game.matching:find")
    def parse(self, text: str) -> Move:
        """The legal move that a text means: `notation` backwards.

        Capitals, spaces and how the sites are joined do not matter (`d1d5`, `D1xD5`, `d1 to d5`); trial format is
        understood, too. What is none of these is read as players of the game write: `Nf3`, `7g7f`, `32-28`. Of a turn
        of several plies it is the first: see `parse_turn`. Raises IllegalMove, which names what came close, or the
        moves that it may be.
        """

    @done_by("ludens.game.matching:find_turn")
    def parse_turn(self, text: str) -> list[Move]:
        """The moves that a text means, to be played one after the other: `8/5 6/5`, `e8=Q`, or one move alone.

        Raises IllegalMove as `parse` does.
        """

    @done_by("ludens.game.matching:find_all")
    def parse_all(self, text: str) -> list[Move]:
        """What `play` takes: the move that a text means, or one of each player's where they move at once (`1:A, 2:B`).

        Raises IllegalMove as `parse` does.
        """

    # --- explanations

    @property
    @done_by("ludens.explain:ending")
    def ending(self) -> Ending | None:
        """Why a game that is over is so, in words, with the sites that show it; None where its rule has no words.

        Of a match that is over it tells how the last game ended, and who has won the match.
        """

    @done_by("ludens.explain:why")
    def why(self, move: Move | str) -> Why:
        """Why a legal move is: the clauses that made it, with their places in the text and what each gave.

        Raises IllegalMove for a move that is not legal here.
        """

    @done_by("ludens.explain:why_not")
    def why_not(self, from_site: int | str | None, to_site: int | str | None = None) -> WhyNot:
        """Why there is no move between two sites, by number or label: the first clause that refuses it, and others.

        What is put down is asked about by one site alone, a pass as `"pass"`. Raises IllegalMove for a move that is
        legal, ValueError for a site that is not there.
        """

    @done_by("ludens.explain:why_over")
    def why_over(self) -> WhyOver:
        """Which end rule ended a game that is over, with its place in the text. Raises ValueError while it goes on."""

    @done_by("ludens.explain:steps")
    def steps(self, move: Move | str | Sequence[Move]) -> Sequence[Done]:
        """What a legal move does, action by action, each with the state behind it; this state stays as it is.

        Raises IllegalMove for a move that is not legal here.
        """

    # --- learning

    @done_by("ludens.encoding.encoding:observation")
    def observation(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The planes of `Game.encoding`, as a player sees them: the mover, unless given."""

    @done_by("ludens.encoding.encoding:action_mask")
    def action_mask(self, player: int | None = None) -> npt.NDArray[np.bool_]:
        """Which numbers of moves are legal; where players move at once, for `player` or for any of them."""

    @done_by("ludens.encoding:information_state")
    def information_state(self, player: int | None = None) -> str:
        """All that a player sees of the position, as a text: the mover, unless given."""

    @done_by("ludens.encoding:resample")
    def resample(self, player: int | None = None, seed: int | None = None) -> State:
        """A state that a player cannot tell from this one: what is hidden is dealt anew, and what chance will bring.

        The player is the mover, unless given. Equal seeds give equal states.
        """

    # --- as data, and drawn

    @done_by("ludens.game.portable:of_state")
    def to_dict(self) -> dict[str, Any]:
        """All that there is to know of this state, ready for JSON; `Game.from_dict` reads it. It hides nothing."""

    @done_by("ludens.render:text")
    def __str__(self) -> str:
        """The board as text, as the player to move sees it; `ludens.render.text` shows it in other ways."""

    @done_by("ludens.render:svg")
    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""


class EncodingMembers:
    """What is asked of an encoding, and done by modules that stand on it."""

    @cached_property
    @done_by("ludens.encoding:symmetries_of")
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game that random games did not refute, the identity first."""

    @cached_property
    @done_by("ludens.encoding:compact_of")
    def compact(self) -> Compact:
        """The numbers of the actions that the game uses, without room to spare: see `ludens.encoding.compact`."""

    @cached_property
    @done_by("ludens.encoding:GraphEncoding")
    def graph(self) -> GraphEncoding:
        """Positions as graphs, in words that are the same for all games: see `ludens.encoding.graph`."""


# --- what modules below ask of rooms above


@done_by("ludens.gpu:playouts")
def playouts_on_device(game: Game, series: Series, device: str) -> Playouts:
    """Play a series of random games on a graphics card."""


@done_by("ludens.gpu:DeviceVector")
def device_vector(encoding: Encoding, n: int, *, device: str, **options: Any) -> DeviceVector:
    """n states on a graphics card."""


@done_by("ludens.notation:turn_of")
def turn_of(state: State, text: str) -> tuple[Move, ...]:
    """The plies that a text means, as players of the game write it. Raises IllegalMove."""


@done_by("ludens.library:find")
def find_game(name: str) -> Path:
    """The file of a game of the library. Raises KeyError where none has that name."""


@done_by("ludens.explain:ended_by")
def ended_by(state: State) -> EndRule | None:
    """The end rule that ended a game, None where none is known to have."""
