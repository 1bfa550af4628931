"""What a page of a stranger may send: messages and requests that are wrong, or at least unusual."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from fuzz.driver import Input
from fuzz.generators import grammar, mutate, out_of_range

KINDS: Final = [
    "play", "view", "new", "seats", "analyse", "undo", "redo", "pause", "resume", "hint", "ping", "table", "", "?",
    "offer", "answer", "say", "rename", "premove", "invite", "chair", "dismiss", "spectators", "probed",
]  # fmt: skip
FIELDS: Final = [
    "ply",
    "move",
    "moves",
    "options",
    "players",
    "seed",
    "on",
    "seconds",
    "id",
    "extra",
    "matter",
    "accept",
    "text",
    "name",
    "from",
    "to",
    "seat",
    "open",
]
#: what takes a while would only make a run slow
QUIET: Final = {"hint", "analyse"}
#: the codes that a wrong request may be answered with
EXPECTED: Final = {200, 304, 307, 400, 403, 404, 405, 413, 415, 421, 422, 501}
PATHS: Final = [
    "api", "tables", "open", "games", "Hex", "static", "..", "%00", "%ff", "ws", "x" * 300, "check", "table", "trial",
    "post", "mail", "confirm", "health", "ready", "metrics",
]  # fmt: skip

POST: Final = [f"/api/post/{what}" for what in ("mail", "push", "remove", "confirm", "cancel")]


def value(choose: random.Random, depth: int = 0) -> object:
    """Any JSON value, often a strange one."""
    simple: list[Callable[[], object]] = [
        lambda: choose.randrange(-3, 12),
        lambda: choose.choice([1 << 31, 1 << 63, 1 << 70, -(1 << 40), 1e308, 0.5, -0.0]),
        lambda: choose.choice([None, True, False]),
        lambda: choose.choice(
            ["", "human", "uct:1s", "random", "random:x", "\x00", "é", "a" * 300, "\ud800", "Board/8"]
        ),
    ]
    if depth < 3:
        simple.append(lambda: [value(choose, depth + 1) for _ in range(choose.randrange(4))])
        simple.append(lambda: {choose.choice(FIELDS): value(choose, depth + 1) for _ in range(choose.randrange(4))})
    return choose.choice(simple)()


def frame(choose: random.Random) -> str | bytes:
    """A message that is wrong, or at least unusual."""
    kind = choose.randrange(8)
    if kind == 0:
        return bytes(choose.randrange(256) for _ in range(choose.randrange(40)))
    if kind == 1:
        return "".join(chr(choose.choice([choose.randrange(128), choose.randrange(0x800)])) for _ in range(30))
    if kind == 2:
        return choose.choice(
            ["", "null", "[]", "NaN", '{"type":', "1" * 6000, "[" * 9000, '{"a":' * 3000, '{"type": 5}']
        )
    if kind == 3:
        return json.dumps(value(choose))
    if kind == 4:
        return json.dumps({"type": "play", "ply": choose.randrange(40), "move": choose.randrange(-2, 60)})
    name = choose.choice([k for k in KINDS if k not in QUIET])
    return json.dumps({"type": name} | {choose.choice(FIELDS): value(choose) for _ in range(choose.randrange(5))})


def request(choose: random.Random) -> tuple[str, str, bytes, dict[str, str]]:
    """A request that is wrong, or at least unusual: method, path, body, headers."""
    path = "/" + "/".join(choose.choice(PATHS) for _ in range(choose.randrange(4)))
    path = choose.choice([path, "/api/tables", "/api/tables/open", "/api/games", "/api/tables/abc/trial", *POST])
    method = choose.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"])
    made = frame(choose)
    body = made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")
    kind = choose.choice(["application/json", "application/json", "text/plain", "application/json; charset=x", "\tx"])
    headers = {"Content-Type": kind, "X-Any": "y" * choose.randrange(3000)}
    return method, path, body, headers


def make(choose: random.Random) -> Input:
    """Requests, and a table with messages to it; often one of a description of the stranger's own."""
    asked: dict[str, Any] = {"game": "Tic-Tac-Toe"}
    if choose.random() < 0.5:
        of_a_stranger = choose.choice([mutate.make, out_of_range.make, grammar.make])
        asked = {"text": of_a_stranger(choose).data}
    requests = [request(choose) for _ in range(choose.randrange(4))]
    return Input(
        "page",
        json.dumps(
            {
                "table": asked,
                "moves": choose.randrange(12),
                "frames": [_written(frame(choose)) for _ in range(choose.randrange(30))],
                "requests": [(m, p, body.hex(), headers) for m, p, body, headers in requests],
            }
        ),
    )


def _written(message: str | bytes) -> dict[str, str]:
    return {"hex": message.hex()} if isinstance(message, bytes) else {"text": message}
