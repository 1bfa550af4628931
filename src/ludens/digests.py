"""Digests of what is kept: keys of the cache, and what its entries are verified by.

BLAKE2 comes with Python, where the functions of `hashlib` load OpenSSL: 2 ms of the 200 that a first game takes.
"""

from __future__ import annotations

from functools import partial
from typing import Final

try:
    from _blake2 import blake2b  # what `hashlib.blake2b` is
except ImportError:
    from hashlib import blake2b

#: bytes of a digest
SIZE: Final = 32
#: one that is fed bit by bit
Digest: Final = partial(blake2b, digest_size=SIZE)


def digest(data: bytes) -> bytes:
    """The digest of these bytes."""
    return Digest(data).digest()
