"""The bots that a server knows: a name, who made it, what its token lets it do. Tokens are stored nowhere."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from ludens.web.async_storage import AsyncStorage
from ludens.web.errors import ApiError
from ludens.web.people.keys import BOT, digest
from ludens.web.storage import Storage
from ludens.words import say

Scope = Literal["bot:play", "challenge:read", "challenge:write", "tournament:write"]
SCOPES: Final[tuple[str, ...]] = get_args(Scope)
#: before each token, so that people, and what looks for secrets in files, know one
PREFIX: Final = "ludens_"
#: bots of one person, and of a server
_MOST_OWN, _MOST = 20, 10_000
_SIZE: Final = 32
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,23}\Z")
_TOKEN: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{40,50}}\Z")


@dataclass(frozen=True)
class Bot:
    """A bot; its id is its name in small letters."""

    id: str
    name: str
    owner: str
    scopes: frozenset[str]
    created: float

    @property
    def guest(self) -> str:
        """What tables know it by."""
        return BOT + self.id


class Accounts:
    """The bots of a server."""

    def __init__(self, storage: AsyncStorage) -> None:
        self._storage = storage

    async def create(self, name: str, owner: str, scopes: Collection[str]) -> tuple[Bot, str]:
        """A new bot, and its token, which nobody can be told again. Raises ApiError."""
        if not _NAME.match(name):
            raise ApiError("malformed", say("name: a bot's name has 2 to 24 letters of English, digits, _ and -"))
        if unknown := set(scopes) - set(SCOPES):
            raise ApiError("malformed", f"scopes: there is no {min(unknown)!r}, only {', '.join(SCOPES)}")
        token = PREFIX + secrets.token_urlsafe(_SIZE)
        bot = Bot(name.lower(), name, owner, frozenset(scopes), time.time())

        def add(database: Storage) -> None:
            if database.query("SELECT 1 FROM bots WHERE id = :id", {"id": bot.id}):
                raise ApiError("illegal", say("there is a bot called {0} already", name), 409)
            ((own, every),) = database.query(
                "SELECT coalesce(sum(CASE WHEN owner = :owner THEN 1 ELSE 0 END), 0), count(*) FROM bots",
                {"owner": owner},
            )
            if own >= _MOST_OWN or every >= _MOST:
                raise ApiError(
                    "limit", say("at most {0} bots of one person, and {1} of all, are here", _MOST_OWN, _MOST), 422
                )
            row = {"id": bot.id, "name": name, "owner": owner, "digest": digest(token), "created": bot.created}
            text = "INSERT INTO bots (id, name, owner, digest, scopes, created)"
            values = "VALUES (:id, :name, :owner, :digest, :scopes, :created)"
            database.execute((f"{text} {values}", row | {"scopes": json.dumps(sorted(bot.scopes))}))

        await self._storage.run(add)
        return bot, token

    async def bearer(self, token: str) -> Bot | None:
        """The bot of a token; None for one that is none."""
        if not _TOKEN.match(token):
            return None
        return await self._one("digest = :value", digest(token))

    async def called(self, name: str) -> Bot | None:
        """The bot of this name, in small letters or not."""
        return await self._one("id = :value", name.lower())

    async def of(self, owner: str) -> list[Bot]:
        """The bots that somebody made."""
        return await self._some("owner = :value", owner) if owner else []

    async def own(self, name: str, owner: str) -> Bot:
        """A bot of somebody's own. Raises ApiError."""
        bot = await self.called(name)
        if bot is None or not owner or bot.owner != owner:
            raise ApiError("unknown", say("you have no bot of this name"), 404)
        return bot

    async def _one(self, condition: str, value: str) -> Bot | None:
        return next(iter(await self._some(condition, value)), None)

    async def _some(self, condition: str, value: str) -> list[Bot]:
        text = f"SELECT id, name, owner, scopes, created FROM bots WHERE {condition} ORDER BY id"
        return [_bot(*row) for row in await self._storage.run(lambda database: database.query(text, {"value": value}))]


def _bot(id_: str, name: str, owner: str, scopes: str, created: Any) -> Bot:
    return Bot(id_, name, owner, frozenset(json.loads(scopes)), float(created))
