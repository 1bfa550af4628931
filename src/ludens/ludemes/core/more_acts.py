"""Further primitive actions (spec 6, section 2), and actions that are found by a loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludens.ludemes.core import hashing, memory, pieces
from ludens.ludemes.core.acts import Act, AtSite, Fields, Logged, Primitive, has_piece, type_code
from ludens.ludemes.core.trace import BOOLEAN, FLAG, OPTIONAL, PLAIN
from ludens.stage import Bool, BoolLike, IntLike

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context

HIDDEN = ("", "What", "Who", "Count", "State", "Rotation", "Value")
Visit = Callable[[Act], object]


# --- composites


@dataclass
class EachAct(Act):
    """Actions that a loop finds: `each(c, visit)` calls `visit(act)` for each, in order."""

    each: Callable[[Context, Visit], object]

    def perform(self, c: Context) -> None:
        self.each(c, lambda act: act.perform(c))

    def describe(self, c: Context) -> None:
        self.each(c, lambda act: act.describe(c))


@dataclass
class WhenAct(Act):
    """An action that is there only if a condition holds."""

    condition: BoolLike
    act: Act

    def perform(self, c: Context) -> None:
        c.s.if_(self.condition, lambda: self.act.perform(c))

    def describe(self, c: Context) -> None:
        c.s.if_(self.condition, lambda: self.act.describe(c))


# --- sites


@dataclass
class SetContent(AtSite):
    """`[SetState:type,to,[level],state]` and `[SetValue:type,to,[level],value]`: one field of what stands on a site."""

    content: str
    value: IntLike
    level: IntLike = -1

    def name(self) -> str:
        return "Set" + self.content.capitalize()

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            (self.content, PLAIN, self.value),
        )

    def apply(self, c: Context) -> None:
        pieces.set_content(c, self.content, self.site_type, self.site, self.level, self.value)


@dataclass
class SetCount(AtSite):
    """`[SetCount:type,to,what,count]`."""

    what: IntLike
    count: IntLike

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("what", PLAIN, self.what),
            ("count", PLAIN, self.count),
        )

    def is_possible(self, c: Context) -> BoolLike:
        return super().is_possible(c) & has_piece(c, self.what)

    def apply(self, c: Context) -> None:
        pieces.set_count(c, self.site_type, self.site, self.what, self.count)


@dataclass
class SetHidden(AtSite):
    """`[SetHidden..:type,to,[level],who,value]`: one of the hidden flags of a site for a player."""

    data: str
    level: IntLike
    player: IntLike
    value: BoolLike

    def name(self) -> str:
        return "SetHidden" + self.data

    def written_type(self, c: Context, applied: bool) -> IntLike:
        return type_code(c, self.site_type)

    def details(self, c: Context, applied: bool) -> Fields:
        return (
            ("level", OPTIONAL, self.level),
            ("who", PLAIN, self.player),
            ("value", BOOLEAN, self.value),
        )

    def is_possible(self, c: Context) -> BoolLike:
        known = (self.player >= 0) & (self.player <= c.model.num_players)
        return super().is_possible(c) & known

    def apply(self, c: Context) -> None:
        p, s = c.state, c.s
        if not (p.has("hidden") and p.stored(self.site_type)):
            return
        slot = p.slot(self.site_type, self.site)
        at = slot * (c.model.num_players + 1) + self.player
        bit = 1 << HIDDEN.index(self.data)
        there = p.size(self.site_type, self.site) > self.level if c.model.stacking else True

        def write() -> None:
            flags = p.get("hidden", at)
            p.set("hidden", s.select(self.value, flags | bit, flags & ~bit), at)

        s.if_(there, write)


# --- players


def set_score(player: IntLike, score: IntLike, *, add: bool = False) -> Primitive:
    """`[SetScore:player,score,[add=true]]`."""

    def effect(c: Context) -> None:
        if c.state.has("scores"):
            change = c.state.add if add else c.state.set
            _if_player(c, player, lambda: change("scores", score, player))

    return Logged("SetScore", (("player", PLAIN, player), ("score", PLAIN, score), ("add", FLAG, add)), effect)


def set_value_of_player(player: IntLike, value: IntLike) -> Primitive:
    """`[SetValueOfPlayer:player,value]`."""

    def effect(c: Context) -> None:
        if c.state.has("player_value"):
            _if_player(c, player, lambda: c.state.set("player_value", value, player))

    return Logged("SetValueOfPlayer", (("player", PLAIN, player), ("value", PLAIN, value)), effect)


def set_amount(player: IntLike, amount: IntLike) -> Primitive:
    """`[SetAmount:player,amount]`."""

    def effect(c: Context) -> None:
        if c.state.has("amounts"):
            _if_player(c, player, lambda: c.state.set("amounts", amount, player))

    return Logged("SetAmount", (("player", PLAIN, player), ("amount", PLAIN, amount)), effect)


def add_to_team(team: IntLike, player: IntLike) -> Primitive:
    """`[AddPlayerToTeam:team,player]`."""

    def effect(c: Context) -> None:
        if c.state.has("team"):
            _if_player(c, player, lambda: c.state.set("team", team, player))

    return Logged("AddPlayerToTeam", (("team", PLAIN, team), ("player", PLAIN, player)), effect)


def trigger(event: str, player: IntLike) -> Primitive:
    """`[Trigger:event,player]`: which event is not kept (spec 6, 2.6)."""

    def effect(c: Context) -> None:
        def mark() -> None:
            c.state.set("triggered", c.state.get("triggered") | (1 << player))

        if c.state.has("triggered"):
            c.s.if_((player >= 0) & (player < 32), mark)

    return Logged("Trigger", (("event", PLAIN, event), ("player", PLAIN, player)), effect)


def _if_player(c: Context, player: IntLike, body: Callable[[], object]) -> None:
    c.s.if_((player >= 1) & (player <= c.model.num_players), body)


# --- variables


def set_plain(spelling: str, field: str, key: str, value: IntLike) -> Primitive:
    """`[SetCounter:counter]`, `[SetPot:pot]`, `[SetTemp:temp]`: a field that every position has once."""

    def effect(c: Context) -> None:
        if c.state.has(field):
            c.state.set(field, value)

    return Logged(spelling, ((key, PLAIN, value),), effect)


def set_var(name: str, value: IntLike) -> Primitive:
    """`[SetVar:name,value]`."""

    def effect(c: Context) -> None:
        c.state.set("vars", value, c.model.extra["vars"][name])

    return Logged("SetVar", (("name", PLAIN, name), ("value", PLAIN, value)), effect)


def set_pending(value: IntLike | None) -> Primitive:
    """`[SetPending:[value]]`: pending values are a set; without a value, and for -1, 1 joins it."""

    def effect(c: Context) -> None:
        if c.state.has("pending"):
            joined = 1 if value is None else c.s.select(value == -1, 1, value)
            _append_new(c, "pending", joined)

    return Logged("SetPending", () if value is None else (("value", PLAIN, value),), effect)


def _append_new(c: Context, field: str, value: IntLike) -> None:
    """Append a value to a set kept as a list, unless it is in it."""
    p, s = c.state, c.s
    found = s.var(False, Bool)
    count = p.get(f"{field}_count")
    s.for_range(0, count, lambda i: s.if_(p.get(field, i) == value, lambda: found.set(True)))

    def put() -> None:
        p.set(field, value, count)
        p.set(f"{field}_count", count + 1)

    full = count >= p.layout.fields[field].length
    s.if_(s.not_(found.get()), lambda: s.if_(full, lambda: memory.fail(c, 4), put))


# --- memory


def list_index(c: Context, name: str | None) -> int:
    """The number of a list of remembered values."""
    return int(c.model.extra["remembered"][name])


def remembered(c: Context, list_number: int, index: IntLike) -> IntLike:
    """A remembered value."""
    capacity = c.state.layout.fields["remembered"].shape[1]
    value: IntLike = c.state.get("remembered", list_number * capacity + index)
    return value


def is_remembered(c: Context, list_number: int, value: IntLike) -> BoolLike:
    """Whether a list holds a value."""
    found = c.s.var(False, Bool)
    test = lambda i: c.s.if_(remembered(c, list_number, i) == value, lambda: found.set(True))  # noqa: E731
    c.s.for_range(0, c.state.get("remembered_count", list_number), test)
    return found.get()  # type: ignore[no-any-return]


def _named(name: str | None, value: IntLike) -> Fields:
    return (("name", PLAIN, "null" if name is None else name), ("value", PLAIN, value))


def remember_value(name: str | None, value: IntLike) -> Primitive:
    """`[RememberValue:name,value]`: appended, duplicates kept."""

    def effect(c: Context) -> None:
        p, number = c.state, list_index(c, name)
        capacity, count = p.layout.fields["remembered"].shape[1], p.get("remembered_count", number)

        def put() -> None:
            p.set("remembered", value, number * capacity + count)
            p.set("remembered_count", count + 1, number)

        c.s.if_(count < capacity, put, lambda: memory.fail(c, 4))

    return Logged("RememberValue", _named(name, value), effect)


def forget_value(name: str | None, value: IntLike) -> Primitive:
    """`[ForgetValue:name,value]`: the first occurrence goes."""

    def effect(c: Context) -> None:
        p, s, number = c.state, c.s, list_index(c, name)
        base, count = number * p.layout.fields["remembered"].shape[1], p.get("remembered_count", number)
        kept = s.var(0)

        def look(i: IntLike) -> None:
            entry = p.get("remembered", base + i)

            def keep() -> None:
                p.set("remembered", entry, base + kept.get())
                kept.set(kept.get() + 1)

            s.if_(s.any_of(lambda: entry != value, lambda: kept.get() != i), keep)

        s.for_range(0, count, look)
        p.set("remembered_count", kept.get(), number)

    return Logged("ForgetValue", _named(name, value), effect)


def store_state() -> Primitive:
    """`[StoreStateInContext:]`: the position's hash at this moment."""

    def effect(c: Context) -> None:
        if c.state.has("stored_hash"):
            c.state.set("stored_hash", hashing.state_hash(c))

    return Logged("StoreStateInContext", (), effect)


