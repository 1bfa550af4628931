"""Accounts over HTTP: signing in, who one is, one's data."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ludens.web.accounts import data
from ludens.web.accounts.middleware import SESSION
from ludens.web.accounts.signing import Entered
from ludens.web.accounts.site import Site
from ludens.web.accounts.store import SESSION_SECONDS
from ludens.web.errors import ApiError
from ludens.web.languages import reader
from ludens.web.lobby import Lobby
from ludens.web.people.keys import COOKIE, SignedIn, account_id, browser_of, guest_of, public_id, set_cookie, signed_in
from ludens.web.routes.answers import answer, read_body
from ludens.web.schemas.accounts import (
    AskLetter,
    AskNewPasskey,
    AskProvider,
    DeleteMe,
    Entrance,
    GoToProvider,
    LetterOwner,
    Me,
    NewPasskey,
    Nothing,
    PasskeyOptions,
    ProviderInfo,
    RemoveWay,
    RenameAccount,
    ShownPasskey,
    SignOut,
    WayInfo,
)
from ludens.web.schemas.bots import Fine
from ludens.web.schemas.post import LetterLink
from ludens.web.visitors import address_of
from ludens.words import say

#: the cookie of a browser that has gone to a provider: of the same site or not, as it comes back from there
_AWAY: Final = "ludens-away"
_AWAY_SECONDS: Final = 600


class AccountRoutes:
    """What people do with their accounts, and what guests may know and delete of themselves."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.signing, self.services = lobby, lobby.limits, lobby.signing, lobby.services
        self.visitors = lobby.visitors

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/me", self.me),
            Route("/api/me/letter", self.ask_letter, methods=["POST"]),
            Route("/api/me/link", self.by_letter, methods=["POST"]),
            Route("/api/me/link/owner", self.letter_owner, methods=["POST"]),
            Route("/api/me/passkeys/new", self.new_passkey, methods=["POST"]),
            Route("/api/me/passkeys", self.made_passkey, methods=["POST"]),
            Route("/api/me/passkeys/ask", self.ask_passkey, methods=["POST"]),
            Route("/api/me/passkeys/answer", self.by_passkey, methods=["POST"]),
            Route("/api/me/providers/{name}", self.ask_provider, methods=["POST"]),
            Route("/signed-in/{name}", self.by_provider),
            Route("/api/me/name", self.rename, methods=["POST"]),
            Route("/api/me/ways/remove", self.remove_way, methods=["POST"]),
            Route("/api/me/leave", self.sign_out, methods=["POST"]),
            Route("/api/me/data", self.data),
            Route("/api/me/delete", self.delete, methods=["POST"]),
        ]

    # --- who one is

    async def me(self, request: Request) -> Response:
        person, guest, signing = signed_in(request), guest_of(request), self.signing
        ways, browsers, name = list[WayInfo](), 0, ""
        if person is not None:
            owner, own, browsers = await signing.account(person)
            name = owner.name
            ways = [
                WayInfo(one.kind, one.subject, one.label, int(1000 * one.made), int(1000 * one.used)) for one in own
            ]
        providers = [ProviderInfo(one.name, one.label) for one in self.services.hosting.providers]
        return answer(
            Me(
                on=signing.is_on,
                mail=signing.has_mail,
                passkeys=signing.is_on and self._site(request) is not None,
                providers=providers if signing.is_on else [],
                id=public_id(guest) if guest else "",
                signed_in=person is not None,
                name=name,
                ways=ways,
                browsers=browsers,
                moderator=await signing.is_moderator(person),
                closed=self.services.measures.is_closed(guest),
                muted=self.services.measures.is_muted(guest),
                blocked=await self.lobby.moderation.blocked(guest),
            )
        )

    def _person(self, request: Request) -> SignedIn:
        """Who asks. Raises ApiError where nobody has signed in."""
        self.signing.check_on()
        person = signed_in(request)
        if person is None:
            raise ApiError("forbidden", say("you are not signed in any more"), 401)
        return person

    async def rename(self, request: Request) -> Response:
        body = await read_body(request, RenameAccount, self.limits)
        self.services.measures.check_speaks(guest_of(request))
        await self.signing.rename(self._person(request), body.name)
        return answer(Fine())

    async def remove_way(self, request: Request) -> Response:
        body = await read_body(request, RemoveWay, self.limits)
        await self.signing.remove_way(self._person(request), body.kind, body.subject)
        return answer(Fine())

    async def sign_out(self, request: Request) -> Response:
        body = await read_body(request, SignOut, self.limits)
        secret = request.cookies.get(SESSION, "")
        await self.signing.sign_out(self._person(request), secret, everywhere=body.everywhere)
        response = answer(Fine())
        _forget(response, SESSION)
        return response

    # --- signing in

    async def ask_letter(self, request: Request) -> Response:
        body = await read_body(request, AskLetter, self.limits)
        visitor, language = address_of(request.scope), reader.get()
        await self.signing.ask_letter(body.address, visitor, signed_in(request), language)
        return answer(Fine())

    async def by_letter(self, request: Request) -> Response:
        body = await read_body(request, LetterLink, self.limits)
        self.visitors.check_sign_in(address_of(request.scope))
        entered = await self.signing.by_letter(body.token, signed_in(request), browser_of(request.cookies))
        return await self._enter(request, entered)

    async def letter_owner(self, request: Request) -> Response:
        body = await read_body(request, LetterLink, self.limits)
        self.visitors.check_sign_in(address_of(request.scope))
        return answer(LetterOwner(await self.signing.letter_of(body.token)))

    async def new_passkey(self, request: Request) -> Response:
        body = await read_body(request, AskNewPasskey, self.limits)
        self.visitors.check_sign_in(address_of(request.scope))
        options = await self.signing.new_passkey(self._checked_site(request), signed_in(request), body.name)
        return answer(PasskeyOptions(options))

    async def made_passkey(self, request: Request) -> Response:
        body, site = await read_body(request, NewPasskey, self.limits), self._checked_site(request)
        self.visitors.check_sign_in(address_of(request.scope))
        if signed_in(request) is None:  # which makes an account
            self.visitors.check_table(address_of(request.scope))
        browser = browser_of(request.cookies)
        entered = await self.signing.made_passkey(site, signed_in(request), browser, body.credential, body.label)
        return await self._enter(request, entered)

    async def ask_passkey(self, request: Request) -> Response:
        await read_body(request, Nothing, self.limits)
        self.visitors.check_sign_in(address_of(request.scope))
        return answer(PasskeyOptions(await self.signing.ask_passkey(self._checked_site(request))))

    async def by_passkey(self, request: Request) -> Response:
        body, site = await read_body(request, ShownPasskey, self.limits), self._checked_site(request)
        self.visitors.check_sign_in(address_of(request.scope))
        return await self._enter(
            request, await self.signing.by_passkey(site, browser_of(request.cookies), body.credential)
        )

    async def ask_provider(self, request: Request) -> Response:
        body = await read_body(request, AskProvider, self.limits)
        self.visitors.check_sign_in(address_of(request.scope))
        name, browser = request.path_params["name"], browser_of(request.cookies)
        url, own = await self.signing.ask_provider(name, signed_in(request), browser, body.path)
        response = answer(GoToProvider(url))
        safe = request.scope.get("scheme") == "https"
        response.set_cookie(_AWAY, own, _AWAY_SECONDS, path="/signed-in/", secure=safe, httponly=True, samesite="lax")
        return response

    async def by_provider(self, request: Request) -> Response:
        """Whoever comes back from a provider; what is wrong is said by the page of the account."""
        query, name = request.query_params, request.path_params["name"]
        try:
            self.visitors.check_sign_in(address_of(request.scope))
            if "error" in query or not query.get("code"):
                raise ApiError("forbidden", say("you did not sign in there"), 403)
            own = request.cookies.get(_AWAY, "")
            entered = await self.signing.by_provider(name, query.get("state", ""), query["code"], own)
        except ApiError as error:
            # the status alone: whoever makes a link to the page puts no words of theirs into it
            response: Response = RedirectResponse(f"/account#error={error.status}", 303)
        else:
            response = await self._enter(request, entered, RedirectResponse(entered.path, 303))
        response.delete_cookie(_AWAY, path="/signed-in/")
        return response

    async def _enter(self, request: Request, entered: Entered, response: Response | None = None) -> Response:
        """Let a browser keep that it is signed in; who it was before is the account's now."""
        if (before := request.cookies.get(SESSION, "")) and signed_in(request) is not None:
            await self.signing.forget(before)
        response = response or answer(Entrance(entered.path))
        set_cookie(response, request.scope, SESSION, entered.secret, int(SESSION_SECONDS))
        _forget(response, COOKIE)
        return response

    # --- passkeys are for a name

    def _site(self, request: Request) -> Site | None:
        """Where the page stands, where passkeys can be made for it: they are for a name, and want TLS."""
        host = request.headers.get("host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if site := self.services.hosting.site:
            parts = urlsplit(site)
            return Site(name, f"{parts.scheme}://{parts.netloc}") if parts.hostname == name else None
        if name == "localhost" or name.endswith(".localhost"):
            return Site(name, f"{request.scope.get('scheme', 'http')}://{host}")
        return None

    def _checked_site(self, request: Request) -> Site:
        self.signing.check_on()
        site = self._site(request)
        if site is None:
            raise ApiError("illegal", say("passkeys are for the name of the site: this address is another one"), 422)
        return site

    # --- one's data

    async def data(self, request: Request) -> Response:
        """All that is kept of who asks."""
        guest, account, language = guest_of(request), account_id(signed_in(request)), reader.get()
        self.visitors.check_archive(address_of(request.scope))
        body = await self.services.storage.run(lambda store: data.archive(store, guest, account, language))
        headers = {"Content-Disposition": 'attachment; filename="ludens-data.zip"'}
        return Response(body, media_type="application/zip", headers=headers)

    async def delete(self, request: Request) -> Response:
        await read_body(request, DeleteMe, self.limits)
        self.visitors.check_archive(address_of(request.scope))
        await self.lobby.identity.erase(guest_of(request), account_id(signed_in(request)))
        await self.services.measures.changed()
        response = answer(Fine())
        _forget(response, SESSION)
        _forget(response, COOKIE)
        return response


def _forget(response: Response, name: str) -> None:
    """Let a browser keep a cookie no more."""
    response.delete_cookie(name, path="/", httponly=True, samesite="strict")
