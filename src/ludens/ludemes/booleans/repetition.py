"""Repeated positions (manual: booleans 3.4)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.searches import every, outlined
from ludens.rules.base import Need
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import RepetitionType, RoleType
from ludens.rules.roles import index_of
from ludens.rules.state import hashing
from ludens.rules.state.context import Context
from ludens.rules.turns import repeats
from ludens.stage import BoolLike, IntLike

_NEEDS = {
    RepetitionType.Positional: Need.REPEAT_POSITIONAL_GAME,
    RepetitionType.Situational: Need.REPEAT_SITUATIONAL_GAME,
    RepetitionType.PositionalInTurn: Need.REPEAT_POSITIONAL_TURN,
    RepetitionType.SituationalInTurn: Need.REPEAT_SITUATIONAL_TURN,
}


class IsRepeat(BooleanLudeme):
    """Whether the position occurred before, in the game or in the turn; Situational compares the turn as well."""

    spellings = ("is Repeat",)
    says = (
        "the position <has been> there before[{kind~Situational} with the same player to "
        "move|{kind~PositionalInTurn} in this turn|{kind~SituationalInTurn} in this turn|{kind?}]"
    )
    kind: RepetitionType = RepetitionType.Positional

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({_NEEDS[self.kind]})

    def emit(self, c: Context) -> BoolLike:
        return (
            hashing.is_stored(c, self.kind.value) if c.state.has(hashing.history_of(self.kind.value).items) else False
        )


class IsCycle(BooleanLudeme):
    """Whether the positions of the game repeat for the third time."""

    spellings = ("is Cycle",)
    says = "the play <goes> round in a circle"
    needs = frozenset({Need.CYCLE})

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "cycle", _is_cycle, "cycle")


def _is_cycle(c: Context) -> BoolLike:
    """The last m entries of the history equal the m before them, and the m before those; m is the players squared."""
    p, s, m = c.state, c.s, c.model.num_players**2
    count = p.hash_count.get()

    def repeated(i: IntLike) -> BoolLike:
        last = p.hashes.get(count - 1 - i)
        return s.all_of(
            lambda: last == p.hashes.get(count - 1 - m - i), lambda: last == p.hashes.get(count - 1 - 2 * m - i)
        )

    return s.all_of(lambda: count >= 3 * m, lambda: every(c, lambda body: s.for_range(0, m, body), repeated))


class IsPerpetual(BooleanLudeme):
    """Whether the position has come again, and a condition held after each turn of a player since it was first there.

    The condition is tested at the end of each turn, where `Mover` is the player whose turn ends. The player whose turns
    count is named by who is who where the ludeme is read.
    """

    spellings = ("is Perpetual",)
    says = "the position <has been> there before, and since then after each turn of {who:player} {condition}"
    extends = True
    needs = frozenset({Need.REPEATS})
    who: IntLudeme | RoleType
    condition: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        if not c.state.lapsed.present:
            return False
        names = [one.identity for one in repeats.LASTING.of(c.model)]
        return repeats.has_lasted(c, names.index(self.condition.identity), index_of(c, self.who))
