"""The server as an application: its addresses, what stands before them, what happens where they fail."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from ludens.web.accounts.middleware import Recognise
from ludens.web.errors import ApiError
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.lobby import Lobby
from ludens.web.middleware import SecurityMiddleware
from ludens.web.routes import pages
from ludens.web.routes.accounts import AccountRoutes
from ludens.web.routes.answers import crash, http_error, refuse, unstored
from ludens.web.routes.archive import ArchiveRoutes
from ludens.web.routes.bots import BotRoutes
from ludens.web.routes.drafts import DraftRoutes
from ludens.web.routes.editor import EditorRoutes
from ludens.web.routes.health import HealthRoutes
from ludens.web.routes.library import LibraryRoutes
from ludens.web.routes.moderation import ModerationRoutes
from ludens.web.routes.people import PeopleRoutes
from ludens.web.routes.post import PostRoutes
from ludens.web.routes.rules import RulesRoutes
from ludens.web.routes.socket import SocketRoutes
from ludens.web.routes.studies import StudyRoutes
from ludens.web.routes.tables import TableRoutes
from ludens.web.routes.tournaments import TournamentRoutes
from ludens.web.routes.why import WhyRoutes
from ludens.web.storage import StorageError


def make_app(
    limits: Limits | None = None,
    data: Path | None = None,
    *,
    loopback: bool = True,
    names: Sequence[str] = (),
    drafts: Path | None = None,
    is_public: bool = False,
    hosting: Hosting | None = None,
) -> Starlette:
    """The server as an ASGI application. `data` is the folder of its database; None keeps games in memory.

    `names` are what it is called from outside, where not everything will do; in `drafts` whoever reaches the server may
    save descriptions. Where it is public, hosts may let strangers find their tables; `hosting` says on what else it
    stands. Raises FolderInUse, StorageError.
    """
    lobby = Lobby(limits or Limits(), data, hosting)
    tournaments = TournamentRoutes(lobby)

    if is_public:
        lobby.share_challenges()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await lobby.start()
            await tournaments.manager.load()
        except StorageError as error:
            app.state.failure = error
            raise
        yield
        await lobby.close()

    kinds = (
        TableRoutes, WhyRoutes, RulesRoutes, StudyRoutes, EditorRoutes, SocketRoutes, PostRoutes, HealthRoutes,
        BotRoutes, ArchiveRoutes, AccountRoutes, ModerationRoutes,
    )  # fmt: skip
    alone = loopback and not names
    people = PeopleRoutes(lobby, is_public=is_public)
    beside = (people, tournaments, LibraryRoutes(lobby, alone), DraftRoutes(lobby, drafts))
    rooms = [*(kind(lobby) for kind in kinds), *beside]
    app = Starlette(
        routes=[*pages.routes(), *(route for room in rooms for route in room.routes())],
        middleware=_middleware(lobby, Middleware(SecurityMiddleware, lobby.visitors, loopback=loopback, names=names)),
        exception_handlers={
            ApiError: refuse,
            StorageError: unstored,
            404: pages.missing,
            HTTPException: http_error,
            Exception: crash,
        },
        lifespan=lifespan,
    )
    app.state.lobby, app.state.failure = lobby, None
    return app


def _middleware(lobby: Lobby, security: Middleware) -> list[Middleware]:
    """What stands before the addresses: who has signed in; of other nodes what they say of requests, and the way."""
    recognising = []
    if lobby.signing.is_on:
        recognising.append(Middleware(Recognise, lobby.signing, lobby.services.measures))
    node = lobby.services.node
    if node is None:
        return [security, *recognising]
    from ludens.web.nodes.forwarding import Forwarding, Introduced

    return [
        Middleware(Introduced, lambda: node.secret),
        security,
        *recognising,
        Middleware(Forwarding, node, lobby.has_open),
    ]
