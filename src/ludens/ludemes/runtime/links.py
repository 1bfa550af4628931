"""Pieces of an owner that hang together: their forest grows as pieces are put down (`fields.links`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.fields.links import RELATIONS, Relation
from ludens.stage import BoolLike, IntLike, Scope


@dataclass(frozen=True)
class Links:
    """One relation's forest in a state."""

    c: Context
    number: int
    relation: Relation

    @property
    def size(self) -> int:
        return len(self.relation.steps)

    def _above(self, site: IntLike) -> IntLike:
        return self.c.state.links.get(self.number * self.size + site)

    def _link(self, site: IntLike, to: IntLike) -> None:
        self.c.state.links.set(to, self.number * self.size + site)

    def regions(self, root: IntLike) -> IntLike:
        """The regions that a root's group touches, a bit for each."""
        return self.c.state.touched_regions.get(self.number * self.size + root)

    def root(self, site: IntLike, *, shorten: bool = False) -> IntLike:
        """The root of a piece's group; its way there is halved if wished. It is found in bounded time."""
        s, at = self.c.s, self.c.s.var(site)

        def climb(out: Scope) -> None:
            def step(_: IntLike) -> None:
                here = s.narrowed(at.get(), 0, self.size - 1)
                above = self._above(here)
                s.if_(above == here, lambda: s.leave(out))
                if shorten:
                    higher = self._above(above)
                    self._link(here, higher)
                    at.set(higher)
                else:
                    at.set(above)

            s.for_range(0, self.size, step)

        s.scope(climb)
        return s.narrowed(at.get(), 0, self.size - 1)

    def join(self, slot: IntLike, who: IntLike) -> None:
        """Link the piece of a site with those beside it."""
        s = self.c.s
        top, touched = s.var(slot), s.var(s.table(self.relation.bits())[who * self.size + slot])
        self._link(slot, slot)

        def meet(root: IntLike) -> None:
            s.if_(root != top.get(), lambda: merge(root))

        def merge(root: IntLike) -> None:
            touched.set(touched.get() | self.regions(root))
            first = lambda: (self._link(slot, root), top.set(root))  # noqa: E731
            s.if_(top.get() == slot, first, lambda: self._link(root, top.get()))

        self._each_group(slot, who, lambda t: meet(self.root(t, shorten=True)))
        self.c.state.touched_regions.set(touched.get(), self.number * self.size + top.get())

    def _each_group(self, slot: IntLike, who: IntLike, body: Callable[[IntLike], object]) -> None:
        """Run the body for a piece of each group of an owner beside a site.

        Who is beside another such piece is of its group already: of a run of them around the site one is enough.
        """
        s, owner = self.c.s, owner_at(self.c)
        rows, width, together = self.relation.rings()
        near, same = s.table([t for row in rows for t in row]), s.var(0)
        for k in range(width):
            same.set(same.get() | (s.to_int(owner(near[slot * width + k]) == who) << k))
        own = same.get() & s.table(self.relation.degrees())[slot]
        left = s.var(own & ((own << 1 & s.table(together)[slot]) ^ -1))

        def visit() -> None:
            bits = left.get()
            left.set(bits & (bits - 1))
            body(near[slot * width + s.lowest_bit(s.unsigned(bits))])

        s.while_(lambda: left.get() != 0, visit, rounds=width)


def owner_at(c: Context) -> Callable[[IntLike], IntLike]:
    """What is stored as the owner of a slot."""
    return c.state.pieces.get if c.model.merged_owner else c.state.owners.get


def links_of(c: Context, key: object) -> Links | None:
    """The forest of a relation, None where the game does not keep it."""
    relations = RELATIONS.of(c.model)
    if key not in relations or not c.state.links.present:
        return None
    return Links(c, list(relations).index(key), relations[key])


def is_kept(c: Context) -> BoolLike:
    """Whether no piece has been taken away."""
    return c.state.unlinked.get() == 0


def piece_came(c: Context, slot: IntLike) -> None:
    """A piece has been put on an empty slot."""
    if not c.state.links.present:
        return
    c.bind(**{"links.slot": slot}).outline("join", _join, None, key="join")


def _join(c: Context) -> None:
    slot, s = c.get("links.slot"), c.s
    who = owner_at(c)(slot)
    wanted = s.all_of(lambda: s.inside(slot, c.model.board_sites), lambda: who > 0, lambda: is_kept(c))

    def join_all() -> None:
        for number, relation in enumerate(RELATIONS.of(c.model).values()):
            Links(c, number, relation).join(slot, who)

    s.if_(wanted, join_all)


def piece_left(c: Context) -> None:
    """A piece has been taken away, or has become another one."""
    if c.state.links.present:
        c.state.unlinked.set(1)
