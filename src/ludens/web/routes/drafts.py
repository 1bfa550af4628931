"""Drafts in files of the server's owner, where there is a folder for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.drafts import DraftFolder
from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.routes.answers import answer, read_body
from ludens.web.routes.tables import checked_text
from ludens.web.schemas.design import DraftFiles, SaveDraft
from ludens.words import say


class DraftRoutes:
    """Lists, reads and writes them."""

    def __init__(self, lobby: Lobby, folder: Path | None) -> None:
        self.limits = lobby.limits
        self._folder = None if folder is None else DraftFolder(folder, self.limits.description_size)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/drafts", self.list),
            Route("/api/drafts", self.save, methods=["POST"]),
            Route("/api/drafts/{name}", self.read),
        ]

    async def list(self, request: Request) -> Response:
        if self._folder is None:
            return answer(DraftFiles(folder=None, files=[]))
        return answer(DraftFiles(str(self._folder.folder), await asyncio.to_thread(self._folder.names)))

    async def read(self, request: Request) -> Response:
        return answer(await asyncio.to_thread(self._there().read, request.path_params["name"]))

    async def save(self, request: Request) -> Response:
        body = await read_body(request, SaveDraft, self.limits)
        text = checked_text(body.text, self.limits)
        return answer(await asyncio.to_thread(self._there().write, body.name, text, body.stamp))

    def _there(self) -> DraftFolder:
        if self._folder is None:
            raise ApiError("unknown", say("this server keeps no drafts: they are kept in your browser"), 404)
        return self._folder
