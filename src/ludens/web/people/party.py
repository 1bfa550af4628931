"""The people of a table, as they are stored: who holds which seat, who is the host, what they have agreed on.

A *seat* is where somebody sits, from 1; the player whom it plays may change where sides are swapped. A *guest* is what
the server knows a browser by (`keys.browser_of`); others know a person by another id, which is no secret.
"""

from __future__ import annotations

import random
import secrets
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from ludens.web.errors import ApiError
from ludens.web.people import keys, words
from ludens.web.people.clock import Clock, ClockRules
from ludens.web.schemas.objects import LegalMove
from ludens.web.schemas.people import Matter, OpenTable
from ludens.words import say

#: people of a table who are remembered, those who look on among them
MOST_PEOPLE: Final = 200
#: why a game is over that the rules had not ended
Reason = Literal["resigned", "time", "draw", "aborted"]
_NAMES: Final = ("Host", "Guest")


class DamagedParty(Exception):
    """What was stored of the people of a table is none."""


class Seat(Struct):
    """A seat: the secret of its link, whether it may be taken, and the guest who has it."""

    key: str = field(default_factory=keys.new_key)
    open: bool = True
    guest: str = ""


class Person(Struct):
    """Somebody at the table."""

    id: str
    name: str


class Offer(Struct):
    """What a seat proposes at a ply, and which seats agree."""

    matter: Matter
    seat: int
    agreed: list[int]
    ply: int


class Outcome(Struct):
    """How a game ended that the rules had not ended: the ranks of the players, from player 1, and the words for it."""

    why: Reason
    ranking: list[float]
    words: str


class Premove(Struct):
    """The move that a seat wants to play as soon as it can."""

    from_: str | None
    to: str

    def is_of(self, move: LegalMove) -> bool:
        """Whether a legal move is meant; what goes nowhere else is put down where it stands."""
        origin = None if move.from_ == move.to else move.from_
        return (origin, move.to) == (self.from_, self.to)


class Planned(Struct):
    """A ply of a plan: in trial format, among legal moves, and as people write it."""

    trial: str
    move: str
    name: str


