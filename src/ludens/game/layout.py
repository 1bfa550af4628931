"""The layout of a game's state, from what its description needs (spec 10, section 3)."""

from __future__ import annotations

from ludens.ludemes.base import Need
from ludens.ludemes.runtime import tracking
from ludens.ludemes.runtime.layout import Layout, narrowest
from ludens.ludemes.runtime.model import Model
from ludens.ludemes.runtime.names import REMEMBERED, VARIABLES

STACK_HEIGHT = 32
LARGE_STACK_HEIGHT = 128
HISTORY = 4096
TURN_HISTORY = 512
REMEMBERED_VALUES = 512


def layout_of(model: Model) -> Layout:
    """The fields of a state of that game."""
    layout = Layout()
    _flow(layout, model)
    _players(layout, model)
    _sites(layout, model)
    _memory(layout, model)
    _dice(layout, model)
    layout.close_core()
    _histories(layout, model)
    return layout


def _flow(layout: Layout, model: Model) -> None:
    """Turn order, counters, the last move."""
    layout.add("rng", "i64")
    layout.add("rng_legal", "i64")
    for name in ("mover", "next", "prev", "active", "counter", "temp", "turn", "turn_moves", "passes", "num_moves"):
        layout.add(name, "i32")
    for name in ("num_placements", "over", "winner", "acted", "num_winners", "num_losers", "losers", "losses_decided"):
        layout.add(name, "i32")
    for name in ("last_mover", "last_from", "last_to", "last_level_from", "last_level_to"):
        layout.add(name, "i32")
    needs = model.needs
    if Need.LAST_TYPES in needs:
        layout.add("last_type_from", "i32")
        layout.add("last_type_to", "i32")
    if Need.LAST_MOVE_ACTIONS in needs:
        layout.add("last_from_after", "i32")
        layout.add("last_to_after", "i32")
        layout.add("latest_from", "i32")
        layout.add("latest_to", "i32")
    for name in ("last_from_sites", "last_to_sites") if Need.LAST_SITES in needs else ():
        layout.add(name, "i64", -(-model.universe // 64))
    if Need.TURN_START in needs:
        layout.add("turn_from", "i32")
        layout.add("before_turn", "i32")
    if Need.LAST_BETWEEN in needs:
        layout.add("last_between", "i64", -(-model.universe // 64))
    if needs & {Need.STALEMATE, Need.STOCHASTIC}:
        layout.add("stalemated", "i32")
    recent = 3 * max(model.num_players, 1) + 4
    layout.add("recent_mover", "u8", recent)
    layout.add("recent_pass", "u8", recent)
    layout.add("recent_count", "i32")


def _players(layout: Layout, model: Model) -> None:
    """What is kept for each player, index 0 being nobody and n+1 everybody."""
    n, needs = model.num_players + 2, model.needs
    layout.add("ranking", "f64", n)
    layout.add("phase", "i32", n)
    layout.add("player_value", "i32", n)
    if Need.SCORE in needs:
        layout.add("scores", "i32", n)
    if Need.MATCH_SCORE in needs:
        layout.add("match_scores", "i32", n)
    if Need.PAYOFF in needs:
        layout.add("payoffs", "f64", n)
    if Need.BET in needs:
        layout.add("amounts", "i32", n)
        layout.add("pot", "i32")
    if Need.TEAM in needs:
        layout.add("team", "i32", n)
    if Need.TRIGGER in needs:
        layout.add("triggered", "i32")
    if Need.SWAP_RULE in needs:
        layout.add("player_order", "i32", n)
    if Need.VOTE in needs:
        for name in ("propositions", "votes"):
            layout.add(name, "i32", 64)
            layout.add(f"{name}_count", "i32")
        layout.add("decided", "i32")


def _sites(layout: Layout, model: Model) -> None:
    """What stands on the sites, and the owned lists."""
    slots = model.total_sites + sum(model.count(t) for t in model.site_types[1:])
    shape = (slots, stack_height(model)) if model.stacking else (slots,)
    components, players = len(model.components), model.num_players + 1
    layout.add("what", narrowest(max(components, 2)), *shape)
    if not model.merged_owner:
        layout.add("who", narrowest(players), *shape)
    if model.stacking:
        layout.add("size", "u8", slots)
    if model.counts:
        layout.add("count", "i32" if model.max_count > 30_000 else "i16", *shape)
    if Need.STATE in model.needs or Need.LARGE_PIECE in model.needs or len(model.containers) > 1:
        layout.add("state", "i16", *shape)
    if Need.ROTATION in model.needs:
        layout.add("rotation", "u8", *shape)
    if Need.VALUE in model.needs or Need.DOMINOES in model.needs:
        layout.add("value", "i32", *shape)
    if Need.HIDDEN in model.needs:
        layout.add("hidden", "u8", slots * players)
    if model.boardless:
        layout.add("playable", "u8", slots)
    layout.add("empty", "i64", -(-slots // 64))
    if Need.DEDUCTION in model.needs:
        layout.add("domain", "i64", slots)
    layout.add("owned_count", "i16", components)
    layout.add("owned_slot", narrowest(slots), components, owned_capacity(model, slots))
    if model.stacking:
        layout.add("owned_level", "u8", components, owned_capacity(model, slots))
    if tracking.needed(model):
        layout.add("on_track", "i16", components, tracking.total_places(model))
    if Need.START_SITES in model.needs:
        layout.add("start_what", narrowest(components), slots)


def stack_height(model: Model) -> int:
    if Need.CARD in model.needs:
        return max(LARGE_STACK_HEIGHT, len(model.components))
    return LARGE_STACK_HEIGHT if model.large_stacks else STACK_HEIGHT


def owned_capacity(model: Model, slots: int) -> int:
    """Duplicate entries occur in games that move piles; stacks hold several pieces a site."""
    if model.stacking:
        return max(128, min(slots * 4, 4096))
    if model.counts and model.moves_piles:
        return max(slots * 2, 2048)
    return slots * 2 if model.counts else slots


def _memory(layout: Layout, model: Model) -> None:
    """Variables, remembered values, pending values, what is to be cleared."""
    needs = model.needs
    layout.add("vars", "i32", max(len(model.numbered(VARIABLES)), 1))
    if Need.REMEMBER in needs:
        lists = max(len(model.numbered(REMEMBERED)), 1)
        layout.add("remembered", "i32", lists, REMEMBERED_VALUES)
        layout.add("remembered_count", "i32", lists)
    if Need.PENDING in needs:
        layout.add("pending", "i32", model.universe + 8)
        layout.add("pending_count", "i32")
        layout.add("pending_before", "i32", model.universe + 8)
        layout.add("pending_before_count", "i32")
    if Need.SEQUENCE_CAPTURE in needs:
        layout.add("to_clear", "i32", model.universe)
        layout.add("to_clear_count", "i32")
        layout.add("next_was_set", "i32")
    if Need.VISITED in needs:
        layout.add("visited", "i64", -(-max(model.universe, model.count("Cell")) // 64) + 1)
    if Need.REMOVALS in needs:
        layout.add("removals", "i32")
        layout.add("removed_value", "i32")
    if Need.STORED_STATE in needs:
        layout.add("stored_hash", "i64")
    if Need.CARD in needs:
        layout.add("trump", "i32")


def _dice(layout: Layout, model: Model) -> None:
    dice = model.dice()
    if dice:
        layout.add("dice_value", "i32", sum(d.num_sites for d in dice))
        layout.add("dice_sum", "i32", len(dice))
        layout.add("dice_equal", "i32")
    if Need.DOMINOES in model.needs:
        layout.add("dominoes", "u8", len(model.components))
        layout.add("dominoes_count", "i32")


def _histories(layout: Layout, model: Model) -> None:
    """Not copied by look-aheads."""
    needs = model.needs
    if needs & {Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME, Need.CYCLE}:
        layout.add("hash_count", "i32")
        layout.add("hashes", "i64", HISTORY)
    if needs & {Need.REPEAT_POSITIONAL_TURN, Need.REPEAT_SITUATIONAL_TURN}:
        layout.add("turn_hash_count", "i32")
        layout.add("turn_hashes", "i64", TURN_HISTORY)
