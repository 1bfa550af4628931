"""Digests of what is kept: keys of the cache, and what its entries are verified by; and those by which rules are known.

BLAKE2 and SHA-256 come with Python, where `hashlib` loads OpenSSL: 2 ms of the 200 that a first game takes.
"""

from __future__ import annotations

from functools import partial
from typing import Final

try:
    from _blake2 import blake2b  # what `hashlib.blake2b` is
except ImportError:
    from hashlib import blake2b
try:
    from _sha2 import sha256  # type: ignore[import-not-found]  # of Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256

#: bytes of a digest
SIZE: Final = 32
#: one that is fed bit by bit
Digest: Final = partial(blake2b, digest_size=SIZE)


def digest(data: bytes) -> bytes:
    """The digest of these bytes."""
    return Digest(data).digest()


def published(data: bytes) -> str:
    """The digest that certificates, saved states and trained nets name: SHA-256, as long as ludens lives."""
    found: str = sha256(data).hexdigest()
    return found
