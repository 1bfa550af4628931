"""Pieces of an owner that hang together: their forest grows as pieces are put down (`fields.links`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.rules.state.context import Context
from ludens.rules.state.fields.links import RELATIONS, Relation
from ludens.stage import BoolLike, IntLike, Scope, Table


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
        own = self._own_beside(slot, who)
        self._link(slot, slot)

        def meet(root: IntLike) -> None:
            s.if_(root != top.get(), lambda: merge(root), lambda: self._note_ring(who))

        def merge(root: IntLike) -> None:
            touched.set(touched.get() | self.regions(root))
            first = lambda: (self._link(slot, root), top.set(root))  # noqa: E731
            s.if_(top.get() == slot, first, lambda: self._link(root, top.get()))

        runs = own & ((self._turned(slot, own) & s.table(self.relation.together)[slot]) ^ -1)
        all_round = s.select(runs == 0, own & -own, runs)
        self._each_beside(slot, all_round, lambda t: meet(self.root(t, shorten=True)))
        self.c.state.touched_regions.set(touched.get(), self.number * self.size + top.get())
        if self.relation.notes_rings:
            middle = own & self._turned(slot, own) & self._turned(slot, own, back=True)
            self._each_beside(slot, middle, lambda t: self._look_round(t, who))

    def _own_beside(self, slot: IntLike, who: IntLike) -> IntLike:
        """A bit for each place in a site's row that has a piece of an owner."""
        s, owner, own = self.c.s, owner_at(self.c), self.c.s.var(0)
        near, width = self._near()
        for k in range(width):
            own.set(own.get() | (s.to_int(owner(near[slot * width + k]) == who) << k))
        return own.get() & s.table([(1 << len(row)) - 1 for row in self.relation.rows])[slot]

    def _near(self) -> tuple[Table[IntLike], int]:
        """The rows of all sites, filled up to one width with sites of the board."""
        rows = self.relation.rows
        width = max(map(len, rows))
        return self.c.s.table([t for row in rows for t in row + [0] * (width - len(row))]), width

    def _turned(self, slot: IntLike, own: IntLike, *, back: bool = False) -> IntLike:
        """The bits of a site's row, each moved on by one; in a closed row the last goes first."""
        lengths = self.c.s.table([length - 1 if length else 31 for length in self.relation.closed])
        rest = lengths[slot]
        return own >> 1 | own << rest if back else own << 1 | own >> rest

    def _each_beside(self, slot: IntLike, bits: IntLike, body: Callable[[IntLike], object]) -> None:
        """Run the body for the sites of a row whose bits are set."""
        s, left, (near, width) = self.c.s, self.c.s.var(bits), self._near()

        def visit() -> None:
            now = left.get()
            left.set(now & (now - 1))
            body(near[slot * width + s.lowest_bit(s.unsigned(now))])

        s.while_(lambda: left.get() != 0, visit, rounds=width)

    # --- rings

    def _look_round(self, site: IntLike, who: IntLike) -> None:
        """Note whose pieces are all round a site."""
        s, full = self.c.s, [(1 << length) - 1 if length else -1 for length in self.relation.closed]
        s.if_(self._own_beside(site, who) == s.table(full)[site], lambda: self._note_ring(who))

    def _note_ring(self, who: IntLike) -> None:
        """Note who may have pieces round something.

        The pieces of an owner, with the edges and triangles between them, are a figure in a disc. A piece that comes
        changes its holes only where it has several runs beside it: with a run more of a group a hole comes to be. As
        long as there is none, each other site leads to the rim.
        """
        if self.relation.notes_rings:
            ringed = self.c.state.ringed
            ringed.set(ringed.get() | 1 << who)

    def may_ring(self, who: IntLike) -> BoolLike:
        """Whether an owner's pieces may be all round some site, or round several that are not his."""
        return (self.c.state.ringed.get() >> who & 1) != 0


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
    owned = s.all_of(lambda: s.inside(slot, c.model.board_sites), lambda: who > 0, lambda: is_kept(c))

    def join_all() -> None:
        for number, relation in enumerate(RELATIONS.of(c.model).values()):
            Links(c, number, relation).join(slot, who)

    s.if_(owned, join_all)


def piece_left(c: Context) -> None:
    """A piece has been taken away, or has become another one."""
    if c.state.links.present:
        c.state.unlinked.set(1)
