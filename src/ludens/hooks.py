"""What rooms below ask of rooms above: the front door says where it is found, and it is imported when asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


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
    def symmetries(self) -> tuple[Any, ...]: ...


class Learning(Protocol):
    """The room that learners ask; see `ludens.encoding`."""

    def Encoding(self, game: Any, /) -> Encoding: ...  # noqa: N802 - a class
    def Vector(self, encoding: Any, n: int, /, **options: Any) -> Any: ...  # noqa: N802 - a class
    def symmetries_of(self, encoding: Any, /) -> tuple[Any, ...]: ...
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
