"""Running the server: its socket, its address, its end."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ludens.web.app import make_app
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.middleware import is_loopback
from ludens.web.sources import GameSource

_NEARBY = 50


class PortInUse(Exception):
    """The port is taken; `free` is the next one that is not, None where there is none nearby."""

    def __init__(self, port: int, free: int | None) -> None:
        super().__init__(f"port {port} is in use")
        self.port, self.free = port, free


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises PortInUse, OSError."""
    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise PortInUse(port, _free(host, port + 1)) from None


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(1024)
    except BaseException:
        made.close()
        raise
    return made


def _free(host: str, first: int) -> int | None:
    for port in range(first, min(first + _NEARBY, 1 << 16)):
        try:
            _bound(host, port).close()
        except OSError:
            continue
        return port
    return None


def address_of(listening: socket.socket) -> str:
    """The address that a browser on this machine opens."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


async def run(
    listening: socket.socket,
    limits: Limits,
    data: Path | None,
    *,
    source: GameSource | None = None,
    options: tuple[str, ...] = (),
    ready: Callable[[str], object] = lambda _: None,
) -> None:
    """Serve until the process is told to stop. `ready` gets the address of the page, or of the session of `source`."""
    loopback = is_loopback(listening.getsockname()[0])
    app = make_app(limits, data, loopback=loopback)
    server = uvicorn.Server(config(app, limits, loopback=loopback))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        try:
            ready(address_of(listening) + await _first(app.state.lobby, source, options))
        except BaseException:
            server.should_exit = True
            await serving
            raise
    await serving


def config(app: Starlette, limits: Limits, *, loopback: bool = True) -> uvicorn.Config:
    """How uvicorn serves the application; nothing is compressed on the loopback, as that takes longer than sending."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=not loopback,
        ws_max_size=4 * limits.frame_size,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=2,
        limit_concurrency=4 * limits.pages,
        lifespan="on",
    )


async def _first(lobby: Lobby, source: GameSource | None, options: tuple[str, ...]) -> str:
    """The path of the page to begin with."""
    if source is None:
        return ""
    lobby.services.games.trust(source)
    return f"table/{await lobby.create(source, options, None, None)}"
