"""Players, turns, scores, variables (manual: integers 6)."""

from __future__ import annotations

from ludens import board
from ludens.rules.base import NOTHING, Need
from ludens.rules.categories import IntLudeme, RangeLudeme
from ludens.rules.enums import PrevType, RoleType
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state import pending_values, random
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell
from ludens.rules.state.fields.memory import ALL_PENDING
from ludens.rules.state.fields.players import BETTING
from ludens.rules.state.names import VARIABLES
from ludens.rules.state.sites import in_range
from ludens.rules.state.view import StateView
from ludens.rules.turns.ends import MAX_MOVES, MAX_TURNS
from ludens.stage import IntLike

TURN = frozenset({"turn"})


class Mover(IntLudeme):
    """The player who moves."""

    spellings = ("mover",)
    says = "you"
    reads = TURN

    def emit(self, c: Context) -> IntLike:
        return c.mover


class Next(IntLudeme):
    """The player who moves next."""

    spellings = ("next",)
    says = "{.Next}"
    reads = TURN

    def emit(self, c: Context) -> IntLike:
        return c.next


class Prev(IntLudeme):
    """The player of the previous move; or of the latest move that was somebody else's than the mover's."""

    spellings = ("prev",)
    says = "[{which~MoverLastTurn}the player of the turn before|{.Prev}]"
    reads = frozenset({"turn", "last"})
    which: PrevType = PrevType.Mover

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.TURN_START}) if self.which is PrevType.MoverLastTurn else frozenset()

    def emit(self, c: Context) -> IntLike:
        if self.which is PrevType.Mover:
            return c.prev
        p, s = c.state, c.s
        earlier = s.select(p.last_mover.get() == c.mover, p.before_turn.get() - 1, p.last_mover.get())
        return s.select((p.num_moves.get() + p.num_placements.get()) > 0, earlier, -1)


class Counter(IntLudeme):
    """The counter, which goes up by one with each move."""

    spellings = ("counter",)
    says = "the counter"
    reads = TURN

    def emit(self, c: Context) -> IntLike:
        return c.state.counter.get()


def of_player(c: Context, field: Cell[IntLike], player: IntLike, low: int, missing: int) -> IntLike:
    """A player's element of a field, from player `low` to the last; `missing` for other numbers."""
    if not field.present:
        return missing
    inside = (player >= low) & (player <= c.model.num_players)
    return c.s.choose(inside, lambda: field.get(player), lambda: missing)


class Score(IntLudeme):
    """A player's score."""

    spellings = ("score",)
    says = "{who:of} score"
    fields = (StateView.scores,)
    reads = frozenset({"score", "turn"})
    who: PlayerArgument | RoleType

    def emit(self, c: Context) -> IntLike:
        return of_player(c, c.state.scores, index_of(c, self.who), 0, 0)


class MatchScore(IntLudeme):
    """A player's score in the match around this game, once it has started; -1 where there is none."""

    spellings = ("matchScore",)
    says = "{who:of} score in the match"
    fields = (StateView.match_scores,)
    reads = frozenset({"turn"})
    who: RoleType

    def emit(self, c: Context) -> IntLike:
        return of_player(c, c.state.match_scores, index_of(c, self.who), 0, -1)


class Amount(IntLudeme):
    """What a player has to bet."""

    spellings = ("amount",)
    says = "{who:of} amount"
    fields = BETTING
    reads = frozenset({"amounts", "turn"})
    who: RoleType | PlayerArgument

    def emit(self, c: Context) -> IntLike:
        return of_player(c, c.state.amounts, index_of(c, self.who), 1, -1)


class Pot(IntLudeme):
    """What lies in the pot."""

    spellings = ("pot",)
    says = "the pot"
    fields = BETTING
    reads = frozenset({"pot"})

    def emit(self, c: Context) -> IntLike:
        return c.state.pot.get() if c.state.pot.present else 0


class Var(IntLudeme):
    """A variable, -1 until it is set; without a name, the one unnamed value."""

    spellings = ("var",)
    says = "the variable[ {name}]"
    naming = VARIABLES
    reads = frozenset({"vars"})
    name: str | None = None

    def emit(self, c: Context) -> IntLike:
        value: IntLike = -1
        if self.name is None:
            value = c.state.temp.get()
        elif self.name in (numbers := c.model.numbered(VARIABLES)):
            value = c.state.variables.get(numbers[self.name])
        return value


class ValueOfPlayer(IntLudeme):
    """A player's value, -1 until it is set."""

    spellings = ("value Player",)
    says = "{who:of} value"
    reads = frozenset({"player_value", "turn"})
    who: IntLudeme | RoleType

    def emit(self, c: Context) -> IntLike:
        player = index_of(c, self.who)
        inside = in_range(player, c.model.num_players + 2)
        return c.s.choose(inside, lambda: c.state.player_value.get(player), lambda: -1)


class PendingValue(IntLudeme):
    """The pending value, 0 unless there is exactly one."""

    spellings = ("value Pending",)
    says = "what is noted"
    fields = ALL_PENDING
    reads = frozenset({"pending"})

    def emit(self, c: Context) -> IntLike:
        p, s = c.state, c.s
        if not p.pending.present:
            return 0
        values, count = pending_values.seen(c)
        same = s.var(0)
        s.for_range(0, count, lambda i: same.set(same.get() + s.to_int(values.get(i) == values.get(0))))
        one = (count > 0) & (same.get() == count)
        return s.select(one, values.get(0), 0)


class RandomValue(IntLudeme):
    """A random number of a range; -1 if the range is empty. Each evaluation draws anew."""

    spellings = ("value Random",)
    says = "a random number from {range}"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"rng"})
    writes = frozenset({"rng"})
    range: RangeLudeme

    def emit(self, c: Context) -> IntLike:
        low, high = self.range.emit(c)
        return c.s.choose(low > high, lambda: -1, lambda: low + random.next_int(c, high - low + 1))


class MoveLimit(IntLudeme):
    """The number of moves after which the game ends in a draw."""

    spellings = ("value MoveLimit",)
    says = "the limit of moves"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return MAX_MOVES


class TurnLimit(IntLudeme):
    """The number of turns of each player after which the game ends in a draw."""

    spellings = ("value TurnLimit",)
    says = "the limit of turns"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return MAX_TURNS
