"""Who asks, where programs may ask as well as people: a bot comes with its token."""

from __future__ import annotations

from starlette.requests import Request

from ludens.web.bots.accounts import Accounts, Bot
from ludens.web.errors import ApiError
from ludens.web.people.keys import guest_of
from ludens.words import say


def has_token(request: Request) -> bool:
    """Whether a program asks."""
    return bool(request.headers.get("authorization"))


async def bearer(accounts: Accounts, request: Request, scope: str = "") -> Bot:
    """The bot whose token came with a request, and lets it do this. Raises ApiError."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    bot = await accounts.bearer(token.strip()) if kind.lower() == "bearer" else None
    if bot is None:
        raise ApiError("forbidden", "there is no bot of this token: Authorization: Bearer TOKEN is wanted", 401)
    if request.app.state.lobby.services.measures.is_closed(bot.owner):
        raise ApiError("forbidden", say("a moderator has closed your account"), 403)
    if scope and scope not in bot.scopes:
        raise ApiError("forbidden", f"this token does not let one do that: it has no scope {scope}", 403)
    return bot


async def asker(accounts: Accounts, request: Request, scope: str = "") -> str:
    """What the server knows the person, or the bot, by who asks. Raises ApiError."""
    return (await bearer(accounts, request, scope)).guest if has_token(request) else guest_of(request)
