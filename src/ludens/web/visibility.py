"""Who sees what: the eyes that pages show a position with, and what is told of plies that those eyes did not see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludens.game import State
from ludens.game.hidden import Hidden, flags_of, hides
from ludens.game.notation import SITE_TYPES, site_name
from ludens.notation.drops import AT
from ludens.web.seats import HUMAN
from ludens.web.storage import Ply
from ludens.web.timeline import Timeline

UNSEEN = "hidden"


def viewer_of(players: Sequence[str], state: State, eyes: int | None = None) -> int | None:
    """Whose view pages show: the one human's, of several the mover's; None (all) without humans, and at the end.

    Where `eyes` are given it is that of this player, all for 0, that of nobody at the table for `ONLOOKER`.
    """
    if eyes is not None:
        return eyes or None
    humans = [p for p, who in enumerate(players, 1) if who == HUMAN]
    if not humans or state.playing.is_over:
        return None
    return state.mover if state.mover in humans else humans[0]


def told_ply(timeline: Timeline, number: int, viewer: int | None) -> Ply:
    """Ply `number`, from 1, as a player may know it: without sites that are hidden, without what is hidden there."""
    ply = timeline.plies[number - 1]
    if viewer is None or ply.player == viewer or not hides(timeline.game):
        return ply
    view = timeline.player_plies.get((number, viewer))
    if view is None:
        view = timeline.player_plies[number, viewer] = _seen(timeline, number, viewer)
    return view


def _seen(timeline: Timeline, number: int, viewer: int) -> Ply:
    """Ply `number` with what a player can see on its sites before and after it."""
    ply = timeline.plies[number - 1]
    before, after = (
        _flags(timeline.at(number - 1), ply.from_ref, viewer),
        _flags(timeline.at(number), ply.to_ref, viewer),
    )
    if after & Hidden.ALL or (before & Hidden.ALL and ply.to_ref is None):
        return replace(ply, name=UNSEEN, from_ref=None, to_ref=None)
    if before & Hidden.ALL:
        shown = AT in ply.name and not after  # what was in a hand, and lies open now
        name = ply.name if shown else f"?-{_site_name(timeline.at(number), ply.to_ref)}"
        return replace(ply, name=name, from_ref=None)
    return replace(ply, name=ply.name.rpartition(AT)[2].partition("=")[0]) if before | after else ply


def _site_name(state: State, ref: str | None) -> str:
    kind, _, site = (ref or "").partition(":")
    return site_name(state.playing.game, int(site), SITE_TYPES[kind.upper()])


def _flags(state: State, ref: str | None, viewer: int) -> int:
    """What is hidden from a player on a site."""
    state = state.playing
    if ref is None:
        return 0
    kind, _, site = ref.partition(":")
    slot = state.game.slots.index((kind.upper(), int(site)))
    return int(flags_of(state, viewer)[slot])
