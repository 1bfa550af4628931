"""What the editor asks about a description."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from ludens import lsp
from ludens.web.lobby import Lobby
from ludens.web.protocol import encode
from ludens.web.routes.answers import answer, lasting_answer, read_body, while_wanted
from ludens.web.routes.tables import checked_text
from ludens.web.schemas.design import Answered, Ask, CheckReport, Design, DraftEvent, Templates
from ludens.web.schemas.http import DescriptionText
from ludens.web.templates import templates
from ludens.web.visitors import address_of
from ludens.web.workers.drafting import Drafting

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

#: texts that are being read at once
_READERS = 2


class EditorRoutes:
    """Checks, draws and measures descriptions, in a process for each."""

    def __init__(self, lobby: Lobby) -> None:
        self.compilers, self.limits, self.visitors = lobby.services.compilers, lobby.limits, lobby.visitors
        self._readers = asyncio.Semaphore(_READERS)
        self._drafting = Drafting(self.limits, self.compilers, self.visitors)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/check", self.check, methods=["POST"]),
            Route("/api/design", self.design, methods=["POST"]),
            Route("/api/language", self.language, methods=["POST"]),
            Route("/api/templates", self.templates),
        ]

    async def check(self, request: Request) -> Response:
        body = await read_body(request, DescriptionText, self.limits)
        text = checked_text(body.text, self.limits)
        with self.visitors.description(address_of(request.scope)):
            checked = self.compilers.run(CheckReport, "check", text, body.options or ())
            return answer(await while_wanted(request, checked))

    async def design(self, request: Request) -> Response:
        body = await read_body(request, Design, self.limits)
        text = checked_text(body.text, self.limits)
        events = self._drafting.follow(text, body.options or (), measured=body.measured, against=body.against)
        return _Following(events)

    async def language(self, request: Request) -> Response:
        """The text is read here, in a thread: that takes milliseconds, and nothing of it is compiled."""
        body = await read_body(request, Ask, self.limits)
        checked_text(body.text, self.limits)
        async with self._readers:
            reply = await asyncio.to_thread(lsp.answer, msgspec.structs.asdict(body))
        return answer(Answered(answer=Raw(msgspec.json.encode(reply))))

    async def templates(self, request: Request) -> Response:
        return lasting_answer(request, Templates(templates=list(templates())))


class _Following(StreamingResponse):
    """A line of JSON for each message; what makes them ends with the client."""

    def __init__(self, events: AsyncGenerator[DraftEvent, None]) -> None:
        super().__init__(_lines(events), media_type="application/x-ndjson")
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)


async def _lines(events: AsyncGenerator[DraftEvent, None]) -> AsyncGenerator[bytes, None]:
    async for message in events:
        yield encode(message) + b"\n"
