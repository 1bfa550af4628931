"""Messages to and from JSON: what clients send is validated against its schema, and errors name the field.

>>> decode_message('{"type": "view", "ply": 3, "id": 7}')
ViewPly(id=7, ply=3)
>>> decode_message('{"type": "view", "ply": "x"}')
Traceback (most recent call last):
ludens.web.errors.ApiError: ply: expected int, got str
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from msgspec import DecodeError, ValidationError

from ludens import words
from ludens.web.errors import ApiError
from ludens.web.languages import reader
from ludens.web.schemas import client, server
from ludens.web.schemas.base import Mark

T = TypeVar("T")
_message: msgspec.json.Decoder[client.Message] = msgspec.json.Decoder(client.Message)
_marked = msgspec.json.Decoder(client.Marked)
_encoder = msgspec.json.Encoder()
#: "Expected `int`, got `str` - at `$.moves[0]`"
_PLACED = re.compile(r"(?P<problem>.*) - at `\$\.?(?P<field>.*)`", re.DOTALL)
_PATTERN = re.compile(r"matching regex .*", re.DOTALL)


def decode_message(text: str) -> client.Message:
    """A message of a page. Raises ApiError, with the message's mark where that could be read."""
    try:
        return decode(text, _message)
    except ApiError as error:
        error.mark = _mark_of(text)
        raise


def decode_body(body: bytes, kind: type[T]) -> T:
    """The body of a request. Raises ApiError."""
    return decode(body, msgspec.json.Decoder(kind))


def decode(data: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """JSON as a schema has it. Raises ApiError, and nothing else whatever the data are."""
    try:
        return decoder.decode(data)
    except ValidationError as error:
        raise ApiError("malformed", problem(str(error))) from None
    except (DecodeError, RecursionError, UnicodeError):
        raise ApiError("malformed", "this is no JSON") from None


def problem(message: str) -> str:
    """What a validation error says, with the field first.

    >>> problem("Expected `array` of length <= 16 - at `$.players`")
    'players: expected array of length <= 16'
    """
    placed = _PLACED.fullmatch(message)
    text, field = (placed["problem"], placed["field"]) if placed else (message, "")
    text = _PATTERN.sub("without control characters", text).replace("`", "")
    return f"{field}: {text[:1].lower()}{text[1:]}" if field else text


def _mark_of(text: str) -> Mark:
    try:
        return _marked.decode(text).id
    except (DecodeError, RecursionError, UnicodeError):
        return None


def encode(value: Any) -> bytes:
    """What the server answers, as JSON, in the language of who asks."""
    return words.resolved_json(_encoder.encode(value).decode(), reader.get()).encode()


def encode_message(message: server.Message, mark: Mark = None) -> str:
    """A message for a page, marked as the answer to the message of that mark; its texts are to be translated yet."""
    if mark is not None:
        message = msgspec.structs.replace(message, re=mark)
    return _encoder.encode(message).decode()


def error_message(error: ApiError) -> server.Error:
    """The message that tells of an error."""
    return server.Error(code=error.code, message=error.message)
