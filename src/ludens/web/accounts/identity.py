"""A guest becomes the person of an account, or somebody leaves: in the database, and at all tables that are open."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import msgspec

from ludens.web.accounts import traces
from ludens.web.errors import ApiError
from ludens.web.people.party import Party
from ludens.web.services import Services
from ludens.web.session.session import Session
from ludens.web.session.shared import SharedSession
from ludens.web.storage import Storage

_log = logging.getLogger("ludens.web")
_TOPIC, _SHUT = "identity", "shut"
#: games that somebody gives up who leaves, at most
_MOST_GIVEN_UP: Final = 100


class _Notice(msgspec.Struct):
    """Who is somebody else from now on; nobody, where `new` is empty. The same: their pages come anew."""

    old: str
    new: str
    #: the server that says so, which has done it already
    by: str


class Tables(Protocol):
    """The sessions of a server."""

    def opened_tasks(self) -> list[asyncio.Task[Session]]:
        """What gives the sessions that are open here, or being opened."""

    async def find(self, session_id: str) -> Session:
        """The session of this id. Raises ApiError."""

    async def shut(self, session_id: str) -> None:
        """Put a session away."""


class Identity:
    """Changes who somebody is; other servers hear of it by the bus."""

    def __init__(self, tables: Tables, services: Services) -> None:
        self._tables, self._services, self._own = tables, services, secrets.token_urlsafe(6)
        #: called with who it was, and who it is now, for what is in memory elsewhere
        self._listeners: list[Callable[[str, str], object]] = []
        self._services.bus.on(_TOPIC, self._hear)
        self._services.bus.on(_SHUT, self._hear_shut)

    def listen(self, listener: Callable[[str, str], object]) -> None:
        """Tell a listener from now on."""
        self._listeners.append(listener)

    async def adopt(self, old: str, new: str) -> None:
        """Let all that is a guest's be that of an account. Raises StorageError."""
        if old and old != new:
            await self._tell(old, new)
            await self._services.storage.run(lambda store: traces.adopt(store, old, new))
            await self._services.post.renew(new)
            await self._services.measures.changed()

    async def erase(self, guest: str, account: str) -> None:
        """Let nothing be left of somebody but their games. Games that go on are given up. Raises StorageError."""
        if not guest:
            return
        bots = await self._services.storage.run(lambda store: traces.bots_of(store, guest))
        for one in (guest, *bots):
            await self._give_up(one)
            await self._tell(one, "")
        await self._services.storage.run(lambda store: traces.erase(store, guest, account))

    async def part(self, guest: str) -> None:
        """Let all pages of somebody come anew: they may not be signed in any more."""
        await self._tell(guest, guest)

    async def shut(self, table: str) -> None:
        """Let nobody look at a table any more, which a moderator has closed."""
        await self._services.bus.publish(_SHUT, table.encode())

    def _hear_shut(self, data: bytes) -> None:
        self._services.happenings.begin(self._tables.shut(data.decode()))

    async def _give_up(self, guest: str) -> None:
        tables = await self._services.storage.run(lambda store: traces.tables_of(store, guest))
        for table in tables[:_MOST_GIVEN_UP]:
            party = await self._services.storage.run(partial(_party_of, table))
            if party is None or not party.seat_of(guest) or party.outcome is not None:
                continue
            try:  # who is about to leave sits there yet: the game is opened where it is not
                session = await self._tables.find(table)
                if isinstance(session, SharedSession):
                    await session.become(guest, "")
            except ApiError as error:  # another server has it, which hears of it; or it is lost
                _log.info("table %s: %s", table, error)

    async def _tell(self, old: str, new: str) -> None:
        await self._change(old, new)
        await self._services.bus.publish(_TOPIC, msgspec.json.encode(_Notice(old, new, self._own)))

    def _hear(self, data: bytes) -> None:
        notice = msgspec.json.decode(data, type=_Notice)
        if notice.by != self._own:
            self._services.happenings.begin(self._change(notice.old, notice.new))

    async def _change(self, old: str, new: str) -> None:
        """Change who is at the tables that are open here."""
        for task in self._tables.opened_tasks():
            if task.done():
                await self._change_at(task, old, new)
            else:  # nobody waits until it is open
                self._services.happenings.begin(self._change_at(task, old, new))
        for listener in self._listeners:
            listener(old, new)

    async def _change_at(self, task: asyncio.Task[Session], old: str, new: str) -> None:
        try:
            session = await asyncio.shield(task)
            if isinstance(session, SharedSession):
                await session.become(old, new)
        except ApiError as error:
            _log.info("who is at a table: %s", error)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise


def _party_of(table: str, store: Storage) -> Party | None:
    return traces.party_of(store, table)
