"""Messages from and to JSON: whatever comes is a message, or the error that says what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.web import protocol, reference
from ludens.web.errors import ApiError
from ludens.web.schemas import client, http, server
from ludens.web.schemas.base import MAX_PLAYERS

TAGS = [message.__struct_config__.tag for message in reference.client_messages()]
BODIES = [http.CreateTable, http.OpenTrial, http.DescriptionText]
FIELDS = ["ply", "move", "moves", "options", "players", "seed", "on", "seconds", "id", "text", "game", "trial", "more"]
#: any text that JSON can hold, halves of characters too
texts = st.text(st.characters(exclude_categories=()), max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=8)
messages = st.builds(
    lambda tag, fields: {"type": tag, **fields},
    st.sampled_from(TAGS) | values,
    st.dictionaries(st.sampled_from(FIELDS), values),
)


def understood(text: str | bytes) -> client.Message | None:
    """The message, or None where an error says what is wrong."""
    try:
        return protocol.decode_message(text if isinstance(text, str) else text.decode("utf-8", "surrogateescape"))
    except ApiError as error:
        assert (error.code, error.status) == ("malformed", 400)
        assert error.message
        assert protocol.encode_message(protocol.error_message(error), error.mark)
        return None


@given(messages | values)
def test_any_json_is_a_message_or_an_error(value: Any) -> None:
    message = understood(json.dumps(value))
    if message is not None:
        assert protocol.decode_message(protocol.encode(message).decode()) == message


@given(st.text() | st.binary())
def test_any_text_is_a_message_or_an_error(text: str | bytes) -> None:
    understood(text)


@given(st.sampled_from(BODIES), st.dictionaries(st.sampled_from(FIELDS), values) | values)
def test_any_body_is_read_or_an_error(kind: type[Any], value: Any) -> None:
    try:
        read = protocol.decode_body(json.dumps(value).encode(), kind)
    except ApiError as error:
        assert (error.code, error.status) == ("malformed", 400)
    else:
        assert protocol.decode_body(protocol.encode(read), kind) == read


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"type":"ping","x":' + "[" * 100_000])
def test_depth_without_end_is_an_error(text: str) -> None:
    assert understood(text) is None


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"type": "play", "ply": 0}, "play wants move, or moves with one number a player"),
        ({"type": "play", "move": 1}, "object missing required field ply"),
        ({"type": "play", "ply": True, "move": 1}, "ply: expected int, got bool"),
        ({"type": "play", "ply": -1, "move": 1}, "ply: expected int >= 0"),
        ({"type": "play", "ply": 1, "moves": [0, "x"]}, "moves[1]: expected int, got str"),
        ({"type": "seats", "players": ["human"] * 17}, f"players: expected array of length <= {MAX_PLAYERS}"),
        ({"type": "seats", "players": ["a\n"]}, "players[0]: expected str without control characters"),
        ({"type": "analyse", "on": 1}, "on: expected bool, got int"),
        ({"type": "analyse", "on": True, "seconds": 0}, "seconds: expected float > 0.0"),
        ({"type": "new", "seed": 1 << 63}, "seed: expected int <= 9223372036854775807"),
        ({"type": "dance"}, "type: invalid value 'dance'"),
        ({"type": "ping", "id": {}}, "id: expected bool | int | float | str | null, got object"),
        ([], "expected object, got array"),
    ],
)
def test_errors_name_the_field(asked: object, said: str) -> None:
    with pytest.raises(ApiError) as refused:
        protocol.decode_message(json.dumps(asked))
    assert refused.value.message.lower() == said.lower()


def test_errors_keep_the_mark() -> None:
    with pytest.raises(ApiError) as refused:
        protocol.decode_message('{"type": "play", "id": "m7"}')
    assert refused.value.mark == "m7"


def test_fields_that_are_not_known_are_left_out() -> None:
    assert protocol.decode_message('{"type": "ping", "colour": "red"}') == client.Ping()


def test_answers_have_the_mark_of_what_they_answer() -> None:
    assert json.loads(protocol.encode_message(server.Ok(), 7)) == {"type": "ok", "re": 7}
    assert json.loads(protocol.encode_message(server.Ok())) == {"type": "ok"}


def test_every_message_of_the_server_can_be_read_strictly() -> None:
    told = server.Thinking(player=1, since=5)
    assert msgspec.json.decode(protocol.encode(told), type=server.Message) == told
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type": "ok", "more": 1}', type=server.Message)
