"""The database, in threads of its own: one for a file, several where a server of databases does the work."""

from __future__ import annotations

import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ludens.web.database import storage_errors
from ludens.web.folder import FolderLock
from ludens.web.meters import Meters
from ludens.web.salvage import begin_again
from ludens.web.storage import DamagedDatabase, Storage, StorageError
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
_SECONDS = 30.0
#: the most bytes of a database that is kept in memory
_IN_MEMORY = 256 << 20
#: how much is written at once where another machine does it
_THREADS = 8


class AsyncStorage:
    """The database at an address, or in a folder; where that cannot be used, or without one, all is kept in memory.

    `warning` says why nothing is saved, where that is not meant.
    """

    def __init__(self, folder: Path | None, max_size: int, address: str = "", meters: Meters | None = None) -> None:
        """The folder is this server's from now on. Raises FolderInUse, and StorageError for an address."""
        self.meters = meters or Meters()
        self._lock: FolderLock | None = None
        self.warning: str | None = None
        if address:
            self.database = _shared(address)
        elif folder is None:
            self.database = Storage(None, _IN_MEMORY)
        else:
            self.database = self._opened(folder, max_size)
        self._pool = ThreadPool("storage", _THREADS if self.database.database.is_shared else 1)

    def _opened(self, folder: Path, max_size: int) -> Storage:
        try:
            with storage_errors(folder):
                self._lock = FolderLock(folder)
            return _database(folder / "tables.sqlite", max_size)
        except StorageError as error:
            self.warning = f"Games are not being saved: {error}"
            _log.error("%s", self.warning)
            return Storage(None, min(max_size, _IN_MEMORY))

    async def run(self, call: Callable[[Storage], T]) -> T:
        """What a call of the database gives. Raises StorageError."""
        began, failed = time.perf_counter(), False
        try:
            return await self._pool.run(lambda: call(self.database), _SECONDS)
        except StorageError:
            failed = True
            raise
        except JobTimeout as error:
            failed = True
            raise StorageError(f"the database does not answer: {error}") from None
        finally:
            self.meters.stored(time.perf_counter() - began, failed=failed)

    async def close(self) -> None:
        with contextlib.suppress(StorageError):
            await self.run(Storage.close)
        self._pool.shutdown()
        if self._lock is not None:
            self._lock.release()


def _shared(address: str) -> Storage:
    """The database at an address, for one of several servers. Raises StorageError."""
    from ludens.web.postgres.database import PostgresDatabase  # late: most servers have a file

    return Storage(PostgresDatabase(address, _THREADS), node=secrets.token_urlsafe(9))


def _database(place: Path, max_size: int) -> Storage:
    """The database in a place, begun again where it is damaged. Raises StorageError."""
    try:
        return Storage(place, max_size)
    except DamagedDatabase as error:
        return begin_again(place, max_size, error)
