"""The data folder has one owner: a second server that writes to the same games would lose some of them.

The lock is the system's, so that it ends with the process however that ends. Who holds it stands in a file beside it.
"""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

_LOCK, _HOLDER = "server.lock", "server.json"


class FolderInUse(Exception):
    """Another server has the folder; the message says which."""

    def __init__(self, folder: Path, holder: str) -> None:
        super().__init__(f"the games in {folder} are in use by {holder}")
        self.folder, self.holder = folder, holder


class FolderLock:
    """The folder is this server's until `release`, or until the process ends."""

    def __init__(self, folder: Path) -> None:
        """The folder is made if there is none. Raises FolderInUse, OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / _LOCK, mode=0o600, blocking=False, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise FolderInUse(folder, _holder(folder / _HOLDER)) from None
        self._sign(folder / _HOLDER)

    def _sign(self, place: Path) -> None:
        """Write who holds the lock. That is for people: a disk without room for it does not matter."""
        since = time.strftime("%Y-%m-%d %H:%M:%S %z")
        holder = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
        with suppress(OSError):
            place.write_text(json.dumps(holder) + "\n", encoding="utf-8")

    def release(self) -> None:
        """Let others have the folder; more than once is harmless."""
        self._lock.release()


def _holder(place: Path) -> str:
    """Who signed a lock, in words."""
    try:
        holder = json.loads(place.read_text(encoding="utf-8"))
        return f"another server: process {holder['pid']} on {holder['host']}, since {holder['since']}"
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return "another server"
