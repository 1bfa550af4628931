"""What a session is: a game in play, who plays, who looks on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.game import Game, State
from ludens.web import seats
from ludens.web.seats import HUMAN
from ludens.web.services import Services
from ludens.web.session.broadcast import Audience
from ludens.web.sources import GameSource
from ludens.web.storage import StoredSession
from ludens.web.timeline import Timeline, is_between
from ludens.web.views import asks_human


@dataclass(frozen=True)
class NextTurn:
    """Whose turn it is. `movers` are those who move at once, none where they move in turns."""

    mover: int
    movers: tuple[int, ...]
    is_over: bool
    is_between: bool
    is_human: bool

    @classmethod
    def of(cls, state: State, players: Sequence[str]) -> NextTurn:
        movers = {move.mover for move in state.legal_moves()} if state.is_simultaneous else set()
        is_human = not state.is_over and asks_human(players, state)
        return cls(state.mover, tuple(sorted(movers)), state.is_over, is_between(state), is_human)


class SessionState:
    """The state of a session. All changes happen under `lock`; `epoch` counts them."""

    def __init__(self, services: Services, stored: StoredSession, game: Game, timeline: Timeline) -> None:
        self.services, self.limits = services, services.limits
        self.id, self.rng = stored.id, stored.rng
        self.source = GameSource(stored.text, stored.name)
        self.players, self.paused = stored.players, stored.paused
        self.game, self.timeline = game, timeline
        self.lock = asyncio.Lock()
        self.audience = Audience()
        self.epoch = 0
        #: stops the searches of this epoch
        self.stop = threading.Event()
        #: for how long each position is analysed, None while none is
        self.analysis_seconds: float | None = None
        #: where players move at once, what the humans chose, by player, while agents still think
        self.chosen: dict[int, int] | None = None
        self.save_warning = services.storage.warning
        #: the game whose scene clients have been sent last
        self.shown_game: Game | None = None
        self.turn = NextTurn.of(timeline.state, self.players)

    def update_turn(self) -> None:
        """Look whose turn it is, while nobody else touches the state of the game."""
        self.turn = NextTurn.of(self.timeline.state, self.players)
        self.chosen = None

    def interrupt(self) -> None:
        """Stop all searches: what they look for is of no use any more."""
        self.epoch += 1
        self.stop.set()
        self.stop = threading.Event()

    def seat_of(self, player: int) -> str | None:
        """Who plays for a player."""
        return self.players[player - 1] if 1 <= player <= len(self.players) else None

    @property
    def is_agents_turn(self) -> bool:
        """Whether the game goes on without a human's move, while somebody looks on."""
        waits_for_human = self.turn.is_human and self.chosen is None
        return len(self.audience) > 0 and not (self.paused or self.turn.is_over or waits_for_human)

    @property
    def is_searched(self) -> bool:
        """Whether an agent that searches thinks about the position, and reports as an analysis does."""
        spec = self.seat_of(self.turn.mover)
        return self.is_agents_turn and not self.turn.movers and spec is not None and seats.searches(spec)

    @property
    def has_humans(self) -> bool:
        return HUMAN in self.players

    def stored(self) -> StoredSession:
        """All there is to know of the session."""
        source, timeline = self.source, self.timeline
        settings = (self.game.description.selected, self.players, self.rng, self.paused)
        played = (timeline.cursor, list(timeline.plies))
        return StoredSession(self.id, source.name, source.key, source.text, *settings, *played)
