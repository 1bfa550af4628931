"""Matches: several games played one after the other (manual: structure 7)."""

from __future__ import annotations

from ludens.rules.base import Ludeme, named
from ludens.rules.categories import IntLudeme
from ludens.rules.structure import End, Players


class Subgame(Ludeme):
    """A game of a match, by its name: which game follows it, and what it is worth to its winner."""

    spellings = ("subgame",)
    says = "{name:plain}"
    name: str
    option: str | None = None
    next: IntLudeme | None = named(None)
    result: IntLudeme | None = named(None)


class Games(Ludeme):
    """The games of a match."""

    spellings = ("games",)
    says = "the games {games:and}"
    games: Subgame | tuple[Subgame, ...]

    @property
    def listed(self) -> tuple[Subgame, ...]:
        return self.games if isinstance(self.games, tuple) else (self.games,)


class MatchDescription(Ludeme):
    """A match: a series of games, until its end rules say that it is over."""

    spellings = ("match",)
    says = "a match of {games}"
    name: str
    players: Players | None = None
    games: Games
    end: End
