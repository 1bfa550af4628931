"""What a session is: a game in play, who plays, who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from ludens.game.seats import Seats
from ludens.web import seats
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Facts, Record, Turn
from ludens.web.errors import ApiError
from ludens.web.people.party import Party
from ludens.web.schemas.objects import Times
from ludens.web.schemas.people import ChatLine
from ludens.web.seats import HUMAN
from ludens.web.services import Services
from ludens.web.session.book import Book
from ludens.web.session.broadcast import Audience
from ludens.web.session.watch import Watch, used
from ludens.web.sources import GameSource
from ludens.web.storage import StoredParty, StoredSession
from ludens.words import say


class SessionState:
    """The state of a session. All changes happen under `lock`; `epoch` counts them."""

    def __init__(self, services: Services, stored: StoredSession, engine: Engine, turn: Turn) -> None:
        self.services, self.limits = services, services.limits
        self.id = stored.id
        self.source = GameSource(stored.text, stored.name)
        self.players, self.paused = stored.players, stored.paused
        self.engine = engine
        self.lock = asyncio.Lock()
        #: whether what clients or agents asked for is being done under the lock
        self.is_changing = False
        #: another one may have been opened in its place
        self.is_closed = False
        self.audience = Audience()
        self.epoch = 0
        #: for how long each position is analysed, None while none is
        self.analysis_seconds: float | None = None
        #: where players move at once, what the humans chose, by player, while agents still think
        self.chosen: dict[int, int] | None = None
        self.save_warning = services.storage.warning
        #: the tree, where this is a study
        self.book: Book | None = None
        #: the people, and what they said, where this is a table of several
        self.party: Party | None = None
        self.chat: list[ChatLine] = []
        #: what is done when it is somebody's turn
        self.on_turn: Callable[[], object] = lambda: None
        self.turn = turn
        self.watch = Watch()

    @property
    def times(self) -> Times:
        """How long the players have thought: each the time of whose seat plays it now."""
        played = self.record.plies[: self.record.cursor]
        by_seat = used(played, self.facts.players, self.seats_at)
        return Times(used=self.seats.by_player(by_seat), turn=self.watch.ms)

    def seats_at(self, ply: int) -> Seats:
        """Who plays which player before a ply, from 0."""
        plays = self.turn.plays
        return Seats(plays[min(ply, len(plays) - 1)]) if plays else Seats.own(self.facts.players)

    @property
    def seats(self) -> Seats:
        """Who plays which player now; `players` are who sits at the seats."""
        return self.seats_at(self.record.cursor)

    @property
    def playing(self) -> tuple[str, ...]:
        """Who plays each player of the rules now."""
        return tuple(self.seats.by_player(self.players)) if self.players else ()

    def time(self) -> None:
        """Let the time of the turn run where it should."""
        self.watch.run(on=len(self.audience) > 0 and not (self.paused or self.turn.is_over))

    @property
    def facts(self) -> Facts:
        return self.engine.facts

    @property
    def record(self) -> Record:
        return self.engine.record

    @asynccontextmanager
    async def change(self) -> AsyncIterator[None]:
        """Hold the lock to do what clients or agents ask for. Raises ApiError once the session is closed."""
        async with self.lock:
            self.check_open()
            self.is_changing = True
            try:
                yield
            finally:
                self.is_changing = False

    def check_open(self) -> None:
        """Raises ApiError once the session is closed: what it would write is not of the one that is open now."""
        if self.is_closed:
            raise ApiError("limit", say("this game was put away just now: try again"), 503)

    def take_turn(self, turn: Turn) -> None:
        """Know whose turn it is from now on."""
        was_over = self.turn.is_over
        self.turn, self.chosen = turn, None
        if self.party is not None:
            self.party.chosen = {}
            if self.party.outcome is not None:
                self.turn = msgspec.structs.replace(turn, is_over=True, is_human=False, is_forced=False, movers=())
        self.on_turn()
        self.time()
        if self.turn.is_over and not was_over:
            self.services.happenings.tell("over", self)

    def interrupt(self) -> None:
        """Stop all searches: what they look for is of no use any more."""
        self.epoch += 1
        self.engine.stop()

    def seat_of(self, player: int, ply: int | None = None) -> str | None:
        """Who plays for a player now, or did before a ply."""
        seat = (self.seats if ply is None else self.seats_at(ply)).seat(player)
        return self.players[seat - 1] if 1 <= seat <= len(self.players) else None

    @property
    def is_agents_turn(self) -> bool:
        """Whether the game goes on without a human's move, while somebody looks on."""
        waits_for_human = self.turn.is_human and self.chosen is None
        paused = self.paused and not self.turn.is_forced
        return len(self.audience) > 0 and not (paused or self.turn.is_over or waits_for_human)

    @property
    def is_searched(self) -> bool:
        """Whether an agent that searches thinks about the position, and reports as an analysis does."""
        spec = self.seat_of(self.turn.mover)
        return self.is_agents_turn and not self.turn.movers and spec not in (None, HUMAN) and seats.advises(spec)

    @property
    def shows_thoughts(self) -> bool:
        """Whether what is thought about the position may be told: not what somebody else would do who knows more."""
        humans = [player for player, who in enumerate(self.playing, 1) if who == HUMAN]
        if self.book is not None:
            humans = [self.book.eyes] if self.book.eyes else []
        return not (self.facts.hides and humans) or (humans == [self.turn.mover] and not self.turn.movers)

    @property
    def has_humans(self) -> bool:
        return HUMAN in self.players

    def stored(self) -> StoredSession:
        """All there is to know of the session."""
        source, record = self.source, self.record
        settings = (self.facts.options, self.players, record.rng, self.paused)
        played = (record.cursor, list(record.plies)) if self.book is None else (0, [])
        study = b"" if self.book is None else self.book.packed()
        return StoredSession(
            self.id,
            source.name,
            source.key,
            source.text,
            *settings,
            *played,
            start=record.start,
            study=study,
            party=self.stored_party(),
            chat=[msgspec.json.encode(line) for line in self.chat],
        )

    def stored_party(self) -> StoredParty | None:
        """The people, as they are stored; None where this is no table of several."""
        if self.party is None:
            return None
        due, rules = self.party.clock.next_deadline(self.party.rules), self.party.rules
        began = self.party.clock.since[due[1] - 1] if due is not None and rules.is_live else None
        return StoredParty(self.party.packed(), None if due is None else due[0], began)
