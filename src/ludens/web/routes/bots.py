"""The bot API: HTTP and streams of lines, each request with the token of a bot. Tokens stand in headers alone."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, unquote

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from ludens.web.bots import shapes
from ludens.web.bots.accounts import SCOPES, Bot
from ludens.web.bots.games import GameStream
from ludens.web.bots.hub import Hub, rules_of, source_of
from ludens.web.errors import ApiError
from ludens.web.lobby import Lobby
from ludens.web.opening import Hosted
from ludens.web.people import words
from ludens.web.people.keys import give, guest_of, introduce, name_of
from ludens.web.protocol import decode_body, encode
from ludens.web.routes.answers import answer, read_body, read_bytes
from ludens.web.routes.callers import asker, bearer, has_token
from ludens.web.routes.tables import find
from ludens.web.schemas import client
from ludens.web.schemas.bots import (
    AskGame,
    BotAccount,
    BotInfo,
    Bots,
    BotSays,
    BotToken,
    ChallengeAnswer,
    ChallengeLists,
    DeclineChallenge,
    Fine,
    NewBot,
    User,
)
from ludens.web.schemas.people import OpenTable
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.shared import SharedSession
from ludens.web.visitors import address_of

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

_LINES: Final = "application/x-ndjson"
_FORM: Final = "application/x-www-form-urlencoded"
#: what the answers to requests may have, that no page waits for
_ANSWERS: Final = 64
_MOST_ONLINE: Final = 300
Handler = Callable[[Request, Bot], Awaitable[Response]]


class BotRoutes:
    """What bots ask, and what people ask about bots."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors
        self.hub = Hub(lobby)

    def routes(self) -> list[BaseRoute]:
        play, read, write = "bot:play", "challenge:read", "challenge:write"
        return [
            Route("/api/bots", self.create, methods=["POST"]),
            Route("/api/bots", self.mine),
            Route("/api/bots/{name}/remove", self.remove, methods=["POST"]),
            self._for_bots("/api/account", self.account),
            self._for_bots("/api/account/playing", self.playing, play),
            Route("/api/token/test", self.test, methods=["POST"]),
            self._for_bots("/api/bot/account/upgrade", self.upgrade, play, "POST"),
            Route("/api/bot/online", self.online),
            self._for_bots("/api/stream/event", self.events, play),
            self._for_bots("/api/bot/game/stream/{table}", self.stream, play),
            self._for_bots("/api/bot/game/{table}/source", self.source, play),
            self._for_bots("/api/bot/game/{table}/move/{move:path}", self.move, play, "POST"),
            self._for_bots("/api/bot/game/{table}/chat", self.chat, play, "POST"),
            self._for_bots("/api/bot/game/{table}/abort", self.abort, play, "POST"),
            self._for_bots("/api/bot/game/{table}/resign", self.resign, play, "POST"),
            self._for_bots("/api/bot/game/{table}/draw/{accept}", self.draw, play, "POST"),
            self._for_bots("/api/bot/game/{table}/takeback/{accept}", self.takeback, play, "POST"),
            self._for_bots("/api/challenge", self.challenges, read),
            self._for_bots("/api/challenge/{id}/accept", self.accept, write, "POST"),
            self._for_bots("/api/challenge/{id}/decline", self.decline, write, "POST"),
            Route("/api/challenge/{id}/cancel", self.cancel, methods=["POST"]),
            self._for_bots("/api/challenge/ai", self.against_machine, write, "POST"),
            Route("/api/challenge/{name}", self.challenge, methods=["POST"]),
        ]

    def _for_bots(self, path: str, handler: Handler, scope: str = "", method: str = "GET") -> Route:
        """A route for bots whose token lets them do this."""

        async def checked(request: Request) -> Response:
            return await handler(request, await bearer(self.hub.accounts, request, scope))

        return Route(path, checked, methods=[method])

    # --- bots of one's own

    async def create(self, request: Request) -> Response:
        body = await read_body(request, NewBot, self.limits)
        self.visitors.check_table(address_of(request.scope))
        guest, secret = introduce(request)
        bot, token = await self.hub.accounts.create(body.name, guest, SCOPES if body.scopes is None else body.scopes)
        return give(answer(BotToken(bot.id, bot.name, token), 201), secret, request.scope)

    async def mine(self, request: Request) -> Response:
        own = await self.hub.accounts.of(guest_of(request))
        listed = [
            BotInfo(one.id, one.name, sorted(one.scopes), int(1000 * one.created), self.hub.is_online(one.guest))
            for one in own
        ]
        return answer(Bots(listed))

    async def remove(self, request: Request) -> Response:
        await read_body(request, DeclineChallenge, self.limits)  # a page of another site sends no JSON
        bot = await self.hub.accounts.own(request.path_params["name"], guest_of(request))
        # whoever takes its name later gets neither its seats nor its ratings
        await self.lobby.identity.erase(bot.guest, "")
        return answer(Fine())

    # --- who one is

    async def account(self, request: Request, bot: Bot) -> Response:
        now = int(1000 * time.time())
        perfs = shapes.perfs(await self.lobby.ratings.of(bot.guest))
        return answer(BotAccount(bot.id, bot.name, "BOT", int(1000 * bot.created), now, perfs))

    async def playing(self, request: Request, bot: Bot) -> Response:
        games = [shapes.reference(one.state, one.party, bot.guest) for one in await self.hub.playing(bot)]
        return _json({"nowPlaying": games})

    async def test(self, request: Request) -> Response:
        """What tokens let one do, of several with commas between them."""
        tokens = (await read_bytes(request, self.limits)).decode(errors="replace").split(",")[:20]
        answers: dict[str, Any] = {}
        for token in tokens:
            bot = await self.hub.accounts.bearer(token.strip())
            answers[token] = bot and {"userId": bot.id, "scopes": ",".join(sorted(bot.scopes)), "expires": None}
        return _json(answers)

    async def upgrade(self, request: Request, bot: Bot) -> Response:
        return answer(Fine())

    async def online(self, request: Request) -> Response:
        most = request.query_params.get("nb", "")
        listed = self.hub.online[: min(int(most), _MOST_ONLINE) if most.isdecimal() else _MOST_ONLINE]
        users = [User(bot.id, bot.name, "BOT", online=True, username=bot.name) for bot in listed]
        return Response(b"".join(msgspec.json.encode(one) + b"\n" for one in users), media_type=_LINES)

    # --- streams

    async def events(self, request: Request, bot: Bot) -> Response:
        return self._streamed(request, self.hub.listen(bot))

    async def stream(self, request: Request, bot: Bot) -> Response:
        session = await self._at_table(request, bot)
        connection = Connection(self.limits.unsent_frames, self.limits.unsent_size, bot.guest)
        return self._streamed(request, GameStream(session, bot, connection).lines())

    def _streamed(self, request: Request, lines: AsyncGenerator[bytes, None]) -> Response:
        return _Lines(self._counted(address_of(request.scope), lines))

    async def _counted(self, address: str, lines: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Lines that count as a page of an address does."""
        async with aclosing(lines):
            try:
                with self.visitors.page(address):
                    async for line in lines:
                        yield line
            except ApiError as error:
                yield encode({"error": error.message}) + b"\n"

    async def _at_table(self, request: Request, bot: Bot) -> SharedSession:
        """The table of several people where a bot has a place. Raises ApiError."""
        session = await find(self.lobby, request.path_params["table"], bot.guest)
        if not isinstance(session, SharedSession):
            raise ApiError("forbidden", "bots play at tables of several people, where they have a seat", 403)
        return session

    # --- in a game

    async def source(self, request: Request, bot: Bot) -> Response:
        session = await self._at_table(request, bot)
        return _json({"text": session.state.source.text, "name": session.state.source.name})

    async def move(self, request: Request, bot: Bot) -> Response:
        session = await self._at_table(request, bot)
        text = unquote(request.path_params["move"])
        if len(text) > self.limits.frame_size:
            raise ApiError("illegal", "no move is so long")
        if request.query_params.get("offeringDraw") == "true":
            await self._do(session, bot, client.Offer(matter="draw"))
        await session.play_text(bot.guest, text, self._reply(bot))
        return answer(Fine())

    async def chat(self, request: Request, bot: Bot) -> Response:
        body = await self._body(request, BotSays)
        session = await self._at_table(request, bot)
        await session.say(self._reply(bot).connection, body.text, aside=body.room == "spectator")
        return answer(Fine())

    async def abort(self, request: Request, bot: Bot) -> Response:
        session = await self._at_table(request, bot)
        await session.abort(bot.guest, self._reply(bot))
        return answer(Fine())

    async def resign(self, request: Request, bot: Bot) -> Response:
        return await self._done(request, bot, client.Resign())

    async def draw(self, request: Request, bot: Bot) -> Response:
        return await self._agree(request, bot, client.Offer(matter="draw"))

    async def takeback(self, request: Request, bot: Bot) -> Response:
        return await self._agree(request, bot, client.Offer(matter="takeback"))

    async def _agree(self, request: Request, bot: Bot, offer: client.Offer) -> Response:
        yes = request.path_params["accept"] in ("yes", "true")
        return await self._done(request, bot, offer if yes else client.Answer(accept=False))

    async def _done(self, request: Request, bot: Bot, message: client.Message) -> Response:
        await self._do(await self._at_table(request, bot), bot, message)
        return answer(Fine())

    async def _do(self, session: SharedSession, bot: Bot, message: client.Message) -> None:
        await session.handle(message, self._reply(bot))

    def _reply(self, bot: Bot) -> Reply:
        """Where the answer of the session goes that a page would get."""
        return Reply(Connection(_ANSWERS, self.limits.unsent_size, bot.guest))

    # --- challenges

    async def challenges(self, request: Request, bot: Bot) -> Response:
        standing = self.hub.challenges.of(bot.guest)
        incoming = [one.info(viewer=bot.guest) for one in standing if one.bot == bot.guest]
        outgoing = [one.info(viewer=bot.guest) for one in standing if one.challenger == bot.guest]
        return answer(ChallengeLists(incoming, outgoing))

    async def challenge(self, request: Request) -> Response:
        """Bots challenge with their token, people by their cookie."""
        secret = None
        if has_token(request):
            bot = await bearer(self.hub.accounts, request, "challenge:write")
            guest, name = bot.guest, bot.name
            body = await self._body(request, AskGame)
        else:
            body = await read_body(request, AskGame, self.limits)
            guest, secret = introduce(request)
            name = words.clean_name(name_of(request, body.name))
        address = address_of(request.scope)
        self.visitors.check_table(address)
        made = await self.hub.challenge(guest, name, request.path_params["name"], body, address)
        return give(answer(ChallengeAnswer(made.info(viewer=guest))), secret, request.scope)

    async def accept(self, request: Request, bot: Bot) -> Response:
        await self.hub.accept(bot, request.path_params["id"])
        return answer(Fine())

    async def decline(self, request: Request, bot: Bot) -> Response:
        body = await self._body(request, DeclineChallenge)
        await self.hub.decline(bot, request.path_params["id"], body.reason)
        return answer(Fine())

    async def cancel(self, request: Request) -> Response:
        guest = await asker(self.hub.accounts, request, "challenge:write")
        await self.hub.cancel(guest, request.path_params["id"])
        return answer(Fine())

    async def against_machine(self, request: Request, bot: Bot) -> Response:
        """A game against one of our own agents."""
        body = await self._body(request, AskGame)
        address = address_of(request.scope)
        self.visitors.check_table(address)
        seat = {"white": 1, "black": 2}.get(body.color or "", 1)
        machine = f"level:{body.level or 1}"
        players = ("human", machine) if seat == 1 else (machine, "human")
        table = OpenTable(name=bot.name, seat=seat, clock=rules_of(body))
        with self.visitors.description(address):
            hosted = Hosted(table, bot.guest)
            id_ = await self.lobby.create(source_of(body), body.options or (), players, None, hosted)
        session = await self.lobby.find(id_)
        assert isinstance(session, SharedSession)
        self.lobby.services.happenings.tell("seated", session.state)
        return _json(shapes.reference(session.state, session.party, bot.guest), 201)

    async def _body(self, request: Request, kind: type[Any]) -> Any:
        """What came with a request of a bot, as JSON or as a form. Raises ApiError."""
        body = await read_bytes(request, self.limits)
        if not body.strip():
            return decode_body(b"{}", kind)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() == _FORM:
            return _of_form(body, kind)
        return decode_body(body, kind)


class _Lines(StreamingResponse):
    """A line at a time; what makes them ends with the client."""

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        super().__init__(lines, media_type=_LINES)
        self._made_of = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._made_of):
            await super().__call__(scope, receive, send)


def _of_form(body: bytes, kind: type[Any]) -> Any:
    """The fields of a form, whose texts stand for numbers and truth. Raises ApiError."""
    try:
        fields: dict[str, Any] = dict(parse_qsl(body.decode(), max_num_fields=50))
    except ValueError:
        raise ApiError("malformed", "the form cannot be read") from None
    if "options" in fields:
        fields["options"] = [one.strip() for one in fields["options"].split(";") if one.strip()]
    try:
        return msgspec.convert(fields, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError("malformed", str(error)) from None


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")
