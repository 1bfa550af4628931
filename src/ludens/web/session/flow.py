"""How a game goes on: moves, back and forth, begin again, other players. All of it happens under the session's lock."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Go, Play, Show, Shown, Start
from ludens.web.errors import ApiError
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session import events
from ludens.web.session.connection import Reply
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState
from ludens.web.timeline import is_forced
from ludens.words import say


class GameFlow:
    """Each change: done by the engine, written, told. `eyes` are those with which positions are shown."""

    eyes: int | None = None

    def __init__(self, session: SessionState, saver: SessionSaver) -> None:
        self.session, self.limits, self.saver = session, session.limits, saver

    # --- moves

    async def advance(self, numbers: Sequence[int], reply: Reply | None = None) -> None:
        """Play moves; those of agents have no reply. Raises ApiError."""
        session = self.session
        number = session.record.cursor
        if number >= self.limits.plies:
            reason = say("this game has come to {0} moves, and is not played on here", self.limits.plies)
            raise ApiError("limit", say("{0}: take some back, or begin a new one", reason))
        session.interrupt()
        before = session.seats
        played = await session.engine.ask(Play(tuple(numbers), session.players, self.eyes), low_priority=reply is None)
        ply = session.record.plies[number] = dataclasses.replace(played.ply, ms=session.watch.ms)
        session.watch.begin()
        session.take_turn(played.shown.turn)
        await self.saver.add_ply(number, ply)
        await self._tell(played.shown, reply, seats=session.seats != before)

    async def _tell(self, shown: Shown, reply: Reply | None, *, seats: bool = False) -> None:
        """The position, and before it who plays whom where that has changed."""
        session = self.session
        if seats:
            session.audience.send(events.seats_changed(session))
        session.audience.send(events.position_update(session, shown), reply)

    async def advance_together(self, chosen: Mapping[int, int], reply: Reply | None = None) -> None:
        """Play the moves of those who move at once, by player. Raises ApiError."""
        await self.advance([number for _, number in sorted(chosen.items())], reply)

    # --- back and forth

    async def go(self, ply: int, reply: Reply) -> None:
        """Go back or forth to a ply. Where computers would play on at once, the session is paused."""
        session = self.session
        session.interrupt()
        before = session.seats
        shown = await session.engine.ask(Go(ply, session.players, min(ply, session.record.cursor) + 1, self.eyes))
        session.watch.begin()
        session.take_turn(shown.turn)
        if not session.has_humans and not session.paused:
            session.paused = True
            session.audience.send(server.Paused(paused=True))
        await self.saver.save_settings()
        await self._tell(shown, reply, seats=session.seats != before)

    def undo_target(self) -> int:
        """The ply of the last human decision; of computers among themselves the one before. Raises ApiError."""
        for number in range(self.session.record.cursor - 1, -1, -1):
            if self._was_free(number):
                return number
        raise ApiError("illegal", say("there is no move to take back"))

    def redo_target(self) -> int:
        """The next human decision after the current one, or the last ply. Raises ApiError."""
        record = self.session.record
        end = len(record.plies)
        if record.cursor == end:
            raise ApiError("illegal", say("there is no move to play again"))
        return next((n for n in range(record.cursor + 1, end) if self._was_free(n)), end)

    def _was_free(self, ply: int) -> bool:
        """Whether a human chose at this ply, and had to; any ply where only computers play."""
        session = self.session
        played = session.record.plies[ply]
        if not session.has_humans or played.player == 0:
            return True
        return session.seat_of(played.player, ply) == HUMAN and not is_forced(played.choices, played.name)

    # --- settings

    async def pause(self, paused: bool, reply: Reply) -> None:
        """Let agents wait, or go on."""
        self.session.paused = paused
        self.session.time()
        if paused:
            self.session.interrupt()
        await self.saver.save_settings()
        self.session.audience.send(server.Paused(paused=paused), reply)

    async def seat(self, players: tuple[str, ...], reply: Reply | None) -> None:
        """Let others play from now on. Raises ApiError."""
        session = self.session
        session.interrupt()
        shown = await session.engine.ask(Show(players, session.record.cursor + 1, eyes=self.eyes))
        session.players = players
        session.take_turn(shown.turn)
        await self.saver.save_settings()
        session.audience.send(events.seats_changed(session), reply)
        await self._tell(shown, None)  # other players see other things, and are asked for their moves

    async def restart(self, engine: Engine, players: tuple[str, ...], rng: bytes, reply: Reply) -> None:
        """Begin again, with this engine from now on. Raises ApiError."""
        session = self.session
        again = engine is session.engine  # a game that began with a position does so again
        begun = await engine.ask(Start(rng, players, session.record.start if again else b""))
        session.interrupt()
        if engine is not session.engine:
            left, session.engine = session.engine, engine
            await left.close()
        session.players, session.paused = players, False
        session.watch.begin()
        self._set_up()
        session.take_turn(begun.turn)
        shown = await engine.ask(Show(players, whole=True, eyes=self.eyes))
        await self.saver.save_all()
        await self._tell(shown, reply)

    def _set_up(self) -> None:
        """A game begins."""
