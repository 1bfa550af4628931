"""The last move, kept for `(last ...)` and its relatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.ludemes.actions.base import Act
from ludens.ludemes.actions.pieces import Select
from ludens.ludemes.generation.candidates import Candidate
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.sites import type_code
from ludens.stage import IntLike


def store_last(move: Candidate, acts: Sequence[Act]) -> None:
    """Write the declared and the decision's sites of a move into the state (spec 10, 7.2 step 2)."""
    c, p = move.c, move.c.state
    if p.has("turn_from"):
        store_turn_start(move)
    p.set("last_mover", move.mover)
    p.set("last_from", move.from_)
    p.add("num_moves", 1)  # here, because the move's consequents count it
    p.set("last_to", move.to)
    if p.has("last_level_from"):
        low, high = decision_levels(move.c, acts)
        p.set("last_level_from", low)
        p.set("last_level_to", high)
    store_latest(c)
    if p.has("last_type_to"):
        store_types(c, acts)
    if p.has("last_between"):
        store_between(move)


def store_types(c: Context, acts: Sequence[Act]) -> None:
    """Keep the site types of the decision, else those of the first action that has any (spec 7, 3.2)."""
    listed = list(flattened(acts))
    typed = [act for act in listed if hasattr(act, "site_type") or hasattr(act, "from_type")]
    decided = [act for act in listed if act.decision]
    act = next(iter(decided or typed), None)
    for name, site in (("from", act.site_from if act else -1), ("to", act.site_to if act else -1)):
        own = getattr(act, "site_type", None)
        kind = getattr(act, f"{name}_type", own) if act in typed else "Cell"
        c.state.set(f"last_type_{name}", type_code(c, kind, site))


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
    some = (p.get("num_moves") + p.get("num_placements")) > 0

    def begin() -> None:
        p.set("turn_from", move.from_ + 1)
        p.set("before_turn", s.select(some, p.get("last_mover") + 1, 0))

    s.if_(s.any_of(lambda: s.not_(some), lambda: p.get("last_mover") != move.mover), begin)


def store_latest(c: Context) -> None:
    """Show the sites of the latest action that has any, for `(last To afterConsequence:True)`.

    Consequents see those of the move as it was chosen; the next move's, those of the move with its consequences.
    """
    p = c.state
    if p.has("latest_from"):
        p.set("last_from_after", p.get("latest_from"))
        p.set("last_to_after", p.get("latest_to"))


def store_between(move: Candidate) -> None:
    c = move.c
    if move.between is None:
        c.s.clear(c.state.field("last_between"), 8 * c.state.layout.fields["last_between"].length)
        return
    region = move.between(c)
    c.s.for_range(0, region.words, lambda i: c.state.set("last_between", region.word(i), i))


def decision_levels(c: Context, acts: Sequence[Act]) -> tuple[IntLike, IntLike]:
    """The levels that the decision action answers; 0 where it prints none (spec 6, 2.1)."""
    for act in acts:
        found = _levels(act)
        if found is not None:
            low, high = (c.s.select(level == -1, 0, level) for level in found)
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
