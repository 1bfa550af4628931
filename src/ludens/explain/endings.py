"""Why a game is over, in words: which of its end rules holds in the last position, evaluated there at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, Final

from ludens.explain.end_rules import UNANSWERED, Decided, EndRule, LastPosition, condition_of, decided
from ludens.explain.evidence import evidence_for, parts
from ludens.explain.players import player_name
from ludens.game.match import MatchState
from ludens.ludemes.booleans.comparisons import Compare, Equal
from ludens.ludemes.booleans.connection import IsBlocked, IsConnected
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.booleans.logic import And, AndAll, Not, Or, OrAny
from ludens.ludemes.booleans.loop import IsLoop
from ludens.ludemes.booleans.nothing import NoMoves, NoPieces
from ludens.ludemes.booleans.pattern import IsPattern
from ludens.ludemes.booleans.quantifiers import AllPassed
from ludens.ludemes.booleans.repetition import IsRepeat
from ludens.ludemes.booleans.satisfy import IsSolved
from ludens.ludemes.booleans.sites import IsFull, IsIn
from ludens.ludemes.booleans.threat import IsThreatened
from ludens.ludemes.ends import ByScore, EndIf, Result
from ludens.ludemes.integers.counts import CountMoves, CountPieces, CountRepeats, CountTurns
from ludens.ludemes.integers.groups import CountGroups
from ludens.ludemes.integers.last import Last
from ludens.ludemes.integers.players import Counter, Score
from ludens.ludemes.integers.sites_values import CountOn, SizeStack
from ludens.ludemes.nouns import spaced
from ludens.rules.categories import BooleanLudeme, IntConstant, ResultLudeme
from ludens.rules.enums import LastType, ResultType, RoleType
from ludens.rules.roles import role_index
from ludens.rules.turns.ends import MAX_MOVES, MAX_TURNS
from ludens.stage.direct import plain_value
from ludens.words import language, say, term, untranslated

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import State

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: what is said of a position that came so often
_REPEATED: Final = {
    3: "the position came for the third time",
    4: "the position came for the fourth time",
    5: "the position came for the fifth time",
}
#: roles that are no player's
_NOBODYS: Final = (RoleType.Neutral, RoleType.Shared, RoleType.All, RoleType.Each)
#: what stands before a clause that is a define
_NAMED: Final = re.compile(r'\(define\s+"([^"]+)"\s*$')


@dataclass(frozen=True)
class Ending:
    """Why a game is over: `text` in words, without a capital or a full stop, and the `sites` that show it."""

    text: str
    sites: tuple[int, ...] = ()


def ending(state: State) -> Ending | None:
    """Why a game is over; None while it goes on, and where no rule is known to have ended it.

    Of a match it is the game being played; once the match is over, who has won it is said first.
    """
    playing = state.playing
    last = _of_block(playing.game, playing.tobytes(), language()) if playing.is_over else None
    if last is None or not isinstance(state, MatchState) or not state.is_over:
        return last
    won = say("{0} wins the match", say("player {0}", state.winner)) if state.winner > 0 else say("the match is drawn")
    return replace(last, text=_with_points(won, state.match_scores))


def _with_points(text: str, scores: Sequence[int]) -> str:
    points = reduce(lambda before, score: say("{0} to {1}|points", before, score), map(str, scores))
    return say("{0}, {1}|an end, and the points", text, points)


@lru_cache(maxsize=256)
def _of_block(game: Game, block: bytes, _: str) -> Ending | None:
    """Why a game is over, in the language that is spoken."""
    state = game.from_bytes(block)
    decision = decided(state)
    if decision is not None:
        return _Wording(**{one.name: getattr(decision.position, one.name) for one in fields(decision.position)}).ending(
            decision
        )
    if state.winner:
        return Ending(_reached(game, state.winner))
    limit = _limit(state)
    return Ending(limit) if limit else None


def _limit(state: State) -> str:
    """What the reference allows no game to go beyond; nothing where it is not that which ended this one."""
    if int(state.field("turn")) >= MAX_TURNS * max(state.game.num_players, 1):
        return say("no game has more than {0} turns of each player", f"{MAX_TURNS:,}")
    if int(state.field("num_moves")) >= MAX_MOVES:
        return say("no game has more than {0} moves", f"{MAX_MOVES:,}")
    return ""


def _reached(game: Game, winner: int) -> str:
    return say("it is solved") if game.num_players == 1 else say("{0} reached the aim", player_name(game, winner))


class _Wording(LastPosition):
    """Words for what ended a game, from its last position."""

    def ending(self, decision: Decided) -> Ending:
        """The words for a rule that holds; where its condition has none, those for its result."""
        rule, result = decision.rule, decision.result
        condition = self.deciding(condition_of(rule))
        if isinstance(condition, NoMoves) and isinstance(rule, EndIf):
            return self._counted_up(self._stuck(condition, rule), result)
        if isinstance(condition, IsLine):
            sites = self.row(condition)
            length = self.value(condition.length) or len(sites)
            return self._counted_up(Ending(say("{0} in a row", _number(length)), sites), result)
        words = self._words(condition)
        if words is not None:
            return self._counted_up(Ending(words, self._sites(condition)), result)
        text = self._named(rule) or self._outcome(result)
        return self._counted_up(Ending(text, self._evidence_of(condition_of(rule))), result)

    def _named(self, rule: EndRule) -> str:
        """What the description calls the condition: the name of the define that it is, or a part of it that holds."""
        todo = [condition_of(rule)]
        while todo:
            condition = todo.pop(0)
            if not self.holds(condition):
                continue
            span = condition.node.span
            define = _NAMED.search(span.source.text, 0, span.start)
            if define is not None and " " in (name := spaced(define[1])):
                return untranslated(name)
            todo += parts(condition)
        return ""

    def _outcome(self, result: ResultLudeme | None) -> str:
        won = player_name(self.game, self.winner)
        if isinstance(result, ByScore):
            return say("the points are counted")
        if isinstance(result, Result) and result.outcome == ResultType.Draw:
            return say("the rules call it a draw")
        if won:
            return _reached(self.game, self.winner)
        return say("the aim is out of reach") if self.game.num_players == 1 else say("the rules end it here")

    def _counted_up(self, ending: Ending, result: ResultLudeme | None) -> Ending:
        """With the points, where they decide: some descriptions give the winner one, and nobody else any."""
        if not isinstance(result, ByScore) or max(self.state.scores) < 2:
            return ending
        return replace(ending, text=_with_points(ending.text, self.state.scores))

    def _sites(self, condition: BooleanLudeme) -> tuple[int, ...]:
        """What shows that a condition holds."""
        if isinstance(condition, IsConnected | IsLoop):
            return self._group()
        last = int(self.state.field("last_to"))
        shows = isinstance(condition, IsIn) and _is_last_to(condition.sites)
        if isinstance(condition, Compare | Equal):
            shows = any(
                isinstance(side, SizeStack) or _is_last_to(side) for side in (condition.first, condition.second)
            )
        return (last,) if shows and last >= 0 else ()

    def _evidence_of(self, condition: BooleanLudeme) -> tuple[int, ...]:
        """The pieces that a condition without words asked about."""
        try:
            return evidence_for(self.c, condition)
        except UNANSWERED:
            return ()

    def deciding(self, condition: BooleanLudeme) -> BooleanLudeme:
        """The part of a condition that tells most: a line, or of several alternatives the first that holds."""
        match condition:
            case Or() | OrAny() | And() | AndAll():
                holding = [part for part in parts(condition) if self.holds(part)]
                worded = [part for part in map(self.deciding, holding) if _is_told(part)]
                lines = [part for part in worded if isinstance(part, IsLine)]
                return next(iter([*lines, *worded]), condition)
            case Not(condition=Not(condition=inner)):
                return self.deciding(inner)
        return condition

    def _stuck(self, condition: NoMoves, rule: EndIf) -> Ending:
        player = self.player(condition.role)
        cases = rule.subcases
        threat = next((case.condition for case in cases if isinstance(case.condition, IsThreatened)), None)
        if self.winner and threat is not None:
            return Ending(say("{0} is checkmated", player), self._threatened(threat))
        drawn = isinstance(rule.result, Result) and rule.result.outcome == ResultType.Draw
        return Ending(say("{0} has no move: stalemate", player) if drawn and cases else say("{0} has no move", player))

    def _threatened(self, condition: IsThreatened) -> tuple[int, ...]:
        """Where the piece stands that a condition asks about by its kind."""
        if not condition.asks_where or condition.what is None:
            return ()
        what = self.value(condition.what)
        return tuple(row[1] for row in self.state.sites() if row[3] == what)[:1]

    def _words(self, condition: BooleanLudeme) -> str | None:
        """What a condition that holds says; None for one without words."""
        won = player_name(self.game, self.winner)
        match condition:
            case AllPassed():
                return say("both players passed") if self.game.num_players == 2 else say("all players passed")
            case IsFull():
                return say("the board is full")
            case IsConnected():
                return say("{0} connected the sides", won) if won else say("the sides are connected")
            case IsLoop():
                return say("{0} closed a ring", won) if won else say("a ring is closed")
            case IsSolved():
                return say("it is solved")
            case IsRepeat():
                return say("the position came again")
            case IsBlocked():
                return say("the sides can no longer be connected")
            case IsPattern():
                return say("{0} completed a pattern", won) if won else say("a pattern is complete")
            case NoPieces() if condition.role in _NOBODYS:
                return say("no pieces are left")
            case NoPieces():
                return self._without_pieces(condition)
            case IsIn():
                return say("{0} reached the goal", won) if won else None
            case Compare() | Equal():
                return self._compared(condition, won)
        return None

    def _without_pieces(self, condition: NoPieces) -> str:
        who = "" if condition.role is None else self.player(condition.role)
        name = term(condition.name.lower()) if condition.name else ""
        if condition.in_ is not None:
            what = name or say("pieces")
            return say("{0} has no {1} left there", who, what) if who else say("there are no {0} left there", what)
        if not name:
            return say("{0} has no pieces left", who) if who else say("there are no pieces left")
        return say("{0} has no {1} left", who, name) if who else say("there are no {0} left", name)

    def _compared(self, condition: Compare | Equal, won: str) -> str | None:
        sides = (condition.first, condition.second)
        for side, other in (sides, sides[::-1]):
            if isinstance(side, Counter):
                return say("too many moves without progress")
            if isinstance(side, CountRepeats):
                times = self.value(side) or 0
                return say(_REPEATED[times]) if times in _REPEATED else say("the position came {0} times", times)
            if isinstance(side, CountMoves):
                return say("the game has become too long")
            if isinstance(side, CountTurns):
                return say("all turns are played")
            if _is_last_to(side) and won:
                return say("{0} reached the goal", won)
            if isinstance(side, SizeStack):
                return say("a stack of {0}", _number(self.value(side) or 0))
            if isinstance(side, CountGroups) and won:
                return say("the pieces of {0} hang together", won)
            if isinstance(side, CountOn) and self.value(side) == 0 and side.in_ is not None:
                return say("a side is empty")
            if isinstance(side, CountOn) and won:
                return say("{0} has gathered {1}", won, self.value(side))
            if isinstance(side, CountPieces) and isinstance(other, IntConstant):
                return self._counted(side)
            if isinstance(side, Score) and won and not isinstance(other, Score):
                return say("{0} has {1} points", won, self.state.scores[self.winner - 1])
        return None

    def _counted(self, count: CountPieces) -> str | None:
        """How many pieces are left, of a player where one is meant."""
        number = self.value(count)
        if number is None or count.in_ is not None or count.if_ is not None or count.of is not None or count.name:
            return None
        if count.role is None or count.role in (RoleType.All, RoleType.Each, RoleType.Shared):
            texts = ("no pieces are left", "one piece is left", "{0} pieces are left")
            return say(texts[min(number, 2)], _number(number))
        texts = ("{0} has no pieces left", "{0} has one piece left", "{0} has {1} pieces left")
        return say(texts[min(number, 2)], self.player(count.role), _number(number))

    # --- players

    def player(self, role: Any) -> str:
        """The player of a role, as a name."""
        try:
            return player_name(self.game, plain_value(role_index(self.c, role))) or say("nobody")
        except UNANSWERED:
            return say("a player")

    # --- sites

    def _group(self) -> tuple[int, ...]:
        """The pieces of one player that hang together with the last move."""
        model, last = self.game.model, int(self.state.field("last_to"))
        owners = self.owners()
        if last not in owners:
            return ()
        group, todo = {last}, [last]
        while todo:
            for near in self.game.topology.neighbours(model.default_site, todo.pop(), "Adjacent"):
                if near not in group and owners.get(near) == owners[last]:
                    group.add(near)
                    todo.append(near)
        return tuple(sorted(group))


_WORDED: Final = (
    NoMoves, IsLine, AllPassed, IsFull, IsConnected, IsLoop, IsSolved, NoPieces, IsIn, IsRepeat, IsBlocked, IsPattern,
    Compare, Equal,
)  # fmt: skip


def _is_told(condition: BooleanLudeme) -> bool:
    return isinstance(condition, _WORDED)


def _is_last_to(number: object) -> bool:
    return isinstance(number, Last) and number.what is LastType.To


def _number(n: int) -> str:
    return term(_NUMBERS[n]) if 0 <= n < len(_NUMBERS) else str(n)
