"""Challenges to bots: who wants to play what with which one, until it accepts, declines, or nobody waits any more."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec import UNSET

from ludens.web.bots import shapes
from ludens.web.errors import ApiError
from ludens.web.people.clock import ClockRules
from ludens.web.people.keys import BOT, public_id
from ludens.web.schemas.bots import ChallengeInfo, Colour, Perf, User
from ludens.web.sources import GameSource
from ludens.words import say

#: seconds that a challenge stands
_LASTS: Final = 3600.0
#: challenges of one who challenges, of one who is challenged, and of all
_MOST_OWN, _MOST_EACH, _MOST = 50, 100, 10_000


@dataclass
class Challenge:
    """A challenge of a guest to a bot: to a game of its own, or to a seat of a table."""

    challenger: str
    name: str
    bot: str
    bot_name: str
    source: GameSource
    game: str
    options: tuple[str, ...]
    clock: ClockRules
    rated: bool
    color: Colour
    table: str = ""
    seat: int = 0
    address: str = ""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(6))
    made: float = field(default_factory=time.monotonic)

    def info(
        self,
        status: Literal["created", "canceled", "declined", "accepted"] = "created",
        *,
        viewer: str = "",
        reason: str = "",
        table: str = "",
    ) -> ChallengeInfo:
        """What those are told who take part."""
        variant = shapes.variant(self.game)
        title = "BOT" if self.challenger.startswith(BOT) else None
        return ChallengeInfo(
            id=self.id,
            url=f"/table/{table or self.table}" if table or self.table else "",
            status=status,
            challenger=User(public_id(self.challenger), self.name, title),
            dest_user=User(public_id(self.bot), self.bot_name, "BOT"),
            variant=variant,
            rated=self.rated,
            speed=shapes.speed(self.clock),
            time_control=shapes.time_control(self.clock),
            color=self.color,
            perf=Perf(self.game),
            direction=UNSET if not viewer else "in" if viewer == self.bot else "out",
            decline_reason=reason or UNSET,
            options=list(self.options),
            table=table or UNSET,
        )


class Challenges:
    """Those that stand; they are forgotten where the server ends."""

    def __init__(self) -> None:
        self._by_id: dict[str, Challenge] = {}

    def _open(self) -> list[Challenge]:
        now = time.monotonic()
        for old in [one.id for one in self._by_id.values() if now - one.made > _LASTS]:
            del self._by_id[old]
        return list(self._by_id.values())

    def add(self, challenge: Challenge) -> None:
        """Let a challenge stand. Raises ApiError."""
        standing = self._open()
        own = sum(one.challenger == challenge.challenger for one in standing)
        each = sum(one.bot == challenge.bot for one in standing)
        if own >= _MOST_OWN or each >= _MOST_EACH or len(standing) >= _MOST:
            raise ApiError("limit", say("there are too many challenges already: wait for answers"), 429)
        self._by_id[challenge.id] = challenge

    def of(self, guest: str) -> list[Challenge]:
        """Those that somebody made or got."""
        return [one for one in self._open() if guest and guest in (one.challenger, one.bot)]

    def take(self, id_: str, *, bot: str = "", challenger: str = "") -> Challenge:
        """The challenge of this id, made by or to somebody; it stands no more. Raises ApiError."""
        self._open()
        one = self._by_id.get(id_)
        if one is None or not ((bot and one.bot == bot) or (challenger and one.challenger == challenger)):
            raise ApiError("unknown", say("there is no such challenge any more"), 404)
        return self._by_id.pop(id_)

    def of_table(self, table: str) -> list[Challenge]:
        """Those to a seat of a table."""
        return [one for one in self._open() if one.table == table]
