"""`(addScore ..)` and `(set Score ..)` (manual: effects 6 and 7)."""

from __future__ import annotations

from typing import ClassVar

from ludens.ludemes.effects.effect_moves import PLAYERS, push
from ludens.rules.actions.base import Act
from ludens.rules.actions.players import set_score
from ludens.rules.base import Need
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import PlayerArgument, Who, each_player
from ludens.rules.state.context import Context
from ludens.rules.state.view import StateView
from ludens.stage import IntLike


class _PlayerScore(MovesLudeme):
    """A change of the score of a player, or of each player of a role."""

    needs = frozenset({Need.HASH_SCORES})
    fields = (StateView.scores,)
    reads = PLAYERS
    writes = frozenset({"score"})
    adds: ClassVar[bool]
    who: PlayerArgument | RoleType
    score: IntLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        push_scores(c, sink, self.who, self.score, self.then, add=self.adds)

    def parts(self) -> list[MovesLudeme]:
        return []


class AddScore(_PlayerScore):
    """Adds to the score of a player, or of each player of a role."""

    spellings = ("addScore",)
    says = "add {score} to {who:of} score"
    adds = True


class AddScores(MovesLudeme):
    """Adds to the scores of several players, or roles: the first value to the first, and so on."""

    spellings = ("addScore",)
    says = "add {scores:and} to the scores of {players:and}"
    needs = frozenset({Need.HASH_SCORES})
    fields = (StateView.scores,)
    writes = frozenset({"score"})
    players: tuple[IntLudeme, ...] | tuple[RoleType, ...]
    scores: tuple[IntLudeme, ...]
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        players: tuple[Who, ...] = self.players
        for who, score in zip(players, self.scores, strict=False):
            push_scores(c, sink, who, score, self.then, add=True)


class SetScore(_PlayerScore):
    """Sets the score of a player, or of each player of a role."""

    spellings = ("set Score",)
    says = "set {who:of} score to {score}"
    adds = False


def push_scores(c: Context, sink: Sink, who: Who, score: IntLudeme, then: Then | None, *, add: bool) -> None:
    """One move for each player of a role, one for an index."""
    value = score.emit(c)

    def build(c: Context) -> list[Act]:
        return [set_score(c.get("score.player"), c.get("score.value"), add=add)]

    def one(player: IntLike) -> None:
        push(c, sink, build, {"score.player": player, "score.value": value}, then)

    each_player(c, who, one)
