"""Signing in: by a letter, by a passkey, by somebody who says who one is; and what one decides about one's account."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from ludens import words
from ludens.web.accounts import store as rows
from ludens.web.accounts.store import Account, Once, Way
from ludens.web.errors import ApiError
from ludens.web.hosting import Hosting
from ludens.web.people import keys
from ludens.web.people import words as names
from ludens.web.people.keys import SignedIn
from ludens.web.post import jobs
from ludens.web.post.mail import checked_address
from ludens.web.schemas.accounts import WayKind
from ludens.web.visitors import Allowance
from ludens.words import say

if TYPE_CHECKING:
    from ludens.web.accounts.identity import Identity
    from ludens.web.accounts.site import Site
    from ludens.web.services import Services

_log = logging.getLogger("ludens.web")
_LETTER: Final = "sign in"
_MAKE, _ASK, _PROVIDER = "make a passkey", "ask a passkey", "provider"
#: how long a letter, and an answer of a browser or a provider, is waited for
LETTER_SECONDS: Final = 900.0
ANSWER_SECONDS: Final = 600.0
_HOUR: Final = 3600.0
#: letters that one visitor causes, and one address gets: so many at once, and so many an hour
_OF_VISITOR, _OF_ADDRESS = 10, 5
#: the longest path of this site that somebody comes back to
_LONGEST_PATH: Final = 500


class _Letter(msgspec.Struct):
    """A letter that lets its reader sign in; its secret goes with the number, and stands nowhere."""

    address: str
    number: str
    language: str


class Entered(NamedTuple):
    """Somebody has signed in: the secret for the cookie of their browser, and where they wanted to go."""

    secret: str
    path: str


class SignIn:
    """What a server does with accounts; where its host wants none, everything is refused."""

    def __init__(self, services: Services, identity: Identity) -> None:
        self._storage, self._post, self._identity = services.storage, services.post, identity
        self.hosting: Hosting = services.hosting
        self._by_visitor = Allowance(_OF_VISITOR / _HOUR, _OF_VISITOR)
        self._by_address = Allowance(_OF_ADDRESS / _HOUR, _OF_ADDRESS)
        self._clients: dict[str, Any] = {}
        self._reserved = {names.folded(one) for one in self.hosting.moderators} - {""}
        if self.is_on:
            self._post.write(_LETTER, self._write_letter)

    @property
    def is_on(self) -> bool:
        return self.hosting.accounts

    @property
    def has_mail(self) -> bool:
        return self.is_on and self._post.mailer is not None

    def check_on(self) -> None:
        """Raises ApiError where there are no accounts."""
        if not self.is_on:
            raise ApiError("unknown", say("this server has no accounts"), 404)

    async def who(self, secret: str) -> SignedIn | None:
        """Who is signed in with the secret of a cookie. Raises StorageError."""
        if not self.is_on or not 20 <= len(secret) <= 100:
            return None
        return await self._storage.run(lambda store: rows.who(store, secret, time.time()))

    async def is_moderator(self, person: SignedIn | None) -> bool:
        """Whether the host has named somebody a moderator: by name, or by an address that they sign in with."""
        if person is None or not self._reserved:
            return False
        name = names.folded(person.name)
        if "@" not in name and name in self._reserved:  # which holds no empty one
            return True
        own = await self._storage.run(lambda store: rows.ways(store, person.account))
        return any(one.kind == "mail" and names.folded(one.subject) in self._reserved for one in own)

    async def is_moderating(self, guest: str) -> bool:
        """The same of whom tables know so."""
        owner = await self._storage.run(lambda store: rows.account_of(store, guest))
        return owner is not None and await self.is_moderator(SignedIn(guest, owner.id, owner.name))

    async def forget(self, secret: str) -> None:
        """Let a browser be signed in no more by this secret."""
        await self._storage.run(lambda store: rows.sign_out(store, secret))

    # --- letters

    async def ask_letter(self, text: str, visitor: str, person: SignedIn | None, language: str) -> None:
        """Send a letter that lets its reader sign in. Whether there is an account changes nothing. Raises ApiError."""
        self.check_on()
        if not self.has_mail:
            raise ApiError("unknown", say("this server sends no mail"), 404)
        address = checked_address(text).lower()
        if not (self._by_visitor.take(visitor) and self._by_address.take(address)):
            raise ApiError("limit", say("many letters were asked for: try again later"), 429)
        one = _Letter(address, secrets.token_urlsafe(16), language)
        once, now = Once("", keys.account_id(person), address), time.time()
        secret, data = self._secret(one), msgspec.json.encode(one).decode()
        await self._storage.run(lambda store: rows.remember(store, _LETTER, secret, once, now + LETTER_SECONDS, now))
        key = f"{_LETTER}:{keys.digest(secret)}"
        await self._storage.run(lambda store: jobs.put(store, key, _LETTER, now, data))

    def _secret(self, one: _Letter) -> str:
        return self._post.secret_of(f"{_LETTER}\n{one.number}\n{one.address}")

    async def _write_letter(self, data: str) -> None:
        """Send the letter. Raises MailError, JobTimeout."""
        one = msgspec.json.decode(data, type=_Letter)
        with words.speaking(one.language):
            lines = [
                say("Somebody, you we hope, wants to sign in with this address."),
                "",
                f"{self.hosting.site}/account#link={self._secret(one)}",
                "",
                say("The link is good for one time, and for 15 minutes."),
                say("If it was not you, do nothing: nobody can sign in without this letter."),
            ]
            subject = say("Sign in")
        await self._post.send(one.address, subject, lines)

    async def letter_of(self, secret: str) -> str:
        """The address of a letter that has not been used yet. Raises ApiError."""
        return (await self._letter(rows.look, secret)).data

    async def _letter(self, how: Any, secret: str) -> Once:
        self.check_on()
        once: Once | None = await self._storage.run(lambda store: how(store, _LETTER, secret, time.time()))
        if once is None:
            raise ApiError("forbidden", say("this link is not good any more: ask for another letter"), 403)
        return once

    async def by_letter(self, secret: str, person: SignedIn | None, browser: str) -> Entered:
        """Sign in by the secret of a letter, which is good no more. Raises ApiError."""
        once = await self._letter(rows.look, secret)
        if once.account not in ("", keys.account_id(person)):
            raise ApiError("forbidden", say("open this link in the browser where you asked for the letter"), 403)
        once = await self._letter(rows.spend, secret)
        return await self._enter("mail", once.data, once.data, once.account, browser)

    # --- passkeys

    async def new_passkey(self, site: Site, person: SignedIn | None, name: str) -> dict[str, Any]:
        """What a browser is asked that is to make a passkey, be it for a new account. Raises ApiError."""
        from ludens.web.accounts import passkeys

        self.check_on()
        account = keys.account_id(person)
        own = await self._storage.run(lambda store: rows.ways(store, account)) if account else []
        challenge, now = secrets.token_bytes(32), time.time()
        user = account or secrets.token_urlsafe(9)
        shown = (person.name if person is not None else "") or names.clean_name(name) or "ludens"
        present = [one.subject for one in own if one.kind == "passkey"]
        options = passkeys.creation(site, shown, user, challenge, present)
        once = Once("", account, "")
        await self._remember(_MAKE, options["challenge"], once, now)
        return options

    async def made_passkey(
        self, site: Site, person: SignedIn | None, browser: str, credential: Mapping[str, Any], label: str
    ) -> Entered:
        """A browser has made a passkey, which is a way into an account from now on. Raises ApiError."""
        from ludens.web.accounts import passkeys

        challenge = passkeys.challenge_of(credential)
        once = await self._spend(_MAKE, challenge)
        if once.account != keys.account_id(person):
            raise ApiError("forbidden", say("you are not signed in any more"), 403)
        key = passkeys.made(site, credential, challenge)
        if await self._storage.run(lambda store: rows.way(store, "passkey", key.id)) is not None:
            raise passkeys.refused()
        return await self._enter("passkey", key.id, names.clean_name(label), once.account, browser, details=key.details)

    async def ask_passkey(self, site: Site) -> dict[str, Any]:
        """What a browser is asked that is to show a passkey. Raises ApiError."""
        from ludens.web.accounts import passkeys

        self.check_on()
        options = passkeys.request(site, secrets.token_bytes(32))
        await self._remember(_ASK, options["challenge"], Once("", "", ""), time.time())
        return options

    async def by_passkey(self, site: Site, browser: str, credential: Mapping[str, Any]) -> Entered:
        """Sign in by what a browser answers. Raises ApiError."""
        from ludens.web.accounts import passkeys

        challenge, id_ = passkeys.challenge_of(credential), str(credential.get("id", ""))
        await self._spend(_ASK, challenge)
        present = await self._storage.run(lambda store: rows.way(store, "passkey", id_))
        if present is None:
            raise passkeys.refused()
        key = passkeys.answered(site, credential, challenge, id_, present.details)
        return await self._enter("passkey", id_, present.label, "", browser, details=key.details)

    async def _remember(self, kind: str, secret: str, once: Once, now: float) -> None:
        await self._storage.run(lambda store: rows.remember(store, kind, secret, once, now + ANSWER_SECONDS, now))

    async def _spend(self, kind: str, secret: str) -> Once:
        """Raises ApiError where the secret is none, or was used."""
        self.check_on()
        once = await self._storage.run(lambda store: rows.spend(store, kind, secret, time.time()))
        if once is None:
            raise ApiError("forbidden", say("this took too long, or was done already: try again"), 403)
        return once

    # --- providers

    def _client(self, name: str) -> Any:
        """What speaks with a provider. Raises ApiError."""
        self.check_on()
        provider = next((one for one in self.hosting.providers if one.name == name), None)
        if provider is None:
            raise ApiError("unknown", say("there is no such way to sign in"), 404)
        if name not in self._clients:
            from ludens.web.accounts.oauth import Client

            self._clients[name] = Client(provider, f"{self.hosting.site}/signed-in/{name}")
        return self._clients[name]

    async def ask_provider(self, name: str, person: SignedIn | None, browser: str, path: str) -> tuple[str, str]:
        """Where somebody goes who signs in by a provider, and a secret that their browser comes back with.

        Raises ApiError.
        """
        client = self._client(name)
        verifier, nonce, state, own = (secrets.token_urlsafe(48) for _ in range(4))
        url = await client.address(state, verifier, nonce)
        secret = {"verifier": verifier, "nonce": nonce, "own": keys.digest(own)}
        data = json.dumps({"provider": name, "path": own_path(path), **secret})
        once = Once(browser, keys.account_id(person), data)
        await self._remember(_PROVIDER, state, once, time.time())
        return url, own

    async def by_provider(self, name: str, state: str, code: str, own: str) -> Entered:
        """Sign in as who a provider says; `own` is the secret that the browser was given. Raises ApiError."""
        from ludens.web.accounts.oauth import Unanswered

        client = self._client(name)
        once = await self._spend(_PROVIDER, state)
        about = json.loads(once.data)
        if about["provider"] != name or not keys.same(about["own"], keys.digest(own)):
            raise ApiError("forbidden", say("sign in in the browser in which you began"), 403)
        try:
            person = await client.person(code, about["verifier"], about["nonce"])
        except Unanswered as error:
            _log.warning("sign in by %s: %s", name, error)
            raise ApiError("forbidden", say("{0} does not say who you are", client.provider.label), 403) from None
        subject, label = json.dumps([name, person]), client.provider.label
        entered = await self._enter("provider", subject, label, once.account, once.guest)
        return entered._replace(path=about["path"])

    # --- the account

    async def _enter(
        self, kind: WayKind, subject: str, label: str, account: str, browser: str, details: str = ""
    ) -> Entered:
        """Let a browser be signed in; what it was as a guest is the account's from now on. Raises ApiError."""
        now = time.time()
        owner = await self._storage.run(
            lambda store: rows.enter(store, kind, subject, label, now, account_id=account, details=details)
        )
        if browser:
            await self._identity.adopt(browser, owner.guest)
        secret = await self._storage.run(lambda store: rows.sign_in(store, owner.id, now))
        return Entered(secret, "/account")

    async def account(self, person: SignedIn) -> tuple[Account, list[Way], int]:
        """An account, the ways into it, and in how many browsers it is signed in. Raises ApiError."""
        owner = await self._storage.run(lambda store: rows.account(store, person.account))
        if owner is None:
            raise ApiError("forbidden", say("you are not signed in any more"), 401)
        own = await self._storage.run(lambda store: rows.ways(store, person.account))
        count = await self._storage.run(lambda store: rows.count_signed_in(store, person.account, time.time()))
        return owner, own, count

    async def rename(self, person: SignedIn, text: str) -> None:
        """Be called otherwise. Raises ApiError."""
        name = names.clean_name(text)
        if not name:
            raise ApiError("malformed", say("name: there is nothing to be seen in it"))
        if names.folded(name) in self._reserved and names.folded(name) != names.folded(person.name):
            raise ApiError("illegal", say("somebody else is called {0}", name), 409)
        await self._storage.run(lambda store: rows.rename(store, person.account, name))

    async def remove_way(self, person: SignedIn, kind: WayKind, subject: str) -> None:
        """Let nobody come into the account this way any more. Raises ApiError."""
        await self._storage.run(lambda store: rows.remove_way(store, person.account, kind, subject))

    async def sign_out(self, person: SignedIn, secret: str, *, everywhere: bool) -> None:
        """Be signed in no more, here or anywhere; pages that are open come anew."""
        if everywhere:
            await self._storage.run(lambda store: rows.sign_out_everywhere(store, person.account))
        else:
            await self._storage.run(lambda store: rows.sign_out(store, secret))
        await self._identity.part(person.guest)


def own_path(text: str) -> str:
    """A path of this site, and of no other; what is none is the page of the account.

    >>> own_path("/table/x?y"), own_path("//evil.example"), own_path("/\\\\evil.example"), own_path("https://evil.example")
    ('/table/x?y', '/account', '/account', '/account')
    """
    is_plain = text.isascii() and text.isprintable() and " " not in text and "\\" not in text
    if not is_plain or not text.startswith("/") or text.startswith("//") or len(text) > _LONGEST_PATH:
        return "/account"
    parts = urlsplit(text)
    return "/account" if parts.scheme or parts.netloc else text
