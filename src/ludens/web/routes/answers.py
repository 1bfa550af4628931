"""Bodies of requests, and answers, by their schemas."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludens.web.errors import ApiError, server_failed, storage_failed
from ludens.web.limits import Limits
from ludens.web.nodes.node import Elsewhere
from ludens.web.protocol import decode_body, encode
from ludens.web.schemas.errors import ErrorInfo
from ludens.web.schemas.http import ErrorAnswer
from ludens.words import say

T = TypeVar("T")
_JSON = "application/json"
#: of files of games, those that are no plain text
FILE_TYPES: Final = {"json": _JSON, "pgn": "application/x-chess-pgn", "sgf": "application/x-go-sgf"}
_HTTP_WORDS = {404: "there is no such page", 405: "this is not asked this way"}


async def read_body(request: Request, kind: type[T], limits: Limits) -> T:
    """The JSON that came with a request, as a schema has it. Raises ApiError."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        raise ApiError("malformed", f"the body is {_JSON}", 415)
    return decode_body(await read_bytes(request, limits), kind)


async def read_bytes(request: Request, limits: Limits) -> bytes:
    """What came with a request, whatever it is. Raises ApiError."""
    body, visitors = bytearray(), request.app.state.lobby.visitors
    with visitors.body() as count:
        try:
            async for chunk in request.stream():
                count(len(chunk))
                body += chunk
                if len(body) > limits.body_size:
                    raise ApiError("limit", say("a request has at most {0} KiB", limits.body_size >> 10), 413)
        except ClientDisconnect:
            raise ApiError("malformed", "the request was broken off") from None
        return bytes(body)


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What some work gives for a request whose body has been read; it ends where the client does not wait for it.

    Raises what the work raises, and ApiError.
    """
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([task, gone], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ApiError("malformed", "the request was broken off")
        return task.result()
    finally:
        gone.cancel()
        task.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def answer(value: Struct, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=_JSON)


def lasting_answer(request: Request, value: Struct) -> Response:
    """An answer that changes only with ludens: browsers ask again each time, and get it only where it has changed."""
    body = encode(value)
    return tagged(request, body, hashlib.sha256(body).hexdigest()[:32], _JSON)


def tagged(request: Request, body: bytes, tag: str, media_type: str) -> Response:
    """A body with a tag, which is sent only to those who do not have it."""
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


def refuse(request: Request, error: Exception) -> Response:
    """The answer to what is not done."""
    assert isinstance(error, ApiError)
    if isinstance(error, Elsewhere):
        raise error  # another server answers
    return answer(ErrorAnswer(error=error.info), error.status)


def unstored(request: Request, error: Exception) -> Response:
    """The answer where the database cannot be used."""
    return refuse(request, storage_failed(error))


def http_error(request: Request, error: Exception) -> Response:
    """The answer where there is no such address, or method."""
    assert isinstance(error, HTTPException)
    message = _HTTP_WORDS.get(error.status_code, error.detail)
    made = answer(ErrorAnswer(error=ErrorInfo(code="unknown", message=message)), error.status_code)
    made.headers.update(error.headers or {})
    return made


def crash(request: Request, error: Exception) -> Response:
    """The answer where a defect of ours showed."""
    return refuse(request, server_failed())
