"""Pictures for the rules of a game in play."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.lobby import Lobby
from ludens.web.people.keys import guest_of
from ludens.web.routes.answers import answer, while_wanted
from ludens.web.routes.tables import find
from ludens.web.visitors import address_of


class RulesRoutes:
    """Draws the board and the moves of the pieces, beside whatever is being played."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.visitors = lobby, lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/tables/{table}/rules", self.rules)]

    async def rules(self, request: Request) -> Response:
        session = await find(self.lobby, request.path_params["table"], guest_of(request))
        with self.visitors.description(address_of(request.scope)):
            return answer(await while_wanted(request, session.illustrate()))
