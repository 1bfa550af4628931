"""What is told of the library and the language."""

from __future__ import annotations

import asyncio
import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.library import shelves
from ludens.native import sources_key
from ludens.stage.cache import read_cache, write_cache
from ludens.web import prebuilt, seats
from ludens.web.catalogue import agents_of, board_picture, catalogue, shelf
from ludens.web.errors import invalid_description
from ludens.web.lobby import Lobby
from ludens.web.routes.answers import answer, lasting_answer, tagged
from ludens.web.schemas.base import MAX_LABEL
from ludens.web.schemas.http import Agents, Catalogue, Picture, Shelf, Source
from ludens.web.sources import GameSource, library_source
from ludens.web.workers.thread_pool import ThreadPool

_SVG = "image/svg+xml"
#: how long a picture of the library is waited for
_PICTURE_SECONDS = 2.0


class LibraryRoutes:
    """Reads the library in a thread of its own, and keeps what it found.

    What is wrong with the owner's files is told where nobody else may connect (`alone`).
    """

    def __init__(self, lobby: Lobby, alone: bool) -> None:
        self.alone = alone
        self.services, self.limits = lobby.services, lobby.limits
        self._pool = ThreadPool("library", 1)
        self._pictures: dict[str, asyncio.Task[bytes]] = {}
        self._agents: dict[str, Agents] = {}
        self._catalogue: dict[int, asyncio.Task[Catalogue]] = {}

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/games", self.games),
            Route("/api/shelf", self.shelf),
            Route("/api/games/{name}/picture.svg", self.picture),
            Route("/api/games/{name}/source", self.source),
            Route("/api/agents", self.agents),
        ]

    async def games(self, request: Request) -> Response:
        stamp = shelves.stamp()
        if stamp not in self._catalogue:
            self._catalogue = {stamp: asyncio.create_task(self._pool.run(catalogue, None))}
        return lasting_answer(request, await asyncio.shield(self._catalogue[stamp]))

    async def shelf(self, request: Request) -> Response:
        return answer(await self._pool.run(shelf, None) if self.alone else Shelf(folders=[]))

    async def source(self, request: Request) -> Response:
        return answer(Source(text=library_source(request.path_params["name"]).text))

    async def agents(self, request: Request) -> Response:
        name = request.query_params.get("game")
        if name is None:
            return answer(Agents(agents=seats.agent_infos()))
        source = library_source(name[:MAX_LABEL])
        if source.key not in self._agents:
            self._agents[source.key] = await self._pool.run(lambda: agents_of(source), self.limits.engine_seconds)
        return answer(self._agents[source.key])

    async def picture(self, request: Request) -> Response:
        source = library_source(request.path_params["name"])
        if (shipped := prebuilt.picture(source.name, source.text)) is not None:
            return tagged(request, *shipped, _SVG)
        key = hashlib.sha256(f"picture\n{sources_key()}\n{source.text}".encode()).hexdigest()
        drawn = await self._pool.run(lambda: read_cache(key), self.limits.engine_seconds)
        drawn = drawn or await self._draw(key, source)
        if drawn is not None:
            return tagged(request, drawn, key[:32], _SVG)
        board = await self._pool.run(lambda: board_picture(source), self.limits.engine_seconds)
        return Response(board, media_type=_SVG)

    async def _draw(self, key: str, source: GameSource) -> bytes | None:
        """The picture of a game; None while the game is being compiled for its pieces. Raises ApiError."""
        if key not in self._pictures:
            self._pictures[key] = asyncio.create_task(self._drawn(key, source.name))
        task = self._pictures[key]
        await asyncio.wait([task], timeout=_PICTURE_SECONDS)
        return task.result() if task.done() else None

    async def _drawn(self, key: str, name: str) -> bytes:
        """Draw the picture of a library game, and keep it. Raises ApiError."""
        try:
            picture = await self.services.renderers.run(Picture, "picture", name, (), self.limits.library_seconds)
        finally:
            self._pictures.pop(key).add_done_callback(lambda task: task.cancelled() or task.exception())
        if not isinstance(picture.svg, str):
            raise invalid_description(picture.errors or [])
        drawn = picture.svg.encode()
        write_cache(key, drawn)
        return drawn
