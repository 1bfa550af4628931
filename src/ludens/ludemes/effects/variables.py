"""`(set Var ..)`, `(set Pending ..)`, `(set Counter ..)`, `(set Pot ..)` (manual: effects 6)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.effects.carried_regions import carried, carried_region
from ludens.ludemes.effects.effect_moves import push
from ludens.rules.actions.base import Act, EachAct, Visit
from ludens.rules.actions.memory import set_pending, set_plain, set_var
from ludens.rules.base import NOTHING, Need
from ludens.rules.categories import IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.rules.state.fields.memory import ALL_PENDING
from ludens.rules.state.fields.players import BETTING
from ludens.rules.state.names import VARIABLES
from ludens.rules.state.regions import Region
from ludens.rules.state.view import StateView


class SetVar(MovesLudeme):
    """Sets a variable: a named one, or the one without a name."""

    spellings = ("set Var",)
    says = "set the variable[ {name}] to [{value}|0]"
    naming = VARIABLES
    reads = NOTHING
    writes = frozenset({"vars"})
    name: str | None = None
    value: IntLudeme | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        value = optional(c, self.value)
        push(c, sink, self._build, {"set.value": value}, self.then)

    def _build(self, c: Context) -> list[Act]:
        value = c.get("set.value")
        return [
            set_var(self.name, value) if self.name is not None else set_plain("SetTemp", "temp", StateView.temp, value)
        ]

    def parts(self) -> list[MovesLudeme]:
        return []


class SetPending(MovesLudeme):
    """Adds to the pending values, which last until the next move: 1, a value, or the sites of a region."""

    spellings = ("set Pending",)
    says = "note [{what}|this] for the next move"
    fields = ALL_PENDING
    reads = NOTHING
    writes = frozenset({"pending"})
    what: IntLudeme | SitesLudeme | None = None
    then: Then | None = None  # dropped (manual: effects 1.6)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.KEPT_ACTIONS}) if isinstance(self.what, SitesLudeme) else frozenset()

    def emit(self, c: Context, sink: Sink) -> None:
        what = self.what
        if isinstance(what, SitesLudeme):
            region = what.emit(c)
            push(c, sink, lambda c: self._build_region(c, region), carried(c, region))
            return
        values = {"set.value": what.emit(c)} if what is not None else {}
        push(c, sink, self._build_value, values)

    def _build_value(self, c: Context) -> list[Act]:
        return [set_pending(c.get("set.value") if self.what is not None else None)]

    def _build_region(self, c: Context, sites: Region) -> list[Act]:
        assert isinstance(self.what, SitesLudeme)
        region = carried_region(c, sites, self.what.emit)

        def each(c: Context, visit: Visit) -> None:
            region.each(lambda site: visit(set_pending(site)))

        return [EachAct(each)]

    def parts(self) -> list[MovesLudeme]:
        return []


class SetCounter(MovesLudeme):
    """Sets the counter of moves, which grows by one at the end of every move."""

    spellings = ("set Counter",)
    says = "[set the counter to {value}|start the counter again]"
    reads = NOTHING
    writes = frozenset({"turn"})
    value: IntLudeme | None = None
    then: Then | None = None  # dropped (manual: effects 1.6)

    def emit(self, c: Context, sink: Sink) -> None:
        value = optional(c, self.value)
        push(
            c,
            sink,
            lambda c: [set_plain("SetCounter", "counter", StateView.counter, c.get("set.value"))],
            {"set.value": value},
        )

    def parts(self) -> list[MovesLudeme]:
        return []


class SetPot(MovesLudeme):
    """Sets the pot of the bets."""

    spellings = ("set Pot",)
    says = "set the pot to [{value}|0]"
    fields = BETTING
    reads = NOTHING
    writes = frozenset({"pot"})
    value: IntLudeme | None = None
    then: Then | None = None  # dropped (manual: effects 1.6)

    def emit(self, c: Context, sink: Sink) -> None:
        value = optional(c, self.value)
        push(c, sink, lambda c: [set_plain("SetPot", "pot", StateView.pot, c.get("set.value"))], {"set.value": value})

    def parts(self) -> list[MovesLudeme]:
        return []
