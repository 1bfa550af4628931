"""What balancers and Prometheus ask: whether the server is there, whether it is ready, and what it counts."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.meters import Meters
from ludens.web.middleware import PROBES
from ludens.web.storage import Storage, StorageError

_SECONDS: Final = 2.0


class HealthRoutes:
    """The server as those see it who keep it running."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.meters = lobby, lobby.services.meters
        _measure(lobby, self.meters)

    def routes(self) -> list[BaseRoute]:
        health, ready, metrics = PROBES
        return [Route(health, self.health), Route(ready, self.ready), Route(metrics, self.metrics)]

    async def health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """Whether visitors should come here: the database answers, and the server is not about to end."""
        services = self.lobby.services
        try:
            await asyncio.wait_for(services.storage.run(Storage.touch), _SECONDS)
        except (StorageError, TimeoutError):
            return PlainTextResponse("the database does not answer\n", 503)
        if self.lobby.is_closing or (services.node is not None and not services.node.is_alive):
            return PlainTextResponse("not now\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        host = request.client.host if request.client is not None else ""
        if not self.meters.is_on or not _is_near(host):
            raise ApiError("unknown", "there is no such page", 404)
        return Response(self.meters.text(), media_type="text/plain; version=0.0.4")


def _is_near(host: str) -> bool:
    """Whether an address is of this machine, or of a network that is nobody else's."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _measure(lobby: Lobby, meters: Meters) -> None:
    meters.gauge("tables_open", "tables that are open here", lobby.count_open)
    meters.gauge("pages", "pages that look at tables here", lambda: lobby.num_connections)
    meters.gauge("deadlines", "clocks that run here", lambda: len(lobby.services.deadlines))
    if (node := lobby.services.node) is not None:
        meters.gauge("nodes", "servers on the database", lambda: len(node.peers))