# --- dice


def set_die(c: Context, die: int, site: int, face: IntLike) -> Primitive:
    """`[SetStateAndUpdateDice:site,state]`: die number `die` of all dice shows a face."""
    values = [faces for dice in c.model.dice() for faces in dice.faces][die]

    def effect(c: Context) -> None:
        p = c.state

        def show() -> None:
            if p.has("state"):
                pieces.set_content(c, "state", "Cell", site, -1, face)
            p.set("dice_value", c.s.table(values)[face], die)

        c.s.if_((face >= 0) & (face < len(values)), show)

    return Logged(
        "SetStateAndUpdateDice", (("site", PLAIN, site), ("state", PLAIN, face)), effect, site_from=site, site_to=site
    )


def set_dice_equal(equal: BoolLike) -> Primitive:
    """`[SetDiceAllEqual:value]`: keeps the flag, and sums up what the dice show."""

    def effect(c: Context) -> None:
        p = c.state
        if p.has("dice_equal"):
            p.set("dice_equal", c.s.to_int(equal))
        if p.has("dice_sum"):
            sum_dice(c)

    return Logged("SetDiceAllEqual", (("value", BOOLEAN, equal),), effect)


def sum_dice(c: Context) -> None:
    """Set each dice container's sum to the sum of its dice's current values."""
    p, first = c.state, 0
    for number, dice in enumerate(c.model.dice()):
        total: IntLike = 0
        for die in range(first, first + dice.num_sites):
            total = total + p.get("dice_value", die)
        p.set("dice_sum", total, number)
        first += dice.num_sites


__all__ = [
    "HIDDEN", "EachAct", "SetContent", "SetCount", "SetHidden", "WhenAct", "add_to_team", "forget_value",
    "is_remembered", "list_index", "remember_value", "remembered", "set_amount", "set_dice_equal", "set_die",
    "set_pending", "set_plain", "set_score", "set_value_of_player", "set_var", "store_state", "sum_dice", "trigger",
]  # fmt: skip
