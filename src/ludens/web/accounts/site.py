"""Where a page stands, as passkeys have it."""

from __future__ import annotations

from typing import NamedTuple


class Site(NamedTuple):
    """Where a page stands: the name that passkeys are for, and the address without a path."""

    host: str
    origin: str
