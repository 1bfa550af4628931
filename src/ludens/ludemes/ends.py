"""End rules and results (manual: structure 6; runtime 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludens.ludemes.arguments import whether
from ludens.rules.base import Ludeme, named
from ludens.rules.categories import BooleanLudeme, EndRuleLudeme, FloatLudeme, IntLudeme, ResultLudeme
from ludens.rules.enums import ResultType, RoleType
from ludens.rules.roles import is_one_of, is_team, role_index
from ludens.rules.state.context import Context
from ludens.rules.state.view import StateView
from ludens.rules.turns import results
from ludens.stage import Bool, BoolLike, IntLike, Variable


class Result(ResultLudeme):
    """An outcome for a role."""

    spellings = ("result",)
    says = (
        "[{outcome~Win}{role} <wins>|{outcome~Loss}{role} <loses>|{outcome~Draw}the game is drawn|{outcome~Tie}"
        "the game is tied|the game ends without a result]"
    )
    role: RoleType
    outcome: ResultType

    def emit(self, c: Context, *, fallback: bool = False) -> None:
        who = role_index(c, self.role)
        c.s.if_(results.is_active_or_shared(c, who), lambda: self._apply(c, who))

    def _apply(self, c: Context, who: IntLike) -> None:
        n = c.model.num_players
        match self.outcome:
            case ResultType.Draw:
                if not is_team(self.role):
                    results.draw(c)
            case ResultType.Tie:
                results.end_without_ranks(c, n + 1)
            case ResultType.Abandon | ResultType.Crash:
                results.end_without_ranks(c, -1)
            case ResultType.Win:
                if is_team(self.role):
                    results.team_win(c, who)
                else:
                    c.s.if_(who == n + 1, lambda: results.win_all(c), lambda: results.win(c, who))
            case ResultType.Loss:
                if not is_team(self.role):
                    c.s.if_(who == n + 1, lambda: results.lose_all(c), lambda: results.lose(c, who))


class FinalScore(Ludeme):
    """A player's score, set before ranking."""

    spellings = ("score",)
    says = "{role:of} score is {score}"
    role: RoleType
    score: IntLudeme


class ByScore(ResultLudeme):
    """Ranks the players by score."""

    spellings = ("byScore",)
    says = "[{scores:and}, and ]the player with the [{misere~True}lowest|highest] score wins"
    fields = (StateView.scores,)
    scores: tuple[FinalScore, ...] | None = None
    misere: BooleanLudeme | None = named(None)

    def emit(self, c: Context, *, fallback: bool = False) -> None:
        if fallback:  # as the fallback of an `if` with sub-conditions it is never evaluated (manual: runtime 9.1)
            return
        for final in self.scores or ():
            value = final.score.emit(c)
            who = role_index(c, final.role)
            _for_player(c, who, partial(c.state.scores.set, value, who))
        order = whether(c, self.misere)

        def rank(ascending: bool) -> None:
            results.rank_by(c, lambda p: c.s.real(c.state.scores.get(p)), ascending=ascending)

        c.s.if_(order, lambda: rank(True), lambda: rank(False))


class Payoff(Ludeme):
    """A player's payoff."""

    spellings = ("payoff",)
    says = "{role:of} payoff is {payoff}"
    role: RoleType
    payoff: FloatLudeme


class Payoffs(ResultLudeme):
    """Ranks the players by payoff."""

    spellings = ("payoffs",)
    says = "{payoffs:and}"
    fields = (StateView.payoffs,)
    payoffs: tuple[Payoff, ...]

    def emit(self, c: Context, *, fallback: bool = False) -> None:
        if fallback:
            return
        for payoff in self.payoffs:
            who = role_index(c, payoff.role)
            value = payoff.payoff.emit(c)
            _for_player(c, who, partial(c.state.payoffs.set, value, who))
        if c.model.num_players == 1:
            results.deactivate_all(c)
            results.set_rank(c, 1, c.s.select(c.state.payoffs.get(1) > 0.0, 1.0, 0.0))
            results.finish(c, c.s.to_int(c.state.payoffs.get(1) > 0.0))
            return
        results.rank_by(c, lambda p: c.state.payoffs.get(p), ascending=False)


class EndIf(EndRuleLudeme):
    """A condition and what follows: a result, or further conditions of which the first that gives a result decides."""

    spellings = ("if",)
    says = "if {condition}[, {result}|: {cases:then}]"
    condition: BooleanLudeme
    cases: EndIf | tuple[EndIf, ...] | None = None
    result: ResultLudeme | None = None

    def emit(self, c: Context) -> None:
        self.decide(c)

    @property
    def subcases(self) -> tuple[EndIf, ...]:
        """The further conditions, in order."""
        return self.cases if isinstance(self.cases, tuple) else (self.cases,) if self.cases is not None else ()

    def decide(self, c: Context) -> BoolLike:
        """Evaluate the rule; whether it gave a result."""
        decided = c.s.var(False, Bool)

        def fire() -> None:
            if self.cases is None:
                if self.result is not None:
                    self.result.emit(c)
                    decided.set(True)
                return
            self._try(c, self.subcases, decided)

        c.s.if_(self.condition.emit(c), fire)
        return decided.get()

    def _try(self, c: Context, cases: Sequence[EndIf], decided: Variable[BoolLike]) -> None:
        if cases:
            gave = cases[0].decide(c)
            c.s.if_(gave, lambda: decided.set(True), lambda: self._try(c, cases[1:], decided))
        elif self.result is not None:
            self.result.emit(c, fallback=True)
            decided.set(True)


class EndForEach(EndRuleLudeme):
    """An end rule for each player of a role, or each track."""

    spellings = ("forEach",)
    says = (
        "for each [{role~NonMover}other "
        "player|{role~Enemy}enemy|{role~All}player|{role~Each}player|{role~Player}player|of {role}|player][ for "
        "whom {if_}], {result}"
    )
    role: RoleType | None = None
    if_: BooleanLudeme = named()
    result: ResultLudeme

    def emit(self, c: Context) -> None:
        def player(index: IntLike) -> None:
            inner = c.bind(player=index)
            test = c.s.all_of(*self._concerning(c, index), lambda: self.if_.emit(inner))
            c.s.if_(test, lambda: self.result.emit(inner))

        results.each_real(c, player)

    def concerns(self, c: Context, player: IntLike) -> BoolLike:
        """Whether the rule applies to a player."""
        return c.s.all_of(*self._concerning(c, player))

    def _concerning(self, c: Context, player: IntLike) -> tuple[Callable[[], BoolLike], Callable[[], BoolLike]]:
        concerned = is_one_of(c, self.role, player) if self.role is RoleType.NonMover else True
        return lambda: c.state.is_active(player), lambda: concerned


class EndForEachTrack(EndRuleLudeme):
    """An end rule for each track."""

    spellings = ("forEach Track",)
    says = "for each track[ for which {if_}], {result}"
    if_: BooleanLudeme = named()
    result: ResultLudeme

    def emit(self, c: Context) -> None:
        def track(index: IntLike) -> None:
            inner = c.bind(track=index)
            test = c.s.all_of(lambda: c.state.active.get() != 0, lambda: self.if_.emit(inner))
            c.s.if_(test, lambda: self.result.emit(inner))

        c.s.for_range(0, len(c.model.tracks), track)


def _for_player(c: Context, who: IntLike, body: Callable[[], object]) -> None:
    """Run the body where `who` is a player, or nobody."""
    c.s.if_(c.s.all_of(lambda: who >= 0, lambda: who <= c.model.num_players), body)
