"""Tournaments over HTTP; people come with their cookie, bots with their token."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.lobby import Lobby
from ludens.web.people.keys import give, guest_of, introduce, name_of
from ludens.web.routes.answers import answer, read_body
from ludens.web.routes.callers import bearer, has_token
from ludens.web.routes.tables import checked_text
from ludens.web.schemas.bots import Fine
from ludens.web.schemas.http import TournamentCreated
from ludens.web.schemas.tournaments import JoinTournament, NewTournament, Tournaments
from ludens.web.tournaments.manager import Manager
from ludens.web.visitors import address_of


class TournamentRoutes:
    """Opens tournaments, lets people and bots take part, tells how all stand."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors
        self.manager = Manager(lobby)
        lobby.identity.listen(self.manager.exchange)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tournaments", self.create, methods=["POST"]),
            Route("/api/tournaments", self.listed),
            Route("/api/tournaments/{id}", self.info),
            Route("/api/tournaments/{id}/join", self.join, methods=["POST"]),
            Route("/api/tournaments/{id}/leave", self.leave, methods=["POST"]),
            Route("/api/tournaments/{id}/start", self.start, methods=["POST"]),
        ]

    async def _guest(self, request: Request, scope: str = "") -> tuple[str, str, str | None]:
        """Who asks, what they are called, and the secret that their browser is to keep from now on. Raises ApiError."""
        if not has_token(request):
            guest, secret = introduce(request) if scope else (guest_of(request), None)
            return guest, name_of(request, ""), secret
        bot = await bearer(self.lobby.accounts, request, scope)
        return bot.guest, bot.name, None

    async def create(self, request: Request) -> Response:
        body = await read_body(request, NewTournament, self.limits)
        if body.text is not None:
            checked_text(body.text, self.limits)
        address = address_of(request.scope)
        self.visitors.check_table(address)
        guest, _, secret = await self._guest(request, "tournament:write")
        with self.visitors.description(address):
            id_ = await self.manager.create(guest, body)
        return give(answer(TournamentCreated(id_), 201), secret, request.scope)

    async def listed(self, request: Request) -> Response:
        return answer(Tournaments(await self.manager.listed()))

    async def info(self, request: Request) -> Response:
        guest, _, _ = await self._guest(request)
        return answer(await self.manager.info(request.path_params["id"], guest))

    async def join(self, request: Request) -> Response:
        body = await read_body(request, JoinTournament, self.limits)
        guest, name, secret = await self._guest(request, "tournament:write")
        await self.manager.join(request.path_params["id"], guest, name or body.name)
        return give(answer(Fine()), secret, request.scope)

    async def leave(self, request: Request) -> Response:
        await read_body(request, JoinTournament, self.limits)
        guest, _, _ = await self._guest(request)
        await self.manager.leave(request.path_params["id"], guest)
        return answer(Fine())

    async def start(self, request: Request) -> Response:
        await read_body(request, JoinTournament, self.limits)
        guest, _, _ = await self._guest(request)
        await self.manager.start(request.path_params["id"], guest)
        return answer(Fine())
