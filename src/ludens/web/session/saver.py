"""Keeping a session on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from ludens.web.errors import ApiError
from ludens.web.schemas import server
from ludens.web.schemas.people import ChatLine
from ludens.web.session import clocks
from ludens.web.session.state import SessionState
from ludens.web.storage import HeldElsewhere, Ply, Storage, StorageError, StoredSession
from ludens.words import say


class SessionSaver:
    """Writes what changes; where that fails, play goes on, and clients are warned until all could be written."""

    def __init__(self, session: SessionState) -> None:
        self.session, self._storage = session, session.services.storage

    async def add_ply(self, number: int, ply: Ply) -> None:
        """Write ply `number`, from 0, in the place of those from there on."""
        party = self.session.stored_party()
        await self._write(lambda database: database.add(self.session.id, number, ply, party))

    async def save_settings(self) -> None:
        """Write how many plies are played, whether agents wait, who plays, and how the people stand."""
        id_, players, paused = self.session.id, self.session.players, self.session.paused
        cursor, party = self.session.record.cursor, self.session.stored_party()
        await self._write(
            lambda database: database.change(id_, cursor=cursor, paused=paused, players=players, party=party)
        )

    async def add_line(self, line: ChatLine, most: int) -> None:
        """Write what somebody said."""
        id_, data = self.session.id, msgspec.json.encode(line)
        await self._write(lambda database: database.say(id_, data, most))

    async def save_all(self) -> None:
        """Write the whole session."""
        whole = self.session.stored()
        await self._write(partial(_save, whole))

    async def retry(self) -> None:
        """Write the whole session where that failed before."""
        if not self.is_saved:
            async with self.session.lock:
                await self.save_all()

    @property
    def is_saved(self) -> bool:
        """Whether nothing is lost when the session is closed: it is saved, be it in memory."""
        return self.session.save_warning == self._storage.warning

    async def _write(self, write: Callable[[Storage], object]) -> None:
        clocks.set_alarm(self.session)
        if self.session.save_warning and not self._storage.warning:
            whole = self.session.stored()
            write = partial(_save, whole)
        try:
            await self._storage.run(write)
        except HeldElsewhere:
            raise self._departed(say("this table is on another server now: try again")) from None
        except StorageError as error:
            if self.session.services.node is not None:  # another server may go on with the table
                raise self._departed(say("this could not be saved: try again ({0})", error)) from None
            self._warn(say("This game is not being saved: {0}", error))
        else:
            self._warn(self._storage.warning)

    def _departed(self, why: str) -> ApiError:
        """Let go of the session: nothing of what was not written is told."""
        self.session.services.on_moved(self.session.id)
        return ApiError("limit", why, 503)

    def _warn(self, warning: str | None) -> None:
        if warning != self.session.save_warning:
            self.session.save_warning = warning
            self.session.audience.send(server.SaveWarning(message=warning))


def _save(whole: StoredSession, database: Storage) -> None:
    database.save(whole)
