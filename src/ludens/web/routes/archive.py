"""The archive over HTTP: finished games, openings, profiles, playtests."""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.game import IllegalMove
from ludens.web.archive.positions import SeenPosition, opening_key, seen
from ludens.web.archive.records import GameRecord
from ludens.web.archive.shelf import MOST_DOWNLOADED, Shelf
from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.people import words
from ludens.web.people.keys import BOT, guest_of, public_id
from ludens.web.protocol import encode
from ludens.web.routes.answers import answer, read_body
from ludens.web.routes.callers import asker
from ludens.web.routes.tables import checked_text, find
from ludens.web.schemas.archive import (
    AskPlaytests,
    Counted,
    Explored,
    ExplorerMove,
    FormAnswers,
    Games,
    GameSample,
    Profile,
    RatingInfo,
)
from ludens.web.schemas.bots import Fine
from ludens.web.sources import GameSource, library_source
from ludens.web.visitors import address_of
from ludens.web.workers.jobs import Explore
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool
from ludens.words import say

_SECONDS = 10.0
#: moves that lead to a position
_MOST_PLIES = 80
#: how a description is named that is none of the library's
_KEY = re.compile(r"[0-9a-f]{64}\Z")


class ArchiveRoutes:
    """What is kept of games that are over."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.shelf = lobby, lobby.limits, Shelf(lobby.services.storage)
        self._pool = ThreadPool("explorer", 1)
        lobby.services.happenings.at_end(self._pool.stop)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/archive/mine", self.mine),
            Route("/api/archive/mine.jsonl", self.download),
            Route("/api/archive/{id}", self.game),
            Route("/api/archive/{id}/trial", self.trial),
            Route("/api/archive/{id}/answers", self.answers, methods=["POST"]),
            Route("/api/tables/{table}/games", self.of_table),
            Route("/api/explorer/{name}", self.explore),
            Route("/api/profile/{person}", self.profile),
            Route("/api/playtests", self.playtests, methods=["POST"]),
        ]

    async def _guest(self, request: Request) -> str:
        """Who asks: a person by their cookie, a bot by its token."""
        return await asker(self.lobby.accounts, request)

    # --- games

    async def mine(self, request: Request) -> Response:
        return answer(Games(await self.shelf.of_person(await self._guest(request))))

    async def download(self, request: Request) -> Response:
        """All of one's own games, a line of JSON each."""
        games = await self.shelf.of_person(await self._guest(request), MOST_DOWNLOADED)
        body = b"".join(encode(game) + b"\n" for game in games)
        headers = {"Content-Disposition": 'attachment; filename="games.jsonl"'}
        return Response(body, media_type="application/x-ndjson", headers=headers)

    async def game(self, request: Request) -> Response:
        return answer(await self._game(request))

    async def trial(self, request: Request) -> Response:
        game = await self._game(request)
        if not game.trial:
            raise ApiError("illegal", say("this game began with a position set up by hand: no trial holds it"), 404)
        headers = {"Content-Disposition": f'attachment; filename="{game.id}.trl"'}
        return Response(game.trial, media_type="text/plain", headers=headers)

    async def _game(self, request: Request) -> GameRecord:
        return await self.shelf.game(request.path_params["id"], await self._guest(request))

    async def of_table(self, request: Request) -> Response:
        table = request.path_params["table"]
        await find(self.lobby, table, guest_of(request))
        return answer(Games(await self.shelf.of_table(table)))

    # --- openings

    async def explore(self, request: Request) -> Response:
        """A position of a game, by the moves that lead there: `?play=A1,B2&option=Heading/Item`."""
        name = request.path_params["name"]
        source = await self.shelf.described(name) if _KEY.match(name) else library_source(name)
        options = request.query_params.getlist("option")
        play = [text for text in request.query_params.get("play", "").split(",") if text]
        if len(play) > _MOST_PLIES or len(options) > 64:
            raise ApiError("limit", say("at most {0} moves are followed", _MOST_PLIES), 422)
        with self.lobby.visitors.description(address_of(request.scope)):
            is_ours = self.lobby.services.games.is_ours(source)
            position = await (self._seen(source, options, play) if is_ours else self._seen_apart(source, options, play))
        return answer(await self._explored(source, position))

    async def _seen(self, source: GameSource, options: list[str], play: list[str]) -> SeenPosition:
        """The position, in this process. Raises ApiError."""
        game = await self.lobby.services.games.load(source, options)
        images = await self.lobby.keeper.symmetries(source, game.description.selected)
        try:
            return await self._pool.run(lambda: seen(game, play, images), _SECONDS)
        except IllegalMove as error:
            raise ApiError("illegal", str(error), 422) from None
        except JobTimeout as error:
            raise ApiError("limit", str(error), 422) from None

    async def _seen_apart(self, source: GameSource, options: list[str], play: list[str]) -> SeenPosition:
        """The position of a game that a stranger wrote, in a process of its own. Raises ApiError."""
        images = await self.lobby.keeper.symmetries(source, options)
        request = Explore(source.text, tuple(options), tuple(play), tuple(map(tuple, images)))
        compilers, seconds = self.lobby.services.compilers, self.limits.compile_seconds
        try:
            return await compilers.ask(request, SeenPosition, seconds)
        except msgspec.ValidationError as error:
            raise ApiError("limit", str(error), 422) from None

    async def _explored(self, source: GameSource, position: SeenPosition) -> Explored:
        opening, players = opening_key(source.key, position.options), len(position.labels)
        counts = await self.shelf.counted(opening, [position.position, *(key for _, key in position.moves)], players)
        nothing = Counted(0, [0] * players, 0)
        moves = [ExplorerMove(name, key, counts.get(key, nothing)) for name, key in position.moves]
        samples = await self.shelf.samples(opening, position.position)
        games = [GameSample(one.id, ply, _names(one), one.result, one.ended) for one, ply in samples]
        return Explored(
            game=source.name or position.game,
            players=players,
            labels=position.labels,
            options=position.options,
            play=position.play,
            mover=position.mover,
            over=position.over,
            position=position.position,
            svg=position.svg,
            counted=counts.get(position.position, nothing),
            moves=sorted(moves, key=lambda move: -move.counted.games),
            games=games,
        )

    # --- people

    async def profile(self, request: Request) -> Response:
        own, person = await self._guest(request), request.path_params["person"]
        guest = own if person == "me" else await self.shelf.guest_called(person)
        if not guest:  # a browser that has sat nowhere yet
            return answer(Profile("", "", bot=False, you=True, ratings=[], statistics=[], games=[]))
        ratings = await self.lobby.ratings.of(guest)
        games = await self.shelf.of_person(guest, public=guest != own)
        if not ratings and not games and guest != own:
            raise ApiError("unknown", say("nobody here is known so"), 404)
        infos = [RatingInfo(one.game, one.points, one.deviation, one.system, one.games) for one in ratings]
        statistics = await self.shelf.statistics(guest, public=guest != own)
        name = (
            ratings[0].name
            if ratings
            else next((p.name for g in games for p in g.people if p.id == public_id(guest)), "")
        )
        return answer(Profile(public_id(guest), name, guest.startswith(BOT), guest == own, infos, statistics, games))

    # --- playtests

    async def playtests(self, request: Request) -> Response:
        """Who has the text of a description may know how its games went."""
        body = await read_body(request, AskPlaytests, self.limits)
        key = GameSource(checked_text(body.text, self.limits)).key
        return answer(await self.shelf.playtests(key, body.players))

    async def answers(self, request: Request) -> Response:
        body = await read_body(request, FormAnswers, self.limits)
        body.words = words.clean_text(body.words, 1000)
        await self.shelf.answer(request.path_params["id"], guest_of(request), body)
        return answer(Fine())


def _names(game: GameRecord) -> list[str]:
    return [one.name or one.agent or one.label for one in game.people]
