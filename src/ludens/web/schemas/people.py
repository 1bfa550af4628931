"""People at a table: what they ask of each other, and what they are told of each other."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ludens.web.people.clock import ClockRules
from ludens.web.schemas.base import MAX_PLAYERS, Incoming, Label, Natural, Outgoing, doc
from ludens.web.schemas.objects import SeatClock

#: what people can agree on
Matter = Literal["draw", "takeback", "rematch", "adjourn", "resume"]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
#: the secret of a link; no more is read of it than it can have
Key = Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_-]*\Z", title="secret")]
#: what a line of chat may have before it is made plain
ChatText = Annotated[str, Meta(max_length=1000)]


class OpenTable(Incoming):
    """A table of several people, each at a page of their own. Who opens it is its host."""

    name: Annotated[Label, doc("what the host is called")] = ""
    seat: Annotated[Natural | None, doc("where the host sits; 0: nowhere, null: drawn by lot")] = 1
    clock: ClockRules = ClockRules()
    spectators: Annotated[bool, doc("whether others may look on, who have the link for that")] = True
    broadcast: Annotated[bool, doc("whether anybody may look on who has the table's address")] = False
    listed: Annotated[bool, doc("whether anybody may take a free seat, where the server has a lobby")] = False
    lone: Annotated[
        bool, doc("whether a move that is the only one is played at once; not where something is hidden")
    ] = False
    public: Annotated[bool, doc("whether anybody may read the game once it is over, and it counts among openings")] = (
        False
    )
    rated: Annotated[bool, doc("whether it counts for the ratings of those who play")] = False


class Invited(Incoming):
    """What a link leads to."""

    key: Key


class Sit(Incoming):
    """Sit down with the secret of a link."""

    key: Key
    name: Annotated[Label, doc("what one is called")] = ""


class Invitation(Outgoing):
    """A seat that somebody is invited to, or the chair of those who look on."""

    game: str
    host: Annotated[str, doc("who invites")]
    seat: Annotated[int, doc("0: to look on")]
    label: Annotated[str, doc("what the game calls who plays there")]
    clock: ClockRules
    free: Annotated[bool, doc("whether nobody else sits there, and it is open")]
    yours: Annotated[int | None, doc("the seat that one has already at this table, 0 for a chair, or null")]


class Seated(Outgoing):
    """One has a place at a table."""

    seat: Annotated[int, doc("0: one looks on")]


class Chair(Outgoing):
    """A seat of a table of several people."""

    seat: Annotated[int, doc("from 1; people keep theirs where sides are swapped")]
    player: Annotated[int, doc("whom it plays")]
    person: Annotated[str, doc("the id of who sits there; empty where nobody does")]
    name: str
    machine: Annotated[bool, doc("whether an agent plays here")]
    open: Annotated[bool, doc("whether somebody may sit down, with the link")]
    here: Annotated[bool, doc("whether they have a page open")]
    chosen: Annotated[bool, doc("where players move at once: whether they have")]
    clock: SeatClock | None
    key: Annotated[str | UnsetType, doc("for the host alone: the secret of its link")] = UNSET


class Challenge(Outgoing):
    """A free seat that anybody may take, whose host waits at the table."""

    table: str
    key: Annotated[str, doc("the secret of the seat's link")]
    game: str
    library: Annotated[str, doc("the name in the library, empty for a description of somebody's own")]
    host: str
    label: Annotated[str, doc("what the game calls who plays there")]
    clock: ClockRules


class Challenges(Outgoing):
    """The lobby of a server; most have none."""

    on: Annotated[bool, doc("whether there is one")]
    challenges: list[Challenge]


class Onlooker(Outgoing):
    """Somebody who looks on."""

    person: str
    name: str


class OfferInfo(Outgoing):
    """What somebody proposes, and who has agreed."""

    matter: Matter
    seat: Annotated[int, doc("whose proposal it is")]
    agreed: Annotated[list[int], doc("seats")]


class ChatLine(Outgoing):
    """What somebody said."""

    number: int
    at: Annotated[int, doc("milliseconds of the epoch")]
    person: str
    name: str
    seat: Annotated[int, doc("0: somebody who looks on")]
    text: str
    aside: Annotated[bool, doc("whether it is for those who look on alone")] = False
