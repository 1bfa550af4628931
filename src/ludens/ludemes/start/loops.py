"""`(forEach ...)` as a start rule (manual: structure 4.11)."""

from __future__ import annotations

from dataclasses import replace

from ludens.ludemes.arguments import whether
from ludens.ludemes.start.places import each_in
from ludens.rules.base import named
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.roles import has_teams
from ludens.rules.state.context import Context
from ludens.rules.state.regions import IntList
from ludens.stage import IntLike


class StartForEachTeam(StartRuleLudeme):
    """A start rule for each team."""

    spellings = ("forEach Team",)
    says = "for each team: {rule}"
    rule: StartRuleLudeme

    def emit(self, c: Context) -> None:
        n = c.model.num_players
        if not has_teams(c):
            return

        def team(number: IntLike) -> None:
            members = IntList.allocate(c, n)

            def look(player: IntLike) -> None:
                c.s.if_(c.state.team.get(player) == number, lambda: members.append(player))

            c.s.for_range(1, n + 1, look)
            c.s.if_(members.length() > 0, lambda: self.rule.emit(replace(c, team=members)))

        c.s.for_range(1, n + 1, team)


class StartForEachSite(StartRuleLudeme):
    """A start rule for each site of a region."""

    spellings = ("forEach Site",)
    says = "for {region:each}[ for which {if_}]: {rule}"
    region: SitesLudeme
    if_: BooleanLudeme | None = named(None)
    rule: StartRuleLudeme

    def emit(self, c: Context) -> None:
        def visit(site: IntLike) -> None:
            inner = c.bind(site=site)
            holds = whether(inner, self.if_, True)
            c.s.if_(holds, lambda: self.rule.emit(inner))

        each_in(c, self.region, visit)


class StartForEachValue(StartRuleLudeme):
    """A start rule for each value of a range."""

    spellings = ("forEach Value",)
    says = "for each number from {min} to {max}: {rule}"
    min: IntLudeme = named()
    max: IntLudeme = named()
    rule: StartRuleLudeme

    def emit(self, c: Context) -> None:
        c.s.for_range(self.min.emit(c), self.max.emit(c) + 1, lambda value: self.rule.emit(c.bind(value=value)))


class StartForEachPlayer(StartRuleLudeme):
    """A start rule for each player."""

    spellings = ("forEach Player",)
    says = "for each player: {rule}"
    rule: StartRuleLudeme

    def emit(self, c: Context) -> None:
        c.s.for_range(1, c.model.num_players + 1, lambda player: self.rule.emit(c.bind(player=player)))


class StartForEachOf(StartRuleLudeme):
    """A start rule for each player of a list."""

    spellings = ("forEach",)
    says = "for each of {players}: {rule}"
    players: IntsLudeme
    rule: StartRuleLudeme

    def emit(self, c: Context) -> None:
        def visit(player: IntLike) -> None:
            real = c.s.all_of(lambda: player >= 0, lambda: player <= c.model.num_players + 1)
            c.s.if_(real, lambda: self.rule.emit(c.bind(player=player)))

        self.players.emit(c).each(visit)
