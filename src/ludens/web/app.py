"""The server's addresses: the page, what it asks over HTTP, the WebSocket of a table. See docs/web.md."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens.native import sources_key
from ludens.stage.cache import read_cache, write_cache
from ludens.web import analysis, messages, vocabulary
from ludens.web.errors import ApiError
from ludens.web.games import GameSource, agents_of, board_picture, catalogue, library_text, wrong
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.middleware import SecurityMiddleware
from ludens.web.session import Connection, Session, error_text
from ludens.web.thread_pool import ThreadPool

STATIC = Path(__file__).parent / "static"
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*\Z")
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
#: how long a picture of the library is waited for
_PICTURE_SECONDS = 2.0
_log = logging.getLogger("ludens.web")


def make_app(limits: Limits | None = None, data: Path | None = None, *, loopback: bool = True) -> Starlette:
    """The server as an ASGI application. `data` is the folder of its database; None keeps games in memory."""
    limits = limits or Limits()
    lobby = Lobby(limits, data)
    handlers = Handlers(lobby)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lobby.begin()
        yield
        await lobby.close()

    pages = [Route(path, handlers.page) for path in ("/", "/table/{table}", "/design", "/library")]
    app = Starlette(
        routes=[
            *pages,
            Route("/static/{path:path}", handlers.static),
            Route("/favicon.ico", handlers.icon),
            Route("/api/games", handlers.games),
            Route("/api/games/{name}/picture.svg", handlers.picture),
            Route("/api/games/{name}/source", handlers.source),
            Route("/api/agents", handlers.agents),
            Route("/api/vocabulary", handlers.vocabulary),
            Route("/api/tables", handlers.create, methods=["POST"]),
            Route("/api/tables/open", handlers.open, methods=["POST"]),
            Route("/api/tables/{table}/trial", handlers.trial),
            Route("/api/check", handlers.check, methods=["POST"]),
            Route("/api/preview", handlers.preview, methods=["POST"]),
            WebSocketRoute("/ws/{table}", handlers.talk),
        ],
        middleware=[Middleware(SecurityMiddleware, loopback=loopback)],
        exception_handlers={ApiError: _refuse, HTTPException: _http_error, Exception: _crash},
        lifespan=lifespan,
    )
    app.state.lobby = lobby
    return app


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return JSONResponse({"error": error.as_json()}, error.status)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is no such page", 405: "this is not asked this way"}
    message = words.get(error.status_code, error.detail)
    return JSONResponse({"error": {"code": "unknown", "message": message}}, error.status_code, error.headers)


def _crash(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": {"code": "unknown", "message": "something went wrong in the server"}}, 500)


class Handlers:
    """Answers requests."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits = lobby, lobby.limits
        self._reader = ThreadPool("library", 1)
        self._pictures: dict[str, asyncio.Task[bytes]] = {}
        self._agents: dict[str, list[dict[str, Any]]] = {}
        self._catalogue: asyncio.Task[list[dict[str, Any]]] | None = None

    # --- the page

    async def page(self, request: Request) -> Response:
        return _file(request, STATIC / "index.html")

    async def icon(self, request: Request) -> Response:
        return _file(request, STATIC / "icon.svg")

    async def static(self, request: Request) -> Response:
        parts = request.path_params["path"].split("/")
        if not all(_PART.match(part) for part in parts):
            raise HTTPException(404)
        return _file(request, STATIC.joinpath(*parts))

    # --- the library

    async def games(self, request: Request) -> Response:
        if self._catalogue is None:
            self._catalogue = asyncio.create_task(self._reader.run(catalogue, None))
        return _cached(request, {"games": await asyncio.shield(self._catalogue)})

    async def source(self, request: Request) -> Response:
        return JSONResponse({"text": library_text(request.path_params["name"]).text})

    async def picture(self, request: Request) -> Response:
        text = library_text(request.path_params["name"])
        key = hashlib.sha256(f"picture\n{sources_key()}\n{text.text}".encode()).hexdigest()
        cached = await self._reader.run(lambda: read_cache(key), self.limits.engine_seconds)
        if cached is None:
            if key not in self._pictures:
                self._pictures[key] = asyncio.create_task(self._draw(key, text.name))
            task = self._pictures[key]
            await asyncio.wait([task], timeout=_PICTURE_SECONDS)
            if not task.done():  # the game is being compiled for its pieces: the board alone, until then
                board = await self._reader.run(lambda: board_picture(text), self.limits.engine_seconds)
                return Response(board, media_type="image/svg+xml")
            cached = task.result()
        headers = {"Cache-Control": "no-cache", "ETag": f'"{key[:32]}"'}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return Response(cached, media_type="image/svg+xml", headers=headers)

    async def _draw(self, key: str, name: str) -> bytes:
        """Draw the picture of a library game, and keep it. Raises ApiError."""
        try:
            answer = await self.lobby.renderers.do("picture", name, (), self.limits.library_seconds)
        finally:
            self._pictures.pop(key).add_done_callback(lambda task: task.cancelled() or task.exception())
        if "svg" not in answer:
            raise wrong(answer["errors"])
        drawn: bytes = answer["svg"].encode()
        write_cache(key, drawn)
        return drawn

    async def agents(self, request: Request) -> Response:
        name = request.query_params.get("game")
        if name is None:
            return JSONResponse({"agents": analysis.agents_json()})
        text = library_text(name[:200])
        if text.key not in self._agents:
            self._agents[text.key] = await self._reader.run(lambda: agents_of(text), self.limits.engine_seconds)
        return JSONResponse({"agents": self._agents[text.key]})

    async def vocabulary(self, request: Request) -> Response:
        return _cached(request, vocabulary.vocabulary())

    # --- tables

    async def create(self, request: Request) -> Response:
        asked = await self._body(request)
        text = self._text(asked)
        options = messages.optional_texts(asked, "options", 64) or ()
        players = messages.optional_texts(asked, "players", self.limits.players)
        table = await self.lobby.create(text, options, players, messages.seed(asked))
        return JSONResponse({"table": table}, 201)

    def _text(self, asked: dict[str, Any]) -> GameSource:
        """The description that is asked for: a library game's, or the one that came with the request."""
        game, text = asked.get("game"), asked.get("text")
        if isinstance(game, str) and text is None:
            return library_text(game[:200])
        if isinstance(text, str) and game is None:
            return GameSource(self._checked(text))
        raise ApiError("malformed", "either game, the name of one, or text, a description, is wanted")

    def _checked(self, text: str) -> str:
        if _encodable(text) > self.limits.description_size:
            raise ApiError("limit", f"a description has at most {self.limits.description_size >> 10} KiB", 413)
        return text

    async def open(self, request: Request) -> Response:
        asked = await self._body(request)
        trial, text = asked.get("trial"), asked.get("text")
        if not isinstance(trial, str) or not isinstance(text, str | None):
            raise ApiError("malformed", "trial, the text of a trial file, is wanted")
        _encodable(trial)
        description = None if text is None else GameSource(self._checked(text))
        return JSONResponse({"table": await self.lobby.create_from_trial(trial, description)}, 201)

    async def trial(self, request: Request) -> Response:
        table = await self._table(request.path_params["table"])
        text = await table.trial()
        name = re.sub(r"[^A-Za-z0-9]+", "-", table.game.name).strip("-") or "game"
        headers = {"Content-Disposition": f'attachment; filename="{name}.trl"'}
        return Response(text, media_type="text/plain", headers=headers)

    async def _table(self, name: str) -> Session:
        if not _TABLE.match(name):
            raise ApiError("unknown", "there is no such game", 404)
        return await self.lobby.table(name)

    # --- descriptions

    async def check(self, request: Request) -> Response:
        return JSONResponse(await self._work(request, "check"))

    async def preview(self, request: Request) -> Response:
        return JSONResponse(await self._work(request, "preview"))

    async def _work(self, request: Request, job: str) -> dict[str, Any]:
        asked = await self._body(request)
        text = asked.get("text")
        if not isinstance(text, str):
            raise ApiError("malformed", "text, a description, is wanted")
        options = messages.optional_texts(asked, "options", 64) or ()
        return await self.lobby.compilers.do(job, self._checked(text), options)

    async def _body(self, request: Request) -> dict[str, Any]:
        """The JSON object that came with a request. Raises ApiError."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise ApiError("malformed", "the body is application/json", 415)
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self.limits.body_size:
                    raise ApiError("limit", f"a request has at most {self.limits.body_size >> 10} KiB", 413)
        except ClientDisconnect:
            raise ApiError("malformed", "the request was broken off") from None
        return messages.read_object(bytes(body))

    # --- the WebSocket

    async def talk(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            if self.lobby.pages >= self.limits.pages:
                raise ApiError("limit", f"at most {self.limits.pages} pages are open at once", 503)
            table = await self._table(socket.path_params["table"])
            page = Connection(self.limits.unsent_frames, self.limits.unsent_size)
        except ApiError as refused:
            await _turn_away(socket, refused)
            return
        self.lobby.pages += 1
        sender = asyncio.create_task(_send_all(socket, page))
        try:
            await table.enter(page)
            await self._listen(socket, table, page)
        except ApiError as refused:
            page.tell(error_text(refused))
        except WebSocketDisconnect:
            pass
        except Exception:
            _log.exception("table %s", table.id)
            page.tell(error_text(ApiError("unknown", "something went wrong in the server")))
        finally:
            self.lobby.pages -= 1
            table.leave(page)
            page.close()
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
                await asyncio.wait_for(sender, 5)

    async def _listen(self, socket: WebSocket, table: Session, page: Connection) -> None:
        """Do what a page asks until it is gone."""
        pace = _Pace(self.limits.frames_per_second, self.limits.frames_at_once)
        while not page.gone:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            await pace.wait()
            try:
                await self._answer(received, table, page)
            except ApiError as refused:
                page.tell(error_text(refused, refused.details.pop("re", None)))

    async def _answer(self, received: Any, table: Session, page: Connection) -> None:
        text = received.get("text")
        if text is None:
            raise ApiError("malformed", "messages are text, not bytes")
        if len(text) > self.limits.frame_size:
            raise ApiError("limit", f"a message has at most {self.limits.frame_size >> 10} KiB")
        message, mark = messages.read_message(text, self.limits)
        try:
            await table.handle(page, message, mark)
        except ApiError as refused:
            refused.details["re"] = mark
            raise
        except Exception:
            _log.exception("table %s: %s", table.id, message)
            raise ApiError("unknown", "something went wrong in the server", re=mark) from None


def _encodable(text: str) -> int:
    """The size of a text. Raises ApiError where it holds halves of characters."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise ApiError("malformed", "the text holds half a character") from None


