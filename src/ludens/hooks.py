"""What rooms below ask of rooms above: the front door says where it is found, and it is imported when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float32]
    Mask: TypeAlias = npt.NDArray[np.bool_]
    Step: TypeAlias = tuple[Floats, Mask, Floats, Mask, Mask]

S = TypeVar("S")


class Drawing(Protocol):
    """The room that draws states and games, as characters and as pictures; see `ludens.render`."""

    def text(self, drawn: Any, /) -> str:
        """The drawing with characters, as the player to move sees it."""

    def svg(self, drawn: Any, /) -> str:
        """The picture, as the player to move sees it."""


class Encoding(Protocol):
    """How the states of a game are arrays, and its moves numbers; see `ludens.encoding.Encoding`."""

    observation_shape: tuple[int, ...]
    planes: tuple[str, ...]
    bounds: tuple[tuple[float, float], ...]
    num_actions: int

    @property
    def version(self) -> str: ...
    def actions(self, state: Any, /) -> npt.NDArray[np.int32]: ...
    def action(self, move: Any, /) -> int: ...
    def move(self, state: Any, action: int, /, *, player: int | None = None) -> Any: ...
    def observation(self, state: Any, player: int | None = None) -> npt.NDArray[np.float32]: ...
    def mask(self, state: Any, player: int | None = None) -> npt.NDArray[np.bool_]: ...
    def observer(self, state: Any, player: int | None, /) -> int: ...
    @property
    def compact(self) -> Compact: ...
    @property
    def symmetries(self) -> tuple[Any, ...]: ...


class Compact(Protocol):
    """Numbers of actions without room to spare; see `ludens.encoding.Compact`."""

    count: int
    numbers: npt.NDArray[np.int32]
    version: str

    def extended(self, numbers: Iterable[int], /) -> Compact: ...
    def action(self, stable: int, /) -> int: ...
    def stable(self, action: int, /) -> int: ...
    def stable_all(self, actions: npt.ArrayLike, /) -> npt.NDArray[np.int64]: ...
    def mask(self, stable: Mask, /) -> Mask: ...
    def meaning(self, action: int, /) -> str: ...


class Vector(Protocol[S]):
    """Many states of one game, of the type S, stepped together; see `ludens.encoding.Vector`."""

    n: int
    autoreset: bool
    max_plies: int | None
    observation: Floats
    mask: Mask
    reward: Floats
    terminated: Mask
    truncated: Mask
    final_observation: Floats
    final_mask: Mask
    mover: npt.NDArray[np.int32]
    plies: npt.NDArray[np.int32]
    states: npt.NDArray[np.uint8]

    def __len__(self) -> int: ...
    @property
    def actions_shape(self) -> tuple[int, ...]: ...
    def reset(self, *, seed: int | None = None) -> tuple[Floats, Mask]: ...
    def reset_rows(self, rows: npt.ArrayLike) -> tuple[Floats, Mask]: ...
    def step(self, actions: npt.ArrayLike, where: npt.ArrayLike | None = None) -> Step: ...
    def random_actions(self, seed: int | None = None) -> npt.NDArray[np.int64]: ...
    def row(self, index: int) -> S: ...
    def set_row(self, index: int, state: S) -> None: ...
    def copy_row(self, source: int, target: int) -> None: ...
    def save(self) -> dict[str, npt.NDArray[Any]]: ...
    def restore(self, saved: dict[str, npt.NDArray[Any]]) -> tuple[Floats, Mask]: ...


class Learning(Protocol):
    """The room that learners ask; see `ludens.encoding`."""

    def Encoding(self, game: Any, /) -> Encoding: ...  # noqa: N802 - a class
    def Vector(self, encoding: Any, n: int, /, **options: Any) -> Vector[Any]: ...  # noqa: N802 - a class
    def symmetries_of(self, encoding: Any, /) -> tuple[Any, ...]: ...
    def compact_of(self, encoding: Any, /) -> Compact: ...
    def information_state(self, state: Any, player: int, /) -> str: ...
    def resample(self, state: Any, player: int, seed: int | None, /) -> Any: ...


class Devices(Protocol):
    """The room that plays on graphics cards; see `ludens.gpu`."""

    def playouts(self, game: Any, series: Any, device: str, /) -> Any: ...
    def DeviceVector(self, encoding: Any, n: int, /, **options: Any) -> Any: ...  # noqa: N802 - a class


class Reading(Protocol):
    """The room that reads moves as players of a game write them; see `ludens.notation`."""

    def turn_of(self, state: Any, text: str, /) -> Any:
        """The plies that a text means; raises IllegalMove."""


def _nowhere() -> Any:
    raise RuntimeError("the rooms are not known: import ludens first")


#: gives the room that draws
drawing: Callable[[], Drawing] = _nowhere
#: gives the room that learners ask
learning: Callable[[], Learning] = _nowhere
#: gives the room that plays on graphics cards
devices: Callable[[], Devices] = _nowhere
#: gives the room that reads players' notations
reading: Callable[[], Reading] = _nowhere
