"""Tells people who have no page open that it is their turn: a letter or a message for all their tables at once."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from ludens import words
from ludens.web.async_storage import AsyncStorage
from ludens.web.errors import ApiError
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.meters import Meters
from ludens.web.nodes.leases import setting
from ludens.web.people.keys import digest
from ludens.web.post import contacts, jobs
from ludens.web.post.contacts import Contact, Kind, WaitingTurn
from ludens.web.post.jobs import Job
from ludens.web.post.mail import Mailer, MailError, checked_address, letter
from ludens.web.post.push import SERVICES, Pusher, checked_endpoint, new_key, public_key
from ludens.web.storage import StorageError
from ludens.web.visitors import Allowance
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool
from ludens.words import count, say

_log = logging.getLogger("ludens.web")
#: seconds between two looks for what is to be done; what one letter may take; after which it is first tried again
_LOOK_SECONDS, _SEND_SECONDS, _AGAIN_SECONDS = 1.0, 60.0, 60.0
#: letters that were not taken so often are given up
_TRIES: Final = 8
_CONFIRM: Final = "confirm"
_DAY, _HOUR = 86_400.0, 3600.0
#: tables that a letter names; of the others it says how many there are
_NAMED: Final = 20


class _Confirm(msgspec.Struct):
    """A letter that asks whether its reader wants such letters."""

    guest: str
    address: str
    language: str = "en"


class Post:
    """The letters of a server; without a host for mail and keys for browsers nobody is written to."""

    def __init__(self, storage: AsyncStorage, hosting: Hosting, limits: Limits, meters: Meters) -> None:
        """Raises ValueError where the host of mail has no address."""
        self.limits, self.site = limits, hosting.site
        self.services = (*SERVICES, *hosting.push_services)
        self.mailer = Mailer(hosting.mail, hosting.sender) if hosting.mail else None
        self.pusher: Pusher | None = None
        #: what browsers are told of this server's key; empty without
        self.public_key = ""
        self._has_push, self._subject = hosting.push, f"mailto:{hosting.sender}" if hosting.sender else hosting.site
        self._storage, self._meters, self._key = storage, meters, b""
        self._pool = ThreadPool("post", 2)
        #: what does the jobs of each kind, by their data
        self._writers: dict[str, Callable[[str], Awaitable[None]]] = {
            contacts.TURNS: self._tell_turns,
            _CONFIRM: self._ask_reader,
        }
        self._loop: asyncio.Task[None] | None = None
        self._by_visitor, self._by_mail = Allowance(5 / _HOUR, 5), Allowance(3 / _DAY, 3)

    @property
    def is_on(self) -> bool:
        return self.mailer is not None or self._has_push

    async def start(self) -> None:
        """Begin to do jobs. Raises StorageError."""
        if not self.is_on:
            return
        key = await self._storage.run(lambda store: setting(store, "post secret", secrets.token_urlsafe(32)))
        self._key = key.encode()
        if self._has_push:
            private = await self._storage.run(lambda store: setting(store, "vapid key", new_key()))
            self.pusher, self.public_key = Pusher(private, self._subject), public_key(private)
        self._loop = asyncio.create_task(self._keep_sending())

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        self._pool.shutdown()

    # --- letters of other parts of the server

    def write(self, kind: str, writer: Callable[[str], Awaitable[None]]) -> None:
        """Let jobs of a kind be done by a writer, which gets their data, and sends by `send`."""
        self._writers[kind] = writer

    async def send(self, to: str, subject: str, lines: Sequence[str], cancel: str = "") -> None:
        """Send a letter now; `cancel` is the link that ends such letters. Raises MailError, JobTimeout."""
        if (mailer := self.mailer) is not None:
            made = letter(mailer.sender, to, subject, lines, cancel)
            await self._pool.run(lambda: mailer.send(made), _SEND_SECONDS)

    def secret_of(self, about: str) -> str:
        """A secret that goes with a text, which whoever does not know the server's key cannot guess."""
        return hmac.new(self._key, about.encode(), hashlib.sha256).hexdigest()

    # --- contacts

    async def renew(self, guest: str) -> None:
        """Let letters to somebody whom the server knows by another id now carry its tokens. Raises StorageError."""
        if not self.is_on:
            return
        tokens = {one: self._token(guest, one) for one, _ in await self.listed(guest)}
        if tokens:
            await self._storage.run(lambda store: contacts.renew(store, guest, tokens))

    async def add_mail(self, guest: str, text: str, visitor: str, language: str = "en") -> None:
        """Ask at an address whether it is to be written to, in a language. Raises ApiError, StorageError."""
        if self.mailer is None:
            raise ApiError("unknown", say("this server sends no mail"), 404)
        address = checked_address(text)
        if not (self._by_visitor.take(visitor) and self._by_mail.take(address.lower())):
            raise ApiError("limit", say("many letters were asked for: try again later"), 429)
        now, contact = time.time(), Contact("mail", address, language)
        token, data = self._token(guest, contact), msgspec.json.encode(_Confirm(guest, address, language)).decode()
        await self._storage.run(lambda store: contacts.add(store, guest, contact, token, now, confirmed=False))
        key = f"{_CONFIRM}:{digest(token)}"
        await self._storage.run(lambda store: jobs.put(store, key, _CONFIRM, now, data))

    async def add_push(self, guest: str, endpoint: str, p256dh: str, auth: str, language: str = "en") -> None:
        """Send to a browser from now on, which has agreed already. Raises ApiError, StorageError."""
        if self.pusher is None:
            raise ApiError("unknown", say("this server sends nothing to browsers"), 404)
        details = msgspec.json.encode({"p256dh": p256dh, "auth": auth, "language": language}).decode()
        contact, now = Contact("push", checked_endpoint(endpoint, self.services), details), time.time()
        token = self._token(guest, contact)
        await self._storage.run(lambda store: contacts.add(store, guest, contact, token, now, confirmed=True))

    async def confirm(self, token: str) -> None:
        """The reader of a letter wants more of them. Raises ApiError, StorageError."""
        if not await self._storage.run(lambda store: contacts.confirm(store, token, time.time())):
            raise ApiError("forbidden", say("this link is not good any more: ask for another letter"), 403)

    async def cancel(self, token: str) -> None:
        """The reader of a letter wants none any more; once is enough. Raises StorageError."""
        await self._storage.run(lambda store: contacts.cancel(store, token))

    async def remove(self, guest: str, kind: Kind, address: str) -> None:
        await self._storage.run(lambda store: contacts.remove(store, guest, kind, address))

    async def listed(self, guest: str) -> list[tuple[Contact, bool]]:
        """The contacts of a guest, and which are confirmed. Raises StorageError."""
        return await self._storage.run(lambda store: contacts.listed(store, guest))

    def _token(self, guest: str, contact: Contact) -> str:
        """The secret in letters to a contact: the same in all, so that the oldest still ends them."""
        return self.secret_of("\n".join((guest, contact.kind, contact.address)))

    # --- turns

    async def wait(self, table: str, title: str, plies: Mapping[str, int]) -> None:
        """At a table it is the turn of these guests, who are away, at a ply each. What fails is logged."""
        now, delay, pause = time.time(), self.limits.post_delay_seconds, self.limits.post_pause_seconds
        try:
            await self._storage.run(lambda store: contacts.wait(store, table, title, plies, now, delay, pause))
        except StorageError as error:
            _log.error("nobody is told whose turn it is: %s", error)

    async def _keep_sending(self) -> None:
        while True:
            try:
                while (job := await self._storage.run(lambda store: jobs.take(store, time.time()))) is not None:
                    await self._do(job)
            except StorageError as error:
                _log.error("letters are not sent now: %s", error)
            except Exception:
                _log.exception("letters are not sent")
            await asyncio.sleep(_LOOK_SECONDS)

    async def _do(self, job: Job) -> None:
        failed = False
        try:
            if job.kind in self._writers:
                await self._writers[job.kind](job.data)
        except (MailError, JobTimeout) as error:
            _log.warning("a letter was not sent: %s", error)
            failed = True
            if job.tries < _TRIES and not (isinstance(error, MailError) and error.is_final):
                later = time.time() + _AGAIN_SECONDS * 2**job.tries
                await self._storage.run(lambda store: jobs.put_off(store, job.key, later))
                return
        await self._storage.run(lambda store: jobs.end(store, job.key))
        if job.kind == contacts.TURNS and not failed:
            missed = await self._storage.run(lambda store: contacts.waiting(store, job.data))
            if missed:  # a turn has come while the letter was sent
                due = time.time() + self.limits.post_pause_seconds
                await self._storage.run(lambda store: jobs.put(store, job.key, job.kind, due, job.data))

    async def _ask_reader(self, data: str) -> None:
        """Send the letter that asks for a confirmation. Raises MailError, JobTimeout."""
        request = msgspec.json.decode(data, type=_Confirm)
        token = self._token(request.guest, Contact("mail", request.address, ""))
        with words.speaking(request.language):
            subject = say("May we write to you?")
            lines = [
                say("Somebody, you we hope, wants a letter at this address whenever it is their turn in a game."),
                "",
                say("Yes, write to me: {0}", f"{self.site}/mail#confirm={token}"),
                "",
                say("If it was not you, do nothing: this is the only letter."),
            ]
        await self.send(request.address, subject, lines)

    async def _tell_turns(self, guest: str) -> None:
        """Tell a guest of all tables at which it is their turn. Raises MailError, JobTimeout, StorageError."""
        turns = await self._storage.run(lambda store: contacts.waiting(store, guest))
        if not turns:
            return
        failed: MailError | JobTimeout | None = None
        delivered = False
        for contact, is_confirmed in await self.listed(guest):
            try:
                if is_confirmed:
                    await self._send_turns(guest, contact, turns)
                    self._meters.letter(contact.kind, "sent")
                    delivered = True
            except (MailError, JobTimeout) as error:
                failed = error
                self._meters.letter(contact.kind, "failed")
                if isinstance(error, MailError) and error.is_final:  # nobody is there any more
                    await self.remove(guest, contact.kind, contact.address)
        if failed is not None and not delivered:
            raise failed
        await self._storage.run(lambda store: contacts.sent(store, guest, turns, time.time()))

    async def _send_turns(self, guest: str, contact: Contact, turns: list[WaitingTurn]) -> None:
        pusher = self.pusher
        with words.speaking(contact.language):
            subject = _subject(len(turns))
            titles = [words.game_name(turn.title) for turn in turns]
            if contact.kind == "mail":
                cancel = f"{self.site}/mail#cancel={self._token(guest, contact)}"
                named = zip(titles[:_NAMED], turns, strict=False)
                lines = [subject, "", *(f"{title}: {self.site}/table/{turn.table}" for title, turn in named)]
                if len(turns) > _NAMED:
                    lines.append(count(len(turns) - _NAMED, "and {0} more table", "and {0} more tables"))
                lines += ["", say("No more such letters: {0}", cancel)]
        if contact.kind == "mail":
            await self.send(contact.address, subject, lines, cancel)
        elif contact.kind == "push" and pusher is not None:
            body = ", ".join(titles[:3]) + (", ..." if len(titles) > 3 else "")
            path = f"/table/{turns[0].table}" if len(turns) == 1 else "/"
            message = {"title": subject, "body": body, "path": path}
            await self._pool.run(lambda: pusher.send(contact, message), _SEND_SECONDS)


def _subject(tables: int) -> str:
    """What a letter is about: at so many tables it is its reader's turn."""
    if tables == 1:
        return say("It is your turn")
    return count(tables, "It is your turn at {0} table", "It is your turn at {0} tables")
