"""Tournaments."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludens.web.people.clock import ClockRules
from ludens.web.schemas.base import Incoming, Label, Natural, Options, Outgoing, doc
from ludens.web.tournaments.pairing import Kind


class NewTournament(Incoming):
    """A tournament. Who opens it starts it, and plays all others where it is a simul."""

    game: Annotated[Label, doc("the name of a game of the library, for two")] = ""
    text: Annotated[str | None, doc("a description of one's own in its place, whose games are not rated")] = None
    name: Annotated[Label, doc("what it is called")] = ""
    kind: Annotated[Kind, doc("`swiss`, `roundrobin`, `knockout`, `arena`, `simul`")] = "swiss"
    options: Options = ()
    clock: ClockRules = ClockRules("fischer", main=180, step=2)
    rounds: Annotated[Annotated[int, Meta(ge=0, le=50)], doc("0: as many as such a tournament needs")] = 0
    rated: bool = True
    patience: Annotated[
        Annotated[int, Meta(ge=5, le=86_400)], doc("seconds after which who has not moved at all loses")
    ] = 300


class JoinTournament(Incoming):
    """Take part."""

    name: Annotated[Label, doc("what one is called")] = ""


class StandingInfo(Outgoing):
    """How a player stands."""

    place: int
    id: str
    name: str
    bot: bool
    points: float
    buchholz: Annotated[float, doc("the points of the opponents, which parts those who have as many")]
    you: bool


class PairingInfo(Outgoing):
    """A game of a round."""

    first: str
    second: Annotated[str | None, doc("null: nobody, and a point without a game")]
    result: Annotated[str, doc("`1-0`, `½-½`, `0-1`; empty while it goes on")]
    table: Annotated[str | None, doc("for those who play there, and for all once it is over")]
    yours: bool


class TournamentInfo(Outgoing):
    """A tournament, as whoever asks may see it."""

    id: str
    name: str
    kind: Kind
    game: str
    options: list[str]
    clock: ClockRules
    rated: bool
    status: Annotated[str, doc("`open`, `running`, `over`")]
    round: Natural
    rounds: int
    host: Annotated[bool, doc("whether whoever asks has opened it")]
    joined: bool
    standings: list[StandingInfo]
    pairings: Annotated[list[list[PairingInfo]], doc("of each round so far")]


class TournamentLine(Outgoing):
    """A tournament in a list."""

    id: str
    name: str
    kind: Kind
    game: str
    status: str
    players: int


class Tournaments(Outgoing):
    """Tournaments, the newest first."""

    tournaments: list[TournamentLine]
