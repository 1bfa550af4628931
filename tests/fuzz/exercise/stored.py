"""What lies on disk between two runs: the cache of compiled games, the server's database."""

from __future__ import annotations

import functools
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fuzz.exercise.base import Notes, hold
from ludens import library
from ludens.game import compile_text
from ludens.web.salvage import begin_again
from ludens.web.storage import DamagedDatabase, Ply, Storage, StorageError, StoredSession

GAME = library.read("Tic-Tac-Toe")


def damaged(data: bytes, how: dict[str, Any]) -> bytes:
    """Bytes after what was done to them: `edits` are pairs of a place, as a share of the length, and bytes in hex."""
    changed = bytearray(data)
    for share, new in how.get("edits", ()):
        at = int(share * len(changed))
        put = bytes.fromhex(new)
        changed[at : at + len(put)] = put
    return bytes(changed[: int(how.get("cut", 1) * len(changed))])


# --- the cache


def cache(data: str, at: Notes) -> str:
    """Damage what the cache has of a game; the game has to be what it was."""
    with tempfile.TemporaryDirectory() as name, _cache_in(name):
        folder = Path(name)
        for place, content in cached().items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(damaged(content, json.loads(data)))
        at("load")
        hold(played(at) == expected(), "cache: a damaged cache changes no game")
    return "played"


@functools.cache
def cached() -> dict[str, bytes]:
    """What the cache has of the game."""
    with tempfile.TemporaryDirectory() as name, _cache_in(name):
        played(lambda step: None)
        files = [place for place in Path(name).rglob("*") if place.is_file()]
        hold(len(files) > 1, "cache: compiled games are kept")
        return {str(place.relative_to(name)): place.read_bytes() for place in files}


@functools.cache
def expected() -> list[Any]:
    return played(lambda step: None)


def played(at: Notes) -> list[Any]:
    """What a game of its own comes to: moves, and random games."""
    game = compile_text(GAME)
    at("start")
    state = game.start(seed=1)
    at("play")
    told = [str(state.play(state.legal_moves()[number])) for number in (4, 0, 2)]
    at("playouts")
    return [*told, *game.playouts(20, seed=1).lengths.tolist()]


@contextmanager
def _cache_in(name: str) -> Iterator[None]:
    before = os.environ.get("LUDENS_CACHE", "off")
    os.environ["LUDENS_CACHE"] = name
    try:
        yield
    finally:
        os.environ["LUDENS_CACHE"] = before


# --- the database


def database(data: str, at: Notes) -> str:
    """Damage a database, by bytes or by `sql`; what is left is read or refused, and a new game is saved."""
    how: dict[str, Any] = json.loads(data)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "tables.sqlite"
        place.write_bytes(damaged(saved(), how))
        at("sql")
        _run(place, how.get("sql", ()))
        at("open")
        try:
            store = _opened(place)
        except StorageError:
            return "refused"
        try:
            outcomes = {_load(store, session, at) for session in ("table 0", "table 1", "table 2", "nothing")}
            at("save")
            store.save(session := _session("new"))
            hold(store.load("new") == session, "saved: what is saved in a damaged database is read")
        except StorageError:
            return "refused"
        finally:
            store.close()
    return "refused" if "refused" in outcomes else "played"


def _opened(place: Path) -> Storage:
    try:
        return Storage(place)
    except DamagedDatabase as error:
        return begin_again(place, 1 << 30, error)


def _load(store: Storage, session: str, at: Notes) -> str:
    at("read")
    try:
        store.load(session)
        store.count()
    except StorageError:
        return "refused"
    return "played"


@functools.cache
def saved() -> bytes:
    """A database with a few games."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "tables.sqlite"
        store = Storage(place)
        for number in range(3):
            store.save(_session(f"table {number}"))
        store.close()
        return place.read_bytes()


def _session(name: str) -> StoredSession:
    plies = [Ply((n,), 40 - n, f"[Move {n}]", 1 + n % 2, f"A{n}", None, f"c:{n}") for n in range(30)]
    return StoredSession(
        name, "", f"key of {name}", GAME, ("A/b",), ("human", "uct:1s"), b"12345678", cursor=30, plies=plies
    )


def _run(place: Path, statements: list[str]) -> None:
    """Change rows as somebody with the SQLite shell might."""
    base = sqlite3.connect(place)
    try:
        for statement in statements:
            base.execute(statement)
        base.commit()
    except sqlite3.Error:
        pass
    finally:
        base.close()
