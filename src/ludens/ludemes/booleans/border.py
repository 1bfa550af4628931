"""A list of sites that sites fall out of."""

from __future__ import annotations

from ludens.ludemes.groups import Group
from ludens.stage import IntLike, Scope


class Border(Group):
    """The sites around an area, in the order in which they were found."""

    def restart_empty(self) -> None:
        """Forget all members."""
        self.s.clear(self.address, 8 * self.words)
        self._size.set(0)

    def remove_at(self, index: IntLike) -> None:
        """Take a member out; the later ones move up."""

        def shift(i: IntLike) -> None:
            self.s.poke(self._order, i, self._capacity, "u16", self.member(i + 1))

        def remove() -> None:
            self.discard(self.member(index))
            self.s.for_range(index, self.size - 1, shift)
            self._size.set(self.size - 1)

        self.s.if_(self.s.inside(index, self.size), remove)

    def index_of(self, site: IntLike) -> IntLike:
        """The place of a member in the list."""
        place = self.s.var(0)

        def search(out: Scope) -> None:
            self.s.for_range(
                0, self.size, lambda i: self.s.if_(self.member(i) == site, lambda: (place.set(i), self.s.leave(out)))
            )

        self.s.scope(search)
        return place.get()
