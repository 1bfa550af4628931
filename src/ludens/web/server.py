"""Running the server: its socket, its address, its end."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from ludens.system.resources import most_files
from ludens.web.app import make_app
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.middleware import is_loopback
from ludens.web.sockets import Network, ServerConfig, Sockets
from ludens.web.sources import GameSource

_NEARBY = 50
_BACKLOG = 128
#: descriptors for files, pipes to other processes, and sockets that are about to be refused
_OTHER_DESCRIPTORS = 2 * _BACKLOG


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


def node_address(listening: socket.socket) -> str:
    """Where other servers reach this one, as far as it knows itself."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        try:
            host = socket.gethostbyname(socket.gethostname())
        except OSError:
            host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


async def run(
    listening: socket.socket,
    limits: Limits,
    data: Path | None,
    *,
    source: GameSource | None = None,
    options: tuple[str, ...] = (),
    proxies: Sequence[Network] = (),
    names: Sequence[str] = (),
    drafts: Path | None = None,
    is_public: bool = False,
    hosting: Hosting | None = None,
    ready: Callable[[str], object] = lambda _: None,
) -> None:
    """Serve until the process is told to stop. `ready` gets the address of the page, or of the session of `source`.

    `proxies` are believed for whom they speak; `names` are those that the server answers to; in `drafts` the page saves
    what is written on it; where it is public it has a lobby; `hosting` says on what else it stands. Raises FolderInUse,
    StorageError.
    """
    loopback = is_loopback(listening.getsockname()[0])
    if hosting is not None and not hosting.address:
        hosting = dataclasses.replace(hosting, address=node_address(listening))
    app = make_app(limits, data, loopback=loopback, names=names, drafts=drafts, is_public=is_public, hosting=hosting)
    server = _Server(config(app, limits, loopback=loopback, proxies=proxies), app.state.lobby)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        try:
            ready(address_of(listening) + await _first(app.state.lobby, source, options))
            app.state.lobby.services.staff.starter.start()  # what the first draft or game of a stranger would wait for
        except BaseException:
            server.should_exit = True
            await serving
            raise
    await serving
    if app.state.failure is not None:
        raise app.state.failure


class _Server(uvicorn.Server):
    """Ends at once what it computes when it is told to end; then it ends itself."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby) -> None:
        super().__init__(config)
        self._lobby, self._loop = lobby, asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._lobby.halt)


def config(app: Starlette, limits: Limits, *, loopback: bool = True, proxies: Sequence[Network] = ()) -> uvicorn.Config:
    """How uvicorn serves the application; nothing is compressed on the loopback, as that takes longer than sending."""
    sockets = Sockets(limits, most_files(limits.sockets, _OTHER_DESCRIPTORS), proxies)
    if (node := app.state.lobby.services.node) is not None:
        sockets.peers = lambda: {urlsplit(address).hostname or "" for address in node.peers.values()}
    return ServerConfig(
        app,
        sockets,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(one) for one in proxies],
        backlog=_BACKLOG,
        h11_max_incomplete_event_size=limits.header_size,
        ws_per_message_deflate=not loopback or bool(proxies),
        ws_max_size=4 * limits.frame_size,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=2,
        lifespan="on",
    )


async def _first(lobby: Lobby, source: GameSource | None, options: tuple[str, ...]) -> str:
    """The path of the page to begin with."""
    if source is None:
        return ""
    lobby.services.games.trust(source)
    return f"table/{await lobby.create(source, options, None, None)}"
