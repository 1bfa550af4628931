"""What makes room where as many sessions are stored as may be, or the disk is nearly full."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from ludens.web.async_storage import AsyncStorage
from ludens.web.limits import Limits
from ludens.web.storage import Forgotten, Storage, StorageError

_log = logging.getLogger("ludens.web")
_HOUR = 3600.0
_DAY = 24 * _HOUR


class Room:
    """Deletes sessions that nobody wants any more, the least wanted first, and no more than need be."""

    def __init__(self, storage: AsyncStorage, limits: Limits) -> None:
        self._storage, self._most = storage, limits.stored_tables
        self._stages: list[tuple[Forgotten, float]] = [
            ("unplayed", _HOUR),
            ("strangers", limits.strangers_days * _DAY),
            ("strangers", min(limits.strangers_days * _DAY, _HOUR)),
            ("all", limits.kept_days * _DAY),
        ]

    async def make(self, spared: Sequence[str], own: Sequence[str]) -> str | None:
        """Make room where there is none; why there is none even then.

        Sessions that are `spared` stay. The descriptions with the keys `own` are no stranger's. Raises StorageError.
        """
        if await self._shortage() is None:
            return None
        deleted = 0
        for kind, seconds in self._stages:
            deleted += await self._storage.run(partial(_forget, kind, seconds, spared, own))
            shortage = await self._shortage()
            if shortage is None:
                break
        if deleted:
            _log.warning("games deleted to make room, as nobody had touched them for long: %d", deleted)
        return shortage

    async def _shortage(self) -> str | None:
        return await self._storage.run(lambda database: database.shortage(self._most))


def _forget(kind: Forgotten, seconds: float, spared: Sequence[str], own: Sequence[str], database: Storage) -> int:
    try:
        return database.forget(kind, seconds, spared, own)
    except StorageError as error:  # on a full disk even deleting may fail; what is needed less may still go
        _log.error("games cannot be deleted: %s", error)
        return 0
