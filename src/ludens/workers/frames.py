"""What a worker and who asks it send each other: frames, each a head of fixed size and a body."""

from __future__ import annotations

import json
import struct
from enum import IntEnum
from typing import Any, Final, NamedTuple

#: the size of the body, the kind, the number of the call, its seconds
_HEAD: Final = struct.Struct("<IBQd")
HEAD_SIZE: Final = _HEAD.size


class Kind(IntEnum):
    """What a frame is: the first four go to a worker, the others come from one."""

    #: what the worker may have, before all else
    BOUNDS = 1
    CALL = 2
    #: end the call of that number, for which nobody waits any more
    CANCEL = 3
    #: end all searches soon, with what they have
    STOP = 4
    READY = 5
    DONE = 6
    FAILED = 7
    #: what a search has found so far
    NEWS = 8
    #: what is being done, for people: should it take too long, they are told
    STAGE = 9


class Frame(NamedTuple):
    """A message; `number` and `seconds` are those of a call."""

    kind: Kind
    number: int = 0
    seconds: float = 0.0
    body: bytes = b""

    def packed(self) -> bytes:
        """The frame as bytes."""
        return _HEAD.pack(len(self.body), self.kind, self.number, self.seconds) + self.body


def read_head(data: bytes) -> tuple[int, Frame]:
    """The size of the body that follows, and the frame without it. Raises ValueError for what is no head."""
    size, kind, number, seconds = _HEAD.unpack(data)
    return size, Frame(Kind(kind), number, seconds)


class WorkerDied(Exception):
    """A worker ended before it answered; the message says how, for people."""


class WorkerLate(WorkerDied):
    """A worker was ended as its answer took too long."""


class WorkerFailed(Exception):
    """A worker could not answer, and goes on; the message says why."""


class Codec:
    """How questions and answers are written, the bodies of frames: as JSON here, of any type."""

    def write(self, question: Any) -> bytes:
        """A question as bytes."""
        return json.dumps(question).encode()

    def read(self, answer: bytes, kind: Any) -> Any:
        """An answer of this type. Raises any exception for what is none."""
        return json.loads(answer)

    def error(self, reason: bytes) -> Exception:
        """The exception that says why a question was not answered."""
        return WorkerFailed(reason.decode("utf-8", "replace"))
