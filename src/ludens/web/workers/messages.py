"""What the server asks a worker, beside `jobs` and the requests to a game, and how that is written.

The server believes no more of an answer than that it has the declared form.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from ludens.system.confinement import Bounds
from ludens.system.processes import CAN_FORK
from ludens.web.engine.errors import raised
from ludens.web.engine.requests import AnyRequest, Refusal
from ludens.web.limits import Limits
from ludens.web.workers.jobs import ChooseAgent, CountPositions, DraftStep, Explore, Job
from ludens.workers.frames import Codec
from ludens.workers.startup import Starter

_log = logging.getLogger("ludens.web")
#: address space beyond the memory that a worker may use: threads and agents reserve more than they touch
_UNTOUCHED: Final = 6 << 30


class Open(Struct, frozen=True, tag=True):
    """Compile a description and sit down at it; answered by facts. The name is that of its file, where it has one."""

    text: str
    name: str
    options: tuple[str, ...]
    limits: Limits


Question: TypeAlias = Job | ChooseAgent | Explore | CountPositions | DraftStep | Open | AnyRequest

pack = msgspec.msgpack.Encoder().encode
read_question: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)


class Msgpack(Codec):
    """Questions and answers as msgpack, each of a declared type."""

    def write(self, question: Any) -> bytes:
        return pack(question)

    def read(self, answer: bytes, kind: Any) -> Any:
        return msgspec.msgpack.decode(answer, type=kind)

    def error(self, reason: bytes) -> Exception:
        refusal: Refusal = self.read(reason, Refusal)
        if refusal.trace:
            _log.error("a worker: %s", refusal.trace)
        return raised(refusal)


CODEC: Final = Msgpack()


def begin_workers(limits: Limits) -> Starter:
    """What starts the workers of a server: by forking, where the system can."""
    target = "ludens.web.workers.confined_worker:ConfinedHandler"
    if sys.platform == "linux" and CAN_FORK:
        from ludens.workers.forking import Forker

        return Forker(target, CODEC, limits.answer_size, limits.strangers_memory)
    return Starter(target, CODEC, limits.answer_size)


def playing(limits: Limits, nice: int, cache: str | None) -> Bounds:
    """What a worker may have that plays."""
    return Bounds(limits.table_memory + _UNTOUCHED, nice, cache, limits.table_memory)
