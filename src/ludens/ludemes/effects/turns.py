"""`(moveAgain ..)`, `(trigger ..)`, `(note ..)` (manual: effects 7)."""

from __future__ import annotations

from ludens.ludemes.effects.effect_moves import PLAYERS, TURN, push
from ludens.rules.actions.base import Act, Logged, WhenAct
from ludens.rules.actions.players import trigger
from ludens.rules.actions.turn import set_next_player
from ludens.rules.base import NOTHING, Ludeme, named
from ludens.rules.categories import (
    BooleanLudeme,
    DirectionLudeme,
    FloatLudeme,
    GraphLudeme,
    IntLudeme,
    IntsLudeme,
    MovesLudeme,
    RangeLudeme,
    SitesLudeme,
)
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.rules.state.trace import BEHIND, BOOLEAN, PLAIN
from ludens.rules.state.view import StateView
from ludens.stage import IntLike


class MoveAgain(MovesLudeme):
    """The mover moves again."""

    spellings = ("moveAgain",)
    says = "move again"
    reads = TURN
    writes = TURN
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        push(c, sink, lambda c: [set_next_player(c.mover)], {}, self.then)

    def parts(self) -> list[MovesLudeme]:
        return []


class Trigger(MovesLudeme):
    """Notes that an event has happened for a player."""

    spellings = ("trigger",)
    says = "trigger {event} for {who}"
    fields = (StateView.triggered,)
    reads = PLAYERS
    writes = frozenset({"triggered"})
    event: str
    who: IntLudeme | RoleType
    then: Then | None = None  # dropped (manual: effects 1.6)

    def emit(self, c: Context, sink: Sink) -> None:
        player = index_of(c, self.who)
        push(c, sink, lambda c: [trigger(self.event, c.get("trigger.player"))], {"trigger.player": player})

    def parts(self) -> list[MovesLudeme]:
        return []


class Note(MovesLudeme):
    """Leaves a message for a player; by default for all."""

    spellings = ("note",)
    says = "tell {to}[ of {player}]: {message}"
    reads = PLAYERS
    writes = NOTHING
    player: IntLudeme | RoleType | None = named(None)
    message: (
        str | IntLudeme | IntsLudeme | FloatLudeme | BooleanLudeme | SitesLudeme | RangeLudeme
        | DirectionLudeme | AbsoluteDirection | RelativeDirection | GraphLudeme
    )  # fmt: skip
    to: PlayerArgument | RoleType | None = named(None)

    def emit(self, c: Context, sink: Sink) -> None:
        n = c.model.num_players

        def one(receiver: IntLike) -> None:
            push(c, sink, self._build, {"note.to": receiver})

        if self.to is None or self.to is RoleType.All:
            c.s.for_range(1, n + 1, one)
            return
        receiver = index_of(c, self.to)
        c.s.if_((receiver >= 1) & (receiver <= n), lambda: one(receiver))

    def _build(self, c: Context) -> list[Act]:
        how, text = self._text(c)
        to = ("to", PLAIN, c.get("note.to"))
        if self.player is None:
            return [Logged("Note", (("message", how, text), to))]
        index, players = index_of(c, self.player), range(1, c.model.num_players + 1)
        shown = [(f"{BEHIND}{how}:P{p} ", text) for p in players]
        return [WhenAct(index == p, Logged("Note", (("message", *shown[p - 1]), to))) for p in players]

    def _text(self, c: Context) -> tuple[str, object]:
        """How the message prints, and its value: a number, a condition, or what is known while compiling."""
        if isinstance(self.message, BooleanLudeme):
            return BOOLEAN, self.message.emit(c)
        if isinstance(self.message, IntLudeme):
            return PLAIN, self.message.emit(c)
        return PLAIN, self.message if isinstance(self.message, str) else _name(self.message)

    def parts(self) -> list[MovesLudeme]:
        return []


def _name(message: object) -> str:
    return message.spelling if isinstance(message, Ludeme) else str(getattr(message, "value", message))
