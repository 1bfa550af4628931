"""Studies: opened, saved, set up, and tried against the machine."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.study.setup import Placed, Position
from ludens.web.engine.requests import Placement
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.people.keys import guest_of
from ludens.web.routes.answers import FILE_TYPES, answer, read_body, while_wanted
from ludens.web.routes.tables import checked_text, find
from ludens.web.schemas.http import TableCreated
from ludens.web.schemas.study import Arranged, Arrangement, OpenStudy, PieceInfo, TryHere
from ludens.web.session.study import StudySession
from ludens.web.sources import GameSource, library_source
from ludens.web.visitors import address_of
from ludens.words import say

_ENDINGS = {"trial": "trl"}


class StudyRoutes:
    """Opens studies, and what is asked of them beside their WebSocket."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/studies", self.open, methods=["POST"]),
            Route("/api/studies/{table}/file", self.file),
            Route("/api/studies/{table}/position", self.position),
            Route("/api/studies/{table}/position", self.arrange, methods=["POST"]),
            Route("/api/studies/{table}/try", self.try_here, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        body = await read_body(request, OpenStudy, self.limits)
        address = address_of(request.scope)
        self.visitors.check_table(address)
        with self.visitors.description(address):
            if body.table is not None:
                table = await find(self.lobby, body.table, guest_of(request))
                made = self.lobby.study_table(table)
            else:
                made = self.lobby.study(_source(body, self.limits), body.options or (), body.file)
            study = await while_wanted(request, made)
        return answer(TableCreated(table=study), 201)

    async def file(self, request: Request) -> Response:
        study, form = await self._find(request), request.query_params.get("form", "json")
        if form not in study.state.facts.formats:
            raise ApiError("study", say("this study is saved as {0}", ", ".join(study.state.facts.formats)), 404)
        text = await study.file(form)
        name = re.sub(r"[^A-Za-z0-9]+", "-", study.state.facts.name).strip("-") or "study"
        headers = {"Content-Disposition": f'attachment; filename="{name}.{_ENDINGS.get(form, form)}"'}
        return Response(text, media_type=FILE_TYPES.get(form, "text/plain"), headers=headers)

    async def position(self, request: Request) -> Response:
        return answer(_arranged(await (await self._find(request)).arrange(None)))

    async def arrange(self, request: Request) -> Response:
        body = await read_body(request, Arrangement, self.limits)
        study = await self._find(request)
        placed = tuple(
            Placed(one.site, one.piece, one.owner, one.count, one.state, one.rotation, one.value) for one in body.placed
        )
        position = Position(placed, body.mover, body.next, body.dice, body.scores, body.phases, body.hidden)
        return answer(_arranged(await study.arrange(position, keep=body.keep)))

    async def try_here(self, request: Request) -> Response:
        body = await read_body(request, TryHere, self.limits)
        self.visitors.check_table(address_of(request.scope))
        study = await self._find(request)
        table = await while_wanted(request, self.lobby.try_here(study, body.players))
        return answer(TableCreated(table=table), 201)

    async def _find(self, request: Request) -> StudySession:
        session = await find(self.lobby, request.path_params["table"], guest_of(request))
        if not isinstance(session, StudySession):
            raise ApiError("unknown", say("this is a game, and not a study"), 404)
        return session


def _source(body: OpenStudy, limits: Limits) -> GameSource | None:
    """The description that is asked for; None where only the file tells which it is."""
    if body.text is not None:
        return GameSource(checked_text(body.text, limits))
    return None if body.game is None else library_source(body.game)


def _arranged(placement: Placement) -> Arranged:
    position = placement.position
    return Arranged(
        placed=[
            PieceInfo(
                site=one.site,
                piece=one.piece,
                owner=one.owner,
                count=one.number,
                state=one.state,
                rotation=one.rotation,
                value=one.value,
            )
            for one in position.placed
        ],
        mover=position.mover,
        next=position.next,
        dice=[list(one) for one in position.dice],
        scores=list(position.scores),
        phases=list(position.phases),
        hidden=None if position.hidden is None else [list(one) for one in position.hidden],
        pieces=placement.pieces,
        problem=placement.problem or None,
        palette=placement.palette,
        faces=placement.faces,
        stacks=placement.stacks,
        counts=placement.counts,
        phase_choices=placement.phases,
    )
