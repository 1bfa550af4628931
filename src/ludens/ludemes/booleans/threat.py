"""Whether a piece could be captured (manual: booleans 7).

The probe looks at the position itself: what it changes of it (whose turn it is, the piece on the site) it puts back.
"""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.searches import answer, outlined
from ludens.ludemes.site_types import type_name
from ludens.rules.base import ANY, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board, within
from ludens.rules.turns import mobility, phases
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable

#: the guard against a probe inside a probe
THREAT = "threat"


#: what a probe changes for a while; the random numbers that it draws are not the game's (manual: booleans 1.7)
class IsThreatened(BooleanLudeme):
    """Whether an opponent has a move to where a piece stands, or would stand.

    With a kind of piece: to the first site that holds it, or to a site or the sites of a region, as if it stood there.
    Without: to any occupied site, or one of those given. The moves are by default the opponent's play rules.
    """

    spellings = ("is Threatened",)
    says = "[{what}|a piece][ on {at:site}| {in_:on}] <is> attacked"
    reads = ANY
    what: IntLudeme | None = None
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    in_: SitesLudeme | None = named(None, group="where")
    moves: MovesLudeme | None = None

    @property
    def asks_where(self) -> bool:
        return self.what is not None and self.at is None and self.in_ is None

    def emit(self, c: Context) -> BoolLike:
        if THREAT in c.guards:
            return False
        return outlined(c, "threatened", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        result = c.s.var(False, Bool)
        c.s.scope(lambda out: self._of_kind(c, result, out) if self.what is not None else self._of_any(c, result, out))
        return result.get()

    # --- a kind of piece is given

    def _of_kind(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        assert self.what is not None
        s, p, what = c.s, c.state, self.what.emit(c)
        s.if_(s.not_(within(c, what, 1, len(c.model.components))), lambda: s.leave(out))
        if isinstance(what, int) and not 1 <= what < len(c.model.components):
            return
        owner = p.owner_of(what)
        s.if_(s.not_(within(c, owner, 1, c.model.num_players + 1)), lambda: s.leave(out))

        def look(site: IntLike) -> None:
            self._placed(c, site, what, owner, lambda: self._probe(c, site, owner, result))
            s.if_(result.get(), lambda: s.leave(out))

        if self.at is None and self.in_ is None:
            site = first_site(c, what)
            s.if_(site >= 0, lambda: self._probe(c, site, owner, result))
        elif self.at is not None:
            at = self.at.emit(c)
            s.if_(at >= 0, lambda: look(at))
        else:
            assert self.in_ is not None
            self.in_.emit(c).each(look)

    def _placed(self, c: Context, site: IntLike, what: IntLike, owner: IntLike, body: Callable[[], object]) -> None:
        """Run the body with the piece on the site, as far as the probe of this kind of game sees it there.

        Only what stands there and whose it is are written: where pieces are counted, that does not occupy the site.
        """
        layer = self._layer(c)
        if layer is None:
            body()
            return
        p = c.state
        slot = p.slot(layer, site)
        shown = [(p.pieces, what), *([(p.owners, owner)] if p.owners.present else [])]
        old, word = [cell.get(slot) for cell, _ in shown], p.empty.get(slot >> 6)
        for cell, value in shown:
            cell.set(value, slot)
        if not p.counts.present:
            p.set_empty(slot, False)
        body()
        for (cell, _), value in zip(shown, old, strict=True):
            cell.set(value, slot)
        p.empty.set(word, slot >> 6)

    def _layer(self, c: Context) -> board.SiteType | None:
        """The site type on which the piece is put down; None where that changes nothing that can be seen."""
        types, kind = c.model.site_types, c.state.site_type(type_name(self.site_type))
        if c.model.stacking:
            return None
        if len(types) == 1 and (types[0] == "Cell" or len(c.model.containers) == 1):
            return types[0]
        inverted: board.SiteType = "Vertex" if kind == "Cell" else "Cell"
        return inverted if inverted in types else None

    # --- no kind is given

    def _of_any(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        s, p, n = c.s, c.state, c.model.num_players
        kind = type_name(self.site_type)

        def look(site: IntLike) -> None:
            what = p.what(kind, site)

            def threatened() -> None:
                s.if_(s.not_(within(c, c.next, 1, n + 1)), lambda: s.leave(out))
                self._probe(c, site, p.owner_of(what), result, takes_turn=True)
                s.if_(result.get(), lambda: s.leave(out))

            s.if_(what != 0, threatened)

        if self.at is not None:
            at = self.at.emit(c)
            s.if_(on_board(c, kind, at), lambda: look(at))
        elif self.in_ is not None:
            self.in_.emit(c).each(lambda site: s.if_(on_board(c, kind, site), lambda: look(site)))
        else:
            s.for_range(0, c.model.board_sites, look)

    # --- the probe

    def _probe(
        self, c: Context, site: IntLike, owner: IntLike, result: Variable[BoolLike], *, takes_turn: bool = False
    ) -> None:
        """Set `found` where another player has a move to the site; with `takes_turn` the owner is next to move."""
        p, s, n = c.state, c.s, c.model.num_players
        turn, rng = (p.mover, p.next, p.prev), p.rng
        before, seed = [p.read_to_restore(cell.field, 0) for cell in turn], p.read_to_restore(rng.field, 0)
        p.prev.set(owner)
        if takes_turn:
            p.next.set(owner)

        def enemy(e: IntLike, out: Scope) -> None:
            p.mover.set(e)
            s.if_(self._reaches(self._seen_by(c, e, owner, takes_turn), e, site), lambda: answer(c, result, out, True))

        def search(out: Scope) -> None:
            if n == 2:
                enemy(3 - owner, out)
            else:
                s.for_range(1, n + 1, lambda e: s.if_(e != owner, lambda: enemy(e, out)))

        s.scope(search)
        for cell, value in zip(turn, before, strict=True):
            cell.set(value)
        rng.set(seed)

    def _seen_by(self, c: Context, enemy: IntLike, owner: IntLike, takes_turn: bool) -> Context:
        """The context of an enemy's moves; a replaced mover of the caller's is not theirs."""
        values = {"mover": enemy, "prev": owner} | ({"next": owner} if takes_turn else {})
        return c.guarded(THREAT).bind(**{name: v for name, v in values.items() if name in c.slots})

    def _reaches(self, c: Context, enemy: IntLike, site: IntLike) -> BoolLike:
        if self.moves is not None:
            return mobility.can_reach(c, self.moves, site)

        def body(c: Context) -> BoolLike:
            at = c.get("threat.site")
            return mobility.reaches(
                c, at, lambda sink: phases.for_phase(c, c.mover, lambda phase: phase.play.emit(c, sink))
            )

        return c.bind(**{"threat.site": site}).outline("reaches", body, Bool, key="reaches")


def first_site(c: Context, what: IntLike) -> IntLike:
    """The first site of the board, in the default type, that holds a component; -1 if there is none."""
    p, s = c.state, c.s
    first = s.var(-1)

    def look(k: IntLike) -> None:
        slot = p.owned_slot(what, k)
        better = s.any_of(lambda: first.get() < 0, lambda: slot < first.get())
        s.if_(s.all_of(lambda: slot < c.model.board_sites, lambda: better), lambda: first.set(slot))

    s.for_range(0, p.owned_count(what), look, rounds=p.owned_capacity)
    return first.get()
