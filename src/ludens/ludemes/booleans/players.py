"""Conditions on players and votes (manual: booleans 3.1)."""

from __future__ import annotations

from ludens.ludemes.searches import some
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import RoleType
from ludens.rules.roles import has_teams, index_of, team_of
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell
from ludens.rules.state.fields.players import VOTING
from ludens.rules.state.names import PROPOSITIONS
from ludens.rules.state.sites import within
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike

TURN = frozenset({"turn"})


class _PlayerTest(BooleanLudeme):
    """A condition on one player, given by a role or an index."""

    reads = TURN
    who: IntLudeme | RoleType

    def emit(self, c: Context) -> BoolLike:
        return self.holds(c, index_of(c, self.who))

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        raise NotImplementedError(type(self).__name__)


class IsMover(_PlayerTest):
    """Whether a player is the one to move."""

    spellings = ("is Mover",)
    says = (
        "[{who~Who}{who.at:site} <holds> a piece of yours|{who~RoleType}it <is> {who:of} turn|{who} <is> the "
        "player to move]"
    )

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        return player == c.mover


class IsNext(_PlayerTest):
    """Whether a player moves next."""

    spellings = ("is Next",)
    says = "[{who~Who}{who.at:site} <holds> a piece of the next player|{who} <is> the next player]"

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        return player == c.next


class IsPrev(_PlayerTest):
    """Whether a player made the last move; `(is Prev Mover)` holds where the mover goes on with the turn."""

    spellings = ("is Prev",)
    says = (
        "[{who~Mover}you moved just before|{who} made the previous move]||[{who~Mover}this is the first move of "
        "your turn|{who} did not make the previous move]"
    )

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        return player == c.prev


class IsActive(_PlayerTest):
    """Whether a player is still in the game."""

    spellings = ("is Active",)
    says = "{who} <is> still in play"

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        return in_player_set(c, c.state.active, player)


class IsEnemy(_PlayerTest):
    """Whether a player index is neither 0 nor on the mover's side. It holds for shared pieces, and for -1."""

    spellings = ("is Enemy",)
    says = "[{who~Who}{who.at:site} <holds> an enemy piece|{who} <is> an enemy]"
    reads = TURN | {"team"}

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        return c.s.all_of(lambda: player != 0, lambda: c.s.not_(in_movers_team(c, player)))


class IsFriend(_PlayerTest):
    """Whether a player is the mover, or in the mover's team."""

    spellings = ("is Friend",)
    says = "[{who~Who}{who.at:site} <holds> a piece of your side|{who} <is> on your side]"
    reads = TURN | {"team"}

    def holds(self, c: Context, player: IntLike) -> BoolLike:
        if has_teams(c):
            return in_movers_team(c, player)
        return c.s.any_of(lambda: player == c.mover, lambda: c.mover == c.model.num_players + 1)


class IsTriggered(BooleanLudeme):
    """Whether a player has triggered an event and is still in the game; there is one flag for all events."""

    spellings = ("is Triggered",)
    says = "{event} <has been> triggered for {who}"
    reads = TURN | {"triggered"}
    fields = (StateView.triggered,)
    event: str
    who: IntLudeme | RoleType

    def emit(self, c: Context) -> BoolLike:
        player = index_of(c, self.who)
        return c.s.all_of(
            lambda: in_player_set(c, c.state.active, player), lambda: in_player_set(c, c.state.triggered, player)
        )


class IsProposed(BooleanLudeme):
    """Whether a proposition waits for votes."""

    spellings = ("is Proposed",)
    says = "{proposition} <is> proposed"
    naming = PROPOSITIONS
    reads = frozenset({"vote"})
    fields = VOTING
    proposition: str

    def emit(self, c: Context) -> BoolLike:
        p, number = c.state, vote_number(c, self.proposition)
        return some(
            c,
            lambda body: c.s.for_range(0, p.propositions_count.get(), body),
            lambda i: p.propositions.get(i) == number,
        )


class IsDecided(BooleanLudeme):
    """Whether the last vote that was completed was for a proposition."""

    spellings = ("is Decided",)
    says = "{proposition} <is> decided"
    naming = PROPOSITIONS
    reads = frozenset({"vote"})
    fields = VOTING
    proposition: str

    def emit(self, c: Context) -> BoolLike:
        return c.state.decided.get() == vote_number(c, self.proposition)


def vote_number(c: Context, text: str) -> int:
    """The number of a proposition in the state."""
    return c.model.number(PROPOSITIONS, text)


def in_player_set(c: Context, bits: Cell[IntLike], player: IntLike) -> BoolLike:
    """Whether a set of players, kept as bits, holds a player; only real players are members."""
    if not bits.present:
        return False
    inside = within(c, player, 1, c.model.num_players + 1)
    return c.s.all_of(lambda: inside, lambda: ((bits.get() >> player) & 1) != 0)


def in_movers_team(c: Context, player: IntLike) -> BoolLike:
    """Whether a player index is the mover's, or with teams that of a member of the mover's team."""
    if not has_teams(c):
        return player == c.mover
    real = within(c, player, 1, c.model.num_players + 1)
    return c.s.all_of(lambda: real, lambda: team_of(c, player) == team_of(c, c.mover))
