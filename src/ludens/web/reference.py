"""The protocol's reference and the page's constants, both made from the schemas.

`python -m ludens.web.reference` in the repository writes docs/web-protocol.md and src/ludens/web/static/protocol.js; a
test fails where they are not what this module makes.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT
from msgspec import inspect as schemas

from ludens.web.routes.pages import STATIC
from ludens.web.schemas import base, bots, client, close, design, errors, http, server
from ludens.web.seats import HUMAN

DOCUMENT = Path(__file__).parents[3] / "docs" / "web-protocol.md"
CONSTANTS = STATIC / "protocol.js"
_INTRODUCTION = """# The protocol of the web server

Made from `src/ludens/web/schemas` by `python -m ludens.web.reference`: change it there. What the messages mean together
stands in [The game table in the browser](web.md).

Bodies are JSON, `Content-Type: application/json`; what is not done is answered by an [ErrorAnswer](#erroranswer) and a
fitting status. What clients send may have more fields than are declared here; what the server sends has none.
"""
_NAMES: dict[type[schemas.Type], str] = {
    schemas.BoolType: "bool",
    schemas.FloatType: "number",
    schemas.NoneType: "null",
    schemas.AnyType: "any",
    schemas.DictType: "object",
    schemas.RawType: "object",
    schemas.StrType: "text",
}


def client_messages() -> list[type]:
    """The messages of clients."""
    return list(get_args(client.Message))


def server_messages() -> list[type]:
    """The messages of the server."""
    return list(get_args(server.Message))


def draft_messages() -> list[type]:
    """The messages about a draft that is followed."""
    return list(get_args(design.DraftEvent))


# --- the reference


def document() -> str:
    """The text of docs/web-protocol.md."""
    bodies = [kind for endpoint in http.ENDPOINTS for kind in (endpoint.body, endpoint.answer) if kind is not None]
    messages = [*client_messages(), *server_messages(), *draft_messages()]
    lines = [*get_args(bots.Event), *get_args(bots.GameLine)]
    sections = [
        _INTRODUCTION,
        "## Requests\n",
        _endpoints(),
        "## Messages of the page\n",
        *map(_section, client_messages()),
        "## Messages of the server\n",
        *map(_section, server_messages()),
        "## Messages about a draft\n",
        *map(_section, draft_messages()),
        "## Events of bots\n",
        *map(_section, get_args(bots.Event)),
        "## Lines of games\n",
        *map(_section, get_args(bots.GameLine)),
        "## Bodies of requests and answers\n",
        *map(_section, dict.fromkeys([*bodies, http.ErrorAnswer])),
        "## What these are made of\n",
        *map(_section, _parts([*messages, *lines, *bodies, http.ErrorAnswer])),
        "## Codes of errors\n",
        _table(("code", "meaning"), ((f"`{code}`", meaning) for code, meaning in errors.CODES.items())),
        "## Codes with which the WebSocket is closed\n",
        _table(("code", "meaning"), ((str(int(code)), meaning) for code, meaning in close.CLOSE_CODES.items())),
    ]
    return "\n".join(sections)


def _endpoints() -> str:
    rows = (
        (
            f"`{one.method} {one.path}`",
            one.summary,
            "" if one.body is None else _link(one.body),
            "" if one.answer is None else _link(one.answer),
        )
        for one in http.ENDPOINTS
    )
    return _table(("request", "what it does", "body", "answer"), rows)


def _section(kind: type) -> str:
    """A schema: its name, what it is, its fields."""
    info = _struct(kind)
    title = f"### {kind.__name__}\n"
    summary = inspect.getdoc(kind) or ""
    tag = f'`"type": "{info.tag}"`. ' if info.tag else ""
    own = [field for field in info.fields if field.encode_name not in ("id", "re")]
    is_optional = _may_be_missing if issubclass(kind, base.Outgoing) else _may_be_left_out
    rows = (_row(field, is_optional(field)) for field in own)
    fields = [_table(("field", "type", "meaning"), rows)] if own else []
    return "\n".join([title, f"{tag}{summary}\n", *fields])


def _row(field: schemas.Field, optional: bool) -> tuple[str, str, str]:
    meaning = _description(field.type), "may be left out" if optional else ""
    return f"`{field.encode_name}`", _words(field.type), "; ".join(filter(None, meaning))


def _may_be_left_out(field: schemas.Field) -> bool:
    return not field.required


def _may_be_missing(field: schemas.Field) -> bool:
    """Whether the server leaves a field out at times; others that have a default are sent with it."""
    return not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _struct(kind: type) -> schemas.StructType:
    info = schemas.type_info(kind)
    assert isinstance(info, schemas.StructType)
    return info


def _description(kind: schemas.Type) -> str:
    match kind:
        case schemas.Metadata():
            description: str = (kind.extra_json_schema or {}).get("description", "")
            return description or _description(kind.type)
        case schemas.UnionType():
            return next(filter(None, map(_description, kind.types)), "")
    return ""


def _words(kind: schemas.Type) -> str:
    """A type in words, as clients see it in JSON."""
    match kind:
        case schemas.Metadata():
            title: str | None = (kind.extra_json_schema or {}).get("title")
            return title or _words(kind.type)
        case schemas.StructType():
            return _link(kind.cls)
        case schemas.UnionType():
            parts = (part for part in kind.types if not isinstance(part, schemas.NoneType))
            words = [_words(part) for part in parts]
            return " or ".join(words + ["null"] * (len(words) < len(kind.types)))
        case schemas.ListType() | schemas.VarTupleType():
            return f"[{_words(kind.item_type)}, ...]{_bounds('at most', kind.max_length)}"
        case schemas.LiteralType():
            return " or ".join(f'`"{value}"`' for value in kind.values)
        case schemas.IntType():
            return f"int{_bounds('from', kind.ge)}"
    return _NAMES[type(kind)]


def _bounds(word: str, bound: int | None) -> str:
    return "" if bound is None else f" {word} {bound}"


def _link(kind: type) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def _parts(kinds: Iterable[type]) -> list[type]:
    """The schemas that others are made of, in the order in which they are met."""
    parts: dict[type, None] = {}
    for kind in kinds:
        for field in _struct(kind).fields:
            for part in _structs_in(field.type):
                parts.setdefault(part)
    return [kind for kind in parts if kind not in kinds]


def _structs_in(kind: schemas.Type) -> Iterator[type]:
    match kind:
        case schemas.StructType():
            yield kind.cls
            inner: Iterable[schemas.Type] = (field.type for field in kind.fields)
        case schemas.Metadata():
            inner = (kind.type,)
        case schemas.UnionType():
            inner = kind.types
        case schemas.ListType() | schemas.VarTupleType():
            inner = (kind.item_type,)
        case _:
            inner = ()
    for part in inner:
        yield from _structs_in(part)


# --- the page's constants


def constants() -> str:
    """The text of static/protocol.js."""
    limits = {
        "PLAYERS": base.MAX_PLAYERS,
        "OPTIONS": base.MAX_OPTIONS,
        "LABEL": base.MAX_LABEL,
        "SEED": (1 << 53) - 1,  # all that a number of JavaScript holds exactly; the server takes more
    }
    parts = [
        "// Made from the schemas of the server by `python -m ludens.web.reference`: change them there.\n",
        _object("Client", "The kinds of messages that the page sends.", _tags(client_messages())),
        _object("Server", "The kinds of messages that the page is told.", _tags(server_messages())),
        _object("Draft", "The kinds of messages about a draft that is followed.", _tags(draft_messages())),
        _object("ErrorCode", "What errors are about.", {code.upper(): code for code in errors.CODES}),
        _object("CloseCode", "Why the server closes a WebSocket.", {c.name: int(c) for c in close.CloseCode}),
        _object("Limit", "How many, or how long, what is sent may be.", limits),
        f"/** Who plays where no agent does. */\nexport const HUMAN = {json.dumps(HUMAN)};\n",
    ]
    return "\n".join(parts)


def _tags(kinds: Iterable[type]) -> dict[str, Any]:
    return {str(tag).upper(): tag for tag in (_struct(kind).tag for kind in kinds)}


def _object(name: str, comment: str, values: Mapping[str, Any]) -> str:
    lines = "".join(f"  {key}: {json.dumps(value)},\n" for key, value in values.items())
    return f"/** {comment} */\nexport const {name} = Object.freeze({{\n{lines}}});\n"


def main() -> None:
    DOCUMENT.write_text(document(), encoding="utf-8")
    CONSTANTS.write_text(constants(), encoding="utf-8")


if __name__ == "__main__":
    main()
