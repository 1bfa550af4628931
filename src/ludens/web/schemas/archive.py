"""The archive, openings, profiles and playtests."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludens.web.archive.records import GameRecord
from ludens.web.schemas.base import Incoming, Options, Outgoing, doc

#: an answer from 1 to 5
Mark5 = Annotated[int, Meta(ge=1, le=5)]


class Games(Outgoing):
    """Finished games."""

    games: list[GameRecord]


class Counted(Outgoing):
    """How often games came to a position, and how they ended."""

    games: int
    wins: Annotated[list[int], doc("of each seat, alone")]
    draws: int


class ExplorerMove(Outgoing):
    """A move of a position, with the games that came to the position behind it."""

    name: str
    position: str
    counted: Counted


class GameSample(Outgoing):
    """A game that came to a position."""

    id: str
    ply: int
    names: list[str]
    result: str
    ended: int


class Explored(Outgoing):
    """A position of a game, with what has been played in it."""

    game: str
    players: int
    labels: list[str]
    options: list[str]
    play: Annotated[list[str], doc("the moves that led here")]
    mover: int
    over: bool
    position: Annotated[str, doc("the same for positions that the symmetries of the game carry to each other")]
    svg: str
    counted: Counted
    moves: list[ExplorerMove]
    games: list[GameSample]


class RatingInfo(Outgoing):
    """Somebody's rating in a game."""

    game: str
    rating: int
    deviation: int
    system: str
    games: int


class Statistics(Outgoing):
    """How somebody's games of one kind ended."""

    game: str
    games: int
    wins: Annotated[int, doc("alone")]
    draws: Annotated[int, doc("or shared")]
    losses: int


class Profile(Outgoing):
    """Somebody, as others may see them."""

    id: str
    name: str
    bot: bool
    you: Annotated[bool, doc("whether it is oneself")]
    ratings: list[RatingInfo]
    statistics: Annotated[list[Statistics], doc("the most played game first; of others, of games that are public")]
    games: Annotated[list[GameRecord], doc("the newest; of others those that are public")]


class AskPlaytests(Incoming):
    """People's games of a description."""

    text: str
    options: Options | None = None
    players: Annotated[int, Meta(ge=1, le=16)] = 2


class Stopped(Outgoing):
    """Where people left games."""

    ply: int
    games: int


class Playtests(Outgoing):
    """What people's games of a description tell."""

    games: Annotated[int, doc("that were played to an end")]
    wins: Annotated[list[int], doc("of each seat")]
    intervals: Annotated[list[list[float]], doc("of each seat's share of them, at 95 %")]
    draws: int
    shortest: int
    median: float
    longest: int
    resigned: int
    stopped: list[Stopped]
    answers: Annotated[int, doc("forms that were filled in")]
    fun: Annotated[float | None, doc("from 1 to 5")]
    clear: Annotated[float | None, doc("from 1 to 5")]
    words: list[str]


class FormAnswers(Incoming):
    """What somebody says of a game: three questions."""

    fun: Annotated[Mark5, doc("Was it fun? 1: not at all, 5: very")]
    clear: Annotated[Mark5, doc("Were the rules clear?")]
    words: Annotated[Annotated[str, Meta(max_length=1000)], doc("What would you change?")] = ""
