"""What the server and a worker tell each other: messages, each behind its size.

A worker is sent its bounds first, then calls. What it answers is data of a declared form, and the server believes no
more of it than that.
"""

from __future__ import annotations

import struct
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from ludens.system.confinement import OUT_OF_MEMORY, Bounds
from ludens.system.processes import how_status_reads
from ludens.web.engine.requests import Asked, Refusal
from ludens.web.limits import Limits
from ludens.web.schemas.server import Analysis
from ludens.web.workers.jobs import ChooseAgent, DraftStep, Job

#: how many bytes tell the size of a message
PREFIX = 4
#: fork a worker for ours or for strangers (with a socket), or kill one; and the number that the server gives the worker
FORK_OURS, FORK, KILL = 1, 2, 3
ORDER = struct.Struct("<BQ")
#: the number of a worker, and its status as of `waitpid`; -1 where it could not be forked
ENDED = struct.Struct("<Qi")


class Open(Struct, frozen=True, tag=True):
    """Compile a description and sit down at it; answered by facts. The name is that of its file, where it has one."""

    text: str
    name: str
    options: tuple[str, ...]
    limits: Limits


class Setup(Struct, frozen=True, tag=True):
    """The first message: `memory` is how many bytes more than at first the worker may really use."""

    bounds: Bounds
    memory: int


#: address space beyond the memory that a worker may use: threads and agents reserve more than they touch
_UNTOUCHED = 6 << 30


def playing(limits: Limits, nice: int, cache: str | None) -> Setup:
    """What a worker is told that plays."""
    return Setup(Bounds(limits.table_memory + _UNTOUCHED, nice, cache), limits.table_memory)


class Call(Struct, frozen=True, tag=True):
    """Something to be done, for at most so many seconds."""

    number: int
    seconds: float
    what: Job | ChooseAgent | DraftStep | Open | Asked


class Stop(Struct, frozen=True, tag=True):
    """End the searches that were asked for; or the call of that number, for which nobody waits any more."""

    number: int | None = None


ToWorker: TypeAlias = Setup | Call | Stop


class Done(Struct, frozen=True, tag=True):
    """The answer to a call."""

    number: int
    answer: Raw


class Failed(Struct, frozen=True, tag=True):
    """Why a call was not done."""

    number: int
    refusal: Refusal


class Doing(Struct, frozen=True, tag=True):
    """What a description is `being` by now, for people: should it take too long, they are told."""

    number: int
    what: Annotated[str, Meta(max_length=100)]


class Found(Struct, frozen=True, tag=True):
    """What a search has found so far."""

    number: int
    analysis: Analysis


FromWorker: TypeAlias = Doing | Done | Failed | Found

to_worker: msgspec.msgpack.Decoder[ToWorker] = msgspec.msgpack.Decoder(ToWorker)
from_worker: msgspec.msgpack.Decoder[FromWorker] = msgspec.msgpack.Decoder(FromWorker)


def packed(message: ToWorker | FromWorker) -> bytes:
    """A message behind its size."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(PREFIX, "little") + body


def ending(status: int) -> str:
    """How a process ended, in words for people.

    >>> ending(11), ending(OUT_OF_MEMORY << 8)
    ('it crashed (SIGSEGV)', 'it needs more memory than there is for it')
    """
    if status == OUT_OF_MEMORY << 8:
        return "it needs more memory than there is for it"
    return how_status_reads(status)
