"""Moves: legal ones, as generated, and played ones, with their consequences."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from ludens.native import structs
from ludens.rules.state.trace import Action, LoggedMove

if TYPE_CHECKING:
    from ludens.game.move_records import MoveRecords

    class _Struct:
        """What native code knows of a move."""

else:
    _Struct = structs.TYPES.move

_HEADER: Final = ("mover", "from_site", "to_site")
#: what a slot that nothing was put in stands for
_EMPTY: Final[dict[str, Any]] = {
    "_source": None, "_position": None, "_index": -1, "_legal": None, "_logged": None, "_actions": None, "_record": b"",
}  # fmt: skip


class Move(_Struct):
    """A move. `mover`, `from_site` and `to_site` are -1 or 0 where it has none; `actions` are its primitive actions.

    A legal move holds its actions as generated, possibly in nested moves; a played one all that happened, in order.
    All that is known of most moves is the position and their place there: the rest is found when somebody asks.
    """

    # no cached_property: Python 3.11 locks it for all moves, and one thread would wait for another's native code
    __slots__ = ("__weakref__",)
    mover: int
    from_site: int
    to_site: int
    _source: MoveRecords | None
    _position: bytes | None
    _index: int
    #: of a played move the one that was played
    _legal: Move | None
    _logged: LoggedMove | None
    _actions: tuple[Action, ...] | None
    _record: bytes

    def __init__(self, mover: int, from_site: int, to_site: int, logged: LoggedMove, record: bytes = b"") -> None:
        self.mover, self.from_site, self.to_site = mover, from_site, to_site
        self._logged, self._record = logged, record

    @classmethod
    def legal(cls, source: MoveRecords, position: bytes, index: int) -> Move:
        """The legal move of that place in a position."""
        made = cls.__new__(cls)
        made._source, made._position, made._index = source, position, index
        return made

    def __getattr__(self, name: str) -> Any:
        if name in _HEADER:
            self.mover, self.from_site, self.to_site = self._header()
            return getattr(self, name)
        if name in _EMPTY:
            return _EMPTY[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _header(self) -> tuple[int, int, int]:
        if self._source is not None and self._position is not None:
            mover, origin, target = self._source.ends(self._position, self._index)
            return mover, origin, target
        header = self.logged.header
        return header["mover"], header["from"], header["to"]

    @property
    def number(self) -> int:
        """The place of a legal move among those of its position; -1 where it was played or pickled."""
        return -1 if self._position is None else self._index

    @property
    def position(self) -> bytes:
        """The block of the state that it is a legal move of; empty where it was played or pickled."""
        return b"" if self._source is None or self._position is None else self._source.block(self._position)

    @property
    def record(self) -> bytes:
        """The move as the module has it that logs."""
        if self._source is None or self._position is None:
            return self._record
        return self._source.record(self._position, self._index)

    @property
    def logged(self) -> LoggedMove:
        """The move as it was logged."""
        if self._logged is None:
            self._logged = self._log()
        return self._logged

    def _log(self) -> LoggedMove:
        legal = self._legal or self
        assert legal._source is not None and legal._position is not None
        find = legal._source.logged if legal is self else legal._source.played
        return find(legal._position, legal._index)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The primitive actions, in order, without nesting."""
        if self._actions is None:
            self._actions = tuple(_flatten(self.logged.resolved().elements))
        return self._actions

    def to_trial(self) -> str:
        """The move in trial format (manual: runtime 15.1)."""
        return self.logged.text()

    def __str__(self) -> str:
        return self.to_trial()

    def __repr__(self) -> str:
        return f"<Move {self.mover}: {self.from_site}-{self.to_site}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the move as it was logged, and not the position: where it is played, it is looked up."""
        return Move, (self.mover, self.from_site, self.to_site, self.logged, self.record)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Move) and self.to_trial() == other.to_trial())

    def __hash__(self) -> int:
        return hash((self.mover, self.from_site, self.to_site))


def _flatten(elements: list[Any]) -> list[Action]:
    flat: list[Action] = []
    for element in elements:
        if isinstance(element, Action):
            flat.append(element)
        else:
            inner = element.resolve({}) if hasattr(element, "resolve") else element.resolved()
            flat += _flatten(inner.elements)
    return flat


def moves_of(given: object) -> list[Move]:
    """One move, or several, as a list. Raises TypeError for what is none, and says what was meant perhaps."""
    if isinstance(given, Move):
        return [given]
    several = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]
    moves = list[Move]()
    for one in several:
        if isinstance(one, Integral):
            how = f"state.legal_moves()[{one}] is the legal move there, encoding.move(state, {one}) that of an action"
            raise TypeError(f"a move is expected, not {one!r}: {how}")
        if not isinstance(one, Move):
            raise TypeError(f"a move is expected, not {given!r}; state.parse reads moves that are written")
        moves.append(one)
    return moves
