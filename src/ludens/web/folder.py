"""The data folder has one owner: a second server that writes to the same games would lose some of them.

The lock is the kernel's (`flock`), so that it ends with the process however that ends. Who holds it stands in the file.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
from pathlib import Path

_FILE = "server.lock"


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
        self._file = os.open(folder / _FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self._lock(folder)
            self._sign()
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self, folder: Path) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUse(folder, _holder(os.pread(self._file, 4096, 0))) from None

    def _sign(self) -> None:
        """Write who holds the lock. That is for people: a disk without room for it does not matter."""
        since = time.strftime("%Y-%m-%d %H:%M:%S %z")
        told = json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "since": since})
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, told.encode() + b"\n", 0)
        except OSError:
            return

    def release(self) -> None:
        """Let others have the folder; more than once is harmless."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _holder(signed: bytes) -> str:
    """Who signed a lock, in words."""
    try:
        told = json.loads(signed)
        return f"another server: process {told['pid']} on {told['host']}, since {told['since']}"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "another server"
