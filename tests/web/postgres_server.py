"""A real PostgreSQL for the tests, in a folder of its own; where none is installed, why not."""

from __future__ import annotations

import functools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_MISSING = "there is no PostgreSQL here: apt-get install postgresql"
#: what makes no promise to survive a power cut is faster
_FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"


@functools.cache
def _programs() -> Path | None:
    """The folder of its programs; Debian keeps them off the path."""
    place = shutil.which("initdb")
    if place is not None:
        return Path(place).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class Postgres:
    """A server that runs in a folder."""

    def __init__(self, folder: Path, port: int, run: list[str]) -> None:
        self.folder, self.port, self._run, self._count = folder, port, run, 0

    def call(self, program: str, *arguments: str, fail: bool = True) -> str:
        programs = _programs()
        assert programs is not None
        done = subprocess.run(
            [*self._run, str(programs / program), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder, timeout=120,
        )  # fmt: skip
        assert not fail or done.returncode == 0, done.stdout
        return done.stdout

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {_FAST}"
        arguments = ("-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", options)
        self.call("pg_ctl", *arguments, "start")

    def stop(self, how: str = "immediate") -> None:
        self.call("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop", fail=False)

    def database(self) -> str:
        """The address of a new, empty database."""
        self._count += 1
        name = f"test{self._count}"
        self.call("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ludens", name)
        return f"postgresql://ludens@127.0.0.1:{self.port}/{name}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A server until the end. Skips where there is none, or nobody but root to run it."""
    if _programs() is None:
        pytest.skip(_MISSING)
    with tempfile.TemporaryDirectory(prefix="ludens-pg-") as name, socket.socket() as free:
        folder, run = Path(name), list[str]()
        if os.getuid() == 0:  # which PostgreSQL refuses to be run by
            user = next((one for one in ("postgres", "nobody") if _has_user(one)), None)
            if user is None or shutil.which("runuser") is None:
                pytest.skip("PostgreSQL is not run by root, and there is no other user here")
            shutil.chown(folder, user)
            run = ["runuser", "-u", user, "--"]
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        server = Postgres(folder, port, run)
        server.call("initdb", "-D", str(folder / "data"), "-U", "ludens", "-A", "trust", "--no-sync", "-E", "UTF8")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _has_user(name: str) -> bool:
    import pwd  # which Windows has not

    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
