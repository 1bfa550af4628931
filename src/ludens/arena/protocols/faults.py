"""What an answer may be that is no move."""

from __future__ import annotations

from ludens.workers.programs import Fault


class Malformed(Fault):
    """An answer that can be no move."""

    name = "malformed"


class Illegal(Fault):
    """An answer that is none of the legal moves."""

    name = "illegal"
