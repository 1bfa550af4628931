"""Challenges that stand while their host is away, of games by days: they are written, and every server lists them."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from typing import Final

import msgspec

from ludens.web.async_storage import AsyncStorage
from ludens.web.people.party import Party
from ludens.web.schemas.people import Challenge
from ludens.web.session.state import SessionState
from ludens.web.storage import Storage, StorageError

#: the kind of a job that only stands there, until its time comes and it is forgotten
KIND: Final = "standing"
_LASTS: Final = 30 * 86_400.0
_MOST: Final = 100


class _Listed(msgspec.Struct):
    """The challenges of a table, and the guest who made them, with whom they are forgotten."""

    guest: str
    challenges: list[Challenge]


class Standing:
    """What has been written last of a table's challenges; `challenges` gives them, `start` does work by and by."""

    def __init__(
        self,
        session: SessionState,
        party: Party,
        challenges: Callable[[], list[Challenge]],
        start: Callable[[Coroutine[object, object, None]], object],
    ) -> None:
        self._session, self._party, self._challenges, self._start = session, party, challenges, start
        self._written: list[Challenge] | None = None
        self._is_writing = False

    def update(self) -> None:
        """Write the challenges where they have changed."""
        is_needed = self._party.listed and self._party.rules.kind == "days" and not self._is_writing
        if is_needed and self._challenges() != self._written:
            self._is_writing = True
            self._start(self._write())

    async def _write(self) -> None:
        storage, id_, host = self._session.services.storage, self._session.id, self._party.host
        try:
            while (challenges := self._challenges()) != self._written:
                data = msgspec.json.encode(_Listed(host, challenges)).decode() if challenges else ""
                await storage.run(lambda store, data=data: _put(store, id_, data))  # type: ignore[misc]
                self._written = challenges
        except StorageError:  # the next change writes it
            pass
        finally:
            self._is_writing = False


def _put(store: Storage, table: str, data: str) -> None:
    now = time.time()
    values = {"key": f"{KIND}:{table}", "kind": KIND, "now": now, "due": now + _LASTS, "data": data}
    gone = ("DELETE FROM jobs WHERE key = :key OR (kind = :kind AND due < :now)", values)
    text = "INSERT INTO jobs (key, kind, due, data, tries, held) VALUES (:key, :kind, :due, :data, 0, 0)"
    store.execute(gone, *([(text, values)] if data else []))


async def standing(storage: AsyncStorage) -> list[Challenge]:
    """The challenges that stand, the newest first. Raises StorageError."""
    text = (
        "SELECT data FROM jobs WHERE kind = :kind AND due > :now AND substr(key, :first) IN (SELECT id FROM tables)"
        " ORDER BY due DESC LIMIT :most"
    )
    values = {"kind": KIND, "now": time.time(), "first": len(KIND) + 2, "most": _MOST}
    rows = await storage.run(lambda store: store.query(text, values))
    return [one for (data,) in rows for one in msgspec.json.decode(data, type=_Listed).challenges]
