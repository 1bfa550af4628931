"""Why a move is legal, or is not, what ended a game, and what a move does; with the text that says so."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.lobby import Lobby
from ludens.web.people.keys import guest_of
from ludens.web.routes.answers import answer, read_body, while_wanted
from ludens.web.routes.tables import find
from ludens.web.schemas.http import Source
from ludens.web.schemas.reasons import AskSteps, AskWhy
from ludens.web.visitors import address_of


class WhyRoutes:
    """Asks the rules of a game in play, beside whatever is being played."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{table}/why", self.why, methods=["POST"]),
            Route("/api/tables/{table}/steps", self.steps, methods=["POST"]),
            Route("/api/tables/{table}/source", self.source),
        ]

    async def why(self, request: Request) -> Response:
        body = await read_body(request, AskWhy, self.limits)
        session = await find(self.lobby, request.path_params["table"], guest_of(request))
        with self.visitors.description(address_of(request.scope)):
            return answer(await while_wanted(request, session.why(body, guest_of(request))))

    async def steps(self, request: Request) -> Response:
        body = await read_body(request, AskSteps, self.limits)
        session = await find(self.lobby, request.path_params["table"], guest_of(request))
        with self.visitors.description(address_of(request.scope)):
            return answer(await while_wanted(request, session.steps(body, guest_of(request))))

    async def source(self, request: Request) -> Response:
        session = await find(self.lobby, request.path_params["table"], guest_of(request))
        return answer(Source(text=session.state.source.text))
