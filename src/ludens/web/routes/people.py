"""Coming to a table of several people: with the secret of a link, which no address and no log holds."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.people.keys import give, guest_of, introduce, name_of
from ludens.web.routes.answers import answer, read_body
from ludens.web.routes.tables import find_any
from ludens.web.schemas.people import Challenges, Invited, Seated, Sit
from ludens.web.session.shared import SharedSession
from ludens.words import say


class PeopleRoutes:
    """Says what a link leads to, lets people sit down, and where it is public lists the seats that anybody may take."""

    def __init__(self, lobby: Lobby, *, is_public: bool) -> None:
        self.lobby, self.limits, self.is_public = lobby, lobby.limits, is_public

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{table}/invitation", self.invitation, methods=["POST"]),
            Route("/api/challenges", self.challenges),
            Route("/api/tables/{table}/sit", self.sit, methods=["POST"]),
        ]

    async def challenges(self, request: Request) -> Response:
        return answer(Challenges(self.is_public, await self.lobby.challenges() if self.is_public else []))

    async def invitation(self, request: Request) -> Response:
        body = await read_body(request, Invited, self.limits)
        session = await self._find(request)
        return answer(await session.invitation(guest_of(request), body.key))

    async def sit(self, request: Request) -> Response:
        body = await read_body(request, Sit, self.limits)
        session = await self._find(request)
        guest, secret = introduce(request)
        seat = await session.sit(guest, body.key, name_of(request, body.name))
        return give(answer(Seated(seat=seat)), secret, request.scope)

    async def _find(self, request: Request) -> SharedSession:
        session = await find_any(self.lobby, request.path_params["table"])
        if not isinstance(session, SharedSession):
            raise ApiError("illegal", say("this table is open to whoever has its address"))
        return session
