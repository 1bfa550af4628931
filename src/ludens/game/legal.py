"""The legal moves of a position: found all at once, and made into objects one by one, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from ludens.game.move import Move
from ludens.game.move_records import MoveRecords
from ludens.native import structs

if TYPE_CHECKING:

    class _Struct:
        """What native code knows of the moves."""

        _source: MoveRecords
        _position: bytes
        _count: int

        def __len__(self) -> int: ...

        @overload
        def __getitem__(self, index: int) -> Move: ...

        @overload
        def __getitem__(self, index: slice) -> list[Move]: ...

        def __getitem__(self, index: Any) -> Any: ...

else:
    _Struct = structs.TYPES.moves


class LegalMoves(_Struct, Sequence[Move]):
    """The legal moves of a position, in order of generation. Each is made when it is first asked for, and kept.

    They are those of the position that the state was in; what becomes of the state does not change them.
    """

    __slots__ = ("__weakref__",)
    #: none, the first that was asked for, or all in their places with None for those that nobody asked for
    _made: Move | list[Move | None] | None

    def __init__(self, source: MoveRecords, position: bytes, count: int) -> None:
        self._source, self._position, self._count, self._made = source, position, count, None

    @property
    def position(self) -> bytes:
        """The block of the state, without the part of its history that nothing is written in."""
        return self._position

    @property
    def ends(self) -> list[list[int]]:
        """The mover, the site from and the site to of each, all at once, without making moves of them."""
        return self._source.all_ends(self._position)

    def towards(self, site: int) -> list[tuple[int, int]]:
        """The numbers of the moves that go to a site, and where each comes from."""
        return self._source.towards(self._position, site)

    def item(self, index: Any) -> Any:
        """What `[index]` gives, where native code leaves it to Python."""
        try:
            number = range(self._count)[index]
        except IndexError:
            raise IndexError(f"there are {self._count} legal moves, and none of the number {index}") from None
        return [self._at(one) for one in number] if isinstance(number, range) else self._at(number)

    def _at(self, number: int) -> Move:
        if not isinstance(self._made, list):
            first, self._made = self._made, [None] * self._count
            if first is not None:
                self._made[first.number] = first
        made = self._made[number]
        if made is None:
            made = self._made[number] = Move.legal(self._source, self._position, number)
        return made

    def __iter__(self) -> Iterator[Move]:
        return map(self.__getitem__, range(self._count))

    def number_of(self, move: Move) -> int | None:
        """Which of these a move is; None where it is none of them."""
        move = move._legal or move  # where a played one is played again, in an equal position
        if move._source is self._source and move._position == self._position:
            return move.number
        alike = [number for number, one in enumerate(self) if one == move]
        same = (number for number in alike if self[number].record == move.record)
        return next(same, alike[0] if alike else None)

    def __eq__(self, other: object) -> bool:
        """As lists are equal."""
        if isinstance(other, LegalMoves | list | tuple):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return LegalMoves, (self._source, self._position, self._count)

    def __repr__(self) -> str:
        return repr(list(self))


structs.item_by_python(LegalMoves.item)