class _Pace:
    """So many a second, and so many at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.seen = burst, time.monotonic()

    async def wait(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate) - 1
        self.seen = now
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)


async def _send_all(socket: WebSocket, page: Connection) -> None:
    """Send what a page is told, until it is let go."""
    try:
        while (text := await page.next()) is not None:
            await socket.send_text(text)
        await socket.close(1000)
    except (WebSocketDisconnect, RuntimeError, OSError):  # the page is gone
        page.gone = True


async def _turn_away(socket: WebSocket, refused: ApiError) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(error_text(refused))
        code = {404: 4404, 503: 1013}.get(refused.status, 1008)
        await socket.close(code, refused.message.encode()[:120].decode(errors="ignore"))


# --- answers


def _file(request: Request, path: Path) -> Response:
    """A file of the page, which browsers ask for again each time, and get only where it has changed."""
    kind = _TYPES.get(path.suffix)
    try:
        status = path.stat() if kind else None
    except OSError:
        status = None
    if status is None or not path.is_file():
        raise HTTPException(404)
    tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return FileResponse(path, media_type=kind, headers=headers)


def _cached(request: Request, value: Any) -> Response:
    """JSON that changes only with ludens."""
    answer = JSONResponse(value)
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["ETag"] = tag = f'"{hashlib.sha256(answer.body).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"Cache-Control": "no-cache", "ETag": tag})
    return answer
