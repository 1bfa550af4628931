"""Where people want to be told that it is their turn."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludens.web.errors import ApiError
from ludens.web.languages import reader
from ludens.web.lobby import Lobby
from ludens.web.people.keys import guest_of
from ludens.web.routes.answers import answer, read_body
from ludens.web.schemas.post import AddMail, AddPush, ContactInfo, Contacts, LetterLink, RemoveContact
from ludens.web.visitors import address_of
from ludens.words import say


class PostRoutes:
    """Adds contacts, confirms them by what a letter carries, and removes them."""

    def __init__(self, lobby: Lobby) -> None:
        self.post, self.limits = lobby.services.post, lobby.limits

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/post", self.listed),
            Route("/api/post/mail", self.add_mail, methods=["POST"]),
            Route("/api/post/push", self.add_push, methods=["POST"]),
            Route("/api/post/remove", self.remove, methods=["POST"]),
            Route("/api/post/confirm", self.confirm, methods=["POST"]),
            Route("/api/post/cancel", self.cancel, methods=["POST"]),
        ]

    async def listed(self, request: Request) -> Response:
        return await self._answer(guest_of(request))

    async def add_mail(self, request: Request) -> Response:
        body, guest = await read_body(request, AddMail, self.limits), _guest(request)
        await self.post.add_mail(guest, body.address, address_of(request.scope), reader.get())
        return await self._answer(guest)

    async def add_push(self, request: Request) -> Response:
        body, guest = await read_body(request, AddPush, self.limits), _guest(request)
        await self.post.add_push(guest, body.endpoint, body.p256dh, body.auth, reader.get())
        return await self._answer(guest)

    async def remove(self, request: Request) -> Response:
        body, guest = await read_body(request, RemoveContact, self.limits), _guest(request)
        await self.post.remove(guest, body.kind, body.address)
        return await self._answer(guest)

    async def confirm(self, request: Request) -> Response:
        body = await read_body(request, LetterLink, self.limits)
        await self.post.confirm(body.token)
        return await self._answer("")

    async def cancel(self, request: Request) -> Response:
        body = await read_body(request, LetterLink, self.limits)
        await self.post.cancel(body.token)
        return await self._answer("")

    async def _answer(self, guest: str) -> Response:
        listed = await self.post.listed(guest) if guest and self.post.is_on else []
        infos = [ContactInfo(one.kind, one.address, is_confirmed) for one, is_confirmed in listed]
        return answer(Contacts(self.post.mailer is not None, self.post.public_key, infos))


def _guest(request: Request) -> str:
    """Who asks. Raises ApiError where that is nobody whom the server knows."""
    guest = guest_of(request)
    if not guest:
        raise ApiError("forbidden", say("sit down at a table first"), 403)
    return guest
