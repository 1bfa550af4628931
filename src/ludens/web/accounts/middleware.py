"""Who has signed in, for all that follows; whose account is closed gets no further than to their data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection

from ludens.web.accounts.signing import SignIn
from ludens.web.errors import ApiError, storage_failed
from ludens.web.middleware import send_refusal
from ludens.web.moderation.measures import Measures
from ludens.web.people.keys import SIGNED_IN, guest_of
from ludens.web.storage import StorageError
from ludens.words import say

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

#: the cookie of who has signed in
SESSION: Final = "ludens-session"
#: what is done for people; files are the same for everybody, as are pictures and texts of the library's games
_PERSONAL: Final = ("/api/", "/ws/", "/signed-in/")
_LIBRARY: Final = "/api/games/"
#: what somebody may do yet whose account is closed: see, take and delete what is kept of them
_STILL_OPEN: Final = ("/api/me/", "/signed-in/")


class Recognise:
    """Says in the scope who has signed in."""

    def __init__(self, app: ASGIApp, signing: SignIn, measures: Measures) -> None:
        self.app, self.signing, self.measures = app, signing, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path.startswith(_PERSONAL) and not path.startswith(_LIBRARY):
            connection = HTTPConnection(scope)
            if secret := connection.cookies.get(SESSION, ""):
                try:
                    person = await self.signing.who(secret)
                except StorageError as error:
                    await send_refusal(storage_failed(error), scope, receive, send)
                    return
                if person is not None:
                    scope[SIGNED_IN] = person
            is_open = path == "/api/me" or path.startswith(_STILL_OPEN)
            if self.measures.is_closed(guest_of(connection)) and not is_open:
                await send_refusal(
                    ApiError("forbidden", say("a moderator has closed your account"), 403), scope, receive, send
                )
                return
        await self.app(scope, receive, send)
