"""Regions from moves (manual: regions 4.20, 6.1 to 6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ludens.ludemes.base import Need
from ludens.ludemes.categories import MovesLudeme, NonDecision
from ludens.ludemes.enums import RoleType, SiteType
from ludens.ludemes.generation import candidates
from ludens.ludemes.generation.candidates import Candidate, Sink
from ludens.ludemes.generation.execution import execute
from ludens.ludemes.generation.sinks import SitesSink
from ludens.ludemes.play.turn import begin_move, finish_move
from ludens.ludemes.regions.static import Sites, empty
from ludens.ludemes.roles import PlayerArgument, index_of
from ludens.ludemes.runtime import players, scratch
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.fields.course import LAST_SITES
from ludens.ludemes.runtime.regions import BitRegion, Region
from ludens.ludemes.runtime.state import BlankState, StateView
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable


@dataclass
class _FindSink(Sink):
    """Leaves the scope at the first move with a site."""

    site: IntLike
    of_origin: bool
    found: Variable[BoolLike]
    out: Scope

    def push(self, move: Candidate) -> None:
        def hit() -> None:
            self.found.set(True)
            move.c.s.leave(self.out)

        move.c.s.if_((move.from_ if self.of_origin else move.to) == self.site, hit)


class MoveSites(Sites):
    """The origins or destinations of moves."""

    spellings = ("sites From", "sites To")
    says = "the {.sites} where one can [{~From}start|arrive] if one may {moves}"
    searches = True
    moves: MovesLudeme

    @property
    def _of_origin(self) -> bool:
        return self.spelling == "sites From"

    def build(self, c: Context) -> Region:
        sink = SitesSink(c, lambda move: move.from_ if self._of_origin else move.to)
        self.moves.emit(c, sink)
        return sink.region

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        found = c.s.var(False, Bool)
        c.s.scope(lambda out: self.moves.emit(c, _FindSink(site, self._of_origin, found, out)))
        return (site >= 0) & found.get()


@dataclass
class _BetweenSink(Sink):
    """Collects the sites that moves pass over."""

    region: BitRegion

    def push(self, move: Candidate) -> None:
        if move.between is not None:
            move.between(move.c).each(self.region.add)


class MoveBetweenSites(Sites):
    """The sites that moves pass over."""

    spellings = ("sites Between",)
    says = "the {.sites} passed over if one may {moves}"
    searches = True
    moves: MovesLudeme

    def build(self, c: Context) -> Region:
        region = BitRegion.empty(c)
        self.moves.emit(c, _BetweenSink(region))
        return region


class LastBetween(Sites):
    """The sites that the last move passed over."""

    spellings = ("last Between",)
    says = "the {.sites} last passed over"
    fields = (StateView.last_between,)
    reads = frozenset({"last"})

    def build(self, c: Context) -> Region:
        p = c.state
        if not p.last_between.present or isinstance(p, BlankState):
            return empty(c)
        result = BitRegion(c)
        c.s.for_range(0, result.words, lambda i: result.set_word(i, p.last_between.get(i)))
        return result


class LastSites(Sites):
    """The destinations (or origins) of the actions of the last move."""

    spellings = ("sites LastTo", "sites LastFrom")
    says = "the {.sites} last [{~LastTo}reached|left]"
    needs = frozenset({Need.LAST_MOVE_ACTIONS})
    fields = LAST_SITES
    reads = frozenset({"last"})

    def build(self, c: Context) -> Region:
        p, result = c.state, BitRegion.empty(c)
        if isinstance(p, BlankState):
            return empty(c)
        of_targets = self.spelling == "sites LastTo"
        last, noted, after = (
            (p.last_to, p.last_to_sites, p.last_to_after)
            if of_targets
            else (p.last_from, p.last_from_sites, p.last_from_after)
        )

        def add(site: IntLike, below: int) -> None:
            c.s.if_((site >= 0) & (site < below), lambda: result.add(site))

        add(last.get(), 64 * result.words)
        if noted.present:
            c.s.for_range(0, result.words, lambda i: result.set_word(i, result.word(i) | noted.get(i)))
        else:
            add(after.get(), c.model.board_sites)
        return result


@dataclass
class _WinSink(Sink):
    """Collects the destinations of moves that win for a player."""

    player: IntLike
    region: BitRegion

    def push(self, move: Candidate) -> None:
        fresh = move.c.s.all_of(lambda: move.to >= 0, lambda: move.c.s.not_(self.region.contains(move.to)))
        bound = Candidate(**{**vars(move), "c": move.c.bind(**{"winning.player": self.player})})
        wins = lambda: candidates.outline_move(bound, "wins", _wins)  # noqa: E731
        move.c.s.if_(move.c.s.all_of(lambda: fresh, wins), lambda: self.region.add(move.to))


def _wins(move: Candidate) -> BoolLike:
    """Whether a player has won when a move has been played completely."""

    def on_copy(c: Context) -> BoolLike:
        p, mover = c.state, c.state.mover.get()
        begin_move(c)
        execute(move.seen_from(c), store=True)
        finish_move(c, mover)
        player = c.get("winning.player")
        lost = p.is_in(p.losers, player)
        return (p.winner.get() == player) & c.s.not_(lost)

    return cast(BoolLike, scratch.with_copy(move.c, on_copy, whole=True))


class WinningSites(Sites):
    """The destinations of the moves that win for a player."""

    spellings = ("sites Winning",)
    says = "the {.sites} that would win at once"
    searches = True
    site_type: SiteType | None = None
    who: PlayerArgument | RoleType | None = None
    moves: NonDecision | None = None
    name: str | None = None

    def build(self, c: Context) -> Region:
        if self.who is None or self.moves is None:
            return empty(c)
        result, player, moves = BitRegion.empty(c), index_of(c, self.who), self.moves
        sink = _WinSink(player, result)

        def other(c: Context) -> None:
            p = c.state
            p.prev.set(p.mover.get())
            p.mover.set(player)
            p.next.set(players.next_active(c, player))
            moves.emit(c, sink)

        mine = player == c.mover
        c.s.if_(mine, lambda: moves.emit(c, sink), lambda: scratch.with_copy(c, other, whole=True))
        return result
