"""The primitive actions: every change of a state goes through one of these (spec 6, section 2).

An act holds operands that are already evaluated. `perform` emits the change, and logs it in a traced module; `describe`
only logs it, as it prints before it is applied.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludens.ludemes.base import Need
from ludens.ludemes.core import pieces
from ludens.ludemes.core.model import SITE_TYPES
from ludens.ludemes.core.trace import FLAG, MANY, OPTIONAL, PLAIN, TYPE
from ludens.stage import BoolLike, IntLike, Long

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context

Fields = Sequence[tuple[str, str, Any]]


class Acted(enum.IntFlag):
    """What the actions of the move being applied were, kept in the state's `acted`."""

    PASS = 1
    SWAP = 2
    DECIDED_PASS = 4
    DECIDED_SWAP = 8
    DECIDED = 16


@dataclass
class Act:
    """A primitive action, or a composite of them. `site_from` and `site_to` are what it answers for from and to."""

    decision: bool = field(default=False, kw_only=True)
    site_from: IntLike = field(default=-1, kw_only=True)
    site_to: IntLike = field(default=-1, kw_only=True)

    def perform(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def describe(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def static_kind(self) -> Acted:
        """What the action makes of its move, as far as it is known while compiling."""
        return Acted(0)


def combined_kind(acts: Sequence[Act]) -> Acted:
    """What several actions make of their move."""
    kinds = Acted(0)
    for act in acts:
        kinds |= act.static_kind()
    return kinds


@dataclass
class Primitive(Act):
    """An action with a trial spelling: subclasses give `name`, `fields` and `apply`."""

    def name(self) -> str:
        return type(self).__name__

    def fields(self, c: Context, applied: bool) -> Fields:
        """The fields as they print, before or after the action was applied."""
        return ()

    def apply(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def is_possible(self, c: Context) -> BoolLike:
        """Whether the game has the sites and pieces that the action names; if not, nothing is applied."""
        return True

    def perform(self, c: Context) -> None:
        if c.tracer is not None and not c.scratch:
            self._log(c, self.fields(c, applied=True))
        c.s.if_(self.is_possible(c), lambda: self.apply(c))
        self._note_kind(c)
        if Need.LAST_MOVE_ACTIONS in c.model.needs:
            self._note_sites(c)

    def describe(self, c: Context) -> None:
        self._log(c, self.fields(c, applied=False))

    def decided(self, c: Context) -> BoolLike:
        """Whether this is a decision where it stands: an operator may clear or set the flag of all it joins."""
        ruled = c.get("decided")
        return c.s.select(ruled == -1, self.decision, ruled == 1)  # type: ignore[no-any-return]

    def _log(self, c: Context, fields: Fields) -> None:
        assert c.tracer is not None
        sites = [(".from", PLAIN, self.site_from), (".to", PLAIN, self.site_to)]
        c.tracer.log(c, self.name(), [*sites, *fields, ("decision", FLAG, self.decided(c))])

    def kind(self, decided: bool) -> Acted:
        """What this action makes of its move."""
        return Acted.DECIDED if decided else Acted(0)

    def static_kind(self) -> Acted:
        return self.kind(self.decision)

    def _note_kind(self, c: Context) -> None:
        yes, no = int(self.kind(True)), int(self.kind(False))
        kind = c.s.select(self.decided(c), yes, no)
        if not isinstance(kind, int) or kind:
            c.state.set("acted", c.state.get("acted") | kind)

    def _note_sites(self, c: Context) -> None:
        """Keep the sites of the latest action that has any, for `(last To afterConsequence:True)`."""
        for name, site in (("latest_from", self.site_from), ("latest_to", self.site_to)):
            c.s.if_(site != -1, lambda name=name, site=site: c.state.set(name, site))  # type: ignore[misc]
        for name, site in (("last_from_sites", self.site_from), ("last_to_sites", self.site_to)):
            if c.state.has(name):
                add_to_sites(c, name, site)


def add_to_sites(c: Context, name: str, site: IntLike) -> None:
    """Put a site of the board into a set that the state keeps."""
    p, inside = c.state, (site >= 0) & (site < c.model.board_sites)

    def put() -> None:
        bit = Long(c.s, "1") << c.s.long(site & 63)
        p.set(name, p.get(name, site >> 6) | bit, site >> 6)

    c.s.if_(inside, put)


def has_site(c: Context, site_type: str | None, site: IntLike) -> BoolLike:
    """Whether what stands on a site has a place in the state."""
    if not c.state.stored(site_type):
        return False
    slot = c.state.slot(site_type, site)
    return (slot >= 0) & (slot < c.state.num_slots)


def has_piece(c: Context, what: IntLike) -> BoolLike:
    """Whether a number is that of a component, or 0 for none."""
    return (what >= 0) & (what < len(c.model.components))


def type_code(c: Context, site_type: str | None, site: IntLike | None = None) -> IntLike:
    """A site type as it prints: an index that is none of the type's is a cell of another container (spec 10, 3.1)."""
    kind = site_type or c.model.default_site
    if site is None or kind == "Cell" or len(c.model.containers) == 1:
        return SITE_TYPES.index(kind)
    code: IntLike = c.s.select(site >= c.model.count(kind), 0, SITE_TYPES.index(kind))
    return code


def written_type(c: Context, site_type: str | None, site: IntLike, applied: bool) -> IntLike:
    """The type field: as resolved once applied, else as the action holds it (-1 for none)."""
    if applied:
        return type_code(c, site_type, site)
    return -1 if site_type is None else type_code(c, site_type)


def resolved_type(c: Context, site_type: str | None, site: IntLike, applied: bool) -> IntLike:
    """The type field of actions that resolve the container when they are made (spec 5, 2.3)."""
    return -1 if site_type is None and not applied else type_code(c, site_type, site)


@dataclass
class AtSite(Primitive):
    """An action at one site, which a trial writes as `[Name:type,to,..]`; subclasses give what follows."""

    site_type: str | None
    site: IntLike

    def __post_init__(self) -> None:
        self.site_from = self.site_to = self.site

    def is_possible(self, c: Context) -> BoolLike:
        return has_site(c, self.site_type, self.site)

    def written_type(self, c: Context, applied: bool) -> IntLike:
        """The type field."""
        return written_type(c, self.site_type, self.site, applied)

    def fields(self, c: Context, applied: bool) -> Fields:
        where = ("type", TYPE, self.written_type(c, applied)), ("to", PLAIN, self.site)
        return (*where, *self.details(c, applied))

    def details(self, c: Context, applied: bool) -> Fields:
        """The fields after the site."""
        raise NotImplementedError(type(self).__name__)


@dataclass
class Add(AtSite):
    """`[Add:type,to,[level],what,[count],[state],[rotation],[value],[stack=true]]`."""

    what: IntLike
    count: IntLike = 1
    state: IntLike = -1
    rotation: IntLike = -1
    value: IntLike = -1
    stack: bool = False
    level: IntLike = -1

    def details(self, c: Context, applied: bool) -> Fields:
        level = c.state.size(self.site_type, self.site) if applied and c.model.stacking else self.level
        return (
            ("level", OPTIONAL, level),
            ("what", PLAIN, self.what),
            ("count", MANY, self.count),
            ("state", OPTIONAL, self.state),
            ("rotation", OPTIONAL, self.rotation),
            ("value", OPTIONAL, self.value),
            ("stack", FLAG, self.stack),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.add(c, self.site_type, self.site, self.what, self.count, self.state, self.rotation, self.value)


@dataclass
class Remove(AtSite):
    """`[Remove:type,to]`, `[Remove:type,to,level]`, or for the end of the turn: `[Remove:type,to,applied=false]`."""

    level: IntLike = -1
    postponed: bool = False

    def written_type(self, c: Context, applied: bool) -> IntLike:
        return resolved_type(c, self.site_type, self.site, applied)

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            *((("applied", PLAIN, "false"),) if self.postponed else ()),
        )

    def apply(self, c: Context) -> None:
        if c.state.has("removals"):
            c.state.add("removals", 1)
            c.state.add(
                "removed_value", c.state.value(self.site_type, self.site, None if self.level == -1 else self.level)
            )
        if self.postponed:
            pieces.postpone_removal(c, self.site)
        else:
            pieces.remove(c, self.site_type, self.site, self.level)


@dataclass
class Move(Primitive):
    """A piece moves; the five shapes of spec 5, 1.3 by which levels are given and whether the whole stack goes."""

    from_type: str | None
    origin: IntLike
    to_type: str | None
    target: IntLike
    level_from: IntLike = -1
    level_to: IntLike = -1
    state: IntLike = -1
    rotation: IntLike = -1
    value: IntLike = -1
    stack: bool = False

    def __post_init__(self) -> None:
        self.site_from, self.site_to = self.origin, self.target

    def fields(self, c: Context, applied: bool) -> Fields:
        return (
            ("typeFrom", TYPE, resolved_type(c, self.from_type, self.origin, applied)),
            ("from", PLAIN, self.origin),
            ("levelFrom", OPTIONAL, self.level_from),
            ("typeTo", TYPE, resolved_type(c, self.to_type, self.target, applied)),
            ("to", PLAIN, self.target),
            ("levelTo", OPTIONAL, self.level_to),
            ("state", OPTIONAL, self.state),
            ("rotation", OPTIONAL, self.rotation),
            ("value", OPTIONAL, self.value),
            ("stack", FLAG, self.stack),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return has_site(c, self.from_type, self.origin) & has_site(c, self.to_type, self.target)

    def apply(self, c: Context) -> None:
        pieces.move(c, self)


@dataclass
class Select(Primitive):
    """`[Select:typeFrom,from,[levelFrom],[typeTo,to,[levelTo]]]`: chooses sites, changes nothing."""

    from_type: str | None
    origin: IntLike
    level_from: IntLike = -1
    to_type: str | None = None
    target: IntLike = -1
    level_to: IntLike = -1
    has_target: bool = False

    def __post_init__(self) -> None:
        self.site_from = self.origin
        self.site_to = self.target if self.has_target else self.origin

    def fields(self, c: Context, applied: bool) -> Fields:
        target: Fields = (
            ("typeTo", TYPE, written_type(c, self.to_type, self.target, applied)),
            ("to", PLAIN, self.target),
            ("levelTo", OPTIONAL, self.level_to),
        )
        return (
            ("typeFrom", TYPE, written_type(c, self.from_type, self.origin, applied)),
            ("from", PLAIN, self.origin),
            ("levelFrom", OPTIONAL, self.level_from),
            *(target if self.has_target else ()),
        )

    def apply(self, c: Context) -> None:
        pass


@dataclass
class Promote(AtSite):
    """`[Promote:type,to,[level],what]`."""

    what: IntLike
    level: IntLike = -1

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            ("what", PLAIN, self.what),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.promote(c, self.site_type, self.site, self.what, self.level)


@dataclass
class Pass(Primitive):
    """`[Pass:[decision=true],[forced=true]]`."""

    forced: bool = False

    def kind(self, decided: bool) -> Acted:
        return Acted.PASS | Acted.DECIDED_PASS if decided else Acted.PASS

    def _log(self, c: Context, fields: Fields) -> None:
        assert c.tracer is not None
        c.tracer.log(c, "Pass", [("decision", FLAG, self.decided(c)), ("forced", FLAG, self.forced)])

    def apply(self, c: Context) -> None:
        pass


@dataclass
class SetField(Primitive):
    """An action that writes one field of the state: `[SetCounter:counter=3]` and the like."""

    spelling: str
    printed: Fields
    field_name: str
    value: IntLike
    index: IntLike = 0
    valid: BoolLike = True

    def name(self) -> str:
        return self.spelling

    def fields(self, c: Context, applied: bool) -> Fields:
        return self.printed

    def apply(self, c: Context) -> None:
        c.s.if_(self.valid, lambda: c.state.set(self.field_name, self.value, self.index))


@dataclass
class Logged(Primitive):
    """An action given by its spelling, its fields and what it does."""

    spelling: str
    printed: Fields
    effect: Any = None

    def name(self) -> str:
        return self.spelling

    def fields(self, c: Context, applied: bool) -> Fields:
        return self.printed

    def apply(self, c: Context) -> None:
        if self.effect is not None:
            self.effect(c)


def set_next_player(player: IntLike, *, decision: bool = False) -> Primitive:
    """`[SetNextPlayer:player]`. Its presence is noted for captures at the end of the turn."""

    def effect(c: Context) -> None:
        c.state.set("next", player)
        if Need.SEQUENCE_CAPTURE in c.model.needs:
            c.state.set("next_was_set", 1)

    return Logged("SetNextPlayer", (("player", PLAIN, player),), effect, decision=decision)
