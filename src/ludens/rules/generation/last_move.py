"""The last move, kept for `(last ...)` and its relatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens import board
from ludens.rules.actions import kinds
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Select
from ludens.rules.base import Need
from ludens.rules.generation.candidates import Candidate
from ludens.rules.state.context import Context
from ludens.rules.state.sites import type_code
from ludens.stage import IntLike

#: the types of the sites that a move comes from and goes to; None for the board's own
EndTypes = tuple[board.SiteType | None, board.SiteType | None]


def store_last(move: Candidate, acts: Sequence[Act]) -> None:
    """Write the declared and the decision's sites of a move into the state (manual: runtime 7.2)."""
    c, p = move.c, move.c.state
    if p.turn_from.present:
        store_turn_start(move)
    p.last_mover.set(move.mover)
    p.last_from.set(move.from_)
    p.num_moves.add(1)  # here, because the move's consequents count it
    p.last_to.set(move.to)
    if Need.PASSES_LATER in c.model.needs:
        remember_recent(c)
    if p.last_level_from.present:
        low, high = decision_levels(move.c, acts)
        p.last_level_from.set(low)
        p.last_level_to.set(high)
    store_latest(c)
    if p.last_type_to.present:
        store_types(c, acts)
    if p.last_between.present:
        store_between(move)


def remember_recent(c: Context) -> None:
    """Keep mover and kind of the latest moves, for the test whether everybody passed."""
    p = c.state
    if not p.recent_mover.present:
        return
    at = c.s.remainder(p.recent_count.get(), p.recent_mover.length)
    p.recent_mover.set(p.last_mover.get(), at)
    p.recent_pass.set(c.s.to_int(kinds.is_pass(c)), at)
    p.recent_count.add(1)


def settle_recent(c: Context) -> None:
    """Keep the latest move with its consequences, which may make it another one.

    Where consequents ask who passed, it is there already.
    """
    p = c.state
    if Need.PASSES_LATER not in c.model.needs:
        remember_recent(c)
    elif p.recent_mover.present:
        at = c.s.remainder(c.s.maximum(p.recent_count.get() - 1, 0), p.recent_mover.length)
        p.recent_pass.set(c.s.to_int(kinds.is_pass(c)), at)


def store_types(c: Context, acts: Sequence[Act]) -> None:
    """Keep the site types of the decision, else those of the first action that has any (manual: booleans 3.2)."""
    act = deciding(acts)
    kinds = end_types(acts) or ("Cell", "Cell")
    sites = (act.site_from, act.site_to) if act else (-1, -1)
    for last_type, kind, site in zip((c.state.last_type_from, c.state.last_type_to), kinds, sites, strict=True):
        last_type.set(type_code(c, kind, site))


def deciding(acts: Sequence[Act]) -> Act | None:
    """The decision among a move's actions, else the first that names sites."""
    flat = list(flattened(acts))
    decided = [act for act in flat if act.decision]
    return next(iter(decided or filter(_is_typed, flat)), None)


def end_types(acts: Sequence[Act]) -> EndTypes | None:
    """The types of the sites that a move's deciding action names; None where it names none."""
    act = deciding(acts)
    if act is None or not _is_typed(act):
        return None
    own = getattr(act, "site_type", None)
    return getattr(act, "from_type", own), getattr(act, "to_type", own)


def _is_typed(act: Act) -> bool:
    return hasattr(act, "site_type") or hasattr(act, "from_type")


def flattened(acts: Sequence[Act]) -> Iterator[Act]:
    """The primitive actions among some, in order."""
    for act in acts:
        base: Sequence[Act] | None = getattr(act, "base", None)
        if base is None:
            yield act
        else:
            yield from flattened(base)


def store_turn_start(move: Candidate) -> None:
    """Keep the origin of the first move of a player's run, and who moved before it; both plus 1; 0 is nothing."""
    p, s = move.c.state, move.c.s
    some = (p.num_moves.get() + p.num_placements.get()) > 0

    def begin() -> None:
        p.turn_from.set(move.from_ + 1)
        p.before_turn.set(s.select(some, p.last_mover.get() + 1, 0))

    s.if_(s.any_of(lambda: s.not_(some), lambda: p.last_mover.get() != move.mover), begin)


def store_latest(c: Context) -> None:
    """Show the sites of the latest action that has any, for `(last To afterConsequence:True)`.

    Consequents see those of the move as it was chosen; the next move's, those of the move with its consequences.
    """
    p = c.state
    if p.latest_from.present:
        p.last_from_after.set(p.latest_from.get())
        p.last_to_after.set(p.latest_to.get())


def store_between(move: Candidate) -> None:
    c = move.c
    if move.between is None:
        c.state.last_between.clear()
        return
    region = move.between(c)
    c.s.for_range(0, region.words, lambda i: c.state.last_between.set(region.word(i), i))


def decision_levels(c: Context, acts: Sequence[Act]) -> tuple[IntLike, IntLike]:
    """The levels that the decision action answers; 0 where it prints none (manual: effects 2.1)."""
    for act in acts:
        levels = _levels(act)
        if levels is not None:
            low, high = (c.s.select(level == -1, 0, level) for level in levels)
            return low, high
    return (0, 0)


def _levels(act: Act) -> tuple[IntLike, IntLike] | None:
    base = getattr(act, "base", None)
    if base is not None:
        return next((f for a in base if (f := _levels(a)) is not None), None)
    if not act.decision:
        return None
    if isinstance(act, Select) and not act.has_target:
        return (act.level_from, act.level_from)
    if hasattr(act, "level_from"):
        return (act.level_from, act.level_to)  # type: ignore[attr-defined]
    level = getattr(act, "level", -1)
    return (level, level)
