"""Who may not speak, or not come any more, which tables are closed, and who has blocked whom: all of it in memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import Final

from ludens.web.async_storage import AsyncStorage
from ludens.web.errors import ApiError
from ludens.web.nodes.bus import Bus
from ludens.web.storage import Storage, StorageError
from ludens.words import say

_log = logging.getLogger("ludens.web")
_TOPIC: Final = "measures"
MUTE, CLOSE, TABLE = "mute", "close", "table"
#: for ever, as far as anybody here is concerned
FOREVER: Final = 1e11
#: people whom one person blocks
MOST_BLOCKS: Final = 200


class Measures:
    """What all tables have to know, at once; servers tell each other that something has changed."""

    def __init__(self, storage: AsyncStorage, bus: Bus, *, is_on: bool) -> None:
        self._storage, self._bus, self.is_on = storage, bus, is_on
        self._until: dict[tuple[str, str], float] = {}
        self._blocks: dict[str, set[str]] = {}
        self._reading: asyncio.Task[None] | None = None
        #: what this server says where something has changed, which it has read itself
        self._own = secrets.token_urlsafe(6).encode()
        bus.on(_TOPIC, self._hear)

    def _hear(self, by: bytes) -> None:
        if by != self._own:
            self._reading = asyncio.ensure_future(self.load())

    async def load(self) -> None:
        """Read all of it again."""
        if not self.is_on:
            return
        try:
            until, blocks = await self._storage.run(_read)
        except StorageError as error:
            _log.error("what moderators have decided cannot be read: %s", error)
            return
        self._until, self._blocks = until, blocks

    async def changed(self) -> None:
        """Something was written: read it here, and let the other servers do so."""
        await self.load()
        await self._bus.publish(_TOPIC, self._own)

    # --- asking

    def _lasts(self, kind: str, subject: str) -> float:
        """Until when a measure lasts; 0 where there is none."""
        until = self._until.get((kind, subject), 0.0)
        return until if until > time.time() else 0.0

    def is_closed(self, guest: str) -> bool:
        """Whether a moderator has closed the account of a person."""
        return self._lasts(CLOSE, guest) > 0

    def is_muted(self, guest: str) -> bool:
        return self._lasts(MUTE, guest) > 0

    def is_table_closed(self, table: str) -> bool:
        return self._lasts(TABLE, table) > 0

    def check_speaks(self, guest: str) -> None:
        """Whether somebody may say something. Raises ApiError."""
        if self.is_muted(guest):
            raise ApiError("forbidden", say("a moderator has muted you for a while"), 403)

    def has_blocked_any(self, guest: str) -> bool:
        return guest in self._blocks

    def has_blocked(self, guest: str, other: str) -> bool:
        """Whether somebody does not want to meet another."""
        return other in self._blocks.get(guest, ())


def _read(store: Storage) -> tuple[dict[tuple[str, str], float], dict[str, set[str]]]:
    store.execute(("DELETE FROM measures WHERE until < :now", {"now": time.time()}))
    rows = store.query("SELECT kind, subject, until FROM measures")
    until = {(kind, subject): float(one) for kind, subject, one in rows}
    blocks: dict[str, set[str]] = {}
    for person, blocked in store.query("SELECT person, blocked FROM blocks"):
        blocks.setdefault(person, set()).add(blocked)
    return until, blocks