class Party(Struct):
    """Everything about the people of a table, but for what they say."""

    host: str
    seats: list[Seat]
    rules: ClockRules
    clock: Clock
    people: dict[str, Person] = field(default_factory=dict)
    #: whose lines of chat those are who are not at the table any more, by the ids that they had
    gone: dict[str, str] = field(default_factory=dict)
    watch_key: str = field(default_factory=keys.new_key)
    spectators: bool = True
    #: whether anybody may look on who has the table's address: they are counted, and not remembered
    broadcast: bool = False
    lone: bool = False
    listed: bool = False
    #: whether anybody may read the game once it is over, and whether it counts for ratings
    public: bool = False
    rated: bool = False
    offer: Offer | None = None
    outcome: Outcome | None = None
    #: where players move at once, what each seat has chosen among its player's moves, at the current ply
    chosen: dict[int, int] = field(default_factory=dict)
    premoves: dict[int, Premove] = field(default_factory=dict)
    #: what each seat answers if others move so: lines of plies, which begin with the next one
    plans: dict[int, list[list[Planned]]] = field(default_factory=dict)

    @classmethod
    def opened(cls, request: OpenTable, host: str, machines: list[bool]) -> Party:
        """The party of a new table; `machines` says of each seat whether an agent has it. Raises ApiError."""
        free = [number for number, machine in enumerate(machines, 1) if not machine]
        if not free:
            raise ApiError("malformed", say("shared: a table of several people wants a seat for one"))
        seat = random.SystemRandom().choice(free) if request.seat is None else request.seat
        if seat and seat not in free:
            raise ApiError("malformed", say("shared.seat: there is no free seat {0}", seat))
        rules, seats = request.clock, [Seat() for _ in machines]
        party = cls(host, seats, rules, Clock.full(rules, len(seats)))
        party.spectators, party.lone, party.listed = request.spectators, request.lone, request.listed
        party.broadcast = request.broadcast
        party.public, party.rated = request.public, request.rated
        party.welcome(host, request.name)
        if seat:
            seats[seat - 1].guest = host
        return party

    # --- who is who

    def seat_of(self, guest: str) -> int:
        """The seat that a guest holds; 0 for none."""
        return next((n for n, seat in enumerate(self.seats, 1) if guest and seat.guest == guest), 0)

    def person(self, seat: int) -> Person | None:
        """Who sits on a seat."""
        return self.people.get(self.seats[seat - 1].guest)

    def guest_called(self, person: str) -> str:
        """The guest of a person's id. Raises ApiError."""
        guest = next((guest for guest, one in self.people.items() if one.id == person), None)
        if guest is None:
            raise ApiError("unknown", say("there is nobody of this id at the table"))
        return guest

    def guest_behind(self, person: str) -> str:
        """The guest who is, or was, at the table by this id; empty for nobody."""
        present = (guest for guest, one in self.people.items() if one.id == person)
        return next(present, "") or self.gone.get(person, "")

    def welcome(self, guest: str, name: str) -> None:
        """Let somebody be at the table, or be called otherwise. Raises ApiError."""
        present = self.people.get(guest)
        if present is None and len(self.people) >= MOST_PEOPLE and not self._forget_somebody():
            raise ApiError("limit", say("at most {0} people are at a table", MOST_PEOPLE))
        others = [one.name for key, one in self.people.items() if key != guest]
        called = words.clean_name(name) or (present.name if present else _NAMES[guest != self.host])
        called = words.unlike(called, others)
        self.people[guest] = Person(present.id if present else secrets.token_urlsafe(6), called)

    def _forget_somebody(self) -> bool:
        """Forget who looked on first of those who hold no seat: they may come back with their link."""
        idle = next((guest for guest in self.people if guest != self.host and not self.seat_of(guest)), None)
        if idle is not None:
            self._let_go(idle)
        return idle is not None

    def _let_go(self, guest: str) -> None:
        """Remember of somebody no more than which lines are theirs."""
        person = self.people.pop(guest, None)
        if person is not None:
            self.gone[person.id] = guest
            while len(self.gone) > MOST_PEOPLE:
                del self.gone[next(iter(self.gone))]

    def admits(self, guest: str) -> bool:
        """Whether somebody has a place at the table, be it in the crowd."""
        return guest in self.people or (self.broadcast and self.spectators)

    # --- links

    def seat_with(self, key: str) -> int:
        """The seat that a link leads to, 0 for the chair of those who look on. Raises ApiError."""
        matches = [
            n for n, own in enumerate([self.watch_key, *(seat.key for seat in self.seats)]) if keys.same(own, key)
        ]
        if not matches:
            raise ApiError("forbidden", say("this link leads nowhere any more: ask for a new one"), 403)
        return matches[0]

    def check_free(self, seat: int, guest: str) -> None:
        """Whether a guest may take a seat. Raises ApiError."""
        if seat == 0:
            if not self.spectators and guest != self.host:
                raise ApiError("forbidden", say("the host lets nobody look on"), 403)
            return
        holder = self.seats[seat - 1]
        if holder.guest not in ("", guest):
            raise ApiError("forbidden", say("somebody else sits there already"), 403)
        if not holder.open and not holder.guest:
            raise ApiError("forbidden", say("the host has closed this seat"), 403)

    def sit(self, seat: int, guest: str, name: str) -> None:
        """Give a seat to a guest, 0 being a chair to look on from. Raises ApiError."""
        self.check_free(seat, guest)
        own = self.seat_of(guest)
        if own and seat and own != seat:
            raise ApiError("illegal", say("you sit on seat {0} already: another browser may take this one", own))
        self.welcome(guest, name)
        if seat:
            self.seats[seat - 1].guest = guest

    def new_link(self, seat: int) -> None:
        """Give a seat's link, or that of those who look on, another secret. Raises ApiError."""
        if seat > len(self.seats):
            raise ApiError("illegal", say("there is no seat {0}", seat))
        if seat:
            self.seats[seat - 1].key = keys.new_key()
        else:
            self.watch_key = keys.new_key()

    def vacate(self, seat: int) -> None:
        """Let nobody sit on a seat, 0 being none, nor move there."""
        if seat:
            self.seats[seat - 1].guest = ""
            self.chosen.pop(seat, None)
            self.premoves.pop(seat, None)
            self.plans.pop(seat, None)

    def dismiss(self, guest: str) -> None:
        """Let somebody be at the table no more; the link by which they came leads nowhere."""
        seat = self.seat_of(guest)
        self.vacate(seat)
        self.new_link(seat)
        self._let_go(guest)

    # --- people who get an account, or leave the server

    def ids_of(self, guest: str) -> set[str]:
        """The ids under which somebody has spoken here."""
        own = {self.people[guest].id} if guest in self.people else set()
        return own | {person for person, one in self.gone.items() if one == guest}

    def has_traces_of(self, guest: str) -> bool:
        """Whether somebody is, or was, at the table."""
        return bool(guest) and (
            guest in self.people or guest in self.gone.values() or guest == self.host or self.seat_of(guest) > 0
        )

    def adopt(self, old: str, new: str) -> None:
        """Let a guest be the person whom others know as `new` from now on; who has a seat already gets no second."""
        person, has_seat = self.people.pop(old, None), self.seat_of(new) > 0
        if person is not None and new in self.people:
            self.gone[person.id] = new
        elif person is not None:
            self.people[new] = person
        self._exchange(old, new, "" if has_seat else new)

    def forget(self, guest: str) -> None:
        """Let nothing tell who somebody was: a seat stays taken, by a player who left."""
        stranger, person = keys.new_guest(), self.people.pop(guest, None)
        if person is not None and (guest == self.host or self.seat_of(guest)):
            self.people[stranger] = Person(secrets.token_urlsafe(6), words.left())
        self.gone = {id_: one for id_, one in self.gone.items() if one != guest}
        self._exchange(guest, stranger, stranger)

    def _exchange(self, old: str, new: str, seated: str) -> None:
        """Put somebody into the place of another: on seats `seated`."""
        for seat in self.seats:
            if seat.guest == old:
                seat.guest = seated
        self.host = new if self.host == old else self.host
        self.gone = {id_: new if one == old else one for id_, one in self.gone.items()}

    # --- games

    def begin(self, seats: int) -> None:
        """A game begins: nothing is agreed on, and everybody has their time."""
        while len(self.seats) < seats:
            self.seats.append(Seat())
        del self.seats[seats:]
        self.clock = Clock.full(self.rules, seats)
        self.offer = self.outcome = None
        self.chosen, self.premoves, self.plans = {}, {}, {}

    def resume(self, since: float) -> None:
        """Where people sit at the table, the time before some moment counts for nobody: there was no server."""
        if self.rules.is_live:
            self.clock.forgive(since)

    def rotate(self) -> None:
        """Everybody moves one seat further."""
        guests = [seat.guest for seat in self.seats]
        for seat, guest in zip(self.seats, [guests[-1], *guests[:-1]], strict=True):
            seat.guest = guest

    # --- keeping

    def packed(self) -> bytes:
        """All of it, as it is stored."""
        return msgspec.json.encode(self)

    @classmethod
    def unpacked(cls, data: bytes, seats: int) -> Party:
        """What was stored. Raises DamagedParty."""
        try:
            party = msgspec.json.decode(data, type=cls)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise DamagedParty(f"its people: {error}") from None
        clock = party.clock
        if {len(party.seats), len(clock.left), len(clock.periods), len(clock.since)} != {seats}:
            raise DamagedParty(f"it is of {len(party.seats)} seats, and the game has {seats}")
        return party
