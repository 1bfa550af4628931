"""New sessions, and what is kept of them."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.study.files import JSON, TRIAL
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.opening import Hosted
from ludens.web.people.keys import give, guest_of, introduce, name_of
from ludens.web.routes.answers import FILE_TYPES, answer, read_body, while_wanted
from ludens.web.schemas.http import CreateTable, OpenTrial, TableCreated
from ludens.web.session.session import Session
from ludens.web.sources import GameSource, library_source
from ludens.web.visitors import address_of
from ludens.words import say

_ID = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")


class TableRoutes:
    """Opens sessions."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/open", self.open, methods=["POST"]),
            Route("/api/tables/{table}/trial", self.trial),
        ]

    async def create(self, request: Request) -> Response:
        body = await read_body(request, CreateTable, self.limits)
        address = address_of(request.scope)
        self.visitors.check_table(address)
        if body.game is not None:
            source = library_source(body.game)
        else:
            source = GameSource(checked_text(body.text or "", self.limits))
        guest, secret = introduce(request) if body.shared is not None else ("", None)
        if body.shared is not None:
            is_muted = self.lobby.services.measures.is_muted(guest)
            body.shared.name = "" if is_muted else name_of(request, body.shared.name)
        hosted = None if body.shared is None else Hosted(body.shared, guest)
        with self.visitors.description(address):
            made = self.lobby.create(source, body.options or (), body.players, body.seed, hosted)
            table = await while_wanted(request, made)
        return give(answer(TableCreated(table=table), 201), secret, request.scope)

    async def open(self, request: Request) -> Response:
        body = await read_body(request, OpenTrial, self.limits)
        address = address_of(request.scope)
        self.visitors.check_table(address)
        source = None if body.text is None else GameSource(checked_text(body.text, self.limits))
        with self.visitors.description(address):
            table = await while_wanted(request, self.lobby.create_from_trial(body.trial, source))
        return answer(TableCreated(table=table), 201)

    async def trial(self, request: Request) -> Response:
        guest = guest_of(request)
        session = await find(self.lobby, request.path_params["table"], guest)
        form, forms = request.query_params.get("form", TRIAL), [*session.state.facts.formats]
        forms.remove(JSON)
        if form not in forms:
            raise ApiError("illegal", say("this game is saved as {0}", ", ".join(forms)), 404)
        trial = await session.trial(form, guest)
        name = re.sub(r"[^A-Za-z0-9]+", "-", session.state.facts.name).strip("-") or "game"
        ending = "txt" if not trial.whole else "trl" if form == TRIAL else form
        headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(trial.text, media_type=FILE_TYPES.get(form, "text/plain"), headers=headers)


async def find(lobby: Lobby, table: str, guest: str) -> Session:
    """The session of an id that stands in an address, where a guest may look at it. Raises ApiError."""
    session = await find_any(lobby, table)
    session.admit(guest)
    return session


async def find_any(lobby: Lobby, table: str) -> Session:
    """The session of an id that stands in an address, for whoever comes with an invitation. Raises ApiError."""
    if not _ID.match(table):
        raise ApiError("unknown", say("there is no such game"), 404)
    return await lobby.find(table)


def checked_text(text: str, limits: Limits) -> str:
    """A description that is not too large. Raises ApiError."""
    if len(text.encode()) > limits.description_size:
        raise ApiError("limit", say("text: a description has at most {0} KiB", limits.description_size >> 10), 413)
    return text
