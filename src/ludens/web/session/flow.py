"""How a game goes on: moves, back and forth, begin again, other players. All of it happens under the session's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.game import Game
from ludens.web.errors import ApiError
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session import events
from ludens.web.session.connection import Reply
from ludens.web.session.engine import SessionEngine
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState
from ludens.web.storage import Ply
from ludens.web.timeline import Timeline


class GameFlow:
    """Each change: done in an engine's thread, written, told."""

    def __init__(self, session: SessionState, engine: SessionEngine, saver: SessionSaver) -> None:
        self.session, self.limits = session, session.limits
        self.engine, self.saver = engine, saver

    # --- moves

    async def advance(self, numbers: Sequence[int], reply: Reply | None = None) -> None:
        """Play moves; those of agents have no reply. Raises ApiError."""
        number = self.session.timeline.cursor
        if number >= self.limits.plies:
            raise ApiError("limit", f"a game here has at most {self.limits.plies} plies")
        self.session.interrupt()
        ply, update = await self.engine.run(lambda: self._played(numbers), low_priority=reply is None)
        self.session.update_turn()
        await self.saver.add_ply(number, ply)
        self.session.audience.send(update, reply)

    def _played(self, numbers: Sequence[int]) -> tuple[Ply, server.Message]:
        timeline, number = self.session.timeline, self.session.timeline.cursor
        ply = timeline.play(numbers)
        try:
            return ply, events.position_update(self.session, number + 1)
        except BaseException:  # clients never hear of this ply: it must not stand
            timeline.go(number)
            raise

    async def advance_together(self, chosen: Mapping[int, int], reply: Reply | None = None) -> None:
        """Play the moves of those who move at once, by player. Raises ApiError."""
        await self.advance([number for _, number in sorted(chosen.items())], reply)

    # --- back and forth

    async def go(self, ply: int, reply: Reply) -> None:
        """Go back or forth to a ply. Where computers would play on at once, the session is paused."""
        session = self.session
        session.interrupt()
        first = min(ply, session.timeline.cursor) + 1

        def go() -> server.Message:
            session.timeline.go(ply)
            return events.position_update(session, first)

        update = await self.engine.run(go)
        session.update_turn()
        if not session.has_humans and not session.paused:
            session.paused = True
            session.audience.send(server.Paused(paused=True))
        await self.saver.save_settings()
        session.audience.send(update, reply)

    def undo_target(self) -> int:
        """The ply of the last human decision; of computers among themselves the one before. Raises ApiError."""
        for number in range(self.session.timeline.cursor - 1, -1, -1):
            if self._was_free(number):
                return number
        raise ApiError("illegal", "there is no move to take back")

    def redo_target(self) -> int:
        """The next human decision after the current one, or the last ply. Raises ApiError."""
        timeline = self.session.timeline
        end = len(timeline.plies)
        if timeline.cursor == end:
            raise ApiError("illegal", "there is no move to play again")
        return next((n for n in range(timeline.cursor + 1, end) if self._was_free(n)), end)

    def _was_free(self, ply: int) -> bool:
        """Whether a human chose at this ply; any ply where only computers play."""
        session = self.session
        player = session.timeline.plies[ply].player
        return not session.has_humans or player == 0 or session.seat_of(player) == HUMAN

    # --- settings

    async def pause(self, paused: bool, reply: Reply) -> None:
        """Let agents wait, or go on."""
        self.session.paused = paused
        if paused:
            self.session.interrupt()
        await self.saver.save_settings()
        self.session.audience.send(server.Paused(paused=paused), reply)

    async def seat(self, players: tuple[str, ...], reply: Reply) -> None:
        """Let others play from now on. Raises ApiError."""
        session = self.session
        session.players = players
        session.interrupt()
        update = await self.engine.run(lambda: events.position_update(session, session.timeline.cursor + 1))
        session.update_turn()
        await self.saver.save_settings()
        session.audience.send(events.seats_changed(session), reply)
        session.audience.send(update)  # other players see other things, and are asked for their moves

    async def restart(self, game: Game, players: tuple[str, ...], rng: bytes, reply: Reply) -> None:
        """Begin again. Raises ApiError."""
        session = self.session
        timeline = await self.engine.run(lambda: Timeline(game, rng))
        session.interrupt()
        session.game, session.timeline, session.players, session.rng = game, timeline, players, rng
        session.paused = False
        session.update_turn()
        whole = await self.engine.run(lambda: events.snapshot(session))
        await self.saver.save_all()
        session.audience.send(whole, reply)
