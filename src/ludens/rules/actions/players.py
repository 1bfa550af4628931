"""Actions on what is kept for a player: score, value, amount, team, trigger, bet (manual: effects 2.6)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.actions.base import Logged, Primitive
from ludens.rules.state.context import Context
from ludens.rules.state.trace import FLAG, PLAIN
from ludens.stage import IntLike


def set_score(player: IntLike, score: IntLike, *, add: bool = False) -> Primitive:
    """`[SetScore:player,score,[add=true]]`."""

    def effect(c: Context, player: IntLike, score: IntLike) -> None:
        if c.state.scores.present:
            change = c.state.scores.add if add else c.state.scores.set
            _if_player(c, player, lambda: change(score, player))

    return Logged(
        "SetScore", (("player", PLAIN, player), ("score", PLAIN, score), ("add", FLAG, add)), effect, (player, score)
    )


def set_value_of_player(player: IntLike, value: IntLike) -> Primitive:
    """`[SetValueOfPlayer:player,value]`."""

    def effect(c: Context, player: IntLike, value: IntLike) -> None:
        if c.state.player_value.present:
            _if_player(c, player, lambda: c.state.player_value.set(value, player))

    return Logged("SetValueOfPlayer", (("player", PLAIN, player), ("value", PLAIN, value)), effect, (player, value))


def set_amount(player: IntLike, amount: IntLike) -> Primitive:
    """`[SetAmount:player,amount]`."""

    def effect(c: Context, player: IntLike, amount: IntLike) -> None:
        if c.state.amounts.present:
            _if_player(c, player, lambda: c.state.amounts.set(amount, player))

    return Logged("SetAmount", (("player", PLAIN, player), ("amount", PLAIN, amount)), effect, (player, amount))


def add_to_team(team: IntLike, player: IntLike) -> Primitive:
    """`[AddPlayerToTeam:team,player]`."""

    def effect(c: Context, team: IntLike, player: IntLike) -> None:
        if c.state.team.present:
            _if_player(c, player, lambda: c.state.team.set(team, player))

    return Logged("AddPlayerToTeam", (("team", PLAIN, team), ("player", PLAIN, player)), effect, (team, player))


def trigger(event: str, player: IntLike) -> Primitive:
    """`[Trigger:event,player]`: which event is not kept (manual: effects 2.6)."""

    def effect(c: Context, player: IntLike) -> None:
        def mark() -> None:
            c.state.triggered.set(c.state.triggered.get() | (1 << player))

        if c.state.triggered.present:
            c.s.if_((player >= 0) & (player < 32), mark)

    return Logged("Trigger", (("event", PLAIN, event), ("player", PLAIN, player)), effect, (player,))


def _if_player(c: Context, player: IntLike, body: Callable[[], object]) -> None:
    c.s.if_((player >= 1) & (player <= c.model.num_players), body)


def bet(player: IntLike, amount: IntLike) -> Logged:
    """`[Bet:player,bet]`, always a decision; players outside 1 .. n have no amount."""

    def effect(c: Context, player: IntLike, amount: IntLike) -> None:
        real = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
        c.s.if_(real, lambda: c.state.amounts.set(amount, player))

    return Logged("Bet", (("player", PLAIN, player), ("bet", PLAIN, amount)), effect, (player, amount), decision=True)
