"""What the editor asks about a description."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.lobby import Lobby
from ludens.web.routes.answers import answer, read_body, while_wanted
from ludens.web.routes.tables import checked_text
from ludens.web.schemas.http import CheckReport, DescriptionText, Picture
from ludens.web.visitors import address_of
from ludens.web.workers.jobs import JobName

S = TypeVar("S", bound=Struct)


class EditorRoutes:
    """Checks and draws descriptions, in a process for those of strangers."""

    def __init__(self, lobby: Lobby) -> None:
        self.compilers, self.limits, self.visitors = lobby.services.compilers, lobby.limits, lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/check", self.check, methods=["POST"]),
            Route("/api/preview", self.preview, methods=["POST"]),
        ]

    async def check(self, request: Request) -> Response:
        return answer(await self._run(request, CheckReport, "check"))

    async def preview(self, request: Request) -> Response:
        return answer(await self._run(request, Picture, "preview"))

    async def _run(self, request: Request, kind: type[S], job: JobName) -> S:
        asked = await read_body(request, DescriptionText, self.limits)
        text = checked_text(asked.text, self.limits)
        with self.visitors.description(address_of(request.scope)):
            return await while_wanted(request, self.compilers.run(kind, job, text, asked.options or ()))
