"""Static libraries: the format `ar`, as linkers of System V read it, with one object and its index."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

_MAGIC: Final = b"!<arch>\n"


def archive(name: str, code: bytes, symbols: Sequence[str]) -> bytes:
    """An archive with one object file, which defines these symbols."""
    listed = b"".join(symbol.encode() + b"\0" for symbol in symbols)
    index_size = 4 + 4 * len(symbols) + len(listed)
    names = f"{name}/\n".encode()
    place = len(_MAGIC) + 2 * _HEAD_SIZE + _even(index_size) + _even(len(names))
    index = struct.pack(f">{1 + len(symbols)}I", len(symbols), *[place] * len(symbols)) + listed
    return _MAGIC + _member("/", index) + _member("//", names) + _member("/0", code)


_HEAD_SIZE: Final = 60


def _even(size: int) -> int:
    return size + (size & 1)


def _member(name: str, data: bytes) -> bytes:
    """A member, as nobody's and of no time, so that equal contents make equal files."""
    head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data):<10}`\n".encode()
    return head + data + b"\n" * (len(data) & 1)
