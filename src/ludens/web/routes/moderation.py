"""Reports, blocks, and what moderators see and do."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.people.keys import guest_of, signed_in
from ludens.web.routes.answers import answer, read_body
from ludens.web.routes.tables import find
from ludens.web.schemas.accounts import Act, Block, NewReport, Unblock
from ludens.web.schemas.bots import Fine
from ludens.web.session.shared import SharedSession
from ludens.web.visitors import address_of
from ludens.words import say


class ModerationRoutes:
    """What people report, and what moderators do."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.moderation = lobby, lobby.limits, lobby.moderation

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/reports", self.report, methods=["POST"]),
            Route("/api/blocks", self.block, methods=["POST"]),
            Route("/api/blocks/remove", self.unblock, methods=["POST"]),
            Route("/api/moderation", self.queue),
            Route("/api/moderation/act", self.act, methods=["POST"]),
        ]

    async def report(self, request: Request) -> Response:
        body = await read_body(request, NewReport, self.limits)
        self.lobby.visitors.check_report(address_of(request.scope))
        await self.moderation.report(await self._table(request, body.table), guest_of(request), body)
        return answer(Fine())

    async def block(self, request: Request) -> Response:
        body = await read_body(request, Block, self.limits)
        self.lobby.visitors.check_report(address_of(request.scope))
        await self.moderation.block(await self._table(request, body.table), guest_of(request), body.person)
        return answer(Fine())

    async def unblock(self, request: Request) -> Response:
        body = await read_body(request, Unblock, self.limits)
        self.lobby.visitors.check_report(address_of(request.scope))
        await self.moderation.unblock(guest_of(request), body.person)
        return answer(Fine())

    async def queue(self, request: Request) -> Response:
        await self.moderation.check(signed_in(request))
        return answer(await self.moderation.queue())

    async def act(self, request: Request) -> Response:
        body = await read_body(request, Act, self.limits)
        await self.moderation.act(await self.moderation.check(signed_in(request)), body)
        return answer(Fine())

    async def _table(self, request: Request, table: str) -> SharedSession:
        session = await find(self.lobby, table, guest_of(request))
        if not isinstance(session, SharedSession):
            raise ApiError("illegal", say("this table is open to whoever has its address"))
        return session
